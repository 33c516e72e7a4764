"""How the American bot plans a raid: streams of bombers with their escort, each from one hex of a front.

A plan follows from what the American sees; the few ways in which it can be varied are tried in turn, so that later
choices find the variant that earlier choices began.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple
from zlib import crc32

from sandtable.games.luftwaffe.components import AIRBASE, FRONTS, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.map.geography import FAR, distances, flood, zone
from sandtable.games.luftwaffe.rules.scoring import objective_cities

VARIANTS = 24
STREAM = 5
"""The most bombers in one stream."""
LAST_TURN = 19
NEAR_BASES = 4
"""So many airbases near a front are what an attack on airbases is begun for."""
WHIM = 3.0
"""How far a plan strays from the nearest targets, in hexes: no two plans are alike."""


class Flyer(NamedTuple):
    """A unit that can be planned."""

    id: str
    type: str
    sneak: bool


class Order(NamedTuple):
    """What one unit does: its target, the hex where it starts, its front, and whether it waits for the first wave."""

    target: str
    start: str
    front: str
    waits: bool = False


@lru_cache(maxsize=4_000)
def plan(
    objective: str,
    zone_key: str,
    flyers: tuple[Flyer, ...],
    destroyed: tuple[str, ...],
    variant: int,
    together: int = STREAM,
) -> dict[str, Order]:
    """Targets and starts for all units of a raid, with so many bombers together at most."""
    types = parts().types
    orders: dict[str, Order] = {}
    taken = set(destroyed)
    bombers = [f for f in flyers if types[f.type].bomber]
    for flyer in [f for f in bombers if f.sneak]:
        city = sneak_target(objective, zone_key, taken)
        taken.add(city)
        orders[flyer.id] = Order(city, "", "baltic")
    streams: list[list[Flyer]] = []
    for wanted, group in share_out([f for f in bombers if not f.sneak], zone_key, variant):
        front = front_in_reach(objective, zone_key, wanted, group[0].type, taken)
        chosen = targets_for(objective, zone_key, front, group[0].type, len(group), taken, variant)
        taken |= set(chosen)
        for chunk, cities in in_streams(zone_key, front, group, chosen, together):
            start = start_hex(zone_key, front, cities)
            for flyer, city in zip(chunk, cities, strict=True):
                orders[flyer.id] = Order(city, start, front)
            streams.append(chunk)
    if has_second_wave(variant):
        hold_back(streams, orders, zone_key)
    assign_escort([f for f in flyers if not types[f.type].bomber], streams, orders, zone_key)
    return orders


def has_second_wave(variant: int) -> bool:
    """Whether a part of the raid waits until the German is in the air."""
    return variant % 4 == 3


def hold_back(streams: list[list[Flyer]], orders: dict[str, Order], zone_key: str) -> None:
    """LW-3.7 The deepest stream is covered and comes when the German has spent his fuel on the others."""
    if len(streams) < 3:
        return
    late = max(streams, key=lambda st: max(depth(zone_key, orders[f.id].front, orders[f.id].target) for f in st))
    for f in late:
        orders[f.id] = orders[f.id]._replace(waits=True)


def share_out(bombers: list[Flyer], zone_key: str, variant: int) -> list[tuple[str, list[Flyer]]]:
    """Which bombers start from which front."""
    by_type: dict[str, list[Flyer]] = {}
    for f in bombers:
        by_type.setdefault(f.type, []).append(f)
    south = bool(zone(zone_key).hexes["south"])
    shared: list[tuple[str, list[Flyer]]] = []
    for n, group in enumerate(by_type.values()):
        if not south:
            shared.append(("west", group))
        elif variant % 3 == 2:
            half = (len(group) + 1) // 2
            shared += [("west", group[:half]), ("south", group[half:])]
        else:
            shared.append(("west" if (n + variant) % 2 == 0 else "south", group))
    return [(front, group) for front, group in shared if group]


def depth(zone_key: str, front: str, city: str) -> int:
    """How far a target lies from a front; airbases to be attacked are those near it."""
    if city == AIRBASE:
        return 0
    return zone(zone_key).to_front[front].get(parts().cities[city].hex, FAR)


def targets_for(
    objective: str, zone_key: str, front: str, type: str, count: int, taken: set[str], variant: int
) -> list[str]:
    """The cities nearest to a front, those with guns a little later; two bombers to one where cities run out.

    LW-6.5, LW-7.14 Medium bombers whose fuel brings them to no city attack airbases near the front.
    """
    p = parts()
    cities = in_reach(objective_cities(objective), zone_key, front, type, taken)
    cities = cities or in_reach(p.cities, zone_key, front, type, taken)
    if not cities and p.types[type].time_piece:
        return [AIRBASE] * count
    cities = cities or [c for c in p.cities if c not in taken] or list(p.cities)

    def order(city: str) -> tuple[float, str]:
        whim = WHIM * (crc32(f"{city} {variant}".encode()) % 100) / 100
        return depth(zone_key, front, city) + (2 if p.cities[city].aa else 0) + whim, city

    ordered = sorted(cities, key=order)
    return [ordered[n % len(ordered)] for n in range(count)]


def in_reach(cities: Iterable[str], zone_key: str, front: str, type: str, taken: set[str]) -> list[str]:
    """LW-6.4, LW-6.5 The cities that bombers of a type can bomb from a front and be back in time."""
    kind = parts().types[type]
    turns = LAST_TURN // 2
    if kind.time_piece:
        turns = min(turns, kind.time_with // 2 - 1)
    return [c for c in cities if c not in taken and depth(zone_key, front, c) <= turns * kind.mf]


def front_in_reach(objective: str, zone_key: str, wanted: str, type: str, taken: set[str]) -> str:
    """The front from which the type can do something: the wanted one, unless only another has a city in its reach."""
    fronts = [wanted, *(front for front in FRONTS if front != wanted and zone(zone_key).hexes[front])]
    for cities in (objective_cities(objective), tuple(parts().cities)):
        for front in fronts:
            if in_reach(cities, zone_key, front, type, taken):
                return front
    return wanted


def in_streams(
    zone_key: str, front: str, group: list[Flyer], cities: list[str], together: int
) -> list[tuple[list[Flyer], list[str]]]:
    """Neighbouring targets fly together: along the front by row in the west, by column in the south."""
    place = parts().grid.place
    side = 1 if front == "west" else 0
    ordered = cities if AIRBASE in cities else sorted(cities, key=lambda c: place[parts().cities[c].hex][side])
    count = -(-len(ordered) // together)
    size = -(-len(ordered) // count)
    return [(group[n : n + size], ordered[n : n + size]) for n in range(0, len(ordered), size)]


@lru_cache(maxsize=4_000)
def _start(zone_key: str, front: str, cities: tuple[str, ...]) -> str:
    hexes = zone(zone_key).hexes[front]
    if AIRBASE in cities:
        near = zone(zone_key).to_front[front]
        bases = sorted((base.hex for base in parts().bases.values()), key=lambda hex: (near.get(hex, FAR), hex))
        goals = bases[:NEAR_BASES]
    else:
        goals = [parts().cities[c].hex for c in cities]
    to = [distances(goal) for goal in goals]
    return min(hexes, key=lambda h: (sum(-(-d[h] // 4) for d in to), sum(d[h] for d in to), h))


def start_hex(zone_key: str, front: str, cities: list[str]) -> str:
    """The zone hex from which a stream reaches its targets soonest."""
    return _start(zone_key, front, tuple(cities))


@cache
def _to_baltic() -> dict[str, int]:
    """How far every hex lies from the Baltic."""
    return flood(n.hex for n in parts().numbered.values() if n.area == "baltic")


def sneak_target(objective: str, zone_key: str, taken: set[str]) -> str:
    """A city near the Baltic from which the way to the west is short."""
    p, to_baltic = parts(), _to_baltic()
    cities = [c for c in objective_cities(objective) if c not in taken] or [c for c in p.cities if c not in taken]

    def cost(city: str) -> int:
        return 2 * to_baltic[p.cities[city].hex] + depth(zone_key, "west", city)

    return min(cities or list(p.cities), key=cost)


def assign_escort(fighters: list[Flyer], streams: list[list[Flyer]], orders: dict[str, Order], zone_key: str) -> None:
    """Long-legged fighters go with the deepest streams, and no stream flies without some."""
    if not streams:
        for f in fighters:
            orders[f.id] = Order("", zone(zone_key).hexes["west"][0], "west")
        return
    types = parts().types

    def deepest(stream: list[Flyer]) -> int:
        return max(depth(zone_key, orders[f.id].front, orders[f.id].target) for f in stream)

    ranked = sorted(streams, key=deepest, reverse=True)
    strength = {id(stream): 0.0 for stream in ranked}
    waiting = {id(st) for st in ranked if orders[st[0].id].waits}
    # LW-6.3 All fighters of a type start in the same turn, so a type belongs to one wave.
    late_type = max((f.type for f in fighters), key=lambda t: types[t].time_with, default="") if waiting else ""
    for f in sorted(fighters, key=lambda f: -types[f.type].time_with):
        wave = [st for st in ranked if (id(st) in waiting) == (f.type == late_type)] or ranked
        able = [st for st in wave if types[f.type].mf >= types[st[0].type].mf] or wave
        stream = min(able, key=lambda st: (strength[id(st)] / len(st), -deepest(st)))
        strength[id(stream)] += 1
        order = orders[stream[0].id]
        orders[f.id] = Order("", order.start, order.front, order.waits)


def flyers_of(view: LuftwaffeView) -> tuple[Flyer, ...]:
    """The units that the plan is about."""
    return tuple(
        Flyer(id, u.type, u.status == "sneak")
        for id, u in view.americans.items()
        if u.status in ("covered", "sneak", "up")
    )


def plan_for(view: LuftwaffeView, variant: int, together: int = STREAM) -> dict[str, Order]:
    """A plan of the present raid."""
    return next(plans(view, (variant,), together))


def plans(view: LuftwaffeView, variants: Iterable[int], together: int) -> Iterator[dict[str, Order]]:
    """Several plans of the present raid, each made when it is asked for."""
    objective = parts().scenarios[view.game].objective
    flyers, destroyed = flyers_of(view), tuple(view.destroyed)
    for variant in variants:
        yield plan(objective, view.zone_key, flyers, destroyed, variant, together)


def plan_begun(view: LuftwaffeView, together: int = STREAM) -> dict[str, Order]:
    """The plan that fits the missions written so far."""
    written = {id: u.mission for id, u in view.americans.items() if u.mission}
    for orders in plans(view, range(VARIANTS), together):
        if all(orders[id].target == mission for id, mission in written.items() if id in orders):
            return orders
    return plan_for(view, 0, together)
