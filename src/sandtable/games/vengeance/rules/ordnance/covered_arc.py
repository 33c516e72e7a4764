"""Covered arcs (RV-D1.31): which hexes a Gun, a hull, a turret or a pillbox points at."""

from __future__ import annotations

from functools import cache

from sandtable.board.sight import STEPS
from sandtable.games.vengeance.map.ground import Ground
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

ARCS = tuple(f"arc-{corner}" for corner in range(6))
"""RV-D1.31 How options name the six corners at which something may point."""


def corner_in(option: Option, place: int = 2) -> int:
    """RV-D1.31 The corner that an option names."""
    return ARCS.index(id_in(option, place))


@cache
def _covers(corner: int, columns: int, rows: int) -> bool:
    """RV-D1.31 The offset is a sum of steps across the two front hexsides, borders included."""
    (u0, u1), (v0, v1) = STEPS[corner % 6], STEPS[(corner + 1) % 6]
    size = u0 * v1 - u1 * v0
    a = (columns * v1 - rows * v0) * size
    b = (u0 * rows - u1 * columns) * size
    return a >= 0 and b >= 0


def in_arc(ground: Ground, hex: str, corner: int, target: str) -> bool:
    """RV-D1.31 Whether a hex lies in the covered arc that points at a corner of another; its own hex always does."""
    here, there = ground.hexes[hex], ground.hexes[target]
    return _covers(corner, there.column - here.column, there.y2 - here.y2)


def turned_to(ground: Ground, hex: str, corner: int, target: str) -> int:
    """The corner to which it must turn, by as few hexsides as possible, so that the target is in the arc."""
    for turn in (0, 1, -1, 2, -2, 3):
        if in_arc(ground, hex, corner + turn, target):
            return (corner + turn) % 6
    raise AssertionError("six arcs cover every hex")


def turns(corner: int, other: int) -> int:
    """How many hexsides lie between two corners, 0 to 3."""
    steps = (other - corner) % 6
    return min(steps, 6 - steps)
