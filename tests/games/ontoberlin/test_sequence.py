"""Chapters 4 to 7: the sequence of play, reinforcements, recovery and supply, movement."""

from __future__ import annotations

import pytest

from sandtable.games.ontoberlin import GAME
from sandtable.games.ontoberlin.components import ALLIED, ENTRIES, FORMATIONS, GERMAN, KINDS
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import BOX, LATER, REMOVED, DivisionStatus, OnToBerlin, Step
from sandtable.games.ontoberlin.play import STEPS, play
from sandtable.games.ontoberlin.rules.basics import remove, zoc
from sandtable.games.ontoberlin.rules.entering import enter
from sandtable.games.ontoberlin.rules.entry_hexes import entry_options
from sandtable.games.ontoberlin.rules.movement import move, move_units
from sandtable.games.ontoberlin.rules.reach import begin, may_move, reach
from sandtable.games.ontoberlin.rules.reinforcements import note_blocked
from sandtable.games.ontoberlin.rules.supply import (
    EDGE,
    check_supply,
    choose_sources,
    controlled,
    has_loc,
    recover,
    recovery_segment,
)
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.state import replace
from tests.games.flows import carry_out

from .field import (
    BRITISH,
    GD,
    OPEN,
    PARA,
    VS_12,
    empty,
    first_decision,
    load,
    options_of,
    place,
    run,
    side,
    step_of,
    vp,
)

N, NE, SE, S, SW, NW = (side(OPEN, c) for c in ("N", "NE", "SE", "S", "SW", "NW"))
END = ("end",)


def steps_of(s: OnToBerlin, stop: tuple[int, str]) -> list[tuple[int, str, str]]:
    """Play with the first option (done, end) until a player-turn begins; the steps passed."""
    passed: list[tuple[int, str, str]] = []
    while (s.turn, s.player) != stop and not s.ended:
        passed.append((s.turn, s.player, s.step))
        carry_out(play(s), quietly)
    return passed


def quietly(decision: Choose) -> Option:
    """What ends a step soonest."""
    return next((o for o in decision.options if o[0] in ("done", "end", "wait", "hold")), decision.options[0])


def test_the_game_from_set_up_to_the_end_of_turn_1() -> None:
    """OB-4.1, OB-4.2, OB-4.3, OB-4.3.5"""
    s = GAME.new(GAME.settle({}), Dice(seed_from("sequence")))
    passed = steps_of(s, (2, ALLIED))
    order = list(dict.fromkeys((turn, player, step) for turn, player, step in passed))
    before = [step for turn, _, step in order if turn == 0]
    assert before == ["set_up", "assign", "choose_lz", "plan_strikes", "pregame_strikes"]
    allied = [step for turn, player, step in order if (turn, player) == (1, ALLIED)]
    assert allied[:3] == ["reinforcement", "drop", "movement"]
    assert "recovery" not in allied
    german = [step for turn, player, step in order if (turn, player) == (1, GERMAN)]
    wanted = ["reinforcement", "recovery", "movement", "step_one", "step_two", "announce", "assaults", "end_combat"]
    assert [step for step in german if step in wanted] == wanted
    assert set(STEPS) >= {step for _, _, step in order}
    assert vp(s)[1] >= 2


def test_the_reinforcement_segment() -> None:
    """OB-4.3.1"""
    s = empty(2, ALLIED)
    s.step = "reinforcement"
    load(s, 3, 4)
    run(play(s))
    assert s.strikes == 6
    assert step_of(s) == "reserve"
    s = empty(2, GERMAN)
    s.step = "reinforcement"
    load(s, 5, 5, 1)
    run(play(s))
    assert s.strikes == 0
    assert all(s.units[u].at == BOX for u in FORMATIONS["9th Parachute"])


def test_the_recovery_segment() -> None:
    """OB-4.3.2, OB-4.5, OB-8.9.2"""
    s = empty(3, GERMAN)
    place(s, GD[0], OPEN, combat=False, disrupted=True)
    place(s, PARA[0], "0515", combat=False, disrupted=True)
    run(recovery_segment(s))
    assert not s.units[GD[0]].disrupted
    assert s.units[PARA[0]].disrupted
    s.player = ALLIED
    recover(s)
    assert not s.units[PARA[0]].disrupted
    assert not s.units[PARA[0]].combat


def test_the_movement_segment_drops_first_and_checks_last() -> None:
    """OB-4.3.3"""
    s = empty(1, ALLIED)
    s.divisions["US 82nd"] = DivisionStatus("tempelhof", "5225")
    s.step = "drop"
    assert ("drop", "US 82nd") in options_of(play(s))
    s = empty(3, ALLIED)
    place(s, PARA[0], "5425", "S")
    s.step = "end_movement"
    run(play(s))
    assert "5426" in s.fallen
    assert step_of(s) == "step_one"


