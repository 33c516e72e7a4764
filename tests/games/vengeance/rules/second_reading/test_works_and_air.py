"""Fire, works, the Banner and the air; each test failed before."""

from __future__ import annotations

from sandtable.games.vengeance.map.altered_ground import BUNKER, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import Battery
from sandtable.games.vengeance.model.field_works import Screen
from sandtable.games.vengeance.rules.air.attacks import strafe
from sandtable.games.vengeance.rules.air.flak import fire_at_plane
from sandtable.games.vengeance.rules.artillery.indirect_fire import cover_from_above
from sandtable.games.vengeance.rules.artillery.observers import observer_of
from sandtable.games.vengeance.rules.artillery.rounds import flare_hexes
from sandtable.games.vengeance.rules.artillery.shelling import strike_hex
from sandtable.games.vengeance.rules.fire.targets import starters
from sandtable.games.vengeance.rules.fortifications.secrecy import reveal_seen
from sandtable.games.vengeance.rules.movement.sewers import come_up
from sandtable.games.vengeance.rules.ordnance.effects import blast_weapons
from sandtable.games.vengeance.rules.rally.attempt import rally_modifiers
from sandtable.games.vengeance.rules.rout.danger import must_rout
from sandtable.games.vengeance.rules.terrain.blazes import burn, burn_those_who_stayed
from sandtable.games.vengeance.rules.units.counters import remove
from sandtable.games.vengeance.rules.units.kinds import entrenched
from sandtable.games.vengeance.rules.units.losses import reduce
from sandtable.games.vengeance.rules.vehicles.movement.bog import bog_modifiers
from sandtable.games.vengeance.rules.vehicles.movement.destinations import extra_cost
from sandtable.games.vengeance.rules.vehicles.movement.overrun import overrun
from sandtable.games.vengeance.rules.victory.control import condition_value
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    battle,
    drive,
    drm,
    emplace,
    fortify,
    lines,
    put,
    struck,
    vehicle,
)

# -- fire, works, the Banner and the air -------------------------------------------------------------------------------


def test_a_burning_wreck_sets_its_house_alight() -> None:
    """RV-B25.1 In each RPh, by the spread number of the terrain; in the street it does not."""
    for at, lit in (("E5", True), ("E7", False)):
        s = battle("RPh", dice=[6, 6], E5="1.5")
        vehicle(s, "ru_t34_85", at, wreck="burning")
        burn(s)
        assert (at in s.flames) is lit


def test_vehicles_burn_in_a_blaze() -> None:
    """RV-B25.2 They have had their own MPh to drive out."""
    s = battle("RtPh", side="russian", dice=[6, 6, 6, 6], E5="1.5")
    tank = vehicle(s, "ru_t34_85", "E5")
    s.flames["E5"] = 2
    burn_those_who_stayed(s, "german")
    assert not s.vehicles[tank].wreck
    burn_those_who_stayed(s, "russian")
    assert s.vehicles[tank].wreck == "burning"


def test_crews_make_out_barricades() -> None:
    """RV-BRV9.1a, RV-A12.13 A Known tank in Good Order has eyes for works."""
    s = battle("MPh", side="russian", sides={("E5", "E6"): "ROAD"})
    id = fortify(s, "barricade", "E5/E6", hidden=True)
    tank = vehicle(s, "ru_t34_85", "E8", stunned=True)
    reveal_seen(s)
    assert s.works[id].hidden
    s.vehicles[tank] = replace(s.vehicles[tank], stunned=False)
    reveal_seen(s)
    assert not s.works[id].hidden


def test_hidden_entrenchments_stay_hidden_in_cover() -> None:
    """RV-A12.3 In Concealment Terrain LOS does not show a trench; a foxhole is shown by a Known unit IN it."""
    s = battle("MPh", side="russian", E5="WOODS", E9="WOODS")
    trench = fortify(s, "trench", "E5", hidden=True)
    hole = fortify(s, "foxhole_1S", "E9", hidden=True)
    put(s, "ru_4-4-7", "E7", "x")
    put(s, "ge_4-4-7", "E9", "a", dug=True, concealed=True)
    reveal_seen(s)
    assert s.works[trench].hidden
    assert s.works[hole].hidden
    s.units["a"] = replace(s.units["a"], concealed=False)
    put(s, "ru_4-4-7", "E5", "y")
    reveal_seen(s)
    assert not s.works[trench].hidden
    assert not s.works[hole].hidden


