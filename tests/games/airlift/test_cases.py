"""The worked cases of the pack, in its order, each under its own name."""

from __future__ import annotations

import pytest

from sandtable.games.airlift.components import FLIGHT_CHITS, Operation
from sandtable.games.airlift.model import DOWNED, FLIGHT, MAINTENANCE, READY, State
from sandtable.games.airlift.play import (
    bidding_stage,
    draw_stage,
    end_of_season_stage,
    play,
    replenish_stage,
)
from sandtable.games.airlift.rules.activation import activation
from sandtable.games.airlift.rules.cards import additional_event, effect, softened, turn_up
from sandtable.games.airlift.rules.effects import carry_out
from sandtable.games.airlift.rules.harassment import harassment
from sandtable.games.airlift.rules.landing import land
from sandtable.games.airlift.rules.loading import why_not_load
from sandtable.games.airlift.rules.maintenance import maintenance_roll
from sandtable.games.airlift.rules.morale import move_morale
from sandtable.games.airlift.rules.movement import allowance, flight_options
from sandtable.games.airlift.rules.resolve import (
    SuddenDeath,
    harassment_stock,
    on_schedule,
    refugee_check,
    schedule_check,
)
from sandtable.games.airlift.rules.scoring import score, season_is_won, winners
from sandtable.games.airlift.rules.season import next_season, start_box
from sandtable.games.airlift.rules.supply import replenish
from sandtable.games.airlift.rules.support import support_step, transfer_sources, unused_upkeep_returns
from sandtable.games.airlift.rules.weather import airport_limit, stacking_limit, weather_changes
from sandtable.kernel.state import replace
from tests.games.airlift.scene import (
    CW,
    THREE,
    US,
    activate,
    add_plane,
    all_rolled,
    aloft,
    cargo,
    cubes_at,
    delivered,
    impulse,
    load_dice,
    plane,
    run,
    said,
    scene,
    stand,
    stock,
)


def ends(s: State, id: str) -> set[str]:
    """Where a plane's move can end, in flight or landing."""
    return {str(option[-1]) for option in flight_options(s, id, allowance(s, id)) if option[0] != "circle"}


def a_c54(s: State, slot: str = "3A") -> str:
    """A C-54 of USAF 10."""
    return plane(s, US, slot)


def test_c01_summer_set_up() -> None:
    """AL-3.3, AL-3.5, AL-3.6, AL-3.9, AL-4.1"""
    s = scene()
    assert cubes_at(s, "rhein_main") == cubes_at(s, "wunstorf") == (5, 4, 2, 2)
    assert cubes_at(s, "finkenwerder") == (0, 2, 0, 0)
    inactive = [id for id, base in s.bases.items() if not base.active]
    assert inactive == ["luebeck", "fuhlsbuettel", "schleswigland", "celle", "tegel"]
    assert sorted(s.cup) == sorted([*FLIGHT_CHITS[US], *FLIGHT_CHITS[CW], "storms", "storms", "harassment"])
    assert s.last_draw == 6
    run(replenish_stage(s))
    assert cubes_at(s, "rhein_main") == (5, 4, 2, 2)
    assert cubes_at(s, "finkenwerder") == (0, 2, 0, 0)


def test_c02_autumn_turn_1_replenishment() -> None:
    """AL-3.5, AL-5.1, AL-19.3"""
    s = scene("autumn")
    run(replenish_stage(s))
    assert cubes_at(s, "rhein_main") == cubes_at(s, "wunstorf") == (9, 5, 2, 2)
    assert cubes_at(s, "fassberg") == (3, 1, 0, 0)
    assert cubes_at(s, "celle") == (0, 0, 0, 0)
    assert cubes_at(s, "finkenwerder") == (0, 4, 0, 0)


def test_c03_bidding_war() -> None:
    """AL-5.6 to AL-5.8"""
    s = scene(waiting=[US, CW])
    run(
        bidding_stage(s),
        ("open_auction",),
        ("raise", 2),
        ("raise", 3),
        ("claim", "wunstorf", "medicine"),
        ("bring", "medicine", "rhein_main"),
    )
    assert s.players[US].support == 5
    assert s.players[CW].support == 6
    assert cubes_at(s, "wunstorf") == (5, 4, 1, 2)
    assert cubes_at(s, "rhein_main") == (5, 4, 3, 2)
    assert s.support_pool == 50 - 11
    again = scene(waiting=[US, CW])
    run(
        bidding_stage(again),
        ("open_auction",),
        ("pass",),
        ("claim", "wunstorf", "medicine"),
        ("bring", "medicine", "fassberg"),
    )
    assert again.players[US].support == 7
    assert again.players[CW].support == 8


