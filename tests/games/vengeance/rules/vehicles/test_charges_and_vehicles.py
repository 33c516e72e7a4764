"""Flamethrowers and charges against vehicles, and small clauses of the module (A20.5, A22.2, A23.3, A25.8, A26.12)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Charge, Move
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.model.guns import APCR, SPECIAL, Ordnance
from sandtable.games.vengeance.rules.fire.kinds import spent_weapons
from sandtable.games.vengeance.rules.fortifications.set_up import settle_in
from sandtable.games.vengeance.rules.morale.checks import heat_of_battle
from sandtable.games.vengeance.rules.movement.actions import task_options
from sandtable.games.vengeance.rules.ordnance.ammunition import depletion_number
from sandtable.games.vengeance.rules.ordnance.rockets import may_try_faust
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import detonate, special_fire_options
from sandtable.games.vengeance.rules.units.kinds import MOABIT, armed, is_mmc
from sandtable.games.vengeance.rules.vehicles.under_fire.flames_and_charges import charge_on_vehicle, flame_number
from sandtable.games.vengeance.rules.victory.banner import plant, planting_modifiers
from sandtable.games.vengeance.rules.victory.control import update_control
from tests.games.vengeance.bench import arm, battle, drive, drm, lines, put, vehicle
from tests.games.vengeance.rules.special_weapons.test_demolition import bearer


def test_flames_against_a_tank() -> None:
    """RV-A22.2 The same Original DR against 8, +1 from the rear, +1 CE, +2 open-topped; half at range 2."""
    s = battle(dice=[2, 2, 1, 2, 3, 4, 5, 5])
    tank = vehicle(s, "ru_t34_85", "E5", vca=0, ce=False)
    put(s, "ge_8-3-8", "E6", "a")
    arm(s, "ge_ft", "a", "ft")
    f = field_of(s)
    assert drm(flame_number(s, f, tank, "E6")) == 9  # from behind
    assert drm(flame_number(s, f, tank, "E4")) == 8
    s.vehicles[tank] = type(s.vehicles[tank])(tank, "ru_t34_85", "russian", "E5", ce=True)
    assert drm(flame_number(s, f, tank, "E4")) == 9
    assert ("flame", "ft", "E5") in special_fire_options(s, f, "german")
    drive(s, ("flame", "ft", "E5"))
    hit = lines(s, "kill_vehicle")[0]
    assert (hit["need"], hit["result"]) == (10, "burn")


@pytest.mark.parametrize(("die", "facing"), [(1, "side"), (5, "rear"), (6, "front")])
def test_a_charge_against_a_tank(die: int, facing: str) -> None:
    """RV-A23.3 16 less the armour of the side that the position dr gives, one more from the rear."""
    s = battle(dice=[die, 1, 1, 1, 1])
    tank = vehicle(s, "ru_t34_85", "E5")
    kind = components().armour.types["ru_t34_85"]
    charge_on_vehicle(s, tank, (6, 5), 30)
    assert lines(s, "kill_vehicle")[0]["need"] == 16 - kind.armour("hull", facing) + (facing == "rear")


def test_charges_are_thrown_and_placed_at_vehicles() -> None:
    """RV-A23.3, RV-P5.121 The vehicle is the target; men of its Location are attacked by the same DR."""
    s = battle("AFPh", side="german", dice=[2, 3, 1, 1, 2, 6, 6])
    tank = vehicle(s, "ru_t34_85", "E5", ce=False)
    put(s, "ge_8-3-8", "E6", "a")
    arm(s, "ge_dc", "a", "dc")
    f = field_of(s)
    assert ("throw", "dc", tank) in special_fire_options(s, f, "german")
    s.phase = "MPh"
    assert ("place_charge", "dc", tank) in task_options(s, f, Move(("a",)))
    s.phase = "AFPh"
    s.weapons.clear()
    arm(s, "ge_dc", "", "dc", at="E5")
    s.charges.append(Charge("dc", "E5", 0, vehicle=tank))
    detonate(s, s.charges[0])
    assert lines(s, "kill_vehicle")[0]["vehicle"] == tank
    assert s.vehicles[tank].wreck


def test_there_are_no_unarmed_men() -> None:
    """RV-A20.5"""
    s = battle()
    types = [type.id for type in components().units.values() if type.is_mmc and type.side in ("german", "russian")]
    assert {"ge_4-4-7", "ge_2-2-8", "ru_3-3-7"} <= set(types)
    for type in types:
        assert armed(s, s.units[put(s, type, "E5")])


def test_the_gestapo_as_an_axis_minor() -> None:
    """RV-A25.8 No Panzerfaust, and no elite modifier in the Heat of Battle."""
    s = battle(dice=[3, 3])
    id = put(s, "ge_gestapo_8-0", "E5", "police")
    assert not may_try_faust(s, s.units[id], spent_weapons(s))
    heat_of_battle(s, id)
    assert not any("elite" in m[2] for m in lines(s, "heat_of_battle")[0]["modifiers"])


def test_prisoners_of_moabit_gain_no_whole_building() -> None:
    """RV-A26.12, RV-A26.1 Their own Location they control."""
    for type, whole in ((MOABIT[0], False), ("ru_4-4-7", True)):
        s = battle("CCPh", side="russian", E5="1.5+E6", E6="1.5")
        s.control.update(dict.fromkeys(field_of(s).locations, "german"))
        put(s, type, "E5", "a")
        assert is_mmc(s.units["a"])
        update_control(s)
        assert s.control["E5"] == "russian"
        assert (s.control["E5-1"] == "russian") is whole


def test_both_sides_deplete_as_elite() -> None:
    """RV-BRV8.6 One more than is printed."""
    gun = Ordnance(calibre=76, special={SPECIAL[APCR]: 5})
    assert depletion_number(gun, APCR) == 6


def test_b_67_banner_at_night() -> None:
    """RV-BRV14.3, RV-A4.44"""
    for die, flies in ((5, False), (4, True)):
        s = bearer("ru_6-2-8", "Z17-roof", (die,))
        s.night = Night(3, 3, "full", "none", "german")
        assert drm(planting_modifiers(s, s.units["a"], [s.units["a"]])) == 1
        s.move = Move(("a",))
        plant(s, "ru-banner-1")
        assert bool(s.banners) is flies


def test_what_the_module_takes_from_elsewhere() -> None:
    """RV-BRV3.0, RV-BRV3.14, RV-BRV8.7, RV-BRV17 Debris, embankments, a factory, cellars; no Hitler."""
    from tests.games.vengeance.bench import whole_map

    ground = whole_map().ground
    assert any(hex.terrain == "DEBRIS" for hex in ground.hexes.values())
    assert any("EMBANKMENT" in side for around in ground.sides.values() for side in around)
    assert any(hex.terrain == "FACTORY" for hex in ground.hexes.values())
    assert any(hex.cellar for hex in ground.hexes.values())
    assert not any("hitler" in type for type in components().units)


def test_who_was_in_a_trench_may_set_up_elsewhere() -> None:
    """RV-BRV16.8"""
    s = battle()
    put(s, "ge_4-4-7", "E5", "a", dug=True)
    s.works["t"] = Work("t", "trench", "german", "E6")
    settle_in(s, "a")
    assert not s.units["a"].dug
