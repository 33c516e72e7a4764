"""Cases where two or three clauses meet, worked out from the rulebook first: snow, smoke, fog, repairs, limits."""

from __future__ import annotations

import pytest

from sandtable.games.airlift.model import DOWNED, FLIGHT, MAINTENANCE, READY
from sandtable.games.airlift.rules.landing import land
from sandtable.games.airlift.rules.maintenance import maintenance_roll
from sandtable.games.airlift.rules.movement import allowance, flight_options
from sandtable.kernel.state import replace
from tests.games.airlift.scene import (
    CW,
    THREE,
    US,
    a_c54,
    activate,
    all_rolled,
    aloft,
    cargo,
    delivered,
    ends,
    load_dice,
    plane,
    run,
    said,
    scene,
    stand,
)


def test_in_heavy_snow_smoke_leaves_a_plane_one_space_whatever_hurries_it() -> None:
    """AL-13.1, AL-8.5, AL-7.23 Two points at most, and a corridor space costs both."""
    s = scene("winter", weather="snow", severity=2)
    id = aloft(s, a_c54(s), "s1", "fulda", smoke=True)
    s.hurry[US] = 2
    assert allowance(s, id) == 2
    assert ends(s, id) == {"s2"}


def test_in_heavy_snow_a_diverted_plane_is_caught_in_soviet_airspace() -> None:
    """AL-13.9, AL-8.5, AL-13.10 Seven points: s2, two diversion spaces, one point lost; then it rolls at level 3."""
    s = scene("winter", weather="snow", severity=2)
    id = aloft(s, a_c54(s), "s1", "fulda", divert=True)
    activate(s, id)
    assert (s.planes[id].place, s.planes[id].divert) == ("ds2", True)
    load_dice(s, 2)
    activate(s, id, ("circle", id))
    (roll,) = said(s, "problem_roll")
    assert roll["level"] == 3
    assert (s.planes[id].place, s.planes[id].divert) == ("berlin", False)
    assert (s.planes[id].problems, s.planes[id].unidentified) == (0, False), "3 on level 3 is a Divert: ignored"


@pytest.mark.parametrize(("problems", "die", "after"), [(1, 6, 2), (3, 3, 3), (1, 4, 1)])
def test_a_lame_plane_rolls_once_in_fog_unloads_and_sees_no_snack_bar(problems: int, die: int, after: int) -> None:
    """AL-14.4, AL-14.6, AL-15.3, AL-19.2 The worse of fog and problems; whoever keeps a P goes to maintenance."""
    s = scene("autumn", weather="fog", severity=1)
    s.bases["tempelhof"] = replace(s.bases["tempelhof"], snack_bar=True)
    id = aloft(s, a_c54(s), "berlin", problems=problems)
    cargo(s, id, fuel=3)
    load_dice(s, die)
    run(land(s, id, "tempelhof"))
    (roll,) = said(s, "problem_roll")
    assert roll["level"] == max(problems, 2)
    assert s.players[US].delivered == (3, 0, 0, 0)
    assert (s.planes[id].problems, s.planes[id].status) == (after, MAINTENANCE)


@pytest.mark.parametrize(("die", "crashed"), [(8, True), (7, False), (6, False)])
def test_a_refugee_is_safe_only_after_the_landing_roll(die: int, crashed: bool) -> None:
    """AL-14.5, AL-14.9, AL-15.5 With U in fog on level 4: an 8 costs plane and refugee, a 7 and a 6 change nothing."""
    s = scene("autumn", weather="fog", severity=1, refugees=1)
    id = aloft(s, a_c54(s), "f_giessen", unidentified=True, outgoing="refugee")
    load_dice(s, die)
    activate(s, id, ("land", id, "rhein_main"), *([] if crashed else [("stay_ready", id)]))
    assert said(s, "problem_roll")[0]["level"] == 4
    assert s.planes[id].status == (DOWNED if crashed else READY)
    assert s.players[US].outgoing == ((0, 0) if crashed else (0, 1))
    assert s.refugees == (1 if crashed else 2)
    assert s.players[US].downed == int(crashed)


def test_at_the_top_of_the_track_a_passed_goal_still_brings_support() -> None:
    """AL-15.2, AL-21.2 Reached and passed in one landing: two SP, morale stays at +10, nothing is released."""
    s = scene(morale=10)
    delivered(s, US, food=5)
    id = aloft(s, a_c54(s), "berlin")
    cargo(s, id, food=3)
    before = s.players[US].support
    done = run(land(s, id, "tempelhof"))
    assert not done.asked
    assert (s.morale, s.players[US].support) == (10, before + 2)


