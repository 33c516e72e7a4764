"""The sequence of play: read this first. Chapter 4; the longer games put their quarters around it (chapter 12).

Each step of `STEPS` is one activity; it says in `s.step` which one follows.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.luftwaffe.components import AMERICAN, parts
from sandtable.games.luftwaffe.model import American, German, Luftwaffe
from sandtable.games.luftwaffe.rules import combat, flak, flights, german_movement, missions, setup, strafing
from sandtable.games.luftwaffe.rules.air_time import (
    american_fuel_check,
    empty_tanks_fall,
    german_fuel_check,
    refuelling,
)
from sandtable.games.luftwaffe.rules.scoring import raid_result
from sandtable.games.luftwaffe.settings import first_zone, flags_of, is_solo, scenario_of
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.game import Options


def reveal(s: Luftwaffe) -> Flow:
    """LW-3.1 Both sides are set up: the German sees what lies face up and where stacks are covered."""
    s.reveal()
    stacks = missions.covered_stacks(s)
    s.journal.add("LW-3.1", "set_up", n=len(stacks), stacks=stacks)
    for id, u in s.americans.items():
        if u.status == "up":
            s.journal.add("LW-3.6", "uncovered", unit=id, hex=u.hex)
    s.step = "escorts"
    return
    yield


def first_turn(s: Luftwaffe) -> Flow:
    """LW-4.1 Turn 1 begins."""
    s.step = "german_start"
    return
    yield


def german_start(s: Luftwaffe) -> Flow:
    """LW-4.2.1, LW-6.8 TIME NOW advances; empty tanks fall off."""
    s.turn += 1
    s.guns_fired = ()
    s.journal.add("LW-4.2.1", "turn", turn=s.turn)
    empty_tanks_fall(s)
    german_movement.begin_german_movement(s)
    s.step = "german_move"
    return
    yield


def german_end(s: Luftwaffe) -> Flow:
    """LW-4.2.5, LW-4.2.6 Units out of time are lost; bases refuel."""
    german_fuel_check(s, landing_due=True)
    yield from refuelling(s)
    s.step = "american_start"


def american_start(s: Luftwaffe) -> Flow:
    """LW-4.3.1, LW-4.3.2 The American half-turn begins with what comes from the Baltic or from Russia."""
    flights.begin_american_movement(s)
    yield from missions.announcements(s)


def american_end(s: Luftwaffe) -> Flow:
    """LW-4.3.8, LW-4.3.9, LW-4.1 Fuel, recoveries, and whether the raid is over."""
    missions.recoveries(s)
    american_fuel_check(s)
    german_fuel_check(s, landing_due=False)
    s.step = "german_start"
    if s.turn >= s.scenario.turns:
        s.step = "raid_over"
    elif missions.raid_is_flown(s):
        options: tuple[Option, ...] = (("go_on",),) if missions.scheduled(s) else (("go_on",), ("end_raid",))
        pick = yield Choose(AMERICAN, options, rule="LW-4.1", ask="end_raid")
        if pick == ("end_raid",):
            s.step = "raid_over"


def raid_over(s: Luftwaffe) -> Flow:
    """LW-4.7, LW-2.4, LW-10.1 Germans in the air land; the Target Sheet is shown; the raid is judged."""
    s.reveal()
    for id, u in s.americans.items():
        if u.mission and u.status != "withdrawn":
            s.journal.add("LW-2.4", "sheet", unit=id, city=u.mission, done=u.bombed)
    s.result = raid_result(s)
    s.journal.add("LW-10.1", f"result_{s.result}")
    s.step = "over"
    return
    yield


STEPS: dict[str, Callable[[Luftwaffe], Flow]] = {
    "deploy": setup.deployment,
    "sneak": setup.sneak_raid,
    "missions": setup.planning,
    "placing": setup.placing,
    "dummies": setup.placing_dummies,
    "reveal": reveal,
    "escorts": missions.escort_declarations,
    "first_turn": first_turn,
    "german_start": german_start,
    "german_move": german_movement.german_movement,
    "german_combat": combat.german_combat,
    "german_end": german_end,
    "american_start": american_start,
    "american_move": flights.american_movement,
    "uncover": missions.uncovering,
    "flak": flak.antiaircraft_fire,
    "bomb": missions.bombing,
    "american_combat": strafing.american_combat,
    "american_end": american_end,
    "raid_over": raid_over,
}


def play(s: Luftwaffe) -> Flow:
    """One activity."""
    return STEPS[s.step](s)


def new(options: Options, dice: Dice) -> Luftwaffe:
    """LW-1.12, LW-19.4 A game with its order of battle, ready for the first activity."""
    p = parts()
    scenario = scenario_of(options)
    oob = p.single_oob[scenario.oob]
    s = Luftwaffe(
        dice=dice,
        game=scenario.id,
        flags=flags_of(options),
        solo="bot" if is_solo(options) else "",
        zone_key=first_zone(options),
        step="deploy",
        americans={id: American(p.units[id].type, p.units[id].factors, "covered") for id in oob["american"]},
        germans={id: German(p.units[id].type, p.units[id].factors, "off") for id in oob["german"]},
    )
    setup.begin_set_up(s)
    return s
