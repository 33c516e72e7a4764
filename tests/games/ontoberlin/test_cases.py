"""The worked cases, in their order; each test has the case's number and name."""

from __future__ import annotations

import pytest

from sandtable.board.paths import flood
from sandtable.games.ontoberlin.components import AIRFIELDS, ALLIED, ARRIVALS, FORMATIONS, GERMAN, KINDS, TABLES
from sandtable.games.ontoberlin.map import MAP
from sandtable.games.ontoberlin.model import (
    BOX,
    DRIFTED,
    DROPPING,
    ELIMINATED,
    LATER,
    LOST,
    POOL,
    REMOVED,
    Attack,
    DivisionStatus,
)
from sandtable.games.ontoberlin.play import end_reinforcement, play
from sandtable.games.ontoberlin.rules.assault import announce, assault, assaulters_for, resolve_assaults
from sandtable.games.ontoberlin.rules.attacks import ASSAULT, BOMBARDMENT, GUNFIRE, STRIKE, advantages, note_attack
from sandtable.games.ontoberlin.rules.basics import in_command, remove, room, zoc
from sandtable.games.ontoberlin.rules.drop import (
    anti_aircraft,
    begin_drop,
    drift_off,
    land,
    touch_down,
    waiting_to_drop,
)
from sandtable.games.ontoberlin.rules.drop_plan import assign
from sandtable.games.ontoberlin.rules.entering import GameOver, enter, look_for_falls
from sandtable.games.ontoberlin.rules.fire import artillery_for, could_fire, step_one, step_two
from sandtable.games.ontoberlin.rules.movement import move
from sandtable.games.ontoberlin.rules.reach import begin, may_change_mode, may_move, reach
from sandtable.games.ontoberlin.rules.reinforcements import (
    call_up,
    call_up_hexes,
    check_volkssturm,
    german_arrival,
    return_drifters,
    roll_air_strikes,
    roll_off_map_divisions,
)
from sandtable.games.ontoberlin.rules.results import carry_out, resolve, retreats, ruin
from sandtable.games.ontoberlin.rules.supply import blocked, check_supply, desertion, has_loc, recover
from sandtable.games.ontoberlin.rules.victory import end_of_turn, outcome
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace

from .field import (
    BRITISH,
    GD,
    HQ82,
    LAH,
    OPEN,
    PARA,
    VS_11,
    VS_12,
    VS_22,
    Script,
    empty,
    first_decision,
    load,
    options_of,
    place,
    run,
    side,
    sum_up,
    vp,
)

POLISH = "a-british1st-infantry-7"
END = ("end",)
N, NE, SE, S, SW, NW = (side(OPEN, c) for c in ("N", "NE", "SE", "S", "SW", "NW"))


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
    s.phase = "facing"
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


def test_case_10_close_assault_on_volkssturm() -> None:
    """OB-8.1, OB-8.6.5"""
    for dice, result in (((3, 5), "D"), ((5, 6), "E")):
        s = empty()
        target = plain_builtup()
        place(s, HQ82, MAP.neighbours[target][3])
        for u in PARA[:3]:
            place(s, u, MAP.neighbours[target][0])
        place(s, VS_12, target)
        found = sum_up(s, ASSAULT, target, *PARA[:3])
        assert (found.strength, found.protection, found.letter, found.drm) == (9, 3, "E", -1)
        load(s, *dice)
        s.attack = Attack(ASSAULT, target, tuple(PARA[:3]))
        if result == "D":
            run(assault(s))
            assert s.units[VS_12].disrupted
        else:
            run(assault(s), *(("advance", u) for u in PARA[:3]))
            assert vp(s) == (1, 0)
            assert s.stacks[target] == tuple(PARA[:3])


def plain_builtup() -> str:
    """A builtup hex without features or water, and neighbours like it."""
    return "3720"


