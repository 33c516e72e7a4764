"""A game's data folder: components as TOML and CSV, file by file overlaid by a folder of the user's own.

`sandtable --data DIR` sets SANDTABLE_DATA; a file DIR/<game>/<name> then replaces ours, so that an owner of the printed
game can enter the printed values. The fingerprint of all that was read goes into saves.
"""

from __future__ import annotations

import csv
import io
import os
import re
import sys
import tomllib
from collections.abc import Callable
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sandtable.kernel.errors import DataError
from sandtable.kernel.game import AnyGame
from sandtable.kernel.language import ENGLISH
from sandtable.kernel.prepared import prepared
from sandtable.kernel.words import Words

ONLY_SHOWN = (
    "words.toml",
    "table.toml",
    "about.md",
    "lesson.toml",
    "concordance.toml",
    "box.toml",
    "campaign/steps.toml",
)
"""Files that say how a game looks and reads: a save does not depend on them, nor on `words.de.toml` and its like."""
_TRANSLATED = re.compile(r"(words|lesson|about)\.([a-z]{2})\.(?:toml|md)")

R = TypeVar("R", bound=msgspec.Struct)


class DataFolder:
    """The files of one game."""

    def __init__(self, package: str, game: str) -> None:
        self._ours = files(package).joinpath("data")
        self._game = game
        overlay = os.environ.get("SANDTABLE_DATA", "")
        self._overlay = Path(overlay) / game if overlay else None
        self._digests: dict[str, bytes] = {}

    def read(self, name: str) -> str:
        """The text of a file, the user's own if there is one."""
        own = self._overlay.joinpath(name) if self._overlay is not None else None
        if own is not None and own.is_file():
            text = own.read_text(encoding="utf-8")
        else:
            text = self._ours.joinpath(name).read_text(encoding="utf-8")
        self._digests[name] = blake2b(text.encode(), digest_size=8).digest()
        return text

    def has(self, name: str) -> bool:
        """Whether there is such a file, ours or the user's own."""
        try:
            own = self._overlay is not None and self._overlay.joinpath(name).is_file()
            return own or self._ours.joinpath(name).is_file()
        except OSError:  # a name that no file can have
            return False

    def toml(self, name: str) -> dict[str, Any]:
        """A TOML file."""
        try:
            return tomllib.loads(self.read(name))
        except tomllib.TOMLDecodeError as fault:
            raise DataError(f"{self._game}/{name} is not valid TOML: {fault}") from None

    def csv(self, name: str) -> list[dict[str, str]]:
        """A CSV file with a heading; lines that begin with # are remarks."""
        lines = [line for line in self.read(name).splitlines() if line.strip() and not line.startswith("#")]
        return list(csv.DictReader(io.StringIO("\n".join(lines))))

    def record(self, kind: type[R], name: str, row: object, strict: bool = True) -> R:
        """One entry of a file as a record; an entry that does not fit is named with its file."""
        try:
            return msgspec.convert(row, prepared(kind), strict=strict)
        except msgspec.ValidationError as fault:
            which = f"{row['id']}: " if isinstance(row, dict) and "id" in row else ""
            raise DataError(f"{self._game}/{name}: {which}{fault}") from None

    def records(self, kind: type[R], name: str, table: str = "", by: str = "id") -> dict[str, R]:
        """All entries of a file by their id: the rows of a CSV file, or the entries of one `table` of a TOML file."""
        rows: Any = self.toml(name).get(table) if table else self.csv(name)
        if rows is None:
            raise DataError(f"{self._game}/{name} has no entries [[{table}]].")
        records: dict[str, R] = {}
        for row in rows:
            if by not in row:
                raise DataError(f"{self._game}/{name}: {row} has no {by}.")
            if str(row[by]) in records:
                raise DataError(f"{self._game}/{name}: {row[by]} appears twice.")
            records[str(row[by])] = self.record(kind, name, row, strict=bool(table))
        return records

    def words(self, names: dict[str, str], name: str = "words.toml") -> Words:
        """The templates of events, prompts and verbs, with the names of everything on the table."""
        return self._words({**self.toml(name), "names": names}, name)

    def _words(self, table: dict[str, Any], name: str) -> Words:
        try:
            return msgspec.convert(table, prepared(Words))
        except msgspec.ValidationError as fault:
            raise DataError(f"{self._game}/{name}: {fault}") from None

    def translations(self, names: Callable[[Words], dict[str, str]]) -> dict[str, Words]:
        """The words in every language there is a file for, `words.de.toml` beside `words.toml`.

        `names` gives the names of everything on the table in the language of these words, beside those that the file
        lists under `[names]`. What has no words of its own in a file (which events are headings, tones, marks, kinds)
        is the same in all of them.
        """
        ours = self.toml("words.toml")
        files = {ENGLISH: "words.toml"} | {code: f"words.{code}.toml" for code in self.languages()}
        by_language: dict[str, Words] = {}
        for code, name in files.items():
            table = ours if code == ENGLISH else {**ours, "nothing": (), **self.toml(name)}
            bare = self._words({"names": {}, **table, "language": code}, name)
            by_language[code] = msgspec.structs.replace(bare, names={**bare.names, **names(bare)})
        return by_language

    def languages(self) -> tuple[str, ...]:
        """The languages into which the words are translated."""
        return tuple(
            sorted(name[2] for name in map(_TRANSLATED.fullmatch, self._names()) if name and name[1] == "words")
        )

    def _names(self) -> list[str]:
        names = [entry.name for entry in self._ours.iterdir()]
        if self._overlay is not None and self._overlay.is_dir():
            names += [entry.name for entry in self._overlay.iterdir()]
        return sorted(set(names))

    def fingerprint(self) -> str:
        """A digest of every file read so far that changes how the game plays."""
        whole = blake2b(digest_size=8)
        for name in sorted(self._digests):
            if name not in ONLY_SHOWN and not _TRANSLATED.fullmatch(name):
                whole.update(name.encode() + self._digests[name])
        return whole.hexdigest()


def data_of(game: AnyGame) -> DataFolder:
    """The data folder of a game, which lies beside its module."""
    return DataFolder(sys.modules[type(game).__module__].__package__ or "", game.id)
