"""E3 Games played in processes of their own: under other hash seeds, with -O, and by every Python there is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sandtable.kernel.game import AnyGame
from sandtable.testing.case import effort, settings

PYTHONS = tuple(name for name in ("3.11", "3.12", "3.13", "3.14") if name != f"3.{sys.version_info.minor}")
"""The Pythons that play the same, besides this one."""
Prints = dict[str, str]
"""The fingerprint of each game that was played."""


def run(python: str, entry: str, games: int, most: int, hash_seed: str = "0", flags: tuple[str, ...] = ()) -> Prints:
    """Play in a process of its own: a fingerprint for each game."""
    with TemporaryDirectory() as folder:
        _link_sources(Path(folder), entry)
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))},
            "PYTHONPATH": folder,
            "PYTHONHASHSEED": hash_seed,
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else it would compile the sources each time
        command = [python, *flags, "-m", "sandtable.testing.fingerprint", str(games), str(most), entry]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, f"{' '.join(command)} failed:\n{done.stderr[-2000:]}"
    prints: dict[str, Prints] = json.loads(done.stdout)
    return prints[entry]


def _link_sources(folder: Path, entry: str) -> None:
    """The sources of Sandtable and of the game alone: another Python must not find what was built for this one."""
    for name in dict.fromkeys(("sandtable", entry.partition(".")[0].partition(":")[0])):
        module = sys.modules[name]
        source = Path(next(iter(module.__path__)) if hasattr(module, "__path__") else str(module.__file__))
        (folder / source.name).symlink_to(source, target_is_directory=source.is_dir())


def amount(game: AnyGame) -> tuple[int, int]:
    """How many games and decisions of each: every setting, to the end in the long run, their beginnings in the gate."""
    rows = len(settings(game))
    return (rows * 3, 5_000) if effort() > 1 else (max(rows, 4), max(30, 400 // rows))


class Machine(NamedTuple):
    """Something that must play as this process does."""

    name: str
    python: str
    hash_seed: str
    flags: tuple[str, ...] = ()


def machines(kept: Path, draft: Path) -> Iterator[Machine]:
    """This Python with a fixed hash seed and without asserts, and the others that are here; a missing one is told.

    Their environments are made in `draft` and kept in `kept`.
    """
    yield Machine("this Python with PYTHONHASHSEED=1 and -O", sys.executable, "1", ("-O",))
    for wanted in PYTHONS:
        python, trouble = bare_python(wanted, kept, draft / wanted)
        if trouble:
            warnings.warn(f"Not compared: {trouble}", stacklevel=2)
        else:
            yield Machine(f"Python {wanted} with PYTHONHASHSEED=2", python, "2")


def bare_python(wanted: str, folder: Path, draft: Path) -> tuple[str, str]:
    """An environment of that Python with nothing but what rules and texts need, kept in a folder; or why not."""
    needs = f"msgspec=={version('msgspec')}"
    kept = folder / f"{wanted}-{needs}"
    python = kept / "bin" / "python"
    if python.exists():
        return str(python), ""
    base = find_python(wanted)
    if base is None:
        return "", f"there is no Python {wanted} on this machine"
    try:
        for command in _environment(base, draft, needs):
            subprocess.run(command, check=True, capture_output=True, timeout=120)
    except (subprocess.SubprocessError, OSError) as fault:
        return "", f"an environment of Python {wanted} with {needs} could not be made: {fault}"
    _keep(draft, kept)
    return str(python), ""


def _keep(draft: Path, kept: Path) -> None:
    """All at once: several processes may make the same one, and the first to be ready is kept."""
    beside = kept.with_name(f"{kept.name}.{os.getpid()}")
    kept.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(draft, beside, symlinks=True)
    try:
        beside.rename(kept)
    except OSError:
        shutil.rmtree(beside)


def _environment(base: str, folder: Path, needs: str) -> tuple[list[str], list[str]]:
    """The commands that make one: by uv where it is at hand, which takes a second instead of a quarter of a minute."""
    python = str(folder / "bin" / "python")
    if uv := shutil.which("uv", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))):
        return [uv, "venv", "-q", "--python", base, str(folder)], [
            uv,
            "pip",
            "install",
            "-q",
            "--python",
            python,
            needs,
        ]
    return [base, "-m", "venv", str(folder)], [python, "-m", "pip", "install", "-q", needs]


def find_python(wanted: str) -> str | None:
    """A working Python of that version, on the path or where pyenv and uv keep theirs."""
    homes = (Path.home() / ".pyenv" / "versions", Path.home() / ".local" / "share" / "uv" / "python")
    interpreters = [path for home in homes if home.is_dir() for path in sorted(home.glob(f"*{wanted}.*/bin/python3"))]
    on_path = shutil.which(f"python{wanted}")
    for candidate in ([on_path] if on_path else []) + [str(path) for path in interpreters]:
        says = subprocess.run(
            [candidate, "-c", "import sys; print('3.%d' % sys.version_info.minor)"],
            capture_output=True,
            text=True,
            check=False,
        )
        if says.stdout.strip() == wanted:
            return candidate
    return None
