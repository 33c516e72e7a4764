"""Cases found when every clause was read again across the chapters: one type and two, one half-turn and the next."""

from __future__ import annotations

from sandtable.games.luftwaffe.bot import player
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.knowledge.sight import sight
from sandtable.games.luftwaffe.map.geography import distance
from sandtable.games.luftwaffe.model import Arrival, Clock, Luftwaffe
from sandtable.games.luftwaffe.rules import (
    air_time,
    combat,
    courses,
    fighter_flights,
    fire,
    flights,
    german_movement,
    missions,
    quarters,
    replacements,
    strafing,
)
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.state import replace
from tests.games.luftwaffe.test_cases_longer import at_quarter
from tests.games.luftwaffe.tools import drive, factors, fly, load, park, peek, reduce, run, table

HEX = "2016"


def first_option(decision: Choose) -> Option:
    return decision.options[0]


def lone_base(s: Luftwaffe) -> str:
    """The hex of a base without a city."""
    return next(b.hex for b in s.zone.bases if b.hex not in parts().city_at)


# -- ignore escorts ----------------------------------------------------------------------------------------------------


def test_an_escort_that_fired_first_does_not_fire_again_in_the_american_half() -> None:
    """LW-15.2.3, LW-9.1.4"""
    s = table(flags=("ignore_escorts",))
    fly(s, "b17", 2, HEX, mission="leipzig", start="0510", flown=16)
    [escort] = fly(s, "p51", 1, HEX, escort="b17")
    attackers = fly(s, "me109", 2, HEX)
    load(s, 1, 1, 1)
    drive(combat.german_battle(s, HEX, attackers), first_option)
    flights.begin_american_movement(s)
    unit = s.americans[escort]
    assert unit.fired
    assert fighter_flights.pursuits(s, unit) == []
    assert strafing.attacks_at(s, replace(unit, escort="")) == ""
    german_movement.begin_german_movement(s)
    assert not s.americans[escort].fired, "a new turn begins"


def test_an_escort_that_fired_first_marks_no_attack_in_passing() -> None:
    """LW-15.2.3, LW-14.2.1"""
    s = table("advanced", zone="3|4", flags=("ignore_escorts",))
    [id] = fly(s, "p51", 1, HEX, fired=True)
    fly(s, "me109", 1, "2017")
    assert fighter_flights.targets_in_reach(s, s.americans[id]) == []
    assert fighter_flights.targets_in_reach(s, replace(s.americans[id], fired=False)) == ["2017"]


def test_a_german_over_lone_fighters_does_not_attack_them_by_standing_still() -> None:
    """LW-15.2.1"""
    s = table(flags=("ignore_escorts",))
    [id] = fly(s, "me109", 1, HEX)
    fly(s, "p51", 1, HEX)
    run(german_movement.german_movement(s), ("done",))
    assert combat.german_battles(s) == {HEX: [id]}, "no bomber is in reach"
    german_movement.begin_german_movement(s)
    [bomber] = fly(s, "b17", 1, "2018")
    s.step = "german_move"
    run(german_movement.german_movement(s), ("done",))
    assert combat.german_battles(s) == {}
    s.americans[bomber] = replace(s.americans[bomber], status="lost", hex="")
    assert combat.german_battles(s) == {}, "what counts is where the bombers were when the half-turn began"
    german_movement.begin_german_movement(s)
    s.step = "german_move"
    run(german_movement.german_movement(s), ("done",))
    assert combat.german_battles(s) == {HEX: [id]}


