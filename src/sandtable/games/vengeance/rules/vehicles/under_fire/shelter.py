"""Vehicles and wrecks as cover and hindrance (RV-A6.8, RV-D4.1, RV-D9.1, RV-D9.3, RV-D10.1)."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.line_of_sight import Sight
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import BURNING, Vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import unseen
from sandtable.kernel.journal import Modifier

_SMOKE_HEIGHT = 4
"""RV-D10.1 Smoke of a burning wreck rises two levels, in half levels."""


def hinders(vehicle: Vehicle) -> bool:
    """RV-A6.8 AFVs and every wreck; whole trucks and other soft vehicles do not."""
    return bool(vehicle.wreck) or components().armour.types[vehicle.type].is_afv


def vehicle_hindrance(s: Battle, f: Field, sight: Sight, at: str, target: str) -> list[Modifier]:
    """RV-A6.8, RV-D4.1, RV-D10.1 +1 for each hex between with an AFV or wreck, +2 for a burning one.

    RV-A12.1 What is under a `?` counter or hidden hinders nobody: the line would tell what it is.
    """
    hexes = _vehicles_on(s, f, {f.hex_of[at], f.hex_of[target]}.union(*sight.between))
    if not hexes:
        return []
    modifiers: list[Modifier] = []
    low, high = sorted((f.level_of[at], f.level_of[target]))
    line = ((f.hex_of[at],), *sight.between, (f.hex_of[target],))
    for i, part in enumerate(sight.between, 1):
        value = 0
        for hex in part:
            base = f.ground.hexes[hex].elevation
            for vehicle in hexes.get(hex, ()):
                value = max(value, _value(f, vehicle, hex, (*line[i - 1], *part, *line[i + 1]), base, low, high))
        if value:
            modifiers.append((value, "RV-A6.8", f"vehicle in|{part[0]}"))
    for end, most in ((target, 2), (at, 1)):
        hex = f.hex_of[end]
        smoky = low <= f.ground.hexes[hex].elevation + _SMOKE_HEIGHT and f.hex_of[at] != f.hex_of[target]
        if smoky and any(v.wreck == BURNING for v in hexes.get(hex, ())):
            modifiers.append((most, "RV-D10.1", f"burning wreck in|{hex}"))
    return modifiers


def _vehicles_on(s: Battle, f: Field, line: set[str]) -> dict[str, list[Vehicle]]:
    """RV-A6.8 Those that hinder and stand in the hexes of a line, hex by hex."""
    vehicles_at: dict[str, list[Vehicle]] = {}
    for vehicle in s.vehicles.values():
        hex = f.hex_of.get(vehicle.at, "")
        if hex in line and not unseen(vehicle) and hinders(vehicle):
            vehicles_at.setdefault(hex, []).append(vehicle)
    return vehicles_at


def _value(f: Field, vehicle: Vehicle, hex: str, near: tuple[str, ...], base: int, low: int, high: int) -> int:
    """RV-A6.8 In bypass only if the line touches its hexside: it goes over that hexside, or along it."""
    if vehicle.wreck == BURNING and low <= base + _SMOKE_HEIGHT:
        return components().terrain["BURNING_WRECK"].hindrance
    beside = vehicle.bypass < 0 or f.ground.towards[hex][vehicle.bypass] in near
    return int(beside and low == high == base)


def behind_armour(s: Battle, at: str) -> list[Modifier]:
    """RV-D9.3, RV-D9.1 +1 behind a stopped AFV or a wreck that does not burn, and beside the tank they escort."""
    for vehicle in s.vehicles.values():
        if (
            vehicle.at != at
            or vehicle.bypass >= 0
            or vehicle.wreck == BURNING
            or not hinders(vehicle)
            or unseen(vehicle)
        ):
            continue
        escorted = s.drive is not None and s.drive.vehicle == vehicle.id and bool(s.drive.escort)
        if escorted:
            return [(1, "RV-D9.1", "armored assault")]
        if not vehicle.motion:
            return [(1, "RV-D9.3", "behind a wreck" if vehicle.wreck else "behind a vehicle")]
    return []
