"""A line to one browser, and what waits on it."""

from __future__ import annotations

import asyncio

from sandtable.kernel.language import ENGLISH
from sandtable.server import messages
from sandtable.server.patches import SentTable
from sandtable.server.records import Holder, Viewer
from sandtable.server.settings import Settings

_MUCH = 512 * 1024
"""While so much waits for somebody, nothing more is heard from them: who does not read gets no answers."""


class Listener:
    """Frames wait in a queue; who reads too slowly is cut off and may come back."""

    def __init__(self, who: Holder, viewer: Viewer, settings: Settings, language: str = ENGLISH) -> None:
        self.who = who
        self.address = ""
        """The network address of the browser."""
        self.known: SentTable | None = None
        """The table that was sent last: the next one is told by what changed."""
        self.viewer = viewer
        self.language = language
        self.client = settings.client
        self.frames: asyncio.Queue[str | int] = asyncio.Queue()
        self.waits = 0
        """How many letters have not been sent."""
        self.too_slow = asyncio.Event()
        self._eased = asyncio.Event()
        self._eased.set()
        self._settings = settings
        self._cut = False

    def send(self, message: messages.Outgoing | str) -> None:
        if self._cut:
            return
        frame = message if isinstance(message, str) else messages.write_message(message)
        # One frame may always wait, however large: else a table of that size could never be seen.
        many = self.frames.qsize() >= self._settings.largest_queue
        if many or (self.waits and self.waits + len(frame) > self._settings.largest_wait):
            self.cut(1013)
            self.too_slow.set()
            return
        self.frames.put_nowait(frame)
        self._count(len(frame))

    def cut(self, code: int) -> None:
        """Close the line after what is already on its way."""
        if not self._cut:
            self._cut = True
            self.frames.put_nowait(code)

    def sent(self, frame: str) -> None:
        """A frame is on its way."""
        self._count(-len(frame))

    def _count(self, letters: int) -> None:
        self.waits += letters
        if self.waits > _MUCH:
            self._eased.clear()
        else:
            self._eased.set()

    async def eased(self) -> None:
        """Wait until not much waits."""
        await self._eased.wait()