def test_c04_example_card_in_summer() -> None:
    """AL-6.1, AL-6.2, AL-6.4, AL-7.1, AL-15.8"""
    s = scene(seats=THREE, morale=1)
    for id in [id for id in s.planes if id != plane(s, US, "1A")]:
        if id.startswith("us") and s.planes[id].status == READY:
            aloft(s, id, "darmstadt")
    load_dice(s, "48-16")
    run(turn_up(s), ("place", "finished", "tempelhof"))
    assert s.morale == 3
    assert s.bases["tempelhof"].outgoing == s.bases["gatow"].outgoing == (1, 0)
    run(effect(s))
    assert [s.players[seat].support for seat in THREE] == [10, 9, 9]
    run(additional_event(s), ("place", "finished", "tempelhof"))
    assert s.morale == 4
    assert s.bases["tempelhof"].outgoing == (2, 0)
    assert s.personnel["halvorsen"] == "usaf10-c-47-1a"


def test_c05_example_card_in_autumn() -> None:
    """AL-6.3, AL-6.8, AL-7.7"""
    for alternative, before_candy, support in ((1, 3, 8), (2, 2, 9)):
        s = scene("autumn", morale=0)
        load_dice(s, "48-16")
        run(turn_up(s), ("place", "finished", "tempelhof"))
        assert s.morale == 2
        third = [("place", "finished", "tempelhof")] if alternative == 1 else []
        run(effect(s), ("alternative", f"48-16/autumn/{alternative}"), *third)
        assert s.morale == before_candy
        assert s.personnel["reuter"] == ("berlin" if alternative == 1 else "pool")
        assert s.players[US].support == s.players[CW].support == support
        last = [] if alternative == 1 else [("place", "finished", "gatow")]
        run(additional_event(s), *last, ("candy", a_c54(s, "1B")))
        assert s.morale == before_candy + 1


def test_c06_reuter_softens_a_card() -> None:
    """AL-6.2, AL-9.3, AL-21.10"""
    s = scene("autumn", morale=1)
    s.track[1 + 10] = False
    s.personnel["reuter"] = "berlin"
    assert softened(s, -3) == -2
    run(move_morale(s, softened(s, -3), US, "AL-6.2"), ("place", "refugee", "gatow"))
    assert s.morale == -1
    assert s.bases["gatow"].outgoing == (0, 1)
    aloft(s, a_c54(s), "s2")
    load_dice(s, 1, 2)
    run(harassment(s))
    assert s.morale == -2


def test_c07_weather_chain() -> None:
    """AL-8.2, AL-7.18, AL-13.6"""
    s = scene("autumn", cup=["fog"])
    run(carry_out(s, (Operation("weather", kind="fog"),)))
    assert (s.weather, s.severity) == ("fog", 1)
    load_dice(s, "fog")
    run(draw_stage(s))
    assert (s.weather, s.severity) == ("fog", 2)
    weather_changes(s, "storms", "AL-7.18")
    assert (s.weather, s.severity) == ("storms", 1)
    assert allowance(s, a_c54(s)) == 6
    assert stacking_limit(s) == 5


@pytest.mark.parametrize("die", [2, 3, 4, 7, 8])
def test_c08_landing_in_severe_fog_with_two_problems(die: int) -> None:
    """AL-14.4, AL-14.6, AL-14.7, AL-14.9"""
    s = scene("autumn", weather="fog", severity=2)
    id = aloft(s, a_c54(s), "berlin", problems=2)
    cargo(s, id, fuel=3)
    pool = s.pool[0]
    load_dice(s, die)
    run(land(s, id, "tempelhof"), *([("stay_ready", id)] if die == 7 else []))
    assert said(s, "problem_roll")[0]["level"] == 3
    at = s.planes[id]
    assert s.pool[0] == pool + 3
    if die == 8:
        assert at.status == DOWNED
        assert s.players[US].delivered[0] == 0
        assert s.players[US].downed == 1
        return
    assert s.players[US].delivered[0] == 3
    assert not at.divert
    assert (at.status, at.problems, at.unidentified) == {
        2: (MAINTENANCE, 2, False),
        3: (MAINTENANCE, 2, False),
        4: (MAINTENANCE, 3, False),
        7: (READY, 0, True),
    }[die]


