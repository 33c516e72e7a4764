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
from sandtable.server.jobs import carry_out, make_ready

T = TypeVar("T")
For = Literal["bots", "questions", "advice"]
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

    def __init__(self, bots: int, questions: int, advice: int = 0) -> None:
        places = {"bots": bots, "questions": questions, "advice": advice}
        self._places = {what_for: asyncio.Semaphore(number) for what_for, number in places.items()}
        self._processes = CapacityLimiter(bots + questions + advice)
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
        result: T = done.result
        return result

    async def _done(self, what_for: For, seconds: float, job: Callable[..., T], given: tuple[Any, ...]) -> Any:
        async with self._places[what_for]:
            if self._stopping:
                raise Stopping("The server is stopping. Come back in a moment.")
            await self._limited(_TO_START, make_ready, job)
            return await self._limited(seconds, carry_out, job, given)

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

    def close(self) -> None:
        """Break off all jobs; the event loop ends their processes when it ends."""
        self._stopping = True
        for scope in list(self._under_way):
            scope.cancel()
