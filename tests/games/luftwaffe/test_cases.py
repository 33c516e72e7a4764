"""The worked cases of the pack, one test each, in their order. Dice are loaded as they are rolled."""

from __future__ import annotations

import pytest

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.map.geography import distance
from sandtable.games.luftwaffe.model import Arrival, Clock
from sandtable.games.luftwaffe.rules import (
    air_time,
    combat,
    courses,
    fighter_flights,
    fire,
    flak,
    flights,
    german_movement,
    missions,
    strafing,
)
from sandtable.games.luftwaffe.rules.losses import FUEL, lose_american, lose_german
from sandtable.games.luftwaffe.rules.scoring import basic_result, custer_result, score
from sandtable.kernel.state import replace
from tests.games.luftwaffe.tools import factors, fly, load, park, peek, reduce, run, step_of, table

HEX = "2014"
"""Somewhere over Germany, without a city or a base."""


def losses(column: str, strength: int, *dice: int) -> list[int]:
    return [parts().table.losses(column, strength, die) for die in dice]


# -- table -------------------------------------------------------------------------------------------------------------


def test_01_printed_example_14_me_109() -> None:
    """LW-9.2.1"""
    assert losses("me109", 14, 6, 5) == [11, 9]


def test_02_printed_example_p_47() -> None:
    """LW-9.2.1"""
    assert losses(parts().types["p47"].column, 12, 6, 5) == [11, 9]


def test_03_printed_example_b_24() -> None:
    """LW-9.2.1, LW-9.3.2"""
    assert losses("b24", 23, 6) == [11]


def test_04_printed_example_missing_number() -> None:
    """LW-9.2.2"""
    assert losses("b17", 12, 1, 2, 3, 4, 5, 6) == [1, 2, 3, 4, 6, 7]
    assert losses("b17", 12, 6) == losses("b17", 11, 6)


def test_05_too_weak() -> None:
    """LW-9.2.3"""
    s = table()
    bombers, attackers = fly(s, "b24", 1, HEX), fly(s, "me109", 2, HEX)
    dice = load(s, 1)
    run(combat.german_battle(s, HEX, attackers))
    assert dice.left() == {}, "the B-24 do not roll"
    assert factors(s, bombers) == 2
    s = table()
    bombers, attackers = fly(s, "b17", 1, HEX), fly(s, "me109", 2, HEX)
    load(s, 1, 5)
    run(combat.german_battle(s, HEX, attackers), ("lose", attackers[0]))
    assert factors(s, attackers) == 3


def test_06_remnants_combine() -> None:
    """LW-9.2.5"""
    for die, lost in ((5, 1), (4, 0)):
        s = table()
        bombers = fly(s, "b25", 1, HEX)
        attackers = fly(s, "me109", 1, HEX) + fly(s, "ju88", 1, HEX)
        reduce(s, *attackers)
        dice = load(s, die)
        run(combat.german_battle(s, HEX, attackers), ("pool",))
        assert dice.left() == {}
        assert factors(s, bombers) == 2 - lost
    s = table()
    fly(s, "b25", 1, HEX)
    attackers = fly(s, "me109", 1, HEX) + fly(s, "ju88", 1, HEX)
    reduce(s, *attackers)
    load(s)
    assert fire.pooled(fire.squads(s, attackers, False)).column == "ju88"
    run(combat.german_battle(s, HEX, attackers), ("no_pool",))


def test_07_beyond_the_table() -> None:
    """LW-9.2.4"""
    assert losses("me109", 64, 4) == [30]
    assert losses("me109", 60, 4) == [28]


def test_08_silent_bombers() -> None:
    """LW-9.2.6"""
    s = table()
    bombers, attackers = fly(s, "b25", 1, HEX) + fly(s, "a20", 2, HEX), fly(s, "me109", 2, HEX)
    dice = load(s, 4)
    full = [("reduce", bombers[0]), ("reduce", bombers[1])]
    run(combat.german_battle(s, HEX, attackers), *full)
    assert factors(s, bombers) == 4
    assert factors(s, attackers) == 4
    assert dice.left() == {}


# -- fighters against bombers ------------------------------------------------------------------------------------------


