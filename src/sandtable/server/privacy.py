"""What seats may count: how often another made private choices is told to nobody, by no number and no message."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from sandtable.kernel.step_counts import StepCounts
from sandtable.server.records import Declined, ShowAll


class Privacy:
    """Which entries of a match were private, and what of them the other seats have still to be shown."""

    def __init__(self) -> None:
        self.now = False
        """Whether what has just been carried out was private."""
        self.known = StepCounts()
        """The entries, as far as each seat knows of them."""
        self._unshown: int | None = None

    def note(self, seat: str) -> None:
        """One more entry of a seat."""
        self.known.add(seat if self.now else "")

    def version(self, seat: str, whole: int) -> int:
        """How many of the first entries a seat knows of."""
        return self.known.counts(seat)[whole]

    def show(self, kept: int, seat: str) -> ShowAll:
        """Everyone gets the new table; after a private choice only who made it, the others when it is over."""
        waiting = kept if self._unshown is None else min(kept, self._unshown)
        self._unshown = waiting if self.now else None
        return ShowAll(kept, seat) if self.now else ShowAll(waiting)


def step_named(counts: Sequence[int], step: int) -> int:
    """The last step that a seat with these counts calls by a number: to it one goes back, and what others chose in
    private before it stays."""
    _check(counts, step)
    return bisect_right(counts, step) - 1


def first_step_named(counts: Sequence[int], step: int) -> int:
    """The first step that a seat with these counts calls by a number: of those after it, it may see nothing."""
    _check(counts, step)
    return bisect_left(counts, step)


def _check(counts: Sequence[int], step: int) -> None:
    if step > counts[-1]:
        raise Declined(409, "There is no step {step}. The match has {steps:step|steps}.", step=step, steps=counts[-1])
