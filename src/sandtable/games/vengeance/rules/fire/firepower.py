"""Firepower and modifiers of a fire attack (chapters A7.2, A7.10, A7.9): what everybody can add up before the roll."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import msgspec

from sandtable.games.vengeance.components import COLUMNS, CREW, components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.current_sight import hindrance
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import low_visibility, only_a_flash
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.model.conditions import FOG, MIST
from sandtable.games.vengeance.rules.fire.kinds import ADVANCING, HALVED, SUBSEQUENT, shooter
from sandtable.games.vengeance.rules.morale.leaders import leadership
from sandtable.games.vengeance.rules.morale.level import inexperienced, is_fanatic
from sandtable.games.vengeance.rules.terrain.cover import exposure, tem
from sandtable.games.vengeance.rules.units.kinds import (
    is_hero,
    is_leader,
    is_mmc,
    other,
    type_of,
    units_at,
    weapon_type,
)
from sandtable.games.vengeance.rules.units.stacking import crowding, overstacked
from sandtable.kernel.modifiers import Modifier, total


class Power(msgspec.Struct, frozen=True, gc=False):
    """RV-A7.2, RV-A.2 The firepower of one firer against one Location, with every factor, as an exact number."""

    firer: str
    fp: float
    factors: tuple[tuple[float, str, str], ...]


# -- firepower -------------------------------------------------------------------------------------------------------


def range_factor(f: Field, at: str, target: str, normal: int) -> tuple[float, str, str] | None:
    """RV-A7.2, RV-A7.21, RV-A7.22, RV-B23.22 PBF, TPBF, long range; None beyond double Normal Range."""
    if at == target:
        return 3.0, "RV-A7.2", "triple point blank"
    distance = f.range(at, target)
    if distance <= 1 and abs(f.level_of[at] - f.level_of[target]) <= 2:
        return 2.0, "RV-A7.2", "point blank"
    if distance <= normal:
        return 1.0, "", ""
    return (0.5, "RV-A7.2", "long range") if distance <= 2 * normal else None


def power(s: Battle, f: Field, firer: str, target: str, kind: str) -> Power | None:
    """RV-A7.2 to RV-A7.36 The firepower of a unit or machine gun; None if it cannot reach."""
    weapon = s.weapons.get(firer)
    unit = shooter(s, firer)
    base, normal = _printed_power(unit, weapon)
    by_range = range_factor(f, unit.at, target, normal)
    if by_range is None or (kind == SUBSEQUENT and by_range[0] < 1):
        return None
    factors = [by_range] if by_range[1] else []
    if kind in HALVED:
        factors.append((0.5, *HALVED[kind]))
    if unit.pinned:
        factors.append((0.5, "RV-A7.8", "pinned firer"))
    if weapon is not None and is_leader(unit):
        factors.append((0.5, "RV-A7.35", "leader with a machine gun"))
    if _is_dash_seen_across(s, f, unit.at, target):
        factors.append((0.5, "RV-A4.63", "dash across the road"))
    if is_area_target(s, target, unit.side):
        factors.append((0.5, "RV-A12.1", "concealed target"))
    elif s.night is not None and only_a_flash(s, f, unit.at, target):
        factors.append((0.5, "RV-E1.8", "a Gunflash beyond the NVR"))
    fp = float(base)
    for factor in factors:
        fp *= factor[0]
    if kind == ADVANCING and weapon is None and type_of(unit).assault_fire and not unit.pinned and by_range[0] >= 1:
        factors.append((1, "RV-A7.36", "assault fire, added"))
        fp = float(ceil(fp + 1))
    return Power(firer, fp, tuple(factors))


def _printed_power(unit: Unit, weapon: Weapon | None) -> tuple[int, int]:
    """RV-A7.2, RV-A17.1 FP and Normal Range as printed on the weapon or the unit; on a hero's other side if wounded."""
    if weapon is not None:
        gun = weapon_type(weapon)
        return gun.fp, gun.range
    type = type_of(unit)
    return (type.wounded_fp, type.wounded_range) if is_hero(unit) and unit.wounded else (type.fp, type.range)


def _is_dash_seen_across(s: Battle, f: Field, at: str, target: str) -> bool:
    """RV-A4.63 Whether men dash over the road of the target and the line does not come along it."""
    if s.move is None or s.move.mode != "dash" or not s.move.units or s.units[s.move.units[0]].at != target:
        return False
    return not any("ROAD" in f.ground.sides[f.hex_of[target]][d] for d in f.los(at, target).enters)


def is_area_target(s: Battle, target: str, side: str) -> bool:
    """RV-A12.1 Whether a side sees nobody but `?` counters in its target: in First Fire only the stack that moves."""
    units = s.units
    move = s.move
    ids = move.units if s.phase == "MPh" and move is not None and s.side != side else s.at.get(target, ())
    if any((u := units[id]).side != side and not u.concealed and not u.hidden for id in ids):
        return False
    if any(units[id].concealed for id in ids):
        return True
    return bool(s.vehicles) and _is_covered_vehicle(s, target, side)


def _is_covered_vehicle(s: Battle, target: str, side: str) -> bool:
    """RV-A12.1 Whether all vehicles that fire at a Location is about are under `?`; in First Fire the one driven."""
    driven = s.drive.vehicle if s.phase == "MPh" and s.drive is not None and s.side != side else ""
    seen = [
        v for v in s.vehicles.values()
        if v.at == target and v.side != side and not (v.wreck or v.hidden) and (not driven or v.id == driven)
    ]  # fmt: skip
    return bool(seen) and all(v.concealed for v in seen)


