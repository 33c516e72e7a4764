"""Flames, charges, rockets and Guns; each test failed before."""

from __future__ import annotations

from sandtable.games.vengeance.map.altered_ground import BUNKER, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.rules.fire.first_fire import snap_plan
from sandtable.games.vengeance.rules.fire.kinds import PREP_FIRE
from sandtable.games.vengeance.rules.movement.phase import may_move
from sandtable.games.vengeance.rules.ordnance.handling import recover_gun
from sandtable.games.vengeance.rules.ordnance.infantry_firepower import rapid_fire
from sandtable.games.vengeance.rules.ordnance.laying import open_to_the_sky
from sandtable.games.vengeance.rules.ordnance.rockets import has_backblast
from sandtable.games.vengeance.rules.phase_changes import end_prep_fire
from sandtable.games.vengeance.rules.vehicles.movement.actions import loadable
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    can,
    drive,
    drm,
    emplace,
    fortify,
    moving,
    put,
    struck,
    vehicle,
)

# -- flames, charges, rockets and Guns ---------------------------------------------------------------------------------


def test_flames_go_round_holes_and_shields_but_not_through_the_night() -> None:
    """RV-A22.1 No TEM of any kind, entrenchments included; the LV of the night counts."""
    s = battle(side="german", dice=[6, 5, 1, 2, 1, 2, 1, 2])
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E6", "x", dug=True, pinned=True)
    drive(s, ("flame", "ft", "E6"))
    assert struck(s)[0]["final"] == 11
    s = battle(side="german", dice=[6, 5, 1, 2, 1, 2, 1, 2])
    s.night = Night(3, 3, "full", "none", "russian")
    s.asked += ["german", "russian"]
    put(s, "ge_8-3-8", "E5", "a", free=True)
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E6", "x")
    drive(s, ("flame", "ft", "E6"))
    assert (1, "RV-E1.16", "night") in struck(s)[0]["modifiers"]


def test_flames_hit_unknown_men_by_half() -> None:
    """RV-A22.1, RV-A12.1 Concealment halves them, also beside a Known target."""
    s = battle(side="german", dice=[6, 6, 1, 2, 1, 2, 1, 2])
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E6", "x")
    put(s, "ru_4-4-7", "E6", "y", concealed=True)
    drive(s, ("flame", "ft", "E6"))
    assert [line["column"] for line in struck(s)] == [24, 12]


def test_flames_in_the_own_location() -> None:
    """RV-A22.1, RV-A7.4 An enemy in its Location is its only target."""
    s = battle(side="german", dice=[6, 5])
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ru_4-4-7", "E6", "y")
    assert [o for o in ask(s).options if o[0] == "flame"] == [("flame", "ft", "E5")]


def test_who_threw_a_charge_has_prep_fired() -> None:
    """RV-A3.2, RV-A23.2, RV-C13.3 A squad whose weapon is gone, or that looked for a Panzerfaust, does not move."""
    s = battle("PFPh", side="german", dice=[6, 5, 1, 2, 1, 2, 1, 2, 1, 2])
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ge_8-3-8", "E9", "b", fausts=1)
    arm(s, "ge_dc", "a", "dc")
    put(s, "ru_4-4-7", "E6", "x")
    drive(s, ("throw", "dc", "E6"))
    assert s.units["a"].expended == 1
    end_prep_fire(s)
    assert [s.units[id].fired for id in ("a", "b")] == ["prep", "prep"]


def test_pinned_men_fire_a_panzerschreck() -> None:
    """RV-A7.8 A pin forbids FT, DC and PF; a PSK is fired with Case D."""
    s = battle(side="german", E7="1.5")
    put(s, "ge_8-3-8", "E5", "a", pinned=True)
    arm(s, "ge_psk", "a", "psk")
    put(s, "ru_4-4-7", "E7", "x")
    assert can(s, "rocket", "psk", "E7")


def test_rockets_and_mortars_in_a_pillbox() -> None:
    """RV-C13.3, RV-C13.31, RV-C9.1 A pillbox is worth a rocket, has a backblast, and no mortar fires out of it."""
    s = battle()
    fortify(s, "pillbox_1+3+5", "E6-pillbox", arc=0)
    alter(s, "E6", BUNKER, number=1)
    f = field_of(s)
    assert has_backblast(f, "E6-pillbox")
    assert not open_to_the_sky(f, "E6-pillbox")
    put(s, "ge_8-3-8", "E4", "a")
    arm(s, "ge_psk", "a", "psk")
    put(s, "ru_4-4-7", "E6-pillbox", "x")
    assert can(s, "rocket", "psk", "E6-pillbox")


