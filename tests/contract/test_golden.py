"""E7, E8 Recorded games and counts. `tools/record_golden.py GAME` makes them; a game without them fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.game import AnyGame
from sandtable.kernel.save import load_save
from tests.contract.golden import (
    GOLDEN,
    LEAST_FILES,
    MOST_FILES,
    check_golden,
    count,
    golden_files,
    golden_perfts,
    play_golden,
)
from tests.contract.subjects import Case, cases
from tests.contract.unfinished import unfinished

ALL = sorted(GOLDEN.glob("*/*.sandtable"))


def test_a_game_has_recorded_games_for_every_setting_and_result(game: AnyGame, request: pytest.FixtureRequest) -> None:
    unfinished(game, "golden", request)
    files = golden_files(game)
    assert len(files) >= LEAST_FILES, f"record them with tools/record_golden.py {game.id}"
    records = [load_save(path) for path in files]
    for spec in game.options:
        missing = set(spec.values) - {record.options[spec.name] for record in records}
        assert not missing or len(files) >= MOST_FILES, f"no recorded game has {spec.name} {sorted(map(str, missing))}"
    recorded = {record.notes["outcome"]["result"] for record in records if record.notes["outcome"]}
    for number, _ in enumerate(cases(game, "results", 2, most=40)):
        outcome = play_golden(game, number)[1]
        assert outcome is None or outcome.result in recorded, (
            f"no recorded game ends with {outcome.result!r}: tools/record_golden.py {game.id}"
        )


@pytest.mark.parametrize("path", ALL, ids=[f"{path.parent.name}-{path.stem}" for path in ALL])
def test_a_recorded_game_plays_as_it_was_recorded(path: Path) -> None:
    check_golden(path)


def test_counts_of_small_trees_are_as_recorded(game: AnyGame, request: pytest.FixtureRequest) -> None:
    unfinished(game, "golden", request)
    perfts = golden_perfts(game)
    assert perfts, f"record them with tools/record_golden.py {game.id}"
    for perft in perfts:
        assert count(Case(game, perft.options, perft.seed), perft.after) == perft
