"""The figures that a player of a game goes by: data beside the bot, which tools can train."""

# mypyc: skip (it would drop what is said in the brackets of a class, such as `frozen`)

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

import msgspec

from sandtable.kernel.prepared import prepared

_H = TypeVar("_H", bound=msgspec.Struct)


def habits_of(package: str, kind: type[_H], level: str = "veteran") -> _H:
    """The habits of the player of a level of the game in a package, from `bot/veteran.toml` as a rule."""
    text = files(package).joinpath("bot", f"{level}.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=prepared(kind))
