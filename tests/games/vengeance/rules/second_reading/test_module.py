"""Chapters BRV and SCN: the Gate, the Reichstag, crews who leave, set-up and control; each test failed before."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.rules.artillery.indirect_fire import indirect_cover
from sandtable.games.vengeance.rules.close_combat.ambush import ambush_modifiers
from sandtable.games.vengeance.rules.concealment.gain_and_loss import in_concealment_terrain
from sandtable.games.vengeance.rules.ordnance.handling import may_stand
from sandtable.games.vengeance.rules.set_up.handed_out import hand_out
from sandtable.games.vengeance.rules.set_up.placement import places_for
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import show_conditions
from sandtable.games.vengeance.rules.vehicles.crews.inherent import needs_task_check
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import resolve, volley
from sandtable.games.vengeance.scenarios.areas import start_control
from sandtable.games.vengeance.table.vehicles import vehicle_pieces
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, drm, lines, put, questions, shoot, vehicle, whole_map


def test_the_gate_is_a_building_for_men_also_along_the_road() -> None:
    """RV-BRV13.31 2 MF, and no road bonus through it."""
    f = whole_map()
    steps = [step for hex in ("AA24", "CC24") for step in f.steps[hex] if step.to == "BB24"]
    assert {(step.cost, step.road) for step in steps} == {(2, False)}


def test_a_tower_has_a_parapet() -> None:
    """RV-BRV12.4, RV-B23.8, RV-B9.1 Concealment Terrain, and +1 against indirect fire; other roofs are bare."""
    f = whole_map()
    assert [in_concealment_terrain(f, at) for at in ("X16-roof", "X17-roof")] == [True, False]
    assert [drm(indirect_cover(f, at)) for at in ("X16-roof", "X17-roof")] == [1, 0]


def test_the_hall_of_the_diet_has_no_roof() -> None:
    """RV-BRV12.5, RV-BRV12.2 One less against indirect fire."""
    assert drm(indirect_cover(whole_map(), "Y18")) == 2 - 1


def test_no_anti_aircraft_gun_in_the_reichstag() -> None:
    """RV-BRV12.3b, RV-B23.42 What no building admits the Hall of the Diet does not either; the Factory admits it."""
    f = whole_map()
    flak = Gun("flak", "ge_20_quad", "german", "", "", 0)
    assert [may_stand(f, flak, at, set_up=True) for at in ("Y18", "B10")] == [False, True]


def test_russians_on_a_tank_are_ambushed() -> None:
    """RV-A11.18, RV-A11.17 Who rides is in no building."""
    s = battle("CCPh", side="german")
    tank = vehicle(s, "ru_t34_85", "E5", ce=True)
    put(s, "ru_4-4-7", "", "a", aboard=tank)
    assert ambush_modifiers(s, "E5", "russian") == [(2, "RV-A11.18", "vehicle")]


@pytest.mark.parametrize(("type", "marks", "checked"), [
    ("ge_spw251_1", {}, True), ("ge_spw251_1", {"ce": False}, True), ("ru_su76m", {"ce": False}, True),
    ("ru_su76m", {"ce": False, "malfunctioned": ("MA",)}, False), ("ru_t34_85", {"immobile": True}, False),
])  # fmt: skip
def test_a_crew_does_not_leave_lightly_behind_shut_hatches(type: str, marks: dict[str, Any], checked: bool) -> None:
    """RV-BRV16.6 Main armament that works needs a VATC, a machine gun too, whether it could fire now or not."""
    s = battle("MPh")
    assert needs_task_check(s.vehicles[vehicle(s, type, "E5", **marks)]) == checked


def test_a_building_is_controlled_by_the_attacker_only_if_all_of_it_is_his() -> None:
    """RV-SCN13 In Diplomatic Quarter one hex of Himmler's House lies in his area: the house is German."""
    control = start_control("brv04")
    assert {side for at, side in control.items() if at.split("-")[0] in ("K12", "K13", "M14")} == {"german"}
    assert control["I11"] == "russian"


def test_men_set_up_on_rooftops_and_in_cellars() -> None:
    """RV-SCN5, RV-BRV4, RV-BRV3.11 Every Location of the hexes of their area, but for sewers."""
    s = battle("setup", on="brv08")
    put(s, "ge_6-5-8", "", "a", group=0)
    del s.at[""]
    places = places_for(s, s.units["a"])
    assert {"X17", "X17-1", "X17-2", "X17-roof", "X17-cellar"} <= set(places)


def test_a_bulky_weapon_is_set_up_dismantled_in_a_cellar() -> None:
    """RV-O6.1, RV-A9.8"""
    s = battle("setup", on="brv08")
    put(s, "ru_4-5-8", "X17-cellar", "below", group=0)
    put(s, "ru_4-5-8", "X17", "above", group=0)
    arm(s, "ru_hmg50", "", "hmg", group=0)
    options = next(iter(questions(hand_out(s, s.weapons["hmg"])))).options
    assert ("give", "hmg", "above") in options
    assert ("give", "hmg", "below") not in options
    assert ("give_dismantled", "hmg", "below") in options


def test_the_table_tells_of_supplemental_armor() -> None:
    """RV-BRV16.7 Once a German sees such a tank its owner says that it has it; a truck of his has none."""
    s = battle()
    for type in ("ru_t34_85", "ru_iag6"):
        vehicle(s, type, "E5" if type == "ru_t34_85" else "E6", supplemental=True)
    put(s, "ge_4-4-7", "E8", "a")
    notes = {piece.id: piece.note for piece in vehicle_pieces(sight(s, "german"), {})}
    assert {id: "supplemental armor" in note for id, note in notes.items()} == {"ru_t34_85": True, "ru_iag6": False}


def test_broken_men_and_stunned_crews_see_in_what_state_a_tank_is() -> None:
    """RV-BRV16.4 A Known enemy ground unit within 16 hexes that sees it; it need not be in Good Order."""
    for who in ("men", "tank"):
        s = battle()
        panther = vehicle(s, "ge_pz5g", "E5", written=True, bogged=True)
        if who == "men":
            put(s, "ru_4-4-7", "E8", "x", broken=True)
        else:
            vehicle(s, "ru_t34_85", "E8", stunned=True)
        show_conditions(s)
        assert not s.vehicles[panther].written


def thin_armour_next_door(dice: list[int], **marks: Any) -> Battle:
    """A Russian half-track that was German, next to a German half-track and a squad with a LMG."""
    s = battle(side="german", dice=dice)
    taken = vehicle(s, "ge_spw250_1", "E6", "taken", ce=True, **marks)
    s.vehicles[taken] = replace(s.vehicles[taken], side="russian")
    vehicle(s, "ge_spw251_1", "E7", "own", ce=True)
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    return s


@pytest.mark.parametrize(("concealed", "pierced"), [(False, True), (True, False)])
def test_a_machine_gun_whose_fire_is_halved_does_not_pierce_armour(concealed: bool, pierced: bool) -> None:
    """RV-C7.6 Not halved: also not where point blank fire makes up for it."""
    s = thin_armour_next_door([1, 1, *[6] * 12], concealed=concealed)
    shoot(s, ["lmg"], "E6")
    assert bool(lines(s, "to_kill")) == pierced
    s = thin_armour_next_door([1, 1, *[6] * 12], concealed=concealed)
    resolve(s, volley(s, s.vehicles["own"], "E6", ("AAMG",)))
    assert bool(lines(s, "to_kill")) == pierced
