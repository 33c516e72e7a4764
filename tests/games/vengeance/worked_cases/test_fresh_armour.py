"""Fresh cases of guns, rockets, charges, flames and vehicles, worked out from the clauses first."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Charge
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.guns import AP, HE, HEAT, INFANTRY, VEHICLE
from sandtable.games.vengeance.model.vehicles import Drive
from sandtable.games.vengeance.rules.artillery.indirect_fire import strike_vehicle
from sandtable.games.vengeance.rules.morale.checks import morale_check
from sandtable.games.vengeance.rules.ordnance.laying import declare
from sandtable.games.vengeance.rules.ordnance.rockets import finding_drm, may_try_faust
from sandtable.games.vengeance.rules.ordnance.shots import kill_of
from sandtable.games.vengeance.rules.ordnance.to_kill import Kill, kill_result
from sandtable.games.vengeance.rules.special_weapons.flames import flames
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import detonate, special_fire
from sandtable.games.vengeance.rules.vehicles.crews.inherent import crew_under_fire
from sandtable.games.vengeance.rules.vehicles.movement.bog import bog_modifiers
from sandtable.games.vengeance.rules.vehicles.movement.overrun import overrun
from sandtable.games.vengeance.rules.vehicles.movement.weak_bridges import collapse_number
from sandtable.games.vengeance.rules.vehicles.under_fire.flames_and_charges import charge_on_vehicle
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    battle,
    carry_out,
    drm,
    emplace,
    lines,
    moving,
    put,
    struck,
    vehicle,
)


def aimed(type: str, target: str, *, at: str = "E1", **marks: Any) -> tuple[Battle, str]:
    """A German gun at E1 and a Russian vehicle down the column, shown from ahead."""
    s = battle("PFPh", side="german")
    put(s, "ge_2-2-8", at, "crew")
    emplace(s, type, at, "crew", 2, "gun")
    return s, vehicle(s, target, "E8", **{"vca": 5, "tca": 5, "ce": False, **marks})


def kill(s: Battle, id: str, ammunition: str, where: str, critical: bool = False, final: int = 0) -> Kill:
    """The To Kill number of a hit."""
    found = kill_of(s, declare(s, field_of(s), "gun", id, VEHICLE, ammunition), ammunition, where, critical, final)
    assert found is not None
    return found


def throw(s: Battle, target: str) -> None:
    """The charge "dc" is thrown."""
    carry_out(special_fire(s, s.side, ("throw", "dc", target)), lambda decision: decision.options[-1])


def thrower(*dice: int, **marks: Any) -> Battle:
    """An engineer squad "a" with a charge, next to a Russian squad "x"."""
    s = battle("PFPh", side="german", dice=dice)
    put(s, "ge_8-3-8", "E6", "a", **marks)
    arm(s, "ge_dc", "a", "dc")
    put(s, "ru_4-4-7", "E5", "x")
    return s


# -- charges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "smoke", "more"),
    [({}, 0, 0), ({"cx": True}, 0, 1), ({"encircled": 2, "wired": True}, 0, 2), ({}, 2, 2), ({"cx": True}, 2, 3)],
)
def test_a_thrown_charge_is_fire_like_other_fire(marks: dict[str, Any], smoke: int, more: int) -> None:
    """RV-A23.2, RV-A7.10, RV-A24.1 7 + 2 for the throw, and all that hampers the thrower or his sight."""
    s = thrower(4, 3, *[2] * 30, **marks)
    if smoke:
        s.smoke["E5"] = smoke
    throw(s, "E5")
    assert struck(s)[0]["final"] == 7 + 2 + more


def test_a_charge_thrown_by_night() -> None:
    """RV-A23.2, RV-E1.16 Every IFT attack has +1 LV; the thrower's own Location has its +3 and no line of sight."""
    s = thrower(4, 3, *[2] * 30)
    s.night = Night(4, 4, "full", "none", "russian")
    throw(s, "E5")
    assert [line["final"] for line in struck(s)] == [7 + 2 + 1, 7 + 3]


