"""A start loads what it needs and no more: counted in modules, which are the same on every machine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    "alembic", "cryptography", "litestar", "matplotlib", "numpy", "polars", "ray", "sqlalchemy", "textual", "torch",
    "uvicorn",
}  # fmt: skip
LOADED = """
import atexit, json, sys
atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))
"""


def loaded(code: str, folder: Path) -> set[str]:
    """The modules that a process has loaded at its end."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED + code], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    found: list[str] = json.loads(done.stderr.splitlines()[-1])
    return set(found)


def run(*arguments: str) -> str:
    return f"sys.argv = {['sandtable', *arguments]!r}\nfrom sandtable.terminal.cli import main\nmain()"


def games_in(modules: set[str]) -> set[str]:
    return {name.split(".")[2] for name in modules if name.startswith("sandtable.games.")}


@pytest.mark.parametrize("arguments", [("--version",), ("--help",)])
def test_help_and_version_load_no_game_and_no_library_but_the_one_that_reads_the_command(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    modules = loaded(run(*arguments), tmp_path)
    assert "typer" in modules
    assert not games_in(modules)
    assert not modules & (HEAVY | {"msgspec", "rich"})
    ours = {name for name in modules if name.startswith("sandtable")}
    assert len(ours) < 16, ours


@pytest.mark.parametrize("arguments", [("simulate", "--help"), ("nonsense",)])
def test_the_help_of_a_command_and_a_wrong_one_load_no_game(arguments: tuple[str, ...], tmp_path: Path) -> None:
    modules = loaded(run(*arguments), tmp_path)
    assert not games_in(modules)
    assert not modules & (HEAVY | {"rich"})


def test_a_game_in_the_terminal_loads_that_game_alone(tmp_path: Path) -> None:
    modules = loaded(run("play", "warbirds", "--seed", "1"), tmp_path)
    assert games_in(modules) == {"warbirds"}
    assert not modules & HEAVY


def test_a_server_is_ready_before_any_game_is_loaded(tmp_path: Path) -> None:
    modules = loaded("import sandtable.server.run", tmp_path)
    assert "litestar" in modules
    assert not games_in(modules)
    assert not modules & (HEAVY - {"litestar", "sqlalchemy", "uvicorn"})
