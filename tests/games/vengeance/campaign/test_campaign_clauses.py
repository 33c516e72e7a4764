"""Clauses of the campaign that were named and not played as they are written: control, points, ELR, counts, entry."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.bot.place_the_rest import set_up
from sandtable.games.vengeance.campaign import points
from sandtable.games.vengeance.campaign.areas import NML, holder, map_edge
from sandtable.games.vengeance.campaign.battle import deployment, entering, posts, scoring
from sandtable.games.vengeance.campaign.purchase import fortifications, raising
from sandtable.games.vengeance.campaign.refit import after_battle, escape, guns_and_vehicles, veterans
from sandtable.games.vengeance.campaign.refit import phase as refit
from sandtable.games.vengeance.campaign.start.opening import new_campaign
from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import SIDES, Battle, Unit
from sandtable.games.vengeance.model.campaign import ENTER, NAMED, ON_BOARD, Bought
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.rules.concealment import set_up as concealed_set_up
from sandtable.games.vengeance.rules.concealment.gain_and_loss import may_be_hidden
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fortifications.set_up import starts_hidden
from sandtable.games.vengeance.rules.morale.leader_creation import create_leader
from sandtable.games.vengeance.rules.movement.phase import movement_phase
from sandtable.games.vengeance.rules.ordnance.rockets import may_try_faust
from sandtable.games.vengeance.rules.units.counters import remove
from sandtable.games.vengeance.rules.vehicles.crews.inherent import abandon
from sandtable.games.vengeance.rules.vehicles.set_up.placement import place_vehicle
from sandtable.games.vengeance.rules.victory.casualty_points import lose_vehicle_points
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, carry_out, emplace, lines, play_activity, put, vehicle
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer, south_bank
from tests.games.vengeance.campaign.test_refit_clauses import control, reasons


def off_map(s: Battle, type: str, id: str, post: str = ENTER, group: int = 0) -> None:
    s.units[id] = Unit(id, type, "german" if type.startswith("ge") else "russian", group=group)
    s.posts[id] = post


# -- after the battle -------------------------------------------------------------------------------------------------


def test_who_wins_the_last_melee_controls_the_place() -> None:
    """RV-RePh8.601, RV-CGS10a, RV-CG29 Control is looked at when the melees are over."""
    s = campaign()
    control(s, "german", "W18")
    put(s, "ru_4-4-7", "W18", "x")
    answer(after_battle.conclude_melees(s))
    assert s.step == "markers"
    assert s.control["W18"] == "russian"


def test_a_hulk_counts_for_the_scenario_and_its_crew_gets_out() -> None:
    """RV-CG27, RV-RePh8.6032, RV-CG24"""
    s = campaign(attacker="russian")
    south_bank(s)
    vehicle(s, "ge_pz4h", "C20", "v", immobile=True, disabled=("MA", "BMG", "CMG", "AAMG"), ce=True)
    refit._STEPS["victory"](s)
    assert s.vehicles["v"].wreck
    assert points.sheet(s, "german").suffered > 0
    assert s.cvp.get("german_infantry", 0) == 0
    assert [u.type for u in s.units.values()] == ["ge_1-2-7"]


@pytest.mark.parametrize(
    ("state", "gone"),
    [({"malfunctioned": ("MA", "BMG", "CMG", "AAMG")}, True), ({"malfunctioned": ("MA", "BMG", "CMG")}, False)],
)
def test_a_hulk_is_a_wreck_at_once(state: dict[str, tuple[str, ...]], gone: bool) -> None:
    """RV-CG27 In the activity in which it comes to that: malfunctioned weapons do not function. Its crew gets out."""
    s = campaign()
    s.phase, s.side = "RPh", "russian"
    vehicle(s, "ge_pz4h", "C20", "v", immobile=True, ce=True, **state)
    play_activity(s, lambda decision: decision.options[-1])
    assert bool(s.vehicles["v"].wreck) is gone
    assert [u.type for u in s.units.values()] == ["ge_1-2-7"] * gone
    assert bool(lines(s, "vehicle_lost")) is gone


# -- points ----------------------------------------------------------------------------------------------------------


def test_lost_russian_vehicles_bring_points_though_they_decide_no_scenario() -> None:
    """RV-RePh8.6162, RV-CGS13, RV-CG16 Only the victory total leaves them out; Moabit Prisoners count for nothing."""
    s = campaign(attacker="russian")
    lose_vehicle_points(s, "russian", 44, 6)
    put(s, "ru_3-3-7", "F3", "moabit")
    remove(s, "moabit", "RV-A7.302", "test")
    assert scoring.counted_losses(s, "russian") == 6
    scoring.settle_scenario(s, {})
    assert points.sheet(s, "russian").suffered == 50
    assert points.sheet(s, "german").inflicted == 50
    assert reasons(points.cpp_modifiers(s, "russian"))["losses in the last scenario"] == -2
    assert s.cvp["russian_infantry"] == 6


def test_what_an_area_encloses_has_a_controller_and_can_be_taken_for_points() -> None:
    """RV-RePh8.6054, RV-CG29 Nobody controlled it; the Russian scores what he takes of it in the next scenario."""
    s = campaign()
    south_bank(s)
    house = next(
        hex for hex in ground().hexes if ground().hexes[hex].bank == "S" and scoring.location_points(s, hex) == 1
        and hex not in map_edge()
    )  # fmt: skip
    control(s, "", house)
    assert holder(s, house) == NML
    escape.determine_areas(s)
    assert s.areas[house].startswith("german")
    assert {s.control[at] for at in ground().of_hex[house] if at in field_of(s).steps} == {"german"}
    before = dict(s.control)
    s.control[house] = "russian"
    assert scoring.lvp_gained(s, "russian", before) == 1


def test_the_east_edge_opens_on_30_april_pm_or_never() -> None:
    """RV-CG12 The Balance at the beginning of that date decides for the rest of the campaign."""
    for date, opened in (("4/30 AM", False), ("4/30 PM", True), ("4/30 NT", False)):
        s = campaign(date, russian={"lost": 3})
        points.open_east_edge(s)
        assert points.campaign_of(s).east_open is opened


def test_a_lull_loses_no_fortifications() -> None:
    """RV-CGS5, RV-RePh8.621 What was bought for a date on which nothing was played is set up on the next."""
    s = campaign(lull=True, german={"fortifications": (("Wire", 2),), "hip": ("squad",)})
    refit._STEPS["date"](s)
    kept = points.sheet(s, "german")
    assert (kept.fortifications, kept.hip) == ((("Wire", 2),), ("squad",))


# -- ELR -------------------------------------------------------------------------------------------------------------


def test_whoever_comes_into_being_has_the_elr_of_his_side() -> None:
    """RV-CG24, RV-CG15 Leaders from the ranks, crews and Armor Leaders on foot have no other."""
    s = campaign(dice=[1], german={"elr_lost": 2})
    put(s, "ge_6-5-8", "C20", "squad", elr=2)
    create_leader(s, s.units["squad"], was_broken=False)
    vehicle(s, "ge_pz4h", "C21", "v", leader="ge_armor_9-1")
    abandon(s, "v")
    new = {u.type: u.elr for u in s.units.values() if u.id != "squad"}
    assert len(new) == 3
    assert all(elr == components().elr[type] - 2 for type, elr in new.items())


def test_a_scenario_lowers_the_elr_of_crews_too() -> None:
    """RV-BRV8.21 In BRV8 the German's is one lower."""
    s = battle("MPh", on="brv08")
    vehicle(s, "ge_pz4h", "X20", "v")
    abandon(s, "v")
    assert [(u.type, u.elr) for u in s.units.values()] == [("ge_1-2-7", components().elr["ge_1-2-7"] - 1)]


