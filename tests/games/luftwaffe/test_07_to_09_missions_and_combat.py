"""Chapters 7, 8 and 9: bomber missions, fighters, combat."""

from __future__ import annotations

import pytest

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.map.geography import distance
from sandtable.games.luftwaffe.model import Arrival
from sandtable.games.luftwaffe.rules import (
    air_time,
    bomber_flights,
    combat,
    courses,
    fire,
    flak,
    flights,
    german_movement,
    losses,
    missions,
    setup,
    strafing,
)
from sandtable.kernel.flow import Choose
from sandtable.kernel.journal import Journal
from sandtable.kernel.state import replace
from tests.games.luftwaffe.tools import drive, factors, fly, load, park, peek, reduce, run, table

HEX = "2014"


def test_the_journal_says_where_a_unit_was_lost() -> None:
    """LW-9.2.7 The counter is gone: only the line still knows its hex."""
    s = table()
    s.journal = Journal()
    [american], [german] = fly(s, "p51", 1, HEX), fly(s, "me109", 1, "2015")
    losses.lose_american(s, american, losses.FUEL, 2)
    losses.lose_german(s, german, losses.COMBAT, 2)
    told = [(line.event, line.facts["unit"], line.facts["hex"]) for line in s.journal.lines]
    assert told == [("lost_fuel", american, HEX), ("lost_combat", german, "2015")]


# -- missions ----------------------------------------------------------------------------------------------------------


def test_a_bomber_bombs_only_its_target_once() -> None:
    """LW-7.1, LW-7.9, LW-20.9"""
    s = table(step="bomb")
    [id] = fly(s, "b17", 1, parts().cities["kassel"].hex, mission="bremen", moved=True)
    missions.bombing(s)
    assert s.destroyed == {}
    s.americans[id] = replace(s.americans[id], mission="kassel", factors=1)
    missions.bombing(s)
    assert list(s.destroyed) == ["kassel"], "one surviving factor is enough"
    unit = s.americans[id]
    assert (unit.bombed, unit.turned, unit.start, unit.flown) == (True, True, unit.hex, 0)
    s.destroyed.clear()
    missions.bombing(s)
    assert s.destroyed == {}, "one attack in a raid"


def test_extra_bombers_have_no_effect_and_two_share_one_aa_roll() -> None:
    """LW-7.10, LW-20.7"""
    s = table(step="flak")
    ids = fly(s, "b17", 2, "1709", mission="bremen", moved=True)
    dice = load(s, 1)
    run(flak.antiaircraft_fire(s), ("fire", "bremen", "1709"))
    run(flak.antiaircraft_fire(s))
    assert dice.left() == {}
    missions.bombing(s)
    assert s.fresh == ["bremen"]
    assert all(s.americans[id].bombed for id in ids)


def test_city_and_base_in_one_hex_may_both_be_destroyed() -> None:
    """LW-7.12, LW-7.17, LW-20.8"""
    s = table(step="flak")
    hex = next(h for h in parts().aa_hexes if h in parts().base_at and h not in s.zone.all)
    city, base = parts().city_at[hex], parts().base_at[hex]
    fly(s, "b17", 1, hex, mission=city.id, moved=True)
    fly(s, "b17", 1, hex, mission="airbase", strike=hex, moved=True)
    dice = load(s, 5)
    run(flak.antiaircraft_fire(s), ("fire", city.id, hex))
    run(flak.antiaircraft_fire(s))
    missions.bombing(s)
    assert dice.left() == {}, "the city's guns roll once, the light ones not at all"
    assert (list(s.destroyed), s.unusable) == ([city.id], (base.id,))


def test_the_way_home_leads_to_the_front_of_the_start_and_never_away_from_it() -> None:
    """LW-7.3, LW-7.4, LW-7.7"""
    s = table()
    hex = parts().cities["munich"].hex
    [west] = fly(s, "b17", 1, hex, turned=True, bombed=True, start=hex)
    [south] = fly(s, "b24", 1, hex, turned=True, bombed=True, start=hex, home="south", front="south")
    for id, home in ((west, "west"), (south, "south")):
        to_front = s.zone.to_front[home]
        ends = courses.courses(s, s.americans[id])
        assert ends
        assert all(to_front[to] < to_front[hex] for to in ends)
    s.step = "sneak"
    for id in (west, south):
        s.americans[id] = replace(s.americans[id], status="covered")
    run(setup.sneak_raid(s), ("sneak", 1), ("sneak_turn", 3), ("raider", south))
    assert s.americans[south].home == "west"


