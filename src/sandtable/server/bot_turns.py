"""The bots of one match take their turns, at a pace that people can watch, and try again after a fault of storage.

Standing orders of people are carried out in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import NamedTuple, Protocol

from sandtable.kernel.decision_point import is_private
from sandtable.kernel.errors import RuleFault, SandtableError
from sandtable.kernel.flow import Option
from sandtable.server import log
from sandtable.server.bot_pool import BotPool, at_random
from sandtable.server.database import Stopping, StorageFault
from sandtable.server.listener import Listener
from sandtable.server.match import Match
from sandtable.server.processes.homes import Moved
from sandtable.server.records import HUMAN, Declined, Effect, Seat, Unplayable
from sandtable.server.settings import Settings
from sandtable.server.storage import StoredMatch
from sandtable.server.thinking import BotQuestion

_TRIES = 5
_LONGEST_WAIT = 30.0
_UNHURRIED = 16
"""So many choices in a row are shown at the full pace."""
_CALMED = 4
"""So many of the choices that were watched one of somebody else makes up for."""


def pause_of(pace: float, watched: int) -> float:
    """How long people look before the next choice: the longer a turn of small steps goes on, the faster it runs."""
    return pace * min(1.0, _UNHURRIED / max(1, watched))


class RoomForBots(Protocol):
    """What bots need of the room in which they play."""

    id: str
    lock: asyncio.Lock
    stored: StoredMatch

    @property
    def listeners(self) -> Collection[Listener]: ...
    @property
    def in_memory(self) -> Match | None: ...
    async def here(self) -> Match: ...
    async def follow_orders(self) -> bool: ...
    async def perform(self, match: Match, effects: list[Effect], sender: Listener | None) -> None: ...


class _Thinking(NamedTuple):
    """A bot that thinks, for which seat, and about which version of its match."""

    seat: Seat
    version: int
    choosing: asyncio.Future[tuple[Option, str]]

    def counts_in(self, match: Match) -> bool:
        """Whether what it chooses is still wanted."""
        return match.version == self.version and match.seats[self.seat.seat] == self.seat


class BotTurns:
    """Plays the seats of bots in a room, one choice after the other."""

    def __init__(self, room: RoomForBots, pool: BotPool, settings: Settings) -> None:
        self._room = room
        self._pool = pool
        self._settings = settings
        self._task: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()
        self._thinking: _Thinking | None = None
        # How many choices of bots were watched one after the other, and the last step that everybody knows of.
        self._watched = 0
        self._known = 0

    @property
    def busy(self) -> bool:
        """Whether a bot is at it."""
        return self._task is not None and not self._task.done()

    async def stop(self) -> None:
        """Break off what is under way."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError, SandtableError):
                await self._task

    def hurry(self) -> None:
        """Bots do not wait until a human is asked again."""
        if self._task is not None and not self._task.done():
            self._hurry.set()

    def wake(self) -> None:
        """Let the bots play if it is their turn and somebody is there for whom they play.

        A bot that thinks about what is no more is broken off: its choice would not count.
        """
        match, thinking = self._room.in_memory, self._thinking
        if match is not None and thinking is not None and not thinking.counts_in(match):
            thinking.choosing.cancel()
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._play())

    async def _play(self) -> None:
        wait = self._settings.bot_retry
        while True:
            try:
                while await self._room.follow_orders() or await self._one_bot():
                    wait = self._settings.bot_retry
                break
            except (Stopping, Moved):
                break
            except StorageFault as refused:
                log.warn("bots wait for the database", match=self._room.id, problem=refused.sentence, seconds=wait)
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT)
            except Unplayable as refused:
                log.warn("bots stopped", match=self._room.id, problem=refused.sentence)
                break
            except Exception as failed:
                log.fault("bots stopped", failed, match=self._room.id)
                break
        self._hurry.clear()

    async def _one_bot(self) -> bool:
        """One choice of a bot; False when no bot is asked, or the match has only bots and nobody watches."""
        async with self._room.lock:
            match = await self._room.here()
            asked = match.bots_to_decide()
            people = any(seat.player == HUMAN for seat in match.seats.values())
            if not asked or self._room.stored.closed or not (people or self._room.listeners):
                return False
            seat, version = asked[0], match.version
            question = match.question_for_bot(seat)
            private = is_private(match.position.decision, seat.seat)
            known = match.counts("")[-1]
        if not private:  # of those nobody sees anything; waiting would count them
            self._watch(known)
            await self._pause()
        chosen = await self._choose(question, seat, version)
        if chosen is None:
            return True
        option, player = chosen
        for _ in range(_TRIES):
            async with self._room.lock:
                now = self._room.in_memory
                if now is None or now.seats[seat.seat] != seat:
                    return True
                try:
                    effects = now.bot_chooses(seat.seat, option, player, version)
                    await self._room.perform(now, effects, None)
                    return True
                except (RuleFault, Declined) as refused:
                    log.fault("bot's choice failed", refused, match=self._room.id, seat=seat.seat, bot=player)
            option, player = at_random(question), f"random for {seat.player}"[:64]
        log.warn("bots stopped", match=self._room.id, problem="every choice of the bot fails")
        return False

    async def _choose(self, question: BotQuestion, seat: Seat, version: int) -> tuple[Option, str] | None:
        """What a bot chooses; None if the match has moved on meanwhile."""
        choosing = asyncio.ensure_future(self._pool.choose(question, self._room.id))
        self._thinking = _Thinking(seat, version, choosing)
        try:
            await asyncio.wait([choosing])
        finally:
            self._thinking = None
            if choosing.cancel():
                await asyncio.wait([choosing])
        return None if choosing.cancelled() else choosing.result()

    def _watch(self, known: int) -> None:
        """Count the choices in a row, by steps that are open to all: what follows from it must not tell of others."""
        between = max(0, known - self._known - 1)
        self._watched = max(0, self._watched - _CALMED * between) + 1
        self._known = known

    async def _pause(self) -> None:
        """Wait a moment, so that people can watch."""
        pace = pause_of(self._room.stored.setup.pace, self._watched)
        if pace and self._room.listeners and not self._hurry.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), pace)
