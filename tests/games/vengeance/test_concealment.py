"""Concealment, hidden placement, dummies (chapter A12): how `?` is lost, gained, found and kept secret."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.field import field_of
from sandtable.games.vengeance.model import Attack, Battle, Melee, Move, Unit, Weapon
from sandtable.games.vengeance.play import end_phase
from sandtable.games.vengeance.rules import fire, fire_plan
from sandtable.games.vengeance.rules.concealment import acts_in_sight, gain, moves_in_sight, watched
from sandtable.games.vengeance.rules.counters import remove, vanish
from sandtable.games.vengeance.rules.covering import crew_may_hide, hide, show_what_is_seen
from sandtable.games.vengeance.rules.fire_targets import targets
from sandtable.games.vengeance.rules.losses import reduce
from sandtable.games.vengeance.rules.morale import morale_check, pin, pin_check
from sandtable.games.vengeance.rules.organizing import showings
from sandtable.games.vengeance.rules.rubble import collapse
from sandtable.games.vengeance.rules.stacking import halves, room_for
from sandtable.games.vengeance.rules.units import armed, enemies_at, is_mmc, veil
from sandtable.games.vengeance.rules.vehicles.under_fire import exposed_at
from sandtable.games.vengeance.rules.victory import update_control
from sandtable.games.vengeance.works import Labour
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    can,
    column,
    drive,
    drive_quiet,
    emplace,
    lines,
    load,
    moving,
    planned,
    put,
    shoot,
    vehicle,
)
from tests.games.vengeance.watching import told

# -- cases -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("under", [False, True])
def test_cc_51_into_a_hidden_squad(under: bool) -> None:
    """RV-A12.15, RV-A12.2, RV-Z3"""
    s = battle("MPh", side="russian", E5="1.5")
    put(s, "ru_4-4-7", "E4", "a")
    put(s, "ge_4-4-7", "E5", "x", hidden=True)
    shown = s.secrets_shown
    drive(s, ("move", "a"), ("to", "E5"))
    decision = ask(s)
    assert decision.seat == "german"
    assert decision.options == [("show", "x"), ("place_under", "x")]
    assert s.secrets_shown > shown
    drive(s, ("place_under" if under else "show", "x"))
    assert s.units["a"].at == "E4"
    assert s.units["x"].concealed is under
    assert not s.units["x"].hidden
    decision = ask(s)
    assert (decision.seat, decision.ask) == ("german", "first_fire")
    plan = planned(s, ["x"], "E4")
    assert plan.fp == 8  # PBF
    assert {m[2] for m in plan.drm} == {"no assault movement"}
    assert [m[2] for m in plan.groups[0][1]] == ["moving in the open"]
    drive(s, ("pass",))
    assert s.move is None
    assert s.units["a"].moved


def test_cc_52_search() -> None:
    """RV-A12.152, RV-A4.8"""
    s = battle("MPh", side="russian", dice=[4])
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ru_9-1", "E5", "lead")
    for at in ("E4", "E6", "D5"):
        put(s, "ge_dummy", at, f"dummy {at}", concealed=True)
    put(s, "ge_4-4-7", "F5", "x", hidden=True)
    drive(s, ("move", "a"), ("with", "lead"))
    decision = ask(s)
    assert ("search",) in decision.options
    drive(s, ("search",), ("search_at", "E4"), ("search_at", "E6"), ("search_at", "D5"))
    assert lines(s, "search")[0]["final"] == 2
    assert lines(s, "search")[0]["number"] == 4


def test_cc_52_what_a_search_reveals() -> None:
    """RV-A12.152, RV-A12.11 The searched places show all; the searchers are TI; an armed enemy may cost men."""
    s = battle("MPh", side="russian", dice=[4, 6], E4="1.5")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ru_9-1", "E5", "lead")
    put(s, "ge_dummy", "E4", "dummy", concealed=True)
    put(s, "ge_4-4-7", "F5", "x", hidden=True)
    put(s, "ge_8-1", "E6", "y", concealed=True)
    drive(
        s, ("move", "a"), ("with", "lead"), ("search",),
        ("search_at", "E4"), ("search_at", "F5"), ("search_at", "D4"), ("search_at", "D5"),
    )  # fmt: skip
    assert "dummy" not in s.units
    assert not s.units["x"].hidden
    assert not s.units["x"].concealed
    assert s.units["y"].concealed
    assert s.units["a"].ti
    assert lines(s, "search_casualties")[0]["final"] == 4
    assert s.move is not None
    assert s.move.spent == 1


def test_search_casualties() -> None:
    """RV-A12.152 A Final dr of 1 or less costs the searchers men."""
    s = battle("MPh", side="russian", dice=[1, 2])
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "F5", "x", hidden=True)
    drive(s, ("move", "a"), ("search",), *(("search_at", at) for at in ("F5", "E4", "E6", "D4", "D5")))
    assert halves(s.units["a"]) == 1


@pytest.mark.parametrize(("seen", "concealed"), [(True, False), (False, True)])
def test_cc_53_gain(seen: bool, concealed: bool) -> None:
    """RV-A12.12, RV-A12.5"""
    s = battle("CCPh", side="russian", dice=[6], E5="1.5", E7="OPEN" if seen else "2.5")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E10", "x")
    gain(s)
    assert s.units["a"].concealed is concealed


# -- gain ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "concealed"), [(5, True), (6, False)])
def test_gain_in_the_open_by_a_die(die: int, concealed: bool) -> None:
    """RV-A12.12 Out of every enemy's LOS in other terrain: a Final dr of 5 or less for the stack."""
    s = battle("CCPh", side="german", dice=[die])
    put(s, "ge_6-5-8", "E5", "a")
    gain(s)
    assert s.units["a"].concealed is concealed
    assert lines(s, "concealment_roll")[0]["final"] == die


