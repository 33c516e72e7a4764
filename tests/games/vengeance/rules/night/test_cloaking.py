"""Cloaking counters in the night (chapters E1.4 to E1.43)."""

from __future__ import annotations

from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.batteries import Battery
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.conditions import Light, Night
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.rules.artillery.observers import observer_of
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.night.cloaking import (
    cloak,
    cloaked_mf,
    convert,
    convert_seen,
    counters_at,
    empty_counter,
    most_empty,
)
from sandtable.games.vengeance.rules.night.starshells import users
from sandtable.games.vengeance.rules.reserve import may_share
from sandtable.kernel.dice import Dice, seed_from
from tests.games.vengeance.bench import arm, ask, battle, column, drive, drm, planned, play_activity, put, shoot
from tests.games.vengeance.cards import GAME


def night(phase: Phase = "MPh", side: str = "german") -> Battle:
    """A night with an NVR of 4 in which the Russians defend."""
    s = battle(phase, side)
    s.night = Night(4, 4, "full", "scattered", "russian")
    s.asked += ["german", "russian", "cloaks of german"]
    return s


def test_cc_106_cloaking_counters() -> None:
    """RV-E1.4, RV-E1.43, RV-A12.4 Six real counters, at most two empty; seen at 4 hexes they go, not at 5."""
    assert most_empty(6) == 2
    assert most_empty(5) == 1
    for hex, stays in (("E5", False), ("E4", True)):
        s = night()
        put(s, "ge_4-4-7", hex, "a")
        cloak(s, "one", ["a"])
        empty = empty_counter(s, "german", hex, "two")
        put(s, "ru_4-4-7", "E9", "x", free=True)
        convert_seen(s)
        assert bool(s.units["a"].cloak) == stays
        assert s.units["a"].concealed
        assert (empty in s.units) == stays


def test_cc_107_fire_at_cloaking_counters() -> None:
    """RV-E1.42, RV-E1.16 Half FP, column 4, LV +1; a PTC converts both, and real contents take it."""
    s = night("PFPh", "russian")
    put(s, "ge_4-4-7", "E6", "a")
    cloak(s, "one", ["a"])
    empty = empty_counter(s, "german", "E6", "two")
    put(s, "ru_4-4-7", "E9", "x")
    put(s, "ru_4-4-7", "E9", "y")
    plan = planned(s, ["x", "y"], "E6")
    assert (plan.fp, column(plan)) == (4, 4)
    assert drm(plan.drm) == 1
    s.dice = type(s.dice).loaded([2, 4, 6, 5])
    shoot(s, ["x", "y"], "E6")
    assert s.units["a"].cloak == ""
    assert s.units["a"].pinned
    assert empty not in s.units


def test_what_goes_under_a_counter() -> None:
    """RV-E1.4 One squad-equivalent and two SMC; machine guns are dismantled."""
    s = night()
    for id, type in (("a", "ge_4-4-7"), ("b", "ge_4-4-7"), ("l", "ge_8-0"), ("m", "ge_8-0"), ("n", "ge_8-0")):
        put(s, type, "E5", id)
    units = s.units
    assert may_share([units["a"], units["l"], units["m"]])
    assert not may_share([units["a"], units["b"]])
    assert not may_share([units["l"], units["m"], units["n"]])
    arm(s, "ge_hmg", "a", "mg")
    cloak(s, "one", ["a", "l"])
    assert s.weapons["mg"].dm
    assert counters_at(s, "E5", "german") == {"one"}


