"""Where the spaces of a board lie in rows and columns of characters, from the whole board to single counters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.kernel.table import Board, Space

TALL = 2.0
"""A character is about twice as high as it is wide."""
_HEX_ROWS = (0.5, 1.0, 2.0, 4.0, 6.0)
"""The height of a hex in rows at each zoom."""
_CLOSER = 1.6
"""How much larger a board without hexes gets from one zoom to the next."""
_CLOSEST = 5
_WIDER = 1.6
"""A board without hexes may be stretched so much, to give its names room: distances mean nothing there."""


class CellBox(NamedTuple):
    """The cells of a space: a column, a row, and how many there are."""

    column: int
    row: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        return self.column + self.width // 2, self.row + self.height // 2


class _Scale(NamedTuple):
    """Where a board begins, and how many columns and rows a unit of it takes."""

    left: float
    top: float
    across: float
    down: float


class Layout:
    """A board at one zoom: its size in cells and the box of each space."""

    def __init__(self, boxes: dict[str, CellBox], hex_rows: float, scale: _Scale | None = None) -> None:
        self.boxes = boxes
        self._scale = scale or _Scale(0, 0, 1, 1)
        self.hex_rows = hex_rows
        """The height of a hex; 0 on a board that has none."""
        self.width = max((box.column + box.width for box in boxes.values()), default=1)
        self.height = max((box.row + box.height for box in boxes.values()), default=1)

    def cell(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the board lies, in columns and rows; on a board without hexes."""
        scale = self._scale
        return (x - scale.left) * scale.across, (y - scale.top) * scale.down

    def fits(self, width: int, height: int) -> bool:
        return self.width <= width and self.height <= height


class CellHexes:
    """The hexes of a board counted in steps: columns and rows as whole numbers, whatever the size of the drawing."""

    def __init__(self, hexes: Sequence[Space]) -> None:
        self.step_x, self.step_y = _step([h.x for h in hexes]), _step([h.y for h in hexes])
        left, top = min(h.x for h in hexes), min(h.y for h in hexes)
        self.at = {h.id: (round((h.x - left) / self.step_x), round((h.y - top) / self.step_y)) for h in hexes}
        self.steps_high = max(1, round(max(h.height for h in hexes) / self.step_y))
        """How many steps a hex is high."""

    def layout(self, rows: float) -> Layout:
        """Hexes of so many rows. Steps are whole cells, so that no column or row of hexes is wider than another."""
        down = rows / self.steps_high
        across = max(1, math.ceil(TALL * down * self.step_x / self.step_y))
        high = max(1, math.ceil(rows))
        return Layout({id: CellBox(i * across, int(j * down), across, high) for id, (i, j) in self.at.items()}, rows)


def _step(places: Sequence[float]) -> float:
    """The smallest distance between two places of a regular grid."""
    known = sorted(set(places))
    gaps = [b - a for a, b in pairwise(known) if b - a > 1e-3 * (known[-1] - known[0] or 1)]
    return min(gaps, default=1.0)


class BoardLayouts:
    """A board at every zoom. Small spaces inside a hex (a city, a level of a building) belong to that hex."""

    def __init__(self, board: Board) -> None:
        self.board = board
        hexes = [space for space in board.spaces if space.shape == "hex"]
        self.home: dict[str, str] = {space.id: space.id for space in board.spaces}
        """The space that stands for each one on the map."""
        self._grid = CellHexes(hexes) if len(hexes) > 1 else None
        if self._grid is not None:
            for space in board.spaces:
                if space.shape != "hex":
                    self.home[space.id] = min(hexes, key=lambda h: (h.x - space.x) ** 2 + (h.y - space.y) ** 2).id
            self.count = len(_HEX_ROWS)
        else:
            self.count = _CLOSEST
        self._made: dict[tuple[int, int, int], Layout] = {}

    @property
    def has_hexes(self) -> bool:
        return self._grid is not None

    def layout(self, zoom: int, width: int, height: int) -> Layout:
        """The board at a zoom, 0 for the smallest; without hexes the smallest is what fits the screen."""
        key = (zoom, 0, 0) if self._grid is not None else (zoom, width, height)
        if key not in self._made:
            self._made[key] = (
                self._grid.layout(_HEX_ROWS[zoom]) if self._grid is not None else self._scaled(zoom, width, height)
            )
        return self._made[key]

    def largest(self, width: int, height: int) -> int:
        """The closest zoom at which the whole board fits; 0 if it fits at none."""
        fitting = [zoom for zoom in range(self.count) if self.layout(zoom, width, height).fits(width, height)]
        return max(fitting, default=0)

    def _scaled(self, zoom: int, width: int, height: int) -> Layout:
        """A board without hexes, to scale."""
        spaces = self.board.spaces
        left, right = min(s.x - s.width / 2 for s in spaces), max(s.x + s.width / 2 for s in spaces)
        top, bottom = min(s.y - s.height / 2 for s in spaces), max(s.y + s.height / 2 for s in spaces)
        across, down = (width - 1) / max(right - left, 1e-9), (height - 1) / max(bottom - top, 1e-9)
        across, down = min(across, down * TALL * _WIDER), min(down, across / TALL * _WIDER)
        closer: float = _CLOSER**zoom
        scale = _Scale(left, top, across * closer, down * closer)
        boxes = {}
        for space in spaces:
            wide, high = max(1, int(space.width * scale.across) - 1), max(1, int(space.height * scale.down))
            column = round((space.x - left) * scale.across - wide / 2)
            row = round((space.y - top) * scale.down - high / 2)
            boxes[space.id] = CellBox(max(0, column), max(0, row), wide, high)
        return Layout(boxes, 0, scale)
