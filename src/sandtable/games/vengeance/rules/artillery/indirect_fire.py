"""Indirect fire (chapters B23.3, C1.5): what comes from above, on whole hexes, on friend and foe alike."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.vengeance.components import COLUMNS, components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import CELLAR, CULVERT, LEVEL, PILLBOX, ROOF
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire.aim_points import corners
from sandtable.games.vengeance.rules.fire.results import apply_result
from sandtable.games.vengeance.rules.fortifications.strongholds import fortified_tem, pillbox_at
from sandtable.games.vengeance.rules.ordnance.shields import gun_cover
from sandtable.games.vengeance.rules.ordnance.to_hit import hit_location
from sandtable.games.vengeance.rules.terrain.wall_advantage import wall_indirect
from sandtable.games.vengeance.rules.units.kinds import entrenched
from sandtable.games.vengeance.rules.units.stacking import crowding
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle, tell, uncover_vehicle
from sandtable.games.vengeance.rules.vehicles.crews.inherent import crew_under_fire
from sandtable.games.vengeance.rules.vehicles.crews.passengers import protected
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, carries_riders, is_afv, kind_of, vehicles_at
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import suffer
from sandtable.kernel.modifiers import Modifier, total

_DEEP = 4
"""RV-B27.1 The cover of a foxhole against what comes from above."""
_SAFE = (CELLAR, CULVERT)
_DUG_IN, _HATCH = 2, 2


def indirect_cover(f: Field, at: str) -> list[Modifier]:
    """RV-B23.31, RV-B23.32, RV-B23.8, RV-O6.4, RV-BRV12.2, RV-BRV12.4, RV-BRV12.5 Indirect TEM.

    That of the building, and each level of it above.
    """
    place, hex, terrain = f.place(at), f.hex(at), f.terrain_of[at]
    if place.kind == ROOF and "TOWER" in hex.features:
        return [(components().terrain["WALL"].tem_indirect, "RV-BRV12.4", "parapet of the tower")]
    if place.kind == ROOF or place.terrain == "SHELLHOLES":
        return []
    modifiers: list[Modifier] = []
    if terrain.tem_indirect:
        clause, reason = "RV-B23.31" if hex.building else "RV-C1.5", terrain.told
        modifiers.append((terrain.tem_indirect, clause, reason))
    if "DIET" in hex.features:
        modifiers.append((-1, "RV-BRV12.5", "no roof"))
    elif hex.building:
        roofless = "ROOFLESS" in hex.features
        if roofless and place.floor == hex.floors:
            modifiers.append((-1, "RV-BRV12.2", "no roof"))
        above = hex.floors - place.floor - (1 if roofless and place.floor < hex.floors else 0)
        if place.kind in ("ground", LEVEL) and above > 0:
            modifiers.append((above, "RV-B23.31", "levels above"))
        elif place.kind == CELLAR:
            modifiers.append((1 + hex.floors - roofless, "RV-O6.4", "levels above"))
    return modifiers


def cover_from_above(s: Battle, f: Field, at: str) -> list[Modifier]:
    """RV-B30.1, RV-B23.9 Indirect TEM with what was built there: a pillbox its second number, a fort one more."""
    if f.place(at).kind == PILLBOX:
        work = pillbox_at(s, at)
        return [(components().fortifications[work.type].nca_tem, "RV-B30.1", "pillbox")] if work is not None else []
    return [*indirect_cover(f, at), *(fortified_tem(s, at) if s.works else [])]


def indirect_groups(
    s: Battle, f: Field, units: list[Unit], cover: int, moving: bool
) -> tuple[tuple[tuple[str, ...], tuple[Modifier, ...]], ...]:
    """RV-C1.5, RV-B27.1, RV-B2.1, RV-A5.131 The units of a Location by what protects each; else FFMO and crowds."""
    groups: dict[tuple[Modifier, ...], list[str]] = {}
    for unit in units:
        own = (*indirect_personal(s, f, unit, cover, moving), *crowding(s, f, unit.at, unit.side))
        groups.setdefault(own, []).append(unit.id)
    return tuple((tuple(ids), own) for own, ids in groups.items())


def indirect_personal(
    s: Battle, f: Field, unit: Unit, cover: int, moving: bool, places: Collection[str] = ()
) -> tuple[Modifier, ...]:
    """RV-C1.5, RV-A4.3, RV-B9.1, RV-B9.23, RV-B26.1, RV-B27.1, RV-B2.1, RV-C2.5 What holds for one unit.

    The indirect fire comes from `places`, or from off the map.
    """
    own: list[Modifier] = []
    terrain = f.terrain_of[corners(unit)[0] if unit.bypass else unit.at]
    if unit.bypass and cover > terrain.tem_indirect:
        own.append((terrain.tem_indirect - cover, "RV-A4.3", "in bypass, outside the building"))
        cover = terrain.tem_indirect
    wall = wall_indirect(s, f, unit, places) if unit.at in f.walled else 0
    if unit.wall and (less := wall - max(cover, 0)):
        own.append((less, "RV-B9.23", "wall advantage"))
        cover += less
    elif wall > max(cover, 0) and not entrenched(unit):
        own.append((wall - max(cover, 0), "RV-B9.1", "wall"))
        cover = wall
    if entrenched(unit) and cover < _DEEP:
        own.append((_DEEP - max(cover, 0), "RV-B27.1", "foxhole"))
    elif unit.shellhole and cover <= 0 and not unit.wall:
        own.append((1, "RV-B2.1", "shellholes"))
    elif s.guns and (shelter := gun_cover(s, f, unit, cover, ())):
        own += shelter
    elif moving and cover <= 0 and terrain.open_ground:
        own.append((-1, "RV-C1.5", "moving in the open"))
    return tuple(own)


def exposed(f: Field, hex: str) -> list[str]:
    """RV-C1.5 The Locations of a hex that indirect fire reaches: all but cellars and sewers."""
    return [at for at in f.ground.of_hex[hex] if at in f.steps and f.place(at).kind not in _SAFE]


def vehicle_modifiers(lowest_hull: int, open_topped: bool) -> list[Modifier]:
    """RV-C1.51 What a vehicle's own build adds to the DR; the indirect TEM of its Location comes besides."""
    table = components().oba.vehicles
    modifiers: list[Modifier] = []
    if lowest_hull >= table.thick_from:
        modifiers.append((table.thick, "RV-C1.51", "thick hull"))
    elif lowest_hull <= table.thin_to:
        modifiers.append((table.thin, "RV-C1.51", "thin hull"))
    if open_topped:
        modifiers.append((table.open_topped, "RV-C1.51", "open-topped"))
    return modifiers


