"""How fast a study says it is, where a line is printed now and then instead of a bar."""

from __future__ import annotations

import pytest

from sandtable.terminal.studies import pace


@pytest.mark.parametrize(
    ("games", "seconds", "left", "told"),
    [
        (0, 480.0, 19, ""),
        (30, 10.0, 60, ", 3.0 a second, 20 s left"),
        (2, 900.0, 4, ", 450 s each, 1800 s left"),
    ],
)
def test_the_pace_is_that_of_games_that_ended(games: int, seconds: float, left: int, told: str) -> None:
    """After one campaign of eight minutes it said "10.0 a second, 2 s left"."""
    assert pace(games, seconds, left) == told
