"""The worked cases of the longer games, in their order; see test_cases for the others."""

from __future__ import annotations

import pytest

from sandtable.games.luftwaffe import GAME
from sandtable.games.luftwaffe.components import AMERICAN, parts
from sandtable.games.luftwaffe.map.geography import distance
from sandtable.games.luftwaffe.model import Clock, Luftwaffe
from sandtable.games.luftwaffe.rules import (
    advanced,
    air_time,
    combat,
    complexes,
    courses,
    fighter_flights,
    fire,
    flights,
    german_movement,
    quarters,
    replacements,
    setup,
    shuttles,
)
from sandtable.games.luftwaffe.rules.missions import destroy
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.state import replace
from tests.games.luftwaffe.tools import drive, factors, fly, load, park, peek, run, step_of, table

HEX = "2014"


def at_quarter(game: str, quarter: str, **options: str) -> Luftwaffe:
    """A longer game in a quarter, with all units that are due by then."""
    s = GAME.new(GAME.settle({"scenario": game, **options}), Dice(seed_from("quarter")))
    for id in s.scenario.quarters[: s.scenario.quarters.index(quarter) + 1]:
        quarters.quarter_begins(s)
        assert s.quarter == id
    return s


def aircraft_cities() -> list[str]:
    return [id for id, c in parts().cities.items() if "A" in c.industries]


def test_38_jets_first() -> None:
    """LW-9.3.5"""
    s = table("tournament", zone="3|4")
    bombers = fly(s, "b17", 2, HEX)
    attackers = fly(s, "me109", 2, HEX) + fly(s, "me262", 1, HEX)
    dice = load(s, 5, 3, 5)
    run(
        combat.german_battle(s, HEX, attackers),
        ("reduce", bombers[0]), ("lose", attackers[0]), ("remove", bombers[1]),
    )  # fmt: skip
    assert dice.left() == {}
    assert s.germans[attackers[2]].factors == 2, "nobody fires at the jets"
    assert factors(s, attackers[:2]) == 3
    assert [s.americans[id].factors for id in bombers] == [1, 0]


def test_39_me_163() -> None:
    """LW-12.14.4, LW-12.14.5"""
    s = table("tournament", zone="3|4")
    base = next(b for b in s.zone.bases if sum(distance(b.hex, o.hex) <= 4 for o in s.zone.bases) > 1)
    [rocket] = park(s, "me163", 1, base.hex, base=base.id)
    near = next(h for h in parts().grid if distance(base.hex, h) == 2)
    bombers = fly(s, "b17", 1, near)
    assert base.hex in german_movement.rocket_targets(s, s.germans[rocket])[near], "two there and two back"
    far = next(
        h for h in parts().grid
        if distance(base.hex, h) == 3 and any(distance(h, b.hex) <= 1 for b in s.zone.bases)
    )  # fmt: skip
    s.americans[bombers[0]] = replace(s.americans[bombers[0]], hex=far)
    landing = german_movement.rocket_targets(s, s.germans[rocket])[far]
    assert base.hex not in landing
    run(
        german_movement.rocket_flight(s, rocket), ("strike", far), *([("land", landing[0])] if len(landing) > 1 else [])
    )
    assert combat.german_battles(s) == {far: [rocket]}
    assert not air_time.may_refuel(s, s.germans[rocket]), "out for the quarter"
    assert german_movement.stranded(s, s.germans[rocket])


def test_40_german_income() -> None:
    """LW-12.9, LW-14.9, LW-15.1"""
    assert [replacements.income_for(n, 4, 10) for n in (43, 39, 35)] == [10, 9, 8]
    assert [replacements.income_for(n, 3, 12) for n in (43, 35)] == [12, 11]
    assert 43 // 3 == 14, "the cap counts"
    assert replacements.income_for(43, 9, 10) == 4
    s = at_quarter("advanced", "1943-01", production="nine")
    assert replacements.german_income(s) == 4


