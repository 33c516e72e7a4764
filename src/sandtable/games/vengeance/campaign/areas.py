"""Set Up Areas and No Man's Land (RV-RePh8.605, RV-CG12 to RV-CG14): who holds which hex, and how hexes are joined."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import WATER
from sandtable.games.vengeance.model.battle import GERMAN, SIDES, Battle, Unit
from sandtable.games.vengeance.rules.units.kinds import good_order, is_mmc, other, units_at

NML = "nml"
_LINK = 3
_STRONG = 2
_VEHICLE_CREW = "_1-2-7"
_FIELDS_KEPT = 16
"""For how many fields is kept what play does not change on them."""


# -- holding ---------------------------------------------------------------------------------------------------------


@cache
def map_edge() -> frozenset[str]:
    """The hexes of the map's edge."""
    edges = components().edges
    return frozenset(hex for name in ("north", "south", "west", "east") for hex in edges[name])


@cache
def is_spree_bridge(hex: str) -> bool:
    """RV-RePh8.605b A hex of the Spree with a bridge, whole or not."""
    found = ground().hexes[hex]
    return found.bank == "SPREE" and found.bridge


def bridge_stands(s: Battle, hex: str) -> bool:
    """Whether the bridge of a hex can be used: intact or Partial."""
    return _bridge_stands_on(field_of(s), hex)


def _bridge_stands_on(f: Field, hex: str) -> bool:
    return ground().hexes[hex].bridge and f"{hex}-bridge" in f.steps


def enterable(s: Battle, hex: str) -> bool:
    """RV-RePh8.605b Not a River or Canal hex without a bridge."""
    return _enterable_on(field_of(s), hex)


def _enterable_on(f: Field, hex: str) -> bool:
    return ground().hexes[hex].base not in WATER or _bridge_stands_on(f, hex)


def strong_by_terrain(s: Battle, hex: str) -> bool:
    """RV-CG14 Whether a Location of the hex has a TEM of +2 or more, or it lies on the map's edge."""
    return hex in strong_hexes(field_of(s))


@lru_cache(_FIELDS_KEPT)
def strong_hexes(f: Field) -> frozenset[str]:
    """RV-CG14 The hexes with a TEM of +2 or more, and those on the map's edge."""

    def strong(hex: str) -> bool:
        if hex in map_edge():
            return _enterable_on(f, hex)
        return any(f.terrain_of[at].tem >= _STRONG for at in f.ground.of_hex[hex] if at in f.terrain_of)

    return frozenset(filter(strong, ground().hexes))


def hex_controller(s: Battle, hex: str) -> str:
    """RV-A26.1, RV-CG14 Who controls all Locations of a hex, or its ground if the others were never occupied."""
    f = field_of(s)
    places = [at for at in f.ground.of_hex[hex] if at in f.steps]
    if not places:
        return ""
    first = s.control.get(places[0], "")
    return first if all(s.control.get(at, first) == first for at in places[1:]) else ""


def garrison(s: Battle, hex: str) -> set[str]:
    """RV-RePh8.605a The sides with a Good Order armed MMC, which is no vehicle crew, in a hex."""
    return {u.side for at in field_of(s).ground.of_hex[hex] for u in units_at(s, at) if is_garrison(s, u)}


def is_garrison(s: Battle, unit: Unit) -> bool:
    """RV-RePh8.605a Whether a unit holds its hex: a Good Order armed MMC, which is no vehicle crew."""
    return is_mmc(unit) and good_order(unit) and not is_vehicle_crew(s, unit)


def is_vehicle_crew(s: Battle, unit: Unit) -> bool:
    """RV-CG14 Whether a unit is the crew of a vehicle: a 1-2-7 that did not come with a group of Infantry."""
    if s.campaign is None or not unit.type.endswith(_VEHICLE_CREW):
        return False
    bought = getattr(s.campaign, unit.side).bought
    return not (0 < unit.group <= len(bought) and bought[unit.group - 1].group.startswith("I"))


