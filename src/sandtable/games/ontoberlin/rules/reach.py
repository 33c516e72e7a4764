"""How far a unit comes (chapters 3.3, 7.1 to 7.8): its movement points, the hexes in reach, the way there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from sandtable.games.ontoberlin.components import FLAK_OF_REICHSTAG, GERMAN, KINDS, TABLES, UNITS_OF
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import March, OnToBerlin
from sandtable.games.ontoberlin.rules import supply
from sandtable.games.ontoberlin.rules.basics import is_static
from sandtable.kernel.flow import Refusal

MODE_CHANGE = 2 * TABLES.mode_change
_LEAVE_ZOC = 2 * TABLES.zoc_extra
_FAR = 1000
"""More half points than any unit has."""
Step = tuple[int, int]
"""A hex, by number, and what a unit has spent when it enters it."""


def may_move(s: OnToBerlin, u: str) -> bool:
    """OB-7.1 Whether a unit can be picked to move or change mode in this segment."""
    return why_not_move(s, u) is None


def why_not_move(s: OnToBerlin, u: str) -> Refusal | None:
    """OB-7.1, OB-7.10, OB-3.3.4, OB-11.3.1, OB-11.4.1, OB-15.3.11 Why it can't move now, by the key of the text."""
    unit, kind = s.units[u], KINDS[u]
    if unit.moved:
        return "already_moved", "OB-7.1"
    if unit.disrupted:
        return "is_disrupted", "OB-7.10"
    held = _why_held(u, s.hj_trigger, s.vs_trigger, s.tower)
    if held is not None:
        return held
    if unit.landed and unit.combat:
        return "just_landed", "OB-15.3.11"
    if s.turn == 1 and kind.side == GERMAN and (unit.combat or kind.maneuver_ma < 4):
        return "turn_one_facing_only", "OB-7.8"
    return None


@cache
def _why_held(u: str, hj_trigger: bool, vs_trigger: bool, tower: bool) -> Refusal | None:
    """OB-3.3.4, OB-11.3.1, OB-11.4.1, OB-16.1 Why such a unit can never move now, by the key of the text."""
    kind = KINDS[u]
    if kind.static or (tower and u == FLAK_OF_REICHSTAG):
        return "is_static", "OB-3.3.4"
    if kind.service == "hj" and not hj_trigger:
        return "hitler_youth_waits", "OB-11.3.1"
    if kind.service == "volkssturm" and not vs_trigger:
        return "volkssturm_waits", "OB-11.4.1"
    return None


@cache
def mobile(side: str, hj_trigger: bool, vs_trigger: bool, tower: bool) -> tuple[str, ...]:
    """The units of a side that can move, wherever they stand."""
    return tuple(u for u in UNITS_OF[side] if _why_held(u, hj_trigger, vs_trigger, tower) is None)


