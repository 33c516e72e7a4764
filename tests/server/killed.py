"""People who play through real server processes that are killed, and what must be true afterwards.

Nothing acknowledged may be lost, nothing may count twice, the database must be whole, and everyone comes back alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from contextlib import closing, suppress
from random import Random
from typing import Any

import httpx
from sqlalchemy import text
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from sandtable.server.database import Database
from sandtable.server.restore import restore_match
from sandtable.server.storage import load_entries, load_match, load_milestones
from tests.server.patching import apply_patch, options_of
from tests.server.served import NO_AUTHORITIES

# A process that has everything imported and forks a server for each line it reads: a start costs no import then.
FORKER = """
import os, signal, sys
from sandtable.kernel.game import games
from sandtable.server import milestones
from sandtable.server.app import build
from sandtable.server.database import Database
from sandtable.server.run import serve
build(Database(sys.argv[1]))  # the first one imports much, and half of a start was that
milestones.EVERY = 2  # so that it is killed while they are written, too
games()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who were killed
for line in sys.stdin:
    child = os.fork()
    if not child:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        sys.stdin.close()
        code = serve(port=int(line), database_url=sys.argv[1], quiet=True)
        os._exit(code)
    print(child, flush=True)
"""
MATCHES = 6
FREE_START = 0.5
"""Seconds that a start takes at most on a machine that has nothing else to do."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Scene:
    """The server processes, everyone who plays, and what was acknowledged to them."""

    def __init__(self, database: str, seed: int) -> None:
        self.random = Random(seed)
        self.database = database
        self.port = free_port()
        """Where people go: to the one server, or to a proxy before several,"""
        self.tls: ssl.SSLContext | None = None
        """which may speak TLS."""
        arguments = [sys.executable, "-c", FORKER, database]
        self.forker = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.processes: dict[int, int] = {}
        """The process at each port."""
        self.acknowledged: dict[tuple[str, str, str], int] = {}
        self.acknowledged_at: dict[str, float] = {}
        """When something was last acknowledged in a match."""
        self.in_play: set[str] = set()
        self.over = False
        self.up_since = 0.0
        self.slowest_start = 0.0
        self.slowest_return = 0.0
        self.setup: list[str] = []

    @property
    def origin(self) -> str:
        """What a browser would name as the origin of its pages."""
        return f"http://127.0.0.1:{self.port}" if self.tls is None else f"https://localhost:{self.port}"

    @property
    def wanted(self) -> dict[str, object]:
        """The matches that are played."""
        return {"game": "pearls"}

    async def start(self, port: int = 0) -> None:
        """Start a server and wait until it answers."""
        port = port or self.port
        await self._gone(self.processes.get(port, 0))
        assert self.forker.stdin is not None
        assert self.forker.stdout is not None
        self.forker.stdin.write(f"{port}\n".encode())
        self.forker.stdin.flush()
        self.processes[port] = int(await asyncio.to_thread(self.forker.stdout.readline))
        begun = time.monotonic()
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
            for _ in range(600):
                with suppress(httpx.HTTPError):
                    assert (await http.get("/api/health", timeout=2)).status_code == 200
                    self.up_since = time.monotonic()
                    self.slowest_start = max(self.slowest_start, self.up_since - begun)
                    return
                await asyncio.sleep(0.02)
        raise AssertionError("the server did not answer")

    async def _gone(self, process: int) -> None:
        """Wait until the process that was here before has left the port."""
        with suppress(ProcessLookupError):
            while process:
                os.kill(process, 0)
                await asyncio.sleep(0.01)

    async def played_a_little(self) -> None:
        """Until so much was acknowledged that a kill can lose something, and some moment after that."""
        enough = len(self.acknowledged) + self.random.randrange(6, 20)
        while len(self.acknowledged) < enough:
            await asyncio.sleep(0.01)
        await asyncio.sleep(self.random.random() * 0.2)

    def kill(self, port: int = 0, by: signal.Signals = signal.SIGKILL) -> None:
        self.up_since = float("inf")  # nobody can be late while it is down
        os.kill(self.processes[port or self.port], by)

    def end(self) -> None:
        for process in self.processes.values():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.forker.terminate()
        self.forker.communicate()

    async def found(self) -> dict[str, Any]:
        while True:
            with suppress(httpx.HTTPError):
                async with httpx.AsyncClient(base_url=self.origin, verify=self.tls or NO_AUTHORITIES) as http:
                    answer = await http.post("/api/matches", json=self.wanted)
                    if answer.status_code == 201:
                        told: dict[str, Any] = answer.json()
                        self.setup.append(told["match"])
                        return told
            await asyncio.sleep(0.1)

    async def table(self) -> None:
        """Two people play one match after the other."""
        while not self.over:
            told = await self.found()
            seats = [Person(self, told["match"], seat["seat"], seat["token"]) for seat in told["seats"]]
            self.in_play.add(told["match"])
            await asyncio.gather(*(person.play() for person in seats))
            self.in_play.remove(told["match"])


