"""More cases where clauses meet, worked out from the rulebook first: guns, shells, strikes, command, landings."""

from __future__ import annotations

import pytest

from sandtable.games.ontoberlin.components import ALLIED, GERMAN, KINDS
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import ELIMINATED, Attack, OnToBerlin
from sandtable.games.ontoberlin.rules.attacks import ASSAULT, BOMBARDMENT, GUNFIRE, STRIKE, note_attack
from sandtable.games.ontoberlin.rules.basics import in_command, may_join, zoc
from sandtable.games.ontoberlin.rules.drop import anti_aircraft, land, safe
from sandtable.games.ontoberlin.rules.fire import spots_for
from sandtable.games.ontoberlin.rules.reach import begin, reach, why_not_move
from sandtable.games.ontoberlin.rules.results import carry_out, exchange, ruin
from tests.games.ontoberlin.field import (
    BRITISH,
    GD,
    HQ82,
    LAH,
    OPEN,
    PARA,
    POLISH,
    VS_12,
    VS_22,
    N,
    S,
    Script,
    empty,
    place,
    run,
    side,
    sum_up,
    supplied,
    vp,
)

GUNS = "a-us82nd-artillery-1"
"""US artillery 4-2-0."""
US_GUNS = "a-us101st-artillery-1"
AT = "a-us82nd-at-1"
TANKS = "g-18thpzgren-armor-1"
"""Tanks 5-5-6."""
HOUSES, WOODS = "1714", "0426"


def drms(s: OnToBerlin, kind: str, target: str, *units: str) -> dict[str, int]:
    """The dice modifiers of an attack by their clause."""
    return {clause: value for value, clause, _ in sum_up(s, kind, target, *units).drms}


# -- shells ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("infantry", "strength", "letter"), [((), 8, "C"), ((PARA[0],), 11, "E")])
def test_shells_alone_stop_at_column_c(infantry: tuple[str, ...], strength: int, letter: str) -> None:
    """OB-8.2.3, OB-8.2.4, OB-8.1.2, OB-8.1.3 8 against 2 + 1 in the woods would be D; a squad makes it 11 : 3."""
    s = empty()
    place(s, VS_12, WOODS, combat=False)
    place(s, HQ82, MAP.neighbours[MAP.neighbours[WOODS][0]][0], combat=False)
    for gun in (GUNS, US_GUNS):
        place(s, gun, MAP.neighbours[WOODS][3], "N")
    for u in infantry:
        place(s, u, MAP.neighbours[WOODS][0], "S")
    found = sum_up(s, BOMBARDMENT, WOODS, GUNS, US_GUNS, *infantry)
    assert (found.strength, found.letter) == (strength, letter)


@pytest.mark.parametrize(("headquarters", "value"), [("near", 0), ("far", -1), ("shaken", -1), ("gone", -1)])
def test_who_shells_with_his_infantry_needs_his_headquarters(headquarters: str, value: int) -> None:
    """OB-3.5.1, OB-3.5.2 The paras of a Mixed Bombardment are out of command; artillery alone never is."""
    s = empty()
    place(s, VS_12, OPEN, combat=False)
    place(s, PARA[0], N, "S")
    place(s, GUNS, S, "N")
    if headquarters != "gone":
        at = MAP.grid.ray(N, 0, 6 if headquarters != "far" else 7)[-1]
        place(s, HQ82, at, combat=False, disrupted=headquarters == "shaken")
    assert drms(s, BOMBARDMENT, OPEN, GUNS, PARA[0]).get("OB-3.5.2", 0) == value
    assert "OB-3.5.2" not in drms(s, BOMBARDMENT, OPEN, GUNS)
    assert in_command(s, HQ82)


@pytest.mark.parametrize(
    ("spotter", "gun", "may"),
    [
        (BRITISH[0], GUNS, False),
        (PARA[0], US_GUNS, True),
        (POLISH, "a-british6th-artillery-1", True),
        (LAH, "g-408artillery-artillery-1", False),  # SS for the army, though any unit may spot for the 408th
        (VS_12, "g-408artillery-artillery-1", True),
        (GD[0], "g-18thpzgren-artillery-1", False),
        ("g-berlin-hq-1", "g-18thpzgren-artillery-1", True),
        ("g-11thssnordland-hq-1", "g-9thparachute-artillery-1", False),
        ("g-9thparachute-infantry-1", "g-9thparachute-artillery-1", True),
    ],
)
def test_who_spots_for_whom(spotter: str, gun: str, may: bool) -> None:
    """OB-8.2.2, OB-3.1.2 One nation; German guns have their own formation, any HQ, and never the SS for others."""
    assert spots_for(spotter, gun) == may


