"""Guns, Panzerschrecks and Panzerfausts against vehicles in a battle (chapters C3, C6, C7, C13, D11, module 16.7)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.guns import AP, HE, VEHICLE, Acquisition
from sandtable.games.vengeance.rules.ordnance.laying import declare, shells_for
from sandtable.games.vengeance.rules.ordnance.odds import shot_odds
from sandtable.games.vengeance.rules.ordnance.rockets import rocket_shot
from sandtable.games.vengeance.rules.ordnance.shots import Shot, kill_of
from sandtable.games.vengeance.rules.ordnance.towing import hook_or_unhook, may_tow, settle_towed, tow_options
from sandtable.games.vengeance.rules.units.kinds import weapon_type
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, ask, battle, drive, drm, emplace, lines, load, put, vehicle


def pak_at(type: str = "ru_t34_85", at: str = "E11", gun: str = "ge_75_pak40", **marks: object) -> Battle:
    """A Gun in E1 that points south, and an enemy vehicle."""
    s = battle("PFPh", gun[:2].replace("ge", "german").replace("ru", "russian"))
    s.player_turns = 4
    put(s, f"{gun[:2]}_2-2-8", "E1", "crew")
    emplace(s, gun, "E1", "crew", 2, "gun")
    vehicle(s, type, at, "tank", **{"vca": 5, "tca": 5} | marks)
    return s


def shot(s: Battle, ammunition: str = AP) -> Shot:
    """The Gun's shot at the vehicle."""
    return declare(s, field_of(s), "gun", "tank", VEHICLE, ammunition)


@pytest.mark.parametrize(
    ("dr", "result"),
    [((1, 2), "burn"), ((2, 3), "eliminate"), ((3, 3), "shock"), ((4, 3), "possible shock"), ((4, 4), "no effect")],
)
def test_cc_64_in_a_battle(dr: tuple[int, int], result: str) -> None:
    """RV-C3.1, RV-C3.9, RV-C7.1, RV-C6.5, RV-C3.2"""
    s = pak_at()
    s.acquired["gun"] = Acquisition("tank", VEHICLE, -1)
    declared = shot(s)
    assert declared.to_hit() == 9
    assert drm(declared.drm) == -1
    load(s, 4, 5, *dr, *[3] * 8)
    drive(s, ("shoot", "gun"), ("at", "tank"), ("shell", "vehicle", "AP"))
    assert lines(s, "to_hit")[0]["final"] == 8
    kill = lines(s, "to_kill")[0]
    assert (kill["where"], kill["need"], kill["result"]) == ("turret", 6, result)
    assert bool(s.vehicles["tank"].wreck) == (result in ("burn", "eliminate"))
    assert s.acquired["gun"].value == -2


def test_cc_65_and_66_hull_and_turret_of_a_panther() -> None:
    """RV-C7.1, RV-C7.2"""
    s = pak_at("ge_pz5g", "E9", "ru_100_obr44")
    found = [kill_of(s, shot(s), AP, where, critical=False) for where in ("hull", "turret")]
    assert [k.number for k in found if k is not None] == [27 - 18, 27 - 14]
    assert (-1, "RV-C6.1", "P: target size") in shot(s).drm


def test_cc_112_in_a_battle() -> None:
    """RV-C7.1, RV-C7.2"""
    s = pak_at(at="E5", vca=2, tca=2)  # it shows its rear
    kill = kill_of(s, shot(s), AP, "hull", critical=False)
    assert kill is not None
    assert kill.number == 12


def test_a_truck_has_no_armour() -> None:
    """RV-C7.4"""
    s = pak_at("ru_iag6", "E5")
    load(s, 2, 2, 4, 5)
    drive(s, ("shoot", "gun"), ("at", "tank"), ("shell", "vehicle", "AP"))
    assert lines(s, "to_kill")[0]["need"] == 9
    assert s.vehicles["tank"].wreck


def test_he_shocks_and_immobilizes() -> None:
    """RV-C7.3, RV-C4.1"""
    s = pak_at(gun="ge_75_leig18", at="E4")
    assert ("vehicle", "AP") not in shells_for(s, "gun", "tank")  # it has none
    assert ("vehicle", "HEAT") in shells_for(s, "gun", "tank")
    kill = kill_of(s, shot(s, HE), HE, "turret", critical=False)
    assert kill is not None
    assert kill.number == 7 - 11


