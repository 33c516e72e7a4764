"""Tables that are played over sockets: every socket must see every version once and in order."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from sandtable.kernel.game import find_game
from tests.server.patching import apply_patch, options_of


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
        if self.over:  # by the choice that was waited for
            return
        for line in self.lines:
            options = options_of(line.shown)
            if options:
                self.ready.clear()
                self.acknowledged = self.shown = False
                self.number += 1
                self.chosen += 1
                self.version, self.chooser = line.version + 1, line
                option = self.load.random.choice(options)
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

    async def seat(self, http: httpx.AsyncClient, port: int | Callable[[str], int]) -> LoadedTable:
        """Found a match and sit down at two of its seats, at the port of the match where there are several."""
        game = find_game(self.game)
        options = {"players": 2} if any(spec.name == "players" for spec in game.options) else {}
        told = (await http.post("/api/matches", json={"game": self.game, "options": options, "pace": 0})).json()
        table = LoadedTable(self)
        people = [seat["token"] for seat in told["seats"] if "token" in seat][:2]
        for key in people:
            where = port if isinstance(port, int) else port(told["match"])
            address = f"ws://127.0.0.1:{where}/api/matches/{told['match']}/live"
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
