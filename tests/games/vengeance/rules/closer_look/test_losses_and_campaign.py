"""A closer look at what is lost, left, repaired and kept: bridges, snipers, claims, leaders of bought groups."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.campaign.battle.leaving import desert
from sandtable.games.vengeance.campaign.purchase import leaders
from sandtable.games.vengeance.campaign.refit.guns_and_vehicles import repair_arms
from sandtable.games.vengeance.campaign.refit.stranded_vehicles import strand
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Move
from sandtable.games.vengeance.model.campaign import Bought, LeaderRoll
from sandtable.games.vengeance.model.vehicles import CMG, MA, Drive, Vehicle
from sandtable.games.vengeance.rules.fire.snipers import next_sniper
from sandtable.games.vengeance.rules.ordnance.set_up import gun_crew
from sandtable.games.vengeance.rules.vehicles.crews.inherent import weapon_id
from sandtable.games.vengeance.rules.vehicles.movement.armored_assault import walk_along
from sandtable.games.vengeance.rules.vehicles.set_up.aboard import guns_for
from sandtable.games.vengeance.rules.vehicles.set_up.placement import muster_vehicles
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import sink
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import is_exposed, seems_exposed
from sandtable.games.vengeance.rules.victory.control import update_control
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, ask, battle, carry_out, emplace, lines, moving, put, vehicle
from tests.games.vengeance.campaign.test_campaign_points import campaign


def test_what_sinks_with_a_bridge_is_lost_and_nothing_else() -> None:
    """RV-B6.331"""
    s = battle("MPh")
    truck = vehicle(s, "ge_opel", "E5")
    put(s, "ge_4-4-7", "E5", "aboard", aboard=truck)
    put(s, "ge_4-4-7", "E8", "ashore")
    arm(s, "ge_lmg", "aboard", "lost")
    arm(s, "ge_mmg", "ashore", "kept")
    sink(s, s.vehicles[truck], "RV-B6.331")
    assert list(s.units) == ["ashore"]
    assert list(s.weapons) == ["kept"]
    assert not s.vehicles


def test_who_can_be_harmed_in_an_armoured_vehicle() -> None:
    """RV-D5.1, RV-D6.3 An exposed crew, or passengers whom no armour protects."""
    s = battle()
    track = vehicle(s, "ge_spw251_1", "E5", "track", ce=True)
    assert is_exposed(s, s.vehicles[track])
    s.vehicles[track] = replace(s.vehicles[track], ce=False)
    assert not is_exposed(s, s.vehicles[track])
    put(s, "ge_4-4-7", "E5", "a", aboard=track)
    assert not is_exposed(s, s.vehicles[track]), "Buttoned Up, its passengers are safe"
    tank = vehicle(s, "ge_pz4h", "E6", "tank", ce=False)
    assert not is_exposed(s, s.vehicles[tank])
    put(s, "ge_4-4-7", "E6", "b", aboard=tank)
    assert is_exposed(s, s.vehicles[tank]), "it carries riders"
    assert is_exposed(s, s.vehicles[vehicle(s, "ge_opel", "E7", "truck")])


def test_the_escort_of_a_tank_can_be_fired_at() -> None:
    """RV-D9.1"""
    s = battle("MPh")
    tank = vehicle(s, "ge_pz4h", "E5")
    put(s, "ge_4-4-7", "E6", "a")
    s.drive = Drive(tank, escort=("a",))
    walk_along(s, field_of(s), "E6", "E5")
    assert s.move == Move(("a",), spent=1, here=1, window=True, came="E6")
    assert s.units["a"].at == "E5"
    assert s.drive is not None
    assert (s.drive.escort, s.drive.walked) == (("a",), 1)


def test_who_takes_a_place_openly_ends_claims_upon_it() -> None:
    """RV-A26.1 Unless the enemy still has an unknown unit there that holds it."""
    s = battle(E5="1.5", G5="1.5")
    s.secretly_taken = {"E5-1": ("german", "russian"), "G5-1": ("german",), "C5": ("russian",)}
    put(s, "ge_4-4-7", "E5-1", "hidden", hidden=True)
    for at in ("E5", "G5", "H9"):
        put(s, "ru_4-4-7", at, at)
    put(s, "ge_4-4-7", "C5", "open")
    update_control(s)
    assert s.secretly_taken == {"E5-1": ("german",)}
    assert {at: s.open_control[at] for at in ("E5-1", "G5-1", "C5", "H9")} == {
        "E5-1": "russian", "G5-1": "russian", "C5": "german", "H9": "russian",
    }  # fmt: skip
    assert s.control["E5-1"] == "german"


def test_a_sniper_finds_an_exposed_crew() -> None:
    """RV-A14.2, RV-A14.3 A 1 stuns the vehicle."""
    s = battle("PFPh", side="russian")
    tank = vehicle(s, "ru_t34_85", "E8", ce=True)
    s.snipers["german"] = "E6"
    s.alarms = ["german"]
    s.dice = Dice.loaded([1, 4, 1])
    carry_out(next_sniper(s), lambda decision: decision.options[0])
    assert s.snipers["german"] == "E8", "it ends where it hits"
    assert s.vehicles[tank].stunned
    assert lines(s, "sniper_moves")[0]["dice"] == (4, 1)


def test_vehicles_of_a_group_are_numbered() -> None:
    """RV-SCN4"""
    name, side, index, group = next(
        (card, side, index, group)
        for card in (f"brv{number:02}" for number in range(1, 11))
        for side in ("german", "russian")
        for index, group in enumerate(getattr(scenario(card), side).groups)
        if any(number > 1 for number in group.vehicles.values())
    )
    s = battle(on=name)
    muster_vehicles(s, side, index, group)
    most = max(group.vehicles.values())
    numbers = sorted(int(id.rpartition("-")[2]) for id in s.vehicles)
    assert numbers[-1] == most
    assert numbers[0] == 1
    assert len(s.vehicles) == sum(group.vehicles.values())


def test_only_russians_by_day_form_human_waves() -> None:
    """RV-A25.23, RV-A.12"""
    s = battle("MPh", side="russian")
    for at in ("D3", "E4", "F3"):
        put(s, "ru_4-4-7", at, at, concealed=True)
    put(s, "ge_4-4-7", "E8", "x")
    assert ask(s).ask == "human_wave"
    s.side = "german"
    assert ask(s).ask != "human_wave"


def test_guns_that_can_be_towed() -> None:
    """RV-C10.2 Ready, of its own side, light enough, with a crew that finds room."""
    s = battle("PFPh")
    truck = s.vehicles[vehicle(s, "ge_opel", "E5")]
    put(s, "ge_2-2-8", "E5", "crew")
    emplace(s, "ge_75_pak40", "E5", "crew", 0, "gun")
    assert guns_for(s, truck) == ["gun"]
    for marks in ({"dm": True}, {"crew": ""}, {"side": "russian"}, {"at": ""}):
        before = s.guns["gun"]
        s.guns["gun"] = replace(before, **marks)
        assert guns_for(s, truck) == [], marks
        s.guns["gun"] = before


def test_a_crew_of_its_group_mans_a_gun() -> None:
    """RV-C2.1"""
    s = battle()
    put(s, "ge_2-2-8", "", "crew", group=2)
    put(s, "ge_2-2-8", "", "others", group=1)
    emplace(s, "ge_75_pak40", "", "", 0, "gun", group=1)
    found = gun_crew(s, s.guns["gun"])
    assert found is not None
    assert found.id == "others"
    del s.units["others"]
    assert gun_crew(s, s.guns["gun"]) is None, "the crew of another group has its own Gun"


# -- the campaign ------------------------------------------------------------------------------------------------------


def test_a_dummy_that_leaves_the_map_was_nothing() -> None:
    """RV-CG20"""
    s = campaign()
    put(s, "ge_dummy", "C20", "nobody", concealed=True)
    put(s, "ge_4-4-7", "C20", "a")
    arm(s, "ge_lmg", "a", "lmg")
    desert(s, ("nobody", "a"))
    assert "nobody" not in s.units
    assert "a" not in s.units
    assert "lmg" not in s.weapons
    assert not any("nobody" in str(line.facts) for line in s.journal.lines)


def test_one_group_needs_no_choice_to_roll_for_all() -> None:
    """RV-RePh8.6206"""
    s = campaign(german={"bought": (Bought("I1", "enter", 8, 2),)})
    s.pending = ["german"]
    s.leader_rolls = [LeaderRoll("german", 1, False)]
    decision = next(leaders.ask_for_leaders(s, "german"))
    assert isinstance(decision, Choose)
    assert decision.options == [("roll_leader", "ge-group-I1"), ("done",)]


def test_each_weapon_of_a_tank_is_repaired_or_disabled() -> None:
    """RV-RePh8.6141, RV-RePh8.6142"""
    for die, disabled in ((1, ()), (6, (MA, CMG))):
        s = campaign(dice=[die] * 12)
        s.vehicles["tank"] = Vehicle("tank", "ge_pz4h", "german", "C20", malfunctioned=(MA, CMG))
        s.vehicles["other"] = Vehicle("other", "ge_pz4h", "german", "C20", malfunctioned=(MA,))
        s.areas["C20"] = s.posts["tank"] = s.posts["other"] = "german-1"
        repair_arms(s)
        assert not s.vehicles["tank"].malfunctioned
        assert not s.vehicles["other"].malfunctioned
        assert set(s.vehicles["tank"].disabled) == set(disabled)


def test_every_vehicle_outside_its_areas_is_seen_to() -> None:
    """RV-RePh8.606 Also after one that stands in its own."""
    s = campaign()
    s.vehicles["home"] = Vehicle("home", "ge_pz4h", "german", "C20")
    s.vehicles["lost"] = Vehicle("lost", "ge_pz4h", "german", "E21", immobile=True)
    s.areas["C20"] = "german-1"
    strand(s)
    assert not s.vehicles["home"].abandoned
    assert s.vehicles["lost"].abandoned or "lost" in s.posts


@pytest.mark.parametrize(("type", "weapon"), [("ge_4-3-6", "ge_hmg"), ("ru_3-3-7", "ru_hmg")])
def test_overloaded_green_men_do_not_go_at_double_time(type: str, weapon: str) -> None:
    """RV-A4.5, RV-A19.36, RV-CG16"""
    for loaded in (False, True):
        s = battle("MPh", side="russian" if type.startswith("ru") else "german")
        put(s, type, "E5", "a")
        if loaded:
            arm(s, weapon, "a", "hmg", carried=True)
        s.move = Move(("a",))
        assert (("double",) in ask(s).options) == (not loaded)


def test_men_who_walk_do_not_expose_a_tank_beside_them() -> None:
    """RV-A7.4, RV-A12.1 While men move, fire at them is no fire at the vehicles of their Location."""
    s = battle("MPh", side="russian")
    vehicle(s, "ru_t34_85", "E5", ce=True)
    put(s, "ru_4-4-7", "E5", "a")
    assert seems_exposed(s, "E5", "german")
    moving(s, "a")
    assert not seems_exposed(s, "E5", "german")
    s.phase = "DFPh"
    assert seems_exposed(s, "E5", "german")


def test_a_crew_takes_its_machine_gun_under_a_new_number() -> None:
    """RV-D6.63"""
    s = battle()
    assert weapon_id(s, "ge_mmg") == "ge-mmg-1"
    arm(s, "ge_mmg", "", "ge-mmg-1")
    assert weapon_id(s, "ge_mmg") == "ge-mmg-2"
