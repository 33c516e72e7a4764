"""Fire groups, weapons, morale and close combat beyond the worked cases (chapters A7 to A11, A14 to A25, B25)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.games.vengeance.bot.rout_and_close_combat import which_way
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Attack, Battle, Melee, Move
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.rules.fire import declaration
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.snipers import eligible
from sandtable.games.vengeance.rules.morale.checks import break_unit, go_berserk, morale_check
from sandtable.games.vengeance.rules.morale.heroes import harden
from sandtable.games.vengeance.rules.morale.level import lax
from sandtable.games.vengeance.rules.movement.berserk import calm
from sandtable.games.vengeance.rules.rally.attempt import try_rally
from sandtable.games.vengeance.rules.rout.legal_steps import Flight
from sandtable.games.vengeance.rules.rout.route_choice import dangers, shortest_ways
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import detonate, place
from sandtable.games.vengeance.rules.terrain.blazes import burn, burn_those_who_stayed, change_wind, kindle
from sandtable.games.vengeance.rules.units.counters import remove
from sandtable.games.vengeance.rules.units.losses import reduce
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    can,
    drive,
    drive_end,
    drive_quiet,
    drm,
    lines,
    load,
    moving,
    planned,
    put,
    shoot,
    struck,
    whole_map,
)  # fmt: skip


def test_no_line_no_attack() -> None:
    """RV-A6.6, RV-A6.13, RV-A6.22 An attack without a LOS is not offered; the ends' own terrain does not block."""
    s = battle(E5="1.5", E3="WOODS")
    put(s, "ge_6-5-8", "E3", "a")
    put(s, "ru_4-4-7", "E7", "x")
    assert not can(s, "fire", "a")
    put(s, "ru_4-4-7", "E5", "y")
    assert can(s, "fire", "a")


def test_fire_groups() -> None:
    """RV-A7.5, RV-A7.52, RV-A7.55"""
    s = battle(dice=[3, 4, 1, 2])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ge_6-5-8", "F5", "b")
    put(s, "ge_6-5-8", "H5", "far")
    put(s, "ge_9-1", "E5", "boss")
    put(s, "ge_4-3-6", "D5", "green")
    put(s, "ru_4-4-7", "E8", "x")
    decision = drive(s, ("fire", "a"))
    assert decision is not None
    assert ("join", "b") in decision.options
    assert ("join", "far") not in decision.options
    assert ("join", "green") not in decision.options  # inexperienced, no leader with them
    one, two = planned(s, ["a"], "E8", ("boss",)), planned(s, ["a", "b"], "E8", ("boss",))
    assert one.leaders == ("boss",)
    assert two.leaders == ()  # not every Location is led
    assert two.cowers == 1
    drive(s, ("fire", "a"), ("direct", "boss"), ("roll",))
    put(s, "ge_6-5-8", "E5", "late")
    assert ("fire", "late") not in ask(s).options  # it should have joined the others of its Location


def test_use_of_weapons() -> None:
    """RV-A7.35, RV-A7.351"""
    for first, second in (("a", "one"), ("one", "two")):
        s = battle(dice=[6, 5])
        put(s, "ge_6-5-8", "E5", "a")
        for id in ("one", "two", "three"):
            arm(s, "ge_lmg", "a", id)
        put(s, "ru_4-4-7", "E8", "x")
        put(s, "ru_4-4-7", "E3", "y")
        drive(s, ("fire", first), ("at", "E8"), ("join", second))  # nobody else may join: the dice are rolled
        assert struck(s)
        assert not {("fire", id) for id in ("a", "one", "two", "three")} & set(ask(s).options)
    s = battle()
    put(s, "ge_9-1", "E5", "boss")
    arm(s, "ge_lmg", "boss", "gun")
    put(s, "ru_4-4-7", "E8", "x")
    assert planned(s, ["gun"], "E8").fp == 1.5
    s = battle(dice=[6, 1])
    put(s, "ge_3-4-8", "E5", "hs")
    arm(s, "ge_lmg", "hs", "gun")
    put(s, "ru_4-4-7", "E8", "x")
    shoot(s, ["gun"], "E8")
    assert s.units["hs"].fired == "prep"  # a half-squad has but one use


