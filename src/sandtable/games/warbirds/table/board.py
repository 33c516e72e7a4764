"""The board: the bomber from above and the airspace around it. It never changes."""

from __future__ import annotations

from sandtable.games.warbirds.components import DATA, PART_NAMES, PARTS, POSITIONS, STATIONS, AirspacePosition, Station
from sandtable.games.warbirds.names import say, term
from sandtable.kernel.language import once_told
from sandtable.kernel.table import Board, Space

_LAYOUT = DATA.toml("table.toml")
_LONG = ("engineer", "left_waist", "right_waist")
"""The stations whose names are too long for their places on the board."""
HEADINGS: dict[str, int] = _LAYOUT["headings"]
RANKS: dict[str, list[str]] = _LAYOUT["ranks"]


def _place(kind: str, id: str) -> tuple[float, float]:
    x, y = _LAYOUT[kind][id]
    return x, y


def _size(kind: str) -> tuple[float, float]:
    width, height = _LAYOUT["sizes"][kind]
    return width, height


def _parts_and_engines() -> list[Space]:
    """WB-1.10 The four parts of the airframe and the engines upon them."""
    size = _size("engine")
    parts = [
        Space(
            part, *_place("parts", part), "rect", *_size("part"),
            label=term(name), kind="part", note=say("capacity", capacity=PARTS[part]),
        )
        for part, name in PART_NAMES.items()
    ]  # fmt: skip
    return parts + [
        Space(f"engine-{number}", x, y, "circle", *size, label=say("engine_name", number=number), kind="engine")
        for number, (x, y) in _LAYOUT["engines"].items()
    ]


def _station(id: str, station: Station) -> Space:
    """WB-1.5 A station, with the field of fire of its gun."""
    key = "gun_note" if station.attack else "station_note"
    note = say(key, text=term(station.text), skill=f"skill_{station.skill}", field=f"field {station.attack}")
    return Space(
        id, *_place("stations", id), "rect", *_size("station"), label=term(station.name), kind="station",
        note=note,
    )  # fmt: skip


def _position(id: str, position: AirspacePosition) -> Space:
    """WB-1.7 A place in the airspace around the bomber."""
    return Space(
        id, *_place("airspace", id), "rect", *_size("airspace"),
        label=term(position.name), kind="airspace", note=term(position.where),
    )  # fmt: skip


@once_told()
def board() -> Board:
    """WB-1.5, WB-1.7, WB-1.10 Stations, airspace positions, parts and engines."""
    spaces = _parts_and_engines()
    spaces += [_station(id, station) for id, station in STATIONS.items()]
    spaces += [_position(id, position) for id, position in POSITIONS.items()]
    short = {id: say(f"short_{id}") if id in _LONG else term(station.name) for id, station in STATIONS.items()}
    scenery = {"stations": short}
    return Board(_LAYOUT["width"], _LAYOUT["height"], tuple(spaces), art="warbirds", scenery=scenery)


ENGINES: tuple[str, ...] = tuple(_LAYOUT["engines"])