# -- counts of squads -------------------------------------------------------------------------------------------------


def test_crews_are_no_squads_of_which_some_may_hide() -> None:
    """RV-CG7d, RV-RePh8.621 (note H), RV-RePh8.6115"""
    s = campaign("4/28 NT", attacker="russian")
    s.night = Night(4, 4, "full", "none", "german")
    for n in range(3):
        off_map(s, "ge_6-5-8", f"squad-{n}", ON_BOARD)
    for n in range(16):
        off_map(s, "ge_2-2-8", f"crew-{n}", ON_BOARD)
    assert deployment.hidden_at_night(s, "german") == 0
    assert fortifications.most_hidden(s, "german") == 1
    assert not veterans.may_promote(s, "german")
    off_map(s, "ge_6-5-8", "fourth", ON_BOARD)
    assert deployment.hidden_at_night(s, "german") == 2
    assert veterans.may_promote(s, "german")


def test_squads_that_set_up_aboard_have_panzerfausts() -> None:
    """RV-CG5 They are on the map."""
    s = campaign()
    vehicle(s, "ge_spw251_1", "C20", "v")
    s.units["inside"] = Unit("inside", "ge_6-5-8", "german", aboard="v")
    put(s, "ge_6-5-8", "C21", "outside")
    off_map(s, "ge_6-5-8", "far")
    assert raising.panzerfausts(s, "german") == 4


