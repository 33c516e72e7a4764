"""Maintenance, loading, movement, landing and unloading (chapters 11 to 15), special markers and edge cases."""

from __future__ import annotations

import pytest

from sandtable.games.airlift.components import MAINTENANCE as CHART
from sandtable.games.airlift.model import BOX, DOWNED, FLIGHT, MAINTENANCE, READY
from sandtable.games.airlift.rules.activation import activation, move, planes_to_activate
from sandtable.games.airlift.rules.landing import land
from sandtable.games.airlift.rules.loading import loadable, why_not_load
from sandtable.games.airlift.rules.maintenance import maintenance_roll, roll_odds
from sandtable.games.airlift.rules.morale import move_morale
from sandtable.games.airlift.rules.movement import allowance, flight_options, why_not_fly
from sandtable.games.airlift.rules.pieces import crash
from sandtable.games.airlift.rules.season import next_season
from sandtable.games.airlift.rules.weather import full_spaces
from sandtable.kernel.state import replace
from tests.games.airlift.scene import (
    CW,
    CW2,
    FOUR,
    US,
    activate,
    aloft,
    cargo,
    cubes_at,
    delivered,
    hurried_landing,
    impulse,
    load_dice,
    plane,
    run,
    said,
    scene,
    stand,
    stock,
)


@pytest.mark.parametrize("die", range(1, 9))
@pytest.mark.parametrize("unidentified", [False, True])
def test_every_row_of_the_maintenance_chart(die: int, unidentified: bool) -> None:
    """AL-11.1, AL-11.2, AL-11.3"""
    s = scene()
    id = stand(s, plane(s, US, "3A"), "rhein_main", problems=0 if unidentified else 3, unidentified=unidentified)
    helpers = ("tunner",) if unidentified else ("tunner", "clay", "mechanic1")
    s.personnel |= dict.fromkeys(helpers, "rhein_main")
    s.waiting = [id]
    load_dice(s, die)
    row = CHART[die - 1]
    run(maintenance_roll(s), *([("stay", id)] if row == "passable" else []))
    at = s.planes[id]
    expected = {
        "problem": (0 if unidentified else 4, unidentified, MAINTENANCE),
        "unflyable": (0 if unidentified else 3, unidentified, MAINTENANCE),
        "passable": (0 if unidentified else 3, unidentified, MAINTENANCE),
        "repair1": (1 if unidentified else 2, False, MAINTENANCE),
        "repair2": (0, False, READY) if unidentified else (1, False, MAINTENANCE),
    }
    assert (at.problems, at.unidentified, at.status) == expected[row]


def test_al_11_1_odds_of_a_maintenance_roll_sum_to_one() -> None:
    """AL-11.1"""
    s = scene()
    id = stand(s, plane(s, US, "3A"), "rhein_main", problems=1)
    odds = roll_odds(s, id, 1)
    assert sum(chance for _, chance in odds.outcomes) == pytest.approx(1)
    assert dict(odds.outcomes)["ready"] == 4 / 8
    assert [value for value, _, _ in odds.modifiers] == [-1, 1]


def test_al_11_4_a_ready_plane_with_u_may_go_to_maintenance_instead() -> None:
    """AL-11.4"""
    s = scene()
    id = stand(s, plane(s, US, "3A"), "rhein_main", unidentified=True, status=READY)
    activate(s, id, ("to_maintenance", id))
    assert s.planes[id].status == MAINTENANCE
    assert s.planes[id].cargo == (0, 0, 0, 0)


def test_al_12_1_al_12_2_illegal_cargo_is_refused_with_its_rule() -> None:
    """AL-12.1, AL-12.2"""
    s = scene()
    tanker, small = plane(s, CW, "3B"), plane(s, US, "1A")
    assert loadable(s, tanker) == ["fuel"]
    for id, colour, clause in ((tanker, "food", "AL-1.3"), (plane(s, CW, "3A"), "medicine", "AL-1.3")):
        refused = why_not_load(s, id, colour)
        assert refused is not None
        assert refused[1] == clause
    cargo(s, small, food=1)
    assert loadable(s, small) == []
    full = why_not_load(s, small, "food")
    assert full is not None
    assert "full" in full[0]
    stand(s, small, "tempelhof")
    berlin = why_not_load(s, small, "food")
    assert berlin is not None
    assert "West" in berlin[0]


