"""Units, stacks, the sequence of play, set-up and victory (chapters 0, A1 to A5, A26, SCN)."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import FIELDS, field_of
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.play import end_phase
from sandtable.games.vengeance.report import outcome
from sandtable.games.vengeance.rules.morale.leaders import leader_drm
from sandtable.games.vengeance.rules.morale.level import morale
from sandtable.games.vengeance.rules.movement.destinations import step_cost
from sandtable.games.vengeance.rules.set_up.placement import new_battle
from sandtable.games.vengeance.rules.set_up.places import entry_places
from sandtable.games.vengeance.rules.units.counters import points, remove
from sandtable.games.vengeance.rules.units.kinds import armed, good_order, other, type_of
from sandtable.games.vengeance.rules.units.stacking import overstacked, room_for
from sandtable.games.vengeance.rules.victory.control import (
    condition_value,
    controller,
    fulfilled,
    judge,
    update_control,
)
from sandtable.games.vengeance.scenarios.areas import setup_places, start_control
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.games.vengeance.scenarios.filters import hexes_of
from sandtable.kernel.dice import Dice
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, ask, battle, drive, put, whole_map


def fresh(name: str = "train1") -> Battle:
    return new_battle(name, Dice("ab" * 32))


def test_counters() -> None:
    """RV-0.6, RV-A1.1, RV-A1.2 Factors, sizes and kinds as printed."""
    types = components().units
    assert (types["ge_6-5-8"].fp, types["ge_6-5-8"].range, types["ge_6-5-8"].morale) == (6, 5, 8)
    assert types["ge_6-5-8"].is_mmc
    assert not types["ge_9-1"].is_mmc
    assert types["ge_9-1"].leadership == -1
    for type in types.values():
        if type.kind == "squad":
            assert types[type.half_squad].kind == "hs"
    s = battle()
    for id in ("a", "b", "c"):
        put(s, "ge_6-5-8", "E5", id)
    put(s, "ge_3-4-8", "E6", "hs")
    f = field_of(s)
    assert not room_for(s, f, "E5", "german", [s.units["hs"]])  # three squads are six half-squads


def test_sides_and_good_order() -> None:
    """RV-A.4, RV-A.7"""
    assert other("german") == "russian"
    s = battle()
    put(s, "ge_6-5-8", "E5", "a", pinned=True, cx=True)
    put(s, "ge_9-1", "E5", "boss")
    assert good_order(s.units["a"])
    assert not good_order(replace(s.units["a"], berserk=True))
    assert not good_order(replace(s.units["a"], melee=True))
    assert not armed(s, s.units["boss"])
    arm(s, "ge_lmg", "boss")
    assert armed(s, s.units["boss"])


def test_adjacent_needs_a_way_and_a_line() -> None:
    """RV-A.8"""
    s = battle(E5="2.5", sides={("E5", "E6"): "CLIFF"})
    f = field_of(s)
    assert "E6" not in f.accessible["E5"]
    assert "E4" in f.adjacent["E5"]
    assert "E5-1" in f.adjacent["E5"]
    assert "E5-2" not in f.adjacent["E5"]


def test_leadership_of_one_leader() -> None:
    """RV-A.10 The best one applies, never to himself; a bad one only if he is alone."""
    s = battle()
    put(s, "ge_9-2", "E5", "good")
    put(s, "ge_8-1", "E5", "fair")
    put(s, "ge_6-5-8", "E5", "a")
    assert leader_drm(s, s.units["a"]) == (-2, "good")
    assert leader_drm(s, s.units["good"]) == (-1, "fair")
    s = battle()
    put(s, "ge_6+1", "E5", "bad")
    put(s, "ge_6-5-8", "E5", "a")
    assert leader_drm(s, s.units["a"]) == (1, "bad")
    put(s, "ge_7-0", "E5", "plain")
    assert leader_drm(s, s.units["a"])[0] == 0


def test_morale_has_a_ceiling() -> None:
    """RV-A.18, RV-A10.1, RV-A10.8"""
    s = battle()
    put(s, "ge_party_10-0", "E5", "boss")
    put(s, "ge_10-2", "E5", "x", fanatic=True)
    assert morale(s, s.units["x"]) == 10
    put(s, "ge_4-4-7", "E7", "a")
    assert morale(s, s.units["a"]) == 7
    s.units["a"] = replace(s.units["a"], broken=True)
    assert morale(s, s.units["a"]) == 8
    s.units["a"] = replace(s.units["a"], fanatic=True)
    assert morale(s, s.units["a"]) == 9


def test_the_state_remembers() -> None:
    """RV-0.1, RV-0.3, RV-0.4 A battle with all its marks is the same after JSON."""
    from sandtable.kernel.state import digest, state_from_json, state_to_json

    s = fresh()
    put(s, "ge_6-5-8", "I6", "a", broken=True, dm=True, fired="first", wounded=False)
    arm(s, "ge_lmg", "a", "gun", malfunctioned=True, fired="first")
    s.residual["I6"] = 4
    assert digest(state_from_json(Battle, state_to_json(s))) == digest(s)


def test_locations_of_a_hex() -> None:
    """RV-A2.8, RV-BRV3.11, RV-BRV12.1, RV-MAP6, RV-MAP7"""
    f = whole_map()
    assert f.ground.of_hex["I6"] == ("I6", "I6-1", "I6-roof", "I6-cellar")
    assert f.ground.of_hex["X17"] == ("X17", "X17-1", "X17-2", "X17-roof", "X17-cellar")
    assert f.ground.of_hex["B9"] == ("B9", "B9-1", "B9-2", "B9-roof")  # the Factory stands on a slab
    assert f.ground.of_hex["C11"] == ("C11", "C11-1", "C11-roof")
    assert f.ground.of_hex["I9"] == ("I9", "I9-bridge", "I9-swim")
    assert "I9" not in f.steps  # nobody stands in the Spree
    assert set(f.accessible["I9-bridge"]) == {"H8", "J9-bridge"}


def test_culvert() -> None:
    """RV-P4.2, RV-BRV10.3"""
    f = whole_map()
    assert {step.to: step.cost for step in f.steps["R23-culvert"]} == {"R23": 3, "R22": 3}


def test_roofless() -> None:
    """RV-BRV12.2"""
    f = whole_map()
    assert "D10-roof" not in f.steps
    assert {step.to: step.cost for step in f.steps["D10"]}["D10-1"] == 2
    assert {step.to: step.cost for step in f.steps["I6"]}["I6-1"] == 1


def test_shapes_of_the_map() -> None:
    """RV-MAP8 Woods and rubble fill their hex, the Gate is small, a courtyard is plain ground."""
    los = whole_map().los
    assert los("A18", "A20").blocked
    assert whole_map().ground.hexes["L13"].building == ""
    assert not los("K13", "L13").blocked


# -- stacking ----------------------------------------------------------------------------------------------------------


def test_stacking_limits() -> None:
    """RV-A5.1, RV-A5.11, RV-A5.5, RV-BRV3.12"""
    s = battle()
    s.scenario = "whole"
    f = whole_map()
    put(s, "ru_4-4-7", "I6", "enemy")
    for id in ("a", "b"):
        put(s, "ge_6-5-8", "I6", id)
    newcomer = s.units[put(s, "ge_6-5-8", "J7", "c")]
    assert room_for(s, f, "I6", "german", [newcomer])  # the enemy does not count
    s.at["I6-roof"] = ()
    put(s, "ge_6-5-8", "I6-roof", "d")
    put(s, "ge_6-5-8", "I6-roof", "e")
    assert not room_for(s, f, "I6-roof", "german", [newcomer])
    put(s, "ge_6-5-8", "I6-cellar", "g")
    assert not room_for(s, f, "I6-cellar", "german", [newcomer])


def test_overstacking() -> None:
    """RV-A5.12, RV-A5.131 Each squad too many is +1 to their own attacks, -1 to those against them, +1 MF to enter."""
    from sandtable.games.vengeance.rules.fire.firepower import modifiers

    s = battle()
    for id in ("a", "b", "c", "d"):
        put(s, "ge_6-5-8", "E5", id)
    put(s, "ru_4-4-7", "E8", "x")
    f = field_of(s)
    assert overstacked(s, f, "E5", "german") == 1
    assert (1, "RV-A5.12", "overstacked firers") in modifiers(s, ["a"], "E8", [], False)[0]
    assert (-1, "RV-A5.131", "overstacked target") in modifiers(s, ["x"], "E5", [], False)[0]
    put(s, "ge_6-5-8", "E6", "e")
    step = next(st for st in f.steps["E6"] if st.to == "E5")
    assert step_cost(s, f, step, Move(("e",))) == 1 + 2


# -- set-up and sequence -----------------------------------------------------------------------------------------------


def test_forces_of_a_scenario() -> None:
    """RV-SCN3, RV-SCN4, RV-SCN2"""
    s = fresh()
    types = sorted(u.type for u in s.units.values() if u.side == "german")
    assert types == ["ge_4-3-6", "ge_4-3-6", "ge_4-4-7", "ge_6-5-8", "ge_8-1"]
    assert sorted(w.type for w in s.weapons.values()) == ["ge_lmg", "ge_psk", "ru_dc", "ru_lmg", "ru_lmg"]
    assert s.san == {"german": 3, "russian": 2}
    for name in ("train1", "train2"):
        for side in ("german", "russian"):
            squads = [u for u in fresh(name).units.values() if u.side == side and type_of(u).kind == "squad"]
            assert len(squads) <= 8
        assert scenario(name).turns == 4


def test_filters() -> None:
    """RV-SCN5"""
    g = whole_map().ground
    assert set(hexes_of(g, {"buildings": ["I6"]})) == {"I5", "I6", "I7"}
    both = hexes_of(g, ({"hexes": ["A1"]}, {"cols": ["MM", "MM"], "y": [0, 1]}))
    assert set(both) == {"A1", "MM1"}
    assert hexes_of(g, {"edges": ["north"], "bank": "N", "cols": ["A", "B"]}) == ("A1", "B0")
    assert hexes_of(g, {"buildings": ["I6"]}, frozenset({"I5"})) == ("I5",)


def test_set_up() -> None:
    """RV-A2.9, RV-SCN6, RV-SCN7 German first, in his area, no overstacking; weapons are given out."""
    s = fresh()
    decision = ask(s)
    assert decision.seat == "german"
    places = {o[2] for o in decision.options if o[0] == "set_up"}
    assert places == set(setup_places("train1", "german", 0, men=True))
    assert {"I6-1", "I6-roof", "I6-cellar"} <= places
    for id in ("ge-1", "ge-2", "ge-3"):
        drive(s, ("set_up", id, "I6"))
    assert ("set_up", "ge-4", "I6") not in ask(s).options
    drive(s, ("set_up", "ge-4", "I7"), ("set_up", "ge-leader-1", "I6"), ("give", "ge-lmg-1", "ge-1"))
    assert s.weapons["ge-lmg-1"].holder == "ge-1"
    drive(s, ("give", "ge-psk-1", "ge-2"))
    assert ask(s).ask == "cover"
    drive(s, ("done",))
    assert ask(s).seat == "russian"


def test_entry_from_off_the_map() -> None:
    """RV-A2.5, RV-SCN6 A unit that waits enters by its hexes from its turn on and pays for the first one."""
    s = battle("MPh", on="train1")
    put(s, "ge_6-5-8", "", "a")
    s.at.pop("", None)
    assert entry_places(s, s.units["a"]) == ()  # no group of this scenario enters
    f = FIELDS["train1"]
    assert f.entry_cost("H5") == 1
    assert f.entry_cost("I6") == 2


def test_eight_phases() -> None:
    """RV-A3.0, RV-A3.1 to RV-A3.8: RV-A3.2, RV-A3.3, RV-A3.4, RV-A3.5, RV-A3.6, RV-A3.7, RV-A3.8"""
    s = battle("RPh", on="train1", side="russian")
    s.turn = 1
    put(s, "ru_4-4-7", "F5", "a", cx=True, pinned=True)
    put(s, "ge_4-4-7", "L5", "x", fired="first")
    seen = []
    for _ in range(8):
        seen.append(s.phase)
        if s.phase == "MPh":
            assert not s.units["a"].cx
            s.residual["F5"] = 2
        if s.phase == "DFPh":
            assert s.residual == {}
        if s.phase == "AFPh":
            assert s.units["x"].fired == ""
        if s.phase == "CCPh":
            s.smoke["F5"] = 2
        end_phase(s)
    assert seen == ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"]
    assert not s.units["a"].pinned
    assert s.smoke == {}
    assert (s.side, s.turn, s.phase) == ("german", 1, "RPh")


def test_rally_phase_steps() -> None:
    """RV-A3.1 The ATTACKER's self-rally comes before every other rally; each unit does one thing."""
    s = battle("RPh", side="german", dice=[6, 5])
    put(s, "ge_4-4-7", "E5", "a", broken=True)
    put(s, "ge_4-4-7", "E5", "b", broken=True)
    put(s, "ge_8-1", "E5", "boss")
    decision = ask(s)
    assert decision.rule == "RV-A10.63"
    drive(s, ("self_rally", "a"))
    assert s.units["a"].acted
    assert s.units["a"].broken
    assert ask(s).options == [("rally", "b"), ("done",)]


