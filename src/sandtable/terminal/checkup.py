"""`sandtable doctor`: whether everything that Sandtable needs is there."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import msgspec
from rich.console import Console
from rich.text import Text

import sandtable
from sandtable.config import config_file
from sandtable.home import home
from sandtable.kernel.game import broken_games, games
from sandtable.lab.bench import is_compiled
from sandtable.terminal.text import STRONG, WARN

_CLIENT = Path(sandtable.__file__).resolve().parent / "server" / "static" / "index.html"
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_OLDEST = (3, 11)


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at. What is not `needed` only matters to some."""

    what: str
    ok: bool
    found: str
    needed: bool = True


def examine() -> list[Check]:
    """Look at everything."""
    return [*_python(), *_packages(), *_games(), *_folders(), *_client(), *_optional()]


def _python() -> Iterator[Check]:
    ok = sys.version_info >= _OLDEST
    yield Check("Python", ok, f"{platform.python_version()} ({platform.python_implementation()})")
    yield Check("Sandtable", True, f"{_version('sandtable')}{', compiled' if is_compiled() else ''}")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _packages() -> Iterator[Check]:
    try:
        wanted = requires("sandtable") or []
    except PackageNotFoundError:
        yield Check("packages", False, "Sandtable itself is not installed; run `make setup`")
        return
    for text in wanted:
        if "extra ==" in text:
            continue
        name = text.split(";")[0].split("[")[0]
        for sign in "<>=!~ ":
            name = name.split(sign)[0]
        version = _version(name)
        yield Check(name, version != "missing", version)


def _games() -> Iterator[Check]:
    for name, game in games().items():
        yield Check(f"game {name}", True, f"rules {game.version}, components {game.data_version()}")
    for name, fault in broken_games().items():
        yield Check(f"game {name}", False, fault)
    if overlay := os.environ.get("SANDTABLE_DATA"):
        yield Check("own data", Path(overlay).is_dir(), overlay)


def _folders() -> Iterator[Check]:
    folder = home()
    nearest = next(parent for parent in (folder, *folder.parents) if parent.exists())
    ok = os.access(nearest, os.W_OK)
    yield Check("folder for matches and saves", ok, f"{folder}{'' if ok else ' is not writable'}")
    file = config_file()
    yield Check("configuration file", file.exists(), f"{file}{'' if file.exists() else ' (none)'}", needed=False)


def _client() -> Iterator[Check]:
    ok = _CLIENT.is_file()
    yield Check("web client", ok, "built" if ok else "not built; run `make setup`")


def _optional() -> Iterator[Check]:
    browser = os.environ.get("SANDTABLE_CHROMIUM") or next((path for b in _BROWSERS if (path := shutil.which(b))), "")
    yield Check("Chromium (for the browser tests)", bool(browser), browser or "none found", needed=False)
    for module, use in (("psycopg", "PostgreSQL"), ("ray", "simulation on a cluster")):
        there = importlib.util.find_spec(module) is not None
        yield Check(f"{module} (for {use})", there, _version(module) if there else "not installed", needed=False)


def print_checks(console: Console, checks: list[Check]) -> None:
    for check in checks:
        mark = "ok  " if check.ok else "FAIL" if check.needed else "-   "
        line = Text(f"{mark} ", STRONG if check.ok or not check.needed else WARN)
        line.append(f"{check.what}: {check.found}")
        console.print(line, soft_wrap=True)
