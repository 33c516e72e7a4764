"""A guided first game: `data/lesson.toml` of a game, read, checked, and played through on the real rules.

A lesson is options, a seed and steps; where a game is long before it comes to what is to be learned, sensible players
play it as far as the `opening` says. A step is due when its decision is asked (`at`), its phase has come (`phase`) and
one of the options that it expects can be chosen. It is over when an expected option was chosen, or another whose verb
is not among those that belong to it (`meanwhile`), or when its phase has passed: one may always do otherwise. A step
that passed before it was due is told afterwards, so that none is lost. To questions between the steps the coach says
what `answers` has for their clause, and what he would choose, until the match is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from sandtable.board.data import data_of
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import DataError, SandtableError
from sandtable.kernel.flow import Option
from sandtable.kernel.game import AnyGame, Setting
from sandtable.kernel.language import spoken
from sandtable.kernel.position import Position
from sandtable.kernel.prepared import prepared
from sandtable.kernel.table import Board, Table

FILE = "lesson.toml"
LEARNER, TEACHER = "human", "greedy"
"""Who plays the learner's seat, and who all others."""
_OPENING, _ADVICE = "an opening", "advice"
"""The dice of those who play the opening and of who advises: with them both are always the same."""


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


class LessonOpening(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a lesson begins: when the learner is asked this, in this phase, under a heading that begins like this."""

    at: str = ""
    phase: str = ""
    heading: str = ""


class Lesson(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The whole lesson. `minutes` is how long it takes, `end` what is said when it is over, `seat` the learner's."""

    title: str
    summary: str
    minutes: int
    seed: str
    end: str
    steps: tuple[LessonStep, ...]
    options: dict[str, Setting] = {}
    answers: dict[str, str] = {}
    """What the coach says to questions between the steps, by the clause that gives the choice."""
    seat: str = ""
    opening: LessonOpening | None = None


def lesson_of(game: AnyGame) -> Lesson | None:
    """The lesson in the game's data folder, if it has one: in the language that is spoken, or else in English."""
    return lesson_in(game, spoken())


@cache
def lesson_in(game: AnyGame, language: str) -> Lesson | None:
    """The lesson in a language, or else in English."""
    folder = data_of(game)
    own = f"lesson.{language}.toml"
    name = own if folder.has(own) else FILE
    if not folder.has(name):
        return None
    try:
        return msgspec.convert(folder.toml(name), prepared(Lesson))
    except msgspec.ValidationError as fault:
        raise DataError(f"{game.id}/{name} is not a lesson: {fault}") from None


def learner_of(game: AnyGame, lesson: Lesson) -> str:
    """The learner's seat: the first, unless the lesson names another."""
    return lesson.seat or game.seats(game.settle(lesson.options))[0]


def players(game: AnyGame, lesson: Lesson) -> dict[str, str]:
    """The learner sits at his seat; bots take the others."""
    seats = game.seats(game.settle(lesson.options))
    return dict.fromkeys(seats, TEACHER) | {learner_of(game, lesson): LEARNER}


def opened(game: AnyGame, lesson: Lesson) -> Position:
    """The position with which a lesson begins: its opening has been played by sensible players."""
    position = Position.new(game, game.settle(lesson.options), seed_from(lesson.seed))
    if lesson.opening is None:
        return position
    learner, dice = learner_of(game, lesson), Dice(seed_from(_OPENING))
    while position.decision is not None and not _begins(game, lesson.opening, learner, position):
        seat = position.deciders[0]
        options = list(position.options(seat))
        view = game.sight(position.state, seat)
        position.apply(seat, game.sensible(view, seat, options, position.decision.rule, dice))
    return position


def _begins(game: AnyGame, opening: LessonOpening, learner: str, position: Position) -> bool:
    decision = position.decision
    if decision is None or learner not in position.deciders or opening.at not in ("", decision.rule):
        return False
    table = game.table(game.sight(position.state, learner))
    return opening.phase in ("", table.phase) and table.heading.startswith(opening.heading)


def advice(position: Position, seat: str) -> Option:
    """What the coach would choose where no step says so: what a sensible player would who sits at the seat."""
    decision = position.decision
    assert decision is not None
    dice = Dice(seed_from(f"{_ADVICE} {len(position.steps)}"))
    return position.game.sensible(position.sight(seat), seat, list(position.options(seat)), decision.rule, dice)


def begins_with(option: Option, wanted: tuple[Option, ...]) -> bool:
    """Whether an option is one of those wanted, or goes on from one of them."""
    return any(option[: len(beginning)] == beginning for beginning in wanted)


class Progress(msgspec.Struct, frozen=True):
    """How far the learner had come at a question: the step, the phase, and whether the step has been told already."""

    index: int = 0
    phase: str = ""
    told: bool = False


class Coach:
    """Follows a match and knows which step the learner is at, for every front end."""

    def __init__(self, steps: tuple[LessonStep, ...], progress: Progress | None = None) -> None:
        self.steps = steps
        self.progress = progress or Progress()
        self.due = False
        self.missed: tuple[int, ...] = ()
        """The steps that had passed at this question before they were ever due."""

    @property
    def index(self) -> int:
        """The number of the present step."""
        return self.progress.index

    @property
    def step(self) -> LessonStep | None:
        """The present step; none when the lesson is over."""
        return self.steps[self.index] if self.index < len(self.steps) else None

    def look(self, rule: str, phase: str, options: list[Option]) -> None:
        """See the next decision of the learner: steps whose phase has passed are over."""
        index, told, before, missed = self.index, self.progress.told, self.progress.phase, []
        while index < len(self.steps) and phase != before == self.steps[index].phase != "":
            missed += [] if told else [index]
            index, told = index + 1, False
        step = self.steps[index] if index < len(self.steps) else None
        self.due = step is not None and step.at in ("", rule) and step.phase in ("", phase) and _offered(step, options)
        self.progress = Progress(index, phase, told or self.due)
        self.missed = tuple(missed)

    def hear(self, option: Option) -> bool:
        """Hear what the learner chose; whether it is what the step asked for, or at least belongs to it."""
        step = self.step
        if step is None or not self.due:
            return True
        expected = not step.expect or begins_with(option, step.expect)
        belongs = option[0] in step.meanwhile
        if expected or not belongs:
            self.skip()
        return expected or belongs

    def skip(self) -> None:
        """Leave the present step for the next."""
        self.progress, self.due = Progress(self.index + 1, self.progress.phase), False

    def finish(self) -> None:
        """The match is over, and the lesson with it: what was not told yet is told now."""
        self.missed = tuple(range(self.index + self.progress.told, len(self.steps)))
        self.progress, self.due = Progress(len(self.steps), self.progress.phase), False

    def would_choose(self, options: list[Option]) -> Option | None:
        """What the coach chooses when he is asked to: the next that he shows, or else what he expects."""
        step = self.step
        if step is None or not self.due:
            return None
        shown = next((option for option in step.shows if option in options), None)
        return shown or next((option for option in options if begins_with(option, step.expect)), None)


def _offered(step: LessonStep, options: list[Option]) -> bool:
    return not step.expect or any(begins_with(option, step.expect) or option in step.shows for option in options)


def seen_on(table: Table, board: Board) -> set[str]:
    """The ids of all that the coach can point at: pieces, panels, their rows, and spaces of the board."""
    seen = {piece.id for piece in table.pieces} | {panel.id for panel in table.panels}
    return seen | {row.ref for panel in table.panels for row in panel.rows} | {space.id for space in board.spaces}


# -- what can be wrong with a lesson ----------------------------------------------------------------------------------


def faults(game: AnyGame, lesson: Lesson, pupil: str = "a pupil") -> list[str]:
    """What is wrong with a lesson: names that the game does not know, or steps that this pupil never reaches."""
    try:
        seats = game.seats(game.settle(lesson.options))
    except SandtableError as fault:
        return [fault.sentence]
    if learner_of(game, lesson) not in seats:
        return [f"There is no seat {lesson.seat!r}."]
    wrong = [f"{step.title}: {fault}" for step in lesson.steps for fault in _unknown(game, step)]
    wrong += [
        f"There is no clause {clause} to answer." for clause in lesson.answers if game.clauses.get(clause) is None
    ]
    if wrong or not lesson.steps:
        return wrong or ["The lesson has no steps."]
    return list(_played(game, lesson, opened(game, lesson), pupil))


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


def _played(game: AnyGame, lesson: Lesson, position: Position, pupil: str) -> Iterator[str]:
    """Follow the coach to the last step, on the rules; between steps a sensible player goes on."""
    learner, dice, coach = learner_of(game, lesson), Dice(seed_from(pupil)), Coach(lesson.steps)
    taught: list[LessonStep] = []
    unanswered: set[str] = set()
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
            if not coach.due and rule not in lesson.answers and rule not in unanswered:
                unanswered.add(rule)
                yield f"{rule}: the coach has no answer to this question."
            option = coach.would_choose(options) or option
            if not coach.hear(option):
                yield f"{taught[-1].title}: the coach himself does otherwise ({option})."
        position.apply(seat, option)
    yield from (f"{step.title}: this step is never reached." for step in lesson.steps if step not in taught)


def _missing(game: AnyGame, table: Table, position: Position, step: LessonStep) -> list[str]:
    """The things that a step points at and nobody can see."""
    seen = seen_on(table, game.board(position.options_chosen))
    return [ref for ref in step.refs if ref not in seen]
