"""Vehicles along hexsides, in narrow streets and before barriers and bridges: what they see, hit and suffer."""

from __future__ import annotations

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.altered_ground import BRIDGE_GONE, BRIDGE_PARTIAL, alter, became
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.model.vehicles import CMG, Drive
from sandtable.games.vengeance.rules.artillery.shelling import strike_hex
from sandtable.games.vengeance.rules.fire.aim_points import stand_of
from sandtable.games.vengeance.rules.fortifications.barriers import put_up
from sandtable.games.vengeance.rules.ordnance.effects import Impact, land
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import special_fire_options
from sandtable.games.vengeance.rules.vehicles.fire import main_gun
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import odds, volley
from sandtable.games.vengeance.rules.vehicles.fire.sight_along_hexsides import in_sight, see_each_other
from sandtable.games.vengeance.rules.vehicles.kinds import mark
from sandtable.games.vengeance.rules.vehicles.movement.defender_reacts import vehicle_window, window_options
from sandtable.kernel.flow import Choose
from tests.games.vengeance.bench import arm, battle, drive, drm, lines, load, put, vehicle, whole_map


def street() -> Battle:
    """A T-34/85 in the narrow street between L12 and L11, houses on both sides."""
    whole_map()
    s = battle("MPh", side="russian", on="train1")
    s.scenario = "whole"
    g = field_of(s).ground
    d = g.direction("L12", "L11")
    vehicle(s, "ru_t34_85", "L12", "tank", bypass=d, vca=(d + 1) % 6, tca=(d + 1) % 6, motion=True)
    return s


def test_where_a_vehicle_stands_in_bypass() -> None:
    """RV-D2.3, RV-A6.24 At the end of its hexside to which it points; from there it sees, and there it is seen."""
    s = battle(E5="1.5")
    f = field_of(s)
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E5", bypass=0, vca=1, tca=1)]
    assert stand_of(f, tank) == "E5/1"
    assert stand_of(f, mark(s, tank.id, vca=4)) == "E5/0"
    assert stand_of(f, mark(s, tank.id, bypass=-1)) == "E5"
    tank = mark(s, tank.id, bypass=0, vca=1)
    assert f.los("E8", "E5").clear  # the house itself is seen from the south, the street behind it is not
    assert in_sight(s, f, tank, "E2")
    assert not in_sight(s, f, tank, "E8")
    assert not current_sight.sees(s, f, "E8", "E5")  # nobody but the tank is there
    put(s, "ru_4-4-7", "E5", "inside")
    assert current_sight.sees(s, f, "E8", "E5")
    assert not in_sight(s, f, tank, "E8")
    gun = vehicle(s, "ge_pz4j", "E8")
    assert not see_each_other(s, f, s.vehicles[gun], tank)
    s.side = "german"
    assert tank.id not in main_gun.targets_of(s, f, s.vehicles[gun])
    assert tank.id in main_gun.targets_of(s, f, mark(s, gun, at="E2", vca=3, tca=3))


def test_nobody_else_sees_into_a_narrow_street() -> None:
    """RV-P5.122 For every LOS: machine guns, rockets and rifles too."""
    s = street()
    f = field_of(s)
    assert current_sight.sees(s, f, "L11", "L12")
    assert not current_sight.sees(s, f, "L9", "L12")
    assert not current_sight.sees(s, f, "L12", "L9")
    put(s, "ge_6-5-8", "L9", "far")
    put(s, "ge_6-5-8", "L11", "near")
    s.drive = Drive("tank", spent=2, here=2, window=True)
    firers = [o[1] for o in window_options(s, f, s.vehicles["tank"], "german") if o[0] == "fire"]
    assert firers == ["near"]


def test_a_turret_in_a_narrow_street() -> None:
    """RV-P5.11, RV-P5.1 The CMG fires into the two houses at +1, and the turret never turns across their front."""
    s = street()
    f = field_of(s)
    put(s, "ge_6-5-8", "L11", "near")
    tank = s.vehicles["tank"]
    assert (1, "RV-P5.11", "from the narrow street") in volley(s, tank, "L11", (CMG,)).drm
    assert "RV-P5.11" not in {m[1] for m in volley(s, mark(s, "tank", bypass=-1), "L11", (CMG,)).drm}
    corners = {main_gun.points_at(f, mark(s, "tank", bypass=tank.bypass), hex, False) for hex in f.ground.hexes}
    assert corners == {-1, tank.vca, (tank.vca + 3) % 6}


def test_a_turret_turned_over_the_obstacle() -> None:
    """RV-D2.3 Case A and one more, for the gun and for its machine gun."""
    s = battle(E5="1.5", side="russian")
    f = field_of(s)
    id = vehicle(s, "ru_t34_85", "E5", bypass=0, vca=1, tca=1)
    put(s, "ge_6-5-8", "E6", "behind")
    put(s, "ge_6-5-8", "E3", "before")
    reasons = {m[1:]: m[0] for m in main_gun.declare(s, f, s.vehicles[id], "E6", "infantry", "HE").drm}
    assert reasons["RV-D2.3", "turned over the obstacle"] == 1
    assert "RV-D2.3" not in {m[1] for m in main_gun.declare(s, f, s.vehicles[id], "E3", "infantry", "HE").drm}
    over = volley(s, s.vehicles[id], "E6", (CMG,))
    assert ("RV-D2.3", 1) in {(m[1], m[0]) for m in over.drm}
    assert ("RV-D3.2", 1) in {(m[1], m[0]) for m in over.drm}
    assert abs(sum(n for _, n in odds(s, over).outcomes) - 1) < 1e-9
    assert drm(over.drm) >= 2


