"""Every lesson is played through on the real rules; what is wrong with one is told in sentences."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sandtable.board.lesson import (
    Coach,
    Lesson,
    LessonStep,
    advice,
    faults,
    learner_of,
    lesson_in,
    lesson_of,
    opened,
    players,
)
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import DataError
from sandtable.kernel.game import find_game, games
from sandtable.kernel.position import Position

WARBIRDS = find_game("warbirds")
TAUGHT = sorted(id for id, game in games().items() if lesson_of(game) is not None)


def the_lesson() -> Lesson:
    lesson = lesson_of(WARBIRDS)
    assert lesson is not None
    return lesson


def test_every_game_of_ours_has_a_lesson() -> None:
    ours = {id for id, game in games().items() if type(game).__module__.startswith("sandtable.")}
    assert ours <= set(TAUGHT)


@pytest.mark.parametrize("game", TAUGHT)
def test_the_lesson_can_be_followed_to_its_last_step(game: str) -> None:
    found = find_game(game)
    lesson = lesson_of(found)
    assert lesson is not None
    assert faults(found, lesson) == []
    assert len({step.title for step in lesson.steps}) == len(lesson.steps)
    assert 8 <= len(lesson.steps) <= 14
    assert lesson.minutes == 10


def test_warbirds_teaches_a_whole_mission_alone() -> None:
    lesson = the_lesson()
    assert 10 <= len(lesson.steps) <= 12
    assert players(WARBIRDS, lesson) == {"seat-1": "human"}
    assert lesson.steps[0].phase == "Briefing"
    assert {step.phase for step in lesson.steps} == {"Briefing", "Approach", "Enemy territory", "Return"}


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("pupil", ["another", "a third"])
def test_a_lesson_does_not_depend_on_what_is_chosen_between_its_steps(game: str, pupil: str) -> None:
    found = find_game(game)
    lesson = lesson_of(found)
    assert lesson is not None
    assert faults(found, lesson, pupil) == []


def taken(game: str, stubborn: bool, most: int = 1500) -> tuple[Position, Coach, list[int], list[str]]:
    """A lesson as one takes it who does otherwise when a step is new, or never; what he was told, and what not."""
    found = find_game(game)
    lesson = lesson_of(found)
    assert lesson is not None
    position, coach, dice = opened(found, lesson), Coach(lesson.steps), Dice(seed_from("stubborn"))
    told, unanswered = [], []
    while position.decision is not None and most:
        seat, most = position.deciders[0], most - 1
        option = advice(position, seat)
        if seat == learner_of(found, lesson):
            options = list(position.options(seat))
            coach.look(position.decision.rule, found.table(position.sight(seat)).phase, options)
            new = [coach.index] if coach.due and coach.index not in told else []
            told += [*coach.missed, *new]
            if not coach.due and coach.step is not None and position.decision.rule not in lesson.answers:
                unanswered.append(position.decision.rule)
            option = coach.would_choose(options) or option
            others = [other for other in options if other != option]
            if stubborn and others and (new or dice.below(5) == 0):
                option = others[dice.below(len(others))]
            coach.hear(option)
        position.apply(seat, option)
    if position.over:
        coach.finish()
        told += coach.missed
    return position, coach, told, unanswered


@pytest.mark.parametrize("stubborn", [False, True], ids=["follows", "does otherwise"])
@pytest.mark.parametrize("game", TAUGHT)
def test_every_step_is_told_once_and_every_question_answered_until_the_match_is_over(game: str, stubborn: bool) -> None:
    position, coach, told, unanswered = taken(game, stubborn, 500 if game == "ontoberlin" else 1500)
    assert position.over or game == "ontoberlin", "which takes thousands of choices"
    assert sorted(told) == list(range(len(coach.steps)))
    assert coach.step is None
    assert unanswered == []


def test_a_match_that_ends_early_ends_the_lesson_and_tells_the_rest_of_it() -> None:
    coach = Coach(tuple(LessonStep(title, "", "X") for title in ("one", "two", "three")))
    coach.look("R", "Air", [("pass",)])
    coach.finish()
    assert coach.step is None
    assert coach.missed == (1, 2), "the first has been told"


def test_a_question_without_an_answer_is_found() -> None:
    assert "WB-10.1: the coach has no answer to this question." in faults(
        WARBIRDS, msgspec.structs.replace(the_lesson(), answers={})
    )


def test_an_answer_to_no_clause_is_refused() -> None:
    wrong = msgspec.structs.replace(the_lesson(), answers={"WB-99.9": "Well."})
    assert faults(WARBIRDS, wrong) == ["There is no clause WB-99.9 to answer."]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"clause": "WB-99.9"}, "The briefing: there is no clause WB-99.9."),
        ({"at": "WB-99.8"}, "The briefing: there is no clause WB-99.8."),
        ({"expect": (("fly_away",),)}, "The briefing: there is no verb 'fly_away'."),
        ({"meanwhile": ("dance",)}, "The briefing: there is no verb 'dance'."),
        ({"refs": ("crew-99",)}, "The briefing: 'crew-99' is not on the table."),
        ({"phase": "Return", "shows": ()}, "The briefing: this step is never reached."),
    ],
)
def test_a_step_that_the_game_does_not_know_is_refused(changes: dict[str, object], sentence: str) -> None:
    lesson = the_lesson()
    first = msgspec.structs.replace(lesson.steps[0], **changes)
    assert sentence in faults(WARBIRDS, msgspec.structs.replace(lesson, steps=(first, *lesson.steps[1:])))


def test_options_that_the_game_does_not_have_are_refused() -> None:
    (sentence,) = faults(WARBIRDS, msgspec.structs.replace(the_lesson(), options={"weather": "fair"}))
    assert "weather" in sentence


def test_a_seat_that_the_game_does_not_have_is_refused() -> None:
    assert faults(WARBIRDS, msgspec.structs.replace(the_lesson(), seat="seat-9")) == ["There is no seat 'seat-9'."]


def test_an_opening_is_played_until_the_learner_is_asked_what_it_names() -> None:
    game = find_game("ontoberlin")
    lesson = lesson_of(game)
    assert lesson is not None
    position, again = opened(game, lesson), opened(game, lesson)
    assert position.decision is not None
    assert (position.decision.rule, position.deciders) == ("OB-15.4.3", ("allied",))
    table = game.table(position.sight("allied"))
    assert table.heading.startswith("Turn 2")
    assert position.digest() == again.digest(), "an opening is always the same"


def test_the_learner_may_sit_elsewhere_than_at_the_first_seat() -> None:
    game = find_game("airlift")
    lesson = lesson_of(game)
    assert lesson is not None
    assert players(game, lesson) == {"usaf10": "human", "cw30": "greedy"}
    assert players(game, msgspec.structs.replace(lesson, seat="cw30")) == {"usaf10": "greedy", "cw30": "human"}


def test_a_file_that_is_no_lesson_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "warbirds"
    own.mkdir()
    own.joinpath("lesson.toml").write_text('title = "Mine"\nsteps = 3\n')
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))
    lesson_in.cache_clear()
    try:
        with pytest.raises(DataError, match=r"warbirds/lesson\.toml is not a lesson"):
            lesson_of(WARBIRDS)
    finally:
        lesson_in.cache_clear()


def test_the_learner_may_do_otherwise() -> None:
    seat = LessonStep("Seat", "", "X", phase="Briefing", expect=(("ready",),), meanwhile=("assign",))
    fire = LessonStep("Fire", "", "X", phase="Air", expect=(("attack",),))
    rest = LessonStep("Rest", "", "X")
    coach = Coach((seat, fire, rest))
    coach.look("R", "Briefing", [("assign", "a"), ("ready",)])
    assert coach.due
    assert coach.hear(("assign", "a"))
    assert coach.step is seat
    coach.look("R", "Air", [("attack", "e"), ("pass",)])
    assert coach.step is fire, "its phase has passed"
    assert coach.due
    assert not coach.hear(("pass",)), "that was not asked for"
    assert coach.step is rest
