"""The raids that an American who races whole plans compares: all that the planner can make of the missions so far."""

from __future__ import annotations

from math import exp

from sandtable.games.luftwaffe.bot.habits import HABITS
from sandtable.games.luftwaffe.bot.plan import VARIANTS, plans
from sandtable.games.luftwaffe.bot.veteran import only_cities_count
from sandtable.games.luftwaffe.components import AMERICAN
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.games.luftwaffe.rules.scoring import score
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

_CITIES = 1.5
"""How many cities more or less make a narrow result a clear one."""
_POINTS = 0.5
"""The share of the result itself in what a raid is worth; the rest is how narrow it was."""


def openings(view: LuftwaffeView, seat: str, options: list[Option]) -> tuple[Option, ...]:
    """LW-3.5 Where only cities count: the missions of a bomber in the plans that agree with those written before."""
    if seat != AMERICAN or options[0][0] != "mission" or not only_cities_count(view):
        return ()
    written = {id: u.mission for id, u in view.americans.items() if u.mission}
    id = id_in(options[0])
    found: dict[Option, None] = {}
    for orders in plans(view, range(VARIANTS), HABITS.together):
        if id in orders and all(orders[other].target == city for other, city in written.items() if other in orders):
            found[("mission", id, orders[id].target)] = None
    return tuple(option for option in found if option in options)


def merit(s: Luftwaffe, seat: str, points: float) -> float:
    """LW-10.1 What a game of one raid was worth: its result, and how near its cities came to another one."""
    game = s.scenario
    if not game.american_wins_at or game.quarters:
        return points
    middle = (game.american_wins_at + game.german_wins_at_most) / 2
    american = 1 / (1 + exp((middle - score(s)) / _CITIES))
    return _POINTS * points + (1 - _POINTS) * (american if seat == AMERICAN else 1 - american)
