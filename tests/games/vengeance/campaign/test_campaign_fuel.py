"""Fuel in the campaign (RV-CG6): empty tanks at set-up, at the map's edge and at the start."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.hulks import burn_hulks
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import mobile
from sandtable.games.vengeance.rules.vehicles.movement import driving, fuel
from sandtable.games.vengeance.rules.vehicles.movement.destinations import VehicleStep
from sandtable.games.vengeance.rules.vehicles.movement.entering import enter
from sandtable.games.vengeance.rules.vehicles.set_up import placement as vehicle_set_up
from tests.games.vengeance.bench import drive, lines, load, vehicle
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer


def motor_pool(date: str = "4/30 AM", *dice: int) -> Battle:
    s = campaign(date, dice=dice)
    s.phase, s.side, s.turn, s.step = "MPh", "german", 1, "stacks"
    return s


def test_fuel_is_scarce_for_german_vehicles_from_the_last_of_april() -> None:
    """RV-CG6"""
    s = motor_pool("4/29 NT")
    tank = s.vehicles[vehicle(s, "ge_stug3g", "A20")]
    assert not fuel.burns_scarce_fuel(s, tank)
    s = motor_pool()
    for id, type, marks, scarce in (
        ("tank", "ge_stug3g", {}, True),
        ("truck", "ge_opel", {}, True),
        ("russian", "ru_t34_85", {}, False),
        ("buried", "ge_pz4h", {"dug_in": True}, False),
        ("stuck", "ge_pz4h", {"immobile": True}, False),
    ):
        vehicle(s, type, "A20", id, **marks)
        assert fuel.burns_scarce_fuel(s, s.vehicles[id]) == scarce


def test_a_vehicle_that_sets_up_may_be_out_of_gas() -> None:
    """RV-CG6, RV-BRV16.4"""
    for dice, dry in (((5, 6), True), ((5, 5), False)):
        s = motor_pool("4/30 AM", *dice)
        s.phase, s.step = "setup", "german"
        s.areas = {"A20": "german-1", "A21": "german-1"}
        s.vehicles["tank"] = Vehicle("tank", "ge_stug3g", "german")
        s.posts["tank"] = "german-1"
        answer(
            vehicle_set_up.place_vehicle(s, s.vehicles["tank"]), ("set_up", "tank", "A20"), ("face", "tank", "arc-0"),
            ("look_out", "tank"),
        )  # fmt: skip
        assert s.vehicles["tank"].out_of_gas == dry
        assert mobile(s.vehicles["tank"]) != dry
        line = next(line for line in s.journal.lines if line.event == "fuel")
        assert line.seen_by == ("german",)


def test_a_vehicle_that_enters_may_stop_at_the_edge() -> None:
    """RV-CG6"""
    for dice, dry in (((6, 6), True), ((4, 6), False)):
        s = motor_pool("4/30 AM", *dice)
        s.vehicles["tank"] = Vehicle("tank", "ge_stug3g", "german")
        driving.begin(s, "tank")
        enter(s, field_of(s), s.vehicles["tank"], VehicleStep("A20", 2, vca=1), "enter")
        tank = s.vehicles["tank"]
        assert (tank.at, tank.out_of_gas, tank.motion) == ("A20", dry, not dry)
        assert s.drive is not None
        assert s.drive.halted == dry


def test_only_a_twelve_empties_the_tank_at_the_start() -> None:
    """RV-CG6"""
    for dice, dry in (((6, 6), True), ((5, 6), False)):
        s = motor_pool()
        tank = vehicle(s, "ge_stug3g", "A20")
        load(s, *dice)
        drive(s, ("drive", tank), ("start",))
        assert s.vehicles[tank].out_of_gas == dry
        assert s.vehicles[tank].motion != dry
        assert lines(s, "fuel")[0]["success"] != dry


def test_an_empty_tank_without_weapons_is_a_wreck() -> None:
    """RV-CG27"""
    s = motor_pool()
    vehicle(s, "ge_opel", "A20", "truck", out_of_gas=True)
    vehicle(s, "ge_stug3g", "A21", "gun", out_of_gas=True)
    burn_hulks(s)
    assert s.vehicles["truck"].wreck
    assert not s.vehicles["gun"].wreck