def test_case_11_the_same_vs_in_strongpoint_5607() -> None:
    """OB-10.3"""
    s = empty()
    place(s, VS_12, "5607")
    place(s, HQ82, "5606")
    for u in PARA[:3]:
        place(s, u, "5707")
    found = sum_up(s, ASSAULT, "5607", *PARA[:3])
    assert (found.protection, found.letter, found.drm) == (5, "C", -3)
    assert found.result(12) == "D"


def test_case_12_outflanked_strongpoint() -> None:
    """OB-10.3.3, OB-8.6.2"""
    s = empty()
    place(s, VS_12, "5607")
    place(s, HQ82, "5707")
    for u in PARA[:3]:
        place(s, u, "5606")
    for u in PARA[3:]:
        place(s, u, "5608")
    found = sum_up(s, ASSAULT, "5607", *PARA)
    assert (found.strength, found.protection, found.letter) == (18, 5, "F")
    assert found.result(9) == "D"
    assert found.result(12) == "E"


def test_case_13_armor_superiority() -> None:
    """OB-8.6.3, OB-8.8"""
    tanks = ["g-muncheberg-armor-1", "g-muncheberg-mech-1", "g-muncheberg-mech-2", "g-muncheberg-mech-3"]
    panzer = tanks[0]
    three, two = (next(u for u in tanks[1:] if KINDS[u].fs == fs) for fs in (3, 2))
    attackers = (panzer, three, two)
    s = empty(player="german")
    place(s, "g-muncheberg-hq-1", side(N, "NW"))
    for u in attackers:
        place(s, u, N, "S")
    for u in PARA[:2]:
        place(s, u, OPEN, "N")
    found = sum_up(s, ASSAULT, OPEN, *attackers)
    assert (found.strength, found.letter, found.drm) == (8, "F", 0)
    load(s, 3, 4)
    s.attack = Attack(ASSAULT, OPEN, attackers)
    away = side(S, "S")
    run(
        assault(s),
        ("retreat", PARA[1], away),
        ("face", away, "N"),
        ("retreat", PARA[0], away),
        ("face", away, "N"),
        ("advance", panzer),
        ("done",),
        ("face", OPEN, "S"),
        ("go", SE),
        END,
        ("face", SE, "S"),
    )
    assert s.units[PARA[0]].at == away
    assert s.units[panzer].at == SE
    s = empty(player="german")
    place(s, "g-muncheberg-hq-1", "5026")
    for u in PARA[:2]:
        place(s, u, "5126", "SW")
    for u in attackers:
        place(s, u, "5026" if u == two else "5127", "NE" if u == two else "N")
    field = sum_up(s, ASSAULT, "5126", *attackers)
    assert field.drm == -1
    assert field.letter == "F"
    assert field.result(7) == "D"
    s = empty(player="german")
    for u in PARA[:2]:
        place(s, u, "3720")
    for u in attackers:
        place(s, u, "3719")
    assert not any(clause == "OB-8.6.3" for _, clause, _ in advantages(s, Attack(ASSAULT, "3720", attackers)))


def test_case_14_exchange() -> None:
    """OB-8.7.4"""
    strong = "a-us82nd-infantry-7"
    attackers = (PARA[0], PARA[1], strong)
    assert KINDS[strong].factors == "4-2-4"
    s = empty()
    place(s, VS_11, OPEN)
    for u in attackers:
        place(s, u, N, "S")
    script = Script(("lose", PARA[1]))
    script.run(carry_out(s, Attack(ASSAULT, OPEN, attackers), ALLIED, "EX", "test"))
    assert {u for _, u in script.asked[-1].options} == set(attackers)
    assert vp(s) == (1, 1)
    tiger = next(u for u in FORMATIONS["11th SS Nordland"] if KINDS[u].factors == "6-6-4")
    s = empty()
    place(s, tiger, OPEN)
    for u in attackers:
        place(s, u, N, "S")
    run(carry_out(s, Attack(ASSAULT, OPEN, attackers), ALLIED, "EX", "test"))
    assert s.units[strong].at == ELIMINATED
    assert s.units[tiger].at == ELIMINATED


