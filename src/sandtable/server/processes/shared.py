"""The homes of a process that shares PostgreSQL with others.

A process holds a lease that it renews; its matches live in it as long as the lease lasts. It listens on the same
connection to what the others do. Should it be held up for longer than its lease, and a match be taken from it, then it
cannot write to that match any more (`fenced`), and hears of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy import Connection

from sandtable.kernel.prepared import prepared
from sandtable.server import log
from sandtable.server.database import Database, Stopping, StorageFault
from sandtable.server.processes import storage
from sandtable.server.processes.homes import Alone, Hearer, Home, Homes, Moved, News, NewsKind
from sandtable.server.settings import Settings

if TYPE_CHECKING:
    from psycopg import AsyncConnection

T = TypeVar("T")
_RENEWALS = 4
"""So often a lease is renewed while it lasts."""
_TRY_AGAIN = 0.5


def homes_of(database: Database, settings: Settings) -> Homes:
    """The homes of matches in a database."""
    if database.url.get_backend_name() == "postgresql":
        return SharedHomes(database, settings.advertise, settings.lease)
    return Alone(database)


class SharedHomes:
    """Leases in PostgreSQL."""

    alone = False

    def __init__(self, database: Database, address: str, lease: float) -> None:
        self.process = 0
        """The number of this process; every start gets a higher one."""
        self.processes = 1
        self._database = database
        self._address = address
        self._lease = lease
        self._hearer: Hearer | None = None
        self._listening: asyncio.Task[None] | None = None
        self._claiming = asyncio.Lock()
        self._left = False

    async def open(self, hearer: Hearer) -> None:
        self._hearer = hearer
        line = await self._connected()
        await self._register(line)
        self._listening = asyncio.ensure_future(self._listen(line))

    async def close(self) -> None:
        if self._left:
            return
        self._left = True
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        with suppress(StorageFault):  # then the lease runs out by itself
            await self._change(storage.leave(self.process))

    async def claim(self, match: str) -> Home | None:
        async with self._claiming:
            if self._left:
                raise Stopping("The server is stopping. Come back in a moment.")
            home: Home | None = await self._change(storage.claim(match, self.process))
            return home

    async def still_here(self, match: str) -> bool:
        return await asyncio.to_thread(self._database.read, storage.lives_in(match, self.process))

    async def release(self, matches: Sequence[str]) -> None:
        if matches:
            async with self._claiming:
                await self._change(storage.release(self.process, matches))

    async def write(self, match: str, change: Callable[[Connection], T]) -> T:
        try:
            return await asyncio.wrap_future(self._database.write(storage.fenced(match, self.process, change)))
        except Moved:
            self._hear("lost", match)
            raise

    async def announce(self, kind: NewsKind, about: Sequence[str]) -> None:
        if about:
            news = [News(self.process, kind, one) for one in about]
            await asyncio.wrap_future(self._database.write(storage.announce(news)))

    async def _change(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self._database.write_apart, change)

    # -- the lease -----------------------------------------------------------------------------------------------------

    async def _connected(self) -> AsyncConnection[Any]:
        """A connection that listens."""
        import psycopg

        address = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            line = await psycopg.AsyncConnection.connect(address, autocommit=True, connect_timeout=5)
            await line.execute(f"LISTEN {storage.CHANNEL}")
        except psycopg.Error as fault:
            raise StorageFault("The database can't be read right now. Try again.") from fault
        return line

    async def _register(self, line: AsyncConnection[Any]) -> None:
        await line.execute(storage.FORGET, (self._address,))
        found = await (await line.execute(storage.REGISTER, (self._address, self._seconds))).fetchone()
        assert found is not None
        self.process = found[0]
        log.note("process registered", process=self.process, address=self._address)

    @property
    def _seconds(self) -> timedelta:
        return timedelta(seconds=self._lease)

    async def _renew(self, line: AsyncConnection[Any]) -> None:
        renewed = await line.execute(storage.RENEW, (self._seconds, self.process))
        if not renewed.rowcount:
            log.warn("lease lost", process=self.process, address=self._address)
            await self._register(line)
            await self._look_around(line)
        found = await (await line.execute(storage.SERVING)).fetchone()
        self.processes = max(1, found[0] if found is not None else 1)

    async def _look_around(self, line: AsyncConnection[Any]) -> None:
        """Find out which matches still live here."""
        rows = await (await line.execute(storage.LIVE_HERE, (self.process,))).fetchall()
        if self._hearer is not None:
            self._hearer.keep_only({match for (match,) in rows})

    async def _listen(self, line: AsyncConnection[Any]) -> None:
        import psycopg

        while True:
            try:
                async with line:
                    while True:
                        await self._renew(line)
                        async for note in line.notifies(timeout=self._lease / _RENEWALS):
                            self._take_note(note.payload)
            except psycopg.Error as fault:
                log.fault("lease not renewed", fault, process=self.process)
            line = await self._connected_again()

    def _take_note(self, payload: str) -> None:
        """Hear what another process says. During an update one of the next version may say what we do not know."""
        try:
            news = msgspec.json.decode(payload, type=prepared(News))
        except msgspec.DecodeError:
            log.note("news not understood", process=self.process)
            return
        if news.process != self.process:
            self._hear(news.kind, news.about)

    async def _connected_again(self) -> AsyncConnection[Any]:
        import psycopg

        while True:
            await asyncio.sleep(_TRY_AGAIN)
            try:
                line = await self._connected()
                await self._renew(line)
                await self._look_around(line)
            except (StorageFault, psycopg.Error):
                continue
            log.note("lease renewed", process=self.process)
            return line

    def _hear(self, kind: NewsKind, about: str) -> None:
        if self._hearer is not None:
            self._hearer.hear(kind, about)