def test_09_no_escort() -> None:
    """LW-9.3.1 - LW-9.3.4"""
    s = table()
    bombers, attackers = fly(s, "b17", 4, HEX), fly(s, "me109", 4, HEX)
    load(s, 4, 5)
    chosen = [("lose", attackers[0])] * 2 + [("lose", attackers[1])] * 2
    reduced = [("reduce", id) for id in bombers[:3]]
    record = run(combat.german_battle(s, HEX, attackers), *chosen, *reduced)
    assert factors(s, attackers) == 4
    assert [s.americans[id].factors for id in bombers] == [1, 1, 1, 1]
    assert record.seats() == [GERMAN] * 4 + [AMERICAN] * 3, "the German takes his losses first; the last full is forced"


def test_10_reduce_before_removing() -> None:
    """LW-9.3.4, LW-7.19"""
    s = table()
    bombers = fly(s, "b24", 3, HEX, mission="bremen")
    reduce(s, bombers[2])
    flow = fire.take_bomber_losses(s, bombers, 4)
    record = run(flow, ("reduce", bombers[1]), ("remove", bombers[0]), ("remove", bombers[2]))
    assert record.seats() == [AMERICAN, GERMAN, GERMAN]
    assert [s.americans[id].factors for id in bombers] == [0, 1, 0]
    assert all("bremen" not in str(options) for _, options, _ in record.asked)


def test_11_overkill_lost() -> None:
    """LW-9.2.8"""
    s = table()
    bombers = fly(s, "b17", 2, HEX)
    reduce(s, *bombers)
    run(fire.take_bomber_losses(s, bombers, 5))
    assert factors(s, bombers) == 0
    assert s.raid_losses[AMERICAN] == 2


def test_12_two_german_types() -> None:
    """LW-9.3.1 - LW-9.3.4"""
    s = table()
    bombers = fly(s, "b17", 4, HEX)
    attackers = fly(s, "fw190", 3, HEX) + fly(s, "me109", 2, HEX)
    load(s, 3, 6, 2)
    lost = ("lose", attackers[4])
    reduced = [("reduce", id) for id in bombers[:3]]
    record = run(combat.german_battle(s, HEX, attackers), lost, *reduced, ("remove", bombers[0]))
    assert {o[1] for o in record.asked[0][1]} == set(attackers), "from either type"
    assert sorted(s.americans[id].factors for id in bombers) == [0, 1, 1, 1]
    assert factors(s, attackers) == 9


def escort_battle(die: int, *more: int) -> tuple[list[str], list[str], list[str], dict[str, list[str | int]]]:
    s = table()
    bombers = fly(s, "b17", 2, HEX)
    escort = fly(s, "p47", 1, HEX, escort="b17")
    attackers = fly(s, "me109", 4, HEX)
    dice = load(s, die, *more)
    answers = [("reduce", bombers[0])] if more else []
    run(combat.german_battle(s, HEX, attackers), *answers, *([("remove", bombers[0])] if more else []))
    return (
        [str(s.americans[id].factors) for id in bombers], [str(s.americans[id].factors) for id in escort],
        [str(s.germans[id].factors) for id in attackers], dice.left(),
    )  # fmt: skip


def test_13_printed_escort_example() -> None:
    """LW-9.4.1, LW-9.4.3"""
    bombers, escort, attackers, left = escort_battle(5, 1)
    assert escort == ["0"]
    assert sorted(bombers) == ["0", "1"], "three factors carry over"
    assert left == {}, "the bombers fired"
    assert attackers == ["2"] * 4


def test_14_escort_absorbs_all() -> None:
    """LW-9.4.3"""
    bombers, escort, _, left = escort_battle(3)
    assert escort == ["0"]
    assert bombers == ["2", "2"]
    assert left == {}, "the bombers did not fire"


def test_15_second_type_profits() -> None:
    """LW-9.4.1"""
    s = table()
    bombers = fly(s, "b17", 2, HEX)
    escort = fly(s, "p47", 1, HEX, escort="b17")
    attackers = fly(s, "fw190", 3, HEX) + fly(s, "me109", 2, HEX)
    dice = load(s, 3, 4, 1)
    run(combat.german_battle(s, HEX, attackers), ("reduce", bombers[0]))
    assert factors(s, escort) == 0
    assert factors(s, bombers) == 2
    assert dice.left() == {}, "the bombers fired"


