"""Ladders: seats are swapped, ratings follow the games, an interrupted one goes on."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from sandtable.kernel.errors import UnknownName
from sandtable.kernel.game import find_game
from sandtable.lab.ladder import Pair, bradley_terry, ladder_plan, rate, results
from sandtable.lab.simulate import run
from sandtable.lab.study import Played, StudyPlan
from tests.program import Run


def played(number: int, lineup: int, *winners: str, drawn: bool = False) -> Played:
    return Played(number, lineup, "over", winners, drawn, {}, {}, 1)


TWO = StudyPlan("toy", {}, "0", 10, ("north", "south"), (("a", "b"), ("b", "a")))


def test_every_pair_plays_every_seed_on_both_sides() -> None:
    game = find_game("luftwaffe")
    plan = ladder_plan(game, game.settle({}), 5, ["a", "b", "c", "a"])
    assert plan.lineups == (("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b"))
    assert plan.games == 30
    with pytest.raises(UnknownName, match="two bots"):
        ladder_plan(game, game.settle({}), 5, ["a", "a"])


def test_of_three_seats_every_bot_sits_on_each() -> None:
    game = find_game("airlift")
    plan = ladder_plan(game, game.settle({"players": 3}), 1, ["a", "b"])
    assert plan.lineups == (("a", "b", "a"), ("b", "a", "a"), ("a", "a", "b"))
    won = results(plan, [played(0, 0, plan.seats[1]), played(0, 1, plan.seats[1])])
    assert won == [("a", "b", -1), ("b", "a", -1)]


def test_whose_seat_wins_beats_the_other() -> None:
    found = results(TWO, [played(0, 0, "north"), played(0, 1, "north"), played(1, 0, drawn=True), played(2, 1)])
    assert found == [("a", "b", 1), ("b", "a", 1), ("a", "b", 0), ("b", "a", 0)]
    assert rate(TWO, [played(0, 0, "north"), played(0, 1, "north")]).pairs == (Pair("a", "b", 1, 0, 1),)


def test_in_a_cooperative_game_bots_are_compared_on_the_same_seed() -> None:
    plan = ladder_plan(find_game("warbirds"), {"players": 2}, 3, ["a", "b"])
    assert plan.lineups == (("a", "a"), ("b", "b"))
    seats = plan.seats
    games = [played(0, 0, *seats), played(0, 1), played(1, 0), played(1, 1, *seats), played(2, 0), played(2, 1)]
    assert results(plan, games) == [("a", "b", 1), ("a", "b", -1), ("a", "b", 0)]
    assert results(plan, games[:1]) == []


def test_ratings_are_those_that_the_shares_imply() -> None:
    """Three wins of four are log 3, which is 191 points of chess; the errors are those of a share of that size."""
    games = [(0, 1, 1.0)] * 300 + [(0, 1, 0.0)] * 100
    strengths, errors = bradley_terry(2, games)
    assert strengths[0] - strengths[1] == pytest.approx(math.log(3), abs=0.02)
    assert sum(strengths) == pytest.approx(0)
    assert errors[0] == pytest.approx(1 / math.sqrt(400 * 0.75 * 0.25) / 2, rel=0.02)
    mixed = [(0, 1, 0.5), (1, 2, 1.0), (0, 2, 1.0), (2, 0, 0.0)]
    assert bradley_terry(3, mixed)[0] == pytest.approx(bradley_terry(3, mixed[::-1])[0], abs=1e-4)
    unbeaten, _ = bradley_terry(2, [(0, 1, 1.0)] * 30)
    assert 1 < unbeaten[0] < 5


def test_ratings_of_a_ladder_with_intervals() -> None:
    ladder = rate(TWO, [played(n, place, TWO.seats[place]) for n in range(8) for place in (0, 1)])
    best, worst = ladder.bots.values()
    assert list(ladder.bots) == ["a", "b"]
    assert best.low < best.rating < best.high
    assert best.rating > 1600 > 1500 > worst.rating
    assert best.games == 16
    told = ladder.as_object()
    assert set(told["bots"]["a"]) == {"rating", "low", "high", "games"}


def test_a_run_goes_on_after_what_was_played_before() -> None:
    game = find_game("warbirds")
    plan = ladder_plan(game, game.settle({}), 3, ["random", "recruit"], "goes on")
    whole = run(plan)
    kept: list[Played] = []
    rest = run(plan, before=whole.played[2:4], keep=kept.extend)
    assert rest.played == whole.played
    assert len(kept) == 4


def ladder(sandtable: Run, *words: object) -> dict[str, Any]:
    return sandtable("ladder", "warbirds", *words, "--workers", "1", "--json").told()


def test_the_command_rates_and_goes_on(tmp_path: Path, sandtable: Run) -> None:
    into = tmp_path / "ladder.parquet"
    first = ladder(sandtable, "--bots", "random,regular", "--games", 12, "--into", into)
    assert first["game"] == "warbirds"
    assert list(first["bots"]) == ["regular", "random"]
    rows = pl.read_parquet(into)
    assert rows.height == 24
    more = ladder(sandtable, "--bots", "random,regular,recruit", "--games", 12, "--into", into)
    assert pl.read_parquet(into).head(24).equals(rows)
    assert pl.read_parquet(into).height == 36
    assert more["games"] == 36
    assert more["bots"]["regular"]["games"] == 24