# -- control and victory -----------------------------------------------------------------------------------------------


def test_control() -> None:
    """RV-A26.1, RV-BRV3.1, RV-SCN13"""
    s = battle("CCPh", on="train1", side="russian")
    assert start_control("train1")["I6"] == "german"
    assert start_control("train1")["F5"] == "russian"
    put(s, "ru_4-4-7", "I6", "a")
    put(s, "ge_4-4-7", "I7-1", "x")
    update_control(s)
    assert controller(s, "I6") == "russian"
    assert controller(s, "I5") == "german"
    remove(s, "x", "RV-A7.3", "killed")
    update_control(s)
    assert {controller(s, at) for at in ("I5", "I6", "I7", "I7-1", "I5-roof")} == {"russian"}
    put(s, "ge_4-4-7", "I6-cellar", "y")
    put(s, "ge_4-4-7", "I5", "z", broken=True)
    update_control(s)
    assert controller(s, "I5") == "russian"  # a broken unit gains nothing


def test_casualty_points() -> None:
    """RV-A26.2"""
    s = battle()
    for type, value in (
        ("ge_6-5-8", 2),
        ("ge_3-4-8", 1),
        ("ge_2-2-8", 2),
        ("ge_9-2", 3),
        ("ge_7-0", 1),
        ("ge_hero", 1),
    ):
        assert points(s.units[put(s, type, "E5")]) == value


def test_victory() -> None:
    """RV-SCN8, RV-A26.3"""
    s = battle("CCPh", on="train1", side="german")
    s.turn = 4
    assert condition_value(s, scenario("train1").victory.conditions[0], "russian") == (0, 2)
    for at in ("I5", "I6", "I7"):
        s.control[at] = "russian"
    assert fulfilled(s)
    judge(s, game_end=False)
    assert s.winner == ""  # this task is judged after the last turn
    judge(s, game_end=True)
    assert (s.winner, s.won_by) == ("russian", "task")
    assert outcome(s).winners == ("russian",)
    s.control["I6"] = s.control["I5"] = "german"
    judge(s, game_end=True)
    assert s.winner == "german"


def test_known_units() -> None:
    """RV-A.12 What lies on the map in the open is known to both."""
    from sandtable.games.vengeance.knowledge.sight import sight

    s = battle()
    put(s, "ge_6-5-8", "E5", "a")
    assert sight(s, "russian").units == s.units
    assert sight(s, "").units == s.units