def test_bombers_of_two_types_do_not_end_in_one_hex() -> None:
    """LW-7.13, LW-13.11"""
    s = table(step="american_move")
    b17, b24 = fly(s, "b17", 1, "1409", mission="bremen"), fly(s, "b24", 1, "1409", mission="bremen")
    run(flights.fly(s, b17, b17[0]), ("fly", "1709"))
    ends = courses.courses(s, s.americans[b24[0]])
    assert "1709" not in ends
    assert all(distance(to, "1709") == 1 and span == (2, 2) for to, span in ends.items()), "one hex short"
    run(flights.fly(s, b24, b24[0]), ("fly", next(iter(ends))))
    unit = s.americans[b24[0]]
    assert (unit.start, unit.flown) == (unit.hex, 0), "and that path is legal"
    assert courses.other_bombers(s, s.americans[b17[0]]) == {unit.hex}
    more = fly(s, "b17", 1, "1409", mission="bremen")
    assert "1709" in courses.courses(s, s.americans[more[0]]), "those of one type may join"
    refusal = bomber_flights.why_no_course(s, unit, ("fly", "1709"))
    assert refusal is not None
    assert refusal[1] == "LW-7.13"


def test_airbase_attackers_roam_abort_and_return_by_the_direct_course() -> None:
    """LW-7.14, LW-7.15, LW-7.18"""
    s = table(step="american_move")
    [id] = fly(s, "b17", 1, HEX, mission="airbase")
    ends = courses.courses(s, s.americans[id])
    assert HEX in ends, "it may enter the same hex twice"
    assert set(ends) == {h for h in parts().grid if distance(HEX, h) <= 4}
    run(flights.fly(s, [id], id), ("abort",))
    unit = s.americans[id]
    assert (unit.turned, unit.moved, unit.bombed) == (True, False, False)
    d = s.zone.to_front["west"][HEX]
    assert all(s.zone.to_front["west"][to] <= courses.longest(d, 4) - 4 for to in courses.courses(s, unit))


def test_an_airbase_attacker_may_abort_in_the_middle_of_its_movement() -> None:
    """LW-7.18"""
    s = table(step="american_move")
    [id] = fly(s, "b17", 1, HEX, mission="airbase")
    out = next(n for n in parts().grid.neighbours[HEX] if s.zone.to_front["west"][n] > s.zone.to_front["west"][HEX])
    d = s.zone.to_front["west"][out]
    flow = flights.fly(s, [id], id)
    next(flow)
    flow.send(("draw",))
    flow.send(("step", out))
    decision = flow.send(("abort",))
    ends = [str(o[1]) for o in list(decision.options)]
    assert ends
    assert all(s.zone.to_front["west"][to] <= courses.longest(d, 4, 3) - 3 for to in ends)
    run(flights.fly(s, [id], id), ("draw",), ("step", out), ("abort",), *([("fly", ends[0])] if len(ends) > 1 else []))
    unit = s.americans[id]
    assert (unit.turned, unit.start, unit.flown, unit.spare, len(unit.path)) == (True, out, 3, 3, 4)
    [other] = fly(s, "b17", 1, HEX, mission="kassel")
    flow = flights.fly(s, [other], other)
    next(flow)
    decision = flow.send(("draw",))
    step = next(o for o in list(decision.options) if o[0] == "step")
    assert ("abort",) not in list(flow.send(step).options), "a city mission is never given up (LW-7.11)"


def test_a_bombed_base_costs_everything_on_the_ground() -> None:
    """LW-7.16, LW-20.5"""
    s = table(step="bomb", turn=4)
    base = s.zone.bases[0]
    landed, over = park(s, "me109", 1, base.hex, fuelled=False), fly(s, "me110", 1, base.hex)
    [id] = fly(s, "b17", 1, base.hex, mission="airbase", strike=base.hex, moved=True)
    missions.bombing(s)
    assert s.germans[landed[0]].status == "lost"
    assert s.germans[over[0]].status == "air"
    assert ("land", base.hex) not in german_movement.moves(s, s.germans[over[0]])
    assert s.americans[id].bombed


# -- fighters ----------------------------------------------------------------------------------------------------------