def test_a_snap_shot_at_a_question_mark_is_halved_once() -> None:
    """RV-A8.15, RV-A12.1"""
    s = battle("MPh", side="german", dice=[6, 5])
    put(s, "ge_4-4-7", "E5", "a", concealed=True)
    put(s, "ru_6-2-8", "F5", "x")
    moving(s, "a", mode="assault")
    assert s.move is not None
    s.move = replace(s.move, crossing="E4|3", came="E4")
    plan = snap_plan(s, field_of(s), "x")
    assert plan.area


def test_rapid_fire_wrecks_trucks() -> None:
    """RV-D3.3, RV-C7.4, RV-E1.8 IFE hits the soft vehicles of the Location, and flashes at night."""
    s = battle(side="german", dice=[1, 1, 6, 6])
    s.night = Night(9, 9, "full", "none", "russian")
    s.asked += ["german", "russian"]
    put(s, "ge_2-2-8", "E6", "crew", free=True)
    emplace(s, "ge_20_quad", "E6", "crew", ca=0, id="gun")
    truck = vehicle(s, "ru_iag6", "E2")
    dice, _ = rapid_fire(s, field_of(s), "gun", "E2", PREP_FIRE)
    assert dice == (1, 1)
    assert s.vehicles[truck].wreck
    assert "E6" in s.flashes


def test_a_gun_is_harder_to_take_up_at_night() -> None:
    """RV-A4.44 +1 at night, as for other weapons; who is seen at it is Known."""
    s = battle("RPh", side="german", dice=[5])
    s.night = Night(9, 9, "full", "none", "russian")
    s.asked += ["german", "russian"]
    put(s, "ge_4-4-7", "E6", "a", concealed=True)
    put(s, "ru_4-4-7", "E8", "x")
    emplace(s, "ge_75_pak40", "E6", "", id="gun")
    recover_gun(s, s.units["a"], "gun")
    assert s.guns["gun"].crew == ""
    assert not s.units["a"].concealed


def test_no_acquisition_of_unknown_targets_at_night() -> None:
    """RV-C6.5"""
    s = battle(side="german", dice=[5, 6, 1, 1, 1, 1])
    s.night = Night(9, 9, "full", "none", "russian")
    s.asked += ["german", "russian"]
    put(s, "ge_2-2-8", "E6", "crew", free=True)
    emplace(s, "ge_75_pak40", "E6", "crew", ca=0, id="gun")
    put(s, "ru_4-4-7", "E2", "x", concealed=True)
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    assert s.acquired == {}


def test_the_thrower_of_a_charge_has_the_cover_of_his_own_hole() -> None:
    """RV-A23.2, RV-B27.1 Everybody in the thrower's Location with his own TEM: the foxhole covers who is in it."""
    s = battle("PFPh", dice=[3, 4, *[1] * 12])
    put(s, "ge_4-4-7", "E5", "a", dug=True)
    put(s, "ge_4-4-7", "E5", "b")
    arm(s, "ge_dc", "a", "dc")
    put(s, "ru_4-4-7", "E6", "x")
    drive(s, ("throw", "dc", "E6"))
    sums = {tuple(line["units"]): drm(line["modifiers"]) for line in struck(s) if line["target"] == "E5"}
    assert sums == {("a",): 5, ("b",): 3}


def test_a_charge_thrown_into_the_own_location_hits_the_thrower() -> None:
    """RV-A23.2 His own Location is attacked with +3, whoever else is in it."""
    s = battle("PFPh", side="german", dice=[3, 2, *[6, 5] * 12])
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_dc", "a", "dc")
    put(s, "ru_4-4-7", "E5", "x")
    drive(s, ("throw", "dc", "E5"))
    assert [line["final"] for line in struck(s)] == [7, 8]


def test_a_crew_that_has_hooked_its_gun_does_not_walk_away() -> None:
    """RV-C10.2, RV-D6.1 It has spent all its MF; it may still get on the vehicle."""
    s = battle("MPh", "german")
    put(s, "ge_2-2-8", "E6", "crew")
    emplace(s, "ge_75_pak40", "E6", "crew", 2, "pak")
    vehicle(s, "ge_sdkfz7", "E6", "truck", vca=5, tca=5)
    drive(s, ("drive", "truck"), ("hook", "pak"))
    assert not may_move(s, s.units["crew"])
    assert [u.id for u in loadable(s, s.vehicles["truck"])] == ["crew"]
