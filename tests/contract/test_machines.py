"""E3 The same seed and choices give the same bytes under every hash seed, with -O, and on every Python there is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

from sandtable.kernel.game import AnyGame
from tests.contract.checks.chance import check_no_chance, compare_fingerprints
from tests.contract.subjects import cases, effort, settings, subjects

pytestmark = pytest.mark.timeout(600)
ROOT = Path(__file__).resolve().parents[2]
PYTHONS = tuple(name for name in ("3.11", "3.12", "3.13", "3.14") if name != f"3.{sys.version_info.minor}")
TOY = "tests.toys.pearls:GAME"


def where_of(name: str) -> str:
    """The entry point of a game as `module:object`, which a Python without this package's metadata can load."""
    points = {point.name: point.value for point in entry_points(group="sandtable.games")}
    return points.get(name, TOY)


def run(
    python: str, where: str, games: int, most: int, hash_seed: str = "0", flags: tuple[str, ...] = ()
) -> dict[str, str]:
    """Play in a process of its own."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))},
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
        "PYTHONHASHSEED": hash_seed,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [python, *flags, "-m", "tests.contract.fingerprint", str(games), str(most), where]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, f"{' '.join(command)} failed:\n{done.stderr[-2000:]}"
    prints: dict[str, dict[str, str]] = json.loads(done.stdout)
    return prints[where]


def amount(game: AnyGame) -> tuple[int, int]:
    """How many games and decisions of each: every setting, to the end in the long run, their beginnings in the gate."""
    rows = len(settings(game))
    return (rows * 3, 5_000) if effort() > 1 else (max(rows, 4), max(50, 600 // rows))


@cache
def here(name: str) -> dict[str, str]:
    """What this Python plays with the hash seed 0."""
    return run(sys.executable, where_of(name), *amount(subjects()[name]))


@pytest.mark.parametrize(
    ("hash_seed", "flags"), [("1", ()), ("random", ("-O",))], ids=["hash seed 1", "random hash seed and -O"]
)
def test_hash_order_and_asserts_change_nothing(game: AnyGame, hash_seed: str, flags: tuple[str, ...]) -> None:
    got = run(sys.executable, where_of(game.id), *amount(game), hash_seed, flags)
    compare_fingerprints(here(game.id), got, f"PYTHONHASHSEED={hash_seed} {' '.join(flags)}".strip())


@pytest.mark.parametrize("wanted", PYTHONS)
def test_every_python_plays_the_same(wanted: str, tmp_path: Path) -> None:
    python = python_with_msgspec(wanted, tmp_path)
    for name, game in subjects().items():
        compare_fingerprints(here(name), run(python, where_of(name), *amount(game)), f"Python {wanted}")


def python_with_msgspec(wanted: str, folder: Path) -> str:
    """An environment of that Python with msgspec only; a skip that says why if there is none."""
    kept = ROOT / "build" / "pythons" / wanted
    python = kept / "bin" / "python"
    if python.exists():
        return str(python)
    base = find_python(wanted)
    if base is None:
        pytest.skip(f"there is no Python {wanted} on this machine")
    draft = folder / "env"
    try:
        subprocess.run([base, "-m", "venv", draft], check=True, capture_output=True, timeout=60)
        install = [str(draft / "bin" / "python"), "-m", "pip", "install", "-q", f"msgspec=={version('msgspec')}"]
        subprocess.run(install, check=True, capture_output=True, timeout=90)
    except (subprocess.SubprocessError, OSError) as fault:
        pytest.skip(f"an environment of Python {wanted} with msgspec could not be made: {fault}")
    kept.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(draft, kept, symlinks=True, dirs_exist_ok=True)
    return str(python)


def find_python(wanted: str) -> str | None:
    """A working Python of that version, on the path or where pyenv and uv keep theirs."""
    homes = (Path.home() / ".pyenv" / "versions", Path.home() / ".local" / "share" / "uv" / "python")
    found = [path for home in homes if home.is_dir() for path in sorted(home.glob(f"*{wanted}.*/bin/python3"))]
    on_path = shutil.which(f"python{wanted}")
    for candidate in ([on_path] if on_path else []) + [str(path) for path in found]:
        says = subprocess.run(
            [candidate, "-c", "import sys; print('3.%d' % sys.version_info.minor)"],
            capture_output=True,
            text=True,
            check=False,
        )
        if says.stdout.strip() == wanted:
            return candidate
    return None


def test_rules_ask_the_machine_neither_for_chance_nor_for_the_time(game: AnyGame) -> None:
    """D3."""
    for case in cases(game, "no chance", 2, least=2, most=10):
        check_no_chance(case)
