"""Cases where two or three clauses meet, worked out from the rulebook first: tanks, escorts, jets, guns and fuel."""

from __future__ import annotations

import pytest

from sandtable.games.luftwaffe.components import GERMAN, parts
from sandtable.games.luftwaffe.map.geography import distance
from sandtable.games.luftwaffe.model import Clock
from sandtable.games.luftwaffe.rules import air_time, combat, fire, flak, german_movement, missions, strafing
from sandtable.games.luftwaffe.rules.losses import FUEL, lose_american, lose_german
from sandtable.games.luftwaffe.rules.scoring import basic_result, score
from tests.games.luftwaffe.tools import factors, fly, load, park, reduce, run, table

HEX = "2016"


def test_tanks_turn_the_order_of_both_sides_round() -> None:
    """LW-9.5.1 - LW-9.5.4 Me 109 without tanks before Fw 190 with them; equals by tanks are met by their printed E."""
    s = table()
    p51, p38 = fly(s, "p51", 1, HEX, tanks=True), fly(s, "p38", 1, HEX)
    attackers = fly(s, "fw190", 2, HEX, tanks=True) + fly(s, "me109", 4, HEX)
    order = [(q.type, q.effective) for q in fire.squads(s, attackers, True)]
    assert order == [("me109", 3), ("fw190", 2)]
    assert [(q.type, q.effective) for q in fire.squads(s, p51 + p38, True)] == [("p51", 2), ("p38", 2)]
    # Eight Me 109 factors at 4: four lost, P-51 and then P-38; four Fw 190 factors find nobody.
    dice = load(s, 4)
    run(combat.german_battle(s, HEX, attackers), ("keep", "fw190"), ("keep", "p51"))
    assert dice.left() == {}
    assert factors(s, p51) + factors(s, p38) == 0


def test_the_escort_without_tanks_shields_the_escort_with_them() -> None:
    """LW-9.4.1 - LW-9.4.3, LW-9.5.4 P-47 (3), P-51 with tanks (2), bombers: five losses go down that list."""
    s = table()
    bombers = fly(s, "b17", 2, HEX)
    p47 = fly(s, "p47", 1, HEX, escort="b17")
    p51 = fly(s, "p51", 1, HEX, escort="b17", tanks=True)
    attackers = fly(s, "me109", 4, HEX)
    dice = load(s, 5, 4)
    run(combat.german_battle(s, HEX, attackers), ("keep", "p51"), ("lose", attackers[0]), ("reduce", bombers[0]))
    assert (factors(s, p47), factors(s, p51)) == (0, 0)
    assert [s.americans[id].factors for id in bombers] == [1, 2]
    assert factors(s, attackers) == 7, "all four bomber factors fire before they lose any"
    assert dice.left() == {}


def test_jets_clear_the_escort_and_the_bombers_answer_only_the_second_wave() -> None:
    """LW-9.3.5, LW-9.4.1, LW-9.4.3 The jets' losses are gone before the Me 109 roll, and so is the bombers' fire."""
    s = table("tournament", zone="3|4")
    bombers = fly(s, "b17", 2, HEX)
    escort = fly(s, "p47", 1, HEX, escort="b17")
    jets, others = fly(s, "me262", 2, HEX), fly(s, "me109", 2, HEX)
    dice = load(s, 5, 4, 5)
    run(combat.german_battle(s, HEX, jets + others), ("reduce", bombers[0]), ("lose", others[0]))
    assert dice.left() == {}
    assert (factors(s, escort), factors(s, bombers)) == (0, 0)
    assert (factors(s, jets), factors(s, others)) == (4, 3)


def test_guns_hit_the_whole_fighter_before_the_half_bomber() -> None:
    """LW-9.7.3, LW-9.3.4, LW-7.9 The fighter over the city is the only full unit; the half bomber still bombs."""
    s = table(step="flak")
    [bomber] = fly(s, "b17", 1, "1709", mission="bremen", moved=True)
    [fighter] = fly(s, "p47", 1, "1709", moved=True, path=("1708", "1709"))
    reduce(s, bomber)
    load(s, 6)
    run(flak.antiaircraft_fire(s), ("fire", "bremen", "1709"))
    assert (s.americans[bomber].factors, s.americans[fighter].factors) == (1, 1)
    missions.bombing(s)
    assert list(s.destroyed) == ["bremen"]


def test_a_half_bomber_that_the_guns_finish_does_not_bomb() -> None:
    """LW-9.7.3, LW-7.9, LW-20.9"""
    s = table(step="flak")
    [bomber] = fly(s, "b17", 1, "1709", mission="bremen", moved=True)
    reduce(s, bomber)
    load(s, 6)
    run(flak.antiaircraft_fire(s), ("fire", "bremen", "1709"))
    missions.bombing(s)
    assert not s.destroyed


