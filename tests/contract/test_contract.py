"""Every registered game and the toy keep the contract of `sandtable.testing`; a new game is found by itself.

The toy is one of them for good: it has every kind of decision there is.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from sandtable.kernel.game import AnyGame, broken_games, games
from sandtable.testing import Contract
from tests.toys import pearls

TESTS = Path(__file__).resolve().parents[1]


class TestContract(Contract):
    games = (pearls.GAME, *games().values())
    folder = TESTS
    printed = True
    owes: ClassVar = {
        "pearls": ("clauses", "concordance"),
    }

    def clause_tests(self, game: AnyGame) -> list[Path]:
        return sorted((TESTS / "games" / game.id).rglob("*.py"))


def test_every_registered_game_can_be_loaded() -> None:
    assert broken_games() == {}
