"""Passkeys as they are kept, and the challenges that browsers answer with them."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

import msgspec

from sandtable.server.settings import Settings

Purpose = Literal["sign in", "sign up", "add", "confirm"]
_TRIED_OUT_AT = "localhost"
"""The one host without a name of its own at which browsers have passkeys."""


class Passkey(msgspec.Struct, frozen=True):
    """A key pair of a person's device; the server has its public half."""

    id: str
    credential: str
    """The id that the device gave it."""
    person: str
    name: str
    public_key: bytes
    counter: int
    """How often the device says that it has signed. A number that does not grow tells of a copy."""
    created: str
    used: str


class Challenge(msgspec.Struct, frozen=True):
    """What a browser is to sign: once, within minutes, and only the one that has the cookie with its token."""

    hash: str
    purpose: Purpose
    challenge: str
    person: str
    """Whose account it is about; at a sign-up, the id that the account will have."""
    session: str
    """The session in which it was asked for, if somebody was signed in."""
    until: str


class Party(msgspec.Struct, frozen=True):
    """Whom passkeys are made for: the host, and the origins of its pages."""

    host: str
    origins: tuple[str, ...]


def party_of(settings: Settings, here: str) -> Party | None:
    """Whom passkeys are made for, by the settings; only for a try at one's own machine by the address of the page.

    The `Host` of a request is not asked: what may be signed is for the operator to say.
    """
    origins = [origin for origin in (settings.public_address, *settings.allowed_origins) if origin]
    if not origins:
        name = urlsplit(here).hostname or ""
        return Party(name, (here,)) if name == _TRIED_OUT_AT else None
    host = urlsplit(origins[0]).hostname or ""
    same = (origin for origin in origins if _belongs(urlsplit(origin).hostname or "", host))
    return Party(host, tuple(same)) if host else None


def _belongs(name: str, host: str) -> bool:
    return name == host or name.endswith(f".{host}")
