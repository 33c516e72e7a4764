"""Broken passengers rally aboard or get off to rout; observers set up hidden."""

from __future__ import annotations

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.model.batteries import Battery
from sandtable.games.vengeance.rules.concealment.set_up import hide, may_hide, observer_may_hide
from sandtable.games.vengeance.rules.rally.attempt import rally_modifiers
from sandtable.games.vengeance.rules.rout.phase import leave_wrecked_rides
from sandtable.games.vengeance.rules.vehicles.crews.passengers import board, reenter
from sandtable.games.vengeance.rules.vehicles.kinds import mark
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, can, drive, emplace, lines, load, put, vehicle


def test_a_broken_passenger_rallies_aboard() -> None:
    """RV-D6.3 By a leader who rides with it, without any cover; alone an ordinary squad cannot."""
    s = battle("RPh", side="german")
    ride = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ge_6-5-8", "E5", "men")
    board(s, "men", ride)
    s.units["men"] = replace(s.units["men"], broken=True)
    s.step = "rally"
    assert not can(s, "rally", "men")
    put(s, "ge_9-1", "E5", "boss")
    board(s, "boss", ride)
    assert rally_modifiers(s, s.units["men"], s.units["boss"], False) == [(-1, "RV-A10.6", "leader")]
    load(s, 1, 2)
    drive(s, ("rally", "men"))
    assert not s.units["men"].broken
    assert s.units["men"].aboard == ride


def test_broken_passengers_leave_an_immobile_vehicle_to_rout() -> None:
    """RV-D6.3, RV-A10.5 Only if it cannot drive, and only if they would have to rout where it stands."""
    s = battle("RtPh", side="german")
    ride = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ge_6-5-8", "E5", "men")
    board(s, "men", ride)
    s.units["men"] = replace(s.units["men"], broken=True)
    mark(s, ride, immobile=True)
    leave_wrecked_rides(s)
    assert s.units["men"].aboard == ride
    put(s, "ru_4-4-7", "E4", "enemy")
    mark(s, ride, immobile=False)
    leave_wrecked_rides(s)
    assert s.units["men"].aboard == ride
    mark(s, ride, immobile=True)
    leave_wrecked_rides(s)
    assert (s.units["men"].aboard, s.units["men"].at) == ("", "E5")
    assert lines(s, "unloads")


def test_a_crew_that_gets_on_leaves_its_gun() -> None:
    """RV-D6.1, RV-C2.1: but not one that is in tow."""
    s = battle("MPh", side="german")
    ride = vehicle(s, "ge_opel", "E5")
    for towed, crew in (("", ""), (ride, "crew")):
        put(s, "ge_2-2-8", "E5", "crew")
        emplace(s, "ge_50_pak38", "" if towed else "E5", "crew", id="gun", towed=towed)
        board(s, "crew", ride)
        assert s.guns["gun"].crew == crew
        assert GAME.invariants(s) == []


def test_a_crew_that_mans_a_vehicle_leaves_its_gun() -> None:
    """RV-D5.4, RV-C2.1"""
    s = battle("MPh", side="german")
    tank = vehicle(s, "ge_stug3g", "E5", abandoned=True)
    put(s, "ge_2-2-8", "E5", "crew")
    emplace(s, "ge_50_pak38", "E5", "crew", id="gun")
    reenter(s, tank, "crew")
    assert (s.guns["gun"].crew, s.guns["gun"].at) == ("", "E5")
    assert GAME.invariants(s) == []


def test_an_observer_sets_up_hidden() -> None:
    """RV-BRV16.2 In Concealment Terrain, whatever the scenario lets be hidden; others need its allowance."""
    s = battle("setup", E5="1.5")
    for at, id in (("E5", "inside"), ("E8", "outside"), ("E5", "plain")):
        put(s, "ge_9-1", at, id)
    arm(s, "ge_radio", "inside", "radio-1")
    arm(s, "ge_radio", "outside", "radio-2")
    s.batteries["b"] = Battery("b", "mortar_80", "german")
    s.hiding["german"] = 0
    assert observer_may_hide(s, s.units["inside"])
    assert may_hide(s, "german") == ["inside"]
    hide(s, "inside")
    assert (s.units["inside"].hidden, s.hiding["german"]) == (True, 0)
