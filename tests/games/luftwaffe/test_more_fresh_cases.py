"""More cases where clauses meet, worked out from the rulebook first: the table, tanks, escorts, guns, fuel, results."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import Clock
from sandtable.games.luftwaffe.rules import air_time, combat, fire, german_movement, missions
from sandtable.games.luftwaffe.rules.losses import COMBAT, FUEL, lose_american, lose_german
from sandtable.games.luftwaffe.rules.scoring import basic_result, bombed, custer_result, score
from tests.games.luftwaffe.tools import factors, fly, load, park, reduce, run, table

HEX = "2016"


# -- the Aerial Combat Table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "strength", "die", "lost"),
    [
        ("me109", 8, 4, 4),  # row 11
        ("me109", 9, 6, 7),  # row 12
        ("me109", 2, 6, 1),
        ("me109", 1, 6, 0),  # below the lowest number
        ("b17", 12, 5, 6),  # 12 counts as 11
        ("fw190", 4, 0, 0),  # a modified die below 1
        ("fw190", 4, 7, 3),  # never above 6: row 7
        ("p51", 69, 6, 47),
        ("p51", 69 + 8, 6, 47 + 6),  # the last row, and row 10 for the other eight
        ("me262", 1, 5, 1),
    ],
)
def test_what_so_many_factors_destroy(column: str, strength: int, die: int, lost: int) -> None:
    """LW-9.2.1 - LW-9.2.4 The largest number not above the factors; below the lowest none; above the last twice."""
    assert parts().table.losses(column, strength, die) == lost


def test_remnants_fire_together_on_the_worse_column_with_the_lower_e() -> None:
    """LW-9.2.5, LW-9.2.3 A Ju 88 and a Me 109 factor are each too weak: two on the Ju 88's column."""
    s = table()
    ids = [*fly(s, "ju88", 1, HEX), *fly(s, "me109", 1, HEX)]
    reduce(s, *ids)
    whole = fire.squads(s, ids, True)
    assert all(fire.too_weak(s, q) for q in whole)
    together = fire.pooled(whole)
    order = parts().effectiveness
    assert together.column == max(("ju88", "me109"), key=order.index)
    assert together.effective == 1
    assert fire.factors(s, together.ids) == 2


@pytest.mark.parametrize(
    ("attacker", "a_tanks", "defender", "d_tanks", "shift"),
    [
        ("me109", False, "p51", False, -1),
        ("me109", True, "p51", False, -3),
        ("me109", False, "p51", True, 0),  # 3 against 2: never a bonus
        ("p47", True, "fw190", True, -1),  # 1 against 2
        ("me262", False, "p51", False, 0),
        ("p38", True, "me262", False, -6),
    ],
)
def test_what_tanks_and_types_take_from_the_die(
    attacker: str, a_tanks: bool, defender: str, d_tanks: bool, shift: int
) -> None:
    """LW-9.5.1, LW-9.5.2 E less two with tanks; the difference counts against the weaker attacker only."""
    s = table("tournament", zone="3|4")
    [a] = fire.squads(s, fly(s, attacker, 1, HEX, tanks=a_tanks), True)
    [d] = fire.squads(s, fly(s, defender, 1, HEX, tanks=d_tanks), True)
    assert sum(m[0] for m in fire.difference(a, d)) == shift


# -- battles -----------------------------------------------------------------------------------------------------------


def test_fighters_against_bombers_alone_and_what_the_bombers_answer() -> None:
    """LW-9.3.1 - LW-9.3.4 Six Fw 190 factors lose no die for tanks; six B-17 factors answer; the German loses first."""
    s = table()
    bombers = fly(s, "b17", 3, HEX)
    attackers = fly(s, "fw190", 3, HEX, tanks=True)
    dice = load(s, 3, 4)
    # Fw 190: 6 factors are row 10, a 3 destroys 2. B-17: 6 factors are row 7, a 4 destroys 2.
    assert (parts().table.losses("fw190", 6, 3), parts().table.losses("b17", 6, 4)) == (2, 2)
    run(
        combat.german_battle(s, HEX, attackers),
        ("lose", attackers[0]), ("lose", attackers[0]),
        ("reduce", bombers[0]), ("reduce", bombers[1]),
    )  # fmt: skip
    assert dice.left() == {}
    assert (factors(s, attackers), factors(s, bombers)) == (4, 4)