@pytest.mark.parametrize(("strikes", "natural", "ruins"), [(2, 10, True), (2, 9, False), (0, 12, False)])
def test_when_houses_fall(strikes: int, natural: int, ruins: bool) -> None:
    """OB-9.2, OB-8.3.2 A natural 10 on column C or better: two strikes are, one gun of 4 against 2 + 1 is on B."""
    s = empty()
    place(s, VS_12, HOUSES, combat=False)
    found = sum_up(s, STRIKE, HOUSES, strikes=strikes) if strikes else sum_up(s, BOMBARDMENT, HOUSES, GUNS)
    assert found.letter == ("I" if strikes else "B")
    ruin(s, HOUSES, found, natural)
    assert (HOUSES in s.ruins) == ruins


@pytest.mark.parametrize(("roll", "result"), [(2, "D"), (3, "-"), (4, "D"), (5, "D"), (6, "D"), (7, "E")])
def test_bombs_drive_nobody_out(roll: int, result: str) -> None:
    """OB-8.3.3, OB-8.1.4 30 against 3 is column H: retreats (2 and 5) count as D, the exchange (3) as nothing."""
    s = empty()
    place(s, "g-tegel-flak-1", OPEN, "N")
    found = sum_up(s, STRIKE, OPEN, strikes=1)
    assert found.letter == "H"
    assert found.result(roll) == result


# -- guns --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gun", "distance", "soft", "strength"),
    [(AT, 1, True, 2), (AT, 2, False, 3), ("g-tegel-flak-1", 1, True, 6), ("g-tegel-flak-1", 3, False, 3)],
)
def test_what_guns_are_worth(gun: str, distance: int, soft: bool, strength: int) -> None:
    """OB-8.4.2, OB-0.3 AT is halved against infantry, flak from two hexes on, both rounded up."""
    s = empty()
    german = KINDS[gun].side == GERMAN
    place(s, gun, MAP.grid.ray(OPEN, 0, distance)[-1], "S")
    place(s, PARA[0] if german else VS_22 if soft else TANKS, OPEN, combat=False)
    assert sum_up(s, GUNFIRE, OPEN, gun).strength == strength


@pytest.mark.parametrize(
    ("other", "terrain", "shift"),
    [("", OPEN, 1), (AT, OPEN, 0), ("", WOODS, 0), ("", HOUSES, 0)],
)
def test_tanks_in_the_open_and_among_trees(other: str, terrain: str, shift: int) -> None:
    """OB-8.6.3 +1 unless guns stand in Combat Mode; nothing in woods and streets."""
    s = empty(player="german")
    beside = MAP.neighbours[terrain][0]
    place(s, PARA[0], terrain, "N")
    if other:
        place(s, other, terrain, "N")
    place(s, TANKS, beside, "S")
    found = {clause: value for value, clause, _ in sum_up(s, ASSAULT, terrain, TANKS).shifts}
    assert found.get("OB-8.6.3", 0) == shift


def test_infantry_does_not_like_tanks_but_may_come_from_behind() -> None:
    """OB-8.6.1, OB-8.6.2, OB-8.6.3 -1 for the tanks and +1 from the rear: 3 against 5 is too weak all the same."""
    s = empty()
    place(s, TANKS, OPEN, "N")
    place(s, PARA[0], S, "N")
    place(s, HQ82, side(S, "S"), combat=False)
    found = sum_up(s, ASSAULT, OPEN, PARA[0])
    assert sorted(value for value, _, _ in found.shifts) == [-1, 1]
    assert (found.strength, found.protection, found.letter) == (3, 5, "-")


def test_engineers_against_boys_in_a_strongpoint_reach_the_limit_of_shifts() -> None:
    """OB-8.6.1, OB-8.6.2, OB-8.6.4, OB-8.6.5, OB-10.3.1, OB-10.3.2 Three advantages are three columns."""
    s = empty()
    target = "5426"
    place(s, VS_12, target, combat=False)
    near = MAP.neighbours[target][0]
    place(s, "a-us82nd-engineer-1", near, "S")
    place(s, HQ82, near, combat=False)
    found = sum_up(s, ASSAULT, target, "a-us82nd-engineer-1")
    assert {clause for _, clause, _ in found.shifts} == {"OB-8.6.2", "OB-8.6.4", "OB-8.6.5"}
    ground = 2 if MAP.hexes[target].terrain == "clear" else 2 + 1
    assert found.protection == 2 + ground
    base = {4: 1, 5: 0}[found.protection]  # row 6-7: P4 is B, P5 is A
    assert "ABCDEFGHIJ".index(found.letter) == base + 3


