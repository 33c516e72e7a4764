"""The games, one folder each, all alike."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Games(ModuleType):
    """`sandtable.games` is this package, and `sandtable.games()` the public list of all games that are installed."""

    def __call__(self) -> Any:
        return import_module("sandtable.api.catalogue").games()


sys.modules[__name__].__class__ = _Games
