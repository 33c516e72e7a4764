"""More cases where clauses meet, worked out from the rulebook first: crashes, supply, repairs, weather, the end."""

from __future__ import annotations

import pytest

from sandtable.games.airlift.components import PLANS, SUPPLY, TYPE_OF
from sandtable.games.airlift.model import DOWNED, MAINTENANCE, READY
from sandtable.games.airlift.play import end_of_season, play
from sandtable.games.airlift.rules.harassment import harassment
from sandtable.games.airlift.rules.landing import land
from sandtable.games.airlift.rules.maintenance import maintenance_roll
from sandtable.games.airlift.rules.movement import allowance
from sandtable.games.airlift.rules.resolve import goals_of
from sandtable.games.airlift.rules.scoring import score, winners
from sandtable.games.airlift.rules.supply import replenish
from sandtable.games.airlift.rules.weather import stacking_limit, weather_changes
from sandtable.kernel.state import replace
from tests.games.airlift.scene import (
    CW,
    TWO,
    US,
    a_c54,
    all_rolled,
    aloft,
    cargo,
    cubes_at,
    delivered,
    load_dice,
    plane,
    run,
    said,
    scene,
    stand,
)


@pytest.mark.parametrize(("extra", "morale", "won"), [(1, 1, True), (0, 0, False)])
def test_what_is_still_in_the_air_may_save_berlin(extra: int, morale: int, won: bool) -> None:
    """AL-16.2, AL-15.2, AL-16.3 A goal passed by a plane in flight lifts the morale to +1 when the season ends."""
    s = scene(turn=6, last_draw=6, step="end_of_turn", morale=0)
    delivered(s, US, food=goals_of(s, US)[1])
    id = aloft(s, plane(s, US, "3A"), "c1", problems=3)
    cargo(s, id, food=extra)
    run(play(s))
    run(end_of_season(s), *[("place", "finished", "gatow")] * extra)
    assert (s.morale, bool(winners(s))) == (morale, won)


@pytest.mark.parametrize("ap", [US, CW])
def test_cubes_of_a_crash_go_back_and_supply_the_airbases_in_order(ap: str) -> None:
    """AL-14.9, AL-5.3 Three fuel cubes come back to an empty pool: the AP's airbase takes them first."""
    s = scene("autumn", weather="fog", severity=1, ap=ap)
    id = aloft(s, a_c54(s), "berlin", unidentified=True)
    cargo(s, id, fuel=3)
    s.pool[0] = 0
    load_dice(s, 8)  # Level 4, for U in fog: a crash
    run(land(s, id, "tempelhof"))
    assert (s.planes[id].status, s.pool[0], s.players[US].downed) == (DOWNED, 3, 1)
    first, second = (US, CW) if ap == US else (CW, US)
    homes = {seat: PLANS["autumn", seat].start for seat in TWO}
    before = {seat: cubes_at(s, homes[seat])[0] for seat in TWO}
    wanted = {seat: SUPPLY["autumn"].home[seat][0] for seat in TWO}
    replenish(s)
    got = {seat: cubes_at(s, homes[seat])[0] - before[seat] for seat in TWO}
    assert got == {first: min(3, wanted[first]), second: min(wanted[second], 3 - min(3, wanted[first]))}
    assert s.pool[0] == 3 - sum(got.values())


@pytest.mark.parametrize(
    ("die", "problems", "unidentified", "status"),
    [(1, 0, True, MAINTENANCE), (3, 0, True, MAINTENANCE), (5, 1, False, MAINTENANCE), (7, 0, False, READY)],
)
def test_nobody_knows_what_is_wrong_but_clay_is_there(die: int, problems: int, unidentified: bool, status: str) -> None:
    """AL-11.1, AL-11.2, AL-6.9, AL-19.4 U -1, Clay +1: a 1 finds nothing new, a 5 finds the P, a 7 mends it."""
    s = scene()
    id = stand(s, a_c54(s), "rhein_main", unidentified=True)
    s.personnel["clay"] = "rhein_main"
    s.waiting = [id]
    load_dice(s, die)
    run(maintenance_roll(s))
    at = s.planes[id]
    assert (at.problems, at.unidentified, at.status) == (problems, unidentified, status)


