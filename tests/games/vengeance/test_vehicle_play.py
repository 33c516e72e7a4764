"""Random games with vehicles, guns' crews and men keep every promise of the contract."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.model import Battle
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position, dice_for
from tests.games.vengeance.tanks import GAME


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_random_games_end_and_no_state_is_wrong(seed: str) -> None:
    assert isinstance(GAME, Game)
    dice = Dice(seed_from(seed))
    journal = Journal()
    position = Position.new(GAME, {"scenario": "tanks"}, dice_for(seed), journal)
    for number in range(5000):
        if position.over:
            break
        seat = position.deciders[0]
        options = position.options(seat)
        position.apply(seat, options[dice.below(len(options))])
        if number % 20 == 0:
            s = position.state
            assert isinstance(s, Battle)
            assert GAME.invariants(s) == []
            twin = position.clone().state
            assert isinstance(twin, Battle)
            assert twin.vehicles == s.vehicles
            assert GAME.table(GAME.sight(s, "german")).pieces
    assert position.over
    assert any(line.event == "drives" for line in journal.lines)