def test_weapons_of_the_fallen() -> None:
    """RV-A7.302, RV-A7.305"""
    s = battle(dice=[6, 5])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ge_6-5-8", "E5-1" if "E5-1" in field_of(s).steps else "E6", "b")
    arm(s, "ge_lmg", "a", "lost")
    arm(s, "ge_lmg", "a", "left")
    remove(s, "a", "RV-A7.3", "killed")
    assert "lost" not in s.weapons
    assert (s.weapons["left"].holder, s.weapons["left"].at) == ("", "E5")
    s = battle()
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    arm(s, "ge_mmg", "a", "mmg")
    reduce(s, "a", "RV-A7.3")
    assert s.weapons["mmg"].holder == "a"
    assert s.weapons["lmg"].at == "E5"


def test_final_fire() -> None:
    """RV-A8.4"""
    s = battle("DFPh", side="russian")
    put(s, "ge_6-5-8", "E5", "a", fired="first")
    put(s, "ge_6-5-8", "C5", "b")
    put(s, "ge_6-5-8", "G5", "c", fired="final")
    put(s, "ru_4-4-7", "E8", "far")
    options = ask(s).options
    assert ("fire", "a") not in options
    assert ("fire", "b") in options
    assert ("fire", "c") not in options
    put(s, "ru_4-4-7", "E6", "near")
    plan = planned(s, ["a"], "E6")
    assert (plan.fp, plan.kind) == (6, fire_kinds.FINAL_ADJACENT)
    assert not any(m[2] in ("no assault movement", "moving in the open") for m in (*plan.drm, *plan.groups[0][1]))


def test_fire_lane() -> None:
    """RV-A9.22"""
    s = battle("MPh", side="russian", dice=[6, 5, 4, 4, 6, 5])
    put(s, "ge_2-2-8", "E2", "crew")
    arm(s, "ge_mmg", "crew", "mmg")
    put(s, "ru_6-2-8", "E5", "x")
    put(s, "ru_6-2-8", "F7", "y")
    moving(s, "x")
    drive(s, ("fire", "mmg"), ("lane", "mmg"))
    assert s.lanes["E5"] == ("mmg", 2)
    assert {"E3", "E4", "E6", "E11"} <= set(s.lanes)
    assert s.weapons["mmg"].fired == "final"
    s.move = None
    load(s, 1, 1, 1, 1, 1, 2)
    drive(s, ("move", "y"), ("to", "E8"))
    assert any(line.clause == "RV-A9.22" and line.event == "attack" for line in s.journal.lines)
    break_unit(s, "crew")
    assert s.lanes == {}


def test_repair() -> None:
    """RV-A9.72"""
    for die, left in ((1, True), (6, False)):
        s = battle("RPh", dice=[die])
        put(s, "ge_6-5-8", "E5", "a")
        arm(s, "ge_lmg", "a", "lmg", malfunctioned=True)
        drive(s, ("repair", "lmg"))
        assert ("lmg" in s.weapons) == left
        if left:
            assert not s.weapons["lmg"].malfunctioned


def test_breaking() -> None:
    """RV-A10.3, RV-A10.31, RV-A10.55"""
    s = battle(dice=[6, 3])
    put(s, "ge_6-5-8", "E5", "a", cx=True, pinned=True, ti=True)
    break_unit(s, "a")
    unit = s.units["a"]
    assert (unit.broken, unit.dm, unit.cx, unit.pinned, unit.ti) == (True, True, False, False, False)
    morale_check(s, "a", 1, "RV-A7.6")
    assert s.units["a"].type == "ge_3-4-8"
    s = battle(dice=[6, 6])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_4-4-7", "E7", "x", broken=True)
    shoot(s, ["a"], "E7")
    assert s.units["x"].dm  # the attack missed, but it could have hurt


def test_one_leader_rallies_all() -> None:
    """RV-A10.61"""
    s = battle("RPh", dice=[1, 2, 1, 2])
    put(s, "ge_4-4-7", "E5", "a", broken=True)
    put(s, "ge_4-4-7", "E5", "b", broken=True)
    put(s, "ge_8-1", "E5", "boss")
    s.step = "rally"
    drive(s, ("rally", "a"), ("rally", "b"))
    assert not s.units["a"].broken
    assert not s.units["b"].broken


