"""Men and vehicles together (chapters D6.3, D6.63, D9, D10, A14.3, A6.8): cover, escorts, passengers, crews, wrecks."""

from __future__ import annotations

from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.model.vehicles import AAMG, BOW_FT, CMG
from sandtable.games.vengeance.rules.terrain import blazes
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.vehicles.crews.inherent import abandon, removable, snipe_crew
from sandtable.games.vengeance.rules.vehicles.crews.passengers import board, dismounting
from sandtable.games.vengeance.rules.vehicles.crews.scrounging import search_wreck, wrecks_to_search
from sandtable.games.vengeance.rules.vehicles.facing import hull_down
from sandtable.games.vengeance.rules.vehicles.fire.bow_flamethrower import flame_targets
from sandtable.games.vengeance.rules.vehicles.fire.machine_gun_rates import PASSENGERS
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import ready, weapon_fp
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, mark, mobile
from sandtable.games.vengeance.rules.vehicles.movement.driving import may_drive
from sandtable.games.vengeance.rules.vehicles.movement.overrun import victims
from sandtable.games.vengeance.rules.vehicles.phases import may_change_hatches
from sandtable.games.vengeance.rules.vehicles.set_up.placement import man_cupola
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import suffer
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    can,
    drive,
    drm,
    lines,
    put,
    struck,
    vehicle,
    whole_map,
)


def test_vehicles_and_wrecks_hinder_the_line() -> None:
    """RV-A6.8, RV-D4.1, RV-D10.1"""
    s = battle()
    f = field_of(s)
    assert current_sight.hindrance(s, f, "E3", "E7") == []
    id = vehicle(s, "ru_t34_85", "E5")
    assert drm(current_sight.hindrance(s, f, "E3", "E7")) == 1
    vehicle(s, "ge_opel", "E6", "truck")
    assert drm(current_sight.hindrance(s, f, "E3", "E7")) == 1  # a whole truck is none
    mark(s, "truck", wreck="wreck")
    assert drm(current_sight.hindrance(s, f, "E3", "E7")) == 2
    mark(s, id, wreck="burning")
    assert drm(current_sight.hindrance(s, f, "E3", "E7")) == 3
    assert drm(current_sight.hindrance(s, f, "E3", "E5")) == 2  # its smoke covers what is in it


def test_men_find_cover_behind_armour() -> None:
    """RV-D9.3"""
    s = battle()
    f = field_of(s)
    assert tem(s, f, "E3", "E5") == []
    id = vehicle(s, "ru_t34_85", "E5")
    assert tem(s, f, "E3", "E5") == [(1, "RV-D9.3", "behind a vehicle")]
    mark(s, id, motion=True)
    assert tem(s, f, "E3", "E5") == []
    mark(s, id, motion=False, wreck="wreck")
    assert tem(s, f, "E3", "E5") == [(1, "RV-D9.3", "behind a wreck")]
    s = battle(E5="1.5")
    vehicle(s, "ru_t34_85", "E5")
    assert drm(tem(s, field_of(s), "E3", "E5")) == 3  # a house is better


def test_armored_assault() -> None:
    """RV-D9.1"""
    s = battle("MPh", side="russian")
    id = vehicle(s, "ru_t34_85", "E7", motion=True)
    put(s, "ru_4-4-7", "E7", "a")
    put(s, "ge_4-4-7", "E1", "x")
    drive(s, ("drive", id), ("escort", "a"), ("go", "E6"))
    assert (s.units["a"].at, s.vehicles[id].at) == ("E6", "E6")
    assert can(s, "fire", "x")
    assert tem(s, field_of(s), "E1", "E6") == [(1, "RV-D9.1", "armored assault")]
    drive(s, ("pass",))
    for hex in ("E5", "E4", "E3"):
        drive(s, ("go", hex), ("pass",))
    drive(s, ("turn_left",), ("pass",), ("go", "D2"))
    assert (s.units["a"].at, s.vehicles[id].at) == ("E3", "D2")  # its four MF are spent
    assert s.units["a"].moved


def test_passengers_fire_from_a_half_track() -> None:
    """RV-D6.3"""
    s = battle(side="german", dice=[3, 4, 3, 4, 3, 4])
    id = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_lmg", "a")
    board(s, "a", id)
    put(s, "ru_4-4-7", "E3", "x")
    assert weapon_fp(s, s.vehicles[id], PASSENGERS) == 4 + 3
    drive(s, ("mg", id), ("only", PASSENGERS))
    assert lines(s, "vehicle_fires")[0]["fp"] == "7"
    assert s.units["a"].fired == "prep"
    assert PASSENGERS not in ready(s, s.vehicles[id])
    assert PASSENGERS not in ready(s, mark(s, id, used=(), ce=False))


