"""OB-18.2 What a sensible player would do."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import OTHER
from sandtable.games.ontoberlin.sight import OnToBerlinView
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option


def worth(view: OnToBerlinView, seat: str) -> float:
    """How good a position looks, from the Victory Points."""
    lead = view.vp[seat] - view.vp[OTHER[seat]]
    return min(1.0, max(0.0, 0.5 + lead / 60))


def sensible(view: OnToBerlinView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
    return options[dice.below(len(options))]
