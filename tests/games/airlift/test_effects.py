"""The operations of events (chapter 7), weather, harassment and resolve (chapters 8 and 9)."""

from __future__ import annotations

import pytest

from sandtable.games.airlift.components import HARASSMENT, PROBLEM, SEASONS, SOLITAIRE, TYPE_OF, Operation
from sandtable.games.airlift.knowledge.sight import sight
from sandtable.games.airlift.model import BOX, DOWNED, FLIGHT, MAINTENANCE, READY, Airlift
from sandtable.games.airlift.play import play
from sandtable.games.airlift.rules.effects.carry_out import carry_out
from sandtable.games.airlift.rules.harassment import flak, harassment
from sandtable.games.airlift.rules.movement import allowance
from sandtable.games.airlift.rules.problems import landing_level, result, roll_for_problems, roll_odds, take_off_level
from sandtable.games.airlift.rules.resolve import harassment_stock, move_resolve, schedule_check
from sandtable.games.airlift.rules.season import fill_cup
from sandtable.games.airlift.rules.weather import full_spaces, weather_changes
from sandtable.games.airlift.table.effect_text import operation_text
from sandtable.games.airlift.table.layout import lay_out
from sandtable.games.airlift.table.panels import card_piece
from sandtable.kernel.flow import Option
from sandtable.kernel.journal import Journal
from sandtable.kernel.state import replace
from tests.games.airlift.scene import (
    CW,
    FOUR,
    THREE,
    US,
    US2,
    Script,
    activate,
    all_rolled,
    aloft,
    cargo,
    cubes_at,
    delivered,
    load_dice,
    options_of,
    plane,
    run,
    said,
    scene,
    stand,
    stock,
)


def do(s: Airlift, op: Operation, *choices: Option) -> Script:
    """Carry out one operation."""
    return run(carry_out(s, (op,)), *choices)


def test_al_7_1_support_for_those_named_never_below_nothing() -> None:
    """AL-7.1"""
    s = scene(seats=FOUR, ap=CW)
    do(s, Operation("sp", who="us", n=2))
    do(s, Operation("sp", who="others", n=1))
    assert [s.players[seat].support for seat in FOUR] == [11, 8, 11, 9]
    s.players[CW] = replace(s.players[CW], support=0)
    s.support_pool += 8
    do(s, Operation("sp", who="all", n=-1))
    assert [s.players[seat].support for seat in FOUR] == [10, 0, 10, 8]


def test_al_7_2_victory_points_for_who_alone_delivered_most() -> None:
    """AL-7.2"""
    s = scene()
    do(s, Operation("vp", who="most_delivered", n=1))
    delivered(s, US, fuel=2)
    delivered(s, CW, food=2)
    do(s, Operation("vp", who="most_delivered", n=1))
    assert s.players[US].vp == s.players[CW].vp == 0
    delivered(s, CW, food=3)
    do(s, Operation("vp", who="most_delivered", n=1))
    assert (s.players[US].vp, s.players[CW].vp) == (0, 1)


def test_al_7_3_resolve_moves_but_not_in_summer() -> None:
    """AL-7.3"""
    s, summer = scene("autumn"), scene()
    do(s, Operation("sr", n=1))
    do(summer, Operation("sr", n=1))
    assert (s.resolve, summer.resolve) == (4, 0)
    move_resolve(s, -9, "AL-7.3")
    assert s.resolve == 0


def test_al_7_4_al_21_12_the_last_draw_moves_between_this_turn_and_seven() -> None:
    """AL-7.4, AL-21.12"""
    s = scene(turn=6)
    do(s, Operation("last", n=-1))
    assert s.last_draw == 6
    do(s, Operation("last", n=1))
    do(s, Operation("last", n=1))
    assert s.last_draw == 7


