"""An hour's memory: `python -m benchmarks.server_load.memory [--minutes 60] [--matches 200] [--sockets 300] [--json]`.

Matches of all games lie open, half of them with two sockets. Before the clock starts, all seats of every match are
taken and play 40 choices (`--age`) as fast as the server answers: the tables and states of young matches, and the
rules' caches, still fill, which is no leak. Then choices come at a low rate over all of them, now and then somebody
leaves and comes back or looks at the past. The memory of the server's process is read every minute; after the first
five minutes (of a shorter run: its first tenth) it must not grow by more than 5 %. Every refusal is printed; none but
those of choices that came too late (409) may happen.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.server_load.server import a_server, cpu_seconds, memory_mb
from sandtable.kernel.game import find_game, games
from tests.server.patching import apply_patch, options_of

_MOST_GROWTH = 0.05


class Visitor:
    """One socket that plays, asks, leaves and comes back."""

    def __init__(self, address: str, key: str) -> None:
        self.address, self.key = address, key
        self.shown: dict[str, Any] = {}
        self.line: ClientConnection | None = None
        self.reading: asyncio.Task[None] | None = None
        self.version = -1
        self.news = asyncio.Event()
        self.refused: Counter[str] = Counter()
        self.number = 0

    async def come(self) -> None:
        # However busy the machine is: what is measured is memory, not time.
        self.line = await connect(
            self.address, compression=None, max_size=None, max_queue=None, open_timeout=None, ping_timeout=None
        )
        await self.line.send(json.dumps({"type": "enter", "key": self.key}))
        self.reading = asyncio.ensure_future(self.read(self.line))

    async def leave(self) -> None:
        if self.line is not None and self.reading is not None:
            await self.line.close()
            await self.reading

    async def read(self, line: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for frame in line:
                message = json.loads(frame)
                match message["type"]:
                    case "hello" | "shown":
                        self.shown, self.version = message["shown"], message["version"]
                    case "changed":
                        self.shown = apply_patch(self.shown, message["patch"])
                        self.version = message["version"]
                    case "refused":
                        self.refused[f"{message['status']} {message['error']}"] += 1
                self.news.set()

    async def say(self, **message: Any) -> None:
        assert self.line is not None
        self.number += 1
        await self.line.send(json.dumps({"id": f"{id(self)}-{self.number}"} | message))

    @property
    def options(self) -> list[list[str | int]]:
        return options_of(self.shown)

    async def choose(self, random: Random) -> bool:
        if options := self.options:
            option = random.choice(options)
            await self.say(type="choose", step=self.shown["step"], option=option)
        return bool(options)

    async def choose_and_see(self, random: Random) -> None:
        """One choice, and what came of it."""
        before, refused = self.version, self.refused.total()
        await self.choose(random)
        while self.version == before and self.refused.total() == refused:
            self.news.clear()
            await self.news.wait()


async def age(people: list[Visitor], choices: int, random: Random) -> int:
    """Play the first choices of a match, all its seats being here; how many were made before it was over."""
    for made in range(choices):
        while not (asked := [person for person in people if person.options]):
            if all(person.shown and person.shown["decision"] is None for person in people):
                return made
            for person in people:
                person.news.clear()
            _, waiting = await asyncio.wait(
                [asyncio.ensure_future(person.news.wait()) for person in people],
                return_when=asyncio.FIRST_COMPLETED,
            )
            for task in waiting:
                task.cancel()
        await asked[0].choose_and_see(random)
    return choices


async def found(http: httpx.AsyncClient, port: int, game: str) -> list[Visitor]:
    """A match of a game and those who come to it, one for each seat."""
    options = {"players": 2} if any(spec.name == "players" for spec in find_game(game).options) else {}
    told = (await http.post("/api/matches", json={"game": game, "options": options, "pace": 0})).json()
    address = f"ws://127.0.0.1:{port}/api/matches/{told['match']}/live"
    people = [Visitor(address, seat["token"]) for seat in told["seats"] if "token" in seat]
    for person in people:
        await person.come()
    return people


async def an_hour(wanted: argparse.Namespace, port: int, pid: int) -> dict[str, Any]:
    random, ids = Random(1), list(games())
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=600) as http:
        tables = [await found(http, port, ids[number % len(ids)]) for number in range(wanted.matches)]
    aged = sum(await asyncio.gather(*(age(table, wanted.age, random) for table in tables)))
    people = [person for table in tables for person in table]
    surplus = [person for table in tables for person in table[1:]][: max(0, len(people) - wanted.sockets)]
    for person in surplus:
        await person.leave()
    figures = await watched(wanted, [person for person in people if person not in surplus], pid)
    refused = sum((person.refused for person in people), Counter[str]())
    return {"aged": aged} | figures | {"refused": dict(refused)}


async def watched(wanted: argparse.Namespace, people: list[Visitor], pid: int) -> dict[str, Any]:
    """The memory of a server, minute by minute, while these people play."""
    random = Random(2)
    started, chosen, asked, returned = time.monotonic(), 0, 0, 0
    memory: list[float] = []
    ticks = 0
    while (elapsed := time.monotonic() - started) < wanted.minutes * 60:
        if elapsed >= len(memory) * 60:
            memory.append(memory_mb(pid))
            print(f"minute {len(memory) - 1}: {memory[-1]} MB, {chosen} choices", file=sys.stderr, flush=True)
        ticks += 1
        chosen += await random.choice(people).choose(random)
        if ticks % 10 == 0:
            person = random.choice(people)
            await person.leave()
            await person.come()
            returned += 1
        if ticks % 25 == 0:
            person = random.choice(people)
            if person.shown:
                await person.say(type="at", step=random.randrange(person.shown["step"] + 1))
                asked += 1
        await asyncio.sleep(max(0.0, started + ticks / wanted.rate - time.monotonic()))
    for person in people:
        await person.leave()
    settled = memory[min(5, len(memory) // 10) :]
    return {
        "minutes": wanted.minutes,
        "matches": wanted.matches,
        "sockets": len(people),
        "choices": chosen,
        "returned": returned,
        "asked": asked,
        "memory_mb": memory[:: max(1, len(memory) // 6)] + memory[-1:],
        "growth": round(settled[-1] / settled[0] - 1, 4),
        "server_cpu_s": cpu_seconds(pid),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=300)
    parser.add_argument("--age", type=int, default=40, help="choices of each match before the clock starts")
    parser.add_argument("--rate", type=float, default=5, help="what is done a second, over all of them")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, a_server(Path(folder) / "memory.db") as (port, pid):
        figures = asyncio.run(an_hour(wanted, port, pid))
    print(json.dumps(figures))
    wrongly = [reason for reason in figures["refused"] if not reason.startswith("409 ")]
    return 1 if figures["growth"] > _MOST_GROWTH or wrongly else 0


if __name__ == "__main__":
    sys.exit(main())
