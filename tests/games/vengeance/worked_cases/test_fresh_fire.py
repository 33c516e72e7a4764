"""Fresh cases of fire where clauses meet, worked out from the clauses before they were played."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.conditions import FOG, MIST, Night
from sandtable.games.vengeance.rules.fire.first_fire import snap_plan
from sandtable.games.vengeance.rules.fire.kinds import FIRST_FIRE
from sandtable.games.vengeance.rules.fire.lanes import lane_hexes
from sandtable.games.vengeance.rules.ordnance.infantry_firepower import ife_plan
from sandtable.games.vengeance.rules.rout.danger import under_eyes
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import volley
from tests.games.vengeance.bench import (
    arm,
    battle,
    column,
    drive,
    drm,
    emplace,
    moving,
    planned,
    put,
    shoot,
    struck,
    vehicle,
)

# -- fire --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "more"),
    [({"cx": True}, 1), ({"encircled": 2}, 1), ({"wired": True}, 1), ({"cx": True, "wired": True}, 2)],
)
def test_a_snap_shot_is_hampered_like_other_fire(marks: dict[str, bool], more: int) -> None:
    """RV-A8.15, RV-A7.10, RV-A4.51, RV-A7.7, RV-B26.1 -1 FFNAM, and what troubles the firer."""
    s = battle("MPh", E5="1.5")
    put(s, "ge_6-5-8", "E4", "a")
    put(s, "ru_4-4-7", "G3", "x", **marks)
    drive(s, ("move", "a"), ("to", "E5"))
    assert drm(snap_plan(s, field_of(s), "x").drm) == -1 + more


@pytest.mark.parametrize(("dice", "left"), [((6, 6), {}), ((5, 6), {"E5": 2})])
def test_a_gun_that_breaks_down_leaves_no_fire_in_the_air(dice: tuple[int, int], left: dict[str, int]) -> None:
    """RV-A8.2, RV-A9.7 7 FP at three hexes: column 6 would leave 2, unless its only weapon malfunctions."""
    s = battle("MPh", side="russian", dice=dice)
    put(s, "ge_2-3-7", "E8", "x")
    arm(s, "ge_hmg", "x", "hmg")
    put(s, "ru_4-4-7", "E5", "a")
    moving(s, "a")
    shoot(s, ["hmg"], "E5")
    assert s.residual == left


def test_the_squad_that_fired_too_leaves_its_fire_though_the_gun_breaks() -> None:
    """RV-A8.2, RV-A9.7 4 + 5 FP: column 8 leaves 4; the MMG was not the only thing that fired."""
    s = battle("MPh", side="russian", dice=[6, 6, 1, 2])
    put(s, "ge_4-4-7", "E8", "x")
    arm(s, "ge_mmg", "x", "mmg")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_9-1", "E8", "boss")
    moving(s, "a")
    shoot(s, ["x", "mmg"], "E5", ("boss",))
    assert s.weapons["mmg"].malfunctioned
    assert s.residual == {"E5": 4}


@pytest.mark.parametrize(
    ("holder", "marks", "target", "lies"),
    [
        ("ge_4-4-7", {}, {}, True),
        ("ge_4-4-7", {}, {"concealed": True}, False),
        ("ge_9-1", {}, {}, False),
        ("ge_4-4-7", {"pinned": True}, {}, False),
    ],
)
def test_no_fire_lane_from_a_shot_by_half(
    holder: str, marks: dict[str, bool], target: dict[str, bool], lies: bool
) -> None:
    """RV-A9.22, RV-A12.1, RV-A7.35, RV-A7.8 A `?`, a leader at the gun and a pin halve its FP."""
    s = battle("MPh", side="russian")
    put(s, holder, "E9", "x", **marks)
    arm(s, "ge_hmg", "x", "hmg")
    put(s, "ru_4-4-7", "E5", "a", **target)
    moving(s, "a", mode="assault")
    assert bool(lane_hexes(s, field_of(s), "hmg", "E5", FIRST_FIRE)) == lies


@pytest.mark.parametrize(("weather", "total"), [("", -2), (MIST, -2), (FOG, -1 + 1)])
def test_who_runs_through_fog_is_not_in_the_open(weather: str, total: int) -> None:
    """RV-A8.1, RV-E3.3 Seven hexes: fog is a hindrance of +1, so there is no FFMO; mist begins at twelve."""
    s = battle("MPh", side="russian")
    s.weather = weather
    put(s, "ge_6-5-8", "A5", "x")
    arm(s, "ge_hmg", "x", "hmg")
    put(s, "ru_4-4-7", "G9", "a")
    moving(s, "a")
    plan = planned(s, ["hmg"], "G9")
    assert drm(plan.drm) + drm(plan.groups[0][1]) == total


def test_by_night_who_runs_is_in_the_open_all_the_same() -> None:
    """RV-A8.1, RV-E1.16 LV of the night is the one hindrance that does not hide who moves."""
    s = battle("MPh", side="russian")
    s.night = Night(5, 5, "full", "none", "german")
    put(s, "ge_6-5-8", "A5", "x")
    put(s, "ru_4-4-7", "D6", "a")
    moving(s, "a")
    plan = planned(s, ["x"], "D6")
    assert drm(plan.drm) + drm(plan.groups[0][1]) == -1 - 1 + 1


@pytest.mark.parametrize(("weather", "seen"), [("", True), (FOG, False)])
def test_nobody_interdicts_through_fog(weather: str, seen: bool) -> None:
    """RV-A10.53, RV-E3.3, RV-B.3 A hindrance of any kind, and the hex is no Open Ground."""
    s = battle("RtPh", side="russian")
    s.weather = weather
    put(s, "ge_4-4-7", "A5", "x")
    arm(s, "ge_hmg", "x", "hmg")
    put(s, "ru_4-4-7", "G9", "a", broken=True, dm=True)
    assert under_eyes(s, field_of(s), "G9", "russian", good=True) == seen


@pytest.mark.parametrize(("type", "more"), [("ge_2-2-8", 0), ("ge_4-4-7", 2), ("ru_2-2-8", 2), ("ru_4-4-7", 4)])
def test_a_flak_gun_in_strange_hands_sweeps_worse(type: str, more: int) -> None:
    """RV-D3.3, RV-A21.1, RV-A21.13, RV-C2.1 +2 captured, +2 for men who are no crew, on the IFT too."""
    side = "german" if type.startswith("ge") else "russian"
    s = battle("PFPh", side=side)
    put(s, type, "E5", "a")
    emplace(s, "ge_20_quad", "E5", "a", 5, "gun")
    put(s, "ru_4-4-7" if side == "german" else "ge_4-4-7", "E8", "x")
    assert drm(ife_plan(s, field_of(s), "gun", "E8", "prep fire").drm) == more


@pytest.mark.parametrize(("ca", "covered"), [(5, 2), (2, 0)])
def test_the_shield_of_a_gun_stops_the_bullets_of_a_tank(ca: int, covered: int) -> None:
    """RV-C11.1, RV-D3.2 +2 against direct fire out of the Gun's covered arc, whoever fires."""
    s = battle("PFPh", side="russian")
    put(s, "ge_2-2-8", "E8", "crew")
    emplace(s, "ge_75_pak40", "E8", "crew", ca, "gun", emplaced=False)
    tank = vehicle(s, "ru_t34_85", "E5", vca=2, tca=2)
    own = volley(s, s.vehicles[tank], "E8", ("CMG",)).groups[0][1]
    assert drm(own) == covered


