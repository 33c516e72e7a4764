"""Bogging, starting and excessive speed (RV-D2.5, RV-D2.51, RV-D8.2, RV-D8.3, RV-B23.41, RV-BRV16.5, RV-D14.1)."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import HALFTRACK, TRUCK, Vehicle
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import tell
from sandtable.games.vengeance.rules.vehicles.crews.inherent import abandon, crew_check, crew_modifiers, halt
from sandtable.games.vengeance.rules.vehicles.crews.passengers import bail_out
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, kind_of, mark
from sandtable.games.vengeance.rules.vehicles.movement.destinations import VehicleStep
from sandtable.games.vengeance.rules.vehicles.movement.fuel import START_UP, burns_scarce_fuel, runs_dry
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import immobilize
from sandtable.games.vengeance.rules.weather import environment
from sandtable.kernel.modifiers import Modifier, total

_FALLS = 4
_HEAVY, _CRUSHES = 20, 10
"""RV-B23.41 Tonnes under which a wooden house may fall, and the Original bog DR at which it does."""
_PLATOON = 2
_TWELVE = 12
_SPEED = 13


def bog_modifiers(s: Battle, f: Field, vehicle: Vehicle, at: str, way: VehicleStep | None = None) -> list[Modifier]:
    """RV-D8.2 The DRM of a bog DR in a Location; RV-BRV12.21 in bypass it is in the debris, not in the building."""
    table, type, terrain = components().armour.bog, kind_of(vehicle), f.place(at).terrain
    if vehicle.bypass >= 0:
        terrain = "DEBRIS" if f.ground.littered(f.hex_of[at]) else "OPEN"
    in_works = any(w.at == at and w.type in ("wire", "trench") for w in s.works.values())
    stone = terrain in ("BUILDING_STONE", "RUBBLE_STONE", "FACTORY", "FACTORY_GUTTED")
    tests = (
        (table.stone_building_or_rubble, stone, "stone building or rubble"),
        (table.wooden_building_or_rubble, terrain in ("BUILDING_WOOD", "RUBBLE_WOOD"), "wooden building or rubble"),
        (table.woods_at_z, terrain == "WOODS" and not (way is not None and way.slow), "woods"),
        (table.debris, terrain == "DEBRIS" or "DEBRIS" in f.hex(at).features, "debris"),
        (table.trench_or_wire, in_works, "trench or wire"),
        (table.entering_higher_level, way is not None and way.uphill, "uphill"),
        (table.ec.get(environment(s), 0), True, f"{environment(s)} ground"),
        (table.truck_or_halftrack, type.type in (TRUCK, HALFTRACK), "truck or half-track"),
        (table.high_ground_pressure, type.high_ground_pressure, "high ground pressure"),
        (table.low_ground_pressure, type.low_ground_pressure, "low ground pressure"),
        (table.red_mp, type.red_mp, "unreliable"),
    )
    modifiers: list[Modifier] = [(value, "RV-D8.2", reason) for value, holds, reason in tests if holds and value]
    return [*modifiers, *(m for m in crew_modifiers(vehicle) if m[1] == "RV-D3.4")]


def bog_roll(s: Battle, f: Field, id: str, way: VehicleStep | None = None, extra: tuple[Modifier, ...] = ()) -> bool:
    """RV-D8.2, RV-B23.41, RV-BRV16.5 The bog DR; in a building with a cellar a coloured 4 or more makes it fall in.

    RV-BRV3.13 So it is with every AFV and every cellar. Whether it brings down the wooden house that it is in.
    """
    vehicle = s.vehicles[id]
    modifiers = [*bog_modifiers(s, f, vehicle, vehicle.at, way), *extra]
    dice = roll(s, vehicle.side, "bog", calls_sniper=False)
    final = sum(dice) + total(modifiers)
    bogs = final >= components().armour.bog.final_min
    tell(s, "RV-D8.2", "bog", id, dice=dice, modifiers=modifiers, final=final, success=not bogs)
    if bogs:
        halt(s, id)
        mark(s, id, bogged=True, bog_fails=0, motion=False)
    if vehicle.bypass >= 0:
        return False
    wooden = f.place(vehicle.at).terrain == "BUILDING_WOOD" and kind_of(vehicle).weight_t >= _HEAVY
    if wooden and sum(dice) >= _CRUSHES:
        return True
    if is_afv(vehicle) and f.hex(vehicle.at).cellar and dice[0] >= _FALLS:
        fall_into_cellar(s, id)
    return False


def fall_into_cellar(s: Battle, id: str) -> None:
    """RV-B23.41, RV-BRV16.5 Immobile and silent for good: its crew must abandon it."""
    halt(s, id)
    vehicle = mark(s, id, cellar=True, immobile=True, motion=False)
    tell(s, "RV-BRV16.5", "fell_into_cellar", id, at=vehicle.at)
    bail_out(s, vehicle)
    if not vehicle.abandoned and kind_of(vehicle).inherent_crew:
        abandon(s, id, "RV-B23.41")


def try_to_free(s: Battle, id: str) -> None:
    """RV-D8.3 At most 5 frees it, 10 or more mires it, and then only 3 or less; each earlier failure adds one."""
    vehicle, table = s.vehicles[id], components().armour.bog
    modifiers: list[Modifier] = [(vehicle.bog_fails, "RV-D8.3", "failed before")] if vehicle.bog_fails else []
    dice = roll(s, vehicle.side, "bog removal", calls_sniper=False)
    final = sum(dice) + vehicle.bog_fails
    free = final <= (table.mired_free_max if vehicle.mired else table.free_max)
    tell(s, "RV-D8.3", "bog_removal", id, dice=dice, modifiers=modifiers, final=final, success=free)
    if free:
        mark(s, id, bogged=False, mired=False, bog_fails=0)
    else:
        mark(s, id, mired=vehicle.mired or final >= table.mire_min, bog_fails=vehicle.bog_fails + 1)


def may_start(s: Battle, f: Field, vehicle: Vehicle) -> bool:
    """RV-D14.1 Whether it starts without asking: with a radio, or near an AFV of its platoon."""
    if kind_of(vehicle).radio or not is_afv(vehicle):
        return True
    return any(
        v.id != vehicle.id and v.side == vehicle.side and v.group == vehicle.group and v.at and not v.wreck
        and is_afv(v) and f.range(v.at, vehicle.at) <= _PLATOON
        for v in s.vehicles.values()
    )  # fmt: skip


def start(s: Battle, f: Field, id: str) -> bool:
    """RV-D2.11, RV-D2.51, RV-D14.1 A vehicle starts; an unreliable one breaks down for good on an Original 12.

    RV-CG6 One whose tank is empty does not start.
    """
    vehicle = s.vehicles[id]
    if not may_start(s, f, vehicle) and crew_check(s, id, 0, "RV-D14.1") > 0:
        return False
    if kind_of(vehicle).red_mp:
        dice = roll(s, vehicle.side, "mechanical reliability", calls_sniper=False)
        tell(s, "RV-D2.51", "reliability", id, dice=dice, dr=sum(dice), success=sum(dice) < _TWELVE)
        if sum(dice) == _TWELVE:
            immobilize(s, id, "RV-D2.51")
            return False
    if burns_scarce_fuel(s, vehicle) and runs_dry(s, id, START_UP):
        return False
    mark(s, id, motion=True)
    return True


def excessive_speed(s: Battle, id: str, extra: int) -> bool:
    """RV-D2.5 A Final DR of 13 less the MP gained, or more, immobilizes it at once."""
    vehicle = s.vehicles[id]
    modifiers = [m for m in crew_modifiers(vehicle) if m[1] == "RV-D3.4"]
    if kind_of(vehicle).red_mp:
        modifiers.append((1, "RV-D2.5", "unreliable"))
    dice = roll(s, vehicle.side, "excessive speed", calls_sniper=False)
    final = sum(dice) + total(modifiers)
    breaks = final >= _SPEED - extra
    tell(s, "RV-D2.5", "speed", id, extra=extra, dice=dice, modifiers=modifiers, final=final,
                  success=not breaks)  # fmt: skip
    if breaks:
        immobilize(s, id, "RV-D2.5")
    return not breaks
