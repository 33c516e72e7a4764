"""A state with the activity that runs on it: choices go in, the rules run on to the next decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.decision_point import DecisionPoint
from sandtable.kernel.dice import ManualDice, Result
from sandtable.kernel.errors import NeedRoll, RuleFault
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.game import AnyGame, Options, View
from sandtable.kernel.journal import SILENT, Journal
from sandtable.kernel.language import spoken
from sandtable.kernel.moments import Imagined
from sandtable.kernel.records import Choice
from sandtable.kernel.state import State, digest
from sandtable.kernel.table import Table

ROLLED = "rolled"
"""The verb of a choice that tells what people rolled or drew at a real table."""
MOST_WITHOUT_DECISION = 100_000
"""So many activities and forced choices in a row are an endless loop."""


class RunningGame(DecisionPoint):
    """The rules at work. Between two activities it takes a checkpoint: the state is complete there."""

    def __init__(self, game: AnyGame, options: Options, state: State, journal: Journal = SILENT) -> None:
        super().__init__(game, options)
        self.state: State = state
        self.journal = journal
        self._write_in(journal)
        self.steps: list[Choice] = []
        self._since: list[Choice] = []
        self._flow: Flow | None = None
        self._checkpoint: State = state
        self._checkpoint_lines = len(journal.lines)
        self._imagined: Imagined | None = None
        self._freely = False
        self._views: dict[str, View] = {}
        self._tables: dict[str, Table] = {}
        """Where every seat sees the same table: that table, by language."""

    def _write_in(self, journal: Journal) -> None:
        """Say in this journal what happens."""
        self.journal = journal
        if journal is not SILENT:
            journal.whose = self._whose

    def _whose(self, id: str) -> str:
        """The seat or side to which something belongs."""
        return id if id in self.seats else self.game.whose(self.state, id)

    def _carry_out(self, number: int) -> None:
        """What the journal says from now on follows from that step."""
        if self.journal is not SILENT:
            self.journal.step = number
            self.journal.by = self.steps[number - 1].seat if number else ""

    def _feed(self, step: Choice) -> None:
        """Hand one choice to the rules and run on to the next decision."""
        self._since.append(step)
        if step.option[0] == ROLLED:
            self._run_again()
        elif isinstance(self.decision, Choose):
            self._advance(step.option)
        elif self.decision is not None:
            self._sealed[step.seat] = step.option
            if not self.deciders:
                answer, self._sealed = self._sealed, {}
                self._advance({seat: answer[seat] for seat in self.decision.options})

    def _begin(self) -> None:
        """Start the next activity, or end the game."""
        self._advance(None)

    def _advance(self, answer: Any) -> None:
        """Run the rules until somebody must choose. Forced choices are taken on the way."""
        self._changed()
        try:
            for _ in range(MOST_WITHOUT_DECISION):
                if self._flow is None:
                    self.outcome = self.game.outcome(self.state)
                    if self.outcome is not None:
                        self.decision = None
                        return
                    self._flow = self.game.play(self.state)
                    answer = None
                try:
                    decision = self._flow.send(answer)
                except StopIteration:
                    self._take_checkpoint()
                    continue
                if isinstance(decision, Choose) and decision.forced and len(decision.options) == 1:
                    answer = decision.options[0]
                    continue
                self.decision = decision
                return
            raise RuleFault("{title} runs on without a decision or a result.", title=self.game.title)
        except NeedRoll as need:
            self._flow = None
            roller = self._since[-1].seat if self._since else self.seats[0]
            results = [(ROLLED, result) for result in need.results]
            self.decision = Choose(roller, results, rule="", ask=ROLLED, about=(need.what,))

    def _take_checkpoint(self) -> None:
        """Between activities the state is complete: remember it."""
        if isinstance(self.state.dice, ManualDice):
            self.state.dice = ManualDice(self.state.dice.seed, self.state.dice.taken)
        if not self._freely:
            self._checkpoint = self.state.clone()
        self._checkpoint_lines = len(self.journal.lines)
        self._since = []
        self._flow = None
        self._imagined = None

    def _run_again(self) -> None:
        """Run the activity once more from its checkpoint with the choices made since."""
        self._flow = None  # first: what a rule does when it is dropped must not reach the new state and journal
        since, self._since = self._since, []
        checkpoint = self._checkpoint
        first = len(self.steps) - len(since)
        # What follows from a choice and the rolls typed for it belongs to the last of these steps.
        made = _rolls_from(since, 0)
        self.journal.cut(self._checkpoint_lines)
        self._carry_out(first + made)
        self.outcome = None
        if self._imagined is not None:
            self._imagine_again(self._imagined)
        else:
            self.state = self._checkpoint.clone()
            self.state.journal = self.journal
            if isinstance(self.state.dice, ManualDice):
                rolled: tuple[Result, ...] = tuple(step.option[1] for step in since if step.option[0] == ROLLED)
                self.state.dice = ManualDice(self.state.dice.seed, self.state.dice.taken, rolled)
            self._sealed = {}
            self._begin()
        while made < len(since):
            step = since[made]
            made = _rolls_from(since, made + 1)
            self._carry_out(first + made)
            self._feed(step)
        if self._checkpoint is checkpoint:
            self._since = since

    def _imagine_again(self, imagined: Imagined) -> None:
        """Run silently to the decision from which this position was imagined, and put the guess in its place."""
        origin = imagined.origin
        source = RunningGame(self.game, self.options_chosen, origin.checkpoint)
        source.steps = list(origin.since)
        source._since = list(origin.since)
        source._imagined = origin.imagined
        source._run_again()
        self.state, self._flow, self.decision = source.state, source._flow, source.decision
        if isinstance(self.decision, Choose):
            self.decision.take_options(imagined.options)
        self.state.become(self._checkpoint)
        self.state.journal = self.journal
        self._sealed = dict(imagined.sealed)
        self._changed()

    def _changed(self) -> None:
        """What was seen before is no more."""
        self._views.clear()
        self._tables.clear()

    def sight(self, seat: str) -> View:
        """What a seat may see; made once after each choice, however many look at it. It must not be changed."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.game.sight(self.state, seat)
        return view

    def table(self, seat: str) -> Table:
        """The table as a seat sees it, in the language that is spoken. It must not be changed."""
        if not self.game.open_table:
            return self.game.table(self.sight(seat))
        table = self._tables.get(spoken())
        if table is None:
            table = self._tables[spoken()] = self.game.table(self.sight(seat))
        return table

    def digest(self) -> str:
        """The fingerprint of the state as it lies on the table now."""
        return digest(self.state)

    @property
    def checkpoint(self) -> State:
        """The state at the last checkpoint. It must not be changed."""
        return self._checkpoint

    @property
    def since_checkpoint(self) -> list[Choice]:
        """The choices since the last checkpoint."""
        return list(self._since)


def _rolls_from(since: Sequence[Choice], start: int) -> int:
    """The number of the first step from `start` on that tells no roll."""
    while start < len(since) and since[start].option[0] == ROLLED:
        start += 1
    return start
