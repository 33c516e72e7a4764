"""Reminders: before a player's time runs out, and when the others may claim that it has."""

from __future__ import annotations

from collections.abc import Callable
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
from sandtable.server.notices.writing import reachable, tell
from sandtable.server.records import HUMAN
from sandtable.server.schema import clocks, matches, seats, terms
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


def remind(now: str) -> Callable[[Connection], int]:
    """Write what players are to be told of clocks that run out; how many clocks were looked at.

    Each end is told once, for the notice is named after it: any number of processes may do this, however often.
    """
    soon, past = later(now, LONGEST_LEAD + _NIGHT), later(now, -LONG_AGO)
    joined = clocks.join(matches, matches.c.id == clocks.c.match).join(terms, terms.c.match == clocks.c.match)
    wanted = select(clocks.c.match, clocks.c.body, terms.c.control).select_from(joined)
    wanted = wanted.where((clocks.c.due != "") & (clocks.c.due > past) & (clocks.c.due < soon))

    def change(connection: Connection) -> int:
        found = connection.execute(wanted.where(matches.c.closed == "")).all()
        for match, body, control in found:
            limits = msgspec.json.decode(control, type=prepared(TimeControl)) if control else None
            if limits is not None and not limits.live:
                _remind_of(connection, match, msgspec.json.decode(body, type=prepared(Clock)), limits, now)
        return len(found)

    return change


def _remind_of(connection: Connection, match: str, clock: Clock, control: TimeControl, now: str) -> None:
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
            tell(sorted(others), "clock", match, facts, now, f"claim {late.seat} {end}")(connection)
        elif late.person and reachable(connection, [late.person]):
            _remind_player(connection, match, late, end, lead_of(control), now)


def _remind_player(connection: Connection, match: str, late: Place, end: str, lead: timedelta, now: str) -> None:
    if now >= remind_at(end, lead, wishes_of(late.person)(connection)):
        facts = Facts("", late.seat, end)
        tell([late.person], "clock", match, facts, now, f"soon {late.seat} {end}")(connection)