def test_gain_drm() -> None:
    """RV-A12.12, RV-A11.17 Leadership, CX and Lax."""
    s = battle("CCPh", side="russian", dice=[5])
    put(s, "ru_4-2-6", "E5", "a", cx=True)
    put(s, "ru_9-1", "E5", "lead")
    gain(s)
    assert [m[0] for m in lines(s, "concealment_roll")[0]["modifiers"]] == [-1, 1, 1]


def test_who_gains_nothing() -> None:
    """RV-A12.12 Broken, TI and berserk units, and whoever carries the Red Banner."""
    s = battle("CCPh", side="russian", E5="1.5")
    put(s, "ru_4-4-7", "E5", "broken", broken=True)
    put(s, "ru_4-4-7", "E5", "ti", ti=True)
    put(s, "ru_4-4-7", "E5", "berserk", berserk=True)
    put(s, "ru_4-4-7", "E5", "well")
    gain(s)
    assert [id for id, unit in s.units.items() if unit.concealed] == ["well"]


def test_hidden_enemies_and_dummies_do_not_hinder_gain() -> None:
    """RV-A12.12, RV-A12.11 Only those who show themselves, and dummies have no eyes."""
    s = battle("CCPh", side="german", E5="1.5")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E7", "x", hidden=True)
    put(s, "ru_dummy", "E8", "dummy", concealed=True)
    assert not watched(s, "E5", "german")
    gain(s)
    assert s.units["a"].concealed


def test_gain_comes_with_the_end_of_close_combat() -> None:
    """RV-A3.8, RV-A12.12 Before TI goes, so that who is TI gains nothing."""
    s = battle("CCPh", side="german", on="train1")
    s.turn, s.step = 1, "done"
    put(s, "ge_4-4-7", "I6", "a")
    put(s, "ge_4-4-7", "I7", "b", ti=True)
    end_phase(s)
    assert (s.units["a"].concealed, s.units["b"].concealed, s.units["b"].ti) == (True, False, False)


# -- loss ------------------------------------------------------------------------------------------------------------


def watchers(phase: str = "MPh", e6: str = "OPEN", e7: str = "OPEN") -> Battle:
    """A concealed Russian at E5 under the eyes of a German at E8."""
    s = battle(phase, side="russian", E6=e6, E7=e7)
    put(s, "ru_4-4-7", "E5", "a", concealed=True)
    put(s, "ge_4-4-7", "E8", "x")
    return s


def test_fire_costs_concealment() -> None:
    """RV-A12.13 Who fires in sight is shown, the others of its stack are not."""
    s = watchers("PFPh")
    put(s, "ru_4-4-7", "E5", "b", concealed=True)
    load(s, 6, 5)
    shoot(s, ["a"], "E8")
    assert (s.units["a"].concealed, s.units["b"].concealed) == (False, True)


def test_fire_that_nobody_sees_keeps_it() -> None:
    """RV-A12.13, RV-A12.2 Only a broken enemy looks on: the Location is known, the firer is not; HIP is lost."""
    s = battle("PFPh", side="russian", dice=[6, 5])
    put(s, "ru_4-4-7", "E5", "a", hidden=True)
    put(s, "ge_4-4-7", "E8", "x", broken=True)
    shoot(s, ["a"], "E8")
    assert (s.units["a"].hidden, s.units["a"].concealed) == (False, True)
    assert lines(s, "fire")[0]["firers"] == ()


@pytest.mark.parametrize(("verb", "terrain", "kept"), [
    ("to", "OPEN", False), ("assault", "OPEN", False), ("assault", "1.5", True), ("to", "1.5", False),
])  # fmt: skip
def test_movement_costs_concealment(verb: str, terrain: str, kept: bool) -> None:
    """RV-A12.13, RV-A4.6 Only assault movement into Concealment Terrain keeps `?` under enemy eyes."""
    s = watchers(e6=terrain)
    drive(s, ("move", "a"), (verb, "E6"))
    assert s.units["a"].concealed is kept
    told = [line for line in s.journal.lines if line.event == "moves"]
    assert told[0].seen_by == ("russian",)
    assert [line.facts["to"] for line in s.journal.lines if line.event == "unknown_moves"] == ["E6"]


def test_movement_out_of_sight_keeps_it() -> None:
    """RV-A12.13 More than 16 hexes away, or behind a house, nobody sees it."""
    s = watchers(e7="2.5")
    drive(s, ("move", "a"), ("to", "E4"))
    assert s.units["a"].concealed


def test_part_of_a_stack_stays_behind() -> None:
    """RV-A12.14, RV-A12.11 What is left behind keeps its `?`; a dummy that would be shown is removed."""
    s = watchers()
    put(s, "ru_dummy", "E5", "dummy", concealed=True)
    put(s, "ru_8-0", "E5", "lead", concealed=True)
    drive(s, ("move", "a"), ("with", "dummy"), ("with", "lead"), ("leave", "lead"), ("to", "E6"))
    assert "dummy" not in s.units
    assert not s.units["a"].concealed
    assert s.units["lead"].concealed


def test_tasks_in_sight_cost_it() -> None:
    """RV-A12.13 Labor, recovery, placement, smoke, entrenching."""
    s = watchers("PFPh")
    load(s, 6, 6)
    drive(s, ("entrench", "a"))
    assert not s.units["a"].concealed
    s = watchers(e7="2.5")
    acts_in_sight(s, ["a"])
    assert s.units["a"].concealed


def test_a_hidden_unit_that_moves_is_placed() -> None:
    """RV-A12.2 Under `?` if nobody sees it, Known if somebody does."""
    s = watchers(e7="2.5")
    put(s, "ru_4-4-7", "E4", "b", hidden=True)
    moves_in_sight(s, ["b"], quietly=False)
    assert (s.units["b"].hidden, s.units["b"].concealed) == (False, True)


