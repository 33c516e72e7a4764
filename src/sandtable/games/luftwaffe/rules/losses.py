"""Losses: a full unit becomes a reduced one, a reduced one is eliminated. LW-9.2.7, and the books about it."""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import Luftwaffe, tag_of
from sandtable.kernel.state import replace

COMBAT, FLAK, FUEL, GROUND = "combat", "flak", "fuel", "ground"


def _book(s: Luftwaffe, side: str, type: str, factors: int, cause: str) -> None:
    """LW-10.4, LW-16.3 Count the factors lost by side, type and cause."""
    entry = f"{cause} {type}"
    s.losses[entry] = s.losses.get(entry, 0) + factors
    s.raid_losses[side] = s.raid_losses.get(side, 0) + factors
    if cause == FUEL:
        s.fuel[side] = s.fuel.get(side, 0) + factors


def lose_american(s: Luftwaffe, id: str, cause: str, factors: int = 1) -> None:
    """LW-9.2.7, LW-7.19 An American unit loses factors; its target is not told when the counter goes."""
    unit = s.americans[id]
    factors = min(factors, unit.factors)
    _book(s, AMERICAN, unit.type, factors, cause)
    if unit.factors > factors:
        s.americans[id] = replace(unit, factors=unit.factors - factors)
        s.journal.add("LW-9.2.7", "reduced", unit=id)
        return
    s.americans[id] = replace(
        unit, factors=0, status="lost", hex="", escort="", homing=False, path=(), strike="", assailants=(), clock=""
    )
    s.journal.add("LW-9.2.7", f"lost_{cause}", unit=id, hex=unit.hex)
    if kind_is_bomber(unit.type):
        dissolve_escorts(s)


def kind_is_bomber(type: str) -> bool:
    """Whether a type is a bomber."""
    return parts().types[type].bomber


def dissolve_escorts(s: Luftwaffe) -> None:
    """LW-8.10 Escorts without bombers are ordinary fighters at once."""
    held = {(u.hex, u.type) for u in s.americans.values() if u.status == "up" and kind_is_bomber(u.type)}
    for id, u in s.americans.items():
        if u.escort and (u.hex, u.escort) not in held:
            s.americans[id] = replace(u, escort="")


def lose_german(s: Luftwaffe, id: str, cause: str, factors: int = 1) -> None:
    """LW-9.2.7 A German unit loses factors; a school unit that does is damaged for the swaps (LW-14.6.4)."""
    unit = s.germans[id]
    factors = min(factors, unit.factors)
    _book(s, GERMAN, unit.type, factors, cause)
    if tag_of(id) == "school":
        s.damaged_school = True
    if unit.factors > factors:
        s.germans[id] = replace(unit, factors=unit.factors - factors)
        s.journal.add("LW-9.2.7", "reduced", unit=id)
        return
    s.germans[id] = replace(unit, factors=0, status="lost", hex="", staging=False, strike="", clock="")
    s.journal.add("LW-9.2.7", f"lost_{cause}", unit=id, hex=unit.hex)
