"""How a bot thinks in a worker process: it gets its view, its options, and dice of its own.

Only a bot that imagines positions gets more: then the worker plays the position again and deals everything again that
the seat cannot know, before the bot sees it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.bots.player import Asked, Budget, ask, find_bot
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.kernel.game import find_game
from sandtable.kernel.position import Position
from sandtable.server.questions import position_at
from sandtable.server.records import Standing

NEEDS_A_POSITION = -1
ILLEGAL = -2


class BotQuestion(msgspec.Struct, frozen=True):
    """What a bot is asked."""

    game: str
    seat: str
    bot: str
    options: tuple[Option, ...]
    rule: str
    seed: str
    """Of the bot's own dice."""
    view: Any = None
    standing: Standing | None = None
    """The position, for a bot that imagines; else it has the view alone."""
    seconds: float = 0.0
    """How long it may think by the clock; it then takes the best so far."""


class _Imagines(Exception):
    """The bot wants to imagine a position."""


def think(question: BotQuestion) -> int:
    """The number of the option that the bot chooses; `ILLEGAL` for what is not offered.

    A number and no more: what a bot makes up never reaches the server.
    """
    bot, dice = find_bot(question.bot), Dice(question.seed)
    try:
        if question.standing is not None:
            budget = Budget(seconds=question.seconds)
            chosen = ask(position_at(question.standing), question.seat, bot, dice, budget)
        else:
            options = list(question.options)
            game = find_game(question.game)
            chosen = bot(Asked(game, question.seat, options, question.rule, lambda: question.view, _imagine), dice)
    except _Imagines:
        return NEEDS_A_POSITION
    return question.options.index(chosen) if chosen in question.options else ILLEGAL


def _imagine(_dice: Dice) -> Position:
    raise _Imagines
