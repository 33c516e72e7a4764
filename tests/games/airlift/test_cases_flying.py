"""The worked cases 14 to 26 of the pack, in its order: flights, diversions, landings, cargo."""

from __future__ import annotations

import pytest

from sandtable.games.airlift.components import Operation
from sandtable.games.airlift.model import DOWNED, FLIGHT, READY, Airlift
from sandtable.games.airlift.rules.activation import activation
from sandtable.games.airlift.rules.effects.carry_out import carry_out
from sandtable.games.airlift.rules.landing import land
from sandtable.games.airlift.rules.movement import allowance, flight_options
from sandtable.games.airlift.rules.scoring import score
from sandtable.games.airlift.rules.weather import airport_limit
from sandtable.kernel.state import replace
from tests.games.airlift.scene import (
    CW,
    THREE,
    US,
    a_c54,
    activate,
    add_plane,
    aloft,
    cargo,
    delivered,
    ends,
    impulse,
    load_dice,
    plane,
    run,
    said,
    scene,
    stand,
)


def test_c14_plain_flight() -> None:
    """AL-13.2, AL-13.3, AL-14.1, AL-15.1"""
    s = scene()
    id = a_c54(s)
    activate(s, id, *[("load", id, "fuel")] * 3, ("fly", id, "s4"))
    assert (s.planes[id].place, s.planes[id].cargo) == ("s4", (3, 0, 0, 0))
    flight = flight_options(s, id, 7)["land", id, "tempelhof"]
    assert flight.route == ("s5", "berlin")
    activate(s, id, ("land", id, "tempelhof"))
    assert s.players[US].delivered == (3, 0, 0, 0)
    assert s.planes[id].place == "tempelhof"


def test_c15_severe_storms() -> None:
    """AL-8.4, AL-13.1"""
    s = scene(weather="storms", severity=2)
    id, small = a_c54(s), plane(s, US, "1A")
    assert (allowance(s, id), allowance(s, small)) == (5, 3)
    assert flight_options(s, id, 5)["fly", id, "s2"].route == ("darmstadt", "aschaffenburg", "fulda", "s1", "s2")
    assert "s3" not in ends(s, id)
    assert "fulda" in ends(s, small)
    assert "s1" not in ends(s, small)


def fill(s: Airlift, space: str, n: int, seat: str = US) -> None:
    """n planes of a squadron in a space."""
    for _ in range(n):
        id = next(id for id, at in s.planes.items() if id.startswith(seat) and at.status == READY and "c-54" not in id)
        aloft(s, id, space)


def test_c16_stacking_and_skip() -> None:
    """AL-13.6 to AL-13.8"""
    s = scene(weather="storms", severity=1)
    fill(s, "s3", 5)
    id = a_c54(s)
    assert allowance(s, id) == 6
    flights = flight_options(s, id, 6)
    assert flights["fly", id, "s4"].skipped
    assert ("fly", id, "s2") in flights
    assert ("fly", id, "s3") not in flights
    packet = add_plane(s, "usaf10-c-82-1a")
    run(carry_out(s, (Operation("move", who="us", n=1),)))
    assert allowance(s, packet) == 6
    assert "s2" in ends(s, packet)
    assert not {"s3", "s4"} & ends(s, packet)
    s.hurry.clear()
    for other in ("usaf10-c-47-2c", "usaf10-c-54-3b", "usaf10-r5d-1a", "usaf10-c-54-1b", "usaf10-c-54-1c"):
        aloft(s, add_plane(s, other) if s.planes[other].status == "aside" else other, "s4")
    assert not {"s3", "s4"} & ends(s, id)
    assert "s2" in ends(s, id)


def test_c17_flying_through() -> None:
    """AL-13.7"""
    s = scene(weather="storms", severity=1)
    fill(s, "s2", 5)
    id = a_c54(s)
    flight = flight_options(s, id, 6)["fly", id, "s3"]
    assert "s2" in flight.route


def test_c18_heavy_snow_mixed_route() -> None:
    """AL-8.5"""
    s = scene("winter", weather="snow", severity=2)
    id = a_c54(s)
    assert flight_options(s, id, 7)["fly", id, "s2"].route == ("darmstadt", "aschaffenburg", "fulda", "s1", "s2")
    assert not {"s3", "s4"} & ends(s, id)
    aloft(s, id, "s2")
    assert ends(s, id) == {"s5"}
    s.severity = 1
    assert ends(s, id) == {"tempelhof", "tegel", "c3"}
    stand(s, id, "rhein_main")
    assert "s4" in ends(s, id)


def test_c19_divert_forward() -> None:
    """AL-13.9, AL-13.10, AL-18.6"""
    s = scene()
    id = aloft(s, a_c54(s), "s1", "fulda", divert=True)
    load_dice(s)
    flight = flight_options(s, id, 7)["land", id, "tempelhof"]
    assert flight.route == ("s2", "ds1", "ds2", "ds3", "s5", "berlin")
    activate(s, id, ("land", id, "tempelhof"))
    assert s.planes[id].place == "tempelhof"
    assert not s.planes[id].divert
    hot = scene(variants=("hot_pursuit",))
    id = aloft(hot, a_c54(hot), "s1", "fulda", divert=True)
    load_dice(hot, 3)
    activate(hot, id, ("land", id, "tempelhof"))
    roll = said(hot, "problem_roll")[0]
    assert (roll["level"], roll["modifiers"]) == (3, [])


