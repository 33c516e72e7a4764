"""Distances, reaches and routes on the map, made once and kept: they never change during a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from sandtable.games.luftwaffe.components import FRONTS, parts
from sandtable.kernel.flow import Option

FAR = 999
SWITZERLAND = "S"


@cache
def open_neighbours() -> dict[str, tuple[str, ...]]:
    """LW-1.1, LW-5.9, LW-5.13 The neighbours that may be entered: not Switzerland, and nothing beyond the map."""
    p = parts()
    return {
        hex: tuple(n for n in p.grid.neighbours[hex] if p.terrain[n] != SWITZERLAND)
        for hex in p.grid
        if p.terrain[hex] != SWITZERLAND
    }


@lru_cache(maxsize=32)
def _neighbours_outside(closed: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """The neighbours that may be entered and are not closed, so that a flood need not ask at every step."""
    return {hex: tuple(n for n in around if n not in closed) for hex, around in open_neighbours().items()}


def flood(sources: Iterable[str], most: int = FAR, closed: frozenset[str] = frozenset()) -> dict[str, int]:
    """The distance of every hex from the nearest source, nearest first; `closed` hexes are not entered."""
    around = _neighbours_outside(closed) if closed else open_neighbours()
    lengths = dict.fromkeys(sources, 0)
    edge, length = [hex for hex in lengths if hex in around], 0
    while edge and length < most:
        length += 1
        further: list[str] = []
        for hex in edge:
            for n in around[hex]:
                if n not in lengths:
                    lengths[n] = length
                    further.append(n)
        edge = further
    return lengths


@lru_cache(maxsize=512)
def distances(hex: str) -> dict[str, int]:
    """LW-1.1 The length of the shortest way from every hex to this one."""
    return flood((hex,))


def distance(a: str, b: str) -> int:
    """LW-1.1 The length of the shortest way between two hexes."""
    near = _near(b).get(a)
    return distances(b).get(a, FAR) if near is None else near


class Zone:
    """LW-1.2 The friendly zone in force: the hexes behind an R line or Start Line, by front."""

    def __init__(self, west: str, south: str) -> None:
        p = parts()
        codes = {"west": west, "south": south}
        self.hexes = {front: tuple(h for h in p.grid if p.zone_code[h] in codes[front]) for front in FRONTS}
        self.front = {hex: front for front in FRONTS for hex in self.hexes[front]}
        self.all = frozenset(self.front)
        self.to_front = {front: flood(hexes) if hexes else {} for front, hexes in self.hexes.items()}
        self.to_zone = flood(self.front)
        russia = [n.hex for n in p.numbered.values() if n.area == "poland"]
        self.to_front["russia"] = {hex: d + 1 for hex, d in flood(russia).items()}
        self.bases = tuple(b for b in p.bases.values() if b.hex not in self.all)


@cache
def zone(key: str) -> Zone:
    """The zone of a key: its codes in the west and in the south, "3b|4"."""
    west, _, south = key.partition("|")
    return Zone(west, south)


@cache
def _fastest() -> int:
    """LW-1.9 The movement of the fastest aircraft."""
    return max(kind.mf for kind in parts().types.values())


@cache
def _near(hex: str) -> dict[str, int]:
    """The hexes within an aircraft's movement, nearest first: all shorter reaches are parts of this one."""
    return flood((hex,), _fastest())


@lru_cache(maxsize=4_000)
def reach(hex: str, most: int) -> dict[str, int]:
    """Every hex that can be entered within so many steps, with the length of the way, nearest first."""
    if most > _fastest():
        return flood((hex,), most)
    return {to: steps for to, steps in _near(hex).items() if steps <= most}


@lru_cache(maxsize=2_000)
def german_reach(zone_key: str, hex: str, most: int) -> dict[str, int]:
    """LW-5.8 The same for German units, which do not enter the friendly zone."""
    return flood((hex,), most, zone(zone_key).all)


@cache
def _flights() -> dict[str, Option]:
    """The option to fly to each hex: most choices of a raid are made of these."""
    return {hex: ("fly", hex) for hex in parts().grid}


def flights_to(hexes: Iterable[str]) -> list[Option]:
    """The options to fly to these hexes."""
    options = _flights()
    return [options[hex] for hex in hexes]


@lru_cache(maxsize=1_000)
def american_moves(hex: str, most: int) -> tuple[Option, ...]:
    """LW-5.2 Where an American fighter may go."""
    return (*flights_to(reach(hex, most)), ("draw",))


@lru_cache(maxsize=2_000)
def german_moves(zone_key: str, unusable: tuple[str, ...], hex: str, most: int) -> tuple[Option, ...]:
    """LW-5.2, LW-8.2 Where a German fighter may fly, and where it may land."""
    bases = parts().base_at
    within = german_reach(zone_key, hex, most)
    landing = [("land", to) for to in within if to in bases and bases[to].id not in unusable]
    return (*flights_to(within), *landing)


@lru_cache(maxsize=200)
def to_base(zone_key: str, unusable: tuple[str, ...]) -> dict[str, int]:
    """LW-6.12 The distance to the nearest usable base."""
    behind = zone(zone_key)
    return flood((b.hex for b in behind.bases if b.id not in unusable), closed=behind.all)


@lru_cache(maxsize=10_000)
def route(start: str, end: str, steps: int) -> tuple[str, ...]:
    """The hexes entered on a way of exactly so many steps that passes over as few antiaircraft guns as can be."""
    if not steps:
        return ()
    guns, around = parts().aa_hexes, open_neighbours()
    flown, left = reach(start, steps), reach(end, steps)
    # least[k]: the fewest guns passed in exactly k steps to the end, from each hex that the way can have come to.
    least: list[dict[str, int]] = [{end: 0}]
    for k in range(1, steps + 1):
        before: dict[str, int] = {}
        for hex, passed in least[-1].items():
            so_far = passed + (hex in guns and k > 1)
            for n in around[hex]:
                if so_far < before.get(n, FAR) and flown.get(n, FAR) <= steps - k:
                    before[n] = so_far
        least.append(before)
    if start not in least[steps]:
        raise ValueError(f"no way of {steps} from {start} to {end}")
    way: list[str] = []
    at = start
    for k in range(steps - 1, -1, -1):
        ahead = least[k]
        best = min(
            (n for n in around[at] if n in ahead),
            key=lambda n: (ahead[n] + (n in guns and k > 0), left.get(n, FAR), _bend(at, n, end)),
        )
        way.append(best)
        at = best
    return tuple(way)


def _bend(here: str, there: str, end: str) -> float:
    """How far a step strays from the straight line to the end: of equal ways the straightest is flown."""
    centre = parts().grid.centres
    (x, y), (ex, ey), (hx, hy) = centre[there], centre[end], centre[here]
    return round(abs((x - hx) * (ey - hy) - (y - hy) * (ex - hx)), 6)


def leads_on(here: str, ends: Mapping[str, tuple[int, int]], flown: int) -> bool:
    """Whether one of these ends can still be met from here, each on a way of its least to its greatest length."""
    near = _near(here)
    for end, (low, high) in ends.items():
        least, most = near.get(end, FAR), high - flown
        if least <= most and (least > 0 or most != 1 or low <= flown):
            return True
    return False


def can_be_flown(start: str, end: str, steps: int) -> bool:
    """Whether a way of exactly so many steps leads from start to end: hexes lie in triangles, so detours are easy."""
    least = (_near(start) if steps <= _fastest() else reach(start, steps)).get(end, FAR)
    return least <= steps and not (least == 0 and steps == 1)
