"""Rubble made in play, falling rubble, cellars, burning buildings, SMOKE and WP (chapters B24, B25, A24)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.altered_ground import LEVELS, RUBBLE_STONE, altered_field, became
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.smoke_in_the_way import in_smoke
from sandtable.games.vengeance.model.battle import BLAZE, Charge
from sandtable.games.vengeance.model.traces import Alteration
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import detonate
from sandtable.games.vengeance.rules.terrain.blazes import burn
from sandtable.games.vengeance.rules.terrain.rubble import after_blast, collapse
from sandtable.games.vengeance.rules.terrain.smoke import age_smoke, lay_smoke
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, drm, lines, load, put, whole_map


def test_cc_94_rubble_dr() -> None:
    """RV-B24.11 DR 9 and 2 for the 2KIA: the stone building collapses."""
    s = battle(dice=[4, 5, 2], E5="1.5")
    assert after_blast(s, "E5", 20, "2KIA")
    assert s.altered == [Alteration("E5", RUBBLE_STONE)]
    assert field_of(s).place("E5").terrain == "RUBBLE_STONE"
    s = battle(dice=[4, 4], E5="1.5")
    assert not after_blast(s, "E5", 20, "2KIA")
    s = battle(dice=[6, 5], E5="1.5")
    assert not after_blast(s, "E5", 16, "1KIA")  # -2 for the low column
    assert drm(lines(s, "rubble")[0]["modifiers"]) == -1


def test_only_a_kia_in_a_building_can_bring_it_down() -> None:
    """RV-B24.11, RV-A23.5"""
    s = battle(E5="1.5")
    assert not after_blast(s, "E5", 30, "K/4")
    assert not after_blast(s, "E4", 30, "3KIA")
    s = battle("AFPh", dice=[1, 1, 6, 6, 2], E6="1.5")
    arm(s, "ge_dc", "", "dc", at="E6")
    s.charges.append(Charge("dc", "E6", 0))
    detonate(s, s.charges[0])
    assert became(s, "E6") == RUBBLE_STONE  # 2 and 3 of TEM is a KIA; 12 is enough


def test_the_weapons_of_the_crushed_are_lost_with_the_levels_that_fell() -> None:
    """RV-B24.11"""
    s = battle(dice=[5, 2, 2], E5="2.5")
    put(s, "ge_4-4-7", "E5-1", "a")
    arm(s, "ge_lmg", "a")
    collapse(s, "E5")
    assert "a" not in s.units
    assert "ge_lmg" not in s.weapons


def test_sight_and_steps_follow_the_rubble() -> None:
    """RV-B24.1, RV-B24.11, RV-A6.25 A building that came down is a half-level obstacle of 3 MF without upper levels."""
    s = battle(dice=[2], E5="2.5")
    before = field_of(s)
    assert before.los("C3-1" if "C3-1" in before.steps else "E5-2", "E8").clear
    collapse(s, "E5")
    f = field_of(s)
    assert f.ground.of_hex["E5"] == ("E5",)
    assert f.los("E3", "E7").blocked[1:] == ("RV-A6.25", "rubble")
    assert next(st.cost for st in f.steps["E4"] if st.to == "E5") == 3
    assert before.ground.of_hex["E5"] == ("E5", "E5-1", "E5-2", "E5-roof")  # the map below is untouched
    assert f is field_of(s)
    assert f.los("A1", "A3") is before.los("A1", "A3")  # and so is every line far from it


def test_the_overlay_sees_what_a_map_with_the_rubble_printed_on_it_sees() -> None:
    """RV-A6.1, RV-B24.1 Laid over or printed: every line of sight is the same."""
    printed = field_of(battle(E5="RUBBLE_STONE", F6="2.5"))
    s = battle(E5="1.5", F6="2.5")
    over = altered_field(field_of(s), [Alteration("E5", RUBBLE_STONE)])
    for a in printed.locations:
        for b in ("E4", "E6", "D3", "F6-1", "H8", "A5"):
            one, other = printed.los(a, b), over.los(a, b)
            assert (one.clear, one.hindrance) == (other.clear, other.hindrance), (a, b)


def test_upper_levels_alone_can_be_lost() -> None:
    """RV-B24.11 Of a building hit on level 2 only what is above goes; who was there falls to the ground, broken."""
    s = battle(dice=[2, 5], E5="2.5")
    put(s, "ge_6-5-8", "E5-2", "a")
    put(s, "ge_4-4-7", "E5-2", "b")
    put(s, "ge_4-4-7", "E5-1", "c")
    collapse(s, "E5", 2)
    f = field_of(s)
    assert s.altered == [Alteration("E5", LEVELS, number=2)]
    assert f.ground.of_hex["E5"] == ("E5", "E5-1")
    assert f.ground.hexes["E5"].height == 3
    assert (s.units["a"].at, s.units["a"].type, s.units["a"].broken) == ("E5", "ge_3-4-8", True)
    assert "b" not in s.units
    assert s.units["c"].at == "E5-1"
    assert not s.units["c"].broken


def test_cellars_under_rubble() -> None:
    """RV-O6.6 Under a collapsed hex a dr of 4 or more is the end; others get into the next cellar."""
    whole_map()
    s = battle(dice=[3, 4, 2])
    s.scenario = "whole"
    f = field_of(s)
    hex = next(h for h in f.ground.hexes if f"{h}-cellar" in f.steps and not f.ground.hexes[h].features)
    put(s, "ge_4-4-7", f"{hex}-cellar", "a")
    put(s, "ge_4-4-7", f"{hex}-cellar", "b")
    collapse(s, hex)
    assert s.units["a"].at.endswith("-cellar")
    assert s.units["a"].at != f"{hex}-cellar"
    assert "b" not in s.units
    assert f"{hex}-cellar" not in field_of(s).steps


@pytest.mark.parametrize(("there", "falls"), [("OPEN", True), ("DEBRIS", True), ("1.5", False), ("PIT", False)])
def test_falling_rubble(there: str, falls: bool) -> None:
    """RV-B24.12, RV-BRV3.4 A dr of 1 and a direction; a building, water or the pit takes none."""
    s = battle(dice=[1, 1, 6, 5], E5="1.5", E4=there)
    at = put(s, "ru_4-4-7", "E4", "x")
    collapse(s, "E5")
    assert bool(became(s, "E4")) is falls
    assert s.units[at].broken is falls  # a 1MC with 11


def test_what_lay_in_lost_locations_is_gone() -> None:
    """RV-B24.11 Weapons, fires and residual fire of lost levels go with them."""
    s = battle(dice=[2], E5="1.5")
    arm(s, "ge_lmg", "", "lmg", at="E5-1")
    s.residual["E5-1"] = 4
    s.flames["E5-1"] = 1
    collapse(s, "E5")
    assert (s.weapons, s.residual, s.flames) == ({}, {}, {})


def test_a_burning_building_comes_down() -> None:
    """RV-B25.4 Original 12: the hex collapses to burning rubble, which burns as its building did."""
    s = battle("RPh", dice=[6, 6, 3], E5="1.5")
    s.flames["E5-1"] = BLAZE
    burn(s)
    assert s.flames == {"E5": BLAZE}
    assert s.altered == [Alteration("E5", RUBBLE_STONE)]


# -- SMOKE -------------------------------------------------------------------------------------------------------------


def test_smoke_thins_out_and_goes() -> None:
    """RV-A24.2, RV-A24.3, RV-A24.4 Full SMOKE +3, dispersed +2 from the owner's next PFPh, gone at the one after it."""
    s = battle(side="german")
    f = field_of(s)
    lay_smoke(s, "E4", "german")
    assert drm(current_sight.hindrance(s, f, "E2", "E6")) == 3
    s.side = "russian"
    age_smoke(s)
    assert not s.screens["E4"].dispersed
    s.side = "german"
    age_smoke(s)
    assert drm(current_sight.hindrance(s, f, "E2", "E6")) == 2
    s.side = "russian"
    age_smoke(s)
    assert "E4" in s.screens
    s.side = "german"
    age_smoke(s)
    assert not s.screens


