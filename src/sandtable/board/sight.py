"""Where a straight line between two hexes runs: exact integer geometry, the same from both ends.

Hexes are flat-topped. On the lattice of this module a hex of column c and half-row y has its centre at (18 c, 6 y): a
stretched picture that keeps straight lines straight, so every test is exact. What a line meets depends only on how far
apart its ends are, so a trace is made once for each offset, and thousands of them are kept.

A game asks `trace` what lies between and says itself what blocks: for each hex that is crossed the trace tells whether
the line touches the footprints that buildings have (`core`, `small`, and an arm towards each side).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import NamedTuple

Offset = tuple[int, int]
"""Columns and half-rows from the first end of the line."""

KEPT = 4096
"""So many traces are remembered: one takes 8 kB, and a large map asks for tens of thousands in the end."""
STEPS: tuple[Offset, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""One hex in each direction, clockwise from the north."""
_CORNERS = ((-6, -6), (6, -6), (12, 0), (6, 6), (-6, 6), (-12, 0))
"""CrossedSide d of a hex lies between corners d and d + 1."""
_CORE = tuple((x * 2 // 3, y * 2 // 3) for x, y in _CORNERS)
_SMALL = tuple((x // 2, y // 2) for x, y in _CORNERS)
_ARMS = tuple(
    (_CORE[d], _CORE[(d + 1) % 6], *((x + STEPS[d][0] * 3, y + STEPS[d][1]) for x, y in (_CORE[(d + 1) % 6], _CORE[d])))
    for d in range(6)
)
"""The side of the core carried straight to the side of the hex: a sixth of the way from centre to centre."""

Shape = tuple[tuple[int, int], ...]


Point = tuple[int, int]
"""A place in a hex, from its middle, on the lattice."""
MIDDLE: Point = (0, 0)
CORNERS: tuple[Point, ...] = _CORNERS
SIDE_MIDDLES: tuple[Point, ...] = tuple((9 * dc, 3 * dy) for dc, dy in STEPS)
"""The middle of each side."""


class Crossed(NamedTuple):
    """A hex between the ends. `pair` if the line runs along one of its sides, so that its neighbour is crossed too."""

    hex: Offset
    pair: bool
    core: bool
    small: bool
    arms: tuple[bool, ...]
    sides: tuple[int, ...]
    """The sides by which the line goes in or out; both sides of a corner."""


class CrossedSide(NamedTuple):
    """A side of no end hex that the line meets, named by a hex and one of the directions 0, 1, 2."""

    hex: Offset
    direction: int
    corner: bool
    """Only one of its ends is met."""


class Trace(NamedTuple):
    """Everything on the way. `leaves` and `enters` are the sides of the two end hexes, two where it is a corner."""

    crossed: tuple[tuple[Crossed, ...], ...]
    """In order; each part is one hex, or two where the line runs along the side between them."""
    sides: tuple[CrossedSide, ...]
    leaves: tuple[int, ...]
    enters: tuple[int, ...]


def hex_range(a: Offset, b: Offset) -> int:
    """The least number of hexes from one to the other."""
    columns, rows = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(columns, (columns + rows) // 2)


def _at(shape: Shape, hex: Offset, start: Point = MIDDLE) -> Shape:
    """A shape of a hex as it is seen from where the line begins."""
    x, y = 18 * hex[0] - start[0], 6 * hex[1] - start[1]
    return tuple([(x + dx, y + dy) for dx, dy in shape])


class _Edges(NamedTuple):
    """A convex shape made ready for tests: its corners, and for each edge the outward normal and how far out it is."""

    corners: Shape
    edges: tuple[tuple[int, int, int], ...]


def _ready(shape: Shape) -> _Edges:
    edges = []
    for i, (x, y) in enumerate(shape):
        (ex, ey), (ox, oy) = shape[(i + 1) % len(shape)], shape[(i + 2) % len(shape)]
        nx, ny = ey - y, x - ex
        if nx * (ox - x) + ny * (oy - y) > 0:  # which side is outside is told by any other corner
            nx, ny = -nx, -ny
        edges.append((nx, ny, nx * x + ny * y))
    return _Edges(shape, tuple(edges))


_WHOLE_HEX, _CORE_HEX, _SMALL_HEX = _ready(_CORNERS), _ready(_CORE), _ready(_SMALL)
_ARMS_OF_HEX = tuple(map(_ready, _ARMS))


def _apart(shape: _Edges, hex: Offset, start: Point, end: Point, strict: bool) -> bool:
    """Whether the segment from `start` to `end` from there misses a shape of a hex; if `strict`, a touch is no miss."""
    # Seen from the middle of that hex the line runs from (ax, ay) to (bx, by).
    ax, ay = start[0] - 18 * hex[0], start[1] - 6 * hex[1]
    dx, dy = end
    least = dy * ax - dx * ay
    low = high = dx * shape.corners[0][1] - dy * shape.corners[0][0]
    for x, y in shape.corners:
        turn = dx * y - dy * x
        if turn < low:
            low = turn
        elif turn > high:
            high = turn
    low, high = low + least, high + least
    if (low > 0 or high < 0) if strict else (low >= 0 or high <= 0):
        return True
    bx, by = ax + dx, ay + dy
    for nx, ny, out in shape.edges:
        first, second = nx * ax + ny * ay - out, nx * bx + ny * by - out
        if (first > 0 and second > 0) if strict else (first >= 0 and second >= 0):
            return True
    return False


def _whole(end: tuple[int, int]) -> int:
    """The length of a segment in parts so small that every side of every hex cuts it between two of them."""
    bx, by = end
    sides = pairwise(_CORNERS[:4])
    return prod(abs((ex - x) * by - (ey - y) * bx) or 1 for (x, y), (ex, ey) in sides)


def _span(shape: Shape, end: tuple[int, int], whole: int) -> tuple[int, int]:
    """From where to where (0 to `whole`) the segment is in a hex that it meets, its corners clockwise."""
    low, high = 0, whole
    bx, by = end
    x, y = shape[-1]
    for next_x, next_y in shape:
        ex, ey = next_x - x, next_y - y
        at_start, change = ey * x - ex * y, ex * by - ey * bx
        if change > 0:
            low = max(low, -at_start * (whole // change))
        elif change < 0:
            high = min(high, at_start * (whole // -change))
        x, y = next_x, next_y
    return low, high


def _meets_side(a: tuple[int, int], b: tuple[int, int], end: tuple[int, int]) -> str:
    """How the segment from the origin meets a side: "", "corner", "across" or "along"."""
    bx, by = end
    turn_a, turn_b = bx * a[1] - by * a[0], bx * b[1] - by * b[0]
    if turn_a * turn_b > 0:
        return ""
    length = bx * bx + by * by
    if turn_a == 0 and turn_b == 0:
        spots = sorted(bx * x + by * y for x, y in (a, b))
        return "along" if spots[0] < length and spots[1] > 0 else ""
    if turn_a == 0 or turn_b == 0:
        x, y = a if turn_a == 0 else b
        return "corner" if 0 <= bx * x + by * y <= length else ""
    # The side is crossed in its inside; it counts if that point is on the segment.
    dx, dy = b[0] - a[0], b[1] - a[1]
    below = bx * dy - by * dx
    t = a[0] * dy - a[1] * dx
    return "across" if 0 <= t * (1 if below > 0 else -1) <= abs(below) else ""


def _sides_met(hex: Offset, end: Point, start: Point = MIDDLE) -> tuple[tuple[int, str], ...]:
    corners = _at(_CORNERS, hex, start)
    bx, by = end
    turns = [bx * y - by * x for x, y in corners]
    near = [d for d in range(6) if turns[d] * turns[d - 5] <= 0]
    return tuple([(d, how) for d in near if (how := _meets_side(corners[d], corners[d - 5], end))])


def _candidates(offset: Offset) -> list[Offset]:
    columns, rows = offset
    low, high = min(0, columns), max(0, columns)
    offsets = []
    # Within a column the line climbs or falls by the slope; half of it, and two hexes more, lie on either side.
    spread = abs(rows) // abs(columns) + 5 if columns else abs(rows)
    for c in range(low - 1, high + 2):
        middle = rows * c // columns if columns else 0
        first, last = middle - spread - 2, middle + spread + 2
        offsets += [(c, y) for y in range(first, last + 1) if (c + y) % 2 == 0]
    return offsets


def _crossed(hex: Offset, end: Point, met: tuple[tuple[int, str], ...], start: Point) -> Crossed | None:
    pair = any(how == "along" for _, how in met)
    if not pair and _apart(_WHOLE_HEX, hex, start, end, strict=False):
        return None
    return Crossed(
        hex,
        pair,
        not _apart(_CORE_HEX, hex, start, end, strict=True),
        not _apart(_SMALL_HEX, hex, start, end, strict=True),
        tuple([not _apart(arm, hex, start, end, strict=True) for arm in _ARMS_OF_HEX]),
        tuple(d for d, how in met if how != "along"),
    )


class _Turn(NamedTuple):
    """One of the twelve ways to lay a hex grid upon itself: where a point goes, in halves, and each direction."""

    xx: int
    xy: int
    yx: int
    yy: int
    directions: tuple[int, ...]
    """Where each direction goes."""
    back: tuple[int, ...]
    """Which direction comes to each."""

    def point(self, at: Point) -> Point:
        return (self.xx * at[0] + self.xy * at[1]) // 2, (self.yx * at[0] + self.yy * at[1]) // 2

    def hex(self, at: Offset) -> Offset:
        # A hex's half-row is three times as tall on the lattice as its column is wide.
        return (self.xx * at[0] * 3 + self.xy * at[1]) // 6, (self.yx * at[0] * 3 + self.yy * at[1]) // 2


def _turns() -> list[_Turn]:
    """Six turns by a sixth of a circle, each also mirrored."""
    turns = []
    for mirror in (1, -1):
        xx, xy, yx, yy = 2 * mirror, 0, 0, 2
        for sixths in range(6):
            directions = tuple((mirror * d + sixths) % 6 for d in range(6))
            turns.append(_Turn(xx, xy, yx, yy, directions, tuple(map(directions.index, range(6)))))
            xx, xy, yx, yy = (xx - 3 * yx) // 2, (xy - 3 * yy) // 2, (xx + yx) // 2, (xy + yy) // 2
    return turns


_TURNS = _turns()
_BACK = [next(b for b in _TURNS if b.directions == turn.back) for turn in _TURNS]
"""The turn that undoes each."""


@lru_cache(KEPT)
def trace(offset: Offset, start: Point = MIDDLE, goal: Point = MIDDLE) -> Trace:
    """What the line from a hex to the hex at this offset meets, from middle to middle unless points are named.

    A line that ends elsewhere than in the middle of a hex may cross that hex too: then it is among the crossed.
    """
    # Lines that differ only by a turn or a mirror meet the same: one of the twelve is followed and turned for the rest.
    chosen = max(range(len(_TURNS)), key=lambda n: _TURNS[n].hex(offset))
    turn = _TURNS[chosen]
    return _turned(_follow(turn.hex(offset), turn.point(start), turn.point(goal)), _BACK[chosen])


def _turned(way: Trace, turn: _Turn) -> Trace:
    directions, back, place = turn.directions, turn.back, turn.hex
    crossed = [
        tuple(
            sorted(
                Crossed(
                    place(c.hex), c.pair, c.core, c.small,
                    tuple([c.arms[d] for d in back]), tuple(sorted([directions[d] for d in c.sides])),
                )
                for c in part
            )
        )
        for part in way.crossed
    ]  # fmt: skip
    sides = []
    for side in way.sides:
        (c, y), d = place(side.hex), directions[side.direction]
        sides.append(
            CrossedSide((c, y), d, side.corner)
            if d < 3
            else CrossedSide((c + STEPS[d][0], y + STEPS[d][1]), d - 3, side.corner)
        )
    return Trace(
        tuple(crossed), tuple(sorted(sides)),
        tuple(sorted([directions[d] for d in way.leaves])), tuple(sorted([directions[d] for d in way.enters])),
    )  # fmt: skip


@lru_cache(KEPT)
def _follow(offset: Offset, start: Point, goal: Point) -> Trace:
    """A trace that is made from nothing."""
    end = (18 * offset[0] + goal[0] - start[0], 6 * offset[1] + goal[1] - start[1])
    if end == (0, 0):
        return Trace((), (), (), ())
    whole_way = _whole(end)
    parts: dict[tuple[int, int], list[Crossed]] = {}
    sides: dict[tuple[Offset, int], CrossedSide] = {}
    ends_corners = {*_at(_CORNERS, (0, 0), start), *_at(_CORNERS, offset, start)}
    whole = {hex for hex, point in (((0, 0), start), (offset, goal)) if point == MIDDLE}
    reach = 6 * abs(end[0]) + 12 * abs(end[1])
    for hex in _candidates(offset):
        if hex in whole:
            continue
        if abs(end[0] * (6 * hex[1] - start[1]) - end[1] * (18 * hex[0] - start[0])) > reach:
            continue  # too far from the line for any of its corners
        met = _sides_met(hex, end, start)
        if not met and _apart(_WHOLE_HEX, hex, start, end, strict=True):
            continue
        crossed = _crossed(hex, end, met, start)
        if crossed is not None:
            parts.setdefault(_span(_at(_CORNERS, hex, start), end, whole_way), []).append(crossed)
        if hex in ((0, 0), offset):
            continue
        corners = _at(_CORNERS, hex, start)
        for d, how in met:
            other = (hex[0] + STEPS[d][0], hex[1] + STEPS[d][1])
            if other in ((0, 0), offset):
                continue
            if how == "corner":
                bx, by = end
                touched = next(c for c in (corners[d], corners[(d + 1) % 6]) if bx * c[1] - by * c[0] == 0)
                if touched in ends_corners:
                    continue
            key = (hex, d) if d < 3 else (other, d - 3)
            sides.setdefault(key, CrossedSide(*key, how == "corner"))
    ordered = tuple(tuple(sorted(parts[t])) for t in sorted(parts))
    leaves = tuple(d for d, _ in _sides_met((0, 0), end, start))
    enters = tuple(d for d, _ in _sides_met(offset, end, start))
    return Trace(ordered, tuple(sides[key] for key in sorted(sides)), leaves, enters)
