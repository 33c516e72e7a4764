"""Stacking (chapter A5): how many half-squads and men a Location holds, and what a crowd costs."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.vengeance.components import CREW, HALF_SQUAD, HERO, LEADER, SQUAD, UNKNOWN, components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.units.kinds import units_at, unknown
from sandtable.games.vengeance.rules.vehicles.kinds import unseen, vehicles_at
from sandtable.kernel.modifiers import Modifier

OVERSTACK = 4
"""RV-A5.12 Half-squads above its capacity that a Location holds in the phases that allow it."""
_TYPES = components().units
_HALVES = {type.id: {SQUAD: 2, UNKNOWN: 2, HALF_SQUAD: 1, CREW: 1}.get(type.kind, 0) for type in _TYPES.values()}
_SINGLE = {type.id: type.kind in (LEADER, HERO) for type in _TYPES.values()}


def halves(unit: Unit) -> int:
    """RV-A1.2 Size in half-squads for stacking: a squad is two, a half-squad or crew one, an SMC none."""
    return _HALVES[unit.type]


def squad_halves(units: Iterable[Unit]) -> int:
    """RV-A1.2 The squads among units, in half-squads: crews are none."""
    return sum(_HALVES[u.type] for u in units if _TYPES[u.type].kind in (SQUAD, HALF_SQUAD))


def capacity(f: Field, location: str) -> int:
    """RV-A5.1, RV-A5.5, RV-BRV3.12 How many half-squads of a side a Location holds."""
    kind = f.place(location).kind
    if kind == "pillbox":
        return f.ground.rooms[location]  # RV-B30.1
    return 4 if kind == "roof" else 2 if kind == "cellar" else 6


def room_for(s: Battle, f: Field, location: str, side: str, newcomers: Iterable[Unit], over: int = 0) -> bool:
    """RV-A5.1, RV-A5.12 Whether newcomers find room; `over` half-squads more where overstacking is allowed."""
    size = men = 0
    for unit in newcomers:
        if unit.at != location:
            size += _HALVES[unit.type]
            men += _SINGLE[unit.type]
    units = s.units
    for id in s.at.get(location, ()):
        unit = units[id]
        if unit.side == side:
            size += _HALVES[unit.type]
            men += _SINGLE[unit.type]
    limit = capacity(f, location)
    most_men = 2 if limit == 2 else 4
    return size <= limit + (over if limit == 6 else 0) and men <= most_men + (2 if over else 0)


def overstacked(s: Battle, f: Field, location: str, side: str) -> int:
    """RV-A5.12, RV-A5.11 Squad-equivalents and vehicles too many in a Location, each half counted up."""
    extra = max(0, len(vehicles_at(s, location, side)) - 1) if s.vehicles else 0
    return _too_many(f, location, units_at(s, location, side)) + extra


def overstacked_with(s: Battle, f: Field, location: str, side: str, newcomers: Iterable[Unit]) -> int:
    """RV-A5.12 The same once newcomers are in it."""
    extra = max(0, len(vehicles_at(s, location, side)) - 1) if s.vehicles else 0
    coming = [unit for unit in newcomers if unit.at != location]
    return _too_many(f, location, [*units_at(s, location, side), *coming]) + extra


def crowding(s: Battle, f: Field, location: str, side: str) -> list[Modifier]:
    """RV-A5.131 What attacks on the IFT against the units of a side gain by their crowd."""
    crowd = crowd_seen(s, f, location, side)
    return [(-crowd, "RV-A5.131", "overstacked target")] if crowd else []


def crowd_seen(s: Battle, f: Field, location: str, side: str) -> int:
    """RV-A5.131, RV-A.12 The same as their enemy sees it: Known units and vehicles only."""
    known = [v for v in vehicles_at(s, location, side) if not unseen(v)] if s.vehicles else []
    return _too_many(f, location, [u for u in units_at(s, location, side) if not unknown(u)]) + max(0, len(known) - 1)


def _too_many(f: Field, location: str, units: list[Unit]) -> int:
    over = sum(map(halves, units)) - capacity(f, location)
    return (over + 1) // 2 if over > 0 else 0
