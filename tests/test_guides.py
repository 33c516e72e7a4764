"""The guides of the games: each has a page with strategy, and names only clauses and commands that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from sandtable.kernel.game import AnyGame, games
from sandtable.terminal.cli import app

ROOT = Path(__file__).resolve().parents[1]
GUIDES = ROOT / "docs/play"
_ID = re.compile(r"\b[A-Z]{2}-[A-Za-z]*\.?\d+(?:\.\d+)*[a-z]?\b")
_COMMAND = re.compile(r"(?:^|`|bin/)sandtable (?:--\w+ \w+ )?(\w+)", re.MULTILINE)
ALL = {*get_command(app).commands, "mail"}  # type: ignore[attr-defined]  # a group of commands


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_guide_has_strategy_and_every_clause_that_it_names_is_there(game: AnyGame) -> None:
    text = (GUIDES / f"{game.id}.md").read_text(encoding="utf-8")
    strategy = text.partition("\n## Strategy\n")[2]
    assert strategy.count("\n- **") >= 8
    named = set(_ID.findall(text))
    assert len(named & set(game.clauses.clauses)) >= 8, "a hint names the rule that it comes from"
    assert sorted(id for id in named if id.startswith(f"{game.clauses.prefix}-") and not game.clauses.get(id)) == []


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/**/*.md")), ids=lambda path: "-".join(path.parts[-2:]))
def test_a_document_names_only_commands_that_there_are(path: Path) -> None:
    assert {name for name in _COMMAND.findall(path.read_text(encoding="utf-8")) if name not in ALL} == set()


def test_every_command_is_in_the_documents() -> None:
    told = "\n".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")])
    assert sorted(name for name in ALL if name not in _COMMAND.findall(told)) == []
