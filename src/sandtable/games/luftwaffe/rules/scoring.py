"""How a single raid is won: the Basic Game, its variants, and Operation Custer. Chapters 10, 11, 16"""

from __future__ import annotations

from functools import cache

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.model import Luftwaffe

DRAW = "draw"


@cache
def objective_cities(objective: str) -> tuple[str, ...]:
    """LW-10.1, LW-11.3, LW-11.4, LW-14.1 The cities that count."""
    return tuple(id for id, c in parts().cities.items() if objective == "ALL" or objective in c.industries)


@cache
def _counted(objective: str) -> frozenset[str]:
    return frozenset(objective_cities(objective))


def bombed(s: Luftwaffe) -> int:
    """LW-10.2 Destroyed cities of the objective."""
    return len(_counted(s.scenario.objective).intersection(s.destroyed))


def score(s: Luftwaffe) -> int:
    """LW-10.1, LW-10.3, LW-10.4, LW-20.10 Destroyed cities, less American and plus German factors lost to fuel."""
    return max(0, bombed(s) - s.fuel.get(AMERICAN, 0) + s.fuel.get(GERMAN, 0))


def basic_result(total: int, american_at: int, german_at_most: int) -> str:
    """LW-10.1, LW-11.3, LW-11.4 Who wins with this number of cities."""
    if total >= american_at:
        return AMERICAN
    return GERMAN if total <= german_at_most else DRAW


def custer_result(targets: int, american_lost: int, german_lost: int, needed: int, ratio: int) -> str:
    """LW-16.3, LW-16.4 Targets and the ratio of losses must both be right."""
    too_dear = american_lost >= ratio * german_lost
    if targets >= needed:
        return DRAW if too_dear else AMERICAN
    return GERMAN if too_dear else DRAW


def raid_result(s: Luftwaffe) -> str:
    """The result of a game of one raid."""
    game = s.scenario
    if game.american_targets:
        lost = s.raid_losses
        return custer_result(
            score(s), lost.get(AMERICAN, 0), lost.get(GERMAN, 0), game.american_targets, game.loss_ratio
        )
    return basic_result(score(s), game.american_wins_at, game.german_wins_at_most)
