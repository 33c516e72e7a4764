"""Movement, portage, weapons that lie about, deployment (chapters A1.3, A4, B)."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.current_sight import hindrance
from sandtable.games.vengeance.model.battle import Attack, Battle, Melee, Move
from sandtable.games.vengeance.rules.close_combat.attacks import resolve_attacks
from sandtable.games.vengeance.rules.morale.checks import go_berserk
from sandtable.games.vengeance.rules.movement.berserk import calm
from sandtable.games.vengeance.rules.movement.refusals import why_not_move, why_not_step
from sandtable.games.vengeance.rules.terrain.cover import tem
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    drive,
    drive_quiet,
    drm,
    emplace,
    lines,
    load,
    moving,
    planned,
    put,
    whole_map,
)


def test_costs_and_stacks() -> None:
    """RV-A4.2, RV-A4.13 Units move singly or as a stack; each expenditure is told."""
    s = battle("MPh", E6="1.5")
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ge_8-1", "E5", "boss")
    drive(s, ("move", "a"), ("with", "boss"), ("to", "E6"))
    assert s.move is not None
    assert (s.move.spent, s.move.here) == (2, 2)
    assert lines(s, "moves")[0]["cost"] == 2
    drive(s, ("to", "E6-1"))
    assert ("to", "E6-roof") in ask(s).options
    drive(s, ("leave", "boss"))
    assert s.units["boss"].moved
    assert ("to", "E6-roof") not in ask(s).options  # without him it has 4 MF, and spent 3
    drive(s, ("to", "E6"))
    assert (s.units["a"].at, s.units["boss"].at) == ("E6", "E6-1")


def test_hexside_and_level_costs() -> None:
    """RV-A4.131, RV-A4.133, RV-B.2, RV-B23.2, RV-B10.4"""
    s = battle("MPh", sides={("E5", "E6"): "WALL"}, E4="1.5+E3", E3="1.5", F5="PIT")
    f = field_of(s)
    assert {st.to: st.cost for st in f.steps["E5"]}["E6"] == 2
    assert {st.to: st.cost for st in f.steps["E4"]}["E4-1"] == 1
    assert {st.to: st.cost for st in f.steps["E4-1"]} == {"E4": 1, "E4-roof": 2, "E3-1": 2}
    assert {st.to: st.cost for st in f.steps["F5"]}["E5"] == 2
    s.smoke["E6"] = 2
    put(s, "ge_6-5-8", "E5", "a")
    drive(s, ("move", "a"), ("to", "E6"))
    assert s.move is not None
    assert s.move.spent == 3


def test_enemies_bar_the_way() -> None:
    """RV-A4.14"""
    s = battle("MPh")
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_4-4-7", "E6", "x", broken=True)
    s.move = Move(("a",))
    assert ("to", "E6") not in ask(s).options


def test_heavy_weapons_do_not_fire_after_moving() -> None:
    """RV-A4.41, RV-A4.43"""
    s = battle("AFPh")
    put(s, "ge_6-5-8", "E5", "a", moved=True)
    arm(s, "ge_mmg", "a", "mmg", carried=True)
    arm(s, "ge_lmg", "a", "lmg", carried=True)
    put(s, "ru_4-4-7", "E7", "x")
    options = ask(s).options
    assert ("fire", "lmg") in options
    assert ("fire", "mmg") not in options


def test_transfer_and_recovery() -> None:
    """RV-A4.431, RV-A4.44"""
    s = battle("RPh", dice=[6, 5])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ge_4-4-7", "E5", "b")
    arm(s, "ge_lmg", "a", "lmg")
    arm(s, "ge_mmg", "", "mmg", at="E5")
    drive(s, ("transfer", "lmg", "b"))
    assert s.weapons["lmg"].holder == "b"
    put(s, "ge_4-4-7", "E5", "c")
    put(s, "ge_4-4-7", "E5", "d")
    drive(s, ("recover", "c", "mmg"))
    assert s.weapons["mmg"].holder == ""
    drive(s, ("recover", "d", "mmg"))
    assert s.weapons["mmg"].holder == "d"


def test_recovery_while_moving() -> None:
    """RV-A4.44"""
    s = battle("MPh", dice=[5])
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_lmg", "", "lmg", at="E5")
    drive(s, ("move", "a"), ("recover", "a", "lmg"))
    assert s.weapons["lmg"].holder == "a"
    assert s.move is not None
    assert s.move.spent == 1


def test_deploy_and_recombine() -> None:
    """RV-A1.31, RV-A1.32, RV-A7.61, RV-A25.2"""
    s = battle("RPh", dice=[4, 4])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ge_8-1", "E5", "boss")
    arm(s, "ge_lmg", "a", "lmg")
    drive(s, ("deploy", "a"))
    halves = [u for u in s.units.values() if u.id != "boss"]
    assert [u.type for u in halves] == ["ge_3-4-8", "ge_3-4-8"]
    assert s.units["boss"].acted
    check = lines(s, "task_check")[0]
    assert (check["final"], check["success"]) == (7, True)
    s = battle("RPh")
    put(s, "ge_3-4-8", "E5", "a")
    put(s, "ge_3-4-8", "E5", "b", cx=True)
    put(s, "ge_8-1", "E5", "boss")
    emplace(s, "ge_75_pak40", "E5", "b", id="gun")
    drive(s, ("recombine", "a", "b"))
    assert s.guns["gun"].crew == "a"
    assert [(u.type, u.cx) for u in s.units.values() if u.id == "a"] == [("ge_6-5-8", True)]
    assert "b" not in s.units
    assert s.cvp == {}
    s = battle("RPh", side="russian")
    put(s, "ru_6-2-8", "E5", "a")
    put(s, "ru_8-0", "E5", "boss")
    arm(s, "ru_lmg", "a")
    assert not any(o[0] == "deploy" for o in ask(s).options)


def test_smoke_grenades() -> None:
    """RV-A24.1, RV-A24.3"""
    s = battle("MPh", dice=[2])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_4-4-7", "E9", "x", broken=True)
    put(s, "ge_4-4-7", "E3", "b")
    drive(s, ("move", "a"), ("smoke", "a", "E6"))
    assert s.smoke == {"E6": 2}
    assert s.move is not None
    assert s.move.spent == 2
    assert drm(hindrance(s, field_of(s), "E5", "E9")) == 2
    assert not any(o[0] == "smoke" for o in ask(s).options)
    s = battle("MPh", dice=[6])
    put(s, "ge_6-5-8", "E5", "a")
    drive(s, ("move", "a"), ("smoke", "a", "E5"))
    drive_quiet(s)
    assert s.move is None  # a 6 ends its movement
    s = battle(E1="2.5")
    put(s, "ge_6-5-8", "E1-2", "a")
    s.smoke["E5"] = 2
    assert drm(hindrance(s, field_of(s), "E1-2", "E9")) == 2
    s.smoke = {"E1-2": 2}
    assert drm(hindrance(s, field_of(s), "E1-2", "E9")) == 1  # in the firer's own hex +1


def test_smoke_grenades_inside_a_building_and_onto_a_bridge() -> None:
    """RV-A24.1 Upstairs, and on the same level inside; from outside only into the ground level, or onto a bridge."""
    assert smoke_targets(battle("MPh", E5="2.5+E6", E6="2.5"), "E5-1") == {"E5-1", "E5", "E5-2", "E6-1"}
    outside = smoke_targets(battle("MPh", E5="2.5"), "E6")
    assert {to for to in outside if to.startswith("E5")} == {"E5"}
    assert "J9-bridge" in smoke_targets(battle("MPh", on="brv05"), "J10")


def smoke_targets(s: Battle, at: str) -> set[str]:
    """Where a squad with smoke grenades may throw them as it begins its move."""
    put(s, "ge_6-5-8", at, "a")
    drive(s, ("move", "a"))
    return {str(option[2]) for option in ask(s).options if option[0] == "smoke"}


def test_cover() -> None:
    """RV-B.1, RV-B9.1, RV-B10.31"""
    s = battle(sides={("E5", "E6"): "WALL"}, E1="2.5", G5="WOODS", C5="DEBRIS")
    f = field_of(s)
    assert drm(tem(s, f, "E8", "E5")) == 2
    assert drm(tem(s, f, "E2", "E5")) == 0
    assert drm(tem(s, f, "G8", "G5")) == 1
    assert drm(tem(s, f, "C8", "C5")) == 1
    assert drm(tem(s, f, "E5", "E1-1")) == 3
    assert tem(s, f, "E5", "E1-roof") == [(1, "RV-B10.31", "height advantage")]


def test_bridge_cover() -> None:
    """RV-B6.1, RV-B5.1"""
    s = battle()
    s.scenario = "whole"
    f = whole_map()
    assert drm(tem(s, f, "H8", "I9-bridge")) == 0
    assert drm(tem(s, f, "I8", "I9-bridge")) == 1
    assert f.level_of["Q7"] == -2
    assert not f.los("P7", "Q7").blocked


def test_refusals_say_why() -> None:
    s = battle("MPh")
    put(s, "ge_6-5-8", "E5", "a", broken=True)
    put(s, "ge_6-5-8", "E5", "b", fired="prep")
    put(s, "ge_6-5-8", "E5", "c", moved=True)
    put(s, "ge_6-5-8", "E5", "d", pinned=True)
    put(s, "ge_6-5-8", "E5", "e", melee=True)
    rules = [why_not_move(s, ("move", id)) for id in "abcde"]
    assert [r[1] if r else "" for r in rules] == ["RV-A10.5", "RV-A3.2", "RV-A4.2", "RV-A7.8", "RV-A11.15"]
    assert why_not_move(s, ("done",)) is None


def test_order_of_interrupts() -> None:
    """RV-Z1, RV-A8.14 Residual FP first, then the DEFENDER's shots, one after another, until he passes."""
    s = battle("MPh", side="russian", dice=[6, 5, 6, 5, 6, 5])
    put(s, "ru_6-2-8", "E6", "x")
    put(s, "ge_4-4-7", "E9", "a")
    put(s, "ge_4-4-7", "G9", "b")
    s.residual["E7"] = 1
    drive(s, ("move", "x"), ("to", "E7"))
    assert lines(s, "lingering")
    drive(s, ("fire", "a"))
    decision = ask(s)
    assert decision.seat == "german"
    assert ("fire", "b") in decision.options
    assert ("fire", "a") not in decision.options  # RV-A8.11: one MF, one shot
    drive(s, ("pass",))
    assert ask(s).seat == "russian"


