"""Several server processes on one PostgreSQL behind a proxy, which go away one after the other while people play."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, closing

from sqlalchemy import Connection, select

from sandtable.server.database import Database
from sandtable.server.schema import homes, processes
from tests.server.killed import FREE_START, MATCHES, Scene, check, free_port
from tests.server.postgres import Cluster
from tests.server.served import run_apart

PLAYABLE = 5.0
"""Seconds after which everybody can play on."""
HELD_UP = 6.0


def _homes(connection: Connection) -> list[tuple[str, str]]:
    """Every match that lives somewhere, with the address of its process."""
    found = select(homes.c.match, processes.c.address).join(processes, processes.c.number == homes.c.process)
    return [(match, address) for match, address in connection.execute(found)]


class Town(Scene):
    """Several servers, a proxy before them, and how long it took until everybody could play on."""

    def __init__(self, database: str, seed: int) -> None:
        super().__init__(database, seed)
        self.ports = [free_port() for _ in range(3)]
        self.playable: dict[str, list[float]] = {}

    async def everybody_plays(self, since: float) -> None:
        """Every match that was in play then has had another choice acknowledged, or is over."""
        waiting = set(self.in_play)
        while waiting := {match for match in waiting & self.in_play if self.acknowledged_at.get(match, 0.0) < since}:
            await asyncio.sleep(0.01)

    def busiest(self) -> int:
        """The port of the server in which most of the matches live that are played now."""
        with closing(Database(self.database)) as database:
            database.open()
            rows = database.read(_homes)
        living = Counter(int(address.rpartition(":")[2]) for match, address in rows if match in self.in_play)
        return max(self.ports, key=lambda port: living[port])

    async def lose(self, port: int, how: signal.Signals) -> None:
        """One of the servers goes away, and is there again once everybody plays on."""
        since = time.monotonic()
        self.kill(port, how)
        await self.everybody_plays(since)
        self.playable.setdefault(how.name, []).append(time.monotonic() - since)
        if how is signal.SIGSTOP:
            await asyncio.sleep(max(0.0, since + HELD_UP - time.monotonic()))
            self.kill(port, signal.SIGCONT)
        else:
            await self.start(port)


Proxied = Callable[[Town], AbstractAsyncContextManager[None]]
"""A proxy at the port of a town, before all its servers."""


async def play_on_while(town: Town, lost: list[signal.Signals], proxy: Proxied) -> None:
    """Six tables play through the proxy while one server after the other is lost."""
    tables: list[asyncio.Task[None]] = []
    try:
        async with proxy(town):
            await _play_on_while(town, lost, tables)
    finally:
        town.end()


async def _play_on_while(town: Town, lost: list[signal.Signals], tables: list[asyncio.Task[None]]) -> None:
    try:
        for port in town.ports:
            await town.start(port)
        tables = [asyncio.ensure_future(town.table()) for _ in range(MATCHES)]
        for how in lost:
            await town.played_a_little()
            await town.lose(await asyncio.to_thread(town.busiest), how)
        await town.played_a_little()
        town.over = True
        await asyncio.gather(*tables)
    finally:
        town.over = True
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)


def played(postgres: Cluster, seed: int, lost: list[signal.Signals], proxy: Proxied) -> None:
    """Play through losses, and compare what was acknowledged with what is stored."""
    town, began = Town(postgres.with_tables("processes"), seed), time.monotonic()
    run_apart(play_on_while(town, lost, proxy))
    entries = check(town)
    slowest = {how: round(max(times), 2) for how, times in town.playable.items()}
    print(
        f"{len(lost)} losses, {entries} entries, {len(town.acknowledged)} acknowledged, {len(town.setup)} matches, "
        f"everybody plays on after at most {slowest} s, {time.monotonic() - began:.0f} s in all"
    )
    assert len(town.acknowledged) > len(lost) * 5, "too little was going on"
    busy = max(1.0, town.slowest_start / FREE_START)
    assert max(slowest.values()) < PLAYABLE * busy, "somebody waited long"
