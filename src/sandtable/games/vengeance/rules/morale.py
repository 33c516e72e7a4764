"""Morale: checks, pins, breaking, replacement, wounds, Heat of Battle, leader loss (A7.6, A10, A15, A17, A19)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.components import CREW, HALF_SQUAD, HERO, LEADER, SQUAD, components
from sandtable.games.vengeance.field import field_of
from sandtable.games.vengeance.model import RUSSIAN, Battle, Fallen, Unit
from sandtable.games.vengeance.rules.concealment import eyes, reveal
from sandtable.games.vengeance.rules.counters import (
    count,
    create,
    drop_burden,
    end_melee,
    leave_move,
    lose_points_of,
    mark,
    points,
    put,
    remove,
    swap,
)
from sandtable.games.vengeance.rules.leaders import leader_drm, leadership
from sandtable.games.vengeance.rules.morale_level import inexperienced, inspired, morale
from sandtable.games.vengeance.rules.units import (
    MOABIT,
    held,
    is_dummy,
    is_hero,
    is_leader,
    is_mmc,
    other,
    type_of,
    units_at,
    unknown,
    weapon_type,
)
from sandtable.kernel.journal import Modifier
from sandtable.kernel.state import replace

_SNIPER_PHASES = ("PFPh", "MPh", "DFPh", "AFPh")


def roll(s: Battle, side: str, what: str, calls_sniper: bool = True) -> tuple[int, int]:
    """RV-A.1 Two dice, coloured and white; RV-A14.1 a roll equal to the enemy's SAN calls his sniper."""
    coloured, white = s.dice.roll(6, what), s.dice.roll(6, what)
    enemy = other(side)
    if calls_sniper and s.san.get(enemy) == coloured + white and s.phase in _SNIPER_PHASES:
        s.alarms.append(enemy)
    return coloured, white


def _leadership(s: Battle, unit: Unit) -> list[Modifier]:
    value, leader = leader_drm(s, unit)
    return [(value, "RV-A.10", f"led by {type_of(s.units[leader]).name}")] if leader and value else []


def task_check(s: Battle, id: str, plus: int, clause: str, extra: tuple[Modifier, ...] = (), led: bool = True) -> bool:
    """RV-A7.61 A Task Check: DR and number and leadership at most the morale."""
    unit = s.units[id]
    dice = roll(s, unit.side, "task check")
    modifiers = [*([(plus, clause, "task")] if plus else []), *(_leadership(s, unit) if led else []), *extra]
    level = morale(s, unit)
    final = sum(dice) + sum(m[0] for m in modifiers)
    s.journal.add(
        clause, "task_check", seen_by=eyes(s, (id,)), unit=id, dice=dice, modifiers=modifiers, final=final,
        morale=level, success=final <= level,
    )  # fmt: skip
    return final <= level


def pin_check(s: Battle, id: str, extra: tuple[Modifier, ...] = (), clause: str = "RV-A7.3") -> bool:
    """RV-A7.3, RV-A10.2, RV-A25.232 A Pin Task Check. Broken, pinned, berserk and wave units take none."""
    unit = s.units[id]
    if unit.broken or unit.pinned or unit.berserk or unit.wave:
        return True
    dice = roll(s, unit.side, "pin check")
    modifiers = [*_leadership(s, unit), *extra]
    level = morale(s, unit)
    final = sum(dice) + sum(m[0] for m in modifiers)
    passed = final <= level
    if not passed:
        reveal(s, id)
    s.journal.add(
        clause, "pin_check", seen_by=eyes(s, (id,)), unit=id, dice=dice, modifiers=modifiers, final=final,
        morale=level, success=passed,
    )  # fmt: skip
    if not passed:
        pin(s, id)
    return passed


def pin(s: Battle, id: str) -> None:
    """RV-A7.8 A pinned unit; leaders take their men's courage with them (RV-A10.2)."""
    unit = s.units[id]
    if unit.pinned or unit.broken or unit.berserk or unit.wave:
        return
    reveal(s, id)
    if id not in s.units:
        return  # RV-A12.11 a dummy
    mark(s, id, pinned=True)
    s.journal.add("RV-A7.8", "pinned", unit=id)
    _end_lanes(s, id)
    leave_move(s, id)
    if unit.climbing:
        _fall(s, id)
        return
    if is_leader(unit):
        s.fallen.append(Fallen(unit.type, unit.side, unit.at, True, -min(0, leadership(unit))))


