"""The American's combat step: fighter battles and strafing. LW-4.3.7, LW-8.6, LW-8.15 - 8.19, LW-14.2.7"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import American, Luftwaffe, kind_of
from sandtable.games.luftwaffe.rules.air_time import ask_drops, time_up
from sandtable.games.luftwaffe.rules.combat import attack_fighters
from sandtable.games.luftwaffe.rules.fire import alive, fire_at_fighters, firing_order, odds_of, roll, take_losses
from sandtable.games.luftwaffe.rules.losses import FLAK, GROUND
from sandtable.kernel.flow import Choose, Flow, Odds, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

HIT = 6
"""LW-8.17, LW-9.7.2 What antiaircraft guns must roll."""


def attacks_at(s: Luftwaffe, unit: American) -> str:
    """LW-9.1.1, LW-6.11, LW-8.8, LW-20.2 The hex in which an American fighter attacks, "" if it does not."""
    if unit.status != "up" or unit.fired or unit.escort or unit.homing or kind_of(unit).bomber or time_up(s, unit):
        return ""
    if unit.strike:
        return unit.strike
    if unit.hex in s.zone.all or (s.pass_through and unit.used > kind_of(unit).mf - 1):
        return ""
    return unit.hex


def germans_at(s: Luftwaffe) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The German units in each hex: in the air, and on the ground."""
    air: dict[str, list[str]] = {}
    ground: dict[str, list[str]] = {}
    for id, g in s.germans.items():
        if g.status == "air":
            air.setdefault(g.hex, []).append(id)
        elif g.status == "ground":
            ground.setdefault(g.hex, []).append(id)
    return air, ground


def quarry_of(s: Luftwaffe, fighters: list[str], airborne: list[str]) -> list[str]:
    """LW-8.6 The assailants that fighters from a close escort may attack."""
    hunted = {g for id in fighters for g in s.americans[id].assailants}
    return [id for id in airborne if id in hunted]


def american_combat(s: Luftwaffe) -> Flow:
    """LW-4.3.7, LW-9.1.5 One battle or strafing, in the American's order, until all that must fight have fought."""
    attackers: dict[str, list[str]] = {}
    for id, u in s.americans.items():
        hex = attacks_at(s, u)
        if hex:
            attackers.setdefault(hex, []).append(id)
    air, ground = germans_at(s) if attackers else ({}, {})
    options: list[Option] = []
    must = False
    for hex, ids in attackers.items():
        free = [id for id in ids if not s.americans[id].quarry]
        targets = air.get(hex, []) if free else quarry_of(s, ids, air.get(hex, []))
        if targets:
            options.append(("battle", hex))
            must = True
        if free and hex in ground:
            options.append(("strafe", hex))
    if not options:
        s.step = "american_end"
        return
    if not must:
        options.append(("done",))
    pick = yield Choose(
        AMERICAN, options, rule="LW-4.3.7", ask="american_battle", forced=True,
        odds=lambda o: _odds(s, attackers, air, ground, o),
    )  # fmt: skip
    if pick == ("done",):
        s.step = "american_end"
        return
    hex = id_in(pick)
    strafed = ground.get(hex, []) if pick[0] == "strafe" else []
    s.battle = hex
    yield from american_battle(s, hex, attackers[hex], air.get(hex, []), strafed)
    s.battle = ""


def _odds(
    s: Luftwaffe, attackers: dict[str, list[str]], air: dict[str, list[str]], ground: dict[str, list[str]], o: Option
) -> Odds | None:
    if len(o) != 2 or o[1] not in attackers:
        return None
    hex = id_in(o)
    if o[0] == "battle" or hex in air:
        return odds_of(s, attackers[hex], air.get(hex, []), at_fighters=True)
    return odds_of(s, attackers[hex], ground.get(hex, []), at_fighters=False)


def american_battle(s: Luftwaffe, hex: str, fighters: list[str], airborne: list[str], strafed: list[str]) -> Flow:
    """LW-8.16, LW-8.19, LW-9.5, LW-20.4 Airborne Germans first; who has not fired then strafes the ground."""
    s.journal.add("LW-9.1.5", "battle", hex=hex, attackers=fighters, defenders=[*airborne, *strafed])
    if strafed:
        yield from guns_against_strafers(s, hex, [id for id in fighters if not s.americans[id].quarry])
        fighters = alive(s, fighters)
    for id in fighters:
        s.americans[id] = replace(s.americans[id], fired=True)
    hunters = [id for id in fighters if s.americans[id].quarry]
    free = [id for id in fighters if id not in hunters]
    if airborne:
        yield from ask_drops(s, AMERICAN, [s.americans[id] for id in fighters])
        met = airborne if free else quarry_of(s, hunters, airborne)
        yield from ask_drops(s, GERMAN, [s.germans[id] for id in met])
        if hunters and (quarry := quarry_of(s, hunters, airborne)):
            yield from attack_fighters(s, AMERICAN, hunters, quarry)
    yield from attack_air_and_ground(s, free, airborne, strafed)


def attack_air_and_ground(s: Luftwaffe, fighters: list[str], airborne: list[str], strafed: list[str]) -> Flow:
    """LW-8.16, LW-8.18, LW-9.5.3 Each type fires once, at what is airborne while there is any, then at the ground."""
    waiting = list(fighters)
    if alive(s, airborne):
        for squad in (yield from firing_order(s, AMERICAN, fighters, True)):
            left = yield from fire_at_fighters(s, squad, airborne, GERMAN)
            waiting = [id for id in waiting if id not in squad.ids]
            if not alive(s, airborne):
                yield from take_losses(s, GERMAN, strafed, left, GROUND)
                break
    if alive(s, airborne) or not strafed:
        return
    for squad in (yield from firing_order(s, AMERICAN, waiting, False)):
        yield from take_losses(s, GERMAN, strafed, roll(s, squad), GROUND)


def guns_against_strafers(s: Luftwaffe, hex: str, fighters: list[str]) -> Flow:
    """LW-8.17, LW-9.7.4, LW-14.2.7 City AA that has not fired this turn, then light AA: a 6 costs one factor."""
    p = parts()
    city, base = p.city_at.get(hex), p.base_at[hex]
    guns = []
    if city is not None and city.aa and city.id not in s.guns_fired:
        guns.append(city.id)
        s.guns_fired = (*s.guns_fired, city.id)
    guns.append(base.id)
    for gun in guns:
        if not alive(s, fighters):
            return
        die = s.dice.roll(6, "light AA" if gun == base.id else "AA")
        s.journal.add("LW-8.17", "guns", gun=hex, light=gun == base.id, die=die, success=die == HIT, for_side=GERMAN)
        if die == HIT:
            yield from take_losses(s, AMERICAN, fighters, 1, FLAK)
