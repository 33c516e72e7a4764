"""The worked cases 10 to 26, in their order: close assault, bombardment, gun fire, retreats, air strikes."""

from __future__ import annotations

import pytest

from sandtable.games.ontoberlin.components import ALLIED, FORMATIONS, GERMAN, KINDS
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import ELIMINATED, Attack
from sandtable.games.ontoberlin.rules.assault import assault, resolve_assaults
from sandtable.games.ontoberlin.rules.attacks import ASSAULT, BOMBARDMENT, GUNFIRE, STRIKE, advantages
from sandtable.games.ontoberlin.rules.basics import zoc
from sandtable.games.ontoberlin.rules.drop import anti_aircraft
from sandtable.games.ontoberlin.rules.fire import artillery_for, could_fire, step_one
from sandtable.games.ontoberlin.rules.reinforcements import roll_air_strikes
from sandtable.games.ontoberlin.rules.results import carry_out, resolve, retreats, ruin
from tests.games.ontoberlin.field import (
    END,
    GD,
    HQ82,
    LAH,
    OPEN,
    PARA,
    POLISH,
    SE,
    SW,
    VS_11,
    VS_12,
    VS_22,
    N,
    S,
    Script,
    empty,
    load,
    place,
    run,
    side,
    sum_up,
    vp,
)


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
    s.step = "step_one"
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
    target, strength, protection, column, drm = next(c.about for c in script.asked[::-1] if c.ask == "compose_mixed")
    assert (target, strength, protection, column, drm) == ("5119", 22, 6, "column D", "−2")
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
