"""One shot with all its facts, of a Gun, a mortar, a vehicle or a rocket alike (C3.1, C5.1, C6.1, A5.131)."""

from __future__ import annotations

import msgspec

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import low_visibility
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.guns import AREA, INFANTRY, SMOKE, VEHICLE, Ordnance
from sandtable.games.vengeance.rules.artillery.indirect_fire import cover_from_above
from sandtable.games.vengeance.rules.fire import declaration
from sandtable.games.vengeance.rules.fire.aim_points import stand_of
from sandtable.games.vengeance.rules.ordnance.shots import Groups, Shot
from sandtable.games.vengeance.rules.ordnance.target import (
    Target,
    acquired,
    at_moving_men,
    at_vehicle,
    groups_for,
    men_at,
    moving_and_size,
)
from sandtable.games.vengeance.rules.ordnance.to_hit import ShotConditions
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.units.stacking import crowd_seen
from sandtable.games.vengeance.rules.vehicles.kinds import vehicles_at
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import is_fair_game
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace


class Firer(msgspec.Struct, frozen=True, kw_only=True):
    """RV-C3.1 What fires a shot, and from where."""

    weapon: str
    side: str
    at: str
    observer: str
    """RV-C9.1 The Location from which the target is seen: its own, or that of a mortar's spotter."""
    eye: str
    """RV-A6.24, RV-D2.3 Where the line of sight begins: that Location, or the place of a vehicle along a hexside."""
    gun: Ordnance
    light: bool = False
    """RV-C13.8 A light anti-tank weapon, which acquires nothing."""


def men_struck(s: Battle, firer: Firer, target: Target, target_type: str, ammunition: str) -> list[Unit]:
    """RV-C3.2 The men that a hit would strike; none if it is aimed at something else, or is smoke."""
    if not target.is_men or ammunition == SMOKE:
        return []
    return men_at(s, target.at, firer.side, target_type == AREA, firer.at)


def build_shot(s: Battle, f: Field, firer: Firer, own: ShotConditions, target: Target, ammunition: str) -> Shot:
    """RV-C3.1 The shot of a firer; `own` are the facts that only he knows, such as turns, hatches and leaders."""
    men = men_struck(s, firer, target, own.target_type, ammunition)
    cover = _cover(s, f, firer, target)
    groups, effects = _groups(s, f, firer, men, cover, own.target_type, target.at)
    return Shot(
        weapon=firer.weapon,
        side=firer.side,
        at=firer.at,
        target=target.at,
        vehicle=target.vehicle,
        veiled=target.veiled,
        barrier=target.barrier,
        ammunition=ammunition,
        gun=firer.gun,
        colour="",
        conditions=_conditions(s, f, firer, own, target, men, cover),
        groups=groups,
        cover=effects,
        rides=_rides(s, f, firer, target) if own.target_type == AREA and ammunition != SMOKE and target.is_men else (),
        tem=0 if firer.light else total(cover),
        light=firer.light,
        acquires=not firer.light,
    )


def _cover(s: Battle, f: Field, firer: Firer, target: Target) -> tuple[Modifier, ...]:
    """RV-C3.2, RV-C9.1 The TEM of the target Location: indirect for mortars; a barrier has none."""
    if target.barrier:
        return ()
    return tuple(cover_from_above(s, f, target.at) if firer.gun.mortar else tem(s, f, firer.at, target.at))


def _groups(
    s: Battle, f: Field, firer: Firer, men: list[Unit], cover: tuple[Modifier, ...], target_type: str, at: str
) -> tuple[Groups, Groups]:
    """RV-C3.2, RV-C13.8 The targets by what holds for each; a rocket asks neither for size nor for hindrance twice."""
    if not firer.light:
        return groups_for(s, f, men, cover, target_type, firer.gun, firer.at, at)
    moving = s.phase == "MPh" and bool(men)
    groups = declaration.target_groups(s, men, total(cover), moving, True, (firer.at,))
    return groups, tuple((ids, ()) for ids, _ in groups)


def _rides(s: Battle, f: Field, firer: Firer, target: Target) -> Groups:
    """RV-C3.2, RV-C6.1, RV-A7.4 The vehicles that Area fire may hit, with Cases J and P; in First Fire who drives."""
    return tuple(
        ((vehicle.id,), tuple(moving_and_size(s, f, vehicle, firer.at)))
        for vehicle in vehicles_at(s, target.at) if is_fair_game(s, vehicle, firer.side)
    )  # fmt: skip


def _conditions(
    s: Battle,
    f: Field,
    firer: Firer,
    own: ShotConditions,
    target: Target,
    men: list[Unit],
    cover: tuple[Modifier, ...],
) -> ShotConditions:
    """RV-C5.1, RV-C6.1, RV-A5.131 The facts that the cases ask for: the firer's own, and those of target and line."""
    at, vehicle, type = target.at, target.vehicle, own.target_type
    aimed = stand_of(f, s.vehicles[vehicle]) if vehicle else at
    conditions = replace(
        own,
        range=f.range(firer.at, at),
        same_hex=f.hex_of[firer.at] == f.hex_of[at],
        acquired=0 if firer.light else acquired(s, firer.weapon, target, type),
        crowd=crowd_seen(s, f, at, other(firer.side)) if men and type != VEHICLE else 0,
        tem=cover if type == INFANTRY else (),
        hindrance=(*current_sight.hindrance(s, f, firer.eye, aimed), *low_visibility(s, f, firer.observer, at)),
    )
    conditions = at_moving_men(s, conditions, men)
    return at_vehicle(s, f, conditions, vehicle, firer.at, cover) if vehicle else conditions
