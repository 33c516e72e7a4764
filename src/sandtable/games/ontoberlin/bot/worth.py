"""What a position is worth: the lead in Victory Points and what is still to come, as a chance to win."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, GERMAN, KINDS, OTHER, REICHSTAG, TURNS
from sandtable.games.ontoberlin.knowledge.sight import OnToBerlinView
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.kernel.worth_model import log_odds, worth_models_of

MODELS = worth_models_of("sandtable.games.ontoberlin")


def worth(view: OnToBerlinView, seat: str) -> float:
    """OB-12.1, OB-12.2, OB-12.3 The chance to win; where no model was fitted, a rough judgement."""
    model, features = figures(view, seat)
    return MODELS[model].chance(features) if model in MODELS else judged(view, seat)


def figures(view: OnToBerlinView, seat: str) -> tuple[str, dict[str, float]]:
    """What counts: the points, the turns that bring more, the leaders, and how near the Allies are to the Reichstag."""
    left = max(0, TURNS - view.turn + 1)
    lead = view.vp[seat] - view.vp[OTHER[seat]]
    placed = {
        side: [h for h, stack in view.stacks.items() if KINDS[stack[0]].side == side] for side in (ALLIED, GERMAN)
    }
    near = min((MAP.grid.distance(hex, REICHSTAG) for hex in placed[ALLIED]), default=20)
    units = {side: sum(len(view.stacks[hex]) for hex in hexes) for side, hexes in placed.items()}
    return f"standard-{seat}", {
        "judged": log_odds(judged(view, seat)),
        "lead": lead / 10,
        "lead_late": lead / (1 + left),
        "turns_left": left / 5,
        "allied_units": units[ALLIED] / 50,
        "german_units": units[GERMAN] / 50,
        "divisions_down": sum(division.dropped for division in view.divisions.values()) / 3,
        "zones_alive": sum(division.lz_alive for division in view.divisions.values()) / 3,
        "captured": sum(bool(leader.captured) for leader in view.leaders.values()),
        "near_the_reichstag": max(0, 6 - near) / 6,
        "strikes": view.strikes / 10,
    }


def judged(view: OnToBerlinView, seat: str) -> float:
    """How good it looks at a glance: the lead in points, with what the Reichstag still brings the German."""
    left = max(0, TURNS - view.turn + 1)
    coming = {ALLIED: 3.5 * left, GERMAN: 4.0 * left}
    lead = view.vp[seat] + coming[seat] - view.vp[OTHER[seat]] - coming[OTHER[seat]]
    captured = sum(bool(record.captured) for record in view.leaders.values())
    lead += captured * (6 if seat == ALLIED else -6)
    return min(1.0, max(0.0, 0.5 + lead / 40))
