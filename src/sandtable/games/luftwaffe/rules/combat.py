"""Battles: who must attack, against whom, in what order. LW-9.1, LW-9.3, LW-9.4, LW-15.2"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import American, German, Luftwaffe, kind_of
from sandtable.games.luftwaffe.rules.air_time import ask_drops, time_up
from sandtable.games.luftwaffe.rules.fire import (
    Squad,
    alive,
    factors,
    fire_at_fighters,
    firing_order,
    odds_of,
    roll,
    squads,
    take_bomber_losses,
    take_losses,
)
from sandtable.games.luftwaffe.rules.german_movement import must_take_bombers
from sandtable.kernel.flow import Asks, Choose, Flow, Odds, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

BOMBERS, FIGHTERS = "at_bombers", "at_fighters"


def attacks_at(s: Luftwaffe, unit: German) -> str:
    """LW-6.11, LW-9.1.1, LW-9.1.3, LW-14.2.2, LW-14.2.3, LW-15.2.1, LW-20.3 Where a German attacks, or ""."""
    if unit.fired or unit.held_back or time_up(s, unit):
        return ""
    if unit.strike:
        return unit.strike
    if unit.status != "air" or unit.staging:
        return ""
    if s.pass_through and unit.used > kind_of(unit).mf - 1:
        return ""  # LW-14.2.5
    return unit.hex


def americans_at(s: Luftwaffe, hex: str) -> tuple[list[str], list[str], list[str]]:
    """LW-8.9, LW-9.1.2, LW-9.1.6 Bombers, their close escort, and other fighters in a hex of the German side."""
    bombers: list[str] = []
    escorts: list[str] = []
    free: list[str] = []
    if hex in s.zone.all:
        return bombers, escorts, free
    for id, u in s.americans.items():
        if u.status == "up" and u.hex == hex:
            (bombers if kind_of(u).bomber else escorts if u.escort else free).append(id)
    return bombers, escorts, free


def german_battles(s: Luftwaffe) -> dict[str, list[str]]:
    """LW-9.1.5 The hexes in which Germans attack, with the attackers."""
    held = {u.hex for u in s.americans.values() if u.status == "up"} - s.zone.all
    battles: dict[str, list[str]] = {}
    for id, g in s.germans.items():
        hex = attacks_at(s, g)
        if hex and hex in held:
            battles.setdefault(hex, []).append(id)
    return battles


def german_combat(s: Luftwaffe) -> Flow:
    """LW-4.2.4, LW-9.1.5 All battles, one at a time, in the order the German chooses."""
    battles = german_battles(s)
    if not battles:
        s.step = "german_end"
        return
    options: list[Option] = [("battle", hex) for hex in battles]
    pick = yield Choose(
        GERMAN, options, rule="LW-9.1.5", ask="battle", forced=True, odds=lambda o: _german_odds(s, battles, o)
    )
    s.battle = id_in(pick)
    yield from german_battle(s, s.battle, battles[s.battle])
    s.battle = ""


def _german_odds(s: Luftwaffe, battles: dict[str, list[str]], option: Option) -> Odds | None:
    hex = id_in(option)
    if hex not in battles:
        return None
    bombers, escorts, free = americans_at(s, hex)
    if bombers and not escorts:
        return odds_of(s, battles[hex], bombers, at_fighters=False)
    return odds_of(s, battles[hex], escorts or free, at_fighters=True)


def german_battle(s: Luftwaffe, hex: str, attackers: list[str]) -> Flow:
    """LW-9.1.6, LW-9.1.7, LW-9.1.8 One battle of the German half-turn."""
    bombers, escorts, free = americans_at(s, hex)
    s.journal.add("LW-9.1.5", "battle", hex=hex, attackers=attackers, defenders=[*bombers, *escorts, *free])
    aims = yield from choose_targets(s, attackers, bombers, free)
    at_bombers = [id for id in attackers if aims[s.germans[id].type] == BOMBERS]
    at_fighters = [id for id in attackers if aims[s.germans[id].type] == FIGHTERS]
    defenders: list[American | German] = []
    defenders += [s.americans[id] for id in (escorts if at_bombers else [])]
    defenders += [s.americans[id] for id in (free if at_fighters else [])]
    attacking: list[American | German] = [s.germans[id] for id in attackers]
    if defenders:
        yield from ask_drops(s, GERMAN, attacking)
        yield from ask_drops(s, AMERICAN, defenders)
    for id in attackers:
        s.germans[id] = replace(s.germans[id], fired=True)
    if at_fighters:
        yield from attack_fighters(s, GERMAN, at_fighters, free)
    if at_bombers:
        yield from attack_group(s, at_bombers, escorts, bombers)
        remember_assailants(s, hex, at_bombers)


def choose_targets(s: Luftwaffe, attackers: list[str], bombers: list[str], free: list[str]) -> Asks[dict[str, str]]:
    """LW-9.1.6, LW-15.2.1 For each type: the bombers with their close escort, or the other fighters."""
    aims: dict[str, str] = {}
    for id in attackers:
        unit = s.germans[id]
        if unit.type in aims:
            continue
        alike = [s.germans[other] for other in attackers if s.germans[other].type == unit.type]
        if not (bombers and free):
            aims[unit.type] = BOMBERS if bombers else FIGHTERS
        elif any(must_take_bombers(s, g, g.strike or g.hex) for g in alike):
            aims[unit.type] = BOMBERS
        else:
            options: tuple[Option, ...] = ((BOMBERS, unit.type), (FIGHTERS, unit.type))
            pick = yield Choose(GERMAN, options, rule="LW-9.1.6", ask="targets", about=(unit.type, s.battle))
            aims[unit.type] = BOMBERS if pick[0] == BOMBERS else FIGHTERS
    return aims


def attack_fighters(s: Luftwaffe, side: str, attackers: list[str], defenders: list[str]) -> Asks[int]:
    """LW-9.5.3 - LW-9.5.6 Fighters attack fighters; what no airborne defender can lose is returned."""
    owner = AMERICAN if side == GERMAN else GERMAN
    left = 0
    for squad in (yield from firing_order(s, side, attackers, True)):
        if alive(s, defenders):
            left += yield from fire_at_fighters(s, squad, defenders, owner)
    return left


def attack_group(s: Luftwaffe, attackers: list[str], escorts: list[str], bombers: list[str]) -> Flow:
    """LW-9.3, LW-9.4, LW-9.3.5 Germans attack bombers and their close escort: the jets' wave first."""
    if "ignore_escorts" in s.flags and escorts:
        yield from escorts_fire_first(s, attackers, escorts)
        attackers, escorts = alive(s, attackers), []
    jets = [id for id in attackers if kind_of(s.germans[id]).jet]
    others = [id for id in attackers if id not in jets]
    if jets:
        lost = yield from volley(s, jets, escorts, bombers)
        yield from take_bomber_losses(s, bombers, lost)
    bombers = alive(s, bombers)
    if not others or not bombers:
        return
    covered = bool(alive(s, escorts))
    lost = yield from volley(s, others, escorts, bombers)
    if lost or not covered:
        yield from return_fire(s, others, bombers)
    yield from take_bomber_losses(s, bombers, lost)


