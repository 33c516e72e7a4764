"""Drawings that a game's own package brings along."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.board.look import GivenLook, look_of
from sandtable.kernel.errors import DataError
from sandtable.kernel.game import find_game

SHIP = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    look_of.cache_clear()
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))
    own = tmp_path / "warbirds"
    own.mkdir()
    return own


def test_a_game_without_a_look_brings_nothing(folder: Path) -> None:
    assert look_of(find_game("warbirds")) == GivenLook()


def test_faces_are_read_with_their_drawings(folder: Path) -> None:
    (folder / "look.toml").write_text('table = "#123"\n[faces.ship]\nfile = "ship.svg"\nshare = 0.5\n')
    (folder / "ship.svg").write_text(SHIP)
    look = look_of(find_game("warbirds"))
    assert (look.table, look.faces["ship"].svg, look.faces["ship"].share) == ("#123", SHIP, 0.5)


@pytest.mark.parametrize("name", ["ship.png", "../warbirds/ship.svg", "none.svg"])
def test_a_drawing_that_is_none_is_refused(folder: Path, name: str) -> None:
    (folder / "look.toml").write_text(f'[faces.ship]\nfile = "{name}"\n')
    (folder / "ship.svg").write_text(SHIP)
    with pytest.raises(DataError, match="no such SVG file"):
        look_of(find_game("warbirds"))


def test_an_unknown_word_in_the_file_is_refused(folder: Path) -> None:
    (folder / "look.toml").write_text('tabel = "#123"\n')
    with pytest.raises(DataError, match="tabel"):
        look_of(find_game("warbirds"))
