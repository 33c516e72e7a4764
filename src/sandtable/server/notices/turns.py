"""The matches in which it is somebody's turn, with the end of their time; and the same as a calendar (RFC 5545)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from sandtable.kernel.sentences import tell
from sandtable.server.clocks.records import told
from sandtable.server.clocks.rows import read_clock
from sandtable.server.clocks.time import ends
from sandtable.server.lobby.rows import progress_in
from sandtable.server.notices.words import title_of
from sandtable.server.records import shown_name
from sandtable.server.schema import matches, progress, seats

MOST_TOLD = 200
_SHORTEST = timedelta(minutes=15)
"""As long an event is shown; a deadline itself takes no time."""


class Turn(msgspec.Struct, frozen=True):
    """A match in which it is somebody's turn."""

    match: str
    title: str
    seat: str
    others: list[str]
    """The names of the other players."""
    since: str
    ends: str
    """When their time is over; "" without a clock that runs."""


def turns_of(person: str) -> Callable[[Connection], list[Turn]]:
    """Where it is somebody's turn, the one whose time is over first at the top."""
    joined = seats.join(matches, matches.c.id == seats.c.match).join(progress, progress.c.match == seats.c.match)
    fields = select(matches.c.id, matches.c.game, seats.c.seat, progress).select_from(joined)
    mine = fields.where((seats.c.person == person) & (progress.c.over == 0) & (matches.c.closed == ""))

    def question(connection: Connection) -> list[Turn]:
        rows = connection.execute(mine.order_by(progress.c.since).limit(MOST_TOLD)).mappings().all()
        asked = [row for row in rows if row["seat"] in progress_in(row).waiting]
        found = [_turn(connection, person, row["id"], row["game"], row["seat"], row["since"]) for row in asked]
        return sorted(found, key=lambda turn: (turn.ends == "", turn.ends, turn.since))

    return question


def _turn(connection: Connection, person: str, match: str, game: str, seat: str, since: str) -> Turn:
    clock = read_clock(connection, match)
    others = select(seats.c.name).where((seats.c.match == match) & (seats.c.person != person)).order_by(seats.c.place)
    end = "" if clock is None else told(ends(clock, seat))
    names = [shown_name(name) for name in connection.execute(others).scalars()]
    return Turn(match, title_of(game), seat, names, since, end)


def calendar_of(turns: Sequence[Turn], public_address: str, now: str) -> bytes:
    """The turns that must be taken until some moment, as a calendar that programs subscribe to."""
    from icalendar import Calendar, Event  # it takes a while to import: only those who ask for a calendar need it

    calendar = Calendar()
    calendar.add("prodid", "-//Sandtable//Turns//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", f"Sandtable: {tell('Your turns')}")
    calendar.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    for turn in turns:
        if turn.ends:
            calendar.add_component(_entry(Event(), turn, public_address, now))
    body: bytes = calendar.to_ical()
    return body


def _entry(event: Any, turn: Turn, public_address: str, now: str) -> Any:
    """An event that ends when the time is over. Its id stays while it is the same turn: it is moved, not doubled."""
    end = datetime.fromisoformat(turn.ends)
    event.add("uid", f"{turn.match}-{turn.seat}-{turn.since}@sandtable")
    event.add("dtstamp", datetime.fromisoformat(now))
    event.add("dtstart", end - _SHORTEST)
    event.add("dtend", end)
    event.add("summary", tell("{title}: your turn", title=turn.title))
    event.add("description", ", ".join(turn.others))
    event.add("transp", "TRANSPARENT")
    if public_address:
        event.add("url", f"{public_address}/match/{turn.match}")
    return event
