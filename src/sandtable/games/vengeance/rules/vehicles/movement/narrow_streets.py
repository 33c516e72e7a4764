"""Narrow streets (chapters P5, RV-BRV13.4): hexsides along which a vehicle drives between the houses."""

from __future__ import annotations

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.vehicles.movement.destinations import NARROW


def in_narrow_street(f: Field, vehicle: Vehicle) -> bool:
    """RV-P5.1, RV-BRV13.4 Whether it stands on such a hexside."""
    return vehicle.bypass >= 0 and NARROW in f.ground.sides[f.hex_of[vehicle.at]][vehicle.bypass]


def two_sided(f: Field, hex: str, d: int) -> bool:
    """RV-BRV13.41 Whether buildings stand on both sides of a hexside: only then the street shuts a vehicle in."""
    across = f.ground.towards[hex][d]
    return bool(f.ground.hexes[hex].building) and bool(across) and bool(f.ground.hexes[across].building)


def sees_into_street(f: Field, at: str, vehicle: Vehicle) -> bool:
    """RV-P5.122 Who sees a vehicle between two houses: men in them, in line along the street, or above beside it."""
    here = f.hex_of[vehicle.at]
    if not between_houses(f, vehicle):
        return True
    across = f.ground.towards[here][vehicle.bypass]
    other = f.hex_of[at]
    if other in (here, across):
        return True
    if (other in f.ground.neighbours[here] or other in f.ground.neighbours[across]) and f.level_of[at] >= 2:
        return True
    return in_line(f, other, here, vehicle.bypass)


def in_line(f: Field, other: str, hex: str, d: int) -> bool:
    """RV-P5.122 Whether a hex lies in the line of a hexside: as far from both of its hexes, straight along it."""
    a, b, c = f.ground.hexes[hex], f.ground.hexes[f.ground.towards[hex][d]], f.ground.hexes[other]
    # The street runs at right angles to the step from one hex to the other (x counts 3 half-rows to a column).
    along = 3 * (b.column - a.column) * (2 * c.column - a.column - b.column) + (b.y2 - a.y2) * (2 * c.y2 - a.y2 - b.y2)
    return along == 0


def between_houses(f: Field, vehicle: Vehicle) -> bool:
    """RV-P5.11, RV-P5.121, RV-P5.122 In a narrow street with buildings on both of its sides."""
    return in_narrow_street(f, vehicle) and two_sided(f, f.hex_of[vehicle.at], vehicle.bypass)


def across_obstacle(vehicle: Vehicle, corner: int) -> bool:
    """RV-D2.3 Whether a turret that points to a corner points over the obstacle along which the vehicle stands."""
    return vehicle.bypass >= 0 and (corner - vehicle.bypass) % 6 in (2, 3)


def may_turn_gun(f: Field, vehicle: Vehicle, corner: int) -> bool:
    """RV-P5.1 In a narrow street the gun points forward or back along it, never across a house front."""
    if not in_narrow_street(f, vehicle):
        return True
    return corner % 3 == vehicle.vca % 3