def escorts_fire_first(s: Luftwaffe, attackers: list[str], escorts: list[str]) -> Flow:
    """LW-15.2.2, LW-15.2.3 The escort fires at the attackers; it is its one shot of the turn."""
    for id in escorts:
        s.americans[id] = replace(s.americans[id], fired=True)
    yield from attack_fighters(s, AMERICAN, escorts, attackers)


def volley(s: Luftwaffe, attackers: list[str], escorts: list[str], bombers: list[str]) -> Asks[int]:
    """LW-9.3.1, LW-9.4.1, LW-9.4.2 Each type fires, at the escort while there is one; the bombers' losses in all."""
    lost, waiting = 0, list(attackers)
    if alive(s, escorts):
        for squad in (yield from firing_order(s, GERMAN, attackers, True)):
            lost += yield from fire_at_fighters(s, squad, escorts, AMERICAN)
            waiting = [id for id in waiting if id not in squad.ids]
            if not alive(s, escorts):
                break
    if not alive(s, escorts):
        # LW-14.6.6, LW-11.2 Against bombers units of one type fire together, whatever their E.
        for squad in (yield from firing_order(s, GERMAN, waiting, False)):
            lost += roll(s, squad)
    return min(lost, factors(s, alive(s, bombers)))


def return_fire(s: Luftwaffe, attackers: list[str], bombers: list[str]) -> Flow:
    """LW-9.3.2, LW-9.3.3, LW-9.4.3, LW-20.12 All bombers fire with what they had; these losses come first."""
    for squad in squads(s, alive(s, bombers), False):
        if factors(s, squad.ids) >= parts().table.least(squad.column):
            lost = roll(s, Squad(squad.type, squad.column, 0, 0, squad.ids))
            yield from take_losses(s, GERMAN, attackers, lost)


def remember_assailants(s: Luftwaffe, hex: str, attackers: Sequence[str]) -> None:
    """LW-8.6 The escort of the group may pursue those who attacked it."""
    for id, u in s.americans.items():
        if u.status == "up" and u.escort and u.hex == hex:
            s.americans[id] = replace(u, assailants=tuple(attackers))