def test_al_12_1_al_15_6_cubes_on_board_stay_and_what_is_loaded_takes_off() -> None:
    """AL-12.1, AL-15.6"""
    s = scene()
    id = plane(s, US, "3A")
    cargo(s, id, medicine=1)
    done = activate(s, id, ("load", id, "fuel"), ("load", id, "fuel"), ("fly", id, "s4"))
    assert ("stay", id) in done.asked[1].options
    assert ("stay", id) not in done.asked[2].options
    assert s.planes[id].cargo == (2, 0, 1, 0)
    aloft(s, id, "f_giessen", no_second_chance=True)
    activate(s, id, ("land", id, "rhein_main"))
    assert (s.planes[id].place, s.planes[id].cargo) == ("rhein_main", (2, 0, 1, 0))


def test_al_12_3_a_ready_plane_may_stay_or_take_off_empty_but_not_from_maintenance() -> None:
    """AL-12.3"""
    s = scene()
    id = plane(s, US, "3A")
    activate(s, id, ("stay", id))
    assert s.planes[id].place == "rhein_main"
    activate(s, id, ("fly", id, "s4"))
    assert s.planes[id].cargo == (0, 0, 0, 0)
    sick = stand(s, plane(s, US, "3B"), "rhein_main", problems=1)
    assert sick not in planes_to_activate(s, "usaf10-3")
    refused = why_not_fly(s, ("fly", sick, "s4"))
    assert refused is not None
    assert refused[1] == "AL-12.3"


def test_al_12_5_al_13_12_from_an_airport_the_first_point_leads_to_the_central_corridor() -> None:
    """AL-12.5, AL-13.12"""
    s = scene("winter")
    id = stand(s, plane(s, US, "1B"), "tempelhof")
    for option, flight in flight_options(s, id, 7).items():
        assert flight.route[0] == "c1", option
    aloft(s, id, "s5")
    lands = {option[2] for option in flight_options(s, id, 7) if option[0] == "land"}
    assert lands == {"tempelhof", "tegel", "celle"}
    refused = why_not_fly(s, ("land", id, "gatow"))
    assert refused is not None
    assert refused[1] == "AL-13.12"
    cw = aloft(s, plane(s, CW, "1A"), "frohnau")
    assert {o[2] for o in flight_options(s, cw, 7) if o[0] == "land" and o[2] in ("tempelhof", "gatow", "tegel")} == {
        "gatow",
        "tegel",
    }


def test_al_12_7_cubes_belong_to_nobody() -> None:
    """AL-12.7"""
    s = scene(seats=FOUR)
    guest = stand(s, plane(s, CW, "2A"), "fassberg")
    assert loadable(s, guest) == ["fuel", "food", "medicine", "parts"]
    assert plane(s, CW2, "2A") in s.ground["fassberg"]


def test_al_13_1_a_plane_always_has_at_least_one_point() -> None:
    """AL-13.1"""
    s = scene(weather="storms", severity=2)
    id = aloft(s, plane(s, US, "1A"), "s1", smoke=True)
    assert allowance(s, id) == 2
    s.hurry[US] = -9
    assert allowance(s, id) == 1


def test_al_13_7_al_21_7_a_diverted_plane_blocked_at_the_junction_waits_before_it() -> None:
    """AL-13.7, AL-21.7"""
    s = scene("winter", weather="snow", severity=1)
    for id in [p for p, at in s.planes.items() if at.status == READY and p.startswith(CW)][:5]:
        aloft(s, id, "s2")
    slow = aloft(s, plane(s, US, "1B"), "fulda", "f_hersfeld", divert=True)
    assert {f.end for f in flight_options(s, slow, 2).values() if "s1" in f.route and not f.skipped} == {"s1"}
    skips = [flight for flight in flight_options(s, slow, 2).values() if flight.skipped]
    assert [flight.end for flight in skips] == ["ds1"]
    activate_to_s1 = flight_options(s, slow, 2)["fly", slow, "s1"]
    assert activate_to_s1.route == ("s1",)


def test_al_13_13_the_diversion_is_flown_before_no_second_chance() -> None:
    """AL-13.13"""
    s = scene()
    id = aloft(s, plane(s, US, "3A"), "s1", "fulda", divert=True, no_second_chance=True)
    activate(s, id)
    at = s.planes[id]
    assert (at.place, at.divert, at.no_second_chance) == ("c1", False, True)


def test_al_13_5_over_a_foreign_airbase_a_plane_may_end_in_flight() -> None:
    """AL-13.5"""
    s = scene()
    id = aloft(s, plane(s, US, "3A"), "braunschweig")
    assert ("fly", id, "wunstorf") in flight_options(s, id, 2)
    assert ("land", id, "wunstorf") not in flight_options(s, id, 2)


