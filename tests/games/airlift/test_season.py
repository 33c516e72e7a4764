"""The end of a season, the campaign, the options and solitaire (chapters 16 to 18 and 20)."""

from __future__ import annotations

import pytest

from sandtable.bots import chooser, find_bot
from sandtable.games.airlift import GAME, VARIANTS
from sandtable.games.airlift.components import CAMPAIGN, SEASONS, SOLITAIRE, Operation
from sandtable.games.airlift.ending import ending
from sandtable.games.airlift.invariants import invariants
from sandtable.games.airlift.model import BOX, DOWNED, READY, Airlift, SeasonResult
from sandtable.games.airlift.play import end_of_season, play
from sandtable.games.airlift.report import outcome
from sandtable.games.airlift.rules.activation import activation
from sandtable.games.airlift.rules.bidding import solitaire_claim
from sandtable.games.airlift.rules.cards import turn_up
from sandtable.games.airlift.rules.effects.carry_out import carry_out
from sandtable.games.airlift.rules.harassment import harassment
from sandtable.games.airlift.rules.resolve import goals_of, harassment_stock
from sandtable.games.airlift.rules.scoring import record_season, season_is_won, winners
from sandtable.games.airlift.rules.season import next_season, start_box
from sandtable.games.airlift.rules.tracks import count_deliveries
from sandtable.games.airlift.rules.weather import airport_limit
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Decision, Option
from sandtable.kernel.playout import Chooser, play_out
from sandtable.kernel.position import dice_for
from sandtable.kernel.state import State, replace
from tests.games.airlift.scene import (
    CW,
    FOUR,
    THREE,
    US,
    aloft,
    delivered,
    load_dice,
    options_of,
    plane,
    run,
    said,
    scene,
    stand,
)


def test_al_16_1_al_16_2_the_last_turn_ends_the_season_without_rolls_or_bonuses() -> None:
    """AL-16.1, AL-16.2"""
    s = scene(turn=6, step="end_of_turn", morale=0)
    run(play(s))
    assert s.step == "end_of_season"
    id = aloft(s, plane(s, US, "3A"), "berlin", problems=4)
    s.personnel["halvorsen"] = id
    s.pool[0] -= 3
    s.planes[id] = replace(s.planes[id], cargo=(3, 0, 0, 0))
    run(end_of_season(s))
    assert s.players[US].delivered == (3, 0, 0, 0)
    assert not said(s, "problem_roll")
    assert (s.morale, s.personnel["halvorsen"]) == (0, id)


def test_al_16_2_what_a_squadron_delivers_from_the_air_is_told_in_one_line() -> None:
    """AL-16.2 A line for each plane hid what came: "delivers 1 medicine, and 9 more"."""
    s = scene(turn=6, step="end_of_season", morale=0)
    for slot, cargo in (("3A", (2, 1, 0, 0)), ("3B", (1, 0, 0, 0)), ("2A", (0, 0, 0, 0))):
        id = aloft(s, plane(s, US, slot), "berlin")
        s.planes[id] = replace(s.planes[id], cargo=cargo)
    s.pool[0] -= 3
    s.pool[1] -= 1
    run(end_of_season(s))
    assert [facts["cargo"] for facts in said(s, "delivered_in_flight")] == [["cubes fuel|3", "cubes food|1"]]
    assert not said(s, "unloaded")


@pytest.mark.parametrize(
    ("change", "winner"),
    [
        ({"vp": 1}, (US,)),
        ({"delivered": (9, 0, 0, 0)}, (US,)),
        ({"downed": 1, "vp": 1}, (CW,)),
        ({"support": 9}, (US,)),
        ({}, (US, CW)),
    ],
)
def test_al_16_7_ties_go_to_cubes_then_planes_then_support(change: dict[str, object], winner: tuple[str, ...]) -> None:
    """AL-16.7"""
    s = scene(morale=1)
    delivered(s, US, fuel=8)
    delivered(s, CW, fuel=8)
    if "delivered" in change:
        s.players[CW] = replace(s.players[CW], vp=1)
    s.players[US] = replace(s.players[US], **change)
    record_season(s)
    assert s.ended == "saved"
    assert winners(s) == winner
    assert outcome(s).drawn == (len(winner) == 2)


