"""Worker processes for what takes long: the past, odds, analyses, replays, advice, and the thinking of bots.

They start when they are first needed. A job that fails, hangs or takes its process down costs nothing but itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from anyio import BrokenWorkerProcess, CancelScope, CapacityLimiter, move_on_after, to_process

from sandtable.kernel.errors import SandtableError
from sandtable.server import metrics
from sandtable.server.database import Stopping
from sandtable.server.jobs import JobResult, carry_out, make_ready
from sandtable.server.processes.homes import JobNews

T = TypeVar("T")
For = Literal["bots", "questions", "advice"]
KINDS: tuple[For, ...] = ("bots", "questions", "advice")
_TO_START = 60.0


class TooLong(SandtableError):
    """A job that took longer than it may."""


class JobFailed(Exception):
    """A job failed in its process; `places` says where, without words that could hold something hidden."""

    def __init__(self, places: str) -> None:
        super().__init__(places)
        self.places = places


class Workers:
    """A few processes: some for the thinking of bots, some for what people ask, some for advice.

    So none of these waits for the others.
    """

    def __init__(self, bots: int, questions: int, advice: int = 0, *, guests: int = 0) -> None:
        self._free = {"bots": bots, "questions": questions, "advice": advice}
        self._places = {what_for: asyncio.Semaphore(number) for what_for, number in self._free.items()}
        self._processes = CapacityLimiter(max(1, bots + questions + advice + guests))
        self._under_way: set[CancelScope] = set()
        self._stopping = False

    async def run(self, what_for: For, seconds: float, job: Callable[..., T], *given: Any) -> T:
        """What a job answers. Waiting for a place and for a process to start is not counted against its seconds."""
        waiting, taking = metrics.JOBS_WAITING.labels(what_for), metrics.JOB_SECONDS.labels(what_for)
        with waiting.track_inprogress(), taking.time():
            done = await self._done(what_for, seconds, job, given)
        if done.refused is not None:
            raise done.refused
        if done.places:
            raise JobFailed(done.places)
        result: Any = done.result
        return result  # type: ignore[no-any-return]  # None is a result, too

    def free(self, what_for: For) -> int:
        """How many more jobs could begin here at once."""
        return self._free[what_for]

    async def _done(self, what_for: For, seconds: float, job: Callable[..., T], given: tuple[Any, ...]) -> JobResult[T]:
        async with self._places[what_for]:
            self._free[what_for] -= 1
            try:
                return await self.carry_out(seconds, job, given)
            finally:
                self._free[what_for] += 1
                self._freed(what_for)

    def _freed(self, what_for: For) -> None:
        """A place has become free."""

    async def carry_out(self, seconds: float, job: Callable[..., T], given: tuple[Any, ...]) -> JobResult[T]:
        """Do a job in one of the processes, whoever asked for it."""
        if self._stopping:
            raise Stopping("The server is stopping. Come back in a moment.")
        await self._limited(_TO_START, make_ready, job)
        done: JobResult[T] = await self._limited(seconds, carry_out, job, given)
        return done

    async def _limited(self, seconds: float, job: Callable[..., Any], *given: Any) -> Any:
        """Run in a process; one that takes longer, or that nobody waits for any more, is killed."""
        with move_on_after(seconds) as scope:
            self._under_way.add(scope)
            try:
                return await to_process.run_sync(job, *given, cancellable=True, limiter=self._processes)
            except BrokenWorkerProcess:
                raise JobFailed("its process ended") from None
            finally:
                self._under_way.discard(scope)
        if self._stopping:
            raise Stopping("The server is stopping. Come back in a moment.")
        raise TooLong("This takes too long to calculate.")

    # -- other processes; alone there are none -------------------------------------------------------------------------

    async def open(self) -> None:
        """Begin to take jobs of other processes."""

    async def leave(self, grace: float = 0.0) -> None:
        """Do nothing for others any more, and ask them nothing."""

    def hear(self, kind: JobNews, about: str) -> None:
        """Take note of what another process says about jobs."""

    def close(self) -> None:
        """Break off all jobs; the event loop ends their processes when it ends."""
        self._stopping = True
        for scope in list(self._under_way):
            scope.cancel()
