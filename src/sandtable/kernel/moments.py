"""Moments of a game to which a position can return: kept in memory, packed, or stored.

They stand apart from the code that makes them, like the other records of the kernel.
"""

from __future__ import annotations

import msgspec

from sandtable.kernel.records import Choice, Option
from sandtable.kernel.state import State


class Moment(msgspec.Struct, frozen=True):
    """A place to return to: a checkpoint, the choices since, and where history and journal stood."""

    checkpoint: State
    since: tuple[Choice, ...]
    steps: int
    checkpoint_lines: int
    imagined: Imagined | None = None


class Place(msgspec.Struct, frozen=True):
    """A moment told by the history of its position: the last `since` of its first `steps` choices led there.

    Without a checkpoint one gets there by playing again from a snapshot.
    """

    checkpoint: State | None
    since: int
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
    options: tuple[Option, ...] = ()
    """The options of that decision, if one seat makes it; they stay those of the state it came from."""


class Snapshot(msgspec.Struct, frozen=True):
    """A checkpoint of the past, packed, and where history and journal stood."""

    kind: type[State]
    packed: bytes
    steps: int
    lines: int
    imagined: Imagined | None = None


class ReplayPath(msgspec.Struct, frozen=True):
    """How to come to stand where a position stood: a checkpoint before it, and the choices made from there.

    It can be sent to another process. It holds the truth, not what a seat may know of it.
    """

    start: Moment | Snapshot
    choices: tuple[Choice, ...] = ()


class StoredPosition(msgspec.Struct, frozen=True):
    """A position at a moment when nothing could be taken back freely: with its steps and its journal it is whole.

    The last `since` of the steps were made after the checkpoint, the first `lines` of the journal written before it.
    """

    packed: bytes
    since: int
    lines: int
