"""Bots think in threads of their own, on a copy of the position, and not for ever.

For a bot that fails, answers what is not offered, or does not answer in time, a random choice is made instead.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

from sandtable.bots.player import ask, find_bot, random_bot
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.kernel.position import Position
from sandtable.server import log

_MOST_HANGS = 3
_BENCHED = 600.0
"""Seconds for which a bot that hung so often in a match is not asked there again."""


class BotPool:
    """A few threads that bots think in. They are daemons: a bot that hangs cannot keep the server from stopping."""

    def __init__(self, threads: int, patience: float) -> None:
        self._free = asyncio.Semaphore(threads)
        self._patience = patience
        self._jobs: SimpleQueue[tuple[Callable[[], Option], Future[Option]] | None] = SimpleQueue()
        self._threads = threads
        self._hung: dict[tuple[str, str], list[float]] = {}
        """When a bot did not answer, for each match and bot."""

    def start(self) -> None:
        for _ in range(self._threads):
            self._start_thread()

    def stop(self) -> None:
        for _ in range(self._threads):
            self._jobs.put(None)

    def _start_thread(self) -> None:
        Thread(target=self._think, name="sandtable-bot", daemon=True).start()

    def _think(self) -> None:
        while (job := self._jobs.get()) is not None:
            thought, done = job
            try:
                option = thought()
            except BaseException as fault:  # whatever a bot does, its thread goes on
                with suppress(Exception):
                    done.set_exception(fault)
            else:
                with suppress(Exception):  # nobody waits any more
                    done.set_result(option)

    async def choose(self, position: Position, seat: str, name: str, match: str) -> tuple[Option, str]:
        """What the bot chooses on this copy of the position, and who chose in the end."""
        offered = position.options(seat)
        if not self._benched(match, name):
            try:
                option = await self._ask(position, seat, name)
                if option in offered:
                    return option, name
                log.warn("bot answered illegally", match=match, seat=seat, bot=name)
            except TimeoutError:
                self._hung.setdefault((match, name), []).append(time.monotonic())
                log.warn("bot did not answer", match=match, seat=seat, bot=name, seconds=self._patience)
            except Exception as fault:
                log.fault("bot failed", fault, match=match, seat=seat, bot=name)
        return at_random(position, seat), f"random for {name}"[:64]

    def _benched(self, match: str, name: str) -> bool:
        """Whether a bot hung so often of late in a match that it would only hold people up there."""
        since = time.monotonic() - _BENCHED
        for place, times in list(self._hung.items()):
            self._hung[place] = [at for at in times if at > since]
            if not self._hung[place]:
                del self._hung[place]
        return len(self._hung.get((match, name), ())) >= _MOST_HANGS

    async def _ask(self, position: Position, seat: str, name: str) -> Option:
        bot = find_bot(name)
        dice = Dice(secrets.token_hex(32))
        done: Future[Option] = Future()
        async with self._free:
            self._jobs.put((lambda: ask(position, seat, bot, dice), done))
            try:
                return await asyncio.wait_for(asyncio.wrap_future(done), self._patience)
            except TimeoutError:
                self._start_thread()  # the old one is lost to the bot that hangs
                raise


def at_random(position: Position, seat: str) -> Option:
    """Any of the options."""
    return ask(position, seat, random_bot, Dice(secrets.token_hex(32)))
