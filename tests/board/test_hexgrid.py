from __future__ import annotations

from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board.hexgrid import DIRECTIONS, HexGrid, four_digits, opposite
from sandtable.board.paths import flood

EVEN = HexGrid(13, 9)
ODD = HexGrid(13, 9, lower="odd")
GRIDS = {"even": EVEN, "odd": ODD, "from zero": HexGrid(6, 7, "odd", 0, 0, lambda c, r: f"{chr(65 + c)}{r}")}


@pytest.fixture(params=GRIDS)
def grid(request: pytest.FixtureRequest) -> HexGrid:
    return GRIDS[request.param]


def hexes(grid: HexGrid) -> st.SearchStrategy[str]:
    return st.sampled_from(sorted(grid))


def test_names_and_places() -> None:
    assert four_digits(47, 14) == "4714"
    assert EVEN.place["0302"] == (3, 2)
    assert EVEN.at(3, 2) == "0302"
    assert EVEN.at(0, 2) == ""
    assert GRIDS["from zero"].at(1, 0) == "B0"
    assert len(EVEN) == 117
    assert "0302" in EVEN
    assert "1402" not in EVEN


def test_neighbours_of_even_columns_lower() -> None:
    assert EVEN.towards["0303"] == ("0302", "0402", "0403", "0304", "0203", "0202")
    assert EVEN.towards["0403"] == ("0402", "0503", "0504", "0404", "0304", "0303")


def test_neighbours_of_odd_columns_lower() -> None:
    assert ODD.towards["0403"] == ("0402", "0502", "0503", "0404", "0303", "0302")
    assert ODD.towards["0303"] == ("0302", "0403", "0404", "0304", "0204", "0203")


def test_the_corner_of_the_map_has_fewer_neighbours() -> None:
    assert EVEN.towards["0101"] == ("", "", "0201", "0102", "", "")
    assert EVEN.neighbours["0101"] == ("0201", "0102")


def test_cube_and_offset_are_inverse(grid: HexGrid) -> None:
    for id, (column, row) in grid.place.items():
        assert grid.to_offset(*grid.cube[id]) == (column, row)
        assert grid.at_cube(*grid.to_cube(column, row)) == id


def test_neighbourhood_is_symmetric(grid: HexGrid) -> None:
    for id in grid:
        for direction, other in enumerate(grid.towards[id]):
            if other:
                assert grid.towards[other][opposite(direction)] == id
                assert grid.direction(id, other) == direction
                assert grid.distance(id, other) == 1
    assert grid.direction(grid.at(2, 2), grid.at(4, 4)) == -1


def test_distance_is_the_number_of_steps(grid: HexGrid) -> None:
    for start in (next(iter(grid)), grid.at(3, 4)):
        steps = flood([start], grid.neighbours.__getitem__)
        assert {id: grid.distance(start, id) for id in grid} == steps


def test_rings_hold_what_is_at_that_distance(grid: HexGrid) -> None:
    for centre in grid:
        for radius in range(4):
            ring = grid.ring(centre, radius)
            assert sorted(ring) == sorted(id for id in grid if grid.distance(centre, id) == radius)
        assert sorted(grid.within(centre, 3)) == sorted(id for id in grid if grid.distance(centre, id) <= 3)
        assert grid.within(centre, 3)[0] == centre


def test_a_ring_begins_in_the_north_and_runs_clockwise() -> None:
    assert EVEN.ring("0505", 1) == EVEN.towards["0505"]
    assert EVEN.ring("0505", 2)[0] == "0503"


@given(hexes(EVEN), hexes(EVEN), hexes(EVEN))
def test_distance_is_a_metric(a: str, b: str, c: str) -> None:
    assert EVEN.distance(a, b) == EVEN.distance(b, a)
    assert (EVEN.distance(a, b) == 0) == (a == b)
    assert EVEN.distance(a, c) <= EVEN.distance(a, b) + EVEN.distance(b, c)


def test_edge_distance() -> None:
    assert EVEN.edge_distance("0101") == 0
    assert EVEN.edge_distance("0304") == 2
    assert EVEN.edge_distance("1208") == 1
    grid = HexGrid(70, 37)
    for id, (column, row) in grid.place.items():
        assert grid.edge_distance(id) == min(column - 1, 70 - column, row - 1, 37 - row)


