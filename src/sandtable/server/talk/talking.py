"""A room's part in talk: who hears whom, and telling what was said to those who may read it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sqlalchemy import Connection

from sandtable.server import messages
from sandtable.server.notices import writing
from sandtable.server.records import Holder
from sandtable.server.seating import Seating
from sandtable.server.storage import StoredMatch
from sandtable.server.talk.records import Channel, Speaker, Spoken, TalkLine, told
from sandtable.server.talk.storage import append_line, deaf_to
from sandtable.server.times import now


def channel_for(stored: StoredMatch, who: Holder) -> Channel | None:
    """Where somebody reads and speaks. The two never meet: spectators see what players must not.

    Spectators must be signed in. A player who opens the table without a key would read along otherwise.
    """
    if stored.setup.fork is not None:
        return None
    if stored.held_by(who):
        return "players"
    return "spectators" if who.person and not stored.is_owner(who) else None


def speaks_as(stored: StoredMatch, who: Holder) -> frozenset[str]:
    """The ids under which somebody speaks at a match."""
    seats = stored.held_by(who) or ()
    return frozenset([*([who.person] if who.person else []), *(guest(stored.setup.id, seat) for seat in seats)])


def guest(match: str, seat: str) -> str:
    """The id of a player without an account."""
    return f"{match}/{seat}"


class Talking(Seating):
    """What is said at one match."""

    async def say(self, by: Speaker, text: str, message: str) -> TalkLine:
        """Write what somebody says and tell all who read there and have not muted them."""
        line, fresh = await self._write(self._said(by, now(), text, message))
        if fresh:
            deaf = await asyncio.to_thread(self._database.read, deaf_to(by.id))
            self._tell_spoken(line, deaf)
        return line

    def _said(self, by: Speaker, at: str, text: str, message: str) -> Callable[[Connection], tuple[TalkLine, bool]]:
        """Write a line, and that the players who are not here are to be told of it."""

        def change(connection: Connection) -> tuple[TalkLine, bool]:
            line, fresh = append_line(self.id, by, at, text, message)(connection)
            if fresh and by.channel == "players":
                deaf = deaf_to(by.id)(connection)
                for one in writing.spoken(self.stored, by.id, by.name, deaf, at):
                    one(connection)
            return line, fresh

        return change

    def _tell_spoken(self, line: TalkLine, deaf: frozenset[str]) -> None:
        for listener in self.listeners:
            own = speaks_as(self.stored, listener.who)
            if channel_for(self.stored, listener.who) == line.channel and not own & deaf:
                listener.send(messages.write_message(Spoken(told(line, own, frozenset()))))
