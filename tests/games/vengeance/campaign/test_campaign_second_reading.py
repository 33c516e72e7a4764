"""Clauses of the campaign that a second reading found named and not played in every case."""

from __future__ import annotations

from sandtable.games.vengeance.campaign import areas, edges, points, supply
from sandtable.games.vengeance.campaign.battle import deployment, hulks, posts
from sandtable.games.vengeance.campaign.purchase import raising, reinforcement_groups, support
from sandtable.games.vengeance.campaign.refit import (
    fires_burn_out,
    guns_and_vehicles,
    initiative,
    minefields,
    shift,
    veterans,
)
from sandtable.games.vengeance.campaign.refit.phase import REFIT_PHASE
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.altered_ground import BUNKER, RUBBLE_WOOD, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.batteries import Battery
from sandtable.games.vengeance.model.battle import BLAZE, Battle, Unit, Weapon
from sandtable.games.vengeance.model.campaign import ATTACK, HERE, IDLE, KEPT, ON_BOARD, OUT, Bought, Module
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.model.vehicles import WRECKED, Vehicle
from sandtable.games.vengeance.play import play
from sandtable.games.vengeance.rules import reserve
from sandtable.games.vengeance.rules.concealment import set_up as concealed_set_up
from sandtable.games.vengeance.rules.night import freedom
from sandtable.games.vengeance.rules.ordnance import set_up as gun_set_up
from sandtable.games.vengeance.rules.ordnance.covered_arc import ARCS
from sandtable.games.vengeance.rules.set_up import placement
from sandtable.games.vengeance.rules.set_up.handed_out import bearers
from sandtable.games.vengeance.rules.terrain.rubble import collapse
from sandtable.games.vengeance.rules.units.counters import remove, vanish
from sandtable.games.vengeance.rules.vehicles.crews.passengers import board
from sandtable.games.vengeance.rules.vehicles.set_up import aboard
from sandtable.games.vengeance.rules.victory import banner
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, emplace, fortify, lines, put, questions, vehicle
from tests.games.vengeance.campaign.test_campaign_clauses import front, gun_at, house_at_the_front
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer, south_bank
from tests.games.vengeance.campaign.test_refit_clauses import bought, control

# -- losses of the Refit Phase ---------------------------------------------------------------------------------------


def test_what_both_sides_lose_among_mines_in_the_refit_phase_costs_elr() -> None:
    """RV-CG24, RV-RePh8.6042 The German Shifted through mines; the Russian is asked first before the set-up."""
    s = campaign()
    s.pending = ["russian", "german"]
    s.cvp.update(german=4, german_infantry=4, russian=2, russian_infantry=2)
    answer(minefields.minefields(s, "russian"))
    answer(minefields.minefields(s, "german"))
    assert (points.sheet(s, "german").elr_carried, points.sheet(s, "russian").elr_carried) == (4, 2)
    assert not s.cvp


def test_what_is_lost_in_the_refit_phase_of_a_lull_costs_elr() -> None:
    """RV-CG24, RV-RePh8.6123 Once, and before a step is regained (RV-CG23)."""
    s = campaign(lull=True, german={"elr_carried": 68, "elr_regained": True})
    s.cvp.update(german=4, german_infantry=4)
    s.step = "date"
    s.san.update(german=4, russian=3)
    answer(REFIT_PHASE["date"](s))
    sheet = points.sheet(s, "german")
    assert (sheet.elr_lost, sheet.elr_carried) == (1, 2)
    assert not s.cvp


# -- the Banner ------------------------------------------------------------------------------------------------------


