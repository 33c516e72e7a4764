"""An offer: what a new match says to others, and which of its seats are kept for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from sandtable.kernel.game import AnyGame
from sandtable.server.lobby.records import Progress, Terms
from sandtable.server.records import HUMAN, Declined, Seat
from sandtable.server.storage import StoredMatch


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
