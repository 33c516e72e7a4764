"""Studies: the same on any number of workers, honest when interrupted, clear when a rule fails."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandtable.bots import chooser, find_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import RuleFault, SandtableError, UnknownName
from sandtable.kernel.game import find_game
from sandtable.kernel.playout import play_out
from sandtable.lab.figures import share_interval
from sandtable.lab.simulate import play_one, run
from sandtable.lab.study import StudyPlan, plan, summary
from tests.signals import interruptible


def study_of(
    game: str = "pearls", seeds: int = 40, bots: tuple[str, ...] = ("greedy", "random"), **more: object
) -> StudyPlan:
    found = find_game(game)
    swap = bool(more.pop("swap", False))
    return plan(found, found.settle(more), seeds, bots, "study", swap)  # type: ignore[arg-type] # settings are checked


def test_one_and_four_workers_play_the_same_games() -> None:
    chosen = study_of(seeds=60)
    one, four = run(chosen, 1), run(chosen, 4)
    assert one.complete
    assert one.played == four.played
    left, right = one.as_object(), four.as_object()
    for figure in ("cpu_s", "wall_s", "workers"):
        del left[figure], right[figure]
    assert left == right


def test_every_game_can_be_played_again_from_its_number() -> None:
    chosen = study_of()
    played = run(chosen, 1).played
    game = find_game("pearls")
    seated = {"north": find_bot("greedy"), "south": find_bot("random")}
    dice = Dice(seed_from("study/17"))
    outcome, decisions = play_out(
        game, game.new(chosen.options, dice), chooser(game, seated, Dice(seed_from("study/17/bots")))
    )
    assert (played[17].result, played[17].decisions) == (outcome.result, decisions)
    assert play_one(chosen, 17, 0) == played[17]


def test_swap_plays_every_seed_with_every_bot_on_every_seat() -> None:
    study = run(study_of(seeds=30, swap=True), 1)
    assert study.plan.lineups == (("greedy", "random"), ("random", "greedy"))
    assert len(study.played) == 60
    assert [(p.number, p.lineup) for p in study.played[:4]] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    bots = study.by_bot()
    assert bots["greedy"].games == 60
    assert bots["greedy"].wins == bots["random"].losses
    assert study.by_seat()["north"].bot == "greedy,random"


def test_greedy_beats_random() -> None:
    """Pearls is nearly symmetric, so a study must see that the highest bid first is no worse."""
    bots = run(study_of(seeds=100, swap=True), 1).by_bot()
    assert bots["greedy"].wins >= bots["random"].wins


def test_progress_counts_up_to_all() -> None:
    told: list[int] = []
    run(study_of(seeds=10), 1, told.append)
    assert told == list(range(1, 11))


def test_facts_are_counted_and_averaged() -> None:
    found = run(study_of("fragile", 20), 1).as_object()["facts"]
    assert set(found["polished"]) == {"n", "mean", "deviation", "low", "high", "least", "most"}
    assert sum(found["why"]["counts"].values()) == 20
    assert summary([1, 2, 6])["mean"] == 3.0
    assert summary(["b", "a", "b"]) == {"counts": {"b": 2, "a": 1}}


@pytest.mark.parametrize("workers", [1, 2])
def test_a_rule_that_fails_is_told_with_its_seed(workers: int) -> None:
    with pytest.raises(RuleFault, match=r"Game \d+ of this study \(seed 'study/\d+'\) failed: KeyError: 'crew-07'"):
        run(study_of("fragile", 30, trouble="fault"), workers)


def test_a_worker_that_dies_is_told() -> None:
    with pytest.raises(SandtableError, match="A worker process ended unexpectedly"):
        run(study_of("fragile", 30, trouble="crash"), 2)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_gives_what_was_played_so_far(workers: int, tmp_path: Path) -> None:
    """As in a terminal, the signal reaches the workers too."""
    log = tmp_path / "log"
    command = [sys.executable, "-m", "sandtable.terminal.cli", "simulate", "fragile", "--games", "5000", "--json"]
    command += ["--option", "trouble=slow", "--workers", str(workers)]
    pipe, environment = subprocess.PIPE, os.environ | {"FRAGILE_LOG": str(log)}
    process = subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, env=environment, start_new_session=True, preexec_fn=interruptible
    )
    with process:
        while not log.exists() or log.read_text().count("begun") < 6:
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    found = json.loads(out)
    assert process.returncode == 130
    assert 0 < found["games"] < 5000
    assert not found["complete"]
    assert sum(found["results"].values()) == found["games"]
    assert f"Interrupted after {found['games']} of 5000 games." in err
    assert "Traceback" not in err


def test_line_ups_must_fit_the_seats() -> None:
    with pytest.raises(UnknownName, match="2 seats here"):
        study_of(bots=("greedy", "random", "random"))
    with pytest.raises(UnknownName, match="nothing to swap"):
        study_of(bots=("greedy",), swap=True)
    assert study_of(bots=("random",)).lineups == (("random", "random"),)


def test_without_ray_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SandtableError, match="Ray is not installed here"):
        run(study_of(), 1, ray="local")


def test_wilson_agrees_with_the_published_interval() -> None:
    """Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611."""
    low, high = share_interval(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    low, high = share_interval(0, 20)
    assert (round(low, 4), round(high, 4)) == (0.0, 0.1611)
    assert share_interval(0, 0) == (0.0, 1.0)
