"""Attacks in Close Combat (chapters A11.12, A11.14, A11.19): the odds, the kill number, the dice, the effects."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from sandtable.games.vengeance.campaign.charts import tables
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Attack, Battle, Melee, Unit
from sandtable.games.vengeance.rules.close_combat.combatants import combatants, rides_in_truck
from sandtable.games.vengeance.rules.close_combat.withdrawal import infiltrate
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal_all
from sandtable.games.vengeance.rules.morale.leader_creation import create_leader
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.morale.leaders import leadership
from sandtable.games.vengeance.rules.units.kinds import (
    is_hero,
    is_leader,
    is_mmc,
    is_moabit,
    other,
    type_of,
    unknown,
    veil,
)
from sandtable.games.vengeance.rules.units.losses import eliminate, random_selection, reduce
from sandtable.games.vengeance.rules.units.stacking import overstacked
from sandtable.games.vengeance.rules.vehicles.kinds import is_rider
from sandtable.kernel.chances import odds
from sandtable.kernel.flow import Flow, Odds
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace


class Rolled(NamedTuple):
    """RV-A11.12 One attack after its roll, before anything takes effect."""

    attack: Attack
    kill: int
    final: int
    original: int
    odds_drm: int = 0
    """RV-A18.1 What its odds add for a leader who rises from it."""


def targets(s: Battle, at: str, side: str) -> list[str]:
    """RV-A11.19 Whom a side can attack: each Known enemy, and the `?` counter with all that is under it."""
    enemies = combatants(s, at, other(side))
    covered = [veil(other(side), at)] if any(map(unknown, enemies)) else []
    return [u.id for u in enemies if not unknown(u)] + covered


def uncovered(s: Battle, at: str, ids: tuple[str, ...]) -> list[str]:
    """RV-A11.19 The units that targets stand for: those under a `?` counter can only be attacked together."""
    found = [id for id in ids if id in s.units]
    return found + [u.id for u in combatants(s, at) if unknown(u) and veil(u.side, at) in ids]


def combat_fp(unit: Unit, attacking: bool, concealed_target: bool = False) -> Fraction:
    """RV-A11.11 The inherent FP of an MMC, 1 for a man; halved for a pinned attacker and a concealed target."""
    fp = Fraction(type_of(unit).fp if is_mmc(unit) else 1)
    if attacking and unit.pinned:
        fp /= 2
    if attacking and concealed_target:
        fp /= 2
    return fp


def kill_number(attack: Fraction, defence: Fraction, hand_to_hand: bool) -> int:
    """RV-A11.12 The odds, reduced in favour of the defender to the nearest listed ratio."""
    table = components()
    ratio = attack / defence
    row = table.hand_to_hand_kill if hand_to_hand else table.kill
    index = sum(1 for a, d in table.odds if ratio >= Fraction(a, d))
    if index == len(table.odds) and ratio > Fraction(*table.odds[-1]):
        index += 1
    return row[index]


def attack_numbers(s: Battle, planned: Attack) -> tuple[int, list[Modifier]]:
    """RV-A11.12, RV-A11.14 The kill number and the DRM of one attack."""
    melee = s.melee
    assert melee is not None
    mine = [s.units[id] for id in planned.attackers]
    theirs = [s.units[id] for id in uncovered(s, melee.at, planned.defenders)]
    covered = any(u.concealed for u in theirs)
    fp = sum((combat_fp(u, True, covered) for u in mine), Fraction(0))
    against = sum((combat_fp(u, False) for u in theirs), Fraction(0))
    return kill_number(fp, against, melee.hand_to_hand), _attack_modifiers(s, melee, mine, theirs)


def _attack_modifiers(s: Battle, melee: Melee, mine: list[Unit], theirs: list[Unit]) -> list[Modifier]:
    """RV-A11.14, RV-A5.12, RV-A7.7, RV-B26.1, RV-CG16 Leadership, heroes, surprise, and the state of both."""
    drm = components().cc_drm
    modifiers: list[Modifier] = []
    leaders = [u for u in mine if is_leader(u) and not u.pinned]
    if leaders and len(mine) > 1 and not any(u.berserk for u in mine):
        best = min(map(leadership, leaders))
        if best:
            modifiers.append((best, "RV-A11.14", "leadership"))
    leaving = {id for id, _ in melee.withdrawals}
    tests = (
        ("heroic", any(is_hero(u) or u.heroic for u in mine), "hero"),
        ("by_ambush", melee.ambusher == mine[0].side, "ambush"),
        ("vs_ambush", melee.ambusher == theirs[0].side, "ambushed"),
        ("vs_cx_ti_rider", any(u.cx or u.ti or is_rider(s, u) for u in theirs), "target CX, TI or a rider"),
        ("by_cx_ti_rider", any(u.cx or u.ti or is_rider(s, u) for u in mine), "CX, TI or a rider"),
        ("vs_truck_passenger", any(rides_in_truck(s, u) for u in theirs), "target in a truck"),
        ("by_truck_passenger", any(rides_in_truck(s, u) for u in mine), "in a truck"),
        ("vs_broken", all(u.broken or u.id in leaving for u in theirs), "all broken or withdrawing"),
    )
    modifiers += [(drm[name], "RV-A11.14", reason) for name, holds, reason in tests if holds]
    if melee.hand_to_hand and any(is_moabit(s, u) for u in mine):
        modifiers.append((tables()["moabit"]["hand_to_hand"], "RV-CG16", "Moabit Prisoners"))
    if any(u.wired for u in mine):
        modifiers.append((1, "RV-B26.1", "on wire"))
    if any(u.wired for u in theirs):
        modifiers.append((-1, "RV-B26.1", "target on wire"))
    if any(u.encircled for u in mine):
        modifiers.append((1, "RV-A7.7", "encircled"))
    f = field_of(s)
    if over := overstacked(s, f, melee.at, mine[0].side):
        modifiers.append((over * drm["by_overstacked_each"], "RV-A5.12", "overstacked"))
    if over := overstacked(s, f, melee.at, theirs[0].side):
        modifiers.append((over * drm["vs_overstacked_each"], "RV-A5.131", "overstacked target"))
    return modifiers


def attack_odds(s: Battle, planned: Attack) -> Odds:
    """RV-A11.12 The chances of one attack, exact."""
    kill, modifiers = attack_numbers(s, planned)
    drm = total(modifiers)
    return odds(lambda dice: attack_result(dice.roll() + dice.roll() + drm, kill), modifiers, RESULTS)


RESULTS = ("eliminated", "casualty reduction", "no effect")


def attack_result(final: int, kill: int) -> str:
    """RV-A11.12 Below the kill number all die, at it one is reduced."""
    return RESULTS[0] if final < kill else RESULTS[1] if final == kill else RESULTS[2]


def _poor_odds(s: Battle, planned: Attack) -> int:
    """RV-A18.1, RV-A11.11 Who wins against the odds is the likelier to lead: the drm for each column below 1-1."""
    covered = any(s.units[id].concealed for id in planned.defenders)
    mine = sum((combat_fp(s.units[id], True, covered) for id in planned.attackers), Fraction(0))
    theirs = sum((combat_fp(s.units[id], False) for id in planned.defenders), Fraction(0))
    if not theirs or mine >= theirs:
        return 0
    table = components()
    below = sum(1 for a, d in table.odds if mine / theirs < Fraction(a, d) <= 1)
    return below * table.leader_creation["per_odds_column_below_1_1"]


def resolve_attacks(s: Battle) -> Flow:
    """RV-A11.12, RV-A11.13, RV-A11.19, RV-Z4 Roll all declared attacks, then let them take effect together."""
    melee = s.melee
    assert melee is not None
    results = [rolled for planned in melee.attacks if (rolled := _roll(s, melee, planned)) is not None]
    for rolled in results:
        maker = next((s.units[id] for id in rolled.attack.attackers if is_mmc(s.units[id])), None)
        if rolled.original == 2 and maker is not None:
            create_leader(s, maker, was_broken=False, drm=rolled.odds_drm)
    for rolled in results:
        _take_effect(s, rolled)
    s.melee = replace(melee, attacks=())
    settle_leader_loss(s)
    for rolled in results:
        yield from infiltrate(s, rolled.attack, rolled.original)


def _roll(s: Battle, melee: Melee, planned: Attack) -> Rolled | None:
    """RV-A11.12, RV-A11.19 The dice of one attack, and who was under the `?`; None if nobody is left on a side."""
    attackers = tuple(id for id in planned.attackers if id in s.units)
    defenders = tuple(uncovered(s, melee.at, planned.defenders))
    if not attackers or not defenders:
        return None
    attack = Attack(attackers, defenders)
    kill, modifiers = attack_numbers(s, attack)
    odds_drm = _poor_odds(s, attack)
    reveal_all(s, defenders, "RV-A11.19")
    dice = s.dice.pair(6, "close combat")
    final = sum(dice) + total(modifiers)
    s.journal.add(
        "RV-A11.12", "close_combat", side=s.units[attackers[0]].side, firers=attackers, units=defenders, dice=dice,
        modifiers=modifiers, final=final, kill=kill, at=melee.at, result=attack_result(final, kill),
    )  # fmt: skip
    s.engaged += attackers
    return Rolled(attack, kill, final, sum(dice), odds_drm)


def _take_effect(s: Battle, rolled: Rolled) -> None:
    """RV-A11.12 Below the kill number all who are left die; at it one of them, by random selection, is reduced."""
    there = [id for id in rolled.attack.defenders if id in s.units]
    if rolled.final < rolled.kill:
        for id in there:
            eliminate(s, id, "RV-A11.12", "close_combat")
    elif rolled.final == rolled.kill and there:
        for id in random_selection(s, there):
            reduce(s, id, "RV-A11.12")
