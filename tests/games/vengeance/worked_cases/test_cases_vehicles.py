"""The worked cases of the pack about vehicles, in their order."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.vehicles import BURNING, HULL, Drive
from sandtable.games.vengeance.rules.vehicles.close_combat import attack as vehicle_combat
from sandtable.games.vengeance.rules.vehicles.crews.inherent import crew_survival
from sandtable.games.vengeance.rules.vehicles.crews.passengers import bail_out, board
from sandtable.games.vengeance.rules.vehicles.facing import armour_hit
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, mark
from sandtable.games.vengeance.rules.vehicles.movement.destinations import ways
from sandtable.games.vengeance.rules.vehicles.movement.entering import bog_check
from sandtable.games.vengeance.rules.vehicles.movement.weak_bridges import collapse_number
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    can,
    drive,
    drm,
    lines,
    load,
    put,
    shoot,
    struck,
    vehicle,
    whole_map,
)


@pytest.mark.parametrize(
    ("dice", "becomes"),
    [([4, 4], ""), ([3, 4], "immobile"), ([3, 3], "wreck"), ([2, 2], BURNING)],
)
def test_cc_40_engineers_against_a_heavy_tank(dice: list[int], becomes: str) -> None:
    """RV-A11.5, RV-A11.51, RV-D8.4"""
    s = battle("CCPh", side="russian", dice=[6, *dice, 6, 6])
    put(s, "ge_8-3-8", "E5", "a")
    tank = vehicle(s, "ru_is2", "E5")
    assert vehicle_combat.combat_value(s, [s.units["a"]], s.vehicles[tank]) == 6
    assert drm(vehicle_combat.vehicle_modifiers(s, [s.units["a"]], s.vehicles[tank])) == -1
    vehicle_combat.attack_vehicle(s, ["a"], tank)
    now = s.vehicles[tank]
    assert (now.wreck or ("immobile" if now.immobile else "")) == becomes


def test_cc_41_with_a_magnetic_mine() -> None:
    """RV-A11.51, RV-C13.7: a die of 3 finds one, and takes three from the DR."""
    s = battle("CCPh", side="russian", dice=[3, 5, 4, 6, 6])
    put(s, "ge_8-3-8", "E5", "a")
    tank = vehicle(s, "ru_is2", "E5")
    vehicle_combat.attack_vehicle(s, ["a"], tank)
    assert lines(s, "combat_with_vehicle")[0]["final"] == 9 - 1 - 3
    assert s.vehicles[tank].wreck


def test_cc_42_anti_tank_fear() -> None:
    """RV-A11.7"""
    s = battle("APh", side="german", dice=[4, 4])
    put(s, "ge_4-4-7", "E6", "a")
    vehicle(s, "ru_is2", "E5")
    drive(s, ("advance", "a"), ("to", "E5"))
    assert (s.units["a"].at, s.units["a"].pinned) == ("E6", True)


def test_cc_43_an_unlucky_attack() -> None:
    """RV-A11.501"""
    s = battle("CCPh", side="german", dice=[6, 6, 6])
    put(s, "ge_4-4-7", "E5", "a")
    vehicle_combat.attack_vehicle(s, ["a"], vehicle(s, "ru_is2", "E5"))
    assert s.units["a"].type == "ge_2-3-7"
    load(s, 6, 1, 1, 3)
    tiger = vehicle(s, "ru_t34_85", "E5", "t")
    mark(s, tiger, motion=True)
    put(s, "ge_hero", "E5", "hero")
    vehicle_combat.attack_vehicle(s, ["hero"], tiger)
    assert lines(s, "lucky_blow")[0]["die"] == 3
    assert s.vehicles[tiger].immobile or s.vehicles[tiger].wreck


def test_cc_74_a_king_tiger_breaks_down() -> None:
    """RV-D2.51, RV-D2.11"""
    s = battle("MPh", dice=[6, 6])
    id = vehicle(s, "ge_pz6b", "E5")
    drive(s, ("drive", id), ("start",))
    assert s.vehicles[id].immobile
    s = battle("MPh", dice=[6, 5])
    vehicle(s, "ge_pz6b", "E5")
    drive(s, ("drive", id), ("start",))
    assert s.vehicles[id].motion


@pytest.mark.parametrize(("dice", "bogged"), [([4, 4], False), ([5, 4], True)])
def test_cc_75_a_tank_enters_a_house(dice: list[int], bogged: bool) -> None:
    """RV-B23.41, RV-D8.2"""
    s = battle("MPh", side="russian", dice=dice, E4="1.5")
    id = vehicle(s, "ru_is2", "E5", motion=True)
    f = field_of(s)
    assert next(w.cost for w in ways(s, f, s.vehicles[id]) if w.to == "E4" and w.bypass < 0) == 2 * 7
    drive(s, ("drive", id), ("go", "E4"))
    assert s.vehicles[id].bogged is bogged
    assert lines(s, "bog")[0]["final"] == sum(dice) + 3
    assert not s.vehicles[id].cellar  # a single house has none


def test_cc_75_with_a_cellar_it_falls_in() -> None:
    """RV-B23.41, RV-BRV16.5, RV-BRV3.13"""
    whole_map()
    s = battle("MPh", side="russian", dice=[4, 1], on="train1")
    f = field_of(s)
    house = next(at for at in f.locations if f.hex(at).cellar and f.place(at).kind == "ground")
    id = vehicle(s, "ru_is2", house)
    bog_check(s, f, id)
    assert (s.vehicles[id].cellar, s.vehicles[id].abandoned, s.vehicles[id].bogged) == (True, True, False)
    assert any(u.type == "ru_1-2-7" for u in s.units.values())


def test_a_crew_that_gets_out_at_set_up_is_not_pinned() -> None:
    """RV-BRV16.5, RV-D5.6 It may be under `?` like anybody who sets up."""
    for phase in ("setup", "refit", "MPh"):
        s = battle(phase, side="russian", dice=[1, 1])
        id = vehicle(s, "ru_is2", "E5")
        assert crew_survival(s, s.vehicles[id])
        assert [u.pinned for u in s.units.values()] == [phase == "MPh"]


def test_cc_76_overrun() -> None:
    """RV-D7.1"""
    s = battle("MPh", side="russian", dice=[3, 3, 1, 2])
    id = vehicle(s, "ru_t34_85", "E5", motion=True, ce=False)
    put(s, "ge_4-4-7", "E4", "x", fired="final")
    drive(s, ("drive", id), ("overrun", "E4"))
    assert s.drive is not None
    assert s.drive.spent == 2 * 5
    ask(s)  # nobody can do anything against it, so the attack follows
    attack = struck(s)[0]
    assert (lines(s, "vehicle_overruns")[0]["fp"], attack["column"], attack["final"]) == (16, 16, 5)
    assert attack["result"] == "3MC"
    assert attack["modifiers"] == [(-1, "RV-D7.1", "Open Ground")]


def test_cc_79_a_machine_gun_against_thin_armour() -> None:
    """RV-C7.7, RV-C7.6, RV-A9.5"""
    s = battle(dice=[2, 1], side="russian")
    put(s, "ru_4-4-7", "G6", "a")
    arm(s, "ru_mmg", "a", "mmg")
    id = vehicle(s, "ge_psw222_l", "E5", vca=0, tca=0)
    shoot(s, ["mmg"], "E5")
    kill = lines(s, "to_kill")[0]
    assert (kill["need"], kill["result"]) == (3, "stun")
    assert s.vehicles[id].stunned


def test_cc_92_a_wooden_bridge() -> None:
    """RV-B6.42"""
    assert collapse_number(32, 20) == 5
    assert collapse_number(20, 20) == 0


def test_cc_104_riders_bail_out() -> None:
    """RV-D6.2"""
    s = battle("DFPh", side="russian", dice=[3, 3])
    id = vehicle(s, "ru_t34_85", "E5")
    put(s, "ru_4-4-7", "E5", "a")
    board(s, "a", id)
    assert [u.id for u in aboard(s, id)] == ["a"]
    bail_out(s, s.vehicles[id])
    unit = s.units["a"]
    assert (unit.at, unit.aboard, unit.ti) == ("E5", "", True)
    assert lines(s, "morale_check")[0]["final"] == 7


def test_cc_105_loading_after_a_walk() -> None:
    """RV-D6.1"""
    s = battle("MPh")
    id = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ge_4-4-7", "E7", "a")
    drive(s, ("move", "a"), ("to", "E6"), ("to", "E5"), ("board", "a", id))
    ask(s)
    assert s.units["a"].aboard == id
    assert s.vehicles[id].owed == 2 * 4
    drive(s, ("drive", id), ("start",))
    assert s.drive is not None
    assert s.drive.spent == 2 * 5
    assert can(s, "go", "E4")


def test_cc_112_a_hit_from_behind() -> None:
    """RV-D1.6, RV-D1.61: 75L at range 4 into the rear of a T-34/85 meets AF 6, and one more on the number."""
    s = battle()
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E5", vca=0, tca=0)]
    assert armour_hit(s, field_of(s), tank, "E9", HULL) == (6, True)
    assert Drive(tank.id).spent == 0
