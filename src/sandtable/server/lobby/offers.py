"""An offer: what a new match says to others, and which of its seats are kept for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from sandtable.kernel.game import AnyGame
from sandtable.server.bookkeeping import Change, clock_for
from sandtable.server.clocks.rows import put_clock
from sandtable.server.clocks.time import Clock
from sandtable.server.lobby.records import Progress, Terms
from sandtable.server.notices import writing
from sandtable.server.records import HUMAN, Declined, Seat
from sandtable.server.storage import StoredMatch
from sandtable.server.times import seconds


def needs_a_clock() -> Declined:
    """Nobody can be replaced in a rated match: without a clock, an opponent could wait for ever."""
    return Declined(400, "A rated match needs a clock: otherwise a player who stays away never loses.")


def _nothing(stored: StoredMatch) -> Sequence[Change]:
    return ()


class Offer(msgspec.Struct, frozen=True):
    """The terms of a new match, and to whom its seats are offered."""

    terms: Terms
    offered: Mapping[str, str] = {}
    """Seats that wait for anyone or for one account."""
    progress: Progress = Progress()
    by: str = ""
    """The name of the account that offers them."""
    seated: Mapping[str, str] = {}
    """Accounts that have their seats from the start."""
    also: Callable[[StoredMatch], Sequence[Change]] = _nothing
    """What else is written with the match, in the same transaction."""

    def check(self, seats: Sequence[Seat], game: AnyGame) -> None:
        """Refuse an offer of seats that are not there or that bots play, and what cannot be rated."""
        players = {seat.seat: seat.player for seat in seats}
        if self.terms.rated and game.cooperative:
            raise Declined(400, "{title} is cooperative, so its matches are not rated.", title=game.title)
        if self.terms.rated and (len(seats) < 2 or set(players.values()) != {HUMAN}):
            raise Declined(400, "A rated match needs a person in every seat.")
        for seat in self.offered:
            if seat not in players:
                raise Declined(400, "There is no seat '{seat}' in this match.", seat=seat)
            if players[seat] != HUMAN:
                raise Declined(400, "A bot plays {seat}. Offer a seat that a person plays.", seat=seat)

    def made(self, stored: StoredMatch) -> StoredMatch:
        """A match with these terms."""
        return msgspec.structs.replace(
            stored,
            terms=self.terms,
            offered=dict(self.offered),
            progress=self.progress,
            people=dict(self.seated),
        )

    def written_with(self, stored: StoredMatch) -> list[Change]:
        """What is written with the match: whom to tell, what else was asked for, and its clock.

        With days for a move it runs at once where everybody has a seat: nobody gains by staying away. A live one waits
        until they have come.
        """
        changes = [*writing.invited(stored, stored.offered, self.by, stored.setup.created), *self.also(stored)]
        clock = None if self.terms.control is None or self.terms.control.live else _running(stored)
        return changes if clock is None else [*changes, put_clock(stored.setup.id, clock)]


def _running(stored: StoredMatch) -> Clock | None:
    clock = clock_for(stored, seconds(stored.setup.created))
    return clock if clock is not None and clock.running else None
