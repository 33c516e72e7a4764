"""What both players reckon with: expected losses, factors in a hex, fuel."""

from __future__ import annotations

from functools import lru_cache
from math import fsum

from sandtable.games.luftwaffe.components import DIE, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.map.geography import Zone, distances, open_neighbours, zone
from sandtable.games.luftwaffe.model import American, German

Unit = American | German


@lru_cache(maxsize=20_000)
def expected(column: str, factors: int, modifier: int = 0) -> float:
    """LW-9.2.1 The mean loss that so many factors cause."""
    table = parts().table
    return sum(table.losses(column, factors, die + modifier) for die in DIE) / 6


def apart(a: str, b: str) -> int:
    """The distance of two hexes as the crow flies."""
    codes, steps = parts().grid.steps_by_code  # `distance` itself, which is asked a million times a game
    return steps[codes[b] - codes[a]]


@lru_cache(maxsize=10_000)
def towards(start: str, end: str, steps: int) -> str:
    """The hex so many steps on the straight way from one hex to another."""
    left, around, centres = distances(end), open_neighbours(), parts().grid.centres
    (x, y), at = centres[end], start
    for _ in range(min(steps, left[start])):
        ahead = [n for n in around[at] if left[n] < left[at]]
        at = min(ahead, key=lambda n: ((p := centres[n])[0] - x) ** 2 + (p[1] - y) ** 2)
    return at


def movement(unit: Unit) -> int:
    return parts().types[unit.type].mf


def is_bomber(unit: American) -> bool:
    return parts().types[unit.type].bomber


def behind(view: LuftwaffeView) -> Zone:
    return zone(view.zone_key)


def printed_e(id: str, unit: Unit) -> int:
    counter = parts().units[id]
    return counter.e if counter.e >= 0 and counter.type == unit.type else parts().types[unit.type].e


def effective_e(view: LuftwaffeView, id: str, unit: Unit) -> int:
    """LW-9.5.1 E, less two with tanks; tanks can be seen."""
    return printed_e(id, unit) - (2 if view.tanks.get(unit.clock) else 0)


def best_e(view: LuftwaffeView, units: dict[str, American] | dict[str, German], ids: list[str]) -> int:
    """The E that an attack on these units meets."""
    return max((effective_e(view, id, units[id]) for id in ids), default=0)


def expected_kills(
    view: LuftwaffeView, ids: list[str], units: dict[str, German] | dict[str, American], e: int
) -> float:
    """What these fighters destroy on average; `e` is the best E they meet, -9 where E does not count."""
    by_type: dict[tuple[str, int], int] = {}
    for id in ids:
        unit = units[id]
        key = (unit.type, effective_e(view, id, unit))
        by_type[key] = by_type.get(key, 0) + unit.factors
    return fsum(expected(parts().types[t].column, f, min(0, own - e)) for (t, own), f in by_type.items())


def turns_left(view: LuftwaffeView, unit: Unit) -> int:
    """Turns until the time is up, of the seat's own units."""
    clock = view.clocks.get(unit.clock)
    return clock.due - view.turn if clock is not None else 99
