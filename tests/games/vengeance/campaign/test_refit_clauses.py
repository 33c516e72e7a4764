"""Clauses of the Refit Phase that are easily played by half: who counts, who chooses, what an Isolated one may not."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.campaign import areas
from sandtable.games.vengeance.campaign.battle import deployment, posts
from sandtable.games.vengeance.campaign.refit import (
    after_battle,
    escape,
    fires_burn_out,
    guns_and_vehicles,
    shift,
    weapons,
    weather,
)
from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.altered_ground import BRIDGE_PARTIAL, alter, became
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.campaign import Bought
from sandtable.games.vengeance.model.field_works import Work
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, emplace, lines, put, vehicle
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer, south_bank


def control(s: Battle, side: str, *hexes: str) -> None:
    for hex in hexes:
        for at in ground().of_hex[hex]:
            s.control[at] = side


def bought(s: Battle, side: str, *groups: str) -> None:
    """The record of a side: these groups, for an earlier date."""
    assert s.campaign is not None
    lines_ = tuple(Bought(group, "enter", 1, 0) for group in groups)
    s.campaign = replace(s.campaign, **{side: replace(getattr(s.campaign, side), bought=lines_)})


def reasons(modifiers: list[tuple[int, str, str]]) -> dict[str, int]:
    return {reason: value for value, _, reason in modifiers}


# -- melees, markers, encirclement -----------------------------------------------------------------------------------


def test_the_attacker_is_first_in_the_first_round_of_each_melee() -> None:
    """RV-RePh8.601 However many rounds the melee before it took."""
    for rounds, first in ((0, "russian"), (1, "german")):
        s = campaign()
        put(s, "ge_6-5-8", "W18", "a", melee=True)
        put(s, "ru_4-4-7", "W18", "x", melee=True)
        s.side = "german"
        if rounds:
            s.made["rounds"] = rounds
        answer(after_battle.conclude_melees(s))
        assert s.melee is not None
        assert s.side == first


def test_who_was_encircled_stays_so_until_the_escape() -> None:
    """RV-RePh8.6041, RV-RePh8.602, RV-RePh8.6062"""
    s = campaign()
    put(s, "ge_6-5-8", "C20", "a", encircled=2)
    after_battle.remove_markers(s)
    assert s.units["a"].encircled
    south_bank(s)
    escape.determine_areas(s)
    assert not answer(escape.escape_step(s))
    assert not s.units["a"].encircled


# -- who holds a hex -------------------------------------------------------------------------------------------------


def test_a_vehicle_crew_holds_no_hex() -> None:
    """RV-RePh8.605a, RV-CG14 A crew that left its tank is none; the crew of a machine gun is an MMC as any other."""
    s = campaign()
    bought(s, "russian", "V2", "I7")
    put(s, "ru_1-2-7", "F20", "tankers", group=1)
    put(s, "ru_1-2-7", "H20", "gunners", group=2)
    put(s, "ge_2-2-8", "A20", "pak")
    assert areas.garrison(s, "F20") == set()
    assert areas.garrison(s, "H20") == {"russian"}
    assert areas.garrison(s, "A20") == {"german"}


def test_a_promoted_leader_sets_up_with_his_men() -> None:
    """RV-RePh8.6115"""
    s = campaign()
    put(s, "ge_6-5-8", "A20", "squad")
    put(s, "ge_8-0", "A21", "lonely")
    s.units["new"] = Unit("new", "ge_7-0", "german")
    s.posts["new"] = "on_board"
    assert posts.beside_its_group(s, s.units["new"], ["A20", "A21", "A22"]) == ["A20"]
    assert posts.beside_its_group(s, s.units["new"], ["A21", "A22"]) == ["A21", "A22"]  # nobody is there


# -- vehicles and repair ---------------------------------------------------------------------------------------------


def test_bogged_vehicles_are_freed_only_where_the_enemy_is_not() -> None:
    """RV-RePh8.6044 And only with their crew."""
    s = campaign()
    for id, hex in (("own", "A20"), ("wild", "C20"), ("foe", "F20"), ("left", "A21")):
        vehicle(s, "ge_pz4h", hex, id, bogged=True, abandoned=id == "left")
    s.areas = {"A20": "german-1", "A21": "german-1", "F20": "russian-1"}
    guns_and_vehicles.recover_vehicles(s)
    assert {v.id for v in s.vehicles.values() if v.bogged} == {"foe", "left"}


def test_only_who_is_not_isolated_gets_ammunition() -> None:
    """RV-RePh8.6146"""
    s = campaign()
    control(s, "german", "A20")
    vehicle(s, "ge_pz4h", "A20", "fed", depleted=("A",))
    vehicle(s, "ge_pz4h", "F3", "hungry", depleted=("A",))
    emplace(s, "ge_75_pak40", "F3", "", id="pak", depleted=("A",))
    s.areas = {"A20": "german-1", "F3": "german-2"}
    s.posts = {"fed": "german-1", "hungry": "german-2", "pak": "german-2"}
    guns_and_vehicles.clean_arms(s)
    guns_and_vehicles.replenish(s)
    assert (s.vehicles["fed"].depleted, s.vehicles["hungry"].depleted, s.guns["pak"].depleted) == ((), ("A",), ("A",))


def test_what_only_strangers_can_use_is_repaired_worse() -> None:
    """RV-RePh8.6142, RV-A21.13 Not the hands that hold it count, but all of the area."""
    s = campaign()
    put(s, "ge_4-3-6", "A20", "old men")
    arm(s, "ge_mmg", "old men", "mmg", malfunctioned=True)
    s.posts = {"old men": "german-1"}
    assert reasons(weapons.weapon_repair_modifiers(s, s.weapons["mmg"]))["non-qualified use"] == 1
    put(s, "ge_6-5-8", "A21", "ss")
    s.posts["ss"] = "german-1"
    assert "non-qualified use" not in reasons(weapons.weapon_repair_modifiers(s, s.weapons["mmg"]))


def test_a_gun_without_a_crew_is_repaired_by_others() -> None:
    """RV-RePh8.6142 At +1; a captured one, and one among nobody, by nobody."""
    s = campaign(dice=[1])
    put(s, "ge_6-5-8", "A21", "ss")
    emplace(s, "ge_75_pak40", "A20", "", id="pak", malfunctioned=True)
    emplace(s, "ge_75_pak40", "A20", "", id="alone", malfunctioned=True)
    emplace(s, "ru_76_obr39", "A20", "", id="taken", malfunctioned=True)
    s.guns["taken"] = replace(s.guns["taken"], side="german")
    s.posts = {"ss": "german-1", "pak": "german-1", "taken": "german-1", "alone": "german-2"}
    guns_and_vehicles.repair_arms(s)
    assert [line["weapon"] for line in lines(s, "refit_repair")] == ["pak"]
    assert reasons(lines(s, "refit_repair")[0]["modifiers"])["non-qualified use"] == 1
    assert s.guns["taken"].malfunctioned
    assert s.guns["alone"].malfunctioned


def test_a_circled_breakdown_number_does_not_count() -> None:
    """RV-RePh8.6142 Another one does, also of a vehicle; and nobody repairs an abandoned vehicle."""
    assert reasons(weapons.repair_modifiers(1, True, False, 11))["B# below 12"] == 1
    s = campaign(dice=[6])
    vehicle(s, "ge_pz4h", "A20", "left", malfunctioned=("MA",), abandoned=True)
    vehicle(s, "ru_is2", "A21", "circled", malfunctioned=("MA",))
    assert components().armour.types["ru_is2"].b_circled
    s.posts = {"left": "german-1", "circled": "russian-1"}
    guns_and_vehicles.repair_arms(s)
    assert lines(s, "refit_repair_aboard")[0]["weapon"] == "circled"
    assert "B# below 12" not in reasons(lines(s, "refit_repair_aboard")[0]["modifiers"])
    assert s.vehicles["left"].malfunctioned == ("MA",)


def test_an_isolated_tank_with_a_disabled_gun_stays_where_it_is() -> None:
    """RV-RePh8.61411"""
    s = campaign(dice=[6, 6, 6, 6])
    control(s, "russian", "F1", "F20")
    south_bank(s)
    control(s, "russian", "F20")
    put(s, "ru_4-4-7", "F20", "squad")
    s.areas = areas.compute_areas(s)
    for id, hex in (("home", "F1"), ("cut off", "F20")):
        vehicle(s, "ru_t34_85", hex, id, disabled=("MA",))
        s.posts[id] = s.areas[hex]
    guns_and_vehicles.repair_arms(s)
    assert (s.vehicles["home"].at, s.posts["home"]) == ("", "out")
    assert s.vehicles["cut off"].at == "F20"


# -- areas that are left ---------------------------------------------------------------------------------------------


def test_an_area_that_all_have_left_becomes_no_mans_land() -> None:
    """RV-RePh8.6131 Also one that was not cut off; one that was empty before was left by nobody."""
    s = campaign()
    put(s, "ge_4-4-7", "A20", "a")
    put(s, "ge_4-4-7", "J23", "b")
    control(s, "german", "A20", "J23", "A24")
    escape.determine_areas(s)
    first, second, empty = s.areas["A20"], s.areas["J23"], s.areas["A24"]
    assert len({first, second, empty}) == 3 or empty == first
    s.pending = ["german"]
    answer(shift.shift_step(s), ("shift", "b", first))
    answer(shift.shift_step(s), ("done",))
    assert "J23" not in s.areas
    assert s.control["J23"] == ""
    assert s.areas["A20"] == first
    assert "A24" in s.areas


# -- Shift -----------------------------------------------------------------------------------------------------------


def two_areas(first: str = "A20", second: str = "J23") -> Battle:
    """Two German areas in the south-west."""
    s = campaign()
    for hex in (first, second):
        put(s, "ge_4-4-7", hex, f"at {hex}")
        control(s, "german", hex)
    escape.determine_areas(s)
    assert s.areas[first] != s.areas[second]
    s.pending = ["german"]
    return s


def test_vehicles_shift_where_they_can_drive() -> None:
    """RV-RePh8.613 Not if they cannot move, or nobody is in them."""
    s = two_areas()
    first, second = s.areas["A20"], s.areas["J23"]
    for id, marks in (("runs", {}), ("stuck", {"immobile": True}), ("left", {"abandoned": True})):
        vehicle(s, "ge_pz4h", "J23", id, **marks)
        s.posts[id] = second
    assert {o[1] for o in shift.shifts(s, "german") if o[2] == first} == {"at J23", "runs"}
    answer(shift.shift_step(s), ("shift", "runs", first))
    assert s.posts["runs"] == first
    assert not [o for o in shift.shifts(s, "german") if o[1] == "runs"]


def test_a_gun_shifts_with_its_crew_as_far_as_it_is_pushed_or_towed() -> None:
    """RV-RePh8.613, RV-C10.2 Six hexes, or behind a vehicle of its area."""
    for second, steps in (("F22", 5), ("J23", 9)):
        s = two_areas(second=second)
        area = s.areas[second]
        put(s, "ge_2-2-8", second, "crew")
        emplace(s, "ge_75_leig18", second, "crew", id="gun")
        s.posts |= {"crew": area, "gun": area}
        assert shift.Paths(s, "german").on_foot(area)[s.areas["A20"]] == steps
        offered = [o for o in shift.shifts(s, "german") if o[1] == "gun"]
        assert bool(offered) == (steps <= 6)
        vehicle(s, "ge_opel", second, "truck")
        s.posts["truck"] = area
        assert [o for o in shift.shifts(s, "german") if o[1] == "gun"] == [("shift", "gun", s.areas["A20"])]
        answer(shift.shift_step(s), ("shift", "gun", s.areas["A20"]))
        assert s.posts["gun"] == s.posts["crew"] == s.areas["A20"]
        assert not [o for o in shift.shifts(s, "german") if o[1] in ("gun", "crew")]


def test_a_captured_gun_shifts_with_those_who_have_it() -> None:
    """RV-RePh8.613, RV-A21.1 Its captors know where it goes, and their trucks tow it; its maker is told nothing."""
    s = two_areas()
    first, second = s.areas["A20"], s.areas["J23"]
    put(s, "ge_2-2-8", "J23", "crew")
    emplace(s, "ru_76_obr39", "J23", "crew", id="gun")
    vehicle(s, "ge_opel", "J23", "truck")
    s.posts |= {"crew": second, "gun": second, "truck": second}
    assert s.guns["gun"].side == "russian"
    assert ("shift", "gun", first) in shift.shifts(s, "german")
    assert sight(s, "german").posts["gun"] == second
    assert "gun" not in sight(s, "russian").posts


def test_nobody_learns_what_a_bridge_carries_by_a_shift() -> None:
    """RV-RePh8.613, RV-BRV11.311 Who does not know the limit of a Partial bridge does not drive over it."""
    s = campaign()
    bridge = next(h.id for h in ground().hexes.values() if areas.is_spree_bridge(h.id))
    alter(s, bridge, BRIDGE_PARTIAL)
    vehicle(s, "ru_t34_85", "F3", "ru")
    vehicle(s, "ge_pz4h", "A20", "ge")
    for limit, light in ((30, True), (10, False)):
        s.bridge_limits[bridge] = limit
        assert shift._passable(s, s.vehicles["ge"], bridge) == light
        assert not shift._passable(s, s.vehicles["ru"], bridge)
    s.limits_known.append(bridge)
    s.bridge_limits[bridge] = 40
    assert shift._passable(s, s.vehicles["ru"], bridge)


# -- falling back and Escape ----------------------------------------------------------------------------------------


def between(s: Battle, most: int) -> str:
    """Open ground in no area that is as far from A20 as from F22."""
    far = ground().range
    return next(
        hex for hex in ground().hexes
        if far(hex, "A20") == far(hex, "F22") <= most and hex not in s.areas and not areas.strong_by_terrain(s, hex)
    )  # fmt: skip


def test_the_owner_says_to_which_area_a_unit_falls_back() -> None:
    """RV-RePh8.6056 Where more than one is near."""
    s = two_areas(second="F22")
    put(s, "ge_8-0", between(s, 3), "leader")
    escape.determine_areas(s)
    assert "leader" not in s.posts
    asked = answer(escape.escape_step(s), ("fall_back", "leader", s.areas["F22"]))
    assert (asked[0].seat, asked[0].rule) == ("german", "RV-RePh8.6056")
    assert {o[2] for o in asked[0].options} == {s.areas["A20"], s.areas["F22"]}
    assert s.posts["leader"] == s.areas["F22"]


def test_the_owner_chooses_among_areas_that_are_as_near() -> None:
    """RV-RePh8.6061"""
    s = two_areas(second="F22")
    put(s, "ge_6-5-8", between(s, 4), "squad")
    s.dice = Dice.loaded([1, 1])
    asked = answer(escape.escape(s, ["squad"]), ("haven", s.areas["F22"]))
    assert asked[0].options == [("haven", s.areas["A20"]), ("haven", s.areas["F22"])]
    assert s.posts["squad"] == s.areas["F22"]
    assert s.units["squad"].at == "F22"


# -- fires -----------------------------------------------------------------------------------------------------------


def house(bank: str = "S") -> str:
    """A hex of a stone building with a neighbour in the same building."""
    return next(
        h.id for h in ground().hexes.values()
        if h.terrain == "BUILDING_STONE" and h.bank == bank and h.building != "Y18"
        and sum(ground().hexes[n].building == h.building for n in ground().neighbours[h.id]) > 1
    )  # fmt: skip


def test_the_owner_says_where_his_men_flee_from_a_fire() -> None:
    """RV-RePh8.6095 And that is the area in which they set up."""
    s = campaign(dice=[1] * 60)
    south_bank(s)
    hex = house()
    put(s, "ge_4-4-7", hex, "caught")
    s.areas = areas.compute_areas(s)
    s.posts["caught"] = s.areas[hex]
    s.flames[hex] = 2
    flow = fires_burn_out.burn_out(s)
    decision = next(flow)
    assert isinstance(decision, Choose)
    assert (decision.seat, decision.rule) == ("german", "RV-RePh8.6095")
    assert len(decision.options) > 1
    to = str(decision.options[-1][2])
    answer_rest(flow, decision.options[-1])
    assert (s.units["caught"].at, s.units["caught"].broken) == (to, True)
    assert s.posts["caught"] == s.areas[ground().locations[to].hex]


def answer_rest(flow: Any, pick: Any) -> None:
    """The last answer of a procedure."""
    with pytest.raises(StopIteration):
        flow.send(pick)


def test_what_stands_in_a_blaze_burns() -> None:
    """RV-RePh8.6092, RV-RePh8.6093, RV-CG27 Fortifications and vehicles; a vehicle that was none is booked as lost."""
    s = campaign()
    wood, stone = "D21", "E21"
    alter(s, wood, "RUBBLE_WOOD")
    alter(s, stone, "RUBBLE_STONE")
    s.flames.update({wood: 2, stone: 2})
    vehicle(s, "ge_pz4h", stone, "tank")
    s.works["wire"] = Work("wire", "wire", "german", wood)
    s.works["far"] = Work("far", "wire", "german", "D23")
    answer(fires_burn_out.burn_out(s))
    assert s.vehicles["tank"].wreck == "wreck"
    assert s.cvp["german"]
    assert set(s.works) == {"far"}


def test_a_factory_that_burns_is_gutted_and_burns_no_more() -> None:
    """RV-RePh8.6094, RV-BRV12.71, RV-O5.5 Another building with a Flame and a Blaze is blazing rubble."""
    inner = [h for h in ground().hexes.values() if h.floors and h.building != "Y18"]
    factory = next(h.id for h in inner if h.terrain == "FACTORY")
    other = next(h.id for h in inner if h.terrain == "BUILDING_STONE")
    for hex, becomes in ((factory, "FACTORY_GUTTED"), (other, "RUBBLE_STONE")):
        s = campaign(dice=[1] * 60)
        upper = next(at for at in ground().of_hex[hex] if ground().locations[at].kind == "level")
        emplace(s, "ge_75_leig18", hex, "", id="gun")
        s.step = "fires"
        s.flames.update({hex: 2, upper: 1})
        answer(fires_burn_out.burn_out(s))
        f = field_of(s)
        assert (became(s, hex), f.hex(hex).terrain) == (becomes, becomes)
        assert [at for at in f.ground.of_hex[hex] if at in f.steps] == [hex]
        assert s.flames.get(hex, 0) == (2 if becomes.startswith("RUBBLE") else 0)
        assert "gun" not in s.guns
        assert GAME.invariants(s) == []
        labels = [p.label for p in GAME.table(GAME.sight(s, "german")).pieces if p.id == f"changed-{hex}"]
        assert labels == ["burnt-out hall" if hex == factory else "stone rubble"]


def test_the_cloud_of_a_night_counts_for_the_weather_after_it() -> None:
    """RV-RePh8.6171"""
    for cloud, found in (("Overcast", "Overcast"), ("None", "Clear")):
        s = campaign("4/29 AM", dice=[2, 3, 3], cloud=cloud)
        weather.random_weather(s)
        assert s.campaign is not None
        assert s.campaign.weather == found


def test_dismantled_weapons_are_assembled_by_who_sets_up() -> None:
    """RV-RePh8.6149 Not by who is to enter, nor by who stays where he is."""
    s = campaign()
    for id, post in (("ready", "german-1"), ("coming", "enter"), ("alone", "here")):
        put(s, "ge_6-5-8", "A20", id)
        arm(s, "ge_hmg", id, f"hmg of {id}", dm=True)
        s.posts[id] = post
    deployment.pick_up(s)
    assert [w.id for w in s.weapons.values() if not w.dm] == ["hmg of ready"]