def test_an_escort_that_lost_its_last_bomber_to_the_guns_fights_the_same_half_turn() -> None:
    """LW-8.10, LW-9.7.3, LW-9.1.1 All are halves, the German picks the bomber, the escort must attack."""
    s = table(step="flak")
    [bomber] = fly(s, "b17", 1, "1709", mission="bremen", moved=True)
    [escort] = fly(s, "p51", 1, "1709", escort="b17", moved=True)
    reduce(s, bomber, escort)
    fly(s, "me109", 1, "1709")
    assert strafing.attacks_at(s, s.americans[escort]) == ""
    load(s, 6)
    run(flak.antiaircraft_fire(s), ("fire", "bremen", "1709"), ("remove", bomber))
    missions.bombing(s)
    assert not s.destroyed
    assert strafing.attacks_at(s, s.americans[escort]) == "1709"


@pytest.mark.parametrize("die", [3, 6])
def test_a_rocket_fighter_ignores_the_difference_and_who_attacks_it_does_not(die: int) -> None:
    """LW-9.5.7, LW-9.5.2, LW-9.5.1 Its E counts only when it is attacked, here by P-40 that carry tanks."""
    s = table("tournament", zone="3|4")
    rockets, p51 = fly(s, "me163", 1, HEX), fly(s, "p51", 2, HEX)
    [rocket], [mustang] = fire.squads(s, rockets, True), fire.squads(s, p51, True)
    load(s, die)
    assert fire.roll(s, rocket, fire.difference(rocket, mustang)) == parts().table.losses("me163", 2, die)
    own, other = parts().types["me163"].e, parts().types["p40"].e
    assert own is not None
    assert other is not None
    [warhawk] = fire.squads(s, fly(s, "p40", 1, "2017", tanks=True), True)
    assert sum(m[0] for m in fire.difference(warhawk, rocket)) == min(0, other - 2 - own) < 0


def test_two_types_share_the_pump_of_one_base() -> None:
    """LW-6.9, LW-6.10 Two factors a turn, all types together: the type that waits keeps its others on the ground."""
    s = table(turn=5)
    [me109], [fw190] = fly(s, "me109", 1, "2122"), fly(s, "fw190", 1, "2122")
    [elsewhere] = park(s, "fw190", 1, "2320")
    german_movement.land(s, [me109], "2122")
    german_movement.land(s, [fw190], "2122")
    run(air_time.refuelling(s), ("refuel", me109))
    s.turn = 6
    assert german_movement.launchable(s) == ["me109"]
    run(air_time.refuelling(s))
    s.turn = 7
    assert set(german_movement.launchable(s)) == {"fw190", "me109"}
    assert s.germans[elsewhere].fuelled


def test_fuel_of_both_sides_moves_the_same_count() -> None:
    """LW-10.1, LW-10.4, LW-20.10 Thirteen cities, three American factors in the sea, one German: eleven, a draw."""
    s = table()
    for city in [id for id, c in parts().cities.items() if "A" in c.industries][:13]:
        missions.destroy(s, city)
    [whole, half] = fly(s, "p51", 2, HEX)
    reduce(s, half)
    lose_american(s, whole, FUEL, 2)
    lose_american(s, half, FUEL, 1)
    [german] = fly(s, "me109", 1, HEX)
    reduce(s, german)
    lose_german(s, german, FUEL, 1)
    assert (score(s), basic_result(score(s), 12, 8)) == (11, "draw")


def test_who_loses_his_base_under_him_must_reach_another() -> None:
    """LW-7.16, LW-20.6, LW-6.12 The next base lies beyond one turn's flight: lost for fuel, before any last attack."""
    s = table(turn=5)
    far = s.zone.bases[0]
    [id] = fly(s, "me109", 1, far.hex)
    s.clocks["me109"] = Clock(due=6, tanks=False, since=2)
    air_time.german_fuel_check(s, landing_due=False)
    assert s.germans[id].status == "air"
    within_a_turn = [b.id for b in s.zone.bases if distance(b.hex, far.hex) <= parts().types["me109"].mf]
    s.unusable = tuple(within_a_turn)
    air_time.german_fuel_check(s, landing_due=False)
    assert s.germans[id].status == "lost"
    assert s.fuel[GERMAN] == 2


def test_strafers_meet_the_air_first_with_tanks_and_all() -> None:
    """LW-8.16, LW-9.5.2, LW-9.5.1 P-47 with tanks (1), an Fw 190 overhead (4): three off the die."""
    s = table(step="american_combat")
    base = next(b.hex for b in s.zone.bases if b.hex not in parts().city_at)
    p47 = fly(s, "p47", 3, base, tanks=True, moved=True)
    [above] = fly(s, "fw190", 1, base)
    ground = park(s, "me109", 2, base)
    dice = load(s, 1, 6)
    run(strafing.american_combat(s), ("strafe", base), ("keep", "p47"))
    assert dice.left() == {}
    assert parts().table.losses("p47", 6, 3) == 2
    assert s.germans[above].factors == 0
    assert factors(s, ground) == 4
    assert factors(s, p47) == 6
