"""The workers of a process that shares PostgreSQL with others: what it has no room for, any of them may do."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection

from sandtable.server import log, metrics
from sandtable.server.database import Database, Stopping, StorageFault
from sandtable.server.jobs import JobResult
from sandtable.server.processes.homes import Homes, JobNews
from sandtable.server.processes.shared import SharedHomes
from sandtable.server.processes.storage import others_than
from sandtable.server.queue import rows
from sandtable.server.queue.asking import Asker, TooLarge
from sandtable.server.queue.errands import can_travel, sort_of, write_answer
from sandtable.server.queue.rows import Seen
from sandtable.server.queue.taking import Taker
from sandtable.server.settings import Settings
from sandtable.server.workers import KINDS, For, TooLong, Workers

_LOOKS = 4
"""So often the queue is looked at while a lease lasts."""
_MOST_TRIES = 3
"""A job that ended with so many processes is not given to another."""
_HOPELESS = write_answer(JobResult(places="every process that took it ended"))
_LEARNING = 0.2
"""How much the last job of a sort counts for what the next one is expected to cost."""


def workers_of(database: Database, settings: Settings, homes: Homes) -> Workers:
    """The workers of a server process: alone, or with the help of all others on its database."""
    places: dict[For, int] = {
        "bots": settings.bot_workers,
        "questions": settings.question_workers,
        "advice": settings.advice_workers,
    }
    if isinstance(homes, SharedHomes):
        return SharedWorkers(database, homes, places, settings)
    return Workers(settings.bot_workers, settings.question_workers, settings.advice_workers)


class SharedWorkers(Workers):
    """Does its own jobs, asks others when it is busy, and takes theirs when it is not.

    Jobs of the queue never keep our own waiting: they are taken while a place is free, and give it up by running beside
    what comes then.
    """

    def __init__(self, database: Database, homes: SharedHomes, places: Mapping[For, int], settings: Settings) -> None:
        super().__init__(*(places[kind] for kind in KINDS), guests=sum(places.values()))
        self._database = database
        self._homes = homes
        self._settings = settings
        self._costs: dict[str, float] = {}
        """What a job of each sort costs, in seconds of CPU time."""
        self._others = 0
        """How many other processes there are."""
        self._watching: asyncio.Task[None] | None = None
        self._looked = 0.0
        self._left = False
        self._asker = Asker(database, homes)
        self._takers = [
            Taker(database, homes, [kind], self._room_for(kind), self.carry_out) for kind in KINDS if places[kind]
        ]
        self._asker.fetched_here = self._hear_waiting
        for taker in self._takers:
            taker.answered_here = self._asker.hear_answered

    def _room_for(self, kind: For) -> Callable[[], int]:
        return lambda: self.free(kind)

    # -- our jobs ------------------------------------------------------------------------------------------------------

    async def _done(
        self, what_for: For, seconds: float, job: Callable[..., Any], given: tuple[Any, ...]
    ) -> JobResult[Any]:
        sort = sort_of(job, given)
        done = await self._here_or_there(what_for, seconds, job, given, sort)
        known = self._costs.get(sort, done.seconds)
        self._costs[sort] = known + _LEARNING * (done.seconds - known)
        if done.late:
            raise TooLong("This takes too long to calculate.")
        return done

    async def _here_or_there(
        self, what_for: For, seconds: float, job: Callable[..., Any], given: tuple[Any, ...], sort: str
    ) -> JobResult[Any]:
        here = super()._done
        if self._stays(what_for, job, given, sort):
            return await here(what_for, seconds, job, given)
        try:
            return await self._asker.ask(what_for, seconds, job.__name__, given)
        except Stopping:
            raise
        except (StorageFault, TooLarge) as fault:
            log.note("job stays here", kind=what_for, reason=type(fault).__name__)
            return await here(what_for, seconds, job, given)

    def _stays(self, what_for: For, job: Callable[..., Any], given: tuple[Any, ...], sort: str) -> bool:
        """Whether a job is done here: there is room, or nobody else, or it costs less than the way to others."""
        if self.free(what_for) > 0 or not self._others or self._left or not can_travel(job, given):
            return True
        return self._costs.get(sort, self._settings.queue_from) < self._settings.queue_from

    def _freed(self, what_for: For) -> None:
        for taker in self._takers:
            taker.hear_freed()

    # -- jobs of others ------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        for taker in self._takers:
            taker.open()
        self._watching = asyncio.ensure_future(self._watch())

    async def leave(self, grace: float = 0.0) -> None:
        """Ask and take nothing any more; what is not done after so many seconds is left to others."""
        if self._left:
            return
        self._left = True
        if self._watching is not None:
            self._watching.cancel()
            with suppress(asyncio.CancelledError):
                await self._watching
        self._asker.stop()
        await asyncio.gather(*(taker.close(grace) for taker in self._takers))
        await self._asker.finish()

    @property
    def taken(self) -> int:
        """How many jobs of the queue run here."""
        return sum(taker.under_way for taker in self._takers)

    @property
    def ready(self) -> bool:
        """Whether the queue has been looked at of late, so that jobs are taken."""
        return not self._left and time.monotonic() - self._looked < 2 * self._settings.lease

    def hear(self, kind: JobNews, about: str) -> None:
        match kind:
            case "job waits":
                self._hear_waiting(about)
            case "job answered":
                self._asker.hear_answered(about)
            case "job dropped":
                for taker in self._takers:
                    taker.hear_dropped(about)

    def _hear_waiting(self, kind: str) -> None:
        for taker in self._takers:
            taker.hear_waiting(kind)

    # -- the queue as a whole ------------------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while True:
            try:
                await self.look()
            except StorageFault as fault:
                log.fault("queue not looked at", fault)
            except Exception as fault:  # whatever it was, the next look may succeed
                log.fault("queue not understood", fault)
            await asyncio.sleep(self._settings.lease / _LOOKS)

    async def look(self) -> None:
        """Look at the queue: what was missed, what is left over from processes that are gone, how long it is."""
        began, process = time.monotonic(), self._homes.process

        def question(connection: Connection) -> tuple[list[Seen], int]:
            return rows.look(connection), others_than(process)(connection)

        seen, self._others = await asyncio.to_thread(self._database.read, question)
        if any(one.abandoned or one.dropped for one in seen):
            freed = await asyncio.to_thread(self._database.write_apart, rows.tidy(_MOST_TRIES, _HOPELESS, process))
            metrics.JOBS_TAKEN_AGAIN.inc(freed)
        self._asker.compare(seen, began)
        for taker in self._takers:
            taker.compare(seen)
        self._count(seen)
        self._looked = time.monotonic()

    @staticmethod
    def _count(seen: list[Seen]) -> None:
        waiting = [one for one in seen if one.taken_by is None and not one.answered]
        number = Counter(one.kind for one in waiting)
        for kind in KINDS:
            metrics.QUEUE_LENGTH.labels(kind).set(number[kind])
        metrics.QUEUE_OLDEST.set(max((one.waited for one in waiting), default=0.0))


class Helpers(SharedWorkers):
    """The workers of a process that plays nothing itself: so many jobs at a time, whatever they are about."""

    def __init__(self, database: Database, homes: SharedHomes, number: int, settings: Settings) -> None:
        super().__init__(database, homes, dict.fromkeys(KINDS, 0), settings)
        self._processes.total_tokens = number
        by_urgency: tuple[For, ...] = ("questions", "bots", "advice")
        self._takers = [Taker(database, homes, by_urgency, lambda: number, self.carry_out)]
