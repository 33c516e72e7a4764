"""The contract over a battle with field works, charges and the Banner: random and sensible players, copies, secrecy."""

from __future__ import annotations

import pytest

from sandtable.testing.history import check_copies, check_refusals, check_replay, check_undo
from sandtable.testing.play import check_game
from sandtable.testing.secrecy import SecrecyCounts, check_imagined_play, check_secrecy
from tests.games.vengeance.small_battles import FIELD_WORKS, registers

pytestmark = pytest.mark.timeout(600)


_registered = registers("FIELD_WORKS")
case = FIELD_WORKS.case


@pytest.mark.parametrize("seed", range(4))
def test_random_battles_over_field_works_keep_the_invariants(seed: int) -> None:
    """RV-B26.1, RV-B28.1, RV-B24.7"""
    check_game(case(f"random {seed}"))


def test_sensible_players_cope_with_field_works() -> None:
    """RV-B26.1, RV-B23.711"""
    check_game(case("greedy"), "greedy")


def test_battles_over_field_works_are_copied_replayed_undone_and_refused() -> None:
    """RV-BRV9.1"""
    for check in (check_copies, check_replay, check_undo):
        check(case("history"))
    assert check_refusals(case("refusals")) > 100
    check_imagined_play(case("imagined"))


def test_nobody_learns_of_hidden_works() -> None:
    """RV-BRV9.1a, RV-BRV3.3, RV-B28.1, RV-A23.7"""
    found = SecrecyCounts()
    check_secrecy(case("secrets"), found)
    assert found.changed > 20
