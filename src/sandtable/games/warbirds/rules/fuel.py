"""WB-18.1 Fuel."""

from __future__ import annotations

from sandtable.games.warbirds.components import CONSTANTS
from sandtable.games.warbirds.model import Warbirds

MAXIMUM_FUEL = CONSTANTS["maximum_fuel"]


def change_fuel(s: Warbirds, amount: int, clause: str) -> None:
    """WB-13.1, WB-18.1, WB-18.2 Fuel stays within 0 and 11; what is over or under is ignored."""
    before = s.fuel
    s.fuel = max(0, min(MAXIMUM_FUEL, s.fuel + amount))
    if s.fuel != before:
        s.journal.add(clause, "fuel_gained" if amount > 0 else "fuel_lost", amount=abs(s.fuel - before), fuel=s.fuel)
