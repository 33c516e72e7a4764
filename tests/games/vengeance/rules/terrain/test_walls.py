"""Wall advantage (chapter B9)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.rules.fire.declaration import plan
from sandtable.games.vengeance.rules.fire.kinds import FIRST_FIRE
from sandtable.games.vengeance.rules.morale.checks import break_unit
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.games.vengeance.rules.terrain.wall_advantage import claim, contest, may_contest
from tests.games.vengeance.bench import ask, battle, drive, drive_quiet, drm, lines, put, shoot, whole_map

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
    s.claims.append("russian@D5")
    assert ("contest", "r") in ask(s).options
    drive(s, ("contest", "r"))
    assert s.units["r"].wall
