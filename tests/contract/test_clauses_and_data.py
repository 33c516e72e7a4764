"""E10 Every clause is named by code and by a test; and the components can be overlaid by a folder of the user's own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from sandtable.board.concordance import FILE as CONCORDANCE
from sandtable.board.concordance import concordance_of, unreached
from sandtable.kernel.clauses import coverage
from sandtable.kernel.game import AnyGame
from tests.contract.subjects import subjects
from tests.contract.unfinished import unfinished

ROOT = Path(__file__).resolve().parents[2]
REGISTERED = [name for name in subjects() if name != "pearls"]


@pytest.fixture(params=REGISTERED)
def registered_game(request: pytest.FixtureRequest) -> AnyGame:
    return subjects()[request.param]


def package_of(game: AnyGame) -> str:
    module = type(game).__module__
    return module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]


def test_clause_ids_follow_one_pattern(game: AnyGame) -> None:
    clauses = game.clauses
    assert clauses.clauses, "rules.md has no clauses"
    assert all(id.startswith(f"{clauses.prefix}-") for id in clauses.clauses)
    assert all(clause.text for clause in clauses.clauses.values())


def test_every_clause_is_named_by_code_and_by_a_test(registered_game: AnyGame, request: pytest.FixtureRequest) -> None:
    unfinished(registered_game, "clauses", request)
    folder = Path(str(files(package_of(registered_game))))
    code = [path for path in folder.rglob("*") if path.suffix in (".py", ".toml", ".csv") and path.name != CONCORDANCE]
    tests = list((ROOT / "tests" / "games" / registered_game.id).rglob("*.py"))
    report = coverage(registered_game.clauses, code, tests)
    assert report.missing_in_code == [], "no code names these clauses"
    assert report.missing_in_tests == [], "no test names these clauses"
    assert report.unknown_ids == [], "code or tests name these, and they are no clauses"


def test_every_clause_is_printed_somewhere_or_ours_with_a_reason(
    registered_game: AnyGame, request: pytest.FixtureRequest
) -> None:
    unfinished(registered_game, "concordance", request)
    concordance = concordance_of(registered_game)
    assert concordance.sections, "no section of the printed rulebook is named"
    assert unreached(concordance, registered_game.clauses) == []


_READER = """
import json, sys
overlay, ours, where = sys.argv[1:]
opened = set()
def watch(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        opened.add(arguments[0])
sys.addaudithook(watch)
from tests.contract.checks.chance import object_at
from sandtable.board.concordance import concordance_of
from sandtable.board.lesson import lesson_of
from sandtable.kernel.dice import Dice, seed_from
game = object_at(where)
options = game.settle({})
game.new(options, Dice(seed_from("data"))), game.board(options), game.about, concordance_of(game), lesson_of(game)
print(json.dumps({
    "version": game.data_version(),
    "own": sorted(path[len(overlay) + 1:] for path in opened if path.startswith(overlay + "/")),
    "ours": sorted(path[len(ours) + 1:] for path in opened if path.startswith(ours + "/")),
}))
"""


def _read(overlay: Path, ours: Path, where: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "SANDTABLE_DATA": str(overlay)}
    command = [sys.executable, "-c", _READER, str(overlay), str(ours), where]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_every_data_file_can_be_overlaid(registered_game: AnyGame, tmp_path: Path) -> None:
    package = package_of(registered_game)
    ours = Path(str(files(package))) / "data"
    names = sorted(str(path.relative_to(ours)) for path in ours.rglob("*") if path.suffix in (".toml", ".csv"))
    assert names
    where = f"{package}:GAME"
    plain = json.loads(_read(tmp_path / "nothing", ours, where).stdout)
    own = tmp_path / "own" / registered_game.id
    for name in names:
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text((ours / name).read_text(encoding="utf-8") + "\n# entered by an owner of the game\n")
    done = _read(tmp_path / "own", ours, where)
    assert done.returncode == 0, done.stderr[-2000:]
    overlaid = json.loads(done.stdout)
    read = [name for name in plain["ours"] if name in names]
    assert read, "no data file is read"
    assert [
        f"{registered_game.id}/{name}" for name in read if f"{registered_game.id}/{name}" not in overlaid["own"]
    ] == []
    assert [name for name in overlaid["ours"] if name in names] == [], "these are read although the user has his own"
    assert overlaid["version"] != plain["version"], "the fingerprint of the data does not see the user's own files"
    assert [name for name in names if name not in read] == [], "these data files are read by nobody"


def test_a_broken_data_file_gets_a_sentence(registered_game: AnyGame, tmp_path: Path) -> None:
    package = package_of(registered_game)
    ours = Path(str(files(package))) / "data"
    victim = next(path for path in sorted(ours.rglob("*.toml")) if path.name != "words.toml")
    own = tmp_path / registered_game.id / victim.relative_to(ours)
    own.parent.mkdir(parents=True)
    own.write_text("this is = = no TOML\n")
    done = _read(tmp_path, ours, f"{package}:GAME")
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert "DataError" in last, last
    assert victim.name in last, last
