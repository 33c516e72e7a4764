"""The worked cases 1 to 9, in their order: stacking, modes, movement, zones of control."""

from __future__ import annotations

from sandtable.board.paths import flood
from sandtable.games.ontoberlin.components import ALLIED
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import Attack
from sandtable.games.ontoberlin.play import play
from sandtable.games.ontoberlin.rules.attacks import GUNFIRE
from sandtable.games.ontoberlin.rules.basics import room, zoc
from sandtable.games.ontoberlin.rules.movement import move
from sandtable.games.ontoberlin.rules.reach import begin, may_change_mode, may_move, reach
from sandtable.games.ontoberlin.rules.results import carry_out
from sandtable.kernel.state import replace
from tests.games.ontoberlin.field import (
    BRITISH,
    GD,
    LAH,
    NE,
    OPEN,
    PARA,
    POLISH,
    SE,
    VS_11,
    VS_12,
    N,
    S,
    empty,
    options_of,
    place,
    run,
    side,
)


def test_case_1_allied_stacking() -> None:
    """OB-3.1.2"""
    s = empty()
    place(s, BRITISH[0], OPEN)
    assert room(s, PARA[0], OPEN)
    place(s, BRITISH[1], OPEN)
    assert room(s, POLISH, OPEN)
    assert not room(s, PARA[0], OPEN)
    place(s, POLISH, OPEN)
    assert not room(s, BRITISH[2], OPEN)
    place(s, PARA[0], N)
    place(s, BRITISH[3], N)
    assert not room(s, BRITISH[4], N)
    assert not room(s, PARA[1], N)


def test_case_2_ss_stacking() -> None:
    """OB-3.1.5, OB-11.1.6"""
    s = empty()
    place(s, GD[0], OPEN)
    assert not room(s, LAH, OPEN)
    place(s, VS_11, N)
    place(s, VS_12, N)
    assert room(s, LAH, N)
    place(s, "g-gendarmerie-infantry-1", S)
    assert room(s, LAH, S)
    place(s, LAH, S)
    assert not room(s, GD[0], S)


def test_case_3_german_turn_1_moves() -> None:
    """OB-7.8, OB-3.3.2"""
    s = empty(turn=1, player="german")
    place(s, GD[0], OPEN, combat=False)
    assert begin(s, GD[0]).most == 6
    run(move(s, GD[0]), ("combat", GD[0]), ("face", OPEN, "N"))
    assert s.units[GD[0]].combat
    assert s.units[GD[0]].at == OPEN
    lobeck = place(s, "g-engineers-engineer-1", "0516", combat=False)
    assert ("combat", lobeck) in options_of(move(s, lobeck))
    run(move(s, lobeck), ("combat", lobeck), ("face", "0516", "N"))
    assert s.units[lobeck].at == "0516"
    gun = place(s, "g-berlinat-at-1", "0416", combat=False)
    assert begin(s, gun).most == 2
    assert ("combat", gun) not in options_of(move(s, gun))
    flak = place(s, "g-berlinflak-flak-4", "0420", "N")
    assert not may_move(s, flak)
    s.step = "facing"
    run(play(s), ("turn", "0420"), ("face", "0420", "S"))
    assert s.facing["0420"] == 3


def test_case_4_two_mode_changes() -> None:
    """OB-3.3.2"""
    s = empty()
    u = place(s, PARA[0], "0415", "N")
    run(move(s, u), ("maneuver", u), ("go", "0419"), ("combat", u), ("face", "0419", "N"))
    assert s.units[u].at == "0419"
    assert s.units[u].combat
    s = empty()
    u = place(s, PARA[0], "0415", "N")
    assert ("combat", u) not in options_of(move(s, u), ("maneuver", u), ("go", "0420"))
    s = empty()
    u = place(s, PARA[0], "0415", "N")
    run(move(s, u), ("go", "0417"), ("maneuver", u), ("go", "0421"))
    assert s.units[u].at == "0421"
    assert not s.units[u].combat


