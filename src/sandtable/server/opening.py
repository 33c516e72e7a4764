"""Opening a match that is not in memory: workers play its entries again up to a milestone near the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from sandtable.kernel.language import spoken
from sandtable.server import log
from sandtable.server.board_pages import prepare_pages
from sandtable.server.database import Database, StorageFault
from sandtable.server.milestones import StoredMilestone, newest_of_ours
from sandtable.server.records import Entry, Origin, Seat, playable
from sandtable.server.restore import Restored, origin_of, pack_entries, play_again, restore_match, tell_ending
from sandtable.server.storage import StoredMatch, load_entries, load_milestones
from sandtable.server.workers import JobFailed, TooLong, Workers

T = TypeVar("T")
_FEW = 40
"""So many entries at most are played again here; more are left to workers."""
_A_WHILE = 1.0
"""Seconds after which a worker says how far it is."""
_LONGEST = 300.0


class Opener:
    """Opens one match, and tells how it ended."""

    def __init__(self, match: str, database: Database, workers: Workers, tell: Callable[[int], None]) -> None:
        self._id = match
        self._database = database
        self._workers = workers
        self._tell = tell
        """Told now and then how many per cent of the entries have been played."""
        self._endings: dict[str, tuple[tuple[Seat, ...], bytes]] = {}
        """How it ended, by language, with the seats as they were named then."""

    async def open(self, stored: StoredMatch) -> Restored:
        """The match, and the milestones passed on the way. Others go on playing theirs."""
        setup, origin = stored.setup, None
        game = playable(setup)
        entries, kept = await self._written(self._id)
        passed: tuple[int, list[StoredMilestone]] | None = None
        if setup.fork is not None:
            origin = await self._origin(stored)
        elif len(entries) - await asyncio.to_thread(newest_of_ours, kept, game) > _FEW:
            passed = await self._play_again(stored, entries, kept)
            kept = [*(one for one in kept if one.number <= passed[0]), *passed[1]]
        opened = await asyncio.to_thread(restore_match, setup, stored.seats, entries, kept, origin)
        await asyncio.to_thread(prepare_pages, game, setup.options)
        if entries:
            log.note("match restored", match=self._id, entries=len(entries), milestone=opened.after)
        if passed is None:
            return opened
        return Restored(opened.match, [*passed[1], *opened.fresh], passed[0])

    async def ending(self, stored: StoredMatch) -> bytes:
        """How the match ended, as JSON."""
        told = self._endings.get(spoken())
        if told is None or told[0] != stored.seats:
            entries, kept = await self._written(self._id)
            sent = await asyncio.to_thread(pack_entries, entries)
            ending = await self._replayed(tell_ending, stored.setup, stored.seats, sent, kept, spoken())
            told = self._endings[spoken()] = stored.seats, ending
        return told[1]

    async def _written(self, match: str) -> tuple[list[Entry], list[StoredMilestone]]:
        """What the database has of a match."""
        entries = await asyncio.to_thread(self._database.read, load_entries(match))
        return entries, await asyncio.to_thread(self._database.read, load_milestones(match))

    async def _origin(self, stored: StoredMatch) -> Origin:
        """Where an analysis begins."""
        fork = stored.setup.fork
        assert fork is not None
        entries, kept = await self._written(fork.origin.id)
        return await self._replayed(origin_of, fork, await asyncio.to_thread(pack_entries, entries), kept)

    async def _play_again(
        self, stored: StoredMatch, entries: list[Entry], kept: list[StoredMilestone]
    ) -> tuple[int, list[StoredMilestone]]:
        """Let workers play entries, a while at a time; from which milestone on, and those passed since."""
        sent, known, fresh = await asyncio.to_thread(pack_entries, entries), kept, list[StoredMilestone]()
        after: int | None = None
        while True:
            replayed = await self._replayed(play_again, stored.setup, sent, known, _A_WHILE)
            if after is None:
                after = replayed.after
                known = [one for one in kept if one.number <= after]
            fresh += replayed.fresh
            known += replayed.fresh
            if not replayed.fresh or len(entries) - fresh[-1].number <= _FEW:
                return after, fresh
            self._tell(fresh[-1].number * 100 // len(entries))

    async def _replayed(self, job: Callable[..., T], *given: Any) -> T:
        try:
            return await self._workers.run("questions", _LONGEST, job, *given)
        except (TooLong, JobFailed) as failed:
            log.fault("match not opened", failed, match=self._id)
            raise StorageFault("This match can't be opened right now. Try again in a moment.") from None
