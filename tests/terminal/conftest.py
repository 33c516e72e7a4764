from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sandtable.terminal.cli import main
from tests.toys.registered import registered


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Pearls is installed, and saves go to a folder of the test's own."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SANDTABLE_DATA", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    with registered(tmp_path / "toys", monkeypatch, pearls="tests.toys.pearls:GAME") as folder:
        yield folder


@pytest.fixture
def sandtable(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the program with arguments and, if given, lines typed into a pipe."""

    def run(*arguments: object, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["sandtable", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        return Ran(int(left.value.code or 0), out, err)

    return run