@pytest.mark.parametrize(("die", "problems", "unidentified"), [(1, 5, False), (6, 0, True)])
def test_c09_four_problems(die: int, problems: int, unidentified: bool) -> None:
    """AL-14.4"""
    s = scene()
    id = aloft(s, a_c54(s), "berlin", problems=5)
    load_dice(s, die)
    run(land(s, id, "tempelhof"), *([("to_maintenance", id)] if unidentified else []))
    assert said(s, "problem_roll")[0]["level"] == 4
    assert (s.planes[id].problems, s.planes[id].unidentified) == (problems, unidentified)
    assert s.planes[id].status == MAINTENANCE


def test_c10_u_plane_in_fog() -> None:
    """AL-14.5"""
    for fog, level in ((1, 4), (0, 3)):
        for die in (7, 8):
            s = scene("autumn", weather="fog" if fog else "", severity=fog)
            id = aloft(s, a_c54(s), "berlin", unidentified=True)
            load_dice(s, die)
            run(land(s, id, "tempelhof"), *([("stay_ready", id)] if die == 7 else []))
            assert said(s, "problem_roll")[0]["level"] == level
            assert s.planes[id].status == (READY if die == 7 else DOWNED)


@pytest.mark.parametrize(("die", "problems", "status"), [(6, 1, MAINTENANCE), (7, 0, READY), (1, 3, MAINTENANCE)])
def test_c11_maintenance_with_help(die: int, problems: int, status: str) -> None:
    """AL-11.1 to AL-11.3, AL-10.5"""
    s = scene()
    id = stand(s, a_c54(s), "rhein_main", problems=2)
    s.personnel["mechanic1"] = "rhein_main"
    s.upkeep[f"{US}@rhein_main"] = 1
    s.support_pool -= 1
    s.waiting = [id]
    load_dice(s, die)
    run(maintenance_roll(s), ("use", 1))
    assert (s.planes[id].problems, s.planes[id].status) == (problems, status)
    assert not s.upkeep
    if status == READY:
        impulse(s, "usaf10-3")
        assert id in s.waiting


@pytest.mark.parametrize("die", [6, 8, 5])
def test_c12_repairing_a_u(die: int) -> None:
    """AL-11.1, AL-11.2"""
    s = scene()
    id = stand(s, a_c54(s), "rhein_main", unidentified=True)
    s.waiting = [id]
    load_dice(s, die)
    run(maintenance_roll(s), *([("fly_unfit", id)] if die == 5 else []))
    at = s.planes[id]
    assert (at.problems, at.unidentified, at.status) == {
        6: (1, False, MAINTENANCE),
        8: (0, False, READY),
        5: (0, True, READY),
    }[die]


def test_c13_passable_with_problems() -> None:
    """AL-11.2, AL-12.4, AL-14.5"""
    for die in (7, 8):
        s = scene()
        id = stand(s, a_c54(s), "rhein_main", problems=1)
        s.waiting = [id]
        load_dice(s, 5, die)
        run(maintenance_roll(s), ("fly_unfit", id))
        assert (s.planes[id].problems, s.planes[id].unidentified, s.planes[id].status) == (0, True, READY)
        activate(s, id, ("take_off", id), *([("fly", id, "s4")] if die == 7 else []))
        assert said(s, "problem_roll")[0]["level"] == 3
        assert s.planes[id].status == (FLIGHT if die == 7 else DOWNED)


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


def fill(s: State, space: str, n: int, seat: str = US) -> None:
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


def test_c27_harassment_ignored() -> None:
    """AL-9.1"""
    s = scene(weather="storms", severity=1)
    aloft(s, a_c54(s), "s2")
    run(harassment(s))
    assert said(s, "harassment_ignored")
    assert not said(s, "harassment")
    clear = scene()
    for id, space in (("3A", "fulda"), ("3B", "c2"), ("1A", "berlin")):
        aloft(clear, plane(clear, US, id), space)
    run(harassment(clear))
    assert said(clear, "harassment_ignored")
    assert not said(clear, "harassment")