def test_checks() -> None:
    """RV-A12.13 A MC shows a unit, a PTC only if it pins."""
    s = watchers("DFPh")
    load(s, 1, 2)
    pin_check(s, "a")
    assert s.units["a"].concealed
    assert [line.seen_by for line in s.journal.lines if line.event == "pin_check"] == [("russian",)]
    load(s, 2, 3)
    morale_check(s, "a", 0, "RV-A7.6")
    assert not s.units["a"].concealed


# -- under fire ------------------------------------------------------------------------------------------------------


def test_dummies_under_fire() -> None:
    """RV-A12.11, RV-A12.1 A NMC or more makes them vanish, less does not; nobody is told what they are."""
    s = battle(side="german", dice=[5, 6])
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ru_dummy", "E6", "dummy", concealed=True)
    assert targets(s, "german") == ["E6"]
    shoot(s, ["a"], "E6")
    assert "dummy" in s.units
    assert lines(s, "fire")[0]["units"] == ()
    s.units["a"] = Unit("a", "ge_8-3-8", "german", "E5")
    load(s, 1, 2)
    shoot(s, ["a"], "E6")
    assert "dummy" not in s.units
    assert s.cvp == {}


def test_hidden_units_under_fire() -> None:
    """RV-A12.2 They are no target by themselves; an effect on their Location finds them."""
    s = battle(side="german", dice=[2, 4, 1, 1])
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ru_4-4-7", "E6", "hid", hidden=True)
    assert targets(s, "german") == []
    assert not enemies_at(s, "E6", "german")
    put(s, "ru_dummy", "E6", "dummy", concealed=True)
    assert targets(s, "german") == ["E6"]
    plan = planned(s, ["a"], "E6")
    assert plan.fp == 8  # doubled and halved
    assert column(plan) == 8


def test_known_and_unknown_units_in_one_location() -> None:
    """RV-A12.1 The fire hits the Known ones in full and those under `?` with half its FP."""
    s = battle(side="german", dice=[3, 5, 2, 2, 2, 2])
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ru_4-4-7", "E6", "known")
    put(s, "ru_4-4-7", "E6", "covered", concealed=True)
    plan = planned(s, ["a"], "E6")
    assert plan.fp == 16
    assert [ids for ids, _ in plan.groups] == [("known",), ("covered",)]
    shoot(s, ["a"], "E6")
    assert [line["column"] for line in lines(s, "fire")] == [16, 8]
    assert [line["units"] for line in lines(s, "fire")] == [("known",), ()]


def test_what_the_enemy_cannot_add_up() -> None:
    """RV-A12.1, RV-A22.1 That somebody under `?` carries a flamethrower is not told by the odds."""
    s = battle(side="german")
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ru_4-4-7", "E7", "x", concealed=True)
    arm(s, "ru_ft", "x", "ft")
    plan = planned(s, ["a"], "E7")
    assert [m[1] for m in plan.groups[0][1]] == ["RV-A22.1"]
    assert "RV-A22.1" not in [m[1] for m in fire_plan.odds(s, plan).modifiers]


def test_first_fire_at_a_moving_stack_under_a_cover() -> None:
    """RV-A12.1, RV-A7.4 Only the units that move count."""
    s = battle("MPh", side="russian", E6="1.5")
    put(s, "ru_4-4-7", "E6", "a", concealed=True)
    put(s, "ru_4-4-7", "E6", "known")
    put(s, "ge_4-4-7", "E8", "x")
    moving(s, "a", mode="assault")
    assert fire.is_area_target(s, "E6", "german")
    assert planned(s, ["x"], "E6").fp == 2


# -- dummies ---------------------------------------------------------------------------------------------------------


def test_what_a_dummy_is() -> None:
    """RV-A12.11 It moves like a squad without a leader's help, is no MMC, unarmed, and takes no room."""
    s = battle("MPh", side="russian")
    put(s, "ru_dummy", "E5", "dummy", concealed=True)
    put(s, "ru_8-0", "E5", "lead", concealed=True)
    dummy = s.units["dummy"]
    assert not is_mmc(dummy)
    assert not armed(s, dummy)
    assert halves(dummy) == 0
    assert room_for(s, field_of(s), "E5", "russian", [dummy])
    decision = drive(s, ("move", "dummy"), ("with", "lead")) or ask(s)
    assert decision.about == ("dummy", 4)


def test_enemies_walk_through_dummies() -> None:
    """RV-A12.11, RV-A12.15 Only dummies: they are removed and the mover goes on."""
    s = battle("MPh", side="russian", E6="1.5")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_dummy", "E6", "dummy", concealed=True)
    drive(s, ("move", "a"), ("to", "E6"))
    assert "dummy" not in s.units
    assert s.units["a"].at == "E6"


def test_dummies_run_into_nobody() -> None:
    """RV-A12.11 Dummies alone that run into unknown enemies are removed, and show nobody."""
    s = battle("MPh", side="russian", E6="1.5")
    put(s, "ru_dummy", "E5", "dummy", concealed=True)
    put(s, "ge_4-4-7", "E6", "x", hidden=True)
    put(s, "ru_4-4-7", "A1", "far")
    drive(s, ("move", "dummy"), ("to", "E6"))
    ask(s)
    assert "dummy" not in s.units
    assert s.units["x"].hidden


def test_dummies_neither_control_nor_count() -> None:
    """RV-A12.11, RV-A26.1"""
    s = battle("CCPh", on="train1")
    put(s, "ru_dummy", "I6", "dummy", concealed=True)
    update_control(s)
    assert s.control == {}


