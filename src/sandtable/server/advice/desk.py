"""The advice desk: it checks who asks and how often, and lets worker processes think."""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from sandtable.kernel.errors import Refused
from sandtable.kernel.language import spoken
from sandtable.server.advice.permission import check, not_agreed, origin_of_all
from sandtable.server.advice.records import AdviceQuestion
from sandtable.server.advice.thinking import tell_advice, tell_evaluation
from sandtable.server.guard import Limits
from sandtable.server.match import Match
from sandtable.server.privacy import first_step_named
from sandtable.server.records import HUMAN, Declined, Said, Unplayable
from sandtable.server.restore import pack_entries
from sandtable.server.room import Room
from sandtable.server.service import MatchService
from sandtable.server.storage import load_entries, load_match, load_milestones
from sandtable.server.workers import TooLong

_REMEMBERED = 200
"""So many answers are kept: the same question is not worked out twice."""
OFF = "This server gives no advice."


class AdviceDesk:
    """Everything about advice that one server process holds."""

    def __init__(self, service: MatchService) -> None:
        self._service = service
        self._settings = service.settings
        self._asking = Limits(self._settings.advice_per_minute, 60)
        self._busy: set[tuple[str, str]] = set()
        """The seats for which advice is being worked out, by match."""
        self._answers: OrderedDict[tuple[str, ...], bytes] = OrderedDict()

    async def advise(self, room: Room, seat: str, step: int | None, address: str) -> bytes:
        """The advice for a seat at a step of a match (now if none is named), as JSON."""
        match = await room.look()
        await self._may_ask(room, match)
        at = match.known_step(seat) if step is None else first_step_named(match.counts(seat), step)
        named = match.counts(seat)[at]
        key = ("advice", room.id, str(match.version), seat, str(at), spoken())
        if key not in self._answers:
            question = AdviceQuestion(
                match.standing(at),
                seat,
                named,
                f"advice {room.id} {match.version_for(seat)} {named} {seat}",
                self._settings.advice_seconds,
                self._settings.advice_patience * 0.6,
                spoken(),
            )
            with self._one_at_a_time(room.id, seat, address):
                self._keep(key, await self._thought(question))
            await self._announce(room, match, seat)
        return self._answers[key]

    async def evaluate(self, room: Room, seat: str, address: str) -> bytes:
        """How the chances moved over a match that is over, as JSON."""
        match = await room.look()
        if not match.position.over:
            raise Declined(409, "The match is not over yet.")
        self._is_on()
        key = ("evaluation", room.id, str(match.version), seat, *(one.called for one in room.stored.seats))
        if key not in self._answers:
            read = self._service.database.read
            entries = await asyncio.to_thread(read, load_entries(room.id))
            kept = await asyncio.to_thread(read, load_milestones(room.id))
            sent = await asyncio.to_thread(pack_entries, entries)
            with self._one_at_a_time(room.id, f"evaluation {seat}", address):
                try:
                    told = await self._service.workers.run(
                        "advice",
                        self._settings.evaluation_patience,
                        tell_evaluation,
                        room.stored.setup,
                        room.stored.seats,
                        sent,
                        kept,
                        seat,
                    )
                except TooLong as refused:
                    raise Declined(503, refused.sentence) from None
            self._keep(key, told)
        return self._answers[key]

    def _is_on(self) -> None:
        if self._settings.advice_workers < 1:
            raise Declined(409, OFF)

    async def _may_ask(self, room: Room, match: Match) -> None:
        """Refuse advice that would help somebody against other people."""
        self._is_on()
        if match.setup.fork is None:
            if not self._ended(room, match):
                check(room.stored, analysis=False)
                self._guesses_all(room, match)
            return
        origin = origin_of_all(match.setup).id
        stored = await asyncio.to_thread(self._service.database.read, load_match(origin))
        if stored is not None and not_agreed(stored) and await self._goes_on(origin):
            check(stored, analysis=True)

    async def _goes_on(self, id: str) -> bool:
        """Whether a match is still played, here or in another process."""
        [room] = await self._service.rooms_of([], [id])
        try:
            return not self._ended(room, await room.look())
        except Unplayable:
            return False

    @staticmethod
    def _ended(room: Room, match: Match) -> bool:
        return bool(room.stored.closed) or room.stored.progress.over or match.position.over

    @staticmethod
    def _guesses_all(room: Room, match: Match) -> None:
        people = [seat.called for seat in room.stored.seats if seat.player == HUMAN]
        if len(people) > 1 and not match.game.guesses_all(match.setup.options):
            raise Declined(
                409, "You can't analyse this position: it would reveal the secrets of {others}.", others=people
            )

    @contextmanager
    def _one_at_a_time(self, match: str, seat: str, address: str) -> Iterator[None]:
        """One question of a seat is worked out at a time, and an address asks only so often."""
        if (match, seat) in self._busy:
            raise Declined(429, "The server is already working on this. Wait for the answer.")
        wait = self._asking.take(address)
        if wait:
            raise Declined(
                429, "You have asked for advice too many times. Wait {seconds:second|seconds}.", seconds=math.ceil(wait)
            )
        self._busy.add((match, seat))
        try:
            yield
        finally:
            self._busy.discard((match, seat))

    async def _thought(self, question: AdviceQuestion) -> bytes:
        try:
            return await self._service.workers.run("advice", self._settings.advice_patience, tell_advice, question)
        except Refused as refused:
            raise Declined(409, refused.sentence, refused.rule) from None
        except TooLong as refused:
            raise Declined(503, refused.sentence) from None

    def _keep(self, key: tuple[str, ...], told: bytes) -> None:
        self._answers[key] = told
        while len(self._answers) > _REMEMBERED:
            self._answers.popitem(last=False)

    async def _announce(self, room: Room, match: Match, seat: str) -> None:
        """Where several people may sit down, all are told who had advice, once for each seat."""
        people = sum(one.player == HUMAN for one in room.stored.seats)
        if people > 1 and match.setup.fork is None and not self._ended(room, match):
            await room.announce_once(Said("{name} asked for advice.", {"name": match.seats[seat].name}))