def test_moabit_prisoners_fire_no_panzerfausts() -> None:
    """RV-RePh8.6193a (note G)"""
    s = campaign()
    s.phase, s.side = "DFPh", "german"
    put(s, "ru_3-3-7", "F3", "moabit")
    put(s, "ru_4-4-7", "F4", "squad")
    spent = fire_kinds.spent_weapons(s)
    assert [may_try_faust(s, s.units[id], spent) for id in ("moabit", "squad")] == [False, True]


# -- Escape ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("types", "elite", "conscripts"),
    [
        (("ge_4-4-7",), -1, 0),
        (("ge_4-3-6",), -1, 1),
        (("ge_8-1",), -1, 0),
        (("ru_4-4-7",), 0, 0),
        (("ru_4-5-8", "ru_8-0"), -1, 0),
        (("ru_8-0",), 0, 0),
    ],
)
def test_every_german_escapes_as_an_ss_man(types: tuple[str, ...], elite: int, conscripts: int) -> None:
    """RV-RePh8.6061, RV-BRV8.3"""
    s = campaign()
    ids = [put(s, type, "C20", f"u{n}") for n, type in enumerate(types)]
    found = reasons(escape.escape_modifiers(s, ids))
    assert (found.get("elite or SS", 0), found.get("conscripts", 0)) == (elite, conscripts)


# -- Guns ------------------------------------------------------------------------------------------------------------


def front(s: Battle) -> None:
    """A German area with a Russian one beside it in the east, an edge in the west."""
    south_bank(s)
    for id, hex in ground().hexes.items():
        if hex.bank == "S":
            s.areas[id] = "german-1" if hex.column < 20 else "russian-1"
    control(s, "russian", *(id for id, area in s.areas.items() if area == "russian-1"))


def gun_at(s: Battle, at: str, bought: str, arrived: int) -> str:
    assert s.campaign is not None
    line = Bought(bought, ON_BOARD, 3, 0, arrived)
    s.campaign = replace(s.campaign, german=replace(s.campaign.german, bought=(line,)))
    put(s, "ge_2-2-8", at, "crew", group=1)
    gun = emplace(s, "ge_75_pak40", at, "crew", group=1)
    s.phase, s.step = "setup", "german"
    return gun


@pytest.mark.parametrize(
    ("at", "bought_now", "hides"), [("C25", True, False), ("C25", False, True), ("C20", True, True)]
)
def test_a_new_gun_in_the_front_line_is_not_hidden(at: str, bought_now: bool, hides: bool) -> None:
    """RV-RePh8.6194a, RV-CG19 A map edge is a Front Line too; one that was there before may hide at it."""
    s = campaign()
    front(s)
    assert s.campaign is not None
    gun = gun_at(s, at, "G5", s.campaign.date if bought_now else 0)
    s.guns[gun] = replace(s.guns[gun], emplaced=True)
    assert concealed_set_up.crew_may_hide(s, s.units["crew"])
    assert ("crew" in concealed_set_up.may_hide(s, "german")) is hides


def house_at_the_front(s: Battle) -> str:
    """A house of the Germans next to a Russian hex."""
    return next(
        id for id, area in s.areas.items()
        if area == "german-1" and ground().hexes[id].building
        and any(s.areas.get(n) == "russian-1" for n in ground().neighbours[id])
    )  # fmt: skip


def test_a_gun_beside_the_enemys_front_line_cannot_be_hidden_later_in_the_set_up() -> None:
    """RV-CG19 The last step of the set-up does not offer what the first refused."""
    s = campaign(east_open=True)
    front(s)
    at = house_at_the_front(s)
    gun_at(s, at, "G5", 0)
    assert concealed_set_up.crew_may_hide(s, s.units["crew"])
    s.hiding["german"] = 4
    assert "crew" not in concealed_set_up.may_hide(s, "german")


def test_hidden_set_up_that_was_bought_for_single_men_hides_no_squad() -> None:
    """RV-RePh8.621 (note A) One for 1 FPP each would hide what costs 3."""
    s = campaign(german={"hip": ("smc", "smc")}, attacker="german")
    house = next(id for id, hex in ground().hexes.items() if hex.bank == "S" and hex.building)
    deployment.bring_works(s)
    put(s, "ge_6-5-8", house, "squad")
    put(s, "ge_8-1", house, "leader")
    s.phase, s.step = "setup", "german"
    assert concealed_set_up.may_cover(s, "german")
    assert concealed_set_up.may_hide(s, "german") == ["leader"]
    concealed_set_up.hide(s, "leader")
    assert s.hiding == {"german": 0, "german_men": 1, "russian": 0}
    concealed_set_up.finish(s, "german")
    assert "german_men" not in s.hiding


