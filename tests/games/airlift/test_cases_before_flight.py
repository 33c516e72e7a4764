"""The worked cases 1 to 13 of the pack, in its order: set-up, cards, weather, problems, maintenance."""

from __future__ import annotations

import pytest

from sandtable.games.airlift.components import FLIGHT_CHITS, Operation
from sandtable.games.airlift.model import DOWNED, FLIGHT, MAINTENANCE, READY
from sandtable.games.airlift.play import auctions, draw_chit, replenishment
from sandtable.games.airlift.rules.cards import additional_event, effect, softened, turn_up
from sandtable.games.airlift.rules.effects.carry_out import carry_out
from sandtable.games.airlift.rules.harassment import harassment
from sandtable.games.airlift.rules.landing import land
from sandtable.games.airlift.rules.maintenance import maintenance_roll
from sandtable.games.airlift.rules.morale import move_morale
from sandtable.games.airlift.rules.movement import allowance
from sandtable.games.airlift.rules.weather import stacking_limit, weather_changes
from tests.games.airlift.scene import (
    CW,
    THREE,
    US,
    a_c54,
    activate,
    aloft,
    cargo,
    cubes_at,
    impulse,
    load_dice,
    plane,
    run,
    said,
    scene,
    stand,
)


def test_c01_summer_set_up() -> None:
    """AL-3.3, AL-3.5, AL-3.6, AL-3.9, AL-4.1"""
    s = scene()
    assert cubes_at(s, "rhein_main") == cubes_at(s, "wunstorf") == (5, 4, 2, 2)
    assert cubes_at(s, "finkenwerder") == (0, 2, 0, 0)
    inactive = [id for id, base in s.bases.items() if not base.active]
    assert inactive == ["luebeck", "fuhlsbuettel", "schleswigland", "celle", "tegel"]
    assert sorted(s.cup) == sorted([*FLIGHT_CHITS[US], *FLIGHT_CHITS[CW], "storms", "storms", "harassment"])
    assert s.last_draw == 6
    replenishment(s)
    assert cubes_at(s, "rhein_main") == (5, 4, 2, 2)
    assert cubes_at(s, "finkenwerder") == (0, 2, 0, 0)


def test_c02_autumn_turn_1_replenishment() -> None:
    """AL-3.5, AL-5.1, AL-19.3"""
    s = scene("autumn")
    replenishment(s)
    assert cubes_at(s, "rhein_main") == cubes_at(s, "wunstorf") == (9, 5, 2, 2)
    assert cubes_at(s, "fassberg") == (3, 1, 0, 0)
    assert cubes_at(s, "celle") == (0, 0, 0, 0)
    assert cubes_at(s, "finkenwerder") == (0, 4, 0, 0)


def test_c03_bidding_war() -> None:
    """AL-5.6 to AL-5.8"""
    s = scene(waiting=[US, CW])
    run(
        auctions(s),
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
        auctions(again),
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
    run(draw_chit(s))
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
