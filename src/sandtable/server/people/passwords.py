"""Passwords as argon2 hashes. To make or compare one takes a moment and 19 MB, so few are made at a time."""

from __future__ import annotations

import asyncio
import secrets
from functools import cache

_AT_ONCE = 2
_SALT, _HASH = 16, 32
"""Bytes."""


def _hashed(password: str) -> str:
    """OWASP's parameters: 19 MiB, two passes, one lane. Imported when it is first needed."""
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

    salt = secrets.token_bytes(_SALT)
    hasher = Argon2id(salt=salt, length=_HASH, iterations=2, lanes=1, memory_cost=19 * 1024)
    return hasher.derive_phc_encoded(password.encode())


@cache
def _nobodys() -> str:
    return _hashed("the password of nobody")


class Passwords:
    """Makes and compares hashes, beside the loop that serves people."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(_AT_ONCE)

    async def hash(self, password: str) -> str:
        """What is stored of a password."""
        async with self._free:
            return await asyncio.to_thread(_hashed, password)

    async def matches(self, stored: str, password: str) -> bool:
        """Whether it is the password; without a stored one it takes as long, so that nobody learns who has one."""
        async with self._free:
            return await asyncio.to_thread(_matches, stored, password)


def _matches(stored: str, password: str) -> bool:
    from cryptography.exceptions import InvalidKey
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

    try:
        Argon2id.verify_phc_encoded(password.encode(), stored or _nobodys())
    except (InvalidKey, ValueError):  # another password, or no hash at all
        return False
    return bool(stored)