def test_a_charge_thrown_into_a_melee_spares_nobody() -> None:
    """RV-A7.4, RV-A23.2 2KIA at 6 on both sides of the Location: 4 + 2."""
    s = thrower(2, 2, *[3] * 40)
    put(s, "ge_4-4-7", "E5", "mate", melee=True)
    put(s, "ru_4-4-7", "E5", "foe", melee=True)
    throw(s, "E5")
    hit = {id for line in struck(s) if line["target"] == "E5" for id in line["units"]}
    assert hit == {"mate", "foe", "x"}


@pytest.mark.parametrize(
    ("dice", "state"), [((3, 3), "immobile"), ((3, 2), "immobile"), ((2, 2), "wreck"), ((4, 3), "")]
)
def test_a_charge_is_high_explosive_for_a_tank(dice: tuple[int, int], state: str) -> None:
    """RV-A23.3, RV-C7.7 A dr of 6 puts it in front: 16 - 11 = 5; equal or one more immobilizes, as HE does."""
    s = battle("AFPh", side="german", dice=[6, 6, 6])
    tank = vehicle(s, "ru_t34_85", "E5", ce=False)
    charge_on_vehicle(s, tank, dice, 30)
    now = s.vehicles[tank]
    assert (now.immobile, bool(now.wreck)) == (state == "immobile", state == "wreck")


def test_a_charge_placed_by_ordinary_men() -> None:
    """RV-A23.1, RV-H1.22 First Line men +1; the stone house +3: 6 + 4 on column 30 is 2MC."""
    s = battle("AFPh", side="russian", dice=[3, 3, *[1] * 6], E5="1.5")
    put(s, "ge_4-4-7", "E5", "x")
    s.weapons["dc"] = replace(s.weapons[arm(s, "ru_dc", "", "dc")], holder="", at="E5", used=True)
    charge = Charge("dc", "E5", 1)
    s.charges.append(charge)
    detonate(s, charge)
    assert (struck(s)[0]["final"], struck(s)[0]["result"]) == (10, "2MC")


# -- flames ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "marks", "fp"), [("E6", {}, 24), ("E7", {}, 12), ("E6", {"concealed": True}, 12)])
def test_the_reach_of_flames(at: str, marks: dict[str, bool], fp: int) -> None:
    """RV-A22.1, RV-A12.1 24 FP next door, half at two hexes and at a `?`; the stone house does not help."""
    s = battle("PFPh", side="german", dice=[5, 6, *[1] * 20], E5="1.5")
    put(s, "ge_8-3-8", at, "a")
    put(s, "ru_4-4-7", "E5", "x", **marks)
    flames(s, at, "E5", "german", 24, (), "RV-A22.1")
    told = struck(s)[0]
    assert (told["column"], told["final"]) == (fp, 11)


@pytest.mark.parametrize(("walks", "burns"), [(True, False), (False, True)])
def test_flames_at_a_running_squad_spare_the_tank_that_stands_there(walks: bool, burns: bool) -> None:
    """RV-A7.4, RV-A22.2 In First Fire only those who spent the MF are hit; in the PFPh the tank burns at 8 + 1."""
    s = battle("MPh" if walks else "DFPh", side="russian", dice=[1, 2, *[3] * 20])
    put(s, "ge_8-3-8", "E6", "x")
    tank = vehicle(s, "ru_t34_85", "E5", ce=True)
    put(s, "ru_4-4-7", "E5", "a")
    if walks:
        moving(s, "a")
    flames(s, "E6", "E5", "german", 24, (), "RV-A22.1")
    assert (s.vehicles[tank].wreck == "burning") == burns


