"""An experienced player: he judges as a sensible one does, by the figures of `veteran.toml`."""

from __future__ import annotations

from sandtable.games.vengeance.bot.habits import HABITS, Habits
from sandtable.games.vengeance.bot.player import sensible
from sandtable.games.vengeance.knowledge.sight import BattleView
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option


def experienced(
    view: BattleView, seat: str, options: list[Option], rule: str, dice: Dice, habits: Habits = HABITS
) -> Option:
    """What a sensible player would choose if he had these habits."""
    return sensible(view, seat, options, rule, dice, habits=habits)
