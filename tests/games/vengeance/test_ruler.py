"""The thread of the line of sight tool, what can be marked about a counter, and the sums of the fire planner."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.knowledge.reach import walkable
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.rules.fire import declaration, firepower
from sandtable.games.vengeance.rules.movement.destinations import step_options
from sandtable.kernel.errors import Refused
from sandtable.kernel.table import Measured, Overlay
from tests.games.vengeance import cards as cards
from tests.games.vengeance.bench import battle, drive, planned, put


def measured(s: Battle, a: str, b: str, seat: str = "russian") -> Measured:
    return GAME.measure(sight(s, seat), a, b)


def marked(s: Battle, about: str, seat: str = "russian") -> dict[str, Overlay]:
    return {overlay.id: overlay for overlay in GAME.survey(sight(s, seat), about)}


def test_the_thread_says_clear_or_blocked_and_where() -> None:
    """RV-A6.1, RV-A6.25"""
    s = battle("PFPh", E5="1.5")
    told = measured(s, "E3", "E7")
    assert (told.verdict, told.stop, told.marks, told.clause, told.range) == ("blocked", "E5", ("E5",), "RV-A6.25", 4)
    assert told.ends == ("E3", "E7")
    assert "E5" in told.text
    assert measured(s, "E3", "E4").verdict == "clear"
    assert measured(s, "E5-1", "E3").ends == ("E5", "E3")  # drawn between the middles of the hexes
    with pytest.raises(Refused, match="not a Location"):
        measured(s, "E3", "nowhere")


def test_the_thread_adds_what_lies_there_for_now() -> None:
    """RV-A6.7, RV-A24.3, RV-E1.1 Smoke hinders, the night hides; both from the same code as the rules."""
    s = battle("PFPh")
    s.smoke["E5"] = 2
    told = measured(s, "E3", "E7")
    f = field_of(s)
    assert told.verdict == "hindered"
    ((value, clause, _),) = current_sight.hindrance(s, f, "E3", "E7")
    assert told.modifiers == ((value, clause, "smoke in E5"),)
    assert told.marks == ("E5",)
    s.smoke.clear()
    s.night = Night(2, 2, "none", "none", "german")
    told = measured(s, "E3", "E7")
    assert (told.verdict, told.clause) == ("blocked", "RV-E1.1")
    assert not current_sight.sees(s, f, "E3", "E7")


def test_marks_of_a_squad_are_those_of_the_rules() -> None:
    """RV-A4.13, RV-A6.1 Where it can go, with MF; what it sees; who sees it, as far as its owner knows."""
    s = battle("MPh", side="russian", E5="1.5")
    put(s, "ru_4-4-7", "E4", "a")
    put(s, "ge_4-4-7", "E2", "x")
    put(s, "ge_4-4-7", "D4", "y", hidden=True)
    found = marked(s, "a")
    f = field_of(s)
    first = {str(o[1]) for o in step_options(s, f, Move(("a",))) if o[0] == "to"}
    assert first <= set(found["reach"].spaces)
    assert found["reach"].texts["E5"] == "2"
    assert "E2" not in found["reach"].spaces  # a Known enemy is there
    assert "E5" in found["seen"].spaces
    assert "E7" not in found["seen"].spaces
    assert found["watchers"].spaces == ("E2",)  # of the hidden squad nothing is told
    assert set(marked(s, "y")) == set()
    assert set(marked(s, "y", "german")) == {"reach", "seen", "watchers"}


def test_the_reach_ends_where_the_movement_factors_do() -> None:
    """RV-A4.11, RV-A4.132"""
    s = battle("MPh", side="russian")
    put(s, "ru_4-4-7", "E4", "a")
    reach = walkable(s, field_of(s), Move(("a",), spent=3, road=False))
    assert set(reach.values()) == {4}
    put(s, "ru_4-4-7", "E8", "b", pinned=True)
    assert walkable(s, field_of(s), Move(("b",))) == {}


def test_control_and_concealment_terrain_can_be_marked() -> None:
    """RV-A26.1, RV-A12.5"""
    s = battle("MPh", side="russian", on="train1")
    s.control["E5"] = "russian"
    found = {overlay.id: overlay for overlay in GAME.table(sight(s, "german")).overlays}
    assert "E5" in found["control-russian"].spaces
    assert "I5" in found["control-german"].spaces
    assert "I5" in found["conceal"].spaces
    assert "H6" not in found["conceal"].spaces


def test_what_is_printed_on_counters() -> None:
    """RV-0.6 Factors, class and level; the broken side shows its morale."""
    s = battle("MPh", side="russian", on="train1")
    put(s, "ge_6-5-8", "I5-1", "ge-1")
    put(s, "ge_4-3-6", "I5", "ge-2", broken=True)
    put(s, "ge_8-1", "I5", "ge-21")
    pieces = {piece.id: piece for piece in GAME.table(sight(s, "german")).pieces}
    assert (pieces["ge-1"].values["factors"], pieces["ge-1"].drawing["level"], pieces["ge-1"].side) == (
        "6-5-8",
        "1",
        "ss",
    )
    assert (pieces["ge-2"].drawing["broken"], pieces["ge-2"].side) == (1, "german")
    assert pieces["ge-2"].values["morale"] != 0
    assert pieces["ge-21"].values["kind"] == "leader"


def test_the_planner_adds_up_and_looks_ahead() -> None:
    """RV-A7.1, RV-A7.5, RV-A7.9 The sums, the row of the column, and what one more firer would change."""
    s = battle("PFPh", side="russian")
    put(s, "ru_4-4-7", "E4", "a")
    put(s, "ru_6-2-8", "E4", "b")
    put(s, "ge_4-4-7", "E6", "x")
    decision = drive(s, ("fire", "a"))
    assert decision is not None
    assert decision.odds is not None
    now, more = decision.odds(("roll",)), decision.odds(("join", "b"))
    assert now is not None
    assert more is not None
    assert (now.preview, more.preview) == (False, True)
    assert [value for _, value, _ in now.sums] == ["4", "4", "−1 column"]
    assert [value for _, value, _ in more.sums] == ["4", "6", "8", "−1 column"]
    assert [int(dr) for dr, _, _ in now.row] == list(range(2, 13))
    assert sum(chance for _, _, chance in now.row) == pytest.approx(1)
    drm = sum(m[0] for m in now.modifiers)
    column = firepower.column_for(4)
    assert [cell.replace("–", "-") for _, cell, _ in now.row] == [
        firepower.result_of(column, n + drm) for n in range(2, 13)
    ]
    plan = planned(s, ["a", "b"], "E6")
    assert more.outcomes == declaration.odds(s, plan).outcomes