def test_a_hull_down_vehicle_is_not_hit_in_the_hull() -> None:
    """RV-C3.9"""
    s = battle("PFPh", "german", sides={("E5", "E6"): "WALL"})
    s.player_turns = 4
    put(s, "ge_2-2-8", "E1", "crew")
    emplace(s, "ge_75_pak40", "E1", "crew", 2, "gun")
    vehicle(s, "ru_t34_85", "E6", "tank", vca=5, tca=5)
    load(s, 4, 2)
    drive(s, ("shoot", "gun"), ("at", "tank"), ("shell", "vehicle", "AP"))
    assert lines(s, "hull_down")
    assert not lines(s, "to_kill")
    assert dict(shot_odds(s, shot(s)).outcomes)["no effect"] > 0.3


def test_motion_and_cover_make_a_vehicle_hard_to_hit() -> None:
    """RV-C6.1"""
    s = pak_at(at="E5", motion=True)
    assert (2, "RV-C6.1", "J: moving target") in shot(s).drm
    s = battle("PFPh", "german", E5="1.5")
    put(s, "ge_2-2-8", "E1", "crew")
    emplace(s, "ge_75_pak40", "E1", "crew", 2, "gun")
    vehicle(s, "ru_t34_85", "E5", "tank")
    assert (3, "Q: stone building") in [(m[0], m[2]) for m in shot(s).drm]


def test_the_quad_flak_rolls_four_times() -> None:
    """RV-C7.1, RV-D3.6"""
    s = pak_at("ru_iag6", "E5", "ge_20_quad")
    s.vehicles["tank"] = replace(s.vehicles["tank"], type="ru_t34_85")
    load(s, 4, 2, *[6, 5] * 4)
    drive(s, ("shoot", "gun"), ("at", "tank"), ("shell", "vehicle", "AP"))
    assert len(lines(s, "to_kill")) == 4


def test_odds_against_a_vehicle() -> None:
    """RV-C3.1, RV-C7.1"""
    s = pak_at()
    chances = dict(shot_odds(s, shot(s)).outcomes)
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["miss"] == pytest.approx(6 / 36)  # To Hit 9, no DRM
    assert {"burn", "eliminate", "shock"} <= set(chances)


def psk_at(type: str = "ru_t34_85", at: str = "E6", **marks: object) -> tuple[Battle, Shot]:
    """A Panzerschreck in E5 and an enemy vehicle; the battle, and the shot."""
    s = battle("PFPh", "german")
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_psk", "a", "psk")
    vehicle(s, type, at, "tank", **{"vca": 5, "tca": 5} | marks)
    return s, rocket_shot(s, field_of(s), s.units["a"], weapon_type(s.weapons["psk"]), "tank", False, "psk")


def test_cc_68_in_a_battle() -> None:
    """RV-C13.3, RV-C13.31, RV-C7.11"""
    s = battle("PFPh", "german", dice=(1, 1, 2, 5, 5), E3="1.5")
    s.fausts["german"] = 1
    put(s, "ge_6-5-8", "E3", "a")
    vehicle(s, "ru_is2", "E5", "tank", vca=1, tca=1)
    assert ("faust", "a", "tank") in ask(s).options
    drive(s, ("faust", "a", "tank"))
    hit = lines(s, "to_hit")[0]
    assert (hit["final"], hit["need"]) == (5, 6)
    kill = lines(s, "to_kill")[0]
    assert (kill["where"], kill["need"], kill["result"]) == ("turret", 20, "burn")
    assert s.vehicles["tank"].wreck == "burning"


def test_panzerschreck_at_a_tank() -> None:
    """RV-C13.4, RV-C13.8"""
    s, found = psk_at()
    assert found.number == 9
    kill = kill_of(s, found, "HEAT", "hull", critical=False)
    assert kill is not None
    assert kill.number == 26 - 11
    load(s, 5, 5, 1, 1)
    drive(s, ("rocket", "psk", "tank"))
    assert "psk" not in s.weapons  # a 10 uses it up, hit or miss


def test_b_38_supplemental_armour() -> None:
    """RV-BRV16.7, RV-BRV16.7a"""
    s, found = psk_at(supplemental=True)
    found = replace(found, number=11)
    halved, whole = (kill_of(s, found, "HEAT", "hull", critical=False, final=final) for final in (6, 5))
    assert whole is not None
    assert halved is not None
    assert whole.parts[0][0] == 26
    assert whole.number == 26 - 11
    assert halved.number == 13 - 11


def test_armor_skirts() -> None:
    """RV-D11.2"""
    s = battle("PFPh", "russian")
    s.fausts["russian"] = 1
    put(s, "ru_4-5-8", "E5", "a")
    vehicle(s, "ge_pz4h", "E6", "tank", vca=1, tca=1)
    found = rocket_shot(s, field_of(s), s.units["a"], components().weapons["ru_pf"], "tank", False, "a")
    kill = kill_of(s, found, "HEAT", "hull", critical=False)
    assert kill is not None
    assert (-2, "RV-D11.2", "armor skirts") in kill.parts
    assert kill.number == 31 - 2 - 3