def holder(s: Battle, hex: str) -> str:
    """RV-RePh8.605a, RV-RePh8.6051 The side that holds a hex, No Man's Land, or nobody."""
    if is_spree_bridge(hex):
        return NML if bridge_stands(s, hex) else ""
    there = garrison(s, hex)
    if len(there) == 1:
        return next(iter(there))
    if there:
        return NML
    if strong_by_terrain(s, hex):
        return hex_controller(s, hex) or NML
    return ""


# -- areas -----------------------------------------------------------------------------------------------------------


@cache
def _within_reach(hex: str) -> tuple[tuple[str, int], ...]:
    g = ground()
    return tuple((n, d) for n in g.hexes if n != hex and (d := g.range(hex, n)) <= _LINK)


@cache
def _shortest_paths(a: str, b: str) -> tuple[tuple[str, ...], ...]:
    """The hexes between two hexes, along every shortest path."""
    g = ground()
    if g.range(a, b) == 1:
        return ((),)
    onward = [n for n in g.neighbours[a] if g.range(n, b) == g.range(a, b) - 1]
    return tuple((n, *rest) for n in onward for rest in _shortest_paths(n, b))


class _Joined:
    """Which hexes belong together."""

    def __init__(self, hexes: Iterable[str]) -> None:
        self.head = {hex: hex for hex in hexes}

    def find(self, hex: str) -> str:
        while self.head[hex] != hex:
            self.head[hex] = self.head[self.head[hex]]
            hex = self.head[hex]
        return hex

    def join(self, a: str, b: str) -> None:
        self.head[self.find(a)] = self.find(b)


def compute_areas(s: Battle, given: dict[str, str] | None = None) -> dict[str, str]:
    """RV-RePh8.605 The Set Up Area of each hex that is in one; `given` hexes are held besides (RV-I7)."""
    held = {hex: who for hex in ground().hexes if (who := holder(s, hex))} | (given or {})
    joined = _Joined(ground().hexes)
    claims: dict[str, set[str]] = {}
    for side in SIDES:
        for hex in _linked(s, side, held, joined):
            claims.setdefault(hex, set()).add(side)
    area_of = {hex: side for hex, sides in claims.items() if (side := _rightful(s, hex, sides))}
    for group in _open_groups(s, area_of):
        side = _enclosed_by(s, group, area_of)
        if side:
            for hex in group:
                if not is_spree_bridge(hex):
                    area_of[hex] = side
            _join_group(group, area_of, joined, side)
    return _numbered(area_of, joined)


def _linked(s: Battle, side: str, held: dict[str, str], joined: _Joined) -> set[str]:
    """RV-RePh8.605c, RV-RePh8.605d The held hexes of a side and what lies on the paths of their links."""
    own = {hex for hex, who in held.items() if who == side}
    linked = set(own)

    def free(hex: str) -> bool:
        return held.get(hex, "") in ("", side) and enterable(s, hex)

    for hex in own:
        for to, _ in _within_reach(hex):
            if to not in own or to < hex:
                continue
            paths = [path for path in _shortest_paths(hex, to) if all(map(free, path))]
            if paths:
                joined.join(hex, to)
                for step in {step for path in paths for step in path}:
                    linked.add(step)
                    joined.join(hex, step)
    return linked


def _rightful(s: Battle, hex: str, sides: set[str]) -> str:
    """RV-RePh8.605f A hex that both claim belongs to the side with a Good Order MMC in it, else to nobody."""
    if len(sides) == 1:
        return next(iter(sides))
    there = garrison(s, hex)
    return next(iter(there)) if len(there) == 1 else ""


def _open_groups(s: Battle, area_of: dict[str, str]) -> list[set[str]]:
    """RV-RePh8.605e The connected groups of enterable hexes in no area."""
    left = {hex for hex in ground().hexes if hex not in area_of and enterable(s, hex)}
    groups = []
    while left:
        group = spread([min(left)], _neighbours_among(left))
        left = left - group
        groups.append(group)
    return groups


def _neighbours_among(hexes: set[str]) -> Callable[[str], list[str]]:
    return lambda hex: [n for n in ground().neighbours[hex] if n in hexes]


