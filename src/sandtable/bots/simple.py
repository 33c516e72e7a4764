"""Bots that look at the table once: any choice, the sensible one, and the sensible one with slips."""

from __future__ import annotations

from sandtable.bots.asked import Asked
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option

_SLIP = 4
"""A recruit slips at one in so many choices of one kind,"""
_WRONG_KIND = 12
"""and does something else altogether at one in so many."""


def random_bot(asked: Asked, dice: Dice) -> Option:
    """Any option, each equally likely."""
    return asked.options[dice.below(len(asked.options))]


def greedy_bot(asked: Asked, dice: Dice) -> Option:
    """What the game's own sensible player would choose."""
    return asked.game.sensible(asked.view, asked.seat, asked.options, asked.rule, dice)


def recruit_bot(asked: Asked, dice: Dice) -> Option:
    """The sensible player as a beginner plays him: the right idea, now and then with the wrong piece or target."""
    sensible = greedy_bot(asked, dice)
    if len(asked.options) == 1:
        return sensible
    alike = [option for option in asked.options if option[0] == sensible[0] and option != sensible]
    if alike and dice.below(_SLIP) == 0:
        return dice.pick(alike)
    if dice.below(_WRONG_KIND) == 0:
        return dice.pick(asked.options)
    return sensible
