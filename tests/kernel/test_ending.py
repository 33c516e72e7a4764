"""Every game tells how it ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.curve import curve
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import find_game
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from sandtable.kernel.save import load_save, restore

GOLDEN = Path(__file__).parents[1] / "golden"
LOST = ("airlift", "001-berlin-lost-morale")
ENDED = [("vengeance", "001-russians-task"), ("vengeance", "000-germans-defence"), LOST, ("luftwaffe", "000-draw")]


@pytest.mark.parametrize(("game", "name"), ENDED, ids=[name for _, name in ENDED])
def test_an_ending_has_a_title_a_reason_with_its_clause_and_tables(game: str, name: str) -> None:
    position, _ = restore(load_save(GOLDEN / game / f"{name}.sandtable"), Journal())
    ending = find_game(game).ending(position.state)
    assert ending.title
    assert ending.why.endswith(".")
    assert all(find_game(game).clauses.get(clause) is not None for clause in ending.clauses)
    for table in ending.tables:
        assert all(len(row.values) == len(table.columns) for row in table.rows)
        assert all(not row.clause or find_game(game).clauses.get(row.clause) is not None for row in table.rows)


def test_a_lost_airlift_is_not_headed_as_a_success() -> None:
    position, _ = restore(load_save(GOLDEN / LOST[0] / f"{LOST[1]}.sandtable"), Journal())
    assert "saved" not in find_game("airlift").ending(position.state).title


def test_the_curve_goes_from_the_first_turn_to_the_end() -> None:
    position, _ = restore(load_save(GOLDEN / "vengeance" / "001-russians-task.sandtable"), Journal())
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
