"""The worked cases of the module about vehicles at Barricades and on bridges, in their order."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.altered_ground import BRIDGE_PARTIAL, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.field_works import LaborCounter, Work, hexside
from sandtable.games.vengeance.model.vehicles import HULL, Drive
from sandtable.games.vengeance.rules.fortifications.barriers import put_up
from sandtable.games.vengeance.rules.fortifications.clearance import clearance_modifiers
from sandtable.games.vengeance.rules.terrain.bridges import load_bridge
from sandtable.games.vengeance.rules.vehicles.facing import armour_hit
from sandtable.games.vengeance.rules.vehicles.kinds import mark
from sandtable.games.vengeance.rules.vehicles.movement.barricades import crossing_modifiers, may_cross
from sandtable.games.vengeance.rules.vehicles.movement.destinations import entry, ways
from sandtable.games.vengeance.rules.vehicles.movement.narrow_streets import two_sided
from sandtable.games.vengeance.rules.vehicles.movement.wire_and_mines import anti_tank_mines, kia_number
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import ask, battle, can, drive, drm, lines, load, put, vehicle, whole_map


def barricaded(*dice: int, breached: bool = False, side: str = "russian") -> Battle:
    """A Barricade on the road between E5 and E4, of the enemy, and known."""
    s = battle("MPh", side=side, dice=dice, sides={("E5", "E4"): "ROAD"})
    enemy = "german" if side == "russian" else "russian"
    s.works["b"] = Work("b", "barricade", enemy)
    put_up(s, "b", hexside("E5", "E4"))
    s.works["b"] = replace(s.works["b"], hidden=False, breached=breached)
    return s


def test_b_06_plain_crossing() -> None:
    """RV-BRV9.21, RV-BRV9.211, RV-BRV9.211a, RV-BRV9.211b"""
    s = barricaded(3, 4)
    id = vehicle(s, "ru_t34_85", "E5", motion=True)
    drive(s, ("drive", id), ("cross", "E4", "half"))
    assert s.drive is not None
    assert s.drive.spent == 2 * 8
    ask(s)
    assert lines(s, "barricade")[0]["final"] == 6
    assert (s.vehicles[id].at, s.works["b"].breached) == ("E4", True)


def test_b_07_crash_then_repeat() -> None:
    """RV-BRV9.211, RV-BRV9.212, RV-BRV9.213, RV-BRV9.215"""
    s = barricaded(4, 4)
    id = vehicle(s, "ru_is2", "E5", motion=True, ce=False)
    drive(s, ("drive", id), ("cross", "E4", "quarter"))
    ask(s)
    assert lines(s, "barricade")[0]["final"] == 7
    assert (s.vehicles[id].at, s.vehicles[id].motion, s.labor) == ("E5", False, [LaborCounter("b", "E5", -2)])
    mark(s, id, moved=False, motion=True)
    s.phase, s.step, s.side = "MPh", "", "russian"
    load(s, 4, 4)
    drive(s, ("drive", id), ("cross", "E4", "half"))
    ask(s)
    assert lines(s, "barricade")[1]["final"] == 3
    assert (s.vehicles[id].at, s.works, s.labor) == ("E4", {}, [])


@pytest.mark.parametrize(("type", "dice", "final"), [("ge_stug3g", (3, 4), 9), ("ru_t70", (3, 3), 11)])
def test_b_08_light_afv(type: str, dice: tuple[int, int], final: int) -> None:
    """RV-BRV9.211a, RV-BRV9.211"""
    s = barricaded(*dice, side="german" if type.startswith("ge") else "russian")
    id = vehicle(s, type, "E5", motion=True, ce=False)
    drive(s, ("drive", id), ("cross", "E4", "half"))
    ask(s)
    assert lines(s, "barricade")[0]["final"] == final
    assert (s.vehicles[id].bogged, s.vehicles[id].immobile) == (final == 9, final == 11)


def test_b_09_king_tiger_at_a_bridge() -> None:
    """RV-BRV9.211a"""
    s = barricaded(6, 6, side="german")
    f = field_of(s)
    tiger = s.vehicles[vehicle(s, "ge_pz6b", "E5", motion=True, ce=False)]
    away = crossing_modifiers(s, f, tiger, s.works["b"], "E4", "half")
    assert 12 + drm(away) == 6  # crosses
    w = whole_map()
    s.scenario = "whole"
    mark(s, tiger.id, at="H8")
    at_bridge = crossing_modifiers(s, w, s.vehicles[tiger.id], s.works["b"], "I9", "half")
    assert 12 + drm(at_bridge) == 7  # fails


def test_b_10_not_eligible() -> None:
    """RV-BRV9.21"""
    s = barricaded()
    half = vehicle(s, "ge_spw251_1", "E5", "half", motion=True)
    ridden = vehicle(s, "ru_t34_85", "E5", "ridden", motion=True)
    put(s, "ru_4-4-7", "E5", "a")
    s.at.clear()
    s.units["a"] = replace(s.units["a"], at="", aboard=ridden)
    stopped = vehicle(s, "ru_is2", "E5", "stopped")
    assert not any(may_cross(s, s.vehicles[id]) for id in (half, ridden, stopped))


def test_b_11_infantry_uses_the_labor() -> None:
    """RV-BRV9.213, RV-BRV9.22"""
    s = barricaded()
    s.labor.append(LaborCounter("b", "E5", -2))
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E4", "b2")
    assert drm(clearance_modifiers(s, "b", [s.units["a"]])) == -4
    assert drm(clearance_modifiers(s, "b", [s.units["b2"]])) == -2


def test_b_12_breach() -> None:
    """RV-BRV9.214, RV-D4.3, RV-D1.6"""
    s = barricaded(breached=True)
    id = vehicle(s, "ru_t34_85", "E5", motion=True)
    drive(s, ("drive", id), ("through", "E4"))
    assert s.drive is not None
    assert (s.drive.spent, s.drive.underbelly) == (2 * 4, True)
    assert armour_hit(s, field_of(s), s.vehicles[id], "E2", HULL) == (6, False)
    ask(s)
    assert (s.vehicles[id].at, lines(s, "barricade")) == ("E4", [])
    assert armour_hit(s, field_of(s), s.vehicles[id], "E2", HULL) == (11, False)


def test_b_65_rolling_at_a_breach() -> None:
    """RV-BRV9.214, RV-BRV9.215"""
    for dice, left in (((3, 3), True), ((1, 2), False)):
        s = barricaded(*dice, breached=True)
        id = vehicle(s, "ru_t34_85", "E5", motion=True, ce=False)
        drive(s, ("drive", id), ("cross", "E4", "half"))
        ask(s)
        assert s.vehicles[id].at == "E4"
        assert ("b" in s.works) is left


def test_a_roadblock_stops_every_vehicle() -> None:
    """RV-B29.1, RV-BRV9.2"""
    s = barricaded()
    s.works["b"] = replace(s.works["b"], type="roadblock")
    id = vehicle(s, "ru_is2", "E5", motion=True)
    assert {w.to for w in ways(s, field_of(s), s.vehicles[id])} == {"F4"}
    drive(s, ("drive", id))
    assert not can(s, "cross", "E4", "half")


# -- bridges -----------------------------------------------------------------------------------------------------------


def bridge(limit: int, *dice: int) -> Battle:
    """The Moltke Bridge, of which I9 is Partially Destroyed."""
    whole_map()
    s = battle("MPh", side="russian", dice=dice, on="train1")
    s.scenario = "whole"
    alter(s, "I9", BRIDGE_PARTIAL)
    s.bridge_limits["I9"] = limit
    return s


@pytest.mark.parametrize(("dice", "holds"), [((4, 5), True), ((4, 4), False)])
def test_b_19_too_heavy(dice: tuple[int, int], holds: bool) -> None:
    """RV-BRV11.5, RV-BRV11.311, RV-B6.42, RV-B6.331"""
    s = bridge(20, *dice)
    id = vehicle(s, "ru_is2", "I9-bridge", motion=True)
    s.drive = Drive(id)
    load_bridge(s, id, "I9")
    assert (id in s.vehicles) is holds
    assert ("I9" in s.limits_known) is holds
    if holds:
        light = vehicle(s, "ru_su76m", "I9-bridge")
        load_bridge(s, light, "I9")
        assert len(lines(s, "bridge_load")) == 1  # it does not roll
    else:
        assert s.cvp["russian"] == 7


def test_b_20_movement() -> None:
    """RV-BRV11.312, RV-BRV11.313, RV-B6.2"""
    s = bridge(30)
    f = field_of(s)
    tank, truck = vehicle(s, "ru_t34_85", "H8", motion=True), vehicle(s, "ru_iag6", "H8", motion=True)
    d = f.ground.direction("H8", "I9")
    costs = []
    for id in (tank, truck):
        way = entry(s, f, s.vehicles[id], "H8", d)
        assert way is not None
        costs.append(way.cost)
    assert costs == [2 * 2, 4 * 2]
    vehicle(s, "ru_t34_85", "I9-bridge", "first")
    mark(s, tank, vca=d)
    assert "I9-bridge" not in {w.to for w in ways(s, f, s.vehicles[tank])}  # one lane


def test_anti_tank_mines() -> None:
    """RV-B28.5"""
    s = battle("MPh", side="russian", dice=[2, 5, 5])
    s.works["m"] = Work("m", "at_mine", "german", "E4", factors=2)
    id = vehicle(s, "ru_t34_85", "E4", motion=True)
    assert kia_number(36) == 6
    anti_tank_mines(s, id, "E4")
    assert s.vehicles[id].immobile  # more than 6
    assert s.works["m"].factors == 1


def test_works_on_the_way() -> None:
    """RV-B26.1, RV-B27.8, RV-B28.1"""
    s = battle("MPh", side="russian", dice=[6, 5, 3, 4])
    s.works["w"] = Work("w", "wire", "german", "E4")
    s.works["d"] = Work("d", "at_ditch", "german", "F4")
    id = vehicle(s, "ru_t34_85", "E5", motion=True)
    found = {w.to: (w.cost, w.bog) for w in ways(s, field_of(s), s.vehicles[id])}
    assert found == {"E4": (2 + 4, True)}
    drive(s, ("drive", id), ("go", "E4"))
    assert lines(s, "bog")[0]["final"] == 11 + 1
    assert two_sided(whole_map(), "L12", whole_map().ground.direction("L12", "L11"))