def test_staging() -> None:
    """LW-8.1"""
    s = table(turn=4)
    ids = park(s, "me110", 2, "2122")
    american = fly(s, "p47", 1, "2222")
    flow = german_movement.german_movement(s)
    next(flow)
    decision = flow.send(("stage", ids[0]))
    assert ("fly", "2222") not in list(decision.options), "not over American units"
    german_movement.take_off_to_stage(s, ids[0])
    assert german_movement.launchable(s) == []
    assert s.clocks[ids[0]].due == 4 + 7
    s.germans[ids[0]] = replace(s.germans[ids[0]], hex=s.americans[american[0]].hex)
    assert combat.german_battles(s) == {}, "staging units never fight"


def test_germans_may_attack_in_the_turn_of_take_off_and_not_land_where_they_fight() -> None:
    """LW-8.2"""
    s = table(turn=3)
    ids = park(s, "me109", 1, "2122")
    fly(s, "b17", 1, "2124")
    german_movement.launch(s, "me109")
    run(german_movement.german_movement(s), ("move", ids[0]), ("fly", "2124"))
    assert combat.german_battles(s) == {"2124": ids}
    german_movement.land(s, ids, "2122")
    assert combat.german_battles(s) == {}


def test_close_escort_is_declared_openly_and_flies_with_the_group() -> None:
    """LW-8.4, LW-8.7, LW-8.8"""
    s = table(turn=2, step="escorts")
    bombers, fighters = fly(s, "b17", 2, "0510", mission="kassel"), fly(s, "p47", 2, "0510")
    slow = fly(s, "p39", 1, "0510")
    run(missions.escort_declarations(s), ("escort", fighters[0], "b17"))
    run(missions.escort_declarations(s), ("free", fighters[1]))
    assert [id for id, _ in missions.escort_candidates(s)] == slow, "an MF of 5 is not below 4"
    s.step = "american_move"
    flights.begin_american_movement(s)
    assert not flights.may_act(s, s.americans[fighters[0]]), "after its bombers"
    ends = list(courses.courses(s, s.americans[bombers[0]]))
    run(flights.fly(s, [bombers[0]], bombers[0]), ("fly", ends[0]))
    run(flights.fly(s, [bombers[1]], bombers[1]), ("fly", ends[1]))
    decision = peek(flights.fly(s, [fighters[0]], fighters[0]))
    assert set(decision.options) == {("escort_to", ends[0]), ("escort_to", ends[1])}, "the American divides the escort"
    run(flights.fly(s, [fighters[0]], fighters[0]), ("escort_to", ends[1]))
    germans = fly(s, "me109", 1, ends[1])
    assert strafing.attacks_at(s, s.americans[fighters[0]]) == "", "escorts do not attack whom they fly into"
    assert germans
    s.americans[bombers[1]] = replace(s.americans[bombers[1]], turned=True, bombed=True, hex="0510")
    s.americans[fighters[0]] = replace(s.americans[fighters[0]], hex="0510")
    missions.recoveries(s)
    assert s.americans[fighters[0]].status == "recovered"


def test_escorts_without_bombers_are_ordinary_fighters() -> None:
    """LW-8.10"""
    s = table()
    bombers, escort = fly(s, "b17", 1, HEX), fly(s, "p47", 1, HEX, escort="b17")
    run(fire.take_bomber_losses(s, bombers, 2))
    assert s.americans[escort[0]].escort == ""


def test_an_escort_that_breaks_off_flies_home() -> None:
    """LW-8.5"""
    s = table(turn=7, step="american_move")
    hex = next(h for h, d in s.zone.to_zone.items() if d == 10)
    fly(s, "b17", 1, hex, moved=True, origin=hex, mission="kassel")
    [id] = fly(s, "p47", 1, hex, escort="b17", due=8)
    flow = flights.fly(s, [id], id)
    next(flow)
    decision = flow.send(("break_off",))
    assert all(s.zone.to_zone[str(o[1])] < 10 for o in list(decision.options))


