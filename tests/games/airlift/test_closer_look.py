"""What a closer look finds: refusals with their reasons, odds before a roll, and what whole seasons hide."""

from __future__ import annotations

import pytest

from sandtable.games.airlift.components import AIRBASES, Operation
from sandtable.games.airlift.model import DOWNED, MAINTENANCE, READY
from sandtable.games.airlift.rules.activation import (
    landing_odds,
    take_off_odds,
    why_not_activate,
    why_not_ready,
)
from sandtable.games.airlift.rules.bidding import bidding, cubes_to_win, destinations
from sandtable.games.airlift.rules.effects.carry_out import carry_out
from sandtable.games.airlift.rules.harassment import lure, no_second_chance
from sandtable.games.airlift.rules.landing import land
from sandtable.games.airlift.rules.loading import why_not_load
from sandtable.games.airlift.rules.movement import why_not_fly
from sandtable.games.airlift.rules.personnel import hydes_cubes, legal_places, move_named, place
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace
from tests.games.airlift.scene import (
    CW,
    FOUR,
    THREE,
    US,
    US2,
    activate,
    aloft,
    cargo,
    cubes_at,
    impulse,
    load_dice,
    options_of,
    plane,
    run,
    said,
    scene,
    stand,
    stock,
)

# -- refusals ----------------------------------------------------------------------------------------------------------


def test_why_a_plane_cannot_be_activated() -> None:
    """AL-13.3, AL-11.3, AL-12.6, AL-4.8 Each reason with its clause."""
    s = scene()
    impulse(s, "usaf10-3")
    sick, other, flown = plane(s, US, "3A"), plane(s, US, "1A"), plane(s, US, "3B")
    stand(s, sick, "rhein_main", problems=1)
    assert why_not_activate(s, ("finish",)) == ("Planes in flight must move first.", "AL-13.3")
    assert why_not_activate(s, ("activate", "a kite")) is None
    assert why_not_activate(s, ("activate", other)) == (
        "A plane is activated only by its own flight's chit.",
        "AL-4.8",
    )
    assert why_not_activate(s, ("activate", sick)) == (
        "It is in maintenance and cannot fly before it is repaired.",
        "AL-11.3",
    )
    assert why_not_activate(s, ("activate", flown)) == ("It has already been activated.", "AL-4.8")
    s.unavailable.append("usaf10-3")
    assert why_not_activate(s, ("activate", flown)) == ("Its flight is unavailable this turn.", "AL-12.6")


def test_why_a_plane_cannot_fly_there() -> None:
    """AL-13.3, AL-13.4, AL-13.6, AL-12.3 A space that is full, foreign or out of reach."""
    s = scene(weather="storms", severity=2)
    id = plane(s, US, "3A")
    for slot in ("1A", "1B", "2A"):
        aloft(s, plane(s, US, slot), "s1")
    reasons: dict[Option, str] = {
        ("fly", id, "s1"): "AL-13.6",
        ("fly", id, "n2"): "AL-13.4",
        ("fly", id, "s2"): "AL-13.3",
        ("fly", id, "c1"): "AL-13.3",
    }
    for option, clause in reasons.items():
        refusal = why_not_fly(s, option)
        assert refusal is not None
        assert refusal[1] == clause
    assert why_not_fly(s, ("fly", plane(s, CW, "1A"), "n2")) == (
        "A plane uses its whole movement allowance; no route of that length ends there.",
        "AL-13.3",
    )
    assert why_not_fly(s, ("fly", plane(s, CW, "1A"), "s3")) == (
        "The southern corridor is for US planes, the northern for Commonwealth planes.",
        "AL-13.4",
    )
    for nonsense in (("fly", id), ("fly", "a kite", "s1"), ("fly", id, "the moon")):
        assert why_not_fly(s, nonsense) is None


def test_why_a_plane_cannot_land_there() -> None:
    """AL-13.5, AL-13.12, AL-19.3, AL-13.11, AL-14.2, AL-13.2 Each reason with its clause."""
    s = scene("winter")
    s.bases["celle"] = replace(s.bases["celle"], active=False)
    for slot in ("1A", "1B", "1C", "2A", "2B"):
        stand(s, plane(s, US, slot), "tempelhof")
    id = aloft(s, plane(s, US, "3A"), "berlin")
    lost = aloft(s, plane(s, US, "3B"), "berlin", no_second_chance=True)
    reasons = {
        (id, "finkenwerder"): "AL-13.5",
        (id, "gatow"): "AL-13.12",
        (id, "wunstorf"): "AL-13.12",
        (id, "celle"): "AL-19.3",
        (lost, "tegel"): "AL-13.11",
        (id, "tempelhof"): "AL-14.2",
        (id, "rhein_main"): "AL-13.2",
    }
    for (plane_id, base), clause in reasons.items():
        refusal = why_not_fly(s, ("land", plane_id, base))
        assert refusal is not None, base
        assert refusal[1] == clause, base
    assert why_not_fly(s, ("land", id, "tempelhof")) == ("There are already 5 planes on the ground there.", "AL-14.2")
    boat = why_not_fly(scene(), ("land", plane(scene(), CW, "3A"), "wunstorf"))
    assert boat is not None
    assert boat[1] == "AL-13.5"


