"""Chapters 10 to 16 and 18: scoring, options, quarters, shuttles, the Advanced Game, optional games, Custer."""

from __future__ import annotations

import pytest

from sandtable.games.luftwaffe import GAME, play
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.knowledge.sight import sight
from sandtable.games.luftwaffe.model import Arrival, Luftwaffe, flown_as
from sandtable.games.luftwaffe.options import flags_of, solo_mode
from sandtable.games.luftwaffe.rules import (
    advanced,
    air_time,
    combat,
    complexes,
    courses,
    fighter_flights,
    flights,
    german_movement,
    missions,
    quarters,
    replacements,
    scoring,
    setup,
    shuttles,
    strafing,
)
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.journal import Journal
from sandtable.kernel.state import replace
from tests.games.luftwaffe.test_cases_longer import aircraft_cities, at_quarter
from tests.games.luftwaffe.tools import drive, factors, fly, load, park, peek, run, step_of, table

HEX = "2014"


def new(**options: str) -> Luftwaffe:
    return GAME.new(GAME.settle(options), Dice(seed_from("new")))


# -- scoring -----------------------------------------------------------------------------------------------------------


def test_only_destroyed_cities_of_the_objective_count_and_never_less_than_none() -> None:
    """LW-10.1, LW-10.2, LW-10.3, LW-10.4, LW-20.10"""
    s = table()
    missions.destroy(s, "schweinfurt")
    assert scoring.score(s) == 0, "ball bearings are no aircraft factory"
    s.fuel[AMERICAN] = 3
    assert scoring.score(s) == 0
    s.fuel[GERMAN] = 4
    assert scoring.score(s) == 1, "both adjustments apply"
    assert [scoring.basic_result(n, 12, 8) for n in (12, 11, 9, 8)] == [AMERICAN, "draw", "draw", GERMAN]


def test_variants_of_the_basic_game() -> None:
    """LW-11.3, LW-11.4"""
    oil, rail = parts().scenarios["basic-oil"], parts().scenarios["basic-rail"]
    assert (oil.objective, oil.american_wins_at, oil.german_wins_at_most) == ("O", 8, 5)
    assert (rail.objective, rail.american_wins_at, rail.german_wins_at_most) == ("R", 14, 11)
    s = new(scenario="basic-oil")
    for city in scoring.objective_cities("O")[:8]:
        missions.destroy(s, city)
    assert scoring.raid_result(s) == AMERICAN


def test_custer_is_one_raid_with_jets_and_medium_bombers() -> None:
    """LW-16.1, LW-16.2, LW-16.4"""
    s = new(scenario="custer")
    assert s.zone_key == "3b5|4"
    assert not s.pass_through
    assert not s.scenario.shuttle
    assert parts().types["b26"].time_piece
    assert setup.jets_in_play(s) == 3
    assert scoring.raid_result(s) == GERMAN, "no bombing at all"


# -- quarters ----------------------------------------------------------------------------------------------------------


def test_ten_quarters_with_their_lines() -> None:
    """LW-12.1, LW-12.3, LW-12.5, LW-12.6"""
    s = at_quarter("tournament", "1943-01")
    assert len(s.scenario.quarters) == 10
    assert not s.zone.hexes["south"]
    s = at_quarter("tournament", "1944-01")
    assert s.zone.hexes["south"]
    assert not s.zone.all & {h for h in parts().grid if parts().zone_code[h] in "b5"}
    s = at_quarter("tournament", "1945-01")
    assert "0413" in s.zone.all
    s.queue, s.step = (next(id for id, u in s.americans.items() if u.type == "b17"),), "placing"
    fronts = {s.zone.front[str(o[2])] for o in peek(setup.placing(s)).options}
    assert fronts == {"west", "south"}, "the front is chosen freely"


