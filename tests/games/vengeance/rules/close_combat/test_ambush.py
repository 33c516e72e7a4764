"""Ambush and hand-to-hand where there is a pillbox or a vehicle (RV-A11.18, RV-E1.7, RV-J2.31)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.model.battle import Battle, Melee
from sandtable.games.vengeance.rules.close_combat.ambush import ambush_modifiers
from sandtable.games.vengeance.rules.close_combat.phase import hold_in_melee
from sandtable.games.vengeance.rules.movement.phase import may_move
from sandtable.games.vengeance.rules.vehicles.close_combat.phase import vehicle_combat
from sandtable.games.vengeance.rules.vehicles.movement.driving import may_drive
from tests.games.vengeance.bench import ask, battle, drive_quiet, lines, put, questions, vehicle
from tests.games.vengeance.rules.fortifications.test_fortifications import pillbox
from tests.games.vengeance.rules.night.test_night import dark


def in_the_pillbox() -> Battle:
    """A Russian squad has just advanced into a pillbox with a German one."""
    s = pillbox()
    s.phase, s.side = "CCPh", "russian"
    put(s, "ru_4-4-7", "E6-pillbox", "x")
    s.advanced.append("E6-pillbox")
    return s


def test_occupants_of_a_pillbox_are_easily_ambushed() -> None:
    """RV-A11.18 Two more for those who are in it, not for those who advance into it."""
    s = in_the_pillbox()
    assert (2, "RV-A11.18", "pillbox") in ambush_modifiers(s, "E6-pillbox", "german")
    assert ambush_modifiers(s, "E6-pillbox", "russian") == []


def test_no_hand_to_hand_in_a_pillbox() -> None:
    """RV-J2.31"""
    s = in_the_pillbox()
    s.melee = Melee("E6-pillbox", "hand_to_hand")
    drive_quiet(s)
    assert s.melee is not None
    assert (s.melee.step, s.melee.hand_to_hand) == ("first", False)
    assert ask(s).ask == "close_combat"


@pytest.mark.parametrize(("night", "ambushed"), [(True, True), (False, False)])
def test_at_night_two_are_enough_to_ambush_a_vehicle(night: bool, ambushed: bool) -> None:
    """RV-E1.7, RV-A11.18 An ATTACKER who is not illuminated; the vehicle's own drm count as ever."""
    s = dark("CCPh", "russian", dice=[3, 3, *[1] * 12], E5="1.5")
    if not night:
        s.night = None
    put(s, "ru_4-4-7", "E5", "x")
    vehicle(s, "ge_stug3g", "E5", ce=True)
    s.advanced.append("E5")
    next(iter(questions(vehicle_combat(s))), None)
    assert [roll["final"] for roll in lines(s, "ambush_roll")] == [3, 5]
    assert bool(lines(s, "ambush")) == ambushed


def test_men_and_a_tank_left_together_are_in_no_melee() -> None:
    """RV-A11.15 After close combat both are free: men may move, a tank may drive; a squad beside it holds them."""
    for beside, held in (("", False), ("ru_4-4-7", True)):
        s = battle("CCPh", "german")
        put(s, "ge_4-4-7", "E5", "men")
        tank = vehicle(s, "ru_t34_85", "E5")
        if beside:
            put(s, beside, "E5", "escort")
        hold_in_melee(s, "E5")
        assert s.units["men"].melee is held
        s.phase = "MPh"
        assert may_move(s, s.units["men"]) is not held
        s.side = "russian"
        assert may_drive(s, s.vehicles[tank])
