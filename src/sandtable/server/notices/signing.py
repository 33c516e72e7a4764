"""Links in letters that work without signing in: what they allow, for whom, and a signature of this server."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from typing import Literal

Purpose = Literal["confirm", "unsubscribe"]
KEPT_AS = "notice-secret"
"""The name under which the key is kept."""


def new_secret() -> str:
    """A key of 256 bits."""
    return secrets.token_hex(32)


def signed(secret: str, purpose: Purpose, about: str) -> str:
    """A token that allows one thing for one address or person."""
    return f"{about}.{_signature(secret, purpose, about)}"


def checked(secret: str, purpose: Purpose, token: str) -> str | None:
    """What a token is about; None if this server has not signed it for this purpose."""
    about, _, signature = token.rpartition(".")
    good = hmac.compare_digest(signature.encode(), _signature(secret, purpose, about).encode())
    return about if about and good else None


def _signature(secret: str, purpose: Purpose, about: str) -> str:
    return hmac.new(bytes.fromhex(secret), f"{purpose} {about}".encode(), sha256).hexdigest()
