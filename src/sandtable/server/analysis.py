"""The analysis of a match: a private match of its own that begins as one seat imagines another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Never

import msgspec

from sandtable.kernel.analysis import analyse
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.kernel.journal import SILENT, Journal
from sandtable.kernel.position import Position
from sandtable.kernel.records import Choice
from sandtable.kernel.show import Shown
from sandtable.server import messages
from sandtable.server.match import Match
from sandtable.server.records import (
    HUMAN,
    Declined,
    Effect,
    Fork,
    MatchSetup,
    Origin,
    Reply,
    ReplyShown,
    Seat,
    playable,
)


def kind_of(setup: MatchSetup) -> type[Match]:
    """A match or an analysis."""
    return Match if setup.fork is None else AnalysisMatch


def origin_played_again(fork: Fork) -> Origin:
    """Where an analysis begins, by playing the other match from its beginning: of a long one that takes a while."""
    match = kind_of(fork.origin)(fork.origin, ())
    for made in fork.steps:
        match.position.apply(made.seat, made.option)
    return match.origin_at(len(fork.steps), fork.seat)


class AnalysisMatch(Match):
    """Nobody else sits here, so everything can be taken back, dice and all.

    Its seed is never told, for whoever knows how the
    hidden things were dealt again could undo it.
    """

    keeps_secrets = False
    marked = False

    def __init__(self, setup: MatchSetup, seats: Iterable[Seat], origin: Origin | None = None) -> None:
        assert setup.fork is not None
        self._origin = origin or origin_played_again(setup.fork)
        self._start = Position.from_way(playable(setup), setup.options, self._origin.way)
        super().__init__(setup, seats)
        self._undone: list[Choice] = []
        """Choices taken back, the next one to be made again first."""

    def begun(self, journal: Journal = SILENT) -> Position:
        fork = self.setup.fork
        assert fork is not None
        return analyse(self._start, fork.seat, Dice(self.setup.seed), journal)

    def counts(self, seat: str) -> Sequence[int]:
        return range(len(self.position.steps) + 1)

    def _carry_out(self, kind: str, seat: str, option: Option) -> None:
        before = list(self.position.steps)
        super()._carry_out(kind, seat, option)
        if kind == "rewind":
            self._undone = [*before[len(self.position.steps) :], *self._undone]
        elif self._undone and self._undone[0] == Choice(seat, option):
            self._undone.pop(0)
        else:
            self._undone.clear()

    def _undo(self, kind: str, seat: str, id: str) -> list[Effect]:
        done = self._carried_out.find(seat, id)
        if done is not None:
            return [Reply(messages.Accepted(id, done.step)), ReplyShown()]
        self._not_over()
        if not (self.position.steps if kind == "undo" else self._undone):
            raise Declined(409, "There is nothing to undo." if kind == "undo" else "There is nothing to redo.")
        if kind == "redo":
            return self._do("choose", self._undone[0].seat, HUMAN, id, self._undone[0].option)
        return self._do("rewind", seat, HUMAN, id, ("to", len(self.position.steps) - 1))

    def shown(self, seat: str) -> Shown:
        back = bool(self.position.steps) and not self.position.over
        return msgspec.structs.replace(
            super().shown(seat), can_undo=back, can_redo=bool(self._undone), undo_to=0 if back else None
        )

    @property
    def open_seed(self) -> str:
        return ""

    @property
    def comes_from(self) -> messages.AnalysisOrigin | None:
        fork = self.setup.fork
        assert fork is not None
        return messages.AnalysisOrigin(fork.origin.id, self._origin.step, fork.seat)

    def save(self, alone: bool = False) -> Never:
        raise Declined(409, "You can't save an analysis: it would reveal what you must not know.")