def test_dummies_do_not_block_an_advance() -> None:
    """RV-A12.11, RV-A12.15 Whoever advances into a dummy's Location finds it empty."""
    s = battle("APh", side="russian", E6="1.5")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_dummy", "E6", "dummy", concealed=True)
    ask(s)
    drive(s, ("advance", "a"), ("to", "E6"))
    assert "dummy" not in s.units
    assert s.units["a"].at == "E6"


# -- detection -------------------------------------------------------------------------------------------------------


def test_the_owner_chooses_whom_he_shows() -> None:
    """RV-A12.15, RV-Z3 At least one real unit; dummies there are removed; then as many as he likes."""
    s = battle("MPh", side="russian", E5="1.5")
    put(s, "ru_4-4-7", "E4", "a")
    put(s, "ge_4-4-7", "E5", "x", concealed=True)
    put(s, "ge_8-1", "E5", "y", concealed=True)
    put(s, "ge_dummy", "E5", "dummy", concealed=True)
    drive(s, ("move", "a"), ("to", "E5"))
    assert ask(s).options == [("show", "x"), ("show", "y")]
    decision = drive(s, ("show", "y"))
    assert decision is not None
    assert decision.options == [("show", "x"), ("done",)]
    assert "dummy" not in s.units
    assert s.units["x"].concealed
    assert not s.units["y"].concealed


def test_from_off_the_map_it_stays_off() -> None:
    """RV-A12.15, RV-A2.5 Who enters the map into unknown enemies stays where he came from."""
    s = battle("MPh", side="russian", E5="1.5")
    put(s, "ru_4-4-7", "E4", "a")
    s.at.clear()
    s.units["a"] = Unit("a", "ru_4-4-7", "russian")
    put(s, "ge_4-4-7", "E5", "x", hidden=True)
    s.move = Move(("a",), bumped="E5", cost=2)
    drive(s, ("show", "x"))
    assert s.move is None
    assert s.units["a"].at == ""
    assert s.units["a"].moved


def test_nobody_is_sent_back_in_the_advance_phase() -> None:
    """RV-A12.15, RV-A11.18 Close combat follows, with an ambush roll because somebody is concealed."""
    s = battle("APh", side="russian")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E6", "x", hidden=True)
    ask(s)
    drive(s, ("advance", "a"), ("to", "E6"))
    assert s.units["a"].at == "E6"
    assert (s.units["x"].hidden, s.units["x"].concealed) == (False, True)
    s.phase, s.step = "CCPh", ""
    load(s, 3, 3)
    ask(s)
    assert [line["side"] for line in lines(s, "ambush_roll")] == ["russian", "german"]


def test_an_advance_into_the_open_is_seen() -> None:
    """RV-A12.13 Into Concealment Terrain it is not."""
    for terrain, kept in (("OPEN", False), ("1.5", True)):
        s = watchers("APh", e6=terrain)
        ask(s)
        drive(s, ("advance", "a"), ("to", "E6"))
        assert s.units["a"].concealed is kept


def test_a_rout_stops_before_hidden_enemies() -> None:
    """RV-A12.15 They are placed under `?`, and the routing unit goes no farther."""
    s = battle("RtPh", side="russian", E5="1.5", E6="1.5+E5")
    put(s, "ru_4-4-7", "E5", "a", broken=True, dm=True)
    put(s, "ge_4-4-7", "E4", "x")
    put(s, "ge_4-4-7", "E6", "hid", hidden=True)
    drive(s, ("done",), ("rout", "a"), ("to", "E6"))
    assert s.units["hid"].concealed
    assert "a" not in s.units or s.units["a"].at == "E5"


# -- mopping up ------------------------------------------------------------------------------------------------------


def test_mopping_up() -> None:
    """RV-A12.153, RV-A4.8, RV-A20.3 A squad shows all in its building hex; broken enemies in our house are lost."""
    s = battle("MPh", side="russian", on="train1")
    put(s, "ru_4-4-7", "I6", "a")
    put(s, "ge_4-4-7", "I6-1", "hid", hidden=True)
    put(s, "ge_4-4-7", "I6-cellar", "broken", broken=True)
    assert can(s.clone(), "move", "a")
    house = field_of(s).ground.buildings["I6"]
    for hex in house.hexes:
        for at in field_of(s).ground.of_hex[hex]:
            s.control[at] = "russian"
    drive(s, ("move", "a"), ("mop_up", "a"))
    assert not s.units["hid"].hidden
    assert s.units["a"].ti
    assert s.move is None
    assert "broken" in s.units  # the house is not ours while somebody unbroken is in it
    drive_on = s.clone()
    drive_on.units["a"] = Unit("a", "ru_4-4-7", "russian", "I6")
    del drive_on.units["hid"], drive_on.at["I6-1"]
    drive(drive_on, ("move", "a"), ("mop_up", "a"))
    assert "broken" not in drive_on.units


# -- hidden placement ------------------------------------------------------------------------------------------------


def test_voluntary_showing() -> None:
    """RV-A12.13, RV-A12.2 At any time of one's own will; in the own Rally Phase a hidden unit may go under `?`."""
    s = battle("RPh", side="german")
    s.step = "organize"
    put(s, "ge_4-4-7", "E5", "a", concealed=True)
    put(s, "ge_4-4-7", "E6", "b", hidden=True)
    put(s, "ge_dummy", "E7", "dummy", concealed=True)
    assert showings(s, "german") == [("show", "a"), ("show", "b"), ("place_under", "b")]
    drive(s, ("place_under", "b"), ("show", "a"))
    assert (s.units["b"].hidden, s.units["b"].concealed) == (False, True)
    assert not s.units["a"].concealed


# -- close combat ----------------------------------------------------------------------------------------------------


def brawl(*dice: int) -> Battle:
    """A Russian squad has advanced upon concealed Germans."""
    s = battle("CCPh", side="russian", dice=dice, E5="1.5")
    put(s, "ru_4-4-7", "E5", "a")
    put(s, "ge_4-4-7", "E5", "x", concealed=True)
    put(s, "ge_8-1", "E5", "y", concealed=True)
    s.melee = Melee("E5", "first")
    return s


