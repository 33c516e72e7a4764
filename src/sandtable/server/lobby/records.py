"""On what terms a match is played with others, and how far it has come, as everyone may know it."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from sandtable.server.clocks.time import TimeControl

ANYONE = "anyone"
"""A seat that is offered to whoever comes first. Ids of accounts are longer."""
Pace = Literal["live", "daily", "untimed"]
PACES: tuple[Pace, ...] = get_args(Pace)
Level = Literal["any", "newcomer", "experienced"]
LEVELS: tuple[Level, ...] = get_args(Level)


class Terms(msgspec.Struct, frozen=True):
    """What a match says of itself to those who may join it."""

    listed: bool = False
    """Whether the lobby lists it: while a seat is free to be taken, later to be watched."""
    level: Level = "any"
    """For whom it is meant."""
    note: str = ""
    control: TimeControl | None = None
    """How long players may take; without one, as long as they like."""
    rated: bool = False
    """Whether it counts for the ratings of those who play it."""

    @property
    def pace(self) -> Pace:
        """Whether it is played live, a turn a day or so, or without a clock."""
        if self.control is None:
            return "untimed"
        return "live" if self.control.live else "daily"


class Progress(msgspec.Struct, frozen=True):
    """How far a match has come, as spectators know it: whose choice it is, and since when."""

    waiting: tuple[str, ...] = ()
    """The seats that are asked."""
    since: str = ""
    over: bool = False
