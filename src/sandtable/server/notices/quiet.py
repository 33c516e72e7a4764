"""The night of somebody who does not want to be told anything then: arithmetic with their time zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sandtable.server.notices.records import Wishes


def zone_named(name: str) -> tzinfo | None:
    """A time zone by its name; None if there is no such zone."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def zone_of(wishes: Wishes) -> tzinfo:
    """The zone in which somebody is told times."""
    return zone_named(wishes.zone) or UTC


def night_around(wishes: Wishes, at: str) -> tuple[str, str] | None:
    """When the night began and ends in which a moment lies; None by day, or where somebody told us no zone."""
    zone = zone_named(wishes.zone)
    begins, ends = time.fromisoformat(wishes.quiet_from), time.fromisoformat(wishes.quiet_until)
    if zone is None or begins == ends:
        return None
    moment = datetime.fromisoformat(at).astimezone(UTC)
    today = moment.astimezone(zone).date()
    for day in (today - timedelta(days=1), today):
        evening = _in_utc(day, begins, zone)
        morning = _in_utc(day if ends > begins else day + timedelta(days=1), ends, zone)
        if evening <= moment < morning:
            return evening.isoformat(timespec="seconds"), morning.isoformat(timespec="seconds")
    return None


def _in_utc(day: date, hour: time, zone: tzinfo) -> datetime:
    """A time of day as a moment. Times of one zone are compared by their digits, which clocks that go back repeat."""
    return datetime.combine(day, hour, zone).astimezone(UTC)