def test_leader_routs_along() -> None:
    """RV-A10.71"""
    s = battle("RtPh", E5="OPEN", G3="1.5")
    put(s, "ge_4-4-7", "E4", "a", broken=True, dm=True)
    put(s, "ge_8-1", "E4", "boss")
    s.step = "rout"
    drive(s, ("rout", "a"), ("along", "boss"), ("to", "G3"))
    assert s.units["boss"].at == s.units["a"].at == "G3"


def fork(**works: str) -> Battle:
    """A broken squad at E4 with two ways of two MF to the house at G4: by F3 and by F4."""
    s = battle("RtPh", dice=[1] * 8, G4="1.5")
    put(s, "ge_4-4-7", "E4", "a", broken=True, dm=True)
    for at, side in works.items():
        s.works[at] = Work(at, "wire", side, at, hidden=side == "russian")
    s.step = "rout"
    return s


def test_of_ways_as_short_the_router_chooses() -> None:
    """RV-Z3, RV-A10.51, RV-A10.53 Where one of them leads through a danger that he knows of."""
    s = fork(F3="german")
    assert {way[0] for way in shortest_ways(Flight(s, s.units["a"]), "G4", 6)} == {"F3", "F4"}
    decision = drive(s, ("rout", "a"), ("to", "G4"))
    assert decision is not None
    assert (decision.ask, decision.rule) == ("rout_way", "RV-Z3")
    assert set(decision.options) == {("via", "F3"), ("via", "F4")}
    for at in ("F3", "F4"):
        s = fork(F3="german")
        drive(s, ("rout", "a"), ("to", "G4"), ("via", at))
        assert [line["to"] for line in lines(s, "routs")] == [at, "G4"]


def test_ways_under_known_eyes_are_dangerous() -> None:
    """RV-Z3, RV-A10.53 Not under those of an enemy who is concealed."""
    for concealed in (False, True):
        s = fork()
        put(s, "ru_4-4-7", "E8", "x", concealed=concealed)
        found = {dangers(s, s.units["a"], way) for way in shortest_ways(Flight(s, s.units["a"]), "G4", 6)}
        assert found == ({()} if concealed else {(), ("F4",)})  # F3 is out of its range


def test_ways_without_a_known_danger_are_alike() -> None:
    """RV-Z3, RV-A.12 Nobody learns of a hidden work by being asked."""
    for s in (fork(), fork(F3="russian"), fork(F4="russian")):
        assert drive(s, ("rout", "a"), ("to", "G4")) is None


def test_a_sensible_router_takes_the_safer_way() -> None:
    """RV-Z3"""
    danger = {"F3": 2.0, "F4": 0.5}
    mind: Any = SimpleNamespace(
        danger=lambda at, moving: danger[at], best=lambda options, score: max(options, key=score)
    )
    assert which_way(mind, [("via", "F3"), ("via", "F4")]) == ("via", "F4")


def test_disrupted() -> None:
    """RV-A19.12"""
    s = battle("RPh", side="russian", dice=[3, 3])
    put(s, "ru_2-2-6", "E5", "a")
    break_unit(s, "a", 9)
    assert s.units["a"].disrupted
    put(s, "ru_8-0", "E5", "boss")
    try_rally(s, "a", s.units["boss"], False)
    assert (1, "RV-A19.12", "disrupted") in lines(s, "rally")[0]["modifiers"]


def test_captured_weapons() -> None:
    """RV-A21.1, RV-A21.13"""
    s = battle()
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ru_mmg", "a", "gun")
    put(s, "ru_4-4-7", "E8", "x")
    assert (2, "RV-A21.1", "captured weapon") in planned(s, ["gun"], "E8").drm
    s = battle()
    put(s, "ge_4-3-6", "E5", "a")
    arm(s, "ge_hmg", "a", "gun")
    put(s, "ru_4-4-7", "E8", "x")
    assert (2, "RV-A21.13", "not trained for the weapon") in planned(s, ["gun"], "E8").drm


