"""Those who look at a match: they are greeted, shown the table and told what happens, each through their own seat."""

from __future__ import annotations

import msgspec

from sandtable.server import log, messages
from sandtable.server.listener import Listener
from sandtable.server.match import Match
from sandtable.server.patches import changed_since
from sandtable.server.records import ShowAll
from sandtable.server.storage import StoredMatch

_TOLD_AGAIN = 20
"""So many of the owner's announcements come with the greeting."""


class Audience:
    """The listeners of one match."""

    def __init__(self, stored: StoredMatch) -> None:
        self.stored = stored
        self.id = stored.setup.id
        self.listeners: list[Listener] = []

    def _greet(self, match: Match, listener: Listener) -> None:
        hello = match.hello(listener.viewer, self.seats_now())
        announced = tuple(messages.Announced(one.at, one.text) for one in self.stored.announced[-_TOLD_AGAIN:])
        listener.send(msgspec.structs.replace(hello, announced=announced, closed=self.stored.closed))
        listener.known = hello.version, hello.shown
        if match.position.over:
            listener.send(match.end())

    def seats_now(self) -> list[messages.SeatNow]:
        """Who sits where, and who is here."""
        here = {listener.viewer.seat for listener in self.listeners}
        return [messages.SeatNow(seat.seat, seat.name, seat.player, seat.seat in here) for seat in self.stored.seats]

    def _tell_seats(self, besides: Listener | None = None) -> None:
        frame = messages.write_message(messages.Seats(self.seats_now()))
        for listener in self.listeners:
            if listener is not besides:
                listener.send(frame)

    def _show_all(self, match: Match, effect: ShowAll) -> None:
        """The new table to everyone whom it concerns, made once for each seat that is looked through."""
        shown: dict[str, messages.ShownNow | None] = {}
        frames: dict[tuple[str, int], str] = {}
        for listener in self.listeners:
            seat = listener.viewer.seat
            if effect.only and seat != effect.only:
                continue
            if seat not in shown:
                try:
                    shown[seat] = match.shown_now(seat, effect.kept)
                except Exception as failed:
                    log.fault("table cannot be shown", failed, match=self.id, seat=seat)
                    shown[seat] = None
            now = shown[seat]
            if now is None:
                listener.send(
                    messages.NotAccepted("", 500, "The table can't be shown. The error is logged; the match is safe.")
                )
                continue
            known = id(listener.known[1]) if listener.known is not None else 0
            if (seat, known) not in frames:
                frames[seat, known] = messages.write_message(changed_since(listener.known, now))
            listener.send(frames[seat, known])
            listener.known = now.version, now.shown

    def _show_whole(self, match: Match, listener: Listener) -> None:
        now = match.shown_now(listener.viewer.seat, 0)
        listener.send(now)
        listener.known = now.version, now.shown
