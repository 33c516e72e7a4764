"""The sender of one process: it looks into the outbox, groups, takes, sends, and writes what came of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import TypeVar

import msgspec
from sqlalchemy import Connection

from sandtable.kernel.prepared import prepared
from sandtable.server import log, metrics
from sandtable.server.database import Database, StorageFault
from sandtable.server.notices import outbox
from sandtable.server.notices.channels.base import Sending, Tried
from sandtable.server.notices.outbox import Taken
from sandtable.server.notices.records import Channel, Delivery, Notice
from sandtable.server.notices.reminders import due_reminders, remind
from sandtable.server.notices.rows import remove_address
from sandtable.server.notices.words import words_of
from sandtable.server.settings import Settings
from sandtable.server.times import after, later, now, seconds

T = TypeVar("T")
_AT_ONCE = 8
_LONGEST_WAIT = 3600.0
_PAUSE = 1.0
"""Seconds between two looks at least."""
_LAST_WORDS = 10.0
"""Seconds that notices on their way have when the server stops."""


class Sender:
    """Sends what is in the outbox. Any number of processes do so at the same time."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        channels: Mapping[Channel, Sending],
        passed: Callable[[str], None] = lambda step: None,
    ) -> None:
        self._database = database
        self._settings = settings
        self._channels = channels
        self._passed = passed
        """Hears of every step when it is done: tests end the process there."""
        self._woken = asyncio.Event()
        self._due = ""
        """When something will have to be sent, as far as is known."""
        self._stopping = False
        self._running: asyncio.Task[None] | None = None
        self._swept = self._reminded = ""

    async def _write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self._database.write(change))

    async def _read(self, question: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self._database.read, question)

    def start(self) -> None:
        """Look into the outbox when something in it is due, and from time to time."""
        loop = asyncio.get_running_loop()

        def heard(due: str) -> None:
            with suppress(RuntimeError):  # the loop is closed: the server has stopped
                loop.call_soon_threadsafe(self.expect, due)

        self._database.expected = heard
        self._running = asyncio.ensure_future(self._run())

    def expect(self, due: str) -> None:
        """Something will have to be sent at that time."""
        if not self._due or due < self._due:
            self._due = due
            self._woken.set()

    def wake(self) -> None:
        """Look into it at once."""
        self.expect(now())

    async def stop(self) -> None:
        """Finish what is being sent; what waits is sent later, by this or another process."""
        self._stopping = True
        self._woken.set()
        if self._running is not None:
            _, late = await asyncio.wait([self._running], timeout=_LAST_WORDS)
            for task in late:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _run(self) -> None:
        while not self._stopping:
            self._due = ""
            try:
                await self.turn()
                await self._sweep()
                if due := await self._read(outbox.next_due):
                    self.expect(due)
            except StorageFault as fault:
                log.warn("outbox not read", problem=fault.sentence)
            except Exception as fault:
                log.fault("notices failed", fault)
            await self._rest()

    async def _rest(self) -> None:
        """Wait until something is due, but not for ever: another process may have left it, or an operator put it there.

        What is due and could not be sent now, for somebody else has it, is not asked for without end.
        """
        began = time.monotonic()
        while not self._stopping:
            until = began + self._settings.notice_tick
            if self._due:
                until = min(until, max(began + _PAUSE, time.monotonic() + seconds(self._due) - time.time()))
            wait = until - time.monotonic()
            if wait <= 0:
                return
            self._woken.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), wait)

    async def turn(self) -> int:
        """Send all that is due; how many notices were tried. Nothing is written where nothing is due."""
        tried = 0
        while not self._stopping and await self._read(outbox.is_ripe(now())):
            grouped = await self._write(outbox.group(now()))
            if not grouped:
                break
            self._passed("grouped")
        while not self._stopping and await self._read(outbox.is_due(now())):
            until = after(timedelta(seconds=self._settings.notice_lease))
            taken = await self._write(outbox.take(now(), until, _AT_ONCE))
            if not taken:
                break
            self._passed("taken")
            await asyncio.gather(*(self._deliver(one) for one in taken))
            tried += len(taken)
        return tried

    async def _sweep(self) -> None:
        """Look at the clocks once a minute, count what waits, and forget once a day what is long told."""
        if self._reminded != now()[:16]:
            self._reminded = now()[:16]
            if await self._read(due_reminders(now())):
                await self._write(remind(now()))
        metrics.NOTICES_WAITING.set(await self._read(outbox.waiting))
        if self._swept != now()[:10]:
            self._swept = now()[:10]
            await self._write(outbox.forget_told(after(-timedelta(days=self._settings.keep_notices_days))))

    async def _deliver(self, taken: Taken) -> None:
        delivery, address = taken.delivery, taken.address
        if address is None or not address.confirmed:
            await self._write(outbox.finish(delivery, "failed", now(), "the address was removed"))
            return
        outcome, reason = await self._tried(taken, address.channel, address.target)
        self._passed(f"handed over: {outcome}")
        metrics.NOTICES.labels(address.channel, outcome).inc()
        match outcome:
            case "sent":
                await self._write(outbox.finish(delivery, "sent", now()))
            case "again":
                await self._again(delivery, address.channel, reason)
            case "never" | "gone":
                log.warn("notice refused", delivery=delivery.id, channel=address.channel, tries=delivery.tries)
                await self._write(outbox.finish(delivery, "failed", now(), reason))
        if outcome == "gone":
            await self._write(remove_address(address.person, address.id))
        self._passed("settled")

    async def _tried(self, taken: Taken, channel: Channel, target: str) -> Tried:
        sending = self._channels.get(channel)
        if sending is None:  # the operator has switched it off since
            return Tried("again", "this server does not send by this channel")
        try:
            notice = msgspec.json.decode(taken.delivery.body, type=prepared(Notice))
        except msgspec.ValidationError:
            return Tried("again", "a newer version of Sandtable wrote it")
        try:
            return await sending.send(taken, target, words_of(notice, taken.wishes))
        except Exception as fault:
            log.fault("notice failed", fault, delivery=taken.delivery.id, channel=channel)
            return Tried("again", f"a fault of ours ({type(fault).__name__})")

    async def _again(self, delivery: Delivery, channel: Channel, reason: str) -> None:
        """Try again later, twice as long each time; in the end give up."""
        wait = min(self._settings.notice_retry * 2 ** (delivery.tries - 1), _LONGEST_WAIT)
        due = after(timedelta(seconds=wait))
        if seconds(due) > seconds(later(delivery.created, timedelta(seconds=self._settings.notice_patience))):
            log.warn("notice given up", delivery=delivery.id, channel=channel, tries=delivery.tries)
            metrics.NOTICES.labels(channel, "failed").inc()
            await self._write(outbox.finish(delivery, "failed", now(), f"given up: {reason}"))
            return
        await self._write(outbox.try_again(delivery, due, reason))
