"""The bots and how they are asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.bots import own
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import UnknownName
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.game import AnyGame, View, listed
from sandtable.kernel.playout import Chooser
from sandtable.kernel.position import Position
from sandtable.kernel.state import State


class Asked:
    """A question to a bot: its seat, the options, the rule, its view of the table, and positions it may imagine."""

    __slots__ = ("_imagine", "_see", "_view", "game", "options", "rule", "seat")

    def __init__(
        self,
        game: AnyGame,
        seat: str,
        options: list[Option],
        rule: str,
        see: Callable[[], View],
        imagine: Callable[[Dice], Position] | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.options = options
        self.rule = rule
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


def random_bot(asked: Asked, dice: Dice) -> Option:
    """Any option, each equally likely."""
    return asked.options[dice.below(len(asked.options))]


def greedy_bot(asked: Asked, dice: Dice) -> Option:
    """What the game's own sensible player would choose."""
    return asked.game.sensible(asked.view, asked.seat, asked.options, asked.rule, dice)


_BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot}


def bot_names() -> tuple[str, ...]:
    """The bots that can be seated by name: ours, and those of other packages that are installed."""
    return (*_BOTS, *(name for name in own.installed() if name not in _BOTS))


def find_bot(name: str) -> Bot:
    """The bot of that name."""
    if name in _BOTS:
        return _BOTS[name]
    if name in own.installed():
        return own.installed_bot(name)
    raise UnknownName(f"There is no bot {name!r}; {listed('there is', dict.fromkeys(bot_names()))}.")


def load_bot(name: str) -> Bot:
    """The bot of that name, or of a file (`mybot.py:Clever`). Only for names that the user of this machine gave."""
    return own.bot_in_file(name) if own.is_file(name) else find_bot(name)


def ask(position: Position, seat: str, bot: Bot, dice: Dice) -> Option:
    """Let a bot choose for a seat of a live position."""
    decision = position.decision
    options = list(position.options(seat))
    if decision is None or not options:
        raise UnknownName(f"{seat} has nothing to decide.")
    asked = Asked(
        position.game,
        seat,
        options,
        decision.rule,
        see=lambda: position.sight(seat),
        imagine=lambda own: position.imagine(seat, own),
    )
    return bot(asked, dice)


def chooser(game: AnyGame, seated: dict[str, Bot], dice: Dice) -> Chooser:
    """How seated bots answer in a simulation (`play_out`), all drawing on the same dice of their own."""

    def choose(seat: str, decision: Decision, s: State) -> Option:
        options: Any = decision.options if isinstance(decision, Choose) else decision.options[seat]
        return seated[seat](Asked(game, seat, options, decision.rule, lambda: game.sight(s, seat)), dice)

    return choose