def flying(*places: str) -> Battle:
    """A scenario at the start of which Banners fly."""
    s = campaign("4/30 AM")
    for n, at in enumerate(places, 1):
        s.weapons[f"ru-banner-{n}"] = Weapon(f"ru-banner-{n}", "ru_banner", "russian", at=at)
        s.banners[f"ru-banner-{n}"] = at
        s.control[at] = "russian"
    put(s, "ge_6-5-8", "C20", "a")
    put(s, "ru_4-4-7", "Y18", "x")
    deployment.begin_scenario(s)
    s.phase, s.step, s.side, s.turn = "RPh", "end", "german", 1
    return s


def test_a_banner_that_goes_down_with_its_roof_gives_back_the_elr_at_once() -> None:
    """RV-CG17 However it is lost, not only by the hand of the German."""
    s = flying("Y17-roof")
    assert s.units["a"].elr == 3
    del s.banners["ru-banner-1"]
    del s.weapons["ru-banner-1"]
    answer(play(s))
    assert s.units["a"].elr == 4
    assert s.campaign is not None
    assert not s.campaign.banners


def test_a_new_banner_does_not_stand_for_the_one_that_flew_at_the_start() -> None:
    """RV-CG17 What it gives begins with the next scenario; of two that flew one is enough."""
    s = flying("Y17-roof", "X18-roof")
    del s.weapons["ru-banner-1"], s.banners["ru-banner-1"]
    banner.settle_banners(s)
    assert s.units["a"].elr == 3
    s.banners["ru-banner-3"] = "Z18-roof"
    s.weapons["ru-banner-3"] = Weapon("ru-banner-3", "ru_banner", "russian", at="Z18-roof")
    del s.weapons["ru-banner-2"], s.banners["ru-banner-2"]
    banner.settle_banners(s)
    assert s.units["a"].elr == 4


# -- the set-up ------------------------------------------------------------------------------------------------------


def test_nobody_sets_up_in_a_pillbox_outside_his_area() -> None:
    """RV-RePh8.6242 Neither in one of another Set Up Area nor in one that the enemy has taken."""
    s = campaign(attacker="german")
    own, there, lost = "C20", "K22", "F20"
    s.areas = {own: "german-1", there: "german-2", lost: "russian-1"}
    for hex in s.areas:
        fortify(s, "pillbox_1+3+5", f"{hex}-pillbox")
        alter(s, hex, BUNKER, number=1)
    s.units["a"] = Unit("a", "ge_6-5-8", "german")
    s.posts["a"] = "german-1"
    s.phase, s.step = "setup", "german"
    places = placement.places_for(s, s.units["a"])
    assert [at for at in places if at.endswith("pillbox")] == [f"{own}-pillbox"]


def test_a_leader_waits_until_one_of_his_men_stands() -> None:
    """RV-CG21, RV-RePh8.6194a Who puts off the men of a new group cannot set up their leader elsewhere."""
    s = campaign(attacker="german")
    bought(s, "german", "I1")
    s.areas = {"A20": "german-1", "A21": "german-1"}
    control(s, "german", "A20", "A21")
    for id, type in (("squad", "ge_6-5-8"), ("leader", "ge_8-1")):
        s.units[id] = Unit(id, type, "german", group=1)
        s.posts[id] = ON_BOARD
    s.units["squad"] = replace(s.units["squad"], acted=True)  # its owner said: later
    s.phase, s.step = "setup", "german"
    s.asked.append("isolated")
    found = placement.next_counter(s, "german")
    assert found is not None
    asked = next(questions(found[1]))
    assert asked.about == ("squad",)


# -- Moabit ----------------------------------------------------------------------------------------------------------


def test_leaders_of_the_moabit_prisoners_count_as_little_as_their_men() -> None:
    """RV-CG16 The rulebook gives them counters of their own: they are prisoners, too."""
    s = campaign("4/29 PM")
    bought(s, "russian", "I6", "I1")
    put(s, "ru_8-0", "K3", "prisoner", group=1)
    put(s, "ru_8-0", "K3", "officer", group=2)
    remove(s, "prisoner", "RV-A7.3", "killed")
    assert not s.cvp.get("russian_infantry")
    remove(s, "officer", "RV-A7.3", "killed")
    assert s.cvp["russian_infantry"] > 0


