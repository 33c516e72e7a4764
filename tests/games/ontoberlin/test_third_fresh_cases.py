"""A third lot of cases where clauses meet, worked out from the rulebook first: supply, zones, landings, delays."""

from __future__ import annotations

import pytest

from sandtable.games.ontoberlin.components import ALLIED, ARRIVALS, FORMATIONS, GERMAN, HQ, KINDS
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import Attack, DivisionStatus
from sandtable.games.ontoberlin.rules.attacks import ASSAULT, BOMBARDMENT
from sandtable.games.ontoberlin.rules.drop import anti_aircraft, land
from sandtable.games.ontoberlin.rules.entering import end_of_segment, enter
from sandtable.games.ontoberlin.rules.reinforcements import roll_off_map_divisions, variable_arrivals
from sandtable.games.ontoberlin.rules.results import resolve
from sandtable.games.ontoberlin.rules.supply import check_supply, desertion, recover
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
    empty,
    load,
    place,
    run,
    side,
    sum_up,
    supplied,
    vp,
)

GATOW = "1023"
GUNS = ("a-us82nd-artillery-1", "a-us82nd-artillery-2")
"""US artillery 4-2-0."""


@pytest.mark.parametrize("fed", [True, False])
def test_who_runs_out_of_supply_no_longer_shields_the_landing_zone_of_others(fed: bool) -> None:
    """OB-6.2.6, OB-3.2.1, OB-3.2.4, OB-15.3.13 It flips to Maneuver Mode, its ZOC is gone, and the LZ falls."""
    s = empty(turn=4)
    s.divisions["British 6th"] = supplied(GATOW)
    if fed:
        s.divisions["US 82nd"] = supplied(GATOW)
    place(s, PARA[0], side(GATOW, "N"), "S")
    place(s, GD[0], side(GATOW, "S"), "N")
    end_of_segment(s)
    assert s.divisions["British 6th"].lz_alive, "contested by the paras"
    check_supply(s)
    end_of_segment(s)
    assert s.divisions["British 6th"].lz_alive == fed
    assert s.units[PARA[0]].combat == fed


@pytest.mark.parametrize(("roll", "falls"), [((3, 3), True), ((1, 1), False)])
def test_shells_that_shake_the_last_defender_beside_it_bring_a_strongpoint_down(
    roll: tuple[int, int], falls: bool
) -> None:
    """OB-8.2.3, OB-8.9.1, OB-3.2.4, OB-10.3.6 A shaken neighbour contests nothing; at the segment's end it falls."""
    s = empty(turn=4, rolls=list(roll))
    strongpoint = next(
        h for h in MAP.strongpoints
        if MAP.hexes[side(h, "S")].terrain == "clear"
        and all(n not in MAP.water and n not in MAP.strongpoints and h + n not in MAP.sides for n in MAP.neighbours[h])
    )  # fmt: skip
    ours, theirs = side(strongpoint, "N"), side(strongpoint, "S")
    place(s, PARA[0], ours, "S")
    place(s, LAH, theirs, "N")
    end_of_segment(s)
    assert strongpoint not in s.fallen
    for gun in GUNS:
        place(s, gun, side(ours, "N"), "S")
    found = sum_up(s, BOMBARDMENT, theirs, *GUNS)
    assert found.letter == "C"
    run(resolve(s, Attack(BOMBARDMENT, theirs, GUNS), ALLIED, "shells"))
    assert s.units[LAH].disrupted == falls
    end_of_segment(s)
    assert (strongpoint in s.fallen) == falls


def test_strikes_delay_a_division_and_its_staff_waits_for_the_first_battalion() -> None:
    """OB-14.4, OB-14.4.1 Turn 3, two strikes: only a roll of 1 comes; without any the HQ waits, too."""
    formation = "Muncheberg"
    arrival = next(a for a in ARRIVALS if a.formation == formation)
    waiting = list(FORMATIONS[formation])
    others = [u for u in waiting if u != HQ[formation]]
    s = empty(turn=3, player="german", rolls=[2] * len(others), variable_reinforcements="on")
    s.interdiction[formation] = 2
    assert variable_arrivals(s, arrival, waiting) == []
    load(s, 1, *[2] * (len(others) - 1))
    assert variable_arrivals(s, arrival, waiting) == [HQ[formation], others[0]]
    s.interdiction.clear()
    load(s, *[3] * len(others))
    assert set(variable_arrivals(s, arrival, waiting)) == set(waiting)


