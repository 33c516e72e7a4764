"""Chapters 4, 5 and 6: the sequence of play, movement, and time in the air."""

from __future__ import annotations

import pytest

from sandtable.bots.player import ask, find_bot
from sandtable.games.luftwaffe import play
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.map.geography import distance, distances
from sandtable.games.luftwaffe.model import Clock
from sandtable.games.luftwaffe.rules import (
    air_time,
    combat,
    courses,
    fighter_flights,
    fire,
    flights,
    german_movement,
    missions,
    strafing,
)
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.state import replace
from tests.games.luftwaffe.test_02_03_secrecy_and_setup import state, walk
from tests.games.luftwaffe.tools import drive, fly, load, park, peek, reduce, run, step_of, table

HEX = "2014"


# -- the sequence of play ----------------------------------------------------------------------------------------------


def test_a_turn_is_the_german_half_then_the_american_half() -> None:
    """LW-4.1, LW-4.2, LW-4.2.1, LW-4.2.2, LW-4.2.4, LW-4.3, LW-4.3.1

    LW-4.3.3, LW-4.3.4, LW-4.3.5, LW-4.3.6, LW-4.3.7, LW-4.3.8, LW-4.3.9
    """
    s = table(turn=0, step="german_start")
    fly(s, "b17", 1, HEX, mission="kassel", start="0510", flown=12)
    park(s, "me109", 1, "2122")
    load(s, 1, 1, 1, 1)
    steps = []
    for _ in range(60):
        steps.append(s.step)
        drive(play.play(s), lambda d: ("done",) if ("done",) in d.options else d.options[0])
        if s.step == "german_start" and s.turn:
            break
    assert s.turn == 1, "TIME NOW has advanced by one"
    wanted = [
        "german_start", "german_move", "german_combat", "german_end", "american_start", "american_move", "uncover",
        "escorts", "flak", "bomb", "american_combat", "american_end",
    ]  # fmt: skip
    assert [*dict.fromkeys(steps)] == wanted


def test_nobody_moves_in_the_others_half_turn_and_no_movement_follows_combat() -> None:
    """LW-4.4, LW-4.5, LW-4.6, LW-4.6.2, LW-4.6.3, LW-4.6.4, LW-4.6.5"""
    answers: dict[str, set[str]] = {GERMAN: set(), AMERICAN: set()}
    position = walk("german_move", seed="halves")
    dice = Dice(seed_from("halves"))
    fought = ""
    while not position.over:
        seat, s = position.deciders[0], state(position)
        mover = GERMAN if s.step.startswith("german") else AMERICAN
        decision = position.decision
        assert decision is not None
        if seat != mover:
            answers[seat].add(decision.ask)
        if decision.ask in ("german_move", "american_move"):
            assert fought != f"{s.turn} {mover}", "no movement after combat"
        if s.battle:
            fought = f"{s.turn} {mover}"
        position.apply(seat, ask(position, seat, find_bot("greedy"), dice))
    assert answers[AMERICAN] <= {"tanks", "reduce", "lose", "first"}
    assert answers[GERMAN] <= {"tanks", "lose", "guns", "remove", "first"}
    assert {"reduce"} <= answers[AMERICAN]
    assert {"guns"} <= answers[GERMAN]


def test_launches_place_time_pieces_and_bases_refuel_after_combat() -> None:
    """LW-4.2.3, LW-4.2.5, LW-4.2.6"""
    s = table(turn=3, step="german_end")
    landed = fly(s, "fw190", 1, "2122")
    german_movement.land(s, landed, "2122")
    german_movement.launch(s, "me109")
    late = fly(s, "me110", 1, HEX, due=3)
    run(play.german_end(s))
    assert s.germans[landed[0]].fuelled
    assert s.germans[late[0]].status == "lost"
    assert s.step == "american_start"


