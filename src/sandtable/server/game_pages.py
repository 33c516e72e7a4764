"""The HTTP calls about games: what there is, their rules, boards and lessons. Each page is made once and cacheable."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from sandtable.board.box import Box, about_of, box_of, spoken_options
from sandtable.board.concordance import PrintedClause, printed_clauses
from sandtable.board.lesson import Lesson, lesson_of
from sandtable.board.look import GivenLook, look_of
from sandtable.bots.player import bot_names
from sandtable.kernel.errors import DataError, UnknownName
from sandtable.kernel.game import AnyGame, Options, find_game, games
from sandtable.kernel.language import LANGUAGES, speaking, spoken
from sandtable.kernel.table import Board
from sandtable.server import log
from sandtable.server.answers import GameListed, GameTold, LessonOffered, LessonTold, SeatNamed, SeatsTold
from sandtable.server.board_pages import board_page, names_page
from sandtable.server.page import Page
from sandtable.server.pages import FOR_EVER, send
from sandtable.server.records import Declined
from sandtable.server.request import HttpRequest

_Make = Callable[[Any], Any]
_FOR_A_WHILE = "public, max-age=60"
"""How long a browser keeps what an update of Sandtable may change; then it asks whether it is still so."""


def _lesson(game: AnyGame) -> Lesson | None:
    """The lesson of a game; one that cannot be read must not take the list of games along."""
    try:
        return lesson_of(game)
    except DataError as fault:
        log.fault("a lesson cannot be read", fault, game=game.id)
        return None


def _box(game: AnyGame) -> Box:
    """The back of the box, under the same condition."""
    try:
        return box_of(game)
    except DataError as fault:
        log.fault("a box cannot be read", fault, game=game.id)
        return Box()


def _described(game: AnyGame) -> GameListed:
    lesson, term = _lesson(game), game.words.term
    return GameListed(
        id=game.id,
        title=game.title,
        subtitle=term(game.subtitle),
        summary=term(game.summary),
        cooperative=game.cooperative,
        options=spoken_options(game),
        bots=tuple(bot_names(game.id)),
        box=_box(game),
        lesson=LessonOffered(lesson.title, lesson.summary, lesson.minutes) if lesson else None,
    )


def _all_games(_game: None) -> list[GameListed]:
    return [_described(game) for game in games().values()]


def _one_game(game: AnyGame) -> GameTold:
    return GameTold(**msgspec.structs.asdict(_described(game)), about=about_of(game))


def _whole_lesson(game: AnyGame) -> LessonTold:
    lesson = lesson_of(game)
    if lesson is None:
        raise Declined(404, "{title} has no lesson yet.", title=game.title)
    return LessonTold(lesson.title, lesson.summary, lesson.end, lesson.steps)


@lru_cache(maxsize=64)
def _page(
    make: Callable[[Any], Any],
    game: AnyGame | None,
    _bots: tuple[str, ...],
    _games: tuple[AnyGame, ...],
    _language: str,
) -> Page:
    return Page(msgspec.json.encode(make(game)), "application/json")


def _send(request: HttpRequest, make: _Make, game: AnyGame | None) -> Response[bytes]:
    """A page that is made when it is first asked for; again only if games or bots have come or gone."""
    page = _page(make, game, tuple(bot_names()), tuple(games().values()), spoken())
    return send(request, page, _FOR_A_WHILE, "accept-encoding, accept-language")


_OPTIONS = {
    "options": (
        {"type": "object", "additionalProperties": {"type": "string"}},
        "options of the game by name, such as `scenario`; the others have their defaults",
    )
}


@get(
    "/api/games",
    sync_to_thread=True,
    packed=True,
    summary="The games on this server",
    answers={200: list[GameListed]},
)
def list_games(request: HttpRequest) -> Response[bytes]:
    return _send(request, _all_games, None)


@get(
    "/api/games/{game:str}",
    sync_to_thread=True,
    packed=True,
    summary="A game, with the page about it",
    answers={200: GameTold},
    refuses=(404,),
)
def describe_game(game: FromPath[str], request: HttpRequest) -> Response[bytes]:
    return _send(request, _one_game, find_game(game))


@get(
    "/api/games/{game:str}/rules",
    sync_to_thread=True,
    packed=True,
    summary="The rules of a game, clause by clause",
    answers={200: list[PrintedClause]},
    refuses=(404,),
)
def list_rules(game: FromPath[str], request: HttpRequest) -> Response[bytes]:
    return _send(request, printed_clauses, find_game(game))


@get(
    "/api/games/{game:str}/look",
    sync_to_thread=True,
    packed=True,
    summary="How to draw a game",
    answers={200: GivenLook},
    refuses=(404,),
)
def describe_look(game: FromPath[str], request: HttpRequest) -> Response[bytes]:
    return _send(request, look_of, find_game(game))


@get(
    "/api/games/{game:str}/lesson",
    sync_to_thread=True,
    packed=True,
    summary="The guided first game",
    answers={200: LessonTold},
    refuses=(404,),
)
def describe_lesson(game: FromPath[str], request: HttpRequest) -> Response[bytes]:
    return _send(request, _whole_lesson, find_game(game))


@get(
    "/api/games/{game:str}/seats",
    sync_to_thread=False,
    summary="The seats of a game with these options",
    query=_OPTIONS,
    answers={200: SeatsTold},
    refuses=(400, 404),
)
def list_seats(game: FromPath[str], request: HttpRequest) -> SeatsTold:
    known_game = find_game(game)
    settled = _settled(known_game, request)
    return SeatsTold(settled, [SeatNamed(seat, known_game.words.name(seat)) for seat in known_game.seats(settled)])


def _settled(game: AnyGame, request: HttpRequest) -> Options:
    """The options that the query of a request names."""
    try:
        return game.settle(dict(request.query_params.items()))
    except UnknownName as fault:
        raise Declined(400, fault.sentence) from None


@get(
    "/api/games/{game:str}/board/{hash:str}",
    sync_to_thread=True,
    packed=True,
    summary="The board of a game with these options, by its hash",
    query=_OPTIONS,
    answers={200: Board},
    refuses=(400, 404),
)
def read_board(game: FromPath[str], hash: FromPath[str], request: HttpRequest) -> Response[bytes]:
    known_game = find_game(game)
    options = _settled(known_game, request)
    return _kept(request, lambda: board_page(known_game, options), hash)


@get(
    "/api/games/{game:str}/names/{hash:str}",
    sync_to_thread=True,
    packed=True,
    summary="The names of things in a game, by their hash",
    answers={200: dict[str, str]},
    refuses=(404,),
)
def read_names(game: FromPath[str], hash: FromPath[str], request: HttpRequest) -> Response[bytes]:
    known_game = find_game(game)
    return _kept(request, lambda: names_page(known_game), hash)


def _kept(request: HttpRequest, make: Callable[[], Page], hash: str) -> Response[bytes]:
    """A page that a browser keeps for ever, in the language of its hash; what is here no longer is not answered with
    something else."""
    for language in dict.fromkeys((spoken(), *LANGUAGES)):
        with speaking(language):
            page = make()
        if page.hash == hash:
            return send(request, page, FOR_EVER)
    raise Declined(404, "The game has changed. Open the table again.")


ROUTES = [
    list_games,
    describe_game,
    list_seats,
    list_rules,
    read_board,
    read_names,
    describe_look,
    describe_lesson,
]
