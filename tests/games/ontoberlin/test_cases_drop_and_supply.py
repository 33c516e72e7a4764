"""The worked cases 27 to 41, in their order: the drop, lines of communication, arrivals, desertion."""

from __future__ import annotations

from sandtable.board.paths import flood
from sandtable.games.ontoberlin.components import ALLIED, ARRIVALS, FORMATIONS, GERMAN, TABLES
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import BOX, DRIFTED, DROPPING, ELIMINATED, LATER, LOST, REMOVED, DivisionStatus
from sandtable.games.ontoberlin.rules.assault import assaulters_for
from sandtable.games.ontoberlin.rules.basics import remove, zoc
from sandtable.games.ontoberlin.rules.drop import (
    anti_aircraft,
    begin_drop,
    drift_off,
    land,
    touch_down,
    waiting_to_drop,
)
from sandtable.games.ontoberlin.rules.entering import enter, look_for_falls
from sandtable.games.ontoberlin.rules.movement import move
from sandtable.games.ontoberlin.rules.reach import begin, may_change_mode, may_move
from sandtable.games.ontoberlin.rules.reinforcements import german_arrival, return_drifters, roll_off_map_divisions
from sandtable.games.ontoberlin.rules.supply import blocked_hexes, check_supply, desertion, has_loc
from sandtable.kernel.journal import Journal
from sandtable.kernel.state import replace
from tests.games.ontoberlin.field import (
    END,
    GD,
    OPEN,
    PARA,
    VS_11,
    VS_12,
    VS_22,
    N,
    empty,
    load,
    options_of,
    place,
    run,
    supplied,
    vp,
)


def test_case_27_glider_scatter() -> None:
    """OB-15.3.5, OB-15.3.6, OB-15.3.10"""
    s = empty(turn=1, rolls=[6, 2, 6, 3, 3])
    for n, hex in enumerate(("4218", "5208", "6113"), 1):
        place(s, f"g-flaktowers-flak-{n}", hex)
    place(s, "g-tempelhof-flak-1", "5224")
    place(s, "g-tempelhof-flak-2", "5226")
    s.divisions["US 82nd"] = DivisionStatus("tempelhof", "5225", lz_alive=True, public=True, dropped=True)
    assert anti_aircraft(s, "5225") == 5
    glider = "a-us82nd-infantry-7"
    s.units[glider] = replace(s.units[glider], at=DROPPING)
    run(land(s, glider, "5225"))
    assert s.units[glider].at == ELIMINATED
    assert vp(s) == (0, 1)
    assert s.dice.left() == {}  # type: ignore[attr-defined]  # loaded dice


def test_case_28_parachute_scatter() -> None:
    """OB-15.3.7, OB-15.3.10"""
    for dice, dies in (((4, 5), True), ((4, 4), False)):
        s = empty(turn=1, rolls=[4, 5, *dice])
        s.divisions["US 82nd"] = DivisionStatus("tegel", "3506", lz_alive=True, public=True, dropped=True)
        s.units[PARA[0]] = replace(s.units[PARA[0]], at=DROPPING)
        run(land(s, PARA[0], "3506"))
        if dies:
            assert s.units[PARA[0]].at == ELIMINATED
        else:
            assert s.units[PARA[0]].at == "3511"
            assert s.units[PARA[0]].disrupted
            assert not s.units[PARA[0]].combat
    s = empty(turn=1)
    glider = "a-us82nd-infantry-7"
    run(touch_down(s, glider, "3511"), ("maneuver", glider))
    assert s.units[glider].at == "3511"
    assert not s.units[glider].disrupted


def test_case_29_after_landing() -> None:
    """OB-15.3.11"""
    s = empty(turn=1)
    run(touch_down(s, PARA[0], OPEN), ("maneuver", PARA[0]))
    march = begin(s, PARA[0])
    assert march.most == 4
    assert not may_change_mode(s, PARA[0], march)
    run(touch_down(s, PARA[1], "0516"), ("combat", PARA[1]), ("face", "0516", "N"))
    assert not may_move(s, PARA[1])
    place(s, VS_11, "0515")
    assert assaulters_for(s, ALLIED, "0515") == [PARA[1]]


def test_case_30_landing_on_the_enemy() -> None:
    """OB-15.3.9, OB-15.3.10"""
    s = empty(turn=1, rolls=[1, 1, 1])
    s.divisions["US 82nd"] = DivisionStatus("gatow", "1023", lz_alive=True, public=True, dropped=True)
    glider = "a-us82nd-infantry-7"
    s.units[glider] = replace(s.units[glider], at=DROPPING)
    place(s, VS_11, "1021")
    clear = next(n for n in MAP.neighbours["1021"] if MAP.hexes[n].terrain == "clear")
    run(land(s, glider, "1022"), ("swerve", glider, clear), ("maneuver", glider))
    assert s.units[glider].at == clear
    assert not s.units[glider].disrupted
    s = empty(turn=1, rolls=[4, 4])
    woods = next(h for h in MAP.hexes if MAP.hexes[h].terrain == "woods" and not MAP.hexes[h].road)
    run(touch_down(s, glider, woods))
    assert TABLES.result(4, 8 - 2) == "EX"
    assert s.units[glider].at == ELIMINATED


