"""What the drawing of the quarter needs beside the board: the map, its streets, buildings and names, its key."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.board.data import DataFolder
from sandtable.games.vengeance.components import GAME_ID, ground
from sandtable.games.vengeance.map.ground import Hex
from sandtable.kernel.errors import DataError


@cache
def _folder() -> DataFolder:
    """The same files, read apart: what is only drawn is no part of a save's fingerprint."""
    return DataFolder("sandtable.games.vengeance", GAME_ID)


@cache
def drawn_data() -> dict[str, Any]:
    """table.toml: how things are drawn and what they are called on the table."""
    return _folder().toml("table.toml")


@cache
def _sides() -> tuple[tuple[str, str, str], ...]:
    """The hexsides on which something lies; roads and bridges keep their names."""
    return tuple((row["hex_a"], row["hex_b"], row["features"]) for row in _folder().csv("map/hexsides.csv"))


def _hex(hex: Hex) -> list[str | int]:
    return [hex.id, hex.column, hex.y2, hex.base, hex.building, hex.height, "|".join(hex.features)]


@cache
def _names() -> tuple[dict[str, Any], ...]:
    names = tuple(drawn_data().get("name", ()))
    for name in names:
        for hex in name["along"]:
            if hex not in ground().hexes:
                raise DataError(f"{GAME_ID}/table.toml writes {name['text']!r} across {hex}, which is not on the map.")
    return names


def scenery(origin: tuple[int, int], side: float) -> dict[str, Any]:
    """RV-MAP1 The quarter as far as the map goes, so that a scenario's part lies in its surroundings."""
    g = ground()
    return {
        "origin": list(origin),
        "side": side,
        "hexes": [_hex(hex) for hex in g.hexes.values()],
        "sides": [list(side) for side in _sides()],
        "buildings": {b.id: [b.kind, b.material] for b in g.buildings.values()},
        "streets": drawn_data()["streets"],
        "key": [[one["name"], one["at"]] for one in drawn_data().get("key", ())],
        "names": [[name["text"], name["kind"], name["along"]] for name in _names()],
    }
