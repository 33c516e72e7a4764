"""The sensible player and his task: exits, the Banner, and a way that is long."""

from __future__ import annotations

from sandtable.games.vengeance.bot.errands import (
    at_the_end,
    bars_the_stairs,
    exits_to_bar,
    passages,
    rallying_points,
    ways_past,
)
from sandtable.games.vengeance.bot.field_works import where_works_stand, widest_view
from sandtable.games.vengeance.bot.judgement import goals, harm_of, open_goals, rooftops, standing_goals
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.places import place_score
from sandtable.games.vengeance.bot.player import sensible
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.batteries import Battery
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.field_works import SetCharge, Work
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, put, vehicle


def on_the_move(scenario: str, side: str, type: str, at: str) -> Battle:
    s = battle("MPh", side, on=scenario)
    s.turn = 1
    put(s, type, at, "a")
    s.move = Move(units=("a",))
    return s


def mind_of(s: Battle, seat: str) -> Mind:
    return Mind(sight(s, seat), seat, Dice(seed_from("x")))


def test_he_leaves_the_map_where_his_task_asks_for_it() -> None:
    edge = next(at for at in goals("brv09") if at in standing_goals("brv09"))
    s = on_the_move("brv09", "german", "ge_6-5-8", edge)
    options: list[Option] = [("to", edge), ("exit_map", edge), ("stop", "a")]
    choice = sensible(sight(s, "german"), "german", options, "RV-A4.2", Dice(seed_from("x")))
    assert choice == ("exit_map", edge)


def test_an_edge_stays_a_goal_though_one_holds_it() -> None:
    s = battle("MPh", "german", on="brv09")
    always = standing_goals("brv09")
    held = dict.fromkeys(goals("brv09"), "german")
    assert always
    assert set(open_goals(s, "german", held)) == always & set(goals("brv09"))


def test_he_plants_the_banner_rather_than_go_on() -> None:
    roof = rooftops("brv08")[0]
    s = on_the_move("brv08", "russian", "ru_6-2-8", roof)
    arm(s, "ru_banner", "a", "ru-banner-1")
    options: list[Option] = [("to", "Y18"), ("plant", "ru-banner-1"), ("stop", "a")]
    choice = sensible(sight(s, "russian"), "russian", options, "RV-A4.2", Dice(seed_from("x")))
    assert choice == ("plant", "ru-banner-1")


def test_the_bearer_of_the_banner_wants_a_rooftop_and_others_the_task() -> None:
    roof = rooftops("brv08")[0]
    s = on_the_move("brv08", "russian", "ru_6-2-8", "Y18")
    put(s, "ru_6-2-8", "Y18", "b")
    arm(s, "ru_banner", "a", "ru-banner-1")
    mind = Mind(sight(s, "russian"), "russian", Dice(seed_from("x")))
    assert mind.far(mind.s.units["a"], roof) == 0
    assert mind.far(mind.s.units["b"], roof) > 0
    assert mind.far(mind.s.units["a"], "Y18") > 0
    assert mind.far(mind.s.units["b"], "Y18") == 0


def test_the_bearer_on_the_roof_is_moved_first_so_that_he_can_plant_the_banner() -> None:
    s = battle("MPh", "russian", on="brv08")
    s.turn = 3
    put(s, "ru_6-2-8", "W18", "a")
    put(s, "ru_6-2-8", rooftops("brv08")[0], "b")
    arm(s, "ru_banner", "b", "ru-banner-1")
    options: list[Option] = [("move", "a"), ("move", "b"), ("done",)]
    assert sensible(sight(s, "russian"), "russian", options, "RV-A4.2", Dice(seed_from("x"))) == ("move", "b")


def test_who_stands_at_the_edge_by_which_he_must_leave_is_moved_first() -> None:
    s = battle("MPh", "german", on="brv09")
    s.turn = 3
    put(s, "ge_6-5-8", "FF16", "a")
    put(s, "ge_6-5-8", "FF0", "b")
    options: list[Option] = [("move", "a"), ("move", "b"), ("done",)]
    assert sensible(sight(s, "german"), "german", options, "RV-A4.2", Dice(seed_from("x"))) == ("move", "b")


