"""Whole games with artillery, at night and with aircraft: the promises of the contract hold for them too."""

from __future__ import annotations

import pytest

from sandtable.testing.case import Case
from sandtable.testing.history import check_copies, check_undo
from sandtable.testing.play import check_game
from sandtable.testing.secrecy import SecrecyCounts, check_secrecy
from tests.games.vengeance.cards import GAME, NAMES


def case(name: str, seed: str) -> Case:
    return Case(GAME, GAME.settle({"scenario": name}), seed)


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_and_keep_the_invariants(name: str) -> None:
    for seed in range(2):
        check_game(case(name, f"support {seed}"))


@pytest.mark.parametrize("name", NAMES)
def test_sensible_games_end_and_keep_the_invariants(name: str) -> None:
    check_game(case(name, "support"), "greedy")


@pytest.mark.parametrize("name", NAMES)
def test_copies_and_undo(name: str) -> None:
    check_copies(case(name, "copies"))
    check_undo(case(name, "undo"))


@pytest.mark.parametrize("name", NAMES)
def test_secrets_are_kept(name: str) -> None:
    """RV-A.12 Observers and pre-registered hexes, and what else is hidden."""
    found = SecrecyCounts()
    check_secrecy(case(name, "secrets"), found)
    assert found.changed > 10 or name != "guns_afar"
