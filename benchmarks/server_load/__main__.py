"""Choices of many tables: `python -m benchmarks.server_load [--game all] [--matches 100] [--seconds 20] [--json]`.

Two sockets for each match, one for each seat. First choices arrive at a steady rate over all matches (20 a second),
then every match plays as fast as its server answers. Measured from sending a choice to the acknowledgement, and to the
moment when the socket that sent it has the new table. Every socket must see every version once and in order, and the
database must hold every choice once. CPU is that of the server's process, from a choice to both sockets.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

import httpx

from benchmarks.server_load.server import a_server, cpu_seconds, percentiles
from benchmarks.server_load.tables import Load
from sandtable.kernel.game import games


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


def run(game: str, wanted: argparse.Namespace) -> dict[str, Any]:
    """The figures of one game, from a server and a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        with a_server(Path(folder) / "load.db") as (port, pid):
            found = asyncio.run(measure(game, wanted.matches, wanted.rate, wanted.seconds, port, pid))
        with closing(sqlite3.connect(Path(folder) / "load.db")) as stored:
            (entries,) = stored.execute("SELECT count(*) FROM entries").fetchone()
    chosen = found.pop("chosen")
    return found | {"lost": max(0, chosen - entries), "duplicated": max(0, entries - chosen)}


def tell(found: dict[str, Any], rate: float) -> None:
    print(f"{found['matches']} matches of {found['game']}, {found['sockets']} sockets")
    for phase in ("steady", "burst"):
        figures = found[phase]
        print(f"  {phase}: {figures['choices']} choices, {figures.get('choices_per_second', rate):g} a second")
        print(f"    acknowledged ms {figures['acknowledged_ms']}")
        print(f"    choice to broadcast ms {figures['broadcast_ms']}")
    figures = found["burst"]
    print(f"  server CPU {figures['cpu_ms_per_choice']} ms a choice, frames {figures['frame_bytes']} bytes")
    print(
        f"  lost {found['lost']}, duplicated {found['duplicated']}, wrong {found['out_of_order_or_refused']}",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="warbirds", help="a game, or all of them one after the other")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    wrong = False
    for game in games() if wanted.game == "all" else (wanted.game,):
        found = run(game, wanted)
        print(json.dumps(found), flush=True) if wanted.json else tell(found, wanted.rate)
        wrong |= bool(found["lost"] or found["duplicated"] or found["out_of_order_or_refused"])
        wrong |= found["steady"]["broadcast_ms"]["p99"] >= 200
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
