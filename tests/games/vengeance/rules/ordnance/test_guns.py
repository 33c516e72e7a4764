"""Guns and mortars in a battle (chapters C2 to C11), with the worked cases about them."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.altered_ground import BUNKER, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.model.guns import AP, APCR, AREA, HE, INFANTRY, SMOKE, VEHICLE, Acquisition, Ordnance
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.play import end_phase
from sandtable.games.vengeance.rules.artillery.indirect_fire import indirect_cover
from sandtable.games.vengeance.rules.fortifications.barriers import put_up
from sandtable.games.vengeance.rules.movement.allowance import load as weight
from sandtable.games.vengeance.rules.ordnance.ammunition import depletion_number, round_fired
from sandtable.games.vengeance.rules.ordnance.effects import blast_weapons
from sandtable.games.vengeance.rules.ordnance.handling import may_stand, push_drm
from sandtable.games.vengeance.rules.ordnance.laying import declare, open_to_the_sky, targets_of
from sandtable.games.vengeance.rules.ordnance.odds import shot_odds
from sandtable.games.vengeance.rules.ordnance.shots import Shot
from sandtable.games.vengeance.rules.terrain.cover import personal
from sandtable.games.vengeance.rules.units.counters import put as put_unit
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    drive,
    drm,
    emplace,
    lines,
    load,
    moving,
    put,
    struck,
    vehicle,
    whole_map,
)
from tests.games.vengeance.watching import faults


def gun_battle(
    type: str = "ru_76_obr39",
    at: str = "E1",
    ca: int = 2,
    phase: Phase = "PFPh",
    dice: tuple[int, ...] = (),
    **terrain: str,
) -> Battle:
    """A Gun with its crew on map T, in a phase of its own side's Player Turn; more is put there by the test."""
    side = "russian" if type.startswith("ru") else "german"
    turn = side if phase in ("PFPh", "AFPh") else ("german" if side == "russian" else "russian")
    s = battle(phase, turn, dice, None, "", **terrain)
    s.player_turns = 4
    put(s, f"{type[:2]}_2-2-8", at, "crew")
    emplace(s, type, at, "crew", ca, "gun")
    return s


def shot(s: Battle, target: str, type: str = INFANTRY, ammunition: str = HE) -> Shot:
    """A shot of the Gun, declared."""
    return declare(s, field_of(s), "gun", target, type, ammunition)


def reasons(shot: Shot) -> list[tuple[int, str]]:
    """Its DRM as (value, case), those for the first targets included."""
    own = shot.groups[0][1] if shot.groups else ()
    return [(m[0], m[2].split(":")[0]) for m in (*shot.drm, *own)]


def test_cc_69_infantry_target_type() -> None:
    """RV-C3.2, RV-C3.3, RV-C2.1, RV-C3.1"""
    s = gun_battle(dice=(2, 2, 3, 4, 1, 2), E6="1.5")
    put(s, "ge_4-4-7", "E6", "x")
    declared = shot(s, "E6")
    assert declared.to_hit() == 8
    assert drm(declared.drm) == 3
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    hit = lines(s, "to_hit")[0]
    assert (hit["final"], hit["need"], hit["success"]) == (7, 8, True)
    effect = struck(s)[0]
    assert (effect["column"], effect["modifiers"], effect["result"]) == (12, [], "1MC")
    assert s.guns["gun"].fired == ""  # coloured 2 keeps its rate of fire
    assert s.guns["gun"].used == "PFPh"
    assert ("fire", "crew") not in ask(s).options  # a crew has one use


def test_cc_70_mortar_at_the_ground_level_of_a_building() -> None:
    """RV-C3.2, RV-B23.31, RV-C9.1"""
    s = gun_battle("ru_mtr82", "E1", dice=(3, 3, 2, 2, 1, 2), E11="1.5")
    put(s, "ge_4-4-7", "E11", "x")
    declared = shot(s, "E11", AREA)
    assert declared.to_hit() == 7
    drive(s, ("shoot", "gun"), ("shell", "area", "HE"))
    assert lines(s, "to_hit")[0]["success"]
    effect = struck(s)[0]
    assert (effect["column"], effect["final"], effect["result"]) == (8, 8, "NMC")


