"""The worked cases of the pack: close combat, movement, weapons and command, from CC-36 on, in their order."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.games.vengeance.map.battlefield import FIELDS
from sandtable.games.vengeance.model.battle import Attack, Charge, Melee, Move
from sandtable.games.vengeance.rules.advance import advances
from sandtable.games.vengeance.rules.close_combat.ambush import ambush_modifiers
from sandtable.games.vengeance.rules.close_combat.attacks import attack_numbers, kill_number
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.morale.checks import break_unit, go_berserk
from sandtable.games.vengeance.rules.morale.level import morale
from sandtable.games.vengeance.rules.movement.allowance import allowance, mf_left
from sandtable.games.vengeance.rules.rally.attempt import try_rally
from sandtable.games.vengeance.rules.rout.legal_steps import Flight, destinations
from sandtable.games.vengeance.rules.rout.phase import fail_to_rout
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import detonate
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.units.losses import eliminate
from sandtable.games.vengeance.scenarios.cards import lowered_elr
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    can,
    column,
    drive,
    drive_end,
    drive_quiet,
    drm,
    lines,
    moving,
    planned,
    put,
    shoot,
    step_of,
    struck,
    whole_map,
)


def test_cc_36_odds_and_hand_to_hand() -> None:
    """RV-A11.12, RV-A11.14, RV-J2.31"""
    s = battle("CCPh", dice=[3, 3])
    put(s, "ge_6-5-8", "E5", "a", melee=True)
    put(s, "ge_9-1", "E5", "boss", melee=True)
    put(s, "ru_4-4-7", "E5", "x", melee=True)
    assert ask(s).ask == "hand_to_hand"
    both = Attack(("a", "boss"), ("x",))
    kill, modifiers = attack_numbers(s, both)
    assert (kill, drm(modifiers)) == (6, -1)
    assert kill_number(Fraction(7), Fraction(4), True) == 8
    drive(s, ("ordinary", "E5"), ("ordinary", "E5"), ("attack", "a", "x"), ("join", "boss"), ("done",))
    drive_end(s)
    assert "x" not in s.units


def test_cc_37_simultaneous() -> None:
    """RV-A11.12, RV-A11.15"""
    s = battle("CCPh", side="russian", dice=[3, 2, 2, 2])
    put(s, "ru_4-4-7", "E5", "a", melee=True)
    put(s, "ge_4-4-7", "E5", "x", melee=True)
    s.melee = Melee("E5", "resolve", attacks=(Attack(("a",), ("x",)), Attack(("x",), ("a",))))
    drive_end(s)
    assert [(u.type, u.melee) for u in s.units.values()] == [("ge_2-3-7", False)]


def test_cc_38_ambush() -> None:
    """RV-A11.18"""
    s = battle("CCPh", side="russian", dice=[3, 4], E5="1.5")
    put(s, "ru_4-4-7", "E5", "a", concealed=True)
    put(s, "ge_4-4-7", "E5", "x")
    s.advanced.append("E5")
    assert drm(ambush_modifiers(s, "E5", "russian")) == -2
    assert ask(s).ask == "hand_to_hand"
    assert s.melee is not None
    assert s.melee.ambusher == "russian"
    assert attack_numbers(s, Attack(("a",), ("x",)))[1] == [(-1, "RV-A11.14", "ambush")]
    assert attack_numbers(s, Attack(("x",), ("a",)))[1] == [(1, "RV-A11.14", "ambushed")]


def test_cc_39_broken_defender() -> None:
    """RV-A11.11, RV-A11.14, RV-A11.16"""
    for dice, type in (([3, 3], None), ([4, 3], "ge_2-3-7"), ([4, 4], "ge_4-4-7")):
        s = battle("CCPh", side="russian", dice=dice)
        put(s, "ru_4-4-7", "E5", "a")
        put(s, "ge_4-4-7", "E5", "x", broken=True, dm=True)
        s.melee = Melee("E5", "second", attacks=(Attack(("a",), ("x",)),))
        assert attack_numbers(s, s.melee.attacks[0]) == (5, [(-2, "RV-A11.14", "all broken or withdrawing")])
        decision = ask(s)
        assert {o[0] for o in decision.options} == {"withdraw"}
        drive(s, ("withdraw", "x", "E6"))
        drive_end(s)
        assert ("x" not in s.units) if type is None else s.units["x"].type == type
        if type is not None:
            assert s.units["x"].at == "E6"


def test_cc_44_withdrawal() -> None:
    """RV-A11.2"""
    s = battle("CCPh", side="russian", dice=[6, 5])
    put(s, "ru_4-4-7", "E5", "a", melee=True)
    put(s, "ge_4-4-7", "E5", "x", melee=True)
    s.melee = Melee("E5", "second", attacks=(Attack(("a",), ("x",)),))
    drive(s, ("withdraw", "x", "E4"))
    assert s.melee is not None
    assert attack_numbers(s, s.melee.attacks[0])[1] == [(-2, "RV-A11.14", "all broken or withdrawing")]
    drive_end(s)
    assert s.units["x"].at == "E4"
    assert not s.units["a"].melee


@pytest.mark.parametrize(("weapon", "tired"), [("ge_lmg", False), ("ge_mtr50", True)])
def test_a_withdrawal_into_difficult_terrain_exhausts(weapon: str, tired: bool) -> None:
    """RV-A11.2, RV-A4.7 A squad with a mortar of 5 PP needs all its MF for a building."""
    s = battle("CCPh", side="russian", dice=[6, 5], E4="1.5")
    put(s, "ru_4-4-7", "E5", "a", melee=True)
    put(s, "ge_4-4-7", "E5", "x", melee=True)
    arm(s, weapon, "x")
    s.melee = Melee("E5", "second", attacks=(Attack(("a",), ("x",)),))
    drive(s, ("withdraw", "x", "E4"))
    drive_end(s)
    assert (s.units["x"].at, s.units["x"].cx) == ("E4", tired)


# -- movement ----------------------------------------------------------------------------------------------------------


def test_cc_45_portage() -> None:
    """RV-A4.4, RV-A4.12, RV-A4.11"""
    s = battle("MPh", side="russian")
    put(s, "ru_4-4-7", "E5", "a")
    arm(s, "ru_mmg", "a")
    put(s, "ru_8-0", "E5", "boss")
    assert allowance(s, s.units["a"], Move(("a",))) == 2
    assert allowance(s, s.units["a"], Move(("a", "boss"), leader="boss")) == 5


def test_cc_46_double_time() -> None:
    """RV-A4.5, RV-A4.51"""
    s = battle("MPh", side="russian")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E9", "x", broken=True)
    drive(s, ("move", "a"), ("double",))
    assert s.move is not None
    assert mf_left(s, s.move) == 6
    assert s.units["a"].cx
    s.phase, s.move = "AFPh", None
    assert (1, "RV-A4.51", "counter-exhausted firer") in planned(s, ["a"], "E9").drm


def test_cc_47_minimum_move() -> None:
    """RV-A4.134"""
    s = battle("MPh", side="russian", E6="RUBBLE_STONE")
    put(s, "ru_4-4-7", "E5", "a")
    s.move = Move(("a",), spent=3)
    options = ask(s).options
    assert ("to", "E6") not in options
    assert ("minimum", "E6") not in options
    arm(s, "ru_mmg", "a")
    s.move = Move(("a",))
    assert ("to", "E6") not in ask(s).options
    drive(s, ("minimum", "E6"))
    drive_quiet(s)
    assert s.units["a"].at == "E6"
    assert s.units["a"].cx
    assert s.units["a"].pinned


def test_cc_48_road_bonus() -> None:
    """RV-A4.132, RV-B3.1"""
    road = {(f"E{n}", f"E{n + 1}"): "ROAD:x" for n in range(1, 9)}
    s = battle("MPh", "russian", (), road, "", **{f"E{n}": "PAVED" for n in range(1, 10)})
    put(s, "ru_4-4-7", "E1", "a")
    drive(s, ("move", "a"), ("to", "E2"), ("to", "E3"), ("to", "E4"), ("to", "E5"), ("to", "E6"))
    assert s.units["a"].at == "E6"
    assert not any(o[0] == "to" for o in ask(s).options)


def test_cc_50_difficult_terrain() -> None:
    """RV-A4.7"""
    s = battle("APh", side="russian", E6="RUBBLE_STONE")
    put(s, "ru_4-4-7", "E5", "a", cx=True)
    arm(s, "ru_mmg", "a")
    assert "E6" not in [step.to for step in advances(s, s.units["a"])]
    s.units["a"] = replace(s.units["a"], cx=False)
    s.step = "advance"
    drive(s, ("advance", "a"), ("to", "E6"))
    assert s.units["a"].cx


def test_cc_54_sniper() -> None:
    """RV-A14.1, RV-A14.2, RV-A14.3, RV-A17.1"""
    s = battle(side="russian", dice=[1, 3, 1, 2, 3, 5, 3, 1, 2], E10="1.5")
    s.san["german"] = 4
    s.snipers["german"] = "A1"
    put(s, "ru_9-1", "E5", "boss")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E10", "x", broken=True)
    drive(s, ("fire", "a"), ("roll",), ("snipe",))
    assert s.snipers["german"] == "E5"
    assert "boss" not in s.units
    assert lines(s, "morale_check")  # the leader loss check of the squad
    s = battle("RPh", side="russian", dice=[1, 3])
    s.san["german"] = 4
    put(s, "ru_4-4-7", "E5", "a", broken=True)
    put(s, "ru_9-1", "E5", "boss")
    try_rally(s, "a", s.units["boss"], False)
    assert s.alarms == []


@pytest.mark.parametrize(("die", "left"), [(4, True), (5, False)])
def test_cc_54_weak_hit(die: int, left: bool) -> None:
    s = battle(side="russian", dice=[1, 3, 2, 1, 1, 6, 1, die, 1, 2], E10="1.5")
    s.san["german"] = 4
    s.snipers["german"] = "A1"
    put(s, "ru_9-1", "E5", "boss")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E10", "x", broken=True)
    drive(s, ("fire", "a"), ("roll",), ("snipe",))
    assert ("boss" in s.units) == left
    if left:
        assert s.units["boss"].wounded


# -- weapons -----------------------------------------------------------------------------------------------------------


def test_cc_87_flamethrower() -> None:
    """RV-A22.1"""
    s = battle(dice=[3, 4, 1, 2, 1, 1], E6="1.5")
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E6", "x")
    drive(s, ("flame", "ft", "E6"))
    shot = struck(s)[0]
    assert (shot["column"], shot["final"], shot["result"]) == (24, 7, "3MC")
    assert "ft" in s.weapons
    s = battle(dice=[6, 4, 1, 2, 1, 1], E7="1.5")
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E7", "x")
    drive(s, ("flame", "ft", "E7"))
    assert struck(s)[0]["column"] == 12
    assert "ft" not in s.weapons


def test_cc_88_demolition_charge() -> None:
    """RV-A23.1"""
    s = battle("AFPh", dice=[2, 3, 1, 2], E6="1.5")
    put(s, "ru_4-4-7", "E6", "x")
    arm(s, "ge_dc", "", "dc", at="E6")
    s.charges.append(Charge("dc", "E6", 0))
    detonate(s, s.charges[0])
    shot = struck(s)[0]
    assert (shot["column"], shot["final"], shot["result"]) == (30, 8, "3MC")
    assert s.weapons == {}
    s = battle("AFPh", dice=[6, 6], E6="1.5")
    arm(s, "ge_dc", "", "dc", at="E6")
    s.charges.append(Charge("dc", "E6", 0))
    detonate(s, s.charges[0])
    assert lines(s, "dud")


def test_cc_95_subsequent_first_fire_with_sustained_fire() -> None:
    """RV-A8.3, RV-A9.3, RV-A8.31"""
    s = battle("MPh", side="russian", dice=[4, 6, 1, 1])
    put(s, "ge_4-4-7", "E5", "a", fired="first")
    arm(s, "ge_lmg", "a", "lmg", fired="first", used=True)
    put(s, "ru_4-4-7", "E6", "x")
    moving(s, "x", here=2)
    assert planned(s, ["a"], "E6").fp == 4
    plan = planned(s, ["a", "lmg"], "E6")
    assert (plan.fp, column(plan)) == (7, 6)
    shoot(s, ["a", "lmg"], "E6")
    assert s.weapons["lmg"].malfunctioned  # Original 10: sustained fire lowers 12 to 10
    assert s.units["a"].fired == "final"
    if "x" in s.units:
        moving(s, "x", here=3)
        assert planned(s, ["a"], "E6").kind == fire_kinds.FPF


def test_cc_97_spread_of_berserk() -> None:
    """RV-A15.41, RV-A15.4"""
    s = battle(dice=[3, 4, 4, 4])
    put(s, "ge_8-1", "E5", "boss")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E5", "b")
    go_berserk(s, "boss")
    assert s.units["a"].berserk
    assert not s.units["b"].berserk
    s = battle()
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_8-1", "E5", "boss")
    go_berserk(s, "a")
    assert not s.units["boss"].berserk


def test_cc_98_party_leader() -> None:
    """RV-A25.22, RV-A25.221, RV-A25.222, RV-BRV8.4"""
    for dice, type, broken in (([6, 5], "ge_6-5-8", False), ([6, 6], "ge_3-4-8", True)):
        s = battle("RPh", dice=dice, E5="1.5")
        put(s, "ge_6-5-8", "E5", "a", broken=True, dm=True)
        put(s, "ge_party_9-0", "E5", "boss")
        s.step = "rally"
        assert list(ask(s.clone()).options) == [("rally", "a")]  # he must
        drive(s, ("rally", "a"))
        assert (s.units["a"].type, s.units["a"].broken) == (type, broken)
    s = battle("RPh", dice=[4, 4], E5="1.5")
    put(s, "ge_6-5-8", "E5", "a", broken=True, dm=True)
    put(s, "ge_8-1", "E5", "boss")
    try_rally(s, "a", s.units["boss"], False)
    assert lines(s, "rally")[0]["final"] == 10
    assert (s.units["a"].type, s.units["a"].broken) == ("ge_6-5-8", True)


def test_cc_108_voluntary_break() -> None:
    """RV-A10.4, RV-A3.6"""
    s = battle("RtPh", E1="1.5")
    put(s, "ge_4-4-7", "E1", "a")
    put(s, "ru_4-4-7", "E10", "x")
    s.step = "break"
    assert s.step == "break"
    drive_quiet(s, 1)
    assert step_of(s) == "break_other"
    put(s, "ru_4-4-7", "E2", "y")
    s.step = "break"
    drive(s, ("break", "a"))
    assert s.units["a"].broken
    assert s.units["a"].dm


def test_cc_109_where_to_rout() -> None:
    """RV-A10.51"""
    s = battle("RtPh", side="german", E2="1.5", C5="1.5", G2="WOODS")
    put(s, "ru_4-4-7", "E5", "a", broken=True, dm=True)
    put(s, "ge_4-4-7", "D1", "near")  # next to E2: no destination
    put(s, "ge_4-4-7", "A6", "west")
    found = destinations(Flight(s, s.units["a"]), 6, ("E5",))
    assert "E2" not in found
    assert "G2" in found


def test_cc_110_placing_a_charge() -> None:
    """RV-A23.1"""
    s = battle("MPh", side="russian", dice=[1, 4, 4, 4], E6="1.5")
    put(s, "ru_6-2-8ae", "E5", "a")
    arm(s, "ru_dc", "a", "dc")
    put(s, "ge_4-4-7", "E6", "x")
    decision = drive(s, ("move", "a"), ("place_charge", "dc", "E6"))
    assert s.move is not None
    assert s.move.spent == 2
    plan = planned(s, ["x"], "E5")
    assert drm(plan.drm) + drm(plan.groups[0][1]) == -2
    after = s.clone()
    assert drive(after, ("pass",)) is None
    assert [charge.target for charge in after.charges] == ["E6"]
    s.units["a"] = replace(s.units["a"], pinned=True)
    s.move = replace(s.move, units=())
    drive_quiet(s, 1)
    assert s.charges == []
    assert s.weapons["dc"].holder == "a"
    del decision


def test_cc_113_assault_fire_is_rounded_up() -> None:
    """RV-A7.36"""
    s = battle("AFPh", side="russian")
    put(s, "ru_5-2-7", "E5", "a")
    put(s, "ge_4-4-7", "E7", "x")
    plan = planned(s, ["a"], "E7")
    assert (plan.fp, column(plan)) == (4, 4)


def test_cc_114_no_fire_into_a_melee() -> None:
    """RV-A7.4, RV-A11.15"""
    s = battle()
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E8", "b", melee=True)
    put(s, "ru_4-4-7", "E8", "x", melee=True)
    assert not can(s, "fire", "a")


def test_fire_into_a_mixed_location_hits_both_sides() -> None:
    """RV-A7.4 One enemy there who is not in Melee is enough, and then nobody is spared; men inside hit only enemies."""
    s = battle("DFPh", side="russian")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E8", "b", melee=True)
    put(s, "ru_4-4-7", "E8", "x", melee=True)
    put(s, "ru_4-4-7", "E8", "y", berserk=True)
    assert can(s, "fire", "a")
    assert set(planned(s, ["a"], "E8").groups[0][0]) == {"b", "x", "y"}
    s.units["b"] = replace(s.units["b"], melee=False)
    assert planned(s, ["b"], "E8").groups[0][0] == ("y",)


def test_who_breaks_in_a_melee_is_in_it_no_more_and_without_opponents_it_ends() -> None:
    """RV-A11.15, RV-A11.16"""
    s = battle("DFPh", side="russian")
    for id in ("a", "b"):
        put(s, "ge_4-4-7", "E8", id, melee=True)
    put(s, "ru_4-4-7", "E8", "x", melee=True)
    break_unit(s, "a")
    assert [(s.units[id].broken, s.units[id].melee) for id in "abx"] == [(True, False), (False, True), (False, True)]
    break_unit(s, "b")
    assert not any(unit.melee for unit in s.units.values())


def test_a_melee_ends_when_fire_kills_one_side_of_it() -> None:
    """RV-A11.15, RV-A7.4"""
    s = battle("DFPh", side="russian")
    put(s, "ge_4-4-7", "E8", "a", melee=True)
    put(s, "ru_4-4-7", "E8", "x", melee=True)
    eliminate(s, "x", "RV-A7.3", "killed")
    assert not s.units["a"].melee


# -- cases of the module -----------------------------------------------------------------------------------------------


def test_b_21_replacement_of_the_ss() -> None:
    """RV-BRV8.1, RV-BRV8.1a, RV-BRV8.2, RV-BRV8.2b"""
    for type, by, left in (
        ("ge_6-5-8", 5, ["ge_4-4-7"]),
        ("ge_4-3-6", 3, ["ge_2-3-6", "ge_2-3-6"]),
        ("ge_2-3-6", 4, ["ge_2-3-6"]),
    ):
        s = battle()
        put(s, type, "E5", "a")
        break_unit(s, "a", by)
        assert [u.type for u in s.units.values()] == left
        assert all(u.broken for u in s.units.values())


def test_b_22_lowered_elr() -> None:
    """RV-BRV8.21"""
    assert lowered_elr("BRV8.1 (-1)") == 1
    assert lowered_elr("BRV8.1") == 0
    s = battle()
    put(s, "ge_4-4-7", "E5", "a", elr=1)
    break_unit(s, "a", 2)
    assert s.units["a"].type == "ge_4-3-6"
    assert s.units["a"].elr == 1


def test_b_24_gestapo_is_hit() -> None:
    """RV-BRV8.502, RV-A17.1"""
    s = battle(dice=[3, 4])
    put(s, "ge_gestapo_8-0", "E5", "g")
    break_unit(s, "g")
    assert s.units["g"].wounded
    assert not s.units["g"].broken
    break_unit(s, "g")
    assert "g" not in s.units


def test_b_25_rout_past_the_gestapo() -> None:
    """RV-BRV8.503a, RV-BRV8.506"""
    s = battle("RtPh", dice=[6, 5], E5="1.5", E7="1.5")
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    put(s, "ge_gestapo_8-0", "E5", "g")
    s.step = "rout"
    drive(s, ("rout", "a"), ("to", "E7"))
    assert s.units["a"].type == "ge_2-3-7"
    assert s.units["a"].broken
    assert s.units["a"].at == "E7"


def test_b_26_no_quarter() -> None:
    """RV-BRV1, RV-A10.54"""
    s = battle("RtPh")
    put(s, "ru_2-3-7", "E5", "a", broken=True, dm=True)
    put(s, "ge_4-4-7", "E6", "x")
    fail_to_rout(s)
    assert "a" not in s.units


def test_b_27_walls_of_the_reichstag() -> None:
    """RV-BRV12.3a, RV-BRV12.3"""
    whole_map()
    s = battle()
    s.scenario = "whole"
    put(s, "ge_6-5-8", "X17", "a")
    f = FIELDS["whole"]
    assert drm(tem(s, f, "W18", "X17")) == 4
    assert drm(tem(s, f, "Y17", "X17")) == 3
    assert morale(s, s.units["a"]) == 9  # fanatic inside


def test_b_28_occupied_wall() -> None:
    """RV-BRV12.3a, RV-B23.922"""
    whole_map()
    s = battle("APh", side="russian")
    s.scenario = "whole"
    put(s, "ru_4-5-8", "W18", "a")
    put(s, "ge_6-5-8", "X18", "x")
    assert "X18" not in [step.to for step in advances(s, s.units["a"])]
    s.units["x"] = replace(s.units["x"], broken=True)
    assert "X18" in [step.to for step in advances(s, s.units["a"])]


def test_b_29_tower() -> None:
    """RV-BRV12.4, RV-B23.8, RV-BRV4"""
    f = whole_map()
    steps = {step.to: step.cost for step in f.steps["X16-2"]}
    assert steps["X16-roof"] == 2
    assert f.level_of["X16-roof"] == 6
    assert "X17-roof" not in f.accessible["X16-roof"]
    assert "X18-roof" in f.accessible["X17-roof"]
    assert "Y18-roof" not in f.steps


def test_b_31_viaduct() -> None:
    """RV-BRV13.12, RV-BRV13.1"""
    f = whole_map()
    assert "DD11-viaduct" not in f.accessible["DD11"]
    assert all(to.endswith("-viaduct") for to in f.accessible["DD11-viaduct"])
    assert not f.terrain_of["DD11"].open_ground


def test_b_34_pit() -> None:
    """RV-BRV10.2, RV-B10.4"""
    f = whole_map()
    assert {step.to: step.cost for step in f.steps["Q15"]}["Q16"] == 4
    assert {step.to: step.cost for step in f.steps["Q12"]}["Q13"] == 3
    assert {step.to: step.cost for step in f.steps["Q15"]}["P15"] == 2  # debris is 1 MF of paved ground, doubled


def test_the_berserk_attack_first_and_all_at_once() -> None:
    """RV-A15.4, RV-A11.11 They have no choice but whom; others may join or attack for themselves."""
    s = battle("CCPh", side="german")
    put(s, "ge_4-4-7", "E5", "a", berserk=True)
    put(s, "ge_4-4-7", "E5", "b", berserk=True)
    put(s, "ge_4-4-7", "E5", "c")
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ru_4-4-7", "E5", "y")
    s.melee = Melee("E5", "first")
    decision = ask(s)
    assert decision.options == [("attack", u, d) for u in ("a", "b") for d in ("x", "y")]
    drive(s, ("attack", "b", "x"), ("set",))
    assert s.melee is not None
    assert s.melee.attacks == (Attack(("b", "a"), ("x",)),)
    assert ("done",) in ask(s).options
    assert ("attack", "c", "y") in ask(s).options
