"""The worked cases of the pack: fire and morale, CC-01 to CC-35, in their order."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.rules.fire import aftermath, firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.results import apply_result
from sandtable.games.vengeance.rules.morale.checks import break_unit, heat_of_battle, morale_check
from sandtable.games.vengeance.rules.morale.leader_loss import settle_leader_loss
from sandtable.games.vengeance.rules.rally.attempt import try_rally
from sandtable.games.vengeance.rules.rout.legal_steps import Flight, crawls
from sandtable.games.vengeance.rules.rout.phase import fail_to_rout
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    can,
    column,
    drive,
    drm,
    lines,
    load,
    moving,
    planned,
    put,
    shoot,
    struck,
    vehicle,
)


def test_cc_01_two_squads_and_a_leader_at_a_building() -> None:
    """RV-A7.1, RV-A7.10, RV-A7.6, RV-A7.53, RV-B23.1, RV-A.1"""
    s = battle(dice=[3, 4, 5, 3], E1="1.5", E5="1.5")
    put(s, "ge_6-5-8", "E1", "a")
    put(s, "ge_6-5-8", "E1", "b")
    put(s, "ge_9-1", "E1", "boss")
    put(s, "ru_4-5-8", "E5", "x")
    plan = shoot(s, ["a", "b"], "E5", ("boss",))
    assert plan.fp == 12
    assert column(plan) == 12
    assert drm(plan.drm) == 2
    assert struck(s)[0]["final"] == 9
    assert struck(s)[0]["result"] == "NMC"
    assert not s.units["x"].broken
    assert s.units["x"].pinned
    assert {u.fired for u in s.units.values() if u.side == "german"} == {"prep"}


def test_cc_02_point_blank() -> None:
    """RV-A7.2"""
    s = battle(dice=[2, 3, 1, 3])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_4-4-7", "E6", "x")
    plan = shoot(s, ["a"], "E6")
    assert column(plan) == 12
    assert struck(s)[0]["result"] == "2MC"


def test_cc_03_long_range() -> None:
    """RV-A7.2, RV-A7.21, RV-A7.22"""
    s = battle(side="russian")
    put(s, "ru_4-4-7", "E1", "a")
    put(s, "ge_4-4-7", "E8", "x")
    assert planned(s, ["a"], "E8").fp == 2
    put(s, "ge_4-4-7", "E10", "y")
    assert can(s, "fire", "a")
    assert firepower.power(s, field_of(s), "a", "E10", fire_kinds.PREP_FIRE) is None


def test_cc_04_cowering() -> None:
    """RV-A7.9"""
    s = battle(side="russian", dice=[2, 2, 1, 3])
    put(s, "ru_4-4-7", "E1", "a")
    put(s, "ru_4-4-7", "E1", "b")
    put(s, "ge_4-4-7", "E4", "x")
    plan = shoot(s, ["a", "b"], "E4")
    assert plan.fp == 8
    shot = struck(s)[0]
    assert (shot["column"], shot["final"], shot["result"]) == (6, 4, "2MC")
    assert [line["columns"] for line in lines(s, "cowers")] == [1]
    assert s.units["a"].fired == s.units["b"].fired == "prep"


def test_cc_05_inexperienced_units_cower_two_columns() -> None:
    """RV-A7.9, RV-A19.3, RV-A19.36, RV-0.7"""
    s = battle(side="russian", dice=[3, 3, 1, 3])
    put(s, "ru_3-3-7", "E1", "a")
    put(s, "ru_3-3-7", "E1", "b")
    put(s, "ge_4-4-7", "E4", "x")
    shoot(s, ["a", "b"], "E4")
    shot = struck(s)[0]
    assert (shot["fp"], shot["column"], shot["result"]) == (6, 2, "PTC")


def test_cc_06_concealed_target() -> None:
    """RV-A7.2, RV-A12.1"""
    s = battle(side="russian")
    put(s, "ru_6-2-8", "E5", "a")
    put(s, "ge_4-4-7", "E6", "x", concealed=True)
    assert planned(s, ["a"], "E6").fp == 6


def test_cc_07_machine_gun_at_a_moving_squad() -> None:
    """RV-A8.1, RV-A9.2, RV-A8.2, RV-A8.41"""
    s = battle("MPh", side="russian", dice=[2, 6, 1, 3])
    put(s, "ge_2-2-8", "E1", "crew")
    arm(s, "ge_hmg", "crew", "hmg")
    put(s, "ru_4-4-7", "E7", "x")
    moving(s, "x")
    plan = shoot(s, ["hmg"], "E7")
    shot = struck(s)[0]
    assert (shot["column"], shot["final"], shot["result"]) == (6, 6, "1MC")
    assert s.weapons["hmg"].fired == ""
    assert s.units["crew"].fired == ""
    assert s.residual == {}
    aftermath.give_up_rate(s, "hmg", plan, firepower.column_for(plan.fp))
    assert s.weapons["hmg"].fired == s.units["crew"].fired == "first"
    assert s.residual == {"E7": 2}


@pytest.mark.parametrize(
    ("hulk", "smoke", "left"), [("", 0, 2), ("wreck", 0, 1), ("burning", 0, 0), ("", 1, 1)]
)  # fmt: skip
def test_each_hindrance_takes_from_residual_fire(hulk: str, smoke: int, left: int) -> None:
    """RV-A8.2, RV-A6.8, RV-D10.1, RV-A24.3"""
    s = battle("MPh", side="russian", dice=[3, 4, 1, 3])
    put(s, "ge_6-5-8", "E4", "a")
    put(s, "ru_4-4-7", "E7", "x")
    if hulk:
        vehicle(s, "ru_t34_85", "E5", "hulk", wreck=hulk)
    if smoke:
        s.smoke["E5"] = smoke
    moving(s, "x")
    shoot(s, ["a"], "E7")
    assert s.residual.get("E7", 0) == left


def test_cc_08_residual_fire() -> None:
    """RV-A8.22"""
    s = battle("MPh", side="russian", dice=[4, 3, 1, 3])
    put(s, "ru_4-4-7", "E6", "y")
    s.residual["E7"] = 2
    drive(s, ("move", "y"), ("to", "E7"))
    shot = struck(s)[0]
    assert (shot["column"], shot["final"], shot["result"]) == (2, 5, "NMC")
    assert s.residual == {"E7": 2}


def test_cc_09_assault_movement() -> None:
    """RV-A4.6"""
    s = battle("MPh", side="russian", dice=[2, 6, 1, 3])
    put(s, "ge_2-2-8", "E1", "crew")
    arm(s, "ge_hmg", "crew", "hmg")
    put(s, "ru_4-4-7", "E7", "x")
    moving(s, "x", mode="assault")
    shoot(s, ["hmg"], "E7")
    shot = struck(s)[0]
    assert (shot["final"], shot["result"]) == (7, "NMC")


def test_cc_10_advancing_fire() -> None:
    """RV-A7.24, RV-A7.36"""
    s = battle("AFPh")
    put(s, "ge_6-5-8", "E5", "a", moved=True)
    arm(s, "ge_lmg", "a", "lmg", carried=True)
    put(s, "ru_4-4-7", "E7", "x")
    put(s, "ru_4-4-7", "E4", "y")
    far, near = planned(s, ["a", "lmg"], "E7"), planned(s, ["a", "lmg"], "E4")
    assert (far.fp, column(far)) == (5.5, 4)
    assert (near.fp, column(near)) == (10, 8)


def test_cc_11_opportunity_fire() -> None:
    """RV-A7.25"""
    s = battle("AFPh", dice=[2, 5, 1, 2])
    put(s, "ge_6-5-8", "E5", "a", fired="opportunity")
    arm(s, "ge_mmg", "a", "mmg")
    put(s, "ru_4-4-7", "E8", "x")
    plan = shoot(s, ["mmg"], "E8")
    assert plan.fp == 5
    assert s.weapons["mmg"].fired == ""
    assert lines(s, "rate_of_fire")


def test_cc_13_subsequent_first_fire_only_at_the_nearest() -> None:
    """RV-A8.3"""
    s = battle("MPh", side="russian")
    put(s, "ge_4-4-7", "E5", "a", fired="first")
    put(s, "ru_4-4-7", "E8", "far")
    put(s, "ru_4-4-7", "E3", "near")
    moving(s, "far")
    assert ask(s.clone()).seat == "russian"  # nobody may fire, so the window closes and the stack goes on
    moving(s, "near")
    plan = planned(s, ["a"], "E3")
    assert plan.kind == fire_kinds.SUBSEQUENT
    assert plan.fp == 2


def test_cc_14_final_protective_fire() -> None:
    """RV-A8.31, RV-A19.1, RV-BRV8.2, RV-BRV8.2b"""
    s = battle("MPh", side="russian", dice=[4, 5, 1, 1])
    put(s, "ge_4-3-6", "E5", "a", fired="final")
    put(s, "ru_4-4-7", "E6", "x")
    moving(s, "x")
    plan = shoot(s, ["a"], "E6")
    assert (plan.fp, plan.kind) == (4, fire_kinds.FPF)
    assert struck(s)[0]["result"] == "PTC"
    halves = [u for u in s.units.values() if u.side == "german"]
    assert [u.type for u in halves] == ["ge_2-3-6", "ge_2-3-6"]
    assert all(u.broken and u.dm for u in halves)


def test_cc_15_kia_by_random_selection() -> None:
    """RV-A7.3, RV-A.9"""
    s = battle(dice=[2, 6, 5, 2])
    for id in ("a", "b", "c"):
        put(s, "ru_4-4-7", "E5", id)
    put(s, "ru_9-1", "E5", "boss")
    apply_result(s, "2KIA", ["a", "b", "c", "boss"])
    assert set(s.units) == {"c", "boss"}
    assert s.units["c"].broken
    assert s.units["boss"].broken


def test_cc_16_k_result() -> None:
    """RV-A7.3, RV-A1.5"""
    s = battle(dice=[4, 2])
    put(s, "ge_4-4-7", "E5", "a")
    apply_result(s, "K/2", ["a"])
    assert s.units["a"].type == "ge_2-3-7"
    assert s.units["a"].broken


def test_cc_17_kia_on_broken_units() -> None:
    """RV-A7.3"""
    s = battle()
    put(s, "ge_2-3-7", "E5", "hs", broken=True, dm=True)
    apply_result(s, "1KIA", ["hs"])
    assert s.units == {}
    s = battle(dice=[1, 6])
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    put(s, "ge_4-4-7", "E5", "b")
    apply_result(s, "1KIA", ["a", "b"])
    assert s.units["a"].type == "ge_2-3-7"
    assert "b" not in s.units


def test_cc_18_original_12_cowers_and_breaks_the_gun() -> None:
    """RV-A7.9, RV-A9.7, RV-Z2"""
    s = battle(dice=[6, 6])
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_mmg", "a", "mmg")
    put(s, "ru_4-4-7", "E8", "x")
    shoot(s, ["a", "mmg"], "E8")
    shot = struck(s)[0]
    assert shot["fp"] == 11
    assert shot["column"] == 6
    assert s.weapons["mmg"].malfunctioned


def test_cc_19_pinned_firer() -> None:
    """RV-A7.8"""
    s = battle("DFPh", side="russian")
    put(s, "ge_4-4-7", "E5", "a", pinned=True)
    put(s, "ru_4-4-7", "E6", "x")
    assert planned(s, ["a"], "E6").fp == 4


def test_cc_21_shellholes() -> None:
    """RV-B2.1, RV-A8.1"""
    s = battle("MPh", side="russian", E7="SHELLHOLES")
    put(s, "ge_6-5-8", "E4", "a")
    put(s, "ru_4-4-7", "E7", "x")
    moving(s, "x")
    plan = planned(s, ["a"], "E7")
    assert drm(plan.drm) + drm(plan.groups[0][1]) == -2
    s.units["x"] = replace(s.units["x"], shellhole=True)
    plan = planned(s, ["a"], "E7")
    assert drm(plan.drm) + drm(plan.groups[0][1]) == 0


# -- morale ------------------------------------------------------------------------------------------------------------


def test_cc_22_replacement() -> None:
    """RV-A19.1"""
    s = battle(dice=[6, 4])
    put(s, "ge_4-4-7", "E5", "a")
    morale_check(s, "a", 1, "RV-A7.6")
    assert s.units["a"].type == "ge_4-3-6"
    assert s.units["a"].broken


@pytest.mark.parametrize(("by", "left"), [(6, ["ge_3-3-8", "ge_3-3-8"]), (5, ["ge_8-3-8"])])
def test_cc_23_underlined_morale(by: int, left: list[str]) -> None:
    """RV-A19.1, RV-BRV8.1"""
    s = battle()
    put(s, "ge_8-3-8", "E5", "a")
    break_unit(s, "a", by)
    assert [u.type for u in s.units.values()] == left
    assert all(u.broken for u in s.units.values())


def test_cc_24_original_12() -> None:
    """RV-A7.6"""
    s = battle(dice=[6, 6])
    put(s, "ru_4-5-8", "E5", "a")
    morale_check(s, "a", 0, "RV-A7.6")
    assert s.units["a"].type == "ru_2-4-8"
    assert s.units["a"].broken


def test_cc_25_heat_of_battle_hardens_an_elite_squad() -> None:
    """RV-A15.1, RV-A15.21, RV-A15.3, RV-A25.2"""
    s = battle(dice=[1, 1, 4, 3])
    put(s, "ru_6-2-8", "E5", "a")
    put(s, "ge_4-4-7", "E8", "x")
    morale_check(s, "a", 0, "RV-A7.6")
    assert lines(s, "heat_of_battle")[0]["final"] == 8
    assert s.units["a"].fanatic
    assert not s.units["a"].broken


def test_cc_26_hero_and_hardening() -> None:
    """RV-A15.1, RV-A15.2, RV-BRV8.2a"""
    s = battle(dice=[1, 1, 2, 2])
    put(s, "ge_4-3-6", "E5", "a")
    morale_check(s, "a", 0, "RV-A7.6")
    assert s.units["a"].type == "ge_4-4-7"
    assert [u.type for u in s.units.values() if u.id != "a"] == ["ge_hero"]


def test_cc_27_no_surrender() -> None:
    """RV-A15.1, RV-A15.5, RV-A20.3, RV-BRV1"""
    s = battle(dice=[6, 6])
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E9", "x")
    heat_of_battle(s, "a")
    assert s.units["a"].berserk
    s = battle(dice=[6, 6])
    put(s, "ge_4-4-7", "E5", "a")
    heat_of_battle(s, "a")
    assert not s.units["a"].berserk
    assert s.units["a"].type == "ge_6-5-8"


def test_cc_28_leader_loss() -> None:
    """RV-A10.2"""
    s = battle(dice=[4, 3])
    put(s, "ge_9-1", "E5", "boss")
    put(s, "ge_6-5-8", "E5", "a")
    break_unit(s, "boss")
    settle_leader_loss(s)
    check = lines(s, "morale_check")[0]
    assert (check["final"], check["morale"]) == (8, 8)
    assert s.units["a"].pinned
    assert not s.units["a"].broken


def test_cc_29_rally_with_a_leader() -> None:
    """RV-A10.6"""
    s = battle("RPh", dice=[3, 3], E5="1.5")
    put(s, "ge_6-5-8", "E5", "a", broken=True, dm=True)
    put(s, "ge_8-1", "E5", "boss")
    try_rally(s, "a", s.units["boss"], False)
    assert lines(s, "rally")[0]["final"] == 8
    assert not s.units["a"].broken
    assert not s.units["a"].dm


def test_cc_30_field_promotion() -> None:
    """RV-A10.63, RV-A18.1"""
    s = battle("RPh", side="russian", dice=[1, 1, 3])
    put(s, "ru_4-4-7", "E5", "a", broken=True)
    s.step = "self_rally"
    drive(s, ("self_rally", "a"))
    assert not s.units["a"].broken
    assert lines(s, "leader_creation")[0]["final"] == 5
    assert [u.type for u in s.units.values() if u.id != "a"] == ["ru_7-0"]


def test_cc_31_rally_12() -> None:
    """RV-A10.6"""
    s = battle("RPh", dice=[6, 6])
    put(s, "ge_6-5-8", "E5", "a", broken=True, dm=True)
    put(s, "ge_8-1", "E5", "boss")
    try_rally(s, "a", s.units["boss"], False)
    assert s.units["a"].type == "ge_3-4-8"
    assert s.units["a"].broken
    assert s.units["a"].dm


def test_cc_32_dm_removal() -> None:
    """RV-A10.62"""
    s = battle("RPh", E5="1.5")
    s.step = "end"
    put(s, "ru_4-4-7", "E8", "x")
    put(s, "ge_4-4-7", "E5", "in", broken=True, dm=True)
    put(s, "ge_4-4-7", "B5", "out", broken=True, dm=True)
    put(s, "ge_4-4-7", "E7", "next", broken=True, dm=True)
    decision = ask(s)
    assert list(decision.options) == [("remove_dm", "out"), ("keep_dm", "out")]
    assert not s.units["in"].dm
    drive(s, ("keep_dm", "out"))
    assert s.units["out"].dm
    assert s.units["next"].dm


def test_cc_33_failure_to_rout() -> None:
    """RV-A10.54, RV-A20.3, RV-BRV1"""
    s = battle("RtPh", side="german")
    put(s, "ru_4-4-7", "E5", "a", broken=True, dm=True)
    for at in ("E3", "F3", "G5", "F7", "D7", "C5", "E8", "C4"):
        put(s, "ge_4-4-7", at, f"g{at}")
    put(s, "ge_4-4-7", "E6", "near")
    s.step = "rout_other"
    assert Flight(s, s.units["a"]).steps("E5") == []
    fail_to_rout(s)
    assert "a" not in s.units


def test_cc_34_interdiction() -> None:
    """RV-A10.53, RV-A10.5, RV-A10.51"""
    for dice, type, at in (([5, 4], "ru_2-3-7", "G3"), ([4, 3], "ru_4-4-7", "F3")):
        s = battle("RtPh", side="german", dice=dice, G3="1.5")
        put(s, "ru_4-4-7", "E4", "a", broken=True, dm=True)
        put(s, "ge_4-4-7", "F7", "x")
        s.step = "rout_other"
        drive(s, ("rout", "a"), ("to", "G3"))
        assert s.units["a"].type == type
        assert s.units["a"].at == at
        assert lines(s, "interdiction")[0]["morale"] == 7
        assert lines(s, "pinned") == ([{"unit": "a"}] if at == "F3" else [])
        load(s)


def test_an_original_12_fails_under_interdiction() -> None:
    """RV-A10.53, RV-A7.6 The journal says so, whatever the sum is."""
    s = battle("RtPh", side="german", dice=[6, 6], G3="1.5")
    put(s, "ru_4-4-7", "E4", "a", broken=True, dm=True)
    put(s, "ru_10-2", "E4", "boss")
    put(s, "ge_4-4-7", "F7", "x")
    s.step = "rout_other"
    drive(s, ("rout", "a"), ("to", "G3"))
    assert lines(s, "interdiction")[0]["success"] is False


def test_cc_35_low_crawl() -> None:
    """RV-A10.52"""
    s = battle("RtPh", side="german", G3="1.5")
    put(s, "ru_4-4-7", "E4", "a", broken=True, dm=True)
    put(s, "ge_4-4-7", "F7", "x")
    assert "F3" in crawls(Flight(s, s.units["a"]))
    s.step = "rout_other"
    drive(s, ("rout", "a"), ("crawl", "F3"))
    assert s.units["a"].at == "F3"
    assert not lines(s, "interdiction")