def vehicle_result(column_fp: int, dice: tuple[int, int], modifiers: list[Modifier]) -> str:
    """RV-C1.51 "burn", "eliminate", "immobilize" (hull), "shock" (turret) or "" for an AFV."""
    number = dict(components().oba.vehicles.k_number)[column_fp]
    final = sum(dice) + total(modifiers)
    if 2 * final <= number:
        return "burn"
    if final < number:
        return "eliminate"
    if final <= number + 1:
        return "shock" if dice[0] < dice[1] else "immobilize"
    return ""


def strike_vehicles(s: Battle, at: str, column: int, dice: tuple[int, int], clause: str = "RV-C1.51") -> None:
    """RV-C1.51, RV-C3.2 Vehicles of both sides under indirect or Area fire: one Original DR, DRM of their own."""
    if column < 0 or not s.vehicles:
        return
    for vehicle in vehicles_at(s, at):
        strike_vehicle(s, vehicle.id, column, dice, clause)


def strike_vehicle(s: Battle, id: str, column: int, dice: tuple[int, int], clause: str = "RV-C1.51") -> None:
    """RV-C1.51, RV-B9.23, RV-D5.1, RV-D6.3 One vehicle; a CE crew and passengers are attacked as personnel.

    Its cover is theirs; behind armour they have at least that of their hatches.
    """
    vehicle = s.vehicles[id]
    type = kind_of(vehicle)
    inside = vehicle.bypass < 0 and not vehicle.wall  # RV-B9.23
    modifiers = cover_from_above(s, field_of(s), vehicle.at) if inside else []
    in_hatches = firepower.result_of(column, sum(dice) + max(_HATCH, total(modifiers)))
    if vehicle.ce and is_afv(vehicle):
        uncover_vehicle(s, id, in_hatches)
        crew_under_fire(s, id, in_hatches)
    armoured = is_afv(vehicle) and not carries_riders(vehicle)
    on_men = in_hatches if armoured else firepower.result_of(column, sum(dice) + total(modifiers))
    apply_result(s, on_men, [u.id for u in aboard(s, id) if not protected(s, u)])
    if vehicle.dug_in:
        modifiers.append((_DUG_IN, "RV-D9.5", "dug in"))
    if type.unarmored:
        result = _soft_result(COLUMNS[column], sum(dice) + total(modifiers))
    else:
        modifiers += vehicle_modifiers(min(type.front, type.side_armor), type.open_topped)
        result = vehicle_result(COLUMNS[column], dice, modifiers)
    if result:
        reveal_vehicle(s, id, clause)
    tell(
        s, clause, "shelled", id, target=vehicle.at, dice=dice, modifiers=modifiers,
        final=sum(dice) + total(modifiers), column=COLUMNS[column], result=result or "no effect",
    )  # fmt: skip
    suffer(s, id, result, hit_location(dice), clause)


def _soft_result(column: int, final: int) -> str:
    """RV-C1.51, RV-C7.4 The unarmored line: at most its number eliminates, at most half of it burns."""
    number = components().ordnance.unarmored_line[column]
    return "burn" if 2 * final <= number else "eliminate" if final <= number else ""