def test_strafing_with_airborne_enemies_fights_them_first() -> None:
    """LW-8.15, LW-8.16, LW-8.17, LW-8.18, LW-8.19, LW-9.7.4"""
    s = table(step="american_combat")
    base = next(b for b in s.zone.bases if b.hex not in parts().city_at)
    p51 = fly(s, "p51", 4, base.hex)
    air, ground = fly(s, "me110", 1, base.hex), park(s, "ju88", 2, base.hex)
    options = peek(strafing.american_combat(s)).options
    assert set(options) == {("battle", base.hex), ("strafe", base.hex)}, "the battle cannot be declined"
    dice = load(s, 1, 6)
    run(strafing.american_combat(s), ("strafe", base.hex))
    assert dice.left() == {}, "light AA, then one attack"
    assert factors(s, air) == 0
    assert parts().table.losses("p51", 8, 6) == 6
    assert factors(s, ground) == 0, "four of the six are overkill"
    assert factors(s, p51) == 8


def test_e_is_ignored_when_nobody_is_airborne() -> None:
    """LW-8.16"""
    s = table(step="american_combat")
    base = next(b for b in s.zone.bases if b.hex not in parts().city_at)
    fly(s, "p38", 3, base.hex, tanks=True)
    ground = park(s, "fw190", 2, base.hex)
    load(s, 1, 6)
    lost = parts().table.losses("p38", 6, 6)
    run(
        strafing.american_combat(s),
        ("strafe", base.hex),
        *[("lose", ground[0])] * min(2, lost),
        *[("lose", ground[1])] * 0,
    )
    assert factors(s, ground) == 4 - lost


# -- combat ------------------------------------------------------------------------------------------------------------


def test_who_must_attack_and_where() -> None:
    """LW-9.1.1, LW-9.1.2, LW-9.1.3, LW-9.1.5"""
    s = table(step="german_combat")
    fly(s, "b17", 1, HEX)
    fly(s, "p47", 1, "2214")
    fly(s, "p51", 1, "0510")
    here, there = fly(s, "me109", 1, HEX), fly(s, "fw190", 1, "2214")
    fly(s, "me110", 1, "2316")
    staging = fly(s, "ju88", 1, HEX)
    s.germans[staging[0]] = replace(s.germans[staging[0]], staging=True)
    assert combat.german_battles(s) == {HEX: here, "2214": there}
    assert set(peek(combat.german_combat(s)).options) == {("battle", HEX), ("battle", "2214")}
    assert combat.americans_at(s, "0510") == ([], [], []), "no combat in the zone"


def test_each_unit_fires_once_a_turn() -> None:
    """LW-9.1.4, LW-9.5.6"""
    s = table(step="german_combat")
    p47 = fly(s, "p47", 2, HEX)
    attackers = fly(s, "me109", 1, HEX)
    dice = load(s, 2)
    run(combat.german_combat(s))
    run(combat.german_combat(s))
    assert dice.left() == {}, "one attack, and those attacked do not fire back"
    assert s.step == "german_end"
    assert all(s.germans[id].fired for id in attackers)
    assert factors(s, p47) == 4


def test_attacker_drops_first_then_the_defender_once_before_the_dice() -> None:
    """LW-9.1.7, LW-9.1.8, LW-9.1.6"""
    s = table(turn=5)
    fly(s, "p47", 1, HEX, tanks=True, due=12)
    fly(s, "b17", 1, HEX)
    attackers = fly(s, "me109", 2, HEX, tanks=True, due=8)
    dice = load(s, 1)
    record = run(
        combat.german_battle(s, HEX, attackers), ("at_fighters", "me109"), ("drop", "me109"), ("keep", "p47"),
    )  # fmt: skip
    assert record.seats() == [GERMAN, GERMAN, AMERICAN]
    assert dice.left() == {}
    s = table(turn=5)
    bombers = fly(s, "b17", 1, HEX)
    attackers = fly(s, "me109", 2, HEX, tanks=True, due=8)
    load(s, 1, 1)
    assert run(combat.german_battle(s, HEX, attackers)).asked == [], "bombers have no E: tanks do not matter"
    assert factors(s, bombers) == 2


def test_a_full_unit_is_reduced_and_a_reduced_one_eliminated() -> None:
    """LW-9.2.7"""
    s = table()
    ids = fly(s, "me109", 2, HEX)
    run(fire.take_losses(s, GERMAN, ids, 3), ("lose", ids[1]), ("lose", ids[0]), ("lose", ids[0]))
    assert [(s.germans[id].factors, s.germans[id].status) for id in ids] == [(0, "lost"), (1, "air")]
    assert s.raid_losses[GERMAN] == 3


