"""What the drawing of the chart needs beside the board: coast, waters, mountains, places of names, its key in words."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin, sqrt
from typing import Any

from sandtable.board.data import DataFolder
from sandtable.board.hexgrid import Point
from sandtable.games.luftwaffe.components import parts

_RADIUS = 3958.8
_PARALLELS = radians(46.5), radians(54.0)
_ORIGIN = radians(50.3), radians(12.15)
_N = (sin(_PARALLELS[0]) + sin(_PARALLELS[1])) / 2
_C = cos(_PARALLELS[0]) ** 2 + 2 * _N * sin(_PARALLELS[0])
_WEST, _NORTH, _HEX = -407.0319, 352.0, 20.0
"""Miles from the origin to the middle of hex 0101, and across a hex: data/map.toml."""


def _far(latitude: float) -> float:
    return _RADIUS * sqrt(_C - 2 * _N * sin(latitude)) / _N


def miles(latitude: float, longitude: float) -> Point:
    """East and north of the origin of the map (Albers' equal-area conic projection, data/map.toml)."""
    turn = _N * (radians(longitude) - _ORIGIN[1])
    far = _far(radians(latitude))
    return far * sin(turn), _far(_ORIGIN[0]) - far * cos(turn)


def placed(latitude: float, longitude: float, first: Point, side: float) -> Point:
    """A place of the earth in board units; `first` is the middle of hex 0101, `side` the length of a hexside."""
    east, north = miles(latitude, longitude)
    unit = side * sqrt(3) / _HEX
    return round(first[0] + (east - _WEST) * unit, 1), round(first[1] + (_NORTH - north) * unit, 1)


@cache
def _folder() -> DataFolder:
    """The same files, read apart: what is only drawn is no part of a save's fingerprint."""
    return DataFolder("sandtable.games.luftwaffe", "luftwaffe")


def _lines(kind: str, first: Point, side: float) -> list[list[Any]]:
    drawn = _folder().toml("table.toml")[kind]
    return [[one["wide"], [placed(lat, lon, first, side) for lat, lon in one["along"]]] for one in drawn]


def _lakes(first: Point, side: float) -> list[list[Point]]:
    return [
        [placed(lat, lon, first, side) for lat, lon in one["around"]] for one in _folder().toml("table.toml")["lake"]
    ]


def _seas(first: Point, side: float) -> list[tuple[str, float, float]]:
    named = [(one["name"], *one["at"]) for one in _folder().toml("table.toml")["sea"]]
    return [(name, *placed(lat, lon, first, side)) for name, lat, lon in named]


def _coast(first: Point, side: float) -> list[list[int]]:
    rings = []
    for row in _folder().csv("coast.csv"):
        degrees = [int(number) / 100 for number in row["ring"].split()]
        ring = [placed(lat, lon, first, side) for lon, lat in zip(degrees[::2], degrees[1::2], strict=True)]
        rings.append([round(number) for point in ring for number in point])
    return rings


@cache
def label_offsets() -> dict[str, tuple[float, float]]:
    """Where the name of each city begins, from its dot, in pixels (tools/place_labels.py)."""
    return {row["city"]: (float(row["dx"]), float(row["dy"])) for row in _folder().csv("labels.csv")}


def scenery(first: Point, side: float) -> dict[str, Any]:
    """LW-1.1 - LW-1.6 The land as it is drawn; a city is its id, name, industries, flak and the place of its name."""
    p = parts()
    offsets = label_offsets()
    return {
        "coast": _coast(first, side),
        "rivers": _lines("river", first, side),
        "lakes": _lakes(first, side),
        "seas": _seas(first, side),
        "ranges": _lines("range", first, side),
        "industries": {letter: one.name for letter, one in p.complexes.items()},
        "key": _folder().toml("table.toml")["key"],
        "cities": [
            [c.id, c.name, "".join(c.industries), int(c.aa), *offsets.get(c.id, (9.0, -7.0))] for c in p.cities.values()
        ],
    }
