"""Firepower and modifiers of a fire attack (A7.2, A7.10, A8.1, B): what everybody can add up before the roll."""

from __future__ import annotations

from math import ceil

import msgspec

from sandtable.games.vengeance.components import COLUMNS, components
from sandtable.games.vengeance.conditions import FOG, MIST
from sandtable.games.vengeance.field import Field, field_of
from sandtable.games.vengeance.model import FINAL, FIRST, OPPORTUNITY, PREP, Battle, Unit, Weapon
from sandtable.games.vengeance.rules.aiming import alone_outside, line, outside_at, places_outside
from sandtable.games.vengeance.rules.blast import burst_hindrance
from sandtable.games.vengeance.rules.cover import exposure as exposure
from sandtable.games.vengeance.rules.cover import personal as personal
from sandtable.games.vengeance.rules.cover import tem as tem
from sandtable.games.vengeance.rules.screens import smoke_hindrance
from sandtable.games.vengeance.rules.units import (
    armed,
    crowd_seen,
    good_order,
    halves,
    in_water,
    inexperienced,
    is_fanatic,
    is_hero,
    is_leader,
    is_mmc,
    leadership,
    overstacked,
    type_of,
    units_at,
    weapon_type,
)  # fmt: skip
from sandtable.games.vengeance.rules.vehicles.shelter import vehicle_hindrance
from sandtable.games.vengeance.rules.vehicles.streets import sees_into_street
from sandtable.games.vengeance.rules.visibility import haze, in_view, low_visibility, only_a_flash
from sandtable.kernel.journal import Modifier

PREP_FIRE, ADVANCING, OPPORTUNITY_FIRE = "prep fire", "advancing fire", "opportunity fire"
FIRST_FIRE, SUBSEQUENT, FPF = "first fire", "subsequent first fire", "final protective fire"
BOUNDING = "bounding first fire"
FINAL_FIRE, FINAL_ADJACENT = "final fire", "final fire of first firers"
MARKS = {
    PREP_FIRE: PREP, ADVANCING: PREP, OPPORTUNITY_FIRE: PREP, FIRST_FIRE: FIRST,
    SUBSEQUENT: FINAL, FPF: FINAL, FINAL_FIRE: FINAL, FINAL_ADJACENT: FINAL,
}  # fmt: skip
HALVED = {
    ADVANCING: ("RV-A7.24", "advancing fire"),
    SUBSEQUENT: ("RV-A8.3", "subsequent first fire"),
    FPF: ("RV-A8.31", "final protective fire"),
    FINAL_ADJACENT: ("RV-A8.4", "marked First Fire"),
}
SUSTAINED = (SUBSEQUENT, FPF, FINAL_ADJACENT)
_TOO_MUCH = 6


class Power(msgspec.Struct, frozen=True, gc=False):
    """RV-A7.2, RV-A.2 The firepower of one firer against one Location, with every factor, as an exact number."""

    firer: str
    fp: float
    factors: tuple[tuple[float, str, str], ...]


# -- firepower -------------------------------------------------------------------------------------------------------


def shooter(s: Battle, firer: str) -> Unit:
    """The unit that fires: itself, the holder of the weapon, or the crew of the Gun."""
    unit = s.units.get(firer)
    if unit is not None:
        return unit
    weapon = s.weapons.get(firer)
    return s.units[weapon.holder if weapon is not None else s.guns[firer].crew]


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
    type = type_of(unit)
    if weapon is not None:
        base, normal = weapon_type(weapon).fp, weapon_type(weapon).range
    elif is_hero(unit) and unit.wounded:
        base, normal = type.wounded_fp, type.wounded_range
    else:
        base, normal = type.fp, type.range
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
    if s.move is not None and s.move.mode == "dash" and s.move.units and s.units[s.move.units[0]].at == target:
        enters = f.los(unit.at, target).enters
        if not any("ROAD" in f.ground.sides[f.hex_of[target]][d] for d in enters):
            factors.append((0.5, "RV-A4.63", "dash across the road"))
    if is_area_target(s, target, unit.side):
        factors.append((0.5, "RV-A12.1", "concealed target"))
    elif s.night is not None and only_a_flash(s, f, unit.at, target):
        factors.append((0.5, "RV-E1.8", "a Gunflash beyond the NVR"))
    fp = float(base)
    for factor in factors:
        fp *= factor[0]
    if kind == ADVANCING and weapon is None and type.assault_fire and not unit.pinned and by_range[0] >= 1:
        factors.append((1, "RV-A7.36", "assault fire, added"))
        fp = float(ceil(fp + 1))
    return Power(firer, fp, tuple(factors))


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


