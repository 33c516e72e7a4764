"""Records that several threads may read at once.

msgspec learns the fields of a class when it first reads one. If two threads do so at the same moment, one of them uses
what the other has only half filled in, and the process dies of a segmentation fault (seen with msgspec 0.22).
"""

from __future__ import annotations

from threading import Lock
from typing import TypeVar

import msgspec

_T = TypeVar("_T")
_one_at_a_time = Lock()
_ready: set[type] = set()


def prepared(kind: type[_T]) -> type[_T]:
    """The type itself, once msgspec knows its fields."""
    if kind not in _ready:
        with _one_at_a_time:
            msgspec.json.Decoder(kind)
            _ready.add(kind)
    return kind