def test_cc_96_critical_hit_of_a_mortar() -> None:
    """RV-C3.7, RV-B23.31"""
    dice = (1, 1, 6, 2, 5, 4)
    s = gun_battle("ge_mtr81", "E1", dice=dice, E5="1.5")
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ru_4-4-7", "E5", "y")
    load(s, *dice, *[1] * 8)
    drive(s, ("shoot", "gun"), ("shell", "area", "HE"))
    assert lines(s, "to_hit")[0]["critical"]
    worst, other = struck(s)
    assert (worst["column"], worst["final"], worst["result"], worst["units"]) == (30, 5, "1KIA", ("x",))
    assert (other["column"], other["final"], other["result"], other["units"]) == (8, 13, "no effect", ("y",))
    assert "x" not in s.units
    assert "y" in s.units


def test_cc_72_depletion_numbers() -> None:
    """RV-C8.1, RV-C8.2, RV-C8.31"""
    gun = Ordnance(calibre=85, barrel="L", special={"A": 6})
    assert depletion_number(gun, APCR) == 7
    assert round_fired(gun, APCR, VEHICLE, 7) == (APCR, True)
    assert round_fired(gun, APCR, VEHICLE, 6) == (APCR, False)
    assert round_fired(gun, APCR, VEHICLE, 8) == (AP, False)
    limited = Ordnance(calibre=88, barrel="LL", special={"HE": 7})
    assert round_fired(limited, HE, INFANTRY, 8) == (HE, True)
    assert round_fired(limited, HE, INFANTRY, 9) == (AP, False)
    assert round_fired(Ordnance(calibre=152, ap=False, special={"HE": 7}), HE, INFANTRY, 9) == ("", False)


def test_the_last_heat_round() -> None:
    """RV-C8.1, RV-C8.3"""
    s = gun_battle("ge_75_leig18", dice=(4, 4, 3, 3, 1, 2))
    put(s, "ru_4-4-7", "E5", "x")
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HEAT"))
    assert lines(s, "last_round")[0]["wanted"] == "HEAT"
    assert s.guns["gun"].depleted == ("HEAT",)
    assert lines(s, "to_hit")[0]["ammunition"] == "HEAT"
    assert struck(s)[0]["column"] == 6  # two columns below the 12 of 75 mm
    s.guns["gun"] = replace(s.guns["gun"], fired="", used="")
    s.units["crew"] = replace(s.units["crew"], fired="")
    flow = drive(s, ("shoot", "gun"))
    assert flow is not None
    assert ("shell", "infantry", "HEAT") not in flow.options


def test_b_30_mortar_fire_at_a_roofless_level() -> None:
    """RV-BRV12.2, RV-B23.32"""
    f = whole_map()
    assert drm(indirect_cover(f, "D10-1")) == 2
    assert open_to_the_sky(f, "D10-1")
    assert not open_to_the_sky(f, "I6-1")
    assert open_to_the_sky(f, "I6-roof")


def test_a_mortar_has_a_least_and_a_greatest_range() -> None:
    """RV-C9.1"""
    s = gun_battle("ru_mtr82", "E1")
    put(s, "ge_4-4-7", "E3", "near")
    assert targets_of(s, field_of(s), "gun", False) == []
    put(s, "ge_4-4-7", "E4", "x")
    assert targets_of(s, field_of(s), "gun", False) == ["E4"]


def test_light_mortar() -> None:
    """RV-C9.1, RV-A7.35, RV-A4.41 Area type, half of 6 FP; it leaves no residual FP."""
    s = battle("PFPh", "russian", dice=(3, 3, 1, 2, 1, 3, 1, 3))
    put(s, "ru_4-4-7", "E1", "a")
    arm(s, "ru_mtr50", "a", "mtr")
    put(s, "ge_4-4-7", "E5", "x")
    assert ("shoot", "mtr") in ask(s).options
    drive(s, ("shoot", "mtr"), ("shell", "area", "HE"))
    assert lines(s, "to_hit")[0]["need"] == 7
    assert struck(s)[0]["column"] == 2
    assert s.weapons["mtr"].fired == ""  # coloured 3 keeps its rate of fire
    assert s.acquired["mtr"] == Acquisition("E5", AREA, -1)
    s.phase = "AFPh"
    s.weapons["mtr"] = replace(s.weapons["mtr"], used=False, carried=True)
    assert ("shoot", "mtr") not in ask(s).options