def test_a_captured_flamethrower_or_charge_fails_sooner() -> None:
    """RV-A21.1, RV-A22.1, RV-A23.1, RV-A23.2 Its X# is 2 lower; +2 for a charge, not for flames."""
    for type, gone in (("ru_ft", True), ("ge_ft", False)):
        s = battle(dice=[3, 5, 1, 2, 1, 1], E6="1.5")
        put(s, "ge_8-3-8", "E5", "a")
        arm(s, type, "a", "ft")
        put(s, "ru_4-4-7", "E6", "x")
        drive(s, ("flame", "ft", "E6"))
        assert ("ft" not in s.weapons) is gone
        assert (2, "RV-A21.1", "captured weapon") not in struck(s)[0]["modifiers"]
    s = battle("AFPh", dice=[4, 5, *[1] * 8], E6="1.5")
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ru_dc", "a", "dc")
    put(s, "ru_4-4-7", "E6", "x")
    drive(s, ("throw", "dc", "E6"))
    assert (2, "RV-A21.1", "captured weapon") in struck(s)[0]["modifiers"]
    for dice, dud in (((4, 6), True), ((4, 5), False)):
        s = battle("AFPh", dice=[*dice, *[1] * 8], E6="1.5")
        put(s, "ge_8-3-8", "E5", "a")
        arm(s, "ru_dc", "a", "dc")
        put(s, "ru_4-4-7", "E6", "x")
        s.move = Move(("a",), 0, placing=("dc", "E6"))
        place(s)
        detonate(s, s.charges[0])
        assert bool(lines(s, "dud")) is dud
        assert dud or (2, "RV-A21.1", "captured weapon") in struck(s)[0]["modifiers"]


def test_thrown_charge() -> None:
    """RV-A23.2, RV-H1.22"""
    for type, plus in (("ge_8-3-8", 2), ("ge_6-5-8", 3)):
        s = battle("AFPh", dice=[4, 4, 1, 1, 1, 1, 1, 1, 1, 1], E6="1.5")
        put(s, type, "E5", "a", moved=True)
        arm(s, "ge_dc", "a", "dc", carried=True)
        put(s, "ru_4-4-7", "E6", "x")
        drive(s, ("throw", "dc", "E6"))
        first, second = struck(s)[:2]
        assert (plus, "RV-A23.2", "thrown charge") in first["modifiers"]
        assert first["final"] == 8 + 3 + plus
        assert (3, "RV-A23.2", "the thrower's own Location") in second["modifiers"]
        assert "dc" not in s.weapons


def test_gestapo() -> None:
    """RV-BRV8.501, RV-BRV8.503"""
    s = battle(dice=[6, 5])
    put(s, "ge_gestapo_7+1", "E5", "g")
    harden(s, "g")
    assert s.units["g"].type == "ge_gestapo_8-0"
    harden(s, "g")
    assert s.units["g"].fanatic
    put(s, "ge_4-4-7", "E5", "a")
    go_berserk(s, "g")
    assert s.units["a"].type == "ge_2-3-7"  # it failed the check, and the Gestapo reduced it
    assert s.units["a"].broken


def test_sniper_targets() -> None:
    """RV-A14.4"""
    s = battle()
    s.scenario = "whole"
    f = whole_map()
    put(s, "ge_4-4-7", "I6-cellar", "a")
    put(s, "ge_4-4-7", "I6", "b", melee=True)
    put(s, "ge_4-4-7", "I7", "c")
    assert [eligible(f, s.units[id]) for id in "abc"] == [False, False, True]


# -- close combat ------------------------------------------------------------------------------------------------------


def test_order_of_close_combat() -> None:
    """RV-A11.1, RV-A11.4, RV-BRV2 The ATTACKER chooses the Location; then both may make it hand-to-hand."""
    s = battle("CCPh", side="russian")
    for at in ("E5", "G5"):
        put(s, "ru_4-4-7", at, f"r{at}")
        put(s, "ge_4-4-7", at, f"g{at}")
    assert {o[1] for o in ask(s).options} == {"E5", "G5"}
    decision = drive(s, ("combat", "G5"), ("ordinary", "G5"))
    assert decision is not None
    assert (decision.seat, decision.ask) == ("german", "hand_to_hand")
    drive(s, ("ordinary", "G5"), ("hand_to_hand", "G5"))
    assert s.melee is not None
    assert s.melee.hand_to_hand


def test_infiltration() -> None:
    """RV-A11.13"""
    s = battle("CCPh", side="russian", dice=[6, 6])
    put(s, "ru_4-4-7", "E5", "a", melee=True)
    put(s, "ge_4-4-7", "E5", "x", melee=True)
    s.melee = Melee("E5", "resolve", attacks=(Attack(("a",), ("x",)),))
    drive(s, ("withdraw", "x", "E6"))
    assert s.units["x"].at == "E6"
    assert not s.units["a"].melee


