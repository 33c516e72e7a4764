"""The glossary of the style page holds: what a game says uses its terms, and not the words beside them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from sandtable.kernel.game import AnyGame, find_game
from sandtable.testing.wording import game_texts

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("warbirds", "airlift", "luftwaffe", "ontoberlin", "vengeance")
_NOTE = re.compile(r"\s*\([^)]*\)")


@cache
def glossaries() -> dict[str, list[str]]:
    """The words that are not used, by the heading of their table: "All games", "Luftwaffe" ..."""
    page = (ROOT / "docs/build/style.md").read_text(encoding="utf-8").partition("## Terms")[2]
    tables: dict[str, list[str]] = {}
    heading = ""
    for line in page.splitlines():
        if line.startswith("**"):
            heading = line.strip("*")
            tables[heading] = []
        elif line.startswith("|") and heading:
            tables[heading] += _ruled_out(line.strip("|").split("|")[-1])
    return tables


def _ruled_out(cell: str) -> list[str]:
    """A word with a note ("except of cards") is for people to judge."""
    words = [word.strip() for word in re.sub(r",\s*(?![^(]*\))", "\n", cell).split("\n")]
    return [word for word in words if word and not _NOTE.search(word) and word != "not" and set(word) != {"-"}]


def said(game: AnyGame) -> Iterator[tuple[str, str]]:
    yield from game_texts(game)
    yield "page about the game", game.about
    guide = (ROOT / f"docs/play/{game.id}.md").read_text(encoding="utf-8")
    yield from ((f"guide, line {number}", line) for number, line in enumerate(guide.splitlines(), 1))


@pytest.mark.parametrize("id", GAMES)
def test_a_game_uses_the_terms_of_its_glossary(id: str) -> None:
    game = find_game(id)
    words = [*glossaries()["All games"], *glossaries()[game.title]]
    wrong = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})s?\b")
    assert [f"{where}: {found[0]!r} in {text!r}" for where, text in said(game) if (found := wrong.search(text))] == []


def test_every_game_has_a_glossary() -> None:
    tables = glossaries()
    assert set(tables) == {"All games", *(find_game(id).title for id in GAMES)}
    assert all(len(words) > 3 for words in tables.values())
    assert "square" in tables["Luftwaffe"]
    assert "pile" not in tables["All games"], "a word with a note is judged by people"


@cache
def spelled() -> dict[str, str]:
    """Every word of a name, of a label of a map and of a street or river, with the game that says it."""
    words: dict[str, str] = {}
    for id in GAMES:
        game = find_game(id)
        board = game.board(game.settle({"scenario": "campaign"} if id == "vengeance" else {}))
        names = (
            *game.words.names.values(),
            *(label.text for label in board.labels),
            *(link.label for link in board.links),
        )
        words |= dict.fromkeys(re.findall(r"[^\W\d_]{4,}", " ".join(names)), id)
    return words


def in_ascii(word: str) -> set[str]:
    """A name as it is written without its accents: Köln as Koln and Koeln."""
    long = word
    for letter, pair in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue")):
        long = long.replace(letter, pair)
    short = "".join(letter for letter in unicodedata.normalize("NFKD", word) if not unicodedata.combining(letter))
    return {long, short} - {word}


def test_a_place_has_its_accents_in_every_game() -> None:
    words = spelled()
    assert {"Neukölln", "Lübeck", "Königsplatz"} <= set(words)
    wrong = {word: in_ascii(word) & set(words) for word in words if not word.isascii()}
    assert {word: ascii for word, ascii in wrong.items() if ascii} == {}


def test_a_place_without_its_accents_is_found() -> None:
    assert in_ascii("Lübeck") == {"Luebeck", "Lubeck"}
    assert in_ascii("Győr") == {"Gyor"}
