"""The cover of a Location (chapters B.1, B9, B10.3, B23.1)."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import Location
from sandtable.games.vengeance.map.line_of_sight import Sight
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.fire.aim_points import corners, line
from sandtable.games.vengeance.rules.fortifications.strongholds import fortified_tem, pillbox_tem
from sandtable.games.vengeance.rules.ordnance.shields import gun_cover
from sandtable.games.vengeance.rules.terrain.wall_advantage import (
    all_hold,
    cover_without_wall,
    hexside_cover,
    holder_cover,
)
from sandtable.games.vengeance.rules.units.kinds import entrenched, held, in_water, weapon_type
from sandtable.games.vengeance.rules.vehicles.under_fire.shelter import behind_armour
from sandtable.kernel.journal import Modifier

_FOXHOLE = 2


def tem(s: Battle, f: Field, at: str, target: str) -> list[Modifier]:
    """RV-B.1, RV-B9.1, RV-B9.23, RV-B29.1, RV-B23.1, RV-B23.9, RV-B30.1, RV-B10.31, RV-BRV12.3a, RV-BRV12.4, RV-B6.1

    The cover of a Location against fire.
    """
    if s.skirting:
        at, target = line(s, f, at, target)
    place = f.place(target)
    if place.kind == "pillbox":
        return pillbox_tem(s, f, at, target)
    sight = f.los(at, target)
    holding = all_hold(s, f, target)
    best = _terrain_or_hexside(s, f, at, target, sight, holding)
    modifiers = [best] if best[0] else []
    if holding:
        return modifiers
    if _behind_the_reichstag(f, place, sight):
        modifiers.append((1, "RV-BRV12.3a", "walls of the Reichstag"))
    if s.works:
        modifiers += fortified_tem(s, target)
    if s.vehicles and not any(m[0] > 0 for m in modifiers) and place.kind in ("ground", "bridge"):
        behind = behind_armour(s, target)
        modifiers = behind or modifiers  # RV-B7.1 a wreck takes the -1 of a boulevard away
    if (
        not any(m[0] > 0 for m in modifiers)
        and f.level_of[target] >= f.level_of[at] + 2
        and not _walks_the_roof(s, place)
    ):
        modifiers.append((1, "RV-B10.31", "height advantage"))
    return modifiers


def _terrain_or_hexside(s: Battle, f: Field, at: str, target: str, sight: Sight, holding: bool) -> Modifier:
    """RV-B.1, RV-B9.1, RV-B9.23, RV-B6.1, RV-BRV12.4 The TEM of the terrain, or of the wall that the fire crosses."""
    terrain, place = f.terrain_of[target], f.place(target)
    value = terrain.tem
    if place.terrain == "SHELLHOLES" or (place.kind == "bridge" and _along_the_road(f, place, sight)):
        value = 0  # shellholes are only for those who use them: `personal`
    if holding:
        value = min(value, 0)  # RV-B9.23
    inside: Modifier = (value, "RV-B.1", terrain.told)
    if place.kind == "ground" and sight.enters:
        return hexside_cover(s, f, target, sight.enters, inside)
    if place.kind == "roof" and f.hex_of[at] != place.hex and "TOWER" in f.ground.hexes[place.hex].features:
        return components().terrain["WALL"].tem, "RV-BRV12.4", "parapet of the tower"
    return inside


def _behind_the_reichstag(f: Field, place: Location, sight: Sight) -> bool:
    """RV-BRV12.3a Inside the Reichstag, under fire through its outer wall."""
    building = f.ground.buildings.get(f.ground.hexes[place.hex].building)
    if building is None or building.kind != "reichstag" or place.kind not in ("ground", "level", "cellar"):
        return False
    return bool(sight.enters) and not any("BUILDING" in f.ground.sides[place.hex][d] for d in sight.enters)


def _walks_the_roof(s: Battle, place: Location) -> bool:
    """RV-B10.31 Whether the stack that moves is on this rooftop: there its height is no cover."""
    if place.kind != "roof" or s.phase != "MPh" or s.move is None or not s.move.units:
        return False
    return s.units[s.move.units[0]].at == place.id


HAZARDOUS = ("hazardous", "climb", "swim")
"""RV-A4.62 Ways to spend the Movement Phase in which one is an easy target."""


def exposure(s: Battle) -> list[Modifier]:
    """RV-A8.1, RV-A4.62 What a moving stack gives away: no assault movement, or hazardous movement instead."""
    if s.move is None or s.move.mode == "assault":
        return []
    if s.move.mode in HAZARDOUS:
        return [(-2, "RV-A4.62", "hazardous movement")] if s.move.mode == "hazardous" else []
    return [(-1, "RV-A8.1", "no assault movement")]


def personal(
    s: Battle, f: Field, unit: Unit, cover: int, moving: bool, open_line: bool, places: Collection[str] = ()
) -> tuple[Modifier, ...]:
    """RV-A8.1, RV-A4.3, RV-B2.1, RV-B3.1, RV-B9.23, RV-P5.1, RV-A22.1 What holds for one target only.

    The fire comes from `places`.
    """
    terrain = f.terrain_of[corners(unit)[0] if unit.bypass else unit.at]
    street = moving and _crosses_narrow_street(s, f)
    modifiers, cover = _lost_cover(s, f, unit, cover, street, places)
    if unit.climbing or in_water(unit):
        clause, reason = ("RV-B11.1", "on the cliff") if unit.climbing else ("RV-B21.1", "in the water")
        modifiers.append((-2 - max(cover, 0), clause, reason))
        return tuple(modifiers)
    sheltered = (unit.shellhole and cover <= 0 and not unit.wall) or entrenched(unit)
    moving = moving and not (s.move is not None and s.move.mode in HAZARDOUS)
    if entrenched(unit) and cover < _FOXHOLE:
        modifiers.append((_FOXHOLE - max(cover, 0), "RV-B27.1", "entrenchment"))
    elif sheltered and cover <= 0:
        modifiers.append((1, "RV-B2.1", "shellholes"))
    elif s.guns:
        modifiers += gun_cover(s, f, unit, cover, places)
    if moving and cover <= 0 and not sheltered and open_line and (street or terrain.open_ground):
        modifiers.append((-1, "RV-A8.1", "moving in the open"))
    if any(weapon_type(w).type == "FT" for w in held(s, unit.id)):
        modifiers.append((-1, "RV-A22.1", "carries a flamethrower"))
    return tuple(modifiers)


def _lost_cover(
    s: Battle, f: Field, unit: Unit, cover: int, street: bool, places: Collection[str]
) -> tuple[list[Modifier], int]:
    """RV-A4.3, RV-P5.1, RV-B9.22, RV-B9.23 What one target lacks of the cover of the others, and what is left."""
    lost: list[Modifier] = []
    if unit.bypass and cover > (outside := f.terrain_of[corners(unit)[0]].tem):
        lost.append((outside - cover, "RV-A4.3", "in bypass, outside the building"))
        cover = outside
    if street and cover > 0:
        lost.append((-cover, "RV-P5.1", "crossing a narrow street"))
        cover = 0
    if unit.wall and cover > 0 and not all_hold(s, f, unit.at):
        own, clause, reason = holder_cover(s, f, unit, places), "RV-B9.23", "wall advantage"
    elif unit.sheltered and cover > 0 and unit.at in f.walled:
        own, clause, reason = cover_without_wall(s, f, unit, places, cover), "RV-B9.22", "uses the cover inside"
    else:
        return lost, cover
    if own < cover:
        lost.append((own - cover, clause, reason))
    return lost, min(own, cover)


def _crosses_narrow_street(s: Battle, f: Field) -> bool:
    """RV-P5.1 Whether the expenditure of the moving stack has led it over a narrow street: that is Open Ground."""
    if s.move is None or not s.move.crossing:
        return False
    return "NARROW_STREET" in f.ground.crossed_features(s.move.crossing)


def _along_the_road(f: Field, place: Location, sight: Sight) -> bool:
    """RV-B6.1, RV-BRV11.312 Fire along the road over a bridge meets no railing; wreckage covers a Partial one."""
    if "BRIDGE_PARTIAL" in f.ground.hexes[place.hex].features:
        return False
    return any("BRIDGE" in f.ground.sides[place.hex][d] for d in sight.enters)
