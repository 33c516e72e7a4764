"""Bans and the audit trail: what an operator did, when, why, and until when."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.server.records import Declined

BanKind = Literal["account", "address", "talk"]
"""Who may not come in (an account, a network address), or may not speak."""
Deed = Literal[
    "close",
    "ban",
    "unban",
    "mute",
    "unmute",
    "dismiss",
    "erase",
    "add",
    "invite",
    "link",
    "remove",
    "export",
    "retry",
    "drop",
]
LONGEST_REASON = 200


class Ban(msgspec.Struct, frozen=True):
    """Somebody who may not come in or speak, until a time; for good if it is empty."""

    kind: BanKind
    subject: str
    """The id of an account, a network, or the id of a speaker."""
    at: str
    until: str
    why: str

    @property
    def told(self) -> Declined:
        """What the banned person is told."""
        facts = {"why": self.why, "until": shown_time(self.until)}
        match self.kind, bool(self.until):
            case "talk", True:
                return Declined(403, "You can't speak here until {until}: {why}", "", **facts)
            case "talk", False:
                return Declined(403, "You can't speak here any more: {why}", "", **facts)
            case _, True:
                return Declined(403, "You are banned from this server until {until}: {why}", "", **facts)
        return Declined(403, "You are banned from this server: {why}", "", **facts)


class Act(msgspec.Struct, frozen=True):
    """One thing that an operator did."""

    at: str
    by: str
    """The operator: the user of the machine, or the name that was given."""
    act: Deed
    about: str
    """The id of an account, a speaker or a match, or a network."""
    named: str
    """How people call it; empty once the account is removed."""
    why: str
    until: str = ""
    report: int = 0
    """The report that it settles."""


class ListedAct(Act, frozen=True):
    """The same with its number in the trail."""

    number: int = 0


def shown_time(at: str) -> str:
    """A time as people read it, in UTC."""
    return f"{at[:16].replace('T', ' ')} UTC" if at else ""