def test_why_a_plane_on_the_ground_cannot_do_that() -> None:
    """AL-12.1, AL-12.3 Loading is explained, staying with cargo is refused, and flights as in the air."""
    s = scene()
    id = plane(s, US, "3A")
    stock(s, "rhein_main", food=1)
    assert why_not_ready(s, ("load", id, "fuel")) == ("There is no fuel at this airbase.", "AL-12.1")
    assert why_not_ready(s, ("load", id)) is None
    assert why_not_ready(s, ("stay", id)) == ("Cargo is loaded only to take off with it.", "AL-12.1")
    flight = why_not_ready(s, ("fly", id, "n2"))
    assert flight is not None
    assert flight[1] == "AL-13.4"
    assert why_not_load(s, id, "food") is None
    assert why_not_load(s, "a kite", "food") is None
    assert why_not_load(s, id, "gold") is None
    aloft(s, id, "s1")
    assert why_not_load(s, id, "food") == ("Only a ready plane on the ground can load.", "AL-12.1")


# -- odds --------------------------------------------------------------------------------------------------------------


def test_the_odds_of_a_landing_are_those_of_its_column() -> None:
    """AL-14.4, AL-14.5, AL-14.6 Without a roll there are none; Divert counts as nothing; with U only a crash counts."""
    s = scene("autumn")
    id = aloft(s, plane(s, US, "3A"), "berlin")
    option: Option = ("land", id, "tempelhof")
    assert landing_odds(s, option) is None
    assert landing_odds(s, ("circle", id)) is None
    s.planes[id] = replace(s.planes[id], problems=3)
    three = landing_odds(s, option)
    s.planes[id] = replace(s.planes[id], problems=0, unidentified=True)
    unidentified = landing_odds(s, option)
    assert three is not None
    assert unidentified is not None
    assert dict(three.outcomes) == {
        "nothing": 3 / 8, "a problem": 3 / 8, "an unidentified problem": 1 / 8, "crash": 1 / 8,
    }  # fmt: skip
    assert dict(unidentified.outcomes) == {"nothing": 7 / 8, "crash": 1 / 8}


def test_the_odds_of_a_take_off_in_fog() -> None:
    """AL-12.4, AL-8.3 The roll before the flight; without fog the odds are those of the landing."""
    s = scene("autumn", weather="fog", severity=1)
    id = plane(s, US, "3A")
    odds = take_off_odds(s, ("take_off", id))
    assert odds is not None
    assert dict(odds.outcomes) == {
        "nothing": 5 / 8, "a problem": 2 / 8, "an unidentified problem": 1 / 8,
    }  # fmt: skip
    s.weather = ""
    assert take_off_odds(s, ("take_off", id)) is None
    s.planes[id] = replace(s.planes[id], problems=1)
    assert take_off_odds(s, ("fly", id, "s2")) is None
    assert take_off_odds(s, ("land", id, "wiesbaden")) is not None


# -- goods and personnel -----------------------------------------------------------------------------------------------


def test_a_cube_can_be_won_from_any_airbase_for_another_of_ones_own() -> None:
    """AL-5.8 Every colour at every airbase, and only where another airbase could take it."""
    s = scene("winter", THREE)
    for base in AIRBASES:
        stock(s, base)
    stock(s, "rhein_main", fuel=1, medicine=2)
    stock(s, "finkenwerder", food=1)
    assert cubes_to_win(s, US) == [
        ("claim", "rhein_main", "fuel"), ("claim", "rhein_main", "medicine"), ("claim", "finkenwerder", "food"),
    ]  # fmt: skip
    assert destinations(s, CW, "wunstorf") == ["fassberg", "luebeck", "fuhlsbuettel", "schleswigland", "celle"]
    assert destinations(s, US, "") == ["rhein_main", "wiesbaden", "fassberg", "celle"]


def test_an_auction_goes_round_until_the_others_have_passed() -> None:
    """AL-5.6, AL-5.7 Third bid wins at once; who cannot pay is passed over; the opener comes back when outbid."""
    s = scene("winter", FOUR)
    s.players = {seat: replace(player, support=3) for seat, player in s.players.items()}
    s.players["cw77"] = replace(s.players["cw77"], support=0)
    stock(s, "rhein_main", fuel=1)
    s.waiting = [US]
    before = s.support_pool
    run(
        bidding(s),
        ("open_auction",),
        ("raise", 2),
        ("pass",),
        ("raise", 3),
        ("claim", "rhein_main", "fuel"),
        ("bring", "fuel", "celle"),
    )
    assert [fact["seat"] for fact in said(s, "bid")] == [US, CW, US]
    assert {seat: player.support for seat, player in s.players.items()} == {US: 0, CW: 1, US2: 3, "cw77": 0}
    assert s.support_pool == before + 5
    assert (cubes_at(s, "rhein_main"), cubes_at(s, "celle")[0]) == (
        (0, 0, 0, 0),
        1 + cubes_at(scene("winter", FOUR), "celle")[0],
    )


