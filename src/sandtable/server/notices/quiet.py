"""The night of somebody who does not want to be told anything then: arithmetic with their time zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, tzinfo
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
    moment = datetime.fromisoformat(at).astimezone(zone)
    for day in (moment.date() - timedelta(days=1), moment.date()):
        evening = datetime.combine(day, begins, zone)
        morning = datetime.combine(day if ends > begins else day + timedelta(days=1), ends, zone)
        if evening <= moment < morning:
            return _kept(evening), _kept(morning)
    return None


def _kept(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
