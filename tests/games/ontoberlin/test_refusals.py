"""Refusals: each is a sentence with its clause, in small positions and on the way through the battle."""

from __future__ import annotations

import pytest

from sandtable.games.ontoberlin.components import ALLIED, GERMAN, VS_POOL
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import BOX, DROPPING, OnToBerlin
from sandtable.games.ontoberlin.rules.assault import announce
from sandtable.games.ontoberlin.rules.basics import put, why_no_room
from sandtable.games.ontoberlin.rules.drop import land_next
from sandtable.games.ontoberlin.rules.drop_plan import assign
from sandtable.games.ontoberlin.rules.movement import move, move_units
from sandtable.games.ontoberlin.rules.setup import place_by_hand, set_up
from sandtable.kernel.flow import Choose
from sandtable.kernel.game import find_game
from sandtable.kernel.state import replace
from tests.games.ontoberlin.field import (
    BRITISH,
    GD,
    LAH,
    OPEN,
    PARA,
    VS_11,
    VS_12,
    VS_22,
    N,
    S,
    after,
    empty,
    first_decision,
    place,
    run,
    side,
    supplied,
)
from tests.games.refusals import clause_against, plain, refused_on_the_way

HJ = "g-hj-infantry-2"
MVK = "g-mvk-infantry-1"


def test_refusals_on_the_way_name_their_clauses() -> None:
    """OB-3.1.1, OB-7.1, OB-13.4, OB-15.1.1 Stacking, movement, set-up and the drop: each with its rule."""
    refused = refused_on_the_way(find_game("ontoberlin"), {}, 500)
    assert refused >= {"OB-3.1.1", "OB-7.1", "OB-13.4", "OB-15.1.1"}


@pytest.mark.parametrize(
    ("u", "flags", "turn", "clause"),
    [
        (MVK, {"moved": True}, 3, "OB-7.1"),
        (MVK, {"disrupted": True}, 3, "OB-7.10"),
        ("g-flaktowers-flak-1", {}, 3, "OB-3.3.4"),
        (HJ, {}, 3, "OB-11.3.1"),
        (VS_12, {}, 3, "OB-11.4.1"),
        (GD[0], {}, 1, "OB-7.8"),
        (PARA[0], {}, 3, "OB-7.1"),
    ],
)
def test_why_a_german_unit_cannot_be_moved(u: str, flags: dict[str, bool], turn: int, clause: str) -> None:
    """OB-7.1, OB-7.10, OB-3.3.4, OB-11.3.1, OB-11.4.1, OB-7.8"""
    s = empty(turn, GERMAN)
    place(s, u, OPEN, combat="disrupted" not in flags)
    s.units[u] = replace(s.units[u], **flags)
    decision = first_decision(move_units(s))
    assert ("move", u) not in decision.options
    assert clause_against(decision, ("move", u)) == clause


def test_who_may_move_is_not_refused() -> None:
    """OB-7.1, OB-11.3.1, OB-11.4.1 Woken militia moves; a question about something else has no answer."""
    s = empty(3, GERMAN)
    s.hj_trigger = s.vs_trigger = True
    place(s, VS_12, OPEN, combat=False)
    place(s, HJ, N, combat=False)
    decision = first_decision(move_units(s))
    assert ("move", VS_12) in decision.options
    assert clause_against(decision, ("move", VS_12)) == ""
    assert clause_against(decision, ("move", HJ)) == ""
    assert clause_against(decision, ("move", "nobody")) == ""
    assert clause_against(decision, ("go", VS_12)) == ""
    assert clause_against(decision, ("move",)) == ""


def test_who_is_off_the_map_cannot_be_moved() -> None:
    """OB-7.1, OB-5.3 Not there yet, or in front of blocked entry hexes."""
    s = empty(3, GERMAN)
    s.units[GD[0]] = replace(s.units[GD[0]], at=BOX, entries=("0501",))
    for u in PARA[:1]:
        place(s, u, "0501")
    decision = first_decision(move_units(s))
    assert ("move", GD[0]) not in decision.options
    assert clause_against(decision, ("move", GD[0])) == "OB-5.3"
    assert clause_against(decision, ("move", GD[1])) == "OB-7.1"


def test_a_unit_just_landed_in_combat_mode_stays() -> None:
    """OB-15.3.11"""
    s = empty(1, ALLIED)
    place(s, PARA[0], OPEN, landed=True)
    assert clause_against(first_decision(move_units(s)), ("move", PARA[0])) == "OB-15.3.11"


