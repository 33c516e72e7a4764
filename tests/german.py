"""What no reader of the German Warbirds may see: the English of every catalogue that has a German beside it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from sandtable.games.warbirds import GAME
from sandtable.games.warbirds.names import WORDS
from sandtable.kernel.sentences import translations
from sandtable.kernel.templates import compiled

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "src/sandtable/games/warbirds/data"
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"|`([^`]*)`')
_TWO_WORDS = re.compile(r"[A-Za-z']{2,}[ -][A-Za-z']{2,}")
_SENTENCE = re.compile(r"(?<=[.!?:;]) |\*\*")
_HOLE = re.compile(r"\$\{[^}]*\}|`[^`]*`|\s+")


def _pieces(template: str) -> Iterator[str]:
    """The parts of a text between its gaps, as far as they are words enough to tell the language."""
    for part in compiled(template):
        for text in [part] if isinstance(part, str) else part.forms:
            for piece in _HOLE.split(text) if "`" in text or "${" in text else [text]:
                told = " ".join(piece.split())
                if _TWO_WORDS.search(told):
                    yield told


def _catalogue(texts: Iterable[str]) -> set[str]:
    pieces = {piece for text in texts for piece in _pieces(text)}
    return {one.strip("* ") for piece in pieces for one in _SENTENCE.split(piece) if _TWO_WORDS.search(one)}


def _client(language: str) -> set[str]:
    source = (ROOT / f"web/src/texts/{language}.ts").read_text(encoding="utf-8")
    found = (json.loads(f'"{quoted}"') if quoted else template for quoted, template in _TEXT.findall(source))
    return {" ".join(piece.split()) for text in found for piece in re.split(r"\$\{[^}]*\}", text)}


def _lesson(name: str) -> Iterator[str]:
    lesson = tomllib.loads((DATA / name).read_text(encoding="utf-8"))
    yield from (lesson["title"], lesson["summary"], lesson["end"], *lesson["answers"].values())
    for step in lesson["steps"]:
        yield from (step["title"], step["text"])


def _words(code: str) -> Iterator[str]:
    words = WORDS[code]
    for section in (words.events, words.prompts, words.verbs, words.texts, words.terms):
        yield from section.values()


def _about(name: str) -> Iterator[str]:
    yield from (line.strip("#-* ") for line in (DATA / name).read_text(encoding="utf-8").splitlines())


@cache
def english_pieces() -> tuple[str, ...]:
    """The English pieces, without those that are German too: names, commands, medals."""
    german = {*translations("de").values(), *_words("de"), *_lesson("lesson.de.toml"), *_about("about.de.md")}
    told_in_german = " ".join(" | ".join((*german, *_client("de"))).split())
    clauses = (clause.text.partition("] ")[2] for clause in GAME.clauses.clauses.values())
    english = _catalogue([*translations("de"), *_words("en"), *WORDS["de"].terms, *_about("about.md"), *clauses])
    english |= _catalogue(_lesson("lesson.toml"))
    english |= {piece for piece in _client("en") if _TWO_WORDS.search(piece)}
    return tuple(sorted(piece for piece in english if piece not in told_in_german and len(piece) > 7))


def english_in(text: str) -> list[str]:
    """The English pieces that stand in a text."""
    told = " ".join(text.split())
    # To compile a pattern for each of a thousand pieces takes a thousand times longer than to see that it is not there.
    found = [piece for piece in english_pieces() if piece in told]
    return [piece for piece in found if re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", told)]