def test_al_14_3_a_circling_plane_may_land_leave_or_go_on_circling() -> None:
    """AL-14.3"""
    s = scene("winter")
    id = aloft(s, plane(s, US, "1B"), "berlin")
    verbs = {option[0] for option in flight_options(s, id, 7)}
    assert verbs == {"land", "circle", "fly"}
    impulse(s, "usaf10-1")
    s.waiting = [id]
    run(activation(s), ("finish",))
    assert s.planes[id].place == "berlin"


def test_al_15_2_the_order_of_colours_is_the_owners() -> None:
    """AL-15.2"""
    s = scene(morale=0)
    delivered(s, US, fuel=9, food=6)
    id = aloft(s, plane(s, US, "3A"), "berlin")
    cargo(s, id, fuel=1, food=1)
    run(
        land(s, id, "tempelhof"),
        ("unload", "food"),
        ("place", "finished", "gatow"),
        ("take", id, "finished"),
    )
    assert [line["colour"] for line in said(s, "goal_passed")] == ["food", "fuel"]
    assert s.morale == 2
    assert s.players[US].support == 10


def test_al_15_3_after_landing_p_goes_to_maintenance_and_u_only_if_wished() -> None:
    """AL-15.3"""
    s = scene()
    sick = aloft(s, plane(s, US, "3A"), "f_giessen", problems=1)
    odd = aloft(s, plane(s, US, "3B"), "f_giessen", unidentified=True)
    load_dice(s, 1, 1)
    activate(s, sick, ("land", sick, "rhein_main"))
    activate(s, odd, ("land", odd, "rhein_main"), ("stay_ready", odd))
    assert (s.planes[sick].status, s.planes[odd].status) == (MAINTENANCE, READY)


def test_al_15_4_al_15_7_a_plane_that_unloaded_nothing_takes_nothing_and_capacity_does_not_matter() -> None:
    """AL-15.4, AL-15.7"""
    s = scene("winter")
    s.bases["tempelhof"] = replace(s.bases["tempelhof"], outgoing=(1, 1))
    empty, full = aloft(s, plane(s, US, "1B"), "berlin"), aloft(s, plane(s, US, "1C"), "berlin")
    assert run(land(s, empty, "tempelhof")).asked == []
    cargo(s, full, fuel=3)
    run(land(s, full, "tempelhof"), ("take", full, "refugee"))
    assert s.planes[full].outgoing == "refugee"
    stand(s, full, "celle")
    assert loadable(s, full) == []
    stock(s, "celle", fuel=3)
    assert loadable(s, full) == ["fuel"]


def test_al_6_8_halvorsen_drops_candy_when_his_plane_unloads() -> None:
    """AL-6.8"""
    s = scene(morale=0)
    id = aloft(s, plane(s, US, "3A"), "berlin")
    s.personnel["halvorsen"] = id
    cargo(s, id, fuel=1)
    run(land(s, id, "tempelhof"), ("place", "finished", "gatow"))
    assert (s.morale, s.personnel["halvorsen"]) == (1, BOX)


def test_al_21_9_a_crash_with_halvorsen_brings_no_loss_of_morale() -> None:
    """AL-21.9"""
    s = scene(morale=2)
    id = aloft(s, plane(s, US, "3A"), "s1", outgoing="finished")
    s.track[10 + 5] = False
    s.personnel["halvorsen"] = id
    crash(s, id)
    assert (s.morale, s.personnel["halvorsen"], s.released) == (2, BOX, (1, 0))
    assert s.planes[id].status == DOWNED


def test_al_6_8_halvorsen_leaves_with_the_c74_that_got_no_second_chance() -> None:
    """AL-6.8, AL-19.1 He goes to the PM box when his plane leaves play, so that a later card can bring him back."""
    s = scene(c74="usaf10-c-74-1")
    id = next(id for id in s.planes if "c-74" in id)
    s.planes[id] = replace(s.planes[id], status=READY, place="rhein_main")
    aloft(s, id, "f_giessen", no_second_chance=True)
    s.personnel["halvorsen"] = id
    run(land(s, id, "rhein_main"))
    assert s.planes[id].status == "aside"
    assert s.personnel["halvorsen"] == BOX


def test_al_12_6_a_flight_that_is_unavailable_does_not_hurry_from_the_snack_bar() -> None:
    """AL-12.6, AL-19.2 The way from the snack bar to the corridor is a take-off."""
    s = scene()
    s.bases["tempelhof"] = replace(s.bases["tempelhof"], snack_bar=True)
    id = aloft(s, plane(s, US, "3A"), "berlin")
    cargo(s, id, fuel=1)
    s.unavailable.append("usaf10-3")
    assert not any(choice.ask == "snack_bar" for choice in run(land(s, id, "tempelhof")).asked)
    assert (s.planes[id].status, s.planes[id].place) == (READY, "tempelhof")