def test_why_a_hex_cannot_be_reached() -> None:
    """OB-7.1, OB-7.2, OB-7.5, OB-7.7, OB-3.1.1"""
    s = empty(3, GERMAN)
    u = place(s, MVK, OPEN, combat=False)
    place(s, PARA[0], N, combat=False)
    s.ruins[S] = True
    s.vs_trigger = True
    full = side(OPEN, "SE")
    for other in (VS_11, VS_12, VS_22):
        place(s, other, full, combat=False)
    decision = first_decision(move(s, u))
    wanted = {N: "OB-7.7", S: "OB-7.5", full: "OB-3.1.1", "5015": "OB-7.1", next(iter(MAP.water)): "OB-7.2"}
    for hex, clause in wanted.items():
        assert ("go", hex) not in decision.options
        assert clause_against(decision, ("go", hex)) == clause
    assert clause_against(decision, ("go", "nowhere")) == ""
    assert clause_against(decision, ("go",)) == ""
    assert clause_against(decision, ("end",)) == ""


def test_who_entered_a_zone_of_control_must_stop() -> None:
    """OB-3.2.3"""
    s = empty(3, GERMAN)
    u = place(s, MVK, OPEN, combat=False)
    place(s, PARA[0], side(N, "N"), "S")
    decision = after(move(s, u), ("go", N))
    beyond = side(N, "NW")
    assert ("go", beyond) not in decision.options
    assert clause_against(decision, ("go", beyond)) == "OB-3.2.3"


def test_who_cannot_cross_the_water_is_told_so() -> None:
    """OB-7.4"""
    river = next(pair for pair, water in MAP.sides.items() if water.type == "river" and not water.bridge)
    s = empty(3, GERMAN)
    s.vs_trigger = True
    place(s, VS_12, river[:4])
    assert clause_against(first_decision(move(s, VS_12)), ("go", river[4:])) == "OB-7.4"


def test_why_a_unit_cannot_turn_over() -> None:
    """OB-3.3.2, OB-6.2.6 Too few MP left, or no Line of Communications."""
    s = empty(3, ALLIED)
    u = place(s, PARA[0], OPEN, combat=False, no_loc=True)
    decision = first_decision(move(s, u))
    assert ("combat", u) not in decision.options
    assert clause_against(decision, ("combat", u)) == "OB-6.2.6"
    s = empty(3, ALLIED)
    s.divisions["US 82nd"] = supplied()
    u = place(s, PARA[0], OPEN, combat=False)
    decision = first_decision(move(s, u))
    assert ("combat", u) in decision.options
    assert clause_against(decision, ("combat", u)) == ""
    decision = after(move(s, u), ("combat", u), ("face", OPEN, "N"), ("maneuver", u), ("go", side(side(N, "N"), "N")))
    assert ("combat", u) not in decision.options
    assert clause_against(decision, ("combat", u)) == "OB-3.3.2"


def test_who_cannot_stack() -> None:
    """OB-3.1.1, OB-3.1.2, OB-3.1.4, OB-3.1.5"""
    s = empty()
    assert why_no_room(s, GD[0], OPEN) is None
    place(s, LAH, OPEN)
    assert plain(why_no_room(s, GD[0], OPEN)) == "OB-3.1.5"
    assert plain(why_no_room(s, PARA[0], OPEN)) == "OB-3.1.4"
    place(s, GD[0], N)
    assert plain(why_no_room(s, LAH, N)) == "OB-3.1.5"
    assert why_no_room(s, GD[1], N) is None
    for u in (GD[1], MVK):
        place(s, u, N)
    assert plain(why_no_room(s, VS_11, N)) == "OB-3.1.1"
    assert why_no_room(s, MVK, N) is None
    for u in PARA[:3]:
        assert why_no_room(s, u, S) is None
        place(s, u, S)
    same = why_no_room(s, PARA[3], S)
    assert plain(same) == "OB-3.1.2"
    assert same is not None
    assert "mixed" not in same[0]
    assert "at most 3 Allied units" in same[0]
    s = empty()
    place(s, PARA[0], S)
    place(s, BRITISH[0], S)
    mixed = why_no_room(s, PARA[1], S)
    assert plain(mixed) == "OB-3.1.2"
    assert mixed is not None
    assert "at most 2 Allied units of mixed nationality" in mixed[0]


def composing(s: OnToBerlin, target: str, *units: str) -> Choose:
    """The question after these units have joined a Close Assault."""
    return after(announce(s), ("assault", target), *(("add", u) for u in units))


