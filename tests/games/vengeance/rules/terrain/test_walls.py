"""Wall advantage (chapter B9)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.guns import HE, INFANTRY
from sandtable.games.vengeance.model.traces import WallClaim
from sandtable.games.vengeance.rules.artillery.indirect_fire import indirect_personal
from sandtable.games.vengeance.rules.fire.declaration import plan
from sandtable.games.vengeance.rules.fire.kinds import FIRST_FIRE
from sandtable.games.vengeance.rules.morale.checks import break_unit
from sandtable.games.vengeance.rules.ordnance.shots import shoot as fire_shell
from sandtable.games.vengeance.rules.ordnance.target import at_vehicle
from sandtable.games.vengeance.rules.ordnance.to_hit import ShotConditions
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.terrain.wall_advantage import claim, contest, may_contest, may_hold, settle_walls
from sandtable.games.vengeance.rules.vehicles.facing import hull_down
from sandtable.games.vengeance.rules.vehicles.fire import main_gun
from sandtable.games.vengeance.rules.vehicles.kinds import mark as mark_vehicle
from tests.games.vengeance.bench import (
    ask,
    battle,
    drive,
    drive_quiet,
    drm,
    lines,
    planned,
    put,
    shoot,
    vehicle,
    whole_map,
)

WALL = {("D4", "D5"): "WALL"}


def test_cc_99_wall_advantage() -> None:
    """RV-B9.21, RV-B9.22, RV-B9.23, RV-B9.24 The holder has the wall; if he breaks the other must claim."""
    s = battle("MPh", side="russian", sides=WALL)
    f = field_of(s)
    put(s, "ge_6-5-8", "D4", "g")
    put(s, "ru_4-4-7", "D6", "r")
    drive(s, ("move", "r"), ("to", "D5"))
    ask(s)
    assert (s.units["g"].wall, s.units["r"].wall) == (True, False)
    assert drm(tem(s, f, "D5", "D4")) == 2
    assert tem(s, f, "D4", "D5") == []
    shot = plan(s, ["g"], "D5", FIRST_FIRE, [])
    assert drm((*shot.drm, *shot.groups[0][1])) == -2
    break_unit(s, "g")
    drive_quiet(s, 3)
    assert (s.units["g"].wall, s.units["r"].wall) == (False, True)
    assert drm(tem(s, f, "D4", "D5")) == 2
    assert tem(s, f, "D5", "D4") == []
    assert [line["unit"] for line in lines(s, "wall_advantage")] == ["g", "r"]


def test_cc_100_cover_inside_was_used() -> None:
    """RV-B9.22, RV-B9.23 Who has used the building in this Player Turn cannot claim; the enemy can."""
    s = battle("PFPh", side="russian", sides=WALL, D4="1.5", dice=[6, 5])
    f = field_of(s)
    put(s, "ge_6-5-8", "D4", "g")
    put(s, "ru_4-4-7", "D7", "far")
    put(s, "ru_4-4-7", "D6", "r")
    assert drm(shoot(s, ["far"], "D4").drm) == 3
    assert s.units["g"].sheltered
    s.phase = "MPh"
    drive(s, ("move", "r"), ("to", "D5"))
    assert ask(s).seat == "german"  # it may fire; nobody has asked for a claim
    assert (s.units["g"].wall, s.units["r"].wall) == (False, True)
    assert drm(tem(s, f, "D4", "D5")) == 2
    assert drm(tem(s, f, "D5", "D4")) == 3


def test_the_defender_is_asked_first() -> None:
    """RV-B9.2, RV-B9.21 An enemy comes to the wall: a unit with cover of its own may claim before he does."""
    s = battle("MPh", side="russian", sides=WALL, D4="1.5")
    f = field_of(s)
    put(s, "ge_6-5-8", "D4", "g")
    put(s, "ru_4-4-7", "D6", "r")
    drive(s, ("move", "r"), ("to", "D5"))
    decision = ask(s)
    assert (decision.seat, decision.options) == ("german", [("claim", "g"), ("done",)])
    drive(s, ("claim", "g"))
    drive_quiet(s, 2)
    assert not s.units["r"].wall
    assert drm(tem(s, f, "D5", "D4")) == 2  # the wall, and not the house
    assert tem(s, f, "D4", "D5") == []


def test_it_is_given_up_at_the_start_of_a_phase() -> None:
    """RV-B9.24 By its owner's word, and then the enemy may claim."""
    s = battle("DFPh", side="russian", sides=WALL, D4="1.5")
    put(s, "ge_6-5-8", "D4", "g", wall=True)
    put(s, "ru_4-4-7", "D5", "r")
    s.step = "done"
    drive(s, ("give_up_wall", "g"))
    assert ask(s).ask == "fire"
    assert (s.units["g"].wall, s.units["g"].sheltered, s.units["r"].wall) == (False, True, True)