# -- entry -----------------------------------------------------------------------------------------------------------


def test_the_leader_of_a_new_group_enters_with_its_men() -> None:
    """RV-CG21 He is named after one of them, and sets off with them; a leader with a radio goes as he likes."""
    s = campaign()
    s.phase, s.side, s.turn, s.step = "RPh", "russian", 1, "entrants"
    assert s.campaign is not None
    line = Bought("I2", ENTER, 6, s.campaign.date)
    s.campaign = replace(s.campaign, russian=replace(s.campaign.russian, bought=(line,)))
    off_map(s, "ru_4-5-8", "squad", group=1)
    off_map(s, "ru_8-1", "leader", group=1)
    assert [entering.may_be_named(s, id) for id in ("squad", "leader")] == [True, False]
    arm(s, "ru_radio", "leader", "radio")
    assert entering.may_be_named(s, "leader")
    del s.weapons["radio"]
    s.posts["squad"] = NAMED
    assert entering.may_be_named(s, "leader")
    s.posts["leader"] = NAMED
    s.phase, s.step = "MPh", "stacks"
    asked = next(movement_phase(s))
    assert [o for o in asked.options if o[0] == "move"] == [("move", "squad")]
    put(s, "ru_4-5-8", "F0", "squad", group=1)
    asked = next(movement_phase(s))
    assert ("move", "leader") in asked.options


def test_all_enter_names_the_leaders_too() -> None:
    """RV-CG21"""
    s = campaign()
    s.phase, s.side, s.turn = "RPh", "russian", 1
    assert s.campaign is not None
    line = Bought("I2", ENTER, 6, s.campaign.date)
    s.campaign = replace(s.campaign, russian=replace(s.campaign.russian, bought=(line,)))
    off_map(s, "ru_4-5-8", "squad", group=1)
    off_map(s, "ru_8-1", "leader", group=1)
    answer(entering.name_entrants(s, "russian", "organize"), ("all_enter",))
    assert s.posts["squad"] == s.posts["leader"] == NAMED


# -- set-up ----------------------------------------------------------------------------------------------------------


def test_isolated_counters_of_both_sides_are_set_up_first() -> None:
    """RV-RePh8.6241, RV-RePh8.6242, RV-RePh8.6233 The Defender's, the Attacker's, then the Defender's others."""
    s = campaign(attacker="russian")
    south_bank(s)
    for hex in ground().hexes.values():
        if hex.bank == "S":
            s.areas[hex.id] = "german-1"
        elif hex.bank == "N":
            s.areas[hex.id] = "russian-1"
    pocket = ("F3", *ground().neighbours["F3"])
    s.areas |= dict.fromkeys(pocket, "german-2") | {"C20": "russian-2"}
    control(s, "russian", "C20")
    control(s, "german", *pocket)
    for id, type, post in (
        ("home", "ge_6-5-8", "german-1"), ("lost", "ge_6-5-8", "german-2"),
        ("camp", "ru_4-4-7", "russian-1"), ("stray", "ru_4-4-7", "russian-2"),
    ):  # fmt: skip
        off_map(s, type, id, post)
    vehicle(s, "ge_pz4h", "", "tank")
    s.posts["tank"] = "german-2"
    s.phase, s.step = "setup", "german"
    order: list[tuple[str, str]] = []

    def first(asked: Choose) -> Option:
        if asked.ask == "set_up":
            order.append((asked.seat, str(asked.about[0])))
        return asked.options[0]

    while s.step in SIDES:
        carry_out(set_up(s), first)
    assert order == [
        ("german", "lost"), ("german", "tank"), ("russian", "stray"), ("german", "home"), ("russian", "camp"),
    ]  # fmt: skip


def test_the_rest_of_the_isolated_is_set_up_without_the_others() -> None:
    """RV-RePh8.6241, RV-A2.9"""
    s = campaign(attacker="russian")
    south_bank(s)
    s.areas = {"C20": "german-1", "F3": "german-2"}
    off_map(s, "ge_6-5-8", "home", "german-1")
    off_map(s, "ge_6-5-8", "lost", "german-2")
    s.phase, s.step = "setup", "german"
    answer(set_up(s), ("rest",))
    assert (s.units["lost"].at, s.units["home"].at) == ("F3", "")