def test_the_steps_of_a_quarter() -> None:
    """LW-12.4, LW-4.6.6"""
    s = new(scenario="tournament")
    steps = []
    while len(s.history) < 1:
        steps.append(s.step)
        drive(play.play(s), lambda d: ("skip",) if ("skip",) in d.options else d.options[0])
    assert [*dict.fromkeys(steps)] == [
        "quarter_begins", "withdrawals", "merging", "raid_or_skip", "set_up_raid", "shuttle_legs", "fuel_adjustment",
        "income", "rebuild_american", "rebuild_german", "quarter_ends",
    ]  # fmt: skip
    assert s.replacements[GERMAN] == 10
    assert not s.history[0].raid


def test_reinforcements_of_skipped_quarters_wait() -> None:
    """LW-12.7, LW-19.4"""
    s = at_quarter("tournament", "1943-04")
    assert s.americans["us_b17_1_cbw"].status == "recovered"
    assert s.americans["us_b17_4_cbw"].status == "recovered"
    assert s.americans["us_b17_13_cbw"].status == "reserve"
    assert s.germans["de_me110_njg_5"].status == "off"


def test_withdrawals_and_their_substitutes() -> None:
    """LW-12.8"""
    s = at_quarter("tournament", "1943-04")
    [spit] = [id for id, u in s.americans.items() if u.type == "spit" and u.status == "recovered"]
    run(replacements.withdraw(s, AMERICAN, "spit"))
    assert s.americans[spit].status == "withdrawn"
    s.replacements["fighter"] = 0
    fighters = [id for id, u in s.americans.items() if u.type == "p47" and u.status == "recovered"]
    for id in fighters:
        s.americans[id] = replace(s.americans[id], factors=1)
    run(replacements.withdraw(s, AMERICAN, "spit"), ("withdraw", fighters[0]), ("withdraw", fighters[1]))
    assert [s.americans[id].status for id in fighters[:2]] == ["withdrawn", "withdrawn"], "two reduced ones"
    for id in fighters[2:]:
        s.americans[id] = replace(s.americans[id], factors=0, status="lost")
    assert drive(replacements.withdraw(s, AMERICAN, "spit"), lambda d: d.options[0]).asked == [], "it lapses"


def test_stocks_income_and_rebuilding() -> None:
    """LW-12.9, LW-12.10, LW-12.11"""
    s = at_quarter("tournament", "1943-01")
    assert (s.replacements["bomber"], s.replacements["fighter"]) == (104, 52)
    id = "us_b17_1_cbw"
    s.americans[id] = replace(s.americans[id], factors=0, status="lost")
    run(replacements.rebuilding(s, AMERICAN, (), "over"))
    run(replacements.rebuilding(s, AMERICAN, (), "over"))
    assert (s.americans[id].factors, s.americans[id].status, s.replacements["bomber"]) == (2, "recovered", 102)
    run(replacements.rebuilding(s, AMERICAN, (), "over"))
    assert step_of(s) == "over"
    s.americans[id] = replace(s.americans[id], factors=1, status="russia")
    assert not replacements.may_rebuild(s, id), "no replacements in Russia"


def test_bases_are_repaired_and_the_german_wins_at_the_end() -> None:
    """LW-12.2, LW-12.12"""
    s = at_quarter("tournament", "1945-04")
    s.unusable = ("ab_ansbach",)
    quarters.quarter_ends(s)
    assert len(s.unusable) == 0
    assert s.result == GERMAN


def test_jet_bases() -> None:
    """LW-12.14, LW-12.14.1, LW-12.14.2, LW-12.14.3, LW-12.14.6"""
    s = at_quarter("tournament", "1944-10")
    setup.begin_set_up(s)
    jets = [id for id in s.queue if parts().types[s.germans[id].type].jet]
    assert list(s.queue[: len(jets)]) == jets
    assert len(jets) == 2
    run(setup.deployment(s), ("jet_base", "ab_lechfeld"))
    run(setup.deployment(s), ("jet_base", "ab_ansbach"))
    decision = peek(setup.deployment(s))
    assert {o[2] for o in decision.options} == {"ab_lechfeld", "ab_ansbach"}
    run(setup.deployment(s), ("deploy", jets[0], "ab_lechfeld"))
    run(setup.deployment(s))
    assert s.germans[jets[1]].hex == parts().bases["ab_ansbach"].hex, "one to a base"
    me262 = next(id for id in jets if s.germans[id].type == "me262")
    other = next(b for b in s.zone.bases if b.id not in s.jet_bases)
    s.germans[me262] = replace(s.germans[me262], hex=other.hex, fuelled=False)
    assert not air_time.may_refuel(s, s.germans[me262])
    assert german_movement.stranded(s, s.germans[me262])
    assert "me262" not in german_movement.launchable(s)
    fw190 = next(id for id, g in s.germans.items() if g.type == "fw190" and g.status == "off")
    s.germans[fw190] = replace(s.germans[fw190], status="ground", hex=parts().bases["ab_lechfeld"].hex, fuelled=False)
    assert air_time.may_refuel(s, s.germans[fw190]), "other types may refuel on jet bases"


