"""Times as they are kept: ISO 8601 in UTC, to the second."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> str:
    """The time, as it is kept."""
    return after(timedelta())


def seconds(at: str) -> float:
    """A time as seconds since 1970."""
    return datetime.fromisoformat(at).timestamp()


def after(span: timedelta) -> str:
    """The time after a while, as it is kept."""
    return (datetime.now(UTC) + span).isoformat(timespec="seconds")


def later(at: str, span: timedelta) -> str:
    """A time some while after another, as it is kept."""
    return (datetime.fromisoformat(at) + span).isoformat(timespec="seconds")