def test_concealed_units_in_close_combat() -> None:
    """RV-A11.19, RV-A11.11 An attack on `?` is an attack on all that is under it, at half FP; then they are shown."""
    s = brawl(6, 5)
    cover = veil("german", "E5")
    decision = ask(s)
    assert ("attack", "a", cover) in decision.options
    assert not any("x" in option or "y" in option for option in decision.options)
    drive(s, ("attack", "a", cover), ("done",))
    drive_quiet(s)
    fight = lines(s, "close_combat")[0]
    assert fight["units"] == ("x", "y")
    assert fight["kill"] == 3  # 2 against 5 is 1-4
    assert not s.units["x"].concealed


def test_whoever_attacks_is_shown() -> None:
    """RV-A11.19 And is in Melee; the others stay concealed and out of it."""
    s = brawl(6, 6)
    drive(s, ("done",))
    drive(s, ("attack", "x", "a"), ("set",))
    assert not s.units["x"].concealed
    assert s.units["y"].concealed


def test_a_concealed_side_that_keeps_still_is_in_no_melee() -> None:
    """RV-A11.19, RV-A11.15"""
    s = brawl()
    drive(s, ("done",), ("done",))
    drive_quiet(s)
    assert s.melee is None
    assert not s.units["a"].melee
    assert s.units["x"].concealed


# -- what is told ----------------------------------------------------------------------------------------------------


def table_of(s: Battle, seat: str) -> str:
    view = GAME.sight(s, seat)
    return str(view) + str(GAME.table(view))


def test_the_enemy_sees_covers_only() -> None:
    """RV-A12.1, RV-A.12, RV-Z6 One `?` for a stack, nothing of hidden units; their owner sees all."""
    s = battle("MPh", side="russian", on="train1")
    put(s, "ge_6-5-8", "I6", "ge-1", concealed=True)
    put(s, "ge_8-1", "I6", "ge-leader-1", concealed=True)
    put(s, "ge_4-4-7", "I7", "ge-2", hidden=True)
    put(s, "ge_dummy", "I5", "ge-dummy-1", concealed=True)
    arm(s, "ge_lmg", "ge-1", "ge-lmg-1")
    for seat in ("russian", ""):
        view = GAME.sight(s, seat)
        assert sorted(view.units) == ["ge-unknown-I5", "ge-unknown-I6"]
        assert view.weapons == {}
        assert {u.type for u in view.units.values()} == {"ge_unknown_men"}
        text = table_of(s, seat)
        assert not any(secret in text for secret in ("ge-1", "ge-leader-1", "ge-lmg-1", "ge-2", "ge-dummy-1"))
        assert [(p.back, p.values) for p in GAME.table(view).pieces] == [(True, {}), (True, {})]
    own = GAME.sight(s, "german")
    assert set(own.units) == {"ge-1", "ge-leader-1", "ge-2", "ge-dummy-1"}
    badges = {p.id: [b.text for b in p.badges] for p in GAME.table(own).pieces}
    assert badges["ge-1"] == ["?"]
    assert badges["ge-2"] == ["HIP"]
    assert badges["ge-dummy-1"] == ["D"]


def test_the_mover_is_a_cover() -> None:
    """RV-A12.1 Who moves under `?`, with how much, is not told."""
    s = battle("MPh", side="russian", on="train1")
    put(s, "ru_6-2-8", "F5", "ru-1", concealed=True)
    moving(s, "ru-1", spent=3, here=2)
    view = GAME.sight(s, "german")
    assert view.move is not None
    assert (view.move.units, view.move.spent) == (("ru-unknown-F5",), 0)


def test_a_seat_imagines_others_under_the_covers() -> None:
    """RV-A.12 Types and weapons are exchanged among unknown counters, and hidden units lie elsewhere."""
    s = battle("MPh", side="russian", on="train2")
    put(s, "ru_4-5-8", "HH10", "ru-1", concealed=True)
    put(s, "ru_dummy", "GG10", "ru-dummy-1", concealed=True)
    put(s, "ru_4-4-7", "KK10", "ru-2", hidden=True)
    before = GAME.sight(s, "german")
    seen, lairs = set(), set()
    for n in range(20):
        twin = s.clone()
        GAME.guess(twin, "german", Dice(seed_from(n)))
        assert GAME.sight(twin, "german") == before
        assert GAME.invariants(twin) == []
        seen.add(twin.units["ru-1"].type)
        lairs.add(twin.units["ru-2"].at)
    assert {"ru_4-5-8", "ru_dummy"} <= seen
    assert len(lairs) > 3


def test_nobody_is_imagined_where_a_house_came_down() -> None:
    """RV-A12.2, RV-B24.11"""
    s = battle("MPh", side="russian", on="train1", dice=[6] * 40)
    put(s, "ge_4-4-7", "I6", "ge-1", hidden=True)
    for hex in ("G9", "G10", "I5"):
        collapse(s, hex)
    for n in range(20):
        twin = s.clone()
        GAME.guess(twin, "russian", Dice(seed_from(n)))
        assert twin.units["ge-1"].at in field_of(s).steps


def test_a_dummy_that_would_be_pinned_or_reduced_is_removed() -> None:
    """RV-A12.14, RV-A4.134 A minimum move ends pinned, and nobody is there."""
    for pinned in (True, False):
        s = battle("MPh", side="german")
        put(s, "ge_dummy", "E5", "x", concealed=True)
        moving(s, "x")
        if pinned:
            pin(s, "x")
        else:
            reduce(s, "x", "RV-A7.302")
        assert s.units == {}
        assert s.move is not None
        assert s.move.units == ()


