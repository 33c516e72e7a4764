"""The digests of a match, one after each step, in 12 bytes each."""

# mypyc: skip: the class has a base of the standard library

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import overload

from sandtable.kernel.state import DIGEST_SIZE


class Digests(Sequence[str]):
    """Digests in their order, as hexadecimal digits."""

    __slots__ = ("_bytes",)

    def __init__(self, digests: Iterable[str] = ()) -> None:
        self._bytes = bytearray().join(map(bytes.fromhex, digests))

    def __len__(self) -> int:
        return len(self._bytes) // DIGEST_SIZE

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        places = range(len(self))[index]
        return self._at(places) if isinstance(places, int) else [self._at(place) for place in places]

    def _at(self, place: int) -> str:
        return self._bytes[place * DIGEST_SIZE : (place + 1) * DIGEST_SIZE].hex()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def put(self, place: int, digest: str) -> None:
        """The digest after a step, and none of later steps."""
        self._bytes[place * DIGEST_SIZE :] = bytes.fromhex(digest)
