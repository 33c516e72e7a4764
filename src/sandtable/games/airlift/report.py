"""How a game ended, and the figures for reports."""

from __future__ import annotations

from sandtable.games.airlift.model import Airlift
from sandtable.games.airlift.rules.scoring import score, winners
from sandtable.kernel.game import Outcome, Setting

CAUSES = {
    "morale": "Berlin lost: morale",
    "sudden_death": "Berlin lost: sudden death",
    "hard_line": "Berlin lost: hard line",
    "goals": "goals missed",
}


def outcome(s: Airlift) -> Outcome:
    """AL-16.3, AL-16.7, AL-9.8 Who won, or why nobody did."""
    won = winners(s)
    together = len(s.seats) == 1 or "full_cooperation" in s.variants
    if not won:
        result = CAUSES[s.ended]
    elif together:
        result = "won"
    else:
        result = won[0] if len(won) == 1 else "shared win"
    scores = {
        seat: float(sum(r.scores[at] for r in s.results) if s.results else score(s, seat))
        for at, seat in enumerate(s.seats)
    }
    return Outcome(result, won, scores, facts(s), drawn=len(won) > 1 and not together)


def facts(s: Airlift) -> dict[str, Setting | float]:
    """Figures that `sandtable simulate` aggregates."""
    saved = s.ended in ("saved", "goals")
    told: dict[str, Setting | float] = {
        "Berlin saved": int(saved),
        "cause of loss": "none" if saved else CAUSES[s.ended],
        "morale": s.morale,
        "Soviet Resolve": s.resolve,
        "turns": s.turn,
        "seasons": len(s.results),
        "harassments": s.ledger.get("harassment", 0),
    }
    for at, seat in enumerate(s.seats):
        told[f"goals met {seat}"] = sum(r.goals[at] for r in s.results)
        told[f"cubes delivered {seat}"] = sum(r.delivered[at] for r in s.results)
        told[f"planes lost {seat}"] = s.ledger.get(f"lost {seat}", 0)
        told[f"outgoing {seat}"] = s.ledger.get(f"outgoing {seat}", 0)
        for use in ("auctions", "build", "morale", "maintenance", "transfers", "personnel", "victory"):
            told[f"support {seat} {use}"] = s.ledger.get(f"support {seat} {use}", 0)
    for result in s.results if s.scenario == "campaign" else ():
        told[f"{result.season} saved"] = int(result.morale > 0)
        for at, seat in enumerate(s.seats):
            told[f"{result.season} score {seat}"] = result.scores[at]
            told[f"{result.season} goals met {seat}"] = result.goals[at]
            told[f"{result.season} planes lost {seat}"] = result.downed[at]
    return told
