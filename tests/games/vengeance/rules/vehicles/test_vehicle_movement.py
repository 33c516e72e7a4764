"""How vehicles move (chapters D2, D8, P5): costs, turns, bypass, Motion, bog, and who may go where."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.vehicles import Drive
from sandtable.games.vengeance.rules.vehicles.kinds import mark
from sandtable.games.vengeance.rules.vehicles.movement import bog
from sandtable.games.vengeance.rules.vehicles.movement.destinations import VehicleStep, may_enter, turning_cost, ways
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import ALL, halves_of
from sandtable.games.vengeance.rules.vehicles.movement.narrow_streets import (
    in_narrow_street,
    sees_into_street,
    two_sided,
)
from sandtable.games.vengeance.rules.vehicles.movement.recall import at_edge, homeward, leave, way_home
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import ask, battle, can, drive, drm, lines, load, put, vehicle, whole_map


def costs(type: str, **terrain: str) -> dict[str, int]:
    """What the two hexes ahead cost a vehicle in E5 that points north-east, in half MP."""
    side = "german" if type.startswith("ge") else "russian"
    s = battle("MPh", side, (), None, "", **terrain)
    id = vehicle(s, type, "E5", motion=True)
    return {w.to: w.cost for w in ways(s, field_of(s), s.vehicles[id]) if w.bypass < 0 and not w.slow}


def test_only_the_front_hexsides_are_crossed() -> None:
    """RV-D2.1, RV-D1.31, RV-D2.6"""
    assert costs("ru_t34_85") == {"E4": 2, "F4": 2}
    assert costs("ge_opel") == {"E4": 8, "F4": 8}
    assert costs("ge_psw232") == {"E4": 6, "F4": 6}
    assert costs("ge_kfz1") == {"E4": 6, "F4": 6}  # all-wheel drive: the column of armored cars
    assert costs("ru_t34_85", E4="DEBRIS", F4="RUBBLE_STONE") == {"E4": 8, "F4": 16}
    assert costs("ge_spw251_1", E4="DEBRIS", F4="RUBBLE_STONE") == {}
    assert halves_of("ALL", 13) == ALL
    assert halves_of("2+COT", 13, 2) == 6


def test_roads_cost_half_an_mp() -> None:
    """RV-B3.1, RV-B3.4: a whole one for a closed AFV that is Buttoned Up; debris takes the road away."""
    for exposed, cost in ((True, 1), (False, 2)):
        s = battle("MPh", side="russian", sides={("E5", "E4"): "ROAD"})
        id = vehicle(s, "ru_t34_85", "E5", motion=True, ce=exposed)
        assert next(w.cost for w in ways(s, field_of(s), s.vehicles[id]) if w.to == "E4") == cost


def test_turning_costs_and_takes_the_turret_along() -> None:
    """RV-D2.1"""
    s = battle("MPh", side="russian", dice=[1, 1])
    id = vehicle(s, "ru_t34_85", "E5", motion=True, vca=0, tca=2)
    drive(s, ("drive", id), ("turn_right",))
    assert (s.vehicles[id].vca, s.vehicles[id].tca) == (1, 3)
    assert s.drive is not None
    assert s.drive.spent == 2
    s = battle(E5="DEBRIS")
    assert turning_cost(field_of(s), s.vehicles[vehicle(s, "ru_t34_85", "E5")]) == 4


def test_start_stop_delay_and_motion() -> None:
    """RV-D2.11, RV-D2.12, RV-D2.13"""
    s = battle("MPh", side="russian")
    id = vehicle(s, "ru_t34_85", "E5")
    drive(s, ("drive", id))
    assert ("go", "E4") not in ask(s).options  # it must start first
    drive(s, ("start",), ("go", "E4"), ("delay",))
    assert s.drive is not None
    assert s.drive.spent == 2 + 2 + 2
    assert ("end",) not in ask(s).options  # MP may be unused only if it is Stopped
    drive(s, ("in_motion",))
    ask(s)
    assert (s.vehicles[id].motion, s.vehicles[id].at, s.vehicles[id].moved) == (True, "E4", True)
    s.phase, s.step = "MPh", ""
    mark(s, id, moved=False)
    drive(s, ("drive", id), ("stop",), ("end",))
    assert not s.vehicles[id].motion


def test_reverse_costs_four_times_as_much() -> None:
    """RV-D2.2"""
    s = battle("MPh", side="russian")
    id = vehicle(s, "ru_t34_85", "E5", motion=True)
    drive(s, ("drive", id), ("back", "E6"))
    assert s.drive is not None
    assert (s.drive.spent, s.vehicles[id].at, s.vehicles[id].vca) == (8, "E6", 0)
    options = ask(s).options
    assert ("back", "E7") in options
    assert ("go", "E5") not in options


def test_bypass_goes_from_corner_to_corner() -> None:
    """RV-D2.3"""
    s = battle("MPh", side="russian", E4="1.5")
    id = vehicle(s, "ru_is2", "E5", motion=True)
    drive(s, ("drive", id), ("skirt", "E4", "side-2", "arc-0"))
    tank = s.vehicles[id]
    assert (tank.at, tank.bypass, tank.vca) == ("E4", 2, 0)
    assert s.drive is not None
    assert s.drive.spent == 4
    # On along the next side, or into the hexes that touch its corner.
    options = ask(s).options
    assert ("skirt", "E4", "side-1", "arc-5") in options
    assert ("go", "F3") in options
    assert ("turn_left",) not in options
    other = vehicle(s, "ru_t34_85", "F4", "other", motion=True, vca=3, tca=3)
    taken = [w for w in ways(s, field_of(s), s.vehicles[other]) if w.bypass == 2]
    assert taken == []  # one vehicle on a hexside


def test_men_aboard_keep_a_tank_out_of_bypass() -> None:
    """RV-D6.2, RV-D2.3"""
    s = battle("MPh", side="russian", E4="1.5")
    id = vehicle(s, "ru_is2", "E5", motion=True)
    put(s, "ru_4-4-7", "E5", "a", aboard=id)
    s.at.clear()
    s.units["a"] = replace(s.units["a"], at="")
    assert {w.to for w in ways(s, field_of(s), s.vehicles[id])} == {"F4"}


def test_known_enemies_bar_the_way() -> None:
    """RV-D2.7, RV-D2.8, RV-D10.1, RV-A5.12"""
    s = battle("MPh", side="russian")
    f = field_of(s)
    id = vehicle(s, "ru_t34_85", "E5", motion=True)
    put(s, "ge_4-4-7", "E4", "x")
    assert {w.to for w in ways(s, f, s.vehicles[id])} == {"F4"}
    s.smoke["F4"] = 2
    vehicle(s, "ge_opel", "F4", "w", wreck="wreck")
    assert {w.to: w.cost for w in ways(s, f, s.vehicles[id])} == {"F4": 2 + 2 + 2}
    for n in range(3):
        vehicle(s, "ru_t34_85", "F4", f"friend{n}")
    assert not may_enter(s, f, s.vehicles[id], VehicleStep("F4", 2))


def test_men_in_a_house_do_not_bar_the_road() -> None:
    """RV-D2.7"""
    s = battle("MPh", side="russian", E4="1.5")
    f = field_of(s)
    id = vehicle(s, "ru_t34_85", "E5", motion=True)
    put(s, "ge_4-4-7", "E4", "x")
    assert not may_enter(s, f, s.vehicles[id], VehicleStep("E4", 14))
    assert may_enter(s, f, s.vehicles[id], VehicleStep("E4", 4, bypass=1))
    assert may_enter(s, f, s.vehicles[id], VehicleStep("E4", 1, road=True))


def test_uphill_costs_more() -> None:
    """RV-B10.4, RV-D2.6, RV-BRV6.1"""
    whole_map()
    s = battle("MPh", side="russian", on="train1")
    s.scenario = "whole"
    f = whole_map()
    id = vehicle(s, "ru_t34_85", "T7", motion=True, vca=2, tca=2)
    up = next(w for w in ways(s, f, s.vehicles[id]) if w.to == "T8")
    assert (up.uphill, up.cost) == (True, 1 + 2)  # a ramp of the quay: one MP more


@pytest.mark.parametrize(("dice", "broken"), [([4, 4], False), ([6, 4], True)])
def test_excessive_speed(dice: list[int], broken: bool) -> None:
    """RV-D2.5, RV-D3.4"""
    s = battle("MPh", side="russian", dice=dice)
    id = vehicle(s, "ru_t34_85", "E5", motion=True)
    drive(s, ("drive", id), ("speed", 3))
    assert s.vehicles[id].immobile is broken
    if not broken:
        assert s.drive is not None
        assert s.drive.bonus == 6
        assert not any(o[0] == "speed" for o in ask(s).options)  # once in a MPh


def test_without_radio_it_waits_for_its_platoon() -> None:
    """RV-D14.1"""
    s = battle("MPh", side="russian", dice=[6, 3, 5, 5])
    f = field_of(s)
    id = vehicle(s, "ru_ot34", "E5")
    assert not bog.may_start(s, f, s.vehicles[id])
    drive(s, ("drive", id), ("start",))
    assert (s.vehicles[id].motion, s.vehicles[id].moved) == (False, True)
    vehicle(s, "ru_t34_85", "E7", "friend")
    assert bog.may_start(s, f, s.vehicles[id])


def test_the_bog_roll_and_its_modifiers() -> None:
    """RV-D8.2"""
    s = battle("MPh", side="german", E5="DEBRIS")
    s.ec = "moist"
    f = field_of(s)
    tiger = vehicle(s, "ge_pz6b", "E5")
    found = bog.bog_modifiers(s, f, s.vehicles[tiger], "E5")
    assert drm(found) == 1 + 1 + 1 + 1  # debris, moist ground, high ground pressure, unreliable
    panther = vehicle(s, "ge_pz5g", "E5", leader="ge_armor_9-1")
    assert drm(bog.bog_modifiers(s, f, s.vehicles[panther], "E5")) == 1 + 1 - 1 - 1


def test_getting_free_or_deeper_in() -> None:
    """RV-D8.3"""
    s = battle("MPh", side="russian", dice=[5, 5])
    id = vehicle(s, "ru_t34_85", "E5", bogged=True)
    drive(s, ("drive", id), ("free",))
    assert (s.vehicles[id].mired, s.vehicles[id].bog_fails) == (True, 1)
    load(s, 1, 2)
    bog.try_to_free(s, id)
    assert s.vehicles[id].mired  # 3, and one for the failure before
    load(s, 1, 1)
    mark(s, id, bog_fails=1)
    bog.try_to_free(s, id)
    assert not s.vehicles[id].bogged
    assert not s.vehicles[id].mired


def test_a_motion_attempt() -> None:
    """RV-D2.4, RV-D3.45"""
    s = battle("MPh", side="russian", dice=[3])
    put(s, "ru_4-4-7", "E7", "a")
    id = vehicle(s, "ge_pz5g", "E4")
    drive(s, ("move", "a"), ("to", "E6"))
    assert can(s, "motion", id)
    drive(s, ("motion", id), ("turn_right",))
    assert (s.vehicles[id].motion, s.vehicles[id].vca) == (True, 1)
    s = battle("MPh", side="russian", dice=[3])
    put(s, "ru_4-4-7", "E7", "a")
    vehicle(s, "ge_pz5g", "E4", inexperienced=True)
    drive(s, ("move", "a"), ("to", "E6"), ("motion", id))
    assert not s.vehicles[id].motion
    assert not can(s, "motion", id)  # once


def test_a_recalled_vehicle_goes_home_and_leaves() -> None:
    """RV-D5.3"""
    s = battle("MPh", side="russian", on="train1")
    f = field_of(s)
    edge = next(hex for hex in sorted(f.area) if len(f.ground.neighbours[hex]) == 6 and not f.hex(hex).building)
    id = vehicle(s, "ru_t34_85", edge, motion=True, recalled=True)
    assert way_home(s, f, s.vehicles[id])
    tank = s.vehicles[id]
    assert homeward(s, f, tank, []) == []
    if at_edge(s, tank):
        assert can(s, "drive", id)
    leave(s, tank)
    assert (id in s.vehicles, s.cvp) == (False, {})


def test_b_33_narrow_street_at_k11() -> None:
    """RV-BRV13.4, RV-BRV13.41, RV-P5.1, RV-P5.11, RV-P5.122"""
    f = whole_map()
    g = f.ground
    one, both = g.direction("K12", "K11"), g.direction("L12", "L11")
    assert "NARROW_STREET" in g.sides["K12"][one]
    assert not two_sided(f, "K12", one)
    assert two_sided(f, "L12", both)
    s = battle("MPh", side="russian", on="train1")
    s.scenario = "whole"
    open_side = s.vehicles[vehicle(s, "ru_t34_85", "K12", "a", bypass=one, vca=(one + 1) % 6)]
    shut_in = s.vehicles[vehicle(s, "ru_t34_85", "L12", "b", bypass=both, vca=(both + 1) % 6)]
    assert in_narrow_street(f, open_side)
    assert sees_into_street(f, "K8", open_side)
    assert not sees_into_street(f, "L9", shut_in)
    assert sees_into_street(f, "L11", shut_in)
    assert Drive("a").here == 0


def test_no_vehicle_on_the_viaduct_and_none_into_the_pit() -> None:
    """RV-BRV13.11, RV-BRV10.2, RV-B6.1"""
    f = whole_map()
    s = battle("MPh", side="russian", on="train1")
    s.scenario = "whole"
    for hex in ("Q15", "R15", "P15"):
        for corner in range(6):
            id = vehicle(s, "ru_t34_85", hex, motion=True, vca=corner)
            for way in ways(s, f, s.vehicles[id]):
                assert f.ground.hexes[f.hex_of[way.to]].base != "PIT" or f.place(way.to).kind == "bridge"
                assert not way.to.endswith("viaduct")
    assert lines(s, "drives") == []
