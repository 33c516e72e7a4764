"""The bots that can be seated by name, and how a bot is asked."""

from __future__ import annotations

from typing import Any

from sandtable.bots import own
from sandtable.bots.asked import Asked as Asked
from sandtable.bots.asked import Bot as Bot
from sandtable.bots.asked import Budget as Budget
from sandtable.bots.plans import Planner
from sandtable.bots.search import Search
from sandtable.bots.simple import greedy_bot as greedy_bot
from sandtable.bots.simple import random_bot as random_bot
from sandtable.bots.simple import recruit_bot
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import UnknownName
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.game import AnyGame
from sandtable.kernel.playout import Chooser
from sandtable.kernel.position import Position
from sandtable.kernel.sentences import either
from sandtable.kernel.state import State

LEVELS: dict[str, str] = {
    "recruit": "a beginner who makes mistakes",
    "regular": "a sensible player",
    "veteran": "an experienced player",
    "elite": "a veteran who thinks ahead where that helps",
}
"""The levels in the order of their strength, with what people are told of them."""
_BOTS: dict[str, Bot] = {
    "recruit": recruit_bot,
    "regular": greedy_bot,
    "veteran": Search(seconds=1.0, by_habit=True),
    "elite": Planner(Search(seconds=5.0, by_habit=True)),
    "random": random_bot,
    "greedy": greedy_bot,
}
QUICK = ("random", "greedy", "recruit", "regular")
"""Bots that need no more than their view: games among them are played without checkpoints."""


def bot_names(game: str = "") -> tuple[str, ...]:
    """The bots that can be seated by name: ours, and those that installed packages bring for all games or this one."""
    return (*_BOTS, *(name for name in own.installed(game) if name not in _BOTS))


def find_bot(name: str) -> Bot:
    """The bot of that name."""
    if name in _BOTS:
        return _BOTS[name]
    if own.is_installed(name):
        return own.installed_bot(name)
    raise UnknownName("There is no bot '{name}'; choose {known}.", name=name, known=either(bot_names()))


def load_bot(name: str) -> Bot:
    """The bot of that name, of a file (`mybot.py:Clever`), or one that searches so many nodes (`search@3000`).

    Only for names that the user of this machine gave: a file is run, and nodes take time.
    """
    kind, _, nodes = name.partition("@")
    if kind == "search" and nodes.isdecimal() and int(nodes) > 0:
        return Search(nodes=int(nodes))
    return own.bot_in_file(name) if own.is_file(name) else find_bot(name)


def ask(position: Position, seat: str, bot: Bot, dice: Dice, budget: Budget | None = None) -> Option:
    """Let a bot choose for a seat of a live position."""
    return bot(question(position, seat, budget), dice)


def question(position: Position, seat: str, budget: Budget | None = None) -> Asked:
    """What a bot is asked when a seat of a live position must choose."""
    decision = position.decision
    options = list(position.options(seat))
    if decision is None or not options:
        raise UnknownName("{seat} has nothing to decide.", seat=seat)
    return Asked(
        position.game,
        seat,
        options,
        decision.rule,
        see=lambda: position.sight(seat),
        imagine=lambda own: position.imagine(seat, own),
        budget=budget,
    )


def chooser(game: AnyGame, seated: dict[str, Bot], dice: Dice) -> Chooser:
    """How seated bots answer in a simulation (`play_out`), all drawing on the same dice of their own."""

    def choose(seat: str, decision: Decision, s: State) -> Option:
        options: Any = decision.options if isinstance(decision, Choose) else decision.options[seat]
        return seated[seat](Asked(game, seat, options, decision.rule, lambda: game.sight(s, seat)), dice)

    return choose
