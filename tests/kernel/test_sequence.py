"""The sequence of play: one activity for each step, generators and plain functions alike."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import RuleFault
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.game import Outcome
from sandtable.kernel.position import Position
from sandtable.kernel.sequence import Activity, SequenceOfPlay
from sandtable.kernel.state import State
from tests.toys.tiny import TinyGame

Step = Literal["count", "ask", "over", "astray"]


class Steps(State, kw_only=True):
    step: Step = "count"
    said: list[str]


def count(s: Steps) -> None:
    s.said.append("one")
    s.step = "ask"


def ask(s: Steps) -> Flow:
    pick = yield Choose("red", [("on",), ("astray",)], rule="TI-1.1")
    s.step = "over" if pick == ("on",) else "astray"


ACTIVITIES: dict[Step, Activity[Steps]] = {"count": count, "ask": ask}


class Sequenced(TinyGame):
    title = "Stepwise"
    sequence = SequenceOfPlay("Stepwise", ACTIVITIES)

    def __init__(self) -> None:
        super().__init__(ask)  # type: ignore[arg-type]

    def new(self, options: Any, dice: Dice) -> Any:
        return Steps(dice=dice, said=[])

    def play(self, s: Any) -> Flow:
        return self.sequence.run(s)

    def outcome(self, s: Any) -> Any:
        return Outcome("over", ("red",), {"red": 1.0, "blue": 0.0}) if s.step == "over" else None


def test_activities_are_generators_or_plain_functions() -> None:
    position = Position.new(Sequenced(), seed="steps")
    state = position.state
    assert isinstance(state, Steps)
    assert (state.said, state.step, position.deciders) == (["one"], "ask", ("red",))
    position.apply("red", ("on",))
    assert position.over


def test_a_step_without_an_activity_is_named_with_its_game_and_nothing_changes() -> None:
    position = Position.new(Sequenced(), seed="steps")
    before = position.digest()
    with pytest.raises(RuleFault, match="sequence of play of Stepwise has no step 'astray'; its steps are count, ask"):
        position.apply("red", ("astray",))
    assert position.digest() == before
    assert position.deciders == ("red",)


class Phased(Steps, kw_only=True):
    phase: Literal["day", "night"] = "day"


def test_a_table_of_phases_has_a_table_of_steps_for_each() -> None:
    """The step of the phase where the state stands is run; the steps of all phases are known."""
    day: dict[Step, Activity[Phased]] = {"count": count}
    night: dict[Step, Activity[Phased]] = {"count": lambda s: s.said.append("dark"), "over": count}
    sequence = SequenceOfPlay(
        "Phases", {"day": SequenceOfPlay("Day", day), "night": SequenceOfPlay("Night", night)}, at=lambda s: s.phase
    )
    assert sequence.steps == ("count", "over")
    s = Phased(dice=Dice.loaded([]), said=[], phase="night")
    assert list(sequence.run(s)) == []
    assert s.said == ["dark"]
    s.phase, s.step = "day", "over"
    with pytest.raises(RuleFault, match="Day has no step 'over'; its steps are count"):
        list(sequence.run(s))
