"""How much a plane can still deliver: a look ahead over the activations that are left, with the season's usual weather.

A load counts 1 when it is unloaded in Berlin, or when it is in the air at the season's end (AL-16.2); a load that comes
sooner counts a little more, a night in a corridor where it can be harassed a little less.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum

from sandtable.games.airlift.components import AIRBASES
from sandtable.games.airlift.map.corridors import BERLIN, HARASSABLE
from sandtable.games.airlift.map.routes import Orders, flights
from sandtable.kernel.state import Record

SOONER = 0.03
RISK = 0.02


class Outlook(Record, frozen=True):
    """What decides a plane's prospects apart from where it is."""

    way: str
    move: int
    season: str
    landable: tuple[str, ...]
    stocked: tuple[str, ...]
    """Airbases where it can expect a load."""
    sooner: float = SOONER
    """What it adds to a load to come a turn sooner."""


@lru_cache(maxsize=400_000)
def in_flight(outlook: Outlook, space: str, loaded: bool, left: int) -> float:
    """The loads a plane in flight can still deliver with that many activations left."""
    if left == 0:
        return 1.0 if loaded else 0.0
    return _best(outlook, space, True, loaded, left) - (RISK if space in HARASSABLE else 0.0)


@lru_cache(maxsize=100_000)
def on_the_ground(outlook: Outlook, base: str, loaded: bool, left: int) -> float:
    """The loads a plane standing at a base can still deliver."""
    if left == 0:
        return 0.0
    best = on_the_ground(outlook, base, loaded, left - 1)
    start = base if base in AIRBASES else BERLIN
    if loaded or base in outlook.stocked:
        best = max(best, _best(outlook, start, False, True, left))
    if not loaded:
        best = max(best, _best(outlook, start, False, False, left))
    return best


WEATHER: dict[str, tuple[tuple[int, bool], ...]] = {
    "summer": ((0, False), (-1, False), (-2, False)),
    "autumn": ((0, False),),
    "winter": ((0, False), (0, False), (0, True)),
    "spring": ((0, False), (-1, False), (-2, False)),
}
"""What weather a flight meets, each as likely as the others: movement lost, heavy snow."""


def _best(outlook: Outlook, start: str, airborne: bool, loaded: bool, left: int) -> float:
    mix = WEATHER[outlook.season]
    return fsum(_best_in(outlook, start, airborne, loaded, left, lost, snow) for lost, snow in mix) / len(mix)


def _best_in(outlook: Outlook, start: str, airborne: bool, loaded: bool, left: int, lost: int, snow: bool) -> float:
    points = max(1, outlook.move + lost)
    orders = Orders(start, "", airborne, points, outlook.way, outlook.landable, (), snow=snow)
    best = 0.0
    for flight in flights(orders):
        if flight.land == BERLIN:
            value = arrival(outlook, loaded, left - 1)
        elif flight.land:
            value = on_the_ground(outlook, flight.land, loaded, left - 1)
        else:
            value = in_flight(outlook, flight.end, loaded, left - 1)
        if value > best:
            best = value
    return best


def arrival(outlook: Outlook, loaded: bool, left: int) -> float:
    """Landing in Berlin: the load is delivered and the plane stands there."""
    return (1.0 + outlook.sooner * left if loaded else 0.0) + on_the_ground(outlook, BERLIN, False, left)


def departure(outlook: Outlook, start: str, loaded: bool, left: int) -> float:
    """Taking off now, with that many activations left including this one."""
    return _best(outlook, start, False, loaded, left)
