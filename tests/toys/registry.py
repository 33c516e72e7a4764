"""Register a toy game for the process of a test: `games()` is cached, so what is put into its dict is seen by all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sandtable.kernel.game import AnyGame, games


def register(game: AnyGame) -> None:
    """Add a game, or replace the one of that id, for good: for a process that serves nothing else."""
    games()[game.id] = game


@contextmanager
def registered(*toys: AnyGame) -> Iterator[None]:
    """Add games for the length of a test, and leave the registry as it was."""
    before = dict(games())
    for game in toys:
        register(game)
    try:
        yield
    finally:
        games().clear()
        games().update(before)
