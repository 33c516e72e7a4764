"""The Panzerschreck against buildings (chapter C13)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.rules.ordnance.odds import shot_odds
from sandtable.games.vengeance.rules.ordnance.rockets import has_backblast, rocket_shot
from sandtable.games.vengeance.rules.units.kinds import weapon_type
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    drive,
    drm,
    lines,
    load,
    put,
    struck,
    whole_map,
)


def test_a_captured_panzerschreck_is_used_up_sooner() -> None:
    """RV-A21.1, RV-C13.4 Its X# is 2 lower."""
    for side, gone in (("ru_6-2-8", True), ("ge_6-5-8", False)):
        s = battle(side="russian" if gone else "german", dice=[3, 5, *[1] * 8], E7="1.5")
        put(s, side, "E5", "a")
        arm(s, "ge_psk", "a", "psk")
        put(s, "ge_4-4-7" if gone else "ru_4-4-7", "E7", "x")
        drive(s, ("rocket", "psk", "E7"))
        assert ("psk" not in s.weapons) is gone


def test_a_hit_has_used_the_cover() -> None:
    """RV-C13.4, RV-C13.8"""
    s = battle(dice=[1, 3, 3, 4, 1, 2], E7="1.5")
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ge_9-2", "E5", "boss")
    arm(s, "ge_psk", "a", "psk")
    put(s, "ru_4-4-7", "E7", "x")
    put(s, "ru_4-4-7", "E3", "open")
    options = ask(s).options
    assert ("rocket", "psk", "E7") in options
    assert ("rocket", "psk", "E3") not in options  # not at men in the open
    drive(s, ("rocket", "psk", "E7"))
    shot = lines(s, "to_hit")[0]
    assert (shot["final"], shot["need"], shot["success"]) == (7, 8, True)  # 4, and +3 for the building; no leader
    effect = struck(s)[0]
    assert (effect["column"], effect["final"], effect["modifiers"]) == (12, 7, [])
    assert ("rocket", "psk", "E7") not in ask(s).options
    assert ("fire", "a") in ask(s).options  # a squad keeps its own FP


@pytest.mark.parametrize(("dice", "left"), [([4, 5], True), ([4, 6], False)])
def test_it_is_used_up_by_a_ten(dice: list[int], left: bool) -> None:
    """RV-C13.4"""
    s = battle(dice=dice, E7="1.5")
    put(s, "ge_3-4-8", "E5", "a")
    arm(s, "ge_psk", "a", "psk")
    put(s, "ru_4-4-7", "E7", "x")
    drive(s, ("rocket", "psk", "E7"))
    assert ("psk" in s.weapons) == left
    assert s.units["a"].fired == "prep"  # a half-squad has but one use
    assert not struck(s)


def test_backblast() -> None:
    """RV-C13.31"""
    s = battle(dice=[2, 6, 6, 5], E5="1.5", E7="1.5")
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_psk", "a", "psk")
    put(s, "ru_4-4-7", "E7", "x")
    inside, open_door = (
        rocket_shot(s, field_of(s), s.units["a"], weapon_type(s.weapons["psk"]), "E7", accepts, "psk")
        for accepts in (False, True)
    )
    assert (2, "RV-C5.1", "C3: backblast weapon fired from inside") in inside.drm
    assert drm(inside.drm) - drm(open_door.drm) == 2
    misses = [dict(shot_odds(s, shot).outcomes)["miss"] for shot in (inside, open_door)]
    assert misses[0] > misses[1]
    drive(s, ("rocket_backblast", "psk", "E7"))
    assert lines(s, "backblast")[0]["result"] == "1MC"  # a coloured die of 2 on column 1
    assert lines(s, "morale_check")[0]["unit"] == "a"
    assert has_backblast(whole_map(), "I6-1")
    assert not has_backblast(whole_map(), "I6-roof")
    assert not has_backblast(whole_map(), "D10-1")  # roofless


def test_panzerfaust() -> None:
    """RV-C13.3"""
    s = battle(dice=[3, 1, 3, 3, 4, 1, 2], E7="1.5")
    s.fausts["german"] = 2
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_4-4-7", "E7", "x")
    drive(s, ("faust", "a", "E7"))
    shot = lines(s, "to_hit")[0]
    assert (shot["final"], shot["need"]) == (7, 6)  # it misses
    assert s.fausts["german"] == 1
    assert s.units["a"].fausts == 1
    assert ("faust", "a", "E7") in ask(s).options  # a squad tries twice
    load(s, 1, 1, 2, 3, 4, 1, 2)
    drive(s, ("faust", "a", "E7"))
    effect = struck(s)[0]
    assert (effect["column"], effect["final"]) == (16, 7)
    assert s.fausts["german"] == 0
    assert not any(o[0] == "faust" for o in ask(s).options)


def test_no_panzerfaust_found() -> None:
    """RV-C13.3 A half-squad finds one only on a 2; a 6 pins."""
    for die, pinned in ((3, False), (6, True)):
        s = battle(dice=[die], E7="1.5")
        s.fausts["german"] = 1
        put(s, "ge_3-4-8", "E5", "a")
        put(s, "ru_4-4-7", "E7", "x")
        drive(s, ("faust", "a", "E7"))
        assert s.fausts["german"] == 1
        assert s.units["a"].pinned == pinned
        assert s.units["a"].fired == "prep"
        assert not lines(s, "to_hit")


def test_original_12_hurts_the_firer() -> None:
    """RV-C13.3"""
    s = battle(dice=[1, 6, 6], E7="1.5")
    s.fausts["german"] = 1
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_4-4-7", "E7", "x")
    drive(s, ("faust", "a", "E7"))
    assert s.units["a"].type == "ge_3-4-8"


def test_odds_are_shown_before_a_rocket_is_fired() -> None:
    """RV-C13.3, RV-C13.4"""
    s = battle(E7="1.5")
    s.fausts["german"] = 1
    put(s, "ge_3-4-8", "E5", "a")
    put(s, "ge_6-5-8", "E5", "b")
    arm(s, "ge_psk", "b", "psk")
    put(s, "ru_4-4-7", "E7", "x")
    decision = ask(s)
    assert decision.odds is not None
    psk, faust = (decision.odds(option) for option in (("rocket", "psk", "E7"), ("faust", "a", "E7")))
    assert psk is not None
    assert faust is not None
    assert dict(faust.outcomes)["none found"] == pytest.approx(4 / 6)  # a half-squad finds one on a 1 or 2
    for found in (psk, faust):
        assert sum(dict(found.outcomes).values()) == pytest.approx(1)
        assert drm(found.modifiers) == 3
    assert decision.odds(("fire", "b")) is None