def test_long_range_and_half_a_squad_behind_a_leader() -> None:
    """RV-A7.2, RV-A7.52, RV-A7.53, RV-A.2 3-4-8 at eight hexes 1½, MMG at its Normal Range 5: column 6, -1."""
    s = battle(dice=[3, 3, 1, 2])
    put(s, "ge_3-4-8", "A5", "a")
    put(s, "ge_2-3-7", "A5", "b")
    arm(s, "ge_mmg", "b", "mmg")
    put(s, "ge_9-1", "A5", "boss")
    put(s, "ru_4-4-7", "I9", "x")
    plan = shoot(s, ["a", "mmg"], "I9", ("boss",))
    assert (plan.fp, column(plan), drm(plan.drm)) == (6.5, 6, -1)
    assert struck(s)[0]["final"] == 5  # a double, but they were led: no cowering


def test_a_stack_that_half_assaults_through_smoke_beside_a_wreck() -> None:
    """RV-A4.6, RV-A24.1, RV-D10.1, RV-B.1 Smoke +2 in its hex, +1 behind the wreck: no FFNAM, no FFMO."""
    s = battle("MPh", side="russian")
    put(s, "ge_6-5-8", "E8", "x")
    vehicle(s, "ge_opel", "E5", wreck="wreck")
    s.smoke["E5"] = 2
    put(s, "ru_4-4-7", "E5", "a")
    moving(s, "a", mode="assault")
    plan = planned(s, ["x"], "E5")
    assert drm(plan.drm) + drm(plan.groups[0][1]) == 3


def test_a_carrier_of_flames_in_a_foxhole() -> None:
    """RV-A22.1, RV-B27.1, RV-B10.31 +2 for the hole, -1 because he carries a flamethrower."""
    s = battle()
    put(s, "ge_6-5-8", "E8", "x")
    s.foxholes["E5"] = 2
    put(s, "ru_6-2-8ae", "E5", "a", dug=True)
    arm(s, "ru_ft", "a", "ft")
    plan = planned(s, ["x"], "E5")
    assert drm(plan.drm) + drm(plan.groups[0][1]) == 1
