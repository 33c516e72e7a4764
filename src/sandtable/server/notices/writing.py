"""What people are to be told, as changes that are written with what caused them: both are committed, or neither."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import timedelta

import msgspec
from sqlalchemy import Connection, Insert, select
from sqlalchemy.dialects import postgresql, sqlite

from sandtable.server.database import expect
from sandtable.server.lobby.records import ANYONE, Progress
from sandtable.server.notices.records import Event, Facts, Kind
from sandtable.server.schema import notice_addresses, notices
from sandtable.server.storage import StoredMatch, hash_key, new_id
from sandtable.server.times import later

WAIT = timedelta(minutes=2)
"""What happens in a match within that time is one notice; whoever has answered by then hears nothing."""
Change = Callable[[Connection], None]


def tell(
    people: Collection[str],
    kind: Kind,
    match: str,
    facts: Facts,
    at: str,
    cause: str = "",
    wait: timedelta | None = None,
) -> Change:
    """Write that people are to be told something, if there is a way to tell them.

    What has a cause is told once for that cause, however often it is written.
    """

    def change(connection: Connection) -> None:
        for person in reachable(connection, people):
            id = event_id(person, kind, match, cause) if cause else new_id()
            put_event(connection, Event(id, person, kind, match, facts, at, later(at, WAIT if wait is None else wait)))

    return change


def event_id(person: str, kind: Kind, match: str, cause: str) -> str:
    """The name of what somebody is told for a cause: there is one of it."""
    return hash_key("\0".join((kind, match, person, cause)))


def reachable(connection: Connection, people: Collection[str]) -> list[str]:
    """Those of these people who have a confirmed address."""
    if not people:
        return []
    there = notice_addresses.c.person.in_(people) & (notice_addresses.c.confirmed != "")
    return list(connection.execute(select(notice_addresses.c.person).where(there).distinct()).scalars())


def put_event(connection: Connection, event: Event) -> None:
    """Write an event, unless it has been written already."""
    row = msgspec.structs.asdict(event) | {"facts": msgspec.json.encode(event.facts).decode()}
    connection.execute(_unless_there(connection).values(row))
    expect(connection, event.due)


def _unless_there(connection: Connection) -> Insert:
    if connection.dialect.name == "postgresql":
        return postgresql.insert(notices).on_conflict_do_nothing()
    return sqlite.insert(notices).on_conflict_do_nothing()


# -- what happens in matches -------------------------------------------------------------------------------------------


def asked(stored: StoredMatch, progress: Progress) -> list[Change]:
    """It is the turn of people who were not asked before."""
    before = _people_at(stored, stored.progress.waiting)
    fresh = _people_at(stored, progress.waiting) - before
    return _told(stored, fresh, "turn", Facts(), progress.since)


def seat_taken(stored: StoredMatch, by: str, at: str) -> list[Change]:
    """Somebody has sat down: those who are asked may have waited for that."""
    return _told(stored, _people_at(stored, stored.progress.waiting) - {by}, "turn", Facts(), at)


def over(stored: StoredMatch, at: str) -> list[Change]:
    """The match is over."""
    return _told(stored, set(stored.people.values()), "over", Facts(), at)


def invited(stored: StoredMatch, offered: Mapping[str, str], who: str, at: str) -> list[Change]:
    """Seats are kept for people."""
    people = {person for person in offered.values() if person not in ("", ANYONE)}
    return _told(stored, people, "invitation", Facts(who=who), at)


def round_begins(stored: StoredMatch, title: str, round: int) -> list[Change]:
    """A round of a tournament begins: both hear whom they meet, and those who are asked that it is their turn."""
    at, told = stored.setup.created, []
    for seat, person in stored.people.items():
        others = [_name(stored, one) for one in stored.people if one != seat]
        facts = Facts(who=", ".join(others), tournament=title, round=round)
        told += _told(stored, [person], "round", facts, at, f"round {round}")
    return [*told, *_told(stored, _people_at(stored, stored.progress.waiting), "turn", Facts(), at)]


def has_bye(person: str, tournament: str, title: str, round: int, at: str) -> Change:
    """A round of a tournament begins in which somebody meets nobody."""
    return tell([person], "round", tournament, Facts(tournament=title, round=round), at, f"round {round}")


def asked_to_take_back(stored: StoredMatch, by: str, waiting: Iterable[str], request: str, at: str) -> list[Change]:
    """Somebody asks others whether they may take something back."""
    people = _people_at(stored, waiting) - _people_at(stored, [by])
    return _told(stored, people, "takeback", Facts(who=_name(stored, by)), at, f"{by} {request}")


def spoken(stored: StoredMatch, speaker: str, who: str, deaf: Collection[str], at: str) -> list[Change]:
    """Somebody has said something to the other players."""
    people = set(stored.people.values()) - {speaker} - set(deaf)
    return _told(stored, people, "message", Facts(who=who), at)


def _told(
    stored: StoredMatch, people: Collection[str], kind: Kind, facts: Facts, at: str, cause: str = ""
) -> list[Change]:
    """Nothing of an analysis is told to anybody: it is private."""
    if not people or stored.setup.fork is not None:
        return []
    return [tell(sorted(people), kind, stored.setup.id, facts, at, cause)]


def _people_at(stored: StoredMatch, seats: Iterable[str]) -> set[str]:
    return {stored.people[seat] for seat in seats if seat in stored.people}


def _name(stored: StoredMatch, seat: str) -> str:
    return next((one.name for one in stored.seats if one.seat == seat), "")
