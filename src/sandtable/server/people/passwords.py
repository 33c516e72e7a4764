"""Passwords as argon2 hashes. To make or compare one takes a moment and 19 MB, so few are made at a time."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher

_AT_ONCE = 2


@cache
def _hasher() -> PasswordHasher:
    """OWASP's parameters: 19 MiB, two passes, one lane. Imported when it is first needed."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


@cache
def _nobodys() -> str:
    return _hasher().hash("the password of nobody")


class Passwords:
    """Makes and compares hashes, beside the loop that serves people."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(_AT_ONCE)

    async def hash(self, password: str) -> str:
        """What is stored of a password."""
        async with self._free:
            return await asyncio.to_thread(lambda: _hasher().hash(password))

    async def matches(self, stored: str, password: str) -> bool:
        """Whether it is the password; without a stored one it takes as long, so that nobody learns who has one."""
        async with self._free:
            return await asyncio.to_thread(_matches, stored, password)


def _matches(stored: str, password: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        _hasher().verify(stored or _nobodys(), password)
    except (VerificationError, InvalidHashError):
        return False
    return bool(stored)
