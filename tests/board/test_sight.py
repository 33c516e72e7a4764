"""The geometry of straight lines between hexes."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from sandtable.board.hexgrid import HexGrid
from sandtable.board.sight import KEPT, STEPS, Crossed, Trace, _follow, hex_range, trace

OFFSETS = [(c, y) for c in range(-9, 10) for y in range(-18, 19) if (c + y) % 2 == 0 and (c, y) != (0, 0)]


def back(way: Trace, offset: tuple[int, int]) -> list[list[Crossed]]:
    """The trace from the other end, told from this one."""
    moved = [sorted(c._replace(hex=(c.hex[0] + offset[0], c.hex[1] + offset[1])) for c in part) for part in way.crossed]
    return moved[::-1]


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_line_is_the_same_from_both_ends(offset: tuple[int, int]) -> None:
    there, here = trace(offset), trace((-offset[0], -offset[1]))
    assert [sorted(part) for part in there.crossed] == back(here, offset)
    assert (there.leaves, there.enters) == (here.enters, here.leaves)
    assert len(there.sides) == len(here.sides)


def test_what_is_crossed_agrees_with_the_hex_grid() -> None:
    grid = HexGrid(39, 25, "even", first_row=0)
    # By cube coordinates: the two modules share nothing but the idea of a hex.
    start = grid.at(20, 12)
    for c, y in OFFSETS:
        q, r = grid.cube[start]
        end = grid.at_cube(q + c, r + (y - c) // 2)
        if not end:
            continue
        wanted = [{grid.cube[id] for id in part} for part in grid.line(start, end)]
        found = [
            {(q + h.hex[0], r + (h.hex[1] - h.hex[0]) // 2) for h in part} & set(grid.cube.values())
            for part in trace((c, y)).crossed
        ]
        assert found == wanted, (c, y)


def _touches(shape: list[tuple[Fraction, Fraction]], end: tuple[int, int]) -> bool:
    """Clip the segment against a convex shape, by fractions: slow, and another way than the module's."""
    low, high = Fraction(0), Fraction(1)
    for i, (x, y) in enumerate(shape):
        ex, ey = shape[(i + 1) % len(shape)][0] - x, shape[(i + 1) % len(shape)][1] - y
        at_start, change = ex * (0 - y) - ey * (0 - x), ex * end[1] - ey * end[0]
        if change == 0:
            if at_start < 0:
                return False
        elif change > 0:
            low = max(low, -at_start / change)
        else:
            high = min(high, at_start / -change)
    return low <= high


@pytest.mark.parametrize(("part", "scale"), [("core", Fraction(2, 3)), ("small", Fraction(1, 2))])
def test_footprints_are_touched_where_clipping_says_so(part: str, scale: Fraction) -> None:
    corners = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
    for c, y in OFFSETS:
        for crossed in (h for p in trace((c, y)).crossed for h in p):
            x0, y0 = 3 * crossed.hex[0], crossed.hex[1]
            shape = [(x0 + scale * dx, y0 + scale * dy) for dx, dy in corners]
            assert getattr(crossed, part) == _touches(shape, (3 * c, y)), (c, y, crossed.hex)


def test_arms_reach_from_the_core_to_the_side() -> None:
    corners = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
    two_thirds = Fraction(2, 3)
    for c, y in OFFSETS:
        for crossed in (h for p in trace((c, y)).crossed for h in p):
            x0, y0 = 3 * crossed.hex[0], crossed.hex[1]
            for d in range(6):
                a, b = corners[d], corners[(d + 1) % 6]
                out = (Fraction(3 * STEPS[d][0], 6), Fraction(STEPS[d][1], 6))
                near = [(x0 + two_thirds * px, y0 + two_thirds * py) for px, py in (a, b)]
                shape = [*((px + out[0], py + out[1]) for px, py in near), *reversed(near)]
                assert crossed.arms[d] == _touches(shape, (3 * c, y)), (c, y, crossed.hex, d)


def test_a_line_along_a_hexside_crosses_both_hexes_as_a_pair() -> None:
    (pair,) = trace((2, 0)).crossed
    assert [(h.hex, h.pair, h.core) for h in pair] == [((1, -1), True, False), ((1, 1), True, False)]
    assert trace((2, 0)).leaves == (1, 2)


def test_a_hex_touched_only_with_a_corner_is_not_crossed() -> None:
    # From the middle through the corner between two neighbours: the hexes beside the corner are crossed as a pair only.
    hexes = [h.hex for part in trace((0, 8)).crossed for h in part]
    assert hexes == [(0, 2), (0, 4), (0, 6)]


def test_range_counts_hexes() -> None:
    assert hex_range((0, 0), (9, 18)) == 13
    assert hex_range((0, 0), (0, 10)) == 5
    assert hex_range((0, 0), (9, 1)) == 9


def test_a_steep_line_between_points_misses_no_hex() -> None:
    """Where ends are not in the middle of their hexes a line bends away from the middles: its hexes are found all."""
    way = trace((-1, -47), (9, -3), (12, 0))
    crossed = [c.hex for part in way.crossed for c in part]
    assert (1, -9) in crossed
    assert all(hex_range(one, other) == 1 for one, other in pairwise(crossed))


@pytest.mark.parametrize("offset", [(5, 3), (4, -8), (0, 6), (7, 7), (3, -1)])
def test_a_mirrored_line_meets_what_lies_mirrored(offset: tuple[int, int]) -> None:
    def mirrored(hex: tuple[int, int]) -> tuple[int, int]:
        return -hex[0], hex[1]

    there, back = trace(offset), trace(mirrored(offset))
    assert [sorted(mirrored(c.hex) for c in part) for part in there.crossed] == [
        [c.hex for c in part] for part in back.crossed
    ]
    assert sorted(-d % 6 for d in there.leaves) == list(back.leaves)
    assert sorted(-d % 6 for d in there.enters) == list(back.enters)
    shapes = {mirrored(c.hex): (c.core, c.small, [c.arms[-d % 6] for d in range(6)]) for p in there.crossed for c in p}
    assert shapes == {c.hex: (c.core, c.small, list(c.arms)) for part in back.crossed for c in part}
    assert len(there.sides) == len(back.sides)


def test_no_more_traces_are_kept_than_said() -> None:
    """A process that plays on a large map for days would grow: there are more lines than it can hold."""
    for x in range(-33, 33):
        for y in range(-33, 33):
            trace((1, 1), (x, y), (y, x))
    for remembered in (trace, _follow):
        assert 0 < remembered.cache_info().currsize <= KEPT
