"""The gate plays the same games on every machine; only long runs go by the clock."""

from __future__ import annotations

from itertools import count

import pytest

from sandtable.kernel.game import find_game
from sandtable.testing import case as budgets
from sandtable.testing.case import Walk, cases, settings


def played(named: str = "pearls", decisions: int = 60, least: int = 2, whole: int = 0) -> list[tuple[str, int, int]]:
    """What a check plays: the seed, its decisions, and how many are looked at closely."""
    found = []
    for case in cases(find_game(named), "budget", decisions, 0.05, least, 40, whole):
        walk = Walk(case)
        looks = sum(1 for _ in walk.closely())
        found.append((case.seed, len(walk.position.steps), looks))
    return found


@pytest.fixture(params=["idle", "busy"])
def clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """CPU time that stands still, or an hour from one look at it to the next."""
    hours = count(step=3600 if request.param == "busy" else 0)
    monkeypatch.setattr(budgets, "process_time", lambda: float(next(hours)))
    return str(request.param)


GATE = [("pearls", 60, 2, 0), ("airlift", 200, 2, 0), ("warbirds", 100, 1, 1)]


@pytest.mark.parametrize(("named", "decisions", "least", "whole"), GATE)
def test_a_busy_machine_plays_what_an_idle_one_plays(
    clock: str, named: str, decisions: int, least: int, whole: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_EFFORT", "gate")
    found = played(named, decisions, least, whole)
    monkeypatch.undo()
    monkeypatch.setenv("SANDTABLE_EFFORT", "gate")
    assert found == played(named, decisions, least, whole)


def test_short_games_are_played_until_the_decisions_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_EFFORT", "gate")
    found = played(decisions=60)
    assert sum(steps for _, steps, _ in found) >= 60
    assert sum(steps for _, steps, _ in found[:-1]) < 60


def test_a_long_game_is_broken_off_and_a_whole_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_EFFORT", "gate")
    (_, whole, _), (_, broken_off, _) = played("airlift", decisions=160, least=2, whole=1)
    assert broken_off == 160
    assert whole > 160


def test_every_setting_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_EFFORT", "quick")
    rows = settings(find_game("airlift"))
    met = [case.options for case in cases(find_game("airlift"), "budget", 0, 0, least=len(rows))]
    assert len(met) == len(rows)
    assert all(row in met for row in rows)


def test_a_long_run_goes_by_the_clock(clock: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_EFFORT", "soak")
    assert len(played(decisions=1, least=2)) == (2 if clock == "busy" else 400)
