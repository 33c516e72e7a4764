"""The help of every command, the guides and the changelog read like texts, as far as a machine can tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from sandtable.kernel.game import find_game
from sandtable.terminal.cli import app
from sandtable.terminal.commands import HELP
from sandtable.testing.texts import text_faults, unused_words

ROOT = Path(__file__).resolve().parents[2]
GUIDES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(path for path in ROOT.glob("docs/**/*.md") if path.name != "style.md"),
]
"""Everything that is written for people; the style page itself lists what is not used."""
LESSONS_AND_ABOUT = sorted((ROOT / "src/sandtable/games").glob("*/data/[al][be][os]*.[mt]*"))
CLAUSES = sorted((ROOT / "src/sandtable/games").glob("*/rules.md"))
_FILE = re.compile(r"\w+\.(?:toml|csv|txt|py)\b")
_CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|<[^>]*>", re.DOTALL)
"""What is not prose: code, addresses, and names of keys."""


def helps(command: Any, name: str) -> Iterator[tuple[str, str]]:
    """What `--help` says of a command, of its parameters and of the commands below it."""
    if command.help:
        yield name, command.help
    for parameter in command.params:
        told = getattr(parameter, "help", None)
        if told:
            yield f"{name} {parameter.name}", told
    for below, other in getattr(command, "commands", {}).items():
        yield from helps(other, f"{name} {below}")


HELPS = list(helps(get_command(app), "sandtable"))


def test_every_command_is_read() -> None:
    names = {name.split()[1] for name, _ in HELPS if " " in name}
    assert {"serve", "play", "games", "simulate", "ladder", "rules", "replay", "verify", "mail", "db"} <= names


@pytest.mark.parametrize(("name", "text"), HELPS, ids=[name for name, _ in HELPS])
def test_the_help_of_a_command_reads_like_a_text(name: str, text: str) -> None:
    prose = " ".join(_CODE.sub("X", text).split())
    assert list(text_faults(find_game("warbirds"), prose)) == []
    assert list(unused_words(prose)) == []
    assert prose.endswith((".", "?")), "help is a sentence or ends like one"


def test_the_help_at_the_table_reads_like_a_text() -> None:
    for typed, does in HELP:
        assert list(unused_words(does)) == []
        assert "_" not in typed + does


@pytest.mark.parametrize("path", [*GUIDES, *LESSONS_AND_ABOUT, *CLAUSES], ids=lambda path: "-".join(path.parts[-3:]))
def test_a_guide_uses_no_word_that_we_do_not_use(path: Path) -> None:
    prose = _CODE.sub("X", path.read_text(encoding="utf-8"))
    assert [
        f"{number}: {word}" for number, line in enumerate(prose.splitlines(), 1) for word in unused_words(line)
    ] == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "src/sandtable/games").glob("*/rules*.md")), ids=lambda path: "-".join(path.parts[-2:])
)
def test_a_clause_names_cards_and_tables_and_no_files(path: Path) -> None:
    """People read it at the table. How Red Vengeance keeps its map and its scenarios is a chapter of its own."""
    clauses = re.findall(r"^ *- (\*\*[A-Z]{2}-.*(?:\n +(?!- ).*)*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(clauses) > 100
    told = [clause for clause in clauses if not clause.startswith(("**RV-MAP", "**RV-SCN"))]
    assert [clause for clause in told if _FILE.search(clause)] == []


@pytest.mark.parametrize(
    "text",
    [
        "The pile is made anew.",
        "Whoever moves is under fire.",
        "A player who comes back sees it.",
        "The map lies there.",
        "The tour stands at 3 points.",
        "The match goes on.",
        "It breaks of its own will.",
        "A bot of one's own.",
    ],
)
def test_words_that_we_do_not_use_are_found(text: str) -> None:
    assert list(unused_words(text)) != []


def test_good_words_pass() -> None:
    good = "The match continues. Place it again. A returning player sees the match as it was. The bridge is held by it."
    assert list(unused_words(good)) == []
