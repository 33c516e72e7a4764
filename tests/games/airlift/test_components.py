"""What is in the box and how a game is set up (chapters 0 to 3)."""

from __future__ import annotations

import pytest

from sandtable.games.airlift import GAME, LINE_UPS, STANDARD
from sandtable.games.airlift.components import (
    AIRBASES,
    AIRPORTS,
    BASES,
    CARDS,
    CARGO_BASES,
    COLOURS,
    COUNTERS,
    CUBE_COUNTS,
    DECKS,
    EDGES,
    FLIGHT_CHITS,
    HARASSMENT,
    MAINTENANCE,
    MARKERS,
    OPERATIONS,
    PERSONNEL,
    PLANS,
    PROBLEM,
    SEASONS,
    SOLITAIRE,
    SPACES,
    SQUADRONS,
    SUPPLY,
    TYPES,
)
from sandtable.games.airlift.invariants import invariants
from sandtable.games.airlift.map.corridors import CW as NORTH
from sandtable.games.airlift.map.corridors import DIVERSION, GATE, NEIGHBOURS, US
from sandtable.games.airlift.model import ASIDE, READY, in_order_from
from sandtable.games.airlift.play import play
from sandtable.games.airlift.rules.effects.carry_out import PROCEDURES
from sandtable.games.airlift.rules.pieces import gain_support, marker_left, seats_named
from sandtable.games.airlift.rules.scoring import points_for_colour
from sandtable.games.airlift.rules.season import first_active_player
from sandtable.games.airlift.rules.support import transfer_sources
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import UnknownName
from sandtable.kernel.state import replace
from tests.games.airlift.scene import CW, CW2, FOUR, THREE, US2, aloft, plane, run, said, scene, stock
from tests.games.airlift.scene import US as SEAT


def test_al_0_1_dice_have_eight_sides_and_six_only_in_solitaire() -> None:
    """AL-0.1"""
    s = scene(step="card")
    aloft(s, plane(s, SEAT, "3A"), "s2")
    s.dice = Dice.loaded(harassment=[8, 8], problem=[8], card=["48-04"])
    run(play(s))
    s.cup, s.step = ["harassment"], "draw"
    s.dice = Dice.loaded(chit=["harassment"], harassment=[8, 8], problem=[8])
    run(play(s))
    assert said(s, "harassment")[0]["dice"] == [8, 8]
    alone = scene(seats=(SEAT,), step="card")
    alone.dice = Dice.loaded(event=[6, 1])
    run(play(alone))
    assert said(alone, "solitaire_event")[0]["dice"] == [6, 1]


def test_al_0_2_al_0_3_left_of_a_player_is_the_next_seat_round_the_table() -> None:
    """AL-0.2, AL-0.3"""
    s = scene(seats=FOUR, ap=CW)
    assert in_order_from(s, CW) == (CW, US2, CW2, SEAT)
    assert seats_named(s, "others") == [US2, CW2, SEAT]
    assert seats_named(s, "us") == [US2, SEAT]


def test_al_0_7_four_incoming_and_two_outgoing_colours() -> None:
    """AL-0.7"""
    assert COLOURS == ("fuel", "food", "medicine", "parts")
    assert [CUBE_COUNTS[c] for c in (*COLOURS, "finished", "refugee")] == [90, 30, 12, 12, 10, 10]


def test_al_0_8_half_a_goal_is_rounded_up() -> None:
    """AL-0.8"""
    assert points_for_colour(1, 3) == 0
    assert points_for_colour(2, 3) == 1


def test_al_1_1_al_1_2_al_1_3_squadrons_and_planes() -> None:
    """AL-1.1, AL-1.2, AL-1.3"""
    assert list(SQUADRONS) == [SEAT, US2, CW, CW2]
    assert all(FLIGHT_CHITS[seat] == tuple(f"{seat}-{n}" for n in (1, 2, 3)) for seat in SQUADRONS)
    per_squadron = {seat: sum(c.squadron == seat for c in COUNTERS.values()) for seat in SQUADRONS}
    assert per_squadron == {SEAT: 21, US2: 21, CW: 19, CW2: 19}
    assert sum(c.type == "C-74" for c in COUNTERS.values()) == 2
    assert {c.seasons for c in COUNTERS.values() if c.type == "Sunderland"} == {("summer", "autumn")}
    assert (TYPES["C-54"].cargo, TYPES["C-54"].move, TYPES["C-54"].boxed) == (3, 7, True)
    assert TYPES["C-74"].cargo == 10
    assert {t.id for t in TYPES.values() if t.cargo_kind == "fuel"} == {"Lancastrian", "Tudor"}


def test_al_1_4_sixteen_flight_plans_name_planes_of_their_season() -> None:
    """AL-1.4"""
    assert len(PLANS) == 16
    for (season, seat), plan in PLANS.items():
        assert all(COUNTERS[p].squadron == seat and season in COUNTERS[p].seasons for p in plan.planes)
        assert {COUNTERS[p].flight for p in plan.planes} == {1, 2, 3}


def test_al_1_5_the_map_and_its_directions() -> None:
    """AL-1.5"""
    assert (len(SPACES), len(EDGES)) == (48, 60)
    assert NEIGHBOURS[US]["fulda"] == ("aschaffenburg", "f_hersfeld", "s1")
    assert "s1" not in NEIGHBOURS[NORTH]["fulda"]
    assert NEIGHBOURS[US]["s1"] == ("s2",)
    assert NEIGHBOURS[NORTH]["berlin"] == NEIGHBOURS[US]["berlin"] == ("c1",)
    assert "n1" in NEIGHBOURS[GATE]["dannenberg"]
    assert DIVERSION["s2"] == ("ds1", "ds2", "ds3", "s5")