def test_al_17_1_the_campaign_goes_through_four_seasons_and_adds_the_points() -> None:
    """AL-17.1"""
    s = scene("campaign", THREE, morale=3)
    assert CAMPAIGN.order == SEASONS
    for number, season in enumerate(SEASONS, 1):
        assert s.season == season
        s.morale = 3
        s.players[US] = replace(s.players[US], vp=2)
        run(end_of_season(s))
        assert len(s.results) == number
    assert s.ended == "saved"
    assert winners(s) == (US,)
    assert outcome(s).scores[US] == sum(r.scores[0] for r in s.results)
    lost = scene("campaign", morale=0)
    run(end_of_season(lost))
    assert lost.ended == "morale"


def test_al_17_2_al_17_4_al_17_5_what_stays_and_what_goes_between_seasons() -> None:
    """AL-17.2, AL-17.4, AL-17.5"""
    s = scene("campaign", THREE, ap=CW, morale=5, morale_support=2, resolve=0, caltf=True, c74_used=True, refugees=2)
    s.support_pool -= 2
    rider, lost = plane(s, US, "3A"), plane(s, US, "1A")
    s.personnel |= {"halvorsen": rider, "tunner": "rhein_main"}
    s.bases["tempelhof"] = replace(s.bases["tempelhof"], active=False, damaged=True, support=1, snack_bar=True)
    s.support_pool -= 1
    s.bases["celle"] = replace(s.bases["celle"], active=True)
    stand(s, rider, "tempelhof", problems=2)
    s.planes[lost] = replace(s.planes[lost], status=DOWNED)
    s.players[US] = replace(s.players[US], downed=1, vp=3, delivered=(5, 5, 5, 5), outgoing=(1, 1))
    next_season(s)
    assert (s.season, s.turn, s.ap, s.morale, s.resolve) == ("autumn", 1, THREE[2], 2, 3)
    assert s.players[US].support == 16
    assert (s.players[US].downed, s.players[US].vp, s.players[US].delivered) == (0, 0, (0, 0, 0, 0))
    assert (s.caltf, s.c74_used, s.morale_support, s.refugees) == (True, True, 2, 0)
    assert s.personnel["halvorsen"] == BOX
    assert s.personnel["tunner"] == "rhein_main"
    tempelhof = s.bases["tempelhof"]
    assert (tempelhof.active, tempelhof.damaged, tempelhof.snack_bar) == (True, False, True)
    assert s.bases["celle"].active
    assert not s.bases["schleswigland"].active
    assert s.planes[rider].status == READY
    assert s.planes[rider].problems == 0
    assert len(s.deck) == 27
    assert s.cup.count("fog") == 2
    assert invariants(s) == []


def test_al_17_3_the_cube_of_the_box_may_go_to_any_airport_or_out_of_play() -> None:
    """AL-17.3"""
    for choice, released in ((("place", "finished", "tempelhof"), (0, 0)), (("give_up", "finished"), (1, 0))):
        s = scene("campaign", THREE, morale=7)
        next_season(s)
        s.bases["tempelhof"] = replace(s.bases["tempelhof"], outgoing=(1, 0))
        s.track[10 + 9] = False
        run(start_box(s), choice)
        assert s.released == released
        assert not s.track[10 + 2]
    low = scene("campaign", THREE, morale=-2)
    next_season(low)
    assert low.morale == -2


@pytest.mark.parametrize(("seats", "cap"), [((US,), 2), ((US, CW), -7), (THREE, 2)])
def test_al_17_3_morale_is_lowered_to_a_cap_by_the_number_of_players(seats: tuple[str, ...], cap: int) -> None:
    """AL-17.3"""
    s = scene("campaign", seats, morale=7)
    next_season(s)
    assert s.morale == cap


