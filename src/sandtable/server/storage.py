"""Matches in the database: setup once, entries appended, keys only as hashes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256

import msgspec
from sqlalchemy import Connection, func, or_, select

from sandtable.kernel.flow import Option
from sandtable.kernel.game import Options
from sandtable.kernel.prepared import prepared
from sandtable.server.advice.rows import read_agreements
from sandtable.server.clocks.records import Claim
from sandtable.server.clocks.rows import read_claims, read_clock
from sandtable.server.clocks.time import Clock
from sandtable.server.lobby.records import Progress, Terms
from sandtable.server.lobby.rows import put_progress, put_terms, read_terms
from sandtable.server.milestones import StoredMilestone
from sandtable.server.orders.records import KeptOrders
from sandtable.server.orders.rows import read_orders
from sandtable.server.records import HUMAN, Announcement, Entry, Fork, Holder, MatchSetup, Said, Seat
from sandtable.server.schema import (
    advice_agreements,
    announcements,
    claims,
    clocks,
    entries,
    homes,
    matches,
    milestones,
    progress,
    seats,
    standing_orders,
    terms,
)
from sandtable.server.talk.storage import remove_notes, remove_talk

_MOST_AT_ONCE = 100
"""So many abandoned matches are removed at a time."""
_BELONGING = (
    advice_agreements,
    announcements,
    claims,
    clocks,
    entries,
    homes,
    milestones,
    progress,
    seats,
    standing_orders,
    terms,
)
"""The tables whose rows go with their match."""


def new_id() -> str:
    """An id that nobody guesses, and that no command takes for an option."""
    while (id := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return id


def new_key() -> str:
    """A key of 256 bits."""
    return secrets.token_urlsafe(32)


def new_seed() -> str:
    """A seed of 256 bits."""
    return secrets.token_hex(32)


def hash_key(key: str) -> str:
    """What is stored of a key. It has 256 random bits, so a plain hash cannot be searched."""
    return sha256(key.encode()).hexdigest()


class StoredMatch(msgspec.Struct, frozen=True):
    """A match as it lies in the database, without its entries."""

    setup: MatchSetup
    seats: tuple[Seat, ...]
    owner_hash: str
    key_hashes: dict[str, str]
    taken: frozenset[str] = frozenset()
    """Seats at which somebody has sat down with the key of the seat."""
    closed: str = ""
    """When the owner closed the match."""
    announced: tuple[Announcement, ...] = ()
    owner: str = ""
    """The person whose match it is, if they have an account."""
    people: dict[str, str] = {}
    """Who has each seat for their own, by the ids of their accounts."""
    offered: dict[str, str] = {}
    """The seats that wait for somebody, and for whom: anyone, or an account."""
    terms: Terms | None = None
    progress: Progress = Progress()
    clock: Clock | None = None
    agreements: dict[str, str] = {}
    """Who agreed to advice, by seat: what `holder` said of it then."""
    orders: dict[str, KeptOrders] = {}
    """What is to be passed for players who are away, by seat."""
    claims: tuple[Claim, ...] = ()
    """What is wanted for seats whose time is over."""

    def holder(self, seat: str) -> str:
        """Who holds a seat, as a fingerprint: another one when it changes hands."""
        who = (self.key_hashes.get(seat, ""), self.people.get(seat, ""), str(seat in self.taken))
        return sha256("\0".join(who).encode()).hexdigest()

    @property
    def agreed(self) -> frozenset[str]:
        """The seats whose holders agreed to advice."""
        return frozenset(seat for seat, holder in self.agreements.items() if holder == self.holder(seat))

    def held_by(self, who: Holder) -> tuple[str, ...] | None:
        """The seats that somebody holds, by a key or by their account; None if neither belongs here.

        The owner's key holds the seats of people that nobody has ever taken: on one screen, all of them; but none that
        is offered to others. So does the owner's account, unless it has a seat of its own: then the others are for
        friends.
        """
        wanted = hash_key(who.key)
        own = [seat for seat, person in self.people.items() if person and person == who.person]
        held = [
            seat for seat, known in self.key_hashes.items() if known and secrets.compare_digest(wanted, known)
        ] + own
        if secrets.compare_digest(wanted, self.owner_hash) or (self.is_owner(who) and not own):
            kept = self.taken | self.offered.keys()
            held += [seat.seat for seat in self.seats if seat.player == HUMAN and seat.seat not in kept]
        elif not held:
            return None
        return tuple(seat.seat for seat in self.seats if seat.seat in held)

    def is_owner(self, who: Holder) -> bool:
        """Whether it is the owner, by key or account."""
        theirs = bool(self.owner) and self.owner == who.person
        return theirs or secrets.compare_digest(hash_key(who.key), self.owner_hash)


def insert_match(stored: StoredMatch, opening: Sequence[Entry] = ()) -> Callable[[Connection], None]:
    """Write a new match, with what happened in it before anyone sat down."""

    def change(connection: Connection) -> None:
        setup = stored.setup
        fields = msgspec.structs.asdict(setup) | {
            "options": msgspec.json.encode(setup.options).decode(),
            "owner_hash": stored.owner_hash,
            "fork": "" if setup.fork is None else msgspec.json.encode(setup.fork).decode(),
            "used": setup.created,
        }
        connection.execute(matches.insert().values(fields))
        for place, seat in enumerate(stored.seats):
            row = msgspec.structs.asdict(seat) | {"match": setup.id, "place": place}
            row |= {"offered_to": stored.offered.get(seat.seat, ""), "person": stored.people.get(seat.seat, "")}
            connection.execute(seats.insert().values(row | {"key_hash": stored.key_hashes.get(seat.seat, "")}))
        if stored.terms is not None:
            put_terms(setup.id, stored.terms)(connection)
            put_progress(setup.id, stored.progress)(connection)
        if opening:
            connection.execute(entries.insert(), [_row(setup.id, entry) for entry in opening])

    return change


def _row(match: str, entry: Entry) -> dict[str, object]:
    return msgspec.structs.asdict(entry) | {"match": match, "option": msgspec.json.encode(entry.option).decode()}


_APPEND = entries.insert()
"""Made once: to build a statement takes longer than to carry it out."""


def append_entry(match: str, entry: Entry) -> Callable[[Connection], None]:
    """Write what happened. The number and the message are unique, so nothing is written twice."""

    def change(connection: Connection) -> None:
        connection.execute(_APPEND, _row(match, entry))

    return change


def update_seat(match: str, seat: Seat, key_hash: str, person: str, offered: str) -> Callable[[Connection], None]:
    """Write who sits at a seat from now on, or to whom it is offered."""

    def change(connection: Connection) -> None:
        where = (seats.c.match == match) & (seats.c.seat == seat.seat)
        if connection.execute(select(seats.c.key_hash).where(where)).scalar() != key_hash:
            remove_notes(match, seat.seat)(connection)
        now = {"name": seat.name, "player": seat.player, "key_hash": key_hash, "person": person, "offered_to": offered}
        connection.execute(seats.update().where(where).values(now))

    return change


def mark_taken(match: str, names: Sequence[str]) -> Callable[[Connection], None]:
    """Write that somebody has sat down at these seats."""

    def change(connection: Connection) -> None:
        connection.execute(seats.update().where((seats.c.match == match) & seats.c.seat.in_(names)).values(taken=1))

    return change


def close_match(match: str, at: str) -> Callable[[Connection], None]:
    """Write that the owner closed a match."""

    def change(connection: Connection) -> None:
        connection.execute(matches.update().where(matches.c.id == match).values(closed=at))

    return change


def mark_used(match: str, at: str) -> Callable[[Connection], None]:
    """Write when a match was last opened."""

    def change(connection: Connection) -> None:
        connection.execute(matches.update().where(matches.c.id == match).values(used=at))

    return change


def abandoned(before: str, analyses_before: str) -> Callable[[Connection], list[str]]:
    """The ids of the matches, and of the analyses, that nobody has opened since; with an empty time none."""
    is_analysis = matches.c.fork != ""
    used = func.coalesce(func.nullif(matches.c.used, ""), matches.c.created)
    old = or_(~is_analysis & (used < before), is_analysis & (used < analyses_before))

    def question(connection: Connection) -> list[str]:
        return list(connection.execute(select(matches.c.id).where(old).limit(_MOST_AT_ONCE)).scalars())

    return question


def remove_match(match: str) -> Callable[[Connection], None]:
    """Remove a match and everything that belongs to it."""

    def change(connection: Connection) -> None:
        remove_talk(match)(connection)
        for table in _BELONGING:
            connection.execute(table.delete().where(table.c.match == match))
        connection.execute(matches.delete().where(matches.c.id == match))

    return change


def announce(match: str, number: int, announced: Announcement) -> Callable[[Connection], None]:
    """Write what the owner did."""

    def change(connection: Connection) -> None:
        text = msgspec.json.encode(announced.said).decode()
        row = {"match": match, "number": number, "at": announced.at, "text": text}
        connection.execute(announcements.insert().values(row))

    return change


def _said(text: str) -> Said:
    """A stored announcement. Older ones are the English sentence itself."""
    return msgspec.json.decode(text, type=prepared(Said)) if text.startswith("{") else Said(text)


def load_match(id: str) -> Callable[[Connection], StoredMatch | None]:
    """Read a match."""

    def question(connection: Connection) -> StoredMatch | None:
        row = connection.execute(select(matches).where(matches.c.id == id)).mappings().first()
        if row is None:
            return None
        places = connection.execute(select(seats).where(seats.c.match == id).order_by(seats.c.place)).mappings().all()
        told = select(announcements.c.at, announcements.c.text).where(announcements.c.match == id)
        said = connection.execute(told.order_by(announcements.c.number)).all()
        fields = {name: row[name] for name in MatchSetup.__struct_fields__}
        fields["options"] = msgspec.json.decode(row["options"], type=Options)
        fields["fork"] = msgspec.json.decode(row["fork"], type=prepared(Fork)) if row["fork"] else None
        return StoredMatch(
            MatchSetup(**fields),
            tuple(Seat(place["seat"], place["name"], place["player"]) for place in places),
            row["owner_hash"],
            {place["seat"]: place["key_hash"] for place in places},
            frozenset(place["seat"] for place in places if place["taken"]),
            row["closed"],
            tuple(Announcement(at, _said(text)) for at, text in said),
            row["owner"],
            {place["seat"]: place["person"] for place in places if place["person"]},
            {place["seat"]: place["offered_to"] for place in places if place["offered_to"]},
            *read_terms(connection, id),
            read_clock(connection, id),
            read_agreements(connection, id),
            read_orders(connection, id),
            read_claims(connection, id),
        )

    return question


def load_entries(id: str) -> Callable[[Connection], list[Entry]]:
    """Read everything that happened in a match, in order."""
    fields = [entries.c[name] for name in Entry.__struct_fields__]

    def question(connection: Connection) -> list[Entry]:
        rows = connection.execute(select(*fields).where(entries.c.match == id).order_by(entries.c.number))
        return [
            Entry(number, kind, seat, player, message, _option(option), step, digest)
            for number, kind, seat, player, message, option, step, digest in rows
        ]

    return question


def store_milestones(match: str, after: int, fresh: Sequence[StoredMilestone]) -> Callable[[Connection], None]:
    """Write milestones that follow the one of a number; what else follows it is worth nothing."""

    def change(connection: Connection) -> None:
        stale = (milestones.c.match == match) & (milestones.c.number > after)
        connection.execute(milestones.delete().where(stale))
        connection.execute(milestones.insert(), [msgspec.structs.asdict(one) | {"match": match} for one in fresh])

    return change


def load_milestones(id: str) -> Callable[[Connection], list[StoredMilestone]]:
    """Read the milestones of a match, in order."""

    def question(connection: Connection) -> list[StoredMilestone]:
        fields = (milestones.c.number, milestones.c.body, milestones.c.check)
        rows = connection.execute(select(*fields).where(milestones.c.match == id).order_by(milestones.c.number))
        return [StoredMilestone(*row) for row in rows]

    return question


_options = msgspec.json.Decoder(tuple[str | int, ...])


def _option(text: str) -> Option:
    return _options.decode(text)


def matches_of_keys(keys: list[str]) -> Callable[[Connection], list[str]]:
    """The ids of the matches to which some of the keys belong, the newest first."""
    hashes = [hash_key(key) for key in keys]

    def question(connection: Connection) -> list[str]:
        joined = matches.outerjoin(seats, seats.c.match == matches.c.id)
        mine = or_(matches.c.owner_hash.in_(hashes), seats.c.key_hash.in_(hashes))
        rows = connection.execute(
            select(matches.c.id, func.max(matches.c.created)).select_from(joined).where(mine).group_by(matches.c.id)
        )
        return [id for id, _ in sorted(rows, key=lambda row: (row[1], row[0]), reverse=True)]

    return question
