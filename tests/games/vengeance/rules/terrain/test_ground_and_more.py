"""Terrain of the map, spraying fire, foxholes, encirclement, the Gestapo in the Rally Phase."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.line_cache import remember
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.play import end_phase
from sandtable.games.vengeance.rules.fire import declaration, firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.encirclement import loosen, note_hit, shut_in
from sandtable.games.vengeance.rules.fortifications.entrenchments import foxhole_room
from sandtable.games.vengeance.rules.morale.level import morale
from sandtable.games.vengeance.rules.movement.allowance import load as weight
from sandtable.games.vengeance.rules.rally.attempt import try_rally
from sandtable.games.vengeance.rules.rout.legal_steps import Flight, crawls, rout_mf
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    column,
    drive,
    drive_quiet,
    drm,
    lines,
    load,
    moving,
    planned,
    put,
    shoot,
    step_of,
    struck,
    whole_map,
)  # fmt: skip


def test_cc_12_spraying_fire() -> None:
    """RV-A7.34"""
    s = battle(dice=[3, 4])
    put(s, "ge_4-4-7", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    put(s, "ru_4-4-7", "E8", "x")
    put(s, "ru_4-4-7", "F7", "y")
    put(s, "ru_4-4-7", "H8", "far")
    decision = drive(s, ("fire", "a"), ("at", "E8"), ("join", "lmg"))
    assert decision is not None
    assert [o for o in decision.options if o[0] == "spray"] == [("spray", "F7")]
    plan = declaration.plan(s, ["a", "lmg"], "E8", fire_kinds.PREP_FIRE, [], True)
    assert (plan.fp, column(plan)) == (3.5, 2)
    drive(s, ("fire", "a"), ("at", "E8"), ("join", "lmg"), ("spray", "F7"))
    shots = struck(s)
    assert [shot["target"] for shot in shots] == ["E8", "F7"]
    assert shots[0]["dice"] == shots[1]["dice"]


def test_cc_20_foxhole() -> None:
    """RV-B27.1 The pack's mortar has +4 there; mortars are not in the program yet."""
    s = battle()
    put(s, "ge_6-5-8", "E3", "a")
    put(s, "ru_4-4-7", "E7", "x", dug=True)
    plan = planned(s, ["a"], "E7")
    assert drm(plan.drm) + drm(plan.groups[0][1]) == 2
    s.phase, s.side = "MPh", "russian"
    moving(s, "x")
    assert not any(m[2] == "moving in the open" for m in planned(s, ["a"], "E7").groups[0][1])


def test_moving_into_and_out_of_foxholes() -> None:
    """RV-B27.1"""
    s = battle("MPh", side="russian")
    s.foxholes["E6"] = 2
    put(s, "ru_4-4-7", "E5", "x")
    assert foxhole_room(s, "E6", [s.units["x"]])
    drive(s, ("move", "x"), ("to_cover", "E6"))
    assert s.move is not None
    assert s.move.spent == 2
    assert s.units["x"].dug
    assert not foxhole_room(s, "E6", [s.units["x"]])
    drive(s, ("to", "E7"))
    assert s.move.spent == 4
    assert not s.units["x"].dug


def test_entrenching() -> None:
    """RV-B27.11, RV-BRV3.2"""
    s = battle(side="russian", dice=[4, 2, 4, 3], G5="PAVED")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "G5", "b")
    options = ask(s).options
    assert ("entrench", "a") in options
    assert ("entrench", "b") not in options
    drive(s, ("entrench", "a"))
    assert s.foxholes == {"E5": 2}
    assert s.units["a"].dug
    assert s.units["a"].ti
    put(s, "ru_4-4-7", "E7", "c")
    drive(s, ("entrench", "c"))
    assert (s.units["c"].labor, s.units["c"].ti, s.units["c"].dug) == (-1, True, False)


