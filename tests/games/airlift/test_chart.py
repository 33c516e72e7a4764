"""What the chart is drawn from: the board fills a window, and nothing on it lies upon something else."""

from __future__ import annotations

from itertools import combinations

from sandtable.games.airlift.components import BASES, SPACES
from sandtable.games.airlift.table.board import board
from sandtable.kernel.table import Space

DRAWN = [space for space in board().spaces if space.kind in ("base", "station", "box", "region", "airspace")]


def apart(a: Space, b: Space) -> bool:
    """Whether two spaces leave each other room: circles by their distance, others by their boxes."""
    if a.shape == b.shape == "circle":
        return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= ((a.width + b.width) / 2) ** 2
    return abs(a.x - b.x) >= (a.width + b.width) / 2 or abs(a.y - b.y) >= (a.height + b.height) / 2


def test_every_space_lies_on_the_board_and_upon_no_other() -> None:
    """AL-1.5, AL-1.6"""
    assert len([space for space in DRAWN if space.kind == "base"]) == len(BASES)
    for space in DRAWN:
        assert space.width / 2 <= space.x <= board().width - space.width / 2, space.id
        assert space.height / 2 <= space.y <= board().height - space.height / 2, space.id
    assert [(a.id, b.id) for a, b in combinations(DRAWN, 2) if not apart(a, b)] == []


def test_the_board_has_the_shape_of_a_window() -> None:
    assert 1.0 <= board().width / board().height <= 1.25


def test_the_airports_of_berlin_lie_in_their_inset_and_all_others_outside() -> None:
    left, top, wide, high = board().scenery["inset"]
    within = {s.id for s in DRAWN if left < s.x < left + wide and top < s.y < top + high}
    airports = {id for id in BASES if SPACES[id].zone == "berlin_ground"}
    assert within == {f"{id}{part}" for id in airports for part in ("", "-maintenance", "-cargo")}


def test_the_chart_is_drawn_from_a_real_coast_in_board_units() -> None:
    coast = board().scenery["coast"]
    assert len(coast) > 5
    assert all(len(ring) >= 8 and len(ring) % 2 == 0 for ring in coast)
    # Rügen lies in the Baltic north-east of Rostock: some ring is around it.
    rügen = (250.0 * (13.45 - 7.802), (1020 - 209.25 * (54.45 - 50.03)) * 1.3)
    boxes = [(min(r[::2]), max(r[::2]), min(r[1::2]), max(r[1::2])) for r in coast]
    assert any(x1 < rügen[0] < x2 and y1 < rügen[1] < y2 and x2 - x1 < 300 for x1, x2, y1, y2 in boxes)