def test_wind_and_smoke() -> None:
    """RV-B25.64, RV-A24.2 Mild wind takes dispersed SMOKE away earlier; heavy wind lets only that be laid."""
    s = battle(side="german")
    lay_smoke(s, "E4", "german")
    s.screens["E4"] = replace(s.screens["E4"], dispersed=True, age=1)
    s.side, s.wind = "russian", 1
    age_smoke(s)
    assert not s.screens
    s.wind = 2
    lay_smoke(s, "E4", "german")
    assert s.screens["E4"].dispersed


def test_wp_shakes_those_in_it() -> None:
    """RV-A24.2 A NMC with -1 in Open Ground; WP hinders by 2 and stands four levels high."""
    s = battle(dice=[5, 4], E6="2.5")
    put(s, "ru_4-4-7", "E4", "x")
    lay_smoke(s, "E4", "german", wp=True)
    check = lines(s, "morale_check")[0]
    assert (check["final"], s.units["x"].broken) == (8, True)
    f = field_of(s)
    assert drm(current_sight.hindrance(s, f, "E6-roof", "E4")) == 2
    assert in_smoke(s, f, "E4")
    load(s)


def test_smoke_of_a_burning_building_stands_above_its_roof() -> None:
    """RV-B25.2"""
    s = battle(E5="1.5", E3="2.5", E8="2.5")
    f = field_of(s)
    s.flames["E5"] = BLAZE
    assert drm(current_sight.hindrance(s, f, "E3-roof", "E8-roof")) == 3
