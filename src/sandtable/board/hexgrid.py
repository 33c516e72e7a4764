"""A grid of flat-topped hexes: names, neighbours, distances, rings, lines, and where each hex lies on the table.

Columns run west to east and rows north to south; either the even or the odd columns lie half a hex lower. Directions
are counted clockwise from the north: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW. Everything a rule may ask a thousand times a
second (neighbours, coordinates) is made once, when the grid is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Literal

Point = tuple[float, float]
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
_CUBE_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Steps in the two cube coordinates (q, r) by direction; the third is always -q - r."""
_CORNERS = ((-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0))
"""Corners by half width and half height, from the upper left clockwise: side d lies between corners d and d + 1."""


def four_digits(column: int, row: int) -> str:
    """The usual name of a hex: two digits for the column and two for the row, 4714."""
    return f"{column:02d}{row:02d}"


def opposite(direction: int) -> int:
    """The direction back."""
    return (direction + 3) % 6


class HexGrid:
    """`columns` times `rows` hexes, counted from `first_column` and `first_row`; the `lower` columns lie lower."""

    def __init__(
        self,
        columns: int,
        rows: int,
        lower: Literal["even", "odd"] = "even",
        first_column: int = 1,
        first_row: int = 1,
        name: Callable[[int, int], str] = four_digits,
    ) -> None:
        self.columns, self.rows = columns, rows
        self.first_column, self.first_row = first_column, first_row
        self._lower = 0 if lower == "even" else 1
        self.place: dict[str, tuple[int, int]] = {}
        """Column and row of each hex, column by column."""
        self.cube: dict[str, tuple[int, int]] = {}
        """Cube coordinates (q, r) of each hex."""
        self._at: dict[tuple[int, int], str] = {}
        for column in range(first_column, first_column + columns):
            for row in range(first_row, first_row + rows):
                id = name(column, row)
                self.place[id] = (column, row)
                self.cube[id] = qr = self.to_cube(column, row)
                self._at[qr] = id
        self.towards: dict[str, tuple[str, ...]] = {
            id: tuple(self._at.get((q + dq, r + dr), "") for dq, dr in _CUBE_STEPS) for id, (q, r) in self.cube.items()
        }
        """The neighbour in each of the six directions, "" where the map ends."""
        self.neighbours: dict[str, tuple[str, ...]] = {
            id: tuple(filter(None, around)) for id, around in self.towards.items()
        }
        """The neighbours on the map, clockwise from the north."""

    def __contains__(self, id: object) -> bool:
        return id in self.place

    def __iter__(self) -> Iterator[str]:
        return iter(self.place)

    def __len__(self) -> int:
        return len(self.place)

    # -- coordinates -------------------------------------------------------------------------------------------------

    def is_lower(self, column: int) -> bool:
        """Whether the hexes of a column lie half a hex lower than those of its neighbours."""
        return column % 2 == self._lower

    def to_cube(self, column: int, row: int) -> tuple[int, int]:
        """Cube coordinates of a column and row, on the map or not."""
        return column, row - (column - self.is_lower(column)) // 2

    def to_offset(self, q: int, r: int) -> tuple[int, int]:
        """Column and row of cube coordinates, on the map or not."""
        return q, r + (q - self.is_lower(q)) // 2

    def at(self, column: int, row: int) -> str:
        """The hex of a column and row, "" outside the map."""
        return self._at.get(self.to_cube(column, row), "")

    def at_cube(self, q: int, r: int) -> str:
        """The hex of cube coordinates, "" outside the map."""
        return self._at.get((q, r), "")

    # -- neighbours and distances ------------------------------------------------------------------------------------

    def direction(self, a: str, b: str) -> int:
        """The direction from a hex to its neighbour, -1 if they are not neighbours."""
        around = self.towards[a]
        return around.index(b) if b in around else -1

    def distance(self, a: str, b: str) -> int:
        """The least number of steps from a to b."""
        codes, steps = self.steps_by_code
        return steps[codes[b] - codes[a]]

    @cached_property
    def steps_by_code(self) -> tuple[dict[str, int], tuple[int, ...]]:
        """A code for each hex, and the steps between two hexes by the difference of their codes.

        A distance depends on nothing but the difference of the coordinates, so one number can stand for it; a
        negative difference counts from the end of the tuple, as indices do.
        """
        qs, rs = {q for q, _ in self.cube.values()}, {r for _, r in self.cube.values()}
        width, height = max(qs) - min(qs), max(rs) - min(rs)
        line = 2 * height + 1
        furthest = width * line + height
        steps = [0] * (2 * furthest + 1)
        for q in range(-width, width + 1):
            for r in range(-height, height + 1):
                steps[q * line + r] = max(abs(q), abs(r), abs(q + r))
        return {id: q * line + r for id, (q, r) in self.cube.items()}, tuple(steps)

    def within(self, centre: str, radius: int) -> tuple[str, ...]:
        """The hexes at a distance up to `radius`, the centre first, then ring by ring."""
        return tuple(id for n in range(radius + 1) for id in self.ring(centre, n))

    def ring(self, centre: str, radius: int) -> tuple[str, ...]:
        """The hexes on the map at exactly this distance, clockwise from the north."""
        if radius == 0:
            return (centre,)
        q, r = self.cube[centre]
        q, r = q + radius * _CUBE_STEPS[0][0], r + radius * _CUBE_STEPS[0][1]
        hexes = []
        for direction in (2, 3, 4, 5, 0, 1):
            dq, dr = _CUBE_STEPS[direction]
            for _ in range(radius):
                hexes.append(self._at.get((q, r), ""))
                q, r = q + dq, r + dr
        return tuple(filter(None, hexes))

    def edge_distance(self, id: str) -> int:
        """How many columns or rows lie between a hex and the nearest edge of the map."""
        column, row = self.place[id]
        column, row = column - self.first_column, row - self.first_row
        return min(column, row, self.columns - 1 - column, self.rows - 1 - row)

    # -- lines -------------------------------------------------------------------------------------------------------

    def ray(self, start: str, direction: int, steps: int) -> tuple[str, ...]:
        """Up to `steps` hexes in a straight line from the start, not counting it; it ends where the map ends."""
        passed: list[str] = []
        here = start
        for _ in range(steps):
            here = self.towards[here][direction]
            if not here:
                break
            passed.append(here)
        return tuple(passed)

    def line(self, a: str, b: str) -> tuple[tuple[str, ...], ...]:
        """What the line between two centres crosses, in order and without the two ends.

        Each part is one hex, or two where the line runs exactly along the side between them (one at the edge of the
        map). A hex that the line only touches with a corner is not crossed. Exact: no floating point.
        """
        length = self.distance(a, b)
        parts: dict[tuple[Fraction, Fraction], list[str]] = {}
        for id in self.within(a, length):
            if id not in (a, b) and self.distance(id, b) <= length:
                span = self._crossing(a, b, id)
                if span is not None:
                    parts.setdefault(span, []).append(id)
        return tuple(tuple(parts[span]) for span in sorted(parts))

    def _crossing(self, a: str, b: str, id: str) -> tuple[Fraction, Fraction] | None:
        """From where to where (0 at a, 1 at b) the line is in a hex or runs along one of its sides."""
        (aq, ar), (bq, br), (hq, hr) = self.cube[a], self.cube[b], self.cube[id]
        low, high = Fraction(0), Fraction(1)
        # A hex is where each of these three differences is at most 1 away from that of its centre.
        for at_a, at_b, centre in (
            (aq - ar, bq - br, hq - hr),
            (aq + 2 * ar, bq + 2 * br, hq + 2 * hr),
            (2 * aq + ar, 2 * bq + br, 2 * hq + hr),
        ):
            slope, offset = at_b - at_a, at_a - centre
            if slope == 0:
                if abs(offset) > 1:
                    return None
                continue
            ends = sorted((Fraction(-1 - offset, slope), Fraction(1 - offset, slope)))
            low, high = max(low, ends[0]), min(high, ends[1])
        return (low, high) if low < high else None

    # -- on the table ------------------------------------------------------------------------------------------------

    def centre(self, id: str, size: float = 1.0) -> Point:
        """The middle of a hex whose sides are `size` long; the first column touches x = 0, the map y = 0."""
        column, row = self.place[id]
        down = row - self.first_row + (1.0 if self.is_lower(column) else 0.5)
        return size * (1.5 * (column - self.first_column) + 1), size * sqrt(3) * down

    @cached_property
    def centres(self) -> dict[str, Point]:
        """The middle of every hex, with sides of 1, for rules that ask which way is the straightest."""
        return {id: self.centre(id) for id in self.place}

    def corners(self, id: str, size: float = 1.0) -> tuple[Point, ...]:
        """The six corners, from the upper left clockwise."""
        x, y = self.centre(id, size)
        half = size * sqrt(3) / 2
        return tuple((x + dx * size, y + dy * half) for dx, dy in _CORNERS)

    def side(self, a: str, b: str, size: float = 1.0) -> tuple[Point, Point]:
        """The two ends of the side between neighbours."""
        direction = self.direction(a, b)
        if direction < 0:
            raise ValueError(f"{a} and {b} are not neighbours")
        corners = self.corners(a, size)
        return corners[direction], corners[(direction + 1) % 6]

    def extent(self, size: float = 1.0) -> Point:
        """Width and height of the whole map."""
        lowered = 0.5 if self.columns > 1 or self.is_lower(self.first_column) else 0.0
        return size * (1.5 * self.columns + 0.5), size * sqrt(3) * (self.rows + lowered)
