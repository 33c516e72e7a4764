"""The journal says what happened, each line with its clause and for those who may know it.

It hangs on the position, not in the state: clones and simulations have the silent one, which costs nothing.
"""

from __future__ import annotations

from typing import Any

from sandtable.kernel.records import Line as Line
from sandtable.kernel.records import Modifier as Modifier


class Journal:
    """The lines of a match, in order."""

    __slots__ = ("lines", "step")

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.step = 0

    def add(self, clause: str, event: str, seen_by: tuple[str, ...] | None = None, **facts: Any) -> None:
        """Write a line, for everyone or only for the seats in `seen_by`."""
        self.lines.append(Line(self.step, clause, event, facts, seen_by))

    def read(self, seat: str, since: int = 0) -> list[Line]:
        """What a seat may read, from line number `since` on."""
        return [line for line in self.lines[since:] if line.visible_to(seat)]

    def cut(self, length: int) -> None:
        """Forget what was written after that many lines, because it is played again."""
        del self.lines[length:]


class SilentJournal(Journal):
    """The journal of simulations: nothing is written."""

    __slots__ = ()

    def add(self, clause: str, event: str, seen_by: tuple[str, ...] | None = None, **facts: Any) -> None:
        return


SILENT = SilentJournal()