@pytest.mark.parametrize("die", [5, 8, 6])
def test_c28_buzzing(die: int) -> None:
    """AL-9.2, AL-9.4, AL-14.7"""
    s = scene("autumn")
    bottom = aloft(s, plane(s, CW, "1A"), "n2", "n1")
    top = aloft(s, plane(s, CW, "2A"), "n2", "n1")
    load_dice(s, 4, 4, die)
    run(harassment(s))
    at = s.planes[top]
    assert (at.divert, at.problems, at.unidentified) == {
        5: (True, 0, False),
        8: (False, 0, True),
        6: (False, 1, False),
    }[die]
    assert s.planes[bottom] == replace(s.planes[bottom], divert=False, problems=0, unidentified=False)


def test_c29_smoke() -> None:
    """AL-9.6, AL-13.1"""
    s = scene()
    bottom, top = aloft(s, plane(s, US, "1A"), "s1", "fulda"), aloft(s, plane(s, US, "1B"), "s1", "fulda")
    load_dice(s, 6, 6, 8, 4)
    run(harassment(s))
    assert all_rolled(s)
    assert [roll["level"] for roll in said(s, "problem_roll")] == [1, 1]
    assert (s.planes[bottom].problems, s.planes[top].problems) == (1, 0)
    for id in (bottom, top):
        assert s.planes[id].smoke
        activate(s, id)
        assert s.planes[id].place == "s3"
        assert not s.planes[id].smoke
        assert allowance(s, id) == 5


def test_c30_schedule_check() -> None:
    """AL-9.9, AL-9.10"""
    s = scene("winter", turn=2)
    delivered(s, US, fuel=14, food=4)
    assert not on_schedule(s, US)
    delivered(s, US, fuel=15, food=4)
    assert on_schedule(s, US)
    assert s.resolve == 6
    schedule_check(s)
    assert s.resolve == 6
    assert harassment_stock(s) == 3
    delivered(s, CW, fuel=29)
    schedule_check(s)
    assert s.resolve == 7
    assert harassment_stock(s) == 4
    both = scene("winter", turn=2)
    schedule_check(both)
    assert both.resolve == 5


def test_c31_refugees_raise_resolve() -> None:
    """AL-9.11, AL-15.5"""
    s = scene("autumn", refugees=2)
    id = aloft(s, a_c54(s), "f_giessen", outgoing="refugee")
    activate(s, id, ("land", id, "rhein_main"))
    assert s.refugees == 3
    delivered(s, US, fuel=19, food=10, medicine=4, parts=3)
    schedule_check(s)
    assert s.resolve == 3
    refugee_check(s)
    assert (s.resolve, s.refugees) == (4, 0)


def test_c32_sudden_death() -> None:
    """AL-9.3, AL-9.8"""
    s = scene("spring", resolve=11, stage="draw", cup=["harassment", "storms"])
    aloft(s, a_c54(s), "s2")
    load_dice(s, "harassment", 1, 1)
    run(play(s))
    assert s.resolve == 12
    assert s.ended == "sudden_death"
    assert winners(s) == ()
    assert not s.results
    with pytest.raises(SuddenDeath):
        run(harassment(scene_at_the_brink()))


def scene_at_the_brink() -> State:
    """Spring with Soviet Resolve on 11 and a `resolve` result to come."""
    s = scene("spring", resolve=11)
    aloft(s, a_c54(s), "s2")
    load_dice(s, 1, 1)
    return s


def test_c33_scoring() -> None:
    """AL-16.4 to AL-16.6"""
    s = scene(morale=1)
    delivered(s, US, 9, 8, 2, 0)
    s.players[US] = replace(s.players[US], outgoing=(1, 1), downed=1, vp=1)
    assert score(s, US) == 7


def test_c34_all_goals_exceeded() -> None:
    """AL-16.4, AL-16.5"""
    s = scene(morale=1)
    delivered(s, US, 11, 8, 5, 4)
    assert score(s, US) == 14


