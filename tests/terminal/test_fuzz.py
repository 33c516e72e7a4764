"""Whatever is typed, in whatever order, gets an answer: nothing crashes and nothing is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sandtable.kernel.game import find_game, games
from sandtable.kernel.save import load_save, restore
from sandtable.terminal.sitting import Sitting, seated
from tests.terminal.test_play import Screen

COMMANDS = (
    "map", "map a", "map zorg",
    "?", "? 1", "? ZZ-9.9", "?x", "rules", "rules the", "rules \x00", "why", "why attack", "why 1 2 3", "odds",
    "odds 1", "odds 999", "odds zorg", "look", "look a", "look 1", "table", "log", "log 0", "log x",
    "log 99999", "undo", "redo", "rewind", "rewind 0", "rewind 3", "rewind 999", "rewind x", "bot", "bot zorg",
    "bot random", "auto 2", "auto x", "back", "help", "save /nowhere/at/all", "choose", "choose 1",
    "choose undo", "", "   ", "0", "-1", "99999999999999999999", "²", "é" * 200, "a b c d e f", "{0}", "[bold]",
    "\x1b[31m", "1", "2", "3", "1", "2", "1", "1",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["pearls", *games()])
def test_any_typing_gets_an_answer(name: str, seed: int, tmp_path: Path) -> None:
    game = find_game(name)
    options = game.settle({})
    seats = game.seats(options)
    dice = random.Random(f"{name} {seed}")
    players = seated(game, seats, {seat: dice.choice(["human", "random"]) for seat in seats[1:]})
    path = tmp_path / "game.sandtable"
    sitting = Sitting.new(game, options, str(seed), players, path, manual=seed == 1)
    screen = Screen(sitting, [dice.choice(COMMANDS) for _ in range(150)])
    screen.play.run()
    stored, _ = restore(load_save(path))
    assert stored.digest() == sitting.position.digest()
    assert stored.steps == sitting.position.steps
