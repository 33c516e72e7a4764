"""The board: the bomber from above and the airspace around it. It never changes."""

from __future__ import annotations

from sandtable.games.warbirds.components import (
    DATA,
    PART_NAMES,
    PARTS,
    POSITIONS,
    STATIONS,
)
from sandtable.kernel.table import Board, Space

_LAYOUT = DATA.toml("table.toml")


def _place(kind: str, id: str) -> tuple[float, float]:
    x, y = _LAYOUT[kind][id]
    return x, y


def _size(kind: str) -> tuple[float, float]:
    width, height = _LAYOUT["sizes"][kind]
    return width, height


def _board() -> Board:
    """WB-1.5, WB-1.7, WB-1.10 Stations, airspace positions, parts and engines."""
    engine_size, station_size, airspace_size = _size("engine"), _size("station"), _size("airspace")
    spaces = [
        Space(
            part,
            *_place("parts", part),
            "rect",
            *_size("part"),
            label=name,
            kind="part",
            note=f"Capacity {PARTS[part]}",
        )
        for part, name in PART_NAMES.items()
    ]
    spaces += [
        Space(f"engine-{number}", x, y, "circle", *engine_size, label=f"Engine {number}", kind="engine")
        for number, (x, y) in _LAYOUT["engines"].items()
    ]
    spaces += [
        Space(
            id,
            *_place("stations", id),
            "rect",
            *station_size,
            label=station.name,
            kind="station",
            note=f"{station.text} Needs {station.skill} skill."
            + (f" Field of fire: {station.attack}." if station.attack else ""),
            tags=station.attack_list,
        )
        for id, station in STATIONS.items()
    ]
    spaces += [
        Space(
            id,
            *_place("airspace", id),
            "rect",
            *airspace_size,
            label=position.name,
            kind="airspace",
            note=position.where,
        )
        for id, position in POSITIONS.items()
    ]
    return Board(_LAYOUT["width"], _LAYOUT["height"], tuple(spaces), art="warbirds")


BOARD = _board()
ENGINES: tuple[str, ...] = tuple(_LAYOUT["engines"])
