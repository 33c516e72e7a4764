"""What is said at a match, who hears it, and what somebody notes for themselves."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from sandtable.server.messages import Outgoing
from sandtable.server.records import shown_name

Channel = Literal["players", "spectators"]
CHANNELS: tuple[Channel, ...] = get_args(Channel)
LONGEST_LINE = 500
LONGEST_NOTE = 1000
MOST_NOTES = 500
"""So many notes a seat may keep in one match."""


class TalkLine(msgspec.Struct, frozen=True):
    """Something that was said."""

    number: int
    at: str
    channel: Channel
    speaker: str
    """The id of an account, or match and seat of a guest."""
    seat: str
    name: str
    text: str
    """Empty when the operator has erased it."""
    message: str
    """The id that the speaker's browser gave it: what is sent again is not said again."""


class Speaker(msgspec.Struct, frozen=True):
    """Who speaks, where, and under which name."""

    id: str
    channel: Channel
    seat: str
    name: str


class LineTold(msgspec.Struct, frozen=True):
    """Something that was said, as one of those who may read it sees it."""

    number: int
    at: str
    name: str
    seat: str
    """The seat of a player; a spectator has none."""
    text: str
    """Empty if you have muted who said it, or the operator has erased it."""
    yours: bool
    muted: bool


class Spoken(Outgoing, frozen=True, tag="spoken"):
    """Somebody has said something."""

    line: LineTold


class SeatNote(msgspec.Struct, frozen=True):
    """What the player of a seat noted at a step, for themselves alone."""

    step: int
    at: str
    text: str


class Report(msgspec.Struct, frozen=True):
    """What somebody told the operator about a line."""

    number: int
    at: str
    by: str
    by_name: str
    match: str
    line: int
    whom: str
    whom_name: str
    text: str
    why: str
    settled: str


def told(line: TalkLine, own: frozenset[str], muted: frozenset[str]) -> LineTold:
    """A line as somebody sees it who speaks under these ids and has muted those."""
    quiet = line.speaker in muted
    name, text = shown_name(line.name), "" if quiet else line.text
    return LineTold(line.number, line.at, name, line.seat, text, line.speaker in own, quiet)
