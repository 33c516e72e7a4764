"""The example of docs/build/add-a-game.md: a game in a package of its own, found by its entry point alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "causeway"


class Installed:
    """A copy of the example on the path, with the metadata that pip would write from its project file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "causeway"
        shutil.copytree(EXAMPLE, self.folder, ignore=shutil.ignore_patterns("__pycache__", "build"))
        project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
        info = self.folder / "sandtable_causeway-0.1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        )
        points = [f"{name} = {where}" for name, where in project["entry-points"]["sandtable.games"].items()]
        (info / "entry_points.txt").write_text("\n".join(["[sandtable.games]", *points, ""]))
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
            "PYTHONPATH": str(self.folder),
            "SANDTABLE_EFFORT": "0.1",
            "SANDTABLE_HOME": str(folder / "home"),
            "COLUMNS": "80",
        }

    def run(self, *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def sandtable(self, *arguments: str, typed: str = "") -> str:
        done = self.run("-c", "from sandtable.terminal.cli import main; main()", *arguments, typed=typed)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def test(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml", "tests", *arguments)


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


@pytest.mark.timeout(300)
def test_the_example_keeps_the_contract_in_its_own_project(installed: Installed) -> None:
    done = installed.test()
    assert done.returncode == 0, done.stdout[-3000:]
    assert "no tests ran" not in done.stdout


def test_the_kit_finds_a_fault_in_a_game_of_another_project(installed: Installed) -> None:
    knowledge = installed.folder / "causeway" / "knowledge.py"
    sound = knowledge.read_text()
    faulty = sound.replace("known = block.shown or block.side == seat", "known = True")
    assert faulty != sound
    knowledge.write_text(faulty)
    done = installed.test("-k", "nothing_hidden")
    assert done.returncode == 1
    assert "tells hidden things" in done.stdout


def test_the_kit_counts_the_clauses_of_a_game_of_another_project(installed: Installed) -> None:
    found = json.loads(installed.sandtable("rules", "coverage", "causeway", "--json"))["causeway"]
    assert found["clauses"] == found["in_code"] == found["in_tests"] > 15
    (installed.folder / "tests" / "test_causeway.py").unlink()
    found = json.loads(installed.sandtable("rules", "coverage", "causeway", "--json"))["causeway"]
    assert "CW-4.3" in found["missing_in_tests"]


def test_the_example_is_played_in_the_terminal(installed: Installed) -> None:
    said = installed.sandtable("play", "causeway", "--seat", "rearguard=greedy", "--seed", "3", typed="bot\n" * 300)
    assert "The game ends " in said
    assert "CW-4.1" in said


def test_the_example_is_simulated_and_its_sensible_player_beats_the_random_one(installed: Installed) -> None:
    told = json.loads(
        installed.sandtable(
            "simulate", "causeway", "--workers", "1", "--games", "20", "--bots", "greedy,random", "--swap", "--json"
        )
    )
    assert told["complete"]
    assert told["bots"]["greedy"]["wins"] > 3 * told["bots"]["random"]["wins"]


@pytest.mark.timeout(300)
def test_the_example_of_training_learns(installed: Installed) -> None:
    done = installed.run(str(ROOT / "examples" / "train_agent.py"), "--games", "480", "--test", "60")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["learned_from"] == 480
    assert told["before"]["wins"] < told["before"]["losses"] / 5, "as the column, random hardly ever wins"
    assert told["after"]["wins"] > told["after"]["losses"]


@pytest.mark.timeout(300)
def test_the_bot_of_the_tutorial_beats_the_sensible_player(installed: Installed) -> None:
    mine = str(ROOT / "examples" / "mybot.py") + ":Trying"
    told = json.loads(
        installed.sandtable(
            "simulate", "causeway", "--workers", "1", "--games", "3", "--bots", f"{mine},greedy", "--swap", "--json"
        )
    )
    assert told["bots"][mine]["wins"] > told["bots"][mine]["losses"]