@pytest.mark.parametrize(("die", "problems"), [(5, 2), (8, 1), (1, 3), (3, 3), (4, 2)])
def test_three_problems_two_mechanics_tunner_and_a_support_point(die: int, problems: int) -> None:
    """AL-11.1, AL-11.2, AL-10.5, AL-6.9 Minus 3, plus 3, plus 1: the die counts one more, and never more than 8."""
    s = scene()
    id = stand(s, a_c54(s), "rhein_main", problems=3)
    s.personnel |= {"mechanic1": "rhein_main", "mechanic2": "rhein_main", "tunner": "rhein_main"}
    s.upkeep[f"{US}@rhein_main"] = 1
    s.support_pool -= 1
    s.waiting = [id]
    load_dice(s, die)
    run(maintenance_roll(s), ("use", 1), *([("stay", id)] if die == 3 else []))
    assert (s.planes[id].problems, s.planes[id].status) == (problems, MAINTENANCE)


@pytest.mark.parametrize(("die", "status"), [(7, READY), (8, DOWNED)])
def test_who_gets_no_second_chance_lands_with_its_u_and_keeps_the_coal(die: int, status: str) -> None:
    """AL-13.11, AL-14.5, AL-15.6 The forced landing rolls on level 3 in clear weather."""
    s = scene("winter")
    id = aloft(s, plane(s, CW, "2A"), "c3", "c2", no_second_chance=True, unidentified=True)
    cargo(s, id, fuel=3)
    load_dice(s, die)
    activate(s, id, *([("stay_ready", id)] if status == READY else []))
    at = s.planes[id]
    assert said(s, "problem_roll")[0]["level"] == 3
    assert (at.status, at.no_second_chance) == (status, False)
    assert at.cargo == ((3, 0, 0, 0) if status == READY else (0, 0, 0, 0))
    assert s.players[CW].delivered == (0, 0, 0, 0)


def test_the_eighth_plane_waits_over_berlin_for_the_weather() -> None:
    """AL-14.2, AL-14.3 With three players eight may stand at Tempelhof, but seven while a storm lasts."""
    s = scene(seats=THREE, weather="storms", severity=1)
    others = [id for id, at in s.planes.items() if id.startswith("usaf") and at.status == READY and "c-54" not in id]
    for other in others[:7]:
        stand(s, other, "tempelhof")
    id = aloft(s, a_c54(s), "s5", "s4")
    assert ("land", id, "tempelhof") not in flight_options(s, id, allowance(s, id))
    activate(s, id, ("circle", id))
    s.weather, s.severity = "", 0
    assert ("land", id, "tempelhof") in flight_options(s, id, allowance(s, id))


@pytest.mark.parametrize(("severity", "room"), [(2, False), (1, True)])
def test_nobody_hurries_from_the_snack_bar_into_a_full_corridor(severity: int, room: bool) -> None:
    """AL-19.2, AL-13.6 Three planes in central corridor 1 fill it in severe weather only."""
    s = scene("winter", weather="snow", severity=severity)
    s.bases["gatow"] = replace(s.bases["gatow"], snack_bar=True)
    for other in [p for p, at in s.planes.items() if p.startswith(US) and at.status == READY][:3]:
        aloft(s, other, "c1", "berlin")
    id = aloft(s, plane(s, CW, "1A"), "berlin")
    cargo(s, id, fuel=2)
    run(land(s, id, "gatow"), *([("hurry", id)] if room else []))
    assert s.planes[id].status == (FLIGHT if room else READY)


def test_candy_falls_even_from_a_plane_that_breaks_down_on_landing() -> None:
    """AL-6.8, AL-14.4, AL-14.7 Two problems, an 8 on level 2: U; it survives, unloads, and Halvorsen's job is done."""
    s = scene(morale=0)
    s.track = [False] * 21
    id = aloft(s, a_c54(s), "berlin", problems=2)
    s.personnel["halvorsen"] = id
    cargo(s, id, fuel=1)
    load_dice(s, 8)
    run(land(s, id, "tempelhof"), ("stay_ready", id))
    at = s.planes[id]
    assert (at.problems, at.unidentified) == (0, True)
    assert s.morale == 1
    assert s.personnel["halvorsen"] == "box"
    assert all_rolled(s)
