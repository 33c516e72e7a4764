"""The sequence of play, supply, bidding and cards (chapters 4 to 6)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.airlift import GAME
from sandtable.games.airlift.components import CARDS, FLIGHT_CHITS, Operation
from sandtable.games.airlift.model import BOX, READY
from sandtable.games.airlift.play import SEQUENCE, auctions, draw_chit, end_of_turn, play
from sandtable.games.airlift.rules.activation import activation, why_not_activate
from sandtable.games.airlift.rules.bidding import bidding
from sandtable.games.airlift.rules.cards import additional_event, effect, event_of, supply_snafu, turn_up
from sandtable.games.airlift.rules.effects.carry_out import carry_out
from sandtable.games.airlift.rules.maintenance import maintenance_roll, modifiers
from sandtable.games.airlift.rules.personnel import legal_places, place
from sandtable.games.airlift.rules.supply import replenish
from sandtable.games.airlift.rules.support import support_step
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose
from sandtable.kernel.position import Position
from sandtable.kernel.state import replace
from tests.games.airlift.scene import (
    CW,
    FOUR,
    THREE,
    US,
    US2,
    aloft,
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


def test_al_4_2_al_4_3_al_4_4_the_steps_of_a_turn_follow_each_other() -> None:
    """AL-4.2, AL-4.3, AL-4.4"""
    s = scene("autumn", step="replenish", cup=["fog"])
    steps = [s.step]
    s.dice = Dice.loaded(card=["48-14"], chit=["fog"])
    choices: dict[str, tuple[Any, ...]] = {"bidding": (("pass",),)}
    for _ in range(9):
        run(play(s), *choices.get(s.step, ()))
        if s.step != steps[-1]:
            steps.append(s.step)
    assert steps == ["replenish", "bidding", "card", "effect", "additional", "draw", "end_of_turn", "replenish"]
    assert set(SEQUENCE.steps) >= set(steps)


def test_al_4_5_al_21_4_a_flight_impulse_is_support_then_maintenance_then_planes() -> None:
    """AL-4.5, AL-21.4"""
    s = scene(step="draw", cup=["usaf10-1"])
    sick = stand(s, plane(s, US, "1A"), "rhein_main", problems=1)
    s.dice = Dice.loaded(chit=["usaf10-1"], maintenance=[2])
    run(play(s))
    assert (s.step, s.waiting) == ("support", [US, CW])
    run(play(s), ("pass",))
    run(play(s), ("pass",))
    assert (s.step, s.waiting) == ("maintenance", [sick])
    run(play(s))
    assert (s.step, s.waiting) == ("activation", [plane(s, US, "1B"), plane(s, US, "1C")])
    first = s.waiting[0]
    run(play(s), ("activate", first), ("load", first, "food"), ("fly", first, "s2"))
    assert s.planes[first].place == "s2"
    run(play(s), ("finish",))
    assert (s.step, s.waiting) == ("draw", [])


def test_al_4_6_al_4_7_the_turn_ends_with_the_weather_and_passes_left() -> None:
    """AL-4.6, AL-4.7"""
    s = scene(seats=THREE, step="end_of_turn", weather="storms", severity=2, unavailable=["cw30-1"], passed=[US])
    s.hurry[US] = 1
    end_of_turn(s)
    assert (s.weather, s.severity, s.turn, s.ap) == ("", 0, 2, CW)
    assert not s.unavailable
    assert not s.hurry
    assert not s.passed
    assert len(s.cup) == 9 + 2 + 1


def test_al_4_8_a_plane_is_activated_once_and_by_its_own_chit() -> None:
    """AL-4.8"""
    s = scene()
    impulse(s, "usaf10-3")
    first, second = s.waiting
    run(activation(s), ("activate", first), ("stay", first))
    assert s.waiting == [second]
    refused = why_not_activate(s, ("activate", first))
    assert refused is not None
    assert refused[1] == "AL-4.8"
    other = why_not_activate(s, ("activate", plane(s, US, "1A")))
    assert other is not None
    assert "own flight" in other[0]


def test_al_4_9_al_0_9_each_decision_belongs_to_the_player_the_rules_name() -> None:
    """AL-4.9, AL-0.9 The AP answers for events and harassment, the owner for his planes."""
    s = scene(ap=CW)
    aloft(s, plane(s, US, "3A"), "s2")
    aloft(s, plane(s, US, "3B"), "s3")
    load_dice(s, 4, 4, 3)
    s.cup, s.step = ["harassment"], "draw"
    s.dice = Dice.loaded(chit=["harassment"], harassment=[4, 4], problem=[3])
    done = run(play(s), ("buzz", plane(s, US, "3B")))
    assert [asked.seat for asked in done.asked] == [CW]
    impulse(s, "usaf10-1")
    flow = activation(s)
    asked = next(flow)
    assert isinstance(asked, Choose)
    assert asked.seat == US


def test_al_0_4_an_alternative_that_can_do_nothing_may_be_picked() -> None:
    """AL-0.4"""
    s = scene("autumn", card="48-05")
    before = {seat: s.players[seat].support for seat in s.seats}
    run(effect(s), ("alternative", "48-05/autumn/1"))
    assert {seat: s.players[seat].support for seat in s.seats} == before


def test_al_0_5_nothing_is_hidden_but_the_order_of_deck_and_cup() -> None:
    """AL-0.5"""
    position = Position.new(GAME, {"players": 3}, 5)
    views = [GAME.sight(position.state, seat) for seat in ("usaf10", "cw30", "")]  # type: ignore[arg-type]
    assert views[0].cup == views[1].cup == tuple(sorted(views[2].cup))
    assert views[0].players == views[2].players
    assert isinstance(views[0].deck, int)


def test_al_0_6_a_single_choice_is_taken_by_itself_and_none_is_skipped() -> None:
    """AL-0.6"""
    s = scene()
    assert options_of(carry_out(s, (Operation("problem", scope="flight", n=1),))) == []
    id = aloft(s, plane(s, US, "3A"), "fulda")
    run(carry_out(s, (Operation("problem", scope="flight", n=2),)))
    assert s.planes[id].problems == 1


def test_al_5_2_al_5_3_an_airbase_holds_any_number_and_the_pool_limits_what_comes() -> None:
    """AL-5.2, AL-5.3"""
    s = scene("winter", seats=FOUR, ap=US2)
    stock(s, "rhein_main", fuel=30)
    s.pool[0], s.pool[1] = 8, 0
    before = {base: cubes_at(s, base)[0] for base in ("wiesbaden", "fuhlsbuettel", "rhein_main", "fassberg")}
    replenish(s)
    after = {base: cubes_at(s, base)[0] for base in before}
    assert after["wiesbaden"] == before["wiesbaden"] + 6
    assert after["fuhlsbuettel"] == before["fuhlsbuettel"] + 2
    assert (after["rhein_main"], after["fassberg"]) == (30, 0)
    assert s.pool[0] == 0


def test_al_5_5_each_player_may_open_one_auction_in_order_from_the_ap() -> None:
    """AL-5.5"""
    s = scene(seats=THREE, ap=CW, waiting=[CW, US2, US], step="bidding")
    for seat in (CW, US2):
        done = run(auctions(s), ("pass",))
        assert [asked.seat for asked in done.asked] == [seat]
    assert (s.step, s.waiting) == ("bidding", [US])
    s.players[US] = replace(s.players[US], support=0)
    assert run(auctions(s)).asked == []
    assert (s.step, s.waiting) == ("card", [])
    empty = scene(waiting=[US])
    for base in empty.bases:
        stock(empty, base)
    assert run(bidding(empty)).asked == []


def test_al_5_6_al_5_7_who_passed_may_not_come_back_and_outbid_support_stays_in_the_pool() -> None:
    """AL-5.6, AL-5.7"""
    s = scene(seats=THREE, waiting=[US])
    done = run(
        bidding(s),
        ("open_auction",),
        ("pass",),
        ("raise", 2),
        ("pass",),
        ("claim", "wunstorf", "fuel"),
        ("bring", "fuel", "wiesbaden"),
    )
    assert [asked.seat for asked in done.asked] == [US, CW, US2, US, US2, US2]
    assert [s.players[seat].support for seat in THREE] == [7, 8, 6]
    assert s.support_pool == 50 - 21


def test_al_6_5_supply_snafu_gives_a_support_point_away() -> None:
    """AL-6.5"""
    s = scene(seats=THREE)
    run(supply_snafu(s), ("give", US2))
    assert [s.players[seat].support for seat in THREE] == [7, 8, 9]
    alone = scene(seats=(US,))
    pool = alone.support_pool
    run(supply_snafu(alone))
    assert (alone.players[US].support, alone.support_pool) == (7, pool + 1)
    s.card = "48-11"
    assert CARDS["48-11"].additional == "supply_snafu"
    run(additional_event(s), ("give", CW))
    assert s.players[CW].support == 9


def test_al_6_1_al_21_13_the_morale_number_and_the_effect_are_independent() -> None:
    """AL-6.1, AL-21.13"""
    s = scene(morale=0)
    load_dice(s, "48-01")
    run(turn_up(s), ("place", "refugee", "tempelhof"), ("place", "refugee", "gatow"))
    assert s.morale == -4
    assert event_of(s, "48-01").note
    run(effect(s))
    assert s.players[US].support == 9
    assert s.discards == ["48-01"]
    assert len(s.deck) == 26
    s.deck, s.discards = ["48-02"], ["48-01"]
    s.dice = Dice.loaded(card=["48-02"])
    run(turn_up(s))
    assert sorted(s.deck) == ["48-01", "48-02"]


@pytest.mark.parametrize(
    ("marker", "places"),
    [
        ("tunner", ["rhein_main", "wiesbaden", "fassberg"]),
        ("robertson", ["wunstorf", "fassberg"]),
        ("lemay", ["wiesbaden"]),
        ("hyde", ["wunstorf"]),
        ("reuter", ["berlin"]),
        ("mechanic1", ["rhein_main", "wiesbaden", "wunstorf", "fassberg"]),
        ("plumber1", ["wunstorf"]),
    ],
)
def test_al_6_6_where_a_marker_may_be_placed(marker: str, places: list[str]) -> None:
    """AL-6.6"""
    assert legal_places(scene(), marker) == places


def test_al_6_8_arrival_tasks() -> None:
    """AL-6.8"""
    s = scene("winter")
    run(place(s, "tunner"), ("station", "tunner", "rhein_main"), ("snack", "tegel"))
    assert s.bases["tegel"].snack_bar
    run(place(s, "clay"), ("station", "clay", "wiesbaden"))
    assert (s.players[US].support, s.players[CW].support) == (9, 8)
    run(place(s, "robertson"), ("station", "robertson", "celle"), ("station", "plumber1", "luebeck"))
    assert s.personnel["plumber1"] == "luebeck"
    fuel = cubes_at(s, "rhein_main")[0], cubes_at(s, "wiesbaden")[0]
    run(place(s, "lemay"))
    assert (cubes_at(s, "rhein_main")[0], cubes_at(s, "wiesbaden")[0]) == (fuel[0] + 2, fuel[1] + 2)
    run(place(s, "hyde"), ("stock", "luebeck"), ("done",))
    assert cubes_at(s, "luebeck") == (1, 1, 0, 0)
    s.personnel["tunner"] = BOX
    run(place(s, "tunner"), ("station", "tunner", "celle"), ("snack", "gatow"))
    assert s.bases["gatow"].snack_bar


def test_al_6_9_helpers_add_to_every_maintenance_roll_at_their_airbase() -> None:
    """AL-6.9"""
    s = scene()
    id = stand(s, plane(s, US, "3A"), "fassberg", problems=1)
    for marker in ("tunner", "robertson", "mechanic1", "lemay"):
        s.personnel[marker] = "fassberg"
    assert [value for value, _, _ in modifiers(s, id, 0)] == [-1, 1, 1, 1]
    s.waiting = [id]
    load_dice(s, 3)
    run(maintenance_roll(s))
    assert s.planes[id].status == READY


def test_al_10_1_al_21_11_one_category_for_each_player_also_without_planes() -> None:
    """AL-10.1, AL-21.11"""
    s = scene(waiting=[US, CW])
    for id in s.planes:
        if id.startswith(US):
            s.planes[id] = replace(s.planes[id], status="downed")
    done = run(support_step(s), ("improve_morale",), ("done",))
    assert {option[0] for option in done.asked[1].options} == {"done", "improve_morale"}
    run(support_step(s), ("pass_the_turn",))
    assert s.passed == [CW]
    s.step, s.cup = "draw", ["usaf10-1"]
    s.dice = Dice.loaded(chit=["usaf10-1"])
    run(draw_chit(s))
    assert s.waiting == [US]


def test_al_10_8_five_support_buy_a_victory_point() -> None:
    """AL-10.8"""
    s = scene(waiting=[US])
    run(support_step(s), ("buy_victory_point",))
    assert (s.players[US].support, s.players[US].vp) == (3, 1)


def test_al_21_6_weather_drawn_during_a_turn_affects_later_activations_only() -> None:
    """AL-21.6"""
    s = scene(step="draw", cup=["storms"])
    early = aloft(s, plane(s, US, "3A"), "s4")
    s.dice = Dice.loaded(chit=["storms"])
    run(play(s))
    assert s.planes[early].place == "s4"
    assert s.weather == "storms"
    assert said(s, "weather")
    assert FLIGHT_CHITS[US]
