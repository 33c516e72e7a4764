"""Concealment (chapter A12): how it is gained and lost, and what fire does to who has it."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.model.battle import Unit
from sandtable.games.vengeance.play import end_phase
from sandtable.games.vengeance.rules.concealment.gain_and_loss import acts_in_sight, gain, moves_in_sight, watched
from sandtable.games.vengeance.rules.fire import declaration, firepower
from sandtable.games.vengeance.rules.fire.targets import targets
from sandtable.games.vengeance.rules.morale.checks import morale_check, pin_check
from sandtable.games.vengeance.rules.units.enemies import enemies_at
from sandtable.games.vengeance.rules.units.stacking import halves
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    column,
    drive,
    lines,
    load,
    moving,
    planned,
    put,
    shoot,
    struck,
    watchers,
)

# -- cases -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("under", [False, True])
def test_cc_51_into_a_hidden_squad(under: bool) -> None:
    """RV-A12.15, RV-A12.2, RV-Z3"""
    s = battle("MPh", side="russian", E5="1.5")
    put(s, "ru_4-4-7", "E4", "a")
    put(s, "ge_4-4-7", "E5", "x", hidden=True)
    shown = s.secrets_shown
    drive(s, ("move", "a"), ("to", "E5"))
    decision = ask(s)
    assert decision.seat == "german"
    assert decision.options == [("show", "x"), ("place_under", "x")]
    assert s.secrets_shown > shown
    drive(s, ("place_under" if under else "show", "x"))
    assert s.units["a"].at == "E4"
    assert s.units["x"].concealed is under
    assert not s.units["x"].hidden
    decision = ask(s)
    assert (decision.seat, decision.ask) == ("german", "first_fire")
    plan = planned(s, ["x"], "E4")
    assert plan.fp == 8  # PBF
    assert {m[2] for m in plan.drm} == {"no assault movement"}
    assert [m[2] for m in plan.groups[0][1]] == ["moving in the open"]
    drive(s, ("pass",))
    assert s.move is None
    assert s.units["a"].moved


def test_cc_52_search() -> None:
    """RV-A12.152, RV-A4.8"""
    s = battle("MPh", side="russian", dice=[4])
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ru_9-1", "E5", "lead")
    for at in ("E4", "E6", "D5"):
        put(s, "ge_dummy", at, f"dummy {at}", concealed=True)
    put(s, "ge_4-4-7", "F5", "x", hidden=True)
    drive(s, ("move", "a"), ("with", "lead"))
    decision = ask(s)
    assert ("search",) in decision.options
    drive(s, ("search",), ("search_at", "E4"), ("search_at", "E6"), ("search_at", "D5"))
    assert lines(s, "search")[0]["final"] == 2
    assert lines(s, "search")[0]["number"] == 4


def test_cc_52_what_a_search_reveals() -> None:
    """RV-A12.152, RV-A12.11 The searched places show all; the searchers are TI; an armed enemy may cost men."""
    s = battle("MPh", side="russian", dice=[4, 6], E4="1.5")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ru_9-1", "E5", "lead")
    put(s, "ge_dummy", "E4", "dummy", concealed=True)
    put(s, "ge_4-4-7", "F5", "x", hidden=True)
    put(s, "ge_8-1", "E6", "y", concealed=True)
    drive(
        s, ("move", "a"), ("with", "lead"), ("search",),
        ("search_at", "E4"), ("search_at", "F5"), ("search_at", "D4"), ("search_at", "D5"),
    )  # fmt: skip
    assert "dummy" not in s.units
    assert not s.units["x"].hidden
    assert not s.units["x"].concealed
    assert s.units["y"].concealed
    assert s.units["a"].ti
    assert lines(s, "search_casualties")[0]["final"] == 4
    assert s.move is not None
    assert s.move.spent == 1


def test_search_casualties() -> None:
    """RV-A12.152 A Final dr of 1 or less costs the searchers men."""
    s = battle("MPh", side="russian", dice=[1, 2])
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "F5", "x", hidden=True)
    drive(s, ("move", "a"), ("search",), *(("search_at", at) for at in ("F5", "E4", "E6", "D4", "D5")))
    assert halves(s.units["a"]) == 1
    assert lines(s, "search_casualties")[0]["for_side"] == "german", "luck of those who were found"


@pytest.mark.parametrize(("seen", "concealed"), [(True, False), (False, True)])
def test_cc_53_gain(seen: bool, concealed: bool) -> None:
    """RV-A12.12, RV-A12.5"""
    s = battle("CCPh", side="russian", dice=[6], E5="1.5", E7="OPEN" if seen else "2.5")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E10", "x")
    gain(s)
    assert s.units["a"].concealed is concealed


# -- gain --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "concealed"), [(5, True), (6, False)])
def test_gain_in_the_open_by_a_die(die: int, concealed: bool) -> None:
    """RV-A12.12 Out of every enemy's LOS in other terrain: a Final dr of 5 or less for the stack."""
    s = battle("CCPh", side="german", dice=[die])
    put(s, "ge_6-5-8", "E5", "a")
    gain(s)
    assert s.units["a"].concealed is concealed
    assert lines(s, "concealment_roll")[0]["final"] == die


