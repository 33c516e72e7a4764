"""A closer look at a raid: stacks, escorts and pursuits, courses, combat, the way home."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from sandtable.games.luftwaffe.components import AIRBASE, GERMAN, parts
from sandtable.games.luftwaffe.map.geography import distance, reach
from sandtable.games.luftwaffe.model import German
from sandtable.games.luftwaffe.rules import (
    combat,
    courses,
    fighter_flights,
    fire,
    flights,
    losses,
    missions,
    strafing,
)
from sandtable.games.luftwaffe.rules.bomber_flights import ABORT, STOP, draw, send, why_no_course
from sandtable.kernel.journal import Journal
from sandtable.kernel.state import replace
from tests.games.luftwaffe.tools import asked, fly, load, park, peek, run, table
from tests.games.refusals import clause_against, plain

HEX = "2016"


# -- stacks, escorts and pursuits --------------------------------------------------------------------------------------


def test_a_leader_leads_others_of_its_kind() -> None:
    """LW-5.7, LW-5.11, LW-4.3.3 One unit moves; two alike may be led; fighters inside the zone may recover."""
    s = table(turn=5, step="american_move")
    inside = s.zone.hexes["west"][0]
    [one] = fly(s, "p51", 1, HEX)
    options = set(peek(flights.american_movement(s)).options)
    assert ("move", one) in options
    assert ("lead", one) not in options
    assert ("recover", one) not in options, "it is over Germany"
    fly(s, "p47", 1, HEX)
    [three] = fly(s, "p38", 1, inside)
    options = set(peek(flights.american_movement(s)).options)
    assert not any(option[0] == "lead" for option in options), "of three types"
    assert {option for option in options if option[0] == "recover"} == {("recover", three)}
    [bomber] = fly(s, "b17", 1, inside)
    [escort] = fly(s, "p51", 1, inside, escort="b17")
    options = set(peek(flights.american_movement(s)).options)
    assert ("recover", bomber) not in options
    assert ("recover", escort) not in options


def test_units_may_be_left_behind_by_a_stack() -> None:
    """LW-5.7"""
    s = table(turn=5, step="american_move")
    one, two, three = fly(s, "p51", 3, HEX)
    flow: Any = flights.fly(s, [one, two, three], one)
    asked(flow, ("without", three))
    assert s.moving == (one, two)
    to = next(iter(reach(HEX, 1)))
    with contextlib.suppress(StopIteration):
        flow.send(("fly", to))
    assert [s.americans[id].moved for id in (one, two, three)] == [True, True, False]
    assert not s.moving


def test_a_fighter_flies_on_with_what_movement_is_left() -> None:
    """LW-14.2.1, LW-14.2.2"""
    s = table("advanced", zone="3|4", turn=5, step="american_move")
    [id] = fly(s, "p51", 1, HEX)
    target = "2018"
    fly(s, "me109", 1, target)
    mf, used = parts().types["p51"].mf, distance(HEX, target)
    decision = asked(fighter_flights.fly_fighters(s, [id], id), ("strike", target))
    assert {str(option[1]) for option in decision.options} == set(reach(target, mf - used))
    assert target in reach(target, mf - used)


def test_a_pursuing_escort_attacks_where_its_quarry_is() -> None:
    """LW-8.6, LW-14.2.6 Where attacks in passing are played, the attack is marked there."""
    for game, zone, marked in (("advanced", "3|4", True), ("basic", "3b|4", False)):
        s = table(game, zone=zone, turn=5, step="american_move")
        [german] = fly(s, "me109", 1, "2017")
        fly(s, "b17", 1, "2014", moved=True, origin=HEX, mission="leipzig", path=("2015", "2014"))
        [escort] = fly(s, "p51", 1, HEX, escort="b17", assailants=(german,))
        answers = [("pursue", "2017"), *([("fly", "2017")] if marked else [])]
        run(fighter_flights.fly_escort(s, [escort], escort), *answers)
        unit = s.americans[escort]
        assert (unit.hex, unit.strike) == ("2017", "2017" if marked else "")
        assert (unit.escort, unit.quarry, unit.released) == ("", True, True)


def test_an_escort_whose_bombers_have_left_the_map_is_free() -> None:
    """LW-8.10"""
    s = table(turn=5, step="american_move")
    [escort] = fly(s, "p51", 1, HEX, escort="b17")
    run(fighter_flights.fly_escort(s, [escort], escort))
    assert s.americans[escort].escort == ""
    assert s.americans[escort].hex == HEX


def test_an_escort_recovers_with_the_last_of_its_bombers() -> None:
    """LW-4.3.9, LW-8.7, LW-5.11"""
    s = table(turn=9)
    inside = s.zone.hexes["west"][0]
    home, late = fly(s, "b17", 2, inside, mission="kassel", turned=True)
    s.americans[late] = replace(s.americans[late], turned=False)
    [escort] = fly(s, "p51", 1, inside, escort="b17")
    [elsewhere] = fly(s, "p47", 1, HEX, due=9)
    [covered] = fly(s, "p38", 1, inside, due=9)
    s.americans[covered] = replace(s.americans[covered], status="covered")
    missions.recoveries(s)
    assert s.americans[home].status == "recovered"
    assert s.americans[escort].status == "up", "one of its bombers still has to go"
    assert s.americans[elsewhere].status == "up", "its time is up, but it is over Germany"
    assert s.americans[covered].status == "covered"
    s.americans[late] = replace(s.americans[late], turned=True)
    missions.recoveries(s)
    assert s.americans[escort].status == "recovered"


# -- courses -----------------------------------------------------------------------------------------------------------


def test_one_hex_of_movement_may_be_flown_beyond_the_target() -> None:
    """LW-14.3.1"""
    s = table("advanced", zone="3|4")
    target = parts().cities["leipzig"].hex
    start = next(h for h, d in reach(target, 3).items() if d == 3)
    [id] = fly(s, "b17", 1, start, mission="leipzig")
    unit = s.americans[id]
    on = courses.beyond(s, unit, target, 3, 4, 20)
    assert on
    assert all(way == (3, 1) for way in on.values())
    assert courses.beyond(s, unit, target, 4, 4, 20) == {}
    assert courses.beyond(s, unit, target, 3, 4, 2) == {}


def test_a_bomber_that_stops_short_begins_a_new_course() -> None:
    """LW-7.13"""
    s = table()
    [id] = fly(s, "b17", 1, HEX, mission="leipzig", start="0510", flown=8, spare=2)
    send(s, [id], ("2015",))
    unit = s.americans[id]
    assert (unit.hex, unit.start, unit.flown, unit.spare, unit.origin) == ("2015", "2015", 0, 0, HEX)


# -- combat ------------------------------------------------------------------------------------------------------------


def test_squads_that_tie_fire_as_their_owner_likes() -> None:
    """LW-9.5.3"""
    s = table()
    ids = fly(s, "me109", 1, HEX)
    alike = [fire.Squad(type, "A", 3, 3, (name,)) for type, name in (("me109", ids[0]), ("fw190", "another"))]
    best = fire.Squad("me262", "A", 5, 5, ("jet",))
    flow: Any = fire.settle_ties(GERMAN, [best, *alike])
    decision = asked(flow)
    assert (decision.seat, set(decision.options)) == (GERMAN, {("first", ids[0]), ("first", "another")})
    with pytest.raises(StopIteration) as end:
        flow.send(("first", "another"))
    assert end.value.value == [best, alike[1], alike[0]]


def test_a_unit_that_is_lost_keeps_nothing_of_the_raid() -> None:
    """LW-9.2.7"""
    s = table()
    [german] = fly(s, "me109", 1, HEX, strike="2017", staging=True)
    losses.lose_german(s, german, losses.COMBAT, 2)
    assert s.germans[german] == German(type="me109", factors=0, status="lost", fuelled=False)


def test_germans_that_must_take_the_bombers_do() -> None:
    """LW-15.2.1, LW-9.1.6"""
    s = table(flags=("ignore_escorts",))
    attackers = fly(s, "me109", 1, HEX)
    bombers, free = fly(s, "b17", 1, HEX), fly(s, "p51", 1, HEX)
    flow: Any = combat.choose_targets(s, attackers, bombers, free)
    with pytest.raises(StopIteration) as end:
        next(flow)
    assert end.value.value == {"me109": combat.BOMBERS}
    s.flags = ()
    decision = asked(combat.choose_targets(s, attackers, bombers, free))
    assert (decision.seat, len(decision.options)) == (GERMAN, 2)


def test_odds_of_the_american_half() -> None:
    """LW-4.3.7, LW-9.2.1, LW-8.16"""
    s = table(turn=5, step="american_combat")
    base = next(b.hex for b in s.zone.bases if b.hex not in parts().city_at)
    fly(s, "p51", 2, base)
    park(s, "me109", 1, base)
    decision = asked(strafing.american_combat(s))
    assert decision.odds is not None
    ground = decision.odds(("strafe", base))
    assert ground is not None
    assert sum(chance for _, chance in ground.outcomes) == pytest.approx(1)
    assert {what for what, _ in ground.outcomes} <= {"lost|0", "lost|1", "lost|2"}
    assert decision.odds(("done",)) is None
    assert decision.odds(("strafe", "0101")) is None
    fly(s, "fw190", 1, base)
    decision = asked(strafing.american_combat(s))
    assert decision.odds is not None
    air = decision.odds(("battle", base))
    assert air is not None
    assert air == decision.odds(("strafe", base)), "what is airborne comes first"


def test_the_light_guns_of_a_base_fire_after_those_of_its_city() -> None:
    """LW-8.17"""
    s = table(turn=5)
    s.journal = Journal()
    hex = next(c.hex for c in parts().cities.values() if c.aa and c.hex in parts().base_at)
    ids = fly(s, "p51", 1, hex)
    load(s, 1, 5)
    run(strafing.guns_against_strafers(s, hex, ids))
    assert [(line.facts["light"], line.facts["die"], line.facts["success"]) for line in s.journal.lines] == [
        (False, 1, False),
        (True, 5, False),
    ]
    assert s.guns_fired == (parts().city_at[hex].id,)


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_why_a_fighter_cannot_get_there() -> None:
    """LW-5.1, LW-5.9"""
    s = table(turn=5, step="american_move")
    [id] = fly(s, "p51", 1, HEX)
    decision = asked(fighter_flights.fly_fighters(s, [id], id))
    swiss = next(h for h in parts().grid if parts().terrain[h] == "S")
    mf = parts().types["p51"].mf
    far = next(h for h in parts().grid if distance(HEX, h) == mf + 1 and parts().terrain[h] != "S")
    assert clause_against(decision, ("fly", swiss)) == "LW-5.9"
    assert clause_against(decision, ("fly", far)) == "LW-5.1"
    assert clause_against(decision, ("fly", "nowhere")) == ""
    assert clause_against(decision, ("fly",)) == ""
    refusal = fighter_flights.why_not_there(HEX, mf, ("fly", far))
    assert refusal is not None
    assert f"{mf + 1} hexes away, and the unit moves {mf}." in refusal[0]


def test_why_a_bomber_cannot_get_there() -> None:
    """LW-5.1, LW-5.3, LW-5.4, LW-5.9, LW-7.13"""
    s = table(turn=5, step="american_move")
    [id] = fly(s, "b17", 1, HEX, mission="leipzig", start="0510", flown=16)
    unit = s.americans[id]
    mf = parts().types["b17"].mf
    swiss = next(h for h in parts().grid if parts().terrain[h] == "S")
    far = next(h for h in parts().grid if distance(HEX, h) == mf + 2 and parts().terrain[h] != "S")
    near, beside = (h for h, d in list(reach(HEX, 1).items())[1:3] if d == 1)
    fly(s, "b24", 1, beside, moved=True)
    wanted = {swiss: "LW-5.9", far: "LW-5.1", beside: "LW-7.13", near: "LW-5.4"}
    for hex, clause in wanted.items():
        assert plain(why_no_course(s, unit, ("fly", hex))) == clause
    refusal = why_no_course(s, unit, ("fly", far))
    assert refusal is not None
    assert f"{mf + 2} hexes away, and the unit moves {mf}." in refusal[0]
    assert plain(why_no_course(s, replace(unit, turned=True), ("fly", near))) == "LW-5.4"
    assert plain(why_no_course(s, replace(unit, mission=AIRBASE), ("fly", near))) == "LW-5.3"
    assert why_no_course(s, unit, ("fly", "nowhere")) is None
    assert why_no_course(s, unit, ("draw",)) is None


def test_giving_up_in_flight_needs_movement_flown_and_left() -> None:
    """LW-7.18 Neither at the start of the move nor at its end."""
    s = table(turn=5, step="american_move")
    [id] = fly(s, "b17", 1, HEX, mission=AIRBASE)
    unit, mf = s.americans[id], parts().types["b17"].mf
    end = next(h for h, d in reach(HEX, mf).items() if d == mf)
    flow: Any = draw(unit, id, {end: (mf, mf)}, True, ())
    decision = next(flow)
    assert decision.about == (HEX, id), "the question says whose path it is"
    offered = []
    for _ in range(mf):
        offered.append(ABORT in decision.options)
        decision = flow.send(next(o for o in decision.options if o[0] == "step"))
    assert offered == [False, *[True] * (mf - 1)]
    assert ABORT not in decision.options
    assert STOP in decision.options
