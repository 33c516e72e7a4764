"""What seats may count: a run of another's private choices is nothing that they know of."""

from __future__ import annotations

from array import array
from collections.abc import Sequence


class StepCounts:
    """Things in their order, some private to one seat, and for each seat how many of them it knows of.

    The counts are kept and only ever extended or cut: a long match is counted once, not at every choice.
    """

    def __init__(self, length: int = 0) -> None:
        self.whose: list[str] = [""] * length
        """The seat to which each is private, or "" if all know of it."""
        self._private = 0
        self._counts: dict[str, array[int]] = {}

    def first(self, length: int) -> StepCounts:
        """The first so many, to be counted on their own."""
        known = StepCounts()
        known.whose = self.whose[:length]
        known._private = sum(whose != "" for whose in known.whose)
        return known

    def add(self, whose: str = "") -> None:
        """One more: private to a seat, or known to all."""
        self.whose.append(whose)
        if whose:
            self._private += 1

    def cut(self, length: int) -> None:
        """Forget all after so many."""
        if len(self.whose) <= length:
            return
        if self._private:
            self._private -= sum(whose != "" for whose in self.whose[length:])
        del self.whose[length:]
        for counts in self._counts.values():
            del counts[length + 1 :]

    def counts(self, seat: str) -> Sequence[int]:
        """How many a seat knows of after each; to be read at once, for it grows with the match."""
        if not self._private:
            return range(len(self.whose) + 1)
        counts = self._counts.get(seat)
        if counts is None:
            counts = self._counts[seat] = array("l", [0])
        for whose in self.whose[len(counts) - 1 :]:
            counts.append(counts[-1] + (whose in ("", seat)))
        return counts
