"""Those who look at a match: they are greeted, shown the table and told what happens, each through their own seat."""

from __future__ import annotations

import msgspec

from sandtable.kernel.language import speaking
from sandtable.kernel.sentences import tell
from sandtable.server import log, messages
from sandtable.server.clocks.records import clocked
from sandtable.server.listener import Listener
from sandtable.server.match import Match
from sandtable.server.patches import SentTable, changed_since, written
from sandtable.server.records import ShowAll, Viewer
from sandtable.server.storage import StoredMatch
from sandtable.server.times import now, seconds

_TOLD_AGAIN = 20
"""So many of the owner's announcements come with the greeting."""


class _NewTable:
    """A new table for all who look through one seat; a frame is made once for those who know the same."""

    def __init__(self, now: messages.ShownNow) -> None:
        self._now = now
        self._decision = written(now.shown.decision)
        self.known = SentTable.of(now.version, now.shown, self._decision)
        self._frames: dict[int, str] = {}

    def frame_for(self, known: SentTable | None) -> str:
        if id(known) not in self._frames:
            self._frames[id(known)] = messages.write_message(changed_since(known, self._now, self._decision))
        return self._frames[id(known)]


class Audience:
    """The listeners of one match."""

    def __init__(self, stored: StoredMatch) -> None:
        self.stored = stored
        self.id = stored.setup.id
        self.listeners: list[Listener] = []

    def _greet(self, match: Match, listener: Listener) -> None:
        with speaking(listener.language):
            hello = match.hello(listener.viewer, self.seats_now())
            announced = tuple(messages.Announced(one.at, one.told) for one in self.stored.announced[-_TOLD_AGAIN:])
        owner = self.stored.is_owner(listener.who)
        told = {"announced": announced, "closed": self.stored.closed, "owner": owner, "client": listener.client}
        listener.send(msgspec.structs.replace(hello, **told))
        listener.known = SentTable.of(hello.version, hello.shown)
        if match.position.over:
            listener.send(match.end())
        self._tell_clock(listener)

    def _tell_clock(self, *whom: Listener) -> None:
        """Tell some, or everyone, how the clock of the match stands."""
        clock, terms = self.stored.clock, self.stored.terms
        if clock is not None and terms is not None and terms.control is not None:
            frame = messages.write_message(clocked(clock, terms.control, seconds(now())))
            for listener in whom or self.listeners:
                listener.send(frame)

    def seats_now(self) -> list[messages.SeatNow]:
        """Who sits where, and who is here."""
        here = {listener.viewer.seat for listener in self.listeners}
        agreed = self.stored.agreed
        return [
            messages.SeatNow(seat.seat, seat.called, seat.player, seat.seat in here, seat.seat in agreed)
            for seat in self.stored.seats
        ]

    def _tell_seats(self, besides: Listener | None = None) -> None:
        frames = {language: self._seats_told(language) for language in {one.language for one in self.listeners}}
        for listener in self.listeners:
            if listener is not besides:
                listener.send(frames[listener.language])

    def _seats_told(self, language: str) -> str:
        with speaking(language):
            return messages.write_message(messages.Seats(self.seats_now()))

    def _check_keys(self, match: Match) -> None:
        """Who no longer holds the seat that they look through is turned away from it."""
        for listener in list(self.listeners):
            holds = self.stored.held_by(listener.who)
            if holds is None and listener.viewer.holds:
                listener.cut(4401)
            elif holds is None:
                continue
            elif holds != listener.viewer.holds:
                listener.viewer = Viewer(match.first_seat(holds, listener.viewer.seat), holds)
                self._greet(match, listener)

    def end_sessions(self, sessions: set[str]) -> None:
        """Turn those away who have signed out."""
        for listener in list(self.listeners):
            if listener.who.session in sessions:
                listener.cut(4401)

    def _show_all(self, match: Match, effect: ShowAll) -> None:
        """The new table to everyone whom it concerns, made once for each seat that is looked through, and language."""
        shown: dict[tuple[str, str], _NewTable | None] = {}
        for listener in self.listeners:
            seat = listener.viewer.seat
            if effect.only and seat != effect.only:
                continue
            if (seat, listener.language) not in shown:
                shown[seat, listener.language] = self._new_table(match, seat, effect.kept, listener.language)
            now = shown[seat, listener.language]
            if now is None:
                with speaking(listener.language):
                    sentence = tell("The table can't be shown. The error has been logged; the match is safe.")
                listener.send(messages.NotAccepted("", 500, sentence))
                continue
            listener.send(now.frame_for(listener.known))
            listener.known = now.known

    def _new_table(self, match: Match, seat: str, kept: int, language: str) -> _NewTable | None:
        """The new table for a seat in a language; nothing if it cannot be made."""
        try:
            with speaking(language):
                return _NewTable(match.shown_now(seat, kept))
        except Exception as failed:
            log.fault("table cannot be shown", failed, match=self.id, seat=seat)
            return None

    def _show_whole(self, match: Match, listener: Listener) -> None:
        with speaking(listener.language):
            now = match.shown_now(listener.viewer.seat, 0)
        listener.send(now)
        listener.known = SentTable.of(now.version, now.shown)
