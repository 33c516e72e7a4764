"""Load on a real server over loopback: `python -m benchmarks.server_load [--matches 100] [--seconds 20] [--json]`.

Two sockets for each match, one for each seat. First choices arrive at a steady rate over all matches (20 a second),
then every match plays as fast as its server answers. Measured from sending a choice to the acknowledgement, and to the
moment when the socket that sent it has the new table. Every socket must see every version once and in order, and the
database must hold every choice once. CPU is that of the server's process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from sandtable.kernel.game import find_game
from tests.server.patching import apply_patch

SERVE = """
import sys
from sandtable.server.run import serve
from sandtable.server.settings import Settings
wide = Settings(requests_per_minute=10**6, matches_per_hour=10**6, sockets_per_address=10**5, messages_per_second=10**4)
sys.exit(serve(port=0, database_url=sys.argv[1], settings=wide))
"""


class Line:
    """One socket at one seat."""

    def __init__(self, table: LoadedTable, line: ClientConnection) -> None:
        self.table = table
        self.line = line
        self.version = -1
        self.shown: dict[str, Any] = {}

    async def listen(self) -> None:
        async for frame in self.line:
            self.table.load.frames.append(len(frame))
            message = json.loads(frame)
            if message["type"] == "changed":
                message |= {"type": "shown", "shown": apply_patch(self.shown, message["patch"])}
            match message["type"]:
                case "hello" | "shown":
                    if message["type"] == "shown" and message["version"] != self.version + 1:
                        self.table.load.wrong += 1
                    self.version, self.shown = message["version"], message["shown"]
                    self.table.seen()
                    self.table.news.set()
                case "accepted":
                    self.table.accepted()
                case "refused":
                    self.table.load.wrong += 1


class LoadedTable:
    """One match, its two sockets, and the choice that is under way."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.lines: list[Line] = []
        self.sent_at = 0.0
        self.version = 0
        self.acknowledged = self.shown = True
        self.ready, self.news = asyncio.Event(), asyncio.Event()
        self.chooser: Line | None = None
        self.number = 0
        self.chosen = 0

    def accepted(self) -> None:
        self.load.acknowledged.append(time.perf_counter() - self.sent_at)
        self.acknowledged = True
        self._ready()

    def seen(self) -> None:
        # Who chose has seen it. The other may be told later, or nothing of a private choice.
        if not self.shown and self.chooser is not None and self.chooser.version >= self.version:
            self.load.broadcast.append(time.perf_counter() - self.sent_at)
            self.shown = True
        self._ready()

    def _ready(self) -> None:
        if self.acknowledged and self.shown and len(self.lines) == 2:
            self.ready.set()

    @property
    def over(self) -> bool:
        return any(line.shown and line.shown["decision"] is None for line in self.lines)

    async def choose(self) -> None:
        """One choice of whichever seat is asked; the next can be made when everyone has seen this one."""
        await self.ready.wait()
        for line in self.lines:
            options = (line.shown.get("decision") or {}).get("options", [])
            if options:
                self.ready.clear()
                self.acknowledged = self.shown = False
                self.number += 1
                self.chosen += 1
                self.version, self.chooser = line.version + 1, line
                option = self.load.random.choice(options)["option"]
                message = {"type": "choose", "id": f"{self.number}", "step": line.shown["step"], "option": option}
                self.sent_at = time.perf_counter()
                await line.line.send(json.dumps(message))
                return
        self.news.clear()  # nobody knows yet whose turn it is
        await asyncio.wait_for(self.news.wait(), 30)


class Load:
    """The server and everyone who plays."""

    def __init__(self, game: str, matches: int) -> None:
        self.game, self.matches = game, matches
        self.random = Random(1)
        self.acknowledged: list[float] = []
        self.broadcast: list[float] = []
        self.wrong = 0
        self.frames: list[int] = []
        self.tables: list[LoadedTable] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def seat(self, http: httpx.AsyncClient, port: int) -> LoadedTable:
        """Found a match and sit down at two of its seats."""
        game = find_game(self.game)
        options = {"players": 2} if any(spec.name == "players" for spec in game.options) else {}
        told = (await http.post("/api/matches", json={"game": self.game, "options": options, "pace": 0})).json()
        table = LoadedTable(self)
        people = [seat["token"] for seat in told["seats"] if "token" in seat][:2]
        for key in people:
            address = f"ws://127.0.0.1:{port}/api/matches/{told['match']}/live"
            line = Line(table, await connect(address, compression=None, max_size=None, max_queue=None).__aenter__())
            await line.line.send(json.dumps({"type": "enter", "key": key}))
            table.lines.append(line)
            self.tasks.append(asyncio.ensure_future(line.listen()))
        self.tables.append(table)
        return table

    async def steady(self, rate: float, seconds: float) -> None:
        """Choices of random matches at a steady rate."""
        start = time.perf_counter()
        under_way = []
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
            playing = [table for table in self.tables if not table.over]
            if not playing:
                break
            under_way.append(asyncio.ensure_future(self.random.choice(playing).choose()))
        await asyncio.gather(*under_way)
        await asyncio.gather(*(table.ready.wait() for table in self.tables))

    async def burst(self, seconds: float) -> float:
        """Every match as fast as it goes; the choices a second."""
        before, start = len(self.broadcast), time.perf_counter()

        async def hurry(table: LoadedTable) -> None:
            while not table.over and time.perf_counter() < start + seconds:
                await table.choose()
            await table.ready.wait()

        await asyncio.gather(*(hurry(table) for table in self.tables))
        return (len(self.broadcast) - before) / (time.perf_counter() - start)


