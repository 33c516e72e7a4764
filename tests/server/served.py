"""A real server on loopback inside the test's process, and players who talk to it like a browser."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import sqlite3
import ssl
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from contextvars import copy_context
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from unittest.mock import patch

import httpx
import msgspec
import uvicorn
from litestar import Litestar
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sandtable.server import database as data
from sandtable.server.app import build, with_routes
from sandtable.server.database import Database
from sandtable.server.match import Match
from sandtable.server.people import passwords
from sandtable.server.people.accounts import Accounts
from sandtable.server.run import server_for
from sandtable.server.service import MatchService
from sandtable.server.settings import Settings
from tests.server.patching import apply_patch, as_sent, options_of

_numbers = itertools.count(1)
Json = dict[str, Any]
_T = TypeVar("_T")
WIDE = Settings(
    requests_per_minute=10**7,
    matches_per_hour=10**7,
    accounts_per_hour=10**7,
    messages_per_second=10**4,
    questions_per_second=10**4,
    advice_per_minute=10**7,
    advice_seconds=0.05,
    advice_patience=600,
    evaluation_patience=600,
)
"""Players of a test are programs that run wild, on machines that may be slow; those that test a limit set it."""


@contextmanager
def _at_little_cost() -> Iterator[None]:
    """A server in the process of a test outlives no crash of the machine, and its passwords guard nothing.

    Each write would wait for the disk, and each hash of a password take as long as the start of a server.
    """
    with patch.object(data, "SYNCHRONOUS", "OFF"), patch.object(passwords, "_MEMORY", 64):
        yield


def run_apart(what: Coroutine[Any, Any, _T]) -> _T:
    """Run a coroutine in a thread of its own: a browser of another test may keep an event loop going in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(copy_context().run, asyncio.run, what).result()


NO_AUTHORITIES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing here speaks TLS; by itself a client would read the authorities of the whole world first, each time."""


def client_of(port: int, timeout: float = 60) -> httpx.Client:
    """A browser without cookies so far, for a server on loopback."""
    return httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=timeout, verify=NO_AUTHORITIES)


@cache
def _new_database() -> bytes:
    """A database whose tables have just been made: to make them takes longer than many a test."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        database = Database(str(path))
        database.open()
        database.close()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return path.read_bytes()


def put_new_database(path: Path) -> None:
    path.write_bytes(_new_database())
    path.chmod(0o600)


_idle: dict[int, list[Litestar]] = {}
"""Routes without a server, by the largest body that they take: to register them is two thirds of a start."""


@contextmanager
def _routes(largest_body: int) -> Iterator[Litestar]:
    """An application that no other server uses meanwhile."""
    idle = _idle.setdefault(largest_body, [])
    app = idle.pop() if idle else with_routes(largest_body)
    yield app
    idle.append(app)  # not after a failure


class Served:
    """A running server."""

    def __init__(self, port: int, service: MatchService, accounts: Accounts) -> None:
        self.port = port
        self.service = service
        self.accounts = accounts
        self.http = client_of(port, 40)

    def create(self, **wanted: Any) -> Json:
        answer = self.http.post("/api/matches", json={"game": "pearls", "pace": 0} | wanted)
        assert answer.status_code == 201, answer.text
        told: Json = answer.json()
        return told

    def truth(self, match: str) -> Match:
        """The match as the server holds it."""
        held = self.service.rooms[match]._match
        assert held is not None
        return held

    def sit(self, match: str, key: str = "", seat: str = "") -> Player:
        return Player(f"ws://127.0.0.1:{self.port}/api/matches/{match}/live", key, seat)

    def both(self, **wanted: Any) -> tuple[Json, Player, Player]:
        told = self.create(**wanted)
        north, south = (self.sit(told["match"], seat["token"]) for seat in told["seats"])
        return told, north, south