# -- guns against tanks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gun", "target", "ammunition", "where", "marks", "number"),
    [
        ("ge_75_pak40", "ru_t34_85", AP, "hull", {}, 17 - 11),
        ("ge_75_pak40", "ru_t34_85", AP, "turret", {"tca": 2}, 17 + 1 - 8),  # its turret looks back
        ("ge_75_pak40", "ru_is2", AP, "turret", {}, 17 - 18),
        ("ge_50_pak38", "ru_t34_85", AP, "hull", {"vca": 1}, 13 - 6),  # the side
        ("ge_88_flak18", "ru_is2", AP, "hull", {}, 20 - 14),
        ("ge_75_pak40", "ru_t34_85", HE, "hull", {"vca": 2}, 7 + 1 - 6),  # the rear
        ("ge_88_flak18", "ru_su76m", HE, "turret", {}, 8 - 3),
        ("ge_37_flak43", "ru_su76m", AP, "hull", {}, 9 - 4),  # 37 to 57 mm: nothing lost up to 18 hexes
    ],
)
def test_what_a_shell_needs_to_kill_at_seven_hexes(
    gun: str, target: str, ammunition: str, where: str, marks: dict[str, Any], number: int
) -> None:
    """RV-C7.1, RV-C7.3, RV-D1.6, RV-D1.61 The table by calibre and barrel, +1 from behind, less the armour it meets."""
    s, id = aimed(gun, target, **marks)
    assert kill(s, id, ammunition, where).number == number


@pytest.mark.parametrize(
    ("number", "he", "dr", "result"),
    [
        (6, False, 3, "burn"),
        (6, False, 5, "eliminate"),
        (6, False, 6, "shock"),
        (6, False, 7, "possible shock"),
        (6, True, 7, "shock"),
        (6, True, 8, "no effect"),
        (12, False, 12, "no effect"),  # a dud
        (1, False, 2, "possible shock"),
    ],
)
def test_what_the_to_kill_roll_does_to_a_turret(number: int, he: bool, dr: int, result: str) -> None:
    """RV-C7.7, RV-C7.11, RV-C7.3 Half, less, equal, one more; an Original 12 is a dud."""
    assert kill_result(Kill(number, (), he=he), dr, "turret") == result


def test_a_lucky_shot_doubles_the_basic_number_only() -> None:
    """RV-C3.7, RV-C7.1 2 × 17 - 11."""
    s, id = aimed("ge_75_pak40", "ru_t34_85")
    assert kill(s, id, AP, "hull", critical=True).number == 2 * 17 - 11


@pytest.mark.parametrize(
    ("gun", "target", "marks", "to_hit"),
    [
        ("ge_88_flak18", "ru_t70", {}, 9 + 0 - 1),  # black 9, L nothing at seven hexes; very small: +1 to the DR
        ("ge_75_pak40", "ru_isu152", {"motion": True}, 9 + 1 - 2),  # large -1, moving +2
        ("ge_50_pak38", "ru_t34_85", {"concealed": True}, 9 - 2),
    ],
)
def test_to_hit_a_tank_at_seven_hexes(gun: str, target: str, marks: dict[str, Any], to_hit: int) -> None:
    """RV-C3.1, RV-C5.1, RV-C6.1 The Basic number less the DRM: the size, its motion, a `?`."""
    s, id = aimed(gun, target, **marks)
    name = "ru-unknown_gun-E8" if marks.get("concealed") else id
    shot = declare(s, field_of(s), "gun", name if name == id else id, VEHICLE, AP)
    assert shot.to_hit() - drm(shot.drm) == to_hit


def test_a_pinned_crew_turns_no_gun_and_hits_worse() -> None:
    """RV-C5.1, RV-A7.8, RV-B23.1 Infantry in a stone house at four hexes: 8; D +2, Q +3."""
    s = battle("PFPh", side="german", E5="1.5")
    put(s, "ge_2-2-8", "E1", "crew", pinned=True)
    emplace(s, "ge_75_pak40", "E1", "crew", 2, "gun")
    put(s, "ru_4-4-7", "E5", "x")
    shot = declare(s, field_of(s), "gun", "E5", INFANTRY, HE)
    assert (shot.to_hit(), drm(shot.drm)) == (8, 2 + 3)