@pytest.mark.parametrize(("disrupted", "value"), [((True, True), 1), ((True, False), 0)])
def test_only_if_all_are_shaken(disrupted: tuple[bool, bool], value: int) -> None:
    """OB-19.1, OB-8.1.5 One man who keeps his head is enough."""
    s = empty()
    for u, shaken in zip((VS_12, VS_22), disrupted, strict=True):
        place(s, u, OPEN, combat=False, disrupted=shaken)
    place(s, PARA[0], N, "S")
    place(s, HQ82, N, combat=False)
    assert drms(s, ASSAULT, OPEN, PARA[0]).get("OB-8.1.5", 0) == value


def test_a_canal_counts_only_if_all_must_cross_it() -> None:
    """OB-8.5.4 -1 with everybody behind the water, nothing once one attacks over dry ground."""
    target, wet = "2406", "2405"
    dry = next(n for n in MAP.neighbours[target] if target + n not in MAP.sides and n + target not in MAP.sides)
    s = empty()
    place(s, VS_12, target, combat=False)
    place(s, PARA[0], wet, "S")
    place(s, PARA[1], dry, "N")
    place(s, HQ82, wet, combat=False)
    assert drms(s, ASSAULT, target, PARA[0]).get("OB-8.5.4", 0) == -1
    assert drms(s, ASSAULT, target, PARA[0], PARA[1]).get("OB-8.5.4", 0) == 0


# -- losses ------------------------------------------------------------------------------------------------------------


def test_an_elimination_shakes_the_rest_and_counts_one() -> None:
    """OB-8.7.5, OB-8.9.1, OB-12.5 The owner chooses; a point at once; the others are disrupted in Maneuver Mode."""
    s = empty()
    for u in (VS_12, VS_22):
        place(s, u, OPEN, "N")
    place(s, PARA[0], N, "S")
    run(carry_out(s, Attack(ASSAULT, OPEN, (PARA[0],)), ALLIED, "E", "test"), ("lose", VS_12))
    assert (s.units[VS_12].at, s.units[VS_22].disrupted, s.units[VS_22].combat) == (ELIMINATED, True, False)
    assert (vp(s), OPEN in s.facing) == ((1, 0), False)


def test_in_a_mixed_bombardment_the_artillery_never_pays() -> None:
    """OB-8.7.4, OB-8.2.4 For tanks 5-5 nobody is a match: the para of 3 is the strongest but for the guns."""
    s = empty()
    place(s, TANKS, OPEN, "N")
    place(s, PARA[0], N, "S")
    place(s, GUNS, S, "N")
    Script().run(exchange(s, Attack(BOMBARDMENT, OPEN, (GUNS, PARA[0])), ALLIED, TANKS))
    assert (s.units[PARA[0]].at, s.units[GUNS].at) == (ELIMINATED, S)


# -- who wakes whom ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "units", "target", "hj", "vs"),
    [
        (BOMBARDMENT, (GUNS,), "g-gatow-infantry-1", True, False),
        (BOMBARDMENT, (GUNS, PARA[0]), "g-gatow-infantry-1", True, True),
        (ASSAULT, (PARA[0],), LAH, True, True),
        (ASSAULT, (PARA[0],), "g-mvk-infantry-1", False, False),
        (STRIKE, (), LAH, False, False),
    ],
)
def test_what_wakes_the_boys_and_the_militia(
    kind: str, units: tuple[str, ...], target: str, hj: bool, vs: bool
) -> None:
    """OB-11.3.1, OB-11.4.1, OB-8.3.6 Shells on SS or Luftwaffe wake the boys, other attacks the militia as well."""
    s = empty()
    place(s, target, OPEN, "N")
    for u in units:
        place(s, u, N, "S")
    note_attack(s, Attack(kind, OPEN, units, 0 if units else 1), ALLIED)
    assert (s.hj_trigger, s.vs_trigger) == (hj, vs)


