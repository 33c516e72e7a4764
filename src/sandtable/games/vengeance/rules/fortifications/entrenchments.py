"""Foxholes, trenches and A-T ditches (chapters B27.1, B27.2, B27.8, BRV3.2, BRV3.10)."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import WALLS
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.units.kinds import entrenched, units_at
from sandtable.games.vengeance.rules.units.stacking import halves

ENTRENCHMENTS = ("foxhole", "trench", "at_ditch")
_DITCH_ROOM = 6


def has_work(s: Battle, at: str, kind: str) -> bool:
    """Whether a fortification of a kind is in a Location."""
    return any(w.at == at and w.type.startswith(kind) for w in s.works.values())


def entrenchment_room(s: Battle, at: str) -> int:
    """RV-B27.1, RV-B27.8 How many half-squads the foxholes, trenches and ditches of a Location hold."""
    room = s.foxholes.get(at, 0)
    if s.works:
        for work in s.works.values():
            if work.at == at and work.type.startswith(ENTRENCHMENTS):
                room += 2 * components().fortifications[work.type].capacity_squads or _DITCH_ROOM
    return room


def foxhole_room(s: Battle, at: str, units: list[Unit]) -> bool:
    """RV-B27.1 Whether the entrenchments of a Location hold these units besides those that are IN them."""
    room = entrenchment_room(s, at)
    if not room:
        return False
    inside = sum(halves(u) for u in units_at(s, at) if u.dug)
    return inside + sum(map(halves, units)) <= room


def through_trenches(s: Battle, f: Field, came: str, to: str) -> bool:
    """RV-B27.1, RV-BRV3.10 Adjacent trenches are connected; nothing connects a trench with a building or a cellar."""
    return (
        bool(s.works) and came != to and f.hex_of[to] in f.ground.neighbours[f.hex_of[came]]
        and has_work(s, came, "trench") and has_work(s, to, "trench")
    )  # fmt: skip


def in_trenches(s: Battle, f: Field, units: list[Unit], to: str) -> bool:
    """RV-B27.1 Whether units that are IN a trench go on IN the next one."""
    return all(map(entrenched, units)) and bool(units[0].at) and through_trenches(s, f, units[0].at, to)


def trench_rally(s: Battle, unit: Unit) -> int:
    """RV-B27.1 A unit IN a trench rallies with -1."""
    return -1 if entrenched(unit) and s.works and has_work(s, unit.at, "trench") else 0


def cannot_see_over(f: Field, low: str, other: str) -> bool:
    """RV-B27.2 Whether a wall hides who is IN an entrenchment from a Location that is neither next to it nor higher."""
    if f.range(low, other) <= 1 or f.level_of[other] > f.level_of[low]:
        return False
    sides = f.ground.sides[f.hex_of[low]]
    return any(feature in WALLS for d in f.los(low, other).leaves for feature in sides[d])