def test_without_an_enemy_beyond_the_wall_the_best_cover_counts() -> None:
    """RV-B9.2, RV-B9.1, RV-B9.24"""
    s = battle("PFPh", side="russian", sides={**WALL, ("F4", "F5"): "BARRICADE"}, D4="DEBRIS")
    f = field_of(s)
    put(s, "ge_6-5-8", "D4", "g")
    assert drm(tem(s, f, "D8", "D4")) == 2
    assert drm(tem(s, f, "D1", "D4")) == 1
    put(s, "ge_4-4-7", "F4", "h")
    put(s, "ru_4-4-7", "F5", "x")
    assert ask(s).ask == "fire"
    assert drm(tem(s, f, "F5", "F4")) == drm(tem(s, f, "F4", "F5")) == 2  # nobody has advantage over a barricade
    assert not s.units["h"].wall


def test_walls_cost_and_block() -> None:
    """RV-B9.3"""
    s = battle(sides=WALL)
    f = field_of(s)
    assert {st.to: st.cost for st in f.steps["D4"]}["D5"] == 2
    assert f.los("D2", "D7").blocked[1] == "RV-A6.27"


def test_the_towers_have_a_parapet() -> None:
    """RV-BRV12.4"""
    f = whole_map()
    s = battle(on="whole")
    assert drm(tem(s, f, "U14", "X16-roof")) == 2


@pytest.mark.parametrize(("type", "gone"), [("ge_dummy", True), ("ge_4-4-7", False)])
def test_a_claim_of_an_unknown_counter_is_contested(type: str, gone: bool) -> None:
    """RV-B9.24, RV-A12.11 A dummy that holds the wall is removed, a real unit keeps it; neither is told by its name."""
    s = battle("RPh", side="russian", sides=WALL, D5="1.5")
    put(s, type, "D4", "g", concealed=True, wall=True)
    put(s, "ru_4-4-7", "D5", "r")
    f = field_of(s)
    assert may_contest(s, f, s.units["r"])
    shown = s.secrets_shown
    assert contest(s, f, s.units["r"]) is gone
    assert s.secrets_shown > shown
    assert ("g" not in s.units) is gone
    assert s.units["r"].wall is gone
    assert bool(lines(s, "wall_held")) is not gone


def test_of_an_unknown_unit_at_the_wall_only_its_place_is_told() -> None:
    """RV-B9.24, RV-A12.1"""
    s = battle("RPh", side="russian", sides=WALL)
    put(s, "ge_4-4-7", "D4", "g", concealed=True)
    claim(s, s.units["g"])
    assert [line.event for line in s.journal.read("russian")] == ["unknown_wall_advantage"]
    assert [line.event for line in s.journal.read("german")] == ["wall_advantage"]


def test_contesting_is_offered_at_the_wall() -> None:
    """RV-B9.24, RV-B9.21"""
    s = battle("MPh", side="russian", sides=WALL, D5="1.5")
    put(s, "ge_dummy", "D4", "g", concealed=True, wall=True)
    put(s, "ru_4-4-7", "D5", "r")
    s.claims.append(WallClaim("russian", "D5"))
    assert ("contest", "r") in ask(s).options
    drive(s, ("contest", "r"))
    assert s.units["r"].wall


# -- AFVs, wire, and cover inside the hex ------------------------------------------------------------------------------


def test_an_afv_holds_the_wall() -> None:
    """RV-B9.2, RV-B9.22, RV-B9.23 A tank in the open must claim; the men beyond get no wall against anybody."""
    s = battle("MPh", side="russian", sides=WALL)
    f = field_of(s)
    vehicle(s, "ge_pz5g", "D4", "t")
    put(s, "ru_4-4-7", "D6", "r")
    drive(s, ("move", "r"), ("to", "D5"))
    ask(s)
    assert (s.vehicles["t"].wall, s.units["r"].wall) == (True, False)
    assert tem(s, f, "D4", "D5") == []
    assert tem(s, f, "D1", "D5") == []
    assert [line["unit"] for line in lines(s, "wall_advantage")] == ["t"]


@pytest.mark.parametrize("marks", [{"abandoned": True}, {"stunned": True}, {"dug_in": True}, {"bypass": 1}])
def test_which_vehicles_do_not_hold_it(marks: dict[str, Any]) -> None:
    """RV-B9.2, RV-B9.24 Abandoned, Stunned or dug in, or along a hexside; nor does a truck."""
    s = battle("DFPh", side="russian", sides=WALL)
    vehicle(s, "ge_pz5g", "D4", "t", **marks)
    vehicle(s, "ge_opel", "D4", "truck")
    assert not any(may_hold(field_of(s), v) for v in s.vehicles.values())
    vehicle(s, "ge_pz5g", "D4", "other")
    assert may_hold(field_of(s), s.vehicles["other"])