def test_shots_by_mf() -> None:
    """RV-A8.11"""
    s = battle("MPh", side="russian", dice=[6, 5, 1, 1], E7="1.5")
    put(s, "ru_6-2-8", "E7", "x")
    put(s, "ge_4-4-7", "E9", "a")
    moving(s, "x", spent=2, here=2)
    drive(s, ("fire", "a"))
    assert ("fire", "a") in ask(s).options  # two MF were spent there: it may fire again, as Subsequent First Fire
    assert planned(s, ["a"], "E7").kind == "subsequent first fire"


def test_one_shot_does_not_end_the_defenders_chance() -> None:
    """RV-A8.1, RV-A4.6 After Assault Movement, too, everybody who can fires; then the move is over."""
    s = battle("MPh")
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ge_6-5-8", "E2", "b")
    put(s, "ru_4-4-7", "C9", "x")
    put(s, "ru_4-4-7", "G9", "y")
    drive(s, ("move", "a"), ("assault", "E6"))
    load(s, 6, 5)
    drive(s, ("fire", "x"))
    assert s.move is not None
    assert s.move.window
    assert {("fire", "y"), ("pass",)} <= set(ask(s).options)
    load(s, 6, 5)
    drive(s, ("fire", "y"))
    assert (ask(s).seat, ask(s).ask) == ("german", "move")


