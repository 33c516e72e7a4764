"""What a sensible player would do, knowing only the view, and the worth of a position.

LW-21.4 How these players fare against one another stands in the table of balance in rules.md.
"""

from __future__ import annotations

from math import exp

from sandtable.games.luftwaffe.bot import american, german
from sandtable.games.luftwaffe.bot.estimates import is_bomber
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.games.luftwaffe.rules.setup import REST
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option


def sensible(view: LuftwaffeView, seat: str, options: list[Option], dice: Dice) -> Option:
    """The `greedy` player of either side; it plans in the order in which it is asked, and itself."""
    if options[-1] == REST or options[-1][0] == "plan":
        options = [o for o in options if o != REST and o[0] != "plan"]
    if len(options) == 1:
        return options[0]
    if seat == AMERICAN or moves_the_raid(view, options):
        return american.decide(view, options, dice)
    return german.decide(view, options, dice)


def moves_the_raid(view: LuftwaffeView, options: list[Option]) -> bool:
    """LW-17.3 Whether a solo player is asked about the fighters of the prepared raid."""
    if not view.solo:
        return False
    if view.moving:
        return view.moving[0] in view.americans
    return view.step == "american_move" or (view.step == "american_combat" and options[0][0] in ("battle", "strafe"))


def worth(view: LuftwaffeView, seat: str) -> float:
    """How good it looks: cities counted and still to be expected, against what is needed."""
    if view.result:
        american = {AMERICAN: 1.0, GERMAN: 0.0}.get(view.result, 0.5)
        return american if seat == AMERICAN else 1 - american
    game = parts().scenarios[view.game]
    needed = game.american_wins_at or game.american_targets
    bombers = [
        u for u in view.americans.values() if is_bomber(u) and not u.bombed and u.status not in ("lost", "reserve")
    ]
    if game.quarters:
        left = len(objective_cities(game.objective)) - sum(
            c in view.destroyed for c in objective_cities(game.objective)
        )
        ahead = (needed - left) / needed - (len(view.history) / max(len(game.quarters), 1))
        american = 1 / (1 + exp(-4 * ahead))
    else:
        hope = view.score + 0.6 * len(bombers) if view.turn else needed * 0.9
        american = 1 / (1 + exp(-(hope - (needed - 1)) / 2))
    return american if seat == AMERICAN else 1 - american
