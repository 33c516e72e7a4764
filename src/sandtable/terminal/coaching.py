"""The coach of a guided first game at the terminal: what he says before each question, and what he would choose."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from sandtable.board.lesson import Coach, Lesson, Progress, advice, learner_of, lesson_of
from sandtable.kernel.errors import Refused, SaveError
from sandtable.kernel.flow import Option
from sandtable.kernel.game import AnyGame
from sandtable.kernel.position import Position
from sandtable.kernel.prepared import prepared
from sandtable.kernel.sentences import tell
from sandtable.kernel.show import words_for
from sandtable.terminal.text import QUIET, RULE, STRONG, said, wrapped


class LessonMark(msgspec.Struct, frozen=True):
    """Where the learner was when he was asked after so many choices: an undo leads back there."""

    index: int
    phase: str
    otherwise: bool
    told: bool = True


class Coaching:
    """A lesson and how far the learner has come in it. `marks` are kept in the save, so that it can be resumed."""

    def __init__(self, game: AnyGame, lesson: Lesson, marks: dict[int, LessonMark] | None = None) -> None:
        self.lesson = lesson
        self.learner = learner_of(game, lesson)
        self.coach = Coach(lesson.steps)
        self.marks = marks or {}
        self.otherwise = False
        self._looked = -1

    @classmethod
    def resumed(cls, game: AnyGame, note: Any) -> Coaching | None:
        """The lesson as it stands in the notes of a save; nothing if the save is of no lesson."""
        lesson = lesson_of(game) if note is not None else None
        if lesson is None:
            return None
        try:
            marks = msgspec.convert(note, prepared(dict[str, LessonMark]))
            return cls(game, lesson, {int(step): mark for step, mark in marks.items()})
        except (msgspec.ValidationError, ValueError):
            raise SaveError("The lesson in this save is damaged or was changed by hand.") from None

    @property
    def note(self) -> dict[str, LessonMark]:
        """What a save keeps of the lesson."""
        return {str(step): mark for step, mark in self.marks.items()}

    def look(self, position: Position) -> None:
        """See what the learner is asked. What was undone is forgotten."""
        if position.decision is None or self.learner not in position.deciders:
            return
        step = len(position.steps)
        if step == self._looked:
            return
        self._looked = step
        kept = {at: mark for at, mark in self.marks.items() if at <= step}
        if len(kept) < len(self.marks) or (kept and self.coach.index == 0):
            mark = kept[max(kept)] if kept else LessonMark(0, "", False, told=False)
            self.coach.progress = Progress(mark.index, mark.phase, mark.told)
            self.otherwise = mark.otherwise
        table = position.game.table(position.sight(self.learner))
        self.coach.look(position.decision.rule, table.phase, list(position.options(self.learner)))
        self.marks = kept | {step: LessonMark(self.coach.index, table.phase, self.otherwise, self.coach.progress.told)}

    def hear(self, seat: str, option: Option, position: Position) -> None:
        """Hear what is about to be chosen."""
        if seat == self.learner:
            self.look(position)
            self.otherwise, self._looked = not self.coach.hear(option), -1

    def shows(self, position: Position) -> Option:
        """What the coach would choose now."""
        if position.decision is None or self.learner not in position.deciders:
            raise Refused("The coach can't help here: it isn't your turn to choose.")
        self.look(position)
        return self.coach.would_choose(list(position.options(self.learner))) or advice(position, self.learner)

    def said(self, position: Position, console: Console, width: int) -> list[Text]:
        """What the coach says above the question."""
        decision, step = position.decision, self.coach.step
        assert decision is not None
        text = Text(tell("Coach") + " ", STRONG)
        if self.otherwise:
            told = tell("You chose something else. That's fine too: the lesson continues from there.")
            text.append(f"{told} ", QUIET)
        for missed in self.coach.missed:
            self._tell(text, missed, tell("You missed a step:") + " ")
        if step is not None and self.coach.due:
            self._tell(text, self.coach.index)
        elif step is None:
            text.append(self.lesson.end)
        elif decision.rule in self.lesson.answers:
            text.append(self.lesson.answers[decision.rule]).append(f"  {decision.rule}", RULE)
        words = words_for(position, self.learner)
        text.append("  (`follow`: ", QUIET).append_text(said(words.option(self.shows(position)))).append(")", QUIET)
        return wrapped(console, text, width, 2)

    def _tell(self, text: Text, index: int, passed: str = "") -> None:
        step = self.lesson.steps[index]
        text.append(f"{passed}{index + 1}/{len(self.lesson.steps)} {step.title}. ", STRONG)
        text.append(f"{step.text}  ").append(f"{step.clause} ", RULE)