def test_c20_divert_backward() -> None:
    """AL-13.9"""
    s = scene()
    id = aloft(s, a_c54(s), "s3", "s2", divert=True)
    (flight,) = flight_options(s, id, 7).values()
    assert flight.route == ("s4", "s5", "ds3", "ds2", "ds1", "s2", "s3")
    activate(s, id)
    assert (s.planes[id].place, s.planes[id].divert) == ("s3", False)


@pytest.mark.parametrize("die", [5, 6, 7, 2])
def test_c21_in_soviet_airspace(die: int) -> None:
    """AL-13.10, AL-14.8"""
    s = scene()
    id = aloft(s, plane(s, CW, "2A"), "dn2", "dn1", problems=1, divert=True)
    load_dice(s, die)
    done = activate(s, id, *([("circle", id)] if die != 7 else []))
    assert len(done.asked) == (0 if die == 7 else 1)
    assert said(s, "problem_roll")[0]["modifiers"] == [(1, "AL-13.10", "in Soviet airspace")]
    at = s.planes[id]
    assert (at.status, at.problems, at.unidentified) == {
        5: (FLIGHT, 2, False),
        6: (FLIGHT, 0, True),
        7: (DOWNED, 0, False),
        2: (FLIGHT, 1, False),
    }[die]


def test_c22_no_second_chance() -> None:
    """AL-13.11"""
    s = scene("winter")
    id = aloft(s, plane(s, CW, "2A"), "n3", "n2", no_second_chance=True)
    cargo(s, id, fuel=3)
    (flight,) = flight_options(s, id, 6).values()
    assert flight.route == ("n4", "frohnau", "berlin", "c1", "c2", "c3")
    activate(s, id)
    assert s.planes[id].place == "c3"
    activate(s, id)
    at = s.planes[id]
    assert (at.place, at.status, at.no_second_chance, at.cargo) == ("celle", READY, False, (3, 0, 0, 0))
    summer = scene()
    id = aloft(summer, plane(summer, CW, "2A"), "c3", "c2", no_second_chance=True)
    assert set(flight_options(summer, id, 6)) == {("land", id, "wunstorf"), ("land", id, "fassberg")}


def test_c23_full_airport() -> None:
    """AL-14.2, AL-14.3"""
    s = scene()
    others = [id for id, at in s.planes.items() if id.startswith(US) and at.status == READY and "c-54" not in id][:5]
    for other in others:
        stand(s, other, "tempelhof")
    id = aloft(s, a_c54(s), "s5", "s4")
    cargo(s, id, fuel=3)
    assert ("land", id, "tempelhof") not in flight_options(s, id, 7)
    activate(s, id, ("circle", id))
    assert (s.planes[id].place, s.planes[id].cargo) == ("berlin", (3, 0, 0, 0))
    aloft(s, others[0], "c1")
    assert s.planes[id].place == "berlin"
    activate(s, id, ("land", id, "tempelhof"))
    assert s.players[US].delivered == (3, 0, 0, 0)


def test_c24_weather_limit_on_the_ground() -> None:
    """AL-14.2"""
    s = scene(seats=THREE)
    assert airport_limit(s) == 8
    s.weather, s.severity = "fog", 1
    assert airport_limit(s) == 7
    two = scene()
    assert airport_limit(two) == 5
    two.weather, two.severity = "fog", 1
    assert airport_limit(two) == 5


def test_c25_reaching_and_passing_a_goal() -> None:
    """AL-15.2, AL-10.2"""
    s = scene(morale=0)
    delivered(s, US, food=5)
    id = aloft(s, a_c54(s), "berlin")
    cargo(s, id, food=3)
    done = run(land(s, id, "tempelhof"), ("place", "finished", "gatow"))
    assert done.asked[0].seat == US
    assert s.players[US].delivered == (0, 8, 0, 0)
    assert s.players[US].support == 10
    assert s.morale == 1
    assert s.bases["gatow"].outgoing == (1, 0)


def test_c26_outgoing_cargo() -> None:
    """AL-15.4, AL-15.5"""
    s = scene("winter")
    s.bases["tempelhof"] = replace(s.bases["tempelhof"], outgoing=(2, 0))
    first, second = aloft(s, a_c54(s, "3A"), "berlin"), aloft(s, a_c54(s, "3B"), "berlin")
    cargo(s, first, fuel=1)
    cargo(s, second, fuel=1)
    impulse(s, "usaf10-3")
    s.waiting = [first, second]
    run(activation(s), ("activate", first), ("land", first, "tempelhof"), ("take", first, "finished"))
    done = run(activation(s), ("activate", second), ("land", second, "tempelhof"))
    assert [d.ask for d in done.asked] == ["activate", "fly"]
    aloft(s, first, "braunschweig")
    activate(s, first, ("land", first, "celle"))
    assert s.players[US].outgoing == (1, 0)
    assert s.planes[first].outgoing == ""
    before = score(s, US)
    s.players[US] = replace(s.players[US], outgoing=(0, 0))
    assert before == score(s, US) + 1
