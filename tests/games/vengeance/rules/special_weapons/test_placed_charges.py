"""Placed demolition charges that are lost before they go off (chapters A23.1, A7.302, B24.11, B30.1)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.invariants import invariants
from sandtable.games.vengeance.model.battle import Battle, Charge
from sandtable.games.vengeance.rules.fortifications.strongholds import demolish
from sandtable.games.vengeance.rules.ordnance.effects import blast_weapons
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import last_charges
from sandtable.games.vengeance.rules.terrain.rubble import collapse
from tests.games.vengeance.bench import arm, battle, fortify, lines


def placed(s: Battle, id: str, at: str, target: str = "") -> None:
    """A charge that a Russian has put down; one against a wall lies where he stands."""
    arm(s, "ru_dc", "", id, at=at, used=True)
    s.charges.append(Charge(id, target or at, 0, origin=at if target else ""))


@pytest.mark.parametrize("target", ["", "E5"])
def test_a_shell_that_destroys_a_placed_charge_keeps_it_from_going_off(target: str) -> None:
    """RV-A7.302, RV-A23.1 A game of BRV6 ended in an error here: the charge went off without its counter."""
    s = battle("AFPh", side="russian")
    placed(s, "dc", "E6", target)
    blast_weapons(s, "E6", "1KIA")
    assert s.charges == []
    assert "dc" not in s.weapons


def test_the_first_of_two_charges_may_destroy_the_second() -> None:
    """RV-A7.302, RV-A23.1 30 FP and a roll of 2 are a KIA; one weapon in the Location is lost."""
    s = battle("AFPh", side="russian", dice=[1, 1])
    placed(s, "first", "E6")
    placed(s, "second", "E6")
    last_charges(s)
    assert (s.charges, s.weapons) == ([], {})
    assert [line["weapon"] for line in lines(s, "weapon_lost")] == ["second"]


def test_a_charge_is_lost_with_the_level_it_lies_on() -> None:
    """RV-B24.11"""
    s = battle("AFPh", side="russian", dice=[2], E5="2.5")
    placed(s, "dc", "E5-1")
    collapse(s, "E5", 1)
    assert s.charges == []
    assert invariants(s) == []


def test_a_charge_is_lost_with_the_pillbox_it_lies_in() -> None:
    """RV-B30.1"""
    s = battle("AFPh", side="russian")
    fortify(s, "pillbox_1+3+5", "E6-pillbox", arc=0)
    placed(s, "dc", "E6-pillbox")
    demolish(s, "E6-pillbox")
    assert s.charges == []


def test_the_referee_sees_a_charge_without_its_counter() -> None:
    """RV-A23.1"""
    s = battle("AFPh", side="russian")
    s.charges.append(Charge("dc", "E6", 0))
    assert invariants(s) == ["the charge dc is placed at E6, and its counter is gone"]