def column_for(fp: float) -> int:
    """RV-A7.1 The index of the highest column that the firepower reaches, -1 below the first."""
    found = -1
    for index, column in enumerate(COLUMNS):
        if column <= fp:
            found = index
    return found


# -- modifiers -------------------------------------------------------------------------------------------------------


def modifiers(
    s: Battle, firers: list[str], target: str, leaders: list[str], moving: bool
) -> tuple[list[Modifier], int, int]:
    """RV-A7.10, RV-A.5, RV-A7.5, RV-A7.52, RV-Z5 The DRM, the cover of the target, and the points of hindrance.

    Of several Locations the worst hindrance and the lowest cover hold.
    """
    f = field_of(s)
    places = list(dict.fromkeys(shooter(s, id).at for id in firers))
    covers = [tem(s, f, at, target) for at in places]
    cover = min(covers, key=lambda mods: total(mods))
    hindrances = max((hindrance(s, f, at, target) for at in places), key=lambda mods: total(mods))
    drm = [*cover, *hindrances]
    if s.night is not None or s.rain or s.weather in (FOG, MIST):
        drm += max((low_visibility(s, f, at, target) for at in places), key=lambda mods: total(mods))
    units = [shooter(s, id) for id in firers]
    if leaders:
        worst = max((leadership(s.units[id]) for id in leaders), default=0)
        drm.append((worst, "RV-A7.53", "leadership"))
    drm += firer_modifiers(s, f, firers)
    drm += crowding(s, f, target, other(units[0].side))
    if moving:
        drm += exposure(s)
    return drm, total(cover), total(hindrances)


def firer_modifiers(s: Battle, f: Field, firers: Sequence[str]) -> list[Modifier]:
    """RV-A7.10, RV-A4.51, RV-A5.12, RV-A7.7, RV-A15.2, RV-A21.1, RV-A21.13, RV-B26.1 What the firers bring along.

    It holds for everything that men fire or throw by the IFT.
    """
    units = [shooter(s, id) for id in firers]
    drm: list[Modifier] = []
    if any(unit.cx for unit in units):
        drm.append((1, "RV-A4.51", "counter-exhausted firer"))
    if any(is_hero(unit) or (unit.heroic and id in s.weapons) for unit, id in zip(units, firers, strict=True)):
        drm.append((-1, "RV-A15.2", "hero"))
    if any(w is not None and captured(shooter(s, w.id), w) for w in map(s.weapons.get, firers)):
        drm.append((2, "RV-A21.1", "captured weapon"))
    if any(id in s.weapons and not qualified(s.units[s.weapons[id].holder], s.weapons[id]) for id in firers):
        drm.append((2, "RV-A21.13", "not trained for the weapon"))
    if any(unit.wired for unit in units):
        drm.append((1, "RV-B26.1", "on wire"))
    if any(unit.encircled for unit in units):
        drm.append((1, "RV-A7.7", "encircled firer"))
    over = max(overstacked(s, f, at, units[0].side) for at in dict.fromkeys(unit.at for unit in units))
    if over:
        drm.append((over, "RV-A5.12", "overstacked firers"))
    return drm


def captured(unit: Unit, weapon: Weapon) -> bool:
    """RV-A21.1, RV-RePh8.6144, RV-BRV8.504 A weapon of enemy make; to a Gestapo leader every weapon is strange."""
    return unit.side != weapon_type(weapon).side or type_of(unit).gestapo


def elimination_number(unit: Unit, weapon: Weapon) -> int:
    """RV-A21.1 The DR that uses up a weapon, two lower if it is captured."""
    return weapon_type(weapon).x - 2 * captured(unit, weapon)


def qualified(unit: Unit, weapon: Weapon) -> bool:
    """RV-A21.13 Who may use a weapon without penalty: a LMG everybody, others the better classes and crews."""
    if weapon_type(weapon).type == "LMG" or not is_mmc(unit):
        return True
    return type_of(unit).kind == CREW or type_of(unit).grade in ("E", "1")


def may_cower(s: Battle, firers: list[str]) -> bool:
    """RV-A7.9, RV-A25.232 One MMC that is neither fanatic nor berserk nor in a human wave is enough."""
    units = {id: shooter(s, id) for id in firers}
    return any(is_mmc(u) and not is_fanatic(s, u) and not (u.berserk or u.wave) for u in units.values())


def cowers_twice(s: Battle, firers: list[str]) -> bool:
    """RV-A7.9, RV-A19.3 Inexperienced firers go down two columns."""
    return any(is_mmc(u) and inexperienced(s, u) for u in (shooter(s, id) for id in firers))


def result_of(column: int, final: int) -> str:
    """RV-A7.1 The cell of the IFT; column is an index, -1 has no effect."""
    return "-" if column < 0 else components().ift[COLUMNS[column]][min(max(final, 0), 15)]


def target_units(s: Battle, target: str, side: str, inside: bool = False) -> list[Unit]:
    """RV-A7.4 Whom fire at a Location hits: its enemies; from outside also one's own men who are among them.

    RV-A12.2 Hidden ones too, if the fire has an effect.
    """
    here = units_at(s, target)
    if not inside and any(u.side == side for u in here):
        return here
    return [u for u in here if u.side != side and not u.melee]


def enemy_places(s: Battle, side: str) -> list[str]:
    """RV-A7.4, RV-A12.1 Locations with enemies of a side that fire can hit: Known ones or `?` counters."""
    units = s.units
    places = []
    for at, ids in s.at.items():
        for id in ids:
            unit = units[id]
            if unit.side != side and not unit.melee and not unit.hidden:
                places.append(at)
                break
    if s.vehicles:
        covered = sorted({v.at for v in s.vehicles.values() if v.side != side and v.concealed and v.at and not v.wreck})
        places += [at for at in covered if at not in places]
    return places
