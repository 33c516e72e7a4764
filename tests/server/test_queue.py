"""Jobs that processes on one PostgreSQL do for each other: none is lost, none answered twice, none outlives its use."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from sandtable.bots.player import Budget, ask, find_bot
from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import Refused
from sandtable.kernel.game import games
from sandtable.kernel.position import Position
from sandtable.server.database import Database, Stopping
from sandtable.server.jobs import JobResult
from sandtable.server.processes.shared import SharedHomes
from sandtable.server.queue import errands, rows
from sandtable.server.queue.rows import NewJob
from sandtable.server.queue.shared import Helpers, SharedWorkers
from sandtable.server.records import Origin, Standing
from sandtable.server.settings import Settings
from sandtable.server.thinking import BotQuestion, think
from sandtable.server.workers import For, JobFailed, TooLong
from tests.server.bots import die, linger, nap, refuse, sign, spin
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import run_apart

GAMES = list(games())
ALL_KINDS: tuple[For, ...] = ("bots", "questions", "advice")
QUICK = Settings(lease=1.0)


@pytest.fixture
def shared(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a new database; some jobs of tests may travel, too."""
    for job in (die, linger, nap, refuse, sign, spin):
        monkeypatch.setitem(errands.ERRANDS, job.__name__, job)
    return postgres.with_tables("queue")


class Process:
    """A server process as far as jobs go."""

    def __init__(self, address: str, settings: Settings, place: int, helps: int) -> None:
        self.database = Database(address)
        self.database.open()
        self.homes = SharedHomes(self.database, f"http://127.0.0.1:{place}", settings.lease)
        self.workers = (
            Helpers(self.database, self.homes, helps, settings)
            if helps
            else SharedWorkers(self.database, self.homes, {"bots": 1, "questions": 1, "advice": 1}, settings)
        )

    def hear(self, kind: Any, about: str) -> None:
        self.workers.hear(kind, about)

    def keep_only(self, matches: Any) -> None: ...

    async def open(self) -> None:
        await self.homes.open(self)
        await self.workers.open()

    async def vanish(self) -> None:
        """End as a process does that is killed: nothing is given back, and the lease runs out."""
        listening, watching = self.homes._listening, self.workers._watching
        assert listening is not None
        assert watching is not None
        for task in (listening, watching, *(taker._taking for taker in self.workers._takers)):
            assert task is not None
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for taker in self.workers._takers:
            for guest in list(taker._under_way.values()):
                guest.task.cancel()

    async def close(self) -> None:
        await self.workers.leave()
        self.workers.close()
        await self.homes.close()
        await asyncio.to_thread(self.database.close)

    def said(self, sentence: str, **given: object) -> list[tuple[Any, ...]]:
        with self.database.writing.begin() as connection:
            found = connection.execute(text(sentence), given)
            return [tuple(row) for row in found] if found.returns_rows else []

    @property
    def queue(self) -> list[tuple[Any, ...]]:
        return self.said("SELECT kind, job, taken_by, tries, given IS NULL, answer IS NULL FROM jobs ORDER BY asked_at")


@asynccontextmanager
async def processes(
    address: str, number: int = 2, settings: Settings = QUICK, helps: int = 0
) -> AsyncIterator[list[Process]]:
    """So many processes that know of each other; the last one of them only helps if that is wanted."""
    opened: list[Process] = []
    try:
        for place in range(1, number + 1):
            opened.append(Process(address, settings, place, helps if place == number else 0))
            await opened[-1].open()
        for process in opened:
            await process.workers.look()
        yield opened
    finally:
        for process in opened:
            await process.close()


async def until(done: Callable[[], Any], seconds: float = 120) -> None:
    async with asyncio.timeout(seconds):
        while not done():
            await asyncio.sleep(0.02)


def play(test: Coroutine[Any, Any, None]) -> None:
    run_apart(test)


