"""The lines of a journal. A long match has thousands: all but the newest are packed, some 30 bytes for each."""

# mypyc: skip: the class has a base of the standard library, and what takes time here is compiled already

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import overload
from weakref import WeakSet

import msgspec

from sandtable.kernel.records import JournalLine

_TOGETHER = 8
"""So many lines are packed at a time."""
_UNPACKED = 4
"""So many of the newest are never packed: they are read and written again and again."""
_packer = msgspec.msgpack.Encoder()
_unpacker = msgspec.msgpack.Decoder(list[JournalLine])
_encoder = msgspec.json.Encoder()


class Mark:
    """How many of the lines that stood when it was made stand still."""

    __slots__ = ("__weakref__", "kept")

    def __init__(self, kept: int) -> None:
        self.kept = kept


class Lines(Sequence[JournalLine]):
    """Lines in their order, to which more are added at the end. A line that was packed has lists for tuples."""

    __slots__ = ("_first_steps", "_marks", "_newest", "_packed")

    def __init__(self, lines: Iterable[JournalLine] = ()) -> None:
        self._packed: list[bytes] = []
        self._first_steps: list[int] = []
        """The step of the first line of each of them."""
        self._marks: WeakSet[Mark] = WeakSet()
        self._newest: list[JournalLine] = []
        self.extend(lines)

    def __len__(self) -> int:
        return len(self._packed) * _TOGETHER + len(self._newest)

    @overload
    def __getitem__(self, index: int) -> JournalLine: ...
    @overload
    def __getitem__(self, index: slice) -> list[JournalLine]: ...
    def __getitem__(self, index: int | slice) -> JournalLine | list[JournalLine]:
        if isinstance(index, slice):
            first, last, step = index.indices(len(self))
            return self._between(first, last)[::step] if step > 0 else list(self)[index]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        packed = len(self._packed) * _TOGETHER
        return self._newest[at - packed] if at >= packed else self._unpack(at // _TOGETHER)[at % _TOGETHER]

    def __iter__(self) -> Iterator[JournalLine]:
        for block in range(len(self._packed)):
            yield from self._unpack(block)
        yield from self._newest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(other) != len(self):
            return False
        return same_beginning(self, other) == len(self)

    def __reduce__(self) -> tuple[type[Lines], tuple[list[JournalLine]]]:
        return Lines, (list(self),)

    def append(self, line: JournalLine) -> None:
        """One more line."""
        self._newest.append(line)
        if len(self._newest) >= _TOGETHER + _UNPACKED:
            self._first_steps.append(self._newest[0].step)
            self._packed.append(zlib.compress(_packer.encode(self._newest[:_TOGETHER]), 1))
            del self._newest[:_TOGETHER]

    def extend(self, lines: Iterable[JournalLine]) -> None:
        """More lines."""
        for line in lines:
            self.append(line)

    def cut(self, length: int) -> None:
        """Forget all after so many."""
        packed = len(self._packed) * _TOGETHER
        if length < packed:
            block = length // _TOGETHER
            self._newest = self._unpack(block)[: length % _TOGETHER]
            del self._packed[block:], self._first_steps[block:]
        else:
            del self._newest[length - packed :]
        for mark in self._marks:
            mark.kept = min(mark.kept, length)

    def mark(self, length: int) -> Mark:
        """A mark after so many lines: it tells how many of them stand still, also where equal ones were written."""
        mark = Mark(length)
        self._marks.add(mark)
        return mark

    def until(self, step: int) -> int:
        """How many lines were written up to a step."""
        block, first = len(self._packed), self._newest[0].step if self._newest else step + 1
        if first > step and block:
            block = max(0, bisect_right(self._first_steps, step) - 1)
            return block * _TOGETHER + _until(self._unpack(block), step)
        return block * _TOGETHER + _until(self._newest, step)

    def copy(self) -> Lines:
        """The same lines; what is packed is shared."""
        twin = Lines()
        twin._packed, twin._first_steps = list(self._packed), list(self._first_steps)
        twin._newest = list(self._newest)
        return twin

    def kept_of(self, before: Lines) -> int:
        """How many lines at the beginning are those that stood here before."""
        ours, theirs = self._packed, before._packed
        blocks = 0
        while blocks < min(len(ours), len(theirs)) and ours[blocks] is theirs[blocks]:
            blocks += 1
        first = blocks * _TOGETHER
        return first + same_beginning(self[first:], before[first:])

    def _between(self, first: int, last: int) -> list[JournalLine]:
        packed = len(self._packed) * _TOGETHER
        found: list[JournalLine] = []
        for block in range(first // _TOGETHER, min(len(self._packed), -(-last // _TOGETHER))):
            start = block * _TOGETHER
            found += self._unpack(block)[max(0, first - start) : last - start]
        return found + self._newest[max(0, first - packed) : max(0, last - packed)]

    def _unpack(self, block: int) -> list[JournalLine]:
        lines: list[JournalLine] = _unpacker.decode(zlib.decompress(self._packed[block]))
        return lines


def same_beginning(ours: Iterable[JournalLine], theirs: Iterable[JournalLine]) -> int:
    """How many lines at the beginning are the same as they are told: lists and tuples are alike there."""
    same = 0
    for one, other in zip(ours, theirs, strict=False):
        if one is not other and _told(one) != _told(other):
            break
        same += 1
    return same


def _told(line: JournalLine) -> bytes:
    return _encoder.encode(line)


def _until(lines: Sequence[JournalLine], step: int) -> int:
    return bisect_right(lines, step, key=lambda line: line.step)
