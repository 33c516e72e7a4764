"""Sandtable plays historical board wargames with every rule enforced.

>>> import sandtable
>>> position = sandtable.new("warbirds", seed=7)
>>> position.apply(position.options()[0]).play("greedy").over
True

`new`, `load` and `games` are the way in; `Position` is a game in progress. `sandtable.envs` holds environments for
training players, `sandtable.gamekit` what the author of a game imports, `sandtable.testing` the contract of a game.
All other modules are private and may change.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.api.catalogue import GameInfo, GameOption, games, load, new
    from sandtable.api.position import Position, as_dict
    from sandtable.bots.player import Asked, Bot, Budget, bot_names, load_bot
    from sandtable.kernel.dice import Dice
    from sandtable.kernel.errors import Refused, SandtableError
    from sandtable.kernel.flow import Option
    from sandtable.kernel.game import Outcome, View

_HOMES = {
    "sandtable.api.catalogue": ("GameInfo", "GameOption", "load", "new"),
    "sandtable.api.position": ("Position", "as_dict"),
    "sandtable.bots.player": ("Asked", "Bot", "Budget", "bot_names", "load_bot"),
    "sandtable.kernel.dice": ("Dice",),
    "sandtable.kernel.errors": ("Refused", "SandtableError"),
    "sandtable.kernel.flow": ("Option",),
    "sandtable.kernel.game": ("Outcome", "View"),
}
_MODULES = ("envs", "gamekit", "testing")
"""Public too: `sandtable.envs.aec(...)` needs no import of its own."""
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Asked",
    "Bot",
    "Budget",
    "Dice",
    "GameInfo",
    "GameOption",
    "Option",
    "Outcome",
    "Position",
    "Refused",
    "SandtableError",
    "View",
    "as_dict",
    "bot_names",
    "games",
    "load",
    "load_bot",
    "new",
]


def __getattr__(name: str) -> Any:
    """Load what is asked for, so that `import sandtable` itself costs next to nothing."""
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("sandtable")
    if name in _MODULES:
        return importlib.import_module(f"sandtable.{name}")
    if name == "games":  # the package of the games, which can be called
        return importlib.import_module("sandtable.games")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES, "__doc__", "__version__"})
