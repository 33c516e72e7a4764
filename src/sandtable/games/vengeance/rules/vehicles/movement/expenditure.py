"""MP are spent (RV-D2.11, RV-D2.12, RV-Z1): what is left, and what lingers where the vehicle is."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.artillery.effect import drive_into_fire
from sandtable.games.vengeance.rules.night.freedom import look_around
from sandtable.games.vengeance.rules.vehicles.concealment.gain_and_loss import spends_in_sight
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, mark
from sandtable.games.vengeance.rules.vehicles.under_fire.small_arms import lingering_fire
from sandtable.kernel.state import replace


def left(s: Battle, vehicle: Vehicle) -> int:
    """RV-D2.5 Half MP that the driving vehicle has left."""
    move = s.drive
    assert move is not None
    return 2 * kind_of(vehicle).mp + move.bonus - move.spent


def spend(s: Battle, cost: int) -> None:
    """RV-D2.11, RV-Z1 MP are spent where the vehicle is: residual FP and shells attack it, then the DEFENDER may."""
    move = s.drive
    assert move is not None
    vehicle = s.vehicles[move.vehicle]
    mark(s, vehicle.id, moved=True)
    spends_in_sight(s, vehicle.id)
    s.volleys.clear()
    first = not move.here
    path = (*move.path, (vehicle.at, cost))
    s.drive = replace(move, spent=move.spent + cost, here=move.here + cost, window=True, path=path, loading="")
    if first and (s.residual or s.lanes):
        lingering_fire(s)
    if s.batteries:
        drive_into_fire(s, vehicle.id)
    if s.night is not None and s.side != s.night.defender:
        look_around(s, [vehicle.at])
