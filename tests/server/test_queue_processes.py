"""R16: three servers and two helpers on one PostgreSQL. A helper and a server are killed while bots think."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import httpx
import pytest
from sqlalchemy import text

from sandtable.server.database import Database
from sandtable.server.restore import restore_match
from sandtable.server.storage import load_entries, load_match
from tests.server.killed import FREE_START, Person, free_port
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import run_apart
from tests.server.test_processes import at_random
from tests.server.town import PLAYABLE, Town

pytestmark = needs_postgres
TABLES = 8
"""More than the servers can think for by themselves: the rest goes through the queue."""
WORK = """
import sys
from sandtable.server.work import work
sys.exit(work(sys.argv[1], jobs=2, health_port=int(sys.argv[2])))
"""


class Helper:
    """`sandtable work` as a process of its own."""

    def __init__(self, database: str) -> None:
        self.port = free_port()
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORK, database, str(self.port)], stdout=subprocess.PIPE, text=True
        )

    async def asked(self, path: str) -> httpx.Response | None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}") as http:
            with suppress(httpx.HTTPError):
                return await http.get(path, timeout=5)
        return None

    async def ready(self) -> None:
        async with asyncio.timeout(120):
            while (answer := await self.asked("/api/ready")) is None or answer.status_code != 200:
                assert self._process.poll() is None
                await asyncio.sleep(0.05)

    async def at_work(self) -> None:
        """Until it has taken a job."""
        async with asyncio.timeout(120):
            while (answer := await self.asked("/api/health")) is None or not answer.json()["jobs"]:
                await asyncio.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGKILL) -> tuple[int, str]:
        self._process.send_signal(how)
        out, _ = self._process.communicate(timeout=60)
        return self._process.returncode, out


class Thinking(Town):
    """At each table a person plays a bot that takes half a second to think."""

    async def table(self) -> None:
        while not self.over:
            told = await self.found()
            [seat] = [one for one in told["seats"] if one["player"] == "human"]
            person = Person(self, told["match"], seat["seat"], seat["token"])
            self.in_play.add(told["match"])
            await person.play()
            self.in_play.discard(told["match"])

    @property
    def wanted(self) -> dict[str, object]:
        return {"game": "pearls", "pace": 0, "seats": {"south": "pondering"}, "options": {"cards": 3}}


async def _think_on(town: Thinking, helpers: list[Helper]) -> None:
    tables: list[asyncio.Task[None]] = []
    try:
        async with at_random(town):
            for port in town.ports:
                await town.start(port)
            helpers += [Helper(town.database) for _ in range(2)]
            for helper in helpers:
                await helper.ready()
            tables = [asyncio.ensure_future(town.table()) for _ in range(TABLES)]
            await town.played_a_little()
            await helpers[0].at_work()
            since = time.monotonic()
            helpers[0].stop()
            await town.everybody_plays(since)
            town.playable.setdefault("helper", []).append(time.monotonic() - since)
            await town.lose(await asyncio.to_thread(town.busiest), signal.SIGKILL)
            await town.played_a_little()
            town.over = True
            await asyncio.gather(*tables)
    finally:
        town.over = True
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
        town.end()


def _check(town: Thinking) -> int:
    """Every acknowledged choice is there once, and every entry follows from those before it."""
    database = Database(town.database)
    every = text("SELECT match, seat, message, step FROM entries")
    rows = database.read(lambda connection: [tuple(row) for row in connection.execute(every)])
    kept = {(match, seat, message): step for match, seat, message, step in rows}
    assert len(kept) == len(rows)
    assert not {key for key, step in town.acknowledged.items() if kept.get(key) != step}
    for match in town.setup:
        stored = database.read(load_match(match))
        assert stored is not None
        restore_match(stored.setup, stored.seats, database.read(load_entries(match)))
    by_chance = text("SELECT count(*) FROM entries WHERE player LIKE 'random for%'")
    assert database.read(lambda connection: connection.execute(by_chance).scalar()) == 0, "a bot's answer was lost"
    database.close()
    return len(rows)


@pytest.mark.timeout(300)
def test_a_helper_and_a_server_are_killed_while_bots_think(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_BOT_WORKERS", "1")
    town, helpers = Thinking(postgres.with_tables("thinking"), 5), list[Helper]()
    try:
        run_apart(_think_on(town, helpers))
        code, out = helpers[1].stop(signal.SIGTERM)
        assert (code, out.splitlines()[-1]) == (0, "Stopped. Others do what was not done.")
    finally:
        for helper in helpers:
            with suppress(ProcessLookupError, ValueError):
                os.kill(helper._process.pid, signal.SIGKILL)
    entries = _check(town)
    slowest = {what: round(max(times), 2) for what, times in town.playable.items()}
    print(f"{entries} entries, {len(town.acknowledged)} acknowledged, everybody plays on after at most {slowest} s")
    busy = max(1.0, town.slowest_start / FREE_START)
    assert max(slowest.values()) < PLAYABLE * busy


def test_a_helper_needs_postgres(capsys: pytest.CaptureFixture[str]) -> None:
    from sandtable.kernel.errors import SandtableError
    from sandtable.server.work import work

    with pytest.raises(SandtableError, match="through PostgreSQL"):
        work("here.db")