def test_hyde_stocks_up_to_two_commonwealth_airbases() -> None:
    """AL-6.8 One fuel and one food each; the AP may stop after one."""
    s = scene("winter")
    for base in ("wunstorf", "luebeck"):
        stock(s, base)
    run(hydes_cubes(s), ("stock", "wunstorf"), ("stock", "luebeck"))
    assert (cubes_at(s, "wunstorf"), cubes_at(s, "luebeck")) == ((1, 1, 0, 0), (1, 1, 0, 0))
    run(hydes_cubes(s), ("stock", "luebeck"), ("done",))
    assert cubes_at(s, "luebeck") == (2, 2, 0, 0)
    assert len(said(s, "stocked")) == 3


def test_a_marker_that_has_no_other_place_stays() -> None:
    """AL-7.7, AL-6.6 Reuter belongs to Berlin; LeMay to Wiesbaden, if that is active."""
    s = scene()
    s.personnel["reuter"] = "berlin"
    assert run(move_named(s, "reuter")).asked == []
    s.bases["wiesbaden"] = replace(s.bases["wiesbaden"], active=False)
    assert legal_places(s, "lemay") == []
    run(place(s, "lemay"))
    assert s.personnel["lemay"] == "pool"
    s.personnel["tunner"] = "wiesbaden"
    run(move_named(s, "tunner"), ("stay", "tunner"))
    assert s.personnel["tunner"] == "wiesbaden"
    run(move_named(s, "tunner"), ("station", "tunner", "fassberg"))
    assert s.personnel["tunner"] == "fassberg"


# -- planes ------------------------------------------------------------------------------------------------------------


def test_without_markers_nobody_is_diverted_or_sent_round() -> None:
    """AL-1.9, AL-9.5, AL-7.14 Six DIVERT markers and three NO SECOND CHANCE are all there are."""
    s = scene("winter", FOUR)
    slots = [(seat, slot) for seat in (US, US2) for slot in ("1A", "1B", "2A", "2B")]
    planes = [aloft(s, plane(s, seat, slot), "s3") for seat, slot in slots]
    for id in planes[:6]:
        s.planes[id] = replace(s.planes[id], divert=True)
    assert options_of(lure(s)) == []
    for id in planes[:3]:
        s.planes[id] = replace(s.planes[id], no_second_chance=True)
    assert options_of(no_second_chance(s)) == []
    s.planes[planes[0]] = replace(s.planes[planes[0]], no_second_chance=False)
    assert {option[1] for option in options_of(no_second_chance(s))} == {planes[0], *planes[3:]}


def test_a_crash_from_the_snack_bar_keeps_the_plane_from_the_corridor() -> None:
    """AL-19.2, AL-14.9 In severe fog an 8 is a crash."""
    s = scene("autumn", weather="fog", severity=2)
    s.bases["tempelhof"] = replace(s.bases["tempelhof"], snack_bar=True)
    id = aloft(s, plane(s, US, "3A"), "berlin")
    cargo(s, id, fuel=1)
    load_dice(s, 1, 8)
    run(land(s, id, "tempelhof"), ("hurry", id))
    assert s.planes[id].status == DOWNED
    assert "c1" not in s.stacks


@pytest.mark.parametrize(("scope", "status"), [("us_base", MAINTENANCE), ("us_flight", "flight")])
def test_trouble_comes_to_planes_of_one_nation_in_its_scope(scope: str, status: str) -> None:
    """AL-7.12 On the ground it goes to maintenance; in flight it flies on with it."""
    s = scene()
    up, down = aloft(s, plane(s, US, "3A"), "s1"), plane(s, US, "3B")
    for id in list(s.planes):
        if s.planes[id].status == READY and id != down:
            stand(s, id, "tempelhof")
    aloft(s, plane(s, CW, "1A"), "n1")
    run(carry_out(s, (Operation("problem", scope=scope, n=3),)))
    hit = {id for id, at in s.planes.items() if at.problems}
    assert hit == ({down} if scope == "us_base" else {up})
    assert {s.planes[id].status for id in hit} == {status}


def test_a_plane_takes_off_with_what_it_gained_in_the_fog() -> None:
    """AL-12.4 A P of the take-off roll stays with the plane, which flies on."""
    s = scene("autumn", weather="fog", severity=1)
    id = plane(s, US, "3A")
    stock(s, "rhein_main", fuel=1)
    load_dice(s, 6)
    activate(s, id, ("load", id, "fuel"), ("fly", id, "s4"))
    assert (s.planes[id].problems, s.planes[id].place, s.planes[id].status) == (1, "s4", "flight")