def test_an_afv_loses_the_wall_when_it_drives_off_or_is_stunned() -> None:
    """RV-B9.24"""
    s = battle("DFPh", side="russian", sides=WALL)
    f = field_of(s)
    vehicle(s, "ge_pz5g", "D4", "t", wall=True)
    put(s, "ru_4-4-7", "D5", "r")
    mark_vehicle(s, "t", stunned=True)
    settle_walls(s, f)
    assert not s.vehicles["t"].wall
    drive_quiet(s, 3)
    assert s.units["r"].wall
    mark_vehicle(s, "t", stunned=False, wall=True)
    mark_vehicle(s, "t", at="D3")
    assert not s.vehicles["t"].wall


def test_a_tank_that_drives_up_is_asked_after_those_beyond_the_wall() -> None:
    """RV-B9.21"""
    s = battle("MPh", side="russian", sides=WALL, D4="1.5", D5="WOODS", dice=[1, 2])
    put(s, "ge_6-5-8", "D4", "g")
    vehicle(s, "ru_t34_85", "D6", "t", motion=True, vca=0)
    drive(s, ("drive", "t"), ("go", "D5"))
    decision = ask(s)
    assert (decision.seat, decision.options) == ("german", [("claim", "g"), ("done",)])
    drive(s, ("done",))
    decision = ask(s)
    assert (decision.seat, decision.options) == ("russian", [("claim", "t"), ("done",)])
    drive(s, ("claim", "t"))
    assert s.vehicles["t"].wall


def test_a_tank_is_not_hull_down_behind_a_wall_that_the_enemy_holds() -> None:
    """RV-B9.23, RV-D4.2"""
    s = battle("DFPh", side="russian", sides=WALL)
    f = field_of(s)
    vehicle(s, "ru_t34_85", "D5", "t")
    assert hull_down(s, f, s.vehicles["t"], "D2")
    put(s, "ge_6-5-8", "D4", "g", wall=True)
    assert not hull_down(s, f, s.vehicles["t"], "D2")


def test_a_tank_at_the_wall_does_not_use_the_woods() -> None:
    """RV-B9.23, RV-C6.8 Neither does one that does not hold it use the wall as TEM: it is hull down."""
    s = battle("DFPh", side="russian", sides=WALL, D5="WOODS")
    f = field_of(s)
    vehicle(s, "ru_t34_85", "D5", "t")
    none = ShotConditions(target_type="vehicle", range=3)

    def against(at: str) -> int:
        return drm(at_vehicle(s, f, none, "t", at, tuple(tem(s, f, at, "D5"))).tem)

    assert (against("D8"), against("D2")) == (1, 1)
    mark_vehicle(s, "t", wall=True)
    assert (against("D8"), against("D2")) == (0, 0)


def test_a_holder_uses_no_cover_inside_its_hex_against_any_fire() -> None:
    """RV-B9.23 From behind, too; a comrade who does not hold it has the house."""
    s = battle("PFPh", side="russian", sides=WALL, D4="1.5")
    f = field_of(s)
    put(s, "ge_6-5-8", "D4", "g", wall=True)
    put(s, "ru_4-4-7", "D5", "x", broken=True)
    put(s, "ru_4-4-7", "D1", "r")
    assert tem(s, f, "D1", "D4") == []
    put(s, "ge_4-4-7", "D4", "h")
    shot = planned(s, ["r"], "D4")
    by_unit = {ids[0]: drm((*shot.drm, *own)) for ids, own in shot.groups}
    assert by_unit == {"g": 0, "h": 3}
    assert drm(indirect_personal(s, f, s.units["g"], 3, False)) == -2  # the wall's +1 against indirect fire
    assert indirect_personal(s, f, s.units["h"], 3, False) == ()


def test_men_on_wire_do_not_hold_the_wall() -> None:
    """RV-B9.2"""
    s = battle("MPh", side="russian", sides=WALL)
    put(s, "ge_6-5-8", "D4", "g", wired=True)
    put(s, "ru_4-4-7", "D6", "r")
    drive(s, ("move", "r"), ("to", "D5"))
    ask(s)
    assert (s.units["g"].wall, s.units["r"].wall) == (False, True)


def test_a_shot_that_misses_has_used_the_cover_too() -> None:
    """RV-B9.22 The To Hit DR counted the house."""
    s = battle("DFPh", side="russian", sides=WALL, D4="1.5", dice=[6, 5])
    put(s, "ge_6-5-8", "D4", "g")
    vehicle(s, "ru_t34_85", "D8", "t", vca=0, tca=0)
    fire_shell(s, main_gun.declare(s, field_of(s), s.vehicles["t"], "D4", INFANTRY, HE))
    assert s.units["g"].sheltered
