"""The contract of every game, with no code of its author: registered games are found by themselves.

Each test has a share of CPU seconds and does at least its minimum; SANDTABLE_EFFORT=soak (`make soak`) multiplies.
"""

from __future__ import annotations

import warnings

import pytest

from sandtable.kernel.game import AnyGame, broken_games
from tests.contract.checks.history import check_copies, check_refusals, check_replay, check_rewind, check_undo
from tests.contract.checks.play import check_game
from tests.contract.checks.secrecy import Found, check_analysis, check_imagined_play, check_secrecy
from tests.contract.subjects import Walk, cases, settings

pytestmark = pytest.mark.timeout(600)


def test_every_registered_game_can_be_loaded() -> None:
    assert broken_games() == {}


def test_settings_use_every_value_of_every_option(game: AnyGame) -> None:
    rows = settings(game)
    for spec in game.options:
        assert {row[spec.name] for row in rows} == set(spec.values)


def test_random_games_end_and_keep_the_invariants(game: AnyGame) -> None:
    """E1, E5."""
    for case in cases(game, "random", 8, least=len(settings(game)), most=200, whole=1):
        check_game(case)


def test_games_of_sensible_players_end_and_keep_the_invariants(game: AnyGame) -> None:
    """E1, E5: random play misses deep states."""
    for case in cases(game, "greedy", 5, least=min(3, len(settings(game))), most=60, whole=1):
        check_game(case, "greedy")


def test_clones_and_reloaded_copies_go_on_alike(game: AnyGame) -> None:
    """E2."""
    for case in cases(game, "copies", 4, least=2, most=20):
        check_copies(case)


def test_replays_equal_the_game(game: AnyGame) -> None:
    """E3."""
    for case in cases(game, "replay", 3, least=2, most=20):
        check_replay(case)


def test_refused_choices_change_nothing(game: AnyGame) -> None:
    """E4."""
    attempts = sum(check_refusals(case) for case in cases(game, "refusals", 4, least=1, most=20))
    assert attempts > 300


def test_undo_and_redo_are_exact_and_stop_at_barriers(game: AnyGame) -> None:
    """E6."""
    for case in cases(game, "undo", 4, least=2, most=40):
        check_undo(case)


def test_rewinding_equals_playing_anew(game: AnyGame) -> None:
    """E6."""
    for case in cases(game, "rewind", 3, least=1, most=10):
        check_rewind(case)


def test_rolls_that_people_type_are_copied_saved_and_rewound_alike(game: AnyGame) -> None:
    """E2, E3, E6 with the dice of a real table."""
    for check in (check_copies, check_replay, check_undo, check_rewind):
        for case in cases(game, "typed rolls", 1, least=1, most=10, manual=True):
            check(case)


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_nothing_hidden_reaches_a_viewer(game: AnyGame, bot: str) -> None:
    """S1, S4, S5: and no undo shows something for free."""
    found = Found()
    for case in cases(game, f"secrecy {bot}", 6, least=2, most=50):
        check_secrecy(case, found, bot)
    assert found.pairs > 0
    if not found.changed:
        pytest.skip(f"{game.title} has no hidden information: guess changed nothing in {found.pairs} positions")
    if found.changed * 20 < found.pairs:
        warnings.warn(
            f"{game.title}: guess changed something in only {found.changed} of {found.pairs} positions", stacklevel=1
        )


def test_the_journal_says_where_turns_begin_and_whom_its_lines_are_about(game: AnyGame) -> None:
    """Headings per turn, and sides that are seats or have a name; played again, a line is about the same."""
    unknown = set(game.words.headings) - set(game.words.events)
    assert not unknown, f"headings that no event has: {unknown}"
    assert set(game.words.headings.values()) <= {1, 2}
    for case in cases(game, "journal", 2, least=1, most=4):
        walk = Walk(case, "greedy")
        for position, _ in walk.decisions():
            if len(position.steps) >= 150:
                break
        position = walk.position
        lines = position.journal.lines
        told = {side for line in lines for side in line.sides}
        if position.steps and len(position.seats) > 1 and not game.cooperative:
            assert told & set(position.seats)
        if game.words.headings:
            levels = [game.words.headings.get(line.event, 0) for line in lines]
            assert 1 in levels or position.deciders, case.broken("no turn has begun", position)
        if len(position.steps) > 30:
            before = [(line.step, line.sides) for line in lines if line.step < len(position.steps) - 20]
            position.rewind(len(position.steps) - 20)
            assert [(line.step, line.sides) for line in position.journal.lines][: len(before)] == before


def test_an_analysis_is_made_of_what_its_seat_may_know(game: AnyGame) -> None:
    """S1 for the analysis board."""
    found = Found()
    for case in cases(game, "analysis", 3, least=1, most=20):
        check_analysis(case, found)
    assert found.pairs > 0


def test_imagined_positions_can_be_played_on(game: AnyGame) -> None:
    """Rules keep nothing hidden in a local variable over a decision."""
    for case in cases(game, "imagined", 3, least=1, most=20):
        check_imagined_play(case)
