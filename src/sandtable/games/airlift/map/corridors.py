"""The map as pilots need it: where an edge leads, how far it is, and the diversion paths. Worked out once."""

from __future__ import annotations

from functools import cache

from sandtable.board.paths import flood
from sandtable.games.airlift.components import EDGES, SPACES

US, CW, GATE = "US", "CW", "US north"
"""AL-13.4 Whose edges a plane may fly: GATE is an American plane let into the northern corridor (AL-18.3)."""
WAYS = (US, CW, GATE)
BERLIN = "berlin"
FROHNAU = "frohnau"

ZONE: dict[str, str] = {id: space.zone for id, space in SPACES.items()}
HARASSABLE_ZONES = ("south", "north", "divert_south", "divert_north")
DIVERT_ZONES = ("divert_south", "divert_north")
HARASSABLE: tuple[str, ...] = tuple(id for id, zone in ZONE.items() if zone in HARASSABLE_ZONES)
"""AL-9.1 The incoming corridors and the diversion paths."""
IN_DIVERT: tuple[str, ...] = tuple(id for id, zone in ZONE.items() if zone in DIVERT_ZONES)
STACKED: tuple[str, ...] = tuple(id for id, space in SPACES.items() if space.kind in ("dot", "beacon"))
"""AL-13.6 The spaces that have a stacking limit."""
SNOWED: frozenset[str] = frozenset(id for id, zone in ZONE.items() if zone in (*HARASSABLE_ZONES, "central", BERLIN))
"""AL-8.5 Corridor spaces: heavy snow doubles the cost of entering them."""


def _open_to(way: str, nation: str, kind: str, a: str) -> bool:
    if nation in ("any", way):
        return True
    if way != GATE:
        return False
    return nation == US or (kind == "corridor_in" and nation == CW)


def _neighbours() -> dict[str, dict[str, tuple[str, ...]]]:
    """AL-1.5, AL-13.3, AL-13.4 Where a plane without DIVERT may fly to next, for each way."""
    next_to: dict[str, dict[str, list[str]]] = {way: {id: [] for id in SPACES} for way in WAYS}
    for edge in EDGES:
        if edge.kind in ("divert", "landing"):
            continue
        for way in WAYS:
            if _open_to(way, edge.nation, edge.kind, edge.a):
                next_to[way][edge.a].append(edge.b)
                if edge.direction == "both":
                    next_to[way][edge.b].append(edge.a)
    return {way: {id: tuple(to) for id, to in lists.items()} for way, lists in next_to.items()}


NEIGHBOURS = _neighbours()


def _distances(way: str) -> dict[str, dict[str, int]]:
    """Spaces to fly from each space to each other, without weather."""
    return {start: flood([start], NEIGHBOURS[way].__getitem__) for start in SPACES}


DISTANCE: dict[str, dict[str, dict[str, int]]] = {way: _distances(way) for way in WAYS}
"""DISTANCE[way][from][to]; a space that cannot be reached is missing."""


@cache
def spaces_within(way: str, start: str, steps: int) -> frozenset[str]:
    """The spaces that a plane may come to in so many steps, without a diversion."""
    return frozenset(space for space, away in DISTANCE[way][start].items() if away <= steps)


def _diversions() -> dict[str, tuple[str, ...]]:
    """AL-13.9 For each junction the spaces of the diversion path that begins there, up to the far junction."""
    links: dict[str, list[str]] = {}
    for edge in EDGES:
        if edge.kind == "divert":
            links.setdefault(edge.a, []).append(edge.b)
            links.setdefault(edge.b, []).append(edge.a)
    paths = {}
    for junction in links:
        if ZONE[junction] in DIVERT_ZONES:
            continue
        before, space, path = junction, links[junction][0], []
        while ZONE[space] in DIVERT_ZONES:
            path.append(space)
            before, space = space, next(to for to in links[space] if to != before)
        paths[junction] = (*path, space)
    return paths


DIVERSION = _diversions()
"""DIVERSION["s2"] == ("ds1", "ds2", "ds3", "s5")."""
ON_DIVERSION: dict[tuple[str, str], tuple[str, ...]] = {
    (before, space): path[index + 1 :]
    for junction, path in DIVERSION.items()
    for index, (before, space) in enumerate(zip((junction, *path), path[:-1], strict=False))
}
"""What lies ahead on a diversion path, by the space before and the space where the plane is."""


def to_berlin(space: str, came_from: str) -> int:
    """AL-7.13 Spaces from a harassable space to Berlin airspace; on a diversion path by way of the junction ahead."""
    if ZONE[space] in DIVERT_ZONES:
        ahead = ON_DIVERSION[came_from, space]
        return len(ahead) + DISTANCE[GATE][ahead[-1]][BERLIN]
    return DISTANCE[GATE][space][BERLIN]