class Player:
    """A browser, as far as the server sees one."""

    def __init__(self, address: str, key: str = "", seat: str = "", headers: dict[str, str] | None = None) -> None:
        self.address, self.key = address, key
        self.frames: list[str] = []
        self._opened = connect(address, max_size=None, max_queue=None, compression=None, additional_headers=headers)
        self.line: ClientConnection = self._opened.__enter__()
        self.send(type="enter", key=key, seat=seat)
        self.hello = self.wait_for("hello")

    @property
    def seat(self) -> str:
        return str(self.hello["seat"])

    def receive(self, timeout: float = 30) -> Json:
        frame = self.line.recv(timeout)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Json = json.loads(frame)
        if message["type"] == "changed":
            assert message["after"] == self.version
            message |= {"type": "shown", "shown": as_sent(apply_patch(self.shown, message["patch"]))}
        if message["type"] in ("hello", "shown"):
            self.shown: Json = message["shown"]
            self.version: int = message["version"]
        return message

    def wait_for(self, *kinds: str) -> Json:
        """The next message of these kinds; what comes before it is taken note of."""
        while (message := self.receive())["type"] not in kinds:
            pass
        return message

    def kinds_so_far(self) -> list[str]:
        """The kinds of the messages that have come without waiting."""
        with suppress(TimeoutError):
            while True:
                self.receive(0)
        return [json.loads(frame)["type"] for frame in self.frames]

    def wait_step(self, step: int) -> None:
        while self.shown["step"] < step:
            self.receive()

    def send(self, **message: Any) -> None:
        self.line.send(json.dumps(message))

    def choosing(self, option: list[Any], **more: Any) -> Json:
        return {"type": "choose", "id": f"c{next(_numbers)}", "step": self.shown["step"], "option": option} | more

    def choose(self, option: list[Any] | None = None, **more: Any) -> Json:
        """Choose (the first option if none is named); the answer."""
        self.send(**self.choosing(option or self.options()[0], **more))
        return self.wait_for("accepted", "refused")

    def ask(self, kind: str, **more: Any) -> Json:
        """Send a message with an id; its answer."""
        self.send(type=kind, id=f"q{next(_numbers)}", **more)
        return self.wait_for("accepted", "refused", "why", "odds", "at", "measured", "surveyed", "asked_together")

    def options(self) -> list[list[Any]]:
        return options_of(self.shown)

    def close(self) -> None:
        self.line.close()

    def closed_with(self) -> int:
        """Read to the end; the code that the server closed the line with."""
        return close_code(self.line)


def close_code(line: ClientConnection) -> int:
    """Read a line to its end; the code that the server closed it with."""
    try:
        while True:
            line.recv(60)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 1006


def turned_away(address: str, key: str = "") -> tuple[Json, int]:
    """What one is told who may not enter, and the code that the line is closed with."""
    with connect(address) as line:
        with suppress(ConnectionClosed):
            line.send(json.dumps({"type": "enter", "key": key}))
        told: Json = json.loads(line.recv(60))
        return told, close_code(line)


def play_on(players: list[Player], most: int = 200) -> None:
    """Everyone chooses the first option offered until the match is over."""
    for _ in range(most):
        step = max(player.shown["step"] for player in players)
        for player in players:
            player.wait_step(step)
        if players[0].shown["decision"] is None:
            return
        chooser = next(player for player in players if player.options())
        assert chooser.choose(chooser.options()[0])["type"] == "accepted"
        chooser.wait_step(step + 1)
    raise AssertionError("the match did not end")


@contextmanager
def serving(
    folder: Path,
    settings: Settings | None = None,
    static: Path | None = None,
    address: str = "",
    loop: asyncio.AbstractEventLoop | None = None,
) -> Iterator[Served]:
    """A server on a database in the folder, or at an address; on a loop of its own if none is given."""
    with _at_little_cost(), _served(folder, settings or WIDE, static, address, loop) as served:
        yield served


@contextmanager
def _served(
    folder: Path, settings: Settings, static: Path | None, address: str, loop: asyncio.AbstractEventLoop | None
) -> Iterator[Served]:
    kept = folder / "test.db"
    if not address and not kept.exists():
        put_new_database(kept)
    database = Database(address or str(kept))
    database.open()
    listening = socket.create_server(("127.0.0.1", 0))
    here = f"http://127.0.0.1:{listening.getsockname()[1]}"
    settings = msgspec.structs.replace(settings, advertise=here)
    with _routes(settings.largest_body) as app:
        guard = build(database, settings, static or folder / "static", app)
        with _running(server_for(guard, settings), listening, loop):
            state = guard.app.state
            served = Served(listening.getsockname()[1], state.service, state.accounts)
            try:
                yield served
            finally:
                served.http.close()


@contextmanager
def _running(
    server: uvicorn.Server, listening: socket.socket, loop: asyncio.AbstractEventLoop | None
) -> Iterator[None]:
    ended = _begin(server, listening, loop)
    deadline = time.monotonic() + 120
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.started
    try:
        yield
    finally:
        server.should_exit = True
        stopped = ended.wait(120)
        listening.close()
        assert stopped, "the server did not stop"


def _begin(server: uvicorn.Server, listening: socket.socket, loop: asyncio.AbstractEventLoop | None) -> threading.Event:
    """Run a server; the event says that it has ended."""
    ended = threading.Event()

    def run() -> None:
        try:
            server.run(sockets=[listening])
        finally:
            ended.set()

    if loop is None:
        threading.Thread(target=run, daemon=True).start()
    else:
        serving = asyncio.run_coroutine_threadsafe(server.serve(sockets=[listening]), loop)
        serving.add_done_callback(lambda _: ended.set())
    return ended


@contextmanager
def lasting_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop for one server after the other: the processes in which bots think are started once for all of them."""
    loops: SimpleQueue[asyncio.AbstractEventLoop] = SimpleQueue()
    over = asyncio.Event()

    async def last() -> None:
        loops.put(asyncio.get_running_loop())
        await over.wait()

    thread = threading.Thread(target=asyncio.run, args=(last(),), daemon=True)
    thread.start()
    loop = loops.get()
    yield loop
    loop.call_soon_threadsafe(over.set)
    thread.join(60)
