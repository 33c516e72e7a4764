"""What a sensible player would do, knowing only the view.

LW-21.4 How these players fare against one another stands in the table of balance in rules.md.
"""

from __future__ import annotations

from sandtable.games.luftwaffe.bot import american, german
from sandtable.games.luftwaffe.components import AMERICAN
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.rules.setup import REST
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option


def sensible(view: LuftwaffeView, seat: str, options: list[Option], dice: Dice) -> Option:
    """The `greedy` player of either side; it plans in the order in which it is asked, and itself."""
    options = one_by_one(options)
    if len(options) == 1:
        return options[0]
    if seat == AMERICAN or moves_the_raid(view, options):
        return american.decide(view, options, dice)
    return german.decide(view, options, dice)


def one_by_one(options: list[Option]) -> list[Option]:
    """LW-3.1 The choices without the ones that leave the rest to the program."""
    if options[-1] == REST or options[-1][0] == "plan":
        return [o for o in options if o != REST and o[0] != "plan"]
    return options


def moves_the_raid(view: LuftwaffeView, options: list[Option]) -> bool:
    """LW-17.3 Whether a solo player is asked about the fighters of the prepared raid."""
    if not view.solo:
        return False
    if view.moving:
        return view.moving[0] in view.americans
    return view.step == "american_move" or (view.step == "american_combat" and options[0][0] in ("battle", "strafe"))
