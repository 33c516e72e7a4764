"""The sequence of play: a table that says for each step of a game which activity it is.

A state stands at one step, `s.step`. The activity of that step runs, and leaves `s.step` at the one that follows. An
activity that asks is a generator; one that asks nothing is a plain function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Generic, Protocol, TypeVar

from sandtable.kernel.errors import RuleFault
from sandtable.kernel.flow import Flow


class HasStep(Protocol):
    """A state that says in `step` where in the sequence of play it stands."""

    @property
    def step(self) -> str:
        """The step whose activity comes next."""
        ...


S = TypeVar("S", bound=HasStep)
Name = TypeVar("Name", bound=str)
Activity = Callable[[S], Flow | None]
"""One unit's move, one attack, one card: a generator function if it asks, otherwise a plain function."""


class SequenceOfPlay(Generic[S]):
    """`SequenceOfPlay("Chess", {"white": move, "black": move, "clock": press_clock})`.

    Give the keys a `Literal` type, the one of `s.step`, and mypy finds a step that does not exist. A game whose steps
    are parts of phases has a table of phases, `{"fire": SequenceOfPlay("Fire", {...}), ...}`, and says
    `at=lambda s: s.phase`.
    """

    def __init__(
        self,
        title: str,
        activities: Mapping[Name, Activity[S]] | Mapping[Name, SequenceOfPlay[S]],
        at: Callable[[S], str] = attrgetter("step"),
    ) -> None:
        self.title = title
        self._at = at
        self._activities: dict[str, Activity[S] | SequenceOfPlay[S]] = dict(activities.items())

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps, in the order of the table; those of phases one after the other."""
        steps: dict[str, None] = {}
        for step, activity in self._activities.items():
            steps |= dict.fromkeys(activity.steps if isinstance(activity, SequenceOfPlay) else (step,))
        return tuple(steps)

    def run(self, s: S) -> Flow:
        """Run ONE activity, that of the step where the state stands."""
        yield from self.begin(s)

    def begin(self, s: S) -> Flow | tuple[()]:
        """The same for `yield from`, without a generator around the activity's own: it begins at once."""
        step = self._at(s)
        activity = self._activities.get(step)
        if activity is None:
            raise RuleFault(
                f"The sequence of play of {self.title} has no step {step!r}; its steps are "
                f"{', '.join(self._activities)}."
            )
        if isinstance(activity, SequenceOfPlay):
            return activity.begin(s)
        flow = activity(s)
        return () if flow is None else flow