# -- repair ----------------------------------------------------------------------------------------------------------


def test_a_russian_tank_whose_gun_cannot_be_repaired_goes_off_the_map_in_the_same_refit_phase() -> None:
    """RV-RePh8.6142, RV-RePh8.61411 A German one stays and fights on."""
    for type, side, post in (("ru_t34_85", "russian", OUT), ("ge_pz4h", "german", "german-1")):
        s = campaign(dice=[6])
        control(s, side, "A20" if side == "german" else "K1")
        at = "A20" if side == "german" else "K1"
        vehicle(s, type, at, "tank", malfunctioned=("MA",))
        s.areas = {at: f"{side}-1"}
        s.posts = {"tank": f"{side}-1"}
        guns_and_vehicles.repair_arms(s)
        assert "MA" in s.vehicles["tank"].disabled
        assert s.posts["tank"] == post


def test_an_isolated_gun_that_stays_gets_no_ammunition() -> None:
    """RV-RePh8.6146 Its crew failed to Escape and remains Isolated (RV-RePh8.6061)."""
    s = campaign()
    put(s, "ge_2-2-8", "F3", "crew")
    emplace(s, "ge_75_pak40", "F3", "crew", id="pak", depleted=("A",))
    s.posts = {"crew": HERE, "pak": HERE}
    guns_and_vehicles.replenish(s)
    assert s.guns["pak"].depleted == ("A",)


# -- Guns beside the front -------------------------------------------------------------------------------------------


def beside_the_enemy(isolated: bool) -> tuple[Battle, str]:
    """A German Gun in a house next to a Russian area south of the Spree; where it stands."""
    s = campaign(east_open=not isolated)
    front(s)
    at = house_at_the_front(s)
    gun_at(s, at, "G5", 0)
    return s, at


def test_a_gun_may_hide_beside_an_isolated_enemy() -> None:
    """RV-CG19 Only a Front Line Location that is not Isolated keeps it from it."""
    for isolated in (True, False):
        s, at = beside_the_enemy(isolated)
        assert posts.beside_front(s, at, "german") is not isolated
        s.hiding["german"] = 4
        assert ("crew" in concealed_set_up.may_hide(s, "german")) is isolated


def test_a_gun_too_near_the_front_to_hide_sets_up_concealed_for_nothing() -> None:
    """RV-CG19, RV-RePh8.6194a Without a `?` of the order of battle."""
    s, at = beside_the_enemy(isolated=False)
    gun, crew = s.guns["ge_75_pak40"], s.units["crew"]
    s.guns[gun.id] = replace(gun, at="", emplaced=False)
    vanish(s, "crew")
    s.units["crew"] = replace(crew, at="")
    s.posts = {"crew": "german-1", gun.id: "german-1"}
    asked = answer(
        gun_set_up.place_gun(s, s.guns[gun.id]),
        ("set_up", gun.id, at),
        ("point", gun.id, ARCS[0]),
        ("conceal_gun", gun.id),
    )
    assert asked[-1].options == [("conceal_gun", gun.id), ("show_gun", gun.id)]
    assert s.units["crew"].concealed
    assert not s.units["crew"].hidden


# -- hulks -----------------------------------------------------------------------------------------------------------


def test_a_tank_that_loses_its_last_weapon_in_the_refit_phase_is_a_wreck_before_the_next_scenario() -> None:
    """RV-CG27 Its loss is none of the scenario that comes; its crew is kept where it was."""
    s = campaign(dice=[6, 6, 6, 6])
    control(s, "german", "A20")
    vehicle(s, "ge_pz4h", "A20", "tank", immobile=True, malfunctioned=("MA", "CMG", "BMG"), aamg=False)
    s.areas = {"A20": "german-1"}
    s.posts = {"tank": "german-1"}
    s.step = "repair"
    answer(play(s))
    assert s.vehicles["tank"].wreck
    crew = next(u for u in s.units.values() if u.side == "german")
    assert s.posts[crew.id] == "german-1"


