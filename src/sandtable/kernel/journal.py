"""The journal says what happened, each line with its clause and for those who may know it.

It hangs on the position, not in the state: clones and simulations have the silent one, which costs nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.kernel.lines import Lines
from sandtable.kernel.records import JournalLine as JournalLine
from sandtable.kernel.records import Modifier as Modifier


class Journal:
    """The lines of a match, in order."""

    __slots__ = ("_visible", "by", "lines", "step", "whose")

    def __init__(self) -> None:
        self.lines = Lines()
        self._visible: dict[str, array[int]] = {}
        self.step = 0
        self.by = ""
        """The seat whose choice is being carried out."""
        self.whose: Callable[[str], str] | None = None
        """To which seat or side an id belongs; the position that writes here knows it."""

    def add(self, clause: str, event: str, seen_by: tuple[str, ...] | None = None, **facts: Any) -> None:
        """Write a line, for everyone or only for the seats in `seen_by`."""
        self.lines.append(JournalLine(self.step, clause, event, facts, seen_by, self._about(facts)))

    def _about(self, facts: dict[str, Any]) -> tuple[str, ...]:
        """The seats and sides that the facts name; if they name none, the seat that chose."""
        named: dict[str, None] = {}
        whose = self.whose
        if whose is not None:
            for fact in facts.values():
                for thing in fact if isinstance(fact, list | tuple) else (fact,):
                    side = whose(thing) if isinstance(thing, str) else ""
                    if side:
                        named[side] = None
        return tuple(named) or ((self.by,) if self.by else ())

    def read(self, seat: str, since: int = 0) -> list[JournalLine]:
        """What a seat may read, from line number `since` on."""
        return [line for line in self.lines[since:] if line.visible_to(seat)]

    def visible(self, seat: str) -> Sequence[int]:
        """How many lines a seat may read of the first 0, 1, 2 … lines; to be read at once, for it grows with them."""
        counts = self._visible.get(seat)
        if counts is None:
            counts = self._visible[seat] = array("l", [0])
        for line in self.lines[len(counts) - 1 :]:
            counts.append(counts[-1] + line.visible_to(seat))
        return counts

    def cut(self, length: int) -> None:
        """Forget what was written after that many lines, because it is played again."""
        self.lines.cut(length)
        for counts in self._visible.values():
            del counts[length + 1 :]


class SilentJournal(Journal):
    """The journal of simulations: nothing is written."""

    __slots__ = ()

    def add(self, clause: str, event: str, seen_by: tuple[str, ...] | None = None, **facts: Any) -> None:
        return

    def cut(self, length: int) -> None:
        return


SILENT = SilentJournal()
