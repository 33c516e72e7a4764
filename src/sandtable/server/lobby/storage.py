"""The lobby in the database: the seats that are offered to anyone or to one person, and what is listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Integer, and_, case, cast, exists, func, select

from sandtable.kernel.game import Options, games
from sandtable.server.clocks.time import DAY
from sandtable.server.json_text import text_in
from sandtable.server.lobby.records import ANYONE, Progress, Terms
from sandtable.server.lobby.rows import progress_in, terms_in
from sandtable.server.schema import matches, people, progress, seats, terms
from sandtable.server.storage import hash_key
from sandtable.server.talk.storage import remove_notes

_TERMS = [terms.c[name] for name in Terms.__struct_fields__]
MOST_TOLD = 50
"""So many matches are a page."""


class ListedSeat(msgspec.Struct, frozen=True):
    """A seat as the lobby knows it."""

    seat: str
    name: str
    player: str
    person: str
    offered_to: str
    taken: bool


class ListedMatch(msgspec.Struct, frozen=True):
    """A match as the lobby knows it: nothing of what happens in it but whose choice it is."""

    id: str
    game: str
    options: Options
    created: str
    terms: Terms
    progress: Progress
    seats: tuple[ListedSeat, ...]
    by: str
    """The name of the account whose match it is."""


def offer_seat(match: str, seat: str, offered_to: str) -> Callable[[Connection], None]:
    """Offer a seat to anyone or to one person, or no longer; its link opens nothing any more."""

    def change(connection: Connection) -> None:
        connection.execute(_of(match, seat).values(offered_to=offered_to))

    return change


def _of(match: str, seat: str) -> Any:
    return seats.update().where((seats.c.match == match) & (seats.c.seat == seat))


def take_seat(match: str, seat: str, person: str, name: str, key: str) -> Callable[[Connection], bool]:
    """Sit down at a seat that is offered; False if somebody else was first."""

    def change(connection: Connection) -> bool:
        free = seats.c.offered_to.in_((ANYONE, person) if person else (ANYONE,))
        row: dict[str, object] = {"person": person, "key_hash": hash_key(key), "taken": 1, "offered_to": ""}
        if name:
            row["name"] = name
        taken = connection.execute(_of(match, seat).where(free).values(row))
        remove_notes(match, seat)(connection)
        return bool(taken.rowcount == 1)

    return change


# -- what is listed ----------------------------------------------------------------------------------------------------


class Wanted(msgspec.Struct, frozen=True):
    """What somebody looks for in the lobby; "" is anything."""

    game: str = ""
    scenario: str = ""
    level: str = ""
    pace: str = ""


class Place(msgspec.Struct, frozen=True):
    """Where a page ends: the last match on it, and the time by which it was sorted."""

    at: str
    match: str


class Page(msgspec.Struct, frozen=True):
    """Some of the matches that are listed."""

    matches: list[ListedMatch]
    more: Place | None = None
    """Where the next page begins, if there is one."""


_used = func.coalesce(func.nullif(matches.c.used, ""), matches.c.created)
_since = func.coalesce(progress.c.since, "")


def _offered(to: str) -> Any:
    return exists().where((seats.c.match == matches.c.id) & (seats.c.offered_to == to))


def _live() -> ColumnElement[bool]:
    """What `TimeControl.live` says, of the text of a control."""
    control = func.nullif(terms.c.control, "")
    below = case((text_in(control, "kind") == "bank", DAY), else_=DAY // 2)
    return cast(text_in(control, "seconds"), Integer) < below


def _fitting(wanted: Wanted) -> ColumnElement[bool]:
    """Whether a match is what somebody looks for."""
    fits: list[ColumnElement[bool]] = [matches.c.game.in_([wanted.game] if wanted.game else sorted(games()))]
    if wanted.scenario:
        fits.append(text_in(matches.c.options, "scenario") == wanted.scenario)
    if wanted.level:
        fits.append(terms.c.level.in_((wanted.level, "any")))
    if wanted.pace:
        timed = terms.c.control != ""
        fits.append({"untimed": ~timed, "live": timed & _live(), "daily": timed & ~_live()}[wanted.pace])
    return and_(*fits)


def open_matches(since: str, wanted: Wanted, after: Place | None) -> Callable[[Connection], Page]:
    """Matches with a seat that anyone may take, the newest first; none that nobody has opened for long."""
    offered = (terms.c.listed == 1) & _offered(ANYONE) & (_used > since)
    return _listed(offered & _fitting(wanted), matches.c.created, after)


def running_matches(since: str, wanted: Wanted, after: Place | None) -> Callable[[Connection], Page]:
    """Listed matches that are played, the one with the latest choice first."""
    played = (terms.c.listed == 1) & ~_offered(ANYONE) & (progress.c.over == 0) & (_used > since)
    return _listed(played & _fitting(wanted), _since, after)


def invited_to(person: str) -> Callable[[Connection], Page]:
    """Matches in which a seat is kept for somebody."""
    return _listed(_offered(person) & _fitting(Wanted()), matches.c.created, None)


def _listed(where: Any, newest: Any, after: Place | None) -> Callable[[Connection], Page]:
    joined = (
        matches.join(terms, terms.c.match == matches.c.id)
        .outerjoin(progress, progress.c.match == matches.c.id)
        .outerjoin(people, people.c.id == matches.c.owner)
    )
    fields = [matches.c.id, matches.c.game, matches.c.options, matches.c.created, people.c.name.label("by"), *_TERMS]
    told = select(*fields, progress.c.waiting, progress.c.since, progress.c.over, newest.label("sorted_by"))
    told = told.select_from(joined).where(where & (matches.c.closed == ""))
    if after is not None:
        told = told.where((newest < after.at) | ((newest == after.at) & (matches.c.id > after.match)))
    told = told.order_by(newest.desc(), matches.c.id).limit(MOST_TOLD + 1)

    def question(connection: Connection) -> Page:
        rows = connection.execute(told).mappings().all()
        page = rows[:MOST_TOLD]
        there = _seats_of(connection, [row["id"] for row in page])
        more = Place(page[-1]["sorted_by"], page[-1]["id"]) if len(rows) > len(page) else None
        return Page([_match_in(row, tuple(there.get(row["id"], ()))) for row in page], more)

    return question


def _match_in(row: Any, there: tuple[ListedSeat, ...]) -> ListedMatch:
    """The match that a row tells."""
    options = msgspec.json.decode(row["options"], type=Options)
    return ListedMatch(
        row["id"], row["game"], options, row["created"], terms_in(row), progress_in(row), there, row["by"] or ""
    )


def _seats_of(connection: Connection, ids: Sequence[str]) -> dict[str, list[ListedSeat]]:
    found: dict[str, list[ListedSeat]] = {}
    fields = [seats.c[name] for name in ListedSeat.__struct_fields__]
    for match, seat, name, player, person, offered_to, taken in connection.execute(
        select(seats.c.match, *fields).where(seats.c.match.in_(ids)).order_by(seats.c.match, seats.c.place)
    ):
        found.setdefault(match, []).append(ListedSeat(seat, name, player, person, offered_to, bool(taken)))
    return found