def test_a_mortar_does_not_fire_from_a_building() -> None:
    """RV-C9.1, RV-B23.42"""
    s = battle("PFPh", "russian", E1="1.5")
    put(s, "ru_4-4-7", "E1", "a")
    arm(s, "ru_mtr50", "a", "mtr")
    put(s, "ge_4-4-7", "E5", "x")
    assert ("shoot", "mtr") not in ask(s).options


def test_spotted_fire() -> None:
    """RV-C9.1, RV-C3.1"""
    s = gun_battle("ru_mtr82", "E1", E4="1.5")
    put(s, "ge_4-4-7", "E8", "x")
    assert targets_of(s, field_of(s), "gun", False) == []  # the building is in the way
    put(s, "ru_8-0", "F3", "spotter")
    s.spotters["gun"] = "spotter"
    assert targets_of(s, field_of(s), "gun", False) == ["E8"]
    assert (2, "spotted fire") in reasons(shot(s, "E8", AREA))
    load(s, 6, 5)
    drive(s, ("shoot", "gun"), ("shell", "area", "HE"))
    assert s.units["spotter"].fired == "prep"
    assert targets_of(s, field_of(s), "gun", False) == []


def test_covered_arc_and_case_a() -> None:
    """RV-C11.5, RV-C5.1, RV-D1.31"""
    s = gun_battle("ge_75_pak40", "E6", ca=0, dice=(6, 5, 6, 5))
    put(s, "ru_4-4-7", "E3", "ahead")
    put(s, "ru_4-4-7", "E9", "behind")
    assert not [m for m in reasons(shot(s, "E3")) if m[1] == "A"]
    assert (4, "A") in reasons(shot(s, "E9"))  # two hexsides: 3 and 1
    drive(s, ("shoot", "gun"), ("at", "E9"), ("shell", "infantry", "HE"))
    assert s.guns["gun"].ca in (2, 3)
    assert not [m for m in reasons(shot(s, "E9")) if m[1] == "A"]


def test_a_gun_in_a_building_turns_with_double_effort() -> None:
    """RV-B23.42, RV-C5.1"""
    s = gun_battle("ge_75_pak40", "E6", ca=0, E6="1.5")
    put(s, "ru_4-4-7", "E9", "behind")
    assert (8, "A") in reasons(shot(s, "E9"))


def test_a_pinned_crew_cannot_turn_its_gun() -> None:
    """RV-A7.8, RV-C5.1"""
    s = gun_battle("ge_75_pak40", "E6", ca=0)
    put(s, "ru_4-4-7", "E9", "behind")
    put(s, "ru_4-4-7", "E3", "ahead")
    s.units["crew"] = replace(s.units["crew"], pinned=True)
    assert targets_of(s, field_of(s), "gun", False) == ["E3"]
    assert (2, "D") in reasons(shot(s, "E3"))


def test_acquisition_grows_and_goes() -> None:
    """RV-C6.5"""
    s = gun_battle("ge_75_pak40", "E6", ca=0, dice=(1, 6, 1, 6, 1, 6))
    put(s, "ru_4-4-7", "E3", "x")
    put(s, "ru_4-4-7", "E2", "y")
    for value in (-1, -2, -2):
        drive(s, ("shoot", "gun"), ("at", "E3"), ("shell", "infantry", "HE"))
        assert s.acquired["gun"] == Acquisition("E3", INFANTRY, value)
        if value == -1:
            load(s, *[1, 6, 6, 6] * 4)
    assert (-2, "N") in reasons(shot(s, "E3"))
    assert (-2, "N") not in reasons(shot(s, "E3", AREA))
    assert (-2, "N") not in reasons(shot(s, "E2"))
    load(s, 1, 6, 6, 6)
    drive(s, ("shoot", "gun"), ("at", "E2"), ("shell", "infantry", "HE"))
    assert s.acquired["gun"] == Acquisition("E2", INFANTRY, -1)
    s.units["crew"] = replace(s.units["crew"], broken=True, dm=True)
    end_phase(s)
    assert s.acquired == {}


