"""Who fights in Close Combat (chapters A11.1, A11.6, D6.2, D6.3): men on foot, and those aboard vehicles."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.units.kinds import both_sides_at, units_at
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, is_afv, vehicles_at


def combatants(s: Battle, at: str, side: str = "") -> list[Unit]:
    """RV-A11.6, RV-D6.3 The men in a Location, of one side if it is named; passengers and riders fight as Infantry.

    Who is Cloaked behind shut hatches is not there for the enemy.
    """
    units = units_at(s, at, side)
    for vehicle in vehicles_at(s, at, side) if s.vehicles else ():
        if vehicle.bypass < 0:
            units += [u for u in aboard(s, vehicle.id) if not u.cloak]
    return units


def both_sides_fight(s: Battle, at: str) -> bool:
    """RV-A11.1 Whether men of both sides are in a Location, on foot or aboard."""
    return len({u.side for u in combatants(s, at)}) == 2


def places_to_fight(s: Battle) -> list[str]:
    """RV-A11.1 The Locations with men of both sides."""
    on_foot = [at for at in s.at if both_sides_at(s, at)]
    rides = {s.vehicles[u.aboard].at for u in s.units.values() if u.aboard} if s.vehicles else set()
    return list(dict.fromkeys([*on_foot, *(at for at in sorted(rides) if at and both_sides_fight(s, at))]))


def rides_in_truck(s: Battle, unit: Unit) -> bool:
    """RV-A11.6 Whether a unit is a passenger of a soft vehicle."""
    return bool(unit.aboard) and not is_afv(s.vehicles[unit.aboard])
