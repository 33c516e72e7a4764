"""A hex grid on the table: where its hexes, their sides and the names upon them are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from sandtable.board.hexgrid import HexGrid, Point
from sandtable.kernel.table import Label, Space


def middle(points: Iterable[Point]) -> Point:
    """The middle of some points, where the name of what they make up is written."""
    xs, ys = zip(*points, strict=True)
    return round(sum(xs) / len(xs), 1), round(sum(ys) / len(ys), 1)


def chains(pieces: list[tuple[Point, Point]]) -> list[tuple[Point, ...]]:
    """Short straight pieces joined into long lines, so that a map draws few of them."""
    at: dict[Point, list[int]] = {}
    for number, (a, b) in enumerate(pieces):
        at.setdefault(a, []).append(number)
        at.setdefault(b, []).append(number)
    used: set[int] = set()
    lines: list[tuple[Point, ...]] = []

    def grow(line: list[Point]) -> None:
        while free := [number for number in at[line[-1]] if number not in used]:
            used.add(free[0])
            a, b = pieces[free[0]]
            line.append(b if a == line[-1] else a)

    # Begin at ends and crossings, so that a line is not broken in its middle; what is left are closed rings.
    for start in sorted(at, key=lambda point: (len(at[point]) == 2, point)):
        while any(number not in used for number in at[start]):
            line = [start]
            grow(line)
            lines.append(tuple(line))
    return lines


class HexBoard:
    """A grid whose hexsides are `size` long in board units, with a margin around it; or only a part of the grid."""

    def __init__(self, grid: HexGrid, size: float, margin: float = 0.0, only: Iterable[str] | None = None) -> None:
        self.grid, self.size, self.margin = grid, size, margin
        self.high = round(size * sqrt(3), 2)
        """The height of a hex; it is twice its size wide."""
        corners = [corner for hex in only or () for corner in grid.corners(hex, size)]
        left, top = (min(at) for at in zip(*corners, strict=True)) if corners else (0.0, 0.0)
        self._shift = margin - left, margin - top
        width, height = (max(at) for at in zip(*corners, strict=True)) if corners else grid.extent(size)
        self.extent = self._rounded((width - left + 2 * margin, height - top + 2 * margin))
        """Width and height of the board."""

    @staticmethod
    def _rounded(point: Point) -> Point:
        return round(point[0], 1), round(point[1], 1)

    def _placed(self, point: Point) -> Point:
        return self._rounded((point[0] + self._shift[0], point[1] + self._shift[1]))

    def centre(self, hex: str) -> Point:
        """The middle of a hex."""
        return self._placed(self.grid.centre(hex, self.size))

    def corners(self, hex: str, scale: float = 1.0) -> tuple[Point, ...]:
        """The six corners of a hex, from the upper left clockwise; scaled down, those of something within it."""
        (x, y), outer = self.grid.centre(hex, self.size), self.grid.corners(hex, self.size)
        return tuple(self._placed((x + (cx - x) * scale, y + (cy - y) * scale)) for cx, cy in outer)

    def side(self, a: str, b: str) -> tuple[Point, Point]:
        """The side between two neighbours."""
        start, end = self.grid.side(a, b, self.size)
        return self._placed(start), self._placed(end)

    def line(self, hexes: Iterable[str]) -> tuple[Point, ...]:
        """A line through the middles of hexes: a road, a railway."""
        return tuple(self.centre(hex) for hex in hexes)

    def space(self, hex: str, kind: str, label: str = "", note: str = "", tags: tuple[str, ...] = ()) -> Space:
        """The space of a hex."""
        wide = 2 * self.size
        return Space(hex, *self.centre(hex), "hex", wide, self.high, label=label, kind=kind, note=note, tags=tags)

    def within(self, hex: str, right: float, down: float) -> Point:
        """A point in a hex, so many hexsides to the right of its middle and below it."""
        x, y = self.centre(hex)
        return self._rounded((x + right * self.size, y + down * self.size))

    def label(self, text: str, hex: str, kind: str, down: float = 0.0) -> Label:
        """A name in a hex, so many hexsides below its middle."""
        return Label(text, *self.within(hex, 0, down), kind)

    def label_amid(self, text: str, hexes: Iterable[str], kind: str = "region") -> Label:
        """A name in the middle of many hexes: a country, a district."""
        return Label(text, *middle(self.centre(hex) for hex in hexes), kind)