# -- who may fire, and how -------------------------------------------------------------------------------------------


def can_fire(unit: Unit) -> bool:
    """RV-A1.4, RV-B11.1, RV-B21.1 A unit that could fire at all: unbroken, not in Melee, not TI, on firm ground."""
    busy = unit.broken or unit.melee or unit.ti or unit.climbing or unit.cloak
    return not (busy or in_water(unit)) and unit.at != ""


Spent = dict[str, list[str]]
"""RV-A7.35 By unit: its weapons that have been fired."""


def spent_weapons(s: Battle) -> Spent:
    """RV-A7.35 Who has fired which of his weapons: looked up once where many units are asked."""
    found: Spent = {}
    for weapon in s.weapons.values():
        if weapon.holder and (weapon.used or weapon.fired):
            found.setdefault(weapon.holder, []).append(weapon.id)
    return found


def kind_of_unit(s: Battle, f: Field, unit: Unit, target: str) -> str:
    """RV-A3.2, RV-A3.4, RV-A3.5, RV-A8.1 How a unit would fire its own FP at a Location now; "" if it may not."""
    return kind_when_marked(s, f, unit, marker_of_unit(s, unit, spent_weapons(s)), target)


def marker_of_unit(s: Battle, unit: Unit, spent: Spent) -> str | None:
    """RV-A7.35 The fire marker under which a unit would fire its own FP; None if it cannot fire at whatever target."""
    return unit.fired if can_fire(unit) and not is_leader(unit) and _has_use(s, unit, None, spent) else None


def kind_of_weapon(s: Battle, f: Field, weapon: Weapon, target: str) -> str:
    """RV-A7.35, RV-A9.2, RV-A9.3 How a machine gun would fire; a used one only beside its operator's own fire."""
    holder = s.units.get(weapon.holder)
    if holder is None:
        return ""
    return kind_when_marked(s, f, holder, marker_of_weapon(s, f, weapon, spent_weapons(s)), target)


def marker_of_weapon(s: Battle, f: Field, weapon: Weapon, spent: Spent) -> str | None:
    """RV-A7.35, RV-A9.2 The fire marker under which a machine gun would fire; None if it cannot at whatever target."""
    type = weapon_type(weapon)
    if not type.is_mg or weapon.malfunctioned or not weapon.holder:
        return None
    unit = s.units[weapon.holder]
    if not can_fire(unit) or not _has_use(s, unit, weapon, spent):
        return None
    if s.phase == "AFPh" and weapon.carried and type.type != "LMG":
        return None  # RV-A4.41
    if type.type != "LMG" and f.terrain_of[unit.at].id == "POND":
        return None  # RV-B21.13, RV-BRV10.4
    if s.phase == "AFPh" and not weapon.fired and unit.fired == OPPORTUNITY:
        return OPPORTUNITY
    return weapon.fired


def _has_use(s: Battle, unit: Unit, weapon: Weapon | None, spent: Spent) -> bool:
    """RV-A7.35, RV-A7.351 A squad has its own FP and one weapon, or two weapons; all others only one of these."""
    weapons = min(1, unit.fausts)
    if unit.id in spent:
        weapons += sum(1 for id in spent[unit.id] if weapon is None or id != weapon.id)
    if s.guns:
        weapons += sum(1 for gun in s.guns.values() if gun.crew == unit.id and (gun.used or gun.fired))
    own = weapon is not None and unit.fired in (PREP, FIRST, FINAL) and not weapon.used and not weapon.fired
    if halves(unit) == 2:
        return weapons <= 1 if weapon is None else weapons + own < 2
    if weapon is None:
        return weapons == 0 or unit.fired in (FIRST, FINAL)
    return weapons == 0 and not own