def morale_check(
    s: Battle,
    id: str,
    plus: int,
    clause: str,
    extra: tuple[Modifier, ...] = (),
    dice: tuple[int, int] | None = None,
    led: bool = True,
) -> None:
    """RV-A7.6, RV-A10.31, RV-A12.13 A Morale Check with everything that follows from it; it costs `?`."""
    reveal(s, id)
    unit = s.units[id]
    if dice is None:
        dice = roll(s, unit.side, "morale check")
    original = sum(dice)
    modifiers = [*([(plus, clause, f"{plus}MC")] if plus else []), *(_leadership(s, unit) if led else []), *extra]
    level = morale(s, unit)
    final = original + sum(m[0] for m in modifiers)
    failed = final > level or original == 12
    s.journal.add(
        clause, "morale_check", unit=id, dice=dice, modifiers=modifiers, final=final, morale=level, success=not failed
    )
    if failed:
        _fail(s, unit, final - level, original == 12)
    elif final == level:
        pin(s, id)
    if original == 2 and id in s.units:
        heat_of_battle(s, id)


def _fail(s: Battle, unit: Unit, by: int, twelve: bool) -> None:
    """RV-A7.6 A failed check: break, or lose men if broken already; an Original 12 does both."""
    if unit.broken or unit.berserk:
        reduce(s, unit.id, "RV-A10.31")
        return
    heirs = break_unit(s, unit.id, by)
    if twelve and heirs and not (is_hero(unit) or type_of(unit).gestapo):
        reduce(s, heirs[0], "RV-A7.6")


def break_unit(s: Battle, id: str, by: int = 0) -> list[str]:
    """RV-A10.3, RV-A11.15, RV-A19.1, RV-BRV8.502, RV-BRV14.2 A unit breaks; by more than its ELR it is replaced."""
    unit = s.units[id]
    if unit.broken:
        return [id]
    if unit.berserk:
        reduce(s, id, "RV-A15.4")
        return [id] if id in s.units else []
    if inspired(s, unit):
        reduce(s, id, "RV-BRV14.2")  # the bearer of the Banner loses men instead
        return [id] if id in s.units else []
    if is_hero(unit) or type_of(unit).gestapo:
        wound(s, id, "RV-A15.2" if is_hero(unit) else "RV-BRV8.502")
        return [id] if id in s.units else []
    _feel_loss(s, unit)
    reveal(s, id)
    mark(s, id, broken=True, dm=True, pinned=False, cx=False, ti=False, berserk=False, wave=False, melee=False)
    s.journal.add("RV-A10.3", "broke", unit=id)
    if unit.melee:
        end_melee(s, unit.at)
    _end_lanes(s, id)
    leave_move(s, id)
    heirs = replace_by_elr(s, id) if by > unit.elr else [id]
    if unit.climbing:
        for heir in heirs:
            _fall(s, heir)
    return [heir for heir in heirs if heir in s.units]


def _fall(s: Battle, id: str) -> None:
    """RV-B11.1 Who breaks or is pinned on a cliff falls to the lower hex and takes a 2MC."""
    f = field_of(s)
    unit = s.units[id]
    lower = min(unit.at, unit.climbing, key=lambda at: f.level_of[at])
    put(s, id, lower)
    s.journal.add("RV-B11.1", "falls", unit=id, to=lower)
    morale_check(s, id, 2, "RV-B11.1")


def _feel_loss(s: Battle, unit: Unit) -> None:
    if is_leader(unit):
        s.fallen.append(Fallen(unit.type, unit.side, unit.at, False, -min(0, leadership(unit))))


def _end_lanes(s: Battle, id: str) -> None:
    """RV-A9.22 A fire lane ends when its operator breaks or is pinned."""
    guns = {w.id for w in held(s, id)}
    for location in [at for at, (gun, _) in s.lanes.items() if gun in guns]:
        del s.lanes[location]


def replace_by_elr(s: Battle, id: str) -> list[str]:
    """RV-A19.1, RV-BRV8.2, RV-BRV8.2b, RV-A19.12 The next lower type, or two half-squads, broken."""
    unit = s.units[id]
    type = type_of(unit)
    if type.underlined_morale:
        becomes = f"{type.half_squad} x2" if type.kind == SQUAD else "none"
    else:
        becomes = components().replacement.get(unit.type, "none")
    if becomes == "none":
        return [id]
    if becomes == "disrupted":
        if unit.side == RUSSIAN:
            mark(s, id, disrupted=True)
            s.journal.add("RV-A19.12", "disrupted", unit=id)
        return [id]
    lower, twice = becomes.removesuffix(" x2"), becomes.endswith(" x2")
    unit = swap(s, id, lower, elr=components().elr[lower] - _lowered(unit))
    s.journal.add("RV-A19.1", "replaced", unit=id, by=components().units[lower].name, two=twice)
    if not twice:
        return [id]
    second = create(s, lower, unit)
    for weapon in held(s, id)[1::2]:
        s.weapons[weapon.id] = replace(weapon, holder=second.id)
    return [id, second.id]


def _lowered(unit: Unit) -> int:
    """RV-BRV8.21 How much the scenario lowers the ELR of a unit's side."""
    return components().elr[unit.type] - unit.elr


