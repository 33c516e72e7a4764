"""Cases found when every clause was read again across the chapters."""

from __future__ import annotations

from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import Attack, DivisionStatus
from sandtable.games.ontoberlin.rules.assault import assault, still_able
from sandtable.games.ontoberlin.rules.attacks import ASSAULT
from sandtable.games.ontoberlin.rules.movement import move
from sandtable.games.ontoberlin.rules.supply import EDGE, choose_sources, has_loc
from tests.games.ontoberlin.field import (
    END,
    OPEN,
    PARA,
    VS_12,
    Script,
    empty,
    place,
    run,
    supplied,
)


def test_the_way_off_the_road_stands_alone_only_to_a_road_hex_of_the_source() -> None:
    """OB-6.2.1"""
    s = empty()
    s.divisions["US 82nd"] = supplied()
    perimeter = [hex for hex in MAP.hexes if MAP.perimeter_of.get(hex) == "gatow"]
    roads = [hex for hex in perimeter if MAP.hexes[hex].road]
    assert roads
    assert min(MAP.distance("1018", hex) for hex in perimeter) == 4
    assert all(MAP.distance("1018", hex) > 4 for hex in MAP.hexes if MAP.hexes[hex].road)
    u = place(s, PARA[0], "1018")
    assert not has_loc(s, u), "four hexes to the perimeter, but to no road"
    near = next(h for h in MAP.within(roads[0], 4) if MAP.distance(h, roads[0]) == 4 and h not in MAP.water)
    place(s, u, near)
    s.ruins = {hex: True for hex in MAP.hexes if MAP.hexes[hex].road and hex not in perimeter}
    assert has_loc(s, u), "the road hex that it reaches lies in the perimeter: nothing more is needed"


def test_an_edge_that_supplies_nobody_is_not_offered() -> None:
    """OB-6.2.4"""
    s = empty()
    entry = next(iter(MAP.entry_letters))
    s.divisions["US 82nd"] = DivisionStatus(
        "oranienburg", public=True, dropped=True, arrived=True, source=EDGE, edge="north"
    )
    place(s, PARA[0], OPEN, entry=entry)
    place(s, PARA[1], "1023")
    script = Script(("source", "US 82nd", "gatow"))
    script.run(choose_sources(s))
    [decision] = script.asked
    assert list(decision.options) == [("source", "US 82nd", "gatow")], "too far away, and the other has used no entry"
    assert not decision.forced, "he is asked all the same, so that the German learns nothing"
    place(s, PARA[0], entry)
    script = Script(("source", "US 82nd", EDGE))
    script.run(choose_sources(s))
    place(s, VS_12, entry)
    assert s.divisions["US 82nd"].source == EDGE


def test_without_an_airfield_the_edge_is_the_source_and_nobody_is_asked() -> None:
    """OB-6.2.4"""
    s = empty()
    s.divisions["US 82nd"] = DivisionStatus("oranienburg", public=True, dropped=True, arrived=True, edge="north")
    place(s, PARA[0], OPEN)
    run(choose_sources(s))
    assert s.divisions["US 82nd"].source == EDGE


def test_who_ends_a_move_in_combat_mode_sets_the_facing() -> None:
    """OB-3.4.2"""
    s = empty()
    to = MAP.grid.towards[OPEN][0]
    u = place(s, PARA[0], OPEN)
    run(move(s, u), ("go", to), END, ("face", to, "S"))
    assert s.facing == {to: 3}
    s = empty()
    u = place(s, PARA[0], OPEN)
    place(s, PARA[1], to, "SE")
    run(move(s, u), ("go", to), END)
    assert s.facing == {to: 2}, "those who stand there have their facing"


def test_a_strongpoint_does_not_fall_to_a_unit_that_faces_elsewhere() -> None:
    """OB-10.3.6, OB-3.4.2"""
    south = MAP.grid.towards["5426"][3]
    start = next(
        n for n in MAP.neighbours[south] if n not in MAP.neighbours["5426"] and n not in ("5426", *MAP.built_up)
    )
    s = empty()
    s.divisions["US 82nd"] = supplied()
    u = place(s, PARA[0], start)
    assert south not in MAP.built_up
    run(move(s, u), ("go", south), END, ("face", south, "S"))
    assert "5426" not in s.fallen
    s = empty()
    u = place(s, PARA[0], start)
    run(move(s, u), ("go", south), END, ("face", south, "N"))
    assert "5426" in s.fallen


def test_who_was_driven_behind_a_river_no_longer_joins_the_assault() -> None:
    """OB-8.5.4, OB-8.5.1"""
    river = next(pair for pair, side in MAP.sides.items() if side.type == "river" and not side.bridge)
    bank, target = river[:4], river[4:]
    s = empty()
    u = place(s, PARA[0], bank, _facing(bank, target))
    place(s, VS_12, target)
    assert still_able(s, target, (u,)) == ()
    s.attack = Attack(ASSAULT, target, (u,))
    run(assault(s))
    assert s.units[VS_12].at == target


def test_who_no_longer_faces_the_target_does_not_assault_it() -> None:
    """OB-8.5.4, OB-8.5.1"""
    s = empty()
    target = MAP.grid.towards[OPEN][0]
    u = place(s, PARA[0], OPEN, "S")
    place(s, VS_12, target)
    assert still_able(s, target, (u,)) == ()
    place(s, u, OPEN, "N")
    assert still_able(s, target, (u,)) == (u,)


def _facing(here: str, there: str) -> str:
    """The direction in which a neighbour lies."""
    return ("N", "NE", "SE", "S", "SW", "NW")[MAP.grid.towards[here].index(there)]