@pytest.mark.parametrize(("stock", "rebuilt"), [(10, 2), (3, 1), (0, 0)])
def test_41_forced_rebuilding(stock: int, rebuilt: int) -> None:
    """LW-12.8, LW-12.11"""
    s = at_quarter("tournament", "1944-01")
    for id, u in s.americans.items():
        if u.type == "p47":
            s.americans[id] = replace(u, factors=0, status="lost")
        elif u.type == "p38" and u.status == "recovered":
            s.americans[id] = replace(u, factors=1)
    s.replacements["fighter"] = stock
    following = quarters.next_card(s)
    assert following is not None
    assert following.american_withdraw[:2] == ("p47", "p47")
    spent = 0
    while s.replacements["fighter"]:
        flow = replacements.rebuilding(s, AMERICAN, following.american_withdraw, "over")
        [(_, options, _)] = drive(
            flow, lambda d: next((o for o in d.options if "p38" in str(o[1])), d.options[0])
        ).asked
        types = {parts().units[str(o[1])].type for o in options}
        if spent < 2 * rebuilt:
            assert types == {"p47"}, "what is to be withdrawn is rebuilt first"
        elif spent < 2 * rebuilt + 5:
            assert "p38" in types, "then as he likes: five P-38 are reduced"
        spent += 1
    full = [id for id, u in s.americans.items() if u.type == "p47" and u.factors == 2]
    assert len(full) == rebuilt
    quarters.quarter_begins(s)
    answers = [] if rebuilt == 2 else [("withdraw", id) for id in others(s)[: 2 - rebuilt]]
    if rebuilt == 2:
        answers = [("withdraw", full[0])]
    run(replacements.withdrawals(s, AMERICAN, ("p47", "p47")), *answers)
    gone = [id for id, u in s.americans.items() if u.status == "withdrawn"]
    assert sum(s.americans[id].type == "p47" for id in gone) == rebuilt
    assert len(gone) == 2
    assert all(s.americans[id].factors == 2 for id in gone)


def others(s: Luftwaffe) -> list[str]:
    """Full fighters of other types than the P-47."""
    return [
        id for id, u in s.americans.items()
        if u.factors == 2 and u.status == "recovered" and u.type not in ("p47", "b17", "b24")
    ]  # fmt: skip


def test_42_goofed_quarter() -> None:
    """LW-12.15"""
    s = at_quarter("tournament", "1943-10")
    for city in ("bremen", "kassel", "gotha"):
        destroy(s, city)
        s.fresh.append(city)
    s.fuel[AMERICAN] = 2
    s.step = "fuel_adjustment"
    assert {o[1] for o in peek(quarters.fuel_adjustment(s)).options} == {"bremen", "kassel", "gotha"}
    run(quarters.fuel_adjustment(s), ("restore", "kassel"))
    run(quarters.fuel_adjustment(s), ("restore", "gotha"))
    assert list(s.destroyed) == ["bremen"]
    run(quarters.fuel_adjustment(s))
    assert step_of(s) == "income"


@pytest.mark.parametrize(("standing", "limit"), [(4, 2), (5, 2), (3, 1)])
def test_43_railroad_units(standing: int, limit: int) -> None:
    """LW-14.5.2"""
    s = at_quarter("advanced", "1944-04")
    centers = [id for id, c in parts().cities.items() if "R" in c.industries]
    for city in centers[standing:]:
        destroy(s, city)
    run(advanced.railroad_limit(s))
    assert s.rail_limit == limit
    quarters.quarter_begins(s)
    for _ in range(limit):
        decision = peek(advanced.railroads(s))
        run(advanced.railroads(s), decision.options[0])
    assert len(advanced.tagged(s, "railroad", "off")) == limit
    run(advanced.railroads(s))
    assert s.step == "swaps"