def test_the_wind_does_not_change_in_the_first_rally_phase_of_a_scenario() -> None:
    """RV-B25.6 Each scenario of the campaign is a game of its own."""
    s = campaign()
    s.player_turns = 12
    deployment.begin_scenario(s)
    assert s.player_turns == 0


def test_only_the_leaders_of_a_new_group_set_up_with_its_men() -> None:
    """RV-CG21 Who was retained goes where he likes in his area."""
    for arrived, free in ((1, True), (2, False), (-1, False)):
        s = campaign("4/29 AM")
        assert s.campaign is not None
        line = Bought("I1", ON_BOARD, 8, 1, arrived)
        s.campaign = replace(s.campaign, german=replace(s.campaign.german, bought=(line,)))
        assert s.campaign.date == 2
        put(s, "ge_6-5-8", "C20", "squad", group=1)
        off_map(s, "ge_8-1", "leader", ON_BOARD, group=1)
        places = ["C20", "C21"]
        assert posts.beside_its_group(s, s.units["leader"], places) == (places if free else ["C20"])


@pytest.mark.parametrize(("arc", "rolls"), [("arc-2", False), ("arc-3", True)])
def test_a_tank_sets_up_again_in_the_house_where_it_stood_without_a_bog_roll(arc: str, rolls: bool) -> None:
    """RV-BRV16.5 In the same Location with the same VCA."""
    s = campaign(dice=[1, 1], attacker="russian")
    south_bank(s)
    house = next(
        id for id, hex in ground().hexes.items()
        if hex.bank == "S" and hex.building and ground().buildings[hex.building].kind != "reichstag" and hex.cellar
    )  # fmt: skip
    s.areas = {house: "german-1"}
    vehicle(s, "ge_pz4h", house, "tank", vca=2)
    s.posts["tank"] = "german-1"
    guns_and_vehicles.pick_up_arms(s)
    assert not s.vehicles["tank"].at
    s.phase, s.step = "setup", "german"
    asked = [("set_up", "tank", house), ("face", "tank", arc), ("turret", "tank", arc), ("shut_in", "tank")]
    answer(place_vehicle(s, s.vehicles["tank"]), *asked)
    assert bool(lines(s, "bog")) is rolls


def test_a_mired_vehicle_that_was_immobile_stays_so() -> None:
    """RV-RePh8.6044"""
    s = campaign(dice=[1])
    vehicle(s, "ge_pz4h", "C20", "v", mired=True, bogged=True, immobile=True)
    guns_and_vehicles.recover_vehicles(s)
    assert (s.vehicles["v"].mired, s.vehicles["v"].immobile) == (False, True)


# -- secrets ---------------------------------------------------------------------------------------------------------


def test_that_hidden_men_could_look_on_is_asked_whether_there_are_any() -> None:
    """RV-A12.12, RV-CGS2, RV-Z6 In the campaign every side that has set up may have hidden men."""
    for hidden in (False, True):
        s = campaign(attacker="russian")
        put(s, "ge_4-4-7", "C20", "covered", concealed=True)
        if hidden:
            put(s, "ge_4-4-7", "C21", "unseen", hidden=True)
        deployment.begin_scenario(s)
        assert may_be_hidden(s, "german")
    s = campaign("4/28 PM", attacker="russian")
    put(s, "ru_4-4-7", "F3", "covered", concealed=True)
    deployment.begin_scenario(s)
    assert not may_be_hidden(s, "russian")  # RV-I13 He had nothing to set up.


@pytest.mark.parametrize(
    ("work", "night", "hidden"),
    [("foxhole_1", False, False), ("foxhole_1", True, True), ("trench", True, True), ("at_ditch", True, False)],
)
def test_entrenchments_in_the_open_may_be_hidden_at_night(work: str, night: bool, hidden: bool) -> None:
    """RV-BRV9.1 A-T Ditches never."""
    s = battle("setup", dice=())
    if night:
        s.night = Night(4, 4, "full", "none", "german")
    assert starts_hidden(s, work, "E5") is hidden


def test_an_anti_tank_ditch_in_the_woods_is_seen() -> None:
    """RV-BRV9.1"""
    s = battle("setup", E5="WOODS")
    assert starts_hidden(s, "trench", "E5")
    assert not starts_hidden(s, "at_ditch", "E5")


def test_the_initial_scenario_was_no_attack_by_chit() -> None:
    """RV-RePh8.6162, RV-CG26 Also where a campaign begins after it."""
    s = new_campaign(Dice(seed_from("late")), date="4/28 NT")
    assert not points.sheet(s, "russian").attacked
    assert points.sheet(s, "russian").chits == 7
