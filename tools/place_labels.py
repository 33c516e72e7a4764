"""Where the names of Luftwaffe's cities stand, so that none covers another or a foreign dot.

`python tools/place_labels.py` writes src/sandtable/games/luftwaffe/data/labels.csv. A label is a name with the signs of
its industries. It keeps its size and its distance from its dot on the screen at every zoom, so places are sought that
stay free when the map is magnified. Simulated annealing with fixed seeds: the same result everywhere.
"""

from __future__ import annotations

from itertools import combinations
from math import cos, exp, hypot, pi, sin
from pathlib import Path
from random import Random
from typing import NamedTuple

from sandtable.games.luftwaffe.components import City, parts
from sandtable.games.luftwaffe.table.board import city_dot, extent

TARGET = Path(__file__).resolve().parent.parent / "src" / "sandtable" / "games" / "luftwaffe" / "data" / "labels.csv"
ZOOMS = (0.5, 0.62, 0.8, 1.1, 1.7)
"""Pixels for a board unit: the whole board on a usual screen, then nearer."""
TALL, SIGN, DOT = 13.0, 11.5, 6.0
"""Height of a line, width of a sign, reach of a dot, in pixels."""
_NARROW, _WIDE = set("fijlrtI.'- "), set("mwMW")


Offsets = dict[str, tuple[float, float]]


class Box(NamedTuple):
    """A label on the screen."""

    x1: float
    y1: float
    x2: float
    y2: float


def width(city: City) -> float:
    """How long a name with its signs is, in pixels."""
    size = 12.6 if city.aa else 11.4
    letters = sum(0.3 if c in _NARROW else 0.84 if c in _WIDE else 0.66 if c.isupper() else 0.51 for c in city.name)
    return letters * size + 4 + SIGN * len(city.industries)


def box(city: City, offset: tuple[float, float], zoom: float) -> Box:
    """The label at its place; the offset leads from the dot to its upper left corner."""
    x, y = (at * zoom for at in city_dot(city))
    return Box(x + offset[0], y + offset[1], x + offset[0] + width(city), y + offset[1] + TALL)


def covers(a: Box, b: Box, gap: float = 1.0) -> float:
    """How much of one lies on the other, in pixels."""
    return max(0.0, min(a.x2, b.x2) - max(a.x1, b.x1) + gap) * max(0.0, min(a.y2, b.y2) - max(a.y1, b.y1) + gap)


def beyond(label: Box, zoom: float) -> float:
    """How far a label reaches over the edge of the board, in pixels: there it would be cut."""
    wide, high = (side * zoom for side in extent())
    return max(0.0, -label.x1) + max(0.0, label.x2 - wide) + max(0.0, -label.y1) + max(0.0, label.y2 - high)


def _dot(city: City, zoom: float) -> Box:
    x, y = (at * zoom for at in city_dot(city))
    return Box(x - DOT, y - DOT, x + DOT, y + DOT)


def places(city: City) -> list[tuple[float, float]]:
    """Offsets that a label may have: beside its dot first, then around it."""
    wide = width(city)
    found = [(9.0, -TALL / 2), (-wide - 9, -TALL / 2)]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        found += [(-wide * share, -TALL - 7), (-wide * share, 7.0)]
    found += [(8.0, -TALL - 1), (8.0, 1.0), (-wide - 8, -TALL - 1), (-wide - 8, 1.0)]
    for ring in (14, 20, 27):
        for n in range(16):
            x, y = ring * cos(n * pi / 8), ring * sin(n * pi / 8)
            left = x if x > 2 else x - wide if x < -2 else x - wide / 2
            found.append((left, y - TALL / 2))
    return [(round(x, 1), round(y, 1)) for x, y in found]


def trouble(cities: list[City], chosen: Offsets, city: City, offset: tuple[float, float]) -> float:
    """What a place costs: covering others most of all, then distance from its dot."""
    cost = 0.0
    for zoom in ZOOMS[:3]:
        mine = box(city, offset, zoom)
        for other in cities:
            if other.id == city.id:
                continue
            if abs(city_dot(other)[0] - city_dot(city)[0]) * zoom > 260:
                continue
            cost += covers(mine, box(other, chosen[other.id], zoom)) * 4 + covers(mine, _dot(other, zoom)) * 3
        cost += covers(mine, _dot(city, zoom), 0) * 3
    mine = box(city, offset, ZOOMS[0])
    cost += beyond(mine, ZOOMS[0]) * 40
    x, y = (at * ZOOMS[0] for at in city_dot(city))
    gap = hypot(max(mine.x1 - x, 0, x - mine.x2), max(mine.y1 - y, 0, y - mine.y2))
    return cost + gap * gap * 0.18 + (0 if offset[0] > 0 else 3)


def place(cities: list[City], seed: int, tries: int = 7000) -> Offsets:
    """An offset for every city."""
    chance = Random(seed)
    offered = {city.id: places(city) for city in cities}
    chosen = {city.id: offered[city.id][0] for city in cities}
    for n in range(tries):
        city = cities[chance.randrange(len(cities))]
        new = chance.choice(offered[city.id])
        gain = trouble(cities, chosen, city, new) - trouble(cities, chosen, city, chosen[city.id])
        heat = 60 * (1 - n / tries) ** 2 + 0.01
        if gain < 0 or chance.random() < exp(-gain / heat):
            chosen[city.id] = new
    for _ in range(2):
        for city in cities:
            chosen[city.id] = min(offered[city.id], key=lambda one: trouble(cities, chosen, city, one))
    return chosen


def overlaps(cities: list[City], chosen: Offsets, zoom: float) -> list[tuple[str, str]]:
    """Pairs of labels that cover each other at a zoom."""
    return [
        (a.name, b.name)
        for a, b in combinations(cities, 2)
        if covers(box(a, chosen[a.id], zoom), box(b, chosen[b.id], zoom), 0) > 0
    ]


def written(chosen: Offsets) -> str:
    """The file."""
    head = "# Where the name of a city begins, in pixels from its dot. Written by tools/place_labels.py.\ncity,dx,dy\n"
    return head + "".join(f"{city},{x},{y}\n" for city, (x, y) in chosen.items())


def main() -> None:
    """Try several seeds and keep the best."""
    cities = list(parts().cities.values())
    results = [place(cities, seed) for seed in range(2)]

    def worth(chosen: Offsets) -> float:
        return sum(trouble(cities, chosen, city, chosen[city.id]) for city in cities)

    best = min(results, key=worth)
    TARGET.write_text(written(best), encoding="utf-8")
    for zoom in ZOOMS:
        print(zoom, overlaps(cities, best, zoom))


if __name__ == "__main__":
    main()
