"""What a position is worth: cities counted and still to be expected, against what is needed, as a chance to win."""

from __future__ import annotations

from math import exp

from sandtable.games.luftwaffe.bot.estimates import is_bomber
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.kernel.worth_model import log_odds, worth_models_of

MODELS = worth_models_of("sandtable.games.luftwaffe")
_OUT = ("lost", "reserve", "withdrawn")


def worth(view: LuftwaffeView, seat: str) -> float:
    """LW-12.2, LW-14.1, LW-16.3 The chance to win; where no model was fitted, a rough judgement."""
    if view.result:
        american = {AMERICAN: 1.0, GERMAN: 0.0}.get(view.result, 0.5)
        return american if seat == AMERICAN else 1 - american
    model, features = figures(view, seat)
    return MODELS[model].chance(features) if model in MODELS else judged(view, seat)


def figures(view: LuftwaffeView, seat: str) -> tuple[str, dict[str, float]]:
    """What decides a raid: cities bombed and wanted, bombers still on their way, and who can stop them."""
    game = parts().scenarios[view.game]
    if game.quarters:
        return "", {}
    needed = game.american_wins_at or game.american_targets
    bombers = [u for u in view.americans.values() if is_bomber(u) and u.status not in _OUT]
    fresh = [u for u in bombers if not u.bombed and not u.turned]
    escorts = [u for u in view.americans.values() if not is_bomber(u) and u.status == "up"]
    fighters = [u for u in view.germans.values() if u.status in ("ground", "air")]
    score = view.score / needed
    return f"{view.game}-{seat}", {
        "judged": log_odds(judged(view, seat)),
        "begun": float(view.turn > 0),
        "turn": view.turn / 10,
        "turn_squared": view.turn * view.turn / 100,
        "score": score,
        "score_late": score * view.turn / 10,
        "enough": float(view.score >= needed),
        "bombers": len(bombers) / 10,
        "fresh_bombers": len(fresh) / 10,
        "fresh_factors": sum(u.factors for u in fresh) / 30,
        "score_with_fresh": (view.score + len(fresh)) / needed,
        "bombers_lost": sum(is_bomber(u) and u.status == "lost" for u in view.americans.values()) / 5,
        "escorts": sum(u.factors for u in escorts) / 20,
        "german_factors": sum(u.factors for u in fighters) / 30,
        "german_in_the_air": sum(u.factors for u in fighters if u.status == "air") / 20,
    }


def judged(view: LuftwaffeView, seat: str) -> float:
    """How good it looks at a glance."""
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
