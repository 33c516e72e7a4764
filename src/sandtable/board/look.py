"""How a game in a package of its own looks in the browser: drawings that it brings along in its data folder.

`data/look.toml` names them; each drawing is an SVG file with gaps for what a piece says. The client fills and draws
them, and runs nothing of theirs.
"""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.board.data import DataFolder, data_of
from sandtable.kernel.errors import DataError
from sandtable.kernel.game import AnyGame
from sandtable.kernel.prepared import prepared

FILE = "look.toml"


class FaceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A face as `look.toml` names it: its drawing, and its width on the board in hexes."""

    file: str
    share: float = 0.68
    flat: bool = False


class LookFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file itself. `art` is drawn behind the board, `cover` on the first page."""

    faces: dict[str, FaceFile] = {}
    art: str = ""
    cover: str = ""
    table: str = ""
    readable: float = 0
    drawn: tuple[str, ...] = ()


class GivenFace(msgspec.Struct, frozen=True):
    """A face with its drawing."""

    svg: str
    share: float
    flat: bool


class GivenLook(msgspec.Struct, frozen=True):
    """Everything that a game brings along for the browser, drawings included."""

    faces: dict[str, GivenFace] = {}
    art: str = ""
    cover: str = ""
    table: str = ""
    readable: float = 0
    """The width of a hex in pixels from which its counters can be read."""
    drawn: tuple[str, ...] = ()
    """Kinds of spaces that the art draws itself."""


@cache
def look_of(game: AnyGame) -> GivenLook:
    """The look in the game's data folder; nothing if the client itself knows how to draw the game."""
    folder = data_of(game)
    if not folder.has(FILE):
        return GivenLook()
    try:
        told = msgspec.convert(folder.toml(FILE), prepared(LookFile))
    except msgspec.ValidationError as fault:
        raise DataError(f"{game.id}/{FILE}: {fault}") from None
    faces = {
        name: GivenFace(_drawing(folder, game.id, one.file), one.share, one.flat) for name, one in told.faces.items()
    }
    art, cover = (_drawing(folder, game.id, name) if name else "" for name in (told.art, told.cover))
    return GivenLook(faces, art, cover, told.table, told.readable, told.drawn)


def _drawing(folder: DataFolder, game: str, name: str) -> str:
    if not name.endswith(".svg") or ".." in name or not folder.has(name):
        raise DataError(f"{game}/{FILE} names {name!r}, but there is no such SVG file in the data folder.")
    return folder.read(name)