def test_al_17_6_campaign_ties_look_at_all_seasons() -> None:
    """AL-17.6"""
    s = scene("campaign", morale=1, season="spring")
    s.results = [SeasonResult("summer", 1, (5, 5), (20, 21), (0, 0), (4, 4), True)]
    record_season(s)
    assert winners(s) == (CW,)


def test_al_18_1_hard_line_ends_the_game_from_turn_4_on() -> None:
    """AL-18.1"""
    for turn, ended in ((3, ""), (4, "hard_line")):
        s = scene(variants=("hard_line",), turn=turn, morale=0, step="end_of_turn")
        run(play(s))
        assert s.ended == ended


def test_al_18_2_full_cooperation_needs_half_of_all_goals() -> None:
    """AL-18.2"""
    s = scene(variants=("full_cooperation",), morale=1)
    delivered(s, US, 9, 6, 3, 0)
    assert not season_is_won(s)
    delivered(s, CW, 0, 8, 0, 0)
    assert season_is_won(s)
    record_season(s)
    assert winners(s) == (US, CW)
    told = ending(s)
    assert (outcome(s).drawn, told.title, told.clauses) == (False, "Berlin is saved", ("AL-18.2",))
    assert told.why.endswith("All squadrons win together.")
    poor = scene(variants=("full_cooperation",), morale=1)
    record_season(poor)
    assert (poor.ended, winners(poor)) == ("goals", ())


def test_al_16_3_a_lost_city_is_told_with_a_minus() -> None:
    """AL-16.3"""
    s = scene(morale=-2)
    record_season(s)
    told = ending(s)
    assert (s.ended, told.why) == ("morale", "Berlin Morale is not above 0. Everybody loses.")
    assert told.facts[0] == ("Berlin Morale", "−2")


def test_al_18_3_the_northern_gate_is_remembered_in_flight() -> None:
    """AL-18.3"""
    s = scene("autumn", variants=("northern_gate",))
    id = stand(s, plane(s, US, "1A"), "fassberg")
    s.flight, s.waiting = "usaf10-1", [id]
    run(activation(s), ("activate", id), ("fly", id, "frohnau"))
    assert s.planes[id].northern
    assert s.planes[id].place == "frohnau"


def test_al_18_4_support_by_the_cube() -> None:
    """AL-18.4"""
    for variants, support in (((), 10), (("support_by_the_cube",), 12)):
        s = scene(variants=variants, morale=0)
        delivered(s, US, fuel=8)
        s.track = [False] * 21
        run(count_deliveries(s, US, (4, 0, 0, 0)))
        assert s.players[US].support == support


def test_al_20_1_al_20_2_alone_2d6_replace_the_cards() -> None:
    """AL-20.1, AL-20.2"""
    s = scene(seats=(US,), morale=1)
    s.track[10 + 1] = False
    load_dice(s, 2, 3)
    run(turn_up(s))
    assert s.card == "solitaire-summer-5"
    assert s.morale == 1 + SOLITAIRE["summer"][5].morale
    assert s.deck == scene(seats=(US,)).deck


def test_al_20_3_al_20_4_the_short_track_the_own_goals_and_five_in_an_airport() -> None:
    """AL-20.3, AL-20.4"""
    s = scene("winter", seats=(US,))
    assert s.resolve == 1
    assert goals_of(s, US) != goals_of(scene("winter"), US)
    assert [harassment_stock(with_resolve) for with_resolve in (s,)] == [1]
    assert airport_limit(s) == 5
    assert s.players[US].support == 8


def test_al_20_5_alone_one_support_buys_a_cube_once_a_turn() -> None:
    """AL-20.5"""
    s = scene(seats=(US,), waiting=[US])
    run(solitaire_claim(s), ("open_auction",), ("claim", "rhein_main", "parts"), ("bring", "parts", "wiesbaden"))
    assert s.players[US].support == 7
    assert s.bases["wiesbaden"].cubes == (0, 0, 0, 1)
    assert s.waiting == []