def test_gain_drm() -> None:
    """RV-A12.12, RV-A11.17 Leadership, CX and Lax."""
    s = battle("CCPh", side="russian", dice=[5])
    put(s, "ru_4-2-6", "E5", "a", cx=True)
    put(s, "ru_9-1", "E5", "lead")
    gain(s)
    assert [m[0] for m in lines(s, "concealment_roll")[0]["modifiers"]] == [-1, 1, 1]


def test_who_gains_nothing() -> None:
    """RV-A12.12 Broken, TI and berserk units, and whoever carries the Red Banner."""
    s = battle("CCPh", side="russian", E5="1.5")
    put(s, "ru_4-4-7", "E5", "broken", broken=True)
    put(s, "ru_4-4-7", "E5", "ti", ti=True)
    put(s, "ru_4-4-7", "E5", "berserk", berserk=True)
    put(s, "ru_4-4-7", "E5", "well")
    gain(s)
    assert [id for id, unit in s.units.items() if unit.concealed] == ["well"]


def test_hidden_enemies_and_dummies_do_not_hinder_gain() -> None:
    """RV-A12.12, RV-A12.11 Only those who show themselves, and dummies have no eyes."""
    s = battle("CCPh", side="german", E5="1.5")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E7", "x", hidden=True)
    put(s, "ru_dummy", "E8", "dummy", concealed=True)
    assert not watched(s, "E5", "german")
    gain(s)
    assert s.units["a"].concealed


def test_gain_comes_with_the_end_of_close_combat() -> None:
    """RV-A3.8, RV-A12.12 Before TI goes, so that who is TI gains nothing."""
    s = battle("CCPh", side="german", on="train1")
    s.turn, s.step = 1, "done"
    put(s, "ge_4-4-7", "I6", "a")
    put(s, "ge_4-4-7", "I7", "b", ti=True)
    end_phase(s)
    assert (s.units["a"].concealed, s.units["b"].concealed, s.units["b"].ti) == (True, False, False)


# -- loss --------------------------------------------------------------------------------------------------------------


def test_fire_costs_concealment() -> None:
    """RV-A12.13 Who fires in sight is shown, the others of its stack are not."""
    s = watchers("PFPh")
    put(s, "ru_4-4-7", "E5", "b", concealed=True)
    load(s, 6, 5)
    shoot(s, ["a"], "E8")
    assert (s.units["a"].concealed, s.units["b"].concealed) == (False, True)


def test_fire_that_nobody_sees_keeps_it() -> None:
    """RV-A12.13, RV-A12.2 Only a broken enemy looks on: the Location is known, the firer is not; HIP is lost."""
    s = battle("PFPh", side="russian", dice=[6, 5])
    put(s, "ru_4-4-7", "E5", "a", hidden=True)
    put(s, "ge_4-4-7", "E8", "x", broken=True)
    shoot(s, ["a"], "E8")
    assert (s.units["a"].hidden, s.units["a"].concealed) == (False, True)
    assert struck(s)[0]["firers"] == ()


@pytest.mark.parametrize(("verb", "terrain", "kept"), [
    ("to", "OPEN", False), ("assault", "OPEN", False), ("assault", "1.5", True), ("to", "1.5", False),
])  # fmt: skip
def test_movement_costs_concealment(verb: str, terrain: str, kept: bool) -> None:
    """RV-A12.13, RV-A4.6 Only assault movement into Concealment Terrain keeps `?` under enemy eyes."""
    s = watchers(e6=terrain)
    drive(s, ("move", "a"), (verb, "E6"))
    assert s.units["a"].concealed is kept
    told = [line for line in s.journal.lines if line.event == "moves"]
    assert told[0].seen_by == ("russian",)
    assert [line.facts["to"] for line in s.journal.lines if line.event == "unknown_moves"] == ["E6"]


def test_movement_out_of_sight_keeps_it() -> None:
    """RV-A12.13 More than 16 hexes away, or behind a house, nobody sees it."""
    s = watchers(e7="2.5")
    drive(s, ("move", "a"), ("to", "E4"))
    assert s.units["a"].concealed