def test_case_31_off_the_map() -> None:
    """OB-15.3.8"""
    s = empty(turn=1)
    line = MAP.grid.ray("1023", 5, 11)
    assert line[-1] == "0119"
    assert len(line) < 11
    run(drift_off(s, PARA[0], "0119"))
    assert s.units[PARA[0]].at == DRIFTED
    assert MAP.distance("0119", "0124") == 5
    assert MAP.distance("0119", "0111") == 8
    s.turn = 2
    return_drifters(s)
    assert s.units[PARA[0]].at == BOX
    run(move(s, PARA[0]), ("enter", "0124"), END)
    assert s.units[PARA[0]].at == "0124"
    assert not s.units[PARA[0]].combat


def test_case_32_lost_units() -> None:
    """OB-15.3.2, OB-15.4.1"""
    s = empty(turn=1, rolls=[2, *[6] * 12])
    s.divisions["British 6th"] = DivisionStatus("tegel", "3506")
    begin_drop(s, "British 6th")
    lost = FORMATIONS["British 6th"][0]
    assert s.units[lost].at == LOST
    assert s.units[FORMATIONS["British 6th"][1]].at == DROPPING
    for u in FORMATIONS["British 6th"]:
        s.units[u] = replace(s.units[u], at=LOST if u == lost else REMOVED, moved=False)
    s.turn, s.dropping = 2, ""
    assert waiting_to_drop(s) == ["British 6th"]
    s.divisions["British 6th"] = replace(s.divisions["British 6th"], lz_alive=False)
    assert waiting_to_drop(s) == []
    s.divisions["British 6th"] = replace(s.divisions["British 6th"], lz_alive=True)
    load(s, 3)
    begin_drop(s, "British 6th")
    assert s.units[lost].at == DROPPING


def test_case_33_loc_length() -> None:
    """OB-6.2.1"""
    s = empty()
    s.divisions["US 82nd"] = supplied()
    near, far = hexes_off_the_road(4), hexes_off_the_road(5)
    place(s, PARA[0], near)
    assert has_loc(s, PARA[0])
    place(s, PARA[1], far)
    assert not has_loc(s, PARA[1])
    place(s, PARA[2], "1024")
    assert not MAP.hexes["1024"].road
    assert has_loc(s, PARA[2])


def hexes_off_the_road(distance: int) -> str:
    """A hex at this distance from the next road that leads to Gatow."""
    roads = list(flood(["1023"], MAP.roads.__getitem__))
    far = flood(
        roads, lambda h: [n for n in MAP.neighbours[h] if n not in MAP.water and not MAP.bridgeless_river(h, n)]
    )
    return next(hex for hex, n in far.items() if n == distance)


def one_road(start: str) -> tuple[list[str], str]:
    """A way along roads through a strongpoint to a hex too far behind it to go around, and that strongpoint."""
    steps = flood([start], MAP.roads.__getitem__)
    for end in steps:
        way = [end]
        while way[-1] != start:
            way.append(next(n for n in MAP.roads[way[-1]] if steps[n] == steps[way[-1]] - 1))
        way.reverse()
        for place_in_way, hex in enumerate(way):
            near = way[: place_in_way + 1]
            if hex in MAP.strongpoints and all(MAP.distance(end, before) > 5 for before in near):
                return way, hex
    raise AssertionError("no such road")


def test_case_34_loc_blocks() -> None:
    """OB-6.2.2, OB-6.2.3"""
    s = empty()
    s.divisions["US 82nd"] = supplied(lz="3506")
    way, strongpoint = one_road("3506")
    s.fallen = {hex: 1 for hex in MAP.strongpoints if hex != strongpoint}
    # Every other road is in ruins, so the road through the strongpoint is the only one.
    s.ruins = {hex: True for hex in MAP.hexes if MAP.hexes[hex].road and hex not in way}
    u = place(s, PARA[0], way[-1])
    assert not has_loc(s, u)
    s.fallen[strongpoint] = 1
    assert has_loc(s, u)
    s.ruins[strongpoint] = True
    place(s, PARA[1], strongpoint)
    assert not has_loc(s, u)
    remove(s, PARA[1], LATER)
    del s.ruins[strongpoint]
    place(s, VS_12, strongpoint, combat=False)
    assert not has_loc(s, u)


def test_case_34_loc_blocks_by_zoc() -> None:
    """OB-6.2.2, OB-3.2.5"""
    s = empty()
    s.divisions["US 82nd"] = supplied()
    place(s, GD[0], OPEN, "N")
    german_zoc = zoc(s, GERMAN)
    assert N in blocked_hexes(s, german_zoc)
    place(s, PARA[0], N)
    assert N not in blocked_hexes(s, german_zoc)
    assert OPEN in blocked_hexes(s, german_zoc)


