"""The map as it lies on the table: hexes with their terrain, roads, rails, water and names, drawn from the data."""

from __future__ import annotations

from sandtable.board.hexboard import HexBoard, chains
from sandtable.board.hexgrid import Point
from sandtable.games.ontoberlin.components import DATA, ENTRIES, REICHSTAG
from sandtable.games.ontoberlin.map.geography import MAP, Hex
from sandtable.games.ontoberlin.names import say, term
from sandtable.games.ontoberlin.table.scenery import scenery
from sandtable.kernel.language import once_told
from sandtable.kernel.table import Board, Label, Link, Space

SIZE = 20.0
"""The length of a hexside in board units."""
BOARD = HexBoard(MAP.grid, SIZE, margin=10.0)
_KINDS = {"builtup": "city"}
_TAGS = {"flaktower": "flak", "ubahn": "U-Bahn", "strongpoint": "fort"}
"""Features whose tag is not their own name."""


def _tags(hex: Hex) -> tuple[str, ...]:
    tags = [_TAGS.get(feature, feature) for feature in hex.features]
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
    ground = term("ground", hex.terrain)
    if hex.airfield:
        # Its runway bears its name already.
        ground = "" if hex.place else say("airfield", name=hex.airfield)
    parts = [hex.place, hex.district, ground, *(term("feature", f) for f in hex.features)]
    if hex.perimeter != "out":
        parts.append(say("on_perimeter") if hex.perimeter == "on" else say("within_perimeter"))
    note = ", ".join(dict.fromkeys(part for part in parts if part))
    return note[:1].upper() + note[1:]


def _space(hex: Hex) -> Space:
    kind = "rubble" if "ruins" in hex.features else _KINDS.get(hex.terrain, hex.terrain)
    return BOARD.space(hex.id, kind, label=hex.id, note=_note(hex), tags=_tags(hex))


def _links() -> list[Link]:
    groups: dict[tuple[str, str], list[tuple[Point, Point]]] = {}
    for raw in DATA.csv("edges.csv"):
        groups.setdefault((raw["kind"], raw["name"]), []).append(
            (BOARD.centre(raw["hex_a"]), BOARD.centre(raw["hex_b"]))
        )
    for raw in DATA.csv("hexsides.csv"):
        groups.setdefault((raw["type"], raw["name"]), []).append(BOARD.side(raw["hex_a"], raw["hex_b"]))
    ring = [
        (BOARD.centre(hex), BOARD.centre(n))
        for hex in MAP.hexes
        if MAP.hexes[hex].perimeter == "on"
        for n in MAP.neighbours[hex]
        if MAP.hexes[n].perimeter == "on" and hex < n
    ]
    groups["front", say("perimeter")] = ring
    order = {"river": 0, "canal": 1, "rail": 2, "road": 3, "front": 4}
    return [
        Link(line, kind, label=name)
        for (kind, name) in sorted(groups, key=lambda key: (order[key[0]], key))
        for line in chains(groups[kind, name])
    ]


def _labels() -> list[Label]:
    districts: dict[str, list[str]] = {}
    for hex in MAP.hexes.values():
        if hex.district and hex.id not in MAP.water:
            districts.setdefault(hex.district, []).append(hex.id)
    labels = [BOARD.label_amid(name, hexes) for name, hexes in districts.items()]
    for hex in MAP.hexes.values():
        if hex.place:
            first = hex.id == REICHSTAG or hex.terrain == "airfield"
            labels.append(BOARD.label(hex.place, hex.id, "landmark" if first else "place", down=0.75))
    labels += [BOARD.label(letter, id, "city") for letter, id in ENTRIES.items()]
    return labels


@once_told()
def board() -> Board:
    """OB-1.1 The whole map."""
    return Board(
        *BOARD.extent,
        tuple(_space(hex) for hex in MAP.hexes.values()),
        tuple(_links()),
        tuple(_labels()),
        art="ontoberlin",
        scenery=scenery(),
    )
