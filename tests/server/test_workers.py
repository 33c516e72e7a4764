"""What takes long runs in processes of its own: they start when needed, are few, and a lost one costs only its job."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots.player import ask, find_bot
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import Refused
from sandtable.kernel.game import games
from sandtable.kernel.position import Position
from sandtable.server.bot_pool import BotPool
from sandtable.server.database import Stopping
from sandtable.server.settings import Settings
from sandtable.server.thinking import BotQuestion, think
from sandtable.server.workers import JobFailed, TooLong, Workers
from tests.server.bots import die, hang, refuse
from tests.server.served import Served, run_apart, serving

GAMES = list(games())
linux = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc for processes")


def children(pid: int) -> set[int]:
    """The processes that a process started and that still run."""
    found = set()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            if int(file.read_text().rpartition(")")[2].split()[1]) == pid:
                found.add(int(file.parent.name))
    return found


def run(what: Coroutine[Any, Any, None]) -> None:
    run_apart(what)


@linux
def test_workers_start_when_needed_and_are_few() -> None:
    async def work() -> None:
        before = children(os.getpid())
        workers = Workers(1, 1)
        assert children(os.getpid()) == before
        pids = await asyncio.gather(*(workers.run("questions", 60, os.getpid) for _ in range(4)))
        pids += await asyncio.gather(*(workers.run("bots", 60, os.getpid) for _ in range(4)))
        assert os.getpid() not in pids
        assert len(set(pids)) <= 2

    run(work())


def test_a_job_that_dies_hangs_or_fails_costs_nothing_but_itself() -> None:
    async def work() -> None:
        workers = Workers(1, 2)
        others = asyncio.ensure_future(workers.run("questions", 60, time.sleep, 3))
        with pytest.raises(JobFailed, match="its process ended"):
            await workers.run("questions", 60, die)
        with pytest.raises(TooLong, match="too long"):
            await workers.run("questions", 0.3, hang)
        with pytest.raises(JobFailed, match="ZeroDivisionError at"):
            await workers.run("questions", 60, divmod, 1, 0)
        with pytest.raises(Refused, match="The game is over"):
            await workers.run("questions", 60, refuse)
        assert await workers.run("questions", 60, abs, -1) == 1
        assert not others.done() or others.exception() is None
        await others

    run(work())


def test_bots_do_not_wait_for_questions() -> None:
    async def work() -> None:
        workers = Workers(1, 1)
        asked = [asyncio.ensure_future(workers.run("questions", 60, hang)) for _ in range(3)]
        assert await workers.run("bots", 60, abs, -1) == 1
        workers.close()
        assert {type(ended) for ended in await asyncio.gather(*asked, return_exceptions=True)} == {Stopping}

    run(work())


SERVER = """
import asyncio, sys, time
from sandtable.server.workers import Workers
async def work():
    job = asyncio.ensure_future(Workers(1, 1).run("questions", 60, time.sleep, 600))
    await asyncio.sleep(1)
    print("asked", flush=True)
    await job
asyncio.run(work())
"""


@linux
def test_no_worker_outlives_a_server_that_was_killed() -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    assert server.stdout.readline() == "asked\n"
    deadline = time.monotonic() + 30
    while not (workers := children(server.pid)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert workers
    server.send_signal(signal.SIGKILL)
    server.wait()
    server.stdout.close()
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def test_a_bot_that_imagines_gets_a_position_in_its_process(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    told = served.create(seats={"north": "imagining", "south": "imagining"}, options={"cards": 2})
    assert served.sit(told["match"]).wait_for("over")
    assert "bot" not in caplog.text
    assert served.service.bot_pool._imagining == {"imagining"}


@pytest.mark.parametrize("id", GAMES)
def test_a_bot_chooses_alike_from_a_view_that_was_sent(id: str) -> None:
    """S5: what is sent is the view and no more, and it is enough."""
    position, dice = Position.new(games()[id], {}, "sent"), Dice("7" * 64)
    for _ in range(60):
        if position.decision is None:
            break
        seat = position.deciders[0]
        question = BotQuestion(
            id, seat, "greedy", tuple(position.options(seat)), position.decision.rule, "8" * 64, position.sight(seat)
        )
        sent: BotQuestion = pickle.loads(pickle.dumps(question))  # noqa: S301 - as it is sent to our own process
        assert question.options[think(sent)] == ask(position, seat, find_bot("greedy"), Dice("8" * 64))
        options = position.options(seat)
        position.apply(seat, options[dice.below(len(options))])


def test_a_veteran_thinks_in_a_worker_and_answers_by_the_clock(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its second of nodes may be many seconds on a slow machine: the host's patience ends the search."""
    asked: list[float] = []
    think = BotPool._think

    async def noted(pool: BotPool, question: BotQuestion) -> int:
        asked.append(question.seconds)
        return await think(pool, question)

    monkeypatch.setattr(BotPool, "_think", noted)
    with serving(tmp_path, Settings(bot_patience=10.0)) as served:
        told = served.create(seats={"north": "veteran", "south": "veteran"}, options={"cards": 2})
        assert served.sit(told["match"]).wait_for("over")
    assert 6.0 in asked
    assert not [line for line in caplog.text.splitlines() if "bot " in line]
