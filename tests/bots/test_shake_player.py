"""Shaken habits: the fit finds the habit that decides the games, and only figures that can be shaken are."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tools.shake_player import effects, shaken


class Two(msgspec.Struct, frozen=True):
    """Habits of a made-up game."""

    bold: float = 2.0
    lazy: float = 1.0
    by_turns: tuple[float, float] = (1.0, 3.0)
    whole: int = 3
    none: float = 0.0


def test_figures_that_belong_together_are_changed_alike_and_whole_numbers_and_nothing_stay() -> None:
    drawn, habits = shaken(Two(), Random("one"))
    assert isinstance(habits, Two)
    assert set(drawn) == {"bold", "lazy", "by_turns"}
    assert habits.bold != 2.0
    assert habits.by_turns[1] == pytest.approx(3 * habits.by_turns[0])
    assert (habits.whole, habits.none) == (3, 0.0)


def test_the_fit_finds_the_habit_that_wins() -> None:
    """A bold player wins three games in four, a timid one one in four; nothing else matters."""
    rng = Random("games")
    drawn = [shaken(Two(), rng)[0] for _ in range(400)]
    points = [float(rng.random() < (0.75 if one["bold"] > 0 else 0.25)) for one in drawn]
    found = {name: (gain, error) for name, gain, error in effects(drawn, points)}
    gain, error = found["bold"]
    assert gain == pytest.approx(0.2, abs=3 * error)
    assert gain > 5 * error
    assert all(abs(gain) < 3.5 * error for name, (gain, error) in found.items() if name != "bold")
