"""R1: people play through a real server process that is killed with SIGKILL again and again.

Nothing acknowledged may be lost, nothing may count twice, the database must be whole, and everyone comes back alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from sandtable.server.database import Database
from sandtable.server.restore import restore_match
from sandtable.server.storage import load_entries, load_match, load_milestones
from tests.server.patching import apply_patch, options_of
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import run_apart

# A process that has everything imported and forks a server for each line it reads: a start costs no import then.
FORKER = """
import os, sys
from sandtable.kernel.game import games
from sandtable.server import milestones
from sandtable.server.app import build
from sandtable.server.database import Database
from sandtable.server.run import serve
build(Database(sys.argv[2]))  # the first one imports much, and half of a start was that
milestones.EVERY = 2  # so that it is killed while they are written, too
games()
for line in sys.stdin:
    child = os.fork()
    if not child:
        sys.stdin.close()
        code = serve(port=int(sys.argv[1]), database_url=sys.argv[2], quiet=True)
        os._exit(code)
    print(child, flush=True)
    os.waitpid(child, 0)
"""
MATCHES = 6
FREE_START = 0.5
"""Seconds that a start takes at most on a machine that has nothing else to do."""


class Scene:
    """The server process, everyone who plays, and what was acknowledged to them."""

    def __init__(self, database: str, seed: int) -> None:
        self.random = Random(seed)
        self.database = database
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        arguments = [sys.executable, "-c", FORKER, str(self.port), database]
        self.forker = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process = 0
        self.acknowledged: dict[tuple[str, str, str], int] = {}
        self.over = False
        self.up_since = 0.0
        self.slowest_start = 0.0
        self.slowest_return = 0.0
        self.setup: list[str] = []

    async def start(self) -> None:
        """Start the server and wait until it answers."""
        assert self.forker.stdin is not None
        assert self.forker.stdout is not None
        self.forker.stdin.write(b"start\n")
        self.forker.stdin.flush()
        self.process = int(await asyncio.to_thread(self.forker.stdout.readline))
        begun = time.monotonic()
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}") as http:
            for _ in range(600):
                with suppress(httpx.HTTPError):
                    assert (await http.get("/api/health", timeout=2)).status_code == 200
                    self.up_since = time.monotonic()
                    self.slowest_start = max(self.slowest_start, self.up_since - begun)
                    return
                await asyncio.sleep(0.02)
        raise AssertionError("the server did not answer")

    async def played_a_little(self) -> None:
        """Until so much was acknowledged that a kill can lose something, and some moment after that."""
        enough = len(self.acknowledged) + self.random.randrange(6, 20)
        while len(self.acknowledged) < enough:
            await asyncio.sleep(0.01)
        await asyncio.sleep(self.random.random() * 0.2)

    def kill(self) -> None:
        self.up_since = float("inf")  # nobody can be late while it is down
        os.kill(self.process, signal.SIGKILL)

    def end(self) -> None:
        self.forker.terminate()
        self.forker.communicate()

    async def found(self) -> dict[str, Any]:
        while True:
            with suppress(httpx.HTTPError):
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}") as http:
                    answer = await http.post("/api/matches", json={"game": "pearls"})
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
            await asyncio.gather(*(person.play() for person in seats))


class Person:
    """Sends what was not acknowledged again after every reconnect, unchanged."""

    def __init__(self, scene: Scene, match: str, seat: str, key: str) -> None:
        self.scene, self.match, self.seat = scene, match, seat
        self.address = f"ws://127.0.0.1:{scene.port}/api/matches/{match}/live"
        self.key = key
        self.shown: dict[str, Any] = {}
        self.pending: dict[str, Any] | None = None
        self.sent = 0
        self.done = False
        self.lost = float("inf")

    async def play(self) -> None:
        while not self.done and not self.scene.over:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(self.address, compression=None, open_timeout=2, close_timeout=0.2) as line:
                    await line.send(json.dumps({"type": "enter", "key": self.key}))
                    await self.sit(line)
            self.lost = min(self.lost, time.monotonic())
            await asyncio.sleep(0.05)

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
                if self.pending is not None and self.pending["id"] == message["id"]:
                    self.pending = None
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


async def kill_again_and_again(scene: Scene, kills: int) -> None:
    await scene.start()
    tables = [asyncio.ensure_future(scene.table()) for _ in range(MATCHES)]
    try:
        for _ in range(kills):
            await scene.played_a_little()
            scene.kill()
            await scene.start()
        await scene.played_a_little()
        scene.over = True
        await asyncio.gather(*tables)
    finally:
        scene.over = True
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
        scene.kill()
        scene.end()


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


def killed(database: str, kills: int, seed: int) -> None:
    scene, began = Scene(database, seed), time.monotonic()
    run_apart(kill_again_and_again(scene, kills))
    entries = check(scene)
    acknowledged, matches, back = len(scene.acknowledged), len(scene.setup), scene.slowest_return
    print(
        f"{kills} kills, {entries} entries, {acknowledged} acknowledged, {matches} matches, "
        f"back in {back:.2f} s, {time.monotonic() - began:.0f} s in all"
    )
    assert len(scene.acknowledged) > kills * 5, "too little was going on"
    assert entries >= len(scene.acknowledged)
    busy = max(1.0, scene.slowest_start / FREE_START)
    assert scene.slowest_return < 5 * busy, "somebody took long to come back"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=needs_postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "kill.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.fresh("kill")


@pytest.mark.timeout(400)  # half a minute of real time on a free machine, several on a busy one
def test_fifteen_kills(database: str) -> None:
    killed(database, 15, 1)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_kills(database: str) -> None:
    killed(database, 200, 2)
