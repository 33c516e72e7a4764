"""The experienced player: who flies, who fires at whom, and that he plays whole tours at the table."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from sandtable.bots.player import ask, find_bot
from sandtable.games.warbirds import GAME
from sandtable.games.warbirds.bot.danger import chance_of_loss
from sandtable.games.warbirds.components import AIRMEN
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import Warbirds, empty_battlefield
from sandtable.games.warbirds.rules.crew import attack_options, change_options
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.game import Outcome
from sandtable.kernel.position import Position
from sandtable.kernel.state import replace
from tests.games.warbirds.situations import hurt, place, standard
from tools.train_player import Trainee, neighbours, wilson, won


def declared(s: Warbirds, man: str, player: str = "experienced") -> Option:
    """WB-10.1 What he would have this man do, whose turn it is to declare."""
    s.waiting = s.waiting[s.waiting.index(man) :]
    options = [*attack_options(s, man), *change_options(s, man), ("pass", man)]
    choose = getattr(GAME, player)
    chosen: Option = choose(GAME.sight(s, "seat-1"), "seat-1", options, "WB-10.1", Dice("0" * 64))
    return chosen


def test_the_gun_that_reaches_both_leaves_an_enemy_to_the_gun_that_reaches_only_that_one() -> None:
    """WB-10.2 The top turret reaches both fighters, the nose only the one ahead."""
    s = standard("crew")
    place(s, "enemy-01", "enemy-07")
    assert declared(s, "crew-06", "sensible") == ("attack", "crew-06", "enemy-01")
    assert declared(s, "crew-06") == ("attack", "crew-06", "enemy-07")
    assert declared(s, "crew-09") == ("attack", "crew-09", "enemy-01")


def test_an_idle_gunner_goes_to_the_empty_gun_that_has_an_enemy_in_sight() -> None:
    """WB-10.4 Nobody is left in the tail, and a fighter is behind."""
    s = standard("crew")
    hurt(s, crew_08=3)
    place(s, "enemy-13")
    assert declared(s, "crew-10", "sensible") == ("pass", "crew-10")
    assert declared(s, "crew-10") == ("change", "crew-10", "tail")
    s.phase = "return"
    assert declared(s, "crew-10") == ("pass", "crew-10"), "the fighters turn back"


def test_beside_a_good_pilot_sits_a_lesser_one() -> None:
    """WB-6.5, WB-14.5 Only the better one counts; the others are kept for later missions."""
    position = Position.new(GAME, seed="crew")
    dice = Dice(seed_from("crew"))
    while position.decision is not None and position.decision.rule == "WB-6.5":
        position.apply("seat-1", ask(position, "seat-1", find_bot("veteran"), dice))
    view = position.sight("seat-1")
    assert isinstance(view, WarbirdsView)
    at = {man.station: AIRMEN[id].skills for id, man in view.crew.items()}
    assert (at["pilot"]["pilot"], at["copilot"]["pilot"]) == (3, 1)
    assert len(at) == 10


@pytest.mark.parametrize(("left", "seated"), [(3, 2), (2, 1)])
def test_of_the_last_two_pilots_one_stays_at_base(left: int, seated: int) -> None:
    """WB-6.1 Without a pilot at base the tour is lost."""
    position = Position.new(GAME, seed="crew")
    s = cast(Warbirds, position.state)
    pilots = [id for id, airman in AIRMEN.items() if "pilot" in airman.skills]
    s.roster.update(dict.fromkeys(pilots[left:], "gone"))
    dice = Dice(seed_from("crew"))
    while s.step == "manning":
        position.apply("seat-1", ask(position, "seat-1", find_bot("veteran"), dice))
        s = cast(Warbirds, position.state)
    assert sum(man.station in ("pilot", "copilot") for man in s.crew.values()) == seated
    assert len(s.crew) == 10


@pytest.mark.parametrize("order", ["random", "choice"])
def test_a_veteran_plays_a_tour_at_the_table_without_searching(order: str) -> None:
    position = Position.new(GAME, {"players": 2, "mission_order": order}, seed="veteran")
    dice = Dice(seed_from("veteran"))
    while not position.over:
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, find_bot("veteran"), dice))
    assert position.outcome is not None
    assert position.outcome.result in ("tour_complete", "war_over", "lost")


def test_habits_are_tried_one_at_a_time_and_what_was_played_is_remembered(tmp_path: Path) -> None:
    into = tmp_path / "played.jsonl"
    trainee = Trainee("warbirds", {}, into)
    habits = trainee.module.HABITS
    changes = dict(neighbours(habits))
    assert f"little = {habits.little + 1}" in changes
    assert all(other != habits for other in changes.values())
    points = trainee.points(habits, "train warbirds 1")
    assert points in (0.0, 1.0)
    again = Trainee("warbirds", {}, into)
    assert again.known == trainee.known
    low, high = wilson(62, 100)
    assert (round(low, 3), round(high, 3)) == (0.522, 0.709)


def test_a_game_that_nobody_wins_counts_half_for_rivals_and_nothing_for_friends() -> None:
    assert won(Outcome("lost", (), {"a": 1, "b": 2}), ("a", "b")) == 0.0
    assert won(Outcome("morale", (), {"a": 1, "b": 2}), ("a",)) == 0.5
    assert won(Outcome("draw", (), {"a": 1, "b": 2}, drawn=True), ("a",)) == 0.5
    assert won(Outcome("b", ("b",), {"a": 1, "b": 2}), ("a",)) == 0.0
    assert won(Outcome("a", ("a",), {"a": 1, "b": 2}), ("a",)) == 1.0


def test_a_gunner_with_a_target_does_not_leave_it_for_a_desk_that_breaking_formation_would_man() -> None:
    """WB-19.3 Over the target; on the way home the desk comes first."""
    s = standard("crew")
    hurt(s, crew_05=3)
    place(s, "enemy-13")
    assert declared(s, "crew-08", "sensible") == ("change", "crew-08", "radio")
    assert declared(s, "crew-08") == ("attack", "crew-08", "enemy-13")
    s.phase = "return"
    assert declared(s, "crew-08") == ("change", "crew-08", "radio")


def test_a_radio_operator_who_can_shoot_takes_an_empty_gun_over_the_target() -> None:
    s = standard("crew")
    place(s, "enemy-07")
    assert declared(s, "crew-05", "sensible") == ("pass", "crew-05")
    assert declared(s, "crew-05") == ("change", "crew-05", "right_waist")


def test_an_idle_gunner_goes_where_he_stops_shots_that_would_break_the_aircraft_up() -> None:
    """WB-17.1, WB-17.6 In the last turn no gun counts any more, but the empty waist may cost the wing."""
    s = standard("crew", phase_turns=2)
    place(s, "enemy-07")
    s.crew["crew-10"] = replace(s.crew["crew-10"], station="tail")
    s.crew["crew-08"] = replace(s.crew["crew-08"], station="left_waist")
    assert declared(s, "crew-10") == ("pass", "crew-10"), "the aircraft is sound"
    s.parts["right_wing"] = 5
    assert declared(s, "crew-10") == ("change", "crew-10", "right_waist")
    s.battlefield = empty_battlefield()
    assert declared(s, "crew-10") == ("pass", "crew-10")


def test_the_bombs_go_off_the_line_when_the_aircraft_may_be_lost_before_the_next_chance() -> None:
    """WB-16.7, WB-20.7 Hits that were scored count, whatever becomes of the aircraft."""
    s = standard("crew", mission="mission-05", bombsight_prepared=True, drift_hand=("left",))
    options: list[Option] = [("course_change", "crew-04"), ("release_payload", "crew-04"), ("pass", "crew-04")]

    def bombs() -> object:
        return GAME.experienced(GAME.sight(s, "seat-1"), "seat-1", options, "WB-10.1", Dice("0" * 64))[0]

    place(s, "enemy-13", "enemy-15", "enemy-19")
    assert bombs() == "course_change"
    assert chance_of_loss(GAME.sight(s, "seat-1"), 1.0) < 0.1
    s.parts["fuselage"] = 6
    assert bombs() == "release_payload"
    assert chance_of_loss(GAME.sight(s, "seat-1"), 1.0) > 0.5
    s.drift_hand = ("left",) * 3
    assert bombs() == "course_change", "hardly a bomb would hit"