def test_encirclement() -> None:
    """RV-A7.7"""
    s = battle()
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ge_4-4-7", "E7", "a")
    put(s, "ge_4-4-7", "E3", "b")
    note_hit(s, "E5", {"E7"})
    assert not s.units["x"].encircled
    note_hit(s, "E5", {"E3"})
    assert s.units["x"].encircled
    assert morale(s, s.units["x"]) == 6
    assert (1, "RV-A7.7", "encircled firer") in firepower.modifiers(s, ["x"], "E7", [], False)[0]
    assert crawls(Flight(s, replace(s.units["x"], broken=True))) == []
    s.side = "russian"
    loosen(s)
    assert s.units["x"].encircled
    s.side = "german"
    loosen(s)
    assert s.units["x"].encircled
    s.side = "russian"
    loosen(s)
    assert not s.units["x"].encircled
    for at in ("E4", "F4", "F5", "E6", "D5", "D4"):
        put(s, "ge_4-4-7", at, f"g{at}")
    shut_in(s)
    assert s.units["x"].encircled


def test_dropping_a_weapon() -> None:
    """RV-A4.432"""
    s = battle("MPh")
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_mmg", "a", "mmg")
    drive(s, ("move", "a"), ("drop", "a", "mmg"))
    assert (s.weapons["mmg"].holder, s.weapons["mmg"].at) == ("", "E5")
    assert ("recover", "a", "mmg") not in ask(s).options


def test_b_23_gestapo_precedence() -> None:
    """RV-BRV8.505, RV-BRV8.5"""
    s = battle("RPh")
    put(s, "ge_9-1", "E5", "good")
    put(s, "ge_7-0", "E5", "plain")
    put(s, "ge_gestapo_7+1", "E5", "police")
    put(s, "ge_4-4-7", "E5", "a", broken=True)
    s.step = "rally"
    assert ("done",) in ask(s).options  # the 9-1 may
    s.units["good"] = replace(s.units["good"], acted=True)
    assert list(ask(s).options) == [("rally", "a")]  # the 7+1 must
    load(s, 6, 3)
    drive(s, ("rally", "a"))
    assert lines(s, "rally")[0]["morale"] == 9
    assert not s.units["a"].broken


def test_gestapo_and_weapons() -> None:
    """RV-BRV8.504"""
    s = battle()
    put(s, "ge_gestapo_8-0", "E5", "g")
    arm(s, "ge_lmg", "g", "lmg")
    put(s, "ru_4-4-7", "E6", "x")
    assert (2, "RV-A21.1", "captured weapon") in planned(s, ["lmg"], "E6").drm


def test_broken_side_of_a_counter() -> None:
    """RV-A1.4"""
    s = battle()
    put(s, "ge_6-5-8", "E5", "a", broken=True)
    put(s, "ru_4-4-7", "E6", "x")
    assert not fire_kinds.can_fire(s.units["a"])
    assert morale(s, s.units["a"]) == components().units["ge_6-5-8"].broken_morale


def test_exact_firepower_and_sums() -> None:
    """RV-A.2, RV-A.5, RV-Z5"""
    s = battle("AFPh", E9="1.5")
    put(s, "ge_2-3-7", "E5", "a", pinned=True, cx=True)
    put(s, "ru_4-4-7", "E9", "x")
    plan = planned(s, ["a"], "E9")
    assert plan.fp == 0.25  # long range, advancing fire, pinned
    assert drm(plan.drm) == 3 + 1


def test_between_levels_of_a_building() -> None:
    """RV-B23.22"""
    s = battle(E5="1.5")
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_4-4-7", "E5-1", "x")
    plan = planned(s, ["a"], "E5-1")
    assert plan.fp == 12
    assert drm(plan.drm) == 3


def test_a_pinned_unit_is_no_longer_moving() -> None:
    """RV-A7.81"""
    s = battle("MPh", side="russian", dice=[2, 3, 3, 4, 6, 6])
    put(s, "ru_4-4-7", "E7", "x")
    put(s, "ge_6-5-8", "E4", "a")
    moving(s, "x", here=2)
    shoot(s, ["a"], "E7")
    assert s.units["x"].broken
    assert s.move is not None
    assert s.move.units == ()
    assert declaration.moving_targets(s) == []


def test_nobody_is_asked_without_a_choice() -> None:
    """RV-Z6"""
    s = battle("DFPh", side="russian")
    put(s, "ge_6-5-8", "E5", "a", broken=True)
    drive_quiet(s)
    assert s.step == "done"


# -- the map -----------------------------------------------------------------------------------------------------------


