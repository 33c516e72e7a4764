"""E8 The recorder goes on until it has the results that are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.save import load_save, restore
from sandtable.testing import golden
from sandtable.testing.golden import LEAST_FILES, record, seal
from tests.toys import pearls


def results(written: list[str]) -> list[str]:
    return [name[4:].removesuffix(".sandtable") for name in written]


def test_a_result_that_is_wanted_is_looked_for_when_time_is_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "LEAST_FILES", 1)
    without = results(record(pearls.GAME, tmp_path, 300, seconds=0))
    assert "draw" not in without
    assert results(record(pearls.GAME, tmp_path, 300, 0, ["draw"])) == [*without, "draw"]


def test_a_result_that_no_game_has_is_told(tmp_path: Path) -> None:
    with pytest.raises(SandtableError, match="None of 12 games ends with peace"):
        record(pearls.GAME, tmp_path, 12, 60, ["peace"])


def test_games_that_are_broken_off_are_recorded_once_and_not_looked_through(tmp_path: Path) -> None:
    limits = "\n".join(f"{cards} = 1" for cards in (1, 2, 3))
    (tmp_path / "record.toml").write_text(f"[most_decisions.cards]\n{limits}\n", encoding="utf-8")
    written = record(pearls.GAME, tmp_path, 300, 60)
    assert results(written) == ["broken-off"] * LEAST_FILES


def test_recordings_of_older_data_are_sealed_and_keep_their_choices(tmp_path: Path) -> None:
    """Data changed and no game did: a save whose fingerprint is of another day is refused at the table."""
    first, *_ = record(pearls.GAME, tmp_path, LEAST_FILES, 60)
    path, today = tmp_path / first, pearls.GAME.data_version()
    steps, fresh = load_save(path).steps, path.read_bytes()
    path.write_bytes(fresh.replace(today.encode(), b"another day"))
    assert seal(pearls.GAME, tmp_path) == [first]
    assert path.read_bytes() == fresh
    assert restore(load_save(path))[0].steps == steps
    assert seal(pearls.GAME, tmp_path) == []