@pytest.mark.parametrize(
    ("type", "marks", "drm_is", "may"),
    [
        ("ge_6-5-8", {}, 0, True),
        ("ge_3-4-8", {"cx": True}, 2, True),
        ("ge_4-3-6", {}, 1, True),
        ("ge_2-2-8", {}, 1, True),
        ("ge_6-5-8", {"pinned": True}, 0, False),
        ("ge_6-5-8", {"fausts": 2}, 0, False),
    ],
)
def test_who_finds_a_panzerfaust(type: str, marks: dict[str, Any], drm_is: int, may: bool) -> None:
    """RV-C13.3, RV-A19.3 +1 half-squads and crews, +1 CX, +1 Inexperienced; nobody who is pinned; a squad twice."""
    s = battle("PFPh", side="german")
    put(s, type, "E5", "a", **marks)
    assert (finding_drm(s, s.units["a"]), may_try_faust(s, s.units["a"], {})) == (drm_is, may)


# -- supplemental armour -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("final", "number"), [(5, 13 - 11), (6, 6 - 11)])
def test_wire_mesh_halves_the_basic_number_before_the_armour(final: int, number: int) -> None:
    """RV-BRV16.7, RV-BRV16.7a, RV-C7.8 HEAT of 75 mm 13: a good hit keeps it, another has 6, less the armour of 11."""
    s, id = aimed("ge_75_lefk16", "ru_t34_85", supplemental=True)
    shot = declare(s, field_of(s), "gun", id, VEHICLE, HEAT)
    number_to_hit = shot.to_hit(HEAT)
    assert number_to_hit >= 2 * 4
    found = kill_of(s, shot, HEAT, "hull", False, final=final + (number_to_hit // 2 - 5))
    assert found is not None
    assert found.number == number


def test_wire_mesh_halves_what_a_lucky_hit_has_doubled() -> None:
    """RV-BRV16.7, RV-C3.7, RV-C7.1 13 is doubled to 26 and halved to 13 again; then the armour of 11."""
    s, id = aimed("ge_75_lefk16", "ru_t34_85", supplemental=True)
    shot = declare(s, field_of(s), "gun", id, VEHICLE, HEAT)
    found = kill_of(s, shot, HEAT, "hull", True, final=shot.to_hit(HEAT))
    assert found is not None
    assert found.number == 13 - 11


# -- crews and bad ground ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ce", "checks"), [(True, 1), (False, 0)])
def test_shells_and_an_open_hatch(ce: bool, checks: int) -> None:
    """RV-C1.51, RV-D5.1 On column 20 a 9 is a 1MC; the hatch's +2 makes it an 11, a NMC."""
    s = battle("PFPh", side="german", dice=[3, 3])
    tank = vehicle(s, "ru_t34_85", "E5", ce=ce)
    strike_vehicle(s, tank, 7, (4, 5))
    told = lines(s, "crew_check")
    assert len(told) == checks
    assert all(not line["modifiers"] for line in told)


def test_shells_and_the_driver_of_a_truck() -> None:
    """RV-C1.51, RV-D15.1 He is no crew that could be Stunned: a 9 on column 20 is his truck's 10."""
    s = battle("PFPh", side="german")
    truck = vehicle(s, "ru_iag6", "E5")
    strike_vehicle(s, truck, 7, (4, 5))
    assert (s.vehicles[truck].wreck, s.vehicles[truck].stuns) == ("wreck", 0)


@pytest.mark.parametrize(
    ("result", "dice", "state"),
    [
        ("PTC", (4, 5), "down"),  # 9 > 8
        ("PTC", (4, 4), "up"),
        ("NMC", (4, 4), "down"),  # passed exactly
        ("1MC", (4, 4), "stunned"),
        ("K/2", (), "stunned"),
    ],
)
def test_an_exposed_crew_under_fire(result: str, dice: tuple[int, ...], state: str) -> None:
    """RV-D5.3, RV-D5.35, RV-D1.9 Morale 8: a lost PTC or an exact MC shuts the hatch, a failed MC or K Stuns."""
    s = battle("DFPh", side="german", dice=dice)
    tank = vehicle(s, "ru_t34_85", "E5", ce=True)
    crew_under_fire(s, tank, result)
    now = s.vehicles[tank]
    assert ("stunned" if now.stunned else "up" if now.ce else "down") == state


@pytest.mark.parametrize(
    ("type", "terrain", "ec", "total"),
    [
        ("ge_pz5d", "RUBBLE_STONE", "moist", 3 + 1 + 1),  # red MP
        ("ru_t34_85", "DEBRIS", "wet", 1 + 2),
        ("ge_spw251_1", "OPEN", "moderate", 1),
    ],
)
def test_how_soft_the_ground_is(type: str, terrain: str, ec: str, total: int) -> None:
    """RV-D8.2, RV-E3.1 Stone rubble +3, debris +1, moist +1, wet +2, half-tracks +1, unreliable +1."""
    s = battle("MPh", side="german", E5=terrain)
    s.ec = ec
    id = vehicle(s, type, "E5", ce=False)
    found = bog_modifiers(s, field_of(s), s.vehicles[id], "E5")
    assert drm(m for m in found if "ground pressure" not in m[2]) == total


@pytest.mark.parametrize(("weight", "limit", "number"), [(32, 30, 3), (46, 20, 2 + 6), (30, 30, 0), (69, 30, 2 + 8)])
def test_when_a_broken_bridge_falls(weight: int, limit: int, number: int) -> None:
    """RV-B6.42, RV-BRV11.5, RV-BRV11.313 2, and one for each 5 tons too many, FRU; nothing at the limit."""
    assert collapse_number(weight, limit) == number


# -- overruns ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tank", "squads", "dug", "final"),
    [
        ({}, 1, False, 7 - 1),
        ({"stuns": 1}, 1, False, 7 - 1 + 1),
        ({}, 4, False, 7 - 1 - 1),
        ({"stuns": 1}, 1, True, 7 + 4 + 1),
    ],
)
def test_an_overrun_by_a_shaken_crew_and_of_a_crowd(tank: dict[str, Any], squads: int, dug: bool, final: int) -> None:
    """RV-D7.1, RV-D5.34, RV-A5.131 Open Ground -1 or entrenched +4; a crew once Stunned +1; a fourth squad -1."""
    s = battle("MPh", side="german", dice=[3, 4, *[1] * 20])
    id = vehicle(s, "ge_pz4h", "E5", ce=False, motion=True, **tank)
    s.drive = Drive(id)
    if dug:
        s.foxholes["E5"] = 2
    for n in range(squads):
        put(s, "ru_4-4-7", "E5", f"x{n}", dug=dug)
    overrun(s, id)
    assert struck(s)[0]["final"] == final


def test_the_men_on_a_stunned_tank_jump_and_check_once() -> None:
    """RV-D6.2, RV-D5.3 A failed check of the crew throws the riders off: TI, with a 1MC."""
    s = battle("DFPh", side="german", dice=[6, 4, 3, 3])
    tank = vehicle(s, "ru_t34_85", "E5", ce=True)
    put(s, "ru_6-2-8", "", "a", aboard=tank)
    s.at.pop("", None)
    crew_under_fire(s, tank, "NMC")
    assert (s.units["a"].at, s.units["a"].ti) == ("E5", True)
    assert [line["final"] for line in lines(s, "morale_check")] == [6 + 1]


def test_a_check_aboard_that_fails_by_much() -> None:
    """RV-D6.3, RV-A19.1, RV-BRV8.2 A 4-4-7 of ELR 2 that fails by 4 is a broken 4-3-6, still aboard."""
    s = battle("DFPh", side="german", dice=[6, 5])
    ride = vehicle(s, "ge_spw251_1", "E5", ce=True)
    put(s, "ge_4-4-7", "", "a", aboard=ride)
    s.at.pop("", None)
    morale_check(s, "a", 0, "RV-A7.6")
    assert (s.units["a"].type, s.units["a"].broken, s.units["a"].aboard) == ("ge_4-3-6", True, ride)