BATTERIES = ("g-408artillery-artillery-1", "g-408artillery-artillery-2")


def test_case_15_bombardment_ceiling() -> None:
    """OB-8.2.3"""
    s = empty(player="german")
    for u in BATTERIES:
        place(s, u, "0515")
    for u in PARA[:2]:
        place(s, u, OPEN)
    place(s, GD[0], N, combat=False)
    assert set(artillery_for(s, GERMAN, OPEN)) == set(BATTERIES)
    found = sum_up(s, BOMBARDMENT, OPEN, *BATTERIES)
    assert (found.strength, found.protection, found.letter) == (24, 2, "C")
    assert found.result(8) == "-"
    assert found.result(7) == "D"
    load(s, 6, 6)
    run(resolve(s, Attack(BOMBARDMENT, OPEN, BATTERIES), GERMAN, "test"), ("lose", PARA[0]))
    assert s.units[PARA[0]].at == ELIMINATED
    assert s.units[PARA[1]].disrupted
    assert vp(s) == (0, 1)


def test_case_16_mixed_bombardment() -> None:
    """OB-8.2.4"""
    s = empty()
    guns = tuple(f"a-us82nd-artillery-{n}" for n in range(1, 5))
    for u in guns[:3]:
        place(s, u, "5123")
    place(s, guns[3], "5122")
    place(s, HQ82, "5122")
    for u in PARA[:2]:
        place(s, u, "5120")
    place(s, LAH, "5119")
    s.phase = "step_one"
    script = Script(
        ("bombard", "5119"),
        *(("add", u) for u in guns),
        ("add", PARA[0]),
        ("add", PARA[1]),
        ("commit",),
        ("lose", PARA[0]),
    )
    load(s, 4, 5)
    script.run(step_one(s))
    target, strength, protection, letter, drm = next(c.about for c in script.asked[::-1] if c.ask == "compose_mixed")
    assert (target, strength, protection, letter, drm) == ("5119", 22, 6, "D", "-2")
    assert s.units[LAH].at == ELIMINATED
    assert vp(s) == (1, 1)


def test_case_17_nationality_of_spotters() -> None:
    """OB-8.2.2"""
    s = empty()
    place(s, VS_11, OPEN)
    place(s, POLISH, N)
    place(s, "a-british6th-artillery-1", "0515")
    place(s, "a-us82nd-artillery-1", "0515")
    assert artillery_for(s, ALLIED, OPEN) == ["a-british6th-artillery-1"]


def test_case_18_gun_fire() -> None:
    """OB-8.4.2"""
    s = empty(player="german")
    gun, flak = place(s, "g-tegel-at-1", N, "S"), place(s, "g-tegel-flak-1", N, "S")
    place(s, PARA[0], OPEN)
    assert (sum_up(s, GUNFIRE, OPEN, gun).strength, sum_up(s, GUNFIRE, OPEN, gun).letter) == (3, "B")
    assert (sum_up(s, GUNFIRE, OPEN, flak).strength, sum_up(s, GUNFIRE, OPEN, flak).letter) == (6, "D")
    assert (sum_up(s, GUNFIRE, OPEN, gun, flak).strength, sum_up(s, GUNFIRE, OPEN, gun, flak).letter) == (9, "E")
    place(s, PARA[1], S)
    assert could_fire(s, flak, S)
    assert (sum_up(s, GUNFIRE, S, flak).strength, sum_up(s, GUNFIRE, S, flak).letter) == (3, "B")


def test_case_19_line_of_sight() -> None:
    """OB-8.4.3"""
    s = empty(player="german")
    flak = place(s, "g-tempelhof-flak-1", "5225", "S")
    place(s, PARA[0], "5227")
    assert could_fire(s, flak, "5227")
    a, middle, b = next(
        (side(h, "N"), h, side(h, "S"))
        for h in MAP.hexes
        if MAP.hexes[h].terrain == "suburb" and side(h, "N") and side(h, "S")
    )
    assert not MAP.sees(a, b)
    assert MAP.sees(a, middle)


