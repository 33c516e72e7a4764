"""The kernel's own records, which saves and front ends carry about.

They stand apart from the code that makes them so that mypyc can compile that code: it would drop what is said in a
class's brackets, such as `frozen`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from sandtable.kernel.state import State

Option = tuple[str | int, ...]
"""(verb, *ids): the ids are those of the pieces, spaces and cards on the table."""

Modifier = tuple[int, str, str]
"""(value, clause, reason): every roll in the journal shows its sum of these."""


class Choice(msgspec.Struct, frozen=True, array_like=True):
    """One choice of the history."""

    seat: str
    option: Option


class JournalLine(msgspec.Struct, frozen=True):
    """One line: `event` names a template of the game's words, `facts` fill it in."""

    step: int
    clause: str
    event: str
    facts: dict[str, Any]
    seen_by: tuple[str, ...] | None = None
    sides: tuple[str, ...] = ()
    """The seats and sides it is about: those that its facts name, or else the one whose choice led to it."""

    def visible_to(self, seat: str) -> bool:
        """Whether a seat may read the line; spectators (seat "") read only what all may."""
        return self.seen_by is None or seat in self.seen_by


class Odds(msgspec.Struct, frozen=True):
    """What an option may lead to: outcomes with their probabilities, and the modifiers that went in."""

    outcomes: tuple[tuple[str, float], ...]
    modifiers: tuple[Modifier, ...] = ()
    sampled: bool = False
    sums: tuple[tuple[str, str, str], ...] = ()
    """What was added up before the roll: (what, how much, clause)."""
    row: tuple[tuple[str, str, float], ...] = ()
    """The row or column of the table that holds: (what is rolled, what it means, its chance)."""
    preview: bool = False
    """Nothing is rolled yet: it shows what the option would lead to later."""


class Moment(msgspec.Struct, frozen=True):
    """A place to return to: a checkpoint, the choices since, and where history and journal stood."""

    checkpoint: State
    since: tuple[Choice, ...]
    steps: int
    checkpoint_lines: int
    imagined: Imagined | None = None


class Imagined(msgspec.Struct, frozen=True):
    """How a position was imagined in the middle of an activity: the decision it came from, and what is sealed there.

    The rules run to that decision again on the state it came from; then the checkpoint, which holds the guess, takes
    that state's place. Nobody looks at `origin` but the kernel: it holds the truth.
    """

    origin: Moment
    sealed: tuple[tuple[str, Option], ...]


class Snapshot(msgspec.Struct, frozen=True):
    """A checkpoint of the past, packed, and where history and journal stood."""

    kind: type[State]
    packed: bytes
    steps: int
    lines: int
    imagined: Imagined | None = None


class StoredPosition(msgspec.Struct, frozen=True):
    """A position at a moment when nothing could be taken back freely: with its steps and its journal it is whole.

    The last `since` of the steps were made after the checkpoint, the first `lines` of the journal written before it.
    """

    packed: bytes
    since: int
    lines: int
