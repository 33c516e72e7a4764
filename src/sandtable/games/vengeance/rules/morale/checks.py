"""Morale (chapters A7.6, A7.8, A10, A15): Task Checks, pins, Morale Checks, breaking, Heat of Battle, berserk men."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.components import CREW, HERO, components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import RUSSIAN, Battle, Fallen, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes, reveal
from sandtable.games.vengeance.rules.morale.heroes import harden, make_hero, sees_enemy
from sandtable.games.vengeance.rules.morale.leaders import commissar_with, leader_drm, leadership
from sandtable.games.vengeance.rules.morale.level import inexperienced, inspired, morale
from sandtable.games.vengeance.rules.units.counters import (
    abandon_guns,
    drop_burden,
    end_lanes,
    end_melee,
    leave_move,
    mark,
    put,
)
from sandtable.games.vengeance.rules.units.kinds import (
    held,
    is_dummy,
    is_hero,
    is_leader,
    is_mmc,
    is_moabit,
    other,
    type_of,
    units_at,
)
from sandtable.games.vengeance.rules.units.losses import feel_loss, reduce, replace_by_elr, wound
from sandtable.kernel.modifiers import Modifier, total

_SNIPER_PHASES = ("PFPh", "MPh", "DFPh", "AFPh")


def roll(s: Battle, side: str, what: str, calls_sniper: bool = True) -> tuple[int, int]:
    """RV-A.1 Two dice, coloured and white; RV-A14.1 a roll equal to the enemy's SAN calls his sniper."""
    coloured, white = s.dice.pair(6, what)
    enemy = other(side)
    if calls_sniper and s.san.get(enemy) == coloured + white and s.phase in _SNIPER_PHASES:
        s.alarms.append(enemy)
    return coloured, white


def _leadership(s: Battle, unit: Unit) -> list[Modifier]:
    """RV-A.10 What the leader there adds to a check."""
    value, leader = leader_drm(s, unit)
    return [(value, "RV-A.10", f"led by|{type_of(s.units[leader]).told}")] if leader and value else []


def task_check(s: Battle, id: str, plus: int, clause: str, extra: tuple[Modifier, ...] = (), led: bool = True) -> bool:
    """RV-A7.61 A Task Check: DR and number and leadership at most the morale."""
    unit = s.units[id]
    dice = roll(s, unit.side, "task check")
    modifiers = [*([(plus, clause, "task")] if plus else []), *(_leadership(s, unit) if led else []), *extra]
    level = morale(s, unit)
    final = sum(dice) + total(modifiers)
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
    final = sum(dice) + total(modifiers)
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
    end_lanes(s, [w.id for w in held(s, id)])
    leave_move(s, id)
    if unit.climbing:
        _fall(s, id)
        return
    if is_leader(unit):
        s.fallen.append(Fallen(unit.type, unit.side, unit.at or unit.aboard, True, -min(0, leadership(unit)), unit.id))


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
    if id not in s.units:
        return  # RV-A12.11 a dummy
    unit = s.units[id]
    if dice is None:
        dice = roll(s, unit.side, "morale check")
    original = sum(dice)
    modifiers = [*([(plus, clause, f"{plus}MC")] if plus else []), *(_leadership(s, unit) if led else []), *extra]
    level = morale(s, unit)
    final = original + total(modifiers)
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
    feel_loss(s, unit)
    reveal(s, id)
    mark(s, id, broken=True, dm=True, pinned=False, cx=False, ti=False, searching=False, berserk=False,
         wave=False, melee=False)  # fmt: skip
    s.journal.add("RV-A10.3", "broke", unit=id)
    if unit.melee:
        end_melee(s, unit.at)
    end_lanes(s, [w.id for w in held(s, id)])
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


# -- leader loss -----------------------------------------------------------------------------------------------------


def in_order(s: Battle, units: list[Unit]) -> list[Unit]:
    """RV-A7.3, RV-Z1 Leaders by descending morale, then heroes, then the others."""
    return sorted(units, key=lambda u: (0, -morale(s, u)) if is_leader(u) else (1, 0) if is_hero(u) else (2, 0))


# -- Heat of Battle --------------------------------------------------------------------------------------------------


def heat_of_battle(s: Battle, id: str) -> None:
    """RV-A15.1, RV-A15.5, RV-A20.3 An Original 2: a hero rises, the unit hardens, or it goes berserk."""
    unit = s.units[id]
    type = type_of(unit)
    if type.kind in (CREW, HERO) or unit.berserk or unit.aboard:
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
    if is_moabit(s, unit):
        modifiers.append((tables()["moabit"]["heat_of_battle"], "RV-CG16", "Moabit Prisoners"))
    if type.partisan:
        modifiers.append((drm["partisan"], "RV-A25.24", "partisan"))
    dice = s.dice.pair(6, "heat of battle")
    final = sum(dice) + total(modifiers)
    s.journal.add("RV-A15.1", "heat_of_battle", unit=id, dice=dice, modifiers=modifiers, final=final)
    if final <= 6:
        make_hero(s, id)
    if 5 <= final <= 8 or (final >= 9 and not sees_enemy(s, unit)):
        harden(s, id)
    elif final >= 9:
        # Surrender means berserk, too: No Quarter is always in effect.
        go_berserk(s, id)


def go_berserk(s: Battle, id: str) -> None:
    """RV-A15.4, RV-A15.41, RV-BRV8.503 It loses all fear; a leader carries along those who pass a NTC."""
    unit = s.units[id]
    _lose_fear(s, id, "RV-A15.4")
    if not is_leader(unit):
        return
    gestapo = type_of(unit).gestapo
    for friend in in_order(s, units_at(s, unit.at, unit.side)):
        if friend.id == id or friend.broken or friend.berserk or is_dummy(friend) or (gestapo and not is_mmc(friend)):
            continue
        raised: tuple[Modifier, ...] = ()
        if gestapo and not commissar_with(s, friend):
            raised = ((-1, "RV-BRV8.503", "Gestapo"),)
        if task_check(s, friend.id, 0, "RV-A15.41", raised):
            _lose_fear(s, friend.id, "RV-A15.41")
        elif gestapo:
            failed_commissar_rally(s, friend.id)


def _lose_fear(s: Battle, id: str, clause: str) -> None:
    """RV-A15.4 It is shown, leaves its stack, and drops Guns and whatever is too heavy."""
    reveal(s, id)
    mark(s, id, berserk=True, broken=False, dm=False, pinned=False, disrupted=False, ti=False, searching=False)
    s.journal.add(clause, "berserk", unit=id)
    leave_move(s, id)
    drop_burden(s, s.units[id])
    if s.guns:
        abandon_guns(s, id)


def failed_commissar_rally(s: Battle, id: str) -> None:
    """RV-BRV8.503a, RV-A25.222 Casualty Reduction, or a wound; what is left is broken."""
    reduce(s, id, "RV-BRV8.503a")
    if id in s.units and not s.units[id].broken:
        break_unit(s, id)