def test_c35_season_end_in_flight() -> None:
    """AL-16.2, AL-16.3"""
    s = scene(morale=0, stage="end_of_season")
    delivered(s, US, fuel=7)
    big, small, standing = (
        aloft(s, a_c54(s), "fulda"),
        aloft(s, plane(s, US, "1A"), "c3", outgoing="refugee"),
        plane(s, US, "1B"),
    )
    s.track[10 - 1] = False
    cargo(s, big, fuel=3)
    cargo(s, standing, food=1)
    run(end_of_season_stage(s), ("place", "finished", "tempelhof"))
    assert s.players[US].delivered == (10, 0, 0, 0)
    assert s.players[US].outgoing == (0, 1)
    assert s.planes[small].outgoing == ""
    assert s.planes[standing].cargo == (0, 1, 0, 0)
    assert s.morale == 1
    assert s.ended == "saved"


def test_c36_morale_zero() -> None:
    """AL-16.3"""
    s = scene(morale=0, stage="end_of_season")
    delivered(s, US, 11, 8, 5, 4)
    run(end_of_season_stage(s))
    assert not season_is_won(s)
    assert s.ended == "morale"
    assert winners(s) == ()


def test_c37_building_tegel() -> None:
    """AL-10.3, AL-7.20"""
    s = scene("autumn", waiting=[US])
    run(support_step(s), ("build", "tegel"), ("build", "tegel"), ("done",))
    assert not s.bases["tegel"].active
    assert s.support_pool == 50 - 16
    run(carry_out(s, (Operation("build", base="tegel", n=2),)))
    assert s.bases["tegel"].active
    assert s.bases["tegel"].support == 0
    assert s.support_pool == 50 - 14


def test_c38_morale_by_support() -> None:
    """AL-10.4"""
    s = scene(morale=-1, morale_support=2, waiting=[CW])
    s.support_pool -= 2
    run(support_step(s), ("improve_morale",), ("done",))
    assert (s.morale, s.morale_support) == (0, 0)
    assert not said(s, "cube_released")
    assert s.support_pool == 50 - 15


def test_c39_transfer() -> None:
    """AL-10.6, AL-1.9"""
    s = scene("autumn", waiting=[US])
    stock(s, "fassberg", food=1)
    stock(s, "rhein_main", food=2)
    run(support_step(s), ("transfer", "fassberg"), ("bring", "food", "rhein_main"), ("done",))
    assert s.players[US].support == 6
    assert s.bases["rhein_main"].cubes == (0, 3, 0, 0)
    assert s.bases["rhein_main"].marked == (0, 1, 0, 0)
    stock(s, "wunstorf")
    stock(s, "rhein_main", food=1)
    s.bases["rhein_main"] = replace(s.bases["rhein_main"], marked=(0, 1, 0, 0))
    assert transfer_sources(s) == []
    id = a_c54(s)
    activate(s, id, ("load", id, "food"), ("fly", id, "s4"))
    assert s.bases["rhein_main"].marked == (0, 0, 0, 0)
    stock(s, "rhein_main", fuel=9)
    assert transfer_sources(s) == ["rhein_main"]
    s.bases["luebeck"] = replace(s.bases["luebeck"], marked=(4, 0, 0, 0), cubes=(4, 0, 0, 0))
    assert transfer_sources(s) == []


def test_c40_c_74() -> None:
    """AL-19.1, AL-10.3"""
    s = scene()
    stock(s, "rhein_main", fuel=4, food=3)
    stock(s, "wiesbaden", fuel=5)
    load_dice(s, "48-17")
    run(turn_up(s))
    run(effect(s))
    id = "usaf10-c-74-x"
    assert (s.planes[id].status, s.planes[id].place) == (READY, "rhein_main")
    impulse(s, "usaf10-1")
    s.waiting = [id]
    run(
        activation(s),
        *[("load", id, "fuel")] * 4,
        ("hop", id, "wiesbaden"),
        ("fly", id, "s4"),
    )
    assert s.planes[id].cargo == (7, 3, 0, 0)
    assert s.planes[id].place == "s4"
    assert cubes_at(s, "wiesbaden") == (2, 0, 0, 0)
    done = activate(s, id, ("land", id, "tempelhof"))
    assert done.asked[-1].ask == "fly"
    assert s.players[US].delivered == (7, 3, 0, 0)
    activate(s, id, ("fly", id, "f_giessen"))
    assert not s.bases["tempelhof"].active
    s.waiting = [CW]
    run(support_step(s), *[("build", "tempelhof")] * 3, ("done",))
    assert s.bases["tempelhof"].active
    activate(s, id, ("land", id, "rhein_main"))
    assert s.planes[id].status == "aside"
    run(carry_out(s, (Operation("c74"),)))
    assert s.planes[id].status == "aside"


