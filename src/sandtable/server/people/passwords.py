"""Passwords as argon2 hashes. To make or compare one takes a moment and 19 MB, so few are made at a time."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from functools import cache

_AT_ONCE = 2
_SALT, _HASH = 16, 32
"""Bytes."""
_PASSES, _LANES, _MEMORY = 2, 1, 19 * 1024
"""OWASP's parameters."""


def _hashed(password: str) -> str:
    """What is stored of a password. The library is imported when it is first needed."""
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

    salt = secrets.token_bytes(_SALT)
    hasher = Argon2id(salt=salt, length=_HASH, iterations=_PASSES, lanes=_LANES, memory_cost=_MEMORY)
    return hasher.derive_phc_encoded(password.encode())


@cache
def _nobodys() -> str:
    """The hash of no known password. Drawn, not made: the first try after a start would take twice as long."""
    salt, hash = (b64encode(secrets.token_bytes(length)).rstrip(b"=").decode() for length in (_SALT, _HASH))
    return f"$argon2id$v=19$m={_MEMORY},t={_PASSES},p={_LANES}${salt}${hash}"


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
