"""What every channel does."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from sandtable.server.notices.outbox import Taken
from sandtable.server.notices.words import Words

Outcome = Literal["sent", "again", "never", "gone"]
"""Sent; to be tried again later; refused for good; refused for good because there is no such address any more."""


class Tried(NamedTuple):
    """What came of a try."""

    outcome: Outcome
    reason: str = ""
    """Why it was not sent, for the operator: a code or the kind of a fault, and nothing of the person or the notice."""


SENT = Tried("sent")


class Sending(Protocol):
    """A channel."""

    async def send(self, taken: Taken, target: str, words: Words) -> Tried:
        """Send a notice to a target; what came of it."""
