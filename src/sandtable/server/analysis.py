"""The analysis of a match: a private match of its own that begins as one seat imagines another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Never

import msgspec

from sandtable.kernel.analysis import analyse
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Option
from sandtable.kernel.journal import SILENT, Journal
from sandtable.kernel.position import Position
from sandtable.kernel.records import Choice
from sandtable.kernel.show import Shown
from sandtable.server import messages
from sandtable.server.match import Match
from sandtable.server.records import HUMAN, Declined, Effect, MatchSetup, Seat


def kind_of(setup: MatchSetup) -> type[Match]:
    """A match or an analysis."""
    return Match if setup.fork is None else AnalysisMatch


class AnalysisMatch(Match):
    """Nobody else sits here, so everything can be taken back, dice and all.

    It may begin in the middle of an activity, where a position does not know how it came to stand so: to go back it
    is begun again from its origin, the other match as it stood. Its seed is never told, for whoever knows how the
    hidden things were dealt anew could undo it.
    """

    keeps_secrets = False
    marked = False

    def __init__(self, setup: MatchSetup, seats: Iterable[Seat], origin: Position | None = None) -> None:
        self._origin = origin
        super().__init__(setup, seats)
        self._undone: list[Choice] = []
        """Choices taken back, the next one to be made again first."""

    def begun(self, journal: Journal = SILENT) -> Position:
        fork = self.setup.fork
        assert fork is not None
        if self._origin is None:
            self._origin = kind_of(fork.origin)(fork.origin, ()).position
            for made in fork.steps:
                self._origin.apply(made.seat, made.option)
        return analyse(self._origin, fork.seat, Dice(self.setup.seed), journal)

    def counts(self, seat: str) -> Sequence[int]:
        return range(len(self.position.steps) + 1)

    def copied(self) -> Position:
        return self._begun_to(len(self.position.steps), SILENT)

    def _begun_to(self, step: int, journal: Journal) -> Position:
        anew = self.begun(journal)
        for made in self.position.steps[:step]:
            anew.apply(made.seat, made.option)
        return anew

    def _rewind(self, step: int) -> None:
        if not 0 <= step <= len(self.position.steps):
            raise Refused(f"There is no step {step}; the analysis has {len(self.position.steps)}.")
        self.position = self.recorder.position = self._begun_to(step, Journal())

    def _carry_out(self, kind: str, seat: str, option: Option) -> None:
        before = list(self.position.steps)
        super()._carry_out(kind, seat, option)
        if kind == "rewind":
            self._undone = [*before[len(self.position.steps) :], *self._undone]
        elif self._undone and self._undone[0] == Choice(seat, option):
            self._undone.pop(0)
        else:
            self._undone.clear()

    def _wound_to(self, step: int) -> Position:
        return self._begun_to(step, SILENT)

    def origin_at(self, step: int) -> Position | None:
        return None  # it does not know how it came to stand so; it is played again

    def _undo(self, kind: str, seat: str, id: str) -> list[Effect]:
        done = self._answered.get((seat, id))
        if done is not None:
            return self._once(seat, id, done.kind, done.option)
        self._not_over()
        if not (self.position.steps if kind == "undo" else self._undone):
            raise Declined(409, f"There is nothing to {kind}.")
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
        assert self._origin is not None
        return messages.AnalysisOrigin(fork.origin.id, self._origin.counts(fork.seat)[-1], fork.seat)

    def save(self) -> Never:
        raise Declined(409, "An analysis has no save: it could not be played again without what it must not tell.")
