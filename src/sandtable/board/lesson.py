"""A guided first game: `data/lesson.toml` of a game, read, checked, and played through on the real rules.

A lesson is options, a seed and steps. A step is due when its decision is asked (`at`), its phase has come (`phase`) and
one of the options that it expects can be chosen; until then the learner plays on. It is over when an expected option
was chosen, or another whose verb is not among those that belong to it (`meanwhile`), or when its phase has passed: one
may always do otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache

import msgspec

from sandtable.board.data import DataFolder
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import DataError, SandtableError
from sandtable.kernel.flow import Option
from sandtable.kernel.game import AnyGame, Setting
from sandtable.kernel.position import Position
from sandtable.kernel.table import Table

FILE = "lesson.toml"
LEARNER, TEACHER = "human", "greedy"
"""Who plays the first seat, and who all others."""


class LessonStep(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing to learn. `expect` holds beginnings of options; with none of them any choice will do."""

    title: str
    text: str
    clause: str
    at: str = ""
    phase: str = ""
    expect: tuple[Option, ...] = ()
    meanwhile: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
    shows: tuple[Option, ...] = ()
    """What the coach chooses, one after the other, when the learner would rather watch."""


class Lesson(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The whole lesson. `minutes` is how long it takes, `end` what is said when it is over."""

    title: str
    summary: str
    minutes: int
    seed: str
    end: str
    steps: tuple[LessonStep, ...]
    options: dict[str, Setting] = {}


@cache
def lesson_of(game: AnyGame) -> Lesson | None:
    """The lesson in the game's data folder, if it has one."""
    package = sys.modules[type(game).__module__].__package__ or ""
    folder = DataFolder(package, game.id)
    if not folder.has(FILE):
        return None
    try:
        return msgspec.convert(folder.toml(FILE), Lesson)
    except msgspec.ValidationError as fault:
        raise DataError(f"{game.id}/{FILE} is no lesson: {fault}") from None


def players(game: AnyGame, lesson: Lesson) -> dict[str, str]:
    """The learner sits at the first seat; bots take the others."""
    first, *others = game.seats(game.settle(lesson.options))
    return {first: LEARNER} | dict.fromkeys(others, TEACHER)


def begins_with(option: Option, wanted: tuple[Option, ...]) -> bool:
    """Whether an option is one of those wanted, or goes on from one of them."""
    return any(option[: len(beginning)] == beginning for beginning in wanted)


class Coach:
    """Follows a match and knows which step the learner is at; web/src/lib/lesson.ts does the same in the browser."""

    def __init__(self, steps: tuple[LessonStep, ...]) -> None:
        self.steps = steps
        self.index = 0
        self.due = False
        self._phase = ""

    @property
    def step(self) -> LessonStep | None:
        """The present step; none when the lesson is over."""
        return self.steps[self.index] if self.index < len(self.steps) else None

    def look(self, rule: str, phase: str, options: list[Option]) -> None:
        """See the next decision of the learner: steps whose phase has passed are over."""
        while self.step is not None and phase != self._phase == self.step.phase != "":
            self.index += 1
        self._phase = phase
        step = self.step
        self.due = step is not None and step.at in ("", rule) and step.phase in ("", phase) and _offered(step, options)

    def hear(self, option: Option) -> bool:
        """Hear what the learner chose; whether it is what the step asked for, or at least belongs to it."""
        step = self.step
        if step is None or not self.due:
            return True
        expected = not step.expect or begins_with(option, step.expect)
        belongs = option[0] in step.meanwhile
        if expected or not belongs:
            self.index += 1
        return expected or belongs


def _offered(step: LessonStep, options: list[Option]) -> bool:
    return not step.expect or any(begins_with(option, step.expect) or option in step.shows for option in options)


# -- what can be wrong with a lesson ----------------------------------------------------------------------------------


def faults(game: AnyGame, lesson: Lesson) -> list[str]:
    """What is wrong with a lesson: names that the game does not know, or steps that are never reached."""
    try:
        settled = game.settle(lesson.options)
    except SandtableError as fault:
        return [fault.sentence]
    wrong = [f"{step.title}: {fault}" for step in lesson.steps for fault in _unknown(game, step)]
    if wrong or not lesson.steps:
        return wrong or ["The lesson has no steps."]
    return list(_played(game, lesson, Position.new(game, settled, lesson.seed)))


def _unknown(game: AnyGame, step: LessonStep) -> Iterator[str]:
    for clause in (step.clause, step.at):
        if clause and game.clauses.get(clause) is None:
            yield f"there is no clause {clause}."
    options = (*step.expect, *step.shows)
    for verb in (*(str(option[0]) for option in options if option), *step.meanwhile):
        if verb not in game.words.verbs:
            yield f"there is no verb {verb!r}."
    if not all(options):
        yield "an option is empty."


def _played(game: AnyGame, lesson: Lesson, position: Position) -> Iterator[str]:
    """Follow the coach to the last step, on the rules; between steps a sensible player goes on."""
    learner, dice, coach = position.seats[0], Dice(seed_from("a pupil")), Coach(lesson.steps)
    taught: list[LessonStep] = []
    while position.decision is not None and coach.step is not None:
        seat, rule = position.deciders[0], position.decision.rule
        view, options = game.sight(position.state, seat), list(position.options(seat))
        option = game.sensible(view, seat, options, rule, dice)
        if seat == learner:
            table = game.table(view)
            coach.look(rule, table.phase, options)
            if coach.due and coach.step not in taught:
                taught.append(coach.step)
                missing = _missing(game, table, position, coach.step)
                yield from (f"{coach.step.title}: {ref!r} is not on the table." for ref in missing)
            option = (_followed(coach.step, options) if coach.due else None) or option
            if not coach.hear(option):
                yield f"{taught[-1].title}: the coach himself does otherwise ({option})."
        position.apply(seat, option)
    yield from (f"{step.title}: this step is never reached." for step in lesson.steps if step not in taught)


def _followed(step: LessonStep, options: list[Option]) -> Option | None:
    """What the coach does: the next that he shows, or else what he expects."""
    shown = next((option for option in step.shows if option in options), None)
    return shown or next((option for option in options if begins_with(option, step.expect)), None)


def _missing(game: AnyGame, table: Table, position: Position, step: LessonStep) -> list[str]:
    """The things that a step points at and nobody can see."""
    there = {piece.id for piece in table.pieces} | {panel.id for panel in table.panels}
    there |= {row.ref for panel in table.panels for row in panel.rows}
    there |= {space.id for space in game.board(position.options_chosen).spaces}
    return [ref for ref in step.refs if ref not in there]
