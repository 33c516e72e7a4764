"""Chapters O and P: the factory, cellars, the culvert, paths through debris; each test failed before."""

from __future__ import annotations

from copy import copy

import msgspec

from sandtable.games.vengeance.map.altered_ground import TRAIL, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import BuildingRow, Ground, HexRow
from sandtable.games.vengeance.map.line_of_sight import Sightlines
from sandtable.games.vengeance.rules.artillery.indirect_fire import indirect_cover
from sandtable.games.vengeance.rules.vehicles.movement.destinations import entry
from sandtable.games.vengeance.rules.vehicles.movement.driving import bog_terrain
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, berlin, drive, lines, load, put, vehicle, whole_map
from tests.games.vengeance.rules.vehicles.test_vehicle_streets import street


def test_inside_the_hall_a_tank_does_not_bog() -> None:
    """RV-O5.1 A bog DR across an outer hexside; inside it drives at 4 MP without one."""
    s = berlin()
    f = field_of(s)
    tank = s.vehicles[vehicle(s, "ru_t34_85", "B10", vca=0)]
    inside = entry(s, f, tank, "B10", f.ground.direction("B10", "B11"))
    assert inside is not None
    assert (inside.cost, inside.bog) == (8, False)
    assert not bog_terrain(f, tank)
    outer = next(n for n in f.ground.neighbours["B10"] if not f.ground.hexes[n].building)
    enters = entry(s, f, replace(tank, at=outer), outer, f.ground.direction(outer, "B10"))
    assert enters is not None
    assert (enters.cost, enters.bog) == (8, True)


def test_who_stands_in_a_burnt_out_part_of_the_hall_sees_through_it() -> None:
    """RV-O5.5, RV-O5.1 The hall is open from there as well; a gutted hex between is a hindrance of 2."""
    whole = whole_map().ground
    burnt = copy(whole)
    burnt.hexes = dict(whole.hexes)
    for id in ("B9", "B11"):
        burnt.hexes[id] = msgspec.structs.replace(whole.hexes[id], terrain="FACTORY_GUTTED", floors=0)
    sight = Sightlines(burnt)("B9", "B11")
    assert sight.clear
    assert sight.hindrance == whole_map().los("B9", "B11").hindrance == 1


def test_a_cellar_sees_over_no_wall_of_its_target() -> None:
    """RV-O6.3 Only its own hexsides are no bar: another unit behind a wall is out of its sight."""
    rows = [
        HexRow(f"E{n}", 5, 2 * n - 1, "BUILDING" if n == 3 else "OPEN", "S", "E3" if n == 3 else "")
        for n in range(1, 9)
    ]
    rows[2] = HexRow("E3", 5, 5, "BUILDING", "S", "E3", "stone", 1.5)
    house = BuildingRow("E3", "E3", "normal", "stone", 1.5, ("E3",), ("E3",), ("E3",))
    f = Field(Ground(rows, [("E5", "E6", "WALL"), ("E3", "E4", "WALL")], [house]))
    assert f.los("E3-cellar", "E5").clear
    assert f.los("E3", "E6").clear
    assert f.los("E3-cellar", "E6").blocked


def test_levels_above_a_cellar_cover_it() -> None:
    """RV-O6.4 +1 for each level of the building above it, against indirect fire."""
    f = whole_map()
    cellar = next(at for at in f.steps if at.endswith("-cellar") and not f.hex(at).features and f.hex(at).floors == 1)
    assert sum(m[0] for m in indirect_cover(f, cellar)) == 3 + 2


def test_the_culvert_sees_only_the_pit() -> None:
    """RV-P4.2, RV-BRV10.3"""
    f = whole_map()
    seen = [n for n in f.ground.neighbours["R23"] if f.los("R23-culvert", n).clear]
    assert seen == ["R22"]


def test_a_path_through_debris_opens_its_road_to_vehicles() -> None:
    """RV-BRV3.7, RV-B24.7 Where a TB was made the road is a road again."""
    s = battle("MPh", side="russian", sides={("E5", "E6"): "ROAD"}, E5="DEBRIS")
    tank = s.vehicles[vehicle(s, "ru_t34_85", "E6", vca=0, ce=True)]
    before = entry(s, field_of(s), tank, "E6", 0)
    alter(s, "E5", TRAIL)
    after = entry(s, field_of(s), tank, "E6", 0)
    assert before is not None
    assert after is not None
    assert (before.road, after.road, after.cost) == (False, True, 1)


def test_a_charge_thrown_down_into_the_street_is_worth_one_less() -> None:
    """RV-P5.121 The +1 is to the DR against the vehicle."""
    s = street()
    put(s, "ge_8-3-8", "L11-1", "up")
    arm(s, "ge_dc", "up", "dc")
    s.side, s.phase = "german", "PFPh"
    load(s, 2, 3, 1, 6, 6, 6, 6)
    drive(s, ("throw", "dc", "tank"))
    assert (-1, "RV-P5.121", "down into the street") in lines(s, "kill_vehicle")[0]["modifiers"]