def kind_when_marked(s: Battle, f: Field, unit: Unit, marked: str | None, target: str) -> str:
    """RV-A3.2, RV-A8.1 How a unit, or the weapon it fires, would fire at a Location under its fire marker."""
    if marked is None:
        return ""
    near = target == unit.at or target in f.adjacent[unit.at]
    if unit.berserk and not (near and s.phase in ("DFPh", "AFPh", "MPh")):
        return ""  # RV-A15.4
    attacker = unit.side == s.side
    if s.phase == "PFPh":
        return PREP_FIRE if attacker and not marked else ""
    if s.phase == "AFPh":
        if not attacker or marked not in ("", OPPORTUNITY):
            return ""
        return OPPORTUNITY_FIRE if marked == OPPORTUNITY else ADVANCING
    if attacker:
        return ""
    if s.phase == "DFPh":
        return FINAL_FIRE if not marked else FINAL_ADJACENT if marked == FIRST and near else ""
    if s.phase == "MPh":
        if not marked:
            return FIRST_FIRE
        if marked == FIRST:
            return SUBSEQUENT if _nothing_closer(s, f, unit, target) else ""
        return FPF if near and not unit.pinned else ""
    return ""


def _nothing_closer(s: Battle, f: Field, unit: Unit, target: str) -> bool:
    """RV-A8.3 No other Known armed enemy in its LOS is closer than the target."""
    distance = f.range(unit.at, target)
    for enemy in s.units.values():
        if enemy.side == unit.side or not enemy.at or enemy.concealed or enemy.hidden or enemy.at == target:
            continue
        if f.range(unit.at, enemy.at) < distance and armed(s, enemy) and f.los(unit.at, enemy.at).clear:
            return False
    return True


# -- modifiers -------------------------------------------------------------------------------------------------------


def hindrance(s: Battle, f: Field, at: str, target: str) -> list[Modifier]:
    """RV-A6.7, RV-A24.3, RV-B25.2, RV-C1.5 What hinders the line: smoke, fire and shell bursts included."""
    if outside_at(s, at, target):
        at, target = line(s, f, at, target)
    sight = f.los(at, target)
    found = list(sight.causes)
    if s.smoke or s.screens or any(state == 2 for state in s.flames.values()):
        found += smoke_hindrance(s, f, at, target)
    if s.vehicles:
        found += vehicle_hindrance(s, f, sight, at, target)
    if s.batteries:
        found += burst_hindrance(s, f, sight, min(f.level_of[at], f.level_of[target]))
    return found


def sees(s: Battle, f: Field, at: str, target: str) -> bool:
    """RV-A6.6, RV-A6.7, RV-E1.1, RV-E3.3 Whether there is a LOS now: not blocked, less than six hindrances, in view."""
    if outside_at(s, at, target):
        if s.vehicles and not _looks_into_streets(s, f, at, target):
            return False
        at, target = line(s, f, at, target)
    sight = f.los(at, target)
    if sight.blocked or (s.night is not None and not in_view(s, f, at, target)):
        return False
    if not s.smoke and not s.flames and not s.screens and not s.batteries and not s.vehicles and s.weather != FOG:
        return True
    fog = haze(s, f, at, target) if s.weather == FOG else 0
    return sum(m[0] for m in hindrance(s, f, at, target)) + fog < _TOO_MUCH


class Lookout:
    """RV-A6.6 The lines of sight of one moment: while nothing changes, what was seen once is seen again."""

    def __init__(self, s: Battle, f: Field) -> None:
        self._s, self._f = s, f
        self._outside = places_outside(s)
        self._seen: dict[tuple[str, str], bool] = {}

    def may_see(self, target: str, places: list[str]) -> list[str]:
        """From which Locations another may be seen: the map does not block the line, or somebody is in bypass."""
        if target in self._outside:
            return places
        able = self._f.los.open_to(target, places)
        if self._outside.isdisjoint(places):
            return able
        return [at for at in places if at in self._outside or at in able]

    def sees(self, at: str, target: str) -> bool:
        """Whether there is a LOS, looked for once."""
        known = self._seen.get((at, target))
        if known is None:
            ordinary = at not in self._outside and target not in self._outside
            shut = ordinary and bool(self._f.los(at, target).blocked)
            known = self._seen[at, target] = not shut and sees(self._s, self._f, at, target)
        return known


def _looks_into_streets(s: Battle, f: Field, at: str, target: str) -> bool:
    """RV-P5.122 A vehicle that is alone between two houses is in nobody's LOS but along the street and from above."""
    for here, there in ((at, target), (target, at)):
        vehicle = alone_outside(s, there)
        if vehicle is not None and not sees_into_street(f, here, vehicle):
            return False
    return True


