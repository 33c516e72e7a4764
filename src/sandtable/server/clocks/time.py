"""The arithmetic of clocks: pure functions of a clock and a moment. Times are seconds since 1970.

A clock runs for the seats that are asked. A turn lasts from the moment when a seat is asked until it is asked no more,
however many choices that takes: wargames ask much.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec

DAY = 86400
Kind = Literal["move", "bank"]


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long players may take: so long for every turn (`move`), or a bank for the whole match (`bank`)."""

    kind: Kind
    seconds: Annotated[int, msgspec.Meta(ge=10, le=60 * DAY)]
    """For one turn, or in the bank at first."""
    increment: Annotated[int, msgspec.Meta(ge=0, le=7 * DAY)] = 0
    """What a turn that is over brings back into the bank, which never holds more than at first."""
    vacation: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """Days on which a player may stop their clock."""

    @property
    def live(self) -> bool:
        """Whether it is meant for people who sit at the table at the same time."""
        return self.seconds < (DAY if self.kind == "bank" else DAY // 2)


class Clock(msgspec.Struct, frozen=True):
    """A clock as it stood at one moment; it is put forward when somebody else is asked."""

    at: float
    running: tuple[str, ...] = ()
    left: Mapping[str, float] = {}
    """Seconds by seat; below zero if the time is over and nobody has claimed yet."""
    away: Mapping[str, float] = {}
    """Until when seats are on vacation."""
    vacation: Mapping[str, float] = {}
    """Seconds of vacation that seats still have."""


def started(control: TimeControl, seats: Iterable[str], at: float) -> Clock:
    """The clock of a match that begins; it runs for nobody yet."""
    names = tuple(seats)
    return Clock(
        at,
        left=dict.fromkeys(names, float(control.seconds)),
        vacation=dict.fromkeys(names, float(control.vacation * DAY)),
    )


def spent(clock: Clock, seat: str, now: float) -> float:
    """The seconds that a seat has used since the clock was put forward: none on vacation, none if time goes back."""
    if seat not in clock.running:
        return 0.0
    return max(0.0, now - max(clock.at, clock.away.get(seat, 0.0)))


def left(clock: Clock, seat: str, now: float) -> float:
    """The seconds that a seat still has; below zero if its time is over."""
    return clock.left[seat] - spent(clock, seat, now)


def ends(clock: Clock, seat: str) -> float | None:
    """When the time of a seat is over; None if its clock does not run."""
    if seat not in clock.running:
        return None
    return max(clock.at, clock.away.get(seat, 0.0)) + clock.left[seat]


def is_over(clock: Clock, seat: str, now: float) -> bool:
    """Whether the time of a seat is over."""
    over = ends(clock, seat)
    return over is not None and now >= over


def put_forward(clock: Clock, now: float) -> Clock:
    """The same clock at a later moment: what has been used is gone from what was left."""
    now = max(now, clock.at)
    fresh = {seat: left(clock, seat, now) for seat in clock.left}
    away = {seat: until for seat, until in clock.away.items() if until > now}
    return msgspec.structs.replace(clock, at=now, left=fresh, away=away)


def asked(clock: Clock, control: TimeControl, seats: Iterable[str], now: float) -> Clock:
    """The clock when these seats are asked from now on: what they had of a turn begins, what others had is over."""
    clock, wanted = put_forward(clock, now), {seat for seat in seats if seat in clock.left}
    fresh = dict(clock.left)
    for seat in clock.left:
        if seat in wanted and seat not in clock.running and control.kind == "move":
            fresh[seat] = float(control.seconds)
        elif seat in clock.running and seat not in wanted and control.kind == "bank":
            fresh[seat] = min(float(control.seconds), fresh[seat] + control.increment)
    running = tuple(seat for seat in clock.left if seat in wanted)
    return msgspec.structs.replace(clock, running=running, left=fresh)


def with_full_time(clock: Clock, control: TimeControl, seat: str, now: float) -> Clock:
    """The clock when a seat changes hands: whoever takes it begins with all the time there is."""
    clock = put_forward(clock, now)
    return msgspec.structs.replace(clock, left=dict(clock.left) | {seat: float(control.seconds)})


def on_vacation(clock: Clock, seat: str, days: float, now: float) -> Clock | None:
    """The clock when a seat stops it for so many days; None if it has no such vacation left or is away already."""
    clock, span = put_forward(clock, now), days * DAY
    if span <= 0 or clock.vacation.get(seat, 0.0) < span or seat in clock.away:
        return None
    return msgspec.structs.replace(
        clock,
        away=dict(clock.away) | {seat: clock.at + span},
        vacation=dict(clock.vacation) | {seat: clock.vacation[seat] - span},
    )


def back(clock: Clock, seat: str, now: float) -> Clock:
    """The clock when a seat comes back early; the days that are left of its vacation are kept."""
    clock = put_forward(clock, now)
    unused = max(0.0, clock.away.get(seat, clock.at) - clock.at)
    away = {other: until for other, until in clock.away.items() if other != seat}
    vacation = dict(clock.vacation) | {seat: clock.vacation.get(seat, 0.0) + unused}
    return msgspec.structs.replace(clock, away=away, vacation=vacation)


def first_end(clock: Clock) -> float | None:
    """When the first time that runs is over."""
    return min((over for seat in clock.running if (over := ends(clock, seat)) is not None), default=None)