def test_case_20_defensive_fire() -> None:
    """OB-8.5.3, OB-8.5.4"""
    s = empty()
    x, y = N, SE
    flak = place(s, "g-tegel-flak-1", OPEN, "N")
    place(s, HQ82, side(N, "NW"), combat=False)
    for u in PARA[:2]:
        place(s, u, x, "S")
    place(s, PARA[2], y, "NW")
    s.assaults[OPEN] = tuple(PARA[:3])
    front_only = sum_up(s, GUNFIRE, x, flak)
    assert (front_only.strength, front_only.protection, front_only.letter) == (6, 2, "D")
    load(s, 2, 3, 1, 1)
    run(resolve_assaults(s), ("defend", flak, x))
    assert all(s.units[u].disrupted for u in PARA[:2])
    assert all(s.units[u].attacked for u in PARA[:3])
    rest = sum_up(s, ASSAULT, OPEN, PARA[2])
    assert (rest.strength, rest.protection, rest.letter) == (3, 3, "B")
    s.facing[OPEN] = 2
    assert sum_up(s, ASSAULT, OPEN, PARA[2]).letter == "A"


def test_case_21_guns_cannot_retreat() -> None:
    """OB-8.8.3"""
    s = empty()
    gun = place(s, "g-tegel-at-1", OPEN)
    run(carry_out(s, Attack(GUNFIRE, OPEN, ()), ALLIED, "R", "test"))
    assert s.units[gun].disrupted
    s = empty()
    place(s, gun, OPEN)
    run(carry_out(s, Attack(ASSAULT, OPEN, ()), ALLIED, "R", "test"))
    assert s.units[gun].at == ELIMINATED
    assert vp(s) == (1, 0)


def test_case_22_blocked_retreat() -> None:
    """OB-8.8.2"""
    s = empty()
    u = place(s, "g-mvk-infantry-1", OPEN)
    place(s, PARA[0], N, "S")
    place(s, PARA[1], side(SE, "S"), "N")
    place(s, PARA[2], side(SW, "S"), "N")
    place(s, PARA[3], SE, "NW")
    place(s, PARA[4], SW, "NE")
    assert retreats(s, u, zoc(s, ALLIED)) == {}
    run(carry_out(s, Attack(ASSAULT, OPEN, ()), ALLIED, "R", "test"))
    assert s.units[u].at == ELIMINATED
    assert vp(s) == (1, 0)


def test_case_23_air_strike() -> None:
    """OB-8.3"""
    s = empty()
    place(s, VS_22, "3720")
    found = sum_up(s, STRIKE, "3720", strikes=2)
    assert (found.strength, found.protection, found.letter, found.drm) == (60, 3, "I", -1)
    assert found.result(2) == "D"
    assert found.result(7) == "E"


def test_case_24_napalm_on_a_flak_tower() -> None:
    """OB-8.3.4, OB-10.1"""
    s = empty()
    zoo = place(s, "g-flaktowers-flak-1", "4218")
    hot = sum_up(s, STRIKE, "4218", strikes=1, napalm=1)
    assert (hot.protection, hot.letter, hot.drm) == (3, "H", 0)
    assert (hot.result(5), hot.result(3), hot.result(7)) == ("D", "-", "E")
    cold = sum_up(s, STRIKE, "4218", strikes=1)
    assert (cold.protection, cold.letter, cold.drm) == (6, "E", -2)
    assert (cold.result(8), cold.result(9)) == ("-", "D")
    assert anti_aircraft(s, "3506") == 1
    load(s, 2, 3)
    run(resolve(s, Attack(STRIKE, "4218", (), 1, 1), ALLIED, "test"))
    assert s.units[zoo].disrupted
    assert anti_aircraft(s, "3506") == 0


