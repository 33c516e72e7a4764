"""Bypass (chapters A4.3, A6.24): around a building, outside it."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.current_sight import sees
from sandtable.games.vengeance.rules.fire.declaration import plan
from sandtable.games.vengeance.rules.fire.first_fire import snap_plan
from sandtable.games.vengeance.rules.fire.kinds import FIRST_FIRE
from sandtable.games.vengeance.rules.fire.targets import reach
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import ask, battle, can, column, drive, drm, put


def test_cc_49_bypass() -> None:
    """RV-A4.3 Two hexsides for 1 MF, three for 2; no building TEM, and FFMO applies."""
    s = battle("MPh", E5="1.5")
    f = field_of(s)
    ways = {(w.to, w.sides): w.cost for w in f.ways_round("E4")}
    assert ways == {
        ("E5", "+1"): 1, ("E5", "+12"): 1, ("E5", "+123"): 2, ("E5", "-5"): 1, ("E5", "-54"): 1, ("E5", "-543"): 2
    }  # fmt: skip
    put(s, "ge_6-5-8", "E4", "a")
    put(s, "ru_4-4-7", "H5", "x")
    drive(s, ("move", "a"), ("bypass", "E5", "F5"))
    assert s.move is not None
    assert (s.units["a"].at, s.units["a"].bypass, s.move.spent) == ("E5", "+12", 1)
    shot = plan(s, ["x"], "E5", FIRST_FIRE, [])
    assert drm((*shot.drm, *shot.groups[0][1])) == -2
    assert column(shot) == 4


def test_bypass_goes_on() -> None:
    """RV-A4.3 A unit in bypass goes on over its hexsides, past its last corner, or into the building."""
    s = battle("MPh", E5="1.5")
    put(s, "ge_6-5-8", "E4", "a")
    drive(s, ("move", "a"), ("bypass", "E5", "F4"))
    options = ask(s).options
    assert {o[1] for o in options if o[0] == "to"} == {"E5", "F4", "F5"}
    assert ("stop",) not in options
    drive(s, ("to", "E5"))
    assert (s.units["a"].bypass, s.skirting) == ("", [])
    assert s.move is not None
    assert s.move.spent == 3


def test_bypass_along_a_front() -> None:
    """RV-A4.3, RV-B23.71 From the front of one hex of a building to the next; around a rowhouse bar for 1 MF more."""
    for side, cost in (("BUILDING", 1), ("BUILDING|ROWHOUSE", 2)):
        s = battle("MPh", sides={("E5", "F5"): side}, E5="1.5", F5="1.5")
        put(s, "ge_6-5-8", "E4", "a")
        assert can(s, "move", "a")
        drive(s, ("move", "a"), ("bypass", "E5", "F4"))
        assert s.move is not None
        spent = s.move.spent
        drive(s, ("bypass", "F5", "F4"))
        assert s.move is not None
        assert s.move.spent - spent == cost
        assert not any(w.to == "F5" and w.sides[0] == "-" for w in field_of(s).ways_round("E5", "+1"))


def test_what_cannot_be_bypassed() -> None:
    """RV-A4.3, RV-A6.20 Woods and rubble fill their hex; a factory too; the arms of a building close its sides."""
    s = battle("MPh", E5="WOODS", D4="RUBBLE_STONE", F4="1.5+G5", G5="1.5")
    f = field_of(s)
    assert {w.to for w in f.ways_round("E4")} == {"F4"}
    assert not any("2" in w.sides for w in f.ways_round("E4"))  # the way to G5 is built over


def test_no_bypass_without_mf_to_go_on() -> None:
    """RV-A4.3 Infantry goes into bypass only if it can go on from there."""
    s = battle("MPh", E5="1.5")
    put(s, "ge_6-5-8", "E4", "a")
    drive(s, ("move", "a"))
    assert s.move is not None
    s.move = replace(s.move, spent=3)
    assert not any(o[0] == "bypass" for o in ask(s).options)


def test_past_an_enemy_in_the_building() -> None:
    """RV-A4.14, RV-A6.23 A bypass never enters the obstacle: an enemy inside does not bar it, and fires point blank."""
    s = battle("MPh", E5="1.5")
    put(s, "ge_6-5-8", "E4", "a")
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ru_4-4-7", "E5-1", "above")
    drive(s, ("move", "a"))
    assert ("to", "E5") not in ask(s).options
    drive(s, ("bypass", "E5", "F5"))
    f = field_of(s)
    assert reach(s, f, "x", s.units["x"], "E5")
    assert not sees(s, f, "E5-1", "E5")
    shot = plan(s, ["x"], "E5", FIRST_FIRE, [])
    assert shot.fp == 12
    assert drm((*shot.drm, *shot.groups[0][1])) == -2


def test_aiming_points() -> None:
    """RV-A6.24, RV-A4.34 The firer chooses a corner; the building that is bypassed stands in the way like any other."""
    s = battle("MPh", E5="1.5")
    put(s, "ge_6-5-8", "E4", "a")
    f = field_of(s)
    drive(s, ("move", "a"), ("bypass", "E5", "F4"))  # along the north-eastern side
    assert f.los("B7", "E5").clear
    assert not sees(s, f, "B7", "E5")
    assert [f.los("B7", f"E5/{c}").blocked[1] for c in (1, 2)] == ["RV-A6.25", "RV-A6.25"]
    assert sees(s, f, "A5", "E5")  # past the northern wall of the house, though the other corner is hidden
    assert not f.los("A5", "E5/2").clear
    assert sees(s, f, "H5", "E5")
    assert f.los("H5", "E5/2").blocked == f.los("E5/2", "H5").blocked == ()


def test_broken_or_pinned_in_bypass() -> None:
    """RV-A4.32 It stays outside the building until it may enter it in the Rout or Advance Phase."""
    s = battle("RtPh", side="russian", E5="1.5")
    put(s, "ge_6-5-8", "E5", "a", bypass="+12", broken=True, dm=True)
    s.skirting.append("a")
    put(s, "ru_4-4-7", "H5", "x")
    drive(s, ("rout", "a"), ("to", "E5"))
    assert (s.units["a"].at, s.units["a"].bypass, s.skirting) == ("E5", "", [])
    s = battle("APh", E5="1.5")
    put(s, "ge_6-5-8", "E5", "a", bypass="+12")
    s.skirting.append("a")
    drive(s, ("advance", "a"))
    drive(s, ("advance", "a"), ("to", "E5"))
    assert s.units["a"].bypass == ""


def test_inside_and_outside_are_hit_apart() -> None:
    """RV-A6.24 Fire reaches only those whom the firer sees: the man behind the house is not hit with those in it."""
    s = battle("DFPh", E5="1.5")
    put(s, "ge_6-5-8", "E5", "in")
    put(s, "ge_6-5-8", "E5", "out", bypass="+1", pinned=True)
    s.skirting.append("out")
    put(s, "ru_4-4-7", "B7", "west")
    put(s, "ru_4-4-7", "H5", "east")
    assert [ids for ids, _ in plan(s, ["west"], "E5", "final fire", []).groups] == [("in",)]
    both = plan(s, ["east"], "E5", "final fire", [])
    assert {ids: drm((*both.drm, *mods)) for ids, mods in both.groups} == {("in",): 3, ("out",): 0}


def test_snap_shot() -> None:
    """RV-A8.15 At the hexside that was crossed: half FP, Normal Range, no cover of the hexes, no residual FP."""
    s = battle("MPh", E5="1.5", dice=[6, 5])
    put(s, "ge_6-5-8", "E4", "a")
    put(s, "ru_4-4-7", "G3", "x")
    put(s, "ru_4-4-7", "J4", "far")
    put(s, "ru_4-4-7", "E8", "behind")
    drive(s, ("move", "a"), ("to", "E5"))
    options = ask(s).options
    assert [o[1] for o in options if o[0] == "snap"] == ["x"]  # from behind the house nobody sees its front
    f = field_of(s)
    shot = snap_plan(s, f, "x")
    assert (shot.fp, drm(shot.drm), shot.groups) == (2.0, -1, ((("a",), ()),))
    drive(s, ("snap", "x"))
    assert (s.residual, s.units["x"].fired) == ({}, "first")
    assert not any(o[0] == "snap" for o in ask(s).options)


def test_snap_shot_over_a_wall() -> None:
    """RV-A8.15, RV-B9.1 Only the wall of the hexside covers; and FFMO counts as it does in the hex entered."""
    s = battle("MPh", sides={("E4", "E5"): "WALL"})
    put(s, "ge_6-5-8", "E4", "a")
    put(s, "ru_4-4-7", "G4", "x")
    drive(s, ("move", "a"), ("to", "E5"))
    shot = snap_plan(s, field_of(s), "x")
    assert [m[1] for m in shot.drm] == ["RV-B9.1", "RV-A8.1"]
    assert drm(shot.drm) == 1
    drive(s, ("pass",))
    drive(s, ("double",))
    assert s.move is not None
    assert s.move.crossing == ""