def test_no_enemy_of_any_kind() -> None:
    """RV-SCN8 A tank in the house is an enemy unit, a dummy is none."""
    s = battle(on="brv05")
    wanted = {"type": "no_enemy_in", "buildings": ["K13"]}
    put(s, "ge_dummy", "K13", "dummy", concealed=True)
    assert condition_value(s, wanted, "russian") == (1, 1)
    vehicle(s, "ge_pz5g", "K13")
    assert condition_value(s, wanted, "russian") == (0, 1)


def test_the_banner_survives_small_arms() -> None:
    """RV-BRV14.1, RV-BRV14.2 Fire does not destroy it, HE does; in a human wave its bearer is not Fanatic."""
    s = battle(dice=[6])
    put(s, "ru_6-2-8", "E5", "a")
    arm(s, "ru_banner", "a", "ru-banner-1")
    remove(s, "a", "RV-A7.3", "killed")
    assert s.weapons["ru-banner-1"].at == "E5"
    blast_weapons(s, "E5", "1KIA")
    assert "ru-banner-1" not in s.weapons


def test_strafing_hits_unknown_men_by_half() -> None:
    """RV-E7.41, RV-A12.1"""
    s = battle(side="russian", dice=[6, 5, 1, 2])
    s.planes["ru-plane-1"] = Plane("ru-plane-1", "ru_fb44", "russian", here=True)
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E5", "b", concealed=True)
    strafe(s, "ru-plane-1", "E5")
    assert [line["column"] for line in struck(s)] == [12, 6]


def test_flak_shows_its_crew() -> None:
    """RV-E7.5, RV-A12.2 A hidden Gun that fires at a plane is hidden no more."""
    s = battle("MPh", side="russian", dice=[6, 6])
    s.planes["ru-plane-1"] = Plane("ru-plane-1", "ru_fb44", "russian", here=True)
    put(s, "ge_2-2-8", "E5", "crew", hidden=True)
    put(s, "ru_4-4-7", "E7", "x")
    emplace(s, "ge_20_quad", "E5", "crew", id="gun")
    fire_at_plane(s, "ru-plane-1", "gun", 5)
    assert not s.units["crew"].hidden


def test_a_tank_sees_who_comes_up() -> None:
    """RV-B8.12 Who comes out of the sewers is Known to enemies with LOS: crews too; broken men and dummies are none."""
    for eyes, known in (("tank", True), ("dummy", False)):
        s = battle("APh", side="german")
        put(s, "ge_4-4-7", "E5", "a", hidden=True)
        if eyes == "tank":
            vehicle(s, "ru_t34_85", "E7")
        else:
            put(s, "ru_dummy", "E7", "dummy", concealed=True)
        come_up(s, field_of(s), "a")
        assert s.units["a"].concealed is not known


def test_no_radio_for_the_gestapo() -> None:
    """RV-BRV8.504"""
    s = battle(side="german")
    battery = Battery("ge-battery-1", "88", "german", "radio", "radio")
    for type, fit in (("ge_gestapo_8-0", False), ("ge_8-0", True)):
        put(s, type, "E5")
        arm(s, "ge_radio", type, "radio")
        assert (observer_of(s, battery) is not None) is fit


def test_men_beside_a_tank_walk_into_mines() -> None:
    """RV-D9.1, RV-B28.1, RV-A12.13, RV-A4.41 An escort is Infantry: mines, eyes and its load are as for others."""
    s = battle("MPh", side="russian", dice=[6, 6, 6, 6, 6, 6])
    tank = vehicle(s, "ru_t34_85", "E7", motion=True)
    put(s, "ru_4-4-7", "E7", "a", concealed=True)
    arm(s, "ru_mmg", "a", "mmg")
    put(s, "ge_4-4-7", "E1", "x")
    fortify(s, "ap_mine_6", "E6", hidden=True)
    drive(s, ("drive", tank), ("escort", "a"), ("go", "E6"))
    assert [line["target"] for line in struck(s)] == ["E6"]
    assert not s.units["a"].concealed
    assert s.weapons["mmg"].carried


def test_smoke_of_guns_and_rain_slow_vehicles() -> None:
    """RV-D2.8, RV-E3.4, RV-D8.2 SMOKE costs one MP; rain makes the ground one step wetter for the bog DR."""
    s = battle("MPh", side="russian", E6="DEBRIS")
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E7")]
    assert extra_cost(s, tank, "E8") == 0
    s.screens["E8"] = Screen("german", False, False, 0)
    assert extra_cost(s, tank, "E8") == 2
    s.ec, s.rain = "moderate", True
    assert (1, "RV-D8.2", "moist ground") in bog_modifiers(s, field_of(s), tank, "E6")


