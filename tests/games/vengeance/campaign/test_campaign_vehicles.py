"""Crews and machine guns of vehicles in the Refit Phase; dug-in tanks; the Gestapo of the balance provision."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.campaign import supply
from sandtable.games.vengeance.campaign.battle.hulks import burn_hulks
from sandtable.games.vengeance.campaign.purchase import raising
from sandtable.games.vengeance.campaign.refit import escape, guns_and_vehicles, vehicle_crews
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.sequence import RefitStep
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.play import SEQUENCE
from sandtable.games.vengeance.rules.fire.firepower import captured
from sandtable.games.vengeance.rules.movement.labor import finish_labours
from sandtable.games.vengeance.rules.set_up.handed_out import bearers
from sandtable.games.vengeance.rules.vehicles.crews.passengers import boarding_options, finish_boarding, may_reenter
from sandtable.games.vengeance.rules.vehicles.crews.scrounging import search_wreck, wrecks_to_search
from sandtable.games.vengeance.rules.vehicles.kinds import machine_gun
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import wreck
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, drive, emplace, lines, put
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer, south_bank
from tests.games.vengeance.campaign.test_refit_clauses import control


def tank(s: Battle, id: str, at: str, post: str = "german-1", type: str = "ge_pz4h", **marks: Any) -> None:
    s.vehicles[id] = Vehicle(id, type, "german" if type.startswith("ge") else "russian", at, **marks)
    s.posts[id] = post
    s.areas[ground().locations[at].hex] = post


def step(s: Battle, name: RefitStep, *choices: Any) -> list[Any]:
    s.phase, s.step = "refit", name
    return answer(SEQUENCE.run(s), *choices)


# -- cut off ----------------------------------------------------------------------------------------------------------


def test_the_owner_says_to_which_of_several_areas_a_vehicle_falls_back() -> None:
    """RV-RePh8.6056, RV-RePh8.627 One area is no choice; then nobody is asked."""
    for number in (1, 2):
        s = campaign()
        put(s, "ge_4-4-7", "C20", "west")
        if number == 2:
            put(s, "ge_4-4-7", "G22", "east")
        s.vehicles["v"] = Vehicle("v", "ge_pz4h", "german", "E21")
        control(s, "german", "C20", "G22")
        escape.determine_areas(s)
        near = supply.near_areas(s, "german", "E21")
        if number == 1:
            assert s.posts["v"] == near[0]
            assert not answer(escape.escape_step(s))
            continue
        assert len(near) == 2
        assert "v" not in s.posts
        asked = answer(escape.escape_step(s), ("fall_back", "v", near[1]))
        assert [set(one.options) for one in asked] == [{("fall_back", "v", area) for area in near}]
        assert s.posts["v"] == near[1]
        assert not s.vehicles["v"].abandoned
        assert not answer(escape.escape_step(s))


# -- crews -----------------------------------------------------------------------------------------------------------


def test_of_two_stunned_crews_one_is_made() -> None:
    """RV-RePh8.6112, RV-BRV16.10"""
    s = campaign()
    tank(s, "a", "L15", stuns=1)
    tank(s, "b", "L16", stuns=1, leader="ge_armor_9-1")
    tank(s, "far", "A20", "german-2", stuns=1)
    tank(s, "fresh", "L17")
    assert vehicle_crews.crews_to_combine(s) == [("combine_crews", "a", "b"), ("combine_crews", "b", "a")]
    asked = step(s, "crews", ("combine_crews", "a", "b"))
    assert asked[0].seat == "german"
    assert (s.vehicles["a"].stuns, s.vehicles["a"].leader, s.vehicles["a"].abandoned) == (0, "ge_armor_9-1", False)
    assert (s.vehicles["b"].stuns, s.vehicles["b"].leader, s.vehicles["b"].abandoned) == (0, "", True)
    step(s, "crews")
    assert s.step == "promote"


def test_russians_do_not_combine_crews() -> None:
    """RV-RePh8.6112"""
    s = campaign()
    tank(s, "a", "L15", "russian-1", "ru_t34_85", stuns=1)
    tank(s, "b", "L16", "russian-1", "ru_t34_85", stuns=1)
    assert vehicle_crews.crews_to_combine(s) == []


# -- machine guns ----------------------------------------------------------------------------------------------------


def test_a_machine_gun_is_taken_out_and_put_back() -> None:
    """RV-RePh8.6143, RV-CG11, RV-D6.63"""
    s = campaign()
    tank(s, "v", "L15")
    put(s, "ge_6-5-8", "L15", "near")
    put(s, "ge_6-5-8", "A20", "far")
    s.posts |= {"near": "german-1", "far": "german-2"}
    s.pending = ["german"]
    before = machine_gun(s.vehicles["v"], "BMG")
    asked = step(s, "exchange", ("take_out", "v", "BMG"))
    assert before
    assert ("take_out", "v", "BMG") in asked[0].options
    assert asked[0].private
    assert machine_gun(s.vehicles["v"], "BMG") == 0
    gun = next(w for w in s.weapons.values() if w.type == "ge_lmg")
    assert [u.id for u in bearers(s, gun)] == ["near"]
    assert gun.id not in GAME.sight(s, "russian").weapons
    assert s.posts[gun.id] in GAME.sight(s, "german").posts.values()
    s.weapons[gun.id] = replace(gun, holder="near")
    asked = step(s, "exchange", ("put_back", "v", "BMG", gun.id))
    assert ("put_back", "v", "BMG", gun.id) in asked[0].options
    assert machine_gun(s.vehicles["v"], "BMG") == before
    assert gun.id not in s.weapons


def test_a_broken_machine_gun_stays_in_its_vehicle() -> None:
    """RV-RePh8.6143"""
    s = campaign()
    tank(s, "v", "L15", malfunctioned=("BMG",), disabled=("CMG",))
    assert not [o for o in vehicle_crews.exchanges(s, "german") if o[2:] in (("BMG",), ("CMG",))]


def test_a_crew_leaves_its_vehicle() -> None:
    """RV-RePh8.6145, RV-CG11 The vehicle stays where it is; the crew sets up in its area."""
    s = campaign()
    tank(s, "v", "L15", leader="ge_armor_9-1")
    s.pending = ["german"]
    step(s, "exchange", ("abandon_here", "v"))
    assert s.vehicles["v"].abandoned
    assert sorted(u.type for u in s.units.values()) == ["ge_1-2-7", "ge_9-1"]
    assert {s.posts[id] for id in s.units} == {"german-1"}
    assert not any(u.pinned or u.moved for u in s.units.values())
    guns_and_vehicles.pick_up_arms(s)
    assert s.vehicles["v"].at == "L15"


def test_a_crewless_vehicle_is_searched() -> None:
    """RV-RePh8.6145, RV-CG27 By those who hold the ground; an Out of Gas one is a wreck afterwards."""
    s = campaign(dice=[4, 3, 3])
    tank(s, "v", "L15", "russian-1", abandoned=True, out_of_gas=True)
    tank(s, "w", "L16", "russian-1", abandoned=True)
    del s.posts["v"], s.posts["w"]
    assert vehicle_crews.scrounged(s, "russian") == []  # nobody is there who could
    put(s, "ru_4-4-7", "L15", "men")
    s.posts["men"] = "russian-1"
    assert [v.id for v in vehicle_crews.scrounged(s, "russian")] == ["v", "w"]
    assert vehicle_crews.scrounged(s, "german") == []
    s.pending = ["russian", "german"]
    step(s, "exchange", ("scrounge", "v"))
    assert lines(s, "scrounged")[0]["success"] is False
    assert ("scrounge", "v") not in vehicle_crews.exchanges(s, "russian")
    s.pending = ["russian"]
    step(s, "exchange", ("scrounge", "v"))
    assert "v" in s.pending
    assert [(w.type, w.side) for w in s.weapons.values()] == [("ge_lmg", "russian")]
    assert s.vehicles["v"].wreck
    step(s, "exchange", ("scrounge", "w"))
    assert not s.vehicles["w"].wreck
    step(s, "exchange", ("done",))
    assert s.step == "removal"
    step(s, "removal", ("done",))
    assert (s.step, s.pending) == ("chits", [])


def test_only_hulks_without_a_weapon_are_wrecks() -> None:
    """RV-CG27 A manned or abandoned vehicle with one that works is kept."""
    s = campaign()
    tank(s, "abandoned", "L15", abandoned=True)
    tank(s, "empty", "L16", out_of_gas=True)
    tank(s, "useless", "L17", immobile=True, disabled=("MA", "BMG", "CMG"), removed=("AAMG",))
    tank(s, "dug", "L18", immobile=True, dug_in=True)
    burn_hulks(s)
    assert [v.id for v in s.vehicles.values() if v.wreck] == ["useless"]


# -- captured and cut off --------------------------------------------------------------------------------------------


def test_an_abandoned_vehicle_belongs_to_the_side_whose_area_it_is_in() -> None:
    """RV-RePh8.607 And so back again; elsewhere it is lost."""
    s = campaign()
    tank(s, "v", "L15", "russian-1", abandoned=True)
    tank(s, "nowhere", "L18", "", abandoned=True)
    del s.posts["v"], s.posts["nowhere"]
    guns_and_vehicles.keep_arms(s)
    assert (s.vehicles["v"].side, s.vehicles["v"].abandoned, s.vehicles["v"].wreck) == ("russian", True, "")
    assert s.vehicles["nowhere"].wreck
    s.areas["L15"] = "german-1"
    guns_and_vehicles.keep_arms(s)
    assert s.vehicles["v"].side == "german"


def test_nobody_crews_a_captured_vehicle() -> None:
    """RV-A21.1, RV-D5.4, RV-RePh8.6144 Neither its captors nor its own crew; and it is worth no points to lose."""
    s = campaign()
    tank(s, "v", "L15", "russian-1", abandoned=True)
    s.vehicles["v"] = replace(s.vehicles["v"], side="russian")
    put(s, "ru_1-2-7", "L15", "captor")
    put(s, "ge_1-2-7", "L15", "crew")
    assert not any(may_reenter(s, s.vehicles["v"], s.units[id]) for id in ("captor", "crew"))
    s.posts |= {"captor": "russian-1"}
    assert not [o for o in vehicle_crews.exchanges(s, "russian") if o[0] in ("man_again", "abandon_here")]
    assert [v.id for v in vehicle_crews.scrounged(s, "russian")] == ["v"]
    wreck(s, "v", burns=False)
    assert not any(s.cvp.values())


def test_its_own_crew_mans_a_captured_vehicle_where_its_side_holds_the_ground_again() -> None:
    """RV-RePh8.607, RV-D5.4 In play; in the Refit Phase it has changed hands by then."""
    s = campaign()
    s.phase, s.side = "MPh", "german"
    tank(s, "v", "L15", "russian-1", abandoned=True)
    s.vehicles["v"] = replace(s.vehicles["v"], side="russian")
    put(s, "ge_1-2-7", "L15", "crew")
    assert boarding_options(s, ("crew",)) == []
    s.control["L15"] = "german"
    assert boarding_options(s, ("crew",)) == [("man", "crew", "v")]
    finish_boarding(s, "crew", "v")
    assert (s.vehicles["v"].side, s.vehicles["v"].abandoned) == ("german", False)
    assert "crew" not in s.units


def test_a_captured_vehicle_is_shown_as_such() -> None:
    """RV-RePh8.607"""
    s = GAME.new(GAME.settle({"scenario": "brv07"}), Dice(seed_from("captured")))
    id = next(v.id for v in s.vehicles.values() if v.side == "german")
    s.vehicles[id] = replace(s.vehicles[id], at="L15", abandoned=True, side="russian")
    pieces = {piece.id: piece for piece in GAME.table(GAME.sight(s, "german")).pieces}
    assert "captured" in {badge.note for badge in pieces[id].badges}


def test_a_machine_gun_of_a_captured_vehicle_is_of_its_makers() -> None:
    """RV-RePh8.6145, RV-RePh8.6144"""
    s = campaign(dice=[1])
    tank(s, "v", "L15", "russian-1", abandoned=True)
    s.vehicles["v"] = replace(s.vehicles["v"], side="russian")
    vehicle_crews.scrounge(s, "russian", "v")
    assert [(w.type, w.side) for w in s.weapons.values()] == [("ge_lmg", "russian")]


def test_a_crew_of_the_area_mans_an_abandoned_vehicle_of_its_side() -> None:
    """RV-RePh8.6145, RV-CG11, RV-D5.4 What it carried is there for others."""
    s = campaign()
    tank(s, "v", "L15", abandoned=True)
    tank(s, "far", "A20", "german-2", abandoned=True)
    put(s, "ge_1-2-7", "L16", "crew")
    put(s, "ge_2-2-8", "L16", "gunners")
    put(s, "ge_1-2-7", "L16", "at a gun")
    emplace(s, "ge_75_leig18", "L16", "at a gun", id="gun")
    arm(s, "ge_lmg", "crew", "lmg")
    s.posts |= {"crew": "german-1", "gunners": "german-1", "at a gun": "german-1", "gun": "german-1"}
    s.pending = ["german"]
    assert [o for o in vehicle_crews.exchanges(s, "german") if o[0] == "man_again"] == [("man_again", "v", "crew")]
    step(s, "exchange", ("man_again", "v", "crew"))
    assert not s.vehicles["v"].abandoned
    assert "crew" not in s.units
    assert (s.weapons["lmg"].holder, s.posts["lmg"]) == ("", "german-1")
    assert ("abandon_here", "v") not in vehicle_crews.exchanges(s, "german")  # not in and out again
    assert GAME.invariants(s) == []


def test_a_truck_has_no_crew_to_leave_it() -> None:
    """RV-D15.1"""
    s = campaign()
    tank(s, "truck", "L15", type="ge_opel")
    assert ("abandon_here", "truck") not in vehicle_crews.exchanges(s, "german")


def test_the_crew_of_a_stranded_vehicle_leaves_it_and_escapes() -> None:
    """RV-RePh8.606, RV-RePh8.6056 The vehicle is left; one that can drive to an area near falls back."""
    s = campaign(dice=[1, 1])
    control(s, "german", "A20", "A21")
    put(s, "ge_6-5-8", "A20", "squad")
    tank(s, "stuck", "L15", immobile=True, leader="ge_armor_9-1")
    tank(s, "near", "C20")
    tank(s, "truck", "L16", type="ge_opel", immobile=True)
    s.posts.clear()
    s.areas.clear()
    escape.determine_areas(s)
    assert s.posts["near"] == s.areas["A20"]
    assert s.vehicles["stuck"].abandoned
    assert s.vehicles["truck"].abandoned
    crew = [u for u in s.units.values() if u.at == "L15"]
    assert sorted(u.type for u in crew) == ["ge_1-2-7", "ge_9-1"]
    assert not any(u.pinned or u.moved for u in crew)
    assert escape.cut_off_places(s, "german") == ["L15"]
    answer(escape.escape_step(s), ("escape", "L15"))
    assert {s.posts[u.id] for u in crew} == {s.areas["A20"]}
    guns_and_vehicles.keep_arms(s)
    assert s.vehicles["stuck"].wreck  # nobody's ground


def test_the_crew_of_an_isolated_vehicle_may_escape_or_stay() -> None:
    """RV-RePh8.606"""
    for pick, abandoned in ((("remain", "v"), False), (("crew_escapes", "v"), True)):
        s = campaign(dice=[1, 1])
        south_bank(s)
        control(s, "russian", "F20")
        put(s, "ru_4-4-7", "F20", "squad")
        tank(s, "v", "F20", "", "ru_t34_85")
        s.posts.clear()
        escape.determine_areas(s)
        area = s.areas["F20"]
        assert area in supply.isolated_areas(s)
        asked = answer(escape.escape_step(s), ("remain", "squad"))
        assert {o[0] for o in asked[0].options} == {"escape", "remain", "crew_escapes"}
        asked = answer(escape.escape_step(s), pick)
        assert asked[0].options == [("crew_escapes", "v"), ("remain", "v")]
        assert s.vehicles["v"].abandoned == abandoned
        if abandoned:
            assert escape.cut_off_places(s, "russian") == ["F20"]
        else:
            assert s.posts["v"] == area
            assert not answer(escape.escape_step(s))


# -- dug-in tanks ----------------------------------------------------------------------------------------------------


def test_the_bmg_of_a_dug_in_tank_joins_the_order_of_battle() -> None:
    """RV-I3"""
    s = campaign("4/28 PM")
    s.vehicles["v"] = Vehicle("v", "ge_pz4h", "german", dug_in=True, immobile=True)
    s.vehicles["w"] = Vehicle("w", "ge_pz4h", "german")
    s.posts |= {"v": "dug_in", "w": "enter"}
    s.units["a"] = Unit("a", "ge_6-5-8", "german")
    s.posts["a"] = "on_board"
    s.pending = ["german"]
    asked = step(s, "dismount", ("take_out", "v", "BMG"))
    assert asked[0].options == [("take_out", "v", "BMG"), ("done",)]
    assert asked[0].private
    gun = next(iter(s.weapons.values()))
    assert gun.type == "ge_lmg"
    assert [u.id for u in bearers(s, gun)] == ["a"]
    step(s, "dismount")
    assert s.step == "commanders"


# -- the Gestapo -----------------------------------------------------------------------------------------------------


def test_leaders_may_become_gestapo_if_both_have_agreed() -> None:
    """RV-CG33, RV-BRV8.501"""
    for agreed in ((), ("german",)):
        s = campaign(balance=agreed)
        for number, type in enumerate(("ge_7-0", "ge_8-1", "ge_9-1", "ru_7-0")):
            put(s, type, "A20", f"boss-{number}")
        s.pending = ["german"]
        asked = answer(raising.make_gestapo(s, "german"), *([("gestapo", "boss-1")] if agreed else []))
        offered = [("gestapo", "boss-0"), ("gestapo", "boss-1")] if agreed else []
        assert asked[0].options == [*offered, ("done",)]
        assert s.units["boss-1"].type == ("ge_gestapo_8-0" if agreed else "ge_8-1")
        if agreed:
            answer(raising.make_gestapo(s, "german"), ("gestapo", "boss-0"))
            assert s.units["boss-0"].type == "ge_gestapo_7+1"


def test_a_wreck_is_searched_once_with_success() -> None:
    """RV-D10.3"""
    s = campaign(dice=[1])
    tank(s, "v", "L15", wreck="wreck")
    put(s, "ge_6-5-8", "L15", "a")
    arm(s, "ge_lmg", "a", "old")
    search_wreck(s, "a", "v")
    assert len(s.weapons) == 2
    assert wrecks_to_search(s, s.units["a"]) == []


def test_a_wreck_holds_a_gun_of_its_makers() -> None:
    """RV-D10.3, RV-A21.1, RV-RePh8.6144 Whoever finds it; to the enemy of its makers it is a captured weapon."""
    for finder, strange in (("ge_6-5-8", False), ("ru_4-4-7", True)):
        s = campaign(dice=[1])
        tank(s, "v", "L15", wreck="wreck")
        put(s, finder, "L15", "a")
        search_wreck(s, "a", "v")
        [gun] = s.weapons.values()
        assert (gun.type, gun.side, gun.holder) == ("ge_lmg", "german", "a")
        assert captured(s.units["a"], gun) == strange


def test_a_gun_out_of_a_captured_hulk_is_captured() -> None:
    """RV-RePh8.6145, RV-RePh8.6144, RV-A21.1 It is the finder's to set up, and still of enemy make."""
    s = campaign(dice=[1])
    tank(s, "v", "L15", abandoned=True)
    s.areas["L15"] = "russian-1"
    put(s, "ru_4-4-7", "L15", "men")
    vehicle_crews.scrounge(s, "russian", "v")
    [gun] = s.weapons.values()
    assert (gun.type, gun.side) == ("ge_lmg", "russian")
    assert captured(s.units["men"], gun)
    assert not captured(s.units[put(s, "ge_6-5-8", "L16", "makers")], gun)


def test_a_wreck_is_searched_in_the_movement_phase() -> None:
    """RV-D10.3 It takes the whole phase; the die is rolled at its end."""
    s = campaign(dice=[1])
    s.phase, s.step, s.side, s.turn = "MPh", "", "german", 1
    tank(s, "v", "L15", wreck="wreck")
    put(s, "ge_6-5-8", "L15", "a")
    drive(s, ("move", "a"), ("scrounge", "v"))
    assert s.units["a"].ti
    assert [labour.what for labour in s.labours] == ["v"]
    finish_labours(s)
    assert [w.holder for w in s.weapons.values() if w.type == "ge_lmg"] == ["a"]