def test_the_raid_ends_early_when_all_are_home_and_the_american_says_so() -> None:
    """LW-4.1, LW-4.3.2"""
    s = table(turn=9, step="american_end")
    fly(s, "b17", 1, "0510", mission="kassel", turned=True, bombed=True)
    run(play.american_end(s), ("end_raid",))
    assert s.step == "raid_over"
    s = table(turn=9, step="american_end")
    [id] = fly(s, "b17", 1, "0510", mission="kassel")
    s.americans[id] = replace(s.americans[id], status="sneak", hex="")
    assert list(peek(play.american_end(s)).options) == [("go_on",)], "asked, so that nothing is told by not asking"
    s = table(turn=20, step="american_end")
    run(play.american_end(s))
    assert s.step == "raid_over"


def test_germans_in_the_air_at_the_end_land_without_loss() -> None:
    """LW-4.7"""
    s = table(turn=20, step="raid_over")
    ids = fly(s, "me109", 2, HEX, due=20)
    play.raid_over(s)
    assert all(s.germans[id].factors == 2 for id in ids)
    assert s.fuel[GERMAN] == 0
    assert s.result == GERMAN


# -- movement ----------------------------------------------------------------------------------------------------------


def test_a_fighter_moves_up_to_its_movement_in_any_direction() -> None:
    """LW-5.1, LW-5.2"""
    s = table(step="american_move")
    [id] = fly(s, "p51", 1, HEX)
    ends = {str(o[1]) for o in peek(flights.fly(s, [id], id)).options if o[0] == "fly"}
    assert ends == {h for h in parts().grid if distance(HEX, h) <= 8}
    run(flights.fly(s, [id], id), ("draw",), ("step", "2013"), ("step", "2113"), ("stop",))
    assert s.americans[id].path == ("2013", "2113")
    refused = peek(flights.american_movement(s)) if flights.may_act(s, s.americans[id]) else None
    assert refused is None, "it has moved"


def test_bombers_fly_their_full_movement_on_a_course_that_can_still_be_met() -> None:
    """LW-5.3, LW-5.4, LW-7.11"""
    s = table(step="american_move")
    [id] = fly(s, "b17", 1, "0510", mission="brunswick")
    ends = courses.courses(s, s.americans[id])
    target = parts().cities["brunswick"].hex
    assert all(distance(to, target) == 12 and span == (4, 4) for to, span in ends.items())
    decision = peek(flights.american_movement(s))
    assert ("done",) not in decision.options
    assert decision.why_not is not None
    assert decision.why_not(("done",)) == (
        "Bombers and their close escorts must fly their full movement every turn.", "LW-5.3",
    )  # fmt: skip
    decision = peek(flights.fly(s, [id], id))
    assert decision.why_not is not None
    refusal = decision.why_not(("fly", "0509"))
    assert refusal is not None
    assert "at most 16 hexes" in refusal[0]
    assert refusal[1] == "LW-5.4"


def test_a_drawn_path_is_offered_only_steps_from_which_the_course_can_be_met() -> None:
    """LW-5.4"""
    s = table(step="american_move")
    [id] = fly(s, "b17", 1, "0608", mission="bremen")  # 11 hexes: one detour
    flow = flights.fly(s, [id], id)
    next(flow)
    decision = flow.send(("draw",))
    target = parts().cities["bremen"].hex
    for option in list(decision.options):
        assert distance(str(option[1]), target) <= 11
    asked = drive(flights.fly(s, [id], id), lambda d: ("draw",) if ("draw",) in d.options else d.options[0])
    assert len(s.americans[id].path) == 4
    assert len(asked.asked) == 6


def test_a_formation_may_split_and_each_bomber_is_tested_on_its_own_path() -> None:
    """LW-5.5, LW-5.6, LW-5.7"""
    s = table(step="american_move")
    ids = fly(s, "b17", 3, "0510", mission="brunswick")
    s.americans[ids[2]] = replace(s.americans[ids[2]], mission="amsterdam")
    decision = peek(flights.fly(s, ids, ids[0]))
    assert [o for o in decision.options if o[0] == "fly"] == [], "no course fits all three"
    to = next(iter(courses.courses(s, s.americans[ids[0]])))
    run(flights.fly(s, ids, ids[0]), ("without", ids[2]), ("fly", to))
    assert [s.americans[id].hex for id in ids] == [to, to, "0510"]
    assert not s.americans[ids[2]].moved


