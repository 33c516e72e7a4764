"""Start the server, say where it is, and stop it well."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec
import uvicorn

from sandtable.kernel.errors import SandtableError
from sandtable.server import log
from sandtable.server.app import build
from sandtable.server.database import Database, StorageFault
from sandtable.server.guard import Guard
from sandtable.server.metrics import tell_metrics
from sandtable.server.pages import NOT_BUILT, STATIC
from sandtable.server.service import MatchService
from sandtable.server.settings import Settings
from sandtable.server.silence import protocol_with

LARGEST_FRAME = 64 * 1024
_MANY_FILES = 65536
LEVELS = ("debug", "info", "warning", "error")


def _listen(host: str, port: int) -> socket.socket:
    """A socket at that address, or an OSError whose reason can be told."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


def listen_at(host: str, port: int) -> socket.socket:
    """A socket at that address, or a sentence about why there is none."""
    if not 0 <= port <= 65535:
        raise SandtableError("{port} is not a port. A port is a number from 0 to 65535.", port=port)
    try:
        return _listen(host, port)
    except OSError as fault:
        raise SandtableError(_why_not(host, port, fault)) from None


def log_at(level: str) -> None:
    """Write a log of that level, or of the one that the environment names."""
    level = level or os.environ.get("SANDTABLE_LOG", "warning")
    if level.lower() not in LEVELS:
        raise SandtableError("'{level}' is not a log level; choose {these}.", level=level, these=", ".join(LEVELS))
    log.set_up(level)


def _why_not(host: str, port: int, fault: OSError) -> str:
    if fault.errno == errno.EADDRINUSE:
        return f"Another program is using port {port}. Choose another port with --port, or stop that program."
    if fault.errno == errno.EACCES:
        return f"This account may not use port {port}. Choose one above 1023 with --port."
    if isinstance(fault, socket.gaierror) or fault.errno == errno.EADDRNOTAVAIL:
        return f"{host!r} is not an address of this machine."
    return f"Can't open port {port} at {host}: {fault.strerror}."


class _Server(uvicorn.Server):
    """Hands its matches over to other processes before it cuts anybody's line."""

    def __init__(self, config: uvicorn.Config, service: MatchService) -> None:
        super().__init__(config)
        self._service = service

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # a proxy now turns to another process
        await self._service.leave()
        await super().shutdown(sockets)


def server_for(app: Guard, settings: Settings) -> uvicorn.Server:
    """A uvicorn server with our limits; it writes no log of addresses, which hold keys."""
    return _Server(
        uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="on",
            http=protocol_with(settings.silence),  # h11: with httptools the head of a request may fill the memory
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies),
            ws_max_size=LARGEST_FRAME,
            ws_max_queue=16,
            ws_ping_interval=settings.ping,
            ws_ping_timeout=settings.ping,
            timeout_graceful_shutdown=5,
            timeout_keep_alive=15,
            backlog=2048,
        ),
        app.app.state.service,
    )


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database_url: str = "",
    *,
    log_level: str = "",
    settings: Settings | None = None,
    quiet: bool = False,
) -> int:
    """Serve until stopped. Returns the exit code: 0, or 2 after one sentence about what is wrong."""
    settings = settings or Settings.from_environment()
    try:
        log_at(log_level)
        listening = listen_at(host, port)
    except SandtableError as fault:
        return _refuse(fault.sentence)
    _allow_many_files()
    with listening:
        here = f"http://{_shown(host)}:{listening.getsockname()[1]}"
        settings = msgspec.structs.replace(settings, advertise=settings.advertise or here)
        try:
            database = Database(database_url)
            database.open()
        except StorageFault as fault:
            return _refuse(fault.sentence)
        app = build(database, settings)
        server = server_for(app, settings)
        try:
            if settings.metrics:
                tell_metrics(settings.metrics, app.app.state.service)
        except SandtableError as fault:
            database.close()
            return _refuse(fault.sentence)
        try:
            with _signals_stop(server):
                if not quiet:
                    _announce(host, listening.getsockname()[1], database.name)
                server.run(sockets=[listening])
        finally:
            database.close()
    if not quiet:
        print("Stopped. Every match is saved.", flush=True)
    return 0


def _allow_many_files() -> None:
    """Every open table is an open file; systems that allow 1,024 at first allow more to those who ask."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MANY_FILES if hard == resource.RLIM_INFINITY else min(_MANY_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@contextmanager
def _signals_stop(server: uvicorn.Server) -> Iterator[None]:
    """A signal that comes before uvicorn heeds them stops the server all the same, as soon as it has started.

    When uvicorn has stopped well it raises the signal that stopped it once more; that one must not end us.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        server.should_exit = True

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr, flush=True)
    return 2


def _shown(host: str) -> str:
    """The host by which others reach us."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared with, not bound to
        host = socket.gethostname()
    return f"[{host}]" if ":" in host else host


def _announce(host: str, port: int, database: str) -> None:
    shown = "localhost" if host in ("127.0.0.1", "::1") else _shown(host)
    print(f"Sandtable is at http://{shown}:{port}/ (stop it with Ctrl+C)", flush=True)
    print(f"Matches are saved in {database}", flush=True)
    if not (STATIC / "index.html").is_file():
        print(NOT_BUILT, flush=True)