# -- moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("u", "combat", "points", "why"),
    [
        ("g-berlin-hq-1", False, 3, None),
        ("g-mvk-infantry-1", False, 2, None),
        ("g-berlinat-at-1", False, 1, None),
        ("g-berlinflak-flak-1", True, 0, "turn_one_facing_only"),
        ("g-hj-infantry-1", False, 0, "hitler_youth_waits"),
        (VS_12, False, 0, "volkssturm_waits"),
    ],
)
def test_the_surprise_of_the_first_turn(u: str, combat: bool, points: int, why: str | None) -> None:
    """OB-7.8, OB-11.3.1, OB-11.4.1, OB-1.4.3 A quarter of 12, 8 and 6; guns in Combat Mode may only turn."""
    s = empty(turn=1, player="german")
    place(s, u, OPEN, "N", combat=combat)
    refusal = why_not_move(s, u)
    assert (refusal and refusal[0]) == why
    if why is None:
        assert begin(s, u).most == 2 * points


def test_a_tank_among_trees_and_the_front_beyond() -> None:
    """OB-7.2, OB-3.2.3, OB-0.3 Motor units pay 3 for woods; in a ZOC the move is over though points are left."""
    s = empty(player="german")
    u = place(s, TANKS, WOODS, "N", combat=False)
    found = reach(s, u, begin(s, u), zoc(s, ALLIED))
    near = next(n for n in MAP.neighbours[WOODS] if MAP.hexes[n].terrain == "woods" and not MAP.hexes[n].road)
    assert found[near][0] == 2 * 3
    place(s, PARA[0], MAP.neighbours[near][0] if MAP.neighbours[near][0] != WOODS else MAP.neighbours[near][3], "S")
    front = zoc(s, ALLIED)
    stopped = reach(s, u, begin(s, u), front)
    assert all(came not in front or came == WOODS for _, came in stopped.values())


@pytest.mark.parametrize(
    ("u", "stack", "may"),
    [
        (POLISH, (BRITISH[0], BRITISH[1]), True),
        (PARA[0], (BRITISH[0], BRITISH[1]), False),
        (PARA[0], (BRITISH[0],), True),
        (LAH, ("g-fah-infantry-1", VS_12), True),
        (LAH, ("g-gatow-infantry-1",), False),
        (VS_12, (GD[0], GD[1], VS_22), False),
    ],
)
def test_who_shares_a_hex(u: str, stack: tuple[str, ...], may: bool) -> None:
    """OB-3.1.1, OB-3.1.2, OB-3.1.5, OB-11.1.6 Three of a nation, two of two; SS with party and militia only."""
    assert may_join(u, stack) == may


# -- landings ----------------------------------------------------------------------------------------------------------


def test_which_flak_the_gliders_meet() -> None:
    """OB-15.3.5 In towers anywhere, elsewhere within six hexes, undisrupted, in Combat Mode: two of five."""
    s = empty(turn=1)
    lz = "1023"
    place(s, "g-flaktowers-flak-1", "5208")
    place(s, "g-gatow-flak-1", MAP.grid.ray(lz, 0, 6)[-1])
    place(s, "g-tegel-flak-1", MAP.grid.ray(lz, 0, 7)[-1])
    place(s, "g-tempelhof-flak-1", MAP.grid.ray(lz, 3, 2)[-1], combat=False)
    place(s, "g-berlinflak-flak-1", MAP.grid.ray(lz, 3, 3)[-1], combat=False, disrupted=True)
    assert anti_aircraft(s, lz) == 2


@pytest.mark.parametrize(("roll", "lands"), [(3, True), (2, False)])
def test_a_glider_of_the_82nd_under_one_gun(roll: int, lands: bool) -> None:
    """OB-15.3.6, OB-15.2.1 A roll less one gun of more than 1 lands where it aimed; else it goes one hex north."""
    s = empty(turn=1, rolls=[roll] if lands else [roll, 1, 1])
    s.divisions["US 82nd"] = supplied("1023")
    place(s, "g-flaktowers-flak-1", "5208")
    aim = "1023"
    north = MAP.neighbours[aim][0]
    u = "a-us82nd-infantry-7"
    assert KINDS[u].drop == "glider"
    where = aim if lands else north
    assert safe(s, u, where)
    run(land(s, u, aim), ("maneuver", u))
    assert s.units[u].at == where


def test_even_a_road_is_no_landing_ground_in_rubble() -> None:
    """OB-15.3.10, OB-9.1 Gliders are safe on a road, parachutists are not; nobody in ruins."""
    road = next(h for h, hex in MAP.hexes.items() if hex.road and hex.terrain == "builtup" and not hex.features)
    s = empty(turn=1)
    assert safe(s, "a-us82nd-infantry-7", road)
    assert not safe(s, PARA[0], road)
    s.ruins[road] = True
    assert not safe(s, "a-us82nd-infantry-7", road)
