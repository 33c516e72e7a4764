"""What is kept of notices: what happened, what somebody wants to hear of, where, and what is on its way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec

Kind = Literal["round", "turn", "takeback", "message", "over", "invitation", "clock"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""From the most urgent one: the first that happened is the headline."""
Channel = Literal["mail", "push", "other"]
CHANNELS: tuple[Channel, ...] = get_args(Channel)
State = Literal["waiting", "sent", "failed"]
Hour = Annotated[str, msgspec.Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
_UNASKED: Mapping[Channel, frozenset[Kind]] = {"mail": frozenset({"message"})}
"""What somebody is not told by a channel until they ask for it."""


class Wishes(msgspec.Struct, frozen=True):
    """What somebody wants to hear of, by which channels, and when not."""

    language: str = ""
    zone: str = ""
    """Their time zone, such as Europe/Berlin; without one it is UTC, and nothing is quiet."""
    quiet_from: Hour = "22:00"
    quiet_until: Hour = "08:00"
    """The night in their zone. If both are the same, there is none."""
    wanted: dict[str, tuple[str, ...]] = {}
    """The kinds that they chose, by channel. In an update a process of the next version may have written some that we
    do not know, so these are any words."""
    off: tuple[str, ...] = ()
    """Channels that they have left altogether; one click in a letter does that."""

    def kinds_by(self, channel: Channel) -> frozenset[Kind]:
        """What they are told by a channel."""
        if channel in self.off:
            return frozenset()
        if channel in self.wanted:
            return frozenset(kind for kind in KINDS if kind in self.wanted[channel])
        return frozenset(KINDS) - _UNASKED.get(channel, frozenset())


class Address(msgspec.Struct, frozen=True):
    """Where somebody can be told something. Nothing but the request to confirm it goes there before it is confirmed."""

    id: str
    person: str
    channel: Channel
    target: str
    """An e-mail address, a browser's subscription as JSON, or an address of apprise."""
    hash: str
    label: str
    created: str
    confirmed: str = ""


class Facts(msgspec.Struct, frozen=True):
    """What a notice says beside its kind: names, and never anything of the game."""

    who: str = ""
    """Who did it; the name that others see."""
    seat: str = ""
    """Whose seat it is about."""
    ends: str = ""
    """When time runs out, or ran out."""
    tournament: str = ""
    """What a tournament is called,"""
    round: int = 0
    """and which of its rounds begins."""


class Event(msgspec.Struct, frozen=True):
    """Something that somebody is to be told."""

    id: str
    person: str
    kind: Kind
    match: str
    """Or the tournament, for somebody who has a bye."""
    facts: Facts
    at: str
    due: str
    """Not before then: what happens in a match until then is told with it."""


class Line(msgspec.Struct, frozen=True):
    """One thing that a notice says."""

    kind: Kind
    facts: Facts


class Notice(msgspec.Struct, frozen=True):
    """What is said at once: what happened in one match."""

    match: str = ""
    """None in a test."""
    game: str = ""
    lines: tuple[Line, ...] = ()


class Delivery(msgspec.Struct, frozen=True):
    """A notice on its way to one address. Its id stays the same however often it is tried."""

    id: str
    person: str
    address: str
    body: str
    created: str
    due: str
    lease: str = ""
    """Until then the process that took it is busy with it."""
    tries: int = 0
    state: State = "waiting"
    ended: str = ""
    reason: str = ""
    """Why it was not sent at the last try, for the operator."""
