"""What is said of a battle: numbers stay numbers, counters are called by what is printed on them."""

from __future__ import annotations

import re

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.model.battle import Unit
from sandtable.games.vengeance.names import MODES, name
from sandtable.games.vengeance.rules.fire.attack import strike
from sandtable.games.vengeance.rules.fire.phase import handle
from sandtable.games.vengeance.rules.morale.heroes import harden
from sandtable.games.vengeance.rules.units.counters import printed_on
from sandtable.games.vengeance.rules.weather import weather_change
from sandtable.kernel.words import plain
from tests.games.vengeance.bench import arm, battle, lines, put, shoot


def said(event: str, **facts: object) -> str:
    return plain(GAME.words.line(event, facts))


def test_no_number_is_the_name_of_a_thing() -> None:
    """RV-D2.1, RV-RePh8.621 A tank that drives for 1 MP does not drive for 1 squad."""
    assert not [name for name in GAME.words.names if name.replace(".", "").isdigit()]
    assert said("drives", vehicle="ge-pz6b-1", to="F20", cost="1") == "PzKpfw VIB (Tiger II) A moves to F20 for 1 MP."
    assert plain(GAME.words.option(("fortify", "Foxhole", "2S", 4))).count("for 2 squads") == 1


def test_a_hardened_unit_is_called_by_its_new_numbers() -> None:
    """RV-A15.21"""
    s = battle()
    put(s, "ge_4-4-7", "E5", "a")
    harden(s, "a")
    name = components().units[s.units["a"].type].name
    assert lines(s, "hardened") == [{"unit": "a", "by": name}]
    assert name[0].isdigit()


def test_an_attack_always_has_a_name() -> None:
    """RV-A7.1, RV-B28.1"""
    s = battle(dice=[6, 6])
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E7", "x")
    shoot(s, ["a"], "E7")
    assert said("fire", **lines(s, "fire")[0]).startswith("A: Prep Fire at E7")
    strike(s, "E7", 1, (6, 6), (), ((("x",), ()),), clause="RV-B28.1")
    told = said("attack", **lines(s, "attack")[0])
    assert told == "Attack on E7, column 2. DR 12, Final DR 12: no effect."


def test_it_is_told_whether_rain_begins_or_ends() -> None:
    """RV-E3.4"""
    s = battle()
    table = components().conditions.weather
    s.weather = "overcast"
    for total in (table.rain_starts, table.rain_ends):
        weather_change(s, (total - total // 2, total // 2))
    assert [said(line.event) for line in s.journal.lines if line.clause == "RV-E3.4"] == [
        "It begins to rain.",
        "The rain ends.",
    ]


def test_the_name_of_a_way_to_arrive_begins_with_no_word_that_stands_before_a_gap() -> None:
    """RV-RePh8.619 A refusal puts any name into any option: "Give Russian phone 1 to to enter" has read so."""
    words = GAME.words
    before = {word for text in words.verbs.values() for word in re.findall(r"\b([a-z]{2,}) \{\d", text)}
    assert {"to", "in", "at"} <= before
    assert not {mode for mode in MODES if name(mode).split()[0] in before}


def test_it_is_told_what_is_done_to_a_weapon() -> None:
    """RV-A9.8, RV-C10.2 One or the other, and not both."""
    s = battle()
    put(s, "ge_4-4-7", "E5", "a")
    id = arm(s, "ge_hmg", "a")
    for told in ("dismantled", "assembled"):
        handle(s, id)
        assert said("handled", **lines(s, "handled")[-1]).endswith(f" is {told}.")
    assert said("gun_handled", weapon=id, how="unlimber").endswith(" is unlimbered.")


def test_a_level_is_named_after_its_hex() -> None:
    """RV-A2.8 Men are in the D4 cellar as they are in D4 level 1; "in roof of D4" is no English."""
    names = {place.kind: GAME.words.names[place.id] for place in ground().locations.values()}
    for kind in ("roof", "cellar", "bridge", "viaduct"):
        assert re.fullmatch(rf"[A-Z]+\d+ {kind}(top)?", names[kind])


def test_a_unit_made_in_play_is_named_once() -> None:
    """A line once said "German 2-3-6 A (2-3-6) is eliminated"; a leader has a name of his own."""
    made, squad, leader = Unit("ge-new-1", "ge_2-3-6", "german"), Unit("ge-1", "ge_6-5-8", "german"), "ge_8-1"
    assert printed_on(made) == ""
    assert printed_on(squad) == " (6-5-8)"
    assert printed_on(Unit("ge-new-2", leader, "german")) == " (8-1)"
    assert printed_on(Unit("ru-4", "ru_6-2-8ae", "russian")) == " (6-2-8 AE)"