def test_a_rocket_ignores_fighters_only_for_bombers_that_it_can_attack_and_return_from() -> None:
    """LW-15.2.1, LW-12.14.4"""
    s = table("custer", zone="3b5|4", flags=("ignore_escorts",))
    land = [h for h in parts().grid if h not in s.zone.all and parts().terrain[h] != "S"]
    base, far = next(
        (b.hex, h) for b in s.zone.bases for h in land if distance(b.hex, h) == 4 and h not in parts().base_at
    )
    near = next(h for h in land if distance(base, h) == 1)
    [id] = park(s, "me163", 1, base)
    fly(s, "p51", 1, near)
    fly(s, "b17", 1, far)
    assert list(german_movement.rocket_targets(s, s.germans[id])) == [near], "four hexes out leave no way back"
    fly(s, "b24", 1, base)
    assert list(german_movement.rocket_targets(s, s.germans[id])) == [base]


def test_who_must_land_is_not_bound_by_bombers_in_reach() -> None:
    """LW-15.2.1, LW-6.11"""
    s = table(flags=("ignore_escorts",))
    [id] = fly(s, "me109", 1, "2010", due=5)
    fly(s, "p51", 1, "2011")
    fly(s, "b17", 1, "2012")
    assert not german_movement.must_take_bombers(s, s.germans[id], "2010"), "it may attack nobody"


# -- time --------------------------------------------------------------------------------------------------------------


def test_a_unit_whose_time_is_up_attacks_under_no_leader() -> None:
    """LW-6.11, LW-11.1, LW-14.2.1"""
    s = table("advanced", zone="3|4", flags=("individual_time",))
    fresh, late = fly(s, "me109", 2, "2010")
    s.clocks = {fresh: Clock(9, False, 1), late: Clock(5, False, 1)}
    for id in (fresh, late):
        s.germans[id] = replace(s.germans[id], clock=id)
    fly(s, "b17", 1, "2012")
    run(german_movement.german_movement(s), ("lead", fresh), ("strike", "2012"), ("fly", "2012"))
    assert (s.germans[fresh].strike, s.germans[late].strike) == ("2012", "")
    assert combat.german_battles(s) == {"2012": [fresh]}
    s.germans[late] = replace(s.germans[late], strike="2012")
    assert combat.german_battles(s) == {"2012": [fresh]}, "nor by an attack marked earlier"


def test_a_stack_of_escorts_does_together_what_each_may_do() -> None:
    """LW-11.1, LW-8.5, LW-8.6"""
    s = table(turn=7, step="american_move", flags=("individual_time",))
    hex = next(h for h, d in s.zone.to_zone.items() if d == 10)
    fly(s, "b17", 1, hex, moved=True, origin=hex, mission="kassel")
    low, full = fly(s, "p47", 2, hex, escort="b17")
    s.clocks = {low: Clock(8, False, 1), full: Clock(17, False, 1)}
    for id in (low, full):
        s.americans[id] = replace(s.americans[id], clock=id)
    assert ("break_off",) in peek(flights.fly(s, [low], low)).options
    run(flights.fly(s, [low, full], low))
    assert not s.americans[full].homing, "the other has fuel enough: the stack stays with its bombers"


def test_tanks_of_a_type_on_the_ground_do_not_run_empty() -> None:
    """LW-6.8, LW-6.9"""
    s = table(turn=9)
    park(s, "me109", 1, lone_base(s))
    s.clocks["me109"] = Clock(due=9, tanks=True, since=5)
    air_time.empty_tanks_fall(s)
    assert s.clocks["me109"].tanks


# -- bombers -----------------------------------------------------------------------------------------------------------


def test_an_airbase_attacker_stops_short_only_to_bomb() -> None:
    """LW-7.14, LW-5.3"""
    s = table(step="american_move")
    [id] = fly(s, "b17", 1, HEX, mission="airbase")
    ends = courses.courses(s, s.americans[id])
    assert set(ends.values()) == {(4, 4)}
    near = {to for to, d in courses.bases_in_reach(s, s.americans[id]).items() if d < 4}
    assert near
    to = sorted(near)[0]
    run(flights.fly(s, [id], id), ("bomb_at", to))
    assert (s.americans[id].hex, s.americans[id].strike) == (to, to)
    assert len(s.americans[id].path) == distance(HEX, to)
    [other] = fly(s, "b17", 1, HEX, mission="airbase")
    run(flights.fly(s, [other], other), ("fly", to))
    assert (len(s.americans[other].path), s.americans[other].strike) == (4, "")


