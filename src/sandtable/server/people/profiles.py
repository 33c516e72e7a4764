"""Profiles: what somebody has played, with which results by game and side, and how they are rated."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
from litestar import get
from litestar.params import FromPath
from sqlalchemy import Connection, select

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.server.people.ratings import Rating, ratings_of
from sandtable.server.records import Declined, shown_name
from sandtable.server.request import HttpRequest, accounts_of, service_of, signed_in
from sandtable.server.results import Result
from sandtable.server.schema import results

_MOST_TOLD = 100
_FIELDS = [results.c[name] for name in Result.__struct_fields__]


class Score(msgspec.Struct, frozen=True):
    """How often somebody won, drew and lost."""

    won: int
    drawn: int
    lost: int


class SideTold(msgspec.Struct, frozen=True):
    """The results with one side of a game."""

    side: str
    score: Score


class RatingTold(msgspec.Struct, frozen=True):
    """A rating; the true strength lies within the margin of it in 95 of 100 cases."""

    value: int
    margin: int
    games: int


class GameRecord(msgspec.Struct, frozen=True):
    """What somebody has done in one game."""

    game: str
    title: str
    score: Score
    sides: list[SideTold]
    rating: RatingTold | None


class MatchRecord(msgspec.Struct, frozen=True):
    """One match that somebody has played."""

    title: str
    side: str
    outcome: str
    reason: str
    rated: bool
    ended: str
    others: list[str]
    together: bool
    """Whether they were partners: all at the table won or lost together."""
    match: str
    """Where it can be looked at; only told to those who played it."""


class ProfileTold(msgspec.Struct, frozen=True):
    """What everybody may know of a player."""

    name: str
    since: str
    games: list[GameRecord]
    history: list[MatchRecord]


def _played(person: str) -> Callable[[Connection], tuple[list[Result], list[Result]]]:
    """The results of somebody, the latest first; and all results of the latest of those matches."""

    def question(connection: Connection) -> tuple[list[Result], list[Result]]:
        own = select(*_FIELDS).where(results.c.person == person).order_by(results.c.ended.desc(), results.c.match)
        mine = [Result(*row) for row in connection.execute(own)]
        latest = [one.match for one in mine[:_MOST_TOLD]]
        rows = connection.execute(select(*_FIELDS).where(results.c.match.in_(latest)).order_by(results.c.seat))
        return mine, [Result(*row) for row in rows]

    return question


def _score(of: Sequence[Result]) -> Score:
    count = Counter(one.outcome for one in of)
    return Score(count["won"], count["drawn"], count["lost"])


def _words(game: str, seat: str) -> tuple[str, str]:
    """The title of a game and the name of a side; their ids if the game is not here any more."""
    try:
        known = find_game(game)
        return known.title, known.words.name(seat)
    except SandtableError:
        return game, seat


def _together(game: str) -> bool:
    try:
        return find_game(game).cooperative
    except SandtableError:
        return False


def _record(game: str, mine: Sequence[Result], rating: Rating | None) -> GameRecord:
    sides = dict.fromkeys(one.seat for one in mine)
    told = None if rating is None else RatingTold(rating.value, rating.margin, rating.games)
    by_side = [SideTold(_words(game, side)[1], _score([one for one in mine if one.seat == side])) for side in sides]
    title, _ = _words(game, next(iter(sides)))
    return GameRecord(game, title, _score(mine), by_side, told)


def _told(one: Result, everyone: Sequence[Result], viewer: str) -> MatchRecord:
    there = [other for other in everyone if other.match == one.match]
    title, side = _words(one.game, one.seat)
    seen = bool(viewer) and any(other.person == viewer for other in there)
    return MatchRecord(
        title=title,
        side=side,
        outcome=one.outcome,
        reason=one.reason,
        rated=bool(one.rated),
        ended=one.ended,
        others=[shown_name(other.name) for other in there if other.seat != one.seat],
        together=_together(one.game),
        match=one.match if seen else "",
    )


@get(
    "/api/people/{name:str}",
    summary="What somebody has played, their results and ratings",
    answers={200: ProfileTold},
    refuses=(403, 404, 503),
)
async def read_profile(name: FromPath[str], request: HttpRequest) -> ProfileTold:
    person = await accounts_of(request).named(name)
    if person is None:
        raise Declined(404, "There is no account '{name}' here.", name=name)
    database, signed = service_of(request).database, await signed_in(request)
    viewer = signed.person.id if signed is not None else ""

    def question(connection: Connection) -> tuple[list[Result], list[Result], dict[str, Rating]]:
        return *_played(person.id)(connection), ratings_of(person.id)(connection)

    mine, everyone, rated = await asyncio.to_thread(database.read, question)
    by_game = {game: [one for one in mine if one.game == game] for game in dict.fromkeys(one.game for one in mine)}
    return ProfileTold(
        name=person.name,
        since=person.created,
        games=[_record(game, played, rated.get(game)) for game, played in by_game.items()],
        history=[_told(one, everyone, viewer) for one in mine[:_MOST_TOLD]],
    )


ROUTES = [read_profile]
