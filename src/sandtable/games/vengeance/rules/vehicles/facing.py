"""Covered arcs and target facing (RV-D1.31, RV-D1.6, RV-D1.61, RV-D4.2, RV-D4.3)."""

from __future__ import annotations

from math import atan2, degrees, sqrt

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import FRONT, HULL, REAR, SIDE, TURRET, Vehicle
from sandtable.games.vengeance.rules.terrain.wall_advantage import ADVANTAGE, held_beyond
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of

_HULL_DOWN = ("WALL", "ROADBLOCK", "BARRICADE", "EMBANKMENT")
_AHEAD, _BEHIND = 60.0, 120.0


def front_sides(corner: int) -> tuple[int, int]:
    """RV-D1.31 The two hexsides that meet at the corner to which a covered arc points."""
    return corner % 6, (corner + 1) % 6


def rear_sides(corner: int) -> tuple[int, int]:
    """RV-D1.61 The two opposite hexsides."""
    return front_sides(corner + 3)


def facing_of_side(corner: int, side: int) -> str:
    """RV-D1.61 Which facing a hexside is for an arc that points to a corner."""
    if side in front_sides(corner):
        return FRONT
    return REAR if side in rear_sides(corner) else SIDE


def stands_at(vehicle: Vehicle) -> int:
    """RV-D2.3 The corner of its hex at which a vehicle in bypass stands: the end of its hexside to which it points.

    RV-D2.2 If it has backed along it, the other end.
    """
    clockwise = vehicle.vca == (vehicle.bypass + 1) % 6
    return vehicle.bypass if clockwise != vehicle.tail_end else (vehicle.bypass - 1) % 6


def target_facing(f: Field, vehicle: Vehicle, firer_at: str, where: str) -> str:
    """RV-D1.61 The facing that is hit; hull hits by the VCA, turret hits by the TCA.

    Through a corner between two facings the one with the higher AF is hit; from the same hex the side.
    """
    corner = vehicle.tca if where == TURRET and kind_of(vehicle).has_turret else vehicle.vca
    if f.hex_of[firer_at] == f.hex_of[vehicle.at]:
        return SIDE
    if vehicle.bypass >= 0:
        return _facing_in_bypass(f, vehicle, firer_at, corner)
    sides = f.los(firer_at, vehicle.at).enters or _nearest_sides(f, vehicle.at, firer_at)
    facings = {facing_of_side(corner, d) for d in sides}
    return max(facings, key=lambda facing: (kind_of(vehicle).armour(where, facing), facing != REAR))


def _nearest_sides(f: Field, at: str, firer_at: str) -> tuple[int, ...]:
    """The hexside towards a firer, where the line of sight names none (other levels of neighbouring hexes)."""
    here, there = f.hex(at), f.hex(firer_at)
    angle = _angle(1.5 * (there.column - here.column), (there.y2 - here.y2) * sqrt(3) / 2)
    return (round(angle / 60) % 6,)


def _angle(x: float, y: float) -> float:
    """Degrees clockwise from the north; y grows to the south."""
    return degrees(atan2(x, -y)) % 360


def _facing_in_bypass(f: Field, vehicle: Vehicle, firer_at: str, corner: int) -> str:
    """RV-D1.61 In bypass: ahead within 60 degrees of the arc's line front, behind within 60 degrees rear."""
    here, there = f.hex(vehicle.at), f.hex(firer_at)
    x, y = 1.5 * here.column, here.y2 * sqrt(3) / 2
    spot = stands_at(vehicle)
    dx, dy = _corner_offset(spot)
    angle = _angle(1.5 * there.column - (x + dx), there.y2 * sqrt(3) / 2 - (y + dy))
    off = abs((angle - (30 + 60 * corner) + 180) % 360 - 180)
    return FRONT if off <= _AHEAD + 1e-9 else REAR if off >= _BEHIND - 1e-9 else SIDE


def _corner_offset(corner: int) -> tuple[float, float]:
    half = sqrt(3) / 2
    return ((0.5, -half), (1.0, 0.0), (0.5, half), (-0.5, half), (-1.0, 0.0), (-0.5, -half))[corner % 6]


def hull_down(s: Battle, f: Field, vehicle: Vehicle, firer_at: str) -> bool:
    """RV-D4.2, RV-D9.5, RV-B9.23 Behind a wall, roadblock or embankment of its own hex, if it stands; dug in always."""
    if vehicle.dug_in:
        return True
    if vehicle.motion or vehicle.bypass >= 0 or f.hex_of[firer_at] == f.hex_of[vehicle.at]:
        return False
    hex = f.hex_of[vehicle.at]
    came = f.hex_of[s.drive.came] if s.drive is not None and s.drive.vehicle == vehicle.id and s.drive.came else ""
    for d in f.los(firer_at, vehicle.at).enters:
        behind = [feature for feature in f.ground.sides[hex][d] if feature in _HULL_DOWN]
        if behind and set(behind) <= set(ADVANTAGE) and held_beyond(s, f, vehicle.at, d):
            continue  # RV-B9.23 The wall is the enemy's.
        if behind and f.ground.towards[hex][d] != came:
            return True
    return False


def armour_hit(s: Battle, f: Field, vehicle: Vehicle, firer_at: str, where: str) -> tuple[int, bool]:
    """RV-D1.6, RV-D4.3 The AF that a hit meets, and whether it came from the rear (+1 on the TK number)."""
    facing = target_facing(f, vehicle, firer_at, where)
    type = kind_of(vehicle)
    shown = s.drive is not None and s.drive.vehicle == vehicle.id and s.drive.underbelly
    if shown and where == HULL and facing == FRONT:
        return type.top, False
    return type.armour(where, facing), facing == REAR


def is_moving(s: Battle, vehicle: Vehicle) -> bool:
    """Case J: in Motion, or it has entered a hex in the Movement Phase of this Player Turn."""
    return vehicle.motion or (vehicle.entered and s.phase in ("MPh", "DFPh"))


def mp_in_sight(s: Battle, f: Field, vehicle: Vehicle, other_at: str) -> float:
    """Cases J1, J2, C1, C2: MP that the driving vehicle has spent in the LOS of a Location."""
    if s.drive is None or s.drive.vehicle != vehicle.id:
        return 0.0
    return sum(spent for at, spent in s.drive.path if not f.los(at, other_at).blocked) / 2