def test_c41_snack_bar() -> None:
    """AL-19.2"""
    s = scene("winter")
    s.bases["gatow"] = replace(s.bases["gatow"], snack_bar=True, outgoing=(1, 0))
    id, troubled = aloft(s, plane(s, CW, "1A"), "berlin"), aloft(s, plane(s, CW, "1B"), "berlin", problems=1)
    cargo(s, id, fuel=3)
    run(land(s, id, "gatow"), ("take", id, "finished"), ("hurry", id))
    assert (s.planes[id].status, s.planes[id].place, s.planes[id].outgoing) == (FLIGHT, "c1", "finished")
    cargo(s, troubled, fuel=3)
    load_dice(s, 1)
    run(land(s, troubled, "gatow"))
    assert (s.planes[troubled].status, s.planes[troubled].place) == (MAINTENANCE, "gatow")


def test_c42_sunderland() -> None:
    """AL-1.3, AL-12.1, AL-13.5, AL-15.4"""
    s = scene()
    id = plane(s, CW, "3A")
    stock(s, "finkenwerder", fuel=1, food=2)
    refused = why_not_load(s, id, "fuel")
    assert refused is not None
    assert refused[1] == "AL-1.3"
    activate(s, id, ("load", id, "food"), ("load", id, "food"), ("fly", id, "n4"))
    assert s.planes[id].cargo == (0, 2, 0, 0)
    s.bases["gatow"] = replace(s.bases["gatow"], outgoing=(0, 1))
    activate(s, id, ("land", id, "lake_havel"), ("take", id, "refugee"))
    assert s.players[CW].delivered == (0, 2, 0, 0)
    assert s.bases["gatow"].outgoing == (0, 0)
    aloft(s, id, "f_lauenburg")
    lands = [option for option in flight_options(s, id, 6) if option[0] == "land"]
    assert lands == [("land", id, "finkenwerder")]


def test_c43_caltf() -> None:
    """AL-5.4"""
    s = scene("autumn", caltf=True)
    stock(s, "fassberg")
    for slot in ("3A", "3B"):
        stand(s, a_c54(s, slot), "fassberg")
    stand(s, a_c54(s, "3C"), "fassberg", problems=1)
    replenish(s)
    assert cubes_at(s, "fassberg") == (5, 1, 0, 0)


def test_c44_corridor_by_nation() -> None:
    """AL-13.4, AL-18.3"""
    s = scene("autumn")
    id = stand(s, a_c54(s), "fassberg")
    flight = flight_options(s, id, 7)["fly", id, "s2"]
    assert flight.route == ("celle", "braunschweig", "f_goettingen", "f_hersfeld", "fulda", "s1", "s2")
    assert not {end for end in ends(s, id) if end.startswith("n")}
    gate = scene("autumn", variants=("northern_gate",))
    id = stand(gate, a_c54(gate), "fassberg")
    flight = flight_options(gate, id, 7)["land", id, "tempelhof"]
    assert flight.route == ("dannenberg", "n1", "n2", "n3", "n4", "frohnau", "berlin")


def test_c45_solitaire() -> None:
    """AL-20.3"""
    s = scene("winter", seats=(US,), resolve=5, stage="end_of_turn")
    delivered(s, US, 37, 13, 6, 6)
    run(play(s))
    assert s.resolve == 6
    assert s.ended == "sudden_death"


def test_c46_flight_unavailable() -> None:
    """AL-12.6"""
    s = scene("autumn", unavailable=["cw30-2"])
    ready, flying, broken = plane(s, CW, "2A"), aloft(s, plane(s, CW, "2B"), "n1"), plane(s, CW, "2C")
    stand(s, broken, "wunstorf", problems=1)
    s.stage, s.flight, s.waiting = "maintenance", "cw30-2", [broken]
    load_dice(s, 8)
    run(play(s))
    assert s.planes[broken].status == READY
    assert s.waiting == [flying]
    run(play(s), ("circle", flying))
    assert s.planes[flying].place == "berlin"
    assert s.planes[ready].place == s.planes[broken].place == "wunstorf"