def test_germans_do_not_enter_the_zone_and_nobody_enters_switzerland() -> None:
    """LW-5.8, LW-5.9, LW-5.13"""
    s = table()
    border = next(h for h in parts().grid if s.zone.to_zone.get(h) == 1)
    [id] = fly(s, "me109", 1, border)
    ends = {str(o[1]) for o in german_movement.moves(s, s.germans[id])}
    assert not ends & s.zone.all
    swiss = [h for h in parts().grid if parts().terrain[h] == "S"]
    assert all(h not in distances(HEX) for h in swiss)
    why = german_movement.why_not_there(s, s.germans[id], ("fly", next(iter(s.zone.all))))
    assert why == ("German units can't enter the friendly zone.", "LW-5.8")
    assert fighter_flights.why_not_there(HEX, 8, ("fly", swiss[0])) == ("You can't enter Switzerland.", "LW-5.9")


def test_units_spend_a_turn_face_up_in_the_zone_before_they_cross() -> None:
    """LW-5.10, LW-7.2"""
    s = table(turn=3, step="uncover")
    [id] = fly(s, "b17", 1, "0510", mission="kassel")
    s.americans[id] = replace(s.americans[id], status="covered")
    run(missions.uncovering(s), ("uncover", id), ("at", "0608"))
    assert not flights.may_act(s, s.americans[id]), "not in this half-turn"
    s.turn = 4
    flights.begin_american_movement(s)
    assert flights.may_act(s, s.americans[id])
    assert flights.must_move(s, s.americans[id]), "an uncovered bomber must start"


def test_recovery() -> None:
    """LW-5.11, LW-5.12, LW-8.3"""
    s = table(turn=8)
    bomber = fly(s, "b17", 1, "0510", turned=True, bombed=True)
    outward = fly(s, "b24", 1, "0510", mission="kassel")
    fighter = fly(s, "p47", 1, "2034", due=8)
    missions.recoveries(s)
    assert s.americans[bomber[0]].status == "recovered"
    assert s.americans[outward[0]].status == "up"
    assert s.americans[fighter[0]].status == "recovered", "on either front"
    [other] = fly(s, "p51", 1, "0510")
    s.step = "american_move"
    run(flights.american_movement(s), ("recover", other))
    assert s.americans[other].status == "recovered"
    assert not missions.may_uncover(s, s.americans[other]), "one sortie in a raid"


# -- time --------------------------------------------------------------------------------------------------------------


def test_a_type_launches_together_and_only_when_all_are_ready() -> None:
    """LW-6.1, LW-6.10, LW-20.5"""
    s = table(turn=3)
    ids = park(s, "me109", 3, "2122")
    assert german_movement.launchable(s) == ["me109"]
    s.germans[ids[0]] = replace(s.germans[ids[0]], fuelled=False)
    assert german_movement.launchable(s) == []
    s.germans[ids[0]] = replace(s.germans[ids[0]], status="lost", factors=0, fuelled=True)
    assert german_movement.launchable(s) == ["me109"], "only the survivors count"
    german_movement.launch(s, "me109")
    assert [s.germans[id].status for id in ids] == ["lost", "air", "air"]
    assert s.clocks["me109"].tanks


def test_fighters_of_a_type_are_uncovered_in_one_turn_and_heavy_bombers_have_no_time() -> None:
    """LW-6.3, LW-6.4"""
    s = table(turn=2, step="uncover")
    ids = fly(s, "p47", 2, "0510") + fly(s, "b17", 1, "0510")
    for id in ids:
        s.americans[id] = replace(s.americans[id], status="covered")
    missions.face_up(s, ids[0], "0510")
    assert missions.may_uncover(s, s.americans[ids[1]]), "still in the same turn"
    s.turn = 3
    assert not missions.may_uncover(s, s.americans[ids[1]])
    assert missions.may_uncover(s, s.americans[ids[2]])
    missions.face_up(s, ids[2], "0510")
    assert s.americans[ids[2]].clock == ""
    assert not air_time.time_up(s, s.americans[ids[2]])