def test_men_who_must_leave_the_map_go_for_the_edge_and_not_for_the_bank() -> None:
    s = battle("MPh", "german", on="brv09")
    put(s, "ge_6-5-8", "FF8", "a")
    mind = Mind(sight(s, "german"), "german", Dice(seed_from("x")))
    assert mind.far(mind.s.units["a"], "FF8") > mind.far(mind.s.units["a"], "FF4") > mind.far(mind.s.units["a"], "FF0")


def test_the_nearest_squad_is_sent_for_a_banner_that_was_lost_and_takes_it_up() -> None:
    s = on_the_move("brv08", "russian", "ru_6-2-8", "X17")
    put(s, "ru_6-2-8", "W13", "far")
    arm(s, "ru_banner", "a", "ru-banner-1")
    s.weapons["ru-banner-1"] = replace(s.weapons["ru-banner-1"], holder="", at="X17")
    mind = Mind(sight(s, "russian"), "russian", Dice(seed_from("x")))
    assert mind.far(mind.s.units["a"], "X17") == 0
    assert mind.far(mind.s.units["a"], "X18") > 0
    assert mind.far(mind.s.units["far"], "X18") == 0  # the task
    options: list[Option] = [("to", "X18"), ("recover", "a", "ru-banner-1"), ("stop",)]
    choice = sensible(sight(s, "russian"), "russian", options, "RV-A4.2", Dice(seed_from("x")))
    assert choice == ("recover", "a", "ru-banner-1")


def test_a_pillbox_looks_from_where_it_stands() -> None:
    """RV-B30.1 Of the six ways to look in a corner of the map those into it are worth more."""
    s = battle("setup", "german", on="train1")
    edge = min(hex for hex in field_of(s).area if hex in field_of(s).steps)
    s.works["ge-pillbox-1"] = Work("ge-pillbox-1", "pillbox_1+3+5", "german", edge)
    options: list[Option] = [("arc", "ge-pillbox-1", n) for n in range(6)]
    mind = Mind(sight(s, "german"), "german", Dice(seed_from("x")))
    chosen = widest_view(mind, options)
    f = field_of(s)
    seen = [to for to in f.area if to in f.steps and f.ground.range(edge, to) <= 6 and not f.los(edge, to).blocked]
    counts = [sum(in_arc(f.ground, edge, n, to) for to in seen) for n in range(6)]
    assert counts[int(chosen[2])] == max(counts) > min(counts)


def test_the_bearer_of_a_banner_that_counts_for_nothing_goes_with_the_others_and_waits_off_the_map_in_peace() -> None:
    s = battle("MPh", "russian", on="brv10")
    put(s, "ru_6-2-8", "B10", "a")
    put(s, "ru_6-2-8", "", "b")
    arm(s, "ru_banner", "a", "ru-banner-1")
    arm(s, "ru_banner", "b", "ru-banner-2")
    mind = Mind(sight(s, "russian"), "russian", Dice(seed_from("x")))
    assert not set(mind.wanted(mind.s.units["a"])) & set(rooftops("brv10"))
    assert not at_the_end(mind.s, mind.f, mind.s.units["b"])


def test_the_german_goes_for_the_rooftop_on_which_the_banner_stands() -> None:
    """RV-BRV14.5 It is lowered by whoever retakes the rooftop."""
    s = battle("MPh", "german", on="brv08")
    roof = rooftops("brv08")[1]
    put(s, "ge_6-5-8", "Y18", "a")
    s.banners["ru-banner-1"] = roof
    assert Mind(sight(s, "german"), "german", Dice(seed_from("x"))).goals() == (roof,)
    s.banners.clear()
    assert roof not in Mind(sight(s, "german"), "german", Dice(seed_from("x"))).goals()


