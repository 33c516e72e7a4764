"""To Hit and To Kill as sums of plain facts (chapters C3 to C8, D1.31), with the worked cases that need no battle."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.guns import AP, APCR, AREA, HE, HEAT, INFANTRY, SMOKE, VEHICLE, Ordnance
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc, turned_to, turns
from sandtable.games.vengeance.rules.ordnance.to_hit import (
    CRITICAL,
    HIT,
    MISS,
    ShotConditions,
    Verdict,
    hit_location,
    settle,
    to_hit_drm,
    to_hit_number,
)
from sandtable.games.vengeance.rules.ordnance.to_kill import (
    MG,
    basic_kill,
    he_power,
    kill_number,
    kill_result,
    shell_power,
    soft_number,
)
from sandtable.kernel.chances import chances
from tests.games.vengeance.bench import drm, map_t

PAK_40 = Ordnance(calibre=75, barrel="L", b=12)
IS_2 = Ordnance(calibre=122, barrel="L")


def cases(c: ShotConditions) -> list[tuple[int, str]]:
    """The DRM of a shot as (value, case)."""
    return [(value, reason.split(":")[0]) for value, _, reason in to_hit_drm(c)]


def test_cc_64_pak_40_at_a_t_34() -> None:
    """RV-C3.1, RV-C3.9, RV-C7.1, RV-C6.5"""
    shot = ShotConditions(target_type=VEHICLE, range=10, acquired=-1)
    number = to_hit_number(PAK_40, VEHICLE, "black", 10, AP)
    assert number == 9
    assert 4 + 5 + drm(to_hit_drm(shot)) == 8 <= number
    assert hit_location((4, 5)) == "turret"
    kill = kill_number(PAK_40, AP, 10, armour=11)
    assert kill is not None
    assert kill.number == 6
    results = [kill_result(kill, dr, "turret") for dr in (3, 5, 6, 7, 8, 12)]
    assert results == ["burn", "eliminate", "shock", "possible shock", "no effect", "no effect"]


def test_cc_65_and_66_is_2_at_a_panther() -> None:
    """RV-C3.1, RV-C7.1, RV-C5.1"""
    number = to_hit_number(IS_2, VEHICLE, "red", 8, AP)
    assert number == 8
    shot = ShotConditions(target_type=VEHICLE, range=8, buttoned_up=True, size=-1)
    assert cases(shot) == [(1, "I"), (-1, "P")]
    assert 5 + 2 + drm(to_hit_drm(shot)) <= number
    assert hit_location((5, 2)) == "hull"
    for armour, expected in ((18, 7), (14, 11)):
        kill = kill_number(IS_2, AP, 8, armour)
        assert kill is not None
        assert kill.number == expected


def test_cc_67_a_truck_that_spent_one_mp_in_sight() -> None:
    """RV-C6.1"""
    assert cases(ShotConditions(target_type=VEHICLE, range=5, moving=True, mp_in_los=1)) == [(2, "J"), (2, "J2")]
    assert cases(ShotConditions(target_type=VEHICLE, range=5, moving=True, mp_in_los=1.5)) == [(2, "J"), (1, "J1")]
    assert cases(ShotConditions(target_type=VEHICLE, range=5, moving=True, mp_in_los=4)) == [(2, "J")]


def test_cc_68_panzerfaust_at_the_side_of_an_is_2() -> None:
    """RV-C7.11, RV-C7.8"""
    faust = Ordnance(calibre=0, tk_class="pf")
    kill = kill_number(faust, HEAT, 2, armour=11)
    assert kill is not None
    assert kill.number == 20
    assert [kill_result(kill, dr, "turret") for dr in (10, 11, 12)] == ["burn", "eliminate", "no effect"]
    assert hit_location((1, 2)) == "turret"


def never() -> int:
    raise AssertionError("no die is rolled here")


@pytest.mark.parametrize(("drm_sum", "die", "verdict"), [(3, 3, CRITICAL), (3, 4, HIT), (7, 2, HIT), (7, 3, MISS)])
def test_cc_71_original_2(drm_sum: int, die: int, verdict: Verdict) -> None:
    """RV-C3.7"""
    assert settle(2, 2 + drm_sum, 8, area=False, light=False, die=lambda: die) == verdict


def test_original_2_of_area_fire_and_light_weapons() -> None:
    """RV-C3.7 Area fire needs no die for its Critical Hit, light weapons have none."""
    assert settle(2, 5, 8, area=True, light=False, die=never) == CRITICAL
    assert settle(2, 9, 8, area=True, light=False, die=lambda: 1) == HIT
    assert settle(2, 5, 8, area=False, light=True, die=never) == HIT


def test_original_12_misses_whatever_the_number() -> None:
    """RV-C3.71, RV-C3.1"""
    assert settle(12, 3, 20, area=False, light=False, die=never) == MISS
    assert settle(11, 10, 10, area=False, light=False, die=never) == HIT


def test_cc_112_rear_hull_hit() -> None:
    """RV-C7.1, RV-C7.2"""
    kill = kill_number(PAK_40, AP, 4, armour=6, rear=True)
    assert kill is not None
    assert kill.number == 12
    assert [m[2] for m in kill.parts] == ["AP 75L", "rear", "armour"]


def test_cc_78_quad_flak_at_a_halftrack() -> None:
    """RV-C7.1"""
    quad = components().ordnance.guns["ge_20_quad"]
    kill = kill_number(Ordnance(calibre=quad.calibre, barrel=quad.barrel), AP, 10, armour=1)
    assert kill is not None
    assert (kill.number, quad.tk_dice) == (5, 4)


def test_cc_79_machine_gun_at_an_armoured_car() -> None:
    """A machine gun is AP of its own row; it stuns."""
    kill = kill_number(Ordnance(calibre=0, tk_class="mg"), AP, 10, armour=1)
    assert kill is not None
    assert kill.number == 3
    assert kill_result(kill, 3, "hull", MG) == "stun"


def test_range_and_height_and_critical_hits_change_the_kill_number() -> None:
    """RV-C7.1, RV-C7.22, RV-C3.7"""

    def number(range: int, **more: int) -> int | None:
        kill = kill_number(PAK_40, AP, range, 0, higher=more.get("higher", 0), critical=bool(more.get("critical")))
        return None if kill is None else kill.number

    assert [number(r) for r in (1, 2, 18, 24, 78, 79)] == [18, 17, 17, 16, 12, None]
    assert [number(4, higher=h) for h in (0, 1, 2, 3)] == [17, 17, 19, 19]
    assert number(2, higher=1) == 18
    assert number(10, critical=1) == 34


def test_he_and_heat_and_apcr_have_numbers_of_their_own() -> None:
    """RV-C7.3, RV-C8.3, RV-C8.31, RV-C7.8"""
    field_gun = Ordnance(calibre=75)
    assert basic_kill(field_gun, HE) == 7
    assert basic_kill(field_gun, HEAT) == 13
    assert basic_kill(PAK_40, APCR) == 20
    assert basic_kill(Ordnance(calibre=152), APCR) is None
    assert basic_kill(Ordnance(calibre=76, barrel="L", tk_class="76L_russian"), AP) == 13
    kill = kill_number(Ordnance(calibre=76, barrel="L", tk_class="76L_russian"), AP, 1, 4)
    assert kill is not None
    assert kill.parts[0] == (13, "RV-C7.1", "AP 76L Russian")
    assert basic_kill(Ordnance(calibre=81, barrel="L"), AP) == 17
    kill = kill_number(field_gun, HE, 30, armour=3)
    assert kill is not None
    assert (kill.number, kill.he) == (4, True)
    assert [kill_result(kill, dr, "hull") for dr in (4, 5, 6)] == ["immobilize", "immobilize", "no effect"]
    assert kill_result(kill, 5, "turret") == "shock"


def test_soft_vehicles_have_no_armour() -> None:
    """RV-C7.4"""
    assert soft_number(PAK_40, AP).number == 9
    assert soft_number(PAK_40, HE).number == 12
    assert soft_number(PAK_40, HEAT).number == 11
    assert soft_number(PAK_40, AP, critical=True).number == 18
    kill = soft_number(PAK_40, AP)
    assert [kill_result(kill, dr, "hull") for dr in (4, 5, 9, 10)] == ["burn", "eliminate", "eliminate", "no effect"]


def test_a_vehicle_that_brews_up_burns_more_easily() -> None:
    """RV-C7.7"""
    kill = kill_number(PAK_40, AP, 10, armour=11)
    assert kill is not None
    assert kill_result(kill, 4, "hull") == "eliminate"
    assert kill_result(kill, 4, "hull", brew_up=True) == "burn"
    assert kill_result(kill, 6, "hull", brew_up=True) == "immobilize"


def test_the_firer_is_worse_by_cases_a_to_i() -> None:
    """RV-C5.1"""

    def a(**facts: int | str | bool | float) -> list[tuple[int, str]]:
        return cases(ShotConditions(target_type=INFANTRY, range=4, **facts))  # type: ignore[arg-type]

    assert a(turned=1) == [(3, "A")]
    assert a(turned=3) == [(5, "A")]
    assert a(turned=2, arc="T") == [(2, "A")]
    assert a(turned=2, arc="ST", in_cover=True) == [(6, "A")]
    assert a(advancing=True) == [(2, "B")]
    assert a(advancing=True, in_cover=True, bounding="t_st") == [(3, "B"), (2, "C")]
    assert a(bounding="nt_prc", bounding_first=2) == [(3, "C"), (2, "C2")]
    assert a(bounding="stabilized", bounding_first=2.5) == [(1, "C"), (1, "C1")]
    assert a(after_moving=True, inside=True) == [(2, "C3"), (2, "C3")]
    assert a(same_hex=True, in_cover=True) == [(4, "E")]
    assert a(pinned=True, intensive=True, immobilizing=True) == [(2, "D"), (2, "F"), (5, "G")]
    assert a(captured=True, unqualified=True) == [(2, "H"), (2, "H")]


def test_the_target_counts_by_cases_j_to_r() -> None:
    """RV-C6.1, RV-C6.5, RV-C6.6"""

    def b(range: int = 4, **facts: object) -> list[tuple[int, str]]:
        return cases(ShotConditions(target_type=INFANTRY, range=range, **facts))  # type: ignore[arg-type]

    assert b(no_assault_movement=True, in_the_open=True) == [(-1, "J3"), (-1, "J4")]
    assert b(hazardous=True, no_assault_movement=True, in_the_open=True, moving=True) == [(-2, "O")]
    assert b(concealed=True, acquired=-2) == [(2, "K"), (-2, "N")]
    assert [b(r, point_blank=True) for r in (0, 1, 2, 3)] == [[], [(-2, "L")], [(-1, "L")], []]
    assert b(size=1, crowd=2) == [(1, "P"), (-2, "overstacked target")]
    assert b(tem=((3, "RV-B.1", "stone"),), hindrance=((1, "RV-A6.7", "debris"),)) == [(3, "Q"), (1, "R")]
    area = ShotConditions(target_type=AREA, range=1, tem=((3, "RV-B.1", "stone"),), point_blank=True, same_hex=True)
    assert cases(area) == []  # RV-C3.2: cover counts in the effects of Area fire, and E and L do not at all


def test_other_modifiers_of_the_firer() -> None:
    """RV-C3.1"""
    shot = ShotConditions(
        target_type=AREA, range=4, cx=True, encircled=True, heroic=True, spotted=True, stuns=1, armor_leader=-1,
        inexperienced=True, overstacked=1, on_wire=True,
    )  # fmt: skip
    assert sorted(m[0] for m in to_hit_drm(shot)) == [-1, -1, 1, 1, 1, 1, 1, 1, 2]


def test_what_is_no_case_names_its_clause_and_its_reason() -> None:
    """RV-C3.1, RV-A5.131, RV-D2.3 One each; a crowd of nobody, and a crew that was never Stunned, count nothing."""
    assert to_hit_drm(ShotConditions(target_type=INFANTRY, range=4)) == []
    found = {
        fact: to_hit_drm(ShotConditions(target_type=INFANTRY, range=4, **{fact: value}))  # type: ignore[arg-type]
        for fact, value in (
            ("cx", True), ("overstacked", 1), ("crowd", 1), ("encircled", True), ("heroic", True),
            ("over_obstacle", True), ("on_wire", True), ("spotted", True), ("stuns", 1), ("inexperienced", True),
            ("armor_leader", -1),
        )
    }  # fmt: skip
    assert found == {
        "cx": [(1, "RV-A4.51", "counter-exhausted firer")],
        "overstacked": [(1, "RV-A5.12", "overstacked firers")],
        "crowd": [(-1, "RV-A5.131", "overstacked target")],
        "encircled": [(1, "RV-A7.7", "encircled firer")],
        "heroic": [(-1, "RV-A15.2", "hero")],
        "over_obstacle": [(1, "RV-D2.3", "turned over the obstacle")],
        "on_wire": [(1, "RV-C3.1", "firer on wire")],
        "spotted": [(2, "RV-C9.1", "spotted fire")],
        "stuns": [(1, "RV-C3.1", "crew was stunned")],
        "inexperienced": [(1, "RV-C3.1", "inexperienced crew")],
        "armor_leader": [(-1, "RV-C3.1", "Armor Leader")],
    }


def test_barrel_calibre_and_round_change_the_basic_number() -> None:
    """RV-C3.1"""
    assert to_hit_number(PAK_40, VEHICLE, "black", 14, AP) == 9  # 8, and 1 for the long barrel
    assert to_hit_number(Ordnance(calibre=75, barrel="*"), INFANTRY, "black", 14, HE) == 5
    assert to_hit_number(Ordnance(calibre=20, barrel="L"), VEHICLE, "black", 14, AP) == 7  # 8 + 1 - 1 - 1
    assert to_hit_number(PAK_40, VEHICLE, "black", 26, APCR) == 5  # 6 + 1 - 2
    assert to_hit_number(Ordnance(calibre=81, barrel="*"), AREA, "black", 10, SMOKE) == 9


def test_shells_among_men() -> None:
    """RV-C4.1, RV-C8.3"""
    assert [he_power(c) for c in (20, 37, 50, 76, 82, 100, 122, 152, 203)] == [1, 4, 6, 12, 16, 20, 24, 30, 36]
    assert shell_power(Ordnance(calibre=75), HEAT) == 6
    assert shell_power(Ordnance(calibre=20), HEAT) == 0
    assert [shell_power(Ordnance(calibre=c), AP) for c in (75, 76)] == [1, 2]


def test_odds_are_counted_by_the_code_that_rolls() -> None:
    """RV-C3.1, RV-C3.7, RV-C7.1"""
    found, _ = chances(lambda dice: settle(first := dice.roll() + dice.roll(), first, 7, False, False, dice.roll))
    assert round(sum(found.values()), 9) == 1
    assert found[CRITICAL] == pytest.approx(1 / 36 * 4 / 6)
    assert found[MISS] == pytest.approx(15 / 36)
    kill = kill_number(PAK_40, AP, 10, armour=11)
    assert kill is not None
    results, _ = chances(lambda dice: kill_result(kill, dice.roll() + dice.roll(), "hull"))
    assert results["burn"] == pytest.approx(3 / 36)
    assert results["immobilize"] == pytest.approx(5 / 36)
    assert round(sum(results.values()), 9) == 1


def test_covered_arcs() -> None:
    """RV-D1.31 Sixty degrees between two hexsides, borders included."""
    ground = map_t()
    assert in_arc(ground, "E6", 0, "E1")
    assert in_arc(ground, "E6", 0, "H4")  # along the other border
    assert in_arc(ground, "E6", 0, "F2")
    assert not in_arc(ground, "E6", 0, "H6")
    assert in_arc(ground, "E6", 0, "E6")
    for target in ("A1", "J11", "E11", "H7", "C3"):
        assert sum(in_arc(ground, "E6", c, target) for c in range(6)) in (1, 2)
    assert turned_to(ground, "E6", 0, "E11") in (2, 3)
    assert turns(0, turned_to(ground, "E6", 0, "E11")) == 2
    assert [turns(0, c) for c in range(6)] == [0, 1, 2, 3, 2, 1]
