"""The raids that a player of the highest level compares before he writes a mission, and what one was worth. LW-3.5"""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.bots.plans import Planner
from sandtable.bots.player import find_bot, question
from sandtable.games.luftwaffe import GAME
from sandtable.games.luftwaffe.bot.habits import HABITS
from sandtable.games.luftwaffe.bot.plan import VARIANTS, plan_begun, plan_for
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.position import Position
from tests.games.luftwaffe.tools import table


def at_the_missions(scenario: str = "basic") -> Position:
    """A game of experienced players where the American writes the first mission."""
    position, dice = Position.new(GAME, GAME.settle({"scenario": scenario}), "openings"), Dice(seed_from("openings"))
    veteran = find_bot("veteran")
    while not any(option[0] == "mission" for option in position.options(position.deciders[0])):
        seat = position.deciders[0]
        position.apply(seat, veteran(question(position, seat), dice))
    return position


def offered(position: Position) -> tuple[Option, ...]:
    return GAME.plans(american(position), AMERICAN, list(position.options(AMERICAN)), "LW-3.1")


def american(position: Position) -> LuftwaffeView:
    view = position.sight(AMERICAN)
    assert isinstance(view, LuftwaffeView)
    return view


def test_every_first_mission_of_his_planner_is_compared() -> None:
    position = at_the_missions()
    id = str(position.options(AMERICAN)[0][1])
    of_plans = {plan_for(american(position), n, HABITS.together)[id].target for n in range(VARIANTS)}
    assert {option[2] for option in offered(position)} == of_plans
    assert len(of_plans) > 2
    assert set(offered(position)) <= set(position.options(AMERICAN))


def test_later_missions_belong_to_a_plan_that_has_begun() -> None:
    position = at_the_missions()
    position.apply(AMERICAN, offered(position)[-1])
    id = str(position.options(AMERICAN)[0][1])
    assert ("mission", id, plan_begun(american(position), HABITS.together)[id].target) in offered(position)
    assert len(offered(position)) < VARIANTS


def test_the_german_and_the_longer_games_have_no_such_plans() -> None:
    """LW-12.3 In the longer games a raid is one of many, and what it costs counts too."""
    position = at_the_missions()
    options = list(position.options(AMERICAN))
    german = position.sight(GERMAN)
    assert isinstance(german, LuftwaffeView)
    assert GAME.plans(german, GERMAN, options, "LW-3.1") == ()
    assert offered(at_the_missions("tournament")) == ()


def test_the_race_knows_no_more_than_its_seat_and_is_the_same_everywhere() -> None:
    elite = Planner(find_bot("veteran"), nodes=2500)
    races = [elite.think(question(at_the_missions(), AMERICAN), Dice(seed_from("race"))) for _ in range(2)]
    assert races[0] == races[1]
    assert races[0] is not None
    assert races[0].nodes > 2000
    assert races[0].choice in offered(at_the_missions())


@pytest.mark.parametrize("scenario", ["basic", "basic-oil", "basic-rail"])
def test_each_city_more_is_worth_more_to_the_american_and_less_to_the_german(scenario: str) -> None:
    """LW-10.1"""
    game = parts().scenarios[scenario]
    worths = []
    for cities in range(game.american_wins_at + 3):
        s = table(scenario)
        s.destroyed = dict.fromkeys(objective_cities(game.objective)[:cities], "")
        result = AMERICAN if cities >= game.american_wins_at else GERMAN
        s.result = result if result == AMERICAN or cities <= game.german_wins_at_most else "draw"
        worths.append((GAME.merit(s, AMERICAN), GAME.merit(s, GERMAN)))
    assert all(more[0] > less[0] and more[1] < less[1] for less, more in pairwise(worths))
    assert all(abs(sum(worth) - 1) < 1e-9 for worth in worths)
    middle = (game.american_wins_at + game.german_wins_at_most) / 2
    assert all((worth[0] > 0.5) == (cities > middle) for cities, worth in enumerate(worths) if cities != middle)
