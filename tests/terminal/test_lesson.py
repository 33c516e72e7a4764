"""The guided first game at the terminal."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from sandtable.board.lesson import Lesson, LessonOpening, lesson_of
from sandtable.kernel.errors import Refused, SaveError
from sandtable.kernel.game import find_game
from sandtable.terminal.coaching import Coaching
from sandtable.terminal.sitting import Sitting
from tests.program import Run

WARBIRDS = find_game("warbirds")


def the_lesson() -> Lesson:
    lesson = lesson_of(WARBIRDS)
    assert lesson is not None
    return lesson


def told(text: str) -> str:
    """What was printed, without the line breaks of the screen."""
    return " ".join(text.split())


def test_the_coach_speaks_before_each_question_and_does_what_he_says(sandtable: Run, tmp_path: Path) -> None:
    ran = sandtable("play", "warbirds", "--lesson", "--save", tmp_path / "l", typed="follow\n" + "follow\n" * 10)
    out = told(ran.out)
    assert ran.code == 0
    assert "Coach 1/11 The briefing. You command a B-24." in out
    assert "WB-6.5 (`follow`: Assign Capt. Warren Halloway to Pilot)" in out
    assert "The coach chose: Assign Capt. Warren Halloway to Pilot." in out
    assert "2/11 The rest of the crew." in out
    assert "3/11 A turn in transit." in out


def test_who_does_otherwise_is_told_so_and_an_undo_leads_back(sandtable: Run) -> None:
    out = told(sandtable("play", "warbirds", "--lesson", typed="assign crew-02 pilot\nundo\n").out)
    first, _, rest = out.partition("You chose something else.")
    assert "1/11 The briefing." in first
    assert rest.index("2/11 The rest of the crew.") < rest.index("1/11 The briefing.")


def test_a_lesson_is_resumed_where_it_was_left(sandtable: Run, tmp_path: Path) -> None:
    file = tmp_path / "lesson.sandtable"
    sandtable("play", "warbirds", "--lesson", "--save", file, typed="follow\n")
    out = told(sandtable("play", "--resume", file, typed="").out)
    assert "2/11 The rest of the crew." in out
    assert "The briefing." not in out


def test_a_lesson_can_be_followed_to_its_end(sandtable: Run) -> None:
    out = told(sandtable("play", "warbirds", "--lesson", typed="follow\nbot\n" * 150).out)
    assert "The man at this station acts" in out, "the answer to a question between two steps"
    assert "11/11 The debriefing." in out
    assert f"Coach {the_lesson().end}" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("warbirds", "--seed", "7"), "A lesson sets its own seats and dice. With --lesson, name only the game."),
        (("warbirds", "--players", "2"), "A lesson sets its own options. With --lesson, name only the game."),
        (("pearls",), "Pearls has no lesson yet."),
        ((), "Name a game; `sandtable games` lists them."),
    ],
)
def test_what_no_lesson_can_be_is_refused(sandtable: Run, arguments: tuple[str, ...], sentence: str) -> None:
    ran = sandtable("play", *arguments, "--lesson")
    assert (ran.code, told(ran.err)) == (2, sentence)


def test_without_a_lesson_there_is_no_coach(sandtable: Run) -> None:
    out = told(sandtable("play", "pearls", "--seed", "7", typed="follow\n").out)
    assert "This game has no coach" in out


def test_a_coach_who_waits_for_something_else_shows_what_is_sensible(tmp_path: Path) -> None:
    lesson = msgspec.structs.replace(the_lesson(), steps=the_lesson().steps[2:])
    sitting = Sitting.taught(WARBIRDS, lesson, tmp_path / "x")
    assert sitting.coaching is not None
    assert sitting.coaching.shows(sitting.position)[0] == "assign"
    assert not sitting.coaching.coach.due


def test_a_coach_has_nothing_to_show_when_the_question_is_not_the_learners(tmp_path: Path) -> None:
    lesson = lesson_of(find_game("airlift"))
    assert lesson is not None
    sitting = Sitting.taught(find_game("airlift"), lesson, tmp_path / "x")
    assert sitting.coaching is not None
    sitting.coaching.learner = "cw30"
    with pytest.raises(Refused, match="it isn't your turn"):
        sitting.coaching.shows(sitting.position)


def test_a_step_that_has_passed_is_told_afterwards(tmp_path: Path) -> None:
    steps = the_lesson().steps
    early = msgspec.structs.replace(steps[0], title="Never", expect=(("evade",),), shows=())
    sitting = Sitting.taught(WARBIRDS, msgspec.structs.replace(the_lesson(), steps=(early, *steps[2:])), tmp_path / "x")
    coaching, position = sitting.coaching, sitting.position
    assert coaching is not None
    while WARBIRDS.table(position.sight(coaching.learner)).phase == "Briefing":
        sitting.choose(coaching.learner, coaching.shows(position))
    coaching.look(position)
    said = told("\n".join(line.plain for line in coaching.said(position, Console(width=200), 200)))
    assert "You missed a step: 1/10 Never." in said
    assert "2/10 A turn in transit." in said


def test_the_opening_has_been_played_when_the_learner_sits_down(tmp_path: Path) -> None:
    lesson = msgspec.structs.replace(the_lesson(), opening=LessonOpening(at="WB-10.1", phase="Approach"))
    sitting = Sitting.taught(WARBIRDS, lesson, tmp_path / "x")
    assert sitting.position.decision is not None
    assert sitting.position.decision.rule == "WB-10.1"
    again = Sitting.resume(tmp_path / "x")
    assert again.position.digest() == sitting.position.digest()
    assert again.coaching is not None


def test_a_note_that_is_no_lesson_is_refused() -> None:
    with pytest.raises(SaveError, match="lesson in this save"):
        Coaching.resumed(WARBIRDS, {"first": 3})
