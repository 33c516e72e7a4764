"""A game's data folder: components as TOML and CSV, file by file overlaid by a folder of the user's own.

`sandtable --data DIR` sets SANDTABLE_DATA; a file DIR/<game>/<name> then replaces ours, so that an owner of the printed
game can enter the printed values. The fingerprint of all that was read goes into saves.
"""

from __future__ import annotations

import csv
import io
import os
import sys
import tomllib
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

from sandtable.kernel.errors import DataError
from sandtable.kernel.game import AnyGame
from sandtable.kernel.words import Words

ONLY_SHOWN = ("words.toml", "table.toml", "about.md", "lesson.toml", "concordance.toml")
"""Files that say how a game looks and reads: a save does not depend on them."""


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

    def words(self, names: dict[str, str], name: str = "words.toml") -> Words:
        """The templates of events, prompts and verbs, with the names of everything on the table."""
        table = self.toml(name)
        parts = (table.get(part, {}) for part in ("events", "prompts", "verbs", "headings"))
        return Words(names, *parts)

    def fingerprint(self) -> str:
        """A digest of every file read so far that changes how the game plays."""
        whole = blake2b(digest_size=8)
        for name in sorted(self._digests):
            if name not in ONLY_SHOWN:
                whole.update(name.encode() + self._digests[name])
        return whole.hexdigest()


def data_of(game: AnyGame) -> DataFolder:
    """The data folder of a game, which lies beside its module."""
    return DataFolder(sys.modules[type(game).__module__].__package__ or "", game.id)