def test_men_get_off_in_the_advance_phase() -> None:
    """RV-D6.1"""
    s = battle("APh", side="german")
    id = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ge_4-4-7", "E5", "a")
    board(s, "a", id)
    assert dismounting(s) == ["a"]
    drive(s, ("dismount", "a"))
    assert (s.units["a"].at, s.units["a"].acted) == ("E5", True)
    mark(s, id, motion=True)
    assert dismounting(s) == []


def test_a_crew_takes_its_machine_gun_along() -> None:
    """RV-D6.63, RV-D6.631"""
    s = battle("MPh")
    id = vehicle(s, "ge_spw251_smg", "E5")
    assert removable(s.vehicles[id]) == [CMG, AAMG]
    abandon(s, id, taking=CMG)
    weapon = next(iter(s.weapons.values()))
    assert (weapon.type, weapon.dm) == ("ge_hmg", True)
    assert s.units[weapon.holder].type == "ge_1-2-7"
    assert s.vehicles[id].removed == (CMG,)


def test_snipers_shoot_at_exposed_crews() -> None:
    """RV-A14.3, RV-A14.4"""
    s = battle()
    id = vehicle(s, "ge_pz5g", "E5", leader="ge_armor_9-1")
    snipe_crew(s, id, 2)
    assert (s.vehicles[id].ce, s.vehicles[id].stunned) == (False, False)
    mark(s, id, ce=True, forced_bu=False)
    snipe_crew(s, id, 1)
    assert (s.vehicles[id].stunned, s.vehicles[id].leader) == (True, "")
    truck = vehicle(s, "ru_iag6", "E6", motion=True)
    snipe_crew(s, truck, 1)
    assert (s.vehicles[truck].motion, s.vehicles[truck].moved) == (False, True)


def test_a_dug_in_tank() -> None:
    """RV-O7.1, RV-D9.5"""
    s = battle("MPh", side="german")
    id = vehicle(s, "ge_pz5g", "E5", dug_in=True, immobile=True)
    tank = s.vehicles[id]
    assert hull_down(s, field_of(s), tank, "E2")
    assert not mobile(tank)
    drive(s, ("drive", id))
    assert not any(o[0] in ("start", "go") for o in ask(s).options)
    assert victims(s, field_of(s), "E5", "russian") == []  # there is nobody to run down


def test_bridges_do_not_burn() -> None:
    """RV-B6.5"""
    whole_map()
    s = battle(on="train1")
    s.scenario = "whole"
    blazes.kindle(s, "J9-bridge")
    assert (s.flames, lines(s, "kindling")) == ({}, [])


def test_scrounging_a_wreck() -> None:
    """RV-D10.3 A gun of the makers of the wreck."""
    s = battle("MPh", side="german", dice=[3, 2])
    wreck = vehicle(s, "ru_t34_85", "E5", wreck="wreck")
    put(s, "ge_4-4-7", "E5", "a")
    assert wrecks_to_search(s, s.units["a"]) == []  # only in the campaign
    search_wreck(s, "a", wreck)
    assert not s.weapons
    search_wreck(s, "a", wreck)
    assert [(w.type, w.holder) for w in s.weapons.values()] == [("ru_lmg", "a")]


def test_the_flamethrower_of_a_tank() -> None:
    """RV-A22.6"""
    s = battle(side="russian", dice=[5, 5, 1, 2, 1, 2, 1, 2])
    id = vehicle(s, "ru_ot34", "E5", ce=False)
    put(s, "ge_4-4-7", "E4", "x")
    put(s, "ge_4-4-7", "E7", "behind")
    assert flame_targets(s, field_of(s), s.vehicles[id]) == ["E4"]
    drive(s, ("bow_flame", id, "E4"))
    assert struck(s)[0]["column"] == 30
    assert BOW_FT in s.vehicles[id].disabled  # a ten
    assert flame_targets(s, field_of(s), s.vehicles[id]) == []


def test_an_armored_cupola() -> None:
    """RV-B30.9, RV-BRV9.3"""
    s = battle(side="german", dice=[4, 4, 1, 2])
    man_cupola(s, Work("c", "cupola_hmg", "german", "E5"))
    cupola = s.vehicles["c"]
    assert (kind_of(cupola).turret_front, cupola.ce, may_change_hatches(cupola, "german")) == (5, False, False)
    put(s, "ru_4-4-7", "E8", "x")
    drive(s, ("mg", "c"))
    assert lines(s, "vehicle_fires")[0]["fp"] == "7"
    assert not may_drive(s, cupola)
    suffer(s, "c", "immobilize")
    assert (s.vehicles["c"].wreck, s.cvp["german"]) == ("wreck", 2)
