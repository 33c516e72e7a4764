"""The board: the quarter as a hex map, with buildings as lines of sight know them and shelves for other Locations."""

from __future__ import annotations

from functools import cache
from math import dist

from sandtable.board.hexboard import HexBoard
from sandtable.board.hexgrid import HexGrid, Point
from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.map.battlefield import make_field
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import WALLS, Hex, Location
from sandtable.games.vengeance.names import say, term
from sandtable.games.vengeance.table.scenery import scenery
from sandtable.kernel.language import once_told
from sandtable.kernel.table import Board, Label, Link, Space
from sandtable.kernel.words import signed

SIDE = 105.0
"""Length of a hexside in board units."""
_KINDS = {
    "OPEN": "clear",
    "PAVED": "street",
    "DIRT": "field",
    "BOULEVARD": "street",
    "RUNWAY": "airfield",
    "ORCHARD": "orchard",
    "WOODS": "woods",
    "DEBRIS": "rough",
    "SHELLHOLES": "rough",
    "RUBBLE_STONE": "rubble",
    "RUBBLE_WOOD": "rubble",
    "BUILDING_STONE": "stone",
    "BUILDING_WOOD": "wood",
    "FACTORY": "factory",
    "FACTORY_GUTTED": "factory",
    "GATE": "stone",
    "SBAHN_UNDER": "street",
    "RIVER": "water",
    "CANAL": "water",
    "POND": "water",
    "PIT": "marsh",
}
_SHELF = {
    "level": (-0.6, 0.42),
    "roof": (0.6, -0.42),
    "cellar": (0.6, 0.42),
    "bridge": (0, -0.5),
    "viaduct": (0, -0.5),
    "culvert": (0, 0.52),
    "sewer": (-0.78, 0),
    "swim": (0, 0.52),
}
"""Where the other Locations of a hex lie in it, in hexsides from its middle."""


