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
    """A grid whose hexsides are `size` long in board units, with a margin around it."""

    def __init__(self, grid: HexGrid, size: float, margin: float = 0.0) -> None:
        self.grid, self.size, self.margin = grid, size, margin

    @property
    def extent(self) -> Point:
        """Width and height of the board."""
        width, height = self.grid.extent(self.size)
        return round(width + 2 * self.margin, 1), round(height + 2 * self.margin, 1)

    def _placed(self, point: Point) -> Point:
        return round(point[0] + self.margin, 1), round(point[1] + self.margin, 1)

    def centre(self, hex: str) -> Point:
        """The middle of a hex."""
        return self._placed(self.grid.centre(hex, self.size))

    def side(self, a: str, b: str) -> tuple[Point, Point]:
        """The side between two neighbours."""
        start, end = self.grid.side(a, b, self.size)
        return self._placed(start), self._placed(end)

    def line(self, hexes: Iterable[str]) -> tuple[Point, ...]:
        """A line through the middles of hexes: a road, a railway."""
        return tuple(self.centre(hex) for hex in hexes)

    def space(self, hex: str, kind: str, label: str = "", note: str = "", tags: tuple[str, ...] = ()) -> Space:
        """The space of a hex."""
        wide, high = 2 * self.size, round(self.size * sqrt(3), 2)
        return Space(hex, *self.centre(hex), "hex", wide, high, label=label, kind=kind, note=note, tags=tags)

    def label(self, text: str, hex: str, kind: str, down: float = 0.0) -> Label:
        """A name in a hex, so many hexsides below its middle."""
        x, y = self.centre(hex)
        return Label(text, x, round(y + down * self.size, 1), kind)

    def label_amid(self, text: str, hexes: Iterable[str], kind: str = "region") -> Label:
        """A name in the middle of many hexes: a country, a district."""
        return Label(text, *middle(self.centre(hex) for hex in hexes), kind)
