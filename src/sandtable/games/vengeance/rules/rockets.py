"""Panzerfaust and Panzerschreck against men in buildings and rubble (chapter C13). Vehicles come in a later part."""

from __future__ import annotations

from sandtable.games.vengeance.components import WeaponType, components
from sandtable.games.vengeance.field import Field, field_of
from sandtable.games.vengeance.model import FINAL, FIRST, PREP, Battle, Unit, Weapon
from sandtable.games.vengeance.rules import attack, fire
from sandtable.games.vengeance.rules.morale import pin, reduce, roll, settle_leader_loss
from sandtable.games.vengeance.rules.units import (
    good_order,
    halves,
    inexperienced,
    is_hero,
    is_mmc,
    mark,
    units_at,
    weapon_type,
)
from sandtable.kernel.flow import Option
from sandtable.kernel.journal import Modifier
from sandtable.kernel.state import replace

_SHUT = ("BUILDING", "RUBBLE", "FACTORY", "CELLAR")
_FINDS = 3
_BACKBLAST, _AFTER_MOVING, _STANDING, _PINNED, _CONCEALED = 2, 2, 2, 2, 2


def rocket_options(s: Battle, f: Field, weapon: Weapon, unit: Unit, places: list[str]) -> list[Option]:
    """RV-C13.4, RV-C13.31 Men in buildings or rubble within range; from inside with or without backblast."""
    if not (is_mmc(unit) or is_hero(unit)):
        return []
    return _shots(s, f, unit, places, weapon_type(weapon).range, "rocket", weapon.id)


def _shots(s: Battle, f: Field, unit: Unit, places: list[str], most: int, verb: str, id: str) -> list[Option]:
    """RV-C13.31 At range 1 a target is at most one level higher or lower."""
    found: list[Option] = []
    for at in places:
        distance = f.range(unit.at, at)
        steep = distance == 1 and abs(f.level_of[unit.at] - f.level_of[at]) > 2
        if distance > most or steep or at == unit.at or not fire.sees(s, f, unit.at, at):
            continue
        if f.place(at).terrain.startswith(_SHUT):
            found.append((verb, id, at))
            if has_backblast(f, unit.at):
                found.append((f"{verb}_backblast", id, at))
    return found


# -- Panzerfausts ------------------------------------------------------------------------------------------------------


def _faust(side: str) -> WeaponType:
    return components().weapons[f"{side[:2]}_pf"]


def may_try_faust(s: Battle, unit: Unit) -> bool:
    """RV-C13.3 An unpinned Good Order MMC with a use left; a squad tries twice in a Player Turn, others once."""
    if not unit.at or not is_mmc(unit) or not good_order(unit) or unit.pinned or unit.ti:
        return False
    if unit.fausts >= (2 if halves(unit) == 2 else 1) or (unit.side == s.side and unit.fired == PREP):
        return False
    busy = any((w.used or w.fired) for w in s.weapons.values() if w.holder == unit.id)
    return not busy and (halves(unit) == 2 or not unit.fired)


def faust_options(s: Battle, f: Field, unit: Unit, places: list[str]) -> list[Option]:
    """RV-C13.3 Men in buildings or rubble within its range."""
    return _shots(s, f, unit, places, _faust(unit.side).range, "faust", unit.id)


def fire_faust(s: Battle, id: str, at: str, accepts: bool) -> None:
    """RV-C13.3, RV-C13.31 A die finds one or not; then To Hit and 16 FP. A 6 pins, an Original 12 hurts the firer."""
    unit = mark(s, id, fausts=s.units[id].fausts + 1)
    used = PREP if unit.side == s.side else FIRST if s.phase == "MPh" else FINAL
    if halves(unit) < 2:
        mark(s, id, fired=used)
    die = s.dice.roll(6, "Panzerfaust")
    final = die + (halves(unit) < 2) + unit.cx + inexperienced(s, unit)
    found = final <= _FINDS
    s.journal.add("RV-C13.3", "faust", unit=id, die=die, final=final, success=found)
    if die == 6:
        pin(s, id)
    if found:
        s.fausts[unit.side] -= 1
        _shoot_faust(s, s.units[id], at, accepts)
    settle_leader_loss(s)