def test_an_airbase_attacker_may_draw_its_way_to_the_base_it_bombs() -> None:
    """LW-7.14 It is free of the direct course, so a way around the guns is lawful."""
    s = table(step="american_move")
    [id] = fly(s, "b17", 1, HEX, mission="airbase")
    near = courses.bases_in_reach(s, s.americans[id])
    base = next(to for to, d in near.items() if d == 2)
    around = next(
        (a, b)
        for a in parts().grid.neighbours[HEX]
        for b in parts().grid.neighbours[a]
        if base in parts().grid.neighbours[b] and distance(a, base) == 2 and distance(HEX, b) >= 1
    )
    way = [("step", hex) for hex in (*around, base)]
    run(flights.fly(s, [id], id), ("draw",), *way, ("bomb_at", base))
    unit = s.americans[id]
    assert (unit.hex, unit.strike, len(unit.path)) == (base, base, 3)
    missions.bombing(s)
    assert parts().base_at[base].id in s.unusable


def test_the_way_home_of_an_aborted_mission_is_measured_from_where_it_turned_back() -> None:
    """LW-5.4, LW-7.15, LW-14.3.1"""
    s = table(step="american_move")
    to_front = s.zone.to_front["west"]
    [id] = fly(s, "b17", 1, HEX, mission="airbase")
    run(flights.fly(s, [id], id), ("abort",))
    assert courses.left_of_course(s, s.americans[id]) == courses.longest(to_front[HEX], 4), "before it moved: LW-5.4"
    [other] = fly(s, "b17", 1, HEX, mission="airbase")
    out = next(n for n in parts().grid.neighbours[HEX] if to_front[n] > to_front[HEX])
    end = drive(
        flights.fly(s, [other], other),
        lambda d: {
            "course": ("draw",),
            "draw": ("abort",) if ("abort",) in d.options else ("step", out),
        }.get(d.ask, d.options[0]),
    )
    assert end.asked
    unit = s.americans[other]
    assert (unit.start, unit.flown, unit.spare) == (out, 3, 3)
    assert courses.left_of_course(s, unit) == courses.longest(to_front[out], 4, 3) - 3, "in mid-movement: LW-14.3.1"


def test_shuttles_and_sneak_raiders_of_two_types_take_two_hexes_of_one_area() -> None:
    """LW-7.13, LW-13.4"""
    s = table("tournament", zone="3|4", step="american_start")
    hexes = [n.hex for n in parts().numbered.values() if n.number == 6]
    fly(s, "b17", 1, hexes[0], moved=True)
    [id] = fly(s, "b24", 1, "", status="returning", front="russia", home="west", mission="rostock")
    s.shuttle = Arrival(turn=5, number=6, units=(id,), told=2)
    run(missions.announcements(s))
    assert s.americans[id].hex == hexes[1]


# -- escorts -----------------------------------------------------------------------------------------------------------


def test_who_has_left_a_bomb_group_is_offered_none_again() -> None:
    """LW-8.6"""
    s = table(turn=3, step="american_move")
    hex = next(h for h, d in s.zone.to_zone.items() if d == 4)
    fly(s, "b17", 1, hex, moved=True, origin=hex, mission="kassel")
    [id] = fly(s, "p47", 1, hex, escort="b17")
    [german] = fly(s, "me109", 1, hex)
    s.americans[id] = replace(s.americans[id], assailants=(german,))
    run(flights.fly(s, [id], id), ("pursue", hex))
    assert s.americans[id].released
    s.americans[id] = replace(s.americans[id], hex="0510", quarry=False)
    fly(s, "b17", 1, "0510", mission="kassel")
    s.step = "escorts"
    assert missions.escort_candidates(s) == []
    s.americans[id] = replace(s.americans[id], released=False)
    assert [other for other, _ in missions.escort_candidates(s)] == [id]


