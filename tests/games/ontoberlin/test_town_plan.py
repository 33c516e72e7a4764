"""What the town plan is drawn from beside the board."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.board.data import ONLY_SHOWN
from sandtable.games.ontoberlin.components import KINDS
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.table import scenery
from sandtable.games.ontoberlin.table.board import board
from sandtable.games.ontoberlin.table.counters import _printed_name
from sandtable.kernel.errors import DataError


def test_bridges_lie_between_neighbours_and_carry_a_road_or_a_railway() -> None:
    """OB-1.1"""
    bridges = board().scenery["bridges"]
    assert {carries for _, _, carries in bridges} == {"road", "rail"}
    assert [one for one in bridges if one[1] not in MAP.neighbours[one[0]]] == []


def test_every_width_belongs_to_a_road_of_the_map() -> None:
    roads = {link.label for link in board().links if link.kind == "road"}
    widths = board().scenery["roads"]
    assert set(widths) <= roads
    assert all(8 <= width <= 30 for width in widths.values())


def test_the_names_of_first_rank_are_the_reichstag_and_the_airfields() -> None:
    first = {label.text for label in board().labels if label.kind == "landmark"}
    assert first == {"Reichstag", "Gatow Airfield", "Tegel Airfield", "Tempelhof Airfield"}


def test_the_key_shows_its_ground_where_it_lies() -> None:
    spaces = {space.id: space for space in board().spaces}
    for name, places in board().scenery["key"]:
        for hexes in (place.split("-") for place in places):
            assert set(hexes) <= set(spaces), name
            assert len(hexes) == 1 or hexes[1] in MAP.neighbours[hexes[0]], name
    shown = {name: spaces[places[0].split("-")[0]] for name, places in board().scenery["key"]}
    grounds = ("Open ground", "Suburb", "City", "City in ruins", "Woods", "Park", "Lake", "Airfield")
    kinds = [shown[name].kind for name in grounds]
    assert kinds == ["clear", "suburb", "city", "rubble", "woods", "park", "water", "airfield"]


def test_a_width_for_a_road_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Folder:
        def toml(self, _name: str) -> dict[str, object]:
            return {"roads": {"Nowhere Lane": 20}, "short": {}}

        def csv(self, _name: str) -> list[dict[str, str]]:
            return []

    monkeypatch.setattr(scenery, "DATA", Folder())
    with pytest.raises(DataError, match=r"'Nowhere Lane', which is no road of the map"):
        scenery.scenery()


def test_how_the_plan_looks_is_no_part_of_a_save_and_costs_little() -> None:
    assert "table.toml" in ONLY_SHOWN
    assert len(msgspec.json.encode(board().scenery)) < 3_000


def test_every_name_has_room_on_its_counter_and_is_its_own() -> None:
    printed = {kind.name: _printed_name(kind.name) for kind in KINDS.values()}
    assert printed["Volkssturm 2-1-2 (37)"] == "VS 37"
    assert printed["101 US Artillery (2)"] == "101 US Art 2"
    assert printed["Tegel AT (2)"] == "Tegel AT (2)"
    assert [name for name in printed.values() if len(name) > 16] == []
    assert len(set(printed.values())) == len(printed)
