"""Between the game, which runs in a thread of its own, and the panes: pages go one way, typed lines the other."""

from __future__ import annotations

import io
import queue
from collections.abc import Callable, Sequence
from typing import Protocol

from rich.console import Console
from rich.text import Text

from sandtable.terminal.draw import Drawing
from sandtable.terminal.map.marks import SideLetters
from sandtable.terminal.screen import TablePage

_EVERYTHING = 1 << 30
"""The list is scrolled and filtered, so nothing is asked step by step."""


class Panes(Protocol):
    """What the bridge needs of the application; all of it is called from the game's thread."""

    def show_page(self, page: TablePage, drawing: Drawing, letters: SideLetters) -> None:
        """Show a page."""

    def show_question(self, page: TablePage) -> None:
        """Show fewer options, or all of them again."""

    def tell(self, lines: Sequence[Text], at_leisure: bool) -> None:
        """Show lines that a command has printed; long ones over the table if they can be read `at_leisure`."""

    def wait_for_line(self, prompt: str, choosing: bool) -> None:
        """Let the person type: to choose among the options, or to answer a question of a command."""

    def draw_curtain(self, name: str) -> None:
        """Cover everything."""

    def read_out(self, lines: Sequence[Text]) -> None:
        """Show a text that is read at leisure."""


class FullScreen:
    """The screen of panes as the game sees it. `call` runs something in the thread of the panes and waits for it."""

    paged = True

    def __init__(self, panes: Panes, call: Callable[..., object], width: int, height: int) -> None:
        self.panes = panes
        self.call = call
        self.console = Console(
            file=io.StringIO(), width=width, height=height, highlight=False, markup=False, emoji=False
        )
        self.typed: queue.Queue[str | None] = queue.Queue()
        self.letters: dict[str, SideLetters] = {}
        self.last: list[Text] = []
        """What was printed last: when the game is left, it is told on the terminal below."""
        self._printed: list[Text] = []

    def resize(self, width: int, height: int) -> None:
        self.console.size = (width, height)

    @property
    def most_entries(self) -> int:
        return _EVERYTHING

    def print(self, lines: Sequence[Text]) -> None:
        self._printed += lines

    def read(self, prompt: str, again: Callable[[], None] | None = None) -> str:
        choosing = again is not None
        self._tell(at_leisure=choosing)
        self.call(self.panes.wait_for_line, prompt, choosing)
        typed = self.typed.get()
        if typed is None:
            raise EOFError
        return typed

    def _tell(self, at_leisure: bool = True) -> None:
        if self._printed:
            self.call(self.panes.tell, self._printed, at_leisure)
            self._printed = []

    def take_printed(self) -> list[Text]:
        """What was printed after the last question."""
        printed, self._printed = self._printed, []
        return printed

    def show(self, page: TablePage, drawing: Drawing) -> None:
        self._tell()
        self.call(self.panes.show_page, page, drawing, self.letters.setdefault(page.seat, SideLetters()))

    def narrow(self, page: TablePage) -> None:
        self.call(self.panes.show_question, page)

    def curtain(self, name: str) -> None:
        self._printed = []
        self.call(self.panes.draw_curtain, name)
        if self.typed.get() is None:
            raise EOFError

    def show_end(self, lines: Sequence[Text]) -> None:
        self._printed = []
        self.call(self.panes.read_out, lines)
        self.typed.get()
        self.last = list(lines)