def test_al_7_5_cubes_to_a_base_or_to_homes_and_never_to_an_inactive_one() -> None:
    """AL-7.5"""
    s = scene(seats=THREE)
    do(s, Operation("cube", place="us_homes", colour="food", n=1))
    do(s, Operation("cube", place="each_home", colour="fuel", n=1))
    assert cubes_at(s, "rhein_main") == cubes_at(s, "wiesbaden") == (6, 5, 2, 2)
    assert cubes_at(s, "wunstorf") == (6, 4, 2, 2)
    do(s, Operation("cube", place="celle", colour="fuel", n=3))
    assert cubes_at(s, "celle") == (0, 0, 0, 0)


def test_al_7_6_the_ap_returns_cubes_of_the_colour() -> None:
    """AL-7.6"""
    s = scene()
    pool = s.pool[1]
    done = do(s, Operation("lose_cube", place="any", colour="food", n=1), ("discard", "finkenwerder", "food"))
    assert {option[2] for option in done.asked[0].options} == {"food"}
    assert cubes_at(s, "finkenwerder") == (0, 1, 0, 0)
    assert s.pool[1] == pool + 1
    done = do(s, Operation("lose_cube", place="any", colour="any", n=1), ("discard", "wunstorf", "parts"))
    assert len(done.asked[0].options) == 9


def test_al_7_7_a_named_marker_is_placed_or_may_be_moved() -> None:
    """AL-7.7"""
    s = scene("winter")
    do(s, Operation("pm", name="clay"), ("station", "clay", "rhein_main"))
    support = s.players[US].support
    do(s, Operation("pm", name="clay"), ("station", "clay", "celle"))
    assert s.personnel["clay"] == "celle"
    assert s.players[US].support == support
    do(s, Operation("pm", name="clay"), ("stay", "clay"))
    assert s.personnel["clay"] == "celle"


def test_al_7_8_al_7_9_markers_go_to_the_box_and_come_back_with_their_task() -> None:
    """AL-7.8, AL-7.9"""
    s = scene("winter", morale=0)
    s.personnel |= {"reuter": "berlin", "halvorsen": plane(s, US, "3A"), "mechanic1": "celle"}
    done = do(s, Operation("pm_remove", n=1), ("remove", "reuter"))
    assert ("remove", "halvorsen") not in done.asked[0].options
    assert s.personnel["reuter"] == BOX
    do(s, Operation("pm_draw", n=2), ("place", "finished", "gatow"))
    assert (s.personnel["reuter"], s.morale) == ("berlin", 1)


def test_al_7_10_al_7_11_mechanics_plumbers_and_snack_bars() -> None:
    """AL-7.10, AL-7.11"""
    s = scene("winter")
    do(s, Operation("mechanic", n=2), ("station", "mechanic1", "celle"), ("station", "mechanic2", "celle"))
    do(s, Operation("plumber", n=1), ("station", "plumber1", "wunstorf"))
    assert [s.personnel[m] for m in ("mechanic1", "mechanic2", "plumber1")] == ["celle", "celle", "wunstorf"]
    do(s, Operation("snack", n=1), ("snack", "gatow"))
    done = do(s, Operation("snack", n=1), ("snack", "tegel"))
    assert list(done.asked[0].options) == [("snack", "tempelhof"), ("snack", "tegel")]


def test_al_7_12_problems_for_different_planes_in_scope() -> None:
    """AL-7.12"""
    s = scene()
    us, cw, hurt = aloft(s, plane(s, US, "3A"), "c1"), aloft(s, plane(s, CW, "2A"), "n1"), plane(s, CW, "2B")
    aloft(s, hurt, "n1", unidentified=True)
    do(s, Operation("problem", scope="cw_flight", n=2))
    assert (s.planes[us].problems, s.planes[cw].problems, s.planes[hurt].problems) == (0, 1, 0)
    do(s, Operation("problem", scope="us_base", n=1), ("trouble", plane(s, US, "1A")))
    at = s.planes[plane(s, US, "1A")]
    assert (at.problems, at.status) == (1, MAINTENANCE)


