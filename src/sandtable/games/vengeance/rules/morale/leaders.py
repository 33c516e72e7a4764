"""Leaders (chapters A.10, A10.7, A25.22): who can lead, and what he adds."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.units.kinds import good_order, is_leader, units_at
from sandtable.games.vengeance.rules.vehicles.kinds import aboard

_TYPES = components().units


def commissar_with(s: Battle, unit: Unit) -> Unit | None:
    """RV-A25.22, RV-A25.221, RV-BRV8.4, RV-D6.3 An unbroken party leader with a unit, on foot or aboard."""
    for near in aboard(s, unit.aboard) if unit.aboard else units_at(s, unit.at, unit.side):
        if _TYPES[near.type].commissar and not near.broken:
            return near
    return None


def overseer_with(s: Battle, unit: Unit) -> Unit | None:
    """RV-A25.222, RV-BRV8.505 The commissar or Gestapo with a unit, under whom no squad rallies itself."""
    if chief := commissar_with(s, unit):
        return chief
    near = aboard(s, unit.aboard) if unit.aboard else units_at(s, unit.at, unit.side)
    return next((u for u in near if _TYPES[u.type].gestapo and good_order(u)), None)


def leadership(unit: Unit) -> int:
    """The modifier of a leader; RV-A17.1 one worse if he is wounded."""
    return _TYPES[unit.type].leadership + unit.wounded


def can_lead(unit: Unit) -> bool:
    """A Good Order, unpinned leader."""
    return is_leader(unit) and good_order(unit) and not unit.pinned


def leaders_at(s: Battle, location: str, side: str, apart_from: str = "") -> list[Unit]:
    """The leaders who can lead in a Location, the best first."""
    units = [u for u in units_at(s, location, side) if u.id != apart_from and can_lead(u)]
    return sorted(units, key=leadership)


def leaders_with(s: Battle, unit: Unit) -> list[Unit]:
    """RV-D6.3 The leaders who can lead a unit, the best first: those of its Location, or of the vehicle it rides in."""
    if not unit.aboard:
        return leaders_at(s, unit.at, unit.side, unit.id)
    return sorted([u for u in aboard(s, unit.aboard) if u.id != unit.id and can_lead(u)], key=leadership)


def leader_drm(s: Battle, unit: Unit) -> tuple[int, str]:
    """RV-A.10, RV-D6.3 The modifier that leadership gives to a check, and whose; a bad one only if he is alone."""
    leaders = leaders_with(s, unit)
    if not leaders:
        return 0, ""
    return leadership(leaders[0]), leaders[0].id
