"""Rounds begin by themselves: every process looks for those that are due, and the database lets one of them begin."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from sandtable.server import log
from sandtable.server.database import Database, StorageFault
from sandtable.server.records import Declined
from sandtable.server.tournaments import storage
from sandtable.server.tournaments.tournaments import Tournaments

_LEFT_ALONE = 600.0
"""Seconds after which a round is tried again that could not be paired. Its organiser sees why at any time."""


class Rounds:
    """What one process does for all tournaments."""

    def __init__(self, tournaments: Tournaments, database: Database, tick: float = 10.0) -> None:
        self._tournaments = tournaments
        self._database = database
        self._tick = tick
        self._unmade: set[str] = set()
        """Rounds whose matches were not all made at the last look."""
        self._left_alone: dict[str, float] = {}
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look for rounds that are due from time to time."""
        self._running = asyncio.ensure_future(self._run())

    async def stop(self) -> None:
        """What is not made now, another process makes, or this one when it runs again."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._tick)
            try:
                await self.turn()
            except StorageFault as fault:
                log.warn("rounds not begun", problem=fault.sentence)
            except Exception as fault:
                log.fault("rounds failed", fault)

    async def turn(self) -> None:
        """Begin what is due, and make what a process that died has left."""
        for id in await asyncio.to_thread(self._database.read, storage.due_rounds):
            if self._left_alone.get(id, 0.0) <= time.monotonic():
                await self._begin(id)
        unmade = set(await asyncio.to_thread(self._database.read, storage.unmade_rounds))
        for id in sorted(unmade & self._unmade):  # at the first look whoever began it may still be at it
            await self._tournaments.complete(id)
        self._unmade = unmade

    async def _begin(self, id: str) -> None:
        try:
            await self._tournaments.advance(id)
            self._left_alone.pop(id, None)
        except Declined as refused:
            self._left_alone[id] = time.monotonic() + _LEFT_ALONE
            log.note("round not begun", tournament=id, problem=refused.sentence)
