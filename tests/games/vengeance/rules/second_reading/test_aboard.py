"""Men aboard vehicles fight and fire (RV-A11.5, RV-A11.6, RV-A11.18, RV-D6.2, RV-D6.3); each test failed before."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.vehicles.close_combat.attack import vehicle_attack, vehicle_modifiers
from sandtable.games.vengeance.rules.vehicles.fire.machine_gun_rates import PASSENGERS
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import power
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    can,
    drive,
    drm,
    lines,
    load,
    play_activity,
    put,
    step_of,
    vehicle,
)


def ride(s: Battle, type: str, at: str, man: str = "ge_4-4-7", **marks: Any) -> str:
    """A vehicle with a unit "a" aboard."""
    id = vehicle(s, type, at, **marks)
    put(s, man, "", "a", aboard=id)
    del s.at[""]
    return id


def loaded_beside_a_tank(type: str = "ge_spw251_1", *dice: int) -> Battle:
    """A German half-track with a squad aboard, and a Russian tank, in the Close Combat Phase of the Germans."""
    s = battle("CCPh", side="german", dice=dice)
    ride(s, type, "E5")
    vehicle(s, "ru_t34_85", "E5", ce=False)
    s.step = "vehicles"
    return s


def test_passengers_attack_a_vehicle() -> None:
    """RV-A11.5, RV-A11.7, RV-D6.3 After their PAATC, as Infantry of the Location."""
    s = loaded_beside_a_tank("ge_spw251_1", 1, 2, 6, 1, 2, 6, 6)
    assert can(s, "attack", "a", "ru_t34_85")
    drive(s, ("attack", "a", "ru_t34_85"))
    assert lines(s, "task_check")[0]["success"]
    assert lines(s, "combat_with_vehicle")[0]["units"] == ("a",)
    assert s.vehicles["ru_t34_85"].wreck


@pytest.mark.parametrize(("type", "more"), [("ge_spw251_1", 0), ("ge_opel", 2), ("ge_pz5g", 1)])
def test_it_is_harder_from_a_truck_or_a_tank(type: str, more: int) -> None:
    """RV-A11.6, RV-A11.14 +2 out of a truck, +1 for riders."""
    s = loaded_beside_a_tank(type)
    put(s, "ge_4-4-7", "E5", "on foot")
    tank = s.vehicles["ru_t34_85"]
    on_foot, from_aboard = (drm(vehicle_modifiers(s, [s.units[id]], tank)) for id in ("on foot", "a"))
    assert from_aboard == on_foot + more


def test_passengers_are_an_escort() -> None:
    """RV-A11.61 An AFV with men aboard is as well guarded as with men beside it."""
    s = battle("CCPh", side="russian")
    id = vehicle(s, "ge_spw251_1", "E5")
    put(s, "ru_4-4-7", "E5", "x")
    alone = drm(vehicle_modifiers(s, [s.units["x"]], s.vehicles[id]))
    put(s, "ge_4-4-7", "", "a", aboard=id)
    assert drm(vehicle_modifiers(s, [s.units["x"]], s.vehicles[id])) == alone + 2


def test_a_tank_attacks_men_aboard() -> None:
    """RV-A11.6 They are Infantry of the Location for it: -2 in a truck, -1 on a tank."""
    for type, expected in (("ge_spw251_1", 0), ("ge_opel", -2), ("ge_pz5g", -1)):
        s = loaded_beside_a_tank(type, 6, 6)
        s.side = "russian"
        decision = ask(s)
        assert (decision.seat, decision.ask) == ("german", "vehicle_combat")
        vehicle_attack(s, "ru_t34_85", ["a"])
        assert drm(lines(s, "vehicle_combat")[0]["modifiers"]) == expected


def test_a_tank_names_the_question_mark_not_the_men_under_it() -> None:
    """RV-A11.19, RV-A11.6 What is under one `?` is attacked together, and its number stays unknown until then."""
    s = battle("CCPh", side="german", dice=[6, 5])
    vehicle(s, "ge_pz5g", "E5")
    for id in ("x", "y"):
        put(s, "ru_4-4-7", "E5", id, concealed=True)
    s.step = "vehicles"
    asked: dict[str, list[Option]] = {}

    def pass_on(decision: Choose) -> Option:
        asked[decision.ask] = list(decision.options)
        return decision.options[-1]

    play_activity(s, pass_on)
    assert asked["vehicle_attacks"] == [("against", "ru-unknown-E5"), ("hold",)]


def test_a_dummy_does_not_attack_a_tank() -> None:
    """RV-A12.11 A dummy that advances on a tank in cover, where it is not seen to come, is gone."""
    s = battle("APh", side="german", E7="DEBRIS")
    put(s, "ge_dummy", "E6", "nobody", concealed=True)
    vehicle(s, "ru_t34_85", "E7")
    s.step = "advance"
    drive(s, ("advance", "nobody"), ("to", "E7"))
    assert "nobody" not in s.units


# -- withdrawal --------------------------------------------------------------------------------------------------------


def beside_a_tank(*dice: int, **marks: Any) -> Battle:
    """A German squad in the Location of a Russian tank, in its own Close Combat Phase."""
    s = battle("CCPh", side="german", dice=dice)
    put(s, "ge_4-4-7", "E5", "a", **marks)
    vehicle(s, "ru_t34_85", "E5", ce=False)
    s.step = "vehicles"
    return s


def test_men_withdraw_from_a_tank() -> None:
    """RV-A11.2, RV-A11.14 At the end of the round, and the tank attacks them with -2 before."""
    s = beside_a_tank(6, 5)
    drive(s, ("withdraw", "a", "E6"), ("against", "a"))
    assert drm(lines(s, "vehicle_combat")[0]["modifiers"]) == -2
    assert s.units["a"].at == "E6"


def test_broken_men_must_withdraw_from_a_tank() -> None:
    """RV-A11.16"""
    s = beside_a_tank(broken=True)
    decision = ask(s.clone())
    assert {o[0] for o in decision.options} == {"withdraw"}
    drive(s, ("withdraw", "a", "E4"), ("hold",))
    assert s.units["a"].at == "E4"


def test_who_ambushed_a_tank_leaves_unattacked() -> None:
    """RV-A11.18 Before anything else, and those who were ambushed may not go."""
    s = beside_a_tank()
    s.fought += ["E5 ambush", "E5 ambush by german"]
    drive(s, ("withdraw", "a", "E6"))
    assert s.units["a"].at == "E6"
    s = beside_a_tank()
    s.fought += ["E5 ambush", "E5 ambush by russian"]
    decision = drive(s, ("hold",))  # RV-A11.5 the ambusher's tank comes first
    assert decision is not None
    assert {o[0] for o in decision.options} == {"attack", "done"}


# -- ambush ------------------------------------------------------------------------------------------------------------


def advanced_on_a_half_track(*dice: int) -> Battle:
    """A concealed Russian squad has advanced on a German half-track with a squad aboard."""
    s = battle("CCPh", side="russian", dice=dice)
    ride(s, "ge_spw251_1", "E5", ce=True)
    put(s, "ru_4-4-7", "E5", "x", concealed=True)
    s.advanced.append("E5")
    return s


def test_ambush_of_a_loaded_vehicle_is_rolled_before_its_passengers_fight() -> None:
    """RV-A11.18 One roll for the Location, with the +2 of a vehicle and the -2 of those who are all concealed."""
    s = advanced_on_a_half_track(2, 3)
    decision = ask(s)
    assert [roll["final"] for roll in lines(s, "ambush_roll")] == [0, 5]
    assert lines(s, "ambush")[0]["side"] == "russian"
    assert (decision.seat, decision.ask) == ("russian", "close_combat")


def test_the_ambushed_vehicle_does_not_attack() -> None:
    """RV-A11.5, RV-A11.18 The ambush of the men's combat holds against the vehicle too; nobody rolls again."""
    s = advanced_on_a_half_track(2, 3, 6, 6)
    while step_of(s) != "vehicles":
        play_activity(s, lambda decision: decision.options[-1])
    asked: list[tuple[str, str]] = []

    def pass_on(decision: Choose) -> Option:
        asked.append((str(decision.seat), decision.ask))
        return decision.options[-1]

    play_activity(s, pass_on)
    assert asked == [("russian", "combat"), ("russian", "vehicle_combat")]
    assert len(lines(s, "ambush_roll")) == 2