def test_why_a_stack_cannot_go_somewhere() -> None:
    """RV-A4.13, RV-A4.14, RV-B25.2, RV-B11.1, RV-B21.1 Every near miss says why, with its clause."""
    s = battle("MPh", sides={("E5", "F5"): "CLIFF", ("E5", "D5"): "ROWHOUSE"}, E4="RUBBLE_STONE", F4="RIVER", G9="1.5")
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ru_4-4-7", "E6", "x")
    s.move = Move(("a",), spent=2)
    s.flames["D4"] = 2

    def clause(to: str, verb: str = "to") -> str:
        refusal = why_not_step(s, (verb, to))
        return refusal[1] if refusal is not None else ""

    assert {at: clause(at) for at in ("E4", "E6", "F5", "D5", "F4", "D4", "G9", "G9-1")} == {
        "E4": "RV-A4.13", "E6": "RV-A4.14", "F5": "RV-B11.1", "D5": "RV-B23.71", "F4": "RV-B21.1", "D4": "RV-B25.2",
        "G9": "RV-A4.13", "G9-1": "RV-A4.13",
    }  # fmt: skip
    assert why_not_step(s, ("to", "E4")) == ("It can't move there: that costs 3 MF, and it has 2 left.", "RV-A4.13")
    assert why_not_step(s, ("smoke", "a")) is None
    decision = ask(s)
    assert decision.why_not is not None
    assert decision.why_not(("to", "E6")) == ("It can't enter: a Known enemy is there.", "RV-A4.14")


