"""The board: the quarter as a hex map, with buildings as lines of sight know them and shelves for other Locations."""

from __future__ import annotations

from functools import cache

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import make_field
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import WALLS, Hex, Location
from sandtable.games.vengeance.names import NAMES
from sandtable.games.vengeance.table.scenery import scenery
from sandtable.kernel.table import Board, Label, Link, Space

SIDE = 105.0
"""Length of a hexside in board units."""
_TALL = SIDE * 1.7320508
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


def _middle(hex: Hex, origin: tuple[int, int]) -> tuple[float, float]:
    return SIDE * (1.5 * (hex.column - origin[0]) + 1), _TALL / 2 * (hex.y2 - origin[1] + 1)


def _corners(x: float, y: float, scale: float = 1.0) -> tuple[tuple[float, float], ...]:
    half = _TALL / 2 * scale
    side = SIDE * scale
    return (
        (x - side / 2, y - half),
        (x + side / 2, y - half),
        (x + side, y),
        (x + side / 2, y + half),
        (x - side / 2, y + half),
        (x - side, y),
    )


@cache
def board(name: str) -> Board:
    """RV-MAP1 The play area of a scenario; upper levels, roofs and cellars are shelves in their hex."""
    f = make_field(name)
    hexes = [hex for id, hex in f.ground.hexes.items() if id in f.area]
    origin = min(h.column for h in hexes), min(h.y2 for h in hexes)
    spaces: list[Space] = []
    for hex in hexes:
        x, y = _middle(hex, origin)
        terrain = components().terrain[hex.terrain]
        note = f"{hex.id}: {hex.terrain.lower().replace('_', ' ')}, TEM {terrain.tem:+d}, {terrain.cost or '–'} MF"
        if hex.building:
            note += f", {hex.height / 2:g} levels ({f.ground.buildings[hex.building].name})"
        shelves = [f.ground.locations[at] for at in f.ground.of_hex[hex.id] if at != hex.id and at in f.steps]
        crowded = any(place.kind != "sewer" for place in shelves)
        tags = (*(tag.lower() for tag in hex.features), *(["shelves"] if crowded else []))
        spaces.append(
            Space(hex.id, x, y, "hex", 2 * SIDE, _TALL, label=hex.id, kind=_KINDS[hex.terrain], note=note, tags=tags)
        )
        spaces += [_shelf(place, x, y) for place in shelves]
    width = max(s.x for s in spaces) + SIDE
    height = max(s.y for s in spaces) + _TALL / 2
    links = (*_roads(f, hexes, origin), *_outlines(f, hexes, origin), *_walls(f, hexes, origin))
    return Board(
        width, height, tuple(spaces), links, _labels(f, hexes, origin), art="vengeance", scenery=scenery(origin, SIDE)
    )


def level_tag(place: Location) -> str:
    """What stands for a Location above or below the ground: 1, 2, R(oof), C(ellar) ..."""
    tags = {"roof": "R", "cellar": "C", "bridge": "bridge", "viaduct": "S", "culvert": "culvert", "sewer": "⊙"}
    return tags.get(place.kind, "≈" if place.kind == "swim" else f"{place.floor}")


def _shelf(place: Location, x: float, y: float) -> Space:
    dx, dy = _SHELF[place.kind]
    if place.kind == "level" and place.floor == 2:
        dy = -dy
    label = level_tag(place)
    return Space(
        place.id,
        x + dx * SIDE,
        y + dy * SIDE,
        "rect",
        SIDE * (0.28 if len(label) == 1 else 0.62),
        SIDE * 0.24,
        label=label,
        kind="part",
        note=NAMES[place.id],
    )


def _roads(f: Field, hexes: list[Hex], origin: tuple[int, int]) -> list[Link]:
    links = []
    for hex in hexes:
        for d in range(3):
            there = f.ground.towards[hex.id][d]
            if there not in f.area:
                continue
            points = (_middle(hex, origin), _middle(f.ground.hexes[there], origin))
            side = f.ground.sides[hex.id][d]
            for feature, kind in (("ROAD", "street"), ("SBAHN", "rail")):
                if feature in side:
                    links.append(Link(points, kind, hex.id, there))
    return links


def _outlines(f: Field, hexes: list[Hex], origin: tuple[int, int]) -> list[Link]:
    """RV-A6.20 The shapes of buildings as lines of sight know them: cores, open towards the building's next hex."""
    links = []
    for hex in hexes:
        if not hex.building or hex.terrain.startswith("FACTORY"):
            continue
        x, y = _middle(hex, origin)
        core = _corners(x, y, 0.5 if hex.small else 2 / 3)
        outer = _corners(x, y)
        shape: list[tuple[float, float]] = []
        for d in range(6):
            a, b = core[d], core[(d + 1) % 6]
            if "BUILDING" not in f.ground.sides[hex.id][d]:
                links.append(Link((a, b), "house-wall"))
                shape += [a, b]
                continue
            ax, ay = (
                (outer[d][0] + outer[(d + 1) % 6][0]) / 2 - (a[0] + b[0]) / 2,
                (outer[d][1] + outer[(d + 1) % 6][1]) / 2 - (a[1] + b[1]) / 2,
            )
            shape += [a, (a[0] + ax, a[1] + ay), (b[0] + ax, b[1] + ay), b]
            links += [Link((p, (p[0] + ax, p[1] + ay)), "house-wall") for p in (a, b)]
        links.append(Link((*shape, shape[0]), "house-wood" if hex.terrain == "BUILDING_WOOD" else "house-stone"))
    return links


def _walls(f: Field, hexes: list[Hex], origin: tuple[int, int]) -> list[Link]:
    links = []
    for hex in hexes:
        corners = _corners(*_middle(hex, origin))
        for d in range(3):
            side = f.ground.sides[hex.id][d]
            if any(feature in (*WALLS, "CLIFF", "ROWHOUSE", "FACTORY_WALL") for feature in side):
                links.append(Link((corners[d], corners[(d + 1) % 6]), "wall", hex.id, f.ground.towards[hex.id][d]))
    return links


def _labels(f: Field, hexes: list[Hex], origin: tuple[int, int]) -> tuple[Label, ...]:
    places: dict[str, list[tuple[float, float]]] = {}
    for hex in hexes:
        name = f.ground.buildings[hex.building].name if hex.building else hex.place
        if name:
            places.setdefault(f"{name}\n{hex.building}", []).append(_middle(hex, origin))
    return tuple(_label(name.split("\n")[0], spots) for name, spots in places.items())


def _label(name: str, spots: list[tuple[float, float]]) -> Label:
    """A name at the lower edge of the hex that lies nearest to the middle of what it names."""
    x, y = (sum(spot[axis] for spot in spots) / len(spots) for axis in (0, 1))
    at = min(spots, key=lambda spot: ((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))
    return Label(name, at[0], at[1] + SIDE * 0.8, "house")