def test_rays_end_with_the_map() -> None:
    assert EVEN.ray("0505", DIRECTIONS.index("N"), 3) == ("0504", "0503", "0502")
    assert EVEN.ray("0505", 0, 9) == ("0504", "0503", "0502", "0501")
    assert EVEN.ray("0505", 1, 2) == ("0604", "0704")
    assert EVEN.ray("0101", 5, 4) == ()


@given(hexes(EVEN), st.integers(0, 5), st.integers(0, 9))
def test_a_ray_is_as_long_as_its_steps(start: str, direction: int, steps: int) -> None:
    for n, id in enumerate(EVEN.ray(start, direction, steps), 1):
        assert EVEN.distance(start, id) == n


def test_a_line_along_a_hexside_has_both_hexes() -> None:
    assert EVEN.line("0505", "0705") == (("0604", "0605"),) or EVEN.line("0505", "0705") == (("0605", "0604"),)
    assert EVEN.line("0505", "0507") == (("0506",),)
    assert EVEN.line("0505", "0506") == ()
    assert EVEN.line("0505", "0505") == ()
    assert EVEN.line("0101", "0301") == (("0201",),)  # the other hex beside this line is off the map


@given(hexes(ODD), hexes(ODD))
def test_lines_agree_with_points_along_them(a: str, b: str) -> None:
    """Each of 401 points along the segment lies in a hex that the line names; every hex named has such a point."""
    line = ODD.line(a, b)
    assert [set(part) for part in ODD.line(b, a)] == [set(part) for part in reversed(line)]
    (ax, ay), (bx, by) = ODD.centre(a), ODD.centre(b)
    centres = {id: ODD.centre(id) for id in ODD}
    named = {id for part in line for id in part} | {a, b}
    met: set[str] = set()
    for n in range(401):
        point = (ax + (bx - ax) * n / 400, ay + (by - ay) * n / 400)
        near = min(dist(point, centre) for centre in centres.values())
        nearest = {id for id, centre in centres.items() if isclose(dist(point, centre), near, abs_tol=1e-9)}
        assert nearest & named
        met |= nearest
    assert {id for part in line for id in part if len(part) == 1} <= met


@given(hexes(EVEN), hexes(EVEN))
def test_a_line_leads_from_neighbour_to_neighbour(a: str, b: str) -> None:
    before = {a}
    for part in (*EVEN.line(a, b), (b,)):
        assert any(EVEN.distance(x, y) <= 1 for x in before for y in part)
        before = set(part)


def test_centres_of_neighbours_are_equally_far(grid: HexGrid) -> None:
    for id in grid:
        for other in grid.neighbours[id]:
            assert isclose(dist(grid.centre(id, 10), grid.centre(other, 10)), 10 * sqrt(3))


def test_corners_and_sides(grid: HexGrid) -> None:
    width, height = grid.extent(10)
    for id in grid:
        centre = grid.centre(id, 10)
        for x, y in grid.corners(id, 10):
            assert isclose(dist(centre, (x, y)), 10)
            assert -1e-9 <= x <= width + 1e-9
            assert -1e-9 <= y <= height + 1e-9
        for other in grid.neighbours[id]:
            a, b = grid.side(id, other, 10)
            back = grid.side(other, id, 10)
            assert isclose(dist(a, back[1]), 0, abs_tol=1e-9)
            assert isclose(dist(b, back[0]), 0, abs_tol=1e-9)
            assert isclose(dist(a, b), 10)
    with pytest.raises(ValueError, match="not neighbours"):
        grid.side(grid.at(1, 1), grid.at(4, 4))


def test_extent_is_reached() -> None:
    for grid in (EVEN, ODD, HexGrid(1, 3), HexGrid(1, 3, "odd")):
        width, height = grid.extent(2)
        corners = [corner for id in grid for corner in grid.corners(id, 2)]
        assert isclose(max(x for x, _ in corners), width)
        assert isclose(max(y for _, y in corners), height)
