"""The memory that the C library keeps for a long-running process."""

from __future__ import annotations

import ctypes
from contextlib import suppress

_ARENA_MAX = -8
"""The number of the setting in the GNU C library's mallopt."""


def share_heap() -> None:
    """Let all threads take memory from two heaps: with one for each of them, what they free lies about in pieces."""
    with suppress(AttributeError, OSError):  # other C libraries have no such setting
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 2)


def give_back() -> None:
    """Give back to the system what was freed."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
