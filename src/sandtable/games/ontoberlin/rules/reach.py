"""How far a unit comes (chapters 3.3, 7.1 to 7.8): its movement points, the hexes in reach, the way there."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.ontoberlin.components import GERMAN, KINDS, TABLES
from sandtable.games.ontoberlin.map.geography import MAP, Steps
from sandtable.games.ontoberlin.model import March, OnToBerlin
from sandtable.games.ontoberlin.rules import supply
from sandtable.games.ontoberlin.rules.basics import is_static
from sandtable.kernel.flow import Refusal

MODE_CHANGE = 2 * TABLES.mode_change
_LEAVE_ZOC = 2 * TABLES.zoc_extra
_FAR = 1000
"""More half points than any unit has."""


def may_move(s: OnToBerlin, u: str) -> bool:
    """OB-7.1 Whether a unit can be picked to move or change mode in this segment."""
    return why_not_move(s, u) is None


def why_not_move(s: OnToBerlin, u: str) -> Refusal | None:
    """OB-7.1, OB-7.10, OB-3.3.4, OB-11.3.1, OB-11.4.1, OB-15.3.11 Why a unit cannot move now."""
    unit, kind = s.units[u], KINDS[u]
    if unit.moved:
        return "This unit has already moved.", "OB-7.1"
    if unit.disrupted:
        return "This unit is disrupted.", "OB-7.10"
    if kind.static or (s.tower and is_static(s, u)):
        return "This unit is static.", "OB-3.3.4"
    if kind.service == "hj" and not s.hj_trigger:
        return "Hitler Youth can't move until Allied ground units attack SS or Luftwaffe units.", "OB-11.3.1"
    if kind.service == "volkssturm" and not s.vs_trigger:
        return "Volkssturm can't move until SS or Luftwaffe units are Close Assaulted.", "OB-11.4.1"
    if unit.landed and unit.combat:
        return "This unit has just landed in Combat Mode.", "OB-15.3.11"
    if s.turn == 1 and kind.side == GERMAN and (unit.combat or kind.maneuver_ma < 4):
        return "German units in Combat Mode can only turn on turn 1.", "OB-7.8"
    return None


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


def reach(s: OnToBerlin, u: str, march: March, enemy_zoc: Collection[str]) -> dict[str, tuple[int, str]]:
    """OB-7.1-7.7, OB-3.2.3 Every hex a unit can come to in its present mode: what it has spent then, and from where.

    The hex it stands in is not among them. Dijkstra with one bucket for each half point, since totals are small.
    """
    unit, kind = s.units[u], KINDS[u]
    start = unit.at
    combat = unit.combat
    limit = march.most_combat if combat else march.most
    reachable: dict[str, tuple[int, str]] = {}
    if march.stopped or (march.spent >= limit and not march.fresh):
        return reachable
    steps, names, stacks = MAP.steps(kind.motor, combat, tuple(s.ruins)), MAP.names, s.stacks
    here = MAP.index[start]
    best, came = [_FAR] * len(names), [0] * len(names)
    best[here] = -1
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    for n, total in _first_steps(steps[here], march, start in enemy_zoc, limit, combat == march.began_combat):
        best[n], came[n] = total, here
        buckets[total].append(n)
    for spent, bucket in enumerate(buckets):
        left = limit - spent
        for here in bucket:
            if best[here] != spent:
                continue
            name = names[here]
            if name in stacks and KINDS[stacks[name][0]].side != kind.side:
                continue  # OB-7.7
            reachable[name] = (spent, names[came[here]])
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
    return reachable


def _first_steps(steps: Steps, march: March, in_zoc: bool, limit: int, began_so: bool) -> list[tuple[int, int]]:
    """OB-3.2.3, OB-7.6 The first hexes of a leg with the total then spent: 1 MP more out of a ZOC; one hex always."""
    extra = march.spent + (_LEAVE_ZOC if march.fresh and in_zoc else 0)
    least = march.fresh and march.spent == 0 and march.least_step and limit >= 2 and began_so
    totals = []
    for n, cost in steps:
        if cost + extra <= limit:
            totals.append((n, cost + extra))
        elif least:
            totals.append((n, limit))
    return totals


def path_to(reachable: dict[str, tuple[int, str]], start: str, to: str) -> list[str]:
    """The hexes of the cheapest way, without the start."""
    way = [to]
    while reachable[way[-1]][1] != start:
        way.append(reachable[way[-1]][1])
    way.reverse()
    return way


def may_change_mode(s: OnToBerlin, u: str, march: March) -> bool:
    """OB-3.3.2, OB-3.3.4, OB-6.2.6 Whether a unit can turn over now."""
    if not march.may_change or march.spent + MODE_CHANGE > march.most:
        return False
    unit = s.units[u]
    return unit.combat or not unit.no_loc or supply.has_loc(s, u)
