"""The way a stack takes: among all places within its MF the best one, by covered ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.map.smoke_in_the_way import in_smoke


class Route(NamedTuple):
    """How a Location is reached: the MF spent, the danger on the way, and its first step."""

    spent: int
    exposed: float
    first: str


def ways(mind: Mind, at: str, left: int, entries: dict[str, int] | None = None) -> dict[str, Route]:
    """The least dangerous way to each Location within these MF; from off the map by the entries and their cost."""
    if entries is not None:
        return _find_ways(mind, at, left, entries)
    known: dict[str, Route] | None = mind.hazards.ways.get((at, left, mind.habits.way))
    if known is None:
        known = mind.hazards.ways[at, left, mind.habits.way] = _find_ways(mind, at, left, {})
    return known


def _find_ways(mind: Mind, at: str, left: int, entries: dict[str, int]) -> dict[str, Route]:
    s, f, danger, barred = mind.s, mind.f, mind.moving, mind.barred()
    under_fire = mind.habits.way
    best: dict[str, Route] = {}
    smoky = bool(s.smoke or s.screens)
    layer: dict[str, Route] = {at: Route(0, 0.0, "")} if at else {}
    pending: list[dict[str, Route]] = [layer, *({} for _ in range(left))]
    for to, cost in entries.items():
        if cost <= left:
            pending[cost][to] = Route(cost, under_fire * danger[to], to)
    for spent in range(left + 1):
        for here, way in pending[spent].items():
            known = best.get(here)
            if known is not None and known.exposed <= way.exposed:
                continue
            best[here] = way
            for step in f.steps[here]:
                cost = spent + step.cost + (1 if smoky and in_smoke(s, f, step.to) else 0)
                if step.all_mf or cost > left or step.to in barred:
                    continue
                exposed = way.exposed + under_fire * danger[step.to]
                known = best.get(step.to)
                if known is not None and known.exposed <= exposed:
                    continue
                old = pending[cost].get(step.to)
                if old is None or exposed < old.exposed:
                    pending[cost][step.to] = Route(cost, exposed, way.first or step.to)
    return best


def best_end(reached: dict[str, Route], liked: Mapping[str, float], fear: float) -> tuple[float, str]:
    """The Location where one wants to be in the end, and how much."""
    best, chosen = -999.0, ""
    for at, way in reached.items():
        value = liked[at] - fear * way.exposed
        if value > best:
            best, chosen = value, at
    return best, chosen