def spread(start: Iterable[str], onward: Callable[[str], Iterable[str]]) -> set[str]:
    """All that can be reached step by step."""
    reached = set(start)
    todo = list(reached)
    while todo:
        for n in onward(todo.pop()):
            if n not in reached:
                reached.add(n)
                todo.append(n)
    return reached


def _enclosed_by(s: Battle, group: set[str], area_of: dict[str, str]) -> str:
    """RV-RePh8.605e, RV-RePh8.6054 The one side whose areas surround a group of hexes."""
    around = {n for hex in group for n in ground().neighbours[hex] if n not in group and enterable(s, n)}
    sides = {area_of.get(n, "") for n in around}
    if len(sides) != 1 or "" in sides:
        return ""
    side = next(iter(sides))
    edge = group & map_edge()
    return side if all(hex_controller(s, hex) == side for hex in edge) else ""


def _join_group(group: set[str], area_of: dict[str, str], joined: _Joined, side: str) -> None:
    first = min(group)
    for hex in group:
        joined.join(first, hex)
        for n in ground().neighbours[hex]:
            if area_of.get(n) == side:
                joined.join(first, n)


def _numbered(area_of: dict[str, str], joined: _Joined) -> dict[str, str]:
    """RV-RePh8.605g Areas are numbered from west to east."""
    g = ground()
    heads: dict[tuple[str, str], list[str]] = {}
    for hex, side in area_of.items():
        heads.setdefault((side, joined.find(hex)), []).append(hex)
    names: dict[str, str] = {}
    for side in SIDES:
        groups = [hexes for (who, _), hexes in heads.items() if who == side]
        groups.sort(key=lambda hexes: min((g.hexes[hex].column, g.hexes[hex].y2) for hex in hexes))
        for number, hexes in enumerate(groups, 1):
            names.update(dict.fromkeys(hexes, f"{side}-{number}"))
    return {hex: names[hex] for hex in g.hexes if hex in names}


def control_areas(s: Battle) -> None:
    """RV-RePh8.6054, RV-CG29 What lies in an area has its side as controller: who takes it next time scores it.

    Nobody held a hex of No Man's Land that is in an area: it was enclosed, with all that others controlled in it.
    """
    f = field_of(s)
    for hex, area in s.areas.items():
        side, enclosed = area.partition("-")[0], holder(s, hex) == NML
        for at in f.ground.of_hex[hex]:
            if at in f.steps and (not s.control.get(at) or enclosed) and not units_at(s, at, other(side)):
                s.control[at] = side


# -- entry and isolation ---------------------------------------------------------------------------------------------


def neighbours_on_foot(s: Battle, hex: str) -> tuple[str, ...]:
    """Neighbours that a path may go on to; a bridge is reached only along its road."""
    return ways_on_foot(field_of(s))[hex]


@lru_cache(_FIELDS_KEPT)
def ways_on_foot(f: Field) -> dict[str, tuple[str, ...]]:
    """The neighbours on foot of every hex: paths home are traced at every look at the table."""
    g = ground()

    def along_a_road(hex: str, n: str) -> bool:
        return not (is_spree_bridge(n) or is_spree_bridge(hex)) or "BRIDGE" in g.side(hex, n)

    return {hex: tuple(n for n in g.neighbours[hex] if _enterable_on(f, n) and along_a_road(hex, n)) for hex in g.hexes}


def initial_area(s: Battle, foxholes: Iterable[str]) -> dict[str, str]:
    """RV-I7, RV-I9 The German area of the Initial CGS: his MMC, the given Foxholes, and the edge south of the Spree."""
    f = field_of(s)
    held = {f.hex_of[u.at]: GERMAN for u in s.units.values() if u.side == GERMAN and is_mmc(u) and u.at}
    held |= dict.fromkeys(foxholes, GERMAN)
    south = [id for id, hex in ground().hexes.items() if hex.bank == "S" and id in map_edge() and enterable(s, id)]
    held |= dict.fromkeys(south, GERMAN)
    held = {hex: side for hex, side in held.items() if not is_spree_bridge(hex)}
    for hex in held:
        for at in f.ground.of_hex[hex]:
            s.control[at] = GERMAN
    return compute_areas(s, held)
