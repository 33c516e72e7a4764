"""Every game tells how it ended."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from sandtable.kernel.curve import curve
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import find_game
from sandtable.kernel.journal import Journal, JournalLine
from sandtable.kernel.luck import luck, took_effect
from sandtable.kernel.position import Position
from sandtable.kernel.save import load_save, restore

GOLDEN = Path(__file__).parents[1] / "golden"
LOST = ("airlift", "001-berlin-lost-morale")
ENDED = [
    ("vengeance", "001-russians-task"),
    ("vengeance", "003-germans-defence"),
    LOST,
    ("luftwaffe", "000-draw"),
    ("ontoberlin", "000-german-on-points"),
    ("ontoberlin", "001-allied-on-points"),
]


@cache
def played(game: str, name: str) -> Position:
    """A recorded game at its end."""
    return restore(load_save(GOLDEN / game / f"{name}.sandtable"), Journal())[0]


@pytest.mark.parametrize(("game", "name"), ENDED, ids=[name for _, name in ENDED])
def test_an_ending_has_a_title_a_reason_with_its_clause_and_tables(game: str, name: str) -> None:
    position = played(game, name)
    ending = find_game(game).ending(position.state)
    assert ending.title
    assert ending.why.endswith(".")
    assert all(find_game(game).clauses.get(clause) is not None for clause in ending.clauses)
    for table in ending.tables:
        assert all(len(row.values) == len(table.columns) for row in table.rows)
        assert all(not row.clause or find_game(game).clauses.get(row.clause) is not None for row in table.rows)


LOST_AIRLIFTS = ("001-berlin-lost-morale", "002-goals-missed", "004-berlin-lost-hard-line")


@pytest.mark.parametrize("name", LOST_AIRLIFTS)
def test_a_lost_airlift_is_not_headed_as_a_success(name: str) -> None:
    position = played("airlift", name)
    assert position.outcome is not None
    assert position.outcome.winners == ()
    assert "saved" not in find_game("airlift").ending(position.state).title


@pytest.mark.parametrize(
    ("name", "title"), [("000-german-on-points", "Berlin holds out"), ("001-allied-on-points", "The Allies win")]
)
def test_on_to_berlin_ends_with_the_sources_of_its_points(name: str, title: str) -> None:
    position = played("ontoberlin", name)
    ending = find_game("ontoberlin").ending(position.state)
    assert position.outcome is not None
    scores = position.outcome.scores
    assert ending.title.startswith(title)
    assert f"{max(scores.values()):g} to {min(scores.values()):g}" in ending.title
    (points,) = ending.tables
    *sources, total = points.rows
    assert total.values == (scores["allied"], scores["german"])
    assert tuple(sum(int(row.values[side]) for row in sources) for side in (0, 1)) == total.values
    assert len({row.label for row in sources}) == len(sources) > 3


def test_luck_is_weighed_by_the_odds_of_each_roll() -> None:
    """Half of the rolls of a fair game take as much effect as their odds promise; all of them could not."""
    position = played("vengeance", "001-russians-task")
    german, russian = luck(position)
    assert (german.seat, russian.seat) == ("german", "russian")
    for side in (german, russian):
        assert 0 < side.expected < side.rolls
        assert 0 <= side.rolled <= side.rolls
    lines = [line for line in position.journal.lines if line.event == "fire" and line.sides]
    assert german.rolls + russian.rolls > len(lines) // 2


def test_what_took_effect_is_told_by_the_mark_or_the_result_of_the_roll() -> None:
    game = find_game("vengeance")

    def told(event: str, **facts: object) -> JournalLine:
        return JournalLine(1, "", event, facts, None, ())

    assert took_effect(game, [told("fire", result="1MC")])
    assert not took_effect(game, [told("fire", result="–"), told("morale_check", success=True)])
    assert not took_effect(game, [told("to_hit", success=False)])
    assert took_effect(game, [told("phase"), told("eliminated", unit="ru-4")])
    assert not took_effect(game, [])


def test_the_curve_goes_from_the_first_turn_to_the_end() -> None:
    position = played("vengeance", "001-russians-task")
    points = curve(position)
    assert [point.step for point in points] == sorted(point.step for point in points)
    assert points[-1].step == len(position.steps)
    assert points[-1].values == find_game("vengeance").standing(position.state)
    assert len(points[-1].values) == 2
    assert len(points) > 4


def test_a_tour_of_warbirds_ends_with_its_missions() -> None:
    game = find_game("warbirds")
    position = Position.new(game, game.settle({}), seed_from("a tour"), Journal())
    dice = Dice(seed_from("sensible"))
    while position.decision is not None:
        seat = position.deciders[0]
        view, options = game.sight(position.state, seat), list(position.options(seat))
        position.apply(seat, game.sensible(view, seat, options, position.decision.rule, dice))
    (missions,) = game.ending(position.state).tables
    assert [row.label for row in missions.rows][-1] == "Tour"
    assert len(missions.rows) > 1
    assert {len(row.values) for row in missions.rows} == {len(missions.columns)}


def test_rolls_that_could_not_fail_are_no_luck() -> None:
    """Every roll with odds of this airlift had to succeed: there is nothing to compare."""
    assert luck(played(*LOST)) == ()


def test_a_morale_below_zero_has_a_minus() -> None:
    told = find_game("airlift").ending(played(*LOST).state)
    assert "−1" in dict(told.facts).values()
    assert not [value for _, value in told.facts if "-" in value]
