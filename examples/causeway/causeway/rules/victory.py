"""CW-5 The village, the end of a turn, and who has won."""

from __future__ import annotations

from causeway.components import COLUMN, KINDS, REARGUARD, SCENARIOS, SIDES, Side
from causeway.model import Causeway, has_strength
from sandtable.gamekit import Outcome, replace

POINTS_FOR_VILLAGE = 3


def enter(s: Causeway, id: str) -> None:
    """CW-5.2 A block that enters a hex of the village takes it."""
    block = s.blocks[id]
    if block.hex in s.village:
        s.village[block.hex] = block.side


def score(s: Causeway, side: Side) -> int:
    """CW-5.2 Points for the village and for enemy blocks with strength that were removed."""
    village = sum(holder == side for holder in s.village.values())
    kills = sum(block.side != side and KINDS[block.kind].strength > 0 for block in s.removed.values())
    return POINTS_FOR_VILLAGE * village + kills


def end_of_turn(s: Causeway) -> None:
    """CW-5.1 The next turn begins, or the game is over."""
    beaten = not has_strength(s, COLUMN) or not has_strength(s, REARGUARD)
    if beaten or s.turn == SCENARIOS[s.scenario].turns:
        s.step = "over"
        s.journal.add("CW-5.1", "ended", column=score(s, COLUMN), rearguard=score(s, REARGUARD))
        return
    for id, block in s.blocks.items():
        s.blocks[id] = replace(block, moved=False)
    s.turn += 1
    s.step = "initiative"
    s.journal.add("CW-2.3", "turn", turn=s.turn)


def outcome(s: Causeway) -> Outcome | None:
    """CW-5.3 More points win."""
    if s.step != "over":
        return None
    scores = {side: score(s, side) for side in SIDES}
    best = [side for side in SIDES if scores[side] == max(scores.values())]
    drawn = len(best) > 1
    return Outcome(
        result="draw" if drawn else f"{best[0]} wins",
        winners=() if drawn else (best[0],),
        scores={side: float(points) for side, points in scores.items()},
        facts={"turns": s.turn, "removed": len(s.removed)},
        drawn=drawn,
    )
