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
SLOW = (
    # Whole games, which the contract plays too, if more shortly.
    "tests/games/vengeance/whole_games/",
    "tests/games/vengeance/campaign/test_campaign_play.py::test_a_campaign_can_begin_on_any_date",
    "tests/games/vengeance/campaign/test_campaign_play.py::test_every_secret_step_of_the_refit_phase_is_private",
    "tests/games/vengeance/rules/vehicles/test_covered_vehicles.py::test_secrets_of_tanks_in_wait_are_kept",
    "tests/games/ontoberlin/test_scenario.py::test_bots_play_both_sides_by_the_same_rules",
    "tests/games/airlift/test_season.py::test_games_end_and_keep_every_piece",
    "tests/terminal/test_lesson.py::test_a_lesson_can_be_followed_to_its_end",
    # Other machines, projects and processes.
    "tests/contract/test_contract.py::TestContract::test_every_machine_plays_the_same",
    "tests/contract/test_contract.py::TestContract::test_a_recorded_game_plays_as_it_was_recorded",
    "tests/examples/",
    "tests/lab/test_simulate.py::test_a_rule_that_fails_is_told_with_its_seed",
    "tests/lab/test_simulate.py::test_ctrl_c_gives_what_was_played_so_far",
    "tests/server/test_kill.py",
    "tests/server/test_openapi.py::test_every_call_answers_as_the_document_says",
    "tests/server/test_secrecy_of_games.py",
    "tests/server/test_workers.py",
    "tests/server/test_postgres.py",
    "tests/server/test_simulation.py",
    "tests/tools/test_mutants.py::test_the_judge_finds_what_the_tests_find",
)
"""Folders, files and tests that take seconds: by measurement, in CPU time."""
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
        if place_of(item).startswith(SLOW):
            item.add_marker(pytest.mark.slow)
    yield  # now those that `-m` and `-k` leave out are gone
    longest = [item for item in items if place_of(item).startswith(LONGEST)]
    others = [item for item in items if not place_of(item).startswith(LONGEST)]
    items[:] = dealt(longest, others, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


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