def test_al_7_13_al_9_7_every_top_plane_rolls_and_diverts_are_ignored() -> None:
    """AL-7.13, AL-9.7"""
    s = scene("winter")
    low, top = aloft(s, plane(s, US, "1B"), "s2"), aloft(s, plane(s, US, "1C"), "s2")
    load_dice(s, 3)
    flak(s, 3, "AL-7.13")
    assert all_rolled(s)
    assert not s.planes[top].divert
    load_dice(s, 4)
    do(s, Operation("roll", scope="incoming", level=3))
    assert (s.planes[low].problems, s.planes[top].problems) == (0, 1)


def test_al_7_14_al_7_15_no_second_chance_and_smoke_by_events() -> None:
    """AL-7.14, AL-7.15"""
    s = scene()
    first, second = aloft(s, plane(s, US, "1A"), "s2"), aloft(s, plane(s, US, "1B"), "s2")
    do(s, Operation("nsc", n=1), ("no_second_chance", first))
    assert s.planes[first].no_second_chance
    do(s, Operation("nsc", n=1))
    assert s.planes[second].no_second_chance
    load_dice(s, 1, 1)
    do(s, Operation("smoke", n=2))
    assert s.planes[first].smoke
    assert len(said(s, "smoked")) == 1


def test_al_7_16_a_manifest_mistake_takes_a_cube_from_a_plane_in_flight() -> None:
    """AL-7.16"""
    s = scene()
    id = aloft(s, plane(s, CW, "2A"), "n1")
    cargo(s, id, fuel=1, food=1)
    cargo(s, plane(s, US, "3A"), fuel=1)
    do(s, Operation("manifest", n=1), ("mislabel", id, "food"))
    assert s.planes[id].cargo == (1, 0, 0, 0)


def test_al_7_17_repairs_anywhere() -> None:
    """AL-7.17"""
    s = scene()
    standing = stand(s, plane(s, US, "3A"), "tempelhof", problems=1)
    flying = aloft(s, plane(s, US, "3B"), "s1", problems=2)
    do(s, Operation("repair", n=2), ("repair", standing))
    assert (s.planes[standing].status, s.planes[standing].problems) == (READY, 0)
    assert (s.planes[flying].status, s.planes[flying].problems) == (FLIGHT, 1)


def test_al_7_19_clear_skies_keep_later_chits_away() -> None:
    """AL-7.19"""
    s = scene(weather="fog", severity=2)
    do(s, Operation("clear"))
    weather_changes(s, "storms", "AL-8.2")
    assert (s.weather, s.severity) == ("", 0)


def test_al_7_20_free_support_builds_and_excess_is_not_placed() -> None:
    """AL-7.20"""
    s = scene("autumn")
    s.bases["tegel"] = replace(s.bases["tegel"], support=3)
    s.support_pool -= 3
    pool = s.support_pool
    do(s, Operation("build", base="tegel", n=2))
    assert s.bases["tegel"].active
    assert s.support_pool == pool + 3
    do(s, Operation("build", base="tegel", n=2))
    assert s.support_pool == pool + 3


def test_al_7_21_flights_become_unavailable() -> None:
    """AL-7.21"""
    s = scene("autumn", seats=THREE, ap=CW)
    do(s, Operation("ground", who="ap_choice"), ("ground", "usaf14-2"))
    done = do(s, Operation("ground", who="each"), ("ground", "cw30-1"), ("ground", "usaf14-1"), ("ground", "usaf10-3"))
    assert [asked.seat for asked in done.asked] == [CW, US2, US]
    assert ("ground", "usaf14-2") not in done.asked[1].options
    assert s.unavailable == ["usaf14-2", "cw30-1", "usaf14-1", "usaf10-3"]


def test_al_7_22_harassment_chits_come_and_go_between_0_and_12() -> None:
    """AL-7.22"""
    s = scene("autumn")
    do(s, Operation("harass", n=1))
    assert s.cup.count("harassment") == 3
    do(s, Operation("harass", n=-9))
    assert s.cup.count("harassment") == 0
    do(s, Operation("harass", n=20))
    assert s.cup.count("harassment") == 12


