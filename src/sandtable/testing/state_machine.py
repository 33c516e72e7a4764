"""E11 Hypothesis plays: its rules are the decisions and what else a position allows; it shrinks what fails."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, Phase
from hypothesis import settings as limits
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused
from sandtable.kernel.game import AnyGame
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from sandtable.testing.case import effort, settings
from sandtable.testing.history import options_of, reloaded
from sandtable.testing.play import decision_problems, state_problems

PICKS = st.integers(0, 10_000)


class PlayerMachine(RuleBasedStateMachine):
    """Somebody who does with a position whatever can be done, in any order."""

    game: AnyGame

    def __init__(self) -> None:
        super().__init__()
        self.position: Position = None  # type: ignore[assignment]  # set by the first rule, always

    @initialize(row=PICKS, seed=st.integers(0, 50))
    def set_up(self, row: int, seed: int) -> None:
        rows = settings(self.game)
        self.position = Position.new(self.game, rows[row % len(rows)], f"machine {seed}", Journal())

    @precondition(lambda self: not self.position.over)
    @rule(who=PICKS, what=PICKS)
    def choose(self, who: int, what: int) -> None:
        deciders = self.position.deciders
        seat = deciders[who % len(deciders)]
        options = self.position.options(seat)
        self.position.apply(seat, options[what % len(options)])

    @precondition(lambda self: self.position.can_undo)
    @rule()
    def undo(self) -> None:
        steps = len(self.position.steps)
        self.position.undo(self.position.steps[-1].seat)
        assert len(self.position.steps) == steps - 1

    @precondition(lambda self: self.position.can_redo)
    @rule()
    def redo(self) -> None:
        self.position.redo(self.position.redo_seat)

    @precondition(lambda self: bool(self.position.steps))
    @rule(to=PICKS)
    def rewind(self, to: int) -> None:
        steps = self.position.steps[: to % (len(self.position.steps) + 1)]
        self.position.rewind(len(steps))
        assert self.position.steps == steps

    @rule(what=st.text(max_size=8), seat=PICKS)
    def refuse(self, what: str, seat: int) -> None:
        before = self.position.digest()
        with pytest.raises(Refused):
            self.position.apply(self.position.seats[seat % len(self.position.seats)], ("§", what))
        assert self.position.digest() == before

    @precondition(lambda self: not self.position.over)
    @rule()
    def go_on_with_a_copy(self) -> None:
        """A clone and a reloaded copy are the position; history and journal stay with the original."""
        for twin in (self.position.clone(), reloaded(self.position)):
            assert twin.digest() == self.position.digest()
            assert options_of(twin) == options_of(self.position)

    @precondition(lambda self: not self.position.over)
    @rule(seed=st.integers(0, 1000))
    def imagine(self, seed: int) -> None:
        for seat in (*self.position.seats[:3], ""):
            twin = self.position.imagine(seat, Dice(seed_from(seed)))
            assert msgspec.json.encode(twin.sight(seat)) == msgspec.json.encode(self.position.sight(seat))

    @invariant()
    def sound(self) -> None:
        assert list(state_problems(self.game, self.position.state)) == []
        if not self.position.over:
            assert list(decision_problems(self.game, self.position)) == []

    def teardown(self) -> None:
        """The history that is left plays to the same position from the start."""
        if self.position is not None:
            again = Position.new(self.game, self.position.options_chosen, self.position_seed(), Journal())
            for step in self.position.steps:
                again.apply(step.seat, step.option)
            assert again.digest() == self.position.digest()
            assert again.journal.lines == self.position.journal.lines

    def position_seed(self) -> str:
        return self.position.state.dice.seed


def let_hypothesis_play(game: AnyGame, examples: int, steps: int) -> None:
    """Let Hypothesis play a game."""
    machine = type(f"Player of {game.id}", (PlayerMachine,), {"game": game})
    chosen = limits(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=effort() <= 1,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=chosen)