def test_a_rocket_flies_attacks_and_lands_in_one_turn() -> None:
    """LW-12.14.4, LW-12.14.5"""
    s = table("tournament", zone="3|4", turn=4)
    base = s.zone.bases[0]
    [rocket] = park(s, "me163", 1, base.hex, base=base.id)
    assert "me163" not in german_movement.launchable(s)
    assert peek(german_movement.rocket_flight(s, rocket)).options == [("stay",)], "it does not fly without attacking"
    fly(s, "b17", 1, base.hex)
    options = peek(german_movement.german_movement(s)).options
    assert ("scramble", rocket) in options
    drive(
        german_movement.rocket_flight(s, rocket),
        lambda d: next((o for o in d.options if o == ("land", base.hex)), d.options[0]),
    )
    assert s.germans[rocket].status == "ground"
    assert s.germans[rocket].strike == base.hex
    run(air_time.refuelling(s))
    assert s.germans[rocket].fuelled, "ready again in the next turn"


def test_fuel_losses_of_the_german_cost_him_cities() -> None:
    """LW-12.15, LW-14.11"""
    s = at_quarter("tournament", "1943-07")
    s.fuel[GERMAN], s.step = 1, "fuel_adjustment"
    assert set(peek(quarters.fuel_adjustment(s)).options) == {("concede", c) for c in aircraft_cities()}
    run(quarters.fuel_adjustment(s), ("concede", "warsaw"))
    assert "warsaw" in s.destroyed
    s = at_quarter("advanced", "1943-07")
    s.fuel[GERMAN], s.step = 1, "fuel_adjustment"
    assert len(peek(quarters.fuel_adjustment(s)).options) == 78, "any city of the Target Sheet"


# -- shuttles ----------------------------------------------------------------------------------------------------------


def test_where_a_shuttle_may_go() -> None:
    """LW-13.1, LW-13.2, LW-13.10, LW-7.7, LW-14.4"""
    s = at_quarter("tournament", "1943-04")
    id = "us_b17_1_cbw"
    s.americans[id] = replace(s.americans[id], status="covered")
    assert setup.ways_out(s, id) == ["front", "russia"]
    s.americans[id] = replace(s.americans[id], status="sneak")
    assert setup.ways_out(s, id) == ["west", "russia"]
    s = at_quarter("advanced", "1944-04")
    s.americans[id] = replace(s.americans[id], status="covered")
    assert setup.ways_out(s, id) == ["front", "west", "south", "russia"]
    medium = next(i for i, u in s.americans.items() if u.type == "b26")
    s.americans[medium] = replace(s.americans[medium], status="covered")
    assert "russia" not in setup.ways_out(s, medium)
    s.closed_shuttles = ("west", "south")
    assert "russia" not in setup.ways_out(s, id)


def test_to_russia_the_way_out_is_measured_to_poland_and_costs_one_more() -> None:
    """LW-13.1, LW-13.3, LW-13.7"""
    s = table("tournament", zone="3|", step="american_move")
    [id] = fly(s, "b17", 1, "4611", turned=True, bombed=True, home="russia", start="4611")
    assert s.zone.to_front["russia"]["4611"] == 3
    decision = peek(flights.fly(s, [id], id))
    assert {o[0] for o in decision.options} == {"exit"}
    drive(flights.fly(s, [id], id), lambda d: d.options[0])
    assert s.americans[id].status == "russia"
    assert s.americans[id].factors == 2
    [far] = fly(s, "b17", 1, "4011", turned=True, bombed=True, home="russia", start="4011")
    before = s.zone.to_front["russia"]["4011"]
    assert all(s.zone.to_front["russia"][to] < before for to in courses.courses(s, s.americans[far]))