def test_part_of_a_stack_stays_behind() -> None:
    """RV-A12.14, RV-A12.11 What is left behind keeps its `?`; a dummy that would be shown is removed."""
    s = watchers()
    put(s, "ru_dummy", "E5", "dummy", concealed=True)
    put(s, "ru_8-0", "E5", "lead", concealed=True)
    drive(s, ("move", "a"), ("with", "dummy"), ("with", "lead"), ("leave", "lead"), ("to", "E6"))
    assert "dummy" not in s.units
    assert not s.units["a"].concealed
    assert s.units["lead"].concealed


def test_tasks_in_sight_cost_it() -> None:
    """RV-A12.13 Labor, recovery, placement, smoke, entrenching."""
    s = watchers("PFPh")
    load(s, 6, 6)
    drive(s, ("entrench", "a"))
    assert not s.units["a"].concealed
    s = watchers(e7="2.5")
    acts_in_sight(s, ["a"])
    assert s.units["a"].concealed


def test_a_hidden_unit_that_moves_is_placed() -> None:
    """RV-A12.2 Under `?` if nobody sees it, Known if somebody does."""
    s = watchers(e7="2.5")
    put(s, "ru_4-4-7", "E4", "b", hidden=True)
    moves_in_sight(s, ["b"], quietly=False)
    assert (s.units["b"].hidden, s.units["b"].concealed) == (False, True)


def test_checks() -> None:
    """RV-A12.13 A MC shows a unit, a PTC only if it pins."""
    s = watchers("DFPh")
    load(s, 1, 2)
    pin_check(s, "a")
    assert s.units["a"].concealed
    assert [line.seen_by for line in s.journal.lines if line.event == "pin_check"] == [("russian",)]
    load(s, 2, 3)
    morale_check(s, "a", 0, "RV-A7.6")
    assert not s.units["a"].concealed


# -- under fire --------------------------------------------------------------------------------------------------------


def test_dummies_under_fire() -> None:
    """RV-A12.11, RV-A12.1 A NMC or more makes them vanish, less does not; nobody is told what they are."""
    s = battle(side="german", dice=[5, 6])
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ru_dummy", "E6", "dummy", concealed=True)
    assert targets(s, "german") == ["E6"]
    shoot(s, ["a"], "E6")
    assert "dummy" in s.units
    assert struck(s)[0]["units"] == ()
    s.units["a"] = Unit("a", "ge_8-3-8", "german", "E5")
    load(s, 1, 2)
    shoot(s, ["a"], "E6")
    assert "dummy" not in s.units
    assert s.cvp == {}


def test_hidden_units_under_fire() -> None:
    """RV-A12.2 They are no target by themselves; an effect on their Location finds them."""
    s = battle(side="german", dice=[2, 4, 1, 1])
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ru_4-4-7", "E6", "hid", hidden=True)
    assert targets(s, "german") == []
    assert not enemies_at(s, "E6", "german")
    put(s, "ru_dummy", "E6", "dummy", concealed=True)
    assert targets(s, "german") == ["E6"]
    plan = planned(s, ["a"], "E6")
    assert plan.fp == 8  # doubled and halved
    assert column(plan) == 8


def test_known_and_unknown_units_in_one_location() -> None:
    """RV-A12.1 The fire hits the Known ones in full and those under `?` with half its FP."""
    s = battle(side="german", dice=[3, 5, 2, 2, 2, 2])
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ru_4-4-7", "E6", "known")
    put(s, "ru_4-4-7", "E6", "covered", concealed=True)
    plan = planned(s, ["a"], "E6")
    assert plan.fp == 16
    assert [ids for ids, _ in plan.groups] == [("known",), ("covered",)]
    shoot(s, ["a"], "E6")
    assert [line["column"] for line in struck(s)] == [16, 8]
    assert [line["units"] for line in struck(s)] == [("known",), ()]


def test_what_the_enemy_cannot_add_up() -> None:
    """RV-A12.1, RV-A22.1 That somebody under `?` carries a flamethrower is not told by the odds."""
    s = battle(side="german")
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ru_4-4-7", "E7", "x", concealed=True)
    arm(s, "ru_ft", "x", "ft")
    plan = planned(s, ["a"], "E7")
    assert [m[1] for m in plan.groups[0][1]] == ["RV-A22.1"]
    assert "RV-A22.1" not in [m[1] for m in declaration.odds(s, plan).modifiers]


def test_first_fire_at_a_moving_stack_under_a_cover() -> None:
    """RV-A12.1, RV-A7.4 Only the units that move count."""
    s = battle("MPh", side="russian", E6="1.5")
    put(s, "ru_4-4-7", "E6", "a", concealed=True)
    put(s, "ru_4-4-7", "E6", "known")
    put(s, "ge_4-4-7", "E8", "x")
    moving(s, "a", mode="assault")
    assert firepower.is_area_target(s, "E6", "german")
    assert planned(s, ["x"], "E6").fp == 2
