"""Data folders: overlays and fingerprints."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.board.data import DataFolder
from sandtable.games import warbirds
from sandtable.kernel.errors import DataError

PACKAGE = warbirds.__name__


def overlaid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> DataFolder:
    """A folder in which one file is the user's own."""
    (tmp_path / "warbirds").mkdir()
    (tmp_path / "warbirds" / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))
    return DataFolder(PACKAGE, "warbirds")


def test_a_file_of_the_users_own_replaces_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = overlaid(tmp_path, monkeypatch, "fuel.toml", "count = 3")
    assert folder.toml("fuel.toml") == {"count": 3}
    assert folder.toml("pilot.toml")["count"] == 3


def test_the_fingerprint_changes_with_what_plays_and_not_with_what_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = DataFolder(PACKAGE, "warbirds")
    ours.read("fuel.toml")
    before = ours.fingerprint()
    ours.read("table.toml")
    ours.read("words.toml")
    assert ours.fingerprint() == before
    theirs = overlaid(tmp_path, monkeypatch, "fuel.toml", "count = 3")
    theirs.read("fuel.toml")
    assert theirs.fingerprint() != before


def test_broken_toml_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = overlaid(tmp_path, monkeypatch, "fuel.toml", "count = = 3")
    with pytest.raises(DataError, match=r"warbirds/fuel\.toml is not valid TOML"):
        folder.toml("fuel.toml")