def test_from_russia_with_warning_number_and_hex() -> None:
    """LW-13.4, LW-13.5, LW-14.10.2, LW-14.10.3, LW-14.10.4"""
    s = table("advanced", zone="3|4", turn=0, step="from_russia")
    ids = fly(s, "b17", 1, "") + fly(s, "p51", 1, "")
    for id in ids:
        s.americans[id] = replace(s.americans[id], status="russia", clock="")
    s.clocks.clear()
    s.queue = tuple(ids)
    run(setup.from_russia(s), ("return", ids[0]), ("return", ids[1]), ("return_turn", 3), ("return_number", 9))
    assert s.shuttle == Arrival(turn=3, number=9, units=tuple(ids))
    s.americans[ids[0]] = replace(s.americans[ids[0]], mission="rostock", home="west")
    for turn, told in ((1, 1), (2, 2)):
        s.turn = turn
        run(missions.announcements(s))
        assert s.shuttle.told == told
    s.turn = 3
    hex = next(n.hex for n in parts().numbered.values() if n.number == 9)
    run(missions.announcements(s), ("enter", hex), ("escort", ids[1], "b17"))
    assert {s.americans[id].hex for id in ids} == {hex}
    assert s.americans[ids[1]].clock == "p51_from_russia", "a time of its own"
    assert s.clocks["p51_from_russia"].due == 3 + 14 - 9
    assert not s.clocks["p51_from_russia"].tanks, "9 is not below 14 - 5"
    assert not flights.may_act(s, s.americans[ids[0]]), "they stay for the turn"


def test_who_bombed_on_the_way_to_russia_comes_back_with_a_secret_mission() -> None:
    """LW-2.2, LW-13.5, LW-13.7"""
    s = at_quarter("advanced", "1944-04")
    id = next(id for id, u in s.americans.items() if u.type == "b17" and u.status == "recovered")
    s.americans[id] = replace(s.americans[id], status="up", hex="4611", turned=True, bombed=True, home="russia")
    shuttles.leave_for_russia(s, id)
    assert s.americans[id].bombed, "until the raid is over all know that it has bombed"
    setup.begin_set_up(s)
    s.step, s.queue = "from_russia", (id,)
    run(setup.from_russia(s), ("return", id), ("return_turn", 3), ("return_number", 9))
    s.americans[id] = replace(s.americans[id], mission="rostock", home="west")
    s.step, s.turn, s.shuttle = "american_start", 3, replace(s.shuttle, told=2)
    hex = next(n.hex for n in parts().numbered.values() if n.number == 9)
    run(missions.announcements(s), ("enter", hex))
    for seat in (GERMAN, ""):
        seen = sight(s, seat).americans[id]
        assert (seen.hex, seen.bombed, seen.mission) == (hex, False, "")


def test_merging_in_russia() -> None:
    """LW-13.6"""
    s = at_quarter("tournament", "1944-01")
    ids = [id for id, u in s.americans.items() if u.type == "b17"][:2]
    for id in ids:
        s.americans[id] = replace(s.americans[id], status="russia", factors=1)
    s.step = "merging"
    run(quarters.merging(s), ("merge", ids[0], ids[1]))
    assert [(s.americans[id].factors, s.americans[id].status) for id in ids] == [(2, "russia"), (0, "lost")]
    assert replacements.may_rebuild(s, ids[1])


