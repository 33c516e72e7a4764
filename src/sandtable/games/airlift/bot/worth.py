"""What a position is worth: the chance that Berlin is saved and that the squadron is then ahead."""

from __future__ import annotations

import math
from math import fsum

from sandtable.games.airlift.bot.judgement import (
    aboard,
    final_points,
    morale_expected,
    outstanding,
    past_points,
    turns_left,
)
from sandtable.games.airlift.components import MORALE_SUPPORT, SCENARIOS
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.model import is_solitaire
from sandtable.games.airlift.rules.resolve import goals_of, resolve_track
from sandtable.games.airlift.rules.scoring import score
from sandtable.kernel.worth_model import log_odds, worth_models_of

MODELS = worth_models_of("sandtable.games.airlift")


def worth(view: AirliftView, seat: str) -> float:
    """AL-16.7 The chance to win; where no model was fitted, a rough judgement."""
    if view.ended:
        return _settled(view, seat)
    model, features = figures(view, seat)
    return MODELS[model].chance(features) if model in MODELS else judged(view, seat)


def figures(view: AirliftView, seat: str) -> tuple[str, dict[str, float]]:
    """The rough judgement, and what it sees too little of: how much is still to come, and from whom."""
    if is_solitaire(view) or view.scenario == "campaign" or "full_cooperation" in view.variants:
        return "", {}
    others = [other for other in view.seats if other != seat]
    left = max(0, turns_left(view))
    ahead = _points(view, seat) - max(_points(view, other) for other in others)
    final = final_points(view, seat) - max(final_points(view, other) for other in others)
    support = view.players[seat].support - max(view.players[other].support for other in others)
    return f"{view.season}{len(view.seats)}", {
        "judged": log_odds(judged(view, seat)),
        "saved": log_odds(_saved(view)),
        "morale": view.morale / 5,
        "turns_left": left / 3,
        "lead": ahead / 3,
        "lead_late": ahead / (3 * (1 + left)),
        "lead_if_over": final / 3,
        "lead_if_over_late": final / (3 * (1 + left)),
        "support": support / 5,
        "planes_lost": view.players[seat].downed / 2,
        "goals_left": sum(max(0, n) for n in outstanding(view, seat, 1)) / 5,
    }


def judged(view: AirliftView, seat: str) -> float:
    """How good the position looks at a glance: the chance that Berlin is saved times the chance to be ahead."""
    saved = _saved(view)
    if is_solitaire(view):
        left = sum(max(0, n) for n in outstanding(view, seat, 0))
        hope = math.exp(-left / (2.0 + 4.0 * turns_left(view)))
        return saved * (0.3 + 0.7 * hope)
    mine = _points(view, seat)
    best = max(_points(view, other) for other in view.seats if other != seat)
    return saved / (1 + math.exp((best - mine) / 2.5))


def _saved(view: AirliftView) -> float:
    """The chance that Berlin keeps heart."""
    support = sum(player.support for player in view.players.values())
    heart = morale_expected(view) + 0.8 * support / MORALE_SUPPORT - 0.5
    saved = 1 / (1 + math.exp(-heart / 1.5))
    if SCENARIOS[view.season].resolve_used:
        room = len(resolve_track(view)) - 1 - view.resolve
        saved *= 1 - math.exp(-1.2 * room)
    return saved


def _points(view: AirliftView, seat: str) -> float:
    """Victory points with progress between the steps, and support at its price."""
    goals, done, carried = goals_of(view, seat), view.players[seat].delivered, aboard(view, seat)
    progress = fsum(min(1.0, (done[i] + 0.7 * carried[i]) / (goals[i] + 1)) for i in range(4))
    return past_points(view, seat) + score(view, seat) + 2.0 * progress + view.players[seat].support / 5


def _settled(view: AirliftView, seat: str) -> float:
    """The worth of a game that is over."""
    if view.ended != "saved":
        return 0.0
    if is_solitaire(view) or "full_cooperation" in view.variants:
        return 1.0
    totals = [sum(r.scores[at] for r in view.results) for at in range(len(view.seats))]
    mine = totals[view.seats.index(seat)]
    return 1.0 if mine == max(totals) and totals.count(mine) == 1 else 0.5 if mine == max(totals) else 0.0