def _shoot_faust(s: Battle, unit: Unit, at: str, accepts: bool) -> None:
    f = field_of(s)
    type = _faust(unit.side)
    targets = attack.moving_targets(s) if s.phase == "MPh" else fire.target_units(s, at, unit.side)
    modifiers = to_hit_modifiers(s, f, unit, at, targets, accepts)
    dice = roll(s, unit.side, "to hit")
    final = sum(dice) + sum(m[0] for m in modifiers)
    need = type.th[f.range(unit.at, at)]
    hit = (final <= need or sum(dice) == 2) and sum(dice) != 12
    s.journal.add(
        "RV-C13.3",
        "to_hit",
        weapon=unit.id,
        target=at,
        dice=dice,
        modifiers=modifiers,
        final=final,
        need=need,
        success=hit,
    )
    if hit:
        effects = roll(s, unit.side, "effects")
        groups = ((tuple(u.id for u in targets), ()),) if targets else ()
        attack.strike(s, at, fire.column_for(type.fp), effects, (), groups, clause="RV-C13.3")
    if sum(dice) == 12:
        reduce(s, unit.id, "RV-C13.3")
    if unit.id in s.units:
        mark(s, unit.id, concealed=False)
    if accepts:
        _backblast(s, unit.at, dice[0])


# -- the Panzerschreck -------------------------------------------------------------------------------------------------


def has_backblast(f: Field, at: str) -> bool:
    """RV-C13.31 Inside a building, rubble or cellar; not on a roof and not where the roof is gone."""
    hex = f.hex(at)
    open_above = "ROOFLESS" in hex.features and f.place(at).floor == hex.floors
    return f.place(at).terrain.startswith(_SHUT) and not open_above


def to_hit_modifiers(s: Battle, f: Field, unit: Unit, at: str, targets: list[Unit], accepts: bool) -> list[Modifier]:
    """RV-C13.4, RV-C13.8 Cover and hindrance count against the shot; no leader helps."""
    found = [*fire.tem(s, f, unit.at, at), *fire.hindrance(s, f, unit.at, at)]
    moved = s.phase == "AFPh" and unit.moved
    tests: tuple[tuple[int, bool, str], ...] = (
        (_BACKBLAST, has_backblast(f, unit.at) and not accepts, "fired from inside"),
        (_AFTER_MOVING, moved, "after moving"),
        (_STANDING, s.phase == "AFPh" and not moved, "in the Advancing Fire Phase"),
        (_PINNED, unit.pinned, "pinned firer"),
        (1, unit.cx, "counter-exhausted firer"),
        (_CONCEALED, bool(targets) and all(u.concealed for u in targets), "concealed target"),
        (-1, s.phase == "MPh" and s.move is not None and s.move.mode != "assault", "no assault movement"),
    )
    return found + [(value, "RV-C13.4", reason) for value, holds, reason in tests if holds]


def fire_rocket(s: Battle, id: str, at: str, accepts: bool) -> None:
    """RV-C13.4, RV-C13.31 To Hit, then 12 FP without cover; an Original 10 or more uses it up; the backblast burns."""
    f = field_of(s)
    weapon = s.weapons[id]
    unit = s.units[weapon.holder]
    type = weapon_type(weapon)
    moving = s.phase == "MPh"
    targets = attack.moving_targets(s) if moving else fire.target_units(s, at, unit.side)
    modifiers = to_hit_modifiers(s, f, unit, at, targets, accepts)
    dice = roll(s, unit.side, "to hit")
    final = sum(dice) + sum(m[0] for m in modifiers)
    need = type.th[f.range(unit.at, at)]
    hit = (final <= need or sum(dice) == 2) and sum(dice) != 12
    s.journal.add(
        "RV-C13.4", "to_hit", weapon=id, target=at, dice=dice, modifiers=modifiers, final=final, need=need, success=hit
    )
    if hit:
        effects = roll(s, unit.side, "effects")
        groups = ((tuple(u.id for u in targets), ()),) if targets else ()
        attack.strike(s, at, fire.column_for(type.fp), effects, (), groups, clause="RV-C13.4")
    used = PREP if unit.side == s.side else FIRST if moving else FINAL
    s.weapons[id] = replace(weapon, used=True, fired=used)
    if sum(dice) >= type.x:
        del s.weapons[id]
        s.journal.add("RV-C13.4", "weapon_lost", weapon=id, die=sum(dice))
    if halves(unit) < 2:
        mark(s, unit.id, fired=used)
    mark(s, unit.id, concealed=False)
    if accepts:
        _backblast(s, unit.at, dice[0])
    settle_leader_loss(s)


def _backblast(s: Battle, at: str, coloured: int) -> None:
    """RV-C13.31 The firer's own Location is attacked on column 1 by the coloured die alone."""
    own = tuple(u.id for u in units_at(s, at))
    result = fire.result_of(0, coloured)
    s.journal.add("RV-C13.31", "backblast", at=at, die=coloured, result="no effect" if result == "-" else result)
    attack.apply(s, result, list(own))
