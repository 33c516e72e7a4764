"""Cases where two or three clauses meet, worked out from the rulebook first: strongpoints, exchanges, mixed stacks."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, KINDS
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import ELIMINATED, Attack
from sandtable.games.ontoberlin.rules.assault import assault
from sandtable.games.ontoberlin.rules.attacks import ASSAULT, GUNFIRE, STRIKE, advantages
from sandtable.games.ontoberlin.rules.basics import zoc
from sandtable.games.ontoberlin.rules.drop import touch_down
from sandtable.games.ontoberlin.rules.entering import end_of_segment, look_for_falls
from sandtable.games.ontoberlin.rules.reach import begin, reach
from sandtable.games.ontoberlin.rules.results import carry_out, retreats
from tests.games.ontoberlin.field import (
    BRITISH,
    GD,
    HQ82,
    LAH,
    NE,
    OPEN,
    PARA,
    SE,
    VS_11,
    VS_12,
    N,
    S,
    Script,
    empty,
    load,
    place,
    run,
    side,
    sum_up,
    supplied,
    vp,
)

ENGINEER = "a-us82nd-engineer-1"
"""US engineers 6-2-4."""
GUN = "a-us82nd-at-1"
"""US anti-tank guns 3-2-0."""
POLICE = "g-gendarmerie-infantry-1"


def test_napalm_burns_through_a_strongpoint_but_disruption_still_counts() -> None:
    """OB-8.3.4, OB-10.3.1, OB-10.3.2, OB-8.1.5 Ground and strongpoint are nothing to it; the dazed are still dazed."""
    s = empty()
    place(s, VS_12, "5607", combat=False, disrupted=True)
    cold = sum_up(s, STRIKE, "5607", strikes=1)
    assert (cold.protection, cold.letter, cold.drm) == (5, "F", -2)
    hot = sum_up(s, STRIKE, "5607", strikes=1, napalm=1)
    assert (hot.protection, hot.letter, hot.drm) == (2, "I", 1)


def test_guns_fire_in_full_at_an_ss_strongpoint_and_its_motor_battalion_runs() -> None:
    """OB-8.4.2, OB-10.3.1, OB-10.3.5, OB-11.3.1 Against mechanized troops nothing is halved; R is obeyed."""
    s = empty()
    place(s, LAH, "5426")
    place(s, GUN, "5425", "S")
    found = sum_up(s, GUNFIRE, "5426", GUN)
    assert found.strength == KINDS[GUN].fs == 3
    ground = sum_up(s, GUNFIRE, "5426", GUN).protection - KINDS[LAH].pf
    s.fallen["5426"] = 3
    assert sum_up(s, GUNFIRE, "5426", GUN).protection - KINDS[LAH].pf == ground - 2
    s = empty()
    place(s, LAH, "5426")
    place(s, VS_11, "5426")
    assert sum_up(s, GUNFIRE, "5426", GUN).protection == KINDS[LAH].pf + ground, "two more for one unit only"


def test_in_an_exchange_for_flak_the_headquarters_pays_with_its_protection() -> None:
    """OB-8.7.4 Flak 6-3: no para 3-2 is its equal; the HQ 2-3 is by protection, the engineers 6-2 by strength."""
    flak = "g-tegel-flak-1"
    assert (KINDS[flak].fs, KINDS[flak].pf) == (6, 3)
    for attackers, may_pay in (
        ((PARA[0], HQ82), {HQ82}),
        ((PARA[0], HQ82, ENGINEER), {HQ82, ENGINEER}),
        ((PARA[0], PARA[1]), {PARA[0], PARA[1]}),
    ):
        s = empty()
        place(s, flak, OPEN)
        for u in attackers:
            place(s, u, N, "S")
        pays = sorted(may_pay)[0]
        script = Script(*([("lose", pays)] if len(may_pay) > 1 else []))
        script.run(carry_out(s, Attack(ASSAULT, OPEN, attackers), ALLIED, "EX", "test"))
        assert {u for _, u in script.asked[-1].options} == may_pay
        assert s.units[pays].at == ELIMINATED
        assert vp(s) == (1, 1)


def test_volkssturm_surprised_among_houses_give_two_advantages_and_an_officer_none() -> None:
    """OB-8.6.2, OB-8.6.5, OB-3.4.3 No rear in a street, but nobody in Combat Mode; militia and police are easy prey."""
    target = "3720"
    s = empty()
    place(s, VS_12, target, combat=False)
    place(s, POLICE, target, combat=False)
    place(s, PARA[0], MAP.neighbours[target][0])
    attack = Attack(ASSAULT, target, (PARA[0],))
    assert [(value, clause) for value, clause, _ in advantages(s, attack)] == [(1, "OB-8.6.2"), (1, "OB-8.6.5")]
    place(s, "g-berlin-hq-1", target, combat=True)
    assert list(advantages(s, attack)) == []


def test_guns_and_infantry_in_one_hex_meet_a_retreat_differently() -> None:
    """OB-8.8.1, OB-8.8.3, OB-8.7.6 By fire the gun is shaken, in an assault it is lost; infantry goes."""
    for kind, points in ((GUNFIRE, 0), (ASSAULT, 1)):
        s = empty()
        gun = place(s, "g-tegel-at-1", OPEN, "N")
        foot = place(s, "g-mvk-infantry-1", OPEN, "N")
        place(s, PARA[0], N, "S")
        away = side(S, "S")
        script = Script(("retreat", foot, away), ("face", away, "N"))
        script.run(carry_out(s, Attack(kind, OPEN, (PARA[0],)), ALLIED, "R", "test"))
        assert s.units[foot].at == away
        assert s.units[gun].at == (ELIMINATED if points else OPEN)
        assert vp(s) == (points, 0)


def test_a_gun_on_its_wheels_retreats_like_anybody() -> None:
    """OB-8.8.3, OB-1.4.3 Only a Combat Mode unit that cannot move is lost."""
    s = empty()
    gun = place(s, "g-tegel-at-1", OPEN, combat=False)
    place(s, PARA[0], N, "S")
    away = side(S, "S")
    run(carry_out(s, Attack(ASSAULT, OPEN, (PARA[0],)), ALLIED, "R", "test"), ("retreat", gun, away))
    assert s.units[gun].at == away
    assert vp(s) == (0, 0)


def test_the_ss_does_not_end_a_retreat_beside_the_army_but_may_run_through_it() -> None:
    """OB-8.8.1, OB-3.1.5, OB-11.1.6"""
    s = empty()
    u = place(s, LAH, OPEN, "N")
    place(s, PARA[0], N, "S")
    away, over_gd = side(S, "S"), side(S, "SE")
    place(s, GD[0], away, "N")
    place(s, GD[1], S, "N")
    place(s, PARA[1], SE, combat=False)
    found = retreats(s, u, zoc(s, ALLIED))
    assert away not in found
    assert over_gd in found
    assert S not in found


def test_two_nations_that_storm_a_hex_do_not_all_fit_into_it() -> None:
    """OB-8.10.1, OB-3.1.2 Once an American is in, one British unit may follow, then nobody."""
    s = empty()
    place(s, VS_11, OPEN)
    place(s, PARA[0], N, "S")
    place(s, BRITISH[0], NE, "SW")
    place(s, BRITISH[1], NE, "SW")
    place(s, HQ82, side(N, "N"), combat=False)
    place(s, "a-british6th-hq-1", side(NE, "N"), combat=False)
    s.attack = Attack(ASSAULT, OPEN, (PARA[0], BRITISH[0], BRITISH[1]))
    load(s, 6, 6)
    run(assault(s), ("advance", PARA[0]), ("advance", BRITISH[0]), ("face", OPEN, "S"))
    assert set(s.stacks[OPEN]) == {PARA[0], BRITISH[0]}
    assert s.units[BRITISH[1]].at == NE


def test_even_a_shaken_guard_keeps_the_landing_zone() -> None:
    """OB-15.3.13, OB-3.2.4, OB-8.9.1 A hex with a unit of the other side in it is never under an uncontested ZOC."""
    s = empty(player="german")
    s.divisions["US 82nd"] = supplied()
    place(s, PARA[0], "1023", combat=False, disrupted=True)
    where = MAP.neighbours["1023"][0]
    place(s, GD[0], where, "S")
    assert "1023" in zoc(s, "german")
    end_of_segment(s)
    assert s.divisions["US 82nd"].lz_alive
    s.stacks.pop("1023")
    end_of_segment(s)
    assert not s.divisions["US 82nd"].lz_alive


def test_a_boy_with_a_panzerfaust_contests_a_strongpoint_and_a_shaken_grenadier_does_not() -> None:
    """OB-10.3.6, OB-3.2.1, OB-3.2.4 Strength 1 in parentheses exerts a ZOC; a disrupted unit exerts none."""
    boy = "g-hj-infantry-1"
    for u, disrupted, falls in ((boy, False, False), (GD[0], True, True), (GD[0], False, False)):
        s = empty()
        place(s, u, "5427", "N", combat=not disrupted, disrupted=disrupted)
        place(s, PARA[0], "5425", "S")
        look_for_falls(s, "5425")
        assert ("5426" in s.fallen) == falls


def test_leaving_one_zone_for_the_next_costs_one_more_and_ends_there() -> None:
    """OB-3.2.3, OB-3.3.3 A para in Combat Mode beside two fronts: two points for a clear hex, and no step beyond it."""
    s = empty()
    place(s, GD[0], OPEN, "N")
    u = place(s, PARA[0], N, "S")
    found = reach(s, u, begin(s, u), zoc(s, "german"))
    halves = 2
    assert found[NE][0] == 2 * halves
    assert all(came != NE for _, came in found.values())
    assert found[side(N, "N")][0] == 2 * halves
    assert max(cost for cost, _ in found.values()) <= KINDS[PARA[0]].ma * halves == 4 * halves


def test_a_glider_that_dies_on_a_strongpoint_does_not_take_it() -> None:
    """OB-15.3.10, OB-15.3.12, OB-10.3.6 E on column E, protection of no use; the works stand."""
    s = empty(turn=1, rolls=[6, 6])
    glider = "a-us82nd-infantry-7"
    run(touch_down(s, glider, "5426"))
    assert s.units[glider].at == ELIMINATED
    assert "5426" not in s.fallen
    assert vp(s) == (0, 1)