def test_the_combat_segment_has_three_steps() -> None:
    """OB-4.3.4"""
    s = empty(3, ALLIED)
    s.strikes = 1
    place(s, VS_12, OPEN)
    place(s, PARA[0], N, "S")
    s.step = "step_one"
    run(play(s), ("done",))
    assert step_of(s) == "step_two"
    run(play(s))
    assert step_of(s) == "announce"
    run(play(s), ("assault", OPEN), ("add", PARA[0]), ("commit",))
    run(play(s))
    assert step_of(s) == "assaults"


@pytest.mark.parametrize("step", ["step_one", "step_two", "announce"])
def test_in_the_fog_a_side_is_asked_though_it_can_do_nothing(step: Step) -> None:
    """OB-3.6.1, OB-4.3.4 To be passed over would tell the enemy what lies below the top units."""
    s = empty(3, ALLIED)
    place(s, PARA[0], "5425", "S")
    s.step = step
    assert first_decision(play(s)).options == [("done",)]
    s.fog = False
    assert next(play(s), None) is None


def test_the_end_of_turn() -> None:
    """OB-4.4, OB-8.3.5"""
    s = empty(3, GERMAN)
    s.strikes, s.step = 1, "interdict"
    run(play(s))
    assert s.strikes == 0
    run(play(s))
    assert (s.turn, s.player, s.step) == (4, ALLIED, "reinforcement")
    assert vp(s) == (0, 2)


# -- chapter 5 -------------------------------------------------------------------------------------------------------


def test_reinforcements_enter_by_road_and_go_on() -> None:
    """OB-5.1, OB-5.2"""
    s = empty(3, GERMAN)
    mech, foot = GD[0], "g-mvk-infantry-1"
    for u in (mech, foot):
        s.units[u] = replace(s.units[u], at=BOX, entries=(ENTRIES["I"],))
    run(move(s, mech), ("enter", ENTRIES["I"]), END)
    assert s.units[mech].at == ENTRIES["I"]
    assert not s.units[mech].combat
    decision_points = []
    for u, left in ((foot, "7"),):
        flow = move(s, u)
        next(flow)
        decision = flow.send(("enter", ENTRIES["I"]))
        assert isinstance(decision, Choose)
        decision_points.append((decision.about[1], left))
    assert all(a == b for a, b in decision_points)
    assert all(unit.at != "withdrawn" for unit in s.units.values())


def test_blocked_entries() -> None:
    """OB-5.3, OB-5.4"""
    s = empty(3, GERMAN)
    hexes = tuple(ENTRIES[letter] for letter in "HI")
    s.units[GD[0]] = replace(s.units[GD[0]], at=BOX, entries=hexes)
    place(s, PARA[0], hexes[0])
    assert entry_options(s, GD[0]) == [hexes[1]]
    place(s, PARA[1], hexes[1])
    assert entry_options(s, GD[0]) == []
    note_blocked(s)
    assert s.units[GD[0]].blocked
    near = entry_options(s, GD[0])
    assert near
    assert all(hex in MAP.land_edge and min(MAP.distance(hex, e) for e in hexes) <= 3 for hex in near)
    held_back = first_decision(move_units(s))
    assert ("done",) in held_back.options  # the owner may hold a reinforcement back


# -- chapter 6 -------------------------------------------------------------------------------------------------------


def edge_division(source: str) -> DivisionStatus:
    return DivisionStatus("rechlin", public=True, dropped=True, arrived=True, edge="south", source=source)


def test_loc_is_checked_for_allied_units_only() -> None:
    """OB-6.2, OB-6.3"""
    s = empty(3, ALLIED)
    place(s, PARA[0], OPEN)
    place(s, GD[0], "0514")
    s.divisions["US 82nd"] = DivisionStatus("gatow", "1023", lz_alive=False, public=True, dropped=True, arrived=True)
    check_supply(s)
    assert not s.units[PARA[0]].combat
    assert s.units[PARA[0]].no_loc
    assert s.units[GD[0]].combat


def test_divisions_from_off_the_map_choose_their_source() -> None:
    """OB-6.2.4, OB-19.7"""
    s = empty(6, ALLIED)
    s.divisions["US 82nd"] = edge_division(EDGE)
    place(s, PARA[0], "1537", entry="1537")
    assert has_loc(s, PARA[0])
    place(s, BRITISH[0], "5125")
    s.divisions["British 6th"] = DivisionStatus("tempelhof", "5225", lz_alive=True, public=True, arrived=True)
    run(choose_sources(s), ("source", "US 82nd", "tempelhof"))
    assert s.divisions["US 82nd"].source == "tempelhof"
    place(s, PARA[1], "5126")
    assert has_loc(s, PARA[1])
    run(choose_sources(s), ("source", "US 82nd", EDGE))
    remove(s, PARA[0], REMOVED)
    place(s, GD[0], "1537")
    place(s, PARA[2], "1535", entry="1537")
    assert not has_loc(s, PARA[2])
    remove(s, GD[0], REMOVED)
    assert has_loc(s, PARA[2])