def modifiers(
    s: Battle, firers: list[str], target: str, leaders: list[str], moving: bool
) -> tuple[list[Modifier], int, bool]:
    """RV-A7.10, RV-A.5, RV-A7.5, RV-A7.52, RV-Z5 The DRM, the cover of the target, and whether the line is open.

    Of several Locations the worst hindrance and the lowest cover hold.
    """
    f = field_of(s)
    places = list(dict.fromkeys(shooter(s, id).at for id in firers))
    covers = [tem(s, f, at, target) for at in places]
    cover = min(covers, key=lambda mods: sum(m[0] for m in mods))
    hindrances = max((hindrance(s, f, at, target) for at in places), key=lambda mods: sum(m[0] for m in mods))
    found = [*cover, *hindrances]
    if s.night is not None or s.rain or s.weather in (FOG, MIST):
        found += max((low_visibility(s, f, at, target) for at in places), key=lambda mods: sum(m[0] for m in mods))
    units = [shooter(s, id) for id in firers]
    if leaders:
        worst = max((leadership(s.units[id]) for id in leaders), default=0)
        found.append((worst, "RV-A7.53", "leadership"))
    if any(unit.cx for unit in units):
        found.append((1, "RV-A4.51", "counter-exhausted firer"))
    if any(is_hero(unit) or (unit.heroic and id in s.weapons) for unit, id in zip(units, firers, strict=True)):
        found.append((-1, "RV-A15.2", "hero"))
    if any(w is not None and captured(shooter(s, w.id), w) for w in map(s.weapons.get, firers)):
        found.append((2, "RV-A21.1", "captured weapon"))
    if any(id in s.weapons and not qualified(s.units[s.weapons[id].holder], s.weapons[id]) for id in firers):
        found.append((2, "RV-A21.13", "not trained for the weapon"))
    if any(unit.wired for unit in units):
        found.append((1, "RV-B26.1", "on wire"))
    if any(unit.encircled for unit in units):
        found.append((1, "RV-A7.7", "encircled firer"))
    over = max(overstacked(s, f, at, units[0].side) for at in places)
    if over:
        found.append((over, "RV-A5.12", "overstacked firers"))
    crowd = crowd_seen(s, f, target, _enemy(units[0].side))
    if crowd:
        found.append((-crowd, "RV-A5.131", "overstacked target"))
    if moving:
        found += exposure(s)
    return found, sum(m[0] for m in cover), not hindrances


def captured(unit: Unit, weapon: Weapon) -> bool:
    """RV-A21.1, RV-BRV8.504 A weapon of the enemy; to a Gestapo leader every weapon is strange."""
    return unit.side != weapon.side or type_of(unit).gestapo


def qualified(unit: Unit, weapon: Weapon) -> bool:
    """RV-A21.13 Who may use a weapon without penalty: a LMG everybody, others the better classes and crews."""
    if weapon_type(weapon).type == "LMG" or not is_mmc(unit):
        return True
    return type_of(unit).kind == "crew" or type_of(unit).grade in ("E", "1")


def _enemy(side: str) -> str:
    return "russian" if side == "german" else "german"


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
    found = []
    for at, ids in s.at.items():
        for id in ids:
            unit = units[id]
            if unit.side != side and not unit.melee and not unit.hidden:
                found.append(at)
                break
    if s.vehicles:
        covered = sorted({v.at for v in s.vehicles.values() if v.side != side and v.concealed and v.at and not v.wreck})
        found += [at for at in covered if at not in found]
    return found


def may_direct(s: Battle, leader: Unit, firers: list[str], kind: str) -> bool:
    """RV-A7.53 A leader directs one attack in a phase; marked, he goes on with the firers that he directed before."""
    if not is_leader(leader) or not good_order(leader) or leader.pinned or leader.ti or leader.id in firers:
        return False
    if any(w.holder == leader.id and (w.used or w.id in firers) for w in s.weapons.values()):
        return False
    before = s.directing.get(leader.id)
    if before is not None:
        return set(firers) <= set(before) and (kind in SUSTAINED or all(id in s.weapons for id in firers))
    return leader.fired in ("", OPPORTUNITY) if kind != ADVANCING else leader.fired == ""
