"""The contract over a battle with vehicles: random and sensible players, copies, replays, refusals, undo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.bots.player import chooser, find_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import dice_for, play_out
from tests.contract.checks.history import check_copies, check_refusals, check_replay, check_undo
from tests.contract.checks.play import check_game
from tests.contract.checks.secrecy import check_imagined_play
from tests.contract.subjects import Case
from tests.games.vengeance.tanks import GAME
from tests.toys.registered import registered

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module", autouse=True)
def _registered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("tanks") / "path"
        with registered(folder, patch, tanks="tests.games.vengeance.tanks:GAME") as path:
            yield path


def case(name: str) -> Case:
    """One game of it."""
    return Case(GAME, GAME.settle({}), f"tanks {name}")


@pytest.mark.parametrize("seed", range(3))
def test_random_battles_with_vehicles_keep_the_invariants(seed: int) -> None:
    """RV-D2.1, RV-D3.2"""
    check_game(case(f"random {seed}"))


def test_battles_with_vehicles_are_copied_replayed_undone_and_refused() -> None:
    """RV-D2.1"""
    for check in (check_copies, check_replay, check_undo):
        check(case("history"))
    assert check_refusals(case("refusals")) > 100
    check_imagined_play(case("imagined"))


def test_sensible_players_drive_and_fire() -> None:
    """RV-D2.1, RV-D3.1, RV-D3.2"""
    seen: set[str] = set()
    for seed in range(2):
        s = GAME.new(GAME.settle({}), dice_for(f"sensible {seed}"))
        s.journal = Journal()
        bots = dict.fromkeys(GAME.seats(GAME.settle({})), find_bot("greedy"))
        play_out(GAME, s, chooser(GAME, bots, Dice(seed_from(f"sensible {seed}"))))
        seen |= {line.event for line in s.journal.lines}
    assert {"drives", "vehicle_fires", "to_hit"} <= seen
