"""What carries a gun and who serves it: Guns with their crews, light mortars in hands (C2.1, C2.6, C5.5, C9.1, A21)."""

from __future__ import annotations

from functools import cache

from sandtable.games.vengeance.components import CREW, components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import FIRST, OPPORTUNITY, PREP, Battle, Unit, Weapon
from sandtable.games.vengeance.model.guns import Gun, GunType, Ordnance
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.units.counters import count, mark
from sandtable.games.vengeance.rules.units.kinds import good_order, held, type_of, weapon_type
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.rules.victory.casualty_points import MATERIEL, lose_points
from sandtable.kernel.state import replace

_LIGHT_MORTAR = "LIGHT_MTR"
_REST = 4
"""RV-C2.6 Player Turns from one shot of a 203mm Gun to the next: every other turn of its own."""


def gun_type(gun: Gun) -> GunType:
    """What is printed on a Gun."""
    return components().ordnance.guns[gun.type]


def is_light_mortar(weapon: Weapon) -> bool:
    """RV-C9.1 A mortar that is a support weapon; RV-A9.8 a dismantled one cannot fire."""
    return weapon_type(weapon).type == _LIGHT_MORTAR


@cache
def _of_gun(name: str, limbered: bool) -> Ordnance:
    """RV-C10.2 A limbered Gun fires by the values that its data give."""
    type = components().ordnance.guns[name]
    ready = Ordnance(
        calibre=type.calibre, barrel=type.barrel, rof=type.rof, b=type.b, arc=type.ca, ap=type.ap,
        special=type.special, mortar=type.is_mortar, min_range=type.min_range, max_range=type.max_range,
        ife=type.ife, tk_class=type.tk_class, tk_dice=type.tk_dice, intensive_fire=type.intensive_fire,
    )  # fmt: skip
    if not limbered or type.limbered is None:
        return ready
    less = type.limbered
    return replace(ready, calibre=less.calibre, barrel=less.barrel, rof=less.rof, b=less.b)


@cache
def _of_mortar(type: str) -> Ordnance:
    found = components().weapons[type]
    return Ordnance(
        calibre=found.calibre, barrel="*", rof=found.rof, b=found.b, ap=False, mortar=True,
        min_range=found.min_range, max_range=found.max_range,
    )  # fmt: skip


def ordnance_of(s: Battle, id: str) -> Ordnance:
    """What a Gun or light mortar fires with."""
    gun = s.guns.get(id)
    return _of_gun(gun.type, gun.limbered) if gun is not None else _of_mortar(s.weapons[id].type)


def crew_of(s: Battle, id: str) -> Unit | None:
    """RV-C2.1 The unit that serves a Gun, in its Location, or that holds a light mortar."""
    gun = s.guns.get(id)
    if gun is None:
        return s.units.get(s.weapons[id].holder)
    unit = s.units.get(gun.crew)
    return unit if unit is not None and unit.at == gun.at else None


def place_of(s: Battle, id: str) -> str:
    """Where a Gun or light mortar fires from."""
    gun = s.guns.get(id)
    return gun.at if gun is not None else s.units[s.weapons[id].holder].at


def owner_of(s: Battle, id: str) -> str:
    """The side that made it."""
    gun = s.guns.get(id)
    return gun.side if gun is not None else weapon_type(s.weapons[id]).side


def side_with(s: Battle, gun: Gun) -> str:
    """RV-A21.1 The side that has a Gun: that of its crew, wherever they are; its makers' while it has none."""
    return s.units[gun.crew].side if gun.crew in s.units else gun.side


def captured(s: Battle, id: str, unit: Unit) -> bool:
    """RV-A21.1 Served by the enemy of its makers; to a Gestapo leader every weapon is strange."""
    return unit.side != owner_of(s, id) or type_of(unit).gestapo


def unqualified(s: Battle, id: str, unit: Unit) -> bool:
    """RV-C2.1, RV-A21.13 Crews know Guns; a light mortar is known to the better classes as well."""
    if id in s.guns:
        return type_of(unit).kind != CREW
    return not firepower.qualified(unit, s.weapons[id])


# -- may it fire? ----------------------------------------------------------------------------------------------------


def guns_of(s: Battle, id: str) -> list[Gun]:
    """The Guns that a unit mans."""
    return [gun for gun in s.guns.values() if gun.crew == id]


def _hands_free(s: Battle, unit: Unit, id: str) -> bool:
    """RV-A7.35 A squad has two uses, its own FP among them; a half-squad, crew or man has one."""
    busy = sum(1 for w in held(s, unit.id) if w.id != id and (w.used or w.fired))
    busy += sum(1 for gun in guns_of(s, unit.id) if gun.id != id and (gun.used or gun.fired))
    busy += min(1, unit.fausts) + unit.expended
    if halves(unit) == 2:
        return busy + (unit.fired not in ("", OPPORTUNITY)) < 2
    return busy == 0 and unit.fired in ("", OPPORTUNITY)


def _marker(s: Battle, id: str) -> str:
    gun = s.guns.get(id)
    return gun.fired if gun is not None else s.weapons[id].fired


