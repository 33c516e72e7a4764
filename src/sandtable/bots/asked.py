"""A question to a bot, and how long it may think."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import UnknownName
from sandtable.kernel.flow import Option
from sandtable.kernel.game import AnyGame, View
from sandtable.kernel.position import Position


class Budget(msgspec.Struct, frozen=True):
    """How much a bot may think about one choice. Nothing said: as much as its level does.

    A node is one choice made on an imagined position: the same seed and nodes give the same choice on every machine.
    Seconds of the clock are a limit for hosts that have people waiting; a bot that runs into it takes the best so far.
    """

    nodes: int = 0
    seconds: float = 0.0


class Asked:
    """A question to a bot: its seat, the options, the rule, its view of the table, and positions it may imagine."""

    __slots__ = ("_imagine", "_see", "_view", "budget", "game", "options", "rule", "seat")

    def __init__(
        self,
        game: AnyGame,
        seat: str,
        options: list[Option],
        rule: str,
        see: Callable[[], View],
        imagine: Callable[[Dice], Position] | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.options = options
        self.rule = rule
        self.budget = budget or Budget()
        self._see = see
        self._imagine = imagine
        self._view: View | None = None

    @property
    def view(self) -> View:
        """What the seat sees; made when it is first looked at."""
        if self._view is None:
            self._view = self._see()
        return self._view

    def imagine(self, dice: Dice) -> Position:
        """A position as the seat may imagine it, with dice of its own."""
        if self._imagine is None:
            raise UnknownName("Bots that think ahead need a position; this simulation has none.")
        return self._imagine(dice)


Bot = Callable[[Asked, Dice], Option]