def test_al_21_1_al_19_3_from_an_inactive_airbase_one_takes_off_without_loading() -> None:
    """AL-21.1, AL-19.3"""
    s = scene()
    id = stand(s, plane(s, CW, "2A"), "celle")
    stock(s, "celle", fuel=2)
    assert loadable(s, id) == []
    refused = why_not_load(s, id, "fuel")
    assert refused is not None
    assert refused[1] == "AL-19.3"
    activate(s, id, ("fly", id, "n4"))
    assert s.planes[id].place == "n4"
    assert cubes_at(s, "celle") == (2, 0, 0, 0)


def test_al_21_2_at_the_ends_of_the_track_further_moves_are_lost() -> None:
    """AL-21.2"""
    s = scene(morale=10)
    run(move_morale(s, 3, US, "AL-6.2"))
    assert s.morale == 10
    assert not said(s, "cube_released")
    s.morale = -10
    run(move_morale(s, -1, US, "AL-6.2"))
    assert s.morale == -10


def test_al_21_5_support_on_a_base_that_becomes_active_otherwise_returns() -> None:
    """AL-21.5"""
    s = scene("campaign")
    s.bases["luebeck"] = replace(s.bases["luebeck"], support=2)
    s.support_pool -= 2
    next_season(s)
    assert s.bases["luebeck"].active
    assert s.support_pool == 50 - 32


def test_al_21_10_al_6_2_reuter_softens_only_cards() -> None:
    """AL-21.10, AL-6.2"""
    s = scene("autumn", morale=-3)
    s.personnel["reuter"] = "berlin"
    s.track = [False] * 21
    run(move_morale(s, -1, US, "AL-9.3"))
    assert s.morale == -4


def test_al_19_2_in_fog_the_snack_bar_move_rolls_for_take_off() -> None:
    """AL-19.2"""
    s, id = hurried_landing(severity=1, die=6)
    assert (s.planes[id].status, s.planes[id].place, s.planes[id].problems) == (FLIGHT, "c1", 1)
    assert [roll["level"] for roll in said(s, "problem_roll")] == [2, 2]


def test_al_13_7_the_space_a_plane_starts_from_is_never_full_against_it() -> None:
    """AL-13.7 Round by Lübeck a plane comes back to the beacon that it left, though five planes count there."""
    s = scene("winter", weather="snow", severity=1)
    here = [p for p, at in s.planes.items() if at.status == READY and p.startswith(CW)][:5]
    for id in here:
        aloft(s, id, "dannenberg", "f_lauenburg")
    assert full_spaces(s) == ("dannenberg",)
    back = flight_options(s, here[0], 4)["fly", here[0], "dannenberg"]
    assert back.route[-1] == "dannenberg"
    assert why_not_fly(s, ("fly", here[0], "dannenberg")) != (
        "You can't fly there: the space is full in this weather.",
        "AL-13.6",
    )
    other = aloft(s, next(p for p, at in s.planes.items() if at.status == READY and p.startswith(CW)), "f_lauenburg")
    assert ("fly", other, "dannenberg") not in flight_options(s, other, 1)


def test_al_12_5_a_plane_thrown_back_over_berlin_circles_and_lands_nowhere_else() -> None:
    """AL-12.5, AL-13.7 It took off from Tempelhof; the corridor is full, so it stays over Berlin."""
    s = scene("winter", weather="storms", severity=2)
    others = [p for p, at in s.planes.items() if at.status == READY]
    for id, space in zip(others, ("c1", "c1", "c1", "c2", "c2", "c2"), strict=False):
        aloft(s, id, space)
    id = stand(s, plane(s, US, "3A"), "tempelhof")
    assert set(flight_options(s, id, 1)) == {("circle", id)}
    run(move(s, id, 1))
    assert (s.planes[id].status, s.planes[id].place) == (FLIGHT, "berlin")
    assert ("land", id, "tempelhof") in flight_options(s, id, 1), "at its next activation it may land (AL-14.3)"


def test_al_12_5_a_plane_that_cannot_pay_for_the_corridor_stays_over_berlin() -> None:
    """AL-8.5, AL-12.5 In heavy snow one point does not pay for central corridor 1."""
    s = scene("winter", weather="snow", severity=2)
    id = stand(s, plane(s, US, "3A"), "tempelhof")
    assert set(flight_options(s, id, 1)) == {("circle", id)}