def test_case_35_no_loc() -> None:
    """OB-6.2.6"""
    s = empty()
    s.divisions["US 82nd"] = supplied()
    far = hexes_off_the_road(5)
    u = place(s, PARA[0], far)
    check_supply(s)
    assert not s.units[u].combat
    assert s.secrets_shown == 1  # OB-3.6.1 the enemy sees the mode of a unit whose source he does not know
    assert not s.units[u].disrupted
    assert begin(s, u).most == 16
    assert not may_change_mode(s, u, begin(s, u))
    near = next(n for n in MAP.neighbours[far] if n in {hexes_off_the_road(4)} or _off_road(n) == 4)
    options = options_of(move(s, u), ("go", near))
    assert ("combat", u) in options


def _off_road(hex: str) -> int:
    roads = list(flood(["1023"], MAP.roads.__getitem__))
    far = flood(
        roads, lambda h: [n for n in MAP.neighbours[h] if n not in MAP.water and not MAP.bridgeless_river(h, n)]
    )
    return far.get(hex, 99)


def test_case_36_strongpoint_by_zoc() -> None:
    """OB-10.3.6, OB-3.2.4"""
    s = empty()
    place(s, PARA[0], "5425", "S")
    look_for_falls(s, "5425")
    assert "5426" in s.fallen
    s = empty()
    place(s, GD[0], "5427", "N")
    place(s, PARA[0], "5425", "S")
    look_for_falls(s, "5425")
    assert "5426" not in s.fallen
    s = empty()
    place(s, PARA[0], "5606")
    look_for_falls(s, "5606")
    assert "5607" in s.fallen


def test_case_37_lz_lost() -> None:
    """OB-15.3.13, OB-6.2.7"""
    s = empty(player="german")
    s.divisions["US 82nd"] = supplied()
    place(s, PARA[0], "1123")
    place(s, PARA[1], "0923")
    u = place(s, "g-mvk-infantry-1", "1021", combat=False)
    s.units[PARA[0]] = replace(s.units[PARA[0]], combat=False)
    s.facing.pop("1123", None)
    enter(s, u, "1022")
    assert s.divisions["US 82nd"].lz_alive
    enter(s, u, "1023")
    assert not s.divisions["US 82nd"].lz_alive
    assert vp(s) == (0, 0)
    s.player = ALLIED
    check_supply(s)
    assert not s.units[PARA[1]].combat


def test_case_38_off_map_drop() -> None:
    """OB-15.3.14"""
    first, second = FORMATIONS["US 17th"][3], FORMATIONS["US 17th"][5]
    s = empty(turn=1, rolls=[first, second])
    s.divisions["US 17th"] = DivisionStatus("rechlin", edge="south")
    begin_drop(s, "US 17th")
    assert [u for u in FORMATIONS["US 17th"] if s.units[u].at == REMOVED] == [first, second]
    assert vp(s) == (0, 0)


def test_case_39_off_map_arrival() -> None:
    """OB-15.4.2"""
    for roll, arrives in ((3, True), (4, False)):
        s = empty(turn=6, rolls=[roll])
        s.divisions["US 17th"] = DivisionStatus("rechlin", public=True, dropped=True, edge="south")
        roll_off_map_divisions(s)
        assert (s.units[FORMATIONS["US 17th"][0]].at == BOX) == arrives
        if arrives:
            assert len(s.units[FORMATIONS["US 17th"][0]].entries) == 7
            assert s.units[FORMATIONS["US 17th"][0]].entries[0] == "6437"


def test_case_40_variable_reinforcements() -> None:
    """OB-14.4"""
    arrival = next(a for a in ARRIVALS if a.formation == "18th PzGren")
    units = FORMATIONS["18th PzGren"]
    hq, *others = units
    s = empty(4, "german", [4, 3, 6, 6, 6, 6], variable_reinforcements="on")
    s.interdiction["18th PzGren"] = 1
    german_arrival(s, arrival)
    assert s.units[others[0]].at == LATER
    assert s.units[others[1]].at == BOX
    assert s.units[hq].at == BOX
    s = empty(4, "german", [4, 5, 6, 6, 6, 6], variable_reinforcements="on")
    german_arrival(s, arrival)
    assert s.units[others[0]].at == BOX
    assert s.units[others[1]].at == LATER


def test_case_41_desertion() -> None:
    """OB-6.4"""
    s = empty(3, "german", [5, 6, 4, 6])
    s.vp = {"allied": 12, "german": 11}
    s.journal = Journal()
    place(s, "g-hj-infantry-1", "2515", combat=False)
    place(s, VS_12, OPEN, combat=False)
    place(s, VS_22, "0516", combat=False)
    place(s, "g-gendarmerie-infantry-1", "0516", combat=False)
    desertion(s)
    assert s.units["g-hj-infantry-1"].at == REMOVED
    assert [(line.facts["dice"], line.facts["total"]) for line in s.journal.lines] == [((5, 6), 11)], "two dice, no 11"
    assert s.units[VS_12].at == OPEN
    assert s.units[VS_22].at == "0516"
    assert vp(s) == (12, 11)
    s = empty(3, "german", [])
    s.vp = {"allied": 11, "german": 11}
    place(s, VS_12, OPEN, combat=False)
    desertion(s)
    assert s.units[VS_12].at == OPEN