def test_nobody_learns_by_silence() -> None:
    """RV-Z6, RV-A.12 A `?` that sees the mover makes the DEFENDER be asked even if a dummy is under it."""
    for type, options in (("ge_dummy", [("pass",)]), ("ge_4-4-7", [("fire", "x"), ("snap", "x"), ("pass",)])):
        s = battle("MPh", side="russian")
        put(s, "ru_4-4-7", "E5", "a")
        put(s, type, "E7", "x", concealed=True)
        drive(s, ("move", "a"), ("to", "E6"))
        decision = ask(s)
        assert (decision.seat, decision.rule) == ("german", "RV-A8.1")
        assert decision.options == options


def test_nobody_learns_by_silence_of_a_snap_shot() -> None:
    """RV-A8.15, RV-A.12 A `?` that sees only the hexside that was crossed makes the DEFENDER be asked as well."""
    for type in ("ge_dummy", "ge_6-5-8"):
        s = battle("MPh", side="russian", E5="1.5")
        put(s, "ru_4-4-7", "E4", "a")
        put(s, type, "G3", "x", concealed=True)
        drive(s, ("move", "a"), ("to", "E5"))
        assert (ask(s).seat, ask(s).ask) == ("german", "first_fire")


def test_nobody_learns_by_silence_of_a_party_leader() -> None:
    """RV-A10.63, RV-A.12 Broken men with a party leader under `?` may not rally by themselves; yet they are asked."""
    for concealed in (False, True):
        s = battle("RPh", side="german")
        s.step = "self_rally"
        put(s, "ge_4-4-7", "E5", "a", broken=True)
        put(s, "ge_party_9-0", "E5", "chief", concealed=concealed)
        assert (ask(s).ask == "self_rally") is concealed
        if concealed:
            assert ask(s).options == [("done",)]


def test_the_crew_of_a_tank_watches() -> None:
    """RV-A12.13 A Good Order vehicle is a ground unit that sees who fires; an abandoned one sees nothing."""
    for abandoned in (False, True):
        s = battle("PFPh", side="german", dice=[6])
        put(s, "ge_4-4-7", "E5", "a", concealed=True)
        vehicle(s, "ru_t34_85", "E6", "tank", abandoned=abandoned)
        s.fausts["german"] = 1
        assert watched(s, "E5", "german") is not abandoned
        if not abandoned:
            drive(s, ("faust", "a", "tank"))
            assert not s.units["a"].concealed


def test_who_tried_a_panzerfaust_stays_what_he_is() -> None:
    """RV-A.12, RV-C13.3 The journal has named him, seen or not; so nothing else is imagined in his place."""
    s = battle("MPh", side="russian", on="train2")
    put(s, "ge_4-4-7", "HH10", "ge-1", concealed=True, fausts=1)
    put(s, "ge_dummy", "GG10", "ge-dummy-1", concealed=True)
    put(s, "ge_4-3-6", "KK10", "ge-2", concealed=True)
    arm(s, "ge_lmg", "ge-1")
    for n in range(20):
        twin = s.clone()
        GAME.guess(twin, "russian", Dice(seed_from(n)))
        assert twin.units["ge-1"].type == "ge_4-4-7"
        assert twin.weapons["ge_lmg"].holder == "ge-1"


def test_nobody_unknown_is_named_by_what_he_tried() -> None:
    """RV-A.12 Recovery, repair, Reaction Fire, directed fire, labours and close combat name only Known units."""
    s = battle("MPh", side="russian")
    for id, marks in (("x", {"concealed": True}), ("y", {"hidden": True}), ("z", {})):
        put(s, "ge_4-4-7", "E7", id, **marks)
    put(s, "ru_4-4-7", "E5", "a")
    all_three = ("x", "y", "z")
    s.weapons["lmg"] = Weapon("lmg", "ge_lmg", "german", at="E7", tried=all_three)
    emplace(s, "ge_75_pak40", "E7", "", id="gun", tried=all_three)
    vehicle(s, "ru_t34_85", "E5", "tank", reacted=all_three)
    s.directing["z"] = all_three
    s.engaged += all_three
    s.labours += [Labour(id, "clear", "E7") for id in all_three]
    assert not told(s)
    view = GAME.sight(s, "russian")
    named = (view.weapons["lmg"].tried, view.guns["gun"].tried, view.vehicles["tank"].reacted, view.directing["z"])
    assert named == (("z",),) * 4
    assert GAME.sight(s, "german").weapons["lmg"].tried == all_three


def test_a_concealed_unit_that_gets_on_a_vehicle_is_not_named() -> None:
    """RV-A.12, RV-D6.1"""
    s = battle("MPh", side="german")
    put(s, "ge_4-4-7", "E5", "a", concealed=True)
    put(s, "ru_4-4-7", "E9", "x")
    vehicle(s, "ge_spw251_1", "E5", "spw")
    moving(s, "a")
    assert s.move is not None
    s.move = replace(s.move, boarding=("a", "spw"))
    assert told(s) == []
    own = GAME.sight(s, "german").move
    assert own is not None
    assert own.boarding == ("a", "spw")


def test_secret_control() -> None:
    """RV-A26.1, RV-A.12 What concealed men take only their side knows; a `?` denies a house as if it were armed."""
    s = battle("CCPh", on="train1")
    put(s, "ru_4-4-7", "I6", "a", concealed=True)
    update_control(s)
    assert s.control["I6"] == "russian"
    assert "I6" not in GAME.sight(s, "german").control
    assert GAME.sight(s, "russian").control["I6"] == "russian"
    s.units["a"] = Unit("a", "ru_4-4-7", "russian", "I6")
    put(s, "ge_4-4-7", "I7", "x", hidden=True)
    update_control(s)
    assert s.control["I7"] == "german"
    assert GAME.sight(s, "german").control["I7"] == "german"
    assert GAME.sight(s, "russian").control["I7"] == "russian"  # hidden men deny nothing that both can see
    s.units["x"] = Unit("x", "ge_4-4-7", "german", "I7", concealed=True)
    s.open_control.clear()
    update_control(s)
    assert "I7" not in GAME.sight(s, "russian").control