class Person:
    """Sends what was not acknowledged again after every reconnect, unchanged."""

    def __init__(self, scene: Scene, match: str, seat: str, key: str) -> None:
        self.scene, self.match, self.seat = scene, match, seat
        self.address = f"{scene.origin.replace('http', 'ws', 1)}/api/matches/{match}/live"
        self.key = key
        self.shown: dict[str, Any] = {}
        self.pending: dict[str, Any] | None = None
        self.sent = 0
        self.done = False
        self.lost = float("inf")

    async def play(self) -> None:
        while not self.done and not self.scene.over:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with self.connected() as line:
                    await line.send(json.dumps({"type": "enter", "key": self.key}))
                    await self.sit(line)
            self.lost = min(self.lost, time.monotonic())
            await asyncio.sleep(0.05)

    def connected(self) -> connect:
        scene = self.scene
        return connect(
            self.address,
            origin=Origin(scene.origin),
            ssl=scene.tls,
            compression=None,
            open_timeout=2,
            close_timeout=0.2,
        )

    async def sit(self, line: Any) -> None:
        first = True
        while not self.done and not self.scene.over:
            message = json.loads(await asyncio.wait_for(line.recv(), 5))
            if message["type"] == "hello":
                if self.lost < self.scene.up_since:
                    self.scene.slowest_return = max(self.scene.slowest_return, time.monotonic() - self.scene.up_since)
                self.lost = float("inf")
            self.take(message)
            if message["type"] == "changed":
                message |= {"type": "shown", "shown": apply_patch(self.shown, message["patch"])}
            self.shown = message.get("shown") or self.shown
            if message["type"] in ("hello", "shown") and self.pending is None:
                self.choose(message["shown"])
                first = True
            if self.pending is not None and first:
                first = False
                await asyncio.sleep(self.scene.random.random() * 0.02)
                await line.send(json.dumps(self.pending))

    def take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "accepted":
                key = (self.match, self.seat, message["id"])
                assert self.scene.acknowledged.setdefault(key, message["step"]) == message["step"]
                self.scene.acknowledged_at[self.match] = time.monotonic()
                if self.pending is not None and self.pending["id"] == message["id"]:
                    self.pending = None
            case "refused" if message["status"] == 503:
                pass  # the process stops; it is sent again
            case "refused":
                assert message["status"] == 409, message
                self.pending = None
            case "over":
                self.done = True

    def choose(self, shown: dict[str, Any]) -> None:
        options = options_of(shown)
        if options:
            self.sent += 1
            option = self.scene.random.choice(options)
            self.pending = {"type": "choose", "id": f"{self.sent}", "step": shown["step"], "option": option}


def check(scene: Scene) -> int:
    """Compare what was acknowledged with what the database holds; the number of entries."""
    database, opened = Database(scene.database), 0
    if "://" not in scene.database:
        with closing(sqlite3.connect(scene.database)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    every = text("SELECT match, seat, message, step FROM entries")
    rows = database.read(lambda connection: [tuple(row) for row in connection.execute(every)])
    kept = {(match, seat, message): step for match, seat, message, step in rows}
    assert len(kept) == len(rows)
    lost = {key for key, step in scene.acknowledged.items() if kept.get(key) != step}
    assert not lost, f"{len(lost)} acknowledged choices are lost"
    for match in scene.setup:
        stored = database.read(load_match(match))
        assert stored is not None, "a match that was told is lost"
        entries, stones = database.read(load_entries(match)), database.read(load_milestones(match))
        whole, quick = (restore_match(stored.setup, stored.seats, entries, marks) for marks in ([], stones))
        assert whole.match.recorder.digests == quick.match.recorder.digests
        opened += quick.after > 0
    database.close()
    assert opened, "no match was opened from a milestone"
    return len(rows)
