"""Reminders: before a player's time runs out, and when the others may claim that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, select

from sandtable.kernel.prepared import prepared
from sandtable.server.clocks.records import told
from sandtable.server.clocks.time import Clock, TimeControl, ends
from sandtable.server.notices.quiet import night_around
from sandtable.server.notices.records import Facts, Wishes
from sandtable.server.notices.rows import wishes_of
from sandtable.server.notices.writing import event_id, reachable, tell
from sandtable.server.records import HUMAN
from sandtable.server.schema import clocks, matches, notices, seats, terms
from sandtable.server.times import later

LONGEST_LEAD = timedelta(hours=24)
_NIGHT = timedelta(hours=24)
"""A reminder may come before the night, so that the night does not eat the time that is left."""
LONG_AGO = timedelta(days=7)
"""What ran out earlier is not told any more: shorter than what was told is kept."""


class Place(NamedTuple):
    """A seat of a match with a clock."""

    seat: str
    name: str
    person: str


def lead_of(control: TimeControl) -> timedelta:
    """How long before the end of their time players are reminded: when a quarter is left, at most a day."""
    return min(timedelta(seconds=control.seconds / 4), LONGEST_LEAD)


def remind_at(end: str, lead: timedelta, wishes: Wishes) -> str:
    """When somebody is reminded of an end: if that is at night, before the night."""
    wanted = later(end, -lead)
    night = night_around(wishes, wanted)
    return wanted if night is None else later(night[0], -timedelta(minutes=5))


class Reminder(NamedTuple):
    """What somebody is to be told of a clock."""

    person: str
    match: str
    facts: Facts
    cause: str


def remind(now: str) -> Callable[[Connection], int]:
    """Write what players are to be told of clocks that run out; to how many.

    Each end is told once, for the notice is named after it: any number of processes may do this, however often.
    """

    def change(connection: Connection) -> int:
        found = due_reminders(now)(connection)
        for one in found:
            tell([one.person], "clock", one.match, one.facts, now, one.cause)(connection)
        return len(found)

    return change


def due_reminders(now: str) -> Callable[[Connection], list[Reminder]]:
    """What players are to be told of clocks that run out, and have not been told."""
    soon, past = later(now, LONGEST_LEAD + _NIGHT), later(now, -LONG_AGO)
    joined = clocks.join(matches, matches.c.id == clocks.c.match).join(terms, terms.c.match == clocks.c.match)
    wanted = select(clocks.c.match, clocks.c.body, terms.c.control).select_from(joined)
    wanted = wanted.where((clocks.c.due != "") & (clocks.c.due > past) & (clocks.c.due < soon))

    def question(connection: Connection) -> list[Reminder]:
        found: list[Reminder] = []
        for match, body, control in connection.execute(wanted.where(matches.c.closed == "")).all():
            limits = msgspec.json.decode(control, type=prepared(TimeControl)) if control else None
            if limits is not None and not limits.live:
                clock = msgspec.json.decode(body, type=prepared(Clock))
                found += _reminders_of(connection, match, clock, limits, now)
        return _not_told(connection, found)

    return question


def _not_told(connection: Connection, found: list[Reminder]) -> list[Reminder]:
    """Those that are not written, and of which somebody can be told."""
    there = set(reachable(connection, {one.person for one in found}))
    ids = {event_id(one.person, "clock", one.match, one.cause): one for one in found if one.person in there}
    told = set(connection.execute(select(notices.c.id).where(notices.c.id.in_(ids))).scalars())
    return [one for id, one in ids.items() if id not in told]


def _reminders_of(
    connection: Connection, match: str, clock: Clock, control: TimeControl, now: str
) -> Iterator[Reminder]:
    fields = select(seats.c.seat, seats.c.name, seats.c.person)
    rows = connection.execute(fields.where((seats.c.match == match) & (seats.c.player == HUMAN)))
    places = [Place(*row) for row in rows]
    for late in places:
        end = told(ends(clock, late.seat))
        if not end:
            continue
        if end <= now:
            others = {one.person for one in places} - {late.person, ""}
            facts = Facts(late.name, late.seat, end)
            for other in sorted(others):
                yield Reminder(other, match, facts, f"claim {late.seat} {end}")
        elif late.person and now >= remind_at(end, lead_of(control), wishes_of(late.person)(connection)):
            yield Reminder(late.person, match, Facts("", late.seat, end), f"soon {late.seat} {end}")
