"""Plays the games of a study on one or many processes; the result depends on the plan alone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from multiprocessing.synchronize import Event
from typing import Any

import msgspec

from sandtable.bots import Bot, chooser, load_bot
from sandtable.bots.player import QUICK, ask
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import RuleFault, SandtableError
from sandtable.kernel.game import Outcome, find_game
from sandtable.kernel.playout import play_out
from sandtable.kernel.position import Position
from sandtable.lab.study import Played, Study, StudyPlan

Progress = Callable[[int], None]
"""Told how many games are done."""
Keep = Callable[[Sequence[Played]], None]
"""Handed the games that ended."""
_CHUNK = 25
_PATIENCE = 5.0
_stop: Event | None = None


class Chunk(msgspec.Struct, frozen=True):
    """What one process played: its games and the CPU time they took."""

    played: list[Played]
    cpu_s: float


Chunks = Generator[Chunk, None, None]


def play_one(plan: StudyPlan, number: int, lineup: int) -> Played:
    """Play one game of a study: seed number `number`, with that line-up."""
    game = find_game(plan.game)
    seated = {seat: load_bot(bot) for seat, bot in zip(plan.seats, plan.lineups[lineup], strict=True)}
    name = f"{plan.seed}/{number}"
    try:
        dice, bots = Dice(seed_from(name)), Dice(seed_from(f"{name}/bots"))
        if all(bot in QUICK for bot in plan.lineups[lineup]):
            outcome, decisions = play_out(game, game.new(plan.options, dice), chooser(game, seated, bots))
        else:
            outcome, decisions = _play_positions(Position.new(game, plan.options, dice), seated, bots)
    except Exception as fault:
        what = fault.sentence if isinstance(fault, SandtableError) else f"{type(fault).__name__}: {fault}"
        raise RuleFault(f"Game {number} of this study (seed {name!r}) failed: {what}") from fault
    return Played(
        number, lineup, outcome.result, outcome.winners, outcome.drawn, outcome.scores, outcome.facts, decisions
    )


def _play_positions(position: Position, seated: Mapping[str, Bot], dice: Dice) -> tuple[Outcome, int]:
    """Play a game as a match is played, with checkpoints: bots can imagine positions there."""
    while position.outcome is None:
        if len(position.steps) > position.game.most_decisions:
            raise RuleFault(f"{position.game.title} did not end within {position.game.most_decisions} decisions.")
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, seated[seat], dice))
    return position.outcome, len(position.steps)


def play_chunk(plan: StudyPlan, places: Sequence[int]) -> Chunk:
    """Play some games in this process, or as many of them as there are before somebody says stop."""
    began = time.process_time()
    played = []
    for place in places:
        if _stop is not None and _stop.is_set():
            break
        played.append(play_one(plan, *divmod(place, len(plan.lineups))))
    return Chunk(played, time.process_time() - began)


def _begin_worker(stop: Event) -> None:
    global _stop
    _stop = stop


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started here ignore Ctrl-C from the first: the one that a person started decides when to end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _chunks(todo: Sequence[int], workers: int) -> list[Sequence[int]]:
    size = max(1, min(_CHUNK, len(todo) // (workers * 4)))
    return [todo[first : first + size] for first in range(0, len(todo), size)]


def run(
    plan: StudyPlan,
    workers: int = 1,
    progress: Progress = lambda done: None,
    ray: str = "",
    before: Sequence[Played] = (),
    keep: Keep = lambda played: None,
) -> Study:
    """Play a study. Interrupted (Ctrl-C), it gives what was played so far.

    What was played `before` is not played again; `keep` is handed games as they end, to write them down.
    """
    began = time.monotonic()
    done = {one.number * len(plan.lineups) + one.lineup for one in before}
    todo = [place for place in range(plan.games) if place not in done]
    workers = max(1, min(workers, len(todo)))
    if ray:
        source = _on_ray(plan, todo, ray)
    elif workers == 1:
        source = _here(plan, todo)
    else:
        source = _in_pool(plan, todo, workers)
    played: list[Played] = list(before)
    cpu_s = 0.0
    try:
        with closing(source):
            for chunk in source:
                keep(chunk.played)
                played += chunk.played
                cpu_s += chunk.cpu_s
                progress(len(played))
    except KeyboardInterrupt:
        pass
    played.sort(key=lambda one: (one.number, one.lineup))
    return Study(plan, tuple(played), cpu_s, time.monotonic() - began, workers)


def _here(plan: StudyPlan, todo: Sequence[int]) -> Chunks:
    for place in todo:
        yield play_chunk(plan, [place])


def _in_pool(plan: StudyPlan, todo: Sequence[int], workers: int) -> Chunks:
    """Hand out chunks to a pool of processes. They start clean, so that no thread of ours is copied halfway."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin_worker, (stop,))
    waiting: set[Future[Chunk]] = set()
    try:
        chunks = iter(_chunks(todo, workers))
        with _deaf_children():
            waiting = {
                pool.submit(play_chunk, plan, chunk) for _, chunk in zip(range(2 * workers), chunks, strict=False)
            }
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(play_chunk, plan, chunk) for _, chunk in zip(done, chunks, strict=False)}
            yield from (future.result() for future in done)
    except KeyboardInterrupt:
        stop.set()
        done, _ = wait(waiting, timeout=_PATIENCE)
        yield from (future.result() for future in done if not future.cancelled() and future.exception() is None)
        raise
    except BrokenProcessPool:
        raise SandtableError("A worker process ended unexpectedly (out of memory?); try fewer --workers.") from None
    finally:
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
        if waiting:
            for child in multiprocessing.active_children():
                child.join(_PATIENCE)
                child.terminate()


def _on_ray(plan: StudyPlan, todo: Sequence[int], address: str) -> Chunks:
    """Hand out chunks to a Ray cluster whose machines have the same Sandtable installed."""
    try:
        import ray  # type: ignore[import-not-found,unused-ignore] # optional: only those with a cluster install it
    except ImportError:
        raise SandtableError("Ray is not installed here; `pip install ray` brings it, or leave --ray out.") from None
    cluster: Any = ray
    cluster.init(address=None if address == "local" else address, log_to_driver=False, logging_level="ERROR")
    try:
        remote = cluster.remote(play_chunk)
        workers = max(1, int(cluster.cluster_resources().get("CPU", 1)))
        waiting = [remote.remote(plan, chunk) for chunk in _chunks(todo, workers)]
        while waiting:
            done, waiting = cluster.wait(waiting)
            yield from cluster.get(done)
    finally:
        cluster.shutdown()


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
