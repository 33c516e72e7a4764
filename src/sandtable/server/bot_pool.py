"""Bots think in worker processes, on what their seat sees, and not for ever.

For a bot that fails, answers what is not offered, or does not answer in time, a random choice is made instead.
"""

from __future__ import annotations

import pickle
import secrets
import time

import msgspec

from sandtable.kernel.flow import Option
from sandtable.server import log
from sandtable.server.database import Stopping
from sandtable.server.thinking import ILLEGAL, NEEDS_A_POSITION, BotQuestion, think
from sandtable.server.workers import TooLong, Workers

_THINKING = 0.6
"""The part of the patience that a bot may use to think; the rest is for its way to the worker and back."""
_MOST_HANGS = 3
_BENCHED = 600.0
"""Seconds for which a bot that hung so often in a match is not asked there again."""


class BotPool:
    """Asks bots and sees to it that a match goes on whatever they do."""

    def __init__(self, workers: Workers, patience: float) -> None:
        self._workers = workers
        self._patience = patience
        self._hung: dict[tuple[str, str], list[float]] = {}
        """When a bot did not answer, for each match and bot."""
        self._imagining: set[str] = set()
        """Bots that once asked for a position to imagine; all others get their view alone."""

    async def choose(self, question: BotQuestion, match: str) -> tuple[Option, str]:
        """What the bot chooses, and who chose in the end."""
        seat, name = question.seat, question.bot
        if not self._benched(match, name):
            try:
                number = await self._ask(question)
                if number != ILLEGAL:
                    return question.options[number], name
                log.warn("bot answered illegally", match=match, seat=seat, bot=name)
            except TooLong:
                self._hung.setdefault((match, name), []).append(time.monotonic())
                log.warn("bot did not answer", match=match, seat=seat, bot=name, seconds=self._patience)
            except Stopping:
                raise
            except Exception as fault:
                log.fault("bot failed", fault, match=match, seat=seat, bot=name)
        return at_random(question), f"random for {name}"[:64]

    def _benched(self, match: str, name: str) -> bool:
        """Whether a bot hung so often of late in a match that it would only hold people up there."""
        since = time.monotonic() - _BENCHED
        for place, times in list(self._hung.items()):
            self._hung[place] = [at for at in times if at > since]
            if not self._hung[place]:
                del self._hung[place]
        return len(self._hung.get((match, name), ())) >= _MOST_HANGS

    async def _ask(self, question: BotQuestion) -> int:
        """The number of an option; a bot that imagines positions is asked once more, with one."""
        if question.bot not in self._imagining:
            try:
                number = await self._think(msgspec.structs.replace(question, standing=None))
            except (pickle.PicklingError, AttributeError, TypeError):  # a view that cannot be sent
                number = NEEDS_A_POSITION
            if number != NEEDS_A_POSITION:
                return number
            self._imagining.add(question.bot)
        return await self._think(msgspec.structs.replace(question, view=None, seconds=self._patience * _THINKING))

    async def _think(self, question: BotQuestion) -> int:
        return await self._workers.run("bots", self._patience, think, question)


def at_random(question: BotQuestion) -> Option:
    """Any of the options."""
    return secrets.choice(question.options)