def test_case_5_road_march() -> None:
    """OB-7.3"""
    s = empty(player="german")
    chain = road_chain(21)
    u = place(s, GD[0], chain[0], combat=False)
    found = reach(s, u, begin(s, u), ())
    assert found[chain[20]][0] == 20
    assert may_change_mode(s, u, replace(begin(s, u), spent=20))
    leg = place(s, "g-mvk-infantry-1", chain[0], combat=False)
    on_foot = reach(s, leg, begin(s, leg), ())
    assert on_foot[chain[8]][0] <= 16
    along = {chain[0], *(n for n in MAP.hexes if MAP.hexes[n].road)}
    assert all(cost >= 2 for hex, (cost, _) in on_foot.items() if hex in along)


def road_chain(length: int) -> list[str]:
    """A straight march of so many hexes along one road, with no shorter way."""
    for start in ("0111", "0124", "7012", "0103", "6437"):
        steps = flood([start], MAP.roads.__getitem__)
        ends = [hex for hex, n in steps.items() if n == length - 1]
        if ends:
            way = [ends[0]]
            while way[-1] != start:
                way.append(next(n for n in MAP.roads[way[-1]] if steps[n] == steps[way[-1]] - 1))
            return way[::-1]
    raise AssertionError("no road is that long")


def test_case_6_ruins() -> None:
    """OB-7.5, OB-8.9.3"""
    s = empty(player="german")
    s.ruins[N] = True
    u = place(s, "g-mvk-infantry-1", OPEN, combat=False)
    assert N not in {hex for hex, (cost, _) in reach(s, u, begin(s, u), ()).items() if cost <= 2}
    assert N not in reach(s, u, begin(s, u), ())
    road = road_chain(3)
    s.ruins[road[1]] = True
    other = place(s, "g-fah-infantry-1", road[0], combat=False)
    assert road[1] not in reach(s, other, begin(s, other), ())
    place(s, u, OPEN, combat=True)
    assert reach(s, u, begin(s, u), ())[N][0] == 4
    place(s, u, N, combat=True)
    run(carry_out(s, Attack(GUNFIRE, N, ()), ALLIED, "D", "test"))
    assert s.units[u].disrupted
    assert not s.units[u].combat
    assert s.units[u].at == N


def test_case_7_zoc() -> None:
    """OB-3.2"""
    s = empty(player="german")
    place(s, PARA[0], OPEN, "N")
    assert NE in zoc(s, ALLIED)
    assert SE not in zoc(s, ALLIED)
    u = place(s, "g-mvk-infantry-1", side(NE, "NE"), combat=False)
    found = reach(s, u, begin(s, u), zoc(s, ALLIED))
    beyond = side(NE, "NW")
    assert NE in found
    assert found[beyond][1] != NE
    edge = next(
        (a, b)
        for a in MAP.hexes
        for b in MAP.neighbours[a]
        if MAP.hexes[b].terrain == "builtup" and a not in MAP.built_up and a not in MAP.water and a + b not in MAP.sides
    )
    s = empty(player="german")
    place(s, PARA[0], edge[0], ("N", "NE", "SE", "S", "SW", "NW")[MAP.grid.direction(*edge)])
    assert edge[1] not in zoc(s, ALLIED)


def test_case_8_leaving_a_zoc() -> None:
    """OB-3.2.3"""
    s = empty(player="german")
    place(s, PARA[0], OPEN, "N")
    u = place(s, "g-mvk-infantry-1", N, combat=False)
    found = reach(s, u, begin(s, u), zoc(s, ALLIED))
    assert found[side(N, "N")][0] == 4
    assert found[NE][0] == 4
    assert all(came != NE for _, came in found.values())


def test_case_9_canal_and_river() -> None:
    """OB-7.4"""
    assert MAP.cost("2606", "2607", motor=False, combat=False) == 6
    assert MAP.cost("2606", "2607", motor=True, combat=False) is None
    assert MAP.cost("3608", "3609", motor=False, combat=False) == 2
    assert MAP.cost("3608", "3609", motor=True, combat=False) == 1
    assert not MAP.passable("1816", "1916", motor=False)
    assert MAP.passable("1815", "1916", motor=True)
    assert MAP.cost("1815", "1916", motor=False, combat=False) == 2