@pytest.mark.parametrize(
    ("turn", "player", "dice", "strikes"),
    [
        (1, "german", (), 0),
        (3, "allied", (6, 6), 0),
        (3, "german", (6, 6), 1),
        (3, "german", (5, 6), 0),
        (3, "allied", (2, 2), 9),
        (3, "allied", (4, 4), 6),
        (3, "allied", (4, 5), 3),
    ],
)
def test_case_25_air_strike_table(turn: int, player: str, dice: tuple[int, ...], strikes: int) -> None:
    """OB-8.3.1"""
    s = empty(turn, player, list(dice))
    roll_air_strikes(s)
    assert s.strikes == strikes


def test_case_26_ruins_from_the_air() -> None:
    """OB-9.2"""
    for hex, natural, ruined in (("3720", 10, True), ("3720", 9, False), ("5119", 10, False)):
        s = empty()
        place(s, VS_22, hex)
        ruin(s, hex, sum_up(s, STRIKE, hex, strikes=2), natural)
        assert (hex in s.ruins) == ruined


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


def supplied(division: str = "US 82nd", lz: str = "1023") -> DivisionStatus:
    return DivisionStatus(MAP.perimeter_of[lz], lz, lz_alive=True, public=True, dropped=True, arrived=True)


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
    assert blocked(s, N, german_zoc)
    place(s, PARA[0], N)
    assert not blocked(s, N, german_zoc)
    assert blocked(s, OPEN, german_zoc)


def test_case_35_no_loc() -> None:
    """OB-6.2.6"""
    s = empty()
    s.divisions["US 82nd"] = supplied()
    far = hexes_off_the_road(5)
    u = place(s, PARA[0], far)
    check_supply(s)
    assert not s.units[u].combat
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
    place(s, "g-hj-infantry-1", "2515", combat=False)
    place(s, VS_12, OPEN, combat=False)
    place(s, VS_22, "0516", combat=False)
    place(s, "g-gendarmerie-infantry-1", "0516", combat=False)
    desertion(s)
    assert s.units["g-hj-infantry-1"].at == REMOVED
    assert s.units[VS_12].at == OPEN
    assert s.units[VS_22].at == "0516"
    assert vp(s) == (12, 11)
    s = empty(3, "german", [])
    s.vp = {"allied": 11, "german": 11}
    place(s, VS_12, OPEN, combat=False)
    desertion(s)
    assert s.units[VS_12].at == OPEN


def test_case_42_triggers() -> None:
    """OB-11.3, OB-11.4"""
    s = empty(turn=1)
    place(s, "g-gatow-flak-1", "1022", "N")
    note_attack(s, Attack(STRIKE, "1022", (), 1), ALLIED)
    assert (s.hj_trigger, s.vs_trigger) == (False, False)
    gun = place(s, "a-us82nd-artillery-1", "1024")
    note_attack(s, Attack(BOMBARDMENT, "1022", (gun,)), ALLIED)
    assert (s.hj_trigger, s.vs_trigger) == (True, False)
    s.player, s.turn = "german", 2
    hj = place(s, "g-hj-infantry-2", "2515", combat=False)
    place(s, VS_12, OPEN, combat=False)
    assert may_move(s, hj)
    assert not may_move(s, VS_12)
    place(s, PARA[0], "1021", "S")
    note_attack(s, Attack(ASSAULT, "1022", (PARA[0],)), ALLIED)
    assert s.vs_trigger
    assert may_move(s, VS_12)


