"""What is drawn on the map for now: the American's plan, courses, what was flown; and what may be marked on demand."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.map.geography import FAR, distance, distances, german_reach, to_base, zone
from sandtable.games.luftwaffe.model import American
from sandtable.games.luftwaffe.names import say, short
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.kernel.language import told_list
from sandtable.kernel.table import Line, Overlay

_WAITS = ("covered", "sneak", "returning", "up")


def lines(view: LuftwaffeView) -> tuple[Line, ...]:
    """LW-2.2 The plan for the American alone; the course of the stack that moves; what was flown for everybody."""
    return (*plan_lines(view), *flown_lines(view))


@lru_cache(maxsize=2_000)
def nearest_start(zone_key: str, baltic: bool, hex: str) -> str:
    """The hex nearest to a target from which a bomber that has no place yet may come."""
    numbered = [n.hex for n in parts().numbered.values() if n.area == "baltic"]
    hexes = numbered if baltic else [h for front in zone(zone_key).hexes.values() for h in front]
    to = distances(hex)
    return min(hexes, key=lambda h: (to.get(h, FAR), h))


def plan_lines(view: LuftwaffeView) -> list[Line]:
    """LW-3.5 A line from each bomber, or from the line before it has a place, to its target; bombers alike share one.

    The German's view holds no missions before the raid is over (LW-2.2), so there is nothing to draw for him.
    """
    sent: dict[tuple[str, str, bool, bool], list[str]] = {}
    for id, u in view.americans.items():
        if u.mission not in parts().cities or u.bombed or not u.factors or u.status not in _WAITS or u.turned:
            continue
        start = u.hex or nearest_start(view.zone_key, u.status == "sneak", parts().cities[u.mission].hex)
        sent.setdefault((start, u.mission, bool(u.hex), id in view.moving), []).append(id)
    planned = []
    for (start, city, placed, moves), ids in sent.items():
        target = parts().cities[city]
        way = distance(start, target.hex)
        planned_way = say("plan_line" if placed else "plan_from_line", units=ids, city=target.name, hexes=way)
        kind = "route" if moves else "plan"
        planned.append(Line(f"plan-{ids[0]}", (start, target.hex), kind, planned_way, ids[0], "LW-3.5"))
    return planned


def flown_lines(view: LuftwaffeView) -> list[Line]:
    """LW-5.1 The way that units of the American have flown in this half-turn, the same for both players."""
    flown: dict[tuple[str, ...], list[str]] = {}
    for id, u in view.americans.items():
        if u.status == "up" and u.path and u.origin:
            flown.setdefault((u.origin, *u.path), []).append(id)
    return [
        Line(
            f"flown-{ids[0]}",
            path,
            "flown",
            say("flown_line", units=_names(view, ids), hexes=len(path) - 1),
            ids[0],
            "LW-5.1",
        )
        for path, ids in flown.items()
    ]


def _names(view: LuftwaffeView, ids: list[str]) -> str:
    types: dict[str, int] = {}
    for id in ids:
        type = view.americans[id].type
        types[type] = types.get(type, 0) + 1
    return told_list(
        [say("type_alone" if n == 1 else "type_several", count=n, type=short(type)) for type, n in types.items()]
    )


# -- marked on demand --------------------------------------------------------------------------------------------------


def overlays(view: LuftwaffeView) -> tuple[Overlay, ...]:
    """LW-5.1, LW-6.12, LW-9.7.1, LW-10.1 Reach of the fighters, fuel, guns, and what is still to be bombed."""
    p = parts()
    standing = [c for c in objective_cities(p.scenarios[view.game].objective) if c not in view.destroyed]
    shown = [
        Overlay(
            "objective",
            say("overlay_objective"),
            tuple(p.cities[c].hex for c in standing),
            "good",
            "LW-10.1",
        ),
        Overlay("guns", say("overlay_guns"), tuple(sorted(p.aa_hexes)), "warn", "LW-9.7.1"),
    ]
    air = german_cover(view, ("air",))
    ground = german_cover(view, ("ground",))
    if air:
        shown.append(Overlay("reach-air", say("overlay_reach_air"), air, "bad", "LW-5.1"))
    if ground:
        shown.append(Overlay("reach-ground", say("overlay_reach_ground"), ground, "info", "LW-6.1"))
    fuel = fuel_left(view)
    if fuel:
        shown.append(Overlay("fuel", say("overlay_fuel"), fuel, "good", "LW-6.12"))
    return tuple(shown)


def german_cover(view: LuftwaffeView, status: tuple[str, ...]) -> tuple[str, ...]:
    """LW-5.1 Hexes that German units of this status can reach in one turn; those that wait for fuel reach none."""
    starts = frozenset(
        (g.hex, p.mf)
        for g in view.germans.values()
        if g.status in status and g.hex and (g.status == "air" or g.fuelled) and not (p := parts().types[g.type]).rocket
    )
    return _reached(view.zone_key, starts)


@lru_cache(maxsize=64)  # for both players, and as long as no German unit moves
def _reached(zone_key: str, starts: frozenset[tuple[str, int]]) -> tuple[str, ...]:
    held: set[str] = set()
    for hex, mf in starts:
        held.update(german_reach(zone_key, hex, mf))
    return tuple(sorted(held))


def fuel_left(view: LuftwaffeView) -> tuple[str, ...]:
    """LW-6.12 For the stack that moves: the hexes from which its side's base or zone can be reached in time."""
    if not view.moving:
        return ()
    id = view.moving[0]
    unit = view.americans.get(id) or view.germans[id]
    clock = view.clocks.get(unit.clock)
    if clock is None:
        return ()
    american = isinstance(unit, American)
    if view.seat != (AMERICAN if american else GERMAN):
        return ()
    most = parts().types[unit.type].mf * max(clock.due - view.turn, 0)
    return _within(view.zone_key, None if american else tuple(view.unusable), most)


@lru_cache(maxsize=64)  # as long as the same stack moves
def _within(zone_key: str, unusable: tuple[str, ...] | None, most: int) -> tuple[str, ...]:
    """The hexes from which home is at most so far: the zone, or for the German a base that can be used."""
    home = zone(zone_key).to_zone if unusable is None else to_base(zone_key, unusable)
    return tuple(hex for hex in parts().grid if home.get(hex, FAR) <= most)
