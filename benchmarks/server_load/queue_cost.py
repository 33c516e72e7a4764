"""What a job costs through the queue of PostgreSQL and done here: CPU time and time by the clock.

    python -m benchmarks.server_load.queue_cost --db postgresql://... [--jobs 200] [--game vengeance]

The job is a look at a position as a bot's question sends it, with no thinking: what is left is the way. Both ways are
taken in turn, by one process that asks and takes; CPU time is that of all its processes, without PostgreSQL's.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import time
from typing import Any

from sandtable.kernel.dice import Dice
from sandtable.kernel.game import find_game
from sandtable.kernel.position import Position
from sandtable.server.database import Database
from sandtable.server.processes.shared import SharedHomes
from sandtable.server.queue.errands import write_given
from sandtable.server.queue.shared import SharedWorkers
from sandtable.server.records import Standing
from sandtable.server.settings import Settings
from sandtable.server.thinking import BotQuestion, think
from sandtable.server.workers import Workers


class _Process:
    """A server process as far as jobs go."""

    def __init__(self, address: str) -> None:
        settings = Settings()
        self.database = Database(address)
        self.database.open()
        self.homes = SharedHomes(self.database, "http://127.0.0.1:1", settings.lease)
        self.workers = SharedWorkers(self.database, self.homes, {"bots": 1, "questions": 1, "advice": 1}, settings)

    def hear(self, kind: Any, about: str) -> None:
        self.workers.hear(kind, about)

    def keep_only(self, matches: Any) -> None: ...


def question(game: str, steps: int = 60) -> BotQuestion:
    """What the random bot is asked in a position some way into a game; it has the position, as searching bots do."""
    position, dice = Position.new(find_game(game), {}, "queue"), Dice("7" * 64)
    for _ in range(steps):
        seat = position.deciders[0]
        options = position.options(seat)
        position.apply(seat, options[dice.below(len(options))])
    seat, decision = position.deciders[0], position.decision
    assert decision is not None
    standing = Standing(game, position.options_chosen, position.way_to(len(position.steps)))
    options = tuple(position.options(seat))
    return BotQuestion(game, seat, "random", options, decision.rule, "8" * 64, standing=standing, seconds=1.0)


def _cpu() -> float:
    """CPU time of this process; those of its workers are the same both ways."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def _measure(address: str, game: str, jobs: int) -> None:
    process = _Process(address)
    await process.homes.open(process)
    await process.workers.open()
    asked = question(game)
    times: dict[str, list[tuple[float, float]]] = {"here": [], "queue": []}
    for number in range(jobs):
        for way in ("here", "queue"):
            cpu, clock = _cpu(), time.monotonic()
            if way == "here":
                await Workers._done(process.workers, "bots", 60.0, think, (asked,))
            else:
                await process.workers._asker.ask("bots", 60.0, "think", (asked,))
            if number >= 5:
                times[way].append((_cpu() - cpu, time.monotonic() - clock))
    for way, taken in times.items():
        used = statistics.fmean(1000 * one[0] for one in taken)
        passed = sorted(1000 * one[1] for one in taken)
        print(
            f"{game} {way}: CPU {used:.2f} ms a job, "
            f"clock p50 {statistics.median(passed):.1f} ms, p95 {passed[int(len(passed) * 0.95)]:.1f} ms"
        )
    print(f"{game}: {len(write_given((asked,)))} bytes in the row")
    await process.workers.leave()
    process.workers.close()
    await process.homes.close()
    await asyncio.to_thread(process.database.close)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--db", required=True)
    parser.add_argument("--game", default="vengeance")
    parser.add_argument("--jobs", type=int, default=200)
    wanted = parser.parse_args()
    asyncio.run(_measure(wanted.db, wanted.game, wanted.jobs))


if __name__ == "__main__":
    main()
