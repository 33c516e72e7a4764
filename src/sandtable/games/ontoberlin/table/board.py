"""The map as it lies on the table: hexes with their terrain, roads, rails, water and names, drawn from the data."""

from __future__ import annotations

from functools import cache

from sandtable.games.ontoberlin.components import AIRFIELDS, DATA, ENTRIES, REICHSTAG
from sandtable.games.ontoberlin.map.geography import MAP, Hex
from sandtable.kernel.table import Board, Label, Link, Space

SIZE = 20.0
"""The length of a hexside in board units."""
_MARGIN = 10.0
Point = tuple[float, float]
_KINDS = {"builtup": "city"}
_TAGS = {
    "major": "major building",
    "flaktower": "flak",
    "bunker": "bunker",
    "ubahn": "U-Bahn",
    "strongpoint": "fort",
    "ruins": "ruins",
}


def centre(hex: str) -> Point:
    """The middle of a hex on the board."""
    x, y = MAP.grid.centre(hex, SIZE)
    return round(x + _MARGIN, 1), round(y + _MARGIN, 1)


def _tags(hex: Hex) -> tuple[str, ...]:
    tags = [_TAGS[feature] for feature in hex.features]
    if hex.id == REICHSTAG:
        tags.append("objective")
    if hex.airfield:
        tags.append("airfield")
    if hex.perimeter == "on":
        tags.append("perimeter")
    if hex.entry:
        tags.append(f"entry {hex.entry}")
    return tuple(tags)


def _note(hex: Hex) -> str:
    parts = [hex.place, hex.district, hex.terrain, *(_TAGS[f] for f in hex.features)]
    if hex.airfield:
        parts.append(f"{AIRFIELDS[hex.airfield].name} airfield" if hex.airfield in AIRFIELDS else hex.airfield)
    if hex.perimeter != "out":
        parts.append("on the perimeter" if hex.perimeter == "on" else "within the perimeter")
    if hex.entry:
        parts.append(f"entry {hex.entry}")
    return ", ".join(dict.fromkeys(part for part in parts if part))


def _space(hex: Hex) -> Space:
    x, y = centre(hex.id)
    kind = "rubble" if "ruins" in hex.features else _KINDS.get(hex.terrain, hex.terrain)
    return Space(
        hex.id,
        x,
        y,
        "hex",
        2 * SIZE,
        round(SIZE * 3**0.5, 2),
        label=hex.id,
        kind=kind,
        note=_note(hex),
        tags=_tags(hex),
    )


def chains(pieces: list[tuple[Point, Point]]) -> list[tuple[Point, ...]]:
    """Short straight pieces joined into long lines, so that a map draws few of them."""
    at: dict[Point, list[int]] = {}
    for number, (a, b) in enumerate(pieces):
        at.setdefault(a, []).append(number)
        at.setdefault(b, []).append(number)
    used: set[int] = set()
    lines: list[tuple[Point, ...]] = []

    def grow(line: list[Point]) -> None:
        while free := [number for number in at[line[-1]] if number not in used]:
            used.add(free[0])
            a, b = pieces[free[0]]
            line.append(b if a == line[-1] else a)

    # Begin at ends and crossings, so that a line is not broken in its middle; what is left are closed rings.
    for start in sorted(at, key=lambda point: (len(at[point]) == 2, point)):
        while any(number not in used for number in at[start]):
            line = [start]
            grow(line)
            lines.append(tuple(line))
    return lines


def _links() -> list[Link]:
    groups: dict[tuple[str, str], list[tuple[Point, Point]]] = {}
    for raw in DATA.csv("edges.csv"):
        groups.setdefault((raw["kind"], raw["name"]), []).append((centre(raw["hex_a"]), centre(raw["hex_b"])))
    for raw in DATA.csv("hexsides.csv"):
        ends = MAP.grid.side(raw["hex_a"], raw["hex_b"], SIZE)
        a, b = ((round(x + _MARGIN, 1), round(y + _MARGIN, 1)) for x, y in ends)
        groups.setdefault((raw["type"], raw["name"]), []).append((a, b))
    ring = [
        (centre(hex), centre(n))
        for hex in MAP.hexes
        if MAP.hexes[hex].perimeter == "on"
        for n in MAP.neighbours[hex]
        if MAP.hexes[n].perimeter == "on" and hex < n
    ]
    groups["front", "Perimeter"] = ring
    order = {"river": 0, "canal": 1, "rail": 2, "road": 3, "front": 4}
    return [
        Link(line, kind, label=name)
        for (kind, name) in sorted(groups, key=lambda key: (order[key[0]], key))
        for line in chains(groups[kind, name])
    ]


def _labels() -> list[Label]:
    districts: dict[str, list[Point]] = {}
    for hex in MAP.hexes.values():
        if hex.district and hex.id not in MAP.water:
            districts.setdefault(hex.district, []).append(centre(hex.id))
    labels = [
        Label(
            name,
            round(sum(x for x, _ in points) / len(points), 1),
            round(sum(y for _, y in points) / len(points), 1),
            "region",
        )
        for name, points in districts.items()
    ]
    for hex in MAP.hexes.values():
        if hex.place:
            x, y = centre(hex.id)
            labels.append(Label(hex.place, x, round(y + 0.75 * SIZE, 1), "place"))
    for letter, id in ENTRIES.items():
        x, y = centre(id)
        labels.append(Label(letter, x, y, "city"))
    return labels


@cache
def board() -> Board:
    """OB-1.1 The whole map."""
    width, height = MAP.grid.extent(SIZE)
    return Board(
        round(width + 2 * _MARGIN, 1),
        round(height + 2 * _MARGIN, 1),
        tuple(_space(hex) for hex in MAP.hexes.values()),
        tuple(_links()),
        tuple(_labels()),
        art="ontoberlin",
    )
