"""How far a vehicle can drive, as it is marked on the map."""

from __future__ import annotations

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.knowledge.reach import drivable
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Drive
from sandtable.games.vengeance.rules.vehicles.kinds import mark
from tests.games.vengeance.bench import ask, battle, drive, put, vehicle


def spent(s: Battle, id: str) -> dict[str, int]:
    """Half MP to each Location."""
    return {at: way.spent for at, way in drivable(s, field_of(s), id).items()}


def test_starting_turning_and_steps_are_counted() -> None:
    """RV-D2.1, RV-D2.11 One MP to start, one for each hex ahead, one more for each corner it must turn."""
    s = battle("MPh", side="russian")
    id = vehicle(s, "ru_t34_85", "E5", vca=0)
    before = dict(s.vehicles)
    reach = spent(s, id)
    assert (reach["E4"], reach["F4"], reach["E3"]) == (4, 4, 6)
    assert reach["D4"] == reach["F5"] == 6  # one corner to either side
    assert "E5" not in reach
    assert s.vehicles == before, "looking changes nothing"
    mark(s, id, motion=True)
    assert spent(s, id)["E4"] == 2


def test_the_reach_of_a_vehicle_is_what_it_can_really_drive() -> None:
    """RV-D2.1, RV-D2.6 Every Location of the next step is an option, for as many MP as are then spent."""
    s = battle("MPh", side="russian", E4="DEBRIS")
    id = vehicle(s, "ru_t34_85", "E5", motion=True)
    drive(s, ("drive", id))
    offered = {str(o[1]) for o in ask(s).options if o[0] == "go"}
    reach = drivable(s, field_of(s), id)
    assert offered == {"E4", "F4"}
    assert offered <= set(reach)
    assert reach["E4"].bog, "debris is marked B"
    assert not reach["F4"].bog
    drive(s, ("go", "F4"))
    assert s.drive is not None
    assert s.drive.spent == reach["F4"].spent


def test_the_reach_ends_with_the_movement_points() -> None:
    """RV-D2.5, RV-D2.7 What was spent is gone, excessive speed adds to it, and a Known enemy bars his hex."""
    s = battle("MPh", side="russian")
    id = vehicle(s, "ru_t34_85", "E5", motion=True)
    most = 2 * 16
    s.drive = Drive(id, spent=most - 2)
    assert set(spent(s, id)) == {"E4", "F4"}
    put(s, "ge_4-4-7", "E4", "x")
    assert set(spent(s, id)) == {"F4"}
    s.drive = Drive(id, spent=most, bonus=2)
    assert set(spent(s, id)) == {"F4"}
    mark(s, id, bogged=True)
    assert spent(s, id) == {}


def test_the_reach_is_marked_in_movement_points_with_the_risk_of_bog() -> None:
    """RV-D2.1, RV-D8.2 Of hidden men nothing is told: their hex looks free."""
    s = battle("MPh", side="russian", E4="DEBRIS")
    id = vehicle(s, "ru_t34_85", "E5")
    put(s, "ge_4-4-7", "F4", "x", hidden=True)
    found = {overlay.id: overlay for overlay in GAME.survey(sight(s, "russian"), id)}
    assert found["reach"].texts["E4"] == "5 B"
    assert found["reach"].texts["F4"] == "2"
    assert "MP" in found["reach"].title
