"""The concordance: from a printed rulebook's own section numbers and headings to our clauses, and back.

`data/concordance.toml` of a game has `[sections]` (section = clause ids), `[titles]` (what a numbered section is
called) and `[[ours]]` (clauses that no printed section holds, with the reason). Owners of the printed game think in its
numbers. `nested = "digits"` says that 8.6 holds 8.61; without it only a dot or a blank leads further down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

import msgspec

from sandtable.board.data import data_of
from sandtable.kernel.clauses import Clause, Clauses
from sandtable.kernel.errors import DataError
from sandtable.kernel.game import AnyGame
from sandtable.kernel.prepared import prepared

FILE = "concordance.toml"


class Section(msgspec.Struct, frozen=True):
    """One section of the printed rulebook. `name` is its number, or its heading where it has none."""

    name: str
    title: str
    clauses: tuple[str, ...]


class Ours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses that no printed section holds, and why we have them."""

    reason: str
    clauses: tuple[str, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sections: dict[str, tuple[str, ...]]
    titles: dict[str, str] = {}
    ours: tuple[Ours, ...] = ()
    nested: Literal["dots", "digits"] = "dots"


class Concordance(msgspec.Struct, frozen=True):
    """The sections of one rulebook in its order, and for each clause the sections in which it is printed."""

    sections: tuple[Section, ...] = ()
    ours: tuple[Ours, ...] = ()
    printed: dict[str, list[str]] = {}
    nested: Literal["dots", "digits"] = "dots"

    @staticmethod
    def read(table: Mapping[str, Any], clauses: Clauses, where: str = FILE) -> Concordance:
        """Check the file against the clauses; the first fault found is raised as a sentence."""
        try:
            file = msgspec.convert(table, prepared(_File))
        except msgspec.ValidationError as fault:
            raise DataError(f"{where} is no concordance: {fault}") from None
        for sentence in _faults(file, clauses):
            raise DataError(f"{where}: {sentence}")
        printed: dict[str, list[str]] = {}
        for name, ids in file.sections.items():
            for id in ids:
                printed.setdefault(id, []).append(name)
        sections = tuple(Section(name, file.titles.get(name, ""), ids) for name, ids in file.sections.items())
        return Concordance(sections, file.ours, printed, file.nested)

    def find(self, wanted: str) -> list[Section]:
        """The section of that number or heading with those below it; if there is none, those that hold the words.

        A number is found only whole: 6.2 is not in 16.2.
        """
        name = wanted.casefold().strip()
        words = name.split()
        below = [section for section in self.sections if self._leads(name, section.name.casefold())]
        return below or [
            s for s in self.sections if words and all(_holds(f"{s.name} {s.title}".casefold(), w) for w in words)
        ]

    def _leads(self, name: str, to: str) -> bool:
        if not name or not to.startswith(name):
            return False
        rest = to.removeprefix(name)
        return rest == "" or rest[0] in ". " or (self.nested == "digits" and "." in name and rest[0].isalnum())


def _holds(text: str, word: str) -> bool:
    """Whether a text has a word, or part of one; a number not as part of another."""
    before = r"(?<![\d.])" if word[0].isdigit() else ""
    return re.search(before + re.escape(word), text) is not None


def _faults(file: _File, clauses: Clauses) -> Iterator[str]:
    """What is wrong with a file, in sentences."""
    named = {**file.sections, **{f"ours ({one.reason})": one.clauses for one in file.ours}}
    for place, ids in named.items():
        for id in ids:
            if clauses.get(id) is None:
                yield f"{place} names {id}, and there is no such clause."
        if not ids or len(set(ids)) < len(ids):
            yield f"{place} names a clause twice, or none."
    for name in file.titles:
        if name not in file.sections:
            yield f"{name} has a title and is no section."
    in_sections = {id for ids in file.sections.values() for id in ids}
    ours = [id for one in file.ours for id in one.clauses]
    for id in ours:
        if id in in_sections or ours.count(id) > 1:
            yield f"{id} is ours, and is named elsewhere too."
    if not all(one.reason for one in file.ours):
        yield "clauses of ours have no reason."


def unreached(concordance: Concordance, clauses: Clauses) -> list[str]:
    """The clauses that no printed section holds and that are not listed as ours."""
    ours = {id for one in concordance.ours for id in one.clauses}
    return [id for id in clauses.clauses if id not in concordance.printed and id not in ours]


class PrintedClause(Clause, frozen=True):
    """A clause with the sections of the printed rulebook in which it stands."""

    printed: list[str]


def printed_clauses(game: AnyGame) -> list[PrintedClause]:
    """All clauses of a game, each with its printed sections."""
    printed = concordance_of(game).printed
    return [PrintedClause(c.id, c.text, c.chapter, printed.get(c.id, [])) for c in game.clauses.clauses.values()]


@cache
def concordance_of(game: AnyGame) -> Concordance:
    """The concordance in the game's data folder; an empty one if it has none."""
    folder = data_of(game)
    return Concordance.read(folder.toml(FILE), game.clauses, f"{game.id}/{FILE}") if folder.has(FILE) else Concordance()
