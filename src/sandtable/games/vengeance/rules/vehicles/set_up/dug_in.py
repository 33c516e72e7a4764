"""Dug-in tanks are set up like Guns (RV-BRV3.15, RV-D9.5, RV-O7.1): where they stand, and how they hide."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.posts import beside_front
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import in_concealment_terrain
from sandtable.games.vengeance.rules.terrain.pavement import PAVED, emplaced_at
from sandtable.games.vengeance.rules.vehicles.kinds import mark


def may_dig_in(f: Field, at: str) -> bool:
    """RV-BRV3.15, RV-BRV3.2 Where foxholes are allowed, in debris, or on a paved road; never on a bridge."""
    if f.place(at).kind != "ground":
        return False
    return f.terrain_of[at].entrench or f.place(at).terrain == "DEBRIS" or f.place(at).terrain in PAVED


def may_be_hidden(s: Battle, f: Field, vehicle: Vehicle) -> bool:
    """RV-BRV3.15, RV-A12.3, RV-CG19 A dug-in tank hides like a Gun: in Concealment Terrain, or off the pavement.

    In the campaign not beside the enemy's Front Line.
    """
    if not vehicle.dug_in or vehicle.wreck or not vehicle.at or beside_front(s, vehicle.at, vehicle.side):
        return False
    return hides(f, vehicle.at)


def hides(f: Field, at: str) -> bool:
    """RV-A12.3 Where a Gun or a dug-in tank may be hidden or under `?`: in Concealment Terrain, or off the pavement."""
    return in_concealment_terrain(f, at) or emplaced_at(f, at)


def hide_vehicle(s: Battle, id: str) -> None:
    """RV-BRV3.15, RV-BRV16.4 It is not on the map for the enemy, and its condition is written down."""
    mark(s, id, hidden=True, concealed=False, written=True)