def test_c47_unused_maintenance_support() -> None:
    """AL-10.5, AL-16.1"""
    s = scene(waiting=[US])
    id = stand(s, plane(s, US, "1A"), "rhein_main", problems=1)
    run(support_step(s), ("upkeep", "rhein_main"), ("upkeep", "rhein_main"), ("done",))
    pool = s.support_pool
    s.waiting = [id]
    load_dice(s, 2)
    run(maintenance_roll(s), ("use", 1))
    assert s.support_pool == pool + 1
    unused_upkeep_returns(s)
    assert s.support_pool == pool + 2
    assert s.players[US].support == 6


def test_c48_where_personnel_may_go() -> None:
    """AL-10.7, AL-6.6, AL-6.7"""
    s = scene("autumn", waiting=[CW])
    s.personnel |= {"plumber1": "wunstorf", "tunner": "fassberg"}
    done = run(
        support_step(s),
        ("move_personnel", "plumber1"),
        ("station", "plumber1", "luebeck"),
        ("move_personnel", "tunner"),
        ("station", "tunner", "rhein_main"),
        ("done",),
    )
    assert list(done.asked[1].options) == [("station", "plumber1", "luebeck"), ("station", "plumber1", "fuhlsbuettel")]
    assert list(done.asked[3].options) == [("station", "tunner", "rhein_main"), ("station", "tunner", "wiesbaden")]
    assert s.players[CW].support == 4
    assert not any(base.snack_bar for base in s.bases.values())


def test_c49_order_of_flak() -> None:
    """AL-7.13, AL-9.7"""
    s = scene("winter")
    where = {"s1": a_c54(s, "1B"), "s3": a_c54(s, "1C"), "n2": plane(s, CW, "1A"), "n3": plane(s, CW, "1B")}
    for space, id in where.items():
        aloft(s, id, space)
    where["dn2"] = aloft(s, plane(s, CW, "1C"), "dn2", "dn1", divert=True)
    load_dice(s, 8, 5, 1, 1, 1, 1, 1)
    run(harassment(s))
    assert [roll["plane"] for roll in said(s, "problem_roll")] == [where[x] for x in ("s1", "n2", "dn2", "s3", "n3")]


def test_c50_support_on_a_marker_at_the_season_change() -> None:
    """AL-17.4, AL-17.5"""
    s = scene("campaign")
    s.bases["tegel"] = replace(s.bases["tegel"], support=5)
    s.bases["celle"] = replace(s.bases["celle"], support=2)
    s.support_pool -= 7
    next_season(s)
    assert s.bases["tegel"].active
    assert s.bases["tegel"].support == 0
    assert (s.bases["celle"].active, s.bases["celle"].support) == (False, 2)
    assert s.support_pool == 50 - 32 - 2
    s.waiting = [US]
    run(support_step(s), ("build", "celle"), ("done",))
    assert s.bases["celle"].active


def test_c51_event_without_a_target() -> None:
    """AL-0.6, AL-3.7, AL-6.1, AL-6.2, AL-7.14, AL-7.18, AL-15.8"""
    s = scene()
    assert s.morale == 3
    run(start_box(s), ("place", "finished", "tempelhof"))
    load_dice(s, "48-15")
    run(turn_up(s), ("place", "finished", "tempelhof"))
    run(effect(s))
    assert s.morale == -1
    placed = [(line["colour"], line["airport"]) for line in said(s, "cube_released")]
    assert placed == [("finished", "tempelhof"), ("finished", "gatow"), ("finished", "tempelhof"), ("refugee", "gatow")]
    assert not any(at.no_second_chance for at in s.planes.values())
    assert (s.weather, s.severity) == ("storms", 1)


def test_c52_dead_end() -> None:
    """AL-13.3, AL-13.5, AL-21.14"""
    s = scene()
    id = plane(s, CW, "2A")
    last = ("f_lauenburg", "fuhlsbuettel", "f_neumuenster", "schleswigland")
    for points in (6, 7):
        route = flight_options(s, id, points)["fly", id, "schleswigland"].route
        assert (len(route), route[-4:]) == (6, last)
    activate(s, id, ("fly", id, "schleswigland"))
    assert s.planes[id].status == FLIGHT
    s.bases["schleswigland"] = replace(s.bases["schleswigland"], active=True)
    activate(s, id, ("land", id, "schleswigland"))
    assert (s.planes[id].status, s.planes[id].place) == (READY, "schleswigland")
