"""Data folders: overlays and fingerprints."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.board.data import DataFolder
from sandtable.games import warbirds
from sandtable.kernel.errors import DataError
from sandtable.kernel.state import Record

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


class Man(Record, frozen=True):
    id: str
    skill: int


def test_records_are_read_by_their_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = overlaid(tmp_path, monkeypatch, "men.toml", '[[man]]\nid = "a"\nskill = 2\nsource = "rulebook"')
    assert folder.records(Man, "men.toml", "man") == {"a": Man("a", 2)}


def test_the_rows_of_a_csv_file_are_text_and_become_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = overlaid(tmp_path, monkeypatch, "men.csv", "# who\nid,skill\na,2\n")
    assert folder.records(Man, "men.csv") == {"a": Man("a", 2)}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[[man]]\nid = "a"\nskill = "two"', r"warbirds/men\.toml: a: Expected `int`, got `str` - at `\$\.skill`"),
        ('[[man]]\nid = "a"\nskill = 2\n[[man]]\nid = "a"\nskill = 3', r"warbirds/men\.toml: a appears twice"),
        ("[[man]]\nskill = 2", r"warbirds/men\.toml: \{'skill': 2\} has no id"),
        ("[[woman]]\nskill = 2", r"warbirds/men\.toml has no entries \[\[man\]\]"),
    ],
)
def test_an_entry_that_does_not_fit_is_named_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    folder = overlaid(tmp_path, monkeypatch, "men.toml", text)
    with pytest.raises(DataError, match=sentence):
        folder.records(Man, "men.toml", "man")
