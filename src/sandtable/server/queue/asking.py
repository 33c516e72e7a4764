"""Asking other processes for a job, and waiting for the answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from sandtable.server import log, metrics
from sandtable.server.database import Database, Stopping, StorageFault
from sandtable.server.jobs import JobResult
from sandtable.server.queue import rows
from sandtable.server.queue.errands import game_of, read_answer, skill_for, write_given
from sandtable.server.queue.rows import NewJob, Seen
from sandtable.server.storage import new_id

T = TypeVar("T")
_ASKS = 3
"""So often a job is asked whose row disappears, as it does when PostgreSQL was killed or we were held up."""
LARGEST = 4 * 1024 * 1024
"""So many bytes a job may be given at most; with more it stays where it is."""


class Registered(Protocol):
    """The process that asks and takes, by the number of its lease."""

    process: int


class TooLarge(Exception):
    """What the job is given is more than should go through the database."""


class Asked:
    """A job for whose answer somebody waits."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        """None if the row is gone without an answer."""
        self.since = float("inf")
        """When its row was committed."""
        self.fetching = False


class Asker:
    """Puts jobs into the queue, and hears of their answers."""

    def __init__(self, database: Database, registered: Registered) -> None:
        self._database = database
        self._registered = registered
        self._asked: dict[str, Asked] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.fetched_here: Callable[[str], None] = lambda kind: None
        """Hears of jobs that we ask, for we may take them ourselves."""

    async def ask(self, kind: str, seconds: float, job: str, given: tuple[Any, ...]) -> JobResult[Any]:
        """What came of a job, whoever did it."""
        new = await asyncio.to_thread(_written, new_id(), kind, seconds, job, given)
        metrics.JOBS_ASKED.labels(kind).inc()
        for _ in range(_ASKS):
            written = await self._asked_once(new)
            if written is not None:
                return await asyncio.to_thread(read_answer, job, written)
            log.warn("job lost and asked again", kind=kind, job=job)
        raise StorageFault("The database can't be read right now. Try again.")

    async def _asked_once(self, new: NewJob) -> bytes | None:
        asked = self._asked[new.id] = Asked()
        answered = False
        try:
            await self._write(rows.put(new, self._registered.process))
            asked.since = time.monotonic()
            self.fetched_here(new.kind)
            written = await asked.answer
            answered = True
            return written
        finally:
            del self._asked[new.id]
            if not answered:  # nobody waits any more: the match has moved on, or we stop
                self._begin(self._drop([new.id]))

    def hear_answered(self, id: str) -> None:
        """A job has been answered, perhaps one of ours."""
        asked = self._asked.get(id)
        if asked is not None and not asked.fetching:
            asked.fetching = True
            self._begin(self._fetch(id, asked))

    async def _fetch(self, id: str, asked: Asked) -> None:
        try:
            written = await self._write(rows.fetch(id))
        except StorageFault:
            asked.fetching = False  # the next look into the queue finds it again
            return
        if not asked.answer.done():
            asked.answer.set_result(written)

    def compare(self, seen: Iterable[Seen], looked: float) -> None:
        """Compare what we wait for with what is in the queue, as it was then: a message may have been missed."""
        mine = {one.id: one for one in seen if one.asked_by == self._registered.process}
        for id, asked in list(self._asked.items()):
            if id in mine:
                if mine[id].answered:
                    self.hear_answered(id)
            elif asked.since < looked and not asked.fetching and not asked.answer.done():
                asked.answer.set_result(None)
        unwanted = [id for id in mine if id not in self._asked]
        if unwanted:
            self._begin(self._drop(unwanted))

    def stop(self) -> None:
        """Everybody who waits is told that the server stops."""
        for asked in self._asked.values():
            if not asked.answer.done():
                asked.answer.set_exception(Stopping("The server is stopping. Come back in a moment."))

    async def finish(self) -> None:
        """Wait until what was dropped is dropped."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2)

    async def _drop(self, ids: list[str]) -> None:
        with suppress(StorageFault):  # then they are found to be unwanted when the queue is next looked at
            await self._write(rows.drop(ids, self._registered.process))

    async def _write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self._database.write_apart, change)

    def _begin(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _written(id: str, kind: str, seconds: float, job: str, given: tuple[Any, ...]) -> NewJob:
    written = write_given(given)
    if len(written) > LARGEST:
        raise TooLarge
    return NewJob(id, kind, job, skill_for(game_of(given)), seconds, written)