def test_a_squad_is_set_up_on_stairs_that_nobody_bars_yet() -> None:
    s = battle("setup", "german", on="brv08")
    f = field_of(s)
    assert bars_the_stairs(s, f, "X17-1", "german")
    assert not bars_the_stairs(s, f, "X17", "german")
    put(s, "ge_6-5-8", "X17-2", "a")
    assert not bars_the_stairs(s, f, "X17-1", "german")
    assert not bars_the_stairs(battle("setup", "german", on="brv07"), f, "X17-1", "german")


def test_the_bearer_of_a_banner_draws_the_fire() -> None:
    s = battle("DFPh", "russian", on="brv08")
    put(s, "ru_6-2-8", "W17", "a")
    plain = harm_of(s, [s.units["a"]], 4, 0, "german")
    arm(s, "ru_banner", "a", "ru-banner-1")
    assert harm_of(s, [s.units["a"]], 4, 0, "german") > 1.5 * plain


def test_cupolas_stand_apart() -> None:
    """RV-BRV9.3"""
    s = battle("setup", "german", on="brv05")
    options: list[Option] = [("emplace", "ge-cupola-2", at) for at in ("L12", "J13")]
    mind = Mind(sight(s, "german"), "german", Dice(seed_from("x")))
    first = str(where_works_stand(mind, options)[2])
    vehicle(s, "ge_cupola_mmg", first, "ge-cupola-1")
    mind = Mind(sight(s, "german"), "german", Dice(seed_from("x")))
    assert where_works_stand(mind, options)[2] != first


def test_a_charge_is_set_on_the_bridge_that_its_setter_sees() -> None:
    """RV-BRV11.31, RV-A23.7"""
    s = battle("setup", "german", on="brv10")
    f = field_of(s)
    bridges = [at for at in f.steps if f.place(at).kind == "bridge" and f.hex(at).bank == "SPREE"]
    near = next(at for at in f.steps if f.hex(at).bank == "S" and not f.los(at, bridges[-1]).blocked
                and f.los(at, bridges[0]).blocked and f.range(at, bridges[-1]) <= 4)  # fmt: skip
    put(s, "ge_8-3-8", near, "a")
    arm(s, "ge_dc", "a", "dc")
    options: list[Option] = [("preset", "dc", bridges[0]), ("preset", "dc", bridges[-1]), ("no_preset",)]
    choice = sensible(sight(s, "german"), "german", options, "RV-BRV11.31", Dice(seed_from("x")))
    assert choice == ("preset", "dc", bridges[-1])


def test_the_heavier_module_comes_first() -> None:
    """RV-CG9"""
    s = battle("setup", "russian", on="brv10")
    for id, module in (("a", "120mm"), ("b", "150mm")):
        s.batteries[id] = Battery(id, module, "russian")
    options: list[Option] = [("first_battery", "a"), ("first_battery", "b")]
    assert sensible(sight(s, "russian"), "russian", options, "RV-SCN2", Dice(seed_from("x")))[1] == "b"


def test_a_set_charge_goes_off_under_a_tank() -> None:
    """RV-A23.7"""
    s = battle("DFPh", "russian", on="brv10")
    f = field_of(s)
    bridge = next(at for at in f.steps if f.place(at).kind == "bridge" and f.hex(at).bank == "SPREE")
    s.set_charges.append(SetCharge("dc", "ge_dc", "german", bridge, "a", "EE17"))
    put(s, "ge_8-3-8", "EE17", "a")
    options: list[Option] = [("blow", "dc"), ("done",)]
    assert sensible(sight(s, "german"), "german", options, "RV-A3.4", Dice(seed_from("x"))) == ("done",)
    vehicle(s, "ru_is2", bridge, "tank")
    assert sensible(sight(s, "german"), "german", options, "RV-A3.4", Dice(seed_from("x"))) == ("blow", "dc")


# -- who has to leave the map, and who bars his way ------------------------------------------------------------------