def test_hex_names_and_half_hexes() -> None:
    """RV-A2.2, RV-A2.3, RV-MAP13"""
    f = whole_map()
    assert f.ground.hexes["I6"].column == 9
    assert "B0" in f.steps
    assert f.ground.hexes["BB24"].place == "Brandenburg Gate"
    assert f.ground.hexes["X17"].place == "Reichstag"


def test_levels() -> None:
    """RV-A6.12, RV-B23.25, RV-MAP9, RV-B10.1"""
    f = whole_map()
    assert [f.level_of[at] for at in ("X17", "X17-1", "X17-2", "X17-roof", "X16-roof")] == [0, 2, 4, 5, 6]
    assert f.level_of["I6-roof"] == 3
    assert f.level_of["Q13"] == -2
    assert f.level_of["R20-bridge"] == 0
    assert f.level_of["J4-viaduct"] == 2


def test_terrain_chart() -> None:
    """RV-B.3, RV-B1.1, RV-B12.1, RV-B13.1, RV-B14.1, RV-B24.1, RV-O6.4, RV-BRV7, RV-BRV3.9"""
    terrain = components().terrain
    assert (terrain["OPEN"].cost, terrain["OPEN"].open_ground) == (1, True)
    assert (terrain["WOODS"].tem, terrain["WOODS"].cost, terrain["WOODS"].open_ground) == (1, 2, False)
    assert (terrain["BRUSH"].hindrance, terrain["BRUSH"].cost) == (1, 2)
    assert (terrain["ORCHARD"].hindrance, terrain["ORCHARD"].cost, terrain["ORCHARD"].tem) == (1, 1, 0)
    assert (terrain["RUBBLE_STONE"].tem, terrain["RUBBLE_STONE"].cost) == (3, 3)
    assert terrain["CELLAR"].tem == 3
    f = whole_map()
    assert f.place("G13").terrain == "RUBBLE_STONE"


def test_inherent_terrain() -> None:
    """RV-B.6 Rubble is met anywhere in its hex, a house only where its walls are."""
    s = battle(B2="RUBBLE_STONE")
    assert field_of(s).los("A3", "C3").blocked
    s = battle(B2="1.5")
    assert not field_of(s).los("A3", "C3").blocked


def test_debris_embankments_and_roads() -> None:
    """RV-O1.1, RV-O2.1, RV-B3.4, RV-BRV3.7, RV-BRV3.8, RV-MAP10"""
    f = whole_map()
    embankment = next(st for st in f.steps["E7"] if st.to == "F7")
    assert (embankment.cost, embankment.outer) == (3, ("EMBANKMENT",))  # debris 2, embankment 1
    assert next(st for st in f.steps["H6"] if st.to == "H7").road
    s = battle(sides={("E5", "E6"): "ROAD:x"}, E6="DEBRIS")
    step = next(st for st in field_of(s).steps["E5"] if st.to == "E6")
    assert (step.cost, step.road) == (2, False)


def test_fixed_points_of_the_map() -> None:
    """RV-BRV12.11, RV-BRV12.6, RV-BRV13.2, RV-BRV13.31, RV-BRV11.1, RV-BRV11.3, RV-BRV11.3a, RV-BRV6"""
    g = whole_map().ground
    assert {"G13", "H13", "H14"} <= set(g.buildings["H13"].hexes)
    assert g.hexes["G13"].building == ""  # rubble for all purposes but control
    assert g.hexes["G18"].base == "RUNWAY"
    assert g.hexes["A24"].base == g.hexes["MM24"].base == "BOULEVARD"
    gate = components().terrain["GATE"]
    assert (gate.tem, gate.cost, gate.rally, gate.conceal) == (1, 2, 0, True)
    for bridge in ("I9", "J9", "X10", "W11", "FF14", "FF15", "R20"):
        assert f"{bridge}-bridge" in whole_map().steps
    assert "P4" not in whole_map().steps
    assert "CLIFF" in g.side("S7", "S8")


def test_ss_and_elr() -> None:
    """RV-A25.1, RV-BRV8.3, RV-BRV8.1b"""
    units = components().units
    for type in units.values():
        if type.side == "german" and type.kind in ("squad", "hs"):
            assert type.broken_morale == type.morale + 1
    assert units["ge_6-5-8"].assault_fire
    assert not units["ge_4-3-6"].assault_fire
    assert components().elr["ru_6-2-8ae"] == 5
    assert components().elr["ru_6-2-8"] == 4
    assert scenario("train1").german.elr == "BRV8.1"