@pytest.mark.parametrize(
    ("type", "dice", "result"),
    [
        ("ru_iag6", (3, 3), "eliminate"),  # 6 at most the 7 of column 8
        ("ru_iag6", (1, 2), "burn"),
        ("ru_t34_85", (1, 2), "shock"),  # 3, one more for its thick hull: one above the K number 3
        ("ru_t34_85", (2, 3), "no effect"),
    ],
)
def test_area_fire_falls_on_vehicles(type: str, dice: tuple[int, int], result: str) -> None:
    """RV-C3.2, RV-C1.51"""
    s = battle("PFPh", "german")
    put(s, "ge_2-2-8", "E1", "crew")
    emplace(s, "ge_mtr81", "E1", "crew", 2, "gun")
    vehicle(s, type, "E6", "tank", vca=5, tca=5, ce=False)
    put(s, "ru_4-4-7", "E6", "x")
    load(s, 4, 2, *dice, *[1, 2] * 8)
    drive(s, ("shoot", "gun"), ("shell", "area", "HE"))
    found = lines(s, "shelled")[0]
    assert (found["column"], found["result"]) == (8, result)
    assert bool(s.vehicles["tank"].wreck) == (result in ("burn", "eliminate"))


def test_a_gun_is_towed() -> None:
    """RV-C10.2"""
    s = battle("MPh", "german")
    put(s, "ge_2-2-8", "E6", "crew")
    emplace(s, "ge_75_pak40", "E6", "crew", 2, "pak")
    vehicle(s, "ge_sdkfz7", "E6", "truck", vca=5, tca=5)
    load(s)
    drive(s, ("drive", "truck"), ("hook", "pak"))
    gun = s.guns["pak"]
    assert (gun.towed, gun.at, gun.limbered, gun.emplaced) == ("truck", "", True, False)
    s.vehicles["truck"] = replace(s.vehicles["truck"], at="E4")
    assert tow_options(s, s.vehicles["truck"], 99) == []  # its crew is not there yet
    s.units["crew"] = replace(s.units["crew"], at="E4")
    s.at = {"E4": ("crew",)}
    assert tow_options(s, s.vehicles["truck"], 99) == [("unhook", "pak")]
    hook_or_unhook(s, s.vehicles["truck"], "unhook", "pak")
    gun = s.guns["pak"]
    assert (gun.towed, gun.at, gun.ca, gun.limbered, gun.fired) == ("", "E4", 2, False, "prep")


def test_what_a_vehicle_can_tow() -> None:
    """RV-C10.2, RV-C2.6"""
    s = battle("MPh", "german")
    put(s, "ge_2-2-8", "E6", "crew")
    emplace(s, "ge_88_flak18", "E6", "crew", 2, "flak")
    vehicle(s, "ge_kfz1", "E6", "car")
    vehicle(s, "ge_sdkfz7", "E6", "tractor")
    car, tractor = s.vehicles["car"], s.vehicles["tractor"]
    assert not may_tow(s, tractor, s.guns["flak"])  # it must be limbered first
    s.guns["flak"] = replace(s.guns["flak"], limbered=True)
    assert may_tow(s, tractor, s.guns["flak"])
    assert not may_tow(s, car, s.guns["flak"])  # M# 4 is too heavy for a car of tow number 10
    s.vehicles["tractor"] = replace(tractor, wreck="wreck")
    s.guns["flak"] = replace(s.guns["flak"], towed="tractor", at="")
    settle_towed(s)
    assert s.guns["flak"].at == "E6"


def test_a_mortar_fires_at_a_vehicle_that_stands_alone() -> None:
    """RV-C3.2"""
    s = battle("PFPh", "german")
    put(s, "ge_2-2-8", "E1", "crew")
    emplace(s, "ge_mtr81", "E1", "crew", 2, "gun")
    vehicle(s, "ru_iag6", "E6", "truck", vca=5, tca=5)
    load(s, 4, 2, 1, 2)
    drive(s, ("shoot", "gun"), ("shell", "area", "HE"))
    assert lines(s, "shelled")[0]["vehicle"] == "truck"
    assert s.vehicles["truck"].wreck == "burning"
    pak = pak_at(at="E5")
    assert shells_for(pak, "gun", "E5") == [("area", "HE")]  # nobody is there but the tank