# -- paths -----------------------------------------------------------------------------------------------------------


def test_nobody_shifts_over_a_bridge_that_is_not_his() -> None:
    """RV-RePh8.613, RV-RePh8.6052 Bridges of the Spree are No Man's Land: only their own side goes over them."""
    s = campaign(east_open=True)
    bridge = next(id for id in ground().hexes if areas.is_spree_bridge(id))
    assert not supply.open_hexes(s, "russian")(bridge)
    s.areas = {hex.id: "russian-1" for hex in ground().hexes.values() if hex.bank == "N"}
    s.areas |= {hex.id: "russian-2" for hex in ground().hexes.values() if hex.bank == "S"}
    put(s, "ru_4-4-7", "K3", "x")
    s.posts["x"] = "russian-1"
    assert supply.isolated_areas(s) == set()
    assert shift.shifts(s, "russian") == []
    for id in ground().hexes:
        if areas.is_spree_bridge(id):
            s.control[f"{id}-bridge"] = "russian"
    assert shift.shifts(s, "russian") == [("shift", "x", "russian-2")]


def test_once_it_is_open_all_of_the_east_edge_is_an_entry_area() -> None:
    """RV-RePh8.6052 Also where the German holds the edge itself, and north of the Spree."""
    for hex, edge in (("LL20", "MM21"), ("LL8", "MM9")):
        assert edge in ground().neighbours[hex]
        for open_ in (False, True):
            s = campaign("4/30 PM", east_open=open_)
            s.areas = dict.fromkeys(ground().hexes, "german-1") | {hex: "russian-1"}
            control(s, "german", *s.areas)
            control(s, "russian", hex)
            assert ("russian-1" in supply.isolated_areas(s)) is not open_


def test_an_edge_house_must_be_friendly_on_all_its_floors_when_the_scenario_begins() -> None:
    """RV-CG12 What becomes friendly during the scenario is no entry hex in it."""
    s = campaign()
    lists = edges.entry_lists()
    base = [id for id in lists["german_base"] if id not in lists["german_always"]]
    hex = next(id for id in base if f"{id}-1" in ground().locations)
    control(s, "german", hex)
    s.control_at_start = dict.fromkeys(ground().of_hex[hex], "german")
    assert hex in edges.open_edge(s, "german")
    s.control_at_start[f"{hex}-1"] = "russian"
    assert hex not in edges.open_edge(s, "german")


# -- where a unit is kept --------------------------------------------------------------------------------------------


def test_who_fell_back_to_an_area_recombines_and_learns_in_it() -> None:
    """RV-RePh8.6111, RV-RePh8.6113, RV-RePh8.6056 He is kept in the area, though his counter lies outside still."""
    s = campaign()
    put(s, "ge_3-4-8", "C20", "near")
    put(s, "ge_3-4-8", "A20", "home")
    put(s, "ge_3-4-8", "A21", "above")
    control(s, "german", "A20", "A21")
    s.areas = {"A20": "german-1", "A21": "german-1"}
    s.posts = {"near": "german-1", "home": "german-1", "above": HERE}
    assert veterans.pairs(s, "german") == [("recombine", "near", "home")]
    del s.posts["home"], s.units["home"]
    s.at.pop("A20")
    assert veterans.candidates(s, "german") == ["near"]


def test_a_machine_gun_is_not_sent_from_area_to_area() -> None:
    """RV-CG11, RV-RePh8.6149 Taken out of a vehicle it is for the men of its area, and lost where there are none."""
    s = campaign()
    s.areas = {"A20": "german-1", "K22": "german-2"}
    s.units["far"] = Unit("far", "ge_6-5-8", "german")
    s.posts = {"far": "german-2", "gun": "german-1"}
    s.weapons["gun"] = Weapon("gun", "ge_lmg", "german")
    assert bearers(s, s.weapons["gun"]) == []
    s.posts["far"] = "german-1"
    assert [u.id for u in bearers(s, s.weapons["gun"])] == ["far"]


