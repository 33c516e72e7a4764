"""What players are told of a clock, and what they claim of a seat whose time is over."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from sandtable.server.clocks import time as clocks
from sandtable.server.clocks.time import DAY, Clock, TimeControl
from sandtable.server.messages import Outgoing


class Claim(msgspec.Struct, frozen=True):
    """One player wants something for a seat whose time is over."""

    late: str
    bot: str
    """The bot that is to play on; "" to win."""
    by: str
    holder: str
    """Who held the seat that claims (`StoredMatch.holder`): whoever gets it later has agreed to nothing."""
    ended: int
    """When the time was over: what was claimed of one turn does not count for the next."""


class Clocked(Outgoing, frozen=True, tag="clock"):
    """The clock of a match, when it is greeted and whenever it changes."""

    control: TimeControl
    running: tuple[str, ...]
    """The seats whose time runs."""
    left: dict[str, int]
    """The seconds that each seat has now; below zero if its time is over and nobody has claimed yet."""
    away: dict[str, str]
    """Until when seats are on vacation."""
    vacation: dict[str, int]
    """The days of vacation that each seat has left."""


def clocked(clock: Clock, control: TimeControl, now: float) -> Clocked:
    """A clock as players are told of it."""
    return Clocked(
        control,
        clock.running,
        {seat: int(clocks.left(clock, seat, now)) for seat in clock.left},
        {seat: told(until) for seat, until in clock.away.items() if until > now},
        {seat: int(span // DAY) for seat, span in clock.vacation.items()},
    )


def told(moment: float | None) -> str:
    """A moment as times are kept; "" for none."""
    return "" if moment is None else datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
