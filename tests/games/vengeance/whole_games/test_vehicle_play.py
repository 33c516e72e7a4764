"""The contract over a battle with vehicles: random and sensible players, copies, replays, refusals, undo."""

from __future__ import annotations

import pytest

from sandtable.bots.player import chooser, find_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.journal import Journal
from sandtable.kernel.playout import play_out
from sandtable.kernel.position import dice_for
from sandtable.testing.history import check_copies, check_refusals, check_replay, check_undo
from sandtable.testing.play import check_game
from sandtable.testing.secrecy import check_imagined_play
from tests.games.vengeance.small_battles import TANKS, registers

pytestmark = pytest.mark.timeout(600)


_registered = registers("TANKS")
case = TANKS.case


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
        s = TANKS.new(TANKS.settle({}), dice_for(f"sensible {seed}"))
        s.journal = Journal()
        bots = dict.fromkeys(TANKS.seats(TANKS.settle({})), find_bot("greedy"))
        play_out(TANKS, s, chooser(TANKS, bots, Dice(seed_from(f"sensible {seed}"))))
        seen |= {line.event for line in s.journal.lines}
    assert {"drives", "vehicle_fires", "to_hit"} <= seen