def test_16_non_escort_gives_no_cover() -> None:
    """LW-8.9, LW-9.1.6"""
    s = table()
    bombers, free = fly(s, "b17", 2, HEX), fly(s, "p51", 1, HEX)
    attackers = fly(s, "me109", 2, HEX)
    load(s, 4, 1)
    run(combat.german_battle(s, HEX, attackers), ("at_bombers", "me109"), ("reduce", bombers[0]))
    assert factors(s, free) == 2
    assert factors(s, bombers) == 2


# -- fighters against fighters -----------------------------------------------------------------------------------------


def dogfight(attackers: tuple[str, int, bool], defenders: tuple[str, int, bool], die: int) -> int:
    """The factors that one type loses to another at a die."""
    s = table()
    a = fly(s, attackers[0], attackers[1], HEX, tanks=attackers[2])
    d = fly(s, defenders[0], defenders[1], HEX, tanks=defenders[2])
    load(s, die)
    [squad] = fire.squads(s, a, True)
    [target] = fire.squads(s, d, True)
    return fire.roll(s, squad, fire.difference(squad, target))


def test_17_printed_me_109_attacks_p_51() -> None:
    """LW-9.5.2"""
    assert dogfight(("me109", 7, False), ("p51", 3, False), 4) == 4
    assert losses("me109", 14, 3) == [4]
    assert dogfight(("me109", 7, False), ("p51", 3, False), 1) == 0


def test_18_printed_tanks() -> None:
    """LW-9.5.1"""
    assert dogfight(("me109", 5, False), ("p47", 3, True), 4) == losses("me109", 10, 4)[0]
    assert dogfight(("p47", 5, True), ("me109", 3, False), 4) == 2
    assert losses("p47", 10, 2) == [2]


def test_19_printed_p_38_with_tanks_on_fw_190_without() -> None:
    """LW-9.5.1, LW-9.2.3"""
    assert dogfight(("p38", 3, True), ("fw190", 3, False), 6) == 1
    assert dogfight(("p38", 3, True), ("fw190", 3, False), 4) == 0


def test_20_printed_best_against_best() -> None:
    """LW-9.5.3, LW-9.5.4"""
    s = table()
    p51, p38 = fly(s, "p51", 1, HEX), fly(s, "p38", 2, HEX)
    attackers = fly(s, "me109", 3, HEX) + fly(s, "fw190", 2, HEX)
    load(s, 3, 6)
    chosen = [("lose", p38[0]), ("lose", p38[0]), ("lose", p38[1])]
    run(combat.german_battle(s, HEX, attackers), *chosen[:2])
    assert factors(s, p51) == 0
    assert factors(s, p38) == 1


def test_21_tanks_make_equals() -> None:
    """LW-9.5.3"""
    s = table()
    p38, p51 = fly(s, "p38", 1, HEX), fly(s, "p51", 1, HEX, tanks=True)
    first = fire.squads(s, p38 + p51, True)[0]
    assert (first.type, first.effective) == ("p51", 2)


def test_22_drop_in_answer() -> None:
    """LW-6.6, LW-6.7"""
    s = table(turn=5)
    p47 = fly(s, "p47", 2, HEX, tanks=True, due=12)
    attackers = fly(s, "fw190", 2, HEX)
    load(s, 2)
    record = run(combat.german_battle(s, HEX, attackers), ("drop", "p47"), ("lose", p47[0]))
    assert record.seats()[0] == AMERICAN
    assert s.clocks["p47"] == Clock(due=8, tanks=False, since=0)
    [squad], [target] = fire.squads(s, p47, True), fire.squads(s, attackers, True)
    assert fire.difference(squad, target)[0][0] == -1


# -- time --------------------------------------------------------------------------------------------------------------


def test_23_printed_me_109() -> None:
    """LW-6.2, LW-6.5, LW-6.11"""
    s = table(turn=3)
    ids = park(s, "me109", 2, "2122")
    bombers = fly(s, "b17", 1, "2122")
    german_movement.launch(s, "me109")
    assert s.clocks["me109"].due == 7
    for turn in (3, 4, 5, 6):
        s.turn = turn
        assert combat.german_battles(s) == {"2122": ids}
    s.turn = 7
    assert combat.german_battles(s) == {}
    german_movement.land(s, ids[:1], "2122")
    air_time.german_fuel_check(s, landing_due=True)
    assert [s.germans[id].status for id in ids] == ["ground", "lost"]
    assert s.fuel[GERMAN] == 2
    assert factors(s, bombers) == 2


