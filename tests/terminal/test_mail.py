"""`sandtable mail`: a turn for each side, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.kernel.errors import SandtableError, SaveError
from sandtable.terminal.cli import app

RUN = CliRunner()


def sandtable(*words: str, typed: str = "") -> str:
    """Run a command; a sentence of the program is raised as it is."""
    result = RUN.invoke(app, ["mail", *words], input=typed, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.output


def test_a_letter_goes_back_and_forth(tmp_path: Path) -> None:
    letter, ours, theirs = (str(tmp_path / name) for name in ("game.mail", "us.key", "de.key"))
    assert "german plays next" in sandtable("new", "luftwaffe", letter, "--seat", "american", "--key", ours)
    assert Path(ours).stat().st_mode & 0o077 == 0, "only its owner reads a key"
    with pytest.raises(SandtableError, match="It is german's turn"):
        sandtable("open", letter, "--seat", "american", "--key", ours)
    assert "american plays next" in sandtable("open", letter, "--seat", "german", "--key", theirs, "--bot", "greedy")
    assert "german plays next" in sandtable("open", letter, "--seat", "american", "--key", ours, "--bot", "greedy")
    before = Path(letter).read_bytes()
    assert "unchanged" in sandtable("open", letter, "--seat", "german", "--key", theirs, typed="launch nothing\nstop\n")
    assert Path(letter).read_bytes() == before
    assert "american plays next" in sandtable("open", letter, "--seat", "german", "--key", theirs, typed="auto\nrest\n")
    with pytest.raises(SandtableError, match="Both players"):
        sandtable("verify", letter)


def test_bad_files_get_a_sentence(tmp_path: Path) -> None:
    key, letter = tmp_path / "key", tmp_path / "letter"
    key.write_text("no key")
    letter.write_text("no letter")
    with pytest.raises(SaveError, match="not a key file"):
        sandtable("new", "luftwaffe", str(tmp_path / "x"), "--seat", "german", "--key", str(key))
    with pytest.raises(SaveError, match="not a play-by-mail letter"):
        sandtable("verify", str(letter))
    with pytest.raises(SaveError, match="Can't read"):
        sandtable("verify", str(tmp_path / "nothing"))
    with pytest.raises(SandtableError, match="already exists"):
        sandtable("new", "luftwaffe", str(letter), "--seat", "german", "--key", str(tmp_path / "k2"))
