"""What is seen of a match: the table for a seat, the journal, the past, and the answers to what people ask."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from sandtable.board.lesson import Coach, Lesson, Progress, advice, lesson_of, seen_on
from sandtable.kernel.curve import curve
from sandtable.kernel.dice import commitment, seed_from
from sandtable.kernel.ending import ToldEnding
from sandtable.kernel.flow import Option
from sandtable.kernel.journal import SILENT, Journal
from sandtable.kernel.language import spoken
from sandtable.kernel.luck import luck
from sandtable.kernel.position import Position
from sandtable.kernel.save import Recorder, save
from sandtable.kernel.show import Shown, ShownLine, show, show_lines, words_for
from sandtable.server import messages
from sandtable.server.board_pages import board_address, names_address
from sandtable.server.privacy import Privacy, first_step_named
from sandtable.server.questions import past
from sandtable.server.records import (
    Declined,
    Inquiry,
    MatchSetup,
    Origin,
    Seat,
    Standing,
    Viewer,
    playable,
)

FIRST_PAGE = 400
"""So many lines of the journal come with the greeting; earlier ones are asked for."""
PAGE = 500


class MatchView:
    """A match as those around it see it: the position, who sits where, and how many entries there are."""

    def __init__(self, setup: MatchSetup, seats: Iterable[Seat]) -> None:
        self.setup = setup
        self.game = playable(setup)
        self.seats = {seat.seat: seat for seat in seats}
        self.position = self.begun(Journal())
        self.recorder = Recorder(self.position)
        self.version = 0
        self.privacy = Privacy()
        self.undo_wanted: messages.UndoWanted | None = None
        self._past: Position | None = None

    def begun(self, journal: Journal = SILENT) -> Position:
        """The position with which the match begins."""
        return Position.new(self.game, self.setup.options, self.setup.seed, journal)

    def counts(self, seat: str) -> Sequence[int]:
        """The number that a seat knows for each step: others' private choices are not counted."""
        return self.position.counts(seat)

    def known_step(self, seat: str) -> int:
        """The last step that a seat knows of: while another chooses in private, the one with which that began.

        What is open of it is shown when it is over, to those who stay and to those who open the table again: else who
        comes back in the middle would see that, and how far, the other is.
        """
        counts = self.counts(seat)
        return bisect_left(counts, counts[-1])

    def known_to(self, seat: str) -> Position:
        """The position as far as a seat knows of it."""
        step = self.known_step(seat)
        return self.position if step == len(self.position.steps) else self._wound_to(step)

    def _known_lines(self, seat: str) -> int:
        """How many lines were written up to the last step that a seat knows of, for whomever."""
        step = self.known_step(seat)
        return len(self.position.journal.lines) if step == len(self.position.steps) else self._lines_until(step)

    def _lines_until(self, step: int) -> int:
        return self.position.journal.lines.until(step)

    def _lines_before(self, seat: str) -> int:
        """How many lines a seat had, whomever they are for, before the last step that it knows of."""
        counts = self.counts(seat)
        return self._lines_until(bisect_left(counts, counts[-1] - 1)) if counts[-1] else 0

    def version_for(self, seat: str, version: int | None = None) -> int:
        """How many entries a seat knows of, of all or of so many."""
        return self.privacy.version(seat, self.version if version is None else version)

    def told(self, seat: str, message: messages.Outgoing) -> messages.Outgoing:
        """A message to everyone, with the number that a seat knows for its step."""
        if isinstance(message, messages.UndoAsked):
            return msgspec.structs.replace(message, to_step=self.counts(seat)[message.to_step])
        return message

    def end(self) -> messages.Over:
        """How the match ended, and the seed that everyone may now check."""
        assert self.position.outcome is not None
        return messages.Over(self.position.outcome, self.open_seed)

    def told_ending(self) -> ToldEnding:
        """The ending for everybody, with its curve and what proves the dice."""
        position = self.position
        if not position.over:
            raise Declined(409, "The match is not over yet.")
        points = curve(position)
        sides = dict.fromkeys(side for point in points for side in point.values)
        names = {side: self.seats[side].name if side in self.seats else self.game.words.name(side) for side in sides}
        seed = self.setup.seed
        ending = self.game.ending(position.state)
        return ToldEnding(ending, points, names, seed, commitment(seed), len(position.steps), luck(position))

    @property
    def open_seed(self) -> str:
        """The seed once the match is over."""
        return self.setup.seed if self.position.over else ""

    @property
    def comes_from(self) -> messages.AnalysisOrigin | None:
        """Of an analysis, where it comes from."""
        return None

    # -- what people ask ---------------------------------------------------------------------------------------------

    def _why(self, seat: str, message: messages.Why) -> messages.WhyAnswer:
        refused = self.position.refusal(seat, messages.picked(message.option))
        return messages.WhyAnswer(message.id, refused.sentence if refused else "", refused.rule if refused else "")

    def _coach(self, seat: str, message: messages.AskCoach) -> messages.CoachAnswer:
        lesson = lesson_of(self.game)
        if lesson is None:
            raise Declined(404, "{title} has no lesson yet.", title=self.game.title)
        coach = Coach(lesson.steps, Progress(message.index, message.phase, message.told))
        otherwise = not self._tell_coach(seat, coach, message.since, message.step)
        shown = self.shown(seat) if message.step == self.counts(seat)[-1] else self.at(seat, message.step)
        decision, missed, shows, refs, says = shown.decision, coach.missed, None, [], ""
        if decision is None:
            coach.finish()
        elif decision.options:
            options = list(decision.each())
            coach.look(decision.rule, shown.table.phase, options)
            shows = coach.would_choose(options) or self._advice(lesson, seat, message.step)
            wanted = coach.step.refs if coach.due and coach.step else [str(part) for part in (shows or ())[1:]]
            seen = seen_on(shown.table, self.game.board(self.setup.options))
            refs = [ref for ref in wanted if ref in seen]
            says = "" if coach.due else lesson.answers.get(decision.rule, "")
        index, phase, told = msgspec.structs.astuple(coach.progress)
        return messages.CoachAnswer(
            message.id, message.step, index, phase, told, coach.due, otherwise, shows, refs, says, missed + coach.missed
        )

    def _tell_coach(self, seat: str, coach: Coach, since: int, until: int) -> bool:
        """Tell the coach what the seat chose between two of its steps; whether the last of it was what he asked for."""
        counts, as_asked = self.counts(seat), True
        first = first_step_named(counts, since)
        missed: tuple[int, ...] = ()
        for step in range(first, first_step_named(counts, until)):
            choice = self.position.steps[step]
            if choice.seat != seat:
                continue
            then = show(self._wound_to(step), seat)
            if then.decision is not None:
                coach.look(then.decision.rule, then.table.phase, list(then.decision.each()))
                missed += coach.missed if step > first else ()
                as_asked = coach.hear(choice.option)
        coach.missed = missed
        return as_asked

    def _advice(self, lesson: Lesson, seat: str, step: int) -> Option | None:
        """What the coach would choose, in his own lesson and in no other match: nobody is to be prompted there."""
        mine = self.setup.seed == seed_from(lesson.seed) and self.setup.options == self.game.settle(lesson.options)
        if not mine or seat not in self.position.deciders or step != self.counts(seat)[-1]:
            return None
        return advice(self.position, seat)

    def _inquiry(self, seat: str, message: messages.Inquired) -> Inquiry:
        """A question that a worker works out, with the position that it is about, as far as the seat knows of it."""
        match message:
            case messages.AskOdds():
                refused = self.position.refusal(seat, messages.picked(message.option))
                if refused is not None:
                    raise Declined(422, refused.sentence, refused.rule)
                step = len(self.position.steps)
            case messages.At():
                step = first_step_named(self.counts(seat), message.step)
            case _:
                step = self.known_step(seat)
        return Inquiry(self.standing(step), seat, message, spoken())

    def standing(self, step: int | None = None) -> Standing:
        """The position at a step (now if none is named), for a worker process."""
        steps = len(self.position.steps) if step is None else step
        return Standing(self.game.id, self.setup.options, self.position.way_to(steps))

    def at(self, seat: str, step: int) -> Shown:
        """The table as a seat saw it at an earlier step."""
        return past(self._wound_to(first_step_named(self.counts(seat), step)), seat, step)

    def _wound_to(self, step: int) -> Position:
        """The position at an earlier step, kept for the next question of that kind."""
        self._past = self.position.as_of(step, self._past)
        return self._past

    def origin_at(self, step: int, seat: str) -> Origin:
        """Where an analysis of this match by a seat begins."""
        return Origin(self.position.way_to(step), self.counts(seat)[step])

    def first_seat(self, holds: tuple[str, ...], wanted: str = "") -> str:
        """Through which of the seats one holds one looks at first."""
        if wanted in holds:
            return wanted
        return next((seat for seat in holds if seat in self.position.deciders), holds[0] if holds else "")

    def shown(self, seat: str) -> Shown:
        """The table and the decision for a seat; after the end nothing can be taken back."""
        position, counts = self.known_to(seat), self.counts(seat)
        shown = show(position, seat)
        undo_to = None if shown.undo_to is None else counts[shown.undo_to]
        shown = msgspec.structs.replace(shown, step=counts[-1], undo_to=undo_to)
        if position is self.position and not position.over:
            return shown
        return msgspec.structs.replace(shown, can_undo=False, can_redo=False, undo_to=None)

    def shown_now(self, seat: str, kept: int) -> messages.ShownNow:
        """The new table for a seat, and the lines of the journal after those it has."""
        since = self.position.journal.visible(seat)[min(kept, self._lines_before(seat))]
        return messages.ShownNow(self.version_for(seat), self.shown(seat), self.lines(seat, since), since)

    def line_count(self, seat: str) -> int:
        """How many lines of the journal a seat may read."""
        return self.position.journal.visible(seat)[self._known_lines(seat)]

    def lines(self, seat: str, since: int = 0, until: int | None = None) -> list[ShownLine]:
        """The journal as a seat may read it, from one of its lines to another."""
        journal, known = self.position.journal, self._known_lines(seat)
        visible = journal.visible(seat)
        first = bisect_right(visible, since) - 1
        last = known if until is None else min(known, bisect_right(visible, until) - 1)
        if first >= last:
            return []
        words = words_for(self.known_to(seat), seat)
        return show_lines(words, journal.lines[first:last], seat, self.counts(seat), min(since, visible[known]))

    def _earlier(self, seat: str, message: messages.AskLines) -> messages.LinesAnswer:
        """A page of the journal that ends before one of its lines."""
        until = min(message.before, self.position.journal.visible(seat)[self._known_lines(seat)])
        since = max(0, until - PAGE)
        return messages.LinesAnswer(message.id, self.lines(seat, since, until), since)

    def hello(self, viewer: Viewer, seats: list[messages.SeatNow]) -> messages.Hello:
        """Everything that is needed to draw the table from nothing."""
        setup = self.setup
        since = max(0, self.position.journal.visible(viewer.seat)[self._known_lines(viewer.seat)] - FIRST_PAGE)
        return messages.Hello(
            match=setup.id,
            game=setup.game,
            title=self.game.title,
            options=setup.options,
            seat=viewer.seat,
            holds=viewer.holds,
            enemies=self.game.enemies(viewer.holds),
            seats=seats,
            board=board_address(self.game, setup.options),
            names=names_address(self.game),
            commitment=commitment(setup.seed),
            step=self.counts(viewer.seat)[-1],
            version=self.version_for(viewer.seat),
            journal=self.lines(viewer.seat, since),
            shown=self.shown(viewer.seat),
            undo_asked=self._undo_asked(viewer.seat),
            analysis=self.comes_from,
            ruler=self.game.ruler,
            surveyed=self.game.surveyed,
            since=since,
        )

    def _undo_asked(self, seat: str) -> messages.UndoWanted | None:
        wanted = self.undo_wanted
        return None if wanted is None else msgspec.structs.replace(wanted, to_step=self.counts(seat)[wanted.to_step])

    def save(self, alone: bool = False) -> bytes:
        """The save file, with the seed: only after the end, or for the one who plays all seats that people play."""
        if not self.position.over and not alone:
            raise Declined(409, "The save file contains the seed of the dice. You get it when the match is over.")
        notes: Mapping[str, str] = {seat.seat: f"{seat.called} ({seat.player})" for seat in self.seats.values()}
        players = {seat.seat: seat.player for seat in self.seats.values()}
        return save(
            self.position,
            self.setup.seed,
            self.recorder.digests,
            {"match": self.setup.id, "seats": notes, "players": players},
        )