def test_walls_against_what_comes_from_above() -> None:
    """RV-B30.1, RV-B23.9 Shells meet the second number of a pillbox, and a fortified Location one more."""
    s = battle(E5="1.5")
    fortify(s, "pillbox_1+3+5", "E7-pillbox", arc=0)
    alter(s, "E7", BUNKER, number=1)
    f = field_of(s)
    assert drm(cover_from_above(s, f, "E7-pillbox")) == 5
    before = drm(cover_from_above(s, f, "E5"))
    fortify(s, "fortified_location", "E5")
    assert drm(cover_from_above(s, f, "E5")) == before + 1
    put(s, "ge_4-4-7", "E7-pillbox", "a")
    strike_hex(s, "E7", 16, (6, 6), "RV-C1.5")
    assert struck(s)[0]["final"] == 17


def test_flares_towards_a_tank() -> None:
    """RV-E1.93 A Known enemy vehicle marks the LOS along which an IR round may be placed."""
    s = battle(side="german")
    put(s, "ge_8-0", "E2", "boss")
    arm(s, "ge_radio", "boss", "radio")
    battery = Battery("ge-battery-1", "88", "german", "radio", "radio")
    assert flare_hexes(s, field_of(s), battery) == []
    vehicle(s, "ru_t34_85", "E5")
    assert "E5" in flare_hexes(s, field_of(s), battery)


def test_a_machine_gun_fires_at_thin_armour() -> None:
    """RV-C7.6, RV-A9.5 At a half-track with shut hatches: the MG may, the squad's rifles and a tank's armour not."""
    s = battle(side="russian", dice=[1, 2])
    put(s, "ru_4-4-7", "E5", "a")
    arm(s, "ru_mmg", "a", "mmg")
    track = vehicle(s, "ge_spw251_1", "E8", ce=False)
    f = field_of(s)
    assert starters(s, f, "russian", []) == {"mmg": ["E8"]}
    drive(s, ("fire", "mmg"), ("roll",))
    assert lines(s, "to_kill")
    s.vehicles[track] = replace(s.vehicles[track], type="ge_pz5g")
    s.weapons["mmg"] = replace(s.weapons["mmg"], used=False, fired="")
    assert starters(s, f, "russian", []) == {}


def test_what_passengers_lose_lies_beside_their_vehicle() -> None:
    """RV-A7.302, RV-D6.3 A half-squad keeps one weapon; the other lies in the Location of the half-track."""
    s = battle()
    ride = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ge_4-4-7", "", "a", aboard=ride)
    s.at.clear()
    arm(s, "ge_lmg", "a", "lmg")
    arm(s, "ge_psk", "a", "psk")
    reduce(s, "a", "RV-A7.3")
    assert sorted((w.holder, w.at) for w in s.weapons.values()) == [("", "E5"), ("a", "")]


def test_who_is_on_wire_is_not_in_the_trench_below() -> None:
    """RV-B26.1, RV-B27.1, RV-B.3, RV-D7.1 For rally, rout, overruns and fire behind a wall as for cover."""

    def in_trench(wired: bool) -> tuple[bool, list[str], bool]:
        s = battle("RPh")
        fortify(s, "trench", "E5")
        fortify(s, "wire", "E5")
        put(s, "ge_4-4-7", "E5", "a", broken=True, dug=True, wired=wired)
        put(s, "ru_4-4-7", "E9", "x")
        rallies = [m[2] for m in rally_modifiers(s, s.units["a"], None, False)]
        return must_rout(s, s.units["a"]), rallies, entrenched(s.units["a"])

    assert in_trench(wired=False) == (False, ["trench"], True)
    assert in_trench(wired=True) == (True, [], False)


def test_a_tank_overruns_men_on_wire_as_if_there_were_no_trench() -> None:
    """RV-D7.1, RV-B26.1"""
    sums = []
    for wired in (False, True):
        s = battle("MPh", side="russian", dice=[6, 6, *[1] * 8])
        put(s, "ge_4-4-7", "E5", "a", dug=True, wired=wired)
        tank = vehicle(s, "ru_t34_85", "E5", motion=True)
        overrun(s, tank)
        sums.append(drm(struck(s)[0]["modifiers"]))
    assert sums[0] > sums[1]
