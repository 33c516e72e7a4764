"""Hulks (RV-CG27): vehicles that can neither drive nor fight any more are wrecks at once."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import BOW_FT, BURIED, MA, Vehicle
from sandtable.games.vengeance.rules.vehicles.crews.inherent import abandon
from sandtable.games.vengeance.rules.vehicles.kinds import MACHINE_GUNS, has_weapon, kind_of, manned, mark
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import wreck
from sandtable.kernel.state import replace


def burn_hulks(s: Battle) -> None:
    """RV-CG27 After every activity, and before a scenario is scored: hulks are wrecks, their crews get out."""
    for vehicle in list(s.vehicles.values()):
        if vehicle.at and not vehicle.wreck and is_hulk(vehicle):
            if manned(vehicle) and kind_of(vehicle).inherent_crew:
                crew_gets_out(s, vehicle.id, "RV-CG27")
            wreck(s, vehicle.id, False, "RV-CG27", crew_may_live=False)


def cover_wrecks(s: Battle, vehicles: Iterable[Vehicle]) -> None:
    """RV-CG27 In the campaign wrecks under rubble are lost; not those of a house that burnt down in the Refit Phase."""
    if s.campaign is not None and s.phase != "refit":
        for vehicle in vehicles:
            if vehicle.wreck:
                mark(s, vehicle.id, wreck=BURIED)


def clear_buried(s: Battle) -> None:
    """RV-CG27 After every activity: what rubble has covered is off the map."""
    for vehicle in [v for v in s.vehicles.values() if v.wreck == BURIED]:
        del s.vehicles[vehicle.id]
        s.acquired.pop(vehicle.id, None)


def is_hulk(vehicle: Vehicle) -> bool:
    """RV-CG27 Immobile, Out of Gas or Abandoned, and no weapon functions: none there, malfunctioned or disabled."""
    useless = vehicle.immobile or vehicle.out_of_gas or vehicle.abandoned
    return useless and not any(has_weapon(vehicle, weapon) for weapon in (MA, *MACHINE_GUNS, BOW_FT))


def crew_gets_out(s: Battle, id: str, clause: str) -> None:
    """RV-D5.4, RV-RePh8.606 The crew is on foot; between two scenarios it has time to get its breath."""
    known = set(s.units)
    abandon(s, id, clause)
    if s.phase == "refit":
        for unit in [u for u in s.units.values() if u.id not in known]:
            s.units[unit.id] = replace(unit, moved=False, pinned=False)
            if id in s.posts:  # RV-CG11 It sets up in the area of its vehicle.
                s.posts[unit.id] = s.posts[id]
