"""Who may fire, and in which way (chapters A3.2, A7.25, A7.35, A8, A9.3): the kinds of fire and their markers."""

from __future__ import annotations

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import FINAL, FIRST, OPPORTUNITY, PREP, Battle, Unit, Weapon
from sandtable.games.vengeance.model.traces import ShotsFired
from sandtable.games.vengeance.rules.units.enemies import enemies, is_armed, is_known
from sandtable.games.vengeance.rules.units.kinds import good_order, in_water, is_hero, is_leader, weapon_type
from sandtable.games.vengeance.rules.units.stacking import halves

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


def shooter(s: Battle, firer: str) -> Unit:
    """The unit that fires: itself, the holder of the weapon, or the crew of the Gun."""
    unit = s.units.get(firer)
    if unit is not None:
        return unit
    weapon = s.weapons.get(firer)
    return s.units[weapon.holder if weapon is not None else s.guns[firer].crew]


def fire_marker(s: Battle, side: str) -> str:
    """RV-A3.2 to RV-A3.5 The marker of what a side fires now: Prep, else First, else Final."""
    return PREP if side == s.side else FIRST if s.phase == "MPh" else FINAL


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
    """RV-A7.35, RV-A7.351 A squad has its own FP and one weapon, or two weapons; all others only one of these.

    A hero has his FP beside one machine gun.
    """
    weapons = min(1, unit.fausts) + unit.expended
    if unit.id in spent:
        weapons += sum(1 for id in spent[unit.id] if weapon is None or id != weapon.id)
    if s.guns:
        weapons += sum(1 for gun in s.guns.values() if gun.crew == unit.id and (gun.used or gun.fired))
    own = weapon is not None and unit.fired in (PREP, FIRST, FINAL) and not weapon.used and not weapon.fired
    if halves(unit) == 2:
        return weapons <= 1 if weapon is None else weapons + own < 2
    if is_hero(unit) and (weapon is None or weapon_type(weapon).is_mg):
        other_uses = weapons - sum(1 for id in spent.get(unit.id, ()) if weapon is None and _is_mg(s, id))
        return other_uses == 0
    if weapon is None:
        return weapons == 0 or unit.fired in (FIRST, FINAL)
    return weapons == 0 and not own


def _is_mg(s: Battle, weapon: str) -> bool:
    return weapon in s.weapons and weapon_type(s.weapons[weapon]).is_mg


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
    """RV-A8.3 No other Known armed enemy in its LOS is closer than the target, be it on foot or in a vehicle."""
    distance = f.range(unit.at, target)
    return not any(
        enemy.at != target and is_known(enemy) and f.range(unit.at, enemy.at) < distance and is_armed(s, enemy)
        and current_sight.sees(s, f, unit.at, enemy.at)
        for enemy in enemies(s, unit.side)
    )  # fmt: skip


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


# -- how often -------------------------------------------------------------------------------------------------------


def shots_of(s: Battle, firer: str, gun: bool = False) -> int:
    """RV-A8.1 How often a firer, or the main gun of a vehicle, has fired at the moving stack where it is now."""
    fired = s.shots.get(firer, ShotsFired())
    return fired.of_gun if gun else fired.number


def count_shot(s: Battle, firer: str, gun: bool = False) -> None:
    """RV-A8.1 A firer, or the main gun of a vehicle, has fired at the moving stack once more."""
    fired = s.shots.get(firer, ShotsFired())
    if gun:
        s.shots[firer] = ShotsFired(fired.number, fired.of_gun + 1)
    else:
        s.shots[firer] = ShotsFired(fired.number + 1, fired.of_gun)