def test_a_charge_is_thrown_at_a_tank_that_drives_by() -> None:
    """RV-A23.2, RV-A23.3, RV-P5.121 First Fire, at the vehicle that has just spent MP; from upstairs at +1."""
    s = street()
    put(s, "ge_8-3-8", "L11-1", "up")
    arm(s, "ge_dc", "up", "dc")
    vehicle(s, "ru_t34_85", "L10", "idle")
    s.drive = Drive("tank", spent=2, here=2, window=True)
    f = field_of(s)
    assert [o for o in special_fire_options(s, f, "german") if o[0] == "throw"] == [("throw", "dc", "tank")]
    load(s, 2, 3, 1, 6, 6, 6, 6)
    drive(s, ("throw", "dc", "tank"))
    assert lines(s, "kill_vehicle")[0]["vehicle"] == "tank"
    assert "dc" not in s.weapons


def test_a_heavy_assault_gun_clears_a_barrier() -> None:
    """RV-B29.5, RV-BRV9.221 150mm and more: the Infantry type without Case Q, then its HE column without TEM."""
    s = battle(side="russian", sides={("E5", "E6"): "ROAD"})
    s.works["ge-barrier-1"] = Work("ge-barrier-1", "barricade", "german")
    put_up(s, "ge-barrier-1", "E5/E6")
    big = vehicle(s, "ru_isu152", "E9", vca=5, tca=5)
    small = vehicle(s, "ru_t34_85", "F9", vca=5, tca=5)
    f = field_of(s)
    assert "ge-barrier-1" in main_gun.targets_of(s, f, s.vehicles[big])
    assert "ge-barrier-1" not in main_gun.targets_of(s, f, s.vehicles[small])
    assert main_gun.shells_for(s.vehicles[big], "ge-barrier-1", s) == [("infantry", "HE")]
    shot = main_gun.declare(s, f, s.vehicles[big], "ge-barrier-1", "infantry", "HE")
    assert (shot.barrier, shot.conditions.tem) == ("ge-barrier-1", ())
    load(s, 1, 2, 1, 2, 1, 1)
    main_gun.resolve(s, f, big, shot, False)
    assert "ge-barrier-1" not in s.works


def on_partial_bridge() -> Battle:
    """A Russian squad on the Moltke bridge, which is of wood by now."""
    whole_map()
    s = battle(side="german", on="train1")
    s.scenario = "whole"
    alter(s, "I9", BRIDGE_PARTIAL)
    s.bridge_limits["I9"] = 25
    put(s, "ru_4-4-7", "I9-bridge", "x")
    return s


def test_shells_at_a_partial_bridge() -> None:
    """RV-B6.3, RV-BRV11.3151 A DR of its own, without TEM; a KIA destroys the Location and all who are on it."""
    for dice, gone in (((1, 1), True), ((5, 5, 6, 6), False)):
        s = on_partial_bridge()
        load(s, *dice)
        shell = Impact(
            at="I9-bridge", firer_at="", side="german", power=12, area=False, groups=((("x",), ()),), critical=False,
            tem=0, calibre=75, explosive=True, smoke=False, indirect=False, clause="RV-C3.3",
        )  # fmt: skip
        land(s, shell)
        assert (became(s, "I9") == BRIDGE_GONE) is gone
        assert ("x" not in s.units) is gone
        assert lines(s, "bridge_blast")


def test_artillery_at_a_partial_bridge() -> None:
    """RV-B6.3, RV-BRV11.3"""
    s = on_partial_bridge()
    load(s, 1, 1, 6, 6, 6, 6)
    strike_hex(s, "I9", 20, (6, 6), "RV-C1.5")
    assert became(s, "I9") == BRIDGE_GONE


def test_whoever_hides_something_is_asked() -> None:
    """RV-A.12, RV-Z1 A vehicle drives where nobody sees it: it must not learn from silence that the `?` cannot fire."""
    s = battle("MPh", side="russian", E5="1.5", H5="1.5")
    vehicle(s, "ru_t34_85", "B2", "tank", motion=True)
    put(s, "ge_4-4-7", "J9", "far", broken=True)
    s.drive = Drive("tank", spent=2, here=2, window=True)
    flow = vehicle_window(s)
    assert next(flow, None) is None
    s.drive = Drive("tank", spent=2, here=2, window=True)
    put(s, "ge_dummy", "H5", "dummy", concealed=True)
    decision = next(vehicle_window(s))
    assert isinstance(decision, Choose)
    assert list(decision.options) == [("pass",)]
