"""Who plays the games of a study: this process, a pool of processes, or a Ray cluster.

Games are handed out in chunks of about half a second, so that progress is seen game by game where games are long, and
handing out costs little where they are short.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from typing import Any

import msgspec

from sandtable.kernel.errors import SandtableError
from sandtable.lab.study import Played, StudyPlan

Play = Callable[[StudyPlan, int], Played]
"""Plays the game at a place of a plan."""
_CHUNK_S, _MOST = 0.5, 50
_PATIENCE = 5.0
_RETRIES = 5
_DATA = "SANDTABLE_DATA"
_stop: Event | None = None


class Chunk(msgspec.Struct, frozen=True):
    """What one process played: its games and the CPU time they took."""

    played: list[Played]
    cpu_s: float


Chunks = Generator[Chunk, None, None]


class HandOut:
    """Cuts what is to be played into chunks, as long as what is known of the games allows."""

    def __init__(self, todo: Sequence[int], workers: int) -> None:
        self._todo = todo
        self._workers = workers
        self._next = 0
        self._games, self._cpu_s = 0, 0.0

    def learn(self, chunk: Chunk) -> None:
        """Remember how long games take."""
        self._games += len(chunk.played)
        self._cpu_s += chunk.cpu_s

    def take(self, count: int) -> list[Sequence[int]]:
        """The next chunks, at most so many."""
        chunks = []
        for _ in range(count):
            size = self._size()
            if chunk := self._todo[self._next : self._next + size]:
                chunks.append(chunk)
                self._next += size
        return chunks

    def _size(self) -> int:
        if not self._games:
            return 1
        fits = int(_CHUNK_S * self._games / max(self._cpu_s, 1e-6))
        fair = (len(self._todo) - self._next) // (2 * self._workers)  # near the end nobody waits for one long chunk
        return max(1, min(fits, fair, _MOST))


def play_chunk(play: Play, plan: StudyPlan, places: Sequence[int]) -> Chunk:
    """Play some games in this process, or as many of them as there are before somebody says stop."""
    began = time.process_time()
    played = []
    for place in places:
        if _stop is not None and _stop.is_set():
            break
        played.append(play(plan, place))
    return Chunk(played, time.process_time() - began)


def here(play: Play, plan: StudyPlan, todo: Sequence[int]) -> Chunks:
    """Play in this process, game by game."""
    for place in todo:
        yield play_chunk(play, plan, [place])


def _begin_worker(stop: Event, data: str) -> None:
    global _stop
    _stop = stop
    if data:
        os.environ[_DATA] = data


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


def in_pool(play: Play, plan: StudyPlan, todo: Sequence[int], workers: int) -> Chunks:
    """Hand out chunks to a pool of processes. They start clean, so that no thread of ours is copied halfway."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin_worker, (stop, plan.data))
    waiting: set[Future[Chunk]] = set()
    hand_out = HandOut(todo, workers)
    try:
        with _deaf_children():
            waiting = {pool.submit(play_chunk, play, plan, chunk) for chunk in hand_out.take(2 * workers)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            chunks = [future.result() for future in done]
            for chunk in chunks:
                hand_out.learn(chunk)
            waiting |= {pool.submit(play_chunk, play, plan, chunk) for chunk in hand_out.take(len(done))}
            yield from chunks
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


def on_ray(play: Play, plan: StudyPlan, todo: Sequence[int], address: str) -> Chunks:
    """Hand out chunks to a Ray cluster whose machines have the same Sandtable installed.

    The chunk of a worker or a machine that dies is played again elsewhere; it gives the same games.
    """
    try:
        import ray  # type: ignore[import-not-found,unused-ignore] # optional: only those with a cluster install it
    except ImportError:
        raise SandtableError('Ray is not installed here; `pip install "sandtable[ray]"` brings it.') from None
    cluster: Any = ray
    joined = cluster.is_initialized()
    if not joined:
        cluster.init(address=None if address == "local" else address, log_to_driver=False, logging_level="ERROR")
    try:
        environment = {"env_vars": {_DATA: plan.data}} if plan.data else None
        remote = cluster.remote(max_retries=_RETRIES, runtime_env=environment)(play_chunk)
        workers = max(1, int(cluster.cluster_resources().get("CPU", 1)))
        hand_out = HandOut(todo, workers)
        waiting = [remote.remote(play, plan, chunk) for chunk in hand_out.take(2 * workers)]
        while waiting:
            done, waiting = cluster.wait(waiting)
            for chunk in cluster.get(done):
                hand_out.learn(chunk)
                yield chunk
            waiting += [remote.remote(play, plan, chunk) for chunk in hand_out.take(len(done))]
    finally:
        if not joined:
            cluster.shutdown()
