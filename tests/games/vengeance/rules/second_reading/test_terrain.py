"""Walls, streets, debris and the Gate (chapters B9, P5, BRV12.2, BRV13.3); each test failed before."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.rules.artillery.indirect_fire import indirect_personal, strike_vehicle
from sandtable.games.vengeance.rules.fire.aim_points import stand_of
from sandtable.games.vengeance.rules.fire.residual import lingering_fire
from sandtable.games.vengeance.rules.ordnance.target import at_vehicle
from sandtable.games.vengeance.rules.ordnance.to_hit import ShotConditions
from sandtable.games.vengeance.rules.vehicles.crews.inherent import stun
from sandtable.games.vengeance.rules.vehicles.facing import target_facing
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of
from sandtable.games.vengeance.rules.vehicles.movement.bog import bog_modifiers, bog_roll
from sandtable.games.vengeance.rules.vehicles.movement.destinations import VehicleStep, ways
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    battle,
    berlin,
    drive,
    drm,
    lines,
    load,
    moving,
    planned,
    put,
    struck,
    vehicle,
    whole_map,
)

WALL = {("D4", "D5"): "WALL"}


# -- walls -------------------------------------------------------------------------------------------------------------


def shelled(s: Battle, id: str, cover: int = 0, *places: str) -> int:
    return drm(indirect_personal(s, field_of(s), s.units[id], cover, False, places))


def test_a_wall_covers_from_shells_whoever_stands_at_it() -> None:
    """RV-B9.1, RV-B9.2 +1 against indirect fire without an enemy near; not for one that has used the cover inside."""
    s = battle(sides=WALL)
    for id, marks in (
        ("a", {}),
        ("broken", {"broken": True}),
        ("used", {"sheltered": True}),
        ("past", {"bypass": "+1"}),
    ):
        put(s, "ge_4-4-7", "D4", id, **marks)
    assert [shelled(s, id) for id in ("a", "broken", "used", "past")] == [1, 1, 0, 0]
    assert shelled(s, "a", 3) == 0  # the house is better


def test_a_wall_that_the_enemy_holds_covers_nobody_from_shells() -> None:
    """RV-B9.23"""
    s = battle(sides=WALL, D4="DEBRIS")
    put(s, "ge_4-4-7", "D4", "a")
    put(s, "ru_4-4-7", "D5", "x", wall=True)
    assert shelled(s, "a") == 0


def test_a_mortar_fires_over_the_wall_or_from_another_side() -> None:
    """RV-B9.1 A firer whose LOS enters through another hexside ignores it."""
    s = battle(sides=WALL)
    put(s, "ge_4-4-7", "D4", "a")
    assert shelled(s, "a", 0, "D8") == 1
    assert shelled(s, "a", 0, "D1") == 0


def test_a_tank_at_the_wall_does_not_use_the_house_against_shells() -> None:
    """RV-B9.23, RV-C1.51"""
    finals = []
    for wall in (False, True):
        s = battle(sides=WALL, D4="1.5")
        tank = vehicle(s, "ge_pz5g", "D4", wall=wall)
        strike_vehicle(s, tank, 3, (6, 6))
        finals.append(lines(s, "shelled")[0]["final"])
    assert finals[0] - finals[1] == 4


@pytest.mark.parametrize(("terrain", "inside"), [("DEBRIS", 1), ("1.5", 3)])
def test_one_has_the_wall_and_his_mate_the_cover_inside(terrain: str, inside: int) -> None:
    """RV-B9.22, RV-B9.23 Each by what he does: the holder +2, who has used the cover inside that, others the better."""
    s = battle(sides=WALL, D4=terrain)
    put(s, "ge_4-4-7", "D4", "holder", wall=True)
    put(s, "ge_4-4-7", "D4", "inside", sheltered=True)
    put(s, "ge_4-4-7", "D4", "either")
    put(s, "ru_4-4-7", "D7", "x")
    s.side = "russian"
    shot = planned(s, ["x"], "D4")
    cover = {id: drm((*shot.drm, *own)) for ids, own in shot.groups for id in ids}
    assert cover == {"holder": 2, "inside": inside, "either": max(2, inside)}


# -- streets and debris ------------------------------------------------------------------------------------------------


def test_men_who_cross_a_narrow_street_are_in_the_open() -> None:
    """RV-P5.1, RV-A8.1 For that expenditure: no cover, and FFMO besides FFNAM."""
    s = battle("MPh", side="german", sides={("E5", "E6"): "NARROW_STREET"}, E5="1.5", E6="1.5")
    put(s, "ge_4-4-7", "E6", "a")
    moving(s, "a", here=3)
    put(s, "ru_4-4-7", "E5", "x")
    assert s.move is not None
    expected = {}
    for crossing in ("", "E6|0"):
        s.move = replace(s.move, crossing=crossing)
        shot = planned(s, ["x"], "E6")
        expected[crossing] = drm((*shot.drm, *shot.groups[0][1]))
    assert expected == {"": 3 - 1, "E6|0": -2}


def test_residual_fire_in_a_narrow_street() -> None:
    """RV-P5.1, RV-A8.22 It finds them in the open too."""
    s = battle("MPh", side="german", dice=[6, 6], sides={("E5", "E6"): "NARROW_STREET"}, E5="1.5", E6="1.5")
    put(s, "ge_4-4-7", "E6", "a")
    moving(s, "a", here=3)
    assert s.move is not None
    s.move = replace(s.move, crossing="E6|0")
    s.residual["E6"] = 4
    lingering_fire(s)
    assert sum(m[0] for m in struck(s)[0]["modifiers"]) == -2


def roofless(type: str) -> tuple[Battle, list[VehicleStep]]:
    """A vehicle at C15 before the roofless house of D15, and its ways past it."""
    s = berlin("MPh", "russian")
    id = vehicle(s, type, "C15", vca=2)
    return s, [w for w in ways(s, field_of(s), s.vehicles[id]) if w.bypass >= 0 and w.to == "D15"]


def test_a_vehicle_bypasses_a_roofless_house_through_debris() -> None:
    """RV-BRV12.21, RV-O1.1 A quarter of its MP and a bog DR with +1, not with the +3 of the house."""
    s, found = roofless("ru_t34_85")
    assert {(w.cost, w.bog) for w in found} == {(8, True)}
    tank = replace(s.vehicles["ru_t34_85"], at="D15", bypass=found[0].bypass)
    reasons = [m[2] for m in bog_modifiers(s, field_of(s), tank, "D15", found[0])]
    assert "debris" in reasons
    assert "stone building or rubble" not in reasons


def test_wheels_do_not_get_through_the_debris() -> None:
    """RV-O1.1, RV-BRV12.21 Only fully tracked AFVs."""
    assert roofless("ru_iag6")[1] == []


def test_nobody_falls_into_the_cellar_of_a_house_that_he_passes() -> None:
    """RV-BRV16.5, RV-D2.3"""
    s, found = roofless("ru_t34_85")
    s.vehicles["ru_t34_85"] = replace(s.vehicles["ru_t34_85"], at="D15", bypass=found[0].bypass)
    load(s, 6, 1)
    bog_roll(s, field_of(s), "ru_t34_85", found[0])
    assert not s.vehicles["ru_t34_85"].cellar


@pytest.mark.parametrize(("sides", "cost"), [({}, 2 + 3), ({("E5", "E4"): "NARROW_STREET"}, 1 + 3 * 2)])
def test_a_vehicle_turns_round_along_a_hexside(sides: dict[tuple[str, str], str], cost: int) -> None:
    """RV-P5.1, RV-D2.1, RV-D2.3 Three corners of VCA, which cost double in a narrow street, and the way back."""
    s = battle("MPh", side="russian", sides=sides, E5="1.5", E4="1.5")
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E5", bypass=0, vca=1, tca=1, motion=True)]
    back = [w for w in ways(s, field_of(s), tank) if (w.to, w.bypass) == ("E5", 0)]
    assert [(w.cost, w.vca) for w in back] == [(2 * cost, 4)]


def test_a_vehicle_backs_along_a_hexside() -> None:
    """RV-D2.2, RV-D2.3 To the other end at the cost of reverse; there it stands, and forward it comes back."""
    s = battle("MPh", side="russian", E5="1.5")
    id = vehicle(s, "ru_t34_85", "E5", bypass=0, vca=1, tca=1)
    assert stand_of(field_of(s), s.vehicles[id]) == "E5/1"
    drive(s, ("drive", id), ("start",), ("back_along", "E5", "side-0", "arc-1"))
    tank = s.vehicles[id]
    assert s.drive is not None
    assert s.drive.spent == 2 + 4 * kind_of(tank).reverse_multiplier
    assert (tank.bypass, tank.vca, tank.tail_end, tank.reversing) == (0, 1, True, True)
    assert stand_of(field_of(s), tank) == "E5/0"
    assert target_facing(field_of(s), tank, "B4", "hull") == "rear"
    s.vehicles[id] = replace(tank, reversing=False)
    assert [(w.bypass, w.vca, w.tail_end) for w in ways(s, field_of(s), s.vehicles[id])] == [(0, 1, False)]


def test_backwards_it_goes_on_round_the_house_or_out_into_the_open() -> None:
    """RV-D2.2, RV-D2.3 Along the next hexside behind it, or into a hex that touches the corner where it stands."""
    s = battle("MPh", side="russian", E5="1.5")
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E5", bypass=0, vca=1, tca=1, motion=True, tail_end=True)]
    found = {(w.to, w.bypass, w.vca if w.bypass >= 0 else -1) for w in ways(s, field_of(s), tank, reverse=True)}
    assert found == {("E5", 5, 0), ("E4", -1, -1), ("D4", -1, -1)}


def test_a_vehicle_backs_into_bypass() -> None:
    """RV-D2.2, RV-D2.3 From the hex beside the house, its rear first; the way that it points stays the same."""
    s = battle("MPh", side="russian", E5="1.5")
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E6", vca=2, tca=2)]
    back = [w for w in ways(s, field_of(s), tank, reverse=True) if w.bypass >= 0]
    forward = [w for w in ways(s, field_of(s), replace(tank, vca=5)) if w.bypass >= 0]
    assert {(w.to, w.bypass, (w.vca + 3) % 6) for w in back} == {(w.to, w.bypass, w.vca) for w in forward}
    assert back
    assert all(w.tail_end for w in back)


def test_round_the_end_of_a_bar_through_debris() -> None:
    """RV-BRV12.21, RV-B23.71 4 MF in all, into a roofless house or out of it; 2 between houses with roofs."""
    f = whole_map()
    found: dict[tuple[bool, bool], set[int]] = {}
    for hex in ("DD22", "EE22", "U12", "V12"):
        for came in f.ground.neighbours[hex]:
            for first in f.ways_round(came) if came in f.steps else ():
                for way in f.ways_round(hex, first.sides) if first.to == hex else ():
                    bar = "ROWHOUSE" in f.ground.side(hex, way.to) if way.to in f.ground.neighbours[hex] else False
                    if bar and len(way.sides) < 4:
                        littered = f.ground.littered(hex), f.ground.littered(way.to)
                        found.setdefault(littered, set()).add(way.cost)
    assert found == {(False, True): {4}, (True, False): {4}, (False, False): {2}}


def test_a_bypass_in_the_dark_costs_more() -> None:
    """RV-E1.5 One MP for a hex that is not entered along a road."""
    costs = []
    for night in (None, Night(3, 3, "full", "none", "german")):
        s = battle("MPh", side="russian", E5="1.5")
        s.night = night
        tank = vehicle(s, "ru_t34_85", "E6", vca=0)
        costs.append({w.cost for w in ways(s, field_of(s), s.vehicles[tank]) if w.bypass >= 0})
    assert costs == [{4}, {6}]


# -- the Gate ----------------------------------------------------------------------------------------------------------


def test_nobody_bypasses_the_gate() -> None:
    """RV-BRV13.31"""
    f = whole_map()
    assert not [w for n in f.ground.neighbours["BB24"] if n in f.steps for w in f.ways_round(n) if w.to == "BB24"]


def test_the_gate_covers_a_vehicle() -> None:
    """RV-BRV13.31, RV-C6.8 All units in it have +1."""
    s = berlin()
    tank = vehicle(s, "ru_t34_85", "BB24")
    cover = ((1, "RV-B.1", "gate"),)
    found = at_vehicle(s, field_of(s), ShotConditions(target_type="vehicle", range=4), tank, "BB20", cover)
    assert found.tem == cover


# -- crews -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(True, True), (False, False)])
def test_a_stunned_vehicle_that_was_in_motion_stays_in_motion(before: bool, after: bool) -> None:
    """RV-D5.3 It stops at once; Motion is kept if it was in Motion before its move."""
    s = battle("MPh", side="russian")
    tank = vehicle(s, "ru_t34_85", "E8", vca=0, motion=before)
    choices: list[Option] = [("drive", tank)] if before else [("drive", tank), ("start",)]
    drive(s, *choices)
    stun(s, tank)
    assert s.vehicles[tank].motion == after