def test_why_a_unit_cannot_join_an_attack() -> None:
    """OB-8.1.6, OB-8.1.1, OB-8.1.7, OB-1.4.2, OB-3.4.1"""
    s = empty(player=GERMAN)
    s.step = "announce"
    place(s, PARA[0], OPEN)
    place(s, LAH, N, "S")
    place(s, GD[0], S, "N")
    assert clause_against(composing(s, OPEN, LAH), ("add", GD[0])) == "OB-8.1.6"
    place(s, VS_12, S, attacked=True)
    assert clause_against(composing(s, OPEN), ("add", VS_12)) == "OB-8.1.1"
    place(s, VS_11, S, combat=False)
    assert clause_against(composing(s, OPEN), ("add", VS_11)) == "OB-8.1.7"
    away = side(OPEN, "SE")
    place(s, HJ, side(OPEN, "NE"), "SW")
    assert clause_against(composing(s, OPEN), ("add", HJ)) == "OB-1.4.2"
    place(s, VS_22, away, "SE")
    assert clause_against(composing(s, OPEN), ("add", VS_22)) == "OB-3.4.1"
    assert clause_against(composing(s, OPEN), ("add", GD[0])) == ""
    assert clause_against(composing(s, OPEN), ("add", "nobody")) == ""
    assert clause_against(composing(s, OPEN), ("drop", HJ)) == ""
    assert clause_against(composing(s, OPEN), ("commit",)) == ""


def test_why_a_division_cannot_have_an_airfield() -> None:
    """OB-15.1.1, OB-15.1.2"""
    s = empty(turn=0)
    run(assign(s), ("assign", "US 17th", "tegel"))
    run(assign(s), ("assign", "US 82nd", "tempelhof"))
    decision = first_decision(assign(s))
    assert clause_against(decision, ("assign", "British 52nd", "gatow")) == "OB-15.1.2"
    assert clause_against(decision, ("assign", "US 17th", "gatow")) == "OB-15.1.1"
    assert clause_against(decision, ("assign", "US 101st", "gatow")) == "OB-15.1.2"
    assert clause_against(decision, ("assign", "US 1st", "gatow")) == ""
    assert clause_against(decision, ("assign", "US 101st")) == ""
    assert clause_against(decision, ("lz", "US 101st", "gatow")) == ""


def test_why_a_unit_cannot_aim_at_a_hex() -> None:
    """OB-15.3.4"""
    s = empty(1, ALLIED)
    s.divisions["US 82nd"] = supplied("1023")
    s.dropping = "US 82nd"
    s.units[PARA[0]] = replace(s.units[PARA[0]], at=DROPPING)
    place(s, VS_11, "1024")
    flow = land_next(s)
    decision = first_decision(flow)
    assert decision.ask == "land"
    sent = flow.send(("land", PARA[0]))
    assert isinstance(sent, Choose)
    for hex in ("1024", "6020", next(iter(MAP.water))):
        assert ("aim", hex) not in sent.options
        assert clause_against(sent, ("aim", hex)) == "OB-15.3.4"
    for option in (("aim", "nowhere"), ("land", "6020"), ("aim",)):
        assert clause_against(sent, option) == ""
    assert sent.why_not is not None
    assert sent.why_not(("aim", "1024")) != sent.why_not(("aim", "6020"))


def test_why_a_unit_cannot_be_set_up() -> None:
    """OB-13.1, OB-13.2, OB-13.4, OB-13.8, OB-3.1.5"""
    s = find_game("ontoberlin").new(find_game("ontoberlin").settle({}), empty().dice)
    decision = first_decision(set_up(s))
    assert clause_against(decision, ("done",)) == "OB-13.1"
    assert clause_against(decision, ("place", PARA[0])) == "OB-13.1"
    assert clause_against(decision, ("shift", VS_POOL[0])) == "OB-13.2"
    assert clause_against(decision, ("place", "g-flaktowers-flak-1")) == "OB-13.4"
    assert clause_against(decision, ("place", "nobody")) == ""
    assert clause_against(decision, ("turn", PARA[0])) == ""
    flak = "g-berlinflak-flak-4"
    decision = first_decision(place_by_hand(s, flak))
    assert clause_against(decision, ("at", next(iter(MAP.water)))) == "OB-13.1"
    assert clause_against(decision, ("at", "0101")) == "OB-13.1"
    assert clause_against(decision, ("at", "nowhere")) == ""
    assert clause_against(decision, ("at",)) == ""
    assert clause_against(decision, ("place", "0101")) == ""
    put(s, LAH, OPEN)
    assert clause_against(decision, ("at", OPEN)) == "OB-3.1.5"
    decision = first_decision(place_by_hand(s, VS_POOL[0]))
    assert clause_against(decision, ("at", "0101")) == "OB-13.8"