@pytest.mark.parametrize(("arrived", "closed"), [(0, ("west",)), (1, ())])
def test_a_shuttle_that_is_wiped_out_is_not_repeated(arrived: int, closed: tuple[str, ...]) -> None:
    """LW-13.8, LW-13.9"""
    s = at_quarter("tournament", "1944-01")
    ids = [id for id, u in s.americans.items() if u.type == "b17"][:3]
    s.americans[ids[0]] = replace(s.americans[ids[0]], status="lost", factors=0, front="west", home="russia")
    s.americans[ids[1]] = replace(s.americans[ids[1]], status="lost", factors=0, front="west", home="south")
    if arrived:
        s.legs["arrived west"] = 1
    s.raided = True
    quarters.shuttle_legs(s)
    assert s.closed_shuttles == closed


# -- the Advanced Game -------------------------------------------------------------------------------------------------


def test_the_advanced_game_is_won_by_every_city() -> None:
    """LW-14.1, LW-14.9"""
    s = at_quarter("advanced", "1943-01")
    assert len(scoring.objective_cities(s.scenario.objective)) == 78
    assert (s.replacements["bomber"], s.replacements["fighter"]) == (124, 102)
    assert replacements.german_income(s) == 12
    for city in parts().cities:
        missions.destroy(s, city)
    quarters.quarter_ends(s)
    assert s.result == AMERICAN


def test_pass_through_attacks() -> None:
    """LW-14.2, LW-14.2.2, LW-14.2.3, LW-14.2.4, LW-14.2.5"""
    s = table("advanced", zone="3|4")
    bombers = fly(s, "b17", 1, HEX)
    fly(s, "p47", 1, "2214")
    [id] = fly(s, "me109", 1, "2010")
    flow = german_movement.fly(s, [id])
    next(flow)
    decision = flow.send(("strike", HEX))
    assert all(o[0] == "fly" for o in list(decision.options)), "it does not land in the turn of its attack"
    run(german_movement.fly(s, [id]), ("strike", HEX), ("fly", "2214"))
    assert combat.german_battles(s) == {HEX: [id]}, "one attack, though it ends over other enemies"
    load(s, 5, 5)
    drive(combat.german_battle(s, HEX, [id]), lambda d: d.options[0])
    assert combat.german_battles(s) == {}
    assert factors(s, bombers) < 2 or s.germans[id].fired
    s.germans[id] = replace(s.germans[id], strike="", fired=False, used=6)
    assert combat.attacks_at(s, s.germans[id]) == "", "without a mark it may use at most MF - 1"
    s.germans[id] = replace(s.germans[id], used=5)
    assert combat.attacks_at(s, s.germans[id]) == "2214"


def test_escorts_pursue_and_fighters_strafe_in_passing() -> None:
    """LW-14.2.6, LW-14.2.7"""
    s = table("advanced", zone="3|4", step="american_move")
    base = next(b for b in s.zone.bases if b.hex not in parts().city_at)
    ground = park(s, "ju88", 1, base.hex)
    start = next(h for h in parts().grid.neighbours[base.hex])
    [p51] = fly(s, "p51", 1, start)
    run(flights.fly(s, [p51], p51), ("strike", base.hex), ("fly", start))
    s.step = "american_combat"
    load(s, 1, 6)
    run(strafing.american_combat(s), ("strafe", base.hex))
    assert factors(s, ground) == 1
    s = table("advanced", zone="3|4", step="american_move")
    [german] = fly(s, "me109", 1, "2021")
    [escort] = fly(s, "p51", 1, HEX, escort="b17", assailants=(german,))
    assert fighter_flights.pursuits(s, s.americans[escort]) == ["2021"], "seven hexes away: MF - 1"


def test_bombers_may_bomb_a_base_in_passing() -> None:
    """LW-14.3"""
    s = table("advanced", zone="3|4", step="american_move")
    base = next(b for b in s.zone.bases if 8 < s.zone.to_front["west"].get(b.hex, 0) < 20)
    start = next(
        h for h in parts().grid.neighbours[base.hex] if s.zone.to_front["west"][h] > s.zone.to_front["west"][base.hex]
    )
    [id] = fly(s, "b17", 1, start, mission="airbase")
    ends = courses.beyond(s, s.americans[id], base.hex, 1, 4, 4)
    to = next(h for h in ends if h != base.hex)
    run(flights.fly(s, [id], id), ("bomb_at", base.hex), ("fly", to))
    missions.bombing(s)
    assert s.unusable == (base.id,)
    assert (s.americans[id].hex, s.americans[id].start, s.americans[id].spare) == (to, base.hex, 3)


