"""The clauses of a game's rules.md, and who names them: code and tests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from sandtable.kernel.language import ENGLISH, spoken

_CLAUSE = re.compile(r"^\s*(?:[-*]\s+)?(?:\*\*)?([A-Z]{2}-[A-Za-z]*\.?\d+(?:\.\d+)*[a-z]?)(?:\*\*)?\s+(.*)$")
_HEADING = re.compile(r"^#+\s+(.*)$")
_ID = re.compile(r"\b[A-Z]{2}-[A-Za-z]*\.?\d+(?:\.\d+)*[a-z]?\b")


class Clause(msgspec.Struct, frozen=True):
    """One clause in our words. `chapter` is the heading above it."""

    id: str
    text: str
    chapter: str


class Clauses(msgspec.Struct, frozen=True):
    """The clauses of one game, in the order of its rules.md."""

    prefix: str
    clauses: dict[str, Clause]

    @staticmethod
    def read(text: str) -> Clauses:
        """Read the Markdown: a clause begins with its id in bold, and goes on to the next clause or heading."""
        headed: dict[str, Clause] = {}
        chapter, current = "", ""
        lines: dict[str, list[str]] = {}
        for line in text.splitlines():
            if heading := _HEADING.match(line):
                chapter, current = heading[1].strip(), ""
            elif clause := _CLAUSE.match(line):
                current = clause[1]
                headed[current] = Clause(current, "", chapter)
                lines[current] = [clause[2]]
            elif current:
                lines[current].append(line.rstrip())
        whole = {id: Clause(id, "\n".join(lines[id]).strip(), c.chapter) for id, c in headed.items()}
        prefix = next(iter(whole)).split("-")[0] if whole else ""
        return Clauses(prefix, whole)

    def get(self, id: str) -> Clause | None:
        """The clause of that id, if there is one."""
        return self.clauses.get(id)

    def search(self, words: str) -> list[Clause]:
        """Clauses that hold all the words, whatever the case."""
        wanted = words.lower().split()
        return [c for c in self.clauses.values() if all(w in f"{c.id} {c.chapter} {c.text}".lower() for w in wanted)]


def clauses_of(package: str) -> Clauses:
    """The clauses of the game in a package, in the language that is spoken if there is such a file, `rules.de.md`."""
    return _clauses_in(package, spoken())


@cache
def _clauses_in(package: str, language: str) -> Clauses:
    """They are read once for each language; a clause without a translation is told in English."""
    english = Clauses.read(files(package).joinpath("rules.md").read_text(encoding="utf-8"))
    own = files(package).joinpath(f"rules.{language}.md")
    if language == ENGLISH or not own.is_file():
        return english
    translated = Clauses.read(own.read_text(encoding="utf-8")).clauses
    return Clauses(english.prefix, {id: translated.get(id, clause) for id, clause in english.clauses.items()})


class Coverage(msgspec.Struct, frozen=True):
    """Which clauses are named where."""

    clauses: int
    in_code: int
    in_tests: int
    missing_in_code: list[str]
    missing_in_tests: list[str]
    unknown_ids: list[str]


def named_in(files: Iterable[Path], prefix: str) -> set[str]:
    """The clause ids of that prefix that stand anywhere in the files."""
    return {id for text in _texts(files) for id in _ID.findall(text) if id.startswith(f"{prefix}-")}


def _texts(files: Iterable[Path]) -> Iterator[str]:
    for file in files:
        yield file.read_text(encoding="utf-8", errors="replace")


def coverage(clauses: Clauses, code: Iterable[Path], tests: Iterable[Path]) -> Coverage:
    """Compare the clauses with what code and tests name."""
    in_code, in_tests = named_in(code, clauses.prefix), named_in(tests, clauses.prefix)
    known = set(clauses.clauses)
    chapters = {id.rpartition(".")[0] for id in known}
    return Coverage(
        clauses=len(known),
        in_code=len(known & in_code),
        in_tests=len(known & in_tests),
        missing_in_code=[id for id in clauses.clauses if id not in in_code],
        missing_in_tests=[id for id in clauses.clauses if id not in in_tests],
        unknown_ids=sorted((in_code | in_tests) - known - chapters),
    )