def begin(s: OnToBerlin, u: str) -> March:
    """OB-0.3, OB-3.3.2, OB-3.3.3, OB-7.8, OB-15.3.11, OB-15.4.3 What it may spend; quarters and halves rounded down."""
    unit, kind = s.units[u], KINDS[u]
    if kind.side == GERMAN and s.turn == 1:
        most = 2 * (kind.maneuver_ma // 4)
        return March(0, 0 if unit.combat else most, 0, not unit.combat, unit.combat, least_step=False)
    if unit.landed:
        return March(0, 2 * (kind.maneuver_ma // 4), 0, may_change=False, began_combat=False, least_step=False)
    most = 2 * (kind.maneuver_ma // 2 if unit.half else kind.maneuver_ma)
    return March(0, most, min(2 * kind.ma, most), not is_static(s, u), unit.combat)


class Flood:
    """The hexes a unit can come to, by number, in the order of what they cost; for each what it has then spent, and
    from where it comes. Of those with units of its own side it is said apart: there may be no room."""

    __slots__ = ("came", "hexes", "shared", "spent")

    def __init__(self) -> None:
        self.hexes: list[int] = []
        self.shared: list[int] = []
        self.spent, self.came = [_FAR] * len(MAP.names), [0] * len(MAP.names)

    def way_to(self, start: str, to: str) -> list[str]:
        """The hexes of the cheapest way, without the start."""
        here, end = MAP.index[to], MAP.index[start]
        assert self.spent[here] != _FAR, f"{to} is out of reach"
        way = []
        while here != end:
            way.append(MAP.names[here])
            here = self.came[here]
        way.reverse()
        return way


def flood(s: OnToBerlin, u: str, first: Iterable[Step], limit: int, enemy_zoc: Collection[str], to: str = "") -> Flood:
    """OB-7.1-7.7, OB-3.2.3 Every hex a unit can come to in its present mode, after its first steps and within a limit.

    The hex it stands in is not among them. Dijkstra with one bucket for each half point, since totals are small. Who
    wants the way to one hex names it: what lies beyond is not looked for.
    """
    unit, kind = s.units[u], KINDS[u]
    found = Flood()
    best, came, reached = found.spent, found.came, found.hexes
    steps, names, stacks = MAP.steps(kind.motor, unit.combat, tuple(s.ruins)), MAP.names, s.stacks
    start = MAP.index[unit.at]
    best[start] = -1
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    for n, total in first:
        best[n], came[n] = total, start
        buckets[total].append(n)
    for spent, bucket in enumerate(buckets):
        left = limit - spent
        for here in bucket:
            if best[here] != spent:
                continue
            name = names[here]
            if name in stacks:
                if KINDS[stacks[name][0]].side != kind.side:
                    continue  # OB-7.7
                found.shared.append(here)
            reached.append(here)
            if name == to:
                return found
            if not left or name in enemy_zoc:
                continue
            for n, cost in steps[here]:
                if cost > left:
                    break  # the steps of a hex are sorted by their cost
                cost += spent
                if cost < best[n]:
                    best[n] = cost
                    came[n] = here
                    buckets[cost].append(n)
    return found


def reach(s: OnToBerlin, u: str, march: March, enemy_zoc: Collection[str]) -> dict[str, tuple[int, str]]:
    """OB-7.1 Every hex a unit can come to in its present mode: what it has spent then, and from where."""
    found = flood(s, u, steps_away(s, u, march, enemy_zoc), limit_of(s, u, march), enemy_zoc)
    return {MAP.names[n]: (found.spent[n], MAP.names[found.came[n]]) for n in found.hexes}


def limit_of(s: OnToBerlin, u: str, march: March) -> int:
    """OB-3.3.2 What a unit may have spent in all when it enters a hex in its present mode."""
    return march.most_combat if s.units[u].combat else march.most


def steps_away(s: OnToBerlin, u: str, march: March, enemy_zoc: Collection[str]) -> list[Step]:
    """OB-3.2.3, OB-7.6 The first hexes of a leg with the total then spent: 1 MP more out of a ZOC; one hex always."""
    unit, kind = s.units[u], KINDS[u]
    limit = limit_of(s, u, march)
    if march.stopped or (march.spent >= limit and not march.fresh):
        return []
    extra = march.spent + (_LEAVE_ZOC if march.fresh and unit.at in enemy_zoc else 0)
    least = march.least_step and limit >= 2 and march.fresh and march.spent == 0 and unit.combat == march.began_combat
    totals = []
    for n, cost in MAP.steps(kind.motor, unit.combat, tuple(s.ruins))[MAP.index[unit.at]]:
        if cost + extra <= limit:
            totals.append((n, cost + extra))
        elif least:
            totals.append((n, limit))
    return totals


def may_change_mode(s: OnToBerlin, u: str, march: March) -> bool:
    """OB-3.3.2, OB-3.3.4, OB-6.2.6 Whether a unit can turn over now."""
    if not march.may_change or march.spent + MODE_CHANGE > march.most:
        return False
    unit = s.units[u]
    return unit.combat or not unit.no_loc or supply.has_loc(s, u)
