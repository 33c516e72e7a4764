"""What the drawing of the quarter is made from."""

from __future__ import annotations

from math import dist, sqrt

import msgspec
import pytest

from sandtable.board.data import ONLY_SHOWN
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.table import scenery
from sandtable.games.vengeance.table.board import board
from sandtable.kernel.errors import DataError


def test_the_whole_quarter_lies_around_the_part_that_is_played() -> None:
    small, whole = board("train1"), board("campaign")
    assert len(small.spaces) < len(whole.spaces)
    assert [row[0] for row in small.scenery["hexes"]] == list(ground().hexes)
    assert small.scenery["hexes"] == whole.scenery["hexes"]
    assert small.scenery["origin"] != whole.scenery["origin"]


def test_every_street_on_the_map_has_a_width_and_every_drawn_street_is_on_the_map() -> None:
    told = board("train1").scenery
    roads = {f[5:] for _, _, features in told["sides"] for f in features.split("|") if f.startswith("ROAD:")}
    assert roads == set(told["streets"])
    assert all(20 <= street["width"] <= 150 for street in told["streets"].values())


def test_the_key_shows_its_ground_where_it_lies() -> None:
    told = board("campaign").scenery
    bases = {row[0]: row[3] for row in told["hexes"]}
    sides = {frozenset((a, b)): features for a, b, features in told["sides"]}
    on_sides = {"Rowhouse wall": "ROWHOUSE", "Wall": "WALL", "Embankment": "EMBANKMENT", "Quay wall": "CLIFF"}
    on_hexes = {
        "Stone rubble": "RUBBLE_STONE",
        "Debris": "DEBRIS",
        "Woods": "WOODS",
        "River": "RIVER",
        "Canal": "CANAL",
    }
    for name, places in told["key"]:
        for hexes in (place.split("-") for place in places):
            assert set(hexes) <= set(bases), name
            if name in on_sides:
                assert on_sides[name] in sides[frozenset(hexes)].split("|"), (name, hexes)
            if name in on_hexes:
                assert bases[hexes[0]] == on_hexes[name], (name, hexes)


def _forget() -> None:
    scenery.drawn_data.cache_clear()
    scenery._names.cache_clear()


def test_a_name_across_a_hex_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Folder:
        def toml(self, _name: str) -> dict[str, object]:
            return {"name": [{"text": "Nowhere", "kind": "place", "along": ["A1", "ZZ9"]}]}

    monkeypatch.setattr(scenery, "_folder", Folder)
    _forget()
    with pytest.raises(DataError, match=r"'Nowhere' across ZZ9"):
        scenery._names()
    _forget()


def test_how_the_map_looks_is_no_part_of_a_save() -> None:
    assert "table.toml" in ONLY_SHOWN


def test_the_scenery_is_small_beside_the_board() -> None:
    told = board("campaign")
    assert len(msgspec.json.encode(told.scenery)) < 110_000


def test_neighbours_lie_one_hex_apart_on_the_board() -> None:
    """RV-MAP1 The board is drawn from columns and half rows, the neighbours come from the ground: they must agree."""
    on = board("train1")
    middle = {space.id: (space.x, space.y) for space in on.spaces if space.shape == "hex"}
    apart = [
        dist(middle[hex], middle[n])
        for hex in middle
        for n in ground().neighbours[hex]
        if n in middle
    ]  # fmt: skip
    assert len(apart) > 4 * len(middle)
    assert apart == pytest.approx([105 * sqrt(3)] * len(apart), abs=0.2)