def test_the_mover_may_drop_tanks_at_any_moment() -> None:
    """LW-6.6"""
    s = table(step="german_move", turn=4)
    fly(s, "me109", 1, HEX, tanks=True, due=7)
    run(german_movement.german_movement(s), ("drop", "me109"))
    assert s.clocks["me109"] == Clock(due=6, tanks=False, since=0)


@pytest.mark.parametrize(("due", "lost"), [(7, False), (6, True)])
def test_a_unit_that_cannot_reach_the_zone_any_more_is_lost_at_once(due: int, lost: bool) -> None:
    """LW-6.12, LW-10.4"""
    s = table(turn=5)
    hex = next(h for h, d in s.zone.to_zone.items() if d == 12)
    [id] = fly(s, "p47", 1, hex, due=due)
    air_time.american_fuel_check(s)
    assert (s.americans[id].status == "lost") == lost
    assert s.fuel[AMERICAN] == (2 if lost else 0)


def test_the_end_of_turn_20() -> None:
    """LW-6.13, LW-20.13"""
    s = table(turn=20)
    out, home = fly(s, "b17", 1, HEX, mission="kassel"), fly(s, "p51", 1, "0510", due=25)
    reduce(s, *out)
    air_time.american_fuel_check(s)
    assert s.americans[out[0]].status == "lost"
    assert s.americans[home[0]].status == "up"
    assert s.fuel[AMERICAN] == 1


def test_a_german_whose_base_was_bombed_needs_another() -> None:
    """LW-20.6"""
    s = table(turn=5)
    lonely = min(s.zone.bases, key=lambda b: sum(distance(b.hex, o.hex) <= 6 for o in s.zone.bases))
    [id] = fly(s, "me109", 1, lonely.hex, due=6)
    s.unusable = tuple(b.id for b in s.zone.bases if distance(b.hex, lonely.hex) <= 6)
    air_time.german_fuel_check(s, landing_due=False)
    assert s.germans[id].status == "lost"


def test_individual_time() -> None:
    """LW-11.1, LW-11.2"""
    s = table(turn=3, flags=("individual_time",))
    ids = park(s, "me109", 2, "2122")
    assert german_movement.launchable(s) == ids
    german_movement.launch(s, ids[0])
    assert [s.germans[id].status for id in ids] == ["air", "ground"]
    assert s.clocks[ids[0]].due == 7
    s.turn = 4
    german_movement.launch(s, ids[1])
    air_time.drop_tanks(s, ids[0])
    assert (s.clocks[ids[0]].tanks, s.clocks[ids[1]].tanks) == (False, True)
    assert [q.effective for q in fire.squads(s, ids, True)] == [3, 1], "two types against fighters"
    assert len(fire.squads(s, ids, False)) == 1


def test_bombers_wait_for_germans_they_fly_into() -> None:
    """LW-20.1, LW-20.2, LW-20.3, LW-20.4"""
    s = table(turn=1)
    bombers = fly(s, "b17", 1, HEX, mission="kassel")
    waiting, ground = fly(s, "me109", 1, HEX), park(s, "fw190", 1, "2122")
    s.step = "american_combat"
    run(strafing.american_combat(s))
    assert step_of(s) == "american_end", "bombers never attack"
    assert combat.german_battles(s) == {HEX: waiting}
    assert all(id not in ids for ids in combat.german_battles(s).values() for id in ground)
    free = fly(s, "p51", 1, HEX)
    s.step = "american_combat"
    load(s, 1)
    run(strafing.american_combat(s))
    assert s.americans[free[0]].fired, "it stayed in a hex with airborne Germans and must attack"
    assert bombers
