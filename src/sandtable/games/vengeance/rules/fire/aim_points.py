"""Where one aims (chapter A6.24): at the middle of a Location, or at a corner that somebody in bypass passes."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import BRIDGE, GROUND
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.vehicles.facing import stands_at


def corners(unit: Unit) -> tuple[str, ...]:
    """RV-A6.24 The corners of the hexsides that a unit in bypass uses."""
    sides = [int(d) for d in unit.bypass[1:]]
    return tuple(f"{unit.at}/{c}" for c in dict.fromkeys(c % 6 for d in sides for c in (d, d + 1)))


def skirters(s: Battle, at: str) -> list[Unit]:
    """The units in bypass in a Location; of a moving stack only its own."""
    if s.move is not None and s.move.units and s.units[s.move.units[0]].at == at:
        first = s.units[s.move.units[0]]
        return [first] if first.bypass else []
    return [unit for id in s.skirting if (unit := s.units[id]).at == at]


def stand_of(f: Field, vehicle: Vehicle) -> str:
    """RV-D2.3, RV-D2.2, RV-A6.24 Where a vehicle stands: in its Location, in bypass at a corner."""
    if vehicle.bypass < 0:
        return vehicle.at
    return f"{f.hex_of[vehicle.at]}/{(stands_at(vehicle) + 1) % 6}"


def outside_at(s: Battle, at: str, target: str) -> bool:
    """RV-A6.24, RV-D2.3 Whether somebody is in bypass at an end of a line: else it joins the two Locations."""
    for id in s.skirting:
        if s.units[id].at in (at, target):
            return True
    for vehicle in s.vehicles.values():  # noqa: SIM110 (asked for every line: a generator costs more than the loop)
        if vehicle.bypass >= 0 and vehicle.at in (at, target):
            return True
    return False


def places_outside(s: Battle) -> set[str]:
    """RV-A6.24, RV-D2.3 The Locations in which somebody is in bypass."""
    return {s.units[id].at for id in s.skirting} | {v.at for v in s.vehicles.values() if v.bypass >= 0}


def alone_outside(s: Battle, at: str) -> Vehicle | None:
    """RV-D2.3 The vehicle in bypass that fire at a Location, or from it, is about: it drives there, or is alone there.

    Where men are in the hex, their Location is aimed at as ever; the vehicle's own line is found by `sighting`.
    """
    driven = s.drive.vehicle if s.drive is not None else ""
    for vehicle in s.vehicles.values():
        if vehicle.bypass >= 0 and vehicle.at == at and (vehicle.id == driven or not s.at.get(at)):
            return vehicle
    return None


def aim(s: Battle, f: Field, at: str, target: str) -> str:
    """RV-A6.24, RV-A4.34 Where fire from a place aims in a Location: the corner that suits the firer best.

    Where others of the side are inside the building, and in sight, the middle of the hex is aimed at.
    """
    outside = skirters(s, target) if s.skirting else []
    if not outside:
        vehicle = alone_outside(s, target) if s.vehicles else None
        return stand_of(f, vehicle) if vehicle is not None and f.hex_of[at] != f.hex_of[target] else target
    moving = s.move is not None and outside[0].id in s.move.units
    if not moving and not f.los(at, target).blocked:
        side = outside[0].side
        if any((u := s.units[id]).side == side and not u.bypass for id in s.at[target]):
            return target
    return _best_corner(f, at, dict.fromkeys(point for unit in outside for point in corners(unit)))


def _best_corner(f: Field, at: str, points: Iterable[str]) -> str:
    """RV-A6.24 The first of the corners with the best line; beyond an open one without hindrance none is asked for."""
    best, least = "", (True, 0)
    for point in points:
        sight = f.los(at, point)
        rank = (bool(sight.blocked), sight.hindrance)
        if not best or rank < least:
            best, least = point, rank
        if least == (False, 0):
            break
    return best


def line(s: Battle, f: Field, at: str, target: str) -> tuple[str, str]:
    """RV-A6.24 The two ends of a line of sight between Locations in which there may be units in bypass."""
    start = aim(s, f, target, at) if at in f.steps else at
    return start, aim(s, f, start, target) if target in f.steps else target


def seen(s: Battle, f: Field, units: list[Unit], places: set[str]) -> list[Unit]:
    """RV-A6.24 Of units of a Location those whom every firer sees: in bypass another line leads to them than inside."""
    if not s.skirting:
        return units
    return [u for u in units if all(at == u.at or any(f.los(at, p).clear for p in _points(u)) for at in places)]


def _points(unit: Unit) -> tuple[str, ...]:
    return corners(unit) if unit.bypass else (unit.at,)


def crossed(f: Field, came: str, to: str) -> str:
    """RV-A8.15, RV-A6.24 The middle of the hexside between two ground Locations; "" if none was crossed."""
    if not came or f.place(came).kind not in (GROUND, BRIDGE) or f.place(to).kind not in (GROUND, BRIDGE):
        return ""
    d = f.ground.direction(f.hex_of[to], f.hex_of[came])
    return f"{f.hex_of[to]}|{d}" if d >= 0 else ""