def test_who_controls_an_airfield() -> None:
    """OB-6.2.5"""
    s = empty(6, ALLIED)
    assert not controlled(s, "tempelhof")
    place(s, PARA[0], "5125")
    assert controlled(s, "tempelhof")
    place(s, GD[0], "5424")
    assert not controlled(s, "tempelhof")
    s.divisions["US 82nd"] = DivisionStatus("tempelhof", "5225", lz_alive=True, public=True, arrived=True)
    assert controlled(s, "tempelhof")


def test_units_that_drifted_trace_to_their_own_lz() -> None:
    """OB-6.2.8"""
    s = empty(3, ALLIED)
    s.divisions["US 82nd"] = DivisionStatus("gatow", "1023", lz_alive=True, public=True, dropped=True, arrived=True)
    place(s, PARA[0], "0124", entry="0124")
    assert has_loc(s, PARA[0])
    s.divisions["US 82nd"] = replace(s.divisions["US 82nd"], lz_alive=False)
    assert not has_loc(s, PARA[0])


# -- chapter 7 -------------------------------------------------------------------------------------------------------


def test_a_unit_moves_once() -> None:
    """OB-7.1"""
    s = empty(3, GERMAN)
    u = place(s, "g-mvk-infantry-1", OPEN, combat=False)
    run(move(s, u), ("go", N), END)
    assert not may_move(s, u)
    assert ("move", u) not in options_of(move_units(s))
    refusal = first_decision(move_units(s)).why_not
    assert refusal is not None
    assert refusal(("move", u)) == ("This unit has already moved.", "OB-7.1")


def test_terrain_costs() -> None:
    """OB-7.2"""
    wanted = {"clear": (1, 1), "airfield": (1, 1), "park": (1, 2), "suburb": (1, 2), "woods": (2, 3), "builtup": (2, 3)}
    for terrain, (leg, motor) in wanted.items():
        hex = next(h.id for h in MAP.hexes.values() if h.terrain == terrain and not h.features)
        assert MAP.terrain_cost(hex, motor=False) == 2 * leg
        assert MAP.terrain_cost(hex, motor=True) == 2 * motor
    assert MAP.terrain_cost("6113", motor=False) == 4
    assert all(MAP.names[n] not in MAP.water for steps in MAP.costs.values() for row in steps for n, _ in row)


def test_one_hex_can_always_be_moved() -> None:
    """OB-7.6"""
    s = empty(3, GERMAN)
    place(s, VS_12, "3720", combat=True)
    s.vs_trigger = True
    march = begin(s, VS_12)
    assert march.most_combat == 4
    canal = next(
        (p[:4], p[4:]) for p, w in MAP.sides.items() if w.type == "canal" and not w.bridge and p[4:] in _woods()
    )
    place(s, VS_12, canal[0], combat=True)
    found = reach(s, VS_12, begin(s, VS_12), ())
    assert found[canal[1]][0] == 4  # its whole allowance, though the hex would cost 4 MP
    s.turn = 1
    assert reach(s, VS_12, begin(s, VS_12), ()) == {}


def _woods() -> set[str]:
    return {h.id for h in MAP.hexes.values() if h.terrain in ("woods", "builtup")}


def test_no_way_through_the_enemy_or_off_the_map() -> None:
    """OB-7.7"""
    s = empty(3, GERMAN)
    u = place(s, "g-mvk-infantry-1", "0118", combat=False)
    place(s, PARA[0], "0117", combat=False)
    found = reach(s, u, begin(s, u), zoc(s, ALLIED))
    assert "0117" not in found
    assert set(found) <= set(MAP.hexes)
    refusal = _why_not(s, u, "0117")
    assert refusal[1] == "OB-7.7"


def _why_not(s: OnToBerlin, u: str, hex: str) -> tuple[str, str]:
    why = first_decision(move(s, u)).why_not
    assert why is not None
    found = why(("go", hex))
    assert found is not None
    return found


def test_refusals_name_their_rule() -> None:
    """OB-7.1, OB-7.2, OB-7.5"""
    s = empty(3, GERMAN)
    s.ruins[N] = True
    u = place(s, "g-mvk-infantry-1", OPEN, combat=False)
    assert _why_not(s, u, N)[1] == "OB-7.5"
    assert _why_not(s, u, next(iter(MAP.water)))[1] == "OB-7.2"
    assert _why_not(s, u, "5015")[1] == "OB-7.1"


def test_entering_a_hex_has_effects() -> None:
    """OB-7.9"""
    s = empty(3, ALLIED)
    place(s, PARA[0], "5425", "N")
    enter(s, PARA[0], "5426")
    assert s.fallen == {"5426": 3}
    assert s.units[PARA[0]].at == "5426"


def test_disrupted_units_stay() -> None:
    """OB-7.10"""
    s = empty(1, ALLIED)
    place(s, PARA[0], OPEN, combat=False, disrupted=True, landed=True)
    assert not may_move(s, PARA[0])
    assert KINDS[PARA[0]].maneuver_ma == 8
    assert LATER not in s.stacks