def test_weapons_are_divided_freely() -> None:
    """RV-A1.31 The two half-squads of a squad that deploys hold what their owner says."""
    s = battle("RPh", dice=[4, 4])
    put(s, "ge_6-5-8", "E5", "a")
    put(s, "ge_8-1", "E5", "boss")
    arm(s, "ge_lmg", "a", "lmg")
    arm(s, "ge_mmg", "a", "mmg")
    drive(s, ("deploy", "a"), ("take_over", "ge-new-1", "lmg"), ("take_over", "ge-new-1", "mmg"))
    assert {w.holder for w in s.weapons.values()} == {"ge-new-1"}


def test_a_berserk_unit_drops_its_burden_and_goes_on() -> None:
    """RV-A15.4 It drops what is over its IPC, and must advance towards the enemy."""
    s = battle("APh")
    put(s, "ge_6-5-8", "E5", "a")
    arm(s, "ge_hmg", "a", "hmg")
    arm(s, "ge_lmg", "a", "lmg")
    put(s, "ru_4-4-7", "E8", "x")
    put(s, "ge_4-4-7", "C3", "calm")
    go_berserk(s, "a")
    assert (s.weapons["hmg"].holder, s.weapons["lmg"].holder) == ("", "a")
    s.step = "advance"
    assert ask(s).options == [("advance", "a")]
    drive(s, ("advance", "a"), ("to", "E6"))
    assert ("done",) in ask(s).options


def test_berserk_units_calm_down_when_the_movement_phase_ends() -> None:
    """RV-A15.4 With no Known enemy in LOS it stays, and only at the end of the phase it is itself again."""
    s = battle("MPh")
    put(s, "ge_6-5-8", "E5", "a", berserk=True)
    put(s, "ge_6-5-8", "E6", "b")
    ask(s)
    assert s.units["a"].berserk
    calm(s)
    assert not s.units["a"].berserk


def test_a_leader_rises_against_the_odds() -> None:
    """RV-A18.1 Each odds column below 1-1 helps the Leader Creation of an Original 2."""
    s = battle("CCPh", dice=[1, 1, 6, 6, 4])
    put(s, "ge_2-3-6", "E5", "a")
    put(s, "ru_6-2-8", "E5", "x")
    s.melee = Melee("E5", "resolve", attacks=(Attack(("a",), ("x",)),))
    flow = resolve_attacks(s)
    next(flow, None)
    made = lines(s, "leader_creation")[0]["modifiers"]
    assert next(m for m in made if m[2] == "poor odds")[0] <= -2