def test_what_was_taken_secretly_is_lost_openly() -> None:
    """RV-A26.1, RV-A.12 Who sees his house taken knows it; what the enemy takes under a `?` he does not."""
    s = battle("CCPh", on="train1")
    put(s, "ge_4-4-7", "I7", "x", concealed=True)
    update_control(s)
    vanish(s, "x")
    put(s, "ru_4-4-7", "I7", "a", concealed=True)
    update_control(s)
    assert s.control["I7"] == "russian"
    assert GAME.sight(s, "russian").control["I7"] == "russian"
    assert GAME.sight(s, "german").control["I7"] == "german"
    s.units["a"] = Unit("a", "ru_4-4-7", "russian", "I7")
    update_control(s)
    assert GAME.sight(s, "german").control["I7"] == "russian"
    put(s, "ge_4-4-7", "I6", "y", concealed=True)
    vanish(s, "a")
    update_control(s)
    vanish(s, "y")
    put(s, "ru_4-4-7", "I7-1", "b")
    update_control(s)  # the whole house
    assert GAME.sight(s, "german").control["I6"] == "russian"


# -- set-up ----------------------------------------------------------------------------------------------------------


def fresh(scenario: str) -> Battle:
    return GAME.new(GAME.settle({"scenario": scenario}), Dice(seed_from("set-up")))


def test_covers_of_the_order_of_battle() -> None:
    """RV-BRV3.6, RV-BRV3.5, RV-A12.5 Each `?` conceals a stack in Concealment Terrain, or is a dummy there."""
    s = fresh("train1")
    drive(s, ("later", "ge-1"), ("set_up", "ge-2", "I6"), ("set_up", "ge-3", "J7"))
    drive(s, ("set_up", "ge-4", "I7"), ("set_up", "ge-leader-1", "I6"), ("set_up", "ge-1", "I6"))
    drive(s, ("give", "ge-lmg-1", "ge-1"), ("give", "ge-psk-1", "ge-2"))
    assert GAME.sight(s, "russian").units.keys() == {u for u in s.units if u.startswith("ru")}
    decision = ask(s)
    f = field_of(s)
    assert ("conceal", "I6") in decision.options
    assert (("conceal", "J7") in decision.options) == f.terrain_of["J7"].conceal
    assert all(f.terrain_of[str(o[1])].conceal for o in decision.options if o[0] == "dummy")
    assert ("dummy", "I6") not in decision.options
    drive(s, ("conceal", "I6"), ("dummy", "K6"), ("done",))
    ask(s)
    view = GAME.sight(s, "russian")
    assert {"ge-unknown-I6", "ge-unknown-K6", "ge-3"} <= view.units.keys()
    assert {"ge-1", "ge-2", "ge-leader-1", "ge-dummy-1"}.isdisjoint(view.units)


def test_hidden_set_up() -> None:
    """RV-A12.2 As many squads as the scenario grants, with a leader beside them for nothing."""
    s = fresh("train2")
    drive(s, ("set_up", "ru-1", "HH10"), ("set_up", "ru-2", "HH11"))
    drive(s, ("set_up", "ru-3", "HH10"), ("set_up", "ru-4", "HH11"), ("set_up", "ru-leader-1", "HH10"))
    drive(s, ("give", "ru-lmg-1", "ru-1"), ("give", "ru-mmg-1", "ru-2"), ("hide", "ru-1"))
    options = ask(s).options
    assert ("hide", "ru-leader-1") in options
    assert ("hide", "ru-2") not in options
    drive(s, ("hide", "ru-leader-1"), ("conceal", "HH10"), ("done",))
    ask(s)
    view = GAME.sight(s, "german")
    assert "ru-unknown-HH10" in view.units
    assert "ru-lmg-1" not in view.weapons
    assert view.units["ru-2"].at == "HH11"


@pytest.mark.parametrize("scenario", ["train1", "train2"])
def test_place_the_rest_for_me(scenario: str) -> None:
    """RV-A2.9, RV-SCN6, RV-SCN7, RV-BRV3.6 The program sets up what is left, in cover, concealed."""
    s = fresh(scenario)
    first = ask(s).seat
    drive(s, ("rest",))
    assert ask(s).seat != first
    assert GAME.invariants(s) == []
    assert all(u.at for u in s.units.values() if u.side == first)
    assert any(u.concealed for u in s.units.values())
    assert any(u.type.endswith("dummy") for u in s.units.values()) is (scenario == "train1")
    assert s.covers[first] == 0


def test_out_of_every_los_at_set_up() -> None:
    """RV-BRV3.6, RV-A12.12 Stacks in Concealment Terrain that no enemy sees begin concealed without a `?` of the OB."""
    s = fresh("train1")
    drive(s, ("rest",), ("rest",))
    drive(s, ("sniper", str(ask(s).options[0][1])))
    drive(s, ("sniper", str(ask(s).options[0][1])))
    ask(s)
    f = field_of(s)
    for unit in s.units.values():
        if unit.side == "russian" and f.terrain_of[unit.at].conceal:
            assert unit.concealed is not watched(s.clone(), unit.at, "russian")


def test_hidden_in_plain_sight() -> None:
    """RV-BRV3.5 A hidden unit outside Concealment Terrain is placed before the first turn if an enemy sees it."""
    s = battle("setup", side="russian")
    s.step = "done"
    put(s, "ge_2-2-8", "E5", "crew", hidden=True)
    put(s, "ge_2-2-8", "E10", "unseen", hidden=True)
    put(s, "ru_4-4-7", "E7", "a")
    s.units["unseen"] = Unit("unseen", "ge_2-2-8", "german", "")
    s.at.pop("E10")
    show_what_is_seen(s)
    assert (s.units["crew"].hidden, s.units["crew"].concealed) == (False, True)


