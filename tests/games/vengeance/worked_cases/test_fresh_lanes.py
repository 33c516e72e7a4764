"""Fresh cases of fire lanes, worked out from the clauses first."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.conditions import FOG, Night
from sandtable.games.vengeance.rules.fire.lanes import place_lane
from sandtable.games.vengeance.rules.fire.residual import lingering_fire
from sandtable.games.vengeance.rules.units.losses import eliminate, reduce
from tests.games.vengeance.bench import arm, battle, drm, moving, put, struck


def laned(*dice: int) -> Battle:
    """A German squad with a HMG has laid a lane from A5 to G8, where a Russian squad runs."""
    s = battle("MPh", side="russian", dice=dice)
    put(s, "ge_4-4-7", "A5", "x")
    arm(s, "ge_hmg", "x", "hmg")
    put(s, "ru_4-4-7", "G8", "a")
    moving(s, "a")
    place_lane(s, field_of(s), "hmg", "G8")
    assert "G8" in s.lanes
    return s


def test_a_lane_dies_with_its_gunners() -> None:
    """RV-A9.22 It ends if the operator is no more."""
    s = laned(1)
    eliminate(s, "x", "RV-A7.3", "killed")
    assert not s.lanes
    lingering_fire(s)
    assert not struck(s)


def test_a_lane_stays_while_half_of_its_gunners_live() -> None:
    """RV-A9.22, RV-A1.5, RV-A7.302 Casualty Reduction leaves the half-squad with its weapon; a second one does not."""
    s = laned(1)
    reduce(s, "x", "RV-A7.3")
    assert s.lanes
    reduce(s, "x", "RV-A7.3")
    assert not s.lanes


@pytest.mark.parametrize(("dark", "total"), [("", -2), ("night", -1), ("fog", 0)])
def test_a_lane_in_the_dark_and_in_fog(dark: str, total: int) -> None:
    """RV-A9.22, RV-A6.9, RV-E1.16, RV-E3.3, RV-A8.1 FFNAM and FFMO; +1 by night; six hexes of fog +1 and no FFMO."""
    s = laned(3, 4, *[1] * 4)
    if dark == "night":
        s.night = Night(5, 5, "full", "none", "german")
    elif dark == "fog":
        s.weather = FOG
    lingering_fire(s)
    assert drm(struck(s)[0]["modifiers"]) == total


@pytest.mark.parametrize(("type", "marked"), [("ge_4-4-7", ""), ("ge_2-3-7", "final"), ("ge_2-2-8", "final")])
def test_a_squad_keeps_its_own_fire_when_its_gun_lays_a_lane(type: str, marked: str) -> None:
    """RV-A9.22, RV-A8.11 The MG is marked Final Fire; a squad is marked apart from it, a half-squad or crew is not."""
    s = battle("MPh", side="russian")
    put(s, type, "A5", "x")
    arm(s, "ge_hmg", "x", "hmg")
    put(s, "ru_4-4-7", "G8", "a")
    moving(s, "a")
    place_lane(s, field_of(s), "hmg", "G8")
    assert (s.weapons["hmg"].fired, s.units["x"].fired) == ("final", marked)