def test_intensive_fire() -> None:
    """RV-C5.5"""
    s = gun_battle("ge_75_pak40", "E6", ca=0, dice=(4, 6, 5, 5))
    put(s, "ru_4-4-7", "E3", "x")
    assert ("intensive", "gun") not in ask(s).options
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    assert s.guns["gun"].fired == "prep"
    options = ask(s).options
    assert ("shoot", "gun") not in options
    assert ("intensive", "gun") in options
    drive(s, ("intensive", "gun"), ("shell", "infantry", "HE"))
    assert (2, "F") in [(m[0], m[2].split(":")[0]) for m in lines(s, "to_hit")[1]["modifiers"]]
    assert s.guns["gun"].malfunctioned  # a 10 breaks it then: the number is two lower
    s.guns["gun"] = replace(s.guns["gun"], malfunctioned=False, fired="", used="")
    s.units["crew"] = replace(s.units["crew"], fired="")
    f = field_of(s)
    s.player_turns, s.side, s.phase = 5, "russian", "MPh"
    moving(s, "x")
    assert targets_of(s, f, "gun", False) == []  # not in the first fire phase of the next Player Turn
    s.phase, s.move = "DFPh", None
    assert targets_of(s, f, "gun", False) == ["E3"]


def test_original_12_misses_and_breaks_the_gun() -> None:
    """RV-C3.71, RV-C3.1"""
    s = gun_battle("ge_75_pak40", "E6", ca=0, dice=(6, 6))
    put(s, "ru_4-4-7", "E3", "x")
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    assert not lines(s, "to_hit")[0]["success"]
    assert s.guns["gun"].malfunctioned
    assert s.acquired == {}


def test_a_gun_is_repaired_or_lost() -> None:
    """RV-C10.3, RV-A9.72"""
    for die, left, whole in ((1, True, True), (3, True, False), (6, False, False)):
        s = gun_battle("ge_75_pak40", "E6", phase="PFPh", dice=(die,))
        s.phase, s.step = "RPh", "organize"
        s.guns["gun"] = replace(s.guns["gun"], malfunctioned=True)
        drive(s, ("repair", "gun"))
        assert ("gun" in s.guns) == left
        if left:
            assert s.guns["gun"].malfunctioned != whole
            assert not any(o[0] == "repair" for o in ask(s).options)


def test_a_gun_that_nobody_mans_can_be_taken_up() -> None:
    """RV-A4.44, RV-C2.1, RV-A21.1"""
    s = gun_battle("ge_75_pak40", "E6", ca=0, dice=(2,))
    put_unit(s, "crew", "E7")
    assert s.guns["gun"].crew == ""
    del s.units["crew"], s.at["E7"]
    put(s, "ru_4-4-7", "E6", "x")
    s.phase, s.step, s.side = "RPh", "organize", "russian"
    drive(s, ("recover", "x", "gun"))
    assert s.guns["gun"].crew == "x"
    s.phase, s.step = "PFPh", ""
    put(s, "ge_4-4-7", "E2", "y")
    found = shot(s, "E2")
    assert found.colour == "red"
    assert [m for m in reasons(found) if m[1] == "H"] == [(2, "H"), (2, "H")]  # captured, and no crew
    load(s, 2, 6, 6, 6)
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    assert s.guns["gun"].fired == "prep"  # its rate of fire of 2 is two lower


def test_first_fire_of_a_gun_leaves_residual() -> None:
    """RV-A8.2, RV-C6.1, RV-A8.11"""
    s = gun_battle("ge_75_pak40", "E1", ca=2, phase="MPh", dice=(3, 2, 3, 4, 1, 2))
    put(s, "ru_4-4-7", "E6", "x")
    moving(s, "x")
    found = shot(s, "E6")
    assert [m for m in reasons(found) if m[1].startswith("J") or "moving" in m[1]]
    assert drm([*found.drm, *found.groups[0][1]]) == -2
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    assert s.residual == {"E6": 6}
    assert s.guns["gun"].fired == s.units["crew"].fired == "first"
    assert not any(o[0] == "shoot" for o in ask(s).options)


def test_a_gun_that_keeps_its_rate_may_leave_residual_instead() -> None:
    """RV-A8.2, RV-A8.41"""
    for pick, residual, fired in (("keep_rate", {}, ""), ("give_up_rate", {"E6": 6}, "first")):
        s = gun_battle("ge_75_pak40", "E1", ca=2, phase="MPh", dice=(1, 4, 3, 4, 1, 2))
        put(s, "ru_4-4-7", "E6", "x")
        moving(s, "x", here=2)
        drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"), (pick, "gun"))
        assert s.residual == residual
        assert s.guns["gun"].fired == fired