def test_an_escort_does_not_change_over_to_bombers_that_arrive_where_its_own_left() -> None:
    """LW-8.4"""
    s = table(turn=3, step="american_move")
    fly(s, "b17", 1, "2012", moved=True, origin=HEX, mission="kassel")
    fly(s, "b17", 1, HEX, moved=True, origin="2020", mission="kassel")
    [id] = fly(s, "p47", 1, HEX, escort="b17")
    run(flights.fly(s, [id], id))
    assert s.americans[id].hex == "2012"


def test_an_escort_bound_for_russia_breaks_off_towards_russia() -> None:
    """LW-8.5, LW-14.10.7"""
    s = table("advanced", zone="3|4", turn=7, step="american_move")
    fly(s, "b17", 1, "4612", moved=True, origin="4612", mission="kassel")
    [id] = fly(s, "p51", 1, "4612", escort="b17", home="russia", due=11)
    asked = drive(flights.fly(s, [id], id), lambda d: ("break_off",) if ("break_off",) in d.options else d.options[-1])
    _, options, _ = asked.asked[-1]
    to_russia = s.zone.to_front["russia"]
    assert any(o[0] == "fly" and to_russia[str(o[1])] < to_russia["4612"] for o in options)
    assert any(o[0] == "exit" for o in options)
    assert s.americans[id].status == "russia"
    [other] = fly(s, "p51", 1, "4612", home="russia", homing=True, due=11)
    s.moving = (other,)
    assert player.sensible(sight(s, AMERICAN), AMERICAN, options, Dice.loaded([]))[0] == "exit"


# -- combat ------------------------------------------------------------------------------------------------------------


def test_school_and_regular_units_roll_together_once_the_escort_is_gone() -> None:
    """LW-14.6.6, LW-9.4.1"""
    s = table("advanced", zone="3|4")
    bombers = fly(s, "b17", 4, HEX)
    [escort] = fly(s, "p47", 1, HEX, escort="b17", tanks=True)
    reduce(s, escort)
    attackers = fly(s, "fw190", 1, HEX) + fly(s, "me109", 2, HEX) + fly(s, "me109", 2, HEX, tag="school")
    dice = load(s, 6, 4, 1)
    lost = parts().table.losses("fw190", 2, 6) - 1 + parts().table.losses("me109", 8, 4)
    drive(combat.german_battle(s, HEX, attackers), first_option)
    assert dice.left() == {}, "Fw 190 at the escort, all Me 109 at the bombers, the bombers' return fire"
    assert factors(s, bombers) == 8 - lost


def test_a_second_type_strafes_when_the_first_has_cleared_the_air() -> None:
    """LW-8.16, LW-8.18"""
    s = table(step="american_combat")
    base = lone_base(s)
    fly(s, "p51", 2, base)
    fly(s, "p47", 3, base)
    [airborne] = fly(s, "me110", 1, base)
    ground = park(s, "ju88", 4, base)
    over = parts().table.losses("p51", 4, 6) - 2
    strafed = parts().table.losses("p47", 6, 4)
    assert strafed > 0
    dice = load(s, 1, 6, 4)
    drive(strafing.american_combat(s), lambda d: ("strafe", base) if ("strafe", base) in d.options else d.options[0])
    assert dice.left() == {}, "light AA, P-51 at the Me 110, P-47 at the ground"
    assert s.germans[airborne].factors == 0
    assert factors(s, ground) == 8 - over - strafed


