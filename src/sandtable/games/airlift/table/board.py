"""The board: Germany in 1948 with its flight paths, spaces and bases. It never changes."""

from __future__ import annotations

from typing import Any

from sandtable.board.hexboard import middle
from sandtable.board.hexgrid import Point
from sandtable.games.airlift.components import (
    AIRBASES,
    BASES,
    BLUE_BOXES,
    COLOURS,
    EDGES,
    MORALE_MIN,
    OUTGOING,
    SHOWN,
    SPACES,
)
from sandtable.games.airlift.map.corridors import BERLIN, IN_DIVERT
from sandtable.games.airlift.names import name, say
from sandtable.kernel.language import once_told
from sandtable.kernel.table import Board, Label, Link, Space

_GEOGRAPHY: dict[str, Any] = SHOWN.toml("geography.toml")
_LAYOUT: dict[str, Any] = _GEOGRAPHY["layout"]
_LINK_KIND = {
    "free": "path",
    "corridor_in": "corridor",
    "corridor_out": "corridor",
    "divert": "trail",
    "landing": "path",
}


def _project(lon: float, lat: float) -> Point:
    """A place of the earth in board units; what lies beyond the board is drawn too."""
    p = _GEOGRAPHY["projection"]
    x = p["x_per_degree"] * (lon - p["west"])
    y = p["y_at"] - p["y_per_degree"] * (lat - p["latitude_at"])
    return round(x, 1), round(y * _LAYOUT["stretch"], 1)


def _line(points: list[list[float]]) -> tuple[Point, ...]:
    return tuple(_project(lon, lat) for lon, lat in points)


def _area(row: dict[str, Any], kind: str) -> Space:
    """A sea or zone, as far as it lies on the board."""
    width, height = _LAYOUT["width"], _LAYOUT["height"]
    points = tuple((min(width, max(0.0, x)), min(height, max(0.0, y))) for x, y in _line(row["points"]))
    x, y = middle(points)
    return Space(row["id"], x, y, "polygon", points=points, kind=kind, note=row["name"])


def _place(id: str) -> Point:
    """Where a space is drawn: the airports of Berlin lie enlarged in an inset."""
    if id in _LAYOUT["airports"]:
        x, y = _LAYOUT["airports"][id]
        return x, y
    return SPACES[id].x, round(SPACES[id].y * _LAYOUT["stretch"], 1)


def _base_spaces(id: str) -> list[Space]:
    """AL-1.6 A base: the ready circle, the maintenance circle, and where its cubes lie."""
    x, y = _place(id)
    who = "boats" if BASES[id].flying_boats_only else BASES[id].nation.lower()
    if id in AIRBASES:
        offset = _LAYOUT["offsets"][id]
        size, small = _LAYOUT["base"], _LAYOUT["maintenance"]
        (mx, my), (cx, cy), (wide, high) = offset["maintenance"], offset["cargo"], _LAYOUT["cargo"]
    else:
        size, small = _LAYOUT["airport"], _LAYOUT["airport_maintenance"]
        (mx, my), (cx, cy), (wide, high) = (92, 0), (52, 66), _LAYOUT["airport_cargo"]
    return [
        Space(id, x, y, "circle", size, size, label=SPACES[id].name, kind="base", note=say(f"ready_circle_{who}"),
              tags=("airfield", BASES[id].nation.lower(), *(("water",) if BASES[id].flying_boats_only else ()))),
        Space(f"{id}-maintenance", x + mx, y + my, "circle", small, small, kind="station",
              note=say("maintenance_circle", base=SPACES[id].name)),
        Space(f"{id}-cargo", x + cx, y + cy, "rect", wide, high, kind="box",
              note=say("cargo_at", base=SPACES[id].name)),
    ]  # fmt: skip


@once_told()
def board() -> Board:
    """AL-1.5 The map: seas and zones below, then the flight paths with their direction, then spaces and bases."""
    spaces = [_area(row, "sea") for row in _GEOGRAPHY["sea"]]
    spaces += [_area(row, "zone") for row in _GEOGRAPHY["zone"]]
    for id, space in SPACES.items():
        if id in BASES:
            spaces += _base_spaces(id)
        else:
            size = _LAYOUT["space"] * (2 if id == BERLIN else 1)
            label = space.name.removesuffix(" beacon") if space.zone in ("free", "berlin") or id == "frohnau" else ""
            kind = "airspace" if space.zone != "free" else "region"
            tags = ("beacon",) if space.kind == "beacon" else ("soviet",) if id in IN_DIVERT else ()
            # What has no label is told by its name alone.
            note = space.name if label not in ("", space.name) else ""
            spaces.append(Space(id, *_place(id), "circle", size, size, label=label, kind=kind, note=note, tags=tags))
    links = [Link(_line(row["points"]), row["kind"], label=row["name"]) for row in _GEOGRAPHY["line"]]
    links += [
        Link((_place(e.a), _place(e.b)), _LINK_KIND[e.kind], e.a, e.b, one_way=e.direction == "oneway") for e in EDGES
    ]
    labels = [
        Label(row["text"], *_project(*row["at"]), row["kind"], row.get("turn", 0.0)) for row in _GEOGRAPHY["label"]
    ]
    x, y, wide, _ = _LAYOUT["inset"]
    labels.append(Label(say("berlin"), x + wide / 2, y + 26, "region"))
    size = _LAYOUT["width"], _LAYOUT["height"]
    return Board(*size, tuple(spaces), tuple(links), tuple(labels), art="airlift", scenery=_scenery())


def _scenery() -> dict[str, Any]:
    """What the chart is drawn from beside the board: coast, mountains, the lines of the graticule, the inset."""
    lon = [(degree, _project(degree, 52)[0]) for degree in range(4, 19)]
    lat = [(degree, _project(10, degree)[1]) for degree in range(47, 59)]
    return {
        "goods": {colour: name(colour).capitalize() for colour in (*COLOURS, *OUTGOING)},
        "bases": {id: _short(SPACES[id].name) for id in BASES},
        "finished_boxes": [box - MORALE_MIN for box in sorted(BLUE_BOXES)],
        "coast": [_ring(row["ring"]) for row in SHOWN.csv("coast.csv")],
        "zone": _line(_GEOGRAPHY["zone"][0]["points"]),
        "ranges": [(row["wide"], _line(row["along"])) for row in _GEOGRAPHY["range"]],
        "meridians": lon,
        "parallels": lat,
        "inset": _LAYOUT["inset"],
    }


def _short(base: str) -> str:
    """The name of a base where a drawing has little room; Hamburg itself is written beside it."""
    return base.removesuffix(" (flying boats)").removeprefix("Hamburg-")


def _ring(degrees: str) -> list[int]:
    """The outline of a land in whole board units, x and y in turn."""
    numbers = [int(number) / 100 for number in degrees.split()]
    points = (_project(lon, lat) for lon, lat in zip(numbers[::2], numbers[1::2], strict=True))
    return [round(number) for point in points for number in point]
