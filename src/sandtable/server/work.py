"""`sandtable work`: a process that plays nothing and thinks for the servers on the same PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import msgspec
import uvicorn

import sandtable
from sandtable.kernel.errors import SandtableError
from sandtable.server import log, metrics
from sandtable.server.database import Database
from sandtable.server.heap import share_heap
from sandtable.server.processes.homes import NewsKind
from sandtable.server.processes.shared import SharedHomes
from sandtable.server.queue.shared import Helpers
from sandtable.server.run import listen_at, log_at
from sandtable.server.settings import Settings

_GRACE = 5.0
"""Seconds for which a stop waits for jobs that are under way; others do the rest."""


class _Ear:
    """Hears what other processes say, as far as it is about jobs."""

    def __init__(self) -> None:
        self.helpers: Helpers | None = None

    def hear(self, kind: NewsKind, about: str) -> None:
        if self.helpers is not None and kind in ("job waits", "job answered", "job dropped"):
            self.helpers.hear(kind, about)

    def keep_only(self, matches: Collection[str]) -> None:
        """No match lives here."""


class _PlaysNothing:
    """For the figures: there are no matches here."""

    rooms: Mapping[str, metrics.Audience] = {}


class _HealthServer(uvicorn.Server):
    """Leaves signals to the process."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class _Health:
    """Answers GET /api/health and /api/ready as a server does."""

    def __init__(self, helpers: Helpers) -> None:
        self._helpers = helpers

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        known, ready = scope["path"] in ("/api/health", "/api/ready"), self._helpers.ready
        told = {"status": "ok" if ready else "the queue can't be read", "version": sandtable.__version__}
        body = msgspec.json.encode(told | {"jobs": self._helpers.taken}) if known else b""
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        status = 404 if not known else 200 if ready else 503
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def work(
    database_url: str = "",
    *,
    jobs: int = 0,
    host: str = "127.0.0.1",
    health_port: int | None = None,
    log_level: str = "",
    settings: Settings | None = None,
    quiet: bool = False,
) -> int:
    """Work until stopped, so many jobs at a time: as many as there are cores if nothing is said."""
    settings = settings or Settings.from_environment()
    log_at(log_level)
    database = Database(database_url)
    if database.url.get_backend_name() != "postgresql":
        raise SandtableError(
            "Processes share their work through PostgreSQL: name it with --db postgresql://... "
            "A server on SQLite does all its work itself."
        )
    number = jobs or os.cpu_count() or 1
    with ExitStack() as opened:
        listening = None if health_port is None else opened.enter_context(listen_at(host, health_port))
        opened.callback(database.close)
        database.open()
        if settings.metrics:
            metrics.tell_metrics(settings.metrics, _PlaysNothing())
        if not quiet:
            print(f"Sandtable works for the servers on {database.name}, {number} jobs at a time.", flush=True)
        asyncio.run(_work(database, settings, number, listening))
    if not quiet:
        print("Stopped. Others do what was not done.", flush=True)
    return 0


async def _work(database: Database, settings: Settings, number: int, listening: socket.socket | None) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(one, stop.set)
    share_heap()
    ear = _Ear()
    homes = SharedHomes(database, f"work {socket.gethostname()} {os.getpid()}"[:255], settings.lease)
    await homes.open(ear)
    helpers = ear.helpers = Helpers(database, homes, number, settings)
    await helpers.open()
    log.note("work begun", process=homes.process, jobs=number)
    server = _HealthServer(uvicorn.Config(_Health(helpers), log_config=None, access_log=False, lifespan="off"))
    answering = None if listening is None else asyncio.ensure_future(server.serve(sockets=[listening]))
    try:
        await stop.wait()
    finally:
        await helpers.leave(_GRACE)
        helpers.close()
        await homes.close()
        server.should_exit = True
        if answering is not None:
            await answering
