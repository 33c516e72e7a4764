"""What the chart is drawn from: the land lies where the hexes are, and no name covers another."""

from __future__ import annotations

import pytest

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.knowledge.sight import sight
from sandtable.games.luftwaffe.rules.bomber_flights import send
from sandtable.games.luftwaffe.table.board import board, city_dot
from sandtable.games.luftwaffe.table.counters import counters
from sandtable.games.luftwaffe.table.scenery import label_offsets, miles, placed, scenery
from sandtable.kernel.journal import Journal
from tests.games.luftwaffe.tools import BASIC, fly, park, table
from tools.coast import WINDOWS, clipped, thinned
from tools.place_labels import ZOOMS, beyond, box, overlaps


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
    assert [city.name for city in cities if beyond(box(city, offsets[city.id], ZOOMS[0]), ZOOMS[0]) > 0] == []


def test_the_board_brings_coast_waters_and_the_names_of_industries() -> None:
    told = scenery((24.0, 20.8), 24.0)
    assert len(told["coast"]) > 20
    assert all(len(ring) >= 8 and len(ring) % 2 == 0 for ring in told["coast"])
    assert len(told["rivers"]) >= 50
    assert all(len(lake) >= 4 for lake in told["lakes"])
    assert [name for name, _, _ in told["seas"]] == ["North Sea", "Baltic Sea", "Adriatic Sea"]
    assert set(told["industries"]) == {letter for city in parts().cities.values() for letter in city.industries}


def test_the_key_names_every_sign_and_every_line_that_can_be_put_away() -> None:
    key = scenery((24.0, 20.8), 24.0)["key"]
    assert list(key) == ["industries", "places", "lines", "tracks", "counter"]
    assert all(part["title"] for part in key.values())
    assert {"flak", "open", "base", "sight", "ruin", "unusable", "jets"} <= set(key["places"])
    assert {"bombers", "escorts", "interceptors", "plan", "flown"} < set(key["tracks"])
    assert {"unit", "fuel", "e", "strength", "type", "mf", "pie", "reduced"} < set(key["counter"])


def test_a_coast_is_cut_at_the_window_and_thinned() -> None:
    inside = clipped([(-10.0, 50.0), (5.0, 50.0), (5.0, 52.0), (-10.0, 52.0)], WINDOWS["luftwaffe"])
    assert min(x for x, _ in inside) == -3.0
    assert thinned([(0.0, 0.0), (1.0, 0.001), (2.0, 0.0), (3.0, 1.0)]) == [(0.0, 0.0), (2.0, 0.0), (3.0, 1.0)]


def test_fuel_is_printed_on_the_counters_of_its_own_side_only() -> None:
    """LW-2.3, LW-6.2"""
    s = table(turn=5)
    [mustang] = fly(s, "p51", 1, "1510", due=14)
    [fighter] = fly(s, "fw190", 1, "2010", due=9)
    [parked] = park(s, "me110", 1, "2211")
    for seat, mine, left in ((AMERICAN, mustang, 9), (GERMAN, fighter, 4)):
        told = {piece.id: piece.drawing for piece in counters(sight(s, seat))}
        assert told[mine]["fuel"] == left
        assert told[mine]["fuel_at_take_off"] == left + 5
        assert [id for id, drawing in told.items() if "fuel" in drawing] == [mine]
    assert "fuel" not in {piece.id: piece.drawing for piece in counters(sight(s, GERMAN))}[parked]


def test_marks_lie_on_the_dots_of_cities_and_bases_and_in_no_stack() -> None:
    s = table()
    base = next(iter(parts().bases))
    s.destroyed["berlin"] = "raid"
    s.unusable = (base,)
    s.jet_bases = (base,)
    places = {space.id for space in board(((BASIC, "Start Line"),)).spaces}
    marks = {piece.id: piece.where for piece in counters(sight(s, GERMAN)) if piece.face == "marker"}
    assert marks == {"ruin-berlin": "berlin", f"out-{base}": base, f"jets-{base}": base}
    assert set(marks.values()) <= places


def test_the_journal_tells_the_way_that_was_flown() -> None:
    """LW-5.1"""
    s = table(step="american_move")
    s.journal = Journal()
    ids = fly(s, "b17", 2, "1510", mission="berlin")
    send(s, ids, ("1610", "1710"))
    [line] = s.journal.lines
    assert line.facts["route"] == ("1510", "1610", "1710")
    assert line.facts["units"] == ids
