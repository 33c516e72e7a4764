"""A bot that races whole plans, where a game says which plans there are.

Single decisions have little left to gain, and a playout that ends at a horizon can't tell what a plan is good for. So
at a decision where a plan begins (`Game.plans`), each of them is played in imagined worlds to the end of the game, by
experienced players on both sides who carry it out. The experienced player's own plan is left only for one that does
better in the same worlds, by more than luck explains; how much more the game says, since his own may be one of several
that he takes by chance. Everywhere else the bot plays as another one does.
"""

from __future__ import annotations

import time

from sandtable.bots.asked import Asked, Bot
from sandtable.bots.search import Race, Thought, play_one
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.kernel.position import Position


class Planner:
    """Races plans where they begin, with so many nodes or as many as the game says, and plays `otherwise` elsewhere."""

    def __init__(self, otherwise: Bot, nodes: int = 0) -> None:
        self.otherwise = otherwise
        self.nodes = nodes

    def __call__(self, asked: Asked, dice: Dice) -> Option:
        thought = self.think(asked, dice)
        return self.otherwise(asked, dice) if thought is None else thought.choice

    def think(self, asked: Asked, dice: Dice) -> Thought | None:
        """The race at a decision where plans begin; None at any other."""
        hints = asked.game.search
        nodes = asked.budget.nodes or self.nodes or hints.plan_nodes
        if len(asked.options) == 1 or not hints.plan_nodes:
            return None
        plans = asked.game.plans(asked.view, asked.seat, asked.options, asked.rule)
        if not plans:
            return None
        until = time.monotonic() + asked.budget.seconds if asked.budget.seconds else 0.0
        own = asked.game.experienced(asked.view, asked.seat, asked.options, asked.rule, dice)
        rivals = [plan for plan in dict.fromkeys(plans) if plan != own]
        if not rivals:
            return Thought(own, own)
        race = Race(asked, own, rivals, dice, play_on=play_to_the_end, confident=hints.plan_errors)
        return race.run(nodes, until, evenly=False, choosing=True)


def play_to_the_end(position: Position, seat: str, dice: Dice) -> tuple[float, int]:
    """What a game is worth to a seat that experienced players finish, and how many choices they make."""
    made = 0
    while position.decision is not None:
        play_one(position, dice)
        made += 1
    return round(position.game.merit(position.state, seat), 9), made
