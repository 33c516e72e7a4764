"""Sight to and from vehicles that stand along a hexside (RV-D2.3, RV-A6.24, RV-P5.122)."""

from __future__ import annotations

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.fire.aim_points import stand_of
from sandtable.games.vengeance.rules.vehicles.movement.narrow_streets import sees_into_street


def in_sight(s: Battle, f: Field, vehicle: Vehicle, at: str) -> bool:
    """RV-D2.3, RV-A6.24, RV-P5.122 Whether a vehicle sees a Location, and is seen from it: from the corner where it
    stands in bypass, and between two houses only along the street.
    """
    if at == vehicle.at:
        return True
    if vehicle.bypass < 0 or f.hex_of[at] == f.hex_of[vehicle.at]:
        return current_sight.sees(s, f, vehicle.at, at)
    return sees_into_street(f, at, vehicle) and current_sight.sees(s, f, stand_of(f, vehicle), at)


def see_each_other(s: Battle, f: Field, one: Vehicle, other: Vehicle) -> bool:
    """RV-D2.3, RV-P5.122 The same for two vehicles, each where it stands."""
    if one.at == other.at:
        return True
    return in_sight(s, f, one, stand_of(f, other)) and sees_into_street(f, stand_of(f, one), other)
