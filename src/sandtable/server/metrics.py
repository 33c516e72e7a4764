"""Figures for Prometheus, at an address of their own that is not open to players (`SANDTABLE_METRICS`).

They count and time. None of them tells of a single match, person or address.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sized
from typing import Protocol

from prometheus_client import Counter, Gauge, Histogram, start_http_server

from sandtable.kernel.errors import SandtableError

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_SLOW = (0.01, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 30.0, 60.0, 300.0)

REQUESTS = Counter("sandtable_requests", "Requests by method and status", ("method", "status"))
REQUEST_SECONDS = Histogram("sandtable_request_seconds", "From a request to the end of its answer", buckets=_QUICK)
ENTRIES = Counter("sandtable_entries", "What happened in matches, by game, kind and who did it", ("game", "kind", "by"))
MESSAGE_SECONDS = Histogram(
    "sandtable_message_seconds", "From a player's message to everyone's new table", buckets=_QUICK
)
COMMIT_SECONDS = Histogram("sandtable_commit_seconds", "From a change of a match to its commit", buckets=_QUICK)
OPENING_SECONDS = Histogram("sandtable_opening_seconds", "Opening a match that is not in memory", buckets=_SLOW)
JOB_SECONDS = Histogram("sandtable_job_seconds", "Jobs of worker processes, waiting included", ("kind",), buckets=_SLOW)
JOBS_WAITING = Gauge("sandtable_jobs_under_way", "Jobs that wait for a worker process or run in one", ("kind",))
JOBS_ASKED = Counter("sandtable_jobs_asked", "Jobs put into the queue, because there was no room here", ("kind",))
JOBS_TAKEN = Counter("sandtable_jobs_taken", "Jobs taken from the queue, and what became of them", ("kind", "outcome"))
JOBS_TAKEN_AGAIN = Counter("sandtable_jobs_taken_again", "Jobs of the queue whose process was gone before they ended")
JOB_WAIT_SECONDS = Histogram("sandtable_job_wait_seconds", "Jobs of the queue until taken", ("kind",), buckets=_SLOW)
QUEUE_LENGTH = Gauge("sandtable_queue_length", "Jobs that wait in the queue, of all processes", ("kind",))
QUEUE_OLDEST = Gauge("sandtable_queue_oldest_seconds", "How long the oldest of them has waited")
FORWARDED = Counter("sandtable_forwarded", "Requests and sockets passed on to another process", ("kind",))
MOVED_AWAY = Counter("sandtable_matches_moved_away", "Matches that another process took over")
NOTICES = Counter("sandtable_notices", "Notices by channel and what became of them", ("channel", "outcome"))
NOTICES_WAITING = Gauge("sandtable_notices_waiting", "Notices that are not sent yet, of all processes")
EVENTS = Counter("sandtable_events", "Warnings and faults in the log, by event", ("level", "event"))
MATCHES = Gauge("sandtable_matches", "Matches in memory")
TABLES = Gauge("sandtable_tables", "Open tables")


class Audience(Protocol):
    @property
    def listeners(self) -> Sized: ...


class Watched(Protocol):
    """The service, as far as it is counted."""

    @property
    def rooms(self) -> Mapping[str, Audience]: ...


class _Counting(logging.Handler):
    """Counts what the log says. Events of ours are fixed words; of libraries only the level is told."""

    def emit(self, record: logging.LogRecord) -> None:
        ours = record.name == "sandtable.server"
        EVENTS.labels(record.levelname.lower(), record.getMessage() if ours else record.name.partition(".")[0]).inc()


def tell_metrics(address: str, watched: Watched) -> int:
    """Tell the figures at an address such as 127.0.0.1:9100; the port."""
    host, _, port = address.rpartition(":")
    if not port.isdigit() or int(port) > 65535:
        raise SandtableError(
            "SANDTABLE_METRICS is '{address}'; write an address and a port, such as 127.0.0.1:9100.", address=address
        )
    try:
        server, _ = start_http_server(int(port), host.strip("[]") or "127.0.0.1")
    except OSError as fault:
        raise SandtableError(
            "Can't serve metrics at {address}: {cause}.", address=address, cause=fault.strerror
        ) from None
    MATCHES.set_function(lambda: len(watched.rooms))
    TABLES.set_function(lambda: sum(len(room.listeners) for room in list(watched.rooms.values())))
    counting = _Counting(logging.WARNING)
    for name in ("sandtable.server", "uvicorn", "litestar"):
        logging.getLogger(name).addHandler(counting)
    return int(server.server_port)