# -- removal ---------------------------------------------------------------------------------------------------------


def test_a_roadblock_is_removed_from_either_side_of_it() -> None:
    """RV-RePh8.615 The hex of the other side may be a bridge, which is in no area."""
    s = campaign(dice=[1])
    put(s, "ru_4-4-7", "K3", "x")
    s.areas = {"K3": "russian-1"}
    s.posts = {"x": "russian-1"}
    for at in ("K3/K2", "K2/K3"):
        s.works.clear()
        s.works["block"] = Work("block", "roadblock", "german", at)
        assert fires_burn_out.removable(s, "russian") == ["block"]
        assert [u.id for u in fires_burn_out.workers(s, "russian", "block")] == ["x"]


def test_the_crew_of_a_vehicle_that_is_towed_away_stays() -> None:
    """RV-RePh8.615 An immobile vehicle is removed, nobody in it."""
    s = campaign(dice=[1])
    put(s, "ge_6-5-8", "A20", "squad")
    vehicle(s, "ge_pz4h", "A20", "tank", immobile=True)
    s.areas = {"A20": "german-1"}
    s.posts = {"squad": "german-1", "tank": "german-1"}
    s.pending = ["german"]
    answer(fires_burn_out.remove_works(s, "german"), ("clear_away", "tank", 1))
    assert "tank" not in s.vehicles
    crew = next(u for u in s.units.values() if u.id != "squad")
    assert (crew.at, s.posts[crew.id]) == ("A20", "german-1")


def test_a_pillbox_burns_in_a_blaze() -> None:
    """RV-RePh8.6092, RV-CG27 Wooden rubble burns out with all that stands in it."""
    s = campaign()
    alter(s, "C20", RUBBLE_WOOD)
    fortify(s, "pillbox_1+3+5", "C20-pillbox")
    alter(s, "C20", BUNKER, number=1)
    s.flames["C20"] = BLAZE
    answer(fires_burn_out.burn_out(s))
    assert not s.works
    assert "C20-pillbox" not in field_of(s).locations


# -- artillery -------------------------------------------------------------------------------------------------------


def test_the_german_may_have_a_phone_in_the_initial_scenario() -> None:
    """RV-CG9, RV-I7 The south edge is his, though nobody stands on the map yet."""
    s = campaign("4/28 PM", german={"modules": (Module("88mm", "normal"),)})
    s.units["leader"] = Unit("leader", "ge_8-1", "german")
    s.posts["leader"] = ON_BOARD
    asked = answer(support.choose_artillery(s, "german"), ("module", "88mm", 1), ("phone",))
    assert asked[1].options == [("radio",), ("phone",)]


def test_a_leader_who_was_kept_off_the_map_may_set_up_with_a_phone() -> None:
    """RV-CG9, RV-CG21 He may set up on the map; who enters has a radio."""
    for post, ways in (("off", [("radio",), ("phone",)]), ("enter", [("radio",)])):
        s = campaign(german={"modules": (Module("88mm", "normal"),)})
        south_bank(s)
        s.areas = {"A20": "german-1"}
        s.units["leader"] = Unit("leader", "ge_8-1", "german")
        s.posts["leader"] = post
        asked = answer(support.choose_artillery(s, "german"), ("module", "88mm", 1), ("radio",))
        assert asked[1].options == ways