def test_al_7_23_more_movement_this_turn() -> None:
    """AL-7.23"""
    s = scene()
    do(s, Operation("move", who="cw", n=1))
    assert (allowance(s, plane(s, CW, "2A")), allowance(s, plane(s, US, "3A"))) == (7, 7)


def test_al_7_24_transfers_without_cost() -> None:
    """AL-7.24"""
    s = scene()
    goal = ("bring", "medicine", "rhein_main")
    do(s, Operation("transfer", n=1), ("transfer", "wunstorf"), ("send", "medicine"), goal)
    assert s.players[US].support == 8
    assert s.bases["rhein_main"].marked == (0, 0, 1, 0)


def test_al_7_25_outgoing_cubes_leave_the_track_nearest_to_nothing_first() -> None:
    """AL-7.25"""
    s = scene("winter")
    s.track[10 - 1] = False
    do(s, Operation("outgoing", colour="refugee", n=1), ("place", "refugee", "tegel"))
    assert s.bases["tegel"].outgoing == (0, 1)
    assert not s.track[10 - 2]
    assert s.morale == scene("winter").morale


def test_al_7_26_c_74_caltf_and_candy_are_operations() -> None:
    """AL-7.26"""
    s = scene(seats=(CW,), morale=0)
    do(s, Operation("c74"))
    assert not s.c74_used
    do(s, Operation("caltf"))
    assert s.caltf
    do(s, Operation("candy"), ("place", "finished", "gatow"))
    assert s.morale == 1
    assert s.personnel["halvorsen"] == "pool"


def test_every_operation_of_every_event_has_words() -> None:
    """AL-6.3 What a card does can be read on it."""
    for season in SEASONS:
        for rows in (SOLITAIRE[season].values(),):
            for event in rows:
                assert all(operation_text(op) for alternative in event.effects for op in alternative)
    s = scene(card="48-16")
    assert "+2 SP for" in str(card_piece(sight(s, US)).values["text"])


def test_what_is_drawn_of_a_plane_comes_as_data() -> None:
    """AL-1.2, AL-1.3 Numbers and boxes as the counter has them; what its face draws gets no sign besides."""
    s = scene()
    first = next(iter(s.planes))
    s.planes[first] = replace(s.planes[first], cargo=(1, 0, 0, 0))
    pieces = {piece.id: piece for piece in lay_out(sight(s, US)).pieces if piece.face == "plane"}
    for id, piece in pieces.items():
        kind = TYPE_OF[id]
        assert [piece.drawing[key] for key in ("cargo", "move", "boxed")] == [kind.cargo, kind.move, int(kind.boxed)]
        assert piece.drawing["fuel_only"] == int(kind.cargo_kind == "fuel")
        carries = any(s.planes[id].cargo) or bool(s.planes[id].outgoing)
        assert carries == any(badge.drawn for badge in piece.badges)
    assert {pieces[id].drawing["boxed"] for id in pieces} == {0, 1}


def test_what_is_on_board_is_listed_and_counted() -> None:
    """AL-12.1 One cube of spare parts is a spare part, and the last thing of a list follows an "and"."""
    s = scene()
    first = next(iter(s.planes))
    s.planes[first] = replace(s.planes[first], cargo=(2, 0, 1, 1), outgoing="finished")
    piece = next(piece for piece in lay_out(sight(s, US)).pieces if piece.id == first)
    assert piece.note.endswith("; 2 fuel, 1 medicine, 1 spare part and outgoing finished products on board.")


def test_al_8_1_two_weather_chits_of_the_season() -> None:
    """AL-8.1"""
    for season, kind in (("summer", "storms"), ("autumn", "fog"), ("winter", "snow"), ("spring", "storms")):
        assert scene(season).cup.count(kind) == 2


@pytest.mark.parametrize(("severity", "level"), [(1, 2), (2, 3)])
def test_al_8_3_fog_rolls_on_take_off_and_landing(severity: int, level: int) -> None:
    """AL-8.3"""
    s = scene("autumn", weather="fog", severity=severity)
    id = plane(s, US, "3A")
    assert (take_off_level(s, s.planes[id]), landing_level(s, s.planes[id])) == (level, level)
    load_dice(s, 1, 1)
    activate(s, id, ("load", id, "fuel"), ("take_off", id), ("land", id, "wiesbaden"))
    assert [roll["level"] for roll in said(s, "problem_roll")] == [level, level]


