"""What a closer look finds: refusals with their reasons, odds before a roll, and what whole seasons hide."""

from __future__ import annotations

import pytest

from sandtable.games.airlift.components import AIRBASES, TYPE_OF, Operation
from sandtable.games.airlift.model import DOWNED, MAINTENANCE, READY, Player
from sandtable.games.airlift.names import TEXTS
from sandtable.games.airlift.play import play
from sandtable.games.airlift.rules.activation import (
    landing_odds,
    take_off_odds,
    why_not_activate,
    why_not_ready,
)
from sandtable.games.airlift.rules.bidding import bidding, cubes_to_win, destinations
from sandtable.games.airlift.rules.cards import softened
from sandtable.games.airlift.rules.effects.carry_out import carry_out
from sandtable.games.airlift.rules.harassment import lure, no_second_chance
from sandtable.games.airlift.rules.landing import land
from sandtable.games.airlift.rules.loading import why_not_load
from sandtable.games.airlift.rules.maintenance import maintenance_roll
from sandtable.games.airlift.rules.maintenance import roll_odds as maintenance_odds
from sandtable.games.airlift.rules.movement import why_not_fly
from sandtable.games.airlift.rules.personnel import hydes_cubes, legal_places, move_named, place
from sandtable.games.airlift.rules.pieces import add_problem, count, listed
from sandtable.games.airlift.rules.scoring import victory_points
from sandtable.games.airlift.rules.support import category_options
from sandtable.kernel.dice import Dice
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
    hurried_landing,
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
    assert why_not_activate(s, ("finish",)) == (
        "You can't do that yet: move the planes in flight first.",
        "AL-13.3",
    )
    assert why_not_activate(s, ("activate", "a kite")) is None
    assert why_not_activate(s, ("activate", other)) == (
        "You can't activate this plane: it needs its own flight's chit.",
        "AL-4.8",
    )
    assert why_not_activate(s, ("activate", sick)) == (
        "You can't activate this plane: it is in maintenance.",
        "AL-11.3",
    )
    assert why_not_activate(s, ("activate", flown)) == ("You can't activate this plane again this turn.", "AL-4.8")
    s.unavailable.append("usaf10-3")
    assert why_not_activate(s, ("activate", flown)) == (
        "You can't activate this plane: its flight is unavailable this turn.",
        "AL-12.6",
    )


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
        "You can't fly there: a plane uses its whole movement allowance, and no route of that length ends there.",
        "AL-13.3",
    )
    assert why_not_fly(s, ("fly", plane(s, CW, "1A"), "s3")) == (
        "You can't fly there: the southern corridor is for US planes, the northern one for Commonwealth planes.",
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
    assert why_not_fly(s, ("land", id, "tempelhof")) == (
        "You can't land there: 5 planes are already on the ground.",
        "AL-14.2",
    )
    boat = why_not_fly(scene(), ("land", plane(scene(), CW, "3A"), "wunstorf"))
    assert boat is not None
    assert boat[1] == "AL-13.5"


def test_why_a_plane_on_the_ground_cannot_do_that() -> None:
    """AL-12.1, AL-12.3 Loading is explained, staying with cargo is refused, and flights as in the air."""
    s = scene()
    id = plane(s, US, "3A")
    stock(s, "rhein_main", food=1)
    assert why_not_ready(s, ("load", id, "fuel")) == ("You can't load fuel: this airbase has none.", "AL-12.1")
    assert why_not_ready(s, ("load", id)) is None
    assert why_not_ready(s, ("stay", id)) == ("You can't load cargo and stay: a loaded plane takes off.", "AL-12.1")
    flight = why_not_ready(s, ("fly", id, "n2"))
    assert flight is not None
    assert flight[1] == "AL-13.4"
    assert why_not_load(s, id, "food") is None
    assert why_not_load(s, "a kite", "food") is None
    assert why_not_load(s, id, "gold") is None
    aloft(s, id, "s1")
    assert why_not_load(s, id, "food") == ("You can't load: the plane is not ready on the ground.", "AL-12.1")


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
        "nothing": 3 / 8, "result problem": 3 / 8, "result u": 1 / 8, "crash": 1 / 8,
    }  # fmt: skip
    assert dict(unidentified.outcomes) == {"nothing": 7 / 8, "crash": 1 / 8}