def test_return_fire_and_attack_may_destroy_each_other() -> None:
    """LW-9.3.3, LW-20.12"""
    s = table()
    bombers, attackers = fly(s, "b17", 4, HEX), fly(s, "fw190", 1, HEX) + fly(s, "me109", 1, HEX)
    reduce(s, *bombers)
    for id in bombers[2:]:
        s.americans[id] = replace(s.americans[id], status="lost", factors=0, hex="")
    load(s, 6, 6, 6)
    run(combat.german_battle(s, HEX, attackers), ("lose", attackers[0]))
    assert factors(s, bombers) == 0
    assert factors(s, attackers) == 3, "the bombers fired with what they had before"


def test_escort_losses_come_at_once_best_type_first_and_the_owner_chooses() -> None:
    """LW-9.4.2, LW-9.5.5"""
    s = table()
    fly(s, "b17", 1, HEX)
    p38, p51 = fly(s, "p38", 1, HEX, escort="b17"), fly(s, "p51", 2, HEX, escort="b17")
    attackers = fly(s, "fw190", 2, HEX)
    load(s, 6)
    lost = parts().table.losses("fw190", 4, 6)
    record = run(combat.german_battle(s, HEX, attackers), ("lose", p51[1]), ("lose", p51[1]))
    assert set(record.seats()) == {AMERICAN}
    assert lost == 3
    assert [s.americans[id].factors for id in p51] == [1, 0]
    assert factors(s, p38) == 2


def test_jets_and_rockets() -> None:
    """LW-9.3.5, LW-9.5.7, LW-12.13"""
    s = table("tournament", zone="3|4")
    escort = fly(s, "p51", 1, HEX, escort="b17")
    bombers = fly(s, "b17", 2, HEX)
    attackers = fly(s, "he162", 1, HEX)
    dice = load(s, 6)
    run(combat.german_battle(s, HEX, attackers))
    assert dice.left() == {}, "nobody fires at jets"
    assert factors(s, escort) == 1
    assert factors(s, bombers) == 4
    p51 = fire.squads(s, escort, True)[0]
    rocket_id = fly(s, "me163", 1, HEX)
    rocket = fire.squads(s, rocket_id, True)[0]
    assert fire.difference(rocket._replace(effective=1), p51) == (), "its E and the other's are ignored"
    assert fire.difference(p51, rocket)[0][0] == -1, "when attacked its E counts"


@pytest.mark.parametrize("die", range(1, 7))
def test_heavy_guns_hit_on_a_six_and_are_never_destroyed(die: int) -> None:
    """LW-9.7.2, LW-9.7.5, LW-9.7.6"""
    s = table(step="flak")
    missions.destroy(s, "bremen")
    fighters = fly(s, "p47", 1, "1709", moved=True)
    home = fly(s, "p51", 1, "0510", path=("1709",), moved=True)
    load(s, die)
    record = run(flak.antiaircraft_fire(s), ("fire", "bremen", "1709"))
    assert ("fire", "bremen", "0510") not in record.asked[0][1], "not at units in the zone"
    assert factors(s, fighters) == (1 if die == 6 else 2)
    assert factors(s, home) == 2


def test_odds_are_exact() -> None:
    """LW-9.2.1, LW-9.5.2"""
    s = table(step="german_combat")
    fly(s, "p51", 4, HEX)
    fly(s, "me109", 7, HEX)
    decision = next(combat.german_combat(s))
    assert isinstance(decision, Choose)
    assert decision.odds is not None
    odds = decision.odds(("battle", HEX))
    assert odds is not None
    rolled = [min(8, parts().table.losses("me109", 14, die - 1)) for die in range(1, 7)]
    assert dict(odds.outcomes) == {f"lost|{n}": pytest.approx(rolled.count(n) / 6) for n in set(rolled)}
    assert odds.modifiers[0][0] == -1


def test_sneak_raid_pieces_are_told_in_three_steps() -> None:
    """LW-7.5, LW-7.6"""
    s = table(turn=1, step="american_start")
    s.sneak = Arrival()
    run(missions.announcements(s))
    assert s.sneak == Arrival(), "no Sneak Raid, nothing told"
    assert s.step == "american_move"
    assert air_time.drop_options(s, []) == []
    assert drive(missions.announcements(s), lambda d: d.options[0]).asked == []