def reduce(s: Battle, id: str, clause: str) -> None:
    """RV-A1.5, RV-A7.302 Casualty Reduction: a squad becomes a half-squad, a half-squad is lost, a man is hit."""
    reveal(s, id)
    if id not in s.units:
        return  # RV-A12.11 a dummy
    unit = s.units[id]
    type = type_of(unit)
    if type.kind in (LEADER, HERO):
        wound(s, id, clause)
        return
    if type.kind in (HALF_SQUAD, CREW):
        remove(s, id, clause, "reduced")
        return
    half = swap(s, id, type.half_squad, elr=components().elr[type.half_squad] - _lowered(unit))
    lose_points_of(s, unit, points(unit) - points(half))
    count(s, f"{unit.side}_halved")
    s.journal.add(clause, "reduced", unit=id)
    # A half-squad has one use for weapons: it keeps the best one, until its owner is asked.
    weapons = sorted(held(s, id), key=lambda w: -weapon_type(w).fp)
    if len(weapons) > 1:
        s.reduced[id] = tuple(w.id for w in weapons)
    for weapon in weapons[1:]:
        s.weapons[weapon.id] = replace(weapon, holder="", at=unit.at)


def wound(s: Battle, id: str, clause: str) -> None:
    """RV-A17.1 A man is hit: 5 or more is his end, with +1 if he is wounded already."""
    reveal(s, id)
    unit = s.units[id]
    die = s.dice.roll(6, "wound")
    final = die + unit.wounded
    s.journal.add("RV-A17.1", "wound", unit=id, die=die, final=final, success=final <= 4)
    if final > 4:
        _feel_loss(s, unit)
        remove(s, id, clause, "killed")
    else:
        mark(s, id, wounded=True)


def eliminate(s: Battle, id: str, clause: str, cause: str) -> None:
    """A unit is eliminated; a leader's men feel it."""
    reveal(s, id)
    if id not in s.units:
        return  # a dummy
    _feel_loss(s, s.units[id])
    remove(s, id, clause, cause)


# -- leader loss -----------------------------------------------------------------------------------------------------


def settle_leader_loss(s: Battle) -> None:
    """RV-A10.2 Only the highest leader of one attack causes it; a leader who fails the check may cause another."""
    while s.fallen:
        fallen = list(s.fallen)
        s.fallen.clear()
        units = components().units
        for at in dict.fromkeys(f.at for f in fallen):
            here = [f for f in fallen if f.at == at]
            hardest = max(here, key=lambda f: (not f.pinned, units[f.type].morale, f.drm))
            _leader_loss(s, hardest)


def _leader_loss(s: Battle, fallen: Fallen) -> None:
    printed = components().units[fallen.type].morale
    extra: tuple[Modifier, ...] = ((fallen.drm, "RV-A10.2", "leader loss"),) if fallen.drm else ()
    for unit in in_order(s, units_at(s, fallen.at, fallen.side)):
        if unit.id not in s.units or unit.berserk or is_dummy(unit) or morale(s, unit) >= printed:
            continue
        if fallen.pinned:
            pin_check(s, unit.id, extra, "RV-A10.2")
        else:
            morale_check(s, unit.id, 0, "RV-A10.2", extra)


def in_order(s: Battle, units: list[Unit]) -> list[Unit]:
    """RV-A7.3, RV-Z1 Leaders by descending morale, then heroes, then the others."""
    return sorted(units, key=lambda u: (0, -morale(s, u)) if is_leader(u) else (1, 0) if is_hero(u) else (2, 0))


# -- Heat of Battle --------------------------------------------------------------------------------------------------


def heat_of_battle(s: Battle, id: str) -> None:
    """RV-A15.1, RV-A15.5, RV-A20.3 An Original 2: a hero rises, the unit hardens, or it goes berserk."""
    unit = s.units[id]
    type = type_of(unit)
    if type.kind in (CREW, HERO) or unit.berserk:
        return
    drm = components().heat_of_battle
    modifiers: list[Modifier] = []
    if type.grade == "E" and not type.gestapo:  # RV-A25.8
        modifiers.append((drm["elite"], "RV-A15.1", "elite"))
    if unit.broken:
        modifiers.append((drm["broken"], "RV-A15.1", "broken"))
    if is_mmc(unit) and inexperienced(s, unit):
        modifiers.append((drm["inexperienced"], "RV-A15.1", "inexperienced"))
    if unit.side == RUSSIAN:
        modifiers.append((drm["russian"], "RV-A25.2", "Russian"))
    if unit.type in MOABIT:
        modifiers.append((tables()["moabit"]["heat_of_battle"], "RV-CG16", "Moabit Prisoners"))
    if type.partisan:
        modifiers.append((drm["partisan"], "RV-A25.24", "partisan"))
    dice = s.dice.roll(6, "heat of battle"), s.dice.roll(6, "heat of battle")
    final = sum(dice) + sum(m[0] for m in modifiers)
    s.journal.add("RV-A15.1", "heat_of_battle", unit=id, dice=dice, modifiers=modifiers, final=final)
    if final <= 6:
        make_hero(s, id)
    if 5 <= final <= 8 or (final >= 9 and not sees_enemy(s, unit)):
        harden(s, id)
    elif final >= 9:
        # Surrender means berserk, too: No Quarter is always in effect.
        go_berserk(s, id)