def test_al_8_6_no_harassment_in_any_weather() -> None:
    """AL-8.6"""
    s = scene("winter", weather="snow", severity=1)
    aloft(s, plane(s, US, "1B"), "s2")
    run(harassment(s))
    assert said(s, "harassment_ignored") == [{"why": "bad weather"}]


def test_al_9_5_al_21_3_who_cannot_be_diverted() -> None:
    """AL-9.5, AL-21.3"""
    s = scene()
    at_frohnau, marked = aloft(s, plane(s, CW, "2A"), "frohnau"), aloft(s, plane(s, US, "3A"), "s1", divert=True)
    load_dice(s, 1, 1)
    run(harassment(s))
    assert not s.planes[at_frohnau].divert
    free = aloft(s, plane(s, US, "3B"), "s4")
    load_dice(s, 1, 1)
    run(harassment(s))
    assert s.planes[free].divert
    roll_for_problems_dice(s, at_frohnau)
    assert not s.planes[at_frohnau].divert
    assert s.planes[marked].divert


def roll_for_problems_dice(s: Airlift, id: str) -> None:
    """A buzzed plane rolls a Divert."""
    load_dice(s, 7)
    assert roll_for_problems(s, id, 1, "AL-9.4", buzzed=True)


def test_every_row_of_every_harassment_table_is_carried_out() -> None:
    """AL-9.2, AL-9.3, AL-9.4, AL-9.6, AL-9.7"""
    for season in SEASONS:
        for total, row in HARASSMENT[season].items():
            s = scene(season, resolve=3, morale=-5)
            s.track = [False] * 21
            id = aloft(s, plane(s, US, "3A"), "s2", "s1")
            first = max(1, total - 8)
            load_dice(s, first, total - first, *([1] if row.result in ("buzz", "flak", "smoke") else []))
            run(harassment(s))
            assert all_rolled(s), (season, total)
            after = s.planes[id]
            changed = {
                "divert": after.divert,
                "smoke": after.smoke,
                "nsc": after.no_second_chance,
                "propaganda": s.morale == -6,
                "resolve": s.resolve == 4,
                "buzz": bool(said(s, "problem_roll")),
                "flak": bool(said(s, "problem_roll")),
                "none": not said(s, "problem_roll"),
            }
            assert changed[row.result], (season, total)
            if row.level:
                assert said(s, "problem_roll")[0]["level"] == row.level


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("die", range(1, 9))
def test_every_cell_of_the_problem_chart(level: int, die: int) -> None:
    """AL-14.7, AL-14.8, AL-14.9, AL-19.4"""
    s = scene("winter")
    id = aloft(s, plane(s, US, "1B"), "s2", problems=1)
    load_dice(s, die)
    roll_for_problems(s, id, level, "AL-9.4", buzzed=True)
    at = s.planes[id]
    assert (at.status, at.problems, at.unidentified, at.divert) == {
        "ne": (FLIGHT, 1, False, False),
        "divert": (FLIGHT, 1, False, True),
        "problem": (FLIGHT, 2, False, False),
        "u": (FLIGHT, 0, True, False),
        "crash": (DOWNED, 0, False, False),
    }[PROBLEM[level][die - 1]]
    assert result(level, die, []) == PROBLEM[level][die - 1]


def test_al_19_4_a_plane_with_u_gets_no_problem() -> None:
    """AL-19.4"""
    s = scene("winter")
    id = aloft(s, plane(s, US, "1B"), "s2", unidentified=True)
    load_dice(s, 4, 7)
    for _ in range(2):
        roll_for_problems(s, id, 3, "AL-9.4")
    assert (s.planes[id].problems, s.planes[id].unidentified) == (0, True)


