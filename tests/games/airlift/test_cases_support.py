"""The worked cases 37 to 52 of the pack, in its order: support, special planes, solitaire, odd moments."""

from __future__ import annotations

from sandtable.games.airlift.components import Operation
from sandtable.games.airlift.model import FLIGHT, MAINTENANCE, READY
from sandtable.games.airlift.play import play
from sandtable.games.airlift.rules.activation import activation
from sandtable.games.airlift.rules.cards import effect, turn_up
from sandtable.games.airlift.rules.effects.carry_out import carry_out
from sandtable.games.airlift.rules.harassment import harassment
from sandtable.games.airlift.rules.landing import land
from sandtable.games.airlift.rules.loading import why_not_load
from sandtable.games.airlift.rules.maintenance import maintenance_roll
from sandtable.games.airlift.rules.movement import flight_options
from sandtable.games.airlift.rules.season import next_season, start_box
from sandtable.games.airlift.rules.supply import replenish
from sandtable.games.airlift.rules.support import support_step, transfer_sources, unused_upkeep_returns
from sandtable.kernel.state import replace
from tests.games.airlift.scene import (
    CW,
    US,
    a_c54,
    activate,
    aloft,
    cargo,
    cubes_at,
    delivered,
    ends,
    impulse,
    load_dice,
    plane,
    run,
    said,
    scene,
    stand,
    stock,
)


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
    s = scene("winter", seats=(US,), resolve=5, step="end_of_turn")
    delivered(s, US, 37, 13, 6, 6)
    run(play(s))
    assert s.resolve == 6
    assert s.ended == "sudden_death"


def test_c46_flight_unavailable() -> None:
    """AL-12.6"""
    s = scene("autumn", unavailable=["cw30-2"])
    ready, flying, broken = plane(s, CW, "2A"), aloft(s, plane(s, CW, "2B"), "n1"), plane(s, CW, "2C")
    stand(s, broken, "wunstorf", problems=1)
    s.step, s.flight, s.waiting = "maintenance", "cw30-2", [broken]
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
