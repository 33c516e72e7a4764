"""The sequence of play: read this first. Chapter 4; the longer games put their quarters around it (chapter 12).

Each step of `STEPS` is one activity; it says in `s.step` which one follows. The German half-turn (LW-4.2) runs from
`german_start` to `german_end`, the American's (LW-4.3) from `american_start` to `american_end`. LW-4.4, LW-4.5 In the
other's half-turn nobody is asked to move, only about tanks, fire and losses, and movement is over before the first
battle. LW-4.6 A player is asked exactly what he decides: at set-up (LW-4.6.1), in his own half-turn (LW-4.6.2,
LW-4.6.4), as an answer in the other's (LW-4.6.3, LW-4.6.5) and between raids (LW-4.6.6). LW-12.1 The longer games put
their quarters around the same raid. LW-20.1 The German moves first in Turn 1 and may wait on the bombers' course.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.luftwaffe.bot.set_up_help import HELPED, with_help
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import American, German, Luftwaffe, Step, flown_as
from sandtable.games.luftwaffe.options import first_zone, flags_of, scenario_of, solo_mode
from sandtable.games.luftwaffe.rules import (
    advanced,
    combat,
    complexes,
    flak,
    flights,
    german_movement,
    missions,
    quarters,
    setup,
    strafing,
)
from sandtable.games.luftwaffe.rules.air_time import (
    american_fuel_check,
    empty_tanks_fall,
    german_fuel_check,
    refuelling,
)
from sandtable.games.luftwaffe.rules.complexes import german_spies
from sandtable.games.luftwaffe.rules.quarters import raid_ends
from sandtable.games.luftwaffe.rules.replacements import rebuilding
from sandtable.games.luftwaffe.rules.scoring import raid_result
from sandtable.games.luftwaffe.solo import prepared_raids
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Flow, Option, privately
from sandtable.kernel.game import Options
from sandtable.kernel.sequence import Activity, SequenceOfPlay


def reveal(s: Luftwaffe) -> None:
    """LW-3.1 Both sides are set up: the German sees what lies face up and where stacks are covered."""
    s.reveal()
    stacks = missions.covered_stacks(s)
    s.journal.add("LW-3.1", "set_up", n=len(stacks), stacks=stacks or "none")
    for id, u in s.americans.items():
        if u.status == "up":
            s.journal.add("LW-3.6", "uncovered", unit=id, hex=u.hex)
    german_spies(s)
    s.step = "escorts"


def first_turn(s: Luftwaffe) -> None:
    """LW-4.1 Turn 1 begins."""
    s.step = "german_start"


def german_start(s: Luftwaffe) -> None:
    """LW-4.2.1, LW-6.8 TIME NOW advances; empty tanks fall off."""
    s.turn += 1
    s.guns_fired = ()
    s.journal.add("LW-4.2.1", "turn", turn=s.turn)
    s.journal.add("LW-4.2", "phase_german")
    empty_tanks_fall(s)
    german_movement.begin_german_movement(s)
    s.step = "german_move"


def german_end(s: Luftwaffe) -> Flow:
    """LW-4.2.5, LW-4.2.6 Units out of time are lost; bases refuel."""
    german_fuel_check(s, landing_due=True)
    yield from refuelling(s)
    s.step = "american_start"


def american_start(s: Luftwaffe) -> Flow:
    """LW-4.3.1, LW-4.3.2 The American half-turn begins with what comes from the Baltic or from Russia."""
    s.journal.add("LW-4.3", "phase_american")
    if s.solo:
        s.reveal()  # what the written raid does next is seen now
    flights.begin_american_movement(s)
    yield from missions.announcements(s)


def american_end(s: Luftwaffe) -> Flow:
    """LW-4.3.8, LW-4.3.9, LW-4.1 Fuel, recoveries, and whether the raid is over."""
    missions.recoveries(s)
    american_fuel_check(s)
    german_fuel_check(s, landing_due=False)
    over = s.turn >= s.scenario.turns
    if not over and missions.raid_is_flown(s):
        options: tuple[Option, ...] = (("go_on",),) if missions.scheduled(s) else (("go_on",), ("end_raid",))
        over = (yield Choose(AMERICAN, options, rule="LW-4.1", ask="end_raid")) == ("end_raid",)
    s.step = "raid_over" if over else "german_start"


def raid_over(s: Luftwaffe) -> None:
    """LW-4.7, LW-2.4, LW-10.1 Germans in the air land; the Target Sheet is shown; the raid is judged."""
    s.reveal()
    for id, u in s.americans.items():
        if u.mission and u.status != "withdrawn":
            s.journal.add("LW-2.4", "sheet", unit=id, city=u.mission, done=u.bombed)
    if s.scenario.quarters:
        raid_ends(s)
        s.step = "shuttle_legs"
        return
    if s.raid:
        s.journal.add("LW-17.2", "solo_shown", name=parts().raids[s.raid].name)
    s.result = raid_result(s)
    s.journal.add("LW-10.1", f"result_{s.result}")
    s.step = "over"


def rebuild_american(s: Luftwaffe) -> Flow:
    """LW-12.4, LW-12.11 The American rebuilds first."""
    following = quarters.next_card(s)
    needed = following.american_withdraw if following is not None else ()
    return rebuilding(s, AMERICAN, needed, "rebuild_german")


def rebuild_german(s: Luftwaffe) -> Flow:
    """LW-12.4, LW-12.11 Then the German."""
    following = quarters.next_card(s)
    needed = following.german_withdraw if following is not None else ()
    return rebuilding(s, GERMAN, needed, "quarter_ends")


STEPS: dict[Step, Activity[Luftwaffe]] = {
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
    "solo_raid": prepared_raids.draw_raid,
    "from_russia": setup.from_russia,
    "fighter_plans": setup.fighter_plans,
    "quarter_begins": quarters.quarter_begins,
    "withdrawals": quarters.withdrawing,
    "railroads": advanced.railroads,
    "swaps": advanced.swaps,
    "production": advanced.production,
    "merging": quarters.merging,
    "raid_or_skip": quarters.raid_or_skip,
    "raf": advanced.royal_air_force,
    "set_up_raid": quarters.set_up_raid,
    "shuttle_legs": quarters.shuttle_legs,
    "fuel_adjustment": quarters.fuel_adjustment,
    "railroad_limit": advanced.railroad_limit,
    "income": quarters.income,
    "rebuild_american": rebuild_american,
    "rebuild_german": rebuild_german,
    "quarter_ends": quarters.quarter_ends,
    "complexes": complexes.key_report,
    "spies": complexes.industrial_spies,
    "naming": complexes.naming,
}
SEQUENCE = SequenceOfPlay("Luftwaffe", STEPS)


def play(s: Luftwaffe) -> Flow:
    """One activity; in a solo game the American's part is played by the prepared raid (LW-17.2)."""
    if s.rest and s.rest != s.step:
        s.rest = ""
    flow = SEQUENCE.run(s)
    if s.step in HELPED:
        flow = with_help(s, flow)
    if s.step in setup.SET_UP and s.step != "deploy":
        flow = privately(flow)  # LW-3.4 how often the American chooses would tell whether a Sneak Raid comes
    return prepared_raids.by_the_raid(s, flow) if s.solo else flow


