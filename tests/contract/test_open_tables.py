"""A game that lays one table for all seats: every seat, and whoever watches, would get the same by itself."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.kernel.game import AnyGame, games
from sandtable.kernel.language import LANGUAGES, speaking
from sandtable.kernel.position import Position

OPEN = [game for game in games().values() if game.open_table]


def test_some_games_are_open() -> None:
    assert {game.id for game in OPEN} == {"airlift", "warbirds"}


@pytest.mark.parametrize("game", OPEN, ids=lambda game: game.id)
def test_every_seat_sees_the_same_table(game: AnyGame) -> None:
    options = game.settle({"players": 3})
    position, random = Position.new(game, options, "7" * 64), Random(7)
    for number in range(200):
        if position.over:
            break
        seat = position.deciders[0]
        position.apply(seat, random.choice(list(position.options(seat))))
        if number % 10 == 0:
            for code in LANGUAGES:
                with speaking(code):
                    alone = [game.table(game.sight(position.state, one)) for one in ("", *position.seats)]
                    shown = [position.table(one) for one in ("", *position.seats)]
                assert shown == alone