def test_the_owner_says_for_which_module_he_has_bought_a_hex_or_an_observer() -> None:
    """RV-RePh8.6193a, RV-CG9b, RV-CG10 Two hexes at most for each; where only one module has room nobody is asked."""
    modules = (Module("76mm", "normal", registered=1), Module("200mm rocket", "normal"))
    s = campaign(russian={"modules": modules})
    points.write(s, "russian", bought=tuple(Bought(id, "item", 1, 2) for id in ("O6", "O6", "O6", "O8")))
    raising.raise_groups(s)
    flow = support.assign_items(s, "russian")
    first, second = ("for_module", "76mm", 1), ("for_module", "200mm rocket", 2)
    asked = answer(flow, first, first)
    assert [question.options for question in asked] == [[first, second], [first, second]]
    assert [question.about for question in asked] == [("ru-group-O6",), ("ru-group-O8",)]
    kept = points.sheet(s, "russian")
    assert [(m.registered, m.observer) for m in kept.modules] == [(2, True), (2, False)]
    assert not kept.spare


def test_what_was_bought_for_a_module_before_a_lull_counts_against_its_limit() -> None:
    """RV-CG9b, RV-CGS5 It is given out with the next scenario."""
    s = campaign(russian={"cpp": 9, "modules": (Module("76mm", "normal"),), "spare": ("O6", "O6")})
    refused = reinforcement_groups.refusal(s, "russian", "O6", "item")
    assert refused is not None
    assert refused[1] == "RV-CG9b"


def test_the_phone_of_a_leader_who_stays_outside_is_left() -> None:
    """RV-CG9 A phone cannot be brought in from off the map."""
    s = campaign()
    s.units["leader"] = Unit("leader", "ge_8-1", "german")
    s.posts["leader"] = KEPT
    s.weapons["ge-phone-1"] = Weapon("ge-phone-1", "ge_phone", "german", "leader")
    s.weapons["ge-radio-1"] = Weapon("ge-radio-1", "ge_radio", "german", "leader")
    assert posts.staying_outside(s, "leader") == []
    posts.leave_outside(s, "leader")  # there was no room for him
    assert list(s.weapons) == ["ge-radio-1"]


# -- night -----------------------------------------------------------------------------------------------------------


def test_the_best_leader_of_a_night_may_sit_in_a_vehicle() -> None:
    """RV-CG7a He is on the map, and so are those with him."""
    s = campaign("4/28 NT", attacker="russian", dice=["best"])
    s.night = Night(6, 6, "full", "None", "german")
    vehicle(s, "ge_spw251_1", "C20", "halftrack")
    put(s, "ge_8-0", "A20", "second")
    for id, type in (("best", "ge_9-2"), ("squad", "ge_6-5-8")):
        s.units[id] = Unit(id, type, "german", aboard="halftrack")
    put(s, "ge_6-5-8", "C20", "outside")
    deployment.free_at_night(s)
    assert {u.id for u in s.units.values() if u.free} == {"best", "squad"}


def test_an_empty_vehicle_gives_no_alarm() -> None:
    """RV-CG7c Nobody in it sees the enemy."""
    for abandoned in (True, False):
        s = campaign("4/28 NT", attacker="russian")
        s.night = Night(6, 6, "full", "None", "german")
        s.phase = "MPh"
        vehicle(s, "ge_pz4h", "C20", "tank", abandoned=abandoned, free=True)
        put(s, "ru_4-4-7", ground().neighbours["C20"][0], "x")
        freedom.look_around(s)
        assert s.campaign is not None
        assert s.campaign.alarmed is not abandoned


# -- Guns, Reserves, wrecks ------------------------------------------------------------------------------------------