def test_al_20_6_alone_the_plane_nearest_to_berlin_is_the_target() -> None:
    """AL-20.6"""
    s = scene(seats=(US,))
    where = (("1A", "s1"), ("1C", "s4"), ("1B", "s4"))
    far, near, under = (aloft(s, plane(s, US, slot), space) for slot, space in where)
    load_dice(s, 4, 4, 8)
    run(harassment(s))
    assert (s.planes[under].problems, s.planes[far].problems) == (1, 0)
    run(carry_out(s, (Operation("nsc", n=3),)))
    assert [s.planes[id].no_second_chance for id in (far, near, under)] == [True, True, True]
    order = [line["plane"] for line in said(s, "no_second_chance")]
    assert order == [under, far, near]


def test_al_20_7_al_20_8_alone_all_goals_win_a_season_and_three_seasons_the_campaign() -> None:
    """AL-20.7, AL-20.8"""
    s = scene(seats=(US,), morale=1)
    delivered(s, US, 10, 6, 3, 2)
    record_season(s)
    assert (s.ended, winners(s)) == ("goals", ())
    won = scene(seats=(US,), morale=1)
    delivered(won, US, 10, 6, 3, 3)
    record_season(won)
    assert winners(won) == (US,)
    campaign = scene("campaign", seats=(US,), morale=1, season="spring")
    campaign.results = [
        SeasonResult(season, 1, (5,), (20,), (0,), (4,), won_it)
        for season, won_it in (("summer", True), ("autumn", True), ("winter", True))
    ]
    record_season(campaign)
    assert winners(campaign) == (US,)
    campaign.results = campaign.results[:2]
    record_season(campaign)
    assert campaign.ended == "goals"


def checking(choose: Chooser) -> Chooser:
    """A chooser that looks at every state before it answers."""

    def checked(seat: str, decision: Decision, s: State) -> Option:
        assert isinstance(s, Airlift)
        assert invariants(s) == []
        assert len(set(decision.options)) == len(decision.options)
        return choose(seat, decision, s)

    return checked


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_end_and_keep_every_piece(players: int, bot: str) -> None:
    """AL-2.1 to AL-2.6, AL-18.5 Every season, the campaign and every option, checked at every decision."""
    for number, season in enumerate((*SEASONS, "campaign")):
        wanted = {name: "on" if (number >> place) & 1 else "off" for place, name in enumerate(VARIANTS)}
        options = GAME.settle({"scenario": season, "players": players, **wanted})
        s = GAME.new(options, dice_for(f"{season}{players}"))
        choose = chooser(GAME, dict.fromkeys(s.seats, find_bot(bot)), Dice(seed_from("bots")))
        end, decisions = play_out(GAME, s, checking(choose))
        assert decisions < GAME.most_decisions
        assert end.result
        assert invariants(s) == []


def test_greedy_beats_random_wherever_berlin_is_saved() -> None:
    """AL-16.7 The sensible player has more points than the random one in every game of a small series."""
    ahead = 0
    for number in range(20):
        options = GAME.settle({"scenario": SEASONS[number % 4], "players": 2})
        s = GAME.new(options, dice_for(f"duel {number}"))
        names = ("greedy", "random") if number % 2 else ("random", "greedy")
        bots = {seat: find_bot(name) for seat, name in zip(s.seats, names, strict=True)}
        end, _ = play_out(GAME, s, chooser(GAME, bots, Dice(seed_from(f"{number}"))))
        greedy = s.seats[names.index("greedy")]
        ahead += end.scores[greedy] == max(end.scores.values())
        assert end.winners in ((), (greedy,))
    assert ahead >= 19


def test_al_16_6_the_table_shows_every_line_up() -> None:
    """AL-16.6 The table can be laid for every season and number of players, for seats and spectators."""
    for season in (*SEASONS, "campaign"):
        for seats in ((US,), (US, CW), THREE, FOUR):
            s = scene(season, seats)
            for seat in (*seats, ""):
                table = GAME.table(GAME.sight(s, seat))
                spaces = {space.id for space in GAME.board({}).spaces} | {panel.id for panel in table.panels}
                assert {piece.where for piece in table.pieces} <= spaces
                assert len({piece.id for piece in table.pieces}) == len(table.pieces)
    assert options_of(start_box(scene(morale=0))) == []