def test_hidden_units_may_prevent_concealment() -> None:
    """RV-A12.12, RV-Z4 Before it is gained they may show themselves; the ATTACKER is asked first."""
    s = battle("CCPh", side="german", E5="1.5")
    put(s, "ge_4-4-7", "E5", "a")
    put(s, "ru_4-4-7", "E7", "x", hidden=True)
    decision = ask(s)
    assert (decision.seat, decision.options) == ("russian", [("show", "x"), ("done",)])
    drive(s, ("show", "x"))
    assert not s.units["x"].hidden
    gain(s)
    assert not s.units["a"].concealed


def test_a_gun_sets_up_hidden_with_its_crew() -> None:
    """RV-A12.3 In Concealment Terrain, or emplaced where the ground is not paved; the enemy sees neither."""
    s = battle("setup", side="german", on="train1")
    s.step = "german"
    for at, hides in (("I6", True), ("D8", True), ("H8", False)):  # a house, open ground, a paved street
        crew = put(s, "ge_2-2-8", at, f"crew {at}")
        emplace(s, "ge_75_pak40", at, crew, id=f"gun {at}", emplaced=True)
        assert crew_may_hide(s, s.units[crew]) is hides
    hide(s, "crew I6")
    s.phase = "MPh"
    assert "gun I6" not in GAME.sight(s, "russian").guns
    assert "gun I6" in GAME.sight(s, "german").guns


def test_the_owner_chooses_the_weapon_that_is_kept() -> None:
    """RV-A7.302, RV-Z3 After Casualty Reduction one SW of his choice; the others lie there."""
    s = battle("PFPh", side="german")
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    arm(s, "ge_psk", "a", "psk")
    reduce(s, "a", "RV-A7.3")
    decision = ask(s)
    assert (decision.seat, set(decision.options)) == ("german", {("keep", "lmg"), ("keep", "psk")})
    drive(s, ("keep", "psk"))
    assert (s.weapons["psk"].holder, s.weapons["lmg"].holder, s.weapons["lmg"].at) == ("a", "", "E5")


def test_nobody_is_asked_about_one_weapon() -> None:
    """RV-A7.302"""
    s = battle("PFPh", side="german")
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_lmg", "a", "lmg")
    reduce(s, "a", "RV-A7.3")
    assert s.reduced == {}
    assert s.weapons["lmg"].holder == "a"


# -- words -----------------------------------------------------------------------------------------------------------


def test_move_advance_and_enter() -> None:
    """RV-A.3 Who advances or routs enters a Location and has not moved."""
    s = watchers("APh", e6="1.5")
    ask(s)
    drive(s, ("advance", "a"), ("to", "E6"))
    assert s.units["a"].at == "E6"
    assert not s.units["a"].moved
    s = watchers(e6="1.5")
    drive(s, ("move", "a"), ("assault", "E6"))
    assert s.units["a"].moved


def test_in_a_foxhole_or_merely_in_the_hex() -> None:
    """RV-A.6 Only who is IN it has its cover."""
    s = battle(side="german")
    s.foxholes["E7"] = 4
    put(s, "ge_8-3-8", "E5", "a")
    put(s, "ru_4-4-7", "E7", "in", dug=True)
    put(s, "ru_4-4-7", "E7", "beside")
    assert {ids: [m[0] for m in own] for ids, own in planned(s, ["a"], "E7").groups} == {("in",): [2], ("beside",): []}


def test_a_lost_weapon_is_gone_for_good() -> None:
    """RV-A.11, RV-A7.302 A weapon left behind on a 6 is no more; on less it can be taken up."""
    for die, left in ((6, set()), (5, {"lmg"})):
        s = battle(dice=[die])
        put(s, "ge_4-4-7", "E5", "a")
        arm(s, "ge_lmg", "a", "lmg")
        remove(s, "a", "RV-A7.3", "killed")
        assert set(s.weapons) == left


def test_an_effect_cancels_no_declared_attack() -> None:
    """RV-Z4, RV-A11.12 Both attacks of a simultaneous round are rolled, though the first kills."""
    s = battle("CCPh", side="russian", dice=[1, 2, 6, 5])
    put(s, "ru_6-2-8", "E5", "a")
    put(s, "ge_4-4-7", "E5", "x")
    s.melee = Melee("E5", "resolve", attacks=(Attack(("a",), ("x",)), Attack(("x",), ("a",))))
    drive_quiet(s)
    assert [line["side"] for line in lines(s, "close_combat")] == ["russian", "german"]
    assert "x" not in s.units


def test_what_is_remembered_of_locations() -> None:
    """RV-0.2 Counters, changes of the ground and control, by Location."""
    s = battle("CCPh", on="train1")
    for field in ("smoke", "flames", "foxholes", "residual", "lanes", "control", "altered", "works", "labor", "at"):
        assert isinstance(getattr(s, field), dict)
    assert s.set_charges == []


def test_armour_protects_and_hatches_do_not() -> None:
    """RV-A7.301, RV-A.14, RV-0.5 A closed tank is no target of small arms; its crew is when the hatches are open."""
    s = battle(side="russian")
    put(s, "ru_4-4-7", "E5", "a")
    tank = vehicle(s, "ge_pz4j", "E7", "tank")
    s.vehicles[tank] = replace(s.vehicles[tank], ce=False)
    assert exposed_at(s, "E7", "russian") == []
    s.vehicles[tank] = replace(s.vehicles[tank], ce=True)
    assert [v.id for v in exposed_at(s, "E7", "russian")] == ["tank"]
