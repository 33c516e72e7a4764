"""Distances, reaches and routes on the map, made once and kept: they never change during a game."""

from __future__ import annotations

from collections.abc import Iterable
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


def flood(sources: Iterable[str], most: int = FAR, closed: frozenset[str] = frozenset()) -> dict[str, int]:
    """The distance of every hex from the nearest source, nearest first; `closed` hexes are not entered."""
    around = open_neighbours()
    lengths = dict.fromkeys(sources, 0)
    edge, length = list(lengths), 0
    while edge and length < most:
        length += 1
        further: list[str] = []
        for hex in edge:
            for n in around.get(hex, ()):
                if n not in lengths and n not in closed:
                    lengths[n] = length
                    further.append(n)
        edge = further
    return lengths


@lru_cache(maxsize=256)
def distances(hex: str) -> dict[str, int]:
    """LW-1.1 The length of the shortest way from every hex to this one."""
    return flood((hex,))


def distance(a: str, b: str) -> int:
    """LW-1.1 The length of the shortest way between two hexes."""
    return distances(b).get(a, FAR)


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


@lru_cache(maxsize=4_000)
def reach(hex: str, most: int) -> dict[str, int]:
    """Every hex that can be entered within so many steps, with the length of the way, nearest first."""
    return flood((hex,), most)


@lru_cache(maxsize=1_000)
def german_reach(zone_key: str, hex: str, most: int) -> dict[str, int]:
    """LW-5.8 The same for German units, which do not enter the friendly zone."""
    return flood((hex,), most, zone(zone_key).all)


@lru_cache(maxsize=200)
def american_moves(hex: str, most: int) -> tuple[Option, ...]:
    """LW-5.2 Where an American fighter may go."""
    return (*(("fly", to) for to in reach(hex, most)), ("draw",))


@lru_cache(maxsize=1_000)
def german_moves(zone_key: str, unusable: tuple[str, ...], hex: str, most: int) -> tuple[Option, ...]:
    """LW-5.2, LW-8.2 Where a German fighter may fly, and where it may land."""
    p = parts()
    within = german_reach(zone_key, hex, most)
    landing = tuple(("land", to) for to in within if (b := p.base_at.get(to)) is not None and b.id not in unusable)
    return (*(("fly", to) for to in within), *landing)


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
    left = reach(end, steps)
    # least[k]: the fewest guns passed from a hex to the end in exactly k steps.
    least: list[dict[str, int]] = [{end: 0}]
    for _ in range(steps):
        before: dict[str, int] = {}
        for hex, passed in least[-1].items():
            so_far = passed + (hex in guns and len(least) > 1)
            for n in around[hex]:
                if n in left and so_far < before.get(n, FAR):
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
    (x, y), (ex, ey) = parts().grid.centre(there), parts().grid.centre(end)
    hx, hy = parts().grid.centre(here)
    return round(abs((x - hx) * (ey - hy) - (y - hy) * (ex - hx)), 6)


def can_be_flown(start: str, end: str, steps: int) -> bool:
    """Whether a way of exactly so many steps leads from start to end: hexes lie in triangles, so detours are easy."""
    least = reach(start, steps).get(end, FAR)
    return least <= steps and not (least == 0 and steps == 1)