def test_odds_of_a_problem_roll_are_those_of_the_table() -> None:
    """AL-14.5, AL-14.7 The odds a player is shown come from the same chart as the roll."""
    s = scene("winter")
    id = aloft(s, plane(s, US, "1B"), "s2")
    odds = roll_odds(s.planes[id], 3, False)
    assert odds is not None
    eighths = {name: chance * 8 for name, chance in odds.outcomes}
    assert eighths == {"nothing": 3, "result problem": 3, "result u": 1, "crash": 1}
    worse = aloft(s, plane(s, US, "1C"), "ds2", "ds1")
    odds = roll_odds(s.planes[worse], 3, False)
    assert odds is not None
    assert dict(odds.outcomes)["crash"] == 2 / 8
    assert roll_odds(s.planes[id], 0, False) is None


def test_al_9_8_al_21_8_at_the_last_turns_check_sudden_death_can_come() -> None:
    """AL-9.8, AL-21.8"""
    s = scene("spring", turn=6, resolve=11, step="end_of_turn")
    delivered(s, US, 38, 13, 5, 5)
    delivered(s, CW, 33, 12, 5, 4)
    run(play(s))
    assert s.ended == "sudden_death"


def test_al_9_9_the_stock_follows_the_box_and_shows_in_the_next_cup() -> None:
    """AL-9.9"""
    s = scene("winter")
    assert [harassment_stock(replace_resolve(s, n)) for n in (6, 7, 11, 0)] == [3, 4, 6, 0]
    s.resolve = 6
    s.cup = ["usaf10-1"]
    move_resolve(s, 1, "AL-7.3")
    assert s.cup == ["usaf10-1"]
    fill_cup(s)
    assert s.cup.count("harassment") == 4
    four = scene("winter", FOUR)
    assert harassment_stock(four) == 5


def replace_resolve(s: Airlift, n: int) -> Airlift:
    """The same state with another resolve."""
    s.resolve = n
    return s


def test_al_9_10_more_than_the_goal_does_not_count_for_the_schedule() -> None:
    """AL-9.10"""
    s = scene("winter", turn=2)
    delivered(s, US, fuel=18, food=0, medicine=30)
    schedule_check(s)
    assert said(s, "schedule") == [{"on": [US]}]
    delivered(s, US, fuel=0, medicine=30)
    schedule_check(s)
    assert said(s, "schedule")[-1] == {"on": "nobody"}


def test_al_13_6_full_spaces_by_weather() -> None:
    """AL-13.6"""
    s = scene("winter")
    for id in [p for p, at in s.planes.items() if at.status == READY][:5]:
        aloft(s, id, "c2")
    assert full_spaces(s) == ()
    s.weather, s.severity = "snow", 1
    assert full_spaces(s) == ("c2",)
    stock(s, "celle")
    assert options_of(carry_out(s, ())) == []


def test_al_7_12_a_problem_that_finds_no_plane_is_told() -> None:
    """AL-7.12 A card that strikes nobody says so, and one that strikes somebody does not."""
    s = scene()
    s.journal = Journal()
    do(s, Operation("problem", scope="us_flight", n=1))
    assert [line.event for line in s.journal.lines] == ["no_plane_to_strike"]
    aloft(s, plane(s, US, "3A"), "c1")
    do(s, Operation("problem", scope="us_flight", n=2))
    assert [line.event for line in s.journal.lines][1:] == ["problem"]


@pytest.mark.parametrize(
    "operation",
    [
        Operation("repair", n=1),
        Operation("manifest", n=1),
        Operation("vp", n=1),
        Operation("roll", level=1),
        Operation("problem", scope="us_flight", n=1),
    ],
    ids=lambda operation: operation.op,
)
def test_a_part_of_an_event_that_finds_nothing_says_so(operation: Operation) -> None:
    """AL-0.6 It is skipped, and the journal is not silent about it."""
    s = scene()
    s.journal = Journal()
    do(s, operation)
    assert [line.event for line in s.journal.lines] in (["without_effect"], ["no_plane_to_strike"])
