"""Bots of one's own: from a file, and from a package that is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable
from sandtable.bots import own
from sandtable.bots.player import bot_names, find_bot, load_bot
from sandtable.kernel.errors import SandtableError, UnknownName
from sandtable.server.founding import player_named
from tests.program import Run

CHANCE = """
def anything(asked, dice):
    return asked.options[dice.below(len(asked.options))]

class Dreamer:
    def __call__(self, asked, dice):
        imagined = asked.imagine(dice.copy())
        return asked.options[0] if imagined.sight(asked.seat) == asked.view else asked.options[-1]

number = 7

class Broken:
    def __init__(self):
        raise ValueError("no brain")
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(CHANCE)
    return path


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with two entry points is on the path."""
    info = tmp_path / "path" / "their_bots-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-bots\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[sandtable.bots]\ntheirs = their_bots:Theirs\nlost = nowhere:Bot\n")
    (tmp_path / "path" / "their_bots.py").write_text(
        "class Theirs:\n    def __call__(self, asked, dice):\n        return asked.options[-1]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path / "path"))
    own.installed_bot.cache_clear()
    yield
    sys.modules.pop("their_bots", None)
    own.installed_bot.cache_clear()


def simulated(sandtable: Run, bots: str) -> dict[str, object]:
    command = ("simulate", "warbirds", "--games", 4, "--workers", 1, "--seed", "own", "--bots", bots, "--json")
    return sandtable(*command).told()


def test_a_bot_from_a_file_plays_in_a_study_as_one_of_ours_would(file: Path, sandtable: Run) -> None:
    ours = simulated(sandtable, "random")
    theirs = simulated(sandtable, f"{file}:anything")
    assert theirs["results"] == ours["results"]
    assert theirs["decisions"] == ours["decisions"]


def test_a_bot_from_a_file_may_imagine_positions(file: Path, sandtable: Run) -> None:
    assert simulated(sandtable, f"{file}:Dreamer")["complete"]


def test_a_bot_of_a_package_is_found_by_its_name(packaged: None) -> None:
    assert "theirs" in bot_names()
    begun = sandtable.new("warbirds", seed=1)
    assert begun.ask("theirs") == begun.options()[-1]
    assert player_named("theirs") == "theirs"
    with pytest.raises(UnknownName, match="'lost' can't be loaded: ModuleNotFoundError"):
        find_bot("lost")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "does not say which bot"),
        (":nobody", "has no 'nobody'"),
        (":number", "is not a bot"),
        (":Broken", "can't be created: ValueError: no brain"),
    ],
)
def test_what_is_no_bot_gets_a_sentence(file: Path, name: str, says: str) -> None:
    with pytest.raises(SandtableError, match=says):
        load_bot(f"{file}{name}")


def test_a_file_that_is_not_there_or_fails_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="There is no file"):
        load_bot(f"{tmp_path}/none.py:Bot")
    (tmp_path / "bad.py").write_text("1 / 0")
    with pytest.raises(SandtableError, match="can't be loaded: ZeroDivisionError"):
        load_bot(f"{tmp_path}/bad.py:Bot")


def test_the_server_runs_no_file_that_a_visitor_names(file: Path) -> None:
    with pytest.raises(SandtableError):
        player_named(f"{file}:anything")
    with pytest.raises(UnknownName):
        find_bot(f"{file}:anything")


def test_a_bot_for_one_game_is_seated_there_and_nowhere_else(packaged: None, tmp_path: Path) -> None:
    points = tmp_path / "path" / "their_bots-1.dist-info" / "entry_points.txt"
    points.write_text("[sandtable.bots]\nwarbirds.pilot = their_bots:Theirs\n")
    own.installed_bot.cache_clear()
    assert "pilot" in bot_names("warbirds")
    assert "pilot" not in (*bot_names(), *bot_names("airlift"))
    begun = sandtable.new("warbirds", seed=1)
    assert begun.ask("pilot") == begun.options()[-1]
    with pytest.raises(UnknownName, match="'pilot' does not play Berlin Airlift"):
        sandtable.new("airlift", seed=1).ask("pilot")


WRONG = """
def fails(asked, dice):
    return 1 / len(asked.options[:0])

def cheats(asked, dice):
    return ("fly", "home")

def forgets(asked, dice):
    pass
"""


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("fails", "seat-1 failed in wrong.py, line 3: ZeroDivisionError: division by zero"),
        ("cheats", "seat-1 chose ('fly', 'home'), which is not one of its options (WB-6.5)"),
        ("forgets", "seat-1 chose None, which is not one of its options (WB-6.5)"),
    ],
)
def test_a_bot_that_goes_wrong_is_named_with_its_line(tmp_path: Path, sandtable: Run, bot: str, says: str) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(WRONG)
    study = sandtable("simulate", "warbirds", "--games", 1, "--workers", 1, "--bots", f"{file}:{bot}")
    assert study.code == 2
    assert says in study.err
    match = sandtable("play", "warbirds", "--seat", f"seat-1={file}:{bot}", "--save", tmp_path / "a.sandtable")
    assert match.code == 2
    assert says in match.err
    assert "bug" not in match.err
