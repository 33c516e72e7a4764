"""A hex grid on the table."""

from __future__ import annotations

from math import sqrt

import pytest

from sandtable.board.hexboard import HexBoard, chains, middle
from sandtable.board.hexgrid import HexGrid
from sandtable.kernel.table import Label

BOARD = HexBoard(HexGrid(3, 2), size=10, margin=5)


def test_hexes_lie_within_the_margin() -> None:
    assert BOARD.centre("0101") == (15.0, 13.7)
    assert BOARD.extent == (60.0, 53.3)
    space = BOARD.space("0101", "clear", label="0101", tags=("port",))
    assert (space.x, space.y, space.shape, space.width, space.height) == (15.0, 13.7, "hex", 20, 17.32)
    assert (space.kind, space.label, space.tags) == ("clear", "0101", ("port",))


def test_the_side_between_neighbours_is_half_way_between_their_middles() -> None:
    side = BOARD.side("0101", "0102")
    (ax, ay), (bx, by) = BOARD.centre("0101"), BOARD.centre("0102")
    assert middle(side) == pytest.approx(((ax + bx) / 2, (ay + by) / 2), abs=0.1)  # all is rounded to tenths
    assert abs(side[0][0] - side[1][0]) == BOARD.size
    assert by - ay == round(BOARD.size * sqrt(3), 1)


def test_names_stand_in_a_hex_or_amid_several() -> None:
    assert BOARD.label("Ulm", "0101", "city", down=0.5) == Label("Ulm", 15.0, 18.7, "city")
    assert BOARD.label_amid("Hesse", ["0101", "0102"]) == Label(
        "Hesse", *middle(BOARD.line(["0101", "0102"])), "region"
    )


def test_pieces_that_meet_become_one_line_and_a_ring_stays_closed() -> None:
    a, b, c, d = (0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0)
    assert chains([(b, c), (a, b), (d, c)]) == [(a, b, c, d)]
    (ring,) = chains([(a, b), (b, d), (d, a)])
    assert ring[0] == ring[-1]
    assert len(ring) == 4


def test_a_part_of_a_grid_begins_at_its_own_corner() -> None:
    part = HexBoard(HexGrid(3, 2), size=10, only=["0202", "0301"])
    assert min(x for hex in ("0202", "0301") for x, _ in part.corners(hex)) == 0.0
    assert min(y for hex in ("0202", "0301") for _, y in part.corners(hex)) == 0.0
    (ax, ay), (bx, by) = part.centre("0202"), part.centre("0301")
    (cx, cy), (dx, dy) = BOARD.centre("0202"), BOARD.centre("0301")
    assert (bx - ax, by - ay) == pytest.approx((dx - cx, dy - cy), abs=0.11)
    assert part.extent == (35.0, 43.3)  # two columns, two rows and a half


def test_something_within_a_hex_is_placed_by_hexsides_from_its_middle() -> None:
    x, y = BOARD.centre("0101")
    assert BOARD.within("0101", 0.5, -0.2) == (x + 5, y - 2)
    inner, outer = BOARD.corners("0101", 0.5), BOARD.corners("0101")
    assert outer[2] == (x + 10, y)
    assert inner[2] == (x + 5, y)
