"""Isolation and the front line (RV-RePh8.6051 to RV-RePh8.6053, RV-CG12 to RV-CG14): who is cut off, and from where."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.games.vengeance.campaign.areas import (
    NML,
    bridge_stands,
    enterable,
    holder,
    is_garrison,
    is_spree_bridge,
    map_edge,
    neighbours_on_foot,
    strong_hexes,
    ways_on_foot,
)
from sandtable.games.vengeance.campaign.edges import always_open, entry_edge
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import SIDES, Battle
from sandtable.games.vengeance.rules.units.kinds import other

_NEAR = 3


def near_areas(s: Battle, side: str, at: str) -> list[str]:
    """RV-RePh8.6056 Friendly non-isolated areas three hexes away or less, through Uncontrolled or NML hexes."""
    cut_off = isolated_areas(s, (side,))
    start = field_of(s).hex_of[at]
    if s.areas.get(start, "").startswith(other(side)):
        return []
    areas: dict[str, None] = {}
    here, seen = {start}, {start}
    for _ in range(_NEAR):
        ahead: set[str] = set()
        for hex in sorted(here):
            for n in neighbours_on_foot(s, hex):
                area = s.areas.get(n, "")
                if area.startswith(side) and area not in cut_off:
                    areas[area] = None
                if not area and n not in seen:
                    ahead.add(n)
        seen |= ahead
        here = ahead
    return list(areas)


def open_hexes(s: Battle, side: str) -> Callable[[str], bool]:
    """RV-RePh8.6052, RV-RePh8.6053 Which hexes a path may go through: friendly areas, Uncontrolled territory, and
    bridges of its own."""
    f = field_of(s)
    strong, areas = strong_hexes(f), s.areas
    opposed = {
        f.hex_of[at] for at, ids in s.at.items()
        if any(s.units[id].side != side and is_garrison(s, s.units[id]) for id in ids)
    }  # fmt: skip

    def is_open(hex: str) -> bool:
        if is_spree_bridge(hex):
            return bridge_stands(s, hex) and s.control.get(f"{hex}-bridge", "") == side
        area = areas.get(hex, "")
        return area.startswith(side) if area else hex not in strong and hex not in opposed

    return is_open


def supplied(s: Battle, side: str) -> set[str]:
    """RV-RePh8.6052 All hexes that can trace a path to an Eligible Entry Area of the side."""
    may_trace = open_hexes(s, side)
    reached = {hex for hex in entry_edge(s, side) if may_trace(hex) or hex in always_open(s, side)}
    on_foot, barred, todo = ways_on_foot(field_of(s)), set[str](), list(reached)
    while todo:
        for n in on_foot[todo.pop()]:
            if n in reached or n in barred:
                continue
            if may_trace(n):
                reached.add(n)
                todo.append(n)
            else:
                barred.add(n)
    return reached


def isolated_areas(s: Battle, sides: Iterable[str] = SIDES) -> set[str]:
    """RV-RePh8.6052, RV-I12 The Set Up Areas that cannot trace a path home; none before the Initial CGS is played.

    To trace them takes long: who needs those of one side only asks for them.
    """
    if s.campaign is not None and s.campaign.date == 0 and s.turn == 0:
        return set()
    isolated: set[str] = set()
    for side in sides:
        home = supplied(s, side)
        names = {area for area in s.areas.values() if area.startswith(side)}
        linked = {s.areas[hex] for hex in home if hex in s.areas}
        isolated |= names - linked
    return isolated


def is_isolated(s: Battle, side: str, hex: str) -> bool:
    """RV-RePh8.6052 Whether a unit of a side in this hex is Isolated."""
    return hex not in supplied(s, side)


def front_line(s: Battle, side: str) -> set[str]:
    """RV-CG13, RV-I12 Own hexes at the map's edge, or beside No Man's Land or an enemy that is not Isolated there."""
    if s.campaign is not None and s.campaign.date == 0 and s.turn == 0:
        return {hex for hex, area in s.areas.items() if area.startswith(side) and hex in map_edge()}
    cut_off = isolated_areas(s, (other(side),))
    g = ground()

    def faces(n: str) -> bool:
        if not enterable(s, n):
            return False
        area = s.areas.get(n, "")
        if area.startswith(other(side)):
            return area not in cut_off
        return not area and holder(s, n) == NML

    return {
        hex
        for hex, area in s.areas.items()
        if area.startswith(side) and (hex in map_edge() or any(faces(n) for n in g.neighbours[hex]))
    }
