"""The places in its past to which a position can return. A long match has hundreds: all but the newest are packed."""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterable

from sandtable.kernel.moments import Moment, Snapshot
from sandtable.kernel.state import State, state_from_json, state_to_json

_EVERY = 25
"""So many choices at least lie between two snapshots: to go back, one runs that many again."""
_UNPACKED = 1
_MOST = 64
"""So many packed ones at most: of a long match, those that lie closest together are thinned out."""


def pack(state: State) -> bytes:
    """A checkpoint in few bytes: of a large game some 20 kB instead of more than a megabyte."""
    return zlib.compress(state_to_json(state), 1)


def unpack(kind: type[State], packed: bytes) -> State:
    """The checkpoint that `pack` wrote."""
    return state_from_json(kind, zlib.decompress(packed))


def unpacked(snapshot: Snapshot) -> Moment:
    """The moment that a snapshot keeps."""
    checkpoint = unpack(snapshot.kind, snapshot.packed)
    return Moment(checkpoint, (), snapshot.steps, snapshot.lines, snapshot.imagined)


class Snapshots:
    """Checkpoints of the past in the order of their steps."""

    def __init__(self, taken: Iterable[Snapshot] = ()) -> None:
        self._old: list[Snapshot] = list(taken)
        self._thin_out()
        self._new: list[Moment] = []

    def note(self, moment: Moment) -> None:
        """Keep a moment before which nothing of its activity had happened, if the last one kept is long ago."""
        if self._new:
            last = self._new[-1].steps
        else:
            last = self._old[-1].steps if self._old else -_EVERY
        if moment.steps < last + _EVERY:
            return
        self._new.append(moment)
        if len(self._new) > _UNPACKED:
            oldest = self._new.pop(0)
            kind = type(oldest.checkpoint)
            packed = pack(oldest.checkpoint)
            self._old.append(Snapshot(kind, packed, oldest.steps, oldest.checkpoint_lines, oldest.imagined))
            self._thin_out()

    def _thin_out(self) -> None:
        old = self._old
        while len(old) > _MOST:
            del old[min(range(1, len(old) - 1), key=lambda at: old[at + 1].steps - old[at - 1].steps)]

    def cut(self, steps: int) -> None:
        """Forget what lies after that step."""
        if self._new and self._new[-1].steps > steps:
            self._new = [moment for moment in self._new if moment.steps <= steps]
        if self._old and self._old[-1].steps > steps:
            self._old = [snapshot for snapshot in self._old if snapshot.steps <= steps]

    def reaches(self, steps: int) -> bool:
        """Whether one of them lies at or before that step."""
        first = self._old[0].steps if self._old else self._new[0].steps if self._new else steps + 1
        return first <= steps

    def last_before(self, steps: int) -> int:
        """The step of the last of them at or before that one; before the first choice there is none, and step 0."""
        places = [*(snapshot.steps for snapshot in self._old), *(moment.steps for moment in self._new)]
        at = bisect_right(places, steps)
        return places[at - 1] if at else 0

    def nearest(self, steps: int) -> Moment | Snapshot:
        """The last of them at or before a step, packed if it is kept so."""
        place = self.last_before(steps)
        for moment in self._new:
            if moment.steps == place:
                return moment
        return next(snapshot for snapshot in self._old if snapshot.steps == place)

    def before(self, steps: int) -> Moment:
        """The last of them at or before a step."""
        nearest = self.nearest(steps)
        return unpacked(nearest) if isinstance(nearest, Snapshot) else nearest
