"""The home of a match: the one server process that plays it. With SQLite there is one process, and all live there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Literal, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection

from sandtable.server.database import Conflict, Database

T = TypeVar("T")
JobNews = Literal["job waits", "job answered", "job dropped"]
NewsKind = Literal["changed", "moved", "reseated", "signed out", "lost", "operated", JobNews]
"""What another process did to a match or a session; "lost": what we wrote was refused; "operated": by an operator."""
MOVED = "This match has just moved to another server process. Try again."


class Home(msgspec.Struct, frozen=True):
    """Another process, in which a match lives, and where its requests are sent to."""

    process: int
    address: str


class News(msgspec.Struct, frozen=True):
    """What one process tells the others."""

    process: int
    kind: NewsKind
    about: str
    """The id of a match, a session or a job, or the kind of jobs that wait."""


class Moved(Conflict):
    """The match lives in another process now, so nothing was written."""


class Hearer(Protocol):
    """Who hears what other processes do."""

    def hear(self, kind: NewsKind, about: str) -> None:
        """Take note of it."""

    def keep_only(self, matches: Collection[str]) -> None:
        """Of the matches that lived here only these still do; what was heard of others may have been missed."""


class Homes(Protocol):
    """Which matches live here. A process first claims a match, and only then plays it."""

    alone: bool
    """Whether there is no other process."""
    processes: int
    """How many there are that people come to, this one among them, as far as it knows."""

    async def open(self, hearer: Hearer) -> None: ...

    async def close(self) -> None:
        """Give all matches up, so that others can claim them at once."""

    async def claim(self, match: str) -> Home | None:
        """Make a match live here; where it lives if that is elsewhere."""

    async def still_here(self, match: str) -> bool:
        """Whether a match that was claimed still lives here."""

    async def release(self, matches: Sequence[str]) -> None:
        """Nobody looks at these matches any more: let them live where they are next asked for."""

    async def write(self, match: str, change: Callable[[Connection], T]) -> T:
        """Write what belongs to a match, or raise `Moved` if it does not live here any more."""

    async def announce(self, kind: NewsKind, about: Sequence[str]) -> None:
        """Tell the other processes."""


class Alone:
    """The homes of a process that is the only one on its database."""

    alone = True
    processes = 1

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, hearer: Hearer) -> None: ...

    async def close(self) -> None: ...

    async def claim(self, match: str) -> Home | None:
        return None

    async def still_here(self, match: str) -> bool:
        return True

    async def release(self, matches: Sequence[str]) -> None: ...

    async def write(self, match: str, change: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self._database.write(change))

    async def announce(self, kind: NewsKind, about: Sequence[str]) -> None: ...


class Elsewhere(Alone):
    """For a copy of a match that lives elsewhere: it can be looked at and not written."""

    async def write(self, match: str, change: Callable[[Connection], T]) -> T:
        raise Moved(MOVED)