def test_no_kindling() -> None:
    """RV-BRV5 No option lets a unit set fire on purpose."""
    s = battle("PFPh", E5="1.5")
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_ft", "a", "ft")
    put(s, "ru_4-4-7", "E8", "x")
    assert not any("kindle" in str(o[0]) for o in ask(s).options)


def test_phases_shut_in_and_loosen() -> None:
    """RV-A7.7, RV-A3.8"""
    s = battle("APh", on="train1", side="russian")
    put(s, "ru_4-4-7", "F5", "a", encircled=2)
    s.side = "russian"
    s.phase = "CCPh"
    end_phase(s)
    assert not s.units["a"].encircled


def test_rally_needs_a_leader_who_has_time() -> None:
    """RV-A10.61"""
    s = battle("RPh", dice=[2, 2])
    put(s, "ge_8-1", "E5", "boss", acted=True)
    put(s, "ge_4-4-7", "E5", "a", broken=True)
    s.step = "rally"
    drive_quiet(s)
    assert step_of(s) == "rally_other"
    try_rally(s, "a", s.units["boss"], False)
    assert not s.units["a"].broken
    assert Move(("a",)).spent == 0


def test_dash() -> None:
    """RV-A4.63"""
    road = {(f"E{n}", f"E{n + 1}"): "ROAD:x" for n in range(1, 11)}
    s = battle("MPh", "russian", (), road, "", D5="1.5", F5="1.5", **{f"E{n}": "PAVED" for n in range(1, 12)})
    put(s, "ru_4-4-7", "D5", "x")
    put(s, "ge_6-5-8", "G4", "side")
    put(s, "ge_6-5-8", "E9", "along")
    assert ("dash", "E5") in ask_move(s)
    drive(s, ("move", "x"), ("dash", "E5"))
    assert planned(s, ["along"], "E5").fp == 6
    assert planned(s, ["side"], "E5").fp == 3
    drive(s, ("pass",))
    assert ("to", "F5") in ask(s).options
    assert {o[0] for o in ask(s).options} == {"to"}
    drive(s, ("to", "F5"))
    assert s.units["x"].at == "F5"


def ask_move(s: Battle) -> list[object]:
    twin = s.clone()
    twin.move = Move(("x",))
    return list(ask(twin).options)


def test_dismantling() -> None:
    """RV-A9.8"""
    s = battle()
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_mmg", "a", "mmg")
    put(s, "ru_4-4-7", "E8", "x")
    drive(s, ("dismantle", "mmg"))
    assert s.weapons["mmg"].dm
    assert weight(s, s.units["a"]) == 2
    assert ("fire", "mmg") not in ask(s).options
    assert ("fire", "a") in ask(s).options
    s.weapons["mmg"] = replace(s.weapons["mmg"], fired="")
    assert planned(s, ["mmg"], "E8").fp == 3  # as a LMG
    s = battle(side="russian")
    put(s, "ru_6-2-8", "E5", "a")
    arm(s, "ru_hmg50", "a", "gun", dm=True)
    put(s, "ge_4-4-7", "E8", "x")
    assert ("fire", "gun") not in ask(s).options


def test_sight_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """RV-A6.1 What is stored is what would be found; a broken file is made anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    area = frozenset({"I5", "I6", "I7", "H6", "J6", "J7"})
    fresh = Field(ground(), area)
    path = remember(fresh, "test")
    again = Field(ground(), area)
    assert remember(again, "test") == path
    for a in fresh.locations:
        for b in fresh.locations:
            assert again.los(a, b) == fresh.los(a, b)
    path.write_bytes(b"nonsense")
    assert remember(Field(ground(), area), "test") == path
    assert path.stat().st_size > 100


@pytest.mark.parametrize("wounded", [False, True])
def test_a_rout_into_a_pond_takes_all_mf(wounded: bool) -> None:
    """RV-A10.51, RV-A17.1 Six MF, or the three of a wounded man."""
    s = battle("RtPh", E6="POND")
    man = s.units[put(s, "ge_8-1", "E5", broken=True, dm=True, wounded=wounded)]
    assert dict(Flight(s, man).steps("E5"))["E6"] == rout_mf(man) == (3 if wounded else 6)