def test_tactical_units_have_time_pieces_and_no_sneak_raids() -> None:
    """LW-14.4"""
    s = at_quarter("advanced", "1944-04")
    assert {"b25", "b26", "a20"} <= {u.type for u in s.americans.values() if u.status == "recovered"}
    setup.begin_set_up(s)
    s.step = "sneak"
    flow = setup.sneak_raid(s)
    next(flow)
    flow.send(("sneak", 1))
    decision = flow.send(("sneak_turn", 3))
    assert {s.americans[str(o[1])].type for o in list(decision.options)} <= {"b17", "b24"}


def test_railroad_units() -> None:
    """LW-14.5, LW-14.5.1, LW-14.5.3, LW-14.5.4, LW-14.12"""
    s = at_quarter("advanced", "1945-01")
    due = advanced.tagged(s, "railroad", "reserve")
    assert len(due) == 10
    for id in due[:3]:
        quarters.bring_in(s, id)
    centers = [id for id, c in parts().cities.items() if "R" in c.industries]
    for city in centers[4:]:
        missions.destroy(s, city)
    s.germans[due[3]] = replace(s.germans[due[3]], status="lost", factors=0)
    run(advanced.railroad_limit(s), ("railroad_out", due[1]))
    run(advanced.railroad_limit(s))
    assert s.step == "income"
    assert len(advanced.tagged(s, "railroad", "off")) == 2
    assert not replacements.may_rebuild(s, due[3]), "only within the limit"


def test_school_units() -> None:
    """LW-14.6, LW-14.6.1, LW-14.6.2"""
    s = at_quarter("advanced", "1943-07")
    school = advanced.tagged(s, "school", "off")
    assert len(school) == 2
    setup.begin_set_up(s)
    s.queue = (school[0],)
    options = peek(setup.deployment(s)).options
    assert ("keep_off", school[0]) in options
    s.germans[school[0]] = replace(s.germans[school[0]], factors=1)
    assert not replacements.may_rebuild(s, school[0])


@pytest.mark.parametrize("damaged", [False, True])
def test_school_units_for_jets(damaged: bool) -> None:
    """LW-14.6.3, LW-14.6.4, LW-14.6.5"""
    s = at_quarter("advanced", "1945-01")
    s.damaged_school = damaged
    school, jets = advanced.tagged(s, "school", "off"), advanced.swappable(s)
    assert (len(school), len(jets)) == (10, 3)
    gives = [("give", id) for id in school[:3]]
    if damaged:
        run(advanced.swaps(s), ("swap", jets[1]), *gives[:2])
    else:
        run(advanced.swaps(s), ("swap_three",), *gives)
    assert len(advanced.tagged(s, "jet_swap", "off")) == (1 if damaged else 3)
    assert len(advanced.tagged(s, "school", "withdrawn")) == (2 if damaged else 3)
    quarters.quarter_begins(s)
    assert len(advanced.swappable(s)) == (5 if damaged else 3), "those not taken can still be taken"


def test_jet_production() -> None:
    """LW-14.7, LW-15.3"""
    s = at_quarter("advanced", "1944-01")
    jet = advanced.tagged(s, "jet_production", "reserve")[0]
    decision = peek(advanced.production(s))
    given = str(decision.options[0][2])
    assert given in quarters.card(s).german_add
    run(advanced.production(s), ("produce", jet, given))
    assert (s.germans[jet].status, s.germans[given].status, s.produced) == ("off", "withdrawn", 1)
    s.germans[jet] = replace(s.germans[jet], status="lost", factors=0)
    assert replacements.may_rebuild(s, jet), "destroyed jets may be rebuilt"
    s.produced = 6
    run(advanced.production(s))
    s = at_quarter("advanced", "1944-01", jets="historical")
    run(advanced.production(s))
    s = at_quarter("advanced", "1943-10")
    run(advanced.production(s))


