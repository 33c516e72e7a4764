"""What is kept of people: accounts, the devices on which they are signed in, and tickets that are good once."""

from __future__ import annotations

from typing import Literal

import msgspec

TicketKind = Literal["invitation", "password"]


class Person(msgspec.Struct, frozen=True):
    """An account."""

    id: str
    name: str
    email: str
    password: str
    """Its argon2 hash; empty until its owner has set one."""
    created: str


class Session(msgspec.Struct, frozen=True):
    """A device on which somebody is signed in. Its token is in the browser's cookie; here is only the hash."""

    hash: str
    id: str
    """It stays when the token changes."""
    person: str
    created: str
    used: str
    until: str
    device: str


class Signed(msgspec.Struct, frozen=True):
    """Somebody who is signed in, and on which device."""

    person: Person
    session: Session


class Ticket(msgspec.Struct, frozen=True):
    """An invitation, or the right to set a new password: good once, and for some days."""

    hash: str
    kind: TicketKind
    person: str
    until: str
