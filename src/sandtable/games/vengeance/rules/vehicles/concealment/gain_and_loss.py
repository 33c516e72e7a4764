"""How vehicles lose `?` by moving, and how they gain it (RV-A12.12, RV-A12.13, RV-E1.3, RV-BRV3.6)."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import in_concealment_terrain, in_the_dark, watched
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import able, kind_of, mark, riders, unseen

_ANY_RANGE = 999


def spends_in_sight(s: Battle, id: str) -> None:
    """RV-A12.13 A vehicle that spends MP in the LOS of a Good Order enemy within 16 hexes is shown.

    It has no assault movement, and in bypass it is outside the cover of the hex.
    """
    vehicle = s.vehicles[id]
    if unseen(vehicle) and vehicle.at and watched(s, vehicle.at, vehicle.side):
        reveal_vehicle(s, id)


def may_be_covered(s: Battle, vehicle: Vehicle) -> bool:
    """RV-A12.12 Stopped in its hex, whole and Known, without riders; a cupola is never concealed."""
    return (
        bool(vehicle.at) and not vehicle.wreck and not unseen(vehicle) and not vehicle.motion and vehicle.bypass < 0
        and not vehicle.cellar and not kind_of(vehicle).cupola and not riders(s, vehicle)
    )  # fmt: skip


def gain_vehicles(s: Battle, setting_up: bool = False) -> None:
    """RV-A12.12, RV-E1.3, RV-E1.23 Stopped Good Order vehicles in Concealment Terrain that no enemy sees, at any range.

    At night it is enough to be in the dark. The ATTACKER first.
    """
    f = field_of(s)
    for side in (s.side, other(s.side)):
        for vehicle in list(s.vehicles.values()):
            if vehicle.side != side or not may_be_covered(s, vehicle) or not able(vehicle):
                continue
            dark = s.night is not None and in_the_dark(s, f, vehicle.at, side, late=not setting_up)
            if dark or (in_concealment_terrain(f, vehicle.at) and not watched(s, vehicle.at, side, _ANY_RANGE)):
                s.reveal()
                cover_vehicle(s, vehicle.id, setting_up)
                s.journal.add("RV-A12.12", "concealed", at=vehicle.at, side=side)


def cover_vehicle(s: Battle, id: str, setting_up: bool) -> None:
    """RV-A12.12, RV-BRV16.4 It is under a `?` counter; if it sets up so, its condition is written down in secret."""
    mark(s, id, concealed=True, hidden=False, written=setting_up or s.vehicles[id].written)
