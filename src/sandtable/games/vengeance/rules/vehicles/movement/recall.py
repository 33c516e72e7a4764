"""Recall (RV-D5.3): a vehicle whose crew has had enough drives home by the shortest route and leaves."""

from __future__ import annotations

from sandtable.board.paths import reachable
from sandtable.games.vengeance.campaign.battle.leaving import keep_vehicle
from sandtable.games.vengeance.campaign.edges import open_edge
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.units.counters import count
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import aboard
from sandtable.games.vengeance.rules.vehicles.movement.destinations import VehicleStep, entry
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import ALL
from sandtable.games.vengeance.scenarios.areas import friendly_edge

_OFF_MAP = ""


def edge_home(s: Battle, side: str) -> tuple[str, ...]:
    """RV-D5.3, RV-CG20 The friendly edge of the map; in the campaign where the side comes and goes."""
    return friendly_edge(s.scenario, side) if s.campaign is None else open_edge(s, side)


def way_home(s: Battle, f: Field, vehicle: Vehicle) -> dict[str, int]:
    """RV-D5.3 Half MP from every Location to the nearest friendly edge, for this type of vehicle."""
    edges = [(edge, 0) for edge in edge_home(s, vehicle.side)]
    return reachable(_OFF_MAP, lambda at: edges if at == _OFF_MAP else neighbours(s, f, vehicle, at), most=ALL - 1)


def neighbours(s: Battle, f: Field, vehicle: Vehicle, here: str) -> list[tuple[str, int]]:
    found = [entry(s, f, vehicle, here, d) for d in range(6)]
    return [(way.to, way.cost) for way in found if way is not None and way.cost < ALL]


def homeward(s: Battle, f: Field, vehicle: Vehicle, ways: list[VehicleStep]) -> list[VehicleStep]:
    """RV-D5.3 Of these steps the ones that bring it nearer to the edge."""
    costs = way_home(s, f, vehicle)
    now = costs.get(vehicle.at, ALL)
    return [way for way in ways if costs.get(way.to, ALL) < now]


def at_edge(s: Battle, vehicle: Vehicle) -> bool:
    """Whether it can leave the map from here."""
    return vehicle.at in edge_home(s, vehicle.side)


def leave(s: Battle, vehicle: Vehicle) -> None:
    """RV-D5.3 It leaves with all who are aboard; that costs no points. RV-CG20 The campaign keeps them."""
    reveal_vehicle(s, vehicle.id)
    count(s, f"{vehicle.side}_recalled")
    s.journal.add("RV-D5.3", "recalled", vehicle=vehicle.id, at=vehicle.at)
    if s.campaign is not None:
        keep_vehicle(s, vehicle.id)
        return
    for unit in aboard(s, vehicle.id):
        for weapon in [w for w in s.weapons.values() if w.holder == unit.id]:
            del s.weapons[weapon.id]
        del s.units[unit.id]
    del s.vehicles[vehicle.id]