def new(options: Options, dice: Dice) -> Luftwaffe:
    """LW-1.12, LW-16.1, LW-16.2, LW-19.4 A game with its order of battle, ready for the first activity."""
    scenario = scenario_of(options)
    s = Luftwaffe(
        dice=dice,
        game=scenario.id,
        flags=flags_of(options),
        solo=solo_mode(options),
        zone_key=first_zone(options),
        step="quarter_begins",
        americans={},
        germans={},
    )
    if scenario.quarters:
        lay_out_cards(s)
    else:
        oob = parts().single_oob[scenario.oob]
        enlist(s, oob["american"], "covered")
        enlist(s, oob["german"], "off")
        setup.begin_set_up(s)
    if "industrial_complexes" in s.flags:
        complexes.draw_key(s)
    return s


def enlist(s: Luftwaffe, ids: Iterable[str], status: str) -> None:
    """LW-1.8, LW-15.4, LW-18.1 Lay out counters, those that are flown as another type included."""
    for id in ids:
        counter, type = flown_as(s.flags, id)
        factors = parts().units[id].factors
        if parts().units[id].side == AMERICAN:
            s.americans[counter] = American(type, factors, status)
        else:
            s.germans[counter] = German(type, factors, status)


def lay_out_cards(s: Luftwaffe) -> None:
    """LW-12.7, LW-12.10, LW-14.4 - LW-14.7, LW-14.9 The units of the cards wait for their quarter."""
    p = parts()
    for card in p.cards[s.scenario.oob].values():
        enlist(s, (*card.american_add, *card.german_add, *card.german_railroad), "reserve")
        enlist(s, (*card.german_school, *card.german_jet_swap), "reserve")
    if s.scenario.jet_production_from:
        enlist(s, (u.id for u in p.units.values() if u.tag == "jet_production"), "reserve")
    s.replacements = {
        "bomber": s.scenario.american_bomber_replacements,
        "fighter": s.scenario.american_fighter_replacements,
        GERMAN: 0,
    }
    s.rail_limit = advanced.rail_limit(s)
