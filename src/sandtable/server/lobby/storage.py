"""The lobby in the database: the seats that are offered to anyone or to one person, and what is listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, exists, func, select

from sandtable.kernel.game import Options
from sandtable.server.lobby.records import ANYONE, Progress, Terms
from sandtable.server.lobby.rows import progress_in, terms_in
from sandtable.server.schema import matches, people, progress, seats, terms
from sandtable.server.storage import hash_key
from sandtable.server.talk.storage import remove_notes

_TERMS = [terms.c[name] for name in Terms.__struct_fields__]
MOST_LISTED = 500


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

_used = func.coalesce(func.nullif(matches.c.used, ""), matches.c.created)


def _offered(to: str) -> Any:
    return exists().where((seats.c.match == matches.c.id) & (seats.c.offered_to == to))


def open_matches(since: str) -> Callable[[Connection], list[ListedMatch]]:
    """Matches with a seat that anyone may take, the newest first; none that nobody has opened for long."""
    return _listed((terms.c.listed == 1) & _offered(ANYONE) & (_used > since), matches.c.created)


def running_matches(since: str) -> Callable[[Connection], list[ListedMatch]]:
    """Listed matches that are played, the one with the latest choice first."""
    played = (terms.c.listed == 1) & ~_offered(ANYONE) & (progress.c.over == 0) & (_used > since)
    return _listed(played, progress.c.since)


def invited_to(person: str) -> Callable[[Connection], list[ListedMatch]]:
    """Matches in which a seat is kept for somebody."""
    return _listed(_offered(person), matches.c.created)


def _listed(where: Any, newest: Any) -> Callable[[Connection], list[ListedMatch]]:
    joined = (
        matches.join(terms, terms.c.match == matches.c.id)
        .outerjoin(progress, progress.c.match == matches.c.id)
        .outerjoin(people, people.c.id == matches.c.owner)
    )
    fields = [matches.c.id, matches.c.game, matches.c.options, matches.c.created, people.c.name.label("by"), *_TERMS]
    wanted = select(*fields, progress.c.waiting, progress.c.since, progress.c.over).select_from(joined)
    wanted = wanted.where(where & (matches.c.closed == "")).order_by(newest.desc(), matches.c.id).limit(MOST_LISTED)

    def question(connection: Connection) -> list[ListedMatch]:
        rows = connection.execute(wanted).mappings().all()
        there = _seats_of(connection, [row["id"] for row in rows])
        return [
            ListedMatch(
                row["id"],
                row["game"],
                msgspec.json.decode(row["options"], type=Options),
                row["created"],
                terms_in(row),
                progress_in(row),
                tuple(there.get(row["id"], ())),
                row["by"] or "",
            )
            for row in rows
        ]

    return question


def _seats_of(connection: Connection, ids: Sequence[str]) -> dict[str, list[ListedSeat]]:
    found: dict[str, list[ListedSeat]] = {}
    fields = [seats.c[name] for name in ListedSeat.__struct_fields__]
    for match, seat, name, player, person, offered_to, taken in connection.execute(
        select(seats.c.match, *fields).where(seats.c.match.in_(ids)).order_by(seats.c.match, seats.c.place)
    ):
        found.setdefault(match, []).append(ListedSeat(seat, name, player, person, offered_to, bool(taken)))
    return found
