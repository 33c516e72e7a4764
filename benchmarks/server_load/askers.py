"""People who read and ask much beside one who plays: `python -m benchmarks.server_load.askers [--askers 8] [--json]`.

One match is played at a steady pace; measured is the time from a choice to its new table. First alone, then while
others read the rules of a game again and again, then while others ask for analyses, and while others look at the past
of a long match.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from benchmarks.server_load.memory import Visitor
from benchmarks.server_load.server import a_server, percentiles
from benchmarks.server_load.tables import Load


async def measured(load: Load, seconds: float) -> dict[str, float]:
    """The times of choices made one after the other, five a second."""
    load.broadcast.clear()
    for _ in range(int(seconds * 5)):
        table = load.tables[0]
        if table.over:
            break
        await table.choose()
        await table.ready.wait()
        await asyncio.sleep(0.2)
    return percentiles(load.broadcast)


class Asked(msgspec.Struct, frozen=True):
    """What others ask for, and of what."""

    what: str
    port: int
    game: str
    match: str
    owner: str
    step: int


async def read(http: httpx.AsyncClient, asked: Asked) -> None:
    (await http.get(f"/api/games/{asked.game}/rules")).raise_for_status()


async def analyse(http: httpx.AsyncClient, asked: Asked) -> None:
    key = {"authorization": f"Bearer {asked.owner}"}
    (await http.post(f"/api/matches/{asked.match}/analysis", json={}, headers=key)).raise_for_status()


async def look_back(_http: httpx.AsyncClient, asked: Asked) -> None:
    address = f"ws://127.0.0.1:{asked.port}/api/matches/{asked.match}/live"
    async with connect(address, compression=None, max_size=None) as line:
        await line.send(json.dumps({"type": "enter"}))
        await line.send(json.dumps({"type": "at", "id": "a", "step": Random().randrange(asked.step + 1)}))
        while json.loads(await line.recv())["type"] not in ("at", "refused"):
            pass


ASK = {"readers of rules": read, "analyses": analyse, "the past": look_back}


def ask_on(asked: Asked, askers: int, seconds: float) -> int:
    """In a process of its own: so many ask as fast as they are answered; how many answers there were."""

    async def one(until: float) -> int:
        answered = 0
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{asked.port}", timeout=60) as http:
            while time.monotonic() < until:
                await ASK[asked.what](http, asked)
                answered += 1
        return answered

    async def all_of_them() -> int:
        until = time.monotonic() + seconds
        return sum(await asyncio.gather(*(one(until) for _ in range(askers))))

    return asyncio.run(all_of_them())


async def figures(game: str, askers: int, seconds: float, port: int) -> dict[str, Any]:
    load, random = Load(game, 1), Random(2)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        await load.seat(http, port)
        await load.tables[0].ready.wait()
        told = (await http.post("/api/matches", json={"game": game, "pace": 0})).json()
        seats = [one["seat"] for one in told["seats"]]
    past = Visitor(f"ws://127.0.0.1:{port}/api/matches/{told['match']}/live", told["owner"])
    await past.come()
    for _ in range(400):
        await past.say(type="sit", seat=random.choice(seats))
        await asyncio.sleep(0.02)
        await past.choose(random)
    found: dict[str, Any] = {"game": game, "askers": askers, "alone": await measured(load, seconds)}
    with ProcessPoolExecutor(1, get_context("spawn")) as others:
        others.submit(abs, 1).result()
        for what in ASK:
            asked = Asked(what, port, game, told["match"], told["owner"], past.shown["step"])
            asking = asyncio.wrap_future(others.submit(ask_on, asked, askers, seconds))
            times = await measured(load, seconds)
            found[what] = times | {"answered": await asking}
    await past.leave()
    for task in load.tasks:
        task.cancel()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="vengeance")
    parser.add_argument("--askers", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, a_server(Path(folder) / "askers.db") as (port, _pid):
        found = asyncio.run(figures(wanted.game, wanted.askers, wanted.seconds, port))
    if wanted.json:
        print(json.dumps(found))
    else:
        print(f"{found.pop('game')}, {found.pop('askers')} who ask; milliseconds from a choice to its table")
        for beside_whom, times in found.items():
            print(f"  {beside_whom}: {times}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
