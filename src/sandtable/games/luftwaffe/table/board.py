"""The printed map: coast, borders, cities, bases, rail, numbered squares and the lines with their names."""

from __future__ import annotations

from functools import cache

from sandtable.games.luftwaffe.components import City, parts
from sandtable.games.luftwaffe.map.geography import zone
from sandtable.kernel.state import replace
from sandtable.kernel.table import Board, Label, Link, Space

SIZE = 24.0
_COUNTRIES = {
    "G": "Germany", "A": "Austria", "S": "Switzerland", "N": "Netherlands", "B": "Belgium", "F": "France",
    "L": "Luxembourg", "D": "Denmark", "P": "Poland", "C": "Czechoslovakia", "H": "Hungary", "Y": "Yugoslavia",
    "I": "Italy", "W": "Sweden", "R": "Romania", "~": "Sea",
}  # fmt: skip
_KINDS = {"~": "water", "S": "mountain"}
_SIGNS = {"A": "✈", "M": "⚙", "B": "◎", "C": "⚗", "O": "▲", "R": "╪", "N": "⚓", "S": "▰"}


def industries(city: City) -> str:
    """The industries of a city in words."""
    complexes = parts().complexes
    return ", ".join(complexes[letter].name for letter in city.industries)


def signs(city: City) -> str:
    """The industries of a city as signs."""
    return "".join(_SIGNS.get(letter, letter) for letter in city.industries)


@cache
def board(zones: tuple[tuple[str, str], ...]) -> Board:
    """LW-1.1 - LW-1.7 The map: coast, borders, cities, bases, rail, numbered hexes and the lines with their names."""
    p = parts()
    width, height = p.grid.extent(SIZE)
    spaces = (*(_space(hex, zones) for hex in p.grid), *_places())
    links = (*_borders(), *(link for key, name in zones for link in _start_line(key, name)))
    return Board(width, height, spaces, links, _labels(), art="luftwaffe")


def _space(hex: str, zones: tuple[tuple[str, str], ...]) -> Space:
    p = parts()
    x, y = p.grid.centre(hex, SIZE)
    city, base, numbered = p.city_at.get(hex), p.base_at.get(hex), p.numbered.get(hex)
    tags: list[str] = []
    notes = [_COUNTRIES[p.terrain[hex]]]
    if city is not None:
        notes.append(f"{city.name}: {industries(city)}{' · heavy AA' if city.aa else ''}")
    if base is not None:
        notes.append(f"{base.name} airbase")
    if numbered is not None:
        notes.append(f"number {numbered.number} ({'Baltic' if numbered.area == 'baltic' else 'Poland'})")
    front = zone(zones[0][0]).front.get(hex)
    if front is not None:
        tags.append(f"zone-{front}")
        notes.append(f"friendly zone, {front}")
    kind = _KINDS.get(p.terrain[hex], "clear")
    return Space(hex, x, y, "hex", SIZE * 2, SIZE * 1.7320508, (), "", kind, " · ".join(notes), tuple(tags))


def _places() -> list[Space]:
    """LW-1.3 - LW-1.5 Cities and bases lie upon their hexes, so that what an option names can be seen and clicked."""
    p = parts()
    found = []
    for c in p.cities.values():
        x, y = p.grid.centre(c.hex, SIZE)
        tags = ("city", *(("flak",) if c.aa else ()), *(("rail",) if "R" in c.industries else ()))
        note = f"{c.name}: {industries(c)}{' · heavy AA' if c.aa else ''}"
        found.append(Space(c.id, x - 7, y - 8, "circle", 13, 13, (), "", "city", note, tags))
    for b in p.bases.values():
        x, y = p.grid.centre(b.hex, SIZE)
        found.append(
            Space(b.id, x + 8, y - 9, "circle", 10, 10, (), "", "airfield", f"{b.name} airbase", ("airfield",))
        )
    return found


def _borders() -> list[Link]:
    """LW-1.6 Coasts, frontiers and rail lines."""
    p = parts()
    found: list[Link] = []
    for hex in p.grid:
        for other in p.grid.neighbours[hex]:
            here, there = p.terrain[hex], p.terrain[other]
            if other > hex and here != there:
                kind = "hexside" if "~" in (here, there) else "border"
                found.append(Link(p.grid.side(hex, other, SIZE), kind, hex, other))
    rails = (Link(tuple(p.grid.centre(hex, SIZE) for hex in line), "rail", line[0], line[-1]) for line in p.rail)
    return [*found, *rails]


def _start_line(zone_key: str, name: str) -> list[Link]:
    """LW-1.2 The R line or Start Line: the border between zone hexes and other hexes; its name on its first side."""
    p = parts()
    behind = zone(zone_key).all
    sides = [
        Link(p.grid.side(hex, other, SIZE), "front", hex, other)
        for hex in p.grid
        for other in p.grid.neighbours[hex]
        if other > hex and (hex in behind) != (other in behind)
    ]
    return [replace(link, label=name) if n == len(sides) // 2 else link for n, link in enumerate(sides)]


def _labels() -> tuple[Label, ...]:
    p = parts()
    found = []
    for c in p.cities.values():
        x, y = p.grid.centre(c.hex, SIZE)
        found.append(Label(f"{c.name} {signs(c)}", x, y + SIZE * 0.62, "city" if c.aa else "place"))
    for letter, name in _COUNTRIES.items():
        hexes = [p.grid.centre(h, SIZE) for h in p.grid if p.terrain[h] == letter]
        if letter != "~" and len(hexes) > 20:
            middle = (sum(x for x, _ in hexes) / len(hexes), sum(y for _, y in hexes) / len(hexes))
            found.append(Label(name, middle[0], middle[1], "region"))
    for n in p.numbered.values():
        x, y = p.grid.centre(n.hex, SIZE)
        found.append(Label(str(n.number), x, y, "small"))
    return tuple(found)
