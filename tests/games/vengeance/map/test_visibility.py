"""Night, mist, fog and rain: how far one sees; and what protects from above (chapters E1, E3, B23.3, C1.5)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.visibility import illuminated, in_view, low_visibility
from sandtable.games.vengeance.model.conditions import Light, Night
from sandtable.games.vengeance.rules.artillery.indirect_fire import (
    exposed,
    indirect_cover,
    vehicle_modifiers,
    vehicle_result,
)
from sandtable.games.vengeance.rules.artillery.shelling import strike_hex, strike_moving
from sandtable.games.vengeance.rules.terrain.blazes import change_wind
from sandtable.games.vengeance.rules.terrain.smoke import lay_smoke
from sandtable.games.vengeance.rules.weather import environment
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    battle,
    can,
    drm,
    lines,
    load,
    moving,
    planned,
    put,
    shoot,
    struck,
    whole_map,
)

NIGHT = Night(4, 4, "full", "scattered", "german")


def test_cc_90_gunflash_beyond_the_nvr() -> None:
    """RV-E1.1, RV-E1.8 An enemy at five hexes is unseen until he fires; then he is attacked like a concealed one."""
    s = battle(dice=[6, 5])
    s.night = NIGHT
    put(s, "ge_6-5-8", "E2", "a")
    put(s, "ru_4-5-8", "E7", "x")
    assert not can(s, "fire", "a")
    s.side = "russian"
    assert not can(s, "fire", "x")
    s.flashes.append("E2")
    plan = planned(s, ["x"], "E2")
    assert plan.fp == 2
    shoot(s, ["x"], "E2")
    assert s.flashes == ["E2", "E7"]
    s.side = "german"
    assert planned(s, ["a"], "E7").fp == 3
    assert lines(s, "gunflash") == [{"at": "E7"}]


def test_night_hinders_every_attack() -> None:
    """RV-E1.16 +1, which does not cancel FFMO and does not reduce residual FP; not at an illuminated target."""
    s = battle("MPh", "russian", dice=[3, 4, 1, 2])
    s.night = NIGHT
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_4-4-7", "E8", "x")
    moving(s, "x")
    plan = planned(s, ["a"], "E8")
    assert (1, "RV-E1.16", "night") in plan.drm
    assert plan.groups[0][1] == ((-1, "RV-A8.1", "moving in the open"),)
    shoot(s, ["a"], "E8")
    assert s.residual["E8"] == 2  # column 6, nothing taken off
    s.lights.append(Light("E8", 3))
    assert not [m for m in planned(s, ["a"], "E8").drm if m[1] == "RV-E1.16"]


def test_illumination() -> None:
    """RV-E1.9, RV-E1.91 Starshell 3, blaze 2; not inside a building unless that building burns; roofs are lit."""
    s = battle(E5="1.5")
    f = field_of(s)
    s.night = NIGHT
    s.lights.append(Light("E3", 3))
    assert illuminated(s, f, "E6")
    assert not illuminated(s, f, "E7")
    assert not illuminated(s, f, "E5")
    assert illuminated(s, f, "E5-roof")
    s.lights.clear()
    s.flames["E5"] = 1
    assert not illuminated(s, f, "E6")
    s.flames["E5"] = 2
    assert illuminated(s, f, "E7")
    assert not illuminated(s, f, "E8")
    assert illuminated(s, f, "E5-1")
    assert in_view(s, f, "J9", "E7")
    assert not in_view(s, f, "J9", "E9")


@pytest.mark.parametrize(
    ("coloured", "white", "start", "nvr"), [(1, 3, 4, 5), (6, 2, 4, 3), (3, 3, 4, 4), (6, 1, 2, 2), (1, 4, 6, 6)]
)
def test_the_wind_change_changes_the_nvr(coloured: int, white: int, start: int, nvr: int) -> None:
    """RV-E1.12 Coloured 1 is one more, 6 one less; never more than two from the starting value, never below 1."""
    s = battle("RPh", dice=[coloured, white])
    s.night = Night(start, 4, "full", "scattered", "german")
    change_wind(s)
    assert s.night is not None
    assert s.night.nvr == nvr


def test_nvr_never_below_one() -> None:
    """RV-E1.12"""
    s = battle("RPh", dice=[6, 2])
    s.night = Night(1, 2, "new", "overcast", "german")
    change_wind(s)
    assert s.night is not None
    assert s.night.nvr == 1


def test_mist_and_fog() -> None:
    """RV-E3.3 One LV for every full 12 hexes of mist or 6 of fog; fog counts towards the six that block."""
    s = battle(on="train1")
    f = whole_map()
    s.scenario = "whole"
    s.weather = "fog"
    assert drm(low_visibility(s, f, "G19", "G20")) == 0
    assert drm(low_visibility(s, f, "G18", "S18")) == 2
    s.weather = "mist"
    assert drm(low_visibility(s, f, "G18", "S18")) == 1
    s = battle(E2="DEBRIS", E3="DEBRIS", E4="DEBRIS", E5="DEBRIS", E6="DEBRIS")
    f = field_of(s)
    assert current_sight.sees(s, f, "E1", "E7")  # five hindrances
    s.weather = "mist"
    assert current_sight.sees(s, f, "E1", "E7")
    s.weather = "fog"
    assert not current_sight.sees(s, f, "E1", "E7")


def test_rain_comes_from_an_overcast_sky() -> None:
    """RV-E3.4, RV-E3.1 An Original 3 begins it, an 11 ends it; wetter ground, thinner smoke, LV by 12 hexes."""
    s = battle("RPh", dice=[1, 2, 4])
    change_wind(s)
    assert not s.rain  # the sky is clear
    s.weather = "overcast"
    load(s, 1, 2)
    change_wind(s)
    assert s.rain
    assert environment(s) == "moist"
    s.ec = "wet"
    assert environment(s) == "wet"
    f = field_of(s)
    s.smoke["E5"] = 2
    assert current_sight.hindrance(s, f, "E3", "E7")[0][0] == 1
    load(s, 5, 6)
    change_wind(s)
    assert not s.rain
    assert current_sight.hindrance(s, f, "E3", "E7")[0][0] == 2
    s.night, s.weather = Night(3, 3, "full", "overcast", "german"), "clear"
    load(s, 2, 1)
    change_wind(s)
    assert s.rain
    whole = whole_map()
    s.scenario, s.night = "whole", None
    assert low_visibility(s, whole, "G18", "S18") == [(1, "RV-E3.4", "rain")]


def test_cover_from_above() -> None:
    """RV-B23.31, RV-B23.32, RV-BRV12.2 One for each level above; none on the roof, one less without a roof."""
    s = battle(E5="2.5", E3="WOODS", E7="1.5")
    f = field_of(s)
    assert [drm(indirect_cover(f, at)) for at in ("E5", "E5-1", "E5-2", "E5-roof")] == [5, 4, 3, 0]
    assert drm(indirect_cover(f, "E3")) == -1
    assert drm(indirect_cover(f, "E7")) == 4
    assert drm(indirect_cover(f, "A1")) == 0
    whole = whole_map()
    s.scenario = "whole"
    assert "ROOFLESS" in whole.ground.hexes["BB23"].features
    assert drm(indirect_cover(whole, "BB23")) == 3
    assert drm(indirect_cover(whole, "BB23-1")) == 2


def test_cc_84_one_roll_for_each_hex() -> None:
    """RV-C1.5 All Locations of a hex but the cellar, both sides, each with its cover; a foxhole is worth four."""
    s = battle(dice=[6, 6, 6, 6, 6, 6], E5="1.5")
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ge_4-4-7", "E5-1", "a")
    strike_hex(s, "E5", 24, (5, 4), "RV-C1.5")
    shots = struck(s)
    assert [(shot["target"], shot["column"], drm(shot["modifiers"])) for shot in shots] == [
        ("E5", 24, 4),
        ("E5-1", 24, 3),
    ]
    s = battle(dice=[1, 2])
    put(s, "ru_4-4-7", "E4", "x", dug=True)
    strike_hex(s, "E4", 24, (6, 5), "RV-C1.5")
    assert drm(struck(s)[0]["modifiers"]) == 4
    s = battle("MPh", "russian", dice=[1, 2])
    put(s, "ru_4-4-7", "E4", "x")
    strike_moving(s, "E4", [s.units["x"]], 12, (6, 5), "RV-C1.5")
    assert drm(struck(s)[0]["modifiers"]) == -1
    assert "cellar" not in "".join(exposed(whole_map(), "K21"))


@pytest.mark.parametrize(
    ("column_fp", "dice", "own", "result"),
    [
        (24, (1, 1), (3, False), "burn"),
        (24, (2, 2), (3, False), "eliminate"),
        (24, (3, 2), (3, False), "immobilize"),
        (24, (2, 3), (3, False), "shock"),
        (24, (3, 3), (3, False), "immobilize"),
        (24, (4, 3), (3, False), ""),
        (24, (3, 3), (8, False), ""),
        (24, (4, 3), (1, False), "immobilize"),
        (36, (5, 4), (0, True), "immobilize"),
    ],
)
def test_vehicles_under_indirect_fire(
    column_fp: int, dice: tuple[int, int], own: tuple[int, bool], result: str
) -> None:
    """RV-C1.51"""
    assert vehicle_result(column_fp, dice, vehicle_modifiers(*own)) == result


@pytest.mark.parametrize("rolls", [(1, 1), (6, 6, 3)])
def test_gusts(rolls: tuple[int, ...]) -> None:
    """RV-E3.5 An Original 2 or 12: SMOKE is dispersed, dispersed SMOKE goes; for that Player Turn."""
    s = battle("RPh", dice=rolls)
    lay_smoke(s, "E5", "german")
    lay_smoke(s, "E6", "german")
    s.screens["E6"] = replace(s.screens["E6"], dispersed=True)
    change_wind(s)
    assert s.gusts
    assert list(s.screens) == ["E5"]
    assert s.screens["E5"].dispersed
    load(s, 3, 3)
    change_wind(s)
    assert not s.gusts