def test_lax() -> None:
    """RV-A11.17"""
    s = battle()
    s.scenario = "whole"
    whole_map()
    assert lax(s, s.units[put(s, "ge_4-3-6", "I6", "a")])
    assert not lax(s, s.units[put(s, "ru_4-5-8", "I6", "b")])
    assert lax(s, s.units[put(s, "ru_4-5-8", "X17", "c")])


def test_melee_holds_until_one_side_is_gone() -> None:
    """RV-A11.15"""
    s = battle("CCPh", side="russian", dice=[6, 5])
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E5", "x")
    s.melee = Melee("E5", "resolve", attacks=(Attack(("a",), ("x",)),))
    drive_end(s)
    assert s.units["a"].melee
    assert s.units["x"].melee


# -- fire and flames ---------------------------------------------------------------------------------------------------


def test_flames() -> None:
    """RV-B25.1, RV-B25.4, RV-B25.5, RV-E3.1"""
    s = battle("RPh", dice=[4, 4], E5="1.5")
    kindle(s, "E5")
    assert s.flames == {"E5": 1}
    load(s, 4, 4)
    burn(s)
    assert s.flames == {"E5": 2}
    load(s, 3, 4, 6, 6)
    burn(s)
    assert s.flames == {"E5": 2, "E5-1": 1}
    s.ec = "wet"
    load(s, 3, 4, 3, 3)
    burn(s)
    assert s.flames == {"E5": 2}  # 6 - 3 for the wet is 3: out; and nothing new


def test_wind() -> None:
    """RV-B25.6, RV-B25.5"""
    s = battle("RPh", on="train1", dice=[1, 2, 4], side="german")
    s.player_turns = 2
    drive_quiet(s)
    assert (s.wind, s.wind_direction) == (1, 4)
    load(s, 5, 6)
    change_wind(s)
    assert s.wind == 0
    s = battle("RPh", on="train1", side="russian")
    s.player_turns = 1
    drive_quiet(s)  # the first Rally Phase of the game has no Wind Change
    assert s.step == "organize"
    s = battle("RPh", E5="1.5", E6="1.5", E4="1.5")
    s.wind, s.wind_direction = 1, 4  # it blows south, towards E6
    s.flames["E5"] = 2
    load(s, 3, 4, 1, 1, 4, 5, 4, 5, 1, 1)
    burn(s)
    assert s.flames.get("E6") == 1
    assert "E4" not in s.flames


def test_blaze() -> None:
    """RV-B25.2"""
    s = battle("MPh", E5="1.5")
    s.flames["E5"] = 2
    put(s, "ge_6-5-8", "E6", "a")
    put(s, "ru_4-4-7", "E3", "x")
    assert drm(current_sight.hindrance(s, field_of(s), "E6", "E3")) == 3
    drive(s, ("move", "a"))
    assert ("to", "E5") not in ask(s).options
    put(s, "ge_6-5-8", "E5", "late")
    burn_those_who_stayed(s, "german")
    assert "late" not in s.units


@pytest.mark.parametrize("moves", [True, False])
def test_berserk_charge(moves: bool) -> None:
    """RV-A15.4"""
    s = battle("MPh")
    put(s, "ge_6-5-8", "E5", "a", berserk=True)
    if moves:
        put(s, "ru_4-4-7", "E8", "x")
        drive_charge(s)
        assert s.units["a"].at == "E8"
        assert s.units["a"].berserk
    else:
        drive_charge(s)
        calm(s)
        assert not s.units["a"].berserk


def drive_charge(s: object) -> None:
    from sandtable.games.vengeance.model.battle import Battle
    from sandtable.games.vengeance.play import play

    assert isinstance(s, Battle)
    for _ in range(12):
        if s.step == "done":
            return
        flow = play(s)
        try:
            decision = next(flow)
            while True:
                options = list(decision.options)
                decision = flow.send(("pass",) if ("pass",) in options else options[0])
        except StopIteration:
            pass


def test_odds_are_exact() -> None:
    s = battle()
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_4-4-7", "E8", "x")
    odds = declaration.odds(s, planned(s, ["a"], "E8"))
    assert sum(p for _, p in odds.outcomes) == pytest.approx(1)
    assert dict(odds.outcomes)["PTC"] == pytest.approx(4 / 36)  # 8 on column 6, less the double that cowers
    s.units["x"] = replace(s.units["x"], pinned=True)