def test_case_43_leaders() -> None:
    """OB-11.1, OB-12.1"""
    s = empty()
    himmler, goering = "leader-himmler", "leader-goering"
    place(s, LAH, "5119", combat=False)
    run(carry_out(s, Attack(GUNFIRE, "5119", ()), ALLIED, "E", "test"))
    assert "5119" not in s.stacks
    assert not s.leaders[himmler].captured
    enter(s, place(s, PARA[0], "5120"), "5119")
    assert s.leaders[himmler].captured == 3

    s = empty()
    place(s, VS_11, "5119", combat=False)
    place(s, HQ82, "5219")
    for u in PARA[:3]:
        place(s, u, "5120")
    s.attack = Attack(ASSAULT, "5119", tuple(PARA[:3]))
    load(s, 6, 6)
    assert sum_up(s, ASSAULT, "5119", *PARA[:3]).result(12) == "E"
    run(assault(s), ("done",))
    assert s.leaders[himmler].captured == 3
    assert s.stacks["5120"] == tuple(PARA[:3])

    s = empty()
    place(s, VS_11, "5119")
    place(s, PARA[0], "5120")
    s.attack = Attack(ASSAULT, "5119", (PARA[0],))
    exchange_roll = next(n for n in range(2, 13) if sum_up(s, ASSAULT, "5119", PARA[0]).result(n) == "EX")
    load(s, exchange_roll - exchange_roll // 2, exchange_roll // 2)
    run(assault(s))
    assert "5119" not in s.stacks
    assert not s.leaders[himmler].captured

    s.leaders[goering] = replace(s.leaders[goering], captured=2)
    s.vp = {"allied": 0, "german": 30}
    place(s, PARA[1], "5120")
    with pytest.raises(GameOver):
        enter(s, PARA[1], "5119")
    result = outcome(s)
    assert result is not None
    assert result.winners == ("allied",)


def test_case_44_reichstag() -> None:
    """OB-12.2, OB-12.3, OB-12.4"""
    for german, winners in ((19, ("allied",)), (20, ())):
        s = empty(turn=5)
        s.vp = {"allied": 20, "german": german}
        place(s, PARA[0], "5014")
        s.attack = None
        s.assaults["5015"] = (PARA[0],)
        s.phase = "assaults"
        run(play(s), ("advance", PARA[0]))
        result = outcome(s)
        assert result is not None
        assert result.winners == winners
        assert s.vp["german"] == german
        assert s.ended == "reichstag"


def test_case_45_full_game_score() -> None:
    """OB-12"""
    s = empty(turn=10, player="german")
    s.vp = {"allied": 47, "german": 18 + 31}
    end_of_turn(s)
    result = outcome(s)
    assert result is not None
    assert result.scores == {"allied": 47.0, "german": 51.0}
    assert result.winners == ("german",)


def test_case_46_volkssturm_check() -> None:
    """OB-5.5"""
    pool = sorted(u for u in KINDS if KINDS[u].setup == "vs_pool")
    for roll, in_pool, drawn in ((2, 18, 0), (5, 18, 2), (6, 2, 2)):
        s = empty(3, "german")
        for u in pool[:in_pool]:
            s.units[u] = replace(s.units[u], at=POOL)
        load(s, roll, *pool[:drawn])
        check_volkssturm(s)
        assert sum(unit.at == "called" for unit in s.units.values()) == drawn
    s = empty(3, "german")
    place(s, PARA[0], "5014")
    hexes = call_up_hexes(s, pool[0])
    assert "5015" not in hexes
    assert "5014" not in hexes
    assert "5017" in hexes
    s.units[pool[0]] = replace(s.units[pool[0]], at="called")
    run(call_up(s), ("call_up", "5017"))
    assert s.units[pool[0]].at == "5017"
    assert not s.units[pool[0]].combat


def test_case_47_assignment() -> None:
    """OB-15.1"""
    s = empty(turn=0)
    s.phase = "assign"
    for division, airfield in (
        ("British 1st", "tegel"),
        ("US 82nd", "tempelhof"),
        ("British 6th", "gatow"),
        ("US 17th", "oranienburg"),
        ("US 101st", "rechlin"),
    ):
        run(assign(s), ("assign", division, airfield))
    assert s.divisions["US 101st"].airfield == "rechlin"
    s = empty(turn=0)
    for division, airfield in (("US 17th", "tegel"), ("US 82nd", "tempelhof")):
        run(assign(s), ("assign", division, airfield))
    assert {o[1] for o in options_of(assign(s))} == {"British 1st", "British 6th"}
    decision = first_decision(assign(s))
    assert decision.why_not is not None
    refusal = decision.why_not(("assign", "British 52nd", "gatow"))
    assert refusal is not None
    assert refusal[1] == "OB-15.1.2"
    assert not any(o[1] == "British 52nd" for o in options_of(assign(empty(turn=0))))


def test_case_48_ss_and_army() -> None:
    """OB-8.1.6"""
    s = empty(player="german")
    place(s, PARA[0], OPEN)
    place(s, LAH, N, "S")
    place(s, GD[0], NE, "SW")
    s.phase = "announce"
    options = options_of(announce(s), ("assault", OPEN), ("add", LAH))
    assert ("add", GD[0]) not in options
    assert ("add_all",) not in options
    run(announce(s), ("assault", OPEN), ("add", LAH), ("commit",))
    assert s.assaults == {OPEN: (LAH,)}
    run(announce(s))
    assert s.phase == "assaults"


def test_case_49_engineers_and_too_weak() -> None:
    """OB-8.1.3, OB-8.6.4, OB-19.3"""
    s = empty(player="german")
    engineer = place(s, "g-vsengineers-engineer-1", "3719")
    place(s, PARA[0], "3720")
    found = sum_up(s, ASSAULT, "3720", engineer)
    assert TABLES.column(1, 3) == -1
    assert (found.strength, found.protection, found.letter, found.drm) == (1, 3, "A", -1)
    assert found.result(10) == "R"


def test_case_50_out_of_command() -> None:
    """OB-3.5"""
    s = empty()
    place(s, VS_12, OPEN)
    for u, hex in zip(PARA[:3], (N, NE, NW), strict=True):
        place(s, u, hex, "S")
    far = next(h for h in MAP.hexes if MAP.distance(h, NE) == 7 and MAP.distance(h, N) == 6 and h not in MAP.water)
    place(s, HQ82, far, combat=False)
    assert [in_command(s, u) for u in PARA[:2]] == [True, False]
    drms = sum_up(s, ASSAULT, OPEN, *PARA[:3]).drms
    assert [value for value, clause, _ in drms if clause == "OB-3.5.2"] == [-1]
    remove(s, HQ82, ELIMINATED)
    assert [clause for _, clause, _ in sum_up(s, ASSAULT, OPEN, PARA[0]).drms] == ["OB-3.5.2"]
    place(s, PARA[4], "0516")
    place(s, VS_22, side("0516", "N"))
    assert sum_up(s, ASSAULT, "0516", VS_22).drm == 0


def test_case_51_german_mixed_bombardment() -> None:
    """OB-8.2.4, OB-8.7.4"""
    guns = tuple(u for u in FORMATIONS["56th Panzer Korps"] if KINDS[u].cls == "artillery")
    mech = next(u for u in FORMATIONS["Muncheberg"] if KINDS[u].factors == "2-4-6" and KINDS[u].cls == "mech")
    for dice, result in (((1, 3), "R"), ((1, 1), "EX"), ((3, 3), "E")):
        s = empty(player="german")
        for u in guns:
            place(s, u, "0515")
        place(s, "g-muncheberg-hq-1", "0515", combat=False)
        place(s, mech, N, "S")
        for u in PARA[:2]:
            place(s, u, OPEN)
        attack = Attack(BOMBARDMENT, OPEN, (*guns, mech))
        found = sum_up(s, BOMBARDMENT, OPEN, *guns, mech)
        assert (found.strength, found.protection, found.letter, found.drm) == (30, 2, "I", 0)
        load(s, *dice)
        away = side(S, "S")
        back: list[Option] = [
            ("retreat", PARA[1], away),
            ("face", away, "N"),
            ("retreat", PARA[0], away),
            ("face", away, "N"),
        ]
        answers: list[Option] = back if result == "R" else [("lose", PARA[0])]
        run(resolve(s, attack, GERMAN, "test"), *answers)
        if result == "EX":
            assert s.units[mech].at == ELIMINATED
            assert all(s.units[u].at == "0515" for u in guns)
        if result == "R":
            assert s.units[mech].at == N
            assert s.units[PARA[0]].at == away


def test_case_52_mode_change_into_ruins() -> None:
    """OB-3.3.2, OB-7.5"""
    s = empty()
    s.divisions["US 82nd"] = supplied()
    s.ruins[N] = True
    u = place(s, PARA[0], OPEN, combat=False)
    run(move(s, u), ("combat", u), ("face", OPEN, "N"), ("go", N), END)
    assert s.units[u].at == N
    s = empty()
    s.ruins[N] = True
    u = place(s, PARA[0], S, combat=False)
    options = options_of(move(s, u), ("go", OPEN), ("combat", u), ("face", OPEN, "N"))
    assert ("go", N) not in options


def test_case_53_stopped_by_a_zoc() -> None:
    """OB-3.2.3"""
    goal = "0521"
    for start, spent, may in (("0516", 10, True), ("0514", 14, False)):
        s = empty(player="german")
        place(s, PARA[0], "0522", "N")
        u = place(s, "g-mvk-infantry-1", start, combat=False)
        enemy = zoc(s, ALLIED)
        assert goal in enemy
        found = reach(s, u, begin(s, u), enemy)
        assert found[goal][0] == spent
        assert all(came != goal for _, came in found.values())
        script = Script(("go", goal), ("combat", u), ("face", goal, "S")) if may else Script(("go", goal))
        script.run(move(s, u))
        assert s.units[u].at == goal
        assert s.units[u].combat == may


def test_case_54_tower_flak_recovers() -> None:
    """OB-6.1, OB-15.3.5"""
    s = empty(turn=1, player="german")
    tower, field = "g-flaktowers-flak-2", "g-tegel-flak-1"
    place(s, tower, "5208", combat=False, disrupted=True)
    place(s, field, "3505", combat=False, disrupted=True)
    assert anti_aircraft(s, "3506") == 0
    recover(s)
    assert s.units[tower].combat
    assert not s.units[field].combat
    assert not s.units[field].disrupted
    assert anti_aircraft(s, "3506") == 1
    assert not may_change_mode(s, field, begin(s, field))
    s.turn = 2
    assert may_change_mode(s, field, begin(s, field))


def test_case_55_several_fires_on_one_hex() -> None:
    """OB-8.1.1"""
    s = empty(rolls=[1] * 8)
    s.strikes = 6
    place(s, VS_12, OPEN)
    guns = ["a-us82nd-artillery-1", "a-us82nd-artillery-2"]
    for u in guns:
        place(s, u, "0515")
    at = place(s, "a-us82nd-at-1", "0516", "S")
    place(s, PARA[0], N, "S")
    place(s, HQ82, NW, combat=False)
    assert at
    s.phase = "step_one"
    run(step_one(s), ("strike", OPEN), ("strikes", 1))
    assert ("strike", OPEN) not in options_of(step_one(s))
    run(step_one(s), ("bombard", OPEN), ("add", guns[0]), ("commit",))
    run(step_one(s), ("bombard", OPEN), ("add", guns[1]), ("commit",))
    assert ("fire", OPEN) in options_of(step_two(s))
    run(step_two(s), ("fire", OPEN), ("add", at), ("commit",))
    run(announce(s), ("assault", OPEN), ("add", PARA[0]), ("commit",))
    run(announce(s))
    assert s.phase == "assaults"


def test_case_56_german_inside_the_lz_hex() -> None:
    """OB-15.3.13"""
    for cleared in (False, True):
        s = empty(turn=1, player="german")
        s.divisions["US 82nd"] = supplied()
        if cleared:
            place(s, PARA[0], "1023")
        else:
            place(s, "g-gatow-infantry-1", "1023", combat=False)
        s.phase = "end_reinforcement"
        run(end_reinforcement(s))
        assert s.divisions["US 82nd"].lz_alive == cleared
        assert vp(s) == (0, 0)


def test_the_airfields_are_those_of_the_cases() -> None:
    """OB-15.1.1"""
    assert list(AIRFIELDS) == ["tegel", "tempelhof", "gatow", "oranienburg", "rechlin"]
