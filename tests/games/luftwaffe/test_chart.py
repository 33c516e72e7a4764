"""What the chart is drawn from: the land lies where the hexes are, and no name covers another."""

from __future__ import annotations

import pytest

from sandtable.games.luftwaffe.components import parts
from sandtable.games.luftwaffe.table.board import city_dot
from sandtable.games.luftwaffe.table.scenery import label_offsets, miles, placed, scenery
from tools.coast import clipped, thinned
from tools.place_labels import ZOOMS, overlaps


def test_places_are_projected_to_the_hexes_in_which_they_lie() -> None:
    assert miles(50.3, 12.15) == pytest.approx((0, 0), abs=0.01)
    for city, at in (("berlin", (52.52, 13.40)), ("vienna", (48.21, 16.37)), ("bremen", (53.08, 8.80))):
        x, y = placed(*at, (24.0, 20.8), 24.0)
        dot = city_dot(parts().cities[city])
        assert abs(x - dot[0]) < 36
        assert abs(y - dot[1]) < 36


def test_every_city_has_a_place_for_its_name_and_none_covers_another_at_any_zoom() -> None:
    cities = list(parts().cities.values())
    offsets = label_offsets()
    assert set(offsets) == {city.id for city in cities}
    for zoom in ZOOMS:
        assert overlaps(cities, offsets, zoom) == []


def test_the_board_brings_coast_rivers_and_the_names_of_industries() -> None:
    told = scenery((24.0, 20.8), 24.0)
    assert len(told["coast"]) > 20
    assert all(len(ring) >= 8 and len(ring) % 2 == 0 for ring in told["coast"])
    assert len(told["rivers"]) >= 20
    assert set(told["industries"]) == {letter for city in parts().cities.values() for letter in city.industries}


def test_a_coast_is_cut_at_the_window_and_thinned() -> None:
    inside = clipped([(-10.0, 50.0), (5.0, 50.0), (5.0, 52.0), (-10.0, 52.0)])
    assert min(x for x, _ in inside) == -3.0
    assert thinned([(0.0, 0.0), (1.0, 0.001), (2.0, 0.0), (3.0, 1.0)]) == [(0.0, 0.0), (2.0, 0.0), (3.0, 1.0)]
