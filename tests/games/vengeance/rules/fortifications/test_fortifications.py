"""Wire, mines, entrenchments, roadblocks and barricades, fortified Locations, pillboxes (B23.9, B26 to B30, BRV9)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.altered_ground import BUNKER, alter, alter_side
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.ground import GROUND
from sandtable.games.vengeance.model.battle import Battle, Charge, Move
from sandtable.games.vengeance.model.field_works import LaborCounter, Work, hexside
from sandtable.games.vengeance.play import play
from sandtable.games.vengeance.rules.advance import advances
from sandtable.games.vengeance.rules.close_combat.attacks import attack_numbers
from sandtable.games.vengeance.rules.fire.targets import reach
from sandtable.games.vengeance.rules.fortifications.barriers import blast_barrier, put_up
from sandtable.games.vengeance.rules.fortifications.clearance import (
    add_labor,
    clear,
    clearable,
    clearance_modifiers,
)
from sandtable.games.vengeance.rules.fortifications.entrenchments import trench_rally
from sandtable.games.vengeance.rules.fortifications.mines import ap_attack, at_mines, spend_at_mine
from sandtable.games.vengeance.rules.fortifications.secrecy import find_works, guess_works, reveal_seen
from sandtable.games.vengeance.rules.fortifications.set_up import muster_works, place_work, places_for, settle_in
from sandtable.games.vengeance.rules.fortifications.strongholds import (
    demolish,
    is_fortified,
    looks_out,
    may_be_fortified,
)
from sandtable.games.vengeance.rules.fortifications.under_fire import exposed
from sandtable.games.vengeance.rules.movement.destinations import step_options
from sandtable.games.vengeance.rules.rally.attempt import rally_modifiers
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import detonate
from sandtable.games.vengeance.rules.terrain.cover import personal, tem
from sandtable.games.vengeance.rules.units.counters import put as move_to
from sandtable.games.vengeance.scenarios.areas import setup_places
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    battle,
    can,
    carry_out,
    dig,
    drive,
    drm,
    fortify,
    lines,
    planned,
    put,
    shoot,
    struck,
    whole_map,
)

# -- wire --------------------------------------------------------------------------------------------------------------


def test_a_unit_that_enters_wire_is_on_it_and_must_get_off() -> None:
    """RV-B26.1 1 MF and a dr of 2 or less; failure ends its movement."""
    s = battle("MPh", side="russian", dice=[2, 3])
    fortify(s, "wire", "E5")
    put(s, "ru_4-4-7", "E4", "a")
    drive(s, ("move", "a"), ("to", "E5"))
    assert s.units["a"].wired
    assert not can(s, "to", "E6")
    drive(s, ("off_wire",))
    assert not s.units["a"].wired
    assert can(s, "to", "E6")  # beneath it now, and free to go
    s = battle("MPh", side="russian", dice=[3])
    fortify(s, "wire", "E5")
    put(s, "ru_4-4-7", "E4", "a")
    drive(s, ("move", "a"), ("to", "E5"), ("off_wire",))
    assert s.move is None
    assert s.units["a"].wired


def test_leaders_and_engineers_get_off_wire_more_easily() -> None:
    """RV-B26.1"""
    s = battle("MPh", side="russian", dice=[4])
    fortify(s, "wire", "E5")
    put(s, "ru_6-2-8ae", "E5", "a", wired=True)
    put(s, "ru_8-1", "E5", "boss")
    drive(s, ("move", "a"), ("off_wire",))
    assert lines(s, "off_wire")[0]["final"] == 2
    assert not s.units["a"].wired


def test_a_dummy_on_wire_is_removed_when_it_is_seen_at_work() -> None:
    """RV-A12.11, RV-A12.13, RV-B26.1 Nobody was on the wire, and nobody rolls; the men beside it go on."""
    s = battle("MPh", side="russian", dice=[2])
    fortify(s, "wire", "E5")
    put(s, "ru_dummy", "E5", "dummy", concealed=True, wired=True)
    put(s, "ru_4-4-7", "E5", "a", wired=True)
    put(s, "ge_4-4-7", "E8", "x")
    drive(s, ("move", "dummy"), ("with", "a"), ("off_wire",))
    assert "dummy" not in s.units
    assert not s.units["a"].wired
    s = battle("MPh", side="russian")
    put(s, "ru_dummy", "E5", "dummy", concealed=True, wired=True)
    put(s, "ge_4-4-7", "E8", "x")
    drive(s, ("move", "dummy"), ("off_wire",))
    assert "dummy" not in s.units
    assert s.move is None


def test_on_wire() -> None:
    """RV-B26.1 +1 to its fire and close combat, -1 against it, no cover by entrenchments."""
    from sandtable.games.vengeance.model.battle import Attack, Melee

    s = battle()
    put(s, "ge_4-4-7", "E5", "a", wired=True)
    put(s, "ru_4-4-7", "E6", "x", wired=True, dug=True)
    plan = planned(s, ["a"], "E6")
    assert (1, "RV-B26.1", "on wire") in plan.drm
    assert not any(m[1] == "RV-B27.1" for _, mods in plan.groups for m in mods)
    s.melee = Melee("E5")
    assert drm(attack_numbers(s, Attack(("a",), ("x",)))[1]) == 0


def test_wire_in_the_advance_and_rout_phases() -> None:
    """RV-B26.1 One try; failure keeps the unit where it is."""
    s = battle("APh", side="russian", dice=[5])
    fortify(s, "wire", "E5")
    put(s, "ru_4-4-7", "E5", "a", wired=True)
    s.step = "advance"
    drive(s, ("advance", "a"), ("to", "E6"))
    assert s.units["a"].at == "E5"
    s = battle("RtPh", side="russian", dice=[5])
    fortify(s, "wire", "E5")
    put(s, "ru_4-4-7", "E5", "a", wired=True, broken=True, dm=True)
    put(s, "ge_4-4-7", "E4", "x")
    s.step = "rout"
    drive(s, ("rout", "a"), next(o for o in _after(s, ("rout", "a")) if o[0] in ("to", "crawl")))
    assert s.units["a"].at == "E5"


def _after(s: Battle, *choices: Any) -> list[Any]:
    decision = drive(s.clone(), *choices)
    assert decision is not None
    return list(decision.options)


# -- mines -------------------------------------------------------------------------------------------------------------


def test_cc_93_minefield() -> None:
    """RV-B28.1 Column 8 without any DRM when a squad enters, and again when it leaves."""
    s = battle("MPh", side="russian", dice=[5, 3, 1, 2, 4, 4, 2, 1], E5="ORCHARD")
    mines = fortify(s, "ap_mine_8", "E5", hidden=True)
    put(s, "ru_4-4-7", "E4", "a", concealed=True)
    drive(s, ("move", "a"), ("to", "E5"))
    shot = struck(s)[0]
    assert (shot["column"], shot["modifiers"], shot["final"]) == (8, [], 8)
    assert not s.works[mines].hidden
    drive(s, ("to", "E6"))
    assert len(struck(s)) == 2


def test_mines_stop_those_whom_they_break() -> None:
    """RV-B28.1 Who breaks in leaving stays in the hex; routing and advancing units are attacked too."""
    s = battle("MPh", side="russian", dice=[2, 3, 6, 5])
    fortify(s, "ap_mine_6", "E5")
    put(s, "ru_4-4-7", "E5", "a")
    drive(s, ("move", "a"), ("to", "E6"))
    assert (s.units["a"].at, s.units["a"].broken, s.move) == ("E5", True, None)
    s = battle("APh", side="russian", dice=[6, 6])
    fortify(s, "ap_mine_12", "E6", hidden=True)
    put(s, "ru_4-4-7", "E5", "a")
    s.step = "advance"
    drive(s, ("advance", "a"), ("to", "E6"))
    assert struck(s)[0]["column"] == 12


def test_at_mines_leave_infantry_alone() -> None:
    """RV-B28.5, RV-B28.7 One counter goes with each that went off; the field is Known then."""
    s = battle("MPh", side="russian")
    id = fortify(s, "at_mine", "E5", hidden=True, factors=2)
    put(s, "ru_4-4-7", "E4", "a")
    drive(s, ("move", "a"), ("to", "E5"))
    assert not struck(s)
    assert at_mines(s, "E5") == 2
    spend_at_mine(s, "E5")
    assert (at_mines(s, "E5"), s.works[id].hidden) == (1, False)
    spend_at_mine(s, "E5")
    assert not s.works


# -- entrenchments -----------------------------------------------------------------------------------------------------


def test_trenches_are_connected() -> None:
    """RV-B27.1, RV-BRV3.10 1 MF from trench to trench without leaving them; a building is not connected."""
    s = battle("MPh", side="german", D5="1.5")
    fortify(s, "trench", "E5")
    fortify(s, "trench", "E6")
    put(s, "ge_4-4-7", "E5", "a", dug=True)
    move = Move(("a",))
    s.move = move
    assert ("to_cover", "E6") in step_options(s, field_of(s), move)
    drive(s, ("to_cover", "E6"))
    assert (s.units["a"].dug, lines(s, "moves")[0]["cost"]) == (True, 1)
    drive(s, ("to", "E7"))
    assert (s.units["a"].dug, lines(s, "moves")[1]["cost"]) == (False, 2)
    assert trench_rally(s, replace(s.units["a"], at="E6", dug=True)) == -1
    broken = replace(s.units["a"], at="E6", dug=True, broken=True)
    assert (-1, "RV-B27.1", "trench") in rally_modifiers(s, broken, None, False)


def test_trench_room_and_cover() -> None:
    """RV-B27.1, RV-BRV3.2 Three squads are IN it with +2; who sets up there is IN it."""
    s = battle()
    fortify(s, "trench", "E5")
    for n in range(4):
        put(s, "ge_4-4-7", "E5", f"a{n}")
        settle_in(s, f"a{n}")
    assert [s.units[f"a{n}"].dug for n in range(4)] == [True, True, True, False]
    f = field_of(s)
    assert drm(personal(s, f, s.units["a0"], 0, True, True)) == 2
    assert drm(personal(s, f, s.units["a3"], 0, True, True)) == -1
    trench = Work("t", "trench", "german")
    assert not places_for_terrain(trench, "DEBRIS")
    assert places_for_terrain(trench, "ORCHARD")


def places_for_terrain(work: Work, terrain: str) -> bool:
    """Whether a fortification may stand in a hex of a terrain."""
    return components().terrain[terrain].entrench


def test_an_at_ditch_costs_two_more_and_shelters() -> None:
    """RV-B27.8"""
    s = battle("MPh", side="german")
    fortify(s, "at_ditch", "E5")
    put(s, "ge_4-4-7", "E4", "a")
    drive(s, ("move", "a"), ("to", "E5"))
    assert (lines(s, "moves")[0]["cost"], s.units["a"].dug) == (3, True)


def test_over_a_wall_out_of_a_trench() -> None:
    """RV-B27.2 Only with a unit next to it, or higher."""
    s = battle(sides={("E5", "E4"): "WALL"}, E1="1.5")
    put(s, "ge_4-4-7", "E5", "a", dug=True)
    put(s, "ru_4-4-7", "E2", "far")
    put(s, "ru_4-4-7", "E4", "near")
    put(s, "ru_4-4-7", "E1-1", "high")
    f = field_of(s)
    assert [bool(reach(s, f, "a", s.units["a"], at)) for at in ("E2", "E4", "E1-1")] == [False, True, True]
    mine = [s.units["a"]]
    assert exposed(f, mine, {"E2"}) == []
    assert exposed(f, mine, {"E4"}) == mine
    assert exposed(f, mine, {"E1-1"}) == mine


# -- roadblocks and barricades -----------------------------------------------------------------------------------------


def blocked_road(type: str = "roadblock", **options: Any) -> tuple[Battle, str]:
    """A barrier between E5 and E6."""
    s = battle(sides={("E5", "E6"): "ROAD", ("E4", "E5"): "ROAD"}, **options)
    s.works["ge-barrier-1"] = Work("ge-barrier-1", type, "german")
    put_up(s, "ge-barrier-1", hexside("E5", "E6"))
    return s, "ge-barrier-1"


def test_a_roadblock_is_a_wall_across_the_road() -> None:
    """RV-B29.1, RV-BRV9.2 +2 TEM, LOS as over a wall, 1 MF more on foot."""
    s, _ = blocked_road()
    f = field_of(s)
    assert drm(tem(s, f, "E6", "E5")) == 2
    assert f.los("E4", "E7").blocked[1] == "RV-A6.27"
    assert f.los("E5", "E7").clear
    assert next(st.cost for st in f.steps["E5"] if st.to == "E6") == 2


def test_b_13_hidden_type() -> None:
    """RV-BRV9.1a, RV-BRV9.1 A Known Good Order Russian who sees the hexside sees what it is."""
    s, id = blocked_road("barricade", phase="MPh", side="russian", E3="1.5", D3="1.5")
    assert sight(s, "russian").works[id].type == "roadblock"
    assert not sight(s, "russian").works[id].hidden
    assert sight(s, "german").works[id].type == "barricade"
    put(s, "ru_4-4-7", "E2", "a")
    reveal_seen(s)
    assert s.works[id].hidden
    move_to(s, "a", "E4")
    reveal_seen(s)
    assert not s.works[id].hidden
    assert sight(s, "russian").works[id].type == "barricade"


def test_b_11_infantry_uses_the_labor() -> None:
    """RV-BRV9.213, RV-BRV9.22, RV-B24.7"""
    s, id = blocked_road("barricade", phase="MPh", side="russian", dice=[5, 4])
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E6", "b")
    add_labor(s, id, "E5", -2)
    assert drm(clearance_modifiers(s, id, [s.units["a"]])) == -4
    assert drm(clearance_modifiers(s, id, [s.units["b"]])) == -2
    clear(s, id, [s.units["a"]])
    assert not s.works
    assert "ROADBLOCK" not in field_of(s).ground.side("E5", "E6")


def test_clearance_takes_the_movement_phase() -> None:
    """RV-B24.7 TI and under fire; the roll comes at the end of the MPh; failure leaves Labor, twice at most."""
    s, id = blocked_road(phase="MPh", side="russian", dice=[4, 3])
    put(s, "ru_4-4-7", "E5", "a")
    drive(s, ("move", "a"), ("clear", id))
    assert s.units["a"].ti
    _end_movement(s)
    assert lines(s, "clearance")[0]["final"] == 7
    assert s.labor == [LaborCounter(id, "E5", -1)]
    for _ in range(3):
        add_labor(s, id, "E5")
    assert s.labor == [LaborCounter(id, "E5", -2)]


def _end_movement(s: Battle) -> None:
    while s.move is not None:
        for decision in play(s):
            raise AssertionError(f"{decision}")
    s.step = "done"
    for decision in play(s):
        raise AssertionError(f"{decision}")


def test_clearers_who_are_broken_do_not_roll() -> None:
    """RV-B24.7"""
    s, id = blocked_road(phase="MPh", side="russian")
    put(s, "ru_4-4-7", "E5", "a")
    drive(s, ("move", "a"), ("clear", id))
    s.units["a"] = replace(s.units["a"], broken=True, dm=True)
    _end_movement(s)
    assert id in s.works


def test_clearing_mines_wire_and_rubble() -> None:
    """RV-B24.7, RV-B28.7, RV-BRV3.7 2 for mines, 5 for wire, 3 for a path; Original 12 in a minefield sets it off."""
    s = battle("MPh", side="russian", dice=[1, 1, 6, 6, 5, 5, 1, 4, 2, 2], E6="RUBBLE_STONE", E7="DEBRIS")
    known = fortify(s, "ap_mine_6", "E5")
    hidden = fortify(s, "ap_mine_6", "E4", hidden=True)
    put(s, "ru_6-2-8ae", "E5", "a")
    put(s, "ru_4-4-7", "E4", "b")
    f = field_of(s)
    assert clearable(s, f, s.units["a"]) == [known]
    assert clearable(s, f, s.units["b"]) == []  # it does not know of it
    clear(s, known, [s.units["a"]])
    assert known not in s.works
    s.works[hidden] = replace(s.works[hidden], hidden=False)
    clear(s, hidden, [s.units["b"]])
    assert struck(s)[0]["column"] == 6
    wire = fortify(s, "wire", "E5")
    s.units["a"] = replace(s.units["a"], wired=True)
    clear(s, wire, [s.units["a"]])
    assert not s.units["a"].wired
    move_to(s, "a", "E6")
    assert clearable(s, f, s.units["a"]) == ["E6"]
    clear(s, "E6", [s.units["a"]])
    assert "TRAIL" in field_of(s).ground.hexes["E6"].features
    move_to(s, "a", "E7")
    assert (-1, "RV-BRV3.7", "debris") in clearance_modifiers(s, "E7", [s.units["a"]])


@pytest.mark.parametrize(
    ("type", "result", "calibre", "gone"),
    [
        ("roadblock", "K/3", 0, True), ("roadblock", "3MC", 0, False), ("roadblock", "K/3", 152, False),
        ("roadblock", "1KIA", 152, True), ("barricade", "K/3", 152, True), ("barricade", "2KIA", 88, False),
    ],
)  # fmt: skip
def test_blasting_a_barrier(type: str, result: str, calibre: int, gone: bool) -> None:
    """RV-B29.5, RV-BRV9.221"""
    s, id = blocked_road(type)
    assert blast_barrier(s, id, result, calibre) is gone
    assert (id not in s.works) is gone


def test_a_placed_charge_clears_the_road() -> None:
    """RV-B29.5"""
    s, id = blocked_road(phase="MPh", side="russian", dice=[2, 3])
    put(s, "ru_6-2-8ae", "E5", "a")
    arm(s, "ru_dc", "a", "dc")
    drive(s, ("move", "a"), ("blast", "dc", id))
    while s.move is not None and s.move.window:
        for _ in play(s):
            raise AssertionError
    detonate(s, s.charges[0])
    assert id not in s.works


# -- fortified Locations -----------------------------------------------------------------------------------------------


def test_a_fortified_location_has_more_cover_and_no_way_in() -> None:
    """RV-B23.9, RV-B23.93 One more TEM; not past an unbroken armed defender, except through a Breach."""
    s = battle("APh", side="russian", E5="1.5+E6", E6="1.5")
    fortify(s, "fortified_location", "E5")
    put(s, "ge_4-4-7", "E5", "x")
    put(s, "ru_4-4-7", "E4", "a")
    put(s, "ru_4-4-7", "E6", "b")
    f = field_of(s)
    assert drm(tem(s, f, "E4", "E5")) == 4
    assert "E5" not in [step.to for step in advances(s, s.units["a"])]
    assert "E5" not in [step.to for step in advances(s, s.units["b"])]  # from an unfortified room
    fortify(s, "fortified_location", "E6", "russian")
    assert "E5" in [step.to for step in advances(s, s.units["b"])]
    alter_side(s, "E4", "E5", "BREACH")
    assert "E5" in [step.to for step in advances(s, s.units["a"])]
    assert not may_be_fortified(s, f, "E5-roof")
    assert may_be_fortified(s, f, "E5-1")
    assert not is_fortified(s, "E5-roof")


def test_upper_levels_are_fortified_after_the_lower_ones() -> None:
    """RV-BRV12.3b, RV-B23.9"""
    s = battle(E5="2.5")
    f = field_of(s)
    assert may_be_fortified(s, f, "E5")
    assert not may_be_fortified(s, f, "E5-1")
    fortify(s, "fortified_location", "E5")
    assert may_be_fortified(s, f, "E5-1")
    assert not may_be_fortified(s, f, "E5-2")


def test_a_fortified_location_is_hidden_until_needed() -> None:
    """RV-BRV3.3 Shown when an enemy is adjacent with LOS, tries to enter, or fires at it."""
    s = battle(E5="1.5", dice=[5, 6])
    id = fortify(s, "fortified_location", "E5", "russian", hidden=True)
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ge_4-4-7", "E2", "a")
    assert drm(planned(s, ["a"], "E5").drm) == 3
    assert id not in sight(s, "german").works
    reveal_seen(s)
    assert s.works[id].hidden
    shoot(s, ["a"], "E5")
    assert struck(s)[0]["final"] == 15
    assert not s.works[id].hidden
    s.works[id] = replace(s.works[id], hidden=True)
    move_to(s, "a", "E4")
    reveal_seen(s)
    assert not s.works[id].hidden


def test_a_try_to_enter_shows_it() -> None:
    """RV-BRV3.3, RV-B23.9 The unit stays where it was."""
    s = battle("APh", side="russian", E5="1.5")
    id = fortify(s, "fortified_location", "E5", hidden=True)
    put(s, "ge_4-4-7", "E5", "x")
    put(s, "ru_4-4-7", "E4", "a")
    s.step = "advance"
    assert can(s, "advance", "a")
    drive(s, ("advance", "a"), ("to", "E5"))
    assert (s.units["a"].at, s.works[id].hidden) == ("E4", False)


# -- pillboxes ---------------------------------------------------------------------------------------------------------


def pillbox(**options: Any) -> Battle:
    """A pillbox in E6 that looks north (directions 0 and 1), with a squad in it."""
    s = battle(**options)
    fortify(s, "pillbox_1+3+5", "E6-pillbox", arc=0)
    alter(s, "E6", BUNKER, number=1)
    put(s, "ge_4-4-7", "E6-pillbox", "a")
    return s


def test_pillbox() -> None:
    """RV-B30.1 Its own Location; +3 through its arc, +5 otherwise; it looks through the arc and into its own hex."""
    s = pillbox()
    f = field_of(s)
    assert drm(tem(s, f, "E3", "E6-pillbox")) == 3
    assert drm(tem(s, f, "E9", "E6-pillbox")) == 5
    assert [looks_out(s, f, s.units["a"], at) for at in ("E3", "E9", "E6")] == [True, False, True]
    put(s, "ru_4-4-7", "E3", "x")
    put(s, "ru_4-4-7", "E9", "y")
    assert reach(s, f, "a", s.units["a"], "E3")
    assert not reach(s, f, "a", s.units["a"], "E9")
    assert [(st.to, st.cost) for st in f.steps["E6-pillbox"]] == [("E6", 1)]
    assert any(st.to == "E6-pillbox" for st in f.steps["E6"])


def test_a_charge_ends_a_pillbox() -> None:
    """RV-B30.1 A DC ignores its TEM; with a KIA it is gone, and who was IN it."""
    s = pillbox(phase="AFPh", side="russian", dice=[2, 2])
    arm(s, "ru_dc", "", "dc", at="E6-pillbox")
    s.charges.append(Charge("dc", "E6-pillbox", 0))
    detonate(s, s.charges[0])
    assert struck(s)[0]["final"] == 4
    assert not s.works
    assert "a" not in s.units
    assert "E6-pillbox" not in field_of(s).steps
    s = pillbox()
    demolish(s, "E6-pillbox", calibre=152)
    assert s.works
    demolish(s, "E6-pillbox", calibre=152, rear=True)
    assert not s.works


# -- set-up and secrecy ------------------------------------------------------------------------------------------------


def test_fortifications_of_an_order_of_battle() -> None:
    """RV-BRV9.1, RV-BRV9.4, RV-BRV9.3, RV-BRV9.23, RV-BRV11.4 Each in its place; mines as fields of 6, 8 or 12."""
    s = battle("setup", side="german", on="train1")
    group = 0
    listed = {"Wire": 1, "Barricade": 1, "Fortified Location": 1, "A-P Mine factor": 14, "?": 3, "Trench": 1}
    muster_works(s, "german", group, listed)
    assert [w.type for w in s.works.values()] == ["wire", "barricade", "fortified_location", "ap_factors", "trench"]
    f = field_of(s)
    for work in list(s.works.values()):
        places = places_for(s, f, work)
        hexes = [f.ground.hexes[f.hex_of[at]] for at in places if "/" not in at]
        if work.type in ("wire", "ap_factors", "trench"):
            assert not any(hex.building for hex in hexes)
        if work.type == "trench":
            assert all(f.terrain_of[at].entrench for at in places)
        if work.type == "barricade":
            assert all("ROAD" in f.ground.side(*at.split("/")) for at in places)
    _choose(s, s.works["ge-ap-1"], ("strength", "ge-ap-1", 8))
    assert [w.type for w in s.works.values() if w.at] == ["ap_mine_8"]
    assert s.works["ge-ap-1"].factors == 6
    _choose(s, s.works["ge-ap-1"])
    assert "ge-ap-1" not in s.works
    assert all(w.hidden for w in s.works.values() if w.type.startswith("ap_mine"))
    _choose(s, s.works["ge-barrier-1"])
    assert s.works["ge-barrier-1"].hidden
    assert len(s.altered) == 1


def _choose(s: Battle, work: Work, *wanted: Option) -> None:
    """A work is placed with these choices, and then with the first that is offered."""
    todo = list(wanted)
    carry_out(place_work(s, work), lambda decision: todo.pop(0) if todo else decision.options[0])


def test_bridges_may_be_barred() -> None:
    """RV-BRV9.23, RV-BRV11.4"""
    from sandtable.games.vengeance.rules.fortifications.barriers import barrier_sides

    f = whole_map()
    assert hexside("I9", "J9") in barrier_sides(f, {"I9"})
    assert hexside("H8", "I9") in barrier_sides(f, {"H8"})


def test_a_guess_keeps_the_view() -> None:
    """RV-BRV9.1a, RV-B28.1, RV-A23.7 What a seat does not know is dealt anew, and its view stays the same."""
    s, _ = blocked_road("barricade", E9="1.5", B5="1.5")
    s.works["ge-barrier-2"] = Work("ge-barrier-2", "roadblock", "german")
    put_up(s, "ge-barrier-2", hexside("E4", "E5"))
    fortify(s, "ap_mine_6", "D4", hidden=True)
    fortify(s, "fortified_location", "E9", hidden=True)
    before = sight(s, "russian")
    places = set()
    for n in range(8):
        twin = s.clone()
        guess_works(twin, "russian", Dice(seed_from(str(n))))
        assert sight(twin, "russian") == before
        places.add(tuple(w.at for w in twin.works.values()) + tuple(w.type for w in twin.works.values()))
    assert len(places) > 3
    assert sight(s, "german").works == s.works


def test_a_hidden_trench_is_imagined_where_it_could_be_set_up() -> None:
    """RV-BRV9.1, RV-B27.1 While the Russian sets up, no hidden trench is imagined in his own area."""
    s = battle("setup", on="brv06")
    s.step = "russian"
    area = setup_places("brv06", "german", 0)
    at = next(at for at in area if field_of(s).terrain_of[at].conceal and field_of(s).place(at).kind == GROUND)
    s.works["ge-trench-1"] = Work("ge-trench-1", "trench", "german", at, hidden=True)
    places = set()
    for n in range(8):
        twin = s.clone()
        guess_works(twin, "russian", Dice(seed_from(str(n))))
        places.add(twin.works["ge-trench-1"].at)
    assert len(places) > 1
    assert places <= set(area)


def test_mines_attack_everybody() -> None:
    """RV-B28.1 One DR for a stack."""
    s = battle("MPh", side="russian", dice=[3, 3, 1, 2, 1, 2])
    fortify(s, "ap_mine_12", "E5")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ru_8-1", "E5", "boss")
    ap_attack(s, ["a", "boss"], "E5")
    assert struck(s)[0]["units"] == ("a", "boss")


def test_a_search_finds_mines_and_learns_what_a_bridge_bears() -> None:
    """RV-B28.7, RV-A12.152, RV-BRV11.311 Elite Russians only for the bridge."""
    s = battle("MPh", side="russian")
    id = fortify(s, "ap_mine_6", "E5", hidden=True)
    for type, learns in (("ru_4-4-7", False), ("ru_6-2-8", True)):
        put(s, type, "E4")
        s.bridge_limits["E5"] = 20
        find_works(s, "E5", [s.units[type]])
        assert not s.works[id].hidden
        assert (s.limits_known == ["E5"]) is learns


def test_a_charge_brings_a_tunnel_down() -> None:
    """RV-B8.6"""
    s = battle("AFPh", side="russian", dice=[1, 1, 1, 1], E5="1.5", E8="1.5")
    dig(s, "german", "E5", "E8")
    arm(s, "ru_dc", "", "dc", at="E5")
    s.charges.append(Charge("dc", "E5", 0))
    detonate(s, s.charges[0])
    assert not s.tunnels


def test_no_hidden_foxhole_is_imagined_in_plain_sight() -> None:
    """RV-B27.1, RV-BRV3.3 Where a Known enemy sees the ground, he would have made out what is dug there."""
    s = battle("MPh", side="russian", E5="1.5", D5="1.5", F5="1.5", C5="1.5", G5="1.5")
    fortify(s, "foxhole_2", "E3", hidden=True)
    put(s, "ru_4-4-7", "E8", "a")
    reveal_seen(s)
    assert s.works["ge-foxhole_2-1"].hidden
    places = set()
    for n in range(16):
        twin = s.clone()
        guess_works(twin, "russian", Dice(seed_from(str(n))))
        places.add(twin.works["ge-foxhole_2-1"].at)
        reveal_seen(twin)
        assert twin.works["ge-foxhole_2-1"].hidden
    assert len(places) > 1


def test_a_barrier_lies_between_two_hexes_and_other_works_in_a_location() -> None:
    """RV-BRV9.1a"""
    assert Work("b", "roadblock", "german", hexside("E6", "E5")).places == ("E5", "E6")
    assert Work("w", "wire", "german", "E5-1").places == ("E5-1",)
    assert Work("w", "wire", "german").places == ()
