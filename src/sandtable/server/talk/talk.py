"""Talk of one server: who may speak, read, note, mute and report, and how often."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import msgspec
from sqlalchemy import Connection

from sandtable.server import log
from sandtable.server.admin.storage import ban_on
from sandtable.server.database import Database
from sandtable.server.guard import Limits
from sandtable.server.people.records import Signed
from sandtable.server.records import Declined, Holder
from sandtable.server.room import Room
from sandtable.server.talk import storage
from sandtable.server.talk.records import MOST_NOTES, Channel, LineTold, SeatNote, Speaker, TalkLine, told
from sandtable.server.talk.talking import channel_for, guest, speaks_as
from sandtable.server.times import now

T = TypeVar("T")
MOST_TOLD = 100
_LINES, _LINES_IN = 15, 60.0
"""A speaker says so much at once, and so much in a minute over time."""
_REPORTS, _REPORTS_IN = 10, 3600.0
_SIGN_IN = "Sign in to talk with the other spectators."


class TalkTold(msgspec.Struct, frozen=True):
    """What was said where you may read it, the last of it."""

    channel: Channel | None
    """players or spectators; nothing if you can only look at the match."""
    why_not: str
    """Why you can't speak here, in a sentence; empty if you can."""
    lines: list[LineTold]
    more: bool
    """Whether something was said before these lines."""


class Talk:
    """The talk of one server."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lines = Limits(_LINES, _LINES_IN)
        self._reports = Limits(_REPORTS, _REPORTS_IN)

    async def _read(self, question: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self._database.read, question)

    async def _write(self, change: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self._database.write(change))

    async def told(self, room: Room, who: Holder, before: int) -> TalkTold:
        """What was said at a match before a line, as somebody may read it."""
        channel = channel_for(room.stored, who)
        if channel is None:
            return TalkTold(None, _silent(room, who).sentence, [], False)
        own = speaks_as(room.stored, who)
        lines = await self._read(storage.lines_of(room.id, channel, before, MOST_TOLD + 1))
        muted = await self._read(storage.muted_by(own))
        return TalkTold(channel, "", [told(one, own, muted) for one in lines[-MOST_TOLD:]], len(lines) > MOST_TOLD)

    def speaker(self, room: Room, who: Holder, signed: Signed | None, seat: str = "") -> Speaker:
        """Who somebody is when they speak; refused if they may not."""
        stored, channel = room.stored, channel_for(room.stored, who)
        if channel is None:
            raise _silent(room, who)
        if channel == "spectators":
            if signed is None:
                raise Declined(401, _SIGN_IN)
            return Speaker(signed.person.id, channel, "", signed.person.name)
        holds = stored.held_by(who) or ()
        if seat and seat not in holds:
            raise Declined(403, "This key is not for that seat.")
        taken = next(one for one in stored.seats if one.seat == (seat or holds[0]))
        own = bool(who.person) and stored.people.get(taken.seat) == who.person
        return Speaker(who.person if own else guest(room.id, taken.seat), channel, taken.seat, taken.name)

    async def say(self, room: Room, by: Speaker, text: str, message: str, address: str) -> LineTold:
        """Say something; the line as its speaker sees it."""
        if not text:
            raise Declined(422, "Write something first.")
        ban = await self._read(ban_on("talk", by.id, now()))
        if ban is not None:
            raise ban.told
        if wait := self._lines.take(by.id):
            log.limited(address, "talk", room.id)
            raise Declined(
                429, "You are sending messages too quickly. Wait {seconds:second|seconds}.", seconds=int(wait) + 1
            )
        return told(await room.say(by, text, message), frozenset({by.id}), frozenset())

    async def line(self, room: Room, number: int, channel: Channel) -> TalkLine:
        """A line that somebody may read who reads this channel."""
        line = await self._read(storage.line_of(room.id, number))
        if line is None or line.channel != channel:
            raise Declined(404, "There is no such message here.")
        return line

    async def mute(self, line: TalkLine, by: Speaker, mute: bool) -> None:
        """Read somebody no longer, or again."""
        if line.speaker == by.id:
            raise Declined(409, "You can't mute yourself.")
        await self._write(storage.put_mute(by.id, line.speaker, mute))

    async def report(self, room: Room, line: TalkLine, by: Speaker, why: str, address: str) -> None:
        """Tell the operator about a line."""
        if line.speaker == by.id:
            raise Declined(409, "You can't report yourself.")
        if self._reports.take(by.id) or self._reports.take(address):
            log.limited(address, "reports", room.id)
            raise Declined(429, "You have reported too many messages. Try again in an hour.")
        if not await self._write(storage.insert_report(room.id, line, by, now(), why)):
            raise Declined(409, "You have reported this already.")
        log.warn("talk reported", match=room.id, line=line.number)

    # -- notes to oneself ----------------------------------------------------------------------------------------------

    async def notes(self, room: Room, seat: str) -> list[SeatNote]:
        """What was noted at a seat."""
        return await self._read(storage.notes_of(room.id, seat))

    async def note(self, room: Room, seat: str, step: int, text: str) -> list[SeatNote]:
        """Note something at a step that the seat knows of, or take the note away; all notes of the seat."""
        playing, kept = await room.look(), await self.notes(room, seat)
        if text and step > playing.counts(seat)[-1]:
            raise Declined(409, "The match has not reached step {step} yet.", step=step)
        if text and len(kept) >= MOST_NOTES and step not in {one.step for one in kept}:
            raise Declined(409, "You can keep {most:note|notes}. Remove one first.", most=MOST_NOTES)
        await self._write(storage.put_note(room.id, seat, step, now(), text))
        return await self.notes(room, seat)


def _silent(room: Room, who: Holder) -> Declined:
    """Why somebody neither reads nor speaks."""
    if room.stored.setup.fork is not None:
        return Declined(403, "An analysis is private: there is no one to talk to.")
    if room.stored.is_owner(who):
        return Declined(403, "Take a seat to talk with the players.")
    return Declined(403, _SIGN_IN)
