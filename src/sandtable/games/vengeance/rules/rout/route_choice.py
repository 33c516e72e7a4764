"""By which of several ways of the same length a unit routs: the router's choice (RV-Z3, RV-A10.51)."""

from __future__ import annotations

from sandtable.board.paths import reachable
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.visibility import illuminated
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.rout.danger import under_eyes
from sandtable.games.vengeance.rules.rout.legal_steps import Flight
from sandtable.kernel.flow import Asks, Choose, Option

_MOST_WAYS = 60
"""More ways than that of one length are not looked at."""


def choose_way(s: Battle, flight: Flight, target: str, most: int) -> Asks[list[str]]:
    """RV-Z3 The way to a destination; [] if there is none. The router is asked where ways of one length fork.

    He is asked only if he knows of danger on them: without any they are alike, and what is hidden changes no question.
    """
    unit = flight.unit
    ways = shortest_ways(flight, target, most)
    gone = 0
    while ways and len({dangers(s, unit, way) for way in ways}) > 1:
        forks = list(dict.fromkeys(way[gone] for way in ways))
        if len(forks) > 1:
            options: list[Option] = [("via", at) for at in forks]
            pick = yield Choose(unit.side, options, rule="RV-Z3", ask="rout_way", about=(unit.id, target))
            ways = [way for way in ways if way[gone] == pick[1]]
        gone += 1
    return list(ways[0]) if ways else []


def shortest_ways(flight: Flight, target: str, most: int) -> list[tuple[str, ...]]:
    """RV-A10.51 The legal ways of least MF to a Location, that which a search finds first at the front."""
    unit = flight.unit
    reach = reachable(unit.at, flight.steps, most, until=target)
    if target not in reach:
        return []
    before: dict[str, list[str]] = {}
    for at, cost in reach.items():
        for to, price in flight.steps(at) if cost < reach[target] else ():
            if reach.get(to, -1) == cost + price:
                before.setdefault(to, []).append(at)
    ways: list[tuple[str, ...]] = []
    todo: list[tuple[str, ...]] = [(target,)]
    while todo and len(ways) < _MOST_WAYS:
        way = todo.pop()
        if way[0] == unit.at:
            ways.append(way[1:])
        else:
            todo += [(at, *way) for at in before[way[0]]]
    first = tuple(reach.path(target))
    return [first, *sorted(way for way in ways if way != first)]


def dangers(s: Battle, unit: Unit, way: tuple[str, ...]) -> tuple[str, ...]:
    """RV-A10.53, RV-B28.1, RV-B26.1 Where a Known enemy may interdict, and works that he knows of lie."""
    f = field_of(s)
    works = {w.at for w in s.works.values() if not w.hidden or w.side == unit.side}
    return tuple(
        sorted(
            at for at in way
            if at in works
            or ((s.night is None or illuminated(s, f, at)) and under_eyes(s, f, at, unit.side, good=True))
        )
    )  # fmt: skip