def make_hero(s: Battle, id: str) -> None:
    """RV-A15.2 A hero beside an MMC; a leader becomes heroic himself."""
    unit = s.units[id]
    if is_leader(unit):
        mark(s, id, heroic=True, pinned=False)
        s.journal.add("RV-A15.2", "heroic", unit=id)
        return
    reveal(s, id)
    clean = Unit(id, unit.type, unit.side, unit.at, components().elr[unit.type], moved=unit.moved, melee=unit.melee)
    hero = create(s, f"{unit.side[:2]}_hero", clean)
    s.journal.add("RV-A15.2", "hero", unit=hero.id, by=id)


def harden(s: Battle, id: str) -> None:
    """RV-A15.21, RV-BRV8.2a, RV-BRV8.501 The next better type; at the top Fanatic (a leader: heroic). It rallies."""
    unit = s.units[id]
    becomes = components().hardening.get(unit.type, "fanatic")
    changes = {"broken": False, "dm": False, "pinned": False, "disrupted": False}
    if becomes == "fanatic":
        mark(s, id, fanatic=True, **changes)
    elif becomes == "heroic":
        mark(s, id, heroic=True, **changes)
    else:
        swap(s, id, becomes, elr=components().elr[becomes] - _lowered(unit), **changes)
    printed = components().units.get(becomes)
    s.journal.add("RV-A15.21", "hardened", unit=id, by=becomes if printed is None else printed.name)


def sees_enemy(s: Battle, unit: Unit) -> bool:
    """RV-A.12 Whether a Known enemy is in the LOS of a unit."""
    los = field_of(s).los
    return any(
        enemy.side != unit.side and enemy.at and not unknown(enemy) and los(unit.at, enemy.at).clear
        for enemy in s.units.values()
    )


def go_berserk(s: Battle, id: str) -> None:
    """RV-A15.4, RV-A15.41, RV-BRV8.503 It loses all fear; a leader carries along those who pass a NTC."""
    reveal(s, id)
    unit = s.units[id]
    mark(s, id, berserk=True, broken=False, dm=False, pinned=False, disrupted=False, ti=False)
    s.journal.add("RV-A15.4", "berserk", unit=id)
    leave_move(s, id)
    drop_burden(s, s.units[id])
    if not is_leader(unit):
        return
    gestapo = type_of(unit).gestapo
    for friend in in_order(s, units_at(s, unit.at, unit.side)):
        if friend.id == id or friend.broken or friend.berserk or is_dummy(friend) or (gestapo and not is_mmc(friend)):
            continue
        raised: tuple[Modifier, ...] = ((-1, "RV-BRV8.503", "Gestapo"),) if gestapo else ()
        if task_check(s, friend.id, 0, "RV-A15.41", raised):
            reveal(s, friend.id)
            mark(s, friend.id, berserk=True, pinned=False, ti=False)
            s.journal.add("RV-A15.41", "berserk", unit=friend.id)
            leave_move(s, friend.id)
        elif gestapo:
            failed_commissar_rally(s, friend.id)


def failed_commissar_rally(s: Battle, id: str) -> None:
    """RV-BRV8.503a, RV-A25.222 Casualty Reduction, or a wound; what is left is broken."""
    reduce(s, id, "RV-BRV8.503a")
    if id in s.units and not s.units[id].broken:
        break_unit(s, id)


def calm_down(s: Battle, id: str) -> None:
    """RV-A15.4 A berserk unit returns to normal."""
    mark(s, id, berserk=False)
    s.journal.add("RV-A15.4", "calm", unit=id)


def random_selection(s: Battle, ids: list[str], wanted: int = 1) -> list[str]:
    """RV-A.9 One die for each; the highest are taken, and all that tie for the last place."""
    if len(ids) <= wanted:
        return list(ids)
    rolled = {id: s.dice.roll(6, "random selection") for id in ids}
    last = sorted(rolled.values(), reverse=True)[wanted - 1]
    chosen = [id for id in ids if rolled[id] >= last]
    s.journal.add("RV-A.9", "selected", units=tuple(chosen), rolls=tuple(rolled.values()))
    return chosen


def surviving(s: Battle, ids: list[str]) -> list[str]:
    """Those that are still on the map."""
    return [id for id in ids if id in s.units]
