"""A bot of one's own that beats `greedy` at The Causeway: it tries some choices on positions that it imagines.

    .venv/bin/uv pip install -e examples/causeway
    .venv/bin/sandtable play causeway --seat rearguard=examples/mybot.py:Trying

`docs/study/bots.md` writes it step by step.
"""

from __future__ import annotations

from typing import Any

from sandtable import Asked, Dice, Option, View
from sandtable.gamekit import Position, seed_from


def timid(asked: Asked, dice: Dice) -> Option:
    """The smallest bot: it never attacks if it can help it."""
    peaceful = [option for option in asked.options if option[0] != "attack"]
    return dice.pick(peaceful or asked.options)


class Trying:
    """Takes what the sensible player would do and a few others, lets sensible players go on from each, and compares."""

    worlds = 4
    """Positions that it imagines for every choice."""
    others = 4
    """Choices that it tries besides the sensible one."""
    ahead = 14
    """How many choices the sensible players make in each position."""

    def __call__(self, asked: Asked, dice: Dice) -> Option:
        sensible = sensible_choice(asked.game, asked.view, asked.seat, asked.options, asked.rule, dice)
        rest = [option for option in asked.options if option != sensible]
        tried = [sensible, *(dice.take(rest) for _ in range(min(self.others, len(rest))))]
        worth = dict.fromkeys(tried, 0.0)
        for world in range(self.worlds):
            seed = seed_from(f"{dice.seed} {dice.taken} {world}")
            for option in tried:  # every choice is tried in the same worlds
                position = asked.imagine(Dice(seed))
                position.apply(asked.seat, option)
                worth[option] += self.looks(position, asked.seat, Dice(seed))
        return max(worth, key=lambda option: worth[option])

    def looks(self, position: Position, seat: str, dice: Dice) -> float:
        """How a position looks for a seat when sensible players have gone on for a while."""
        for _ in range(self.ahead):
            if position.decision is None:
                break
            mover = position.deciders[0]
            view, options = position.sight(mover), list(position.options(mover))
            choice = sensible_choice(position.game, view, mover, options, position.decision.rule, dice)
            position.apply(mover, choice)
        if position.outcome is not None:
            return 0.5 if position.outcome.drawn else float(seat in position.outcome.winners)
        return float(position.game.worth(position.sight(seat), seat))


def sensible_choice(game: Any, view: View, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
    """What the game's own sensible player would do."""
    choice: Option = game.sensible(view, seat, options, rule, dice)
    return choice
