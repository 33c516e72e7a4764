"""Where a bomber may go: full movement, direct course, other types in the way. LW-5.3 - 5.5, LW-7.13, LW-14.3"""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.luftwaffe.components import AIRBASE, parts
from sandtable.games.luftwaffe.map.geography import FAR, Zone, can_be_flown, distances, open_neighbours, reach, zone
from sandtable.games.luftwaffe.model import American, Luftwaffe, kind_of

SLACK = 2
"""LW-5.4 The hexes that a course may be longer than the distance."""


def longest(d: int, mf: int, spare: int = 0) -> int:
    """LW-5.4, LW-14.3.1 The longest direct course over a distance; `spare` is movement left at the target."""
    turns = -(-max(d - spare, 0) // mf)
    return min(d + SLACK, spare + turns * mf)


def left_of_course(s: Luftwaffe, unit: American) -> int:
    """LW-5.4, LW-13.1, LW-13.7 How many hexes the bomber may still fly on this leg."""
    mf = kind_of(unit).mf
    if unit.turned:
        return longest(s.zone.to_front[unit.home][unit.start], mf, unit.spare) - unit.flown
    target = parts().cities[unit.mission].hex
    return longest(distances(target)[unit.start], mf) - unit.flown


Lengths = tuple[int, int]
"""The shortest and the longest way to an end: full movement, unless the goal is reached and the rest is lost."""


@lru_cache(maxsize=4_000)
def _outward(hex: str, target: str, mf: int, left: int) -> dict[str, Lengths]:
    """LW-5.3, LW-5.4 Where a turn's flight to the target may end."""
    to_target = distances(target)
    if to_target[hex] <= min(mf, left):
        return {target: (to_target[hex], min(mf, left))}
    return {to: (mf, mf) for to in reach(hex, mf) if to_target[to] <= left - mf and can_be_flown(hex, to, mf)}


@lru_cache(maxsize=4_000)
def _homeward(zone_key: str, home: str, hex: str, mf: int, left: int) -> dict[str, Lengths]:
    """LW-5.3, LW-5.4, LW-7.4 Where a turn's flight home may end; Polish hexes stand for an exit to Russia."""
    behind: Zone = zone(zone_key)
    to_front = behind.to_front[home]
    most = min(mf, left)
    if to_front[hex] <= most:
        if home == "russia":
            poland = [n.hex for n in parts().numbered.values() if n.area == "poland"]
            return {to: (d, most - 1) for to, d in reach(hex, most - 1).items() if to in poland} if most else {}
        return {to: (d, most) for to, d in reach(hex, most).items() if behind.front.get(to) == home}
    return {
        to: (mf, mf)
        for to in reach(hex, mf)
        if to_front[to] <= left - mf and to_front[to] <= to_front[hex] and can_be_flown(hex, to, mf)
    }


@lru_cache(maxsize=500)
def _roaming(hex: str, mf: int) -> dict[str, Lengths]:
    """LW-7.14 An airbase attacker is free of the direct course but flies its full movement."""
    return {to: (mf, mf) for to in reach(hex, mf) if can_be_flown(hex, to, mf)}


def bases_in_reach(s: Luftwaffe, unit: American) -> dict[str, int]:
    """LW-5.3, LW-7.13, LW-7.14 Bases that an airbase attacker can bomb now, with the way there; the rest is lost."""
    held = other_bombers(s, unit) | s.zone.all
    bases = parts().base_at
    return {to: d for to, d in reach(unit.hex, kind_of(unit).mf).items() if to in bases and to not in held}


def exits_to_russia(s: Luftwaffe, unit: American) -> bool:
    """LW-13.3 Whether the bomber leaves the map for Russia in this turn."""
    if not (unit.turned and unit.home == "russia"):
        return False
    most = min(kind_of(unit).mf, left_of_course(s, unit))
    return s.zone.to_front["russia"].get(unit.hex, FAR) <= most


def other_bombers(s: Luftwaffe, unit: American) -> set[str]:
    """LW-7.13, LW-13.11 Hexes of the German side where bombers of another type have ended their movement."""
    types, behind = parts().types, s.zone.all
    return {
        u.hex
        for u in s.americans.values()
        if u.status == "up" and u.moved and u.type != unit.type and types[u.type].bomber and u.hex not in behind
    }


def courses(s: Luftwaffe, unit: American) -> dict[str, Lengths]:
    """LW-5.3, LW-5.4, LW-7.13, LW-7.14 Where a bomber's movement may end now, with the lengths of the ways."""
    mf = kind_of(unit).mf
    if unit.turned:
        ends = _homeward(s.zone_key, unit.home, unit.hex, mf, left_of_course(s, unit))
    elif unit.mission == AIRBASE:
        ends = _roaming(unit.hex, mf)
    else:
        ends = _outward(unit.hex, parts().cities[unit.mission].hex, mf, left_of_course(s, unit))
    held = other_bombers(s, unit)
    if held and not held.isdisjoint(ends) and not exits_to_russia(s, unit):
        ends = {to: lengths for to, lengths in ends.items() if to not in held}
    return ends or one_hex_short(s, unit, held)


def one_hex_short(s: Luftwaffe, unit: American, held: set[str]) -> dict[str, Lengths]:
    """LW-7.13 Where no legal end is free, the later mover stops one hex short; if even that is taken, it circles."""
    mf = kind_of(unit).mf
    if unit.turned:
        goal = s.zone.to_front[unit.home]
    else:
        goal = distances(parts().cities[unit.mission].hex)
    steps = max(min(mf, goal[unit.hex]) - 1, 0)
    near = {
        to: (steps, steps)
        for to in reach(unit.hex, steps)
        if to not in held and goal[to] <= goal[unit.hex] - steps and can_be_flown(unit.hex, to, steps)
    }
    if near:
        return near
    if unit.hex not in held:
        return {unit.hex: (0, 0)}
    return {to: (1, 1) for to in open_neighbours()[unit.hex] if to not in held}


def common(s: Luftwaffe, units: list[American]) -> dict[str, Lengths]:
    """LW-5.5 Where bombers that fly together may end: each is tested on its own path."""
    ends = dict(courses(s, units[0]))
    for unit in units[1:]:
        others = courses(s, unit)
        met = {to: (max(ends[to][0], others[to][0]), min(ends[to][1], others[to][1])) for to in ends if to in others}
        ends = {to: (low, high) for to, (low, high) in met.items() if low <= high}
    return ends


def flights_on(s: Luftwaffe, unit: American) -> dict[str, tuple[int, int]]:
    """LW-14.3, LW-14.3.1 Where a bomber may be after bombing in passing: hex -> (hexes to the target, hexes after it).

    The way to the target is the shortest; a longer one leaves less for the way home and is never better.
    """
    kind = kind_of(unit)
    if unit.turned or unit.mission == AIRBASE:
        return {}
    target = parts().cities[unit.mission].hex
    return beyond(s, unit, target, distances(target)[unit.hex], kind.mf, left_of_course(s, unit))


def beyond(s: Luftwaffe, unit: American, target: str, out: int, mf: int, left: int) -> dict[str, tuple[int, int]]:
    """LW-14.3.1 Ends of the flight over a target `out` hexes away and on homeward with what is left."""
    spare = mf - out
    if spare <= 0 or out > left:
        return {}
    to_front = s.zone.to_front[unit.home]
    d = to_front[target]
    if d <= spare and unit.home != "russia":
        return {to: (out, n) for to, n in reach(target, spare).items() if s.zone.front.get(to) == unit.home}
    most = longest(d, mf, spare)
    held = other_bombers(s, unit)
    return {
        to: (out, spare)
        for to in reach(target, spare)
        if to_front[to] <= most - spare and to_front[to] <= d and to not in held and can_be_flown(target, to, spare)
    }
