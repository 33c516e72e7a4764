"""The contract over a battle with Guns: random and sensible players, copies, replays, refusals, secrecy."""

from __future__ import annotations

import pytest

from sandtable.bots.player import chooser, find_bot
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.journal import Journal
from sandtable.kernel.playout import play_out
from sandtable.kernel.position import dice_for
from sandtable.testing.history import check_copies, check_refusals, check_replay
from sandtable.testing.play import check_game
from sandtable.testing.secrecy import SecrecyCounts, check_imagined_play, check_secrecy
from tests.games.vengeance.bench import battle, drive, emplace, moving, put
from tests.games.vengeance.small_battles import GUNFIGHT, registers

pytestmark = pytest.mark.timeout(600)


_registered = registers("GUNFIGHT")
case = GUNFIGHT.case


@pytest.mark.parametrize("seed", range(2))
def test_random_battles_with_guns_keep_the_invariants(seed: int) -> None:
    """RV-C2.1, RV-C9.1"""
    check_game(case(f"random {seed}"))


def test_sensible_players_use_their_guns() -> None:
    """RV-C3.1, RV-C6.5"""
    check_game(case("greedy"), "greedy")


def test_battles_with_guns_are_copied_replayed_and_refused() -> None:
    """RV-C3.1"""
    for check in (check_copies, check_replay):
        check(case("history"))
    assert check_refusals(case("refusals")) > 100
    check_imagined_play(case("imagined"))


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_hidden_guns_are_kept_from_the_enemy(bot: str) -> None:
    """RV-A12.3, RV-A12.2"""
    found = SecrecyCounts()
    check_secrecy(case(f"secrets {bot}"), found, bot, viewers=1)
    assert found.pairs > 0


def test_a_hidden_gun_is_not_on_the_enemy_s_table() -> None:
    """RV-A12.3, RV-A12.2, RV-A12.13"""
    s = battle("MPh", "russian", dice=(6, 5))
    s.player_turns = 4
    put(s, "ge_2-2-8", "E1", "crew", hidden=True)
    emplace(s, "ge_75_pak40", "E1", "crew", 2, "gun")
    put(s, "ru_4-4-7", "E5", "x")
    assert "gun" not in sight(s, "russian").guns
    assert "gun" in sight(s, "german").guns
    assert firepower.enemy_places(s, "russian") == []
    moving(s, "x")
    drive(s, ("shoot", "gun"), ("shell", "infantry", "HE"))
    assert not s.units["crew"].hidden
    assert "gun" in sight(s, "russian").guns


def test_guns_fire_in_both_turns_and_at_whoever_moves() -> None:
    """RV-A3.2, RV-A3.4, RV-A8.1"""
    seen: set[str] = set()
    for seed in range(3):
        s = GUNFIGHT.new(GUNFIGHT.settle({}), dice_for(f"phases {seed}"))
        s.journal = Journal()
        bots = dict.fromkeys(GUNFIGHT.seats(GUNFIGHT.settle({})), find_bot("greedy"))
        play_out(GUNFIGHT, s, chooser(GUNFIGHT, bots, Dice(seed_from(f"phases {seed}"))))
        phase = ""
        for line in s.journal.lines:
            phase = line.facts["phase"] if line.event == "phase" else phase
            if line.event == "to_hit":
                seen.add(phase)
    assert {"PFPh", "MPh", "DFPh"} <= seen