def test_bombers_that_lose_nothing_behind_their_escort_keep_quiet() -> None:
    """LW-9.4.1, LW-9.4.3 Two P-47 factors lost of four: no loss is left for the bombers, so they do not fire."""
    s = table()
    bombers = fly(s, "b24", 2, HEX)
    escort = fly(s, "p47", 2, HEX, escort="b24")
    attackers = fly(s, "me109", 2, HEX)
    dice = load(s, 5)
    lost = parts().table.losses("me109", 4, 5)
    assert lost == 2
    run(combat.german_battle(s, HEX, attackers), ("lose", escort[0]), ("lose", escort[0]))
    assert dice.left() == {}
    assert (factors(s, escort), factors(s, bombers), factors(s, attackers)) == (2, 4, 4)


def test_free_fighters_are_no_shield_and_lose_nothing_for_the_bombers() -> None:
    """LW-8.9, LW-9.1.6 Each German type says whom it attacks; what is too much for the fighters is lost."""
    s = table()
    bombers = fly(s, "b17", 1, HEX)
    free = fly(s, "p47", 1, HEX)
    attackers = fly(s, "me109", 4, HEX)
    dice = load(s, 6)
    run(combat.german_battle(s, HEX, attackers), ("at_fighters", "me109"))
    assert dice.left() == {}
    assert (factors(s, free), factors(s, bombers)) == (0, 2)


@pytest.mark.parametrize(("turn", "fights"), [(5, True), (6, False)])
def test_in_its_last_turn_a_fighter_only_lands(turn: int, fights: bool) -> None:
    """LW-6.11, LW-6.5, LW-9.1.1 A unit whose time is up may be attacked but does not attack."""
    s = table(turn=turn)
    [id] = fly(s, "me109", 1, HEX, due=6)
    fly(s, "b17", 1, HEX)
    assert (combat.german_battles(s) == {HEX: [id]}) == fights


def test_in_the_zone_nobody_fights() -> None:
    """LW-9.1.2"""
    s = table()
    home = sorted(s.zone.all)[0]
    fly(s, "b17", 1, home)
    fly(s, "me109", 1, home)
    assert combat.german_battles(s) == {}


# -- time in the air ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "start", "drop", "due"),
    [
        ("p51", 2, 4, 9),  # 2 + 14, and 4 + 5 once the tanks are gone
        ("p51", 2, 14, 16),  # 14 + 5 would be later than 16
        ("p47", 0, 3, 6),
        ("me109", 5, 5, 7),
        ("fw190", 5, 7, 9),
    ],
)
def test_when_tanks_are_dropped(type: str, start: int, drop: int, due: int) -> None:
    """LW-6.2, LW-6.3, LW-6.7 The smaller of the old time turn and the turn of the drop with the time without tanks."""
    s = table(turn=drop)
    air_time.start_clock(s, type, type, start)
    air_time.drop_tanks(s, type)
    assert (s.clocks[type].due, s.clocks[type].tanks) == (due, False)


@pytest.mark.parametrize(("turn", "tanks"), [(6, True), (7, False)])
def test_when_tanks_are_empty(turn: int, tanks: bool) -> None:
    """LW-6.8 A P-47 of turn 0 must be home in turn 10: three turns before its tanks fall by themselves."""
    s = table(turn=turn)
    fly(s, "p47", 1, HEX)
    air_time.start_clock(s, "p47", "p47", 0)
    air_time.empty_tanks_fall(s)
    assert s.clocks["p47"].tanks == tanks


@pytest.mark.parametrize(("due", "status"), [(7, "up"), (6, "lost")])
def test_a_fighter_that_cannot_get_home_is_lost_at_once(due: int, status: str) -> None:
    """LW-6.12, LW-10.4 P-38 with seven hexes a turn, fourteen from the zone: two turns are enough, one is not."""
    s = table(turn=5, step="american_end")
    hex = next(h for h, far in s.zone.to_zone.items() if far == 14)
    [id] = fly(s, "p38", 1, hex)
    s.clocks["p38"] = Clock(due=due, tanks=False, since=0)
    air_time.american_fuel_check(s)
    assert s.americans[id].status == status
    assert s.fuel[AMERICAN] == (2 if status == "lost" else 0)


