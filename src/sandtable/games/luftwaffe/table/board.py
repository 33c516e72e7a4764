"""The printed map: coast, borders, cities, bases, rail, numbered squares and the lines with their names."""

from __future__ import annotations

from functools import cache

from sandtable.board.hexboard import HexBoard
from sandtable.games.luftwaffe.components import City, parts
from sandtable.games.luftwaffe.map.geography import zone
from sandtable.games.luftwaffe.names import name, say, term
from sandtable.games.luftwaffe.table.scenery import scenery
from sandtable.kernel.language import once_told
from sandtable.kernel.state import replace
from sandtable.kernel.table import Board, Label, Link, Space

SIZE = 24.0
_COUNTRIES = "GASNBFLDPCHYIWR"
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
def _hexes() -> HexBoard:
    return HexBoard(parts().grid, SIZE)


def extent() -> tuple[float, float]:
    """How wide and how high the board is."""
    return _hexes().extent


@once_told()
def board(zones: tuple[tuple[str, str], ...]) -> Board:
    """LW-1.1 - LW-1.7 The map: coast, borders, cities, bases, rail, numbered hexes and the lines with their names."""
    p = parts()
    spaces = (*(_space(hex, zones) for hex in p.grid), *_places())
    links = (*_borders(), *(link for key, name in zones for link in _start_line(key, name)))
    chart = scenery(_hexes().centre("0101"), SIZE)
    return Board(*extent(), spaces, links, _labels(), art="luftwaffe", scenery=chart)


def _space(hex: str, zones: tuple[tuple[str, str], ...]) -> Space:
    p = parts()
    city, base, numbered = p.city_at.get(hex), p.base_at.get(hex), p.numbered.get(hex)
    tags: list[str] = []
    notes = [term(f"country {p.terrain[hex]}")]
    if city is not None:
        notes.append(_city_note(city))
    if base is not None:
        notes.append(name(base.id))
    if numbered is not None:
        notes.append(say(f"entry_{numbered.area}", number=numbered.number))
    front = zone(zones[0][0]).front.get(hex)
    if front is not None:
        tags.append(f"zone-{front}")
        notes.append(say(f"zone_{front}"))
    kind = _KINDS.get(p.terrain[hex], "clear")
    return _hexes().space(hex, kind, note=" · ".join(notes), tags=tuple(tags))


def _city_note(city: City) -> str:
    return say("city_with_guns" if city.aa else "city_note", city=city.name, industries=industries(city))


def city_dot(city: City) -> tuple[float, float]:
    """The middle of a city's dot: beside the middle of its hex, where a counter would hide it less."""
    x, y = _hexes().centre(city.hex)
    return x - 7, y - 8


def _places() -> list[Space]:
    """LW-1.3 - LW-1.5 Cities and bases lie upon their hexes, so that what an option names can be seen and clicked."""
    p = parts()
    places = []
    for c in p.cities.values():
        note = say("what_with_guns", industries=industries(c)) if c.aa else industries(c)
        places.append(Space(c.id, *city_dot(c), "circle", 13, 13, (), "", "city", note))
    for b in p.bases.values():
        x, y = _hexes().centre(b.hex)
        places.append(Space(b.id, x + 8, y - 9, "circle", 10, 10, (), "", "airfield"))
    return places


def _borders() -> list[Link]:
    """LW-1.6 Coasts, frontiers and rail lines."""
    p = parts()
    borders: list[Link] = []
    for hex in p.grid:
        for other in p.grid.neighbours[hex]:
            here, there = p.terrain[hex], p.terrain[other]
            if other > hex and here != there:
                kind = "hexside" if "~" in (here, there) else "border"
                borders.append(Link(_hexes().side(hex, other), kind, hex, other))
    rails = (Link(_hexes().line(line), "rail", line[0], line[-1]) for line in p.rail)
    return [*borders, *rails]


def _start_line(zone_key: str, name: str) -> list[Link]:
    """LW-1.2 The R line or Start Line: the border between zone hexes and other hexes; its name on its first side."""
    p = parts()
    behind = zone(zone_key).all
    sides = [
        Link(_hexes().side(hex, other), "front", hex, other)
        for hex in p.grid
        for other in p.grid.neighbours[hex]
        if other > hex and (hex in behind) != (other in behind)
    ]
    return [replace(link, label=name) if n == len(sides) // 2 else link for n, link in enumerate(sides)]


def _labels() -> tuple[Label, ...]:
    p, hexes = parts(), _hexes()
    labels = [
        hexes.label(f"{c.name} {signs(c)}", c.hex, "city" if c.aa else "place", down=0.62) for c in p.cities.values()
    ]
    for letter in _COUNTRIES:
        country = [hex for hex in p.grid if p.terrain[hex] == letter]
        if len(country) > 20:
            labels.append(hexes.label_amid(term(f"country {letter}"), country))
    labels += [hexes.label(str(n.number), n.hex, "small") for n in p.numbered.values()]
    return tuple(labels)