def test_who_has_to_leave_the_map_goes_round_those_who_look_into_the_street() -> None:
    """RV-E1.1 At night they see three hexes."""
    s = on_the_move("brv09", "german", "ge_6-5-8", "FF12")
    s.night = Night(3, 3, "Full", "Overcast", "russian")
    straight = mind_of(s, "german").far(s.units["a"], "FF12")
    put(s, "ru_4-5-8", "EE8", "b")
    put(s, "ru_4-5-8", "GG8", "c")
    barred = mind_of(s, "german")
    assert barred.far(s.units["a"], "FF12") > straight
    assert barred.steps_left(s.units["a"], "FF12") == straight
    edge = barred.goals()
    assert ways_past("brv09", edge, (), 3)["MM3"] == ways_past("brv09", edge, ("EE8", "GG8"), 3)["MM3"]


def test_the_defender_goes_to_the_edge_by_which_the_foremost_are_about_to_leave() -> None:
    """RV-SCN8"""
    s = battle("MPh", "russian", on="brv09")
    put(s, "ru_4-5-8", "DD8", "r")
    put(s, "ge_6-5-8", "FF16", "g")
    assert exits_to_bar(s, "russian") == ()
    assert exits_to_bar(s, "german") == ()
    put(s, "ge_6-5-8", "MM4", "h")
    exits = exits_to_bar(s, "russian")
    assert exits
    assert all(s_range("MM4", at) <= 6 for at in exits)
    assert mind_of(s, "russian").goals() == exits


def s_range(a: str, b: str) -> int:
    return field_of(battle("MPh", "russian", on="brv09")).range(a, b)


def test_the_defender_stands_at_the_bridge_and_behind_it() -> None:
    """RV-SCN8 Nobody comes to the edge but over the Marschall."""
    s = battle("setup", "russian", on="brv09")
    put(s, "ru_4-5-8", "", "r")
    assert "FF13" in passages("brv09", "russian")
    assert passages("brv09", "german") == ()
    assert {"EE13", *goals("brv09")} <= set(mind_of(s, "russian").goals())
    options: list[Option] = [("set_up", "r", at) for at in ("Z4", "EE13", "MM3")]
    assert sensible(sight(s, "russian"), "russian", options, "RV-A2.9", Dice(seed_from("x")))[2] == "EE13"


# -- leaders and broken men ------------------------------------------------------------------------------------------


def with_broken_men() -> Battle:
    """Two broken squads behind the line, a leader with a good squad in it."""
    s = battle("MPh", "russian", on="brv05")
    s.turn = 2
    for number in range(2):
        put(s, "ru_4-4-7", "H13", f"broken-{number}", broken=True)
    put(s, "ru_9-1", "I13", "leader")
    put(s, "ru_6-2-8", "I13", "squad")
    return s


def test_a_leader_is_sent_for_broken_men_without_one() -> None:
    """RV-A10.6"""
    s = with_broken_men()
    assert rallying_points(s, "russian") == {"leader": "H13"}
    mind = mind_of(s, "russian")
    leader = mind.s.units["leader"]
    assert mind.wanted(leader) == ("H13",)
    assert place_score(mind, "H13", leader) > place_score(mind, "I13", leader)
    put(s, "ru_8-0", "H13", "other")
    assert rallying_points(s, "russian") == {}


def test_a_squad_does_not_take_him_along_who_is_sent_for_broken_men() -> None:
    """RV-A10.6"""
    s = with_broken_men()
    s.move = Move(units=("squad",))
    options: list[Option] = [("with", "leader"), ("to", "J12"), ("stop", "squad")]
    choice = sensible(sight(s, "russian"), "russian", options, "RV-A4.2", Dice(seed_from("x")))
    assert choice[0] != "with"
    for number in range(2):
        s.units[f"broken-{number}"] = replace(s.units[f"broken-{number}"], broken=False)
    assert sensible(sight(s, "russian"), "russian", options, "RV-A4.2", Dice(seed_from("x"))) == options[0]