def test_the_last_turn_takes_heavy_bombers_too() -> None:
    """LW-6.13, LW-6.4, LW-10.4 They have no time piece; who is not home after turn 20 costs a city for each factor."""
    s = table(turn=20, step="american_end")
    whole, half = fly(s, "b17", 2, HEX)
    reduce(s, half)
    air_time.american_fuel_check(s)
    assert {s.americans[id].status for id in (whole, half)} == {"lost"}
    assert s.fuel[AMERICAN] == 3


@pytest.mark.parametrize(("reduced", "ready"), [(0, 1), (1, 1), (2, 2)])
def test_a_base_refuels_two_factors(reduced: int, ready: int) -> None:
    """LW-6.9 A full unit, or two reduced ones; a reduced and a full one need two turns."""
    s = table()
    base = s.zone.bases[0].hex
    ids = park(s, "me109", 2, base, fuelled=False)
    reduce(s, *ids[:reduced])
    generator: Any = air_time.refuelling(s)
    answer: Any = None
    while True:
        try:
            decision = generator.send(answer)
        except StopIteration:
            break
        answer = decision.options[0]
    assert sum(s.germans[id].fuelled for id in ids) == ready


def test_a_type_starts_again_only_when_all_are_ready() -> None:
    """LW-6.10, LW-20.5 One is still thirsty: nobody launches; if it is lost the others may."""
    s = table()
    bases = [b.hex for b in s.zone.bases[:2]]
    [thirsty] = park(s, "me110", 1, bases[0], fuelled=False)
    park(s, "me110", 1, bases[1])
    reduce(s, thirsty)
    assert german_movement.launchable(s) == []
    lose_german(s, thirsty, COMBAT, 1)
    assert german_movement.launchable(s) == ["me110"]


# -- results -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cities", "american", "german", "total"), [(12, 0, 0, 12), (12, 1, 0, 11), (8, 2, 3, 9), (2, 5, 0, 0)]
)
def test_what_fuel_does_to_the_count(cities: int, american: int, german: int, total: int) -> None:
    """LW-10.1, LW-10.3, LW-10.4, LW-20.10 Less the Americans', and more the Germans'; never below nothing."""
    s = table()
    for city in [id for id, c in parts().cities.items() if "A" in c.industries][:cities]:
        missions.destroy(s, city)
    s.fuel = {AMERICAN: american, GERMAN: german}
    assert (bombed(s), score(s)) == (cities, total)


def test_other_industries_do_not_count() -> None:
    """LW-1.3, LW-10.1, LW-10.2 A city without an aircraft factory has no effect in the Basic Game."""
    s = table()
    missions.destroy(s, next(id for id, c in parts().cities.items() if "A" not in c.industries))
    assert (len(s.destroyed), bombed(s)) == (1, 0)


@pytest.mark.parametrize(
    ("total", "at", "most", "result"),
    [(8, 8, 5, AMERICAN), (7, 8, 5, "draw"), (5, 8, 5, GERMAN), (13, 14, 11, "draw"), (14, 14, 11, AMERICAN)],
)
def test_oil_and_rail(total: int, at: int, most: int, result: str) -> None:
    """LW-11.3, LW-11.4 8 and 5 for oil, 14 and 11 for rail."""
    assert basic_result(total, at, most) == result


@pytest.mark.parametrize(
    ("targets", "american", "german", "result"),
    [(14, 19, 10, AMERICAN), (14, 20, 10, "draw"), (13, 20, 10, GERMAN), (13, 19, 10, "draw"), (0, 0, 0, GERMAN)],
)
def test_operation_custer(targets: int, american: int, german: int, result: str) -> None:
    """LW-16.3, LW-16.4 Fourteen targets and less than twice the German losses; nothing bombed and nothing lost."""
    assert custer_result(targets, american, german, 14, 2) == result


def test_a_lost_factor_turns_a_unit_over_and_the_second_ends_it() -> None:
    """LW-9.2.7, LW-9.2.8, LW-10.4 In combat it costs no city; for fuel each factor does."""
    s = table()
    [a, b] = fly(s, "p51", 2, HEX)
    lose_american(s, a, COMBAT, 1)
    lose_american(s, a, COMBAT, 1)
    assert (s.americans[a].status, s.fuel[AMERICAN]) == ("lost", 0)
    lose_american(s, b, FUEL, 2)
    assert s.fuel[AMERICAN] == 2