def usable(s: Battle, id: str) -> Unit | None:
    """RV-C2.1, RV-C10.2 The unit that could fire it: whole, in place, its crew unbroken and not busy otherwise."""
    gun = s.guns.get(id)
    if gun is not None:
        if gun.malfunctioned or gun.dm or gun.towed or not gun.at:
            return None
        if gun.limbered and gun_type(gun).limbered is None:
            return None
    elif s.weapons[id].malfunctioned or not s.weapons[id].holder:
        return None
    unit = crew_of(s, id)
    if unit is None or not unit.at or not good_order(unit) or unit.ti:
        return None
    return unit


def kind_of_shot(s: Battle, f: Field, id: str, target: str) -> str:
    """RV-A3.2, RV-A3.4, RV-A3.5, RV-A8.4, RV-C2.6 How it would fire at a Location now; "" if it may not."""
    unit = usable(s, id)
    if unit is None or _worn_out(s, id):
        return ""
    marked = _marker(s, id)
    if not marked and not _hands_free(s, unit, id):
        return ""
    attacker = unit.side == s.side
    if s.phase == "PFPh":
        return fire_kinds.PREP_FIRE if attacker and not marked else ""
    if s.phase == "AFPh":
        if not attacker or marked or unit.fired == PREP or _carried(s, id):
            return ""
        return fire_kinds.OPPORTUNITY_FIRE if unit.fired == OPPORTUNITY else fire_kinds.ADVANCING
    if attacker:
        return ""
    if s.phase == "MPh":
        return fire_kinds.FIRST_FIRE if not marked else ""
    if s.phase == "DFPh":
        near = target == unit.at or target in f.adjacent[unit.at]
        return fire_kinds.FINAL_FIRE if not marked else fire_kinds.FINAL_ADJACENT if marked == FIRST and near else ""
    return ""


def _carried(s: Battle, id: str) -> bool:
    """RV-A4.41 A light mortar that was carried into another Location does not fire in the AFPh."""
    return id in s.weapons and s.weapons[id].carried


def _worn_out(s: Battle, id: str) -> bool:
    """RV-C5.5, RV-C2.6 After intensive fire it rests into the next Player Turn; a 203mm Gun rests after each shot."""
    gun = s.guns.get(id)
    if gun is None:
        return False
    if gun.intensive and (gun.intensive == s.player_turns or _first_fire_phase_after(s, gun)):
        return True
    if not gun_type(gun).rfnm:
        return False
    return s.phase not in ("PFPh", "DFPh") or (gun.last > 0 and s.player_turns - gun.last < _REST)


def _first_fire_phase_after(s: Battle, gun: Gun) -> bool:
    return gun.intensive == s.player_turns - 1 and s.phase in ("PFPh", "MPh")


def may_fire_intensively(s: Battle, id: str) -> bool:
    """RV-C5.5 Once more in the phase in which its rate of fire was exhausted; not pinned, not in the AFPh."""
    gun = s.guns.get(id)
    if gun is None or not gun.fired or gun.used != s.phase or s.phase == "AFPh" or _worn_out(s, id):
        return False
    unit = usable(s, id)
    return unit is not None and not unit.pinned and gun_type(gun).intensive_fire and not gun_type(gun).rfnm


def breakdown_number(s: Battle, id: str, unit: Unit, intensive: bool) -> int:
    """RV-C3.1, RV-A21.1, RV-A21.13, RV-C5.5 Two lower for each of: captured, not qualified, intensive fire."""
    worse = captured(s, id, unit) + unqualified(s, id, unit) + intensive
    return (ordnance_of(s, id).b or 12) - 2 * worse


def rate_of_fire(s: Battle, id: str, unit: Unit) -> int:
    """RV-A9.2, RV-A21.1 One lower in strange hands."""
    return ordnance_of(s, id).rof - captured(s, id, unit) - unqualified(s, id, unit)


# -- marks -----------------------------------------------------------------------------------------------------------


def used_up(s: Battle, id: str, marker: str, intensive: bool = False) -> None:
    """It has fired in this phase; with a marker it is used up, and so is a crew or half-squad that serves it."""
    gun = s.guns.get(id)
    if gun is not None:
        turn = s.player_turns if intensive else gun.intensive
        s.guns[id] = replace(gun, used=s.phase, fired=marker, last=s.player_turns, intensive=turn)
    else:
        s.weapons[id] = replace(s.weapons[id], used=True, fired=marker)
    unit = crew_of(s, id)
    if marker and unit is not None and halves(unit) < 2 and not unit.broken:
        mark(s, unit.id, fired=marker)


def malfunction(s: Battle, id: str, dice: tuple[int, int]) -> None:
    """RV-C3.71 An Original DR of the breakdown number or more."""
    if id in s.guns:
        s.guns[id] = replace(s.guns[id], malfunctioned=True)
    else:
        s.weapons[id] = replace(s.weapons[id], malfunctioned=True)
    s.acquired.pop(id, None)
    s.journal.add("RV-C3.71", "malfunction", weapon=id, dice=dice)


def lose_gun(s: Battle, id: str, clause: str) -> None:
    """RV-C10.3, RV-A26.2 The Gun is eliminated for good."""
    gun = s.guns.pop(id)
    s.acquired.pop(id, None)
    s.spotters.pop(id, None)
    lose_points(s, gun.side, components().cvp["gun"], MATERIEL)
    count(s, f"{gun.side}_guns")
    s.journal.add(clause, "gun_lost", weapon=id, at=gun.at)