def test_24_printed_p_47() -> None:
    """LW-6.3, LW-6.7, LW-6.8"""
    s = table(turn=2)
    fly(s, "p47", 1, "0510")
    air_time.start_clock(s, "p47", "p47", 2)
    assert s.clocks["p47"] == Clock(due=12, tanks=True, since=2)
    start = s.clocks["p47"]
    for turn, due in ((5, 8), (9, 12), (11, 12)):
        s.turn, s.clocks["p47"] = turn, start
        air_time.drop_tanks(s, "p47")
        assert s.clocks["p47"].due == due
    s.clocks["p47"] = start
    for turn in range(3, 10):
        s.turn = turn
        air_time.empty_tanks_fall(s)
        assert s.clocks["p47"].tanks == (turn < 9)
    assert s.clocks["p47"].due == 12


def test_25_set_up_counts_as_0() -> None:
    """LW-3.6, LW-6.3"""
    s = table(turn=0, step="placing")
    [id] = fly(s, "p51", 1, "")
    s.americans[id] = replace(s.americans[id], status="covered")
    missions.face_up(s, id, "0510")
    assert s.clocks["p51"].due == 14


def test_26_refuelling_queue() -> None:
    """LW-6.9, LW-6.10, LW-8.1"""
    s = table(turn=5)
    ids = fly(s, "me109", 3, "2122")
    german_movement.land(s, ids, "2122")
    for turn, first in ((5, ids[0]), (6, ids[1])):
        s.turn = turn
        assert german_movement.launchable(s) == []
        run(air_time.refuelling(s), ("refuel", first))
    s.turn = 7
    assert german_movement.launchable(s) == []
    run(air_time.refuelling(s))
    s.turn = 8
    assert german_movement.launchable(s) == ["me109"]
    s = table(turn=5)
    ids = fly(s, "me109", 3, "2122")
    german_movement.land(s, ids, "2122")
    run(air_time.refuelling(s), ("refuel", ids[0]))
    s.turn = 6
    german_movement.begin_german_movement(s)
    assert ("stage", ids[0]) in peek(german_movement.german_movement(s)).options
    assert ("stage", ids[1]) not in peek(german_movement.german_movement(s)).options
    run(german_movement.german_movement(s), ("stage", ids[0]), ("land", "2320"))
    assert not s.germans[ids[0]].fuelled
    run(air_time.refuelling(s), ("refuel", ids[1]))
    assert s.germans[ids[0]].fuelled, "another base has room for it"


def test_27_fuel_loss_score() -> None:
    """LW-10.1, LW-10.4"""
    s = table()
    cities = [id for id, c in parts().cities.items() if "A" in c.industries][:12]
    for city in cities:
        missions.destroy(s, city)
    [fighter] = fly(s, "p51", 1, HEX)
    lose_american(s, fighter, FUEL, 2)
    assert (score(s), basic_result(score(s), 12, 8)) == (10, "draw")
    [german] = fly(s, "me109", 1, HEX)
    lose_german(s, german, FUEL, 1)
    assert (score(s), basic_result(score(s), 12, 8)) == (11, "draw")


# -- movement and bombing ----------------------------------------------------------------------------------------------


def test_28_direct_course() -> None:
    """LW-5.4"""
    assert distance("0510", "2112") == 16
    assert courses.longest(16, 4) == 16
    assert distance("0510", "1709") == 12
    assert courses.longest(12, 4) == 12
    assert distance("0608", "1709") == 11
    assert courses.longest(11, 4) == 12


def test_29_stop_on_target() -> None:
    """LW-5.3"""
    s = table(step="american_move")
    [id] = fly(s, "b17", 1, "1409", mission="bremen")
    assert distance("1409", "1709") == 3
    assert courses.courses(s, s.americans[id]) == {"1709": (3, 4)}, "the fourth hex would only be a detour"
    run(flights.american_movement(s), ("move", id), ("fly", "1709"))
    assert (s.americans[id].hex, len(s.americans[id].path)) == ("1709", 3)


