"""What `make test FAST=1` leaves out, what comes first, and that every run tries the same."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar
from unittest.mock import patch

import hypothesis
import pytest
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from sandtable.testing.case import effort
from tests.program import sandtable as sandtable

ROOT = Path(__file__).parents[1]
SLOW = tuple(
    line
    for line in (Path(__file__).parent / "slow.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
)
"""Folders, files and tests that the edit loop leaves out, and why."""
LONGEST = (
    "tests/contract/test_contract.py::TestContract::test_every_machine_plays_the_same",
    "tests/contract/test_contract.py::TestContract::test_random_games_end_and_keep_the_invariants[vengeance",
    "tests/e2e/test_lesson.py::test_a_lesson_is_played_to_its_end_by_clicks",
    "tests/e2e/test_warbirds.py::test_a_newcomer_flies_a_mission_by_clicks_and_bots_finish_the_tour",
    "tests/contract/test_contract.py::TestContract::test_hypothesis_finds_nothing[vengeance",
    "tests/contract/test_contract.py::TestContract::test_rewinding_equals_playing_again[vengeance",
    "tests/contract/test_contract.py::TestContract::test_games_of_sensible_players_end_and_keep_the_invariants[ontob",
    "tests/e2e/test_story.py::test_the_turn_of_the_other_side_is_told_in_short_and_played",
    "tests/server/test_simulation.py::test_nothing_acknowledged_is_lost_and_nothing_counts_twice",
    "tests/examples/",
    "tests/games/vengeance/whole_games/test_play.py::test_every_scenario_is_played_and_nothing_breaks",
    "tests/server/test_kill.py",
)
"""What takes ten seconds and more. It begins first, so that no worker is left alone with it at the end."""
_Test = TypeVar("_Test")

# The same examples in every run, and no example fails because the machine is busy. Long runs look for new ones.
hypothesis.settings.register_profile("gate", derandomize=True, deadline=None, database=None)
hypothesis.settings.register_profile("soak", deadline=None)
hypothesis.settings.load_profile("soak" if effort() > 1 else "gate")
if effort() <= 1:
    # Hypothesis also tries numbers and words that stand in our modules, in those loaded so far: what a test tries would
    # depend on what ran before it. And every worker would read a thousand files for them.
    patch.object(providers, "_get_local_constants", Constants).start()
# Tests make many small objects and few cycles. By its own measure Python would look for cycles at every 700th of them.
gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark and sort them, in this one place, so that the lists can be written again from a measurement."""
    for item in items:
        if place_of(item).startswith(SLOW) or on_postgres(item):
            item.add_marker(pytest.mark.slow)
    yield  # now those that `-m` and `-k` leave out are gone
    longest = [item for item in items if place_of(item).startswith(LONGEST)]
    others = [item for item in items if not place_of(item).startswith(LONGEST)]
    items[:] = dealt(longest, others, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def on_postgres(item: pytest.Item) -> bool:
    """Whether a test needs PostgreSQL, by its parameter or because it asks for a cluster."""
    return "postgres" in item.name or "postgres" in getattr(item, "fixturenames", ())


def pytest_collection_finish() -> None:
    """Modules, games and the tests themselves stay to the end: no search for garbage need go through them again."""
    gc.collect()
    gc.freeze()


def dealt(longest: list[_Test], others: list[_Test], workers: int) -> list[_Test]:
    """All tests in an order in which each worker, which is given a stretch of it, begins with its share of the longest.

    Simply put first, they would all be the first worker's, one after the other.
    """
    order: list[_Test] = []
    total, left = len(longest) + len(others), list(others)
    for worker in range(workers):
        share = longest[worker::workers]
        size = (total - len(order)) // (workers - worker)
        more = max(0, size - len(share))
        order += share + left[:more]
        del left[:more]
    return order


def place_of(item: pytest.Item) -> str:
    """The file of a test from the root of the repository, and its name."""
    return f"{item.path.relative_to(ROOT).as_posix()}::{item.nodeid.partition('::')[2]}"
