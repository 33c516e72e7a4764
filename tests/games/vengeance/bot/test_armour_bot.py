"""The sensible player and vehicles: where he drives them, where they point, and what he fires at them."""

from __future__ import annotations

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.bot.driving import destination, facing_values, who_drives
from sandtable.games.vengeance.bot.ground_for_tanks import TankGround
from sandtable.games.vengeance.bot.player import sensible
from sandtable.games.vengeance.bot.rockets import rocket_value
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Drive
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.position import Position
from tests.games.vengeance.bench import arm, ask, battle, mind_of, put, vehicle


def street() -> Battle:
    """The street north of the Marschall Bridge, Germans to move."""
    s = battle("MPh", "german", on="brv09")
    s.turn = 2
    return s


def test_a_tank_keeps_away_from_men_with_panzerfausts_in_a_house() -> None:
    s = battle("MPh", "russian", on="brv05")
    s.turn = 2
    s.fausts["german"] = 5
    put(s, "ge_6-5-8", "K13", "a")
    vehicle(s, "ru_t34_85", "K10", "t")
    put(s, "ru_6-2-8", "K10", "with")
    mind = mind_of(s, "russian")
    ground = TankGround(mind, mind.s.vehicles["t"])
    near, far = ground._men_to_fear("K12"), ground._men_to_fear("K10")
    assert near > far
    s.fausts["german"] = 0
    mind = mind_of(s, "russian")
    assert TankGround(mind, mind.s.vehicles["t"])._men_to_fear("K12") < near


def test_a_light_tank_leaves_the_sight_of_a_king_tiger_and_the_tiger_stays_in_it() -> None:
    s = street()
    vehicle(s, "ge_pz6b", "FF4", "tiger")
    vehicle(s, "ru_t34_85", "FF9", "t34")
    put(s, "ge_6-5-8", "FF4", "ge")
    put(s, "ru_4-5-8", "FF9", "ru")
    russian, german = mind_of(s, "russian"), mind_of(s, "german")
    assert TankGround(russian, russian.s.vehicles["t34"])._duels("FF9") < 0
    assert TankGround(russian, russian.s.vehicles["t34"])._duels("HH9") == 0  # behind the houses
    assert TankGround(german, german.s.vehicles["tiger"])._duels("FF4") > 0


def test_a_tank_does_not_run_away_from_its_men() -> None:
    s = street()
    for n in range(4):
        put(s, "ge_6-5-8", "FF16", f"g{n}")
    put(s, "ru_4-5-8", "EE8", "r")
    vehicle(s, "ge_pz4j", "FF15", "tank", motion=True)
    mind = mind_of(s, "german")
    ground = TankGround(mind, mind.s.vehicles["tank"])
    assert ground._position("FF13") > ground._position("FF9") > ground._position("FF4")


def test_ground_on_which_it_could_bog_is_avoided() -> None:
    s = street()
    put(s, "ge_6-5-8", "FF6", "g")
    vehicle(s, "ge_pz4j", "FF7", "tank")
    mind = mind_of(s, "german")
    ground = TankGround(mind, mind.s.vehicles["tank"])
    assert ground._position("HH7") < ground._position("FF7") - 2  # debris
    vehicle(s, "ge_pz4j", "FF13", "behind")
    mind = mind_of(s, "german")
    way = destination(mind, mind.s.vehicles["behind"])
    assert way
    assert "DEBRIS" not in {mind.f.place(at).terrain for at in way}


def test_the_front_is_worth_most_where_an_enemy_tank_is() -> None:
    s = street()
    vehicle(s, "ge_pz4j", "FF9", "tank")
    vehicle(s, "ru_is2", "FF4", "is2")
    put(s, "ru_4-5-8", "FF13", "behind")
    values = facing_values(mind_of(s, "german"), "FF9")
    north, south = max(values[0], values[5]), max(values[2], values[3])
    assert north > south


def test_a_vehicle_is_turned_at_set_up_when_it_stands_where_it_was_put() -> None:
    """RV-D1.31 It is on the map while its player turns it, so he sees what it would point at."""
    position = Position.new(GAME, {"scenario": "brv09"}, "face")
    dice = Dice(seed_from("face"))
    while not any(o[0] == "face" for o in position.options(position.deciders[0])):
        seat = position.deciders[0]
        assert isinstance(position.state, Battle)
        view = sight(position.state, seat)
        position.apply(seat, sensible(view, seat, list(position.options(seat)), "", dice))
    seat = position.deciders[0]
    options = list(position.options(seat))
    id = str(options[0][1])
    assert isinstance(position.state, Battle)
    view = sight(position.state, seat)
    assert view.vehicles[id].at
    # The Germans come from the south, over the bridge.
    choice = sensible(view, seat, options, "RV-D1.31", dice)
    assert choice[2] in ("arc-2", "arc-3")


def test_at_the_end_of_its_way_a_vehicle_turns_its_front_to_the_enemy() -> None:
    s = street()
    put(s, "ge_6-5-8", "FF9", "men")
    vehicle(s, "ge_pz6b", "FF9", "tank", motion=True, vca=2, tca=2)
    vehicle(s, "ru_is2", "FF3", "is2")
    s.drive = Drive("tank", spent=20)
    decision = ask(s)
    choice = sensible(sight(s, "german"), "german", list(decision.options), decision.rule, Dice(seed_from("x")))
    assert choice[0] in ("turn_left", "turn_right")


def test_rockets_are_for_vehicles_and_for_men_who_can_be_hit() -> None:
    s = battle("DFPh", "russian", on="brv05")
    put(s, "ge_6-5-8", "K13", "g")
    arm(s, "ge_psk", "g", "psk")
    put(s, "ru_4-4-7", "L10", "men", concealed=False)
    vehicle(s, "ru_t34_85", "K11", "tank")
    mind = mind_of(s, "german")
    at_tank = rocket_value(mind, ("rocket", "psk", "tank"))
    at_men = rocket_value(mind, ("rocket", "psk", "L10"))
    assert at_tank > 0.3
    assert at_men < 0.1
    options: list[Option] = [("rocket", "psk", "tank"), ("rocket", "psk", "L10"), ("done",)]
    assert sensible(sight(s, "german"), "german", options, "RV-A3.4", Dice(seed_from("x")))[2] == "tank"
    options = [("rocket", "psk", "L10"), ("done",)]
    assert sensible(sight(s, "german"), "german", options, "RV-A3.4", Dice(seed_from("x"))) == ("done",)


def test_vehicles_enter_after_the_men_so_that_they_come_where_these_are() -> None:
    s = battle("MPh", "russian", on="brv10")
    put(s, "ru_6-2-8", "", "men")
    vehicle(s, "ru_t34_85", "", "tank")
    mind = mind_of(s, "russian")
    assert who_drives(mind, [("move", "men"), ("drive", "tank"), ("done",)]) is None
    assert who_drives(mind, [("drive", "tank"), ("done",)]) == ("drive", "tank")