def test_after_a_lull_a_gun_in_a_fortified_location_stays_there() -> None:
    """RV-CG23 All others set up again in their area; without a Lull this one, too (RV-CG19)."""
    for rested in (True, False):
        s = campaign(rested=rested)
        one, two = [id for id, hex in ground().hexes.items() if hex.bank == "S" and hex.building][:2]
        fortify(s, "fortified_location", one)
        s.areas = {one: "german-1", two: "german-1"}
        for hex in (one, two):
            put(s, "ge_2-2-8", hex, f"crew-{hex}")
            emplace(s, "ge_75_pak40", hex, f"crew-{hex}", id=f"pak-{hex}")
            s.posts |= {f"crew-{hex}": "german-1", f"pak-{hex}": "german-1"}
        s.step = "begin"
        answer(REFIT_PHASE["begin"](s))
        assert bool(s.guns[f"pak-{one}"].at) is bool(s.units[f"crew-{one}"].at) is rested
        assert not s.guns[f"pak-{two}"].at


def test_a_lull_before_the_scenario_is_remembered() -> None:
    """RV-CG23"""
    s = campaign(lull=True, german={"chit": ATTACK, "chits": 1}, russian={"chit": IDLE})
    initiative.reveal_chits(s)
    assert s.campaign is not None
    assert (s.campaign.lull, s.campaign.rested) == (False, True)


def test_a_banner_comes_out_of_the_reserve_unconcealed() -> None:
    """RV-RePh8.6194b, RV-BRV14.1 Who bears it can never be concealed."""
    s = campaign()
    s.units["bearer"] = Unit("bearer", "ru_6-2-8", "russian")
    s.units["squad"] = Unit("squad", "ru_6-2-8", "russian")
    arm(s, "ru_banner", "bearer", "ru-banner-1")
    for id in ("bearer", "squad"):
        s.posts[id] = "reserve"
        reserve.hold_back(s, id, "K3")
    for counter in reserve.counters(s):
        reserve.release(s, counter.id)
    assert (s.units["bearer"].concealed, s.units["squad"].concealed) == (False, True)


def test_a_wreck_under_a_fallen_house_is_gone() -> None:
    """RV-CG27 Wrecks stay on the map, but not under rubble; in a single scenario the clause is not in force."""
    for of_campaign in (True, False):
        s = campaign(dice=[6] * 8)
        s.phase = "DFPh"
        if not of_campaign:
            s.campaign = None
        hex = next(id for id, hex in ground().hexes.items() if hex.bank == "S" and hex.building)
        vehicle(s, "ge_pz4h", hex, "wreck", wreck=WRECKED)
        vehicle(s, "ge_pz4h", hex, "tank")
        collapse(s, hex)
        hulks.clear_buried(s)
        assert ("wreck" in s.vehicles) is ("tank" in s.vehicles) is not of_campaign
        assert s.cvp["german"] > 0


def test_no_tunnel_begins_in_a_pillbox_that_the_enemy_has_taken() -> None:
    """RV-RePh8.6242a, RV-B8.6 Bought works are set up in the own Set Up Areas."""
    s = campaign()
    s.areas = {"C20": "german-1", "F20": "russian-1"}
    for hex in s.areas:
        fortify(s, "pillbox_1+3+5", f"{hex}-pillbox")
        alter(s, hex, BUNKER, number=1)
    assert [at for at in posts.tunnel_places(s, "german") if at.endswith("pillbox")] == ["C20-pillbox"]


def test_a_vehicle_that_stays_among_mines_may_be_out_of_gas_too() -> None:
    """RV-CG6, RV-RePh8.6042 It sets up there again, and its owner alone learns of it."""
    s = campaign("4/30 AM", dice=[6, 5])
    vehicle(s, "ge_pz4h", "A20", "tank")
    s.posts["tank"] = "german-1"
    minefields.stay_in_mines(s, "tank")
    assert s.vehicles["tank"].out_of_gas
    assert lines(s, "fuel")
    assert s.journal.lines[-1].seen_by == ("german",)