def cpu_seconds(pid: int) -> float:
    """The processor time that a process and its children that have ended took so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def percentiles(times: list[float]) -> dict[str, float]:
    ordered = sorted(times) or [0.0]
    return {f"p{p}": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * p // 100)], 1) for p in (50, 95, 99)}


async def measure(game: str, matches: int, rate: float, seconds: float, port: int, pid: int) -> dict[str, Any]:
    load = Load(game, matches)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        for _ in range(matches):
            await load.seat(http, port)
        await asyncio.gather(*(asyncio.wait_for(table.ready.wait(), 60) for table in load.tables))
        await load.steady(rate, seconds)
        steady = {"choices": len(load.broadcast), "acknowledged_ms": percentiles(load.acknowledged)}
        steady["broadcast_ms"] = percentiles(load.broadcast)
        load.acknowledged.clear()
        load.broadcast.clear()
        load.frames.clear()
        before = cpu_seconds(pid)
        per_second = await load.burst(seconds)
        cpu = cpu_seconds(pid) - before
        burst = {
            "cpu_ms_per_choice": round(1000 * cpu / max(1, len(load.broadcast)), 2),
            "frame_bytes": {"median": median(load.frames), "most": max(load.frames)},
            "choices": len(load.broadcast),
            "choices_per_second": round(per_second),
            "acknowledged_ms": percentiles(load.acknowledged),
            "broadcast_ms": percentiles(load.broadcast),
        }
        chosen = sum(table.chosen for table in load.tables)
    for task in load.tasks:
        task.cancel()
    await asyncio.gather(*load.tasks, return_exceptions=True)
    return {
        "game": game,
        "matches": matches,
        "sockets": 2 * matches,
        "steady": {"rate": rate} | steady,
        "burst": burst,
        "chosen": chosen,
        "out_of_order_or_refused": load.wrong,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="warbirds")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        arguments = [sys.executable, "-c", SERVE, str(Path(folder) / "load.db")]
        server = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            if "http://" not in said:
                return server.wait()
            port = int(said.split(":")[2].split("/")[0])
            found = asyncio.run(measure(wanted.game, wanted.matches, wanted.rate, wanted.seconds, port, server.pid))
        finally:
            server.terminate()
            server.wait()
        with closing(sqlite3.connect(Path(folder) / "load.db")) as stored:
            (entries,) = stored.execute("SELECT count(*) FROM entries").fetchone()
        chosen = found.pop("chosen")
        found |= {"lost": max(0, chosen - entries), "duplicated": max(0, entries - chosen)}
    if wanted.json:
        print(json.dumps(found))
    else:
        print(f"{found['matches']} matches of {found['game']}, {found['sockets']} sockets")
        for phase in ("steady", "burst"):
            figures = found[phase]
            rate = figures.get("choices_per_second", wanted.rate)
            print(f"  {phase}: {figures['choices']} choices, {rate:g} a second")
            print(f"    acknowledged ms {figures['acknowledged_ms']}")
            print(f"    choice to broadcast ms {figures['broadcast_ms']}")
        figures = found["burst"]
        print(f"  server CPU {figures['cpu_ms_per_choice']} ms a choice, frames {figures['frame_bytes']} bytes")
        print(f"  lost {found['lost']}, duplicated {found['duplicated']}, wrong {found['out_of_order_or_refused']}")
    wrong = found["lost"] or found["duplicated"] or found["out_of_order_or_refused"]
    return 1 if wrong or found["steady"]["broadcast_ms"]["p99"] >= 200 else 0


if __name__ == "__main__":
    sys.exit(main())
