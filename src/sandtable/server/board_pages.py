"""What lies on the table from first to last and looks the same from every seat: the board, and the names of things.

A greeting only says where they are. Their addresses hold a hash of what is there, so that a browser fetches them once
and keeps them for ever. Nothing of a match goes into them: they are made from the game and its options alone.
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote, urlencode

import msgspec

from sandtable.kernel.game import AnyGame, Options, Setting
from sandtable.kernel.language import spoken
from sandtable.server.page import Page

_JSON = "application/json"


def board_page(game: AnyGame, options: Options) -> Page:
    """The board of a game with these options."""
    return _board(game, tuple(options.items()), spoken())


# A few at a time: whoever asks for all options of all games must not fill the memory.
@lru_cache(maxsize=24)
def _board(game: AnyGame, options: tuple[tuple[str, Setting], ...], _language: str) -> Page:
    return Page(msgspec.json.encode(game.board(dict(options))), _JSON)


def names_page(game: AnyGame) -> Page:
    """What things are called that everybody may know of."""
    return _names(game, spoken())


@lru_cache(maxsize=24)
def _names(game: AnyGame, _language: str) -> Page:
    return Page(msgspec.json.encode(dict(game.words.names)), _JSON)


def board_address(game: AnyGame, options: Options) -> str:
    """Where the board of a game with these options is."""
    return f"/api/games/{quote(game.id)}/board/{board_page(game, options).hash}?{urlencode(options)}"


def names_address(game: AnyGame) -> str:
    """Where the names of a game are."""
    return f"/api/games/{quote(game.id)}/names/{names_page(game).hash}"


def prepare_pages(game: AnyGame, options: Options) -> None:
    """Make both beforehand: of a large map that takes a quarter of a second."""
    board_page(game, options)
    names_page(game)