def test_44_pass_through() -> None:
    """LW-14.2.1"""
    s = table("advanced", zone="3|4")
    [id] = fly(s, "me109", 1, "2416")
    five = next(h for h in parts().grid if distance("2416", h) == 5)
    six = next(h for h in parts().grid if distance("2416", h) == 6)
    fly(s, "b17", 1, five)
    fly(s, "b24", 1, six)
    options = peek(german_movement.fly(s, [id])).options
    assert ("strike", five) in options
    assert ("strike", six) not in options
    beyond = next(h for h in parts().grid.neighbours[five] if h != six and h not in s.zone.all)
    run(german_movement.fly(s, [id]), ("strike", five), ("fly", beyond))
    assert combat.german_battles(s) == {five: [id]}
    assert s.germans[id].hex == beyond
    s.germans[id] = replace(s.germans[id], hex="2416", strike="", moved=False)
    run(german_movement.fly(s, [id]), ("fly", six))
    assert combat.german_battles(s) == {}, "six hexes away: no attack"


def test_45_raf() -> None:
    """LW-14.8"""
    s = at_quarter("advanced", "1943-01")
    dice = load(s, 3)
    assert ("raf", "warsaw") not in peek(advanced.royal_air_force(s)).options
    run(advanced.royal_air_force(s), ("raf", "berlin"))
    assert dice.left() == {}, "no guns fire"
    assert "berlin" in s.destroyed
    assert "berlin" not in s.fresh
    assert all(g.status != "ground" for g in s.germans.values()), "before the German deploys"
    load(s, 4)
    run(advanced.royal_air_force(s), ("raf", "bremen"))
    assert "bremen" not in s.destroyed


def test_46_fighter_from_russia() -> None:
    """LW-14.10.2"""
    s = table("advanced", turn=5, zone="3|4")
    shuttles.returning_clock(s, "p51_from_russia", "p51", 7)
    assert s.clocks["p51_from_russia"] == Clock(due=12, tanks=True, since=5)
    assert shuttles.may_return_by("p51", 7)
    assert not shuttles.may_return_by("p39", 7)


def test_47_key_industry() -> None:
    """LW-15.5.2"""
    s = at_quarter("advanced", "1944-07", complexes="yes")
    s.key = "B"
    cities = [id for id, c in parts().cities.items() if "B" in c.industries]
    assert sorted(cities) == ["berlin", "leipzig", "schweinfurt", "steyr", "stuttgart"]
    for city in cities[:-1]:
        destroy(s, city)
    assert complexes.ruined(s) == []
    destroy(s, cities[-1])
    assert peek(complexes.key_report(s)).options == [("show_key", parts().complexes["B"].id)]
    run(complexes.key_report(s), ("show_key", parts().complexes["B"].id))
    assert s.grounded == "1944-10"
    quarters.quarter_begins(s)
    setup.begin_set_up(s)
    assert s.queue == (), "no German aircraft fly"
    run(complexes.key_report(s))
    assert s.step == "quarter_begins", "nothing is asked of a key that was shown"
    quarters.quarter_begins(s)
    setup.begin_set_up(s)
    assert s.queue, "afterwards normal play resumes"


def test_52_flying_on() -> None:
    """LW-14.3, LW-14.3.1"""
    assert courses.longest(11, 4, spare=3) == 11
    s = table("advanced", zone="3|4", step="american_move")
    target = next(c for c in parts().cities.values() if s.zone.to_front["west"].get(c.hex) == 11)
    start = next(h for h in parts().grid.neighbours[target.hex] if s.zone.to_front["west"].get(h) == 12)
    [id] = fly(s, "b17", 1, start, mission=target.id)
    ends = courses.flights_on(s, s.americans[id])
    assert ends
    assert all(s.zone.to_front["west"][to] == 8 and (out, after) == (1, 3) for to, (out, after) in ends.items())
    options = peek(flights.fly(s, [id], id)).options
    assert ("fly", target.hex) in options, "it may also stop on the target"
    to = next(iter(ends))
    run(flights.fly(s, [id], id), ("over", to))
    unit = s.americans[id]
    assert (unit.strike, unit.start, unit.flown, unit.spare) == (target.hex, target.hex, 3, 3)