def test_30_switzerland() -> None:
    """LW-1.1, LW-5.9"""
    assert parts().grid.distance("1435", "1728") == 9
    assert distance("1435", "1728") == 12
    assert -(-12 // 4) == 3


@pytest.mark.parametrize(("die", "left"), [(6, 2), (5, 3)])
def test_31_aa(die: int, left: int) -> None:
    """LW-9.7.1 - LW-9.7.3, LW-7.9"""
    s = table(step="flak")
    bombers = fly(s, "b17", 2, "1709", mission="bremen", moved=True)
    reduce(s, bombers[1])
    load(s, die)
    run(flak.antiaircraft_fire(s), ("fire", "bremen", "1709"))
    run(flak.antiaircraft_fire(s))
    assert s.step == "bomb"
    assert factors(s, bombers) == left
    assert all(s.americans[id].factors for id in bombers)
    missions.bombing(s)
    assert list(s.destroyed) == ["bremen"]
    assert all(s.americans[id].bombed for id in bombers)


def test_32_aa_on_passers_by() -> None:
    """LW-9.7.1, LW-9.1.4"""
    s = table(step="flak")
    fighters = fly(s, "p47", 3, "1414", path=("1114", "1214", "1313", "1414"), moved=True)
    bombers = fly(s, "b17", 1, "1214", mission="essen", moved=True)
    load(s, 6)
    asked = run(flak.antiaircraft_fire(s), ("hold_fire", "duisburg"))
    asked = run(flak.antiaircraft_fire(s), ("fire", "essen", "1414"), ("reduce", fighters[1]))
    assert ("fire", "essen", "1214") in asked.asked[0][1]
    assert [s.americans[id].factors for id in fighters] == [2, 1, 2]
    run(flak.antiaircraft_fire(s))
    assert s.step == "bomb", "Essen has fired"
    assert factors(s, bombers) == 2


def test_33_base_and_city_in_one_hex() -> None:
    """LW-7.12, LW-7.16"""
    s = table(step="bomb")
    assert parts().base_at["2413"].name in ("Kothen", "Köthen")
    base = parts().base_at["2413"].id
    on_ground, above = park(s, "me109", 2, "2413"), fly(s, "fw190", 1, "2413")
    [id] = fly(s, "b17", 1, "2412", mission="airbase")
    s.step = "american_move"
    run(flights.american_movement(s), ("move", id), ("bomb_at", "2413"))
    missions.bombing(s)
    assert [s.germans[g].status for g in on_ground] == ["lost", "lost"]
    assert s.germans[above[0]].status == "air"
    assert "bernburg" not in s.destroyed
    assert base in s.unusable


def test_34_sneak_raid() -> None:
    """LW-7.6"""
    s = table(turn=4, step="american_start")
    ids = fly(s, "b17", 3, "", mission="anklam")
    for id in ids:
        s.americans[id] = replace(s.americans[id], status="sneak", front="baltic")
    s.sneak = Arrival(turn=6, units=tuple(ids))
    run(missions.announcements(s))
    assert s.sneak.told == 1
    s.turn = 5
    run(missions.announcements(s), ("area", 8))
    assert (s.sneak.told, s.sneak.number) == (2, 8)
    s.turn = 6
    run(missions.announcements(s), ("enter", "2803"))
    assert {s.americans[id].hex for id in ids} == {"2803"}
    assert not any(flights.may_act(s, s.americans[id]) for id in ids), "they stay"
    s.turn = 7
    german_movement.begin_german_movement(s)
    attackers = fly(s, "me109", 1, "2803")
    assert combat.german_battles(s) == {"2803": attackers}
    flights.begin_american_movement(s)
    assert all(flights.may_act(s, s.americans[id]) for id in ids)


def test_35_strafing() -> None:
    """LW-8.15 - LW-8.18"""
    s = table(step="american_combat")
    assert parts().base_at["3527"].hex == parts().cities["wiener_neustadt"].hex
    p51 = fly(s, "p51", 2, "3527", moved=True)
    on_ground = park(s, "me109", 2, "3527")
    dice = load(s, 2, 6, 6)
    run(
        strafing.american_combat(s),
        ("strafe", "3527"), ("lose", p51[0]), ("lose", on_ground[0]), ("lose", on_ground[1]),
    )  # fmt: skip
    assert dice.left() == {}
    assert factors(s, p51) == 3
    assert factors(s, on_ground) == 2


def test_36_escort_breaks_off() -> None:
    """LW-8.6"""
    s = table(turn=5)
    bombers = fly(s, "b17", 2, HEX, mission="leipzig", start="0510", flown=16)
    escort = fly(s, "p47", 1, HEX, escort="b17")
    attackers, others = fly(s, "me109", 2, HEX), fly(s, "fw190", 1, "2015")
    load(s, 1)
    run(combat.german_battle(s, HEX, attackers))
    assert s.americans[escort[0]].assailants == tuple(attackers)
    for id in attackers:
        s.germans[id] = replace(s.germans[id], hex="2015")
    s.step = "american_move"
    flights.begin_american_movement(s)
    run(
        flights.american_movement(s),
        ("move", bombers[0]),
        ("fly", next(iter(courses.courses(s, s.americans[bombers[0]])))),
    )
    end = next(iter(courses.courses(s, s.americans[bombers[1]])))
    run(flights.american_movement(s), ("move", bombers[1]), ("fly", end))
    run(flights.american_movement(s), ("move", escort[0]), ("pursue", "2015"))
    s.step = "american_combat"
    load(s, 6)
    run(strafing.american_combat(s), ("lose", attackers[0]))
    assert factors(s, attackers) == 3
    assert factors(s, others) == 2, "only those that attacked"
    s.turn = 6
    german_movement.begin_german_movement(s)
    flights.begin_american_movement(s)
    unit = s.americans[escort[0]]
    assert (unit.escort, unit.quarry) == ("", False)
    assert strafing.attacks_at(s, unit) == unit.hex


def test_37_escort_low_on_fuel() -> None:
    """LW-8.5"""
    s = table(turn=7)
    hex = next(h for h, d in s.zone.to_zone.items() if d == 8)
    [id] = fly(s, "p47", 1, hex, escort="b17", due=8)
    assert fighter_flights.may_break_off(s, s.americans[id])
    s.clocks["p47"] = Clock(due=13, tanks=False, since=0)
    assert not fighter_flights.may_break_off(s, s.americans[id])
    homing = replace(s.americans[id], escort="", homing=True)
    assert strafing.attacks_at(s, homing) == ""


# -- longer games: see test_cases_longer -------------------------------------------------------------------------------


def test_48_custer() -> None:
    """LW-16.3"""
    assert custer_result(14, 30, 15, 14, 2) == "draw"
    assert custer_result(13, 30, 15, 14, 2) == GERMAN
    assert custer_result(15, 29, 15, 14, 2) == AMERICAN


# -- further interactions ----------------------------------------------------------------------------------------------


def test_49_mixed_refuelling() -> None:
    """LW-6.9"""
    s = table(turn=5)
    ids = fly(s, "ju88", 2, "2122")
    reduce(s, ids[0])
    german_movement.land(s, ids, "2122")
    run(air_time.refuelling(s), ("refuel", ids[0]))
    assert [s.germans[id].fuelled for id in ids] == [True, False]
    run(air_time.refuelling(s))
    assert s.germans[ids[1]].fuelled
    s = table(turn=5)
    ids = fly(s, "ju88", 2, "2122")
    reduce(s, *ids)
    german_movement.land(s, ids, "2122")
    run(air_time.refuelling(s))
    assert all(s.germans[id].fuelled for id in ids)


def test_50_return_fire_finds_its_own_attackers() -> None:
    """LW-9.1.6, LW-9.3.2 - LW-9.3.4"""
    s = table()
    bombers, free = fly(s, "b17", 4, HEX), fly(s, "p38", 1, HEX)
    fw190, me109 = fly(s, "fw190", 3, HEX), fly(s, "me109", 2, HEX)
    load(s, 4, 4, 5)
    run(
        combat.german_battle(s, HEX, fw190 + me109),
        ("at_fighters", "fw190"), ("at_bombers", "me109"), ("reduce", bombers[0]), ("reduce", bombers[1]),
    )  # fmt: skip
    assert factors(s, free) == 0
    assert (factors(s, fw190), factors(s, me109)) == (6, 0)
    assert factors(s, bombers) == 6


def test_51_last_turn() -> None:
    """LW-6.5, LW-6.11"""
    s = table(turn=12)
    p47 = fly(s, "p47", 2, HEX, due=12)
    attackers = fly(s, "me109", 2, HEX)
    load(s, 4)
    run(combat.german_battle(s, HEX, attackers), ("lose", p47[0]), ("lose", p47[0]))
    assert factors(s, p47) == 2
    s.step = "american_combat"
    run(strafing.american_combat(s))
    assert step_of(s) == "american_end", "they may not attack"
    air_time.american_fuel_check(s)
    assert s.fuel[AMERICAN] == 2
