"""The match service: all rooms, the database behind them, and the bots that play in them."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Collection, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from sandtable.board.lesson import lesson_of, opened, players
from sandtable.kernel.dice import seed_from
from sandtable.kernel.errors import Refused
from sandtable.kernel.game import Setting, find_game
from sandtable.kernel.language import spoken
from sandtable.kernel.records import Choice
from sandtable.server import log, metrics
from sandtable.server.bookkeeping import started, together
from sandtable.server.bot_pool import BotPool
from sandtable.server.database import Database, Stopping, StorageFault, put_note
from sandtable.server.founding import Opening, found_from_save, seated
from sandtable.server.guard import Limits
from sandtable.server.heap import give_back, share_heap
from sandtable.server.lobby.offers import Offer
from sandtable.server.lobby.records import Progress
from sandtable.server.match import Match
from sandtable.server.milestones import StoredMilestone
from sandtable.server.privacy import first_step_named
from sandtable.server.processes.homes import Elsewhere, Home, NewsKind
from sandtable.server.processes.shared import homes_of
from sandtable.server.queue.shared import workers_of
from sandtable.server.records import HUMAN, Declined, Entry, Fork, MatchSetup, Seat
from sandtable.server.restore import set_up_analysis, unpack_entries
from sandtable.server.room import Room
from sandtable.server.settings import Settings
from sandtable.server.storage import (
    StoredMatch,
    abandoned,
    hash_key,
    insert_match,
    load_match,
    matches_of_keys,
    new_id,
    new_key,
    new_seed,
    remove_match,
    store_milestones,
)
from sandtable.server.times import after, now
from sandtable.server.workers import TooLong, Workers

_SLOWEST_PACE = 5.0
_THREADS = 32
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


class CreatedMatch:
    """A match just setup, with the keys that are told only once."""

    def __init__(self, stored: StoredMatch, owner: str, keys: dict[str, str]) -> None:
        self.stored = stored
        self.owner = owner
        self.keys = keys


class MatchService:
    """Everything that one server process holds."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings
        self.homes = homes_of(database, settings)
        self.rooms: dict[str, Room] = {}
        self.copies: dict[str, Room] = {}
        """Matches that live in other processes, as they were when somebody listed them."""
        self.leaving = False
        self.operated = asyncio.Event()
        """Set when an operator has done something (`admin.watch`)."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self.open_sockets: dict[str, int] = {}
        self.workers = workers_of(database, settings, self.homes)
        self.bot_pool = BotPool(self.workers, settings.bot_patience)
        self._sweeper: asyncio.Task[None] | None = None
        self._healthy_until = 0.0
        self.asking = Limits(int(settings.questions_per_second * 10), 10)
        """How often each address may ask what takes long to answer."""
        self._questions: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def among(self) -> int:
        """Among how many processes limits are shared that guard the whole house."""
        return self.homes.processes

    async def open(self) -> None:
        """Start what runs in the background."""
        share_heap()
        # As many as cores are too few: matches that are being opened would keep all others from the database.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(_THREADS, "sandtable"))
        await self.homes.open(self)
        await self.workers.open()
        self._sweeper = asyncio.ensure_future(self._sweep())

    async def leave(self) -> None:
        """Hand all matches over to the other processes, before anybody's line is cut."""
        self.leaving = True
        await self.workers.leave()
        if not self.homes.alone:
            await asyncio.gather(*(room.close() for room in list(self.rooms.values())))
            await self.homes.close()

    async def close(self) -> None:
        """Finish what is under way and close."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper
        await self.workers.leave()
        self.workers.close()
        for room in list(self.rooms.values()):
            await room.close()
        await self.homes.close()
        await asyncio.to_thread(self.database.close)

    async def _sweep(self) -> None:
        """Forget matches that nobody looks at; they are in the database."""
        while True:
            await asyncio.sleep(min(60.0, self.settings.idle_seconds))
            with suppress(StorageFault):  # then they still live here, and that does no harm
                await self.homes.release(self.sweep())
            await self.remove_abandoned()
            await asyncio.to_thread(give_back)

    def sweep(self) -> list[str]:
        """Forget what nobody has looked at for long; which matches need not live here any more."""
        idle_since = time.monotonic() - self.settings.idle_seconds
        for id in [id for id, copy in self.copies.items() if copy.used < idle_since]:
            del self.copies[id]
        idle = [id for id, room in self.rooms.items() if not room.busy and room.used < idle_since]
        for id in idle:
            del self.rooms[id]
        return idle

    async def remove_abandoned(self) -> int:
        """Remove what nobody has opened for as long as the settings say; how many matches that were."""
        since = [
            after(-timedelta(days=days)) if days else ""
            for days in (self.settings.keep_days, self.settings.keep_analyses_days)
        ]
        removed = 0
        try:
            for id in await asyncio.to_thread(self.database.read, abandoned(*since)):
                if id not in self.rooms and await self.homes.claim(id) is None:
                    await asyncio.wrap_future(self.database.write(remove_match(id)))
                    removed += 1
        except StorageFault as fault:
            log.fault("abandoned matches not removed", fault)
        if removed:
            log.note("abandoned matches removed", matches=removed)
        return removed

    def questions_of(self, address: str) -> asyncio.Semaphore:
        """So many questions that take long one address has under way; the others wait."""
        return self._questions.setdefault(address, asyncio.Semaphore(self.settings.questions_per_address))

    # -- matches -------------------------------------------------------------------------------------------------------

    async def create_match(
        self,
        game_id: str,
        options: Mapping[str, Setting],
        players: Mapping[str, str],
        names: Mapping[str, str],
        pace: float | None,
        seed: str = "",
        opening: Sequence[Choice] = (),
        offer: Offer | None = None,
    ) -> CreatedMatch:
        """Found a match: settle its options, seat people and bots, and commit it before anyone hears of it.

        Choices of an `opening` have been made when it begins. Of seats that are offered to others nobody gets the key.
        """
        game = find_game(game_id)
        settled = game.settle(options)
        seats = seated(game, settled, players, names)
        wanted_pace = self.settings.pace if pace is None else min(max(pace, 0.0), _SLOWEST_PACE)
        data, seed = game.data_version(), seed or new_seed()
        setup = MatchSetup(new_id(), game.id, settled, game.version, data, seed, now(), wanted_pace)
        entries, passed, progress = await asyncio.to_thread(_set_up, setup, seats, opening)
        if offer is not None:
            offer = msgspec.structs.replace(offer, progress=progress)
            offer.check(seats, game)
        return await self._store(setup, seats, entries, passed, offer)

    async def create_from_save(self, save: bytes) -> CreatedMatch:
        """Found a match that stands where a save stood. A worker reads, proves and plays it: here nothing of it is."""
        patience, given = self.settings.question_patience, (save, new_id(), now(), self.settings.pace, spoken())
        founded = await self.workers.run("questions", patience, found_from_save, *given)
        entries = await asyncio.to_thread(unpack_entries, founded.entries)
        return await self._store(founded.setup, founded.seats, entries, founded.milestones)

    async def create_analysis(self, match: Match, seat: str, step: int | None) -> CreatedMatch:
        """Found an analysis of a match as a seat sees it at a step (now if none is named): all seats are its owner's.

        They have the names of the game, for nobody else sits there.
        """
        steps = match.position.steps
        at = match.known_step(seat) if step is None else first_step_named(match.counts(seat), step)
        origin = match.setup
        setup = msgspec.structs.replace(
            origin, id=new_id(), seed=new_seed(), created=now(), fork=Fork(origin, tuple(steps[:at]), seat)
        )
        seats = tuple(Seat(one, match.game.words.name(one)) for one in match.position.seats)
        try:
            await self.workers.run(
                "questions", self.settings.question_patience, set_up_analysis, setup, match.origin_at(at, seat)
            )
        except Refused as refused:
            raise Declined(409, refused.sentence, refused.rule) from None
        except TooLong as refused:
            raise Declined(503, refused.sentence) from None
        return await self._store(setup, seats, [], [])

    async def _store(
        self,
        setup: MatchSetup,
        seats: tuple[Seat, ...],
        entries: list[Entry],
        passed: list[StoredMilestone],
        offer: Offer | None = None,
    ) -> CreatedMatch:
        """Commit a match before anyone hears of it."""
        owner, keys = new_key(), {seat.seat: new_key() for seat in seats if seat.player == HUMAN}
        hashes = {one.seat: hash_key(keys[one.seat]) if one.seat in keys else "" for one in seats}
        stored = StoredMatch(setup, seats, hash_key(owner), hashes)
        if offer is not None:
            stored = offer.made(stored)
            keys = {seat: key for seat, key in keys.items() if seat not in offer.offered}
        more = [] if offer is None else [*offer.written_with(stored)]
        if passed:
            more.append(store_milestones(setup.id, 0, passed))
        await asyncio.wrap_future(self.database.write(together(insert_match(stored, entries), *more)))
        kind = "match created" if setup.fork is None else "analysis created"
        log.note(kind, match=setup.id, game=setup.game, seats=len(seats), people=len(keys))
        return CreatedMatch(stored, owner, keys)

    async def create_lesson(self, game_id: str, names: Mapping[str, str], pace: float | None) -> CreatedMatch:
        """Found the guided first game of a game: its options and its seed, which everybody may know, come with it."""
        game = find_game(game_id)
        lesson = lesson_of(game)
        if lesson is None:
            raise Declined(400, "{title} has no lesson yet.", title=game.title)
        opening = (await asyncio.to_thread(opened, game, lesson)).steps
        seats, seed = players(game, lesson), seed_from(lesson.seed)
        return await self.create_match(game_id, lesson.options, seats, names, pace, seed, opening)

    async def room(self, id: str) -> Room:
        """The room of a match, which from then on lives here."""
        room = self.rooms.get(id)
        if room is None:
            if await self.home_of(id) is not None:
                raise Declined(503, "This match is being played in another server process. Try again in a moment.")
            room = self.rooms.setdefault(id, Room(await self._stored(id), *self._parts(), self.homes))
        room.used = time.monotonic()
        return room

    async def home_of(self, id: str) -> Home | None:
        """Where a match lives if that is in another process; one that lives nowhere lives here from now on."""
        if id in self.rooms or not _ID.fullmatch(id):
            return None
        if self.leaving and not self.homes.alone:
            raise Stopping("The server is stopping. Come back in a moment.")
        return await self.homes.claim(id)

    async def _stored(self, id: str) -> StoredMatch:
        stored = await asyncio.to_thread(self.database.read, load_match(id)) if _ID.fullmatch(id) else None
        if stored is None:
            raise Declined(404, "There is no such match.")
        return stored

    def _parts(self) -> tuple[Database, BotPool, Settings, Workers]:
        return self.database, self.bot_pool, self.settings, self.workers

    async def _looked_at(self, id: str) -> Room:
        """A match to be looked at and not played: what lives elsewhere, or nowhere, does not move for that."""
        if self.homes.alone or id in self.rooms:
            return await self.room(id)
        copy = self.copies.get(id)
        if copy is None:
            made = Room(await self._stored(id), *self._parts(), Elsewhere(self.database))
            copy = self.copies.setdefault(id, made)
        copy.used = time.monotonic()
        return copy

    async def rooms_of(self, keys: list[str], more: Sequence[str] = ()) -> list[Room]:
        """The rooms to which these keys belong, and some more, to be looked at."""
        ids = await asyncio.to_thread(self.database.read, matches_of_keys(keys)) if keys else []
        return [await self._looked_at(id) for id in dict.fromkeys((*ids, *more))]

    async def reread(self, matches: Sequence[str]) -> None:
        """What the database says of the seats of these matches has changed."""
        for match in matches:
            if match in self.rooms:
                await self.rooms[match].reread()
        await self.homes.announce("reseated", matches)

    async def end_sessions(self, sessions: Sequence[str]) -> None:
        """Turn those away at every table who have signed out."""
        self._end_sessions(sessions)
        await self.homes.announce("signed out", sessions)

    def _end_sessions(self, sessions: Sequence[str]) -> None:
        for room in self.rooms.values():
            room.end_sessions(set(sessions))

    # -- other processes -----------------------------------------------------------------------------------------------

    def hear(self, kind: NewsKind, about: str) -> None:
        """Take note of what another process did."""
        match kind:
            case "signed out":
                self._end_sessions([about])
            case "reseated":
                self.copies.pop(about, None)
                if room := self.rooms.get(about):
                    self._begin(room.reread())
            case "lost":
                self._let_go(about)
            case "operated":
                self.operated.set()
            case "job waits" | "job answered" | "job dropped":
                self.workers.hear(kind, about)
            case "moved" | "changed":
                self.copies.pop(about, None)
                if about in self.rooms:
                    self._begin(self._check_home(about))

    def keep_only(self, matches: Collection[str]) -> None:
        """Only these matches still live here."""
        self.copies.clear()
        for id in [id for id in self.rooms if id not in matches]:
            self._let_go(id)

    async def _check_home(self, id: str) -> None:
        """Somebody else has played a match that lives here: since it was lost, or before it came here."""
        if not await self.homes.still_here(id):
            self._let_go(id)

    def _let_go(self, id: str) -> None:
        """A match lives elsewhere now: those who look at it here are sent there."""
        room = self.rooms.pop(id, None)
        if room is not None:
            log.note("match moved away", match=id)
            metrics.MOVED_AWAY.inc()
            self._begin(room.close())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def healthy(self) -> bool:
        """Whether the database can be written; asked of it at most every five seconds."""
        if time.monotonic() < self._healthy_until:
            return True
        at = now()
        try:
            await asyncio.wrap_future(self.database.write(lambda connection: put_note(connection, "healthy", at)))
        except StorageFault as fault:
            log.fault("database cannot be written", fault)
            return False
        self._healthy_until = time.monotonic() + 5
        return True


def _set_up(
    setup: MatchSetup, seats: tuple[Seat, ...], choices: Sequence[Choice]
) -> tuple[list[Entry], list[StoredMilestone], Progress]:
    """Set a new match up and make the choices of its opening; what has then happened, and the milestones passed."""
    opening = Opening(Match(setup, seats), len(choices))
    for choice in choices:
        opening.choose(choice)
    return opening.entries, opening.milestones, started(opening.match, setup.created)