# -- fire from aboard --------------------------------------------------------------------------------------------------


def firing_from_aboard(man: str = "ge_6-5-8", **marks: Any) -> Battle:
    """A half-track with a squad and its LMG aboard, its hatches open, in Prep Fire."""
    s = battle(side="german")
    ride(s, "ge_spw251_1", "E5", man, ce=True, **marks)
    arm(s, "ge_lmg", "a", "lmg")
    return s


def fp_at(s: Battle, target: str) -> float:
    return power(s, field_of(s), s.vehicles["ge_spw251_1"], PASSENGERS, target)[0]


def test_everybody_aboard_fires_as_far_as_he_can() -> None:
    """RV-D6.3, RV-A7.2 A 6-5-8 has a range of 5, an 8-3-8 of 3, a LMG of its own."""
    assert fp_at(firing_from_aboard("ge_6-5-8"), "E10") == 6 + 3
    assert fp_at(firing_from_aboard("ge_8-3-8"), "E9") == 4 + 3


def test_pinned_passengers_fire_by_half() -> None:
    """RV-A7.8, RV-D6.3"""
    s = firing_from_aboard()
    s.units["a"] = replace(s.units["a"], pinned=True)
    assert fp_at(s, "E9") == 4.5


def test_passengers_of_a_vehicle_in_motion_fire_by_half() -> None:
    """RV-D6.3 Full only when it is not in Motion."""
    s = firing_from_aboard(motion=True)
    s.phase, s.side = "DFPh", "russian"
    assert fp_at(s, "E9") == 4.5


def test_rifles_do_not_pierce_armour() -> None:
    """RV-A9.5, RV-C7.6 Only a machine gun that fires alone; passengers fire as one group."""
    s = firing_from_aboard()
    load(s, 1, 1, *[3] * 8)
    taken = vehicle(s, "ge_spw250_1", "E8", ce=True)
    s.vehicles[taken] = replace(s.vehicles[taken], side="russian")
    drive(s, ("mg", "ge_spw251_1"), ("only", PASSENGERS))
    assert lines(s, "vehicle_fires")
    assert not lines(s, "to_kill")


def test_the_light_machine_gun_of_passengers_breaks_down() -> None:
    """RV-A9.7, RV-D6.3 It is theirs, not the vehicle's."""
    s = firing_from_aboard()
    load(s, 6, 6, *[3] * 8)
    put(s, "ru_4-4-7", "E8", "x")
    drive(s, ("mg", "ge_spw251_1"), ("only", PASSENGERS))
    assert s.weapons["lmg"].malfunctioned
    assert s.vehicles["ge_spw251_1"].malfunctioned == ()
