"""What positions are worth: the weights fit the figures, and the chance that is told comes about."""

from __future__ import annotations

import pytest

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import find_game
from sandtable.kernel.worth_model import WorthModel, log_odds, worth_models_of
from tools.fit_worth import brier, fitted, length, played

FITTED = {
    "warbirds": {},
    "airlift": {"players": "2"},
    "luftwaffe": {"scenario": "basic"},
}


@pytest.mark.parametrize("name", sorted(FITTED))
def test_a_model_weighs_figures_that_the_game_has(name: str) -> None:
    game = find_game(name)
    rows = played(name, FITTED[name], 1, 50)
    models = worth_models_of(type(game).__module__)
    assert rows
    for row in rows:
        assert set(models[row.model].weights) == set(row.figures)
        assert row.worth == pytest.approx(models[row.model].chance(row.figures))


@pytest.mark.parametrize(("name", "games"), [("warbirds", 150), ("airlift", 25)])
def test_what_is_told_comes_about(name: str, games: int) -> None:
    """On games that nothing was fitted on, the Brier score is better than that of the base rate, and so is the mean."""
    rows = [row for number in range(10_000, 10_000 + games) for row in played(name, FITTED[name], number, 40)]
    told = [(row.worth, row.points) for row in rows]
    rate = sum(points for _, points in told) / len(told)
    assert brier(told) < 0.93 * brier([(rate, points) for _, points in told])
    assert sum(chance for chance, _ in told) / len(told) == pytest.approx(rate, abs=0.12)


def test_a_fit_finds_what_decides() -> None:
    rows = [row for number in range(60) for row in played("warbirds", {}, number, 60)]
    bias, weights = fitted(rows, ["points_left"])
    assert weights["points_left"] < 0 < bias
    assert length("warbirds", {}) > 50


def test_a_model_is_a_chance() -> None:
    model = WorthModel(0.0, {"lead": 2.0})
    assert model.chance({"lead": 0.0}) == 0.5
    assert model.chance({"lead": 1.0}) == pytest.approx(0.8808, abs=1e-4)
    assert 0 < model.chance({"lead": -1e9}) < model.chance({"lead": 1e9}) <= 1
    assert log_odds(0.5) == 0
    assert 6 < log_odds(1.0) < 7
    assert log_odds(0.0) == pytest.approx(-log_odds(1.0))


def test_points_and_men_are_worth_something_in_warbirds() -> None:
    game = find_game("warbirds")
    state = game.new(game.settle({}), Dice(seed_from("worth")))
    begun = game.worth(game.sight(state, "seat-1"), "seat-1")
    state.victory_points = 20
    near = game.worth(game.sight(state, "seat-1"), "seat-1")
    assert 0.4 < begun < 0.7 < near < 1
