"""Heavy vehicles on weak bridges (RV-B6.42, RV-BRV11.5)."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of

_ALWAYS = 2
_TONS = 5


def collapse_number(weight: int, limit: int) -> int:
    """RV-B6.42 A bridge falls on a DR of at most 2 and one more for each 5 tons too much, FRU; 0 if it carries."""
    return _ALWAYS - (-(weight - limit) // _TONS) if weight > limit else 0


def falls_under(s: Battle, vehicle: Vehicle, limit: int) -> bool:
    """RV-B6.42, RV-BRV11.5 The Collapse DR of a vehicle that is too heavy; whether the bridge falls."""
    number = collapse_number(kind_of(vehicle).weight_t, limit)
    if not number:
        return False
    reveal_vehicle(s, vehicle.id)
    dice = roll(s, vehicle.side, "bridge collapse", calls_sniper=False)
    falls = sum(dice) <= number
    s.journal.add("RV-BRV11.5", "bridge_load", vehicle=vehicle.id, at=vehicle.at, dice=dice, success=not falls)
    return falls


def is_too_heavy(vehicle: Vehicle, limit: int) -> bool:
    """RV-BRV11.5 Only vehicles heavier than the limit roll."""
    return collapse_number(kind_of(vehicle).weight_t, limit) > 0