def test_a_gun_marked_first_fire_has_one_shot_more_at_men_at_hand() -> None:
    """RV-A8.4"""
    s = gun_battle("ge_75_pak40", "E6", ca=0, phase="DFPh")
    s.guns["gun"] = replace(s.guns["gun"], fired="first", used="MPh")
    s.units["crew"] = replace(s.units["crew"], fired="first")
    put(s, "ru_4-4-7", "E3", "far")
    put(s, "ru_4-4-7", "E5", "near")
    assert targets_of(s, field_of(s), "gun", False) == ["E5"]
    assert shot(s, "E5").halved


def test_advancing_fire_is_case_b_and_opportunity_fire_is_not() -> None:
    """RV-A7.24, RV-A7.25, RV-C5.1"""
    s = gun_battle("ge_75_pak40", "E6", ca=0, phase="AFPh")
    put(s, "ru_4-4-7", "E3", "x")
    assert (2, "B") in reasons(shot(s, "E3"))
    s.units["crew"] = replace(s.units["crew"], fired="opportunity")
    assert (2, "B") not in reasons(shot(s, "E3"))


def test_the_big_gun_rests_between_shots_and_does_not_turn() -> None:
    """RV-C2.6"""
    s = gun_battle("ru_203_b4", "E6", ca=0)
    f = field_of(s)
    put(s, "ge_4-4-7", "E3", "ahead")
    put(s, "ge_4-4-7", "E9", "behind")
    assert targets_of(s, f, "gun", False) == ["E3"]
    s.guns["gun"] = replace(s.guns["gun"], last=2)
    assert targets_of(s, f, "gun", False) == []
    s.player_turns = 6
    assert targets_of(s, f, "gun", False) == ["E3"]
    s.phase = "AFPh"
    assert targets_of(s, f, "gun", False) == []
    s.phase = "MPh"
    drive(s, ("move", "crew"))
    assert not any(o[0] == "push" for o in ask(s).options)


def test_pit_and_shield_cover_the_crew() -> None:
    """RV-C2.5, RV-C11.1, RV-C2.1"""
    s = gun_battle("ge_75_pak40", "E6", ca=0)
    f = field_of(s)
    crew = s.units["crew"]
    assert personal(s, f, crew, 0, False, True, ("E9",)) == ((2, "RV-C2.5", "emplaced Gun"),)
    assert personal(s, f, crew, 3, False, True, ("E9",)) == ()
    s.guns["gun"] = replace(s.guns["gun"], emplaced=False)
    assert personal(s, f, crew, 0, False, True, ("E9",)) == ()
    assert personal(s, f, crew, 1, False, True, ("E3",)) == ((1, "RV-C11.1", "gunshield"),)
    assert personal(s, f, crew, 0, False, True, ("E3", "E9")) == ()
    s.guns["gun"] = replace(s.guns["gun"], type="ru_100_obr44")
    assert personal(s, f, crew, 0, False, True, ("E3",)) == ()  # too big a Gun for a shield


def test_the_size_of_a_gun_counts_against_its_crew() -> None:
    """RV-C2.5, RV-C6.1"""
    s = gun_battle("ru_76_obr39", "E1", ca=2)
    put(s, "ge_2-2-8", "E5", "foe")
    emplace(s, "ge_75_pak40", "E5", "foe", 5, "pak", emplaced=False)
    assert (1, "P") in reasons(shot(s, "E5"))


def test_a_critical_hit_on_a_gun_destroys_it() -> None:
    """RV-C3.7, RV-C10.3, RV-A26.2"""
    s = gun_battle("ru_76_obr39", "E1", ca=2)
    put(s, "ge_2-2-8", "E5", "foe")
    emplace(s, "ge_75_pak40", "E5", "foe", 5, "pak")
    load(s, 1, 1, 1, 2, 5, 6, 6)  # To Hit, critical, selection of crew and Gun, effects
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    assert "pak" not in s.guns
    assert lines(s, "gun_lost")[0]["weapon"] == "pak"
    assert s.cvp["german"] == 2
    assert "foe" in s.units


@pytest.mark.parametrize(
    ("result", "die", "gun", "mg"),
    [("1KIA", 2, False, False), ("1KIA", 3, True, False), ("K/2", 0, True, False), ("2MC", 0, True, True)],
)
def test_he_wrecks_weapons(result: str, die: int, gun: bool, mg: bool) -> None:
    """RV-A7.302, RV-C10.3"""
    s = gun_battle("ge_75_pak40", "E5", dice=(die,) if die else ())
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_lmg", "a", "mg")
    blast_weapons(s, "E5", result)
    assert ("gun" in s.guns) == gun
    assert s.weapons["mg"].malfunctioned != mg