def test_53_school_pilots_beside_regulars() -> None:
    """LW-14.6.6"""
    s = table("advanced", zone="3|4")
    p47 = fly(s, "p47", 2, HEX)
    attackers = fly(s, "me109", 1, HEX) + fly(s, "me109", 1, HEX, tag="school")
    assert [q.effective for q in fire.squads(s, attackers, True)] == [3, 2]
    load(s, 5, 5)
    run(combat.german_battle(s, HEX, attackers), ("lose", p47[0]), ("lose", p47[0]))
    assert factors(s, p47) == 2
    s = table("advanced", zone="3|4")
    bombers = fly(s, "b25", 1, HEX)
    attackers = fly(s, "me109", 1, HEX) + fly(s, "me109", 1, HEX, tag="school")
    dice = load(s, 5)
    run(combat.german_battle(s, HEX, attackers))
    assert factors(s, bombers) == 0, "four factors, one die: two lost"
    assert dice.left() == {}


def test_54_won_but_for_the_fuel() -> None:
    """LW-12.2, LW-12.4, LW-12.15"""
    s = at_quarter("tournament", "1944-10")
    for city in aircraft_cities():
        destroy(s, city)
    s.fresh = aircraft_cities()[:3]
    s.fuel[AMERICAN], s.step = 2, "fuel_adjustment"
    run(quarters.fuel_adjustment(s), ("restore", s.fresh[0]))
    run(quarters.fuel_adjustment(s), ("restore", s.fresh[0]))
    quarters.quarter_ends(s)
    assert (s.result, s.step) == ("", "quarter_begins")
    assert s.history[-1].destroyed == 41
    for city in aircraft_cities():
        destroy(s, city)
    quarters.quarter_ends(s)
    assert s.result == AMERICAN


def test_55_raf_on_a_jet_base() -> None:
    """LW-14.8, LW-12.14.1, LW-12.14.6"""
    s = at_quarter("advanced", "1944-04")
    jets = advanced.tagged(s, "jet_production", "reserve")
    quarters.bring_in(s, jets[0])
    s.jet_bases = ("ab_lechfeld",)
    load(s, 2)
    run(advanced.royal_air_force(s), ("raf", "ab_lechfeld"))
    setup.begin_set_up(s)
    assert s.queue[0] == jets[0]
    assert setup.jets_in_play(s) == 1
    asked = drive(setup.deployment(s), lambda d: d.options[0]).asked
    assert asked[0][1] == [("keep_off", jets[0])], "no second base may be designated: the jet stays off the map"
    assert s.germans[jets[0]].status == "off"


@pytest.mark.parametrize(("away", "stays"), [(7, True), (8, False)])
def test_56_not_lost_only_eastbound(away: int, stays: bool) -> None:
    """LW-6.12, LW-14.10.1, LW-14.10.7"""
    s = table("advanced", turn=6, zone="3|")
    threes = [n.hex for n in parts().numbered.values() if n.number == 3]
    hex = next(
        h for h in parts().grid
        if s.zone.to_zone.get(h, 0) >= 33 and min(distance(h, three) for three in threes) == away
    )  # fmt: skip
    [id] = fly(s, "p47", 1, hex, tanks=True, due=10, home="russia")
    air_time.american_fuel_check(s)
    assert (s.americans[id].status == "up") == stays
    assert s.fuel[AMERICAN] == (0 if stays else 2)
    if stays:
        s.turn = 7
        assert fighter_flights.russian_exits(s, s.americans[id])
        three = fighter_flights.russian_exits(s, s.americans[id])[0]
        run(flights.fly(s, [id], id), ("exit", three))
        assert s.americans[id].status == "russia"
