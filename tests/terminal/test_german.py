"""Warbirds at the terminal in German: the table, the commands and what they answer, the lesson, rules and replays."""

from __future__ import annotations

import re
from contextvars import copy_context
from pathlib import Path

import pytest

from tests.german import english_in, english_pieces
from tests.program import Ran, Run

EVERY_COMMAND = """\
help
bot
auto
?
? 8.4
rules Treibstoff
rules xyzzy
odds
odds frob
why fuel save
why frob
look tail
look nowhere
table
map
log 9
undo
redo
rewind 999
los a b
follow
frob
999
back
together
auto soon
analyse
analyse 9999
1
save
undo
quit
auto 25
auto end
"""


@pytest.fixture
def german(sandtable: Run) -> Run:
    """The program with `--language de`; what it speaks afterwards is forgotten."""

    def run(*words: object, typed: str = "") -> Ran:
        return copy_context().run(sandtable, "--language", "de", *words, typed=typed)

    return run


def test_the_pieces_are_english_and_enough() -> None:
    assert len(english_pieces()) > 1000
    assert english_in("Es ist nicht dein Zug. You can't undo that: a die was rolled, something was revealed, or") != []
    assert english_in("Du kannst das nicht zurücknehmen.") == []


def test_a_whole_tour_with_every_command(german: Run) -> None:
    ran = german("play", "warbirds", "--seed", 4, typed=EVERY_COMMAND)
    assert ran.code == 0, ran.err
    assert "Das Spiel ist zu Ende." in ran.out
    shown = "\n".join(line for line in ran.out.splitlines() if not line.startswith("> "))
    assert english_in(shown) == []
    found = re.search(r".*\b(the|and|you|your|is|of|to|not|with|for|this|that)\b.*", _without_rulebook(shown))
    assert found is None, found[0]


def _without_rulebook(shown: str) -> str:
    """Without the names of the printed rulebook's sections, which are English in every language, and without paths."""
    return re.sub(r"\[[A-Z][A-Za-z, ]*[\]…]|/\S+", "", shown)


def test_the_lesson_the_rules_the_box_and_a_replay(german: Run, tmp_path: Path) -> None:
    save = tmp_path / "lesson.sandtable"
    lesson = german("play", "warbirds", "--lesson", "--save", save, typed="follow\n" * 20 + "quit\n")
    assert "Lehrer" in lesson.out
    told = [
        lesson.out,
        german("replay", save).out,
        german("verify", save).out,
        german("games", "warbirds").out,
        german("rules", "warbirds").out,
        german("rules", "warbirds", "WB-17.9").out,
        german("rules", "warbirds", "nirgends zu finden").err,
        german("play", "warbirds", "--option", "players=9").err,
        german("play", "warbirds", "--seat", "seat-1=nobody").err,
        german("play", "warbirds", "--seat", "north=human").err,
        german("play", "warbird").err,
        german("play", "--resume", tmp_path / "nothing.sandtable").err,
    ]
    for text in told:
        assert text
        assert english_in(text) == []


def test_a_language_that_we_do_not_speak_is_refused(sandtable: Run) -> None:
    ran = sandtable("--language", "fr", "games")
    assert (ran.code, ran.err) == (2, "Sandtable does not speak 'fr'; choose en or de.\n")