def test_smoke_rounds() -> None:
    """RV-C8.5, RV-C8.1, RV-A24.3, RV-A24.2"""
    s = gun_battle("ge_mtr81", "E1", dice=(2, 6))
    put(s, "ru_4-4-7", "E6", "x")
    assert ("lay_smoke", "gun") in ask(s).options
    drive(s, ("lay_smoke", "gun"), ("at", "E5"))
    hit = lines(s, "to_hit")[0]
    assert (hit["need"], hit["ammunition"]) == (9, SMOKE)
    assert s.screens["E5"].side == "german"
    assert s.acquired == {}  # RV-C6.5: not by SMOKE


def test_a_crew_with_gun_dismantles_its_mortar() -> None:
    """RV-C9.3, RV-A9.8, RV-A4.4"""
    s = gun_battle("ge_mtr81", "E6")
    drive(s, ("dismantle", "gun"))
    assert (s.guns["gun"].dm, s.guns["gun"].at) == (True, "")
    assert weight(s, s.units["crew"]) == 5
    put_unit(s, "crew", "E7")
    assert s.guns["gun"].crew == "crew"
    s.guns["gun"] = replace(s.guns["gun"], fired="")
    s.units["crew"] = replace(s.units["crew"], fired="")
    drive(s, ("assemble", "gun"))
    assert (s.guns["gun"].dm, s.guns["gun"].at) == (False, "E7")


def test_who_recovers_a_dismantled_mortar_carries_it() -> None:
    """RV-A4.44, RV-C9.3"""
    s = gun_battle("ge_mtr81", "E6", dice=(3,))
    s.phase, s.step = "RPh", "organize"
    s.guns["gun"] = replace(s.guns["gun"], dm=True, crew="")
    put(s, "ge_4-4-7", "E6", "b")
    drive(s, ("recover", "b", "gun"))
    assert (s.guns["gun"].crew, s.guns["gun"].at) == ("b", "")
    assert weight(s, s.units["b"]) == 5
    assert faults(s) == []


def test_limbering_takes_a_fire_phase() -> None:
    """RV-C10.2, RV-C2.1"""
    s = gun_battle("ge_88_flak18", "E6", ca=0)
    put(s, "ru_4-4-7", "E3", "x")
    drive(s, ("limber", "gun"))
    assert s.guns["gun"].limbered
    assert s.guns["gun"].fired == s.units["crew"].fired == "prep"
    s.guns["gun"] = replace(s.guns["gun"], fired="")
    s.units["crew"] = replace(s.units["crew"], fired="")
    found = shot(s, "E3")
    assert (found.gun.barrel, found.gun.rof, found.gun.b) == ("*", 1, 11)
    s.guns["gun"] = replace(s.guns["gun"], type="ru_152_obr37", side="russian")
    assert targets_of(s, field_of(s), "gun", False) == []  # no limbered values: it cannot fire
    assert ("unlimber", "gun") in ask(s).options


def test_manhandling() -> None:
    """RV-C10.1, A4.62"""
    s = gun_battle("ge_75_pak40", "E6", ca=0, phase="PFPh", dice=(4, 4))
    s.phase = "MPh"
    put(s, "ge_4-4-7", "E6", "a")
    drive(s, ("move", "crew"), ("with", "a"), ("push", "gun", "E5"), ("point", "gun", "arc-3"))
    pushed = lines(s, "push")[0]
    assert (pushed["final"], pushed["need"], pushed["success"]) == (6, 8, True)
    gun = s.guns["gun"]
    assert (gun.at, gun.crew, gun.ca, gun.emplaced, gun.fired) == ("E5", "crew", 3, False, "prep")
    assert s.units["a"].at == s.units["crew"].at == "E5"
    ask(s)
    assert s.move is None


def test_manhandling_that_fails() -> None:
    """RV-C10.1"""
    s = gun_battle("ge_75_pak40", "E6", ca=0, phase="PFPh", dice=(6, 6))
    s.phase = "MPh"
    drive(s, ("move", "crew"), ("push", "gun", "E5"))
    assert s.guns["gun"].at == "E6"
    assert s.guns["gun"].stuck
    assert s.units["crew"].ti


