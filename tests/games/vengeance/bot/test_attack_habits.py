"""How an experienced attacker goes about it: he fires first, shuns heaps under fire, and keeps what he took."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.games.vengeance.bot.fire import fire_or_not
from sandtable.games.vengeance.bot.habits import REGULAR
from sandtable.games.vengeance.bot.judgement import goals
from sandtable.games.vengeance.bot.keeping import houses_asked, rooms, taken_by
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.movement import stands, wave_or_not, who_moves
from sandtable.games.vengeance.bot.places import place_score
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from tests.games.vengeance.bench import arm, battle, put

SEED = Dice(seed_from("x"))


def mind_with(s: Battle, seat: str = "russian", **other: Any) -> Mind:
    """A sensible player with some habits of his own."""
    return Mind(sight(s, seat), seat, SEED, habits=msgspec.structs.replace(REGULAR, **other))


def before_the_bridge(phase: Phase) -> Battle:
    """BRV2: two machine guns on the south bank look at the quay, where a Russian squad is."""
    s = battle(phase, "russian", on="brv02")
    s.turn = 3
    for at in ("I11", "H11"):
        arm(s, "ge_mmg", put(s, "ge_4-4-7", at, f"garrison {at}"), f"mg {at}")
    put(s, "ru_4-4-7", "G6", "a")
    return s


def test_nobody_joins_a_heap_under_fire() -> None:
    """RV-A7.4 One shot hits all who are in a Location."""
    s = before_the_bridge("MPh")
    without, careful = mind_with(s), mind_with(s, bunching=0.1)
    unit = without.s.units["a"]
    assert without.danger("H8", False) > 0
    assert place_score(careful, "H8", unit) == place_score(without, "H8", unit)
    put(s, "ru_6-2-8", "H8")
    without, careful = mind_with(s), mind_with(s, bunching=0.1)
    lost = place_score(without, "H8", unit) - place_score(careful, "H8", unit)
    assert lost == pytest.approx(0.1 * without.danger("H8", False) * 2)


def test_the_defender_of_a_house_does_not_mind_company() -> None:
    """Only an attacker has the choice."""
    s = before_the_bridge("MPh")
    put(s, "ru_6-2-8", "H8")
    unit = s.units["garrison I11"]
    put(s, "ge_4-3-6", "H11")
    assert place_score(mind_with(s, "german", bunching=0.1), "H11", unit) == place_score(
        mind_with(s, "german"), "H11", unit
    )


def test_who_would_stay_anyhow_fires_first() -> None:
    """RV-A3.2 A squad that sees the enemy from a house, and has no better place to go, fires for small gains too."""
    s = before_the_bridge("PFPh")
    put(s, "ru_4-5-8", "G9", "b")
    options: list[Option] = [("fire", "b"), ("pass",)]
    mind = mind_with(s, standing_fire=0.005)
    assert stands(mind, mind.s.units["b"])
    assert fire_or_not(mind_with(s), options) == ("pass",)
    assert fire_or_not(mind, options) == ("fire", "b")


def a_taken_house() -> Battle:
    """BRV1, the last turn but one: the house I6 is Russian, G9 is not, and a German squad is about."""
    s = battle("MPh", "russian", on="brv01")
    s.turn = 5
    for at in ("I5", "I6", "I7"):
        s.control[at] = s.open_control[at] = "russian"
    put(s, "ge_6-5-8", "K6", "raider")
    put(s, "ru_4-4-7", "I7", "a")
    return s


def test_the_last_man_does_not_leave_a_place_that_was_taken() -> None:
    """RV-A26.1 Where the task counts Locations, one enemy who walks in has it again."""
    s = a_taken_house()
    options: list[Option] = [("move", "a"), ("done",)]
    assert who_moves(mind_with(s), options) == ("move", "a")
    holding = mind_with(s, hold=(4.0, 3.0, 2.0, 1.5))
    assert who_moves(holding, options) == ("done",)
    put(s, "ru_4-4-7", "I7", "b")
    assert who_moves(mind_with(s, hold=(4.0, 3.0, 2.0, 1.5)), options) == ("move", "a")


def test_nobody_needs_a_wave_against_those_who_do_not_resist() -> None:
    """RV-A25.23 Against broken men whoever walks in is enough, and a wave would leave the other house empty."""
    s = a_taken_house()
    s.turn = 6
    put(s, "ge_4-4-7", "G9", "foe", broken=True)
    options: list[Option] = [("human_wave", "I6"), ("pass",)]
    hold: dict[str, Any] = {"hold": (4.0, 3.0, 2.0, 1.5)}
    assert wave_or_not(mind_with(s), options) == ("human_wave", "I6")
    assert wave_or_not(mind_with(s, "russian", **hold), options) == ("pass",)
    put(s, "ge_4-4-7", "G9", "fights on")
    assert wave_or_not(mind_with(s, "russian", **hold), options) == ("human_wave", "I6")


def test_one_man_is_enough_for_a_house_if_houses_are_counted() -> None:
    """RV-A26.1 He denies the enemy all of it, wherever in it he is; far from any enemy nobody is needed."""
    s = battle("MPh", "russian", on="brv04")
    house = houses_asked("brv04").houses[0]
    places = rooms("brv04", house)
    task = goals("brv04")
    for at in places:
        s.control[at] = s.open_control[at] = "russian"
    put(s, "ru_4-4-7", places[0], "a")
    assert taken_by(s, field_of(s), "russian", task).posts == {}
    put(s, "ge_2-3-6", places[1], "b", broken=True)
    taken = taken_by(s, field_of(s), "russian", task)
    assert set(taken.posts) == set(places)
    assert all(taken.is_last(s.units["a"], at) for at in places)
    put(s, "ru_6-2-8", places[2], "c")
    taken = taken_by(s, field_of(s), "russian", task)
    assert not any(taken.is_last(s.units["a"], at) for at in places)
    assert taken.is_last(s.units["a"], places[0], besides=("c",))