def test_a_counter_moves_as_one() -> None:
    """RV-E1.41 Together, with 4 MF, or 6 with a leader; it does nothing else, and only three share a Location."""
    s = night()
    put(s, "ge_4-4-7", "E2", "a")
    put(s, "ge_8-0", "E2", "boss")
    cloak(s, "one", ["a", "boss"])
    assert cloaked_mf(s, s.units["a"]) == 6
    put(s, "ge_4-4-7", "A2", "b")
    cloak(s, "two", ["b"])
    assert cloaked_mf(s, s.units["b"]) == 4
    put(s, "ge_4-3-6", "A3", "c")
    cloak(s, "three", ["c"])
    assert cloaked_mf(s, s.units["c"]) == 3
    drive(s, ("move", "a"), ("to", "E3"))
    assert s.units["boss"].at == "E3"
    assert {str(o[0]) for o in ask(s).options} <= {"to", "assault", "bypass", "double", "stop", "roam", "minimum"}
    s = night()
    for number in range(3):
        empty_counter(s, "german", "E3", f"full {number}")
    put(s, "ge_4-4-7", "E2", "a")
    cloak(s, "one", ["a"])
    drive(s, ("move", "a"))
    assert ("to", "E3") not in ask(s).options


def test_it_neither_fires_nor_observes_nor_lights() -> None:
    """RV-E1.41"""
    s = night("PFPh")
    put(s, "ge_8-0", "E5", "boss")
    arm(s, "ge_radio", "boss", "radio")
    s.batteries["gun"] = Battery("gun", "88mm", "german", weapon="radio")
    put(s, "ru_4-4-7", "E9", "x")
    assert observer_of(s, s.batteries["gun"]) is not None
    cloak(s, "one", ["boss"])
    assert observer_of(s, s.batteries["gun"]) is None
    assert not fire_kinds.can_fire(s.units["boss"])
    assert users(s, field_of(s), "german") == []


def test_conversion_by_light_and_by_will() -> None:
    """RV-E1.43 In an illuminated Location in LOS; or when the owner chooses, at the start of a friendly phase."""
    s = night()
    put(s, "ge_4-4-7", "E2", "a")
    cloak(s, "one", ["a"])
    put(s, "ru_4-4-7", "E9", "x", concealed=True)
    s.lights.append(Light("E2", 1))
    convert_seen(s)
    assert s.units["a"].cloak  # the enemy who sees it is not Known himself
    s.units["x"] = type(s.units["x"])("x", "ru_4-4-7", "russian", "E9")
    convert_seen(s)
    assert not s.units["a"].cloak
    s = night()
    s.asked.remove("cloaks of german")
    put(s, "ge_4-4-7", "E2", "a")
    cloak(s, "one", ["a"])
    drive(s, ("uncloak", "a"))
    assert not s.units["a"].cloak
    convert(s, ["a"])  # nothing is left to take off
    assert s.units["a"].concealed


def test_nobody_sees_what_is_under_it() -> None:
    """RV-E1.4, RV-A.12 The enemy sees a counter, full or empty."""
    s = night()
    put(s, "ge_4-4-7", "E2", "a")
    cloak(s, "one", ["a"])
    empty_counter(s, "german", "G2", "two")
    seen = [u for u in sight(s, "russian").units.values() if u.side == "german"]
    assert {u.at for u in seen} == {"E2", "G2"}
    assert {u.type for u in seen} == {"ge_unknown_men"}
    assert "a" not in str(sorted(sight(s, "russian").units))


def test_trip_flares_are_not_used() -> None:
    """RV-E1.95 Lights are starshells, IR rounds and fires."""
    s = night()
    assert s.lights == []


def test_random_games_with_cloaked_attackers() -> None:
    """RV-E1.41, RV-E1.43 From set-up to the end, with every invariant after each activity."""
    dice = Dice(seed_from("cloaked choices"))
    s = GAME.new(GAME.settle({"scenario": "dark_streets"}), Dice(seed_from("cloaked")))
    hidden = False
    for _ in range(GAME.most_decisions):
        if s.winner:
            break
        if s.phase != "setup" and not hidden:
            hidden = True
            for number, unit in enumerate([u for u in s.units.values() if u.side == "russian" and u.at]):
                cloak(s, f"counter {number}", [unit.id])
            empty_counter(s, "russian", "D5", "empty")
        play_activity(s, lambda decision: decision.options[dice.below(len(decision.options))])
        assert GAME.invariants(s) == []
    assert s.winner