def test_free_fighters_strafe_when_the_former_escort_has_cleared_the_air() -> None:
    """LW-8.6, LW-8.16"""
    s = table(step="american_combat")
    base = lone_base(s)
    [airborne] = fly(s, "me110", 1, base)
    fly(s, "p51", 3, base, quarry=True, assailants=(airborne,))
    fly(s, "p47", 3, base)
    ground = park(s, "ju88", 4, base)
    load(s, 1, 6, 4)
    drive(strafing.american_combat(s), lambda d: ("strafe", base) if ("strafe", base) in d.options else d.options[0])
    assert factors(s, ground) == 8 - parts().table.losses("p47", 6, 4)


def test_remnants_that_cannot_fire_even_together_are_not_asked_about() -> None:
    """LW-9.2.5"""
    s = table()
    [one], [other] = fly(s, "p38", 1, HEX), fly(s, "p39", 1, HEX)
    reduce(s, one, other)
    weak = fire.squads(s, [one, other], True)
    assert all(fire.too_weak(s, q) for q in weak)
    assert fire.too_weak(s, fire.pooled(weak))
    assert drive(fire.firing_order(s, AMERICAN, [one, other], True), first_option).asked == []


# -- the longer games --------------------------------------------------------------------------------------------------


def test_no_railroad_unit_is_rebuilt_for_a_withdrawal() -> None:
    """LW-12.8"""
    s = at_quarter("advanced", "1945-01")
    s.rail_limit = 10
    railroad = next(id for id in s.germans if parts().units[id].tag == "railroad")
    type = s.germans[railroad].type
    for id, g in s.germans.items():
        if g.type == type:
            s.germans[id] = replace(g, status="withdrawn")
    s.germans[railroad] = replace(s.germans[railroad], status="lost", factors=0)
    s.replacements[GERMAN] = 10
    assert replacements.may_rebuild(s, railroad)
    assert replacements.rebuild_for_withdrawal(s, GERMAN, type) == ""
    assert (s.germans[railroad].status, s.replacements[GERMAN]) == ("lost", 10)


def test_a_quarter_without_a_raid_does_not_judge_the_last_shuttle_again() -> None:
    """LW-13.8"""
    s = at_quarter("tournament", "1944-01")
    lost, back = [id for id, u in s.americans.items() if u.type == "b17"][:2]
    s.americans[lost] = replace(s.americans[lost], status="lost", factors=0, front="russia", home="west")
    s.americans[back] = replace(s.americans[back], status="recovered", front="russia", home="west")
    s.raided = True
    quarters.shuttle_legs(s)
    assert s.closed_shuttles == (), "one of the two came back"
    s.americans[back] = replace(s.americans[back], status="withdrawn")
    s.raided = False
    quarters.shuttle_legs(s)
    assert s.closed_shuttles == ()


def test_sneak_raiders_that_shuttle_fly_from_england() -> None:
    """LW-13.8, LW-13.10"""
    s = at_quarter("tournament", "1944-01")
    id = next(id for id, u in s.americans.items() if u.type == "b17")
    s.americans[id] = replace(s.americans[id], status="lost", factors=0, front="baltic", home="russia")
    s.raided = True
    quarters.shuttle_legs(s)
    assert s.closed_shuttles == ("west",)


# -- staging -----------------------------------------------------------------------------------------------------------


def test_a_staging_unit_does_not_stay_over_americans() -> None:
    """LW-8.1"""
    s = table()
    [id] = fly(s, "me109", 1, "2010", staging=True)
    fly(s, "p51", 1, "2010")
    decision = peek(german_movement.german_movement(s))
    assert ("done",) not in decision.options
    assert decision.why_not is not None
    assert decision.why_not(("done",)) == (
        "You can't stop here: a staging unit can't stay over American units.",
        "LW-8.1",
    )
    assert player.sensible(sight(s, GERMAN), GERMAN, list(decision.options), Dice.loaded([])) == ("move", id)
    run(german_movement.german_movement(s), ("move", id), ("fly", "2011"))
    assert ("done",) in peek(german_movement.german_movement(s)).options