def test_fighter_shuttles() -> None:
    """LW-14.10, LW-14.10.1, LW-14.10.5, LW-14.10.6"""
    s = at_quarter("advanced", "1944-04")
    setup.begin_set_up(s)
    p51 = next(id for id, u in s.americans.items() if u.type == "p51")
    s.queue = (p51,)
    run(setup.fighter_plans(s), ("to_russia", p51))
    assert s.americans[p51].home == "russia"
    s.turn = 5
    s.americans[p51] = replace(s.americans[p51], status="up", hex="4612", clock="p51")
    air_time.start_clock(s, "p51", "p51", 0)
    exits = fighter_flights.russian_exits(s, s.americans[p51])
    assert {parts().numbered[h].number for h in exits} == {3, 4, 5}
    s.clocks["p51"] = replace(s.clocks["p51"], due=8)
    assert {parts().numbered[h].number for h in fighter_flights.russian_exits(s, s.americans[p51])} == {3}
    s.americans[p51] = replace(s.americans[p51], status="lost", factors=0)
    s.raided = True
    quarters.shuttle_legs(s)
    assert "fighters" in s.closed_shuttles
    assert setup.fighters_to_plan(s) == []
    assert setup.shuttle_open(s, "west"), "bomber shuttles continue"


def test_the_raf_before_the_raid_and_what_it_destroys_is_not_restored() -> None:
    """LW-14.12, LW-14.8"""
    s = at_quarter("advanced", "1943-01")
    s.step = "raid_or_skip"
    run(quarters.raid_or_skip(s), ("skip",))
    assert step_of(s) == "raf", "also when the raid is skipped"
    load(s, 1)
    s.journal = Journal()
    run(advanced.royal_air_force(s), ("raf", "ab_ansbach"))
    assert s.journal.lines[0].facts["for_side"] == AMERICAN, "a hit is his luck, though only a place is named"
    assert s.unusable == ("ab_ansbach",)
    assert s.fresh == []


# -- optional games ----------------------------------------------------------------------------------------------------


def test_germans_must_ignore_fighters_when_bombers_are_in_reach() -> None:
    """LW-15.2, LW-15.2.1"""
    s = table(flags=("ignore_escorts",))
    [id] = fly(s, "me109", 1, "2010")
    fly(s, "p51", 1, "2011")
    assert ("fly", "2011") in german_movement.moves(s, s.germans[id])
    fly(s, "b17", 1, HEX)
    assert ("fly", "2011") not in german_movement.moves(s, s.germans[id])
    assert german_movement.why_not_there(s, s.germans[id], ("fly", "2011")) == (
        "You can't attack fighters alone: bombers are within reach.", "LW-15.2.1",
    )  # fmt: skip
    fly(s, "p47", 1, HEX)
    s.germans[id] = replace(s.germans[id], hex=HEX)
    aims = drive(combat.choose_targets(s, [id], ["b"], ["f"]), lambda d: d.options[0])
    assert aims.asked == [], "it must choose the bombers"


def test_the_ignored_escort_fires_first() -> None:
    """LW-15.2.2, LW-15.2.3"""
    s = table(flags=("ignore_escorts",))
    bombers = fly(s, "b17", 2, HEX)
    escort = fly(s, "p51", 2, HEX, escort="b17")
    attackers = fly(s, "me109", 3, HEX)
    dice = load(s, 6, 4, 1)
    lost = parts().table.losses("p51", 4, 6)
    drive(combat.german_battle(s, HEX, attackers), lambda d: d.options[0])
    assert dice.left() == {}, "escort, attackers, bombers"
    assert factors(s, attackers) == 6 - lost
    assert factors(s, escort) == 4
    assert factors(s, bombers) == 4 - parts().table.losses("me109", 6 - lost, 4)
    assert all(s.americans[id].fired for id in escort)
    assert strafing.attacks_at(s, replace(s.americans[escort[0]], escort="")) == ""


