"""Overrun by vehicles (RV-D7.1, RV-D7.11, RV-D7.22)."""

from __future__ import annotations

from sandtable.games.vengeance.components import COLUMNS
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.vehicles import AAMG, BMG, CMG, MA, Vehicle
from sandtable.games.vengeance.rules.fire import attack, firepower
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.ordnance.mounts import lose_gun
from sandtable.games.vengeance.rules.terrain.cover import personal, tem
from sandtable.games.vengeance.rules.units.kinds import entrenched, other, units_at
from sandtable.games.vengeance.rules.units.stacking import crowding, overstacked
from sandtable.games.vengeance.rules.vehicles.facing import front_sides
from sandtable.games.vengeance.rules.vehicles.kinds import (
    able,
    is_afv,
    mark,
    mobile,
    overrun_fp,
    riders,
    shaken,
    works,
)
from sandtable.games.vengeance.rules.vehicles.movement.destinations import VehicleStep, entry, has_room, in_shelter
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import ALL, quarter
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import fire_on_vehicles
from sandtable.kernel.modifiers import Modifier, total

_ENTRENCHED = 4
_SHELTER = ("RV-B2.1", "RV-C2.5")
"""The clauses of what covers single units besides entrenchments: shellholes, and the pit of a Gun."""


def can_overrun(s: Battle, vehicle: Vehicle) -> bool:
    """RV-D7.1, RV-D6.2 A mobile AFV or half-track that has something to do it with, without riders."""
    return is_afv(vehicle) and mobile(vehicle) and able(vehicle) and overrun_fp(vehicle) > 0 and not riders(s, vehicle)


def victims(s: Battle, f: Field, at: str, side: str) -> list[Unit]:
    """RV-D7.1 Enemy Infantry at ground level outside buildings, rubble and woods."""
    if f.place(at).kind not in ("ground", "bridge") or in_shelter(f, at):
        return []
    return [u for u in units_at(s, at) if u.side != side and not u.melee]


def overruns(s: Battle, f: Field, vehicle: Vehicle, mp: int) -> list[VehicleStep]:
    """RV-D7.1 The hexes that it can overrun: the cost of the hex and a quarter of its printed MP, once for each hex.

    RV-A12.2 Somebody must be seen there; what is hidden invites nobody.
    """
    if not can_overrun(s, vehicle) or vehicle.bypass >= 0 or vehicle.reversing or s.drive is None:
        return []
    ways = []
    for d in front_sides(vehicle.vca):
        way = entry(s, f, vehicle, vehicle.at, d)
        if way is None or way.cost >= ALL or way.to in s.drive.overran or not has_room(s, f, vehicle, way.to):
            continue
        men = any(not u.hidden for u in victims(s, f, way.to, vehicle.side))
        guns = not in_shelter(f, way.to) and any(
            g.at == way.to and g.side != vehicle.side and not (g.crew in s.units and s.units[g.crew].hidden)
            for g in s.guns.values()
        )
        if (men or guns) and way.cost + quarter(vehicle) <= mp:
            ways.append(way)
    return ways


def overrun(s: Battle, vehicle: str) -> None:
    """RV-D7.1, RV-D7.11, RV-A7.3, RV-A7.301, RV-D5.34 The attack on all enemies at ground level, if it still can."""
    tank = s.vehicles[vehicle]
    f = field_of(s)
    if not can_overrun(s, tank):
        return
    units = victims(s, f, tank.at, tank.side)
    fp = overrun_fp(tank)
    weapons = tuple(w for w in (BMG, CMG, AAMG, MA) if works(tank, w))
    column = firepower.column_for(fp)
    dice = roll(s, tank.side, "overrun")
    s.journal.add(
        "RV-D7.1", "vehicle_overruns", vehicle=vehicle, at=tank.at, fp=fp, column=COLUMNS[column] if column >= 0 else 0
    )
    modifiers, besides = tuple(overrun_modifiers(s, f, tank.at)), tuple(_crew_and_crowd(s, f, tank))
    groups: dict[tuple[Modifier, ...], list[str]] = {}
    for unit in units:
        own: tuple[Modifier, ...] = ((_ENTRENCHED, "RV-D7.1", "entrenched"),) if entrenched(unit) else modifiers
        shelter = tuple(m for m in personal(s, f, unit, total(modifiers), False, False) if m[1] in _SHELTER)
        if shelter and not entrenched(unit):
            own = (*(m for m in modifiers if m[1] != "RV-D7.1"), *shelter)
        groups.setdefault(own, []).append(unit.id)
    plan = tuple((tuple(ids), mods) for mods, ids in groups.items())
    worst = (
        attack.strike(s, tank.at, column, dice, besides, plan, clause="RV-D7.1")
        if units
        else firepower.result_of(column, sum(dice) + total((*modifiers, *besides)))
    )
    if column >= 0:
        fire_on_vehicles(s, tank.at, tank.side, column, dice, (*modifiers, *besides))
    if worst.endswith("KIA") or worst.startswith("K/"):
        _crush_guns(s, tank)
    mark(s, vehicle, used=tuple(dict.fromkeys((*s.vehicles[vehicle].used, *weapons))))


def overrun_modifiers(s: Battle, f: Field, at: str) -> list[Modifier]:
    """RV-D7.1 -1 in Open Ground; other cover counts as usual."""
    cover = [m for m in tem(s, f, at, at) if m[0]]
    if f.terrain_of[at].open_ground and total(cover) <= 0:
        return [(-1, "RV-D7.1", "Open Ground")]
    return cover


def _crew_and_crowd(s: Battle, f: Field, tank: Vehicle) -> list[Modifier]:
    """RV-D5.34, RV-A5.12, RV-A5.131 What a Stun has left of the crew, and how crowded both sides stand."""
    tests = (
        (shaken(tank), "RV-D5.34", "shaken crew"),
        (overstacked(s, f, tank.at, tank.side), "RV-A5.12", "overstacked firers"),
        *crowding(s, f, tank.at, other(tank.side)),
    )
    return [test for test in tests if test[0]]


def _crush_guns(s: Battle, tank: Vehicle) -> None:
    """RV-D7.11 Guns are lost to a KIA or K result."""
    for gun in [g for g in s.guns.values() if g.at == tank.at and g.side != tank.side]:
        lose_gun(s, gun.id, "RV-D7.11")
