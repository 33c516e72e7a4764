"""The sender of one process: it looks into the outbox, groups, takes, sends, and writes what came of it."""

from __future__ import annotations

import asyncio
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
from sandtable.server.notices.channels.base import Outcome, Sending
from sandtable.server.notices.outbox import Taken
from sandtable.server.notices.records import Channel, Delivery, Notice
from sandtable.server.notices.reminders import remind
from sandtable.server.notices.rows import remove_address
from sandtable.server.notices.words import words_of
from sandtable.server.settings import Settings
from sandtable.server.times import after, later, now, seconds

T = TypeVar("T")
_AT_ONCE = 8
_LONGEST_WAIT = 3600.0
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
        self._stopping = False
        self._running: asyncio.Task[None] | None = None
        self._swept = self._reminded = ""

    async def _write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self._database.write(change))

    def start(self) -> None:
        """Look into the outbox from time to time."""
        self._running = asyncio.ensure_future(self._run())

    def wake(self) -> None:
        """Look into it at once."""
        self._woken.set()

    async def stop(self) -> None:
        """Finish what is being sent; what waits is sent later, by this or another process."""
        self._stopping = True
        self.wake()
        if self._running is not None:
            _, late = await asyncio.wait([self._running], timeout=_LAST_WORDS)
            for task in late:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _run(self) -> None:
        while not self._stopping:
            try:
                await self.turn()
                await self._sweep()
            except StorageFault as fault:
                log.warn("outbox not read", problem=fault.sentence)
            except Exception as fault:
                log.fault("notices failed", fault)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), self._settings.notice_tick)
            self._woken.clear()

    async def turn(self) -> int:
        """Send all that is due; how many notices were tried."""
        tried = 0
        while not self._stopping:
            grouped = await self._write(outbox.group(now()))
            if not grouped:
                break
            self._passed("grouped")
        while not self._stopping:
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
            await self._write(remind(now()))
        metrics.NOTICES_WAITING.set(await asyncio.to_thread(self._database.read, outbox.waiting))
        if self._swept != now()[:10]:
            self._swept = now()[:10]
            await self._write(outbox.forget_told(after(-timedelta(days=self._settings.keep_notices_days))))

    async def _deliver(self, taken: Taken) -> None:
        delivery, address = taken.delivery, taken.address
        if address is None or not address.confirmed:
            await self._write(outbox.finish(delivery, "failed", now()))
            return
        outcome = await self._tried(taken, address.channel, address.target)
        self._passed(f"handed over: {outcome}")
        metrics.NOTICES.labels(address.channel, outcome).inc()
        match outcome:
            case "sent":
                await self._write(outbox.finish(delivery, "sent", now()))
            case "again":
                await self._again(delivery, address.channel)
            case "never" | "gone":
                log.warn("notice refused", delivery=delivery.id, channel=address.channel, tries=delivery.tries)
                await self._write(outbox.finish(delivery, "failed", now()))
        if outcome == "gone":
            await self._write(remove_address(address.person, address.id))
        self._passed("settled")

    async def _tried(self, taken: Taken, channel: Channel, target: str) -> Outcome:
        sending = self._channels.get(channel)
        if sending is None:  # the operator has switched it off since
            return "again"
        notice = msgspec.json.decode(taken.delivery.body, type=prepared(Notice))
        try:
            return await sending.send(taken, target, words_of(notice, taken.wishes))
        except Exception as fault:
            log.fault("notice failed", fault, delivery=taken.delivery.id, channel=channel)
            return "again"

    async def _again(self, delivery: Delivery, channel: Channel) -> None:
        """Try again later, twice as long each time; in the end give up."""
        wait = min(self._settings.notice_retry * 2 ** (delivery.tries - 1), _LONGEST_WAIT)
        due = after(timedelta(seconds=wait))
        if seconds(due) > seconds(later(delivery.created, timedelta(seconds=self._settings.notice_patience))):
            log.warn("notice given up", delivery=delivery.id, channel=channel, tries=delivery.tries)
            metrics.NOTICES.labels(channel, "failed").inc()
            await self._write(outbox.finish(delivery, "failed", now()))
            return
        await self._write(outbox.try_again(delivery, due))