def test_options_that_exclude_one_another_are_one_choice() -> None:
    """LW-15.1, LW-15.2.4, LW-15.6"""
    conflicts = parts().option_conflicts
    for jets in next(spec for spec in GAME.options if spec.name == "jets").values:
        flags = flags_of(GAME.settle({"scenario": "advanced", "jets": jets}))
        assert not any(other in conflicts.get(flag, ()) for flag in flags for other in flags)
    assert flags_of(GAME.settle({"scenario": "basic", "production": "nine", "jets": "forbidden"})) == ()
    assert solo_mode(GAME.settle({"scenario": "tournament", "mode": "solo"})) == ""


def test_forbidden_and_experimental_jets() -> None:
    """LW-15.4, LW-18.1"""
    p = parts()
    jet = next(u.id for u in p.units.values() if u.type == "me262" and u.tag == "")
    assert flown_as(("jets_forbidden",), jet) == (jet, "fw190")
    rocket = next(u.id for u in p.units.values() if u.type == "me163" and u.tag == "")
    assert flown_as(("jets_forbidden",), rocket) == (rocket, "me163"), "a rocket is no jet"
    for type in ("me163", "he162"):
        counter, flown = flown_as((f"experimental_{type}",), jet)
        assert flown == type
        assert p.units[counter].tag == "experimental"
    s = at_quarter("advanced", "1945-04", jets="me163")
    assert not any(g.type == "me262" for g in s.germans.values())
    assert len(advanced.swappable(s)) == 6, "all other rules treat it like the Me 262 it replaces"
    s = at_quarter("advanced", "1944-01", jets="forbidden")
    jet = advanced.tagged(s, "jet_production", "reserve")[0]
    assert s.germans[jet].type == "fw190"


def test_complexes() -> None:
    """LW-15.5, LW-15.5.1, LW-15.5.3, LW-15.5.4, LW-15.5.5"""
    s = at_quarter("tournament", "1943-04", complexes="yes")
    assert s.key in parts().complexes
    view = GAME.sight(s, AMERICAN)
    assert view.key == ""
    assert GAME.sight(s, GERMAN).key == s.key
    run(complexes.key_report(s))
    assert s.step == "spies"
    load(s, 3)
    complexes.industrial_spies(s)
    assert step_of(s) == "naming"
    decision = peek(complexes.naming(s))
    assert {o[1] for o in decision.options} == {c.id for c in parts().complexes.values() if c.letter != s.key}
    run(complexes.naming(s), decision.options[0])
    assert s.named == (str(decision.options[0][1]),)
    load(s, 4)
    complexes.industrial_spies(s)
    assert step_of(s) == "quarter_begins"
    s.named = tuple(c.id for c in parts().complexes.values() if c.letter != s.key)
    load(s, 1)
    complexes.industrial_spies(s)
    assert step_of(s) == "quarter_begins", "nothing is left to name"
    s.named = ()
    s.dummies = ("0101",)
    load(s, 4)
    complexes.german_spies(s)
    assert len(s.dummies) == 1
    load(s, 3)
    s.journal = Journal()
    complexes.german_spies(s)
    assert len(s.dummies) == 0
    assert s.journal.lines[0].facts["for_side"] == GERMAN
    setup.begin_set_up(s)
    assert len(setup.mission_options(s, "us_b17_1_cbw")) == 79, "all cities may be targets"
    assert s.scenario.objective == "A", "victory stays as it is"


def test_fighters_of_numbers_that_use_up_their_time_do_not_come() -> None:
    """LW-14.10.2, LW-14.10.7"""
    assert [n for n in setup.numbers() if shuttles.may_return_by("spit", n)] == [3, 4, 5]
    s = table("advanced", zone="3|4", turn=6)
    [id] = fly(s, "p51", 1, "4612", home="russia", escort="b17", due=11)
    assert not fighter_flights.may_break_off(s, s.americans[id])
    s.clocks["p51"] = replace(s.clocks["p51"], due=10)
    assert fighter_flights.may_break_off(s, s.americans[id]), "one turn and three more are as many as are left"