@cache
def _grid() -> HexGrid:
    """The quarter as a grid, in which odd columns lie half a hex lower."""
    at = ground().at
    columns, rows = {column for column, _ in at}, {y2 // 2 for _, y2 in at}

    def name(column: int, row: int) -> str:
        return at.get((column, 2 * row + column % 2), f"beyond {column} {row}")

    return HexGrid(len(columns), len(rows), "odd", min(columns), min(rows), name)


@once_told()
def board(name: str) -> Board:
    """RV-MAP1 The play area of a scenario; upper levels, roofs and cellars are shelves in their hex."""
    f = make_field(name)
    hexes = [hex for id, hex in f.ground.hexes.items() if id in f.area]
    on = HexBoard(_grid(), SIDE, only=[hex.id for hex in hexes])
    spaces = [space for hex in hexes for space in _spaces(f, on, hex)]
    # The shelves of a hex lie beside its middle: the sheet ends with the hexes.
    whole = [space for space in spaces if space.shape == "hex"]
    width = max(s.x for s in whole) + SIDE
    height = round(max(s.y for s in whole) + on.high / 2, 1)
    links = (*_roads(f, on, hexes), *_outlines(f, on, hexes), *_walls(f, on, hexes))
    origin = min(h.column for h in hexes), min(h.y2 for h in hexes)
    return Board(
        width, height, tuple(spaces), links, _labels(f, on, hexes), art="vengeance", scenery=scenery(origin, SIDE)
    )


def _spaces(f: Field, on: HexBoard, hex: Hex) -> list[Space]:
    """A hex, and the shelves of its other Locations."""
    terrain = components().terrain[hex.terrain]
    what = {"ground": term(f"ground {hex.terrain}"), "tem": signed(terrain.tem), "cost": terrain.cost}
    # Water costs no MF: it is crossed by swimming only.
    note = say("ground_of_hex" if terrain.cost else "water_of_hex", **what)
    if hex.building:
        building = f.ground.buildings[hex.building].name
        note = say("building_of_hex", **what, levels=hex.height / 2, building=building)
    shelves = [f.ground.locations[at] for at in f.ground.of_hex[hex.id] if at != hex.id and at in f.steps]
    crowded = any(place.kind != "sewer" for place in shelves)
    tags = (*(tag.lower() for tag in hex.features), *([".shelves"] if crowded else []))
    note = note[:1].upper() + note[1:]
    space = on.space(hex.id, _KINDS[hex.terrain], label=hex.id, note=note, tags=tags)
    return [space, *(_shelf(place, on) for place in shelves)]


def level_tag(place: Location) -> str:
    """What stands for a Location above or below the ground: 1, 2, R(oof), C(ellar) ..."""
    tags = {"roof": "R", "cellar": "C", "bridge": "bridge", "viaduct": "S", "culvert": "culvert", "sewer": "⊙"}
    return tags.get(place.kind, "≈" if place.kind == "swim" else f"{place.floor}")


def _shelf(place: Location, on: HexBoard) -> Space:
    right, down = _SHELF[place.kind]
    if place.kind == "level" and place.floor == 2:
        down = -down
    label = level_tag(place)
    return Space(
        place.id,
        *on.within(place.hex, right, down),
        "rect",
        SIDE * (0.28 if len(label) == 1 else 0.62),
        SIDE * 0.24,
        label=label,
        kind="part",
    )


def _roads(f: Field, on: HexBoard, hexes: list[Hex]) -> list[Link]:
    return [
        Link(on.line((hex.id, there)), kind, hex.id, there)
        for hex in hexes
        for there, side in zip(f.ground.towards[hex.id][:3], f.ground.sides[hex.id][:3], strict=True)
        for feature, kind in (("ROAD", "street"), ("SBAHN", "rail"))
        if there in f.area and feature in side
    ]


def _outlines(f: Field, on: HexBoard, hexes: list[Hex]) -> list[Link]:
    """RV-A6.20 The shapes of buildings as lines of sight know them: cores, open towards the building's next hex."""
    links = []
    for hex in hexes:
        if not hex.building or hex.terrain.startswith("FACTORY"):
            continue
        core, outer = on.corners(hex.id, 0.5 if hex.small else 2 / 3), on.corners(hex.id)
        shape: list[Point] = []
        for d in range(6):
            a, b = core[d], core[(d + 1) % 6]
            if "BUILDING" not in f.ground.sides[hex.id][d]:
                links.append(Link((a, b), "house-wall"))
                shape += [a, b]
                continue
            from_a, from_b = _as_far_as((a, b), (outer[d], outer[(d + 1) % 6]))
            shape += [a, from_a, from_b, b]
            links += [Link((a, from_a), "house-wall"), Link((b, from_b), "house-wall")]
        links.append(Link((*shape, shape[0]), "house-wood" if hex.terrain == "BUILDING_WOOD" else "house-stone"))
    return links


def _as_far_as(wall: tuple[Point, Point], side: tuple[Point, Point]) -> tuple[Point, Point]:
    """The two ends of a wall, pushed out to the hexside."""
    dx, dy = ((side[0][axis] + side[1][axis] - wall[0][axis] - wall[1][axis]) / 2 for axis in (0, 1))
    (ax, ay), (bx, by) = wall
    return (round(ax + dx, 1), round(ay + dy, 1)), (round(bx + dx, 1), round(by + dy, 1))


def _walls(f: Field, on: HexBoard, hexes: list[Hex]) -> list[Link]:
    walls = {*WALLS, "CLIFF", "ROWHOUSE", "FACTORY_WALL"}
    links = []
    for hex in hexes:
        corners = on.corners(hex.id)
        links += [
            Link((corners[d], corners[d + 1]), "wall", hex.id, f.ground.towards[hex.id][d])
            for d in range(3)
            if walls.intersection(f.ground.sides[hex.id][d])
        ]
    return links


def _labels(f: Field, on: HexBoard, hexes: list[Hex]) -> tuple[Label, ...]:
    named: dict[tuple[str, str], list[str]] = {}
    for hex in hexes:
        name = f.ground.buildings[hex.building].name if hex.building else hex.place
        if name:
            named.setdefault((name, hex.building), []).append(hex.id)
    return tuple(_label(name, on, ids) for (name, _), ids in named.items())


def _label(name: str, on: HexBoard, hexes: list[str]) -> Label:
    """A name at the lower edge of the hex that lies nearest to the middle of what it names."""
    spots = {hex: on.grid.centre(hex) for hex in hexes}
    x, y = (sum(spot[axis] for spot in spots.values()) / len(spots) for axis in (0, 1))
    nearest = min(hexes, key=lambda hex: (round(dist(spots[hex], (x, y)), 6), spots[hex]))
    return on.label(name, nearest, "house", down=0.8)
