"""Vehicles fire and are fired at (chapters D3, D5.1, D6, D7, D13, A11.5 to A11.8)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.guns import AP, AREA, HE, INFANTRY, SMOKE, VEHICLE, Gun
from sandtable.games.vengeance.model.vehicles import AAMG, BMG, CMG, MA, REAR_MG
from sandtable.games.vengeance.rules.ordnance.shots import final_to_hit
from sandtable.games.vengeance.rules.vehicles.close_combat.attack import vehicle_attack, vehicle_fp, vehicle_modifiers
from sandtable.games.vengeance.rules.vehicles.close_combat.reaction_fire import reaction_modifiers, reactors
from sandtable.games.vengeance.rules.vehicles.crews.passengers import board, finds_room, protected, room_taken
from sandtable.games.vengeance.rules.vehicles.fire import main_gun
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import (
    bears,
    normal_range,
    power,
    ready,
    resolve,
    volley,
)
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, machine_gun, mark
from sandtable.games.vengeance.rules.vehicles.movement.overrun import overrun
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import exposed_at
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
    vehicle,
)


def test_which_machine_gun_bears_where() -> None:
    """RV-D3.2, RV-D1.31"""
    s = battle(side="russian")
    f = field_of(s)
    tank = s.vehicles[vehicle(s, "ru_is2m", "E5", vca=0, tca=3)]
    assert [bears(f, tank, BMG, at, False) for at in ("E3", "F3", "E7")] == [True, False, False]  # fixed forward
    assert [bears(f, tank, CMG, at, False) for at in ("E3", "E7")] == [False, True]
    assert [bears(f, tank, REAR_MG, at, False) for at in ("E3", "E7")] == [True, False]
    assert bears(f, tank, AAMG, "C4", False)
    assert normal_range(tank, AAMG) == 16
    assert normal_range(tank, CMG) == 8
    assert ready(s, mark(s, tank.id, ce=False)) == [BMG, CMG, REAR_MG]


def test_machine_guns_fire_together_or_alone() -> None:
    """RV-D3.2, RV-D3.4, RV-D5.34"""
    s = battle(side="german", dice=[3, 4, 6, 5])
    id = vehicle(s, "ge_pz5g", "E5", leader="ge_armor_9-1", stuns=1)
    put(s, "ru_4-4-7", "E2", "x")
    whole = volley(s, s.vehicles[id], "E2", (BMG, CMG, AAMG))
    assert (whole.fp, drm(whole.drm)) == (10, -1 + 1)
    drive(s, ("mg", id), ("all",))
    assert lines(s, "vehicle_fires")[0]["fp"] == "10"
    assert s.vehicles[id].used == (BMG, CMG, AAMG)
    assert not can(s, "mg", id)


@pytest.mark.parametrize(
    ("dice", "weapons", "between", "left"),
    [
        ((3, 4), (BMG, CMG), "", 4),  # 8 FP
        ((3, 4), (BMG, CMG), "E4", 2),  # RV-A6.8: a wreck on the way
        ((1, 4), (BMG, CMG), "", 1),  # RV-A9.2: the CMG fires on, only the BMG leaves something
        ((6, 6), (CMG,), "", 0),  # RV-D1.8: it broke down alone
    ],
)
def test_residual_of_a_tanks_machine_guns(
    dice: tuple[int, int], weapons: tuple[str, ...], between: str, left: int
) -> None:
    """RV-A8.2, RV-D3.2"""
    s = battle("MPh", side="russian", dice=[*dice, 6, 5, 6, 5])
    id = vehicle(s, "ge_pz5g", "E5")
    if between:
        vehicle(s, "ru_t34_85", between, "hulk", wreck="wreck")
    put(s, "ru_4-4-7", "E2", "x")
    moving(s, "x")
    resolve(s, volley(s, s.vehicles[id], "E2", weapons))
    assert s.residual.get("E2", 0) == left


def test_a_tanks_machine_guns_may_leave_residual_instead_of_their_rate() -> None:
    """RV-A8.2, RV-A8.41, RV-D3.2 Each gun that keeps it; nobody is asked where nothing more would be left."""
    cases = (
        ((("keep_rate_of", CMG), ("keep_rate_of", AAMG)), 1, (BMG,)),
        ((("keep_rate_of", CMG), ("give_up_rate_of", AAMG)), 2, (BMG, AAMG)),
        ((("give_up_rate_of", CMG),), 4, (BMG, CMG)),  # 8 FP; 10 would leave no more
    )
    for picks, left, used in cases:
        s = battle("MPh", side="russian", dice=[1, 6, 6, 5, 6, 5])
        id = vehicle(s, "ge_pz5g", "E5")
        put(s, "ru_4-4-7", "E2", "x")
        moving(s, "x", here=2)
        drive(s, ("mg", id), ("all",), *((verb, id, weapon) for verb, weapon in picks))
        assert s.residual == {"E2": left}
        assert s.vehicles[id].used == used
    s = battle("MPh", side="russian", dice=[1, 6, 6, 5, 6, 5])
    s.residual["E2"] = 12
    id = vehicle(s, "ge_pz5g", "E5")
    put(s, "ru_4-4-7", "E2", "x")
    moving(s, "x", here=2)
    drive(s, ("mg", id), ("only", CMG))
    assert s.vehicles[id].used == ()


def test_modifiers_of_a_tanks_machine_guns_are_those_of_all_fire() -> None:
    """RV-E1.16, RV-A4.62, RV-A5.131"""
    s = battle("MPh", side="russian")
    id = vehicle(s, "ge_pz5g", "E5")
    for name in "xyzw":
        put(s, "ru_4-4-7", "E2", name)
    moving(s, "x", mode="hazardous")
    found = volley(s, s.vehicles[id], "E2", (CMG,)).drm
    assert {(value, clause) for value, clause, _ in found} == {(-2, "RV-A4.62"), (-1, "RV-A5.131")}
    s.night = Night(4, 4, "full", "scattered", "german")
    assert (1, "RV-E1.16", "night") in volley(s, s.vehicles[id], "E2", (CMG,)).drm


def test_what_is_hidden_is_no_target_of_a_tank() -> None:
    """RV-A12.2, RV-D3.2, RV-D7.1 Neither its machine guns nor an overrun are offered because of hidden men."""
    for hidden in (False, True):
        s = battle(side="german")
        id = vehicle(s, "ge_pz5g", "E5")
        put(s, "ru_4-4-7", "E4", "x", hidden=hidden)
        assert can(s, "mg", id) is not hidden
        s = battle("MPh", side="german")
        vehicle(s, "ge_pz5g", "E5", motion=True)
        put(s, "ru_4-4-7", "E4", "x", hidden=hidden, fired="final")
        drive(s, ("drive", id))
        assert can(s, "overrun", "E4") is not hidden


def test_half_firepower_on_the_move_and_after() -> None:
    """RV-D3.2, RV-D3.1"""
    s = battle("AFPh", side="german")
    id = vehicle(s, "ge_pz5g", "E5")
    put(s, "ru_4-4-7", "E2", "x")
    assert power(s, field_of(s), s.vehicles[id], CMG, "E2")[0] == 2.5
    s = battle("MPh", side="german", dice=[1, 4, 1, 2])
    vehicle(s, "ge_pz5g", "E5", motion=True)
    put(s, "ru_4-4-7", "E1", "x", fired="final")
    drive(s, ("drive", id), ("go", "E4"))
    drive(s, ("mg", id), ("only", CMG))
    assert lines(s, "vehicle_fires")[0]["fp"] == "2½"
    assert CMG in s.vehicles[id].used  # no rate of fire on the move


def test_a_rolled_twelve_breaks_the_gun_and_a_one_mends_it() -> None:
    """RV-D1.8"""
    s = battle(side="german", dice=[6, 6])
    id = vehicle(s, "ge_pz4j", "E5")
    put(s, "ru_4-4-7", "E2", "x")
    drive(s, ("mg", id), ("only", CMG))
    assert s.vehicles[id].malfunctioned == (CMG,)
    s.phase, s.step = "RPh", "mend"
    load(s, 1)
    drive(s, ("mend", id, CMG))
    assert s.vehicles[id].malfunctioned == ()
    mark(s, id, malfunctioned=(CMG,))
    s.mended.clear()
    load(s, 6)
    drive(s, ("mend", id, CMG))
    assert s.vehicles[id].disabled == (CMG,)


def test_an_optional_aamg() -> None:
    """RV-H1.41"""
    s = battle(side="russian")
    tank = s.vehicles[vehicle(s, "ru_isu152", "E5")]
    assert machine_gun(tank, AAMG) == 4
    assert machine_gun(mark(s, tank.id, aamg=False), AAMG) == 0


def test_a_main_gun_hits_a_crowd_more_easily() -> None:
    """RV-A5.131 Each squad too many is -1 to a To Hit roll of the Infantry and Area types, of vehicles too."""
    s = battle("PFPh", side="russian")
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E1", vca=2, tca=2)]
    for n in range(5):
        put(s, "ge_4-4-7", "E6", f"x{n}")
    for type in (INFANTRY, AREA):
        shot = main_gun.declare(s, field_of(s), tank, "E6", type, HE)
        assert (-2, "RV-A5.131", "overstacked target") in shot.drm


def test_a_main_gun_and_its_cases() -> None:
    """RV-D3.1, RV-D3.45, RV-D5.1"""
    s = battle(side="german")
    f = field_of(s)
    tank = s.vehicles[vehicle(s, "ge_pz5g", "E9", vca=0, tca=0)]
    vehicle(s, "ru_t34_85", "E3", "x", vca=3, tca=3)
    shot = main_gun.declare(s, f, tank, "x", VEHICLE, AP)
    assert (shot.to_hit(), drm(shot.drm)) == (10, 0)
    shut = main_gun.declare(s, f, mark(s, tank.id, ce=False, inexperienced=True), "x", VEHICLE, AP)
    assert drm(shut.drm) == 2
    s.phase = "AFPh"
    moved = main_gun.declare(s, f, mark(s, tank.id, ce=True, inexperienced=False, entered=True), "x", VEHICLE, AP)
    assert drm(moved.drm) == 2 + 2  # cases B and C
    assert main_gun.breakdown_number(mark(s, tank.id, inexperienced=True), again=False) == 11


def test_on_the_move_the_lower_die_counts_twice() -> None:
    """RV-C5.1, RV-C3.1 In the Final To Hit DR of a vehicle in Motion; one that stands rolls as usual."""
    for motion, final in ((False, 8), (True, 11)):
        s = battle("MPh", side="german")
        id = vehicle(s, "ge_pz5g", "E5", vca=0, tca=0, motion=motion)
        vehicle(s, "ru_t34_85", "E2", "target")
        shot = main_gun.declare(s, field_of(s), s.vehicles[id], "target", VEHICLE, AP)
        assert final_to_hit(shot, (3, 5), 0) == final


def test_bounding_first_fire_and_no_second_shot() -> None:
    """RV-D3.1"""
    s = battle("MPh", side="german", dice=[4, 4])
    id = vehicle(s, "ge_pz5g", "E9", motion=True)
    vehicle(s, "ru_t34_85", "E3", "x", vca=3, tca=3, stunned=True)
    drive(s, ("drive", id), ("go", "E8"))
    drive(s, ("gun", id), ("shell", VEHICLE, AP))
    shot = lines(s, "to_hit")[0]
    names = [m[2] for m in shot["modifiers"]]
    assert any("bounding" in name for name in names)
    assert any("C4" in name for name in names)
    s.phase = "AFPh"
    s.drive = None
    assert not main_gun.kind_of_fire(s, s.vehicles[id])


def test_a_vehicle_that_prep_fires_stays() -> None:
    """RV-D3.1"""
    s = battle(side="german", dice=[4, 4, 5, 5, 1, 2])
    id = vehicle(s, "ge_pz5g", "E5")
    put(s, "ru_4-4-7", "E2", "x")
    drive(s, ("gun", id), ("shell", INFANTRY, HE))
    assert MA in s.vehicles[id].used
    s.phase, s.step = "MPh", ""
    put(s, "ge_4-4-7", "A1", "mover")
    assert not can(s, "drive", id)


def test_an_assault_gun_turns_as_a_whole() -> None:
    """RV-D1.3"""
    s = battle(side="german")
    f = field_of(s)
    gun = s.vehicles[vehicle(s, "ge_stug3g", "E5", vca=0, tca=0)]
    assert main_gun.points_at(f, gun, "E8", bounding=False) in (2, 3)
    assert main_gun.points_at(f, gun, "E8", bounding=True) == -1
    assert main_gun.points_at(f, mark(s, gun.id, immobile=True), "E8", bounding=False) == -1


# -- under fire --------------------------------------------------------------------------------------------------------


def test_an_exposed_crew_has_two_for_its_hatch() -> None:
    """RV-D5.1, RV-D5.3"""
    s = battle(side="russian", dice=[3, 3, 6, 6])
    put(s, "ru_6-2-8", "E6", "a")
    id = vehicle(s, "ge_pz5g", "E5")
    shot = planned(s, ["a"], "E5")
    assert column(shot) == 12
    drive(s, ("fire", "a"))
    hit = lines(s, "fire_on_vehicle")[0]
    assert (hit["final"], hit["result"]) == (8, "NMC")
    assert s.vehicles[id].stunned
    assert not exposed_at(s, "E5", "russian")  # now it is Buttoned Up
    assert ("fire", "a") not in ask(s).options


def test_trucks_are_lost_by_the_unarmored_line() -> None:
    """RV-D6.4, RV-D15.1, RV-D5.7"""
    s = battle(side="russian", dice=[1, 2, 3, 3])
    put(s, "ru_6-2-8", "E7", "a")
    id = vehicle(s, "ge_opel", "E5")
    put(s, "ge_4-4-7", "E5", "p")
    board(s, "p", id)
    drive(s, ("fire", "a"))
    assert s.vehicles[id].wreck
    assert s.units["p"].at == "E5"


def test_passengers_of_a_half_track() -> None:
    """RV-D6.1, RV-D6.3"""
    s = battle(side="russian")
    id = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_lmg", "a")
    put(s, "ge_2-3-7", "E5", "b")
    assert room_taken(s, s.units["a"]) == 10
    board(s, "a", id)
    assert finds_room(s, s.vehicles[id], s.units["b"])
    board(s, "b", id)
    put(s, "ge_8-0", "E5", "boss")
    assert not finds_room(s, s.vehicles[id], s.units["boss"])
    assert not protected(s, s.units["a"])
    mark(s, id, ce=False)
    assert protected(s, s.units["a"])
    assert {u.id for u in aboard(s, id)} == {"a", "b"}


def test_getting_off_leaves_half_the_movement() -> None:
    """RV-D6.1"""
    s = battle("MPh", side="german")
    id = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ge_4-4-7", "E5", "a")
    board(s, "a", id)
    s.units["a"] = replace(s.units["a"], moved=False)
    drive(s, ("drive", id), ("unload", "a"))
    ask(s)
    assert (s.units["a"].at, s.units["a"].landed) == ("E5", True)
    assert s.drive is not None
    assert s.drive.spent == 8
    drive(s, ("end",))
    drive(s, ("move", "a"))
    left = ask(s).about[1]
    assert left == 2


# -- reaction ----------------------------------------------------------------------------------------------------------


def test_reaction_fire_in_its_own_hex_and_from_the_houses() -> None:
    """RV-D7.2, RV-D7.21, RV-A11.8"""
    s = battle("MPh", side="russian", sides={("E6", "E5"): "ROAD", ("E5", "E4"): "ROAD"}, F5="1.5", D5="1.5")
    f = field_of(s)
    id = vehicle(s, "ru_t34_85", "E6", motion=True)
    put(s, "ge_4-4-7", "F5", "near")
    put(s, "ge_4-4-7", "D5", "spent", fired="final")
    put(s, "ge_4-4-7", "D3", "open")
    put(s, "ge_dummy", "F5", "nobody", concealed=True)
    drive(s, ("drive", id), ("go", "E5"))
    assert [u.id for u in reactors(s, f, s.vehicles[id])] == ["near"]
    assert reaction_modifiers(f, s.units["near"], s.vehicles[id]) == ((1, "RV-D7.21", "from another hex"),)
    load(s, 3, 3, 6, 6, 5)
    drive(s, ("react", "near"))
    fight = lines(s, "combat_with_vehicle")[0]
    assert fight["final"] == 11 + 2 - 1 + 1  # moving, crew exposed, from another hex
    assert s.units["near"].fired == "final"
    assert not reactors(s, f, s.vehicles[id])


def test_street_fighting_is_from_houses_along_the_road_hexsides() -> None:
    """RV-D7.21 Where the road ends or turns, the houses that lie along none of its hexsides are out of reach."""
    s = battle("MPh", "russian", sides={("E6", "E5"): "ROAD"}, E4="1.5", F4="1.5", F5="1.5", D5="1.5", D4="1.5")
    f = field_of(s)
    id = vehicle(s, "ru_t34_85", "E6", motion=True)
    for at in ("E4", "F4", "F5", "D5", "D4"):
        put(s, "ge_4-4-7", at, at)
    drive(s, ("drive", id), ("go", "E5"))
    assert sorted(u.id for u in reactors(s, f, s.vehicles[id])) == ["D5", "F5"]


def test_the_close_defence_weapon() -> None:
    """RV-D13.3, RV-D13.31, RV-A24.5"""
    s = battle("MPh", side="german", dice=[3, 3])
    id = vehicle(s, "ge_pz5g", "E5", motion=True)
    drive(s, ("drive", id), ("discharge", "sN"))
    assert s.smoke == {"E5": 2}
    assert "sN" in s.vehicles[id].used
    assert not can(s, "discharge", "sN")
    s = battle("MPh", side="german", dice=[4, 4])
    vehicle(s, "ge_pz5g", "E5", motion=True)
    drive(s, ("drive", id), ("discharge", "sN"))
    assert s.vehicles[id].depleted == ("sN",)  # exactly 8 uses it up


def test_an_overrun_crushes_guns_and_uses_the_weapons() -> None:
    """RV-D7.11, RV-D7.1, RV-D7.22"""
    s = battle("MPh", side="russian", dice=[1, 1, 1, 1])
    id = vehicle(s, "ru_t34_85", "E5", motion=True)
    s.guns["pak"] = Gun("pak", "ge_75_pak40", "german", "E5")
    overrun(s, id)
    assert "pak" not in s.guns
    assert MA in s.vehicles[id].used


# -- close combat ------------------------------------------------------------------------------------------------------


def test_a_vehicle_fights_back() -> None:
    """RV-A11.6, RV-A11.12"""
    s = battle("CCPh", side="german", dice=[2, 2])
    put(s, "ge_4-4-7", "E5", "a")
    id = vehicle(s, "ru_t34_85", "E5")
    assert vehicle_fp(s.vehicles[id]) == 4
    vehicle_attack(s, id, ["a"])
    assert "a" not in s.units  # 4 : 4, kill number 5


def test_escorts_protect_their_tank() -> None:
    """RV-A11.61"""
    s = battle("CCPh", side="german")
    put(s, "ge_4-4-7", "E5", "a")
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E5", ce=False)]
    alone = drm(vehicle_modifiers(s, [s.units["a"]], tank))
    put(s, "ru_2-4-8", "E5", "half")
    assert drm(vehicle_modifiers(s, [s.units["a"]], tank)) == alone + 1
    put(s, "ru_4-5-8", "E5", "squad")
    assert drm(vehicle_modifiers(s, [s.units["a"]], tank)) == alone + 2


def test_the_close_combat_phase_with_a_vehicle() -> None:
    """RV-A11.5, RV-A11.6, RV-A11.7"""
    s = battle("CCPh", side="german", dice=[1, 1, 6, 4, 4])
    put(s, "ge_4-4-7", "E5", "a")
    id = vehicle(s, "ru_t34_85", "E5", ce=False)
    asked = drive(s, ("attack", "a", id))
    assert lines(s, "combat_with_vehicle")[0]["result"] == "no effect"
    assert asked is not None
    assert (asked.seat, asked.ask, asked.options) == ("russian", "vehicle_attacks", [("against", "a"), ("hold",)])


@pytest.mark.parametrize(("type", "expected"), [("ge_opel", -3), ("ge_spw251_1", -2)])
def test_soft_and_open_vehicles_are_easy_prey(type: str, expected: int) -> None:
    """RV-A11.51"""
    s = battle("CCPh", side="russian")
    put(s, "ru_4-4-7", "E5", "a")
    tank = s.vehicles[vehicle(s, type, "E5")]
    assert drm(vehicle_modifiers(s, [s.units["a"]], tank)) == expected


def test_dummies_board_nothing() -> None:
    """RV-A12.11, RV-D6.1 Who gets on is seen."""
    s = battle("MPh", side="german")
    id = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_dummy", "E5", "nobody", concealed=True)
    assert finds_room(s, s.vehicles[id], s.units["a"])
    assert not finds_room(s, s.vehicles[id], s.units["nobody"])


def test_smoke_rounds_of_an_assault_gun() -> None:
    """RV-C8.5, RV-C8.1, RV-A24.3 With s#: a full counter in the hex; the round may run out, and the gun has fired."""
    s = battle("PFPh", side="german", dice=[2, 4])
    id = vehicle(s, "ge_stug3g", "E2", vca=3, tca=3)
    assert can(s, "gun_smoke", id)
    drive(s, ("gun_smoke", id), ("at", "E5"))
    assert lines(s, "to_hit")[0]["ammunition"] == SMOKE
    assert s.screens["E5"].side == "german"
    assert s.vehicles[id].fired == "prep"
    assert not can(s, "gun_smoke", id)
    mark(s, id, fired="", used=(), depleted=(SMOKE,))
    assert not can(s, "gun_smoke", id)
    s = battle("PFPh", side="russian")
    assert not can(s, "gun_smoke", vehicle(s, "ru_t34_85", "E2"))
    s = battle("MPh", side="russian")  # not at a moving target
    vehicle(s, "ge_stug3g", "E2", vca=3, tca=3)
    put(s, "ru_4-4-7", "E6", "x")
    drive(s, ("move", "x"), ("to", "E5"))
    assert can(s, "gun", id)
    assert not can(s, "gun_smoke", id)