def test_what_makes_pushing_hard() -> None:
    """RV-C10.1"""
    s = gun_battle("ge_75_pak40", "E6", ca=0, E5="1.5", D5="DEBRIS")
    f = field_of(s)
    crew = s.units["crew"]
    assert drm(push_drm(f, s.guns["gun"], [crew], "E5")) == 3
    assert drm(push_drm(f, s.guns["gun"], [crew], "D5")) == 2
    put(s, "ge_4-4-7", "E6", "a")
    put(s, "ge_4-4-7", "E6", "b")
    squads = [crew, s.units["a"], s.units["b"]]
    assert drm(push_drm(f, s.guns["gun"], squads, "E7")) == -3
    assert drm(push_drm(f, s.guns["gun"], [replace(crew, cx=True)], "E7")) == 1


def test_where_guns_may_stand() -> None:
    """RV-B23.42, RV-A5.5"""
    s = gun_battle("ge_75_pak40", "E6", E5="1.5")
    f = field_of(s)
    pak = s.guns["gun"]
    assert may_stand(f, pak, "E5")
    assert not may_stand(f, pak, "E5-1")
    assert not may_stand(f, pak, "E5-roof")
    assert not may_stand(f, replace(pak, type="ge_37_flak43"), "E5")
    assert not may_stand(f, replace(pak, type="ru_100_obr44"), "E5")
    light = replace(pak, type="ge_75_leig18")
    assert may_stand(f, light, "E5-1", set_up=True, fortified=True)
    assert not may_stand(f, light, "E5-1", set_up=True)


def test_a_crew_blows_its_gun_up() -> None:
    """RV-C10.3"""
    for die, left in ((4, False), (5, True)):
        s = gun_battle("ge_75_pak40", "E6", dice=(die,))
        s.phase = "MPh"
        drive(s, ("move", "crew"), ("scuttle", "gun"))
        assert ("gun" in s.guns) == left


def test_flak_sweeps_by_the_ift() -> None:
    """RV-D3.3, RV-A7.2"""
    s = gun_battle("ge_20_quad", "E6", ca=0, dice=(3, 4, 1, 2))
    put(s, "ru_4-4-7", "E2", "x")
    drive(s, ("shoot", "gun"), ("shell", "ift", "IFE"))
    effect = struck(s)[0]
    assert (effect["fp"], effect["column"]) == (20, 20)
    assert s.guns["gun"].fired == ""  # coloured 3 of a rate of 3
    assert s.acquired == {}
    s.phase = "AFPh"
    load(s, 3, 4, 1, 2)
    s.guns["gun"] = replace(s.guns["gun"], used="")
    drive(s, ("shoot", "gun"), ("shell", "ift", "IFE"))
    assert struck(s)[-1]["fp"] == 10


def test_flak_does_not_sweep_a_question_mark_named_as_a_vehicle() -> None:
    """RV-D3.3, RV-A12.1 IFE goes at a Location; a `?` counter by name is a target of the Vehicle type alone."""
    for target, sweeps in (("E2", True), ("ru-unknown-E2", False)):
        s = gun_battle("ge_20_quad", "E6", ca=0)
        vehicle(s, "ru_t34_85", "E2", "tank", concealed=True)
        asked = drive(s, ("shoot", "gun"), ("at", target))
        assert asked is not None
        assert (("shell", "ift", "IFE") in asked.options) == sweeps


def test_odds_of_a_shot_are_those_of_the_rules() -> None:
    """RV-C3.1, RV-C3.2"""
    s = gun_battle(E6="1.5")
    put(s, "ge_4-4-7", "E6", "x")
    found = shot_odds(s, shot(s, "E6"))
    chances = dict(found.outcomes)
    assert sum(chances.values()) == pytest.approx(1)
    # 8 less 3: hits on 5 or less; the 2 among them always, critically on a die of 3 or less.
    assert chances["miss"] == pytest.approx(26 / 36)
    assert drm(found.modifiers) == 3
    assert found.outcomes[-1][0] == "miss"
    flow = drive(s, ("shoot", "gun"))
    assert flow is not None
    assert flow.odds is not None
    assert flow.odds(("shell", "infantry", "HE")) == found