def test_al_1_6_bases_and_airports() -> None:
    """AL-1.6"""
    assert {b for b in BASES if BASES[b].nation == "BOTH"} == {"fassberg", "celle", "tegel"}
    assert len(AIRBASES) == 9
    assert "finkenwerder" not in CARGO_BASES
    assert AIRPORTS == ("tempelhof", "gatow", "tegel")


def test_al_1_7_al_1_8_cards_and_tables_are_complete() -> None:
    """AL-1.7, AL-1.8"""
    assert [len(DECKS[year]) for year in (1948, 1949)] == [27, 27]
    for card in CARDS.values():
        for season in SEASONS[:2] if card.year == 1948 else SEASONS[2:]:
            assert card.event(season).effects
    assert all(len(column) == 8 for column in PROBLEM[1:])
    assert len(MAINTENANCE) == 8
    for season in SEASONS:
        assert sorted(HARASSMENT[season]) == list(range(2, 17))
        assert sorted(SOLITAIRE[season]) == list(range(2, 13))
        assert set(SUPPLY[season].home) == set(SQUADRONS)
    assert len(PERSONNEL) == 14
    assert set(PROCEDURES) == set(OPERATIONS)


def test_al_1_9_what_is_not_in_the_supply_does_not_happen() -> None:
    """AL-1.9"""
    s = scene(seats=FOUR, support_pool=3)
    for seat in in_order_from(s, s.ap):
        gain_support(s, seat, 2, "AL-7.1")
    assert [s.players[seat].support for seat in FOUR] == [10, 9, 8, 8]
    for id in list(s.planes)[: MARKERS["divert"]]:
        s.planes[id] = replace(s.planes[id], divert=True)
    assert not marker_left(s, "divert")
    stock(s, "luebeck", fuel=4)
    s.bases["luebeck"] = replace(s.bases["luebeck"], marked=(4, 0, 0, 0))
    assert transfer_sources(s) == []


def test_al_2_1_to_al_2_6_a_new_game_holds_everything_and_conserves_it() -> None:
    """AL-2.1, AL-2.2, AL-2.3, AL-2.4, AL-2.5, AL-2.6"""
    for season in (*SEASONS, "campaign"):
        s = scene(season, FOUR)
        assert invariants(s) == []
        assert (s.turn, s.last_draw, s.weather) == (1, 6, "")
    s = scene()
    first, second = plane(s, SEAT, "3A"), plane(s, SEAT, "3B")
    aloft(s, first, "s1")
    aloft(s, second, "s1")
    assert s.stacks["s1"][-1] == second
    s.pool[0] += 1
    assert invariants(s)


def test_al_3_1_squadrons_are_seats() -> None:
    """AL-3.1"""
    assert GAME.seats(GAME.settle({})) == ("usaf10", "cw30")
    assert GAME.seats(GAME.settle({"players": 4})) == STANDARD[4]
    settled = GAME.settle({"squadrons": "usaf14+cw77", "players": 4})
    assert settled["players"] == 2
    assert GAME.seats(settled) == ("usaf14", "cw77")
    assert sorted(len(line_up) for line_up in LINE_UPS.values()) == [1] * 4 + [2] * 6 + [3] * 8 + [4] * 6
    with pytest.raises(UnknownName):
        GAME.settle({"squadrons": "usaf10+usaf10"})


def test_al_3_2_the_highest_roll_is_active_player_and_ties_roll_again() -> None:
    """AL-3.2"""
    dice = Dice.loaded([4, 4, 1, 2, 7, 1, 3, 3, 8, 1])
    assert first_active_player(THREE, dice) == US2
    assert dice.left() == {}
    s = GAME.new(GAME.settle({"players": 3, "first": 2}), Dice.loaded())
    assert s.ap == CW


def test_al_3_4_planes_stand_ready_and_the_c_74_stays_aside() -> None:
    """AL-3.4"""
    s = scene(seats=FOUR)
    for seat in FOUR:
        plan = PLANS["summer", seat]
        for id in plan.planes:
            at = s.planes[id]
            assert at.status == READY
            assert at.place == ("finkenwerder" if COUNTERS[id].type == "Sunderland" else plan.start)
    assert s.planes["usaf10-c-74-x"].status == ASIDE
    assert s.planes["usaf10-c-82-1a"].status == ASIDE


def test_al_3_8_the_deck_of_the_year_and_nobody_in_play() -> None:
    """AL-3.8"""
    for season, year in (("summer", 1948), ("autumn", 1948), ("winter", 1949), ("spring", 1949)):
        s = scene(season)
        assert sorted(s.deck) == sorted(DECKS[year])
        assert set(s.personnel.values()) == {"pool"}


def test_al_18_5_every_season_alone_with_every_number_of_players() -> None:
    """AL-18.5"""
    for season in SEASONS:
        for players in (1, 2, 3, 4):
            s = GAME.new(GAME.settle({"scenario": season, "players": players}), Dice("0" * 64))
            assert len(s.seats) == players
            assert s.season == season
            assert s.resolve == (0 if season == "summer" else s.resolve)
