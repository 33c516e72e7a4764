"""A closer look at the longer games: what is kept between raids, rebuilding, shuttles to and from Russia."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from sandtable.games.luftwaffe import play
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.map.geography import reach
from sandtable.games.luftwaffe.model import American, Arrival, Clock, German, Luftwaffe
from sandtable.games.luftwaffe.rules import (
    advanced,
    fighter_flights,
    missions,
    quarters,
    replacements,
    setup,
    shuttles,
)
from sandtable.kernel.journal import Journal
from sandtable.kernel.state import replace
from tests.games.luftwaffe.test_cases_longer import at_quarter
from tests.games.luftwaffe.tools import asked, fly, load, park, reduce, run, step_of, table
from tests.games.refusals import clause_against

HEX = "2016"


# -- between raids -----------------------------------------------------------------------------------------------------


def test_a_set_up_begins_with_clean_counters() -> None:
    """LW-3.1"""
    s = table("tournament", zone="3|4")
    [lost] = fly(s, "b17", 1, HEX, mission="leipzig", turned=True)
    s.americans[lost] = replace(s.americans[lost], status="lost", factors=0)
    [flown] = fly(s, "b24", 1, HEX, mission="kassel")
    reduce(s, flown)
    setup.begin_set_up(s)
    assert s.americans[lost] == American(type="b17", factors=0, status="lost")
    assert s.americans[flown] == American(type="b24", factors=1, status="covered")


def test_after_the_raid_everybody_is_at_home() -> None:
    """LW-4.7, LW-3.2"""
    s = table("tournament", zone="3|4")
    [up] = fly(s, "p51", 1, HEX, strike="2017", moved=True, escort="b17", path=("2016",))
    [german] = fly(s, "me109", 1, HEX, strike="2017")
    quarters.raid_ends(s)
    unit = s.americans[up]
    assert (unit.status, unit.hex, unit.strike, unit.moved, unit.escort, unit.path) == (
        "recovered", "", "", False, "", (),
    )  # fmt: skip
    assert s.germans[german] == German(type="me109", factors=2, status="off")
    assert s.clocks == {}


def test_a_quarter_begins_before_the_first_turn() -> None:
    """LW-12.4"""
    s = at_quarter("tournament", first_quarter())
    s.turn, s.raided, s.unusable = 7, True, ("somewhere",)
    quarters.quarter_begins(s)
    assert (s.turn, s.raided, list(s.unusable), step_of(s)) == (0, False, [], "withdrawals")


def first_quarter() -> str:
    return parts().scenarios["tournament"].quarters[0]


def test_a_unit_is_rebuilt_at_home_for_its_withdrawal() -> None:
    """LW-12.8, LW-12.11"""
    s = at_quarter("tournament", first_quarter())
    american = next(id for id, u in s.americans.items() if u.type == "p47")
    german = next(id for id, g in s.germans.items() if g.type == "me109" and g.status == "off")
    for other, u in s.americans.items():
        if u.type == "p47":
            s.americans[other] = replace(u, status="withdrawn")
    for other, g in s.germans.items():
        if g.type == "me109":
            s.germans[other] = replace(g, status="withdrawn")
    replacements.set_unit(s, american, 0, "lost")
    replacements.set_unit(s, german, 0, "lost")
    s.replacements = {"fighter": 2, "bomber": 0, GERMAN: 3}
    assert replacements.rebuild_for_withdrawal(s, AMERICAN, "p47") == american
    assert (s.americans[american].status, s.americans[american].factors) == ("recovered", 2)
    assert replacements.rebuild_for_withdrawal(s, GERMAN, "me109") == german
    assert (s.germans[german].status, s.germans[german].factors) == ("off", 2)
    assert s.replacements == {"fighter": 0, "bomber": 0, GERMAN: 1}


def test_the_american_rebuilds_first_what_the_next_quarter_withdraws() -> None:
    """LW-12.11"""
    game = parts().scenarios["tournament"]
    cards = parts().cards[game.oob]
    at = next(n for n, q in enumerate(game.quarters[1:]) if cards[q].american_withdraw)
    s = at_quarter("tournament", game.quarters[at])
    wanted = cards[game.quarters[at + 1]].american_withdraw[0]
    for id, u in list(s.americans.items()):
        if u.status == "recovered":
            s.americans[id] = replace(u, factors=1)
    s.replacements = {"fighter": 3, "bomber": 3}
    decision = asked(play.rebuild_american(s))
    assert {s.americans[str(option[1])].type for option in decision.options} == {wanted}
    last = at_quarter("tournament", game.quarters[-1])
    for id, u in list(last.americans.items()):
        if u.status == "recovered":
            last.americans[id] = replace(u, factors=1)
    last.replacements = {"fighter": 3, "bomber": 3}
    assert len({last.americans[str(o[1])].type for o in asked(play.rebuild_american(last)).options}) > 1


def test_fuel_losses_without_a_fresh_ruin_are_forgotten() -> None:
    """LW-12.15"""
    s = at_quarter("tournament", first_quarter())
    s.step, s.fuel, s.fresh = "fuel_adjustment", {AMERICAN: 3, GERMAN: 0}, []
    run(quarters.fuel_adjustment(s))
    assert s.fuel[AMERICAN] == 0
    run(quarters.fuel_adjustment(s))
    assert step_of(s) == "income"


def test_the_german_may_keep_his_railroad_units_back() -> None:
    """LW-14.5.3"""
    s = at_quarter("advanced", parts().scenarios["advanced"].quarters[-1])
    s.step, s.rail_limit = "railroads", 1
    due = advanced.tagged(s, "railroad", "reserve")
    assert due
    run(advanced.railroads(s), ("no_railroad",))
    assert step_of(s) == "swaps"
    assert advanced.tagged(s, "railroad", "reserve") == due
    s.step = "railroads"
    run(advanced.railroads(s), ("railroad", due[0]))
    assert s.germans[due[0]].status == "off"
    assert step_of(s) == "railroads"


# -- Russia ------------------------------------------------------------------------------------------------------------


def to_russia(s: Luftwaffe, type: str, count: int) -> list[str]:
    """Units of a type in Russia."""
    ids = fly(s, type, count, HEX)
    for id in ids:
        s.americans[id] = American(type=type, factors=2, status="russia", front="russia")
    return ids


def test_the_legs_of_shuttles_are_counted() -> None:
    """LW-13.3, LW-13.8, LW-14.10.1"""
    s = table("advanced", zone="3|4")
    bombers = fly(s, "b17", 2, HEX, home="russia", strike=HEX, mission="posen")
    fighters = fly(s, "p51", 2, HEX, home="russia")
    for id in bombers + fighters:
        shuttles.leave_for_russia(s, id)
    assert s.legs == {"arrived west": 2, "arrived fighters": 2}
    assert s.americans[bombers[0]] == American(type="b17", factors=2, status="russia", front="russia", moved=True)


def test_fighter_shuttles_close_when_nobody_came_through() -> None:
    """LW-14.10.6"""
    for arrived, closed in ((1, ()), (0, ("fighters",))):
        s = table("advanced", zone="3|4")
        s.raided = True
        [lost] = fly(s, "p51", 1, HEX, home="russia")
        s.americans[lost] = replace(s.americans[lost], status="lost", factors=0)
        s.legs = {"arrived fighters": arrived}
        quarters.shuttle_legs(s)
        assert s.closed_shuttles == closed


def test_who_waits_in_russia_is_asked_about_and_nobody_else() -> None:
    """LW-13.4, LW-3.4"""
    s = table("advanced", zone="3|4", step="sneak")
    there = to_russia(s, "b17", 2)
    [here] = fly(s, "b24", 1, HEX)
    s.americans[here] = American(type="b24", factors=2, status="covered")
    run(setup.sneak_raid(s), ("sneak", 0))
    assert (s.queue, step_of(s)) == (tuple(there), "from_russia")


def test_the_return_from_russia_is_a_secret() -> None:
    """LW-13.4, LW-2.2"""
    s = table("advanced", zone="3|4", step="from_russia")
    s.journal = Journal()
    [one, two] = to_russia(s, "b17", 2)
    s.queue = (one, two)
    number = setup.numbers()[0]
    run(setup.from_russia(s), ("return", one), ("wait", two), ("return_turn", 5), ("return_number", number))
    assert s.shuttle == Arrival(turn=5, number=number, units=(one,))
    assert [line.event for line in s.journal.read(AMERICAN)] == ["shuttle_planned"]
    assert s.journal.read(GERMAN) == []


def test_ways_out_of_a_raid() -> None:
    """LW-13.1, LW-13.2, LW-13.5, LW-13.10"""
    s = table("advanced", zone="3|4")
    [id] = to_russia(s, "b17", 1)
    s.americans[id] = replace(s.americans[id], status="returning")
    assert setup.ways_out(s, id) == ["west", "south", "russia"]
    s.americans[id] = replace(s.americans[id], status="sneak")
    assert setup.ways_out(s, id) == ["west", "south", "russia"]
    s.closed_shuttles = ("west",)
    assert setup.ways_out(s, id) == ["west", "south"]
    s.americans[id] = replace(s.americans[id], status="covered")
    assert setup.ways_out(s, id) == ["front", "west", "south", "russia"]
    s.closed_shuttles = ("west", "south")
    assert setup.ways_out(s, id) == ["front", "west", "south"]


def test_two_bomber_types_appear_side_by_side_and_fighters_escort_them() -> None:
    """LW-7.6, LW-7.13, LW-14.10.4"""
    s = table("advanced", zone="3|4", turn=5)
    [b17], [b24], [p51] = to_russia(s, "b17", 1), to_russia(s, "b24", 1), to_russia(s, "p51", 1)
    number = next(
        n
        for n in setup.numbers()
        if len([h for h in parts().numbered.values() if h.number == n]) > 1 and shuttles.may_return_by("p51", n)
    )
    arrival = Arrival(turn=5, number=number, units=(b17, b24, p51), told=2)
    flow: Any = missions.enter(s, "shuttle", arrival)
    decision = asked(flow)
    assert decision.about == ("b17",)
    first = decision.options[0]
    decision = flow.send(first)
    while decision.ask == "enter":
        assert decision.about == ("b24",)
        assert first not in decision.options
        decision = flow.send(decision.options[0])
    assert (decision.ask, set(decision.options)) == ("escort", {("escort", p51, "b17"), ("free", p51)})
    with contextlib.suppress(StopIteration):
        flow.send(("escort", p51, "b17"))
    assert s.americans[p51].escort == "b17"
    assert s.americans[p51].hex == s.americans[b17].hex != s.americans[b24].hex
    assert s.clocks[s.americans[p51].clock] == Clock(
        due=5 + parts().types["p51"].time_with - number,
        tanks=number < parts().types["p51"].time_with - parts().types["p51"].time_without,
        since=5,
    )


def test_fighters_alone_come_back_from_russia_in_one_hex() -> None:
    """LW-14.10.3, LW-14.10.4"""
    s = table("advanced", zone="3|4", turn=5)
    ids = to_russia(s, "p51", 2)
    number = next(n for n in setup.numbers() if shuttles.may_return_by("p51", n))
    flow: Any = missions.enter(s, "shuttle", Arrival(turn=5, number=number, units=tuple(ids), told=2))
    decision = next(flow)
    with contextlib.suppress(StopIteration):
        flow.send(decision.options[0])
    assert {s.americans[id].hex for id in ids} == {decision.options[0][1]}
    assert all(s.americans[id].status == "up" and s.americans[id].escort == "" for id in ids)


def test_an_escort_planned_to_russia_breaks_off_eastward() -> None:
    """LW-8.5, LW-14.10.7"""
    s = table("advanced", zone="3|4")
    [id] = fly(s, "p51", 1, HEX, home="russia")
    unit = s.americans[id]
    east = s.zone.to_front["russia"]
    nearer = next(h for h in reach(HEX, 1) if east[h] < east[HEX] and s.zone.to_zone[h] >= s.zone.to_zone[HEX])
    assert fighter_flights.nearer_home(s, unit, nearer)
    assert not fighter_flights.nearer_home(s, replace(unit, home="west"), nearer)


# -- the set-up --------------------------------------------------------------------------------------------------------


def test_sneak_raiders_come_over_the_baltic() -> None:
    """LW-3.4, LW-7.5, LW-7.8"""
    s = table(step="sneak")
    ids = fly(s, "b17", 3, HEX)
    for id in ids:
        s.americans[id] = American(type="b17", factors=2, status="covered")
    count = next(n for n in parts().sneak_counts if n)
    turn = parts().sneak_turns[-1]
    raiders = ids[:count]
    run(setup.sneak_raid(s), ("sneak", count), ("sneak_turn", turn), *(("raider", id) for id in raiders))
    assert s.sneak == Arrival(turn=turn, units=tuple(raiders))
    for id in raiders:
        assert s.americans[id] == American(type="b17", factors=2, status="sneak", front="baltic", home="west")
    assert s.americans[ids[-1]].status == "covered"


def test_units_are_placed_face_up_or_covered() -> None:
    """LW-3.6, LW-3.7"""
    s = table(step="placing")
    one, two = fly(s, "b17", 2, HEX)
    hex = s.zone.hexes["west"][0]
    for id in (one, two):
        s.americans[id] = American(type="b17", factors=2, status="covered", mission="leipzig")
    s.queue = (one, two)
    run(setup.placing(s), ("face_up", one, hex))
    run(setup.placing(s), ("cover", two, hex))
    assert (s.americans[one].status, s.americans[one].hex) == ("up", hex)
    assert (s.americans[two].status, s.americans[two].hex, s.americans[two].front) == ("covered", hex, "west")
    assert not s.queue
    assert missions.covered_stacks(s) == [hex]


def test_why_a_unit_cannot_be_deployed_on_a_base() -> None:
    """LW-3.2, LW-3.3, LW-12.14.1, LW-14.8"""
    s = table("tournament", zone="3b5|4", step="deploy")
    [plain_unit], [jet] = park(s, "me109", 1, HEX), park(s, "me262", 1, HEX)
    for id in (plain_unit, jet):
        s.germans[id] = replace(s.germans[id], status="off", hex="")
    s.queue = (plain_unit,)
    decision = asked(setup.deployment(s))
    ours = s.zone.bases
    inside = next(b for b in parts().bases.values() if b.hex in s.zone.all)
    s.unusable = (ours[0].id,)
    assert clause_against(decision, ("deploy", plain_unit, inside.id)) == "LW-3.3"
    assert clause_against(decision, ("deploy", plain_unit, ours[0].id)) == "LW-14.8"
    assert clause_against(decision, ("deploy", plain_unit, ours[1].id)) == "LW-3.2"
    assert clause_against(decision, ("deploy", jet, ours[1].id)) == "LW-12.14.1"
    for option in (("deploy", plain_unit), ("keep_off", plain_unit, ours[1].id), ("deploy", plain_unit, "nowhere")):
        assert clause_against(decision, option) == ""


def test_the_royal_air_force_rolls_an_ordinary_die() -> None:
    """LW-14.8"""
    s = at_quarter("advanced", first_quarter())
    target = advanced.raf_targets(s)[0]
    load(s, 7)
    with pytest.raises(LookupError, match="6 sides"):
        run(advanced.royal_air_force(s), ("raf", target))
    load(s, 4)
    run(advanced.royal_air_force(s), ("raf", target))
    assert target not in s.destroyed
    load(s, 3)
    run(advanced.royal_air_force(s), ("raf", target))
    assert target in s.destroyed
