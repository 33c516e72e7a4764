"""The program, run in this process as the command line would run it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    def told(self) -> dict[str, Any]:
        """The one object that it printed."""
        assert self.code == 0, self.err
        printed: dict[str, Any] = json.loads(self.out)
        return printed


Run = Callable[..., Ran]


@pytest.fixture
def sandtable(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the program with arguments and, if given, lines typed into a pipe."""

    def run(*arguments: object, typed: str = "") -> Ran:
        from sandtable.terminal.cli import main  # most tests do without it

        monkeypatch.setattr(sys, "argv", ["sandtable", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        return Ran(int(left.value.code or 0), out, err)

    return run