def test_the_odds_of_a_take_off_in_fog() -> None:
    """AL-12.4, AL-8.3 The roll before the flight; without fog the odds are those of the landing."""
    s = scene("autumn", weather="fog", severity=1)
    id = plane(s, US, "3A")
    odds = take_off_odds(s, ("take_off", id))
    assert odds is not None
    assert dict(odds.outcomes) == {
        "nothing": 5 / 8, "result problem": 2 / 8, "result u": 1 / 8,
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
    s, id = hurried_landing(severity=2, die=8)
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


def test_the_c74_tears_up_tempelhof_also_from_the_snack_bar_and_nobody_else_does() -> None:
    """AL-19.1, AL-19.2 It is the C-74 that is too heavy, and Tempelhof that suffers."""
    s = scene("winter")
    s.bases["tempelhof"] = replace(s.bases["tempelhof"], snack_bar=True)
    giant = next(id for id in s.planes if TYPE_OF[id].id == "C-74")
    s.planes[giant] = replace(s.planes[giant], status=READY, place="rhein_main")
    other = aloft(s, plane(s, US, "3A"), "berlin")
    cargo(s, other, fuel=1)
    run(land(s, other, "tempelhof"), ("hurry", other))
    assert s.bases["tempelhof"].active
    aloft(s, giant, "berlin")
    cargo(s, giant, fuel=1)
    run(land(s, giant, "tempelhof"), ("hurry", giant))
    assert (s.bases["tempelhof"].active, s.bases["tempelhof"].damaged) == (False, True)


def test_at_the_snack_bar_one_may_stay() -> None:
    """AL-19.2 The owner's choice."""
    s = scene()
    s.bases["tempelhof"] = replace(s.bases["tempelhof"], snack_bar=True)
    id = aloft(s, plane(s, US, "3A"), "berlin")
    cargo(s, id, fuel=1)
    run(land(s, id, "tempelhof"), ("stay", id))
    assert (s.planes[id].status, s.planes[id].place) == (READY, "tempelhof")


def test_the_c74_that_has_taken_off_need_not_again() -> None:
    """AL-19.1 After its first flight it waits like any other plane, and the impulse ends clean."""
    s = scene()
    id = next(id for id in s.planes if TYPE_OF[id].id == "C-74")
    stock(s, "rhein_main")
    stand(s, id, "rhein_main", status=READY)
    s.c74, s.c74_must_fly, s.step = id, True, "activation"
    s.flight, s.waiting = "usaf10-1", [id]
    run(play(s), ("fly", id, "s5"))
    assert s.c74_must_fly is False
    assert (s.flight, s.step, s.waiting) == ("", "draw", [])


def test_the_active_player_sends_planes_round_whoever_flies_them() -> None:
    """AL-9.2, AL-7.14 The AP chooses, also among the planes of others."""
    s = scene("winter", ap=CW)
    for slot in ("1A", "1B"):
        aloft(s, plane(s, US, slot), "s3")
    asked = run(no_second_chance(s), ("no_second_chance", plane(s, US, "1B"))).asked
    assert [choice.seat for choice in asked] == [CW]


@pytest.mark.parametrize(("place", "bases"), [("us_homes", ["rhein_main"]), ("cw_homes", ["wunstorf"])])
def test_cubes_come_to_the_homes_of_a_nation(place: str, bases: list[str]) -> None:
    """AL-7.5 To the starting airbase of every such squadron in play."""
    s = scene()
    run(carry_out(s, (Operation("cube", place=place, colour="medicine", n=2),)))
    assert [(fact["base"], fact["n"]) for fact in said(s, "cubes_added")] == [(base, 2) for base in bases]


def test_the_odds_of_maintenance_have_names() -> None:
    """AL-11.2 What can come of a roll for a plane with one P: the die less one."""
    s = scene()
    id = stand(s, plane(s, US, "3A"), "rhein_main", problems=1)
    assert dict(maintenance_odds(s, id, 0).outcomes) == {
        "maintenance problem": 2 / 8, "nothing": 2 / 8, "maintenance passable": 1 / 8, "ready": 3 / 8,
    }  # fmt: skip


def test_maintenance_is_rolled_with_an_eight_sided_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """AL-11.1, AL-0.1"""
    s = scene()
    s.waiting = [stand(s, plane(s, US, "3A"), "rhein_main", problems=1)]
    sides: list[int] = []

    def roll(dice: Dice, n: int, what: str = "") -> int:
        sides.append(n)
        return 3

    monkeypatch.setattr(type(s.dice), "roll", roll)
    run(maintenance_roll(s))
    assert sides == [8]


def test_one_support_point_is_enough_for_one_roll() -> None:
    """AL-10.3, AL-10.4, AL-10.5 What costs one is offered to who has one."""
    s = scene()
    stand(s, plane(s, US, "3A"), "rhein_main", problems=1)
    s.players[US] = replace(s.players[US], support=1)
    assert category_options(s, US, "upkeep") == [("upkeep", "rhein_main")]
    assert category_options(s, US, "morale") == [("improve_morale",)]
    assert ("build", "celle") in category_options(s, US, "build")
    assert category_options(s, US, "transfer") == []
    s.players[US] = replace(s.players[US], support=0)
    assert category_options(s, US, "upkeep") == []


def test_alone_one_is_asked_for_a_cube_and_nobody_bids_against() -> None:
    """AL-20.5, AL-4.2 The step of the solitaire game."""
    s = scene("autumn", (US,), step="bidding", waiting=[US])
    (asked,) = run(play(s), ("pass",)).asked
    assert asked.rule == "AL-20.5"
    assert s.step == "card"


def test_the_ledger_adds_up() -> None:
    """AL-5.7 Support spent in auctions is counted once: what a player paid, not what he bid."""
    s = scene("winter", FOUR)
    stock(s, "rhein_main", fuel=1)
    s.waiting = [US]
    count(s, "things")
    count(s, "things", 2)
    run(bidding(s), ("open_auction",), ("raise", 2), ("pass",), ("pass",), ("raise", 3),
        ("claim", "rhein_main", "fuel"), ("bring", "fuel", "celle"))  # fmt: skip
    paid = {key: n for key, n in s.ledger.items() if key.endswith("auctions")}
    assert paid == {f"support {US} auctions": 3, f"support {CW} auctions": 2}
    assert s.ledger["things"] == 3


def test_cubes_are_listed_by_name() -> None:
    """AL-0.7 Each colour by what it is."""
    told = [TEXTS.words().reason(cargo) for cargo in listed((1, 2, 3, 4))]
    assert told == ["1 fuel", "2 food", "3 medicine", "4 spare parts"]


def test_a_problem_is_told_with_how_many_there_are_now() -> None:
    """AL-14.7"""
    s = scene()
    id = aloft(s, plane(s, US, "3A"), "s1", problems=2)
    add_problem(s, id, "AL-14.7")
    assert said(s, "problem") == [{"plane": id, "n": 3, "at": "s1"}]


def test_reuter_softens_losses_only() -> None:
    """AL-6.2 A card that leaves morale alone is not made better."""
    s = scene()
    s.personnel["reuter"] = "berlin"
    assert [softened(s, n) for n in (-2, -1, 0, 1)] == [-1, 0, 0, 1]


def test_victory_points_say_where_they_come_from() -> None:
    """AL-16.4 to AL-16.6 Every part with its name."""
    player = Player(vp=2, delivered=(12, 9, 5, 5), outgoing=(1, 2), downed=1)
    parts = victory_points(player, (9, 6, 3, 3))
    assert [(value, what) for value, _, what in parts] == [
        (3, "fuel"), (3, "food"), (3, "medicine"), (3, "parts"), (1, "all goals reached"), (2, "all goals exceeded"),
        (3, "outgoing cargo"), (-1, "downed planes"), (2, "bought and won"),
    ]  # fmt: skip
