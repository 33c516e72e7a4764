"""A room: one match in memory, those who look at it, and the bots that play in it. Everything in it happens in turn."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import msgspec

from sandtable.kernel.language import spoken
from sandtable.kernel.sentences import tell
from sandtable.server import log, messages, metrics
from sandtable.server.bookkeeping import booked, together
from sandtable.server.bot_pool import BotPool
from sandtable.server.bot_turns import BotTurns
from sandtable.server.clocks.keeping import Timekeeping
from sandtable.server.database import Conflict, Database, Stopping, StorageFault
from sandtable.server.listener import Listener
from sandtable.server.match import Match
from sandtable.server.milestones import Milestone, StoredMilestone, packed
from sandtable.server.notices import writing
from sandtable.server.opening import Opener
from sandtable.server.orders.standing import StandingOrders
from sandtable.server.processes.homes import Homes, Moved
from sandtable.server.questions import answer
from sandtable.server.records import (
    HUMAN,
    Commit,
    Declined,
    Effect,
    Holder,
    Reply,
    ReplyShown,
    ShowAll,
    TellAll,
    Unplayable,
    Viewer,
    WorkOut,
)
from sandtable.server.settings import Settings
from sandtable.server.storage import (
    StoredMatch,
    append_entry,
    mark_taken,
    mark_used,
    store_milestones,
)
from sandtable.server.talk.talking import Talking
from sandtable.server.times import now
from sandtable.server.workers import TooLong, Workers

OUR_FAULT = "Something failed on the server. The error has been logged, and nothing has changed."
CLOSED = "This match is closed. You can look at it but not play on."


class Room(Timekeeping, Talking, StandingOrders):
    """One match and everyone around it."""

    def __init__(
        self,
        stored: StoredMatch,
        database: Database,
        bot_pool: BotPool,
        settings: Settings,
        workers: Workers,
        homes: Homes,
    ) -> None:
        super().__init__(stored, database, homes)
        self.used = time.monotonic()
        self.problem: Unplayable | None = None
        """Why the match cannot be played on here, in one sentence."""
        self._settings = settings
        self.opening: messages.Opening | None = None
        """How far the match has been opened, while it is."""
        self._match: Match | None = None
        self._keeping: asyncio.Task[Any] | None = None
        self._questions: dict[str, asyncio.Lock] = {}
        """One question of a seat at a time is worked out; all spectators are one seat."""
        self.bots = BotTurns(self, bot_pool, settings)
        self._workers = workers
        self._opener = Opener(self.id, database, workers, self._tell_opening)
        self._marked_used = ""
        self._closing = False

    # -- the match -----------------------------------------------------------------------------------------------------

    async def here(self) -> Match:
        """The match, played again from its entries if it is not in memory. Call with the lock held."""
        if self._closing:
            raise Stopping("The server is stopping. Come back in a moment.")
        if self.problem is not None:
            raise self.problem.again()
        if self._match is None:
            try:
                self._match = await self._opened()
            except Unplayable as fault:
                self.problem = fault
                log.warn("match cannot be played", match=self.id, problem=fault.sentence)
                raise
            finally:
                self.opening = None
        return self._match

    async def _opened(self) -> Match:
        """Open the match, and keep the milestones passed on the way."""
        with metrics.OPENING_SECONDS.time():
            opened = await self._opener.open(self.stored)
        if opened.fresh:
            self._keeping = asyncio.ensure_future(self._keep(opened.after, opened.fresh))
        return opened.match

    def _tell_opening(self, percent: int) -> None:
        self.opening = messages.Opening(percent)

    async def ending(self) -> bytes:
        """How the match ended, as JSON."""
        match = await self.look()
        if not match.position.over:
            raise Declined(409, "The match is not over yet.")
        return await self._opener.ending(self.stored)

    def _mark(self, match: Match) -> None:
        """Store a milestone if one is due and no other is on its way."""
        if match.trail.due(match) and (self._keeping is None or self._keeping.done()):
            self._keeping = asyncio.ensure_future(self._pass(match, match.trail.take(match)))

    async def _pass(self, match: Match, milestone: Milestone) -> None:
        kept = await asyncio.to_thread(packed, milestone)
        if await self._keep(milestone.after, [kept]):
            match.trail.passed(milestone)

    async def _keep(self, after: int, fresh: list[StoredMilestone]) -> bool:
        """Whether milestones were stored. If not, nothing is lost: the match takes longer to open."""
        try:
            await self._write(store_milestones(self.id, after, fresh))
        except StorageFault as refused:
            if not isinstance(refused, Moved):
                log.warn("milestone not stored", match=self.id, problem=refused.sentence)
            return False
        return True

    async def look(self) -> Match:
        """The match as it is committed. It must not be kept across an await."""
        async with self.lock:
            return await self.here()

    @property
    def in_memory(self) -> Match | None:
        """The match if it is in memory."""
        return self._match

    @property
    def busy(self) -> bool:
        """Whether somebody is here or something is going on."""
        return bool(self.listeners) or self.lock.locked() or self.bots.busy

    # -- people come and go --------------------------------------------------------------------------------------------

    async def enter(self, who: Holder, holds: tuple[str, ...], wanted: str) -> Listener:
        """Somebody opens the table. Who comes with the key of a seat takes it, and the owner's key holds it no more."""
        async with self.lock:
            match = await self.here()
            await self._take(match, who, holds)
            await self._mark_used()
            listener = Listener(who, Viewer(match.first_seat(holds, wanted), holds), self._settings, spoken())
            self.listeners.append(listener)
            self._greet(match, listener)
            self._tell_seats(besides=listener)
        self.bots.wake()
        return listener

    async def _mark_used(self) -> None:
        """Note the day on which the match was opened, once a day."""
        at = now()
        if self._marked_used != at[:10]:
            with suppress(StorageFault):  # that it cannot be written shows when somebody chooses
                await self._write(mark_used(self.id, at))
                self._marked_used = at[:10]

    async def _take(self, match: Match, who: Holder, holds: tuple[str, ...]) -> None:
        fresh = [seat for seat in holds if seat not in self.stored.taken]
        if not fresh or self.stored.is_owner(who):
            return
        await self._write(mark_taken(self.id, fresh))
        self.stored = msgspec.structs.replace(self.stored, taken=self.stored.taken | set(fresh))
        await self._reclock()
        self._check_keys(match)

    def leave(self, listener: Listener) -> None:
        """Somebody closed the table, or the line broke."""
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.used = time.monotonic()
            self._tell_seats()

    async def sit(self, listener: Listener, seat: str) -> None:
        """Look through another of the seats that one holds."""
        if seat not in listener.viewer.holds:
            listener.send(messages.NotAccepted("", 403, tell("This link is not for that seat.")))
            return
        async with self.lock:
            listener.viewer = Viewer(seat, listener.viewer.holds)
            self._greet(await self.here(), listener)
            self._tell_seats(besides=listener)

    # -- what people say -----------------------------------------------------------------------------------------------

    async def hear(self, listener: Listener, message: messages.Acting) -> None:
        """Carry out what somebody says; a line that breaks meanwhile does not stop it half-way."""
        if isinstance(message, messages.Question):
            asker = message.seat or listener.viewer.seat
            async with self._questions.setdefault(asker if asker in listener.viewer.holds else "", asyncio.Lock()):
                await self._work_out(listener, message)
        else:
            with metrics.MESSAGE_SECONDS.time():
                await asyncio.shield(asyncio.ensure_future(self._hear(listener, message)))
            self.bots.wake()

    async def _hear(self, listener: Listener, message: messages.Acting) -> None:
        async with self.lock:
            try:
                if self.stored.closed:
                    raise Unplayable(CLOSED)
                await self._try(listener, message)
            except (Moved, Stopping):
                listener.cut(1012)  # they come back to where the match lives then, and send it again
            except Exception as failed:
                listener.send(self._not_done(listener, message, failed))

    async def _work_out(self, listener: Listener, message: messages.Question) -> None:
        """Answer a question. The match is held only until it is known what the answer is to be made from."""
        try:
            async with self.lock:
                match = await self.here()
                if isinstance(message, messages.Inquired):
                    effects = match.handle(listener.viewer, message)
                else:
                    effects = await asyncio.to_thread(match.handle, listener.viewer, message)
            for effect in effects:
                if isinstance(effect, WorkOut):
                    patience = self._settings.question_patience
                    listener.send(await self._workers.run("questions", patience, answer, effect.inquiry))
                elif isinstance(effect, Reply):
                    listener.send(effect.message)
        except Exception as failed:
            listener.send(self._not_done(listener, message, failed))

    def _not_done(self, listener: Listener, message: messages.Acting, failed: Exception) -> messages.NotAccepted:
        """What one is told whose message failed."""
        match failed:
            case Conflict():
                sentence = tell("Another process is playing this match too. Try again.")
                return messages.NotAccepted(message.id, 409, sentence)
            case StorageFault() | TooLong():
                return messages.NotAccepted(message.id, 503, failed.sentence)
            case Unplayable():
                return messages.NotAccepted(message.id, 409, failed.sentence)
        log.fault("message failed", failed, match=self.id, seat=listener.viewer.seat, type=type(message).__name__)
        if not isinstance(message, messages.Question):
            self._match = None  # whatever it was: the next one gets the match as it is in the database
        return messages.NotAccepted(message.id, 500, tell(OUR_FAULT))

    async def _try(self, listener: Listener, message: messages.Acting) -> None:
        """Once more if another process wrote first: then the match in memory was old."""
        for last in (False, True):
            match = await self.here()
            effects = match.handle(listener.viewer, message)
            try:
                await self.perform(match, effects, listener)
                return
            except Conflict as conflict:
                if last or isinstance(conflict, Moved):
                    raise

    async def perform(self, match: Match, effects: list[Effect], listener: Listener | None) -> None:
        """Carry effects out in their order. What cannot be committed is neither acknowledged nor shown."""
        await self._tell_asked(match, effects)
        for effect in effects:
            match effect:
                case Commit():
                    stored, changes = booked(self.stored, match, now())
                    try:
                        await self._write(together(append_entry(self.id, effect.entry), *changes))
                    except BaseException:
                        self._match = None  # memory is ahead of the truth now
                        raise
                    changed, self.stored = stored.clock is not self.stored.clock, stored
                    if changed:
                        self._tell_clock()
                    by = "person" if effect.entry.player == HUMAN else "bot"
                    metrics.ENTRIES.labels(match.game.id, effect.entry.kind, by).inc()
                case Reply():
                    if listener is not None:
                        listener.send(effect.message)
                case ReplyShown():
                    if listener is not None:
                        self._show_whole(match, listener)
                case ShowAll():
                    self._show_all(match, effect)
                case TellAll():
                    for other in self.listeners:
                        other.send(match.told(other.viewer.seat, effect.message))
        self._mark(match)

    async def _tell_asked(self, match: Match, effects: list[Effect]) -> None:
        """Those who are asked to agree to an undo may not be at the table."""
        asked = [one.message for one in effects if isinstance(one, TellAll)]
        for message in asked:
            if isinstance(message, messages.UndoAsked):
                request = f"{message.to_step} {len(match.position.steps)}"
                told = writing.asked_to_take_back(self.stored, message.by, message.waiting, request, now())
                try:
                    if told:
                        await self._write(together(*told))
                except BaseException:
                    self._match = None  # memory knows of a request that nobody hears of
                    raise

    async def show_whole(self, listener: Listener) -> None:
        """The whole table to one who asks for it."""
        async with self.lock:
            self._show_whole(await self.here(), listener)

    # -- the end ------------------------------------------------------------------------------------------------------

    async def close(self) -> None:
        """The server stops, or the match moves away: what is under way is finished, and everyone told to come back."""
        self._closing = True
        await self.bots.stop()
        if self._keeping is not None:
            await self._keeping
        async with self.lock:
            for listener in self.listeners:
                listener.cut(1012)