def test_a_glider_that_comes_down_on_the_enemy_swerves_into_the_trees_and_is_shaken() -> None:
    """OB-15.3.6, OB-15.3.9, OB-15.3.10 A 1 scatters it; woods are no ground to land on: 9 - 2 on E is an R, a shock."""
    s = empty(turn=1)
    woods = next(
        h for h in MAP.hexes
        if MAP.hexes[h].terrain == "woods" and not MAP.hexes[h].road
        and any(MAP.hexes[n].terrain == "clear" for n in MAP.neighbours[h])
        and all(n not in MAP.water for n in MAP.neighbours[h])
    )  # fmt: skip
    enemy = next(n for n in MAP.neighbours[woods] if MAP.hexes[n].terrain == "clear")
    direction = next(d for d in range(6) if len(MAP.grid.ray(enemy, d, 2)) == 2)
    aim = MAP.grid.ray(enemy, direction, 2)[-1]
    back = (direction + 3) % 6
    place(s, VS_12, enemy, combat=False)
    s.divisions["US 82nd"] = DivisionStatus(
        airfield="tegel", lz=aim, lz_alive=True, public=True, dropped=True, arrived=True
    )
    glider = next(u for u in FORMATIONS["US 82nd"] if KINDS[u].drop == "glider" and KINDS[u].cls == "infantry")
    assert anti_aircraft(s, aim) == 0
    load(s, 1, back + 1, 2, 4, 5)
    run(land(s, glider, aim), ("swerve", glider, woods))
    unit = s.units[glider]
    assert (unit.at, unit.disrupted, unit.combat) == (woods, True, False)
    assert vp(s) == (0, 0)


@pytest.mark.parametrize(
    ("allied", "german", "dice", "left"),
    [(5, 5, (), {VS_11, VS_12, VS_22}), (6, 5, (5, 6, 5, 5), {VS_12, VS_22}), (6, 5, (5, 5, 6, 6), {VS_11, VS_22})],
)
def test_who_deserts_and_who_is_watched(allied: int, german: int, dice: tuple[int, ...], left: set[str]) -> None:
    """OB-6.4, OB-12.6 Only behind on points; 11 or more; nobody beside the SS; and no VP for it."""
    s = empty(turn=3, player="german", rolls=list(dice))
    s.vp |= {ALLIED: allied, GERMAN: german}
    place(s, VS_11, N, combat=False)
    place(s, VS_12, S, combat=False)
    place(s, VS_22, OPEN, combat=False)
    place(s, LAH, OPEN, combat=False)
    desertion(s)
    assert {u for u in (VS_11, VS_12, VS_22) if s.units[u].at in s.stacks} == left
    assert vp(s) == (allied, german)


@pytest.mark.parametrize(
    ("division", "turn", "die", "comes"),
    [("British 6th", 4, 1, True), ("British 6th", 4, 2, False), ("US 82nd", 4, 2, True), ("US 82nd", 2, 1, False)],
)
def test_when_an_off_map_division_comes(division: str, turn: int, die: int, comes: bool) -> None:
    """OB-15.4.2, OB-15.2.1 The die and the Confusion Factor must be less than the turn; then all of it comes."""
    s = empty(turn=turn, rolls=[die])
    s.divisions[division] = replace(s.divisions[division], airfield="rechlin")
    roll_off_map_divisions(s)
    assert s.divisions[division].arrived == comes


def test_the_tower_that_the_bombers_silenced_fires_at_the_stragglers() -> None:
    """OB-15.3.5, OB-15.1.5, OB-6.1 Disrupted it counts nothing; recovered it is in Combat Mode at once."""
    s = empty(turn=1)
    flak = "g-flaktowers-flak-1"
    place(s, flak, "4218")
    assert anti_aircraft(s, GATOW) == 1
    s.units[flak] = replace(s.units[flak], disrupted=True, combat=False)
    assert anti_aircraft(s, GATOW) == 0
    s.player = "german"
    recover(s)
    assert anti_aircraft(s, GATOW) == 1


def test_germans_who_walk_into_a_landing_zone_in_their_first_turn_end_it_and_its_stragglers() -> None:
    """OB-15.3.13, OB-7.9, OB-15.4.1 Entering ends it at once, without VP; the ZOC counts from that player-turn on."""
    s = empty(turn=1)
    s.divisions["British 6th"] = supplied(GATOW)
    place(s, LAH, side(GATOW, "S"), "N")
    end_of_segment(s)
    assert s.divisions["British 6th"].lz_alive, "the Allied player-turn of turn 1 does not count"
    s.player = "german"
    enter(s, LAH, GATOW)
    assert not s.divisions["British 6th"].lz_alive
    assert vp(s) == (0, 0)


def test_a_storm_by_two_nations_is_out_of_command_if_one_of_them_is() -> None:
    """OB-8.2.2 binds artillery alone; OB-3.5.2 -1 once; OB-8.1.5 +1, all are shaken; OB-8.6.2 one shift."""
    s = empty(turn=4)
    place(s, GD[0], OPEN, combat=False, disrupted=True)
    place(s, PARA[0], N, "S")
    place(s, BRITISH[0], S, "N")
    place(s, "a-us82nd-hq-1", MAP.grid.ray(N, 0, 1)[-1], combat=False)
    found = sum_up(s, ASSAULT, OPEN, PARA[0], BRITISH[0])
    assert {clause: value for value, clause, _ in found.drms} == {"OB-3.5.2": -1, "OB-8.1.5": 1}
    assert [clause for _, clause, _ in found.shifts] == ["OB-8.6.2"]
    assert found.strength == 6
