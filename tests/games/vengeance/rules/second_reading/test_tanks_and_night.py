"""Vehicles and the night; each test failed before."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.rules.advance import advances
from sandtable.games.vengeance.rules.fire.first_fire import snap_plan
from sandtable.games.vengeance.rules.night.cloaking import convert_seen
from sandtable.games.vengeance.rules.night.starshells import users
from sandtable.games.vengeance.rules.ordnance import laying
from sandtable.games.vengeance.rules.ordnance.rockets import rocket_shot
from sandtable.games.vengeance.rules.units.kinds import weapon_type
from sandtable.games.vengeance.rules.vehicles.close_combat.attack import vehicle_attack
from sandtable.games.vengeance.rules.vehicles.fire import main_gun
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import power, volley
from sandtable.games.vengeance.rules.vehicles.movement.overrun import overrun
from sandtable.games.vengeance.rules.vehicles.phases import start_of_rally
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    drive,
    emplace,
    lines,
    moving,
    planned,
    put,
    struck,
    vehicle,
)

# -- vehicles and the night --------------------------------------------------------------------------------------------


def test_a_truck_does_not_hide_the_tank_behind_it() -> None:
    """RV-A11.7 Who advances on a truck and a tank takes the PAATC of the tank."""
    s = battle("APh", side="german", dice=[6, 6])
    put(s, "ge_4-4-7", "E6", "a")
    vehicle(s, "ru_iag6", "E7")
    vehicle(s, "ru_t34_85", "E7")
    s.step = "advance"
    drive(s, ("advance", "a"), ("to", "E7"))
    assert lines(s, "task_check")
    assert s.units["a"].at == "E6"


def test_both_sides_mend_the_guns_of_their_vehicles() -> None:
    """RV-A3.1, RV-D1.8 The ATTACKER in each RPh, after him the DEFENDER."""
    s = battle("RPh", side="german", dice=[1])
    tank = vehicle(s, "ru_t34_85", "E7", malfunctioned=("MA",))
    start_of_rally(s)
    decision = ask(s)
    assert (decision.seat, decision.options) == ("russian", [("mend", tank, "MA"), ("done",)])
    drive(s, ("mend", tank, "MA"))
    assert s.vehicles[tank].malfunctioned == ()


def test_a_tank_beyond_the_night_is_fired_at_by_half() -> None:
    """RV-E1.8 Machine guns and main guns of vehicles at a Gunflash: half FP, Case K."""
    s = battle(side="german")
    s.night = Night(2, 2, "full", "none", "russian")
    tank = vehicle(s, "ge_pz5g", "E2", free=True)
    put(s, "ru_4-4-7", "E8", "x")
    s.flashes.append("E8")
    f = field_of(s)
    assert (0.5, "RV-E1.8", "a Gunflash beyond the NVR") in power(s, f, s.vehicles[tank], "CMG", "E8")[1]
    assert main_gun.declare(s, f, s.vehicles[tank], "E8", "infantry", "HE").conditions.concealed


def test_a_gun_does_not_shell_its_own_crew() -> None:
    """RV-A7.4, RV-C3.2 Fire into the own Location strikes the enemies there; a tank spares its own men, too."""
    s = battle(side="german")
    f = field_of(s)
    put(s, "ge_2-2-8", "E6", "crew")
    emplace(s, "ge_75_pak40", "E6", "crew", ca=0, id="gun")
    put(s, "ru_4-4-7", "E6", "x")
    shot = laying.declare(s, f, "gun", "E6", "infantry", "HE")
    assert [ids for ids, _ in shot.groups] == [("x",)]
    tank = vehicle(s, "ge_pz5g", "E6")
    assert [ids for ids, _ in volley(s, s.vehicles[tank], "E6", ("CMG",)).groups] == [("x",)]


def test_two_tanks_crowd_a_location() -> None:
    """RV-A5.12, RV-A5.131 The second vehicle costs all fire of its Location one, machine guns of tanks too."""
    s = battle(side="german")
    tank = vehicle(s, "ge_pz5g", "E6")
    put(s, "ge_4-4-7", "E6", "a")
    put(s, "ru_4-4-7", "E8", "x")
    vehicle(s, "ge_pz5g", "E6", id="second")
    over = (1, "RV-A5.12", "overstacked firers")
    assert over in volley(s, s.vehicles[tank], "E8", ("CMG",)).drm
    assert over in planned(s, ["a"], "E8").drm
    vehicle(s, "ru_t34_85", "E8")
    vehicle(s, "ru_t34_85", "E8", id="other")
    assert (-1, "RV-A5.131", "overstacked target") in planned(s, ["a"], "E8").drm


def test_wire_spoils_the_aim_of_guns_and_rockets() -> None:
    """RV-B26.1 On wire: +1 to its fire, To Hit rolls included."""
    s = battle(side="german", E8="1.5")
    put(s, "ge_8-3-8", "E6", "a", wired=True)
    arm(s, "ge_psk", "a", "psk")
    put(s, "ru_4-4-7", "E8", "x")
    shot = rocket_shot(s, field_of(s), s.units["a"], weapon_type(s.weapons["psk"]), "E8", False, "psk")
    assert (1, "RV-C3.1", "firer on wire") in shot.drm


def test_a_tank_is_seen_by_who_fires_a_starshell() -> None:
    """RV-E1.92 A Known enemy vehicle in sight is reason enough."""
    s = battle("PFPh", side="german")
    s.night = Night(5, 5, "full", "none", "russian")
    put(s, "ge_9-1", "E6", "boss")
    vehicle(s, "ru_t34_85", "E8")
    assert [u.id for u in users(s, field_of(s), "german")] == ["boss"]


def test_crews_see_cloaked_men() -> None:
    """RV-E1.43, RV-A12.13 A Known vehicle in Good Order within NVR and LOS has the counter taken off."""
    s = battle("MPh", side="german")
    s.night = Night(5, 5, "full", "none", "russian")
    put(s, "ge_4-4-7", "E6", "a", concealed=True, cloak="one")
    vehicle(s, "ru_t34_85", "E8")
    convert_seen(s)
    assert s.units["a"].cloak == ""


def test_without_freedom_men_advance_on_a_tank() -> None:
    """RV-E1.21 A Known enemy vehicle is an enemy to advance on."""
    s = battle("APh", side="german")
    s.night = Night(1, 1, "full", "none", "german")
    put(s, "ge_4-4-7", "E6", "a")
    vehicle(s, "ru_t34_85", "E7")
    assert [step.to for step in advances(s, s.units["a"])] == ["E7"]


def test_overrun_of_an_emplaced_gun() -> None:
    """RV-D7.1, RV-C2.5 Other TEM is normal: the pit of a Gun covers its crew, which is not in the open then."""
    s = battle("MPh", side="russian", dice=[6, 5])
    tank = vehicle(s, "ru_t34_85", "E6")
    put(s, "ge_2-2-8", "E6", "crew")
    emplace(s, "ge_75_pak40", "E6", "crew", id="gun")
    overrun(s, tank)
    assert struck(s)[0]["final"] == 13


def test_a_tank_attacks_what_it_does_not_know_by_half() -> None:
    """RV-A11.6, RV-A11.11, RV-A11.14 Half the FP against a `?`, and -1 against men who are CX or TI."""
    finals = []
    for marks in ({}, {"concealed": True}, {"ti": True}):
        s = battle("CCPh", side="german", dice=[6, 6])
        tank = vehicle(s, "ge_pz5g", "E6")
        put(s, "ru_4-4-7", "E6", "x", **marks)
        vehicle_attack(s, tank, ["x"])
        told = lines(s, "vehicle_combat")[0]
        finals.append((told["kill"], told["final"]))
    assert finals[1][0] < finals[0][0]
    assert finals[2][1] == finals[0][1] - 1


def test_a_snap_shot_in_the_dark() -> None:
    """RV-E1.16 It has the LV of the night as every attack."""
    s = battle("MPh", side="german")
    s.night = Night(5, 5, "full", "none", "russian")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_6-2-8", "F5", "x")
    moving(s, "a")
    assert s.move is not None
    s.move = replace(s.move, crossing="E4|3", came="E4")
    assert (1, "RV-E1.16", "night") in snap_plan(s, field_of(s), "x").drm
