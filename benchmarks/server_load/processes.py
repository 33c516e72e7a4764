"""Many matches on one PostgreSQL: `python -m benchmarks.server_load.processes [--processes 1 3] [--matches 1000]`.

Two sockets for each match. Every match makes a choice every ten seconds (`--every`) for a minute (`--seconds`). With
several processes each match goes to one of them by the hash of its id, as a proxy would send it; with `--anywhere` each
socket goes to any process, which passes it on to the home of its match. Measured from sending a choice to the moment
when the socket that sent it has the new table; CPU is that of all server processes and of PostgreSQL. Every socket must
see every version once and in order, and the database must hold every choice once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import httpx
from sqlalchemy import func, select

from benchmarks.server_load.server import a_server, cpu_seconds, memory_mb, percentiles
from benchmarks.server_load.tables import Load
from sandtable.server.database import Database
from sandtable.server.schema import entries
from tests.server.postgres import Cluster, a_cluster

_AT_ONCE = 8
_SLOWEST = 250.0
"""Milliseconds: the bar of the 99th percentile."""
_CORES = 16
_SHARE = 0.6
"""So much of a core can be used before people have to wait for one another."""


def family_seconds(pid: int) -> float:
    """The processor time of a process and of its children that still run."""
    children = [
        int(stat.parent.name)
        for stat in Path("/proc").glob("[0-9]*/stat")
        if int(stat.read_text().rpartition(")")[2].split()[1]) == pid
    ]
    return cpu_seconds(pid) + sum(map(cpu_seconds, children))


async def measure(wanted: argparse.Namespace, ports: list[int], pids: list[int], postgres: int) -> dict[str, Any]:
    load, turn, random = Load(wanted.game, wanted.matches), asyncio.Semaphore(_AT_ONCE), Random(1)

    def home(match: str) -> int:
        return random.choice(ports) if wanted.anywhere else ports[crc32(match.encode()) % len(ports)]

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{ports[0]}", timeout=300) as http:

        async def seat() -> None:
            async with turn:
                await load.seat(http, home)

        await asyncio.gather(*(seat() for _ in range(wanted.matches)))
    await asyncio.gather(*(asyncio.wait_for(table.ready.wait(), 300) for table in load.tables))
    load.frames.clear()
    before = [family_seconds(pid) for pid in (*pids, postgres)]
    await load.steady(wanted.matches / wanted.every, wanted.seconds)
    used = [family_seconds(pid) - was for pid, was in zip((*pids, postgres), before, strict=True)]
    choices = len(load.broadcast)
    figures = {
        "processes": len(ports),
        "anywhere": wanted.anywhere,
        "matches": wanted.matches,
        "sockets": 2 * wanted.matches,
        "choices": choices,
        "per_second": round(choices / wanted.seconds, 1),
        "broadcast_ms": percentiles(load.broadcast),
        "server_cpu_ms_per_choice": round(1000 * sum(used[:-1]) / max(1, choices), 2),
        "postgres_cpu_ms_per_choice": round(1000 * used[-1] / max(1, choices), 2),
        "memory_mb": [memory_mb(pid) for pid in pids],
        "wrong": load.wrong,
        "chosen": sum(table.chosen for table in load.tables),
        "load_average": os.getloadavg()[0],
    }
    for task in load.tasks:
        task.cancel()
    await asyncio.gather(*load.tasks, return_exceptions=True)
    return figures


def run(wanted: argparse.Namespace, processes: int, cluster: Cluster) -> dict[str, Any]:
    """The figures of so many processes on a database of their own."""
    address = cluster.fresh("load")
    with ExitStack() as stack:
        servers = [stack.enter_context(a_server(address)) for _ in range(processes)]
        ports, pids = [port for port, _ in servers], [pid for _, pid in servers]
        found = asyncio.run(measure(wanted, ports, pids, cluster.pid))
    database = Database(address)
    kept = database.read(lambda connection: connection.execute(select(func.count()).select_from(entries)).scalar_one())
    database.close()
    chosen = found.pop("chosen")
    return found | {"lost": max(0, chosen - kept), "doubled": max(0, kept - chosen)} | carried(found, wanted.every)


def carried(found: dict[str, Any], every: float) -> dict[str, Any]:
    """What a large machine would carry, reckoned from the CPU of a choice."""
    a_choice = found["server_cpu_ms_per_choice"] + found["postgres_cpu_ms_per_choice"]
    per_second = _CORES * _SHARE * 1000 / max(a_choice, 0.01)
    return {f"matches_on_{_CORES}_cores": int(per_second * every)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 3])
    parser.add_argument("--game", default="warbirds")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--every", type=float, default=10, help="seconds between two choices of a match")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--anywhere", action="store_true", help="sockets go to any process, not to that of the match")
    wanted = parser.parse_args()
    wrong = False
    with a_cluster() as cluster:
        for processes in wanted.processes:
            found = run(wanted, processes, cluster)
            print(json.dumps(found), flush=True)
            wrong |= bool(found["lost"] or found["doubled"] or found["wrong"])
            wrong |= found["broadcast_ms"]["p99"] >= _SLOWEST
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
