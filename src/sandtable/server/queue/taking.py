"""Taking jobs from the queue, as many as there is room for, and having them carried out here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection

from sandtable.server import log, metrics
from sandtable.server.database import Database, Stopping, StorageFault
from sandtable.server.jobs import JobResult
from sandtable.server.queue import rows
from sandtable.server.queue.asking import Registered
from sandtable.server.queue.errands import ERRANDS, read_given, skills, write_answer
from sandtable.server.queue.rows import Seen, TakenJob
from sandtable.server.workers import JobFailed, TooLong

T = TypeVar("T")
_TRY_AGAIN = 0.5
CarryOut = Callable[[float, Callable[..., Any], tuple[Any, ...]], Coroutine[Any, Any, JobResult[Any]]]


class Guest(NamedTuple):
    """A job of the queue that runs here, and the number of our lease when we took it."""

    kind: str
    process: int
    task: asyncio.Task[None]


class Taker:
    """Takes jobs of some kinds, the first kind first, while there is room."""

    def __init__(
        self,
        database: Database,
        registered: Registered,
        kinds: Sequence[str],
        room: Callable[[], int],
        carry_out: CarryOut,
    ) -> None:
        self._database = database
        self._registered = registered
        self._kinds = tuple(kinds)
        self._room = room
        """How many jobs could run here besides our own."""
        self._carry_out = carry_out
        self._under_way: dict[str, Guest] = {}
        self._giving: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()
        self._freed = asyncio.Event()
        self._taking: asyncio.Task[None] | None = None
        self.answered_here: Callable[[str], None] = lambda id: None
        """Hears which jobs we answered, for we may have asked them ourselves."""

    @property
    def under_way(self) -> int:
        return len(self._under_way)

    def open(self) -> None:
        self._news.set()
        self._taking = asyncio.ensure_future(self._take_jobs())

    def hear_waiting(self, kind: str) -> None:
        """A job of a kind waits."""
        if kind in self._kinds:
            self._news.set()

    def hear_dropped(self, id: str) -> None:
        """Nobody wants a job any more."""
        if id in self._under_way:
            self._under_way[id].task.cancel()

    def hear_freed(self) -> None:
        """A job of our own has ended."""
        self._freed.set()

    async def close(self, grace: float = 0.0) -> None:
        """Take no more; give back what is not done after so many seconds."""
        if self._taking is not None:
            self._taking.cancel()
            with suppress(asyncio.CancelledError):
                await self._taking
            self._taking = None
        if self._under_way and grace:
            await asyncio.wait([guest.task for guest in self._under_way.values()], timeout=grace)
        left = dict(self._under_way)
        for guest in left.values():
            guest.task.cancel()
        await asyncio.gather(*(guest.task for guest in left.values()), return_exceptions=True)
        for id, guest in left.items():
            await self._give_back(id, guest.kind, guest.process)

    def compare(self, seen: Iterable[Seen]) -> None:
        """Compare what we do with what is in the queue: a message may have been missed."""
        process, there = self._registered.process, {one.id: one for one in seen}
        for id in [id for id in self._under_way if id not in there]:
            self.hear_dropped(id)
        open_here = [one for one in there.values() if one.kind in self._kinds and not one.answered]
        for one in open_here:
            if one.taken_by == process and one.id not in self._under_way:  # its answer could not be written
                self._giving.add(giving := asyncio.ensure_future(self._give_back(one.id, one.kind, process)))
                giving.add_done_callback(self._giving.discard)
        if any(one.taken_by is None for one in open_here):
            self._news.set()

    # -- one after the other -------------------------------------------------------------------------------------------

    async def _take_jobs(self) -> None:
        able = await asyncio.to_thread(skills)
        while True:
            await self._news.wait()
            while self._room() - self.under_way <= 0:
                self._freed.clear()
                await self._freed.wait()
            self._news.clear()
            process = self._registered.process
            try:
                taken = await self._write(rows.take(self._kinds, able, process))
            except StorageFault:
                await asyncio.sleep(_TRY_AGAIN)
                self._news.set()
                continue
            if taken is not None:
                self._news.set()  # there may be more
                guest = asyncio.ensure_future(self._do(taken, process))
                self._under_way[taken.id] = Guest(taken.kind, process, guest)

    async def _do(self, taken: TakenJob, process: int) -> None:
        try:
            await self._answer(taken, process)
        finally:
            del self._under_way[taken.id]
            self._freed.set()

    async def _answer(self, taken: TakenJob, process: int) -> None:
        metrics.JOB_WAIT_SECONDS.labels(taken.kind).observe(taken.waited)
        try:
            done = await self._done(taken)
            written = await asyncio.to_thread(write_answer, done)
            counts = await self._write(rows.answer(taken, process, written))
        except asyncio.CancelledError:
            metrics.JOBS_TAKEN.labels(taken.kind, "dropped").inc()
            raise
        except StorageFault as fault:  # the next look into the queue finds that it is not done
            log.fault("job not answered", fault, kind=taken.kind, job=taken.job)
            metrics.JOBS_TAKEN.labels(taken.kind, "not answered").inc()
            return
        metrics.JOBS_TAKEN.labels(taken.kind, "answered" if counts else "late").inc()
        if counts:
            self.answered_here(taken.id)

    async def _done(self, taken: TakenJob) -> JobResult[Any]:
        try:
            given = await asyncio.to_thread(read_given, taken.job, taken.given)
            return await self._carry_out(taken.seconds, ERRANDS[taken.job], given)
        except Stopping:
            raise
        except TooLong:
            return JobResult(late=True)
        except JobFailed as failed:
            return JobResult(places=failed.places)
        except Exception as fault:
            return JobResult(places=log.where(fault))

    async def _give_back(self, id: str, kind: str, process: int) -> None:
        with suppress(StorageFault):  # our lease ends, and with it what we have taken
            await self._write(rows.give_back(id, process))
            metrics.JOBS_TAKEN.labels(kind, "given back").inc()
            self._news.set()

    async def _write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self._database.write_apart, change)
