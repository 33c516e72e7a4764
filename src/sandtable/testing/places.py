"""Where a game lives: its entry point, the package of its code, and its files."""

from __future__ import annotations

import importlib
import sys
from importlib.metadata import entry_points
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

from sandtable.board.concordance import FILE as CONCORDANCE
from sandtable.kernel.clauses import Coverage, coverage
from sandtable.kernel.game import AnyGame

_NAMES_CLAUSES = (".py", ".toml", ".csv")


def entry_of(game: AnyGame) -> str:
    """`module:name` of a game: its entry point, or the name under which the module of its class keeps it."""
    for point in entry_points(group="sandtable.games"):
        if point.name == game.id and type(game).__module__.startswith(point.module):
            return point.value
    module = type(game).__module__
    name = next((name for name, value in vars(sys.modules[module]).items() if value is game), "GAME")
    return f"{module}:{name}"


def object_at(entry: str) -> Any:
    """The object of an entry point, `module:name`."""
    module, _, name = entry.partition(":")
    return getattr(importlib.import_module(module), name)


def home_of(game: AnyGame) -> str:
    """The module or package in which a game and all its rules live."""
    return entry_of(game).partition(":")[0]


def folder_of(game: AnyGame) -> Path | None:
    """The folder of a game's package; None for a game that is a single module."""
    home = home_of(game)
    return Path(str(resources(home))) if hasattr(importlib.import_module(home), "__path__") else None


def code_of(game: AnyGame) -> list[Path]:
    """The files of a game that can name its clauses: code and data."""
    folder = folder_of(game)
    if folder is None:
        return [Path(str(importlib.import_module(home_of(game)).__file__))]
    files = sorted(path for path in folder.rglob("*") if path.suffix in _NAMES_CLAUSES)
    return [path for path in files if path.name != CONCORDANCE]


def tests_of(game: AnyGame) -> list[Path]:
    """The tests of a game: in `tests/games/ID` or else `tests`, beside the project file above its package.

    Empty where the game was installed without them.
    """
    for above in code_of(game)[0].parents:
        if (above / "pyproject.toml").is_file():
            own = above / "tests" / "games" / game.id
            return sorted((own if own.is_dir() else above / "tests").rglob("*.py"))
    return []


def clause_coverage(game: AnyGame, tests: list[Path]) -> Coverage:
    """Compare the clauses of a game with what its code, its data and these tests name."""
    return coverage(game.clauses, code_of(game), tests)
