"""Homes and processes in PostgreSQL. Its clock is the only one that counts: those of several machines differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, text

from sandtable.server.processes.homes import MOVED, Home, Moved, News

T = TypeVar("T")
CHANNEL = "sandtable"
"""The channel of LISTEN and NOTIFY."""

REGISTER = "INSERT INTO processes (address, until) VALUES (%s, clock_timestamp() + %s) RETURNING number"
FORGET = "DELETE FROM processes WHERE address = %s OR until < clock_timestamp() - interval '1 day'"
"""A process that starts at an address knows that no other runs there any more."""
RENEW = "UPDATE processes SET until = clock_timestamp() + %s WHERE number = %s"
SERVING = "SELECT count(*) FROM processes WHERE address LIKE 'http%' AND until > clock_timestamp()"
LIVE_HERE = "SELECT match FROM homes WHERE process = %s"

_WHERE = text(
    "SELECT p.number, p.address FROM homes h JOIN processes p ON p.number = h.process "
    "WHERE h.match = :match AND p.until > clock_timestamp()"
)
_TAKE = text(
    "INSERT INTO homes (match, process) SELECT id, :process FROM matches WHERE id = :match "
    "ON CONFLICT (match) DO UPDATE SET process = :process WHERE NOT EXISTS ("
    "SELECT FROM processes p WHERE p.number = homes.process AND p.until > clock_timestamp()) "
    "RETURNING xmax <> 0"
)
_LIVES = text("SELECT 1 FROM homes WHERE match = :match AND process = :process")
_OTHERS = text("SELECT count(*) FROM processes WHERE number <> :process AND until > clock_timestamp()")
_NOTIFY = text("SELECT pg_notify(:channel, :news)")
# The row stays locked until the change is committed, so that whoever takes the match over reads all that was written.
_FENCE = text(
    "SELECT pg_notify(:channel, :news) FROM homes WHERE match = :match AND process = :process FOR SHARE OF homes"
)
_RELEASE = text("DELETE FROM homes WHERE process = :process AND match = ANY(:matches)")
_RELEASE_ALL = text("DELETE FROM homes WHERE process = :process")
_UNREGISTER = text("DELETE FROM processes WHERE number = :process")


def _payload(news: News) -> dict[str, str]:
    return {"channel": CHANNEL, "news": msgspec.json.encode(news).decode()}


def claim(match: str, process: int) -> Callable[[Connection], Home | None]:
    """Make a match live in a process if it lives nowhere or in one that is gone; else where it lives."""

    def change(connection: Connection) -> Home | None:
        for _ in range(3):  # it may be given up, or claimed, between the two questions
            lives = connection.execute(_WHERE, {"match": match}).first()
            if lives is not None:
                return None if lives[0] == process else Home(*lives)
            taken = connection.execute(_TAKE, {"match": match, "process": process}).first()
            if taken is not None:
                if taken[0]:  # its last process may not know yet that it was given up for dead
                    connection.execute(_NOTIFY, _payload(News(process, "moved", match)))
                return None
        return None  # there is no such match

    return change


def lives_in(match: str, process: int) -> Callable[[Connection], bool]:
    """Whether a match lives in a process."""

    def question(connection: Connection) -> bool:
        return connection.execute(_LIVES, {"match": match, "process": process}).first() is not None

    return question


def others_than(process: int) -> Callable[[Connection], int]:
    """How many other processes are there."""

    def question(connection: Connection) -> int:
        number: int = connection.execute(_OTHERS, {"process": process}).scalar_one()
        return number

    return question


def fenced(match: str, process: int, change: Callable[[Connection], T]) -> Callable[[Connection], T]:
    """A change that is made only while the match lives in this process, and is told to the others."""

    def only_at_home(connection: Connection) -> T:
        news = _payload(News(process, "changed", match))
        if connection.execute(_FENCE, news | {"match": match, "process": process}).first() is None:
            raise Moved(MOVED)
        return change(connection)

    return only_at_home


def announce(news: Sequence[News]) -> Callable[[Connection], None]:
    """Tell all processes."""

    def change(connection: Connection) -> None:
        for one in news:
            connection.execute(_NOTIFY, _payload(one))

    return change


def release(process: int, matches: Sequence[str]) -> Callable[[Connection], None]:
    """Give up matches."""

    def change(connection: Connection) -> None:
        connection.execute(_RELEASE, {"process": process, "matches": list(matches)})

    return change


def leave(process: int) -> Callable[[Connection], None]:
    """Give up everything."""

    def change(connection: Connection) -> None:
        connection.execute(_RELEASE_ALL, {"process": process})
        connection.execute(_UNREGISTER, {"process": process})

    return change
