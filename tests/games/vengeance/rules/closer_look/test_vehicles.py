"""A closer look at vehicles: arcs and facings, bypass, machine guns on the move, who joins reaction fire."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.vehicles import CMG, FRONT, HULL, REAR, SIDE, TURRET, Drive
from sandtable.games.vengeance.rules.vehicles.facing import (
    facing_of_side,
    front_sides,
    rear_sides,
    target_facing,
)
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import targets_of, volley
from sandtable.games.vengeance.rules.vehicles.fire.main_gun import may_fire_intensively
from sandtable.games.vengeance.rules.vehicles.movement.destinations import ways
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import ask, battle, drive, load, put, vehicle

PANTHER = "ge_pz5g"


@pytest.mark.parametrize("corner", range(6))
def test_arcs_and_facings(corner: int) -> None:
    """RV-D1.31, RV-D1.61 Two hexsides ahead, two behind, one on each side."""
    assert front_sides(corner) == (corner, (corner + 1) % 6)
    assert rear_sides(corner) == ((corner + 3) % 6, (corner + 4) % 6)
    assert [facing_of_side(corner, (corner + d) % 6) for d in range(6)] == [FRONT, FRONT, SIDE, REAR, REAR, SIDE]


@pytest.mark.parametrize(
    ("vca", "ahead", "behind"),
    [(1, "J5", "A6"), (4, "A6", "J5")],
)
def test_facing_of_a_vehicle_in_bypass(vca: int, ahead: str, behind: str) -> None:
    """RV-D1.61, RV-D2.3 It stands at the corner to which it points; 60 degrees ahead are front, 60 behind rear."""
    s = battle(E6="1.5")
    f = field_of(s)
    tank = s.vehicles[vehicle(s, PANTHER, "E6", bypass=0, vca=vca, tca=vca)]
    assert target_facing(f, tank, ahead, HULL) == FRONT
    assert target_facing(f, tank, behind, HULL) == REAR
    assert target_facing(f, tank, "E1", HULL) == SIDE
    assert target_facing(f, tank, "E11", HULL) == SIDE
    assert target_facing(f, tank, "E6", HULL) == SIDE
    turned = replace(tank, tca=(vca + 3) % 6)
    assert (target_facing(f, turned, ahead, TURRET), target_facing(f, turned, ahead, HULL)) == (REAR, FRONT)


@pytest.mark.parametrize(("firer", "side"), [("E5", 0), ("F5", 1), ("F6", 2), ("E7", 3), ("D6", 4), ("D5", 5)])
def test_facing_towards_an_upper_level_next_door(firer: str, side: int) -> None:
    """RV-D1.61 From the level above a neighbouring hex the hexside between counts."""
    s = battle(E5="1.5", F5="1.5", F6="1.5", E7="1.5", D6="1.5", D5="1.5")
    f = field_of(s)
    for vca in range(6):
        tank = s.vehicles[vehicle(s, PANTHER, "E6", f"tank{vca}", vca=vca, tca=vca)]
        assert target_facing(f, tank, f"{firer}-1", HULL) == facing_of_side(vca, side)


def test_its_own_movement_phase_exposes_nobody_else() -> None:
    """RV-D3.2, RV-A8.1 Fire on the move at men who stand is no First Fire: no FFNAM, no FFMO."""
    s = battle("MPh", side="german")
    tank = vehicle(s, PANTHER, "E6", vca=3, tca=3)
    put(s, "ru_4-4-7", "E8", "x")
    s.drive = Drive(tank, spent=2, here=2)
    fired = volley(s, s.vehicles[tank], "E8", (CMG,))
    assert [ids for ids, _ in fired.groups] == [("x",)]
    assert not any(clause == "RV-A8.14" for _, clause, _ in fired.drm)


def test_a_target_out_of_sight_hides_no_other() -> None:
    """RV-D3.2"""
    s = battle("PFPh", E8="1.5")
    tank = vehicle(s, PANTHER, "E6", vca=3, tca=3)
    places = ["E10", "F7", "E8"]
    found = targets_of(s, field_of(s), s.vehicles[tank], places)
    assert "E10" not in found, "behind the house"
    assert {"F7", "E8"} <= set(found)


def test_intensive_fire_once_in_the_phase_of_its_last_shot() -> None:
    """RV-C5.5"""
    s = battle("PFPh")
    s.player_turns = 3
    tank = s.vehicles[vehicle(s, "ge_pz4h", "E6", fired="prep", gun_phase="PFPh")]
    assert may_fire_intensively(s, tank)
    assert not may_fire_intensively(s, replace(tank, fired=""))
    assert not may_fire_intensively(s, replace(tank, gun_phase="DFPh"))
    assert not may_fire_intensively(s, replace(tank, intensive=3))
    s.phase = "AFPh"
    assert not may_fire_intensively(s, replace(tank, gun_phase="AFPh"))


def test_leaders_join_the_squad_that_attacks_a_moving_tank() -> None:
    """RV-D7.2, RV-A11.5 Leaders and heroes of its Location, no other squad, and each once."""
    s = battle("MPh", side="russian", sides={("E6", "E5"): "ROAD", ("E5", "E4"): "ROAD"}, F5="1.5")
    id = vehicle(s, "ru_t34_85", "E6", motion=True)
    put(s, "ge_4-4-7", "F5", "squad")
    put(s, "ge_4-4-7", "F5", "another")
    put(s, "ge_8-1", "F5", "boss")
    drive(s, ("drive", id), ("go", "E5"))
    load(s, 3, 3)
    decision = drive(s, ("react", "squad"))
    assert decision is not None
    assert (decision.ask, set(decision.options)) == ("react", {("join", "boss"), ("roll",)})
    assert ask(s).seat == "german"


def test_a_tank_goes_round_a_house_either_way() -> None:
    """RV-D2.3 Along the hexside to its left or to its right, pointing onward."""
    s = battle("MPh", side="german", E5="1.5")
    tank = vehicle(s, PANTHER, "E6", vca=5, tca=5)
    s.drive = Drive(tank)
    round_it = [way for way in ways(s, field_of(s), s.vehicles[tank]) if way.to == "E5" and way.bypass >= 0]
    assert {(way.bypass, way.vca) for way in round_it} == {(4, 5), (2, 0)}
