"""What else the second reading found; each test failed before."""

from __future__ import annotations

from sandtable.games.vengeance.map.altered_ground import BUNKER, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.field_works import Screen
from sandtable.games.vengeance.model.guns import Ordnance
from sandtable.games.vengeance.rules.morale.level import is_fanatic
from sandtable.games.vengeance.rules.movement.destinations import keeps_to_road, lone_man, way_cost
from sandtable.games.vengeance.rules.ordnance.ammunition import rounds_for
from sandtable.games.vengeance.rules.rout.interdiction import run
from sandtable.games.vengeance.rules.vehicles.fire.bow_flamethrower import bow_flame
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    battle,
    berlin,
    drive,
    fortify,
    lines,
    put,
    struck,
    vehicle,
)

ROAD = {("E4", "E5"): "ROAD", ("E5", "E6"): "ROAD"}


# -- what else was mended ----------------------------------------------------------------------------------------------


def test_spraying_fire_counts_for_both_targets() -> None:
    """RV-A7.34, RV-A7.55 Who could have joined at the second target may not fire at it afterwards."""
    s = battle("PFPh", side="german", dice=[6, 5])
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    put(s, "ge_4-4-7", "E5", "late")
    put(s, "ru_4-4-7", "E8", "x")
    put(s, "ru_4-4-7", "F8", "y")
    drive(s, ("fire", "lmg"), ("at", "E8"), ("spray", "F8"))
    assert {v.target for v in s.volleys} == {"E8", "F8"}


def test_a_man_in_a_pillbox_is_not_run_down() -> None:
    """RV-A4.15"""
    s = battle("MPh", side="german")
    fortify(s, "pillbox_1+3+5", "E6-pillbox", side="russian", arc=0)
    alter(s, "E6", BUNKER, number=1)
    put(s, "ru_8-0", "E6-pillbox", "boss")
    assert not lone_man(s, "E6-pillbox")


def test_mines_attack_who_leaves_by_bypass_or_overrun() -> None:
    """RV-B28.1, RV-A4.3, RV-A4.15, RV-A4.41 Every way out of the hex crosses its border; a load is carried."""
    s = battle("MPh", side="german", dice=[6, 6], E6="1.5")
    fortify(s, "ap_mine_6", "E5", side="russian", hidden=True)
    put(s, "ge_6-5-8", "E5", "a")
    drive(s, ("move", "a"), ("bypass", "E6", "F6"))
    assert [line["target"] for line in struck(s)] == ["E5"]
    s = battle("MPh", side="german", dice=[1, 2, 6, 6])
    fortify(s, "ap_mine_6", "E5", side="russian", hidden=True)
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    put(s, "ru_8-0", "E6", "boss", pinned=True)
    drive(s, ("move", "a"), ("overrun", "E6"))
    assert [line["target"] for line in struck(s)] == ["E5"]
    assert s.weapons["lmg"].carried


def test_mines_do_not_spare_a_leader_who_routs_along() -> None:
    """RV-B28.1, RV-A10.71"""
    s = battle("RtPh", side="german", dice=[6, 6])
    fortify(s, "ap_mine_6", "E6", side="russian", hidden=True)
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    put(s, "ge_8-0", "E5", "boss")
    run(s, "a", "boss", ["E6"])
    assert [line["units"] for line in struck(s)] == [("a", "boss")]


def test_an_original_two_of_interdiction_is_heat_of_battle() -> None:
    """RV-A10.53, RV-A15.1"""
    s = battle("RtPh", side="german", dice=[1, 1, 3, 4])
    put(s, "ge_4-4-7", "E5", "a", broken=True, dm=True)
    put(s, "ru_4-4-7", "E8", "x")
    assert not run(s, "a", "", ["E6"])
    assert lines(s, "heat_of_battle")
    assert not s.units["a"].broken


def test_smoke_of_guns_in_bypass_and_on_the_road() -> None:
    """RV-B.2, RV-A4.132 SMOKE costs one MF around a house too, and there is no road bonus through it."""
    s = battle("MPh", side="german", sides=ROAD, E6="1.5")
    put(s, "ge_4-4-7", "E4", "a")
    f = field_of(s)
    way = next(w for w in f.ways_round("E5") if w.to == "E6")
    step = next(st for st in f.steps["E4"] if st.to == "E5")
    before = way_cost(s, way, [s.units["a"]])
    assert keeps_to_road(s, f, step)
    s.screens["E6"] = s.screens["E5"] = Screen("german", False, False, 0)
    assert way_cost(s, way, [s.units["a"]]) == before + 1
    assert not keeps_to_road(s, f, step)


def test_a_gun_without_shells() -> None:
    """RV-C4.1, RV-C8.2 With no HE left it fires AP at men, and nothing at areas."""
    gun = Ordnance(calibre=75, special={"HE": 7})
    assert rounds_for(gun, "infantry", ()) == ["HE"]
    assert (rounds_for(gun, "infantry", ("HE",)), rounds_for(gun, "area", ("HE",))) == (["AP"], [])


def test_the_bearer_in_a_human_wave() -> None:
    """RV-BRV14.2 Near the Reichstag he is Fanatic, but not in a wave."""
    s = berlin("MPh", "russian")
    put(s, "ru_6-2-8", "Z15", "a")
    arm(s, "ru_banner", "a", "ru-banner-1")
    assert is_fanatic(s, s.units["a"])
    s.units["a"] = replace(s.units["a"], wave=True)
    assert not is_fanatic(s, s.units["a"])


def test_a_bow_flamethrower_flashes_and_harms_weapons() -> None:
    """RV-A22.6, RV-E1.8, RV-A7.302"""
    s = battle(side="russian", dice=[1, 1, 1, *[6] * 20])
    s.night = Night(9, 9, "full", "none", "german")
    s.asked += ["german", "russian"]
    tank = vehicle(s, "ru_ot34", "E7", vca=0, free=True)
    put(s, "ge_4-4-7", "E6", "x")
    arm(s, "ge_psk", "x", "psk")
    bow_flame(s, tank, "E6")
    assert s.flashes == ["E7"]
    assert "psk" not in s.weapons