def test_why_a_gun_does_not_fire() -> None:
    """RV-C3.71, RV-C2.1, RV-C5.5, RV-C9.1, RV-C10.2, RV-C2.6"""
    s = gun_battle("ge_75_pak40", "E6", ca=0)
    put(s, "ge_4-4-7", "D6", "other")
    put(s, "ru_4-4-7", "D7", "x")
    decision = ask(s)
    assert decision.why_not is not None

    def refusal(**marks: object) -> str:
        s.guns["gun"] = replace(s.guns["gun"], **marks)
        found = decision.why_not(("shoot", "gun")) if decision.why_not is not None else None
        assert found is not None
        return found[1]

    assert refusal(malfunctioned=True) == "RV-C3.71"
    assert refusal(malfunctioned=False, crew="") == "RV-C2.1"
    assert refusal(crew="crew", fired="prep") == "RV-A9.2"
    assert refusal(fired="", intensive=4) == "RV-C5.5"
    assert refusal(intensive=0, type="ru_152_obr37", limbered=True) == "RV-C10.2"
    assert refusal(type="ru_203_b4", limbered=False, last=2) == "RV-C2.6"
    assert refusal(type="ge_mtr81", last=0) == "RV-C3.1"  # the enemy is too near
    assert decision.why_not(("fire", "other")) is None


def test_a_gun_fires_at_a_vehicle_that_drives_past() -> None:
    """RV-A8.1, RV-C6.1"""
    s = gun_battle("ge_75_pak40", "E1", ca=2, phase="MPh")
    vehicle(s, "ru_t34_85", "E7", "tank", vca=5, tca=5)
    drive(s, ("drive", "tank"), ("start",))
    decision = ask(s)
    assert decision.seat == "german"
    assert ("shoot", "gun") in decision.options
    load(s, 6, 5)
    drive(s, ("shoot", "gun"), ("shell", "vehicle", "AP"))
    cases = [m[2].split(":")[0] for m in lines(s, "to_hit")[0]["modifiers"]]
    assert "J" in cases
    assert "J2" in cases


def test_a_shell_brings_a_building_down_with_its_gun() -> None:
    """RV-A7.309, RV-B24.11, RV-C10.3"""
    s = gun_battle("ru_152_obr37", "E1", ca=2, E5="1.5")
    put(s, "ge_4-4-7", "E5", "x")
    put(s, "ge_2-2-8", "E5", "foe")
    emplace(s, "ge_75_leig18", "E5", "foe", 5, "ig")
    # To Hit 4; effects 2 on column 30; the selection, dice for the Gun and for what is left; then the house falls.
    load(s, 1, 3, 1, 1, *[6] * 20)
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    assert lines(s, "rubble")[0]["success"]
    assert field_of(s).place("E5").terrain == "RUBBLE_STONE"
    assert "ig" not in s.guns
    assert "x" not in s.units


def test_a_hit_of_a_small_gun_leaves_the_building_standing() -> None:
    """RV-A7.309"""
    s = gun_battle("ge_50_pak38", "E1", ca=2, E5="1.5")
    put(s, "ru_4-4-7", "E5", "x")
    load(s, 1, 2, 1, 1, *[6] * 12)
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    assert struck(s)
    assert not lines(s, "rubble")


def test_heavy_shells_remove_a_roadblock() -> None:
    """RV-B29.5, RV-BRV9.221"""
    for type, dice, gone in (("roadblock", (1, 1), True), ("roadblock", (3, 4), False), ("barricade", (2, 4), True)):
        s = gun_battle("ru_152_obr37", "E1", ca=2)
        s.works["work"] = Work("work", type, "german", "")
        put_up(s, "work", "E5/E6")
        load(s, 2, 2, *dice)
        drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
        assert not [m for m in lines(s, "to_hit")[0]["modifiers"] if m[2].startswith("Q")]
        assert ("work" not in s.works) == gone
    light = gun_battle("ru_76_obr39", "E1", ca=2)
    light.works["work"] = Work("work", "roadblock", "german", "")
    put_up(light, "work", "E5/E6")
    assert targets_of(light, field_of(light), "gun", False) == []


def test_a_critical_hit_into_a_pillbox() -> None:
    """RV-B30.1, RV-C3.7"""
    s = gun_battle("ru_152_obr37", "E1", ca=2)
    s.works["box"] = Work("box", "pillbox_1+3+5", "german", "E6-pillbox", arc=0)
    alter(s, "E6", BUNKER, number=1)
    put(s, "ge_4-4-7", "E6-pillbox", "a")
    load(s, 1, 1, 1, 4, 4, *[2] * 10)
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    assert lines(s, "to_hit")[0]["critical"]
    assert struck(s)[0]["modifiers"] == []  # through the slit its walls count neither way
    assert "box" in s.works  # only a KIA from behind ends the box itself
