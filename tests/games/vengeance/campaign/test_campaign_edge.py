"""The edge of the map in the campaign: who enters (RV-CG21), and who leaves (RV-CG20)."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.bot.place_the_rest import set_up
from sandtable.games.vengeance.campaign import edges, points
from sandtable.games.vengeance.campaign.battle import deployment, entering, leaving
from sandtable.games.vengeance.campaign.battle.posts import waits
from sandtable.games.vengeance.campaign.refit import after_battle, escape, guns_and_vehicles
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.model.campaign import Bought
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.movement import phase
from sandtable.games.vengeance.rules.set_up import placement
from sandtable.games.vengeance.rules.set_up.handed_out import bearers
from sandtable.games.vengeance.rules.set_up.places import vehicle_entries
from sandtable.games.vengeance.rules.vehicles.movement import driving, recall
from sandtable.games.vengeance.rules.vehicles.movement.destinations import VehicleStep
from sandtable.games.vengeance.rules.vehicles.movement.entering import enter
from sandtable.games.vengeance.rules.vehicles.set_up import placement as vehicle_set_up
from sandtable.games.vengeance.rules.victory import exits
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, ask, drive, lines, load, put, vehicle
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer


def in_play(at: Phase = "RPh", date: str = "4/29 AM", side: str = "german", dice: Any = ()) -> Battle:
    s = campaign(date, dice=dice)
    s.phase, s.side, s.turn, s.player_turns = at, side, 1, 1
    return s


def outside(s: Battle, id: str, type: str = "ge_6-5-8", post: str = "enter", group: int = 1) -> str:
    s.units[id] = Unit(id, type, "german" if type.startswith("ge") else "russian", group=group)
    s.posts[id] = post
    return id


# -- entering --------------------------------------------------------------------------------------------------------


def test_the_owner_names_in_his_rally_phase_who_enters() -> None:
    """RV-CG21"""
    s = in_play()
    outside(s, "first")
    outside(s, "second")
    outside(s, "russian", "ru_4-4-7")
    decision = ask(s)
    assert (decision.seat, decision.rule) == ("german", "RV-CG21")
    assert decision.options == [("enters", "first"), ("enters", "second"), ("all_enter",), ("done",)]
    drive(s, ("enters", "first"), ("done",))
    assert s.posts == {"first": "named", "second": "enter", "russian": "enter"}
    assert edges.entry_hexes(s, "first", "german")
    assert not edges.entry_hexes(s, "second", "german")
    assert phase.may_move(s, s.units["first"])
    assert not phase.may_move(s, s.units["second"])


def test_he_is_asked_even_if_nobody_waits() -> None:
    """RV-CG21, RV-CGS2: what is not asked would tell that nobody is there."""
    s = in_play()
    assert ask(s).options == [("done",)]
    outside(s, "late")
    s.night = Night(3, 3, "full", "None", "german")
    assert ask(s).options == [("done",)]  # RV-CG7c: he has not been alarmed yet


def test_who_was_named_and_did_not_come_is_out_until_the_next_scenario() -> None:
    """RV-CG21"""
    s = in_play("MPh")
    s.step = "done"
    for id in ("in", "out", "later"):
        outside(s, id)
    entering.name(s, "in")
    entering.name(s, "out")
    put(s, "ge_6-5-8", "A20", "in")
    entering.arrive(s, ("in",))
    drive(s, ("done",))
    assert s.posts == {"out": "away", "later": "enter"}
    assert entering.waiting_outside(s, "german") == ["later"]
    escape.determine_areas(s)
    assert s.posts["out"] == "off"
    deployment.pick_up(s)
    assert waits(s, "out")


def test_panzerfausts_come_with_the_squads_that_enter() -> None:
    """RV-CG5"""
    s = in_play("MPh")
    s.fausts["german"] = 4
    for id, type, more in (("squad", "ge_6-5-8", 2), ("half", "ge_3-3-8", 1), ("leader", "ge_8-0", 0)):
        outside(s, id, type)
        entering.name(s, id)
        entering.arrive(s, (id,))
        entering.arrive(s, (id,))  # only once
        s.fausts["german"] -= more
        assert s.fausts["german"] == 4


def test_what_was_kept_off_the_map_sets_up_or_stays_there() -> None:
    """RV-CG21"""
    s = in_play("setup", "4/29 AM")
    s.step = "german"
    s.areas = {"A20": "german-1", "A21": "german-1"}
    s.control |= {"A20": "german", "A21": "german"}
    outside(s, "old", post="off")
    outside(s, "new")
    s.vehicles["tank"] = Vehicle("tank", "ge_stug3g", "german")
    s.posts["tank"] = "off"
    deployment.pick_up(s)
    assert {id: waits(s, id) for id in ("old", "new", "tank")} == {"old": True, "new": False, "tank": True}
    options = ask(s).options
    assert ("set_up", "old", "A20") in options
    assert ("stay_outside", "old") in options
    drive(s, ("stay_outside", "old"))
    assert not waits(s, "old")
    answer(vehicle_set_up.place_vehicle(s, s.vehicles["tank"]), ("stay_outside", "tank"))
    assert s.posts["tank"] == "off"


def test_a_truck_brings_the_gun_of_its_group() -> None:
    """RV-RePh8.6193a, RV-C10.2, RV-CG21"""
    s = in_play("MPh", side="russian")
    outside(s, "crew", "ru_2-2-8", group=3)
    s.guns["howitzer"] = Gun("howitzer", "ru_152_obr37", "russian", crew="crew", group=3)
    s.vehicles["truck"] = Vehicle("truck", "ru_iag6", "russian", group=3)
    s.posts |= {"howitzer": "enter", "truck": "enter"}
    entering.name(s, "truck")
    assert s.guns["howitzer"].towed == "truck"
    assert s.units["crew"].aboard == "truck"
    driving.begin(s, "truck")
    enter(s, field_of(s), s.vehicles["truck"], VehicleStep("F1", 2, vca=3), "enter")
    assert not s.posts
    assert GAME.invariants(s) == []


def test_men_may_ride_in() -> None:
    """RV-CG21, RV-D6.1, RV-D6.2"""
    s = in_play()
    s.step = "entrants"
    outside(s, "squad")
    s.vehicles["ride"] = Vehicle("ride", "ge_spw251_1", "german")
    s.posts["ride"] = "enter"
    assert ("mounts", "squad", "ride") not in ask(s).options
    drive(s, ("enters", "ride"), ("mounts", "squad", "ride"), ("done",))
    assert s.posts == {"squad": "named", "ride": "named"}
    assert set(GAME.sight(s, "russian").units) == set()
    s.fausts["german"] = 0
    s.phase = "MPh"
    driving.begin(s, "ride")
    enter(s, field_of(s), s.vehicles["ride"], VehicleStep("A20", 2, vca=1), "enter")
    assert (s.units["squad"].aboard, s.posts, s.fausts["german"]) == ("ride", {}, 2)
    assert "squad" in GAME.sight(s, "russian").units
    assert GAME.invariants(s) == []


def test_who_was_named_may_still_get_on_a_vehicle_that_was_named() -> None:
    """RV-CG21, RV-D6.2 In whatever order they were named, and all at once; until it is full."""
    s = in_play()
    s.step = "entrants"
    for id in ("first", "second"):
        outside(s, id)
    outside(s, "leader", "ge_8-0")
    s.vehicles["tank"] = Vehicle("tank", "ge_pz5g", "german", group=2)
    s.posts["tank"] = "off"
    decision = drive(s, ("all_enter",), ("mounts", "second", "tank"))
    assert decision is None
    assert ask(s).options == [("mounts", "leader", "tank"), ("done",)]
    drive(s, ("mounts", "leader", "tank"), ("done",))
    assert {id for id in s.units if s.units[id].aboard == "tank"} == {"second", "leader"}
    assert set(s.posts.values()) == {"named"}
    assert phase.may_move(s, s.units["first"])
    assert not phase.may_move(s, s.units["second"])


def test_no_leader_of_a_new_group_rides_in_alone() -> None:
    """RV-CG21 He gets on where an MMC of his group is aboard, as long as one is still to come."""
    s = in_play()
    points.write(s, "german", bought=(Bought("I1", "enter", 8, 2), Bought("V2", "enter", 8, 2)))
    outside(s, "squad")
    outside(s, "leader", "ge_8-1")
    for id in ("spw", "other"):
        s.vehicles[id] = Vehicle(id, "ge_spw251_1", "german", group=2)
        s.posts[id] = "named"
    assert [o for o in ask(s).options if o[:2] == ("mounts", "leader")] == []
    drive(s, ("mounts", "squad", "spw"))
    assert [o for o in ask(s).options if o[:2] == ("mounts", "leader")] == [("mounts", "leader", "spw")]


def test_counters_of_different_groups_enter_as_one_stack() -> None:
    """RV-A2.5, RV-CG21 Where each of them may; the leader of a new group joins a stack with his own men."""
    s = in_play("MPh")
    points.write(s, "german", bought=(Bought("I1", "enter", 8, 2), Bought("I2", "enter", 8, 2)))
    for id, type, group in (("a", "ge_6-5-8", 1), ("b", "ge_4-4-7", 2), ("leader", "ge_8-1", 2)):
        outside(s, id, type, group=group)
        entering.name(s, id)
    s.step = "stacks"
    options = ask(s).options
    assert ("move", "leader") not in options
    decision = drive(s, ("move", "a"))
    options = list(ask(s).options) if decision is None else list(decision.options)
    assert ("with", "b") in options
    assert ("with", "leader") not in options
    drive(s, ("with", "b"))
    assert ("with", "leader") in ask(s).options
    drive(s, ("with", "leader"), ("to", "A20"))
    assert {s.units[id].at for id in ("a", "b", "leader")} == {"A20"}


def test_weapons_are_dealt_out_again_where_one_sets_up() -> None:
    """RV-RePh8.6071, RV-CG21 Among the MMC of one Set Up Area; what a new group brought stays in it; no radio."""
    s = in_play("setup")
    s.step = "german"
    s.areas = {"A20": "german-1", "A21": "german-1", "C25": "german-2"}
    points.write(s, "german", bought=(Bought("I1", "on_board", 8, 0, 0), Bought("I1", "on_board", 8, 2)))
    put(s, "ge_6-5-8", "A20", "a", group=1)
    put(s, "ge_4-4-7", "A21", "b", group=1)
    put(s, "ge_4-4-7", "C25", "far", group=1)
    put(s, "ge_6-5-8", "A21", "new", group=2)
    put(s, "ge_8-0", "A20", "leader", group=1)
    arm(s, "ge_lmg", "a", "lmg", group=1)
    arm(s, "ge_mmg", "new", "mmg", group=2)
    arm(s, "ge_radio", "leader", "radio", group=1)
    decision = ask(s)
    assert decision.rule == "RV-RePh8.6071"
    assert list(decision.options)[:2] == [("hand_on", "lmg"), ("dealt_out",)]
    to = drive(s, ("hand_on", "lmg"))
    assert to is not None
    assert [o for o in to.options if o[0] == "give"] == [("give", "lmg", "b"), ("give", "lmg", "new")]
    drive(s, ("hand_on", "lmg"), ("give", "lmg", "b"), ("dealt_out",))
    assert s.weapons["lmg"].holder == "b"
    assert ask(s).rule != "RV-RePh8.6071"


def test_what_is_named_cannot_be_counted() -> None:
    """RV-CG21, RV-CGS2"""
    s = in_play()
    outside(s, "first")
    decision = ask(s)
    assert decision.ask == "who_enters"
    assert decision.private


def test_a_vehicle_tows_in_a_gun_of_another_group() -> None:
    """RV-CG21, RV-C10.2 With its crew aboard; a crew whose Gun waits does not get on without it."""
    s = in_play()
    s.step = "entrants"
    outside(s, "crew", "ge_2-2-8", group=3)
    s.guns["gun"] = Gun("gun", "ge_75_leig18", "german", crew="crew", group=3)
    s.vehicles["opel"] = Vehicle("opel", "ge_opel", "german", group=2)
    s.vehicles["tank"] = Vehicle("tank", "ge_pz5g", "german", group=2)
    s.posts |= {"gun": "enter", "opel": "enter", "tank": "enter"}
    drive(s, ("enters", "opel"), ("enters", "tank"))
    assert [o for o in ask(s).options if o[0] in ("mounts", "hitches")] == [("hitches", "gun", "opel")]
    drive(s, ("hitches", "gun", "opel"), ("done",))
    assert (s.guns["gun"].towed, s.units["crew"].aboard) == ("opel", "opel")
    assert set(s.posts.values()) == {"named"}
    s.phase = "MPh"
    driving.begin(s, "opel")
    enter(s, field_of(s), s.vehicles["opel"], VehicleStep("A20", 2, vca=1), "enter")
    assert s.posts == {"tank": "named"}
    assert GAME.invariants(s) == []


def test_a_vehicle_enters_only_where_all_aboard_may() -> None:
    """RV-CG12 The east edge serves new Russian groups alone: an old squad on a new tank does not come by it."""
    s = in_play(side="russian", date="4/30 PM")
    assert s.campaign is not None
    line = Bought("V2", "enter", 9, s.campaign.date)
    s.campaign = replace(s.campaign, east_open=True, russian=replace(s.campaign.russian, bought=(line,)))
    s.vehicles["tank"] = Vehicle("tank", "ru_t34_85", "russian", group=1)
    outside(s, "old", "ru_4-4-7", post="off", group=0)
    s.posts["tank"] = "enter"
    entering.name(s, "tank")
    entering.name(s, "old")
    late = set(vehicle_entries(s, s.vehicles["tank"])) - set(edges.open_edge(s, "russian"))
    assert late
    s.units["old"] = replace(s.units["old"], aboard="tank")
    assert set(vehicle_entries(s, s.vehicles["tank"])) == set(edges.open_edge(s, "russian"))


def test_a_cloaked_squad_stays_so_behind_shut_hatches_when_it_rides_in() -> None:
    """RV-CG7b, RV-BRV16.1, RV-CG21"""
    for open_hatch, cloak in ((True, ""), (False, "cloak-1 in spw")):
        s = in_play(date="4/28 NT")
        s.step = "entrants"
        s.night = Night(3, 3, "full", "None", "russian")
        outside(s, "squad")
        s.units["squad"] = replace(s.units["squad"], cloak="cloak-1", concealed=True)
        s.vehicles["spw"] = Vehicle("spw", "ge_spw251_1", "german", ce=open_hatch)
        s.posts["spw"] = "enter"
        drive(s, ("enters", "spw"), ("mounts", "squad", "spw"), ("done",))
        assert (s.units["squad"].cloak, s.units["squad"].concealed) == (cloak, bool(cloak))


def test_a_crew_pushes_its_gun_in() -> None:
    """RV-CG21, RV-C10.1, RV-A2.5"""
    for dice, comes in (((1, 1), True), ((6, 6), False)):
        s = in_play("MPh", dice=dice)
        s.step = "stacks"
        outside(s, "crew", "ge_2-2-8")
        s.guns["gun"] = Gun("gun", "ge_75_leig18", "german", crew="crew", group=1)
        s.posts["gun"] = "enter"
        entering.name(s, "crew")
        decision = drive(s, ("move", "crew"), ("push", "gun", "A20"))
        assert (s.guns["gun"].at, s.units["crew"].at) == (("", "") if not comes else ("A20", "A20"))
        if comes:
            assert decision is not None
            assert ("point", "gun", "arc-0") in decision.options


def test_a_radio_vehicle_that_enters_at_night_frees_the_others() -> None:
    """RV-CG7c"""
    s = in_play("MPh", "4/28 NT")
    assert s.campaign is not None
    s.night = Night(3, 3, "full", "None", "german")
    vehicle(s, "ge_stug3g", "A20", "still")
    vehicle(s, "ge_opel", "A21", "no radio")
    s.vehicles["new"] = Vehicle("new", "ge_pz4h", "german")
    s.posts["new"] = "enter"
    entering.name(s, "new")
    entering.arrive(s, ("new",))
    assert s.vehicles["still"].free
    assert not s.vehicles["no radio"].free
    assert not s.campaign.alarmed


def test_leaders_with_a_radio_set_up_where_they_like() -> None:
    """RV-CG21, RV-CG9"""
    s = in_play("setup")
    s.step = "german"
    s.areas = {"A20": "german-1", "A21": "german-1"}
    s.control |= {"A20": "german", "A21": "german"}
    assert s.campaign is not None
    line = Bought("I1", "on_board", 8, s.campaign.date)
    s.campaign = replace(s.campaign, german=replace(s.campaign.german, bought=(line,)))
    put(s, "ge_6-5-8", "A20", "squad", group=1)
    outside(s, "leader", "ge_8-1", post="on_board")
    outside(s, "late", "ge_8-0", post="enter", group=2)
    outside(s, "kept back", "ge_8-0", post="reserve", group=3)
    for type, who in (("radio", ["leader", "late"]), ("phone", ["leader"])):
        s.weapons["contact"] = Weapon("contact", f"ge_{type}", "german")
        assert [u.id for u in bearers(s, s.weapons["contact"])] == who
    assert [o for o in ask(s).options if o[0] == "give"] == [("give", "contact", "leader")]
    assert placement.places_for(s, s.units["leader"]) == ["A20"]
    drive(s, ("give", "contact", "leader"))
    assert placement.places_for(s, s.units["leader"]) == ["A20", "A21"]


def test_who_ends_a_scenario_in_bypass_is_in_its_hex_afterwards() -> None:
    """RV-RePh8.602: else he could not be set up or enter later."""
    s = in_play("CCPh")
    put(s, "ge_6-5-8", "A20", "squad", bypass="+12")
    s.skirting.append("squad")
    after_battle.remove_markers(s)
    assert (s.units["squad"].bypass, s.skirting) == ("", [])
    assert GAME.invariants(s) == []


# -- leaving ---------------------------------------------------------------------------------------------------------


def test_good_order_units_that_leave_the_map_are_lost() -> None:
    """RV-CG20"""
    s = in_play("MPh")
    s.step = "stacks"
    squad = put(s, "ge_6-5-8", "A20")
    arm(s, "ge_lmg", squad)
    drive(s, ("move", squad), ("desert", "A20"))
    assert not s.units
    assert not s.weapons
    assert s.cvp["german"] == 2


def test_a_broken_unit_may_rout_off_by_a_friendly_edge() -> None:
    """RV-CG20"""
    for type, at, dice, kept in (
        ("ge_6-5-8", "A20", (4, 4), True),  # broken morale 9: a 1MC
        ("ge_6-5-8", "A20", (4, 5), False),
        ("ru_4-4-7", "F0", (4, 3), True),
        ("ru_4-4-7", "F0", (4, 4), False),
    ):
        s = in_play("RtPh", side="russian")
        s.step = "rout" if type.startswith("ru") else "rout_other"
        id = put(s, type, at, broken=True, dm=True)
        arm(s, f"{type[:2]}_lmg", id)
        load(s, *dice)
        drive(s, ("rout", id), ("off_map", at))
        assert lines(s, "leaving")[0]["success"] == kept
        assert (id in s.units) == kept
        assert bool(s.weapons) == kept
        if kept:
            assert (s.units[id].at, s.posts[id]) == ("", "away")
            assert not s.cvp.get(s.units[id].side)


def test_nobody_routs_off_by_the_enemys_edge_or_without_mf() -> None:
    """RV-CG20, RV-CG12, RV-A2.6"""
    s = in_play("RtPh")
    f = field_of(s)
    squad = s.units[put(s, "ge_6-5-8", "F1", broken=True, dm=True)]
    assert leaving.ways_off(s, f, squad, {}, 6) == []
    squad = s.units[put(s, "ge_6-5-8", "A20", "home", broken=True, dm=True)]
    assert leaving.ways_off(s, f, squad, {"A22": 5, "A21": 5}, 6) == ["A20", "A22"]
    assert leaving.ways_off(in_play(), f, squad, {}, 0) == []


def test_vehicles_leave_freely_with_nobody_aboard() -> None:
    """RV-CG20"""
    s = in_play("MPh")
    tank = vehicle(s, "ge_stug3g", "A20", motion=True)
    assert exits.may_drive_off(s, tank, 20)
    put(s, "ge_6-5-8", "A21", "rider")
    s.at.clear()
    s.units["rider"] = Unit("rider", "ge_6-5-8", "german", aboard=tank)
    assert not exits.may_drive_off(s, tank, 20)
    del s.units["rider"]
    driving.begin(s, tank)
    exits.drive_off(s, tank)
    assert (s.vehicles[tank].at, s.posts[tank]) == ("", "away")
    assert not driving.may_drive(s, s.vehicles[tank])
    assert not exits.may_drive_off(s, vehicle(s, "ge_pz4h", "F1", motion=True), 20)


def test_a_recalled_vehicle_is_kept_with_its_men() -> None:
    """RV-CG20, RV-D5.3"""
    s = in_play("MPh")
    truck = vehicle(s, "ge_opel", "A20", motion=True, recalled=True)
    s.units["man"] = Unit("man", "ge_8-0", "german", aboard=truck)
    assert recall.at_edge(s, s.vehicles[truck])
    assert not recall.at_edge(s, s.vehicles[vehicle(s, "ge_opel", "F1", "lost")])
    recall.leave(s, s.vehicles[truck])
    assert s.posts == {"man": "away", truck: "away"}
    assert s.units["man"].aboard == ""
    guns_and_vehicles.clean_arms(s)
    assert not s.vehicles[truck].recalled


def test_the_set_up_without_room_leaves_a_unit_outside() -> None:
    """RV-CG21"""
    s = in_play("setup", side="russian")
    s.step, s.asked = "russian", ["isolated"]
    outside(s, "nobody", "ru_4-4-7", post="on_board")
    answer(set_up(s))
    assert s.posts["nobody"] == "off"
