"""Messages that were carried out: one that comes again is answered as before, and not carried out twice.

A match remembers all of them, in 20 bytes each.
"""

from __future__ import annotations

from hashlib import blake2b
from struct import Struct

import msgspec

from sandtable.kernel.flow import Option
from sandtable.server.records import Entry

_RECORD = Struct(">8s8sI")


class MessageResult(msgspec.Struct, frozen=True):
    """What a message led to."""

    kind: str
    option: Option | None
    """Of a choice only the fingerprint is kept."""
    chosen: bytes
    step: int
    """What its seat calls the step to which it led."""

    def is_for(self, kind: str, option: Option) -> bool:
        """Whether it was this that was wanted."""
        return kind == self.kind and _fingerprint(option) == self.chosen


class CarriedOut:
    """The messages of one match, by their seats and ids."""

    def __init__(self) -> None:
        self._records = bytearray()
        self._taken_back: dict[int, tuple[str, Option]] = {}
        """What was no choice, by its place."""

    def note(self, entry: Entry, step: int) -> None:
        """One more."""
        if entry.kind != "choose":
            self._taken_back[len(self._records)] = entry.kind, entry.option
        self._records += _RECORD.pack(_fingerprint((entry.seat, entry.message)), _fingerprint(entry.option), step)

    def find(self, seat: str, id: str) -> MessageResult | None:
        """What the message of a seat with this id led to, if it was carried out."""
        wanted, place = _fingerprint((seat, id)), -1
        while (place := self._records.find(wanted, place + 1)) >= 0:
            if place % _RECORD.size == 0:
                _, chosen, step = _RECORD.unpack_from(self._records, place)
                kind, option = self._taken_back.get(place, ("choose", None))
                return MessageResult(kind, option, chosen, step)
        return None


def _fingerprint(things: Option) -> bytes:
    return blake2b(msgspec.msgpack.encode(things), digest_size=8).digest()
