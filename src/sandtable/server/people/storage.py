"""People in the database: accounts, sessions and tickets by the hashes of their tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, or_, select

from sandtable.server.admin.records import Ban
from sandtable.server.admin.storage import acts_about, ban_on
from sandtable.server.notices.rows import everything_told
from sandtable.server.passkeys.storage import passkeys_told
from sandtable.server.people.names import name_key
from sandtable.server.people.records import Person, Session, Signed, Ticket
from sandtable.server.schema import (
    entries,
    matches,
    mutes,
    people,
    ratings,
    reports,
    results,
    seat_notes,
    seats,
    sessions,
    talk,
    tickets,
)
from sandtable.server.storage import hash_key, new_key
from sandtable.server.tournaments.storage import tournaments_told

_PERSON = [people.c[name] for name in Person.__struct_fields__]
_SESSION = [sessions.c[name] for name in Session.__struct_fields__]


def insert_person(person: Person, session: Session | None, ticket: str = "") -> Callable[[Connection], bool]:
    """Write a new account and the session it begins with; False if the invitation that it needs is not good."""

    def change(connection: Connection) -> bool:
        if ticket and take_ticket(ticket, "invitation", person.created)(connection) is None:
            return False
        row = msgspec.structs.asdict(person) | {"name_key": name_key(person.name)}
        connection.execute(people.insert().values(row))
        if session is not None:
            insert_session(session)(connection)
        return True

    return change


def update_person(person: Person) -> Callable[[Connection], None]:
    """Write what has changed of an account; a link for a new password that is on its way opens nothing any more."""

    def change(connection: Connection) -> None:
        connection.execute(tickets.delete().where(tickets.c.person == person.id))
        row = msgspec.structs.asdict(person) | {"name_key": name_key(person.name)}
        connection.execute(people.update().where(people.c.id == person.id).values(row))

    return change


def person_named(name: str) -> Callable[[Connection], Person | None]:
    """Who has this name."""
    return _one_person(people.c.name_key == name_key(name))


def person_of(id: str) -> Callable[[Connection], Person | None]:
    """Who has this id."""
    return _one_person(people.c.id == id)


def _one_person(where: Any) -> Callable[[Connection], Person | None]:
    def question(connection: Connection) -> Person | None:
        row = connection.execute(select(*_PERSON).where(where)).first()
        return None if row is None else Person(*row)

    return question


def everybody(connection: Connection) -> list[Person]:
    """All accounts, by name."""
    return [Person(*row) for row in connection.execute(select(*_PERSON).order_by(people.c.name_key))]


# -- sessions ----------------------------------------------------------------------------------------------------------


def insert_session(session: Session) -> Callable[[Connection], None]:
    """Write that somebody has signed in."""

    def change(connection: Connection) -> None:
        connection.execute(sessions.delete().where(sessions.c.until < session.created))
        connection.execute(sessions.insert().values(msgspec.structs.asdict(session)))

    return change


def begin_session(session: Session) -> Callable[[Connection], Ban | None]:
    """Write that somebody has signed in, unless they are banned: then by what."""

    def change(connection: Connection) -> Ban | None:
        ban = ban_on("account", session.person, session.created)(connection)
        if ban is None:
            insert_session(session)(connection)
        return ban

    return change


def signed_in(token: str, now: str) -> Callable[[Connection], Signed | None]:
    """Who has signed in with this token."""
    where = (sessions.c.hash == hash_key(token)) & (sessions.c.until > now)

    def question(connection: Connection) -> Signed | None:
        joined = sessions.join(people, sessions.c.person == people.c.id)
        row = connection.execute(select(*_PERSON, *_SESSION).select_from(joined).where(where)).first()
        if row is None:
            return None
        return Signed(Person(*row[: len(_PERSON)]), Session(*row[len(_PERSON) :]))

    return question


def rotate(session: Session, fresh: Session, last: str) -> Callable[[Connection], bool]:
    """Give a session a new token; the old one is good until `last`, for requests that are on their way."""

    def change(connection: Connection) -> bool:
        old = sessions.c.hash == session.hash
        shortened = connection.execute(sessions.update().where(old & (sessions.c.until > last)).values(until=last))
        if shortened.rowcount != 1:
            return False
        connection.execute(sessions.insert().values(msgspec.structs.asdict(fresh)))
        return True

    return change


def end_sessions(person: str, ids: Sequence[str] | None = None, but: str = "") -> Callable[[Connection], None]:
    """Sign somebody out: on some devices, or on all but one."""

    def change(connection: Connection) -> None:
        where = (sessions.c.person == person) & (sessions.c.id != but)
        if ids is not None:
            where &= sessions.c.id.in_(ids)
        connection.execute(sessions.delete().where(where))

    return change


def sessions_of(person: str, now: str) -> Callable[[Connection], list[Session]]:
    """The devices on which somebody is signed in, the one used last first."""
    where = (sessions.c.person == person) & (sessions.c.until > now)

    def question(connection: Connection) -> list[Session]:
        rows = connection.execute(select(*_SESSION).where(where).order_by(sessions.c.used.desc()))
        newest: dict[str, Session] = {}
        for row in rows:
            newest.setdefault(Session(*row).id, Session(*row))
        return list(newest.values())

    return question


# -- tickets -----------------------------------------------------------------------------------------------------------


def insert_ticket(ticket: Ticket) -> Callable[[Connection], None]:
    """Write an invitation, or the right to set a password; an earlier one of the same person ends."""

    def change(connection: Connection) -> None:
        if ticket.person:
            old = (tickets.c.kind == ticket.kind) & (tickets.c.person == ticket.person)
            connection.execute(tickets.delete().where(old))
        connection.execute(tickets.insert().values(msgspec.structs.asdict(ticket)))

    return change


def take_ticket(token: str, kind: str, now: str) -> Callable[[Connection], str | None]:
    """Use a ticket up: the id of its person ("" for an invitation), None if it is not good."""

    def change(connection: Connection) -> str | None:
        where = (tickets.c.hash == hash_key(token)) & (tickets.c.kind == kind) & (tickets.c.until > now)
        person = connection.execute(select(tickets.c.person).where(where)).scalar()
        if person is None or connection.execute(tickets.delete().where(where)).rowcount != 1:
            return None
        return str(person)

    return change


def set_password(token: str, hash: str, now: str) -> Callable[[Connection], list[str] | None]:
    """Use a ticket to set a password and sign its owner out; the sessions that end, None if the ticket is not good."""

    def change(connection: Connection) -> list[str] | None:
        person = take_ticket(token, "password", now)(connection)
        if not person:
            return None
        connection.execute(people.update().where(people.c.id == person).values(password=hash))
        ended = [one.id for one in sessions_of(person, now)(connection)]
        end_sessions(person)(connection)
        return ended

    return change


# -- what is theirs ----------------------------------------------------------------------------------------------------


def claim(person: Person, keys: Sequence[str]) -> Callable[[Connection], list[str]]:
    """Give the seats and matches of these keys to somebody; the keys open nothing any more. Which matches it were."""
    hashes = [hash_key(key) for key in keys]

    def change(connection: Connection) -> list[str]:
        mine: dict[str, None] = {}
        for (match,) in connection.execute(select(matches.c.id).where(matches.c.owner_hash.in_(hashes))).all():
            where = matches.c.id == match
            connection.execute(matches.update().where(where).values(owner=person.id, owner_hash=hash_key(new_key())))
            mine[match] = None
        held = select(seats.c.match, seats.c.seat).where(seats.c.key_hash.in_(hashes))
        for match, seat in connection.execute(held).all():
            where = (seats.c.match == match) & (seats.c.seat == seat)
            theirs = {"person": person.id, "name": person.name, "key_hash": hash_key(new_key()), "taken": 1}
            connection.execute(seats.update().where(where).values(theirs))
            mine[match] = None
        return list(mine)

    return change


def matches_of_person(person: str) -> Callable[[Connection], list[str]]:
    """The ids of the matches in which somebody has a seat, or which are theirs."""

    def question(connection: Connection) -> list[str]:
        joined = matches.outerjoin(seats, seats.c.match == matches.c.id)
        mine = or_(matches.c.owner == person, seats.c.person == person)
        rows = select(matches.c.id, matches.c.created).select_from(joined).where(mine).distinct()
        return [id for id, _ in connection.execute(rows.order_by(matches.c.created.desc(), matches.c.id.desc()))]

    return question


def everything_of(person: str) -> Callable[[Connection], dict[str, Any]]:
    """All that is kept about somebody, but for the hashes of their secrets."""

    def question(connection: Connection) -> dict[str, Any]:
        account = (
            connection.execute(
                select(people.c.id, people.c.name, people.c.email, people.c.created).where(people.c.id == person)
            )
            .mappings()
            .one()
        )
        played = select(results).where(results.c.person == person).order_by(results.c.ended)
        rated = select(ratings).where(ratings.c.person == person).order_by(ratings.c.game)
        invited = select(seats.c.match).where(seats.c.offered_to == person)
        devices = select(sessions.c.created, sessions.c.used, sessions.c.device).where(sessions.c.person == person)
        joined = seats.join(matches, seats.c.match == matches.c.id)
        held = select(matches.c.id, matches.c.game, matches.c.created, seats.c.seat, seats.c.name).select_from(joined)
        mine = connection.execute(held.where(seats.c.person == person).order_by(matches.c.created)).mappings().all()
        return {
            "account": dict(account),
            "devices": [dict(row) for row in connection.execute(devices).mappings()],
            "seats": [dict(row) | {"choices": _choices(connection, row["id"], row["seat"])} for row in mine],
            "results": [dict(row) for row in connection.execute(played).mappings()],
            "ratings": [dict(row) for row in connection.execute(rated).mappings()],
            "passkeys": passkeys_told(connection, person),
            **_said_by(connection, person),
            "operator": acts_about(connection, person),
            **everything_told(connection, person),
            "tournaments": tournaments_told(connection, person),
            "invitations": list(connection.execute(invited).scalars()),
            "matches": list(connection.execute(select(matches.c.id).where(matches.c.owner == person)).scalars()),
        }

    return question


def _said_by(connection: Connection, person: str) -> dict[str, Any]:
    """What somebody has said, noted for themselves and reported, and how many they have muted."""
    said = select(talk.c.match, talk.c.at, talk.c.channel, talk.c.text).where(talk.c.speaker == person)
    reported = select(reports.c.at, reports.c.match, reports.c.text, reports.c.why).where(reports.c.by == person)
    here = (seats.c.match == seat_notes.c.match) & (seats.c.seat == seat_notes.c.seat) & (seats.c.person == person)
    noted = select(seat_notes).join(seats, here).order_by(seat_notes.c.match, seat_notes.c.step)
    muted = select(mutes.c.whom).where(mutes.c.by == person)
    return {
        "talk": [dict(row) for row in connection.execute(said.order_by(talk.c.at)).mappings()],
        "notes": [dict(row) for row in connection.execute(noted).mappings()],
        "reports": [dict(row) for row in connection.execute(reported).mappings()],
        "muted": len(connection.execute(muted).all()),
    }


def _choices(connection: Connection, match: str, seat: str) -> list[dict[str, Any]]:
    fields = select(entries.c.number, entries.c.kind, entries.c.option)
    rows = connection.execute(
        fields.where((entries.c.match == match) & (entries.c.seat == seat)).order_by(entries.c.number)
    )
    return [{"number": number, "kind": kind, "option": msgspec.json.decode(option)} for number, kind, option in rows]
