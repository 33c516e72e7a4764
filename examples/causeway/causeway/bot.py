"""What a sensible player would do, knowing only the view; and how good a position looks."""

from __future__ import annotations

from math import exp

from causeway.components import COLUMN, GRID, REARGUARD, SCENARIOS, VILLAGE, Side, other, terrain_of
from causeway.knowledge import CausewayView
from sandtable.gamekit import Dice, Option


def worth(view: CausewayView, seat: str) -> float:
    """The lead in points and how near the column is, as a chance to win."""
    lead = view.scores[COLUMN] - view.scores[REARGUARD]
    near = sum(4 - min(4, _to_village(b.hex)) for b in view.blocks.values() if b.side == COLUMN and b.hex) / 4
    chance = 1 / (1 + exp(-(lead + near) / 2))
    return chance if seat == COLUMN else 1 - chance


def sensible(view: CausewayView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
    """Bids late, holds the village, goes for it, and attacks what it can beat."""
    side: Side = COLUMN if seat == COLUMN else REARGUARD
    return max(options, key=lambda option: (_value(view, side, option), dice.below(1000)))


def _value(view: CausewayView, side: Side, option: Option) -> float:
    match option:
        case ("place", str(id), str(hex)):
            strong = view.blocks[id].strength > 0
            return -_to_village(hex) if strong == (side == REARGUARD) or side == COLUMN else _to_village(hex)
        case ("bid", int(number)):
            late = view.turn >= SCENARIOS[view.scenario].turns - 1
            return number if late else -number
        case ("move", str(id), str(hex)):
            return _move_value(view, id, hex)
        case ("attack", str(id), str(enemy)):
            return _attack_value(view, id, enemy)
    return 0.0


def _move_value(view: CausewayView, id: str, hex: str) -> float:
    block = view.blocks[id]
    gain = _to_village(block.hex) - _to_village(hex)
    if block.hex in VILLAGE:
        return -5.0
    taken = 4.0 if hex in VILLAGE and view.village[hex] != block.side else 0.0
    if block.side == REARGUARD:
        return taken + 0.5 * gain + 0.2 * -terrain_of(hex).cover - 0.4
    return taken + gain


def _attack_value(view: CausewayView, id: str, enemy: str) -> float:
    """Three dice in one strike a hit; a hidden block is taken for a weak battalion or a patrol."""
    mine, there = view.blocks[id], view.blocks[enemy]
    strength = there.strength if there.kind else 1.5
    cover = 0.5 if terrain_of(there.hex).cover else 1.0
    prize = 3.0 if there.hex in VILLAGE and view.village[there.hex] == other(mine.side) else 1.0
    if not mine.strength:
        return -1.0
    return prize * (mine.strength * cover - strength)


def _to_village(hex: str) -> int:
    return min(GRID.distance(hex, there) for there in VILLAGE)