def test_a_wounded_leader_who_fell_back_is_not_isolated() -> None:
    """RV-RePh8.610, RV-RePh8.6056 He is kept in an area; who failed to Escape is Isolated, wherever he is."""
    house = next(id for id, hex in ground().hexes.items() if hex.bank == "S" and hex.building)
    for at, post, final in ((house, "german-1", 4), ("A20", HERE, 5)):
        s = campaign(dice=[4])
        control(s, "german", "A20")
        s.areas = {"A20": "german-1"}
        put(s, "ge_8-1", at, "leader", wounded=True)
        s.posts["leader"] = post
        veterans.heal(s)
        assert lines(s, "wound_heals")[0]["final"] == final


def test_who_has_no_ground_buys_nothing_to_set_up_on_it() -> None:
    """RV-RePh8.6194a, RV-RePh8.6194b On the map and in Reserve one sets up in an area that is not Isolated."""
    for area, ways in (("", {"enter"}), ("F3", {"enter"}), ("A20", {"enter", "on_board", "reserve"})):
        s = campaign(german={"cpp": 20})
        if area:
            control(s, "german", area)
            s.areas = {area: "german-1"}
        s.pending = ["german"]
        question = next(questions(reinforcement_groups.buy(s, "german")))
        infantry = {str(o[2]) for o in question.options if o[0] == "buy" and str(o[1]).endswith("-I1")}
        assert infantry == ways
        if area != "A20":
            assert question.why_not is not None
            refused = question.why_not(("buy", "ge-group-I1", "reserve", 7))
            assert refused == ("no ground to set up", "RV-RePh8.6194a")


def test_a_phone_does_not_ride() -> None:
    """RV-C1.61, RV-CG9a Who gets on a vehicle leaves his phone where its wire is; at set-up he walks."""
    s = campaign()
    s.batteries["b"] = Battery("b", "88mm", "german", "phone", "ge-phone-1")
    put(s, "ge_8-1", "A20", "leader")
    arm(s, "ge_phone", "leader", "ge-phone-1")
    truck = s.vehicles[vehicle(s, "ge_spw251_1", "A20", "halftrack")]
    s.posts["leader"] = "german-1"
    assert aboard.passengers_for(s, truck) == []
    board(s, "leader", "halftrack")
    assert (s.weapons["ge-phone-1"].holder, s.weapons["ge-phone-1"].at) == ("", "A20")


# -- set-up ------------------------------------------------------------------------------------------------------------


def test_men_set_up_in_cellars_in_the_campaign() -> None:
    """RV-SCN5, RV-O6.1 Like in a scenario; Guns and vehicles do not."""
    s = campaign("4/29 AM")
    f = field_of(s)
    cellar = next(at for at in f.steps if f.place(at).kind == "cellar" and f.ground.hexes[f.hex_of[at]].bank == "S")
    s.areas = {f.hex_of[cellar]: "german-1"}
    s.units["man"] = Unit("man", "ge_6-5-8", "german")
    s.guns["gun"] = Gun("gun", "ge_75_pak40", "german")
    s.vehicles["tank"] = Vehicle("tank", "ge_pz5g", "german")
    s.posts |= dict.fromkeys(("man", "gun", "tank"), "on_board")
    assert cellar in posts.post_places(s, "man", "german")
    assert cellar not in posts.post_places(s, "gun", "german")
    assert cellar not in posts.post_places(s, "tank", "german")
    s.control[cellar] = "russian"
    assert cellar not in posts.post_places(s, "man", "german")


def test_no_gestapo_is_given_a_radio() -> None:
    """RV-BRV8.504, RV-C1.6 He may not use one; it goes to another leader, in the campaign and in a scenario."""
    s = campaign("4/29 AM")
    for id, type in (("police", "ge_gestapo_8-0"), ("boss", "ge_8-1")):
        s.units[id] = Unit(id, type, "german")
        s.posts[id] = "on_board"
    for type in ("ge_radio", "ge_phone"):
        radio = Weapon(type, type, "german")
        assert [u.id for u in bearers(s, radio)] == ["boss"]
    del s.units["boss"]
    assert bearers(s, Weapon("set", "ge_radio", "german")) == []
