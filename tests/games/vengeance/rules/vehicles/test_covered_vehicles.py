"""Vehicles under `?` and hidden ones (chapters A12, BRV3.15, BRV16.4): what their enemies see, attack and learn."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.campaign.refit.guns_and_vehicles import clean_arms, pick_up_arms
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.model.guns import AP, VEHICLE, Acquisition
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.rules.civilians import secrets_near
from sandtable.games.vengeance.rules.concealment.gain_and_loss import secretive, watched
from sandtable.games.vengeance.rules.concealment.set_up import conceal, concealable, may_hide, show_what_is_seen
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire.first_fire import may_lie_in_wait
from sandtable.games.vengeance.rules.fire.targets import targets
from sandtable.games.vengeance.rules.movement.searching import mop_up
from sandtable.games.vengeance.rules.ordnance.laying import declare, targets_of
from sandtable.games.vengeance.rules.ordnance.odds import shot_odds
from sandtable.games.vengeance.rules.ordnance.rockets import Rockets
from sandtable.games.vengeance.rules.ordnance.shots import shoot
from sandtable.games.vengeance.rules.ordnance.target import covered_targets, enemy_vehicles
from sandtable.games.vengeance.rules.rally.reorganization import showings
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.units.enemies import enemies_at, known_enemies_at
from sandtable.games.vengeance.rules.units.kinds import veil
from sandtable.games.vengeance.rules.vehicles.close_combat.phase import vehicle_combat
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle, show_conditions
from sandtable.games.vengeance.rules.vehicles.concealment.gain_and_loss import gain_vehicles
from sandtable.games.vengeance.rules.vehicles.crews.inherent import crews_in_sight
from sandtable.games.vengeance.rules.vehicles.fire import main_gun
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import target_places
from sandtable.games.vengeance.rules.vehicles.kinds import mark, points
from sandtable.games.vengeance.rules.vehicles.movement.destinations import extra_cost
from sandtable.games.vengeance.rules.vehicles.phases import start_of_phase
from sandtable.games.vengeance.rules.vehicles.set_up.dug_in import may_be_hidden, may_dig_in
from sandtable.games.vengeance.rules.vehicles.set_up.placement import may_stand
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import suffer
from sandtable.games.vengeance.table.layout import table
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.state import replace
from sandtable.testing.case import Case
from sandtable.testing.secrecy import SecrecyCounts, check_secrecy
from tests.games.vengeance.bench import arm, ask, battle, drive, emplace, lines, planned, put, step_of, vehicle
from tests.games.vengeance.bench import shoot as fire_at
from tests.games.vengeance.cards import GAME as CARDS


def covered(phase: Phase = "PFPh", side: str = "russian", type: str = "ge_pz5g", **marks: Any) -> Battle:
    """A tank under `?` in the house E5, and a Russian squad that sees it from E3."""
    s = battle(phase, side=side, E5="1.5")
    vehicle(s, type, "E5", "tank", **{"concealed": True, "vca": 5, "tca": 5} | marks)
    put(s, "ru_4-4-7", "E3", "a")
    return s


COVER = veil("german", "E5")


# -- what is seen ----------------------------------------------------------------------------------------------------


def test_its_enemy_sees_a_counter_of_the_size_of_a_vehicle_and_no_more() -> None:
    """RV-A12.1, RV-A.12"""
    s = covered()
    put(s, "ge_4-4-7", "E6", "x", concealed=True)
    view = sight(s, "russian")
    assert not view.vehicles
    assert view.units[COVER].type == "ge_unknown_gun"
    assert view.units[veil("german", "E6")].type == "ge_unknown_men"
    assert view.at["E5"] == (COVER,)
    assert sight(s, "german").vehicles["tank"].concealed


def test_the_table_shows_the_size_of_a_counter() -> None:
    """RV-A12.1"""
    s = battle("PFPh", side="russian", on="brv10")
    vehicle(s, "ge_pz5g", "K13", "tank", concealed=True)
    put(s, "ge_4-4-7", "L13", "x", concealed=True)
    pieces = {p.id: p for p in table(sight(s, "russian")).pieces}
    assert [b.text for b in pieces[veil("german", "K13")].badges] == ["⅝"]
    assert not pieces[veil("german", "L13")].badges


def test_a_gun_under_its_counter_looks_like_a_tank() -> None:
    """RV-A12.1"""
    s = battle("PFPh", side="russian", E5="1.5")
    put(s, "ge_2-2-8", "E5", "crew", concealed=True)
    emplace(s, "ge_75_pak40", "E5", "crew")
    assert sight(s, "russian").units[COVER].type == "ge_unknown_gun"
    assert covered_targets(s, "russian") == [COVER]


def test_a_hidden_tank_is_not_there() -> None:
    """RV-A12.2, RV-BRV3.15"""
    s = covered(concealed=False, hidden=True, dug_in=True)
    view = sight(s, "russian")
    assert not view.vehicles
    assert "E5" not in view.at
    assert not enemies_at(s, "E5", "russian")
    assert not targets(s, "russian")
    assert not covered_targets(s, "russian")


def test_those_aboard_are_unknown_with_it() -> None:
    """RV-A12.1"""
    s = covered(type="ge_spw251_1")
    put(s, "ge_4-4-7", "E6", "x")
    s.at.pop("E6")
    s.units["x"] = replace(s.units["x"], at="", aboard="tank")
    arm(s, "ge_lmg", "x")
    view = sight(s, "russian")
    assert "x" not in view.units
    assert "ge_lmg" not in view.weapons


def test_it_is_no_known_enemy_and_no_obstacle() -> None:
    """RV-A12.1, RV-A4.14, RV-D2.7, RV-A6.8, RV-D9.3"""
    s = covered()
    vehicle(s, "ru_t34_85", "E4", "red")
    assert enemies_at(s, "E5", "russian")
    assert not known_enemies_at(s, "E5", "russian")
    assert extra_cost(s, s.vehicles["red"], "E5") == 0
    mark(s, "tank", concealed=False)
    assert known_enemies_at(s, "E5", "russian")
    assert extra_cost(s, s.vehicles["red"], "E5") == 2
    s = battle()
    vehicle(s, "ge_pz5g", "E5", "tank", concealed=True)
    assert current_sight.hindrance(s, field_of(s), "E3", "E7") == []
    assert tem(s, field_of(s), "E3", "E5") == []


def test_its_side_is_asked_though_it_has_nothing_to_do() -> None:
    """RV-A.12, RV-Z6"""
    s = covered("MPh", stunned=True)
    assert secretive(s, "german")
    assert may_lie_in_wait(s, field_of(s), "german", "E3")
    start_of_phase(s)
    assert s.step == ""  # the Russian has no vehicles
    s.side = "german"
    start_of_phase(s)
    assert step_of(s) == "hatches:german"


# -- how it is attacked ----------------------------------------------------------------------------------------------


def test_guns_fire_at_the_counter() -> None:
    """RV-A12.1, RV-C3.2, RV-C6.1 Case K; neither size nor name is told before it is hit."""
    s = covered(type="ge_pz6b")
    put(s, "ru_2-2-7", "E2", "crew")
    emplace(s, "ru_76_obr39", "E2", "crew", ca=2)
    f = field_of(s)
    assert enemy_vehicles(s, "russian") == []
    assert COVER in targets_of(s, f, "ru_76_obr39", False)
    assert "E5" in targets_of(s, f, "ru_76_obr39", False)
    shot = declare(s, f, "ru_76_obr39", COVER, VEHICLE, AP)
    assert shot.vehicle == "tank"
    assert shot.conditions.size == -2
    assert any(m[2].startswith("K") or "concealed" in m[2] for m in shot.drm)
    assert sum(m[0] for m in shot.open_drm) == sum(m[0] for m in shot.drm) + 2
    assert {name for name, _ in shot_odds(s, shot).outcomes} == {"hit", "miss"}
    s.dice = Dice.loaded([6, 5])
    shoot(s, shot)
    assert lines(s, "to_hit")[0]["target"] == COVER
    assert not any("size" in m[2] for m in lines(s, "to_hit")[0]["modifiers"])
    assert s.vehicles["tank"].concealed
    assert s.acquired["ru_76_obr39"] == Acquisition(COVER, VEHICLE, -1)
    shot = declare(s, f, "ru_76_obr39", COVER, VEHICLE, AP)
    assert shot.conditions.acquired == -1
    s.dice = Dice.loaded([1, 2, 6, 6])
    shoot(s, shot)
    assert not s.vehicles["tank"].concealed
    assert s.acquired["ru_76_obr39"] == Acquisition("tank", VEHICLE, -2)
    assert lines(s, "vehicle_revealed")[0]["vehicle"] == "tank"


def test_a_shell_for_a_tank_does_nothing_to_a_gun() -> None:
    """RV-A12.1"""
    s = battle("PFPh", side="russian", E5="1.5")
    put(s, "ge_2-2-8", "E5", "crew", concealed=True)
    emplace(s, "ge_75_pak40", "E5", "crew")
    vehicle(s, "ru_t34_85", "E3", "red", vca=2, tca=2)
    assert main_gun.targets_of(s, field_of(s), s.vehicles["red"]) == ["E5", COVER]
    s.dice = Dice.loaded([1, 2])
    shoot(s, main_gun.declare(s, field_of(s), s.vehicles["red"], COVER, VEHICLE, AP))
    assert lines(s, "no_vehicle")[0]["target"] == COVER
    assert s.units["crew"].concealed


def test_rockets_fire_at_the_counter() -> None:
    """RV-A12.1, RV-C13.4"""
    s = battle("PFPh", side="german", E5="1.5")
    vehicle(s, "ru_t34_85", "E5", "tank", concealed=True)
    put(s, "ge_4-4-7", "E4", "x")
    arm(s, "ge_psk", "x")
    found = Rockets(s, field_of(s), "german", firepower.enemy_places(s, "german")).options(
        s.weapons["ge_psk"], s.units["x"]
    )
    assert ("rocket", "ge_psk", veil("russian", "E5")) in found
    assert not any("tank" in o for o in found)


@pytest.mark.parametrize("ce", [True, False])
def test_small_arms_fire_at_the_counter_whether_or_not_its_crew_looks_out(ce: bool) -> None:
    """RV-A12.1, RV-D5.1"""
    s = covered(ce=ce)
    assert targets(s, "russian") == ["E5"]
    assert planned(s, ["a"], "E5").fp == 2  # half of four
    vehicle(s, "ru_t34_85", "E2", "red")
    assert target_places(s, "russian") == ["E5"]
    s.dice = Dice.loaded([1, 1, 6, 6])
    fire_at(s, ["a"], "E5")
    assert s.vehicles["tank"].concealed is not ce


def test_a_result_on_its_crew_shows_it_and_a_hidden_one_is_placed() -> None:
    """RV-A12.13, RV-A12.2"""
    s = covered(concealed=False, hidden=True, dug_in=True, ce=True)
    put(s, "ge_4-4-7", "E5", "x")
    plan = planned(s, ["a"], "E5")
    assert plan.fp == 4
    s.dice = Dice.loaded([2, 4, 3, 3, 3, 3])
    fire_at(s, ["a"], "E5")
    assert s.vehicles["tank"].hidden  # half FP: no effect
    assert not lines(s, "fire_on_vehicle") or all(
        line.seen_by == ("german",) for line in s.journal.lines if line.event == "fire_on_vehicle"
    )
    suffer(s, "tank", "immobilize")
    assert not s.vehicles["tank"].hidden


def test_close_combat_against_the_counter() -> None:
    """RV-A11.19, RV-A11.51, RV-A11.7 Half FP is one less of the CCV; whoever is attacked is shown."""
    s = covered("CCPh", type="ge_pz5g", ce=False)
    s.at = {"E5": ("a",)}
    s.units["a"] = replace(s.units["a"], at="E5")
    s.step = "vehicles"
    mark(s, "tank", disabled=("CMG", "AAMG"))
    decision = ask(s.clone())
    assert [o for o in decision.options if o[0] != "withdraw"] == [("attack", "a", COVER), ("done",)]
    s.dice = Dice.loaded([3, 3, 6, 5])  # PAATC, attack
    flow = vehicle_combat(s)
    next(flow)
    flow.send(("combat", "E5"))
    flow.send(("attack", "a", COVER))
    with pytest.raises(StopIteration):
        flow.send(("roll",))
    assert not s.vehicles["tank"].concealed
    assert lines(s, "combat_with_vehicle")[0]["need"] == 4


def test_snipers_do_not_make_out_its_crew() -> None:
    """RV-A14.3, RV-A12.1"""
    s = covered(ce=True)
    assert crews_in_sight(s, "russian") == []
    mark(s, "tank", concealed=False)
    assert crews_in_sight(s, "russian") == ["E5"]


# -- how it is shown -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("concealed", [False, True])
def test_the_enemy_is_not_told_which_concealed_men_get_on(concealed: bool) -> None:
    """RV-A12.1, RV-D6.1"""
    s = battle("MPh", side="russian")
    vehicle(s, "ru_t34_85", "E5", "tank")
    put(s, "ru_4-4-7", "E5", "x", concealed=concealed)
    put(s, "ge_4-4-7", "E8", "y")
    drive(s, ("drive", "tank"), ("load", "x"))
    assert s.drive is not None
    assert s.drive.about == ("x",)
    views = {seat: sight(s, seat).drive for seat in ("german", "russian")}
    assert {seat: told.about for seat, told in views.items() if told is not None} == {
        "german": () if concealed else ("x",),
        "russian": ("x",),
    }


@pytest.mark.parametrize(("seen", "concealed"), [(True, False), (False, True)])
def test_it_drives_under_its_counter_as_long_as_nobody_sees_it(seen: bool, concealed: bool) -> None:
    """RV-A12.13, RV-D2.1"""
    s = battle("MPh", side="german", E5="ORCHARD", E4="OPEN" if seen else "2.5")
    vehicle(s, "ge_pz5g", "E6", "tank", concealed=True, vca=5, tca=5, motion=True)
    put(s, "ru_4-4-7", "E3", "a")
    drive(s, ("drive", "tank"), ("go", "E5"))
    assert s.vehicles["tank"].at == "E5"
    assert s.vehicles["tank"].concealed is concealed
    read = [line.event for line in s.journal.read("russian")]
    assert ("unknown_moves" in read) is concealed
    assert ("drives" in read) is not concealed
    assert sight(s, "german").drive is not None
    assert (sight(s, "russian").drive is None) is concealed


def test_firing_shows_it() -> None:
    """RV-A12.13"""
    s = covered("DFPh", vca=5, tca=5)
    s.dice = Dice.loaded([6, 5])
    drive(s, ("mg", "tank"))
    drive(s, ("mg", "tank"), ("all",))
    assert not s.vehicles["tank"].concealed


def test_crews_are_eyes() -> None:
    """RV-A12.13, RV-A12.12"""
    s = battle("MPh", side="german")
    put(s, "ge_4-4-7", "E5", "x", concealed=True)
    assert not watched(s, "E5", "german")
    vehicle(s, "ru_t34_85", "E3", "red")
    assert watched(s, "E5", "german")
    mark(s, "red", abandoned=True)
    assert not watched(s, "E5", "german")
    mark(s, "red", abandoned=False, hidden=True)
    assert not watched(s, "E5", "german")


def test_infantry_runs_into_it() -> None:
    """RV-A12.15"""
    s = covered("MPh")
    s.units["a"] = replace(s.units["a"], at="E4")
    s.at = {"E4": ("a",)}
    drive(s, ("move", "a"), ("to", "E5"))
    assert ask(s).options == [("show", "tank")] or not s.vehicles["tank"].concealed
    drive(s, ("pass",))
    assert s.units["a"].at == "E4"
    assert not s.vehicles["tank"].concealed


def test_a_vehicle_runs_into_hidden_men() -> None:
    """RV-A12.15 Its move is over where it came from."""
    s = battle("MPh", side="russian", E5="ORCHARD")
    vehicle(s, "ru_t34_85", "E4", "red", vca=2, tca=2, motion=True)
    put(s, "ge_4-4-7", "E5", "x", hidden=True)
    decision = drive(s, ("drive", "red"), ("go", "E5"))
    decision = ask(s)
    assert decision.seat == "german"
    assert decision.options == [("show", "x"), ("place_under", "x")]
    drive(s, ("show", "x"))
    assert s.vehicles["red"].at == "E4"
    drive(s, ("pass",))
    assert s.drive is None
    assert s.vehicles["red"].moved


def test_search_interrogation_and_mopping_up_find_it() -> None:
    """RV-A12.152, RV-A12.153, RV-E2.1"""
    s = covered("RPh", concealed=False, hidden=True, dug_in=True)
    assert secrets_near(s, s.units["a"]) == ["tank"]
    s = covered("MPh", concealed=False)
    assert secrets_near(s, s.units["a"]) == []
    s = battle("MPh", side="russian", on="brv10")
    vehicle(s, "ge_pz5g", "K13", "tank", concealed=True)
    put(s, "ru_4-4-7", "K13-1", "a")
    s.move = Move(("a",))
    mop_up(s, field_of(s), "a")
    assert not s.vehicles["tank"].concealed


def test_its_owner_may_show_it() -> None:
    """RV-A12.13, RV-A12.2"""
    s = covered("RPh", side="german", concealed=False, hidden=True, dug_in=True)
    assert showings(s, "german") == [("show", "tank"), ("place_under", "tank")]


# -- gain ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "at", "gains"),
    [
        ({}, "E5", True),
        ({"motion": True}, "E5", False),
        ({"stunned": True}, "E5", False),
        ({"abandoned": True}, "E5", False),
        ({}, "E6", False),
    ],
)
def test_a_stopped_vehicle_in_cover_out_of_all_sight_is_concealed(marks: dict[str, Any], at: str, gains: bool) -> None:
    """RV-A12.12, RV-A12.5"""
    s = battle("CCPh", side="german", E5="ORCHARD", D4="2.5", E4="2.5", F4="2.5")
    vehicle(s, "ge_pz5g", at, "tank", **marks)
    put(s, "ru_4-4-7", "E2", "a")
    gain_vehicles(s)
    assert s.vehicles["tank"].concealed is gains
    assert not s.vehicles["tank"].written


def test_who_is_seen_from_afar_does_not_gain_it() -> None:
    """RV-A12.12"""
    s = battle("CCPh", side="german", E5="ORCHARD")
    vehicle(s, "ge_pz5g", "E5", "tank")
    put(s, "ru_4-4-7", "E2", "a")
    gain_vehicles(s)
    assert not s.vehicles["tank"].concealed


# -- set-up and condition ----------------------------------------------------------------------------------------------


def test_a_counter_of_the_order_of_battle_covers_a_vehicle() -> None:
    """RV-BRV3.6, RV-BRV16.4"""
    s = battle("setup", side="german", E5="ORCHARD")
    s.covers["german"] = 1
    vehicle(s, "ge_pz5g", "E5", "tank", ce=False)
    vehicle(s, "ge_pz5g", "E6", "open")
    assert concealable(s, "german") == ["E5"]
    conceal(s, "german", "E5")
    assert s.vehicles["tank"].concealed
    assert s.vehicles["tank"].written


def test_the_condition_is_shown_when_somebody_sees_it() -> None:
    """RV-BRV16.4, RV-CGS2 Known from afar it is a whole tank, buttoned up; within 16 hexes all can be seen."""
    s = battle("PFPh", side="german", on="brv10")
    tank = {
        "concealed": True,
        "written": True,
        "vca": 0,
        "tca": 3,
        "ce": True,
        "immobile": True,
        "malfunctioned": ("MA",),
    }
    vehicle(s, "ge_pz5g", "K13", "tank", **tank)
    vehicle(s, "ge_pz5g", "", "outside", written=True)
    reveal_vehicle(s, "tank")
    seen = sight(s, "russian").vehicles["tank"]
    assert (seen.tca, seen.ce, seen.immobile, seen.malfunctioned) == (0, False, False, ())
    assert sight(s, "german").vehicles["tank"].malfunctioned == ("MA",)
    put(s, "ru_4-4-7", "K13-1", "a", concealed=True)
    show_conditions(s)
    assert s.vehicles["tank"].written
    s.units["a"] = replace(s.units["a"], concealed=False, at="K13")
    show_conditions(s)
    assert not s.vehicles["tank"].written
    assert sight(s, "russian").vehicles["tank"].malfunctioned == ("MA",)
    assert lines(s, "condition_shown") == [{"vehicle": "tank", "at": "K13"}]
    assert s.vehicles["outside"].written  # nobody sees what is off the map


def test_turret_and_hatches_are_chosen_at_set_up() -> None:
    """RV-BRV16.4, RV-A2.9"""
    s = CARDS.new(CARDS.settle({"scenario": "tanks_in_wait"}), Dice(seed_from("set-up")))
    s.phase, s.step = "setup", "german"
    for unit in list(s.units.values()):
        del s.units[unit.id]
    s.weapons.clear()
    s.guns.clear()
    decision = ask(s)
    assert (decision.ask, decision.options[0][1]) == ("set_up", "ge-stug3g-1")
    drive(s, ("set_up", "ge-stug3g-1", "H7"), ("face", "ge-stug3g-1", "arc-3"), ("shut_in", "ge-stug3g-1"))
    assert not s.vehicles["ge-stug3g-1"].ce
    drive(s, ("set_up", "ge-spw251_1-1", "J7"), ("face", "ge-spw251_1-1", "arc-3"), ("look_out", "ge-spw251_1-1"))
    drive(
        s, ("set_up", "ge-pz4j-1", "J5"), ("face", "ge-pz4j-1", "arc-3"), ("turret", "ge-pz4j-1", "arc-5"),
        ("look_out", "ge-pz4j-1"),
    )  # fmt: skip
    assert (s.vehicles["ge-pz4j-1"].vca, s.vehicles["ge-pz4j-1"].tca, s.vehicles["ge-pz4j-1"].ce) == (3, 5, True)
    assert not any(line.event == "bog" for line in s.journal.read("russian"))


def test_where_a_tank_is_dug_in() -> None:
    """RV-BRV3.15, RV-BRV3.2"""
    s = battle("setup", E5="ORCHARD", E6="PAVED", E7="DEBRIS", E8="1.5", E9="RIVER")
    f = field_of(s)
    assert [may_dig_in(f, at) for at in ("E4", "E5", "E6", "E7", "E8")] == [True, True, True, True, False]
    vehicle(s, "ge_pz5g", "", "tank", dug_in=True, immobile=True)
    assert not may_stand(s, f, s.vehicles["tank"], "E8")
    assert may_stand(s, f, s.vehicles["tank"], "E7")


@pytest.mark.parametrize(("at", "hides"), [("E4", True), ("E5", True), ("E6", False)])
def test_a_dug_in_tank_hides_like_a_gun(at: str, hides: bool) -> None:
    """RV-BRV3.15, RV-A12.3"""
    s = battle("setup", E5="ORCHARD", E6="PAVED")
    vehicle(s, "ge_pz5g", at, "tank", dug_in=True, immobile=True)
    assert may_be_hidden(s, field_of(s), s.vehicles["tank"]) is hides
    assert may_hide(s, "german") == (["tank"] if hides else [])
    assert (at in concealable(s, "german")) is hides


def test_a_hidden_tank_in_the_open_is_placed_if_an_enemy_sees_it() -> None:
    """RV-BRV3.5, RV-BRV3.15"""
    s = battle("setup", E5="ORCHARD")
    vehicle(s, "ge_pz5g", "E6", "tank", dug_in=True, hidden=True)
    vehicle(s, "ge_pz5g", "E5", "other", dug_in=True, hidden=True)
    put(s, "ru_4-4-7", "E3", "a")
    show_what_is_seen(s)
    assert s.vehicles["tank"].concealed
    assert s.vehicles["other"].hidden


def test_a_dug_in_tank_counts_as_an_afv() -> None:
    """RV-BRV3.15, RV-A26.2"""
    s = covered(dug_in=True, immobile=True)
    assert points(s.vehicles["tank"]) == (5, 2)


def test_set_up_out_of_sight_is_concealed_and_written_down() -> None:
    """RV-BRV3.6, RV-BRV16.4"""
    s = battle("setup", side="german", E5="ORCHARD", on="")
    vehicle(s, "ge_pz5g", "E5", "tank")
    gain_vehicles(s, setting_up=True)
    assert s.vehicles["tank"].written


def test_secrets_of_tanks_in_wait_are_kept() -> None:
    """RV-A.12, RV-BRV16.4, RV-BRV3.15 Types, conditions and places dealt anew change nothing that their enemy gets."""
    found = SecrecyCounts()
    check_secrecy(Case(CARDS, CARDS.settle({"scenario": "tanks_in_wait"}), "c"), found)
    assert found.changed > 50


def test_imagined_tanks_are_others_in_the_same_places() -> None:
    """RV-A12.1"""
    s = battle("PFPh", side="russian", on="brv10")
    s.scenario = "brv10"
    for n, (type, at) in enumerate((("ge_pz6b", "K13"), ("ge_pz4j", "L13"), ("ge_stug3g", "M13"))):
        vehicle(s, type, at, f"tank {n}", concealed=True)
    before = sight(s, "russian")
    types = set()
    for n in range(8):
        twin = s.clone()
        GAME.guess(twin, "russian", Dice(seed_from(f"guess {n}")))
        assert sight(twin, "russian") == before
        types.add(tuple(v.type for v in twin.vehicles.values()))
    assert len(types) > 1


def test_a_dug_in_tank_stays_where_it_is_between_two_scenarios() -> None:
    """RV-BRV3.15, RV-RePh8.602 It is not taken up; what was secret of it is over."""
    s = battle("refit", on="campaign")
    vehicle(s, "ge_pz5g", "K13", "dug", dug_in=True, immobile=True, hidden=True, written=True)
    vehicle(s, "ge_pz5g", "L13", "free", concealed=True, written=True)
    s.posts.update(dug="german-1", free="german-1")
    clean_arms(s)
    pick_up_arms(s)
    assert s.vehicles["dug"].at == "K13"
    assert "dug" not in s.posts
    assert s.vehicles["free"].at == ""
    assert not any(v.hidden or v.concealed or v.written for v in s.vehicles.values())