def test_fog_that_follows_severe_storms_is_a_single_weather_again() -> None:
    """AL-8.2, AL-13.6, AL-8.6, AL-7.19 Limits 3, then 5, then none; only in clear weather do the Soviets come."""
    s = scene("spring")
    aloft(s, a_c54(s), "s3", "s2")
    for kind, limit in (("storms", 5), ("storms", 3), ("storms", 3), ("fog", 5)):
        weather_changes(s, kind, "AL-8.2")
        assert stacking_limit(s) == limit
        run(harassment(s))
    assert [line["why"] for line in said(s, "harassment_ignored")] == ["bad weather"] * 4
    s.weather, s.severity, s.cleared = "", 0, True
    weather_changes(s, "fog", "AL-8.2")
    assert stacking_limit(s) == 0


def test_two_goals_in_one_landing_release_two_cubes_to_two_airports() -> None:
    """AL-10.2, AL-15.2, AL-15.8 Reached and passed twice: four SP, morale +2; the second cube goes elsewhere."""
    s = scene(morale=0)
    goals = goals_of(s, US)
    delivered(s, US, fuel=goals[0] - 1, food=goals[1] - 1)
    id = aloft(s, a_c54(s), "berlin")
    cargo(s, id, fuel=2, food=2)
    before = s.players[US].support
    for airport in ("tempelhof", "gatow", "tegel"):
        assert s.bases[airport].outgoing == (0, 0)
    done = run(land(s, id, "tempelhof"), ("unload", "food"), ("place", "finished", "gatow"), ("leave", id))
    assert (s.morale, s.players[US].support) == (2, before + 4)
    assert [s.bases[airport].outgoing for airport in ("tempelhof", "gatow")] == [(1, 0), (1, 0)]
    assert {decision.seat for decision in done.asked} == {US}


@pytest.mark.parametrize(
    ("over", "outgoing", "downed", "vp"),
    [
        ((2, 1, 0, None), (1, 1), 3, 3 + 2 + 2 - 1 + 2 - 3),
        ((2, 1, 1, 1), (0, 0), 0, 3 + 2 + 2 + 2 + 1 + 2),
        ((0, 0, 0, 2), (0, 0), 1, 2 + 2 + 2 + 3 + 1 - 1),
        ((None, None, None, None), (0, 0), 2, -4 - 2),
    ],
)
def test_what_a_season_is_worth(over: tuple[int | None, ...], outgoing: tuple[int, int], downed: int, vp: int) -> None:
    """AL-16.4, AL-16.5, AL-16.6 Goals, goals passed by two, all of them, cubes brought out, planes lost."""
    s = scene()
    done = [0 if more is None else goal + more for goal, more in zip(goals_of(s, US), over, strict=True)]
    delivered(s, US, *done)
    s.players[US] = replace(s.players[US], outgoing=outgoing, downed=downed)
    assert score(s, US) == vp


@pytest.mark.parametrize(("refugees", "dead"), [(3, True), (2, False)])
def test_the_third_refugee_may_be_one_too_many_even_in_the_last_turn(refugees: int, dead: bool) -> None:
    """AL-9.10, AL-9.11, AL-9.8, AL-21.8 One squadron on schedule, one behind: 11 stays; the refugees make it 12."""
    s = scene("autumn", turn=6, last_draw=6, step="end_of_turn", morale=5, resolve=11, refugees=refugees)
    delivered(s, US, *goals_of(s, US))
    run(play(s))
    assert (s.resolve, s.ended == "sudden_death") == ((12, True) if dead else (11, False))
    assert not winners(s)


@pytest.mark.parametrize(("severity", "hurry", "smoke"), [(2, 0, False), (2, 1, False), (1, 0, True), (2, 1, True)])
def test_storms_smoke_and_haste(severity: int, hurry: int, smoke: bool) -> None:
    """AL-13.1, AL-8.4, AL-7.23, AL-9.6 Printed, and haste, less storms; then two at most under smoke; one at least."""
    s = scene("spring", weather="storms", severity=severity)
    s.hurry[US] = hurry
    for slot in ("1A", "3A"):
        id = aloft(s, plane(s, US, slot), "s1", "fulda", smoke=smoke)
        open_sky = TYPE_OF[id].move + hurry - severity
        assert allowance(s, id) == max(1, min(2, open_sky) if smoke else open_sky)
    assert all_rolled(s)