# -- what is sent ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_a_job_is_the_same_job_elsewhere(id: str) -> None:
    """S5: a bot chooses alike from a position that went through the database, also in the middle of an activity."""
    position, dice = Position.new(games()[id], {}, "sent"), Dice("7" * 64)
    for number in range(40):
        if position.decision is None:
            break
        seat = position.deciders[0]
        for steps in {len(position.steps), len(position.steps) // 2} if number % 8 == 7 else ():
            standing = Standing(id, position.options_chosen, position.way_to(steps))
            question = BotQuestion(id, seat, "greedy", tuple(position.options(seat)), "", "8" * 64, standing=standing)
            [sent] = errands.read_given("think", errands.write_given((question,)))
            assert sent.standing is not None
            again = Position.from_way(games()[id], sent.standing.options, sent.standing.way)
            there = Position.from_way(games()[id], standing.options, standing.way)
            assert again.digest() == there.digest()
            assert msgspec.structs.replace(sent, standing=None) == msgspec.structs.replace(question, standing=None)
            if steps == len(position.steps):
                chosen = ask(position, seat, find_bot("greedy"), Dice("8" * 64), Budget(seconds=0))
                assert question.options[think(sent)] == chosen
        options = position.options(seat)
        position.apply(seat, options[dice.below(len(options))])


def test_an_analysis_travels_too() -> None:
    position = Position.new(games()["airlift"], {}, "sent")
    imagined = position.imagine(position.deciders[0], Dice("5" * 64))
    origin = Origin(imagined.way_to(0), 0)
    written = errands.write_answer(JobResult(result=origin, seconds=0.5))
    read = errands.read_answer("origin_of", written)
    assert read.seconds == 0.5
    assert read.result is not None
    again = Position.from_way(position.game, position.options_chosen, read.result.way)
    assert again.digest() == Position.from_way(position.game, position.options_chosen, origin.way).digest()


def test_every_errand_can_be_written_and_read_by_its_types() -> None:
    for name in errands.ERRANDS:
        given, answered = errands._types(name)
        msgspec.msgpack.Decoder(given)
        msgspec.msgpack.Decoder(answered)


def test_what_a_bot_sees_stays_in_its_process() -> None:
    """A view is of a type that only its game knows; and it is the cheap bots that need no more."""
    position = Position.new(games()["airlift"], {}, "sent")
    question = BotQuestion("airlift", "x", "greedy", (("pass",),), "", "8" * 64, position.sight("x"))
    assert not errands.can_travel(think, (question,))
    assert not errands.can_travel(os.getpid, ())


# -- who does what -----------------------------------------------------------------------------------------------------


@needs_postgres
def test_an_idle_process_thinks_for_a_busy_one(shared: str, tmp_path: Path) -> None:
    go_on = tmp_path / "go on"

    async def test() -> None:
        async with processes(shared, 2) as [busy, idle]:
            jobs = [asyncio.ensure_future(busy.workers.run("bots", 900, linger, str(go_on))) for _ in range(2)]
            await until(lambda: idle.workers.taken)
            [(*_, given_gone, no_answer)] = idle.queue
            assert (given_gone, no_answer) == (False, True)
            go_on.touch()
            assert await asyncio.gather(*jobs) == [os.getpid()] * 2
            assert not idle.queue, "what a job was given is removed with it"

    play(test())


@needs_postgres
def test_alone_on_postgres_nothing_goes_through_the_queue(shared: str) -> None:
    async def test() -> None:
        async with processes(shared, 1) as [alone]:
            jobs = [asyncio.ensure_future(alone.workers.run("bots", 60, nap, 0.2)) for _ in range(3)]
            await asyncio.sleep(0.1)
            assert not alone.queue
            await asyncio.gather(*jobs)

    play(test())


@needs_postgres
def test_cheap_jobs_stay_and_dear_ones_go(shared: str) -> None:
    async def test() -> None:
        async with processes(shared, 2) as [busy, idle]:
            await busy.workers.run("bots", 60, spin, 0.001)  # now it is known what they cost
            jobs = [asyncio.ensure_future(busy.workers.run("bots", 60, spin, 0.001)) for _ in range(20)]
            await asyncio.gather(*jobs)
            assert idle.said("SELECT count(*) FROM jobs") == [(0,)]
            assert not busy.workers._asker._asked
            costs = busy.workers._costs
            assert costs
            assert all(cost < QUICK.queue_from for cost in costs.values())
            costs.update(dict.fromkeys(costs, 1.0))
            jobs = [asyncio.ensure_future(busy.workers.run("bots", 60, spin, 0.001)) for _ in range(3)]
            await until(lambda: busy.workers._asker._asked)
            await asyncio.gather(*jobs)

    play(test())


@needs_postgres
def test_jobs_of_others_never_keep_our_own_waiting(shared: str) -> None:
    async def test() -> None:
        async with processes(shared, 2) as [busy, idle]:
            jobs = [asyncio.ensure_future(busy.workers.run("bots", 900, nap, 600.0)) for _ in range(2)]
            await until(lambda: idle.workers.taken)
            await asyncio.wait_for(idle.workers.run("bots", 60, abs, -1), 60)
            assert not any(job.done() for job in jobs)
            for job in jobs:
                job.cancel()

    play(test())


@needs_postgres
def test_a_helper_does_what_is_most_urgent_first(shared: str, tmp_path: Path) -> None:
    """It does one job at a time, and ends the first when all others wait: what it begins then is what it chose."""
    book, go_on = tmp_path / "book", tmp_path / "go on"

    async def test() -> None:
        async with processes(shared, 2, Settings(), helps=1) as [busy, helper]:
            own: list[asyncio.Task[int]] = [
                asyncio.ensure_future(busy.workers.run(kind, 900, nap, 600.0)) for kind in ALL_KINDS
            ]
            await until(lambda: not any(busy.workers.free(kind) for kind in ALL_KINDS))
            jobs = [asyncio.ensure_future(busy.workers.run("advice", 60, sign, str(book), "the first", str(go_on)))]
            await until(book.exists)
            later: tuple[For, ...] = ("advice", "bots", "questions")
            for kind in later:
                jobs.append(asyncio.ensure_future(busy.workers.run(kind, 60, sign, str(book), kind, "")))
                await until(lambda: len(helper.queue) == len(jobs))
            go_on.touch()
            await asyncio.gather(*jobs)
            assert book.read_text().split("\n")[:-1] == ["the first", "questions", "bots", "advice"]
            for job in own:
                job.cancel()

    play(test())


@needs_postgres
def test_what_fails_elsewhere_fails_here_the_same(shared: str) -> None:
    async def test() -> None:
        async with processes(shared, 2) as [busy, idle]:
            kept = asyncio.ensure_future(busy.workers.run("bots", 60, nap, 600.0))
            await until(lambda: busy.workers.free("bots") == 0)
            with pytest.raises(JobFailed, match="its process ended"):
                await busy.workers.run("bots", 60, die)
            with pytest.raises(TooLong, match="too long"):
                await busy.workers.run("bots", 0.3, nap, 600.0)
            with pytest.raises(Refused, match="The game is over") as refused:
                await busy.workers.run("bots", 60, refuse)
            assert refused.value.rule == "PE-1.1"
            assert not idle.queue
            kept.cancel()

    play(test())


# -- what goes wrong ---------------------------------------------------------------------------------------------------


async def busy_with(busy: Process, seconds: float = 600.0) -> asyncio.Task[int]:
    """Keep the only place of a process for bots occupied."""
    job = asyncio.ensure_future(busy.workers.run("bots", 900, nap, seconds))
    await until(lambda: busy.workers.free("bots") == 0)
    return job


@needs_postgres
def test_a_job_whose_process_was_killed_is_done_by_another(shared: str, tmp_path: Path) -> None:
    go_on = tmp_path / "go on"

    async def test() -> None:
        async with processes(shared, 3) as [busy, first, second]:
            kept = await busy_with(busy)
            job = asyncio.ensure_future(busy.workers.run("bots", 900, linger, str(go_on)))
            await until(lambda: first.workers.taken or second.workers.taken)
            taker, other = (first, second) if first.workers.taken else (second, first)
            await taker.vanish()
            await until(lambda: other.workers.taken)
            go_on.touch()
            await asyncio.wait_for(job, 120)
            assert other.said("SELECT count(*) FROM jobs") == [(0,)]
            kept.cancel()

    play(test())


@needs_postgres
def test_an_answer_that_comes_too_late_counts_for_nothing(shared: str) -> None:
    async def test() -> None:
        async with processes(shared, 1) as [process]:
            me = process.homes.process
            process.said("INSERT INTO processes VALUES (77, 'x', now() + interval '1 hour')")
            for taker in process.workers._takers:
                await taker.close()
            assert process.workers._watching is not None
            process.workers._watching.cancel()
            write = process.database.write_apart
            write(rows.put(NewJob("j1", "bots", "nap", "s", 60.0, b"x"), me))
            slow = write(rows.take(["bots"], ["s"], 77))
            assert slow is not None
            assert write(rows.take(["bots"], ["s"], me)) is None, "nobody else gets it"
            process.said("UPDATE processes SET until = now() - interval '1 second' WHERE number = 77")
            assert write(rows.tidy(3, b"", me)) == 1
            quick = write(rows.take(["bots"], ["s"], me))
            assert quick is not None
            assert (quick.id, quick.tries) == ("j1", 2)
            assert not write(rows.answer(slow, 77, b"late"))
            assert write(rows.answer(quick, me, b"first"))
            assert not write(rows.answer(quick, me, b"again"))
            assert process.queue[0][4:] == (True, False), "what it was given is forgotten"
            assert write(rows.fetch("j1")) == b"first"
            assert write(rows.fetch("j1")) is None

    play(test())


@needs_postgres
def test_other_skills_leave_a_job_alone(shared: str) -> None:
    """During an update processes of two versions run side by side: each does the jobs of its own."""

    async def test() -> None:
        async with processes(shared, 1) as [process]:
            me = process.homes.process
            process.database.write_apart(rows.put(NewJob("j1", "bots", "nap", "other", 60.0, b"x"), me))
            assert process.database.write_apart(rows.take(["bots"], errands.skills(), me)) is None

    play(test())


@needs_postgres
def test_a_job_that_ends_every_process_is_given_up(shared: str) -> None:
    async def test() -> None:
        async with processes(shared, 2) as [busy, idle]:
            kept = await busy_with(busy)
            for taker in (*busy.workers._takers, *idle.workers._takers):
                await taker.close()
            job = asyncio.ensure_future(busy.workers.run("bots", 60, nap, 0.1))
            await until(lambda: busy.queue)
            busy.said("UPDATE jobs SET taken_by = 999, tries = 3")
            with pytest.raises(JobFailed, match="every process that took it ended"):
                await asyncio.wait_for(job, 60)
            kept.cancel()

    play(test())


@needs_postgres
def test_a_job_that_nobody_wants_any_more_is_broken_off(shared: str) -> None:
    async def test() -> None:
        async with processes(shared, 2) as [busy, idle]:
            kept = await busy_with(busy)
            job = asyncio.ensure_future(busy.workers.run("bots", 900, nap, 600.0))
            await until(lambda: idle.workers.taken)
            job.cancel()
            await until(lambda: not idle.workers.taken)
            assert not idle.queue
            kept.cancel()

    play(test())


@needs_postgres
def test_jobs_of_a_process_that_is_gone_are_removed_and_broken_off(shared: str) -> None:
    async def test() -> None:
        async with processes(shared, 3) as [busy, idle, _]:
            await busy_with(busy)
            job = asyncio.ensure_future(busy.workers.run("bots", 900, nap, 600.0))
            await until(lambda: idle.queue and idle.queue[0][2] is not None)
            await busy.vanish()
            await until(lambda: not idle.queue)
            await until(lambda: not idle.workers.taken)
            job.cancel()

    play(test())


@needs_postgres
def test_a_queue_that_was_emptied_is_asked_again(shared: str, tmp_path: Path) -> None:
    """PostgreSQL keeps no jobs over a crash of its own."""
    go_on = tmp_path / "go on"

    async def test() -> None:
        async with processes(shared, 2) as [busy, idle]:
            kept = await busy_with(busy)
            job = asyncio.ensure_future(busy.workers.run("bots", 900, linger, str(go_on)))
            await until(lambda: idle.workers.taken)
            idle.said("DELETE FROM jobs")
            go_on.touch()
            assert await asyncio.wait_for(job, 120) == os.getpid()
            kept.cancel()

    play(test())


@needs_postgres
def test_a_missed_message_costs_a_moment_and_nothing_else(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Process, "hear", lambda *_: None)

    async def test() -> None:
        async with processes(shared, 2) as [busy, _]:
            kept = await busy_with(busy)
            assert await asyncio.wait_for(busy.workers.run("bots", 60, nap, 0.1), 60) == os.getpid()
            kept.cancel()

    play(test())


@needs_postgres
def test_a_process_that_stops_gives_back_what_it_has_taken(shared: str, tmp_path: Path) -> None:
    go_on = tmp_path / "go on"

    async def test() -> None:
        async with processes(shared, 3) as [busy, *others]:
            kept = await busy_with(busy)
            job = asyncio.ensure_future(busy.workers.run("bots", 900, linger, str(go_on)))
            await until(lambda: any(other.workers.taken for other in others))
            taker, other = sorted(others, key=lambda one: -one.workers.taken)
            await taker.workers.leave()
            await until(lambda: other.workers.taken)
            go_on.touch()
            await job
            assert busy.said("SELECT count(*) FROM jobs") == [(0,)]
            kept.cancel()

    play(test())


@needs_postgres
def test_who_stops_leaves_nothing_in_the_queue(shared: str) -> None:
    async def test() -> None:
        async with processes(shared, 2) as [busy, idle]:
            kept = await busy_with(busy)
            jobs = [asyncio.ensure_future(busy.workers.run("bots", 60, nap, 30.0)) for _ in range(3)]
            await until(lambda: len(idle.queue) == 3)
            await busy.workers.leave()
            assert {type(end) for end in await asyncio.gather(*jobs, return_exceptions=True)} == {Stopping}
            assert not idle.queue
            kept.cancel()

    play(test())


@needs_postgres
def test_without_the_queue_jobs_are_done_here(shared: str) -> None:
    async def test() -> None:
        async with processes(shared, 2) as [busy, _]:
            kept = await busy_with(busy, 1.0)
            busy.said("ALTER TABLE jobs RENAME TO lost")
            assert await busy.workers.run("bots", 60, nap, 0.1) == os.getpid()
            await kept
            busy.said("ALTER TABLE lost RENAME TO jobs")

    play(test())


@needs_postgres
def test_the_queue_is_kept_out_of_the_log_of_postgres(shared: str) -> None:
    """It holds positions with all their secrets, and nobody needs it after a crash."""

    async def test() -> None:
        async with processes(shared, 1) as [process]:
            assert process.said("SELECT relpersistence::text FROM pg_class WHERE relname = 'jobs'") == [("u",)]

    play(test())
