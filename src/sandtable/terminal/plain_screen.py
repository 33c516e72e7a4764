"""A terminal of lines: cleared before each page where it can be, otherwise it rolls on."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

from rich.console import Console
from rich.text import Text

from sandtable.kernel.sentences import tell
from sandtable.terminal.draw import Drawing
from sandtable.terminal.screen import TablePage
from sandtable.terminal.text import QUIET, STRONG, wrapped

_RESERVED_FOR_JOURNAL = 6
_AT_ONCE = 20


class Resized(Exception):
    """The terminal has changed its size while somebody was typing; `begun` is what stood on the line."""

    def __init__(self, begun: str) -> None:
        super().__init__(begun)
        self.begun = begun


class PlainScreen:
    """Prints on a console. `read` gives what is typed; `interactive` says whether a person sits there."""

    def __init__(self, console: Console, read: Callable[[str], str], interactive: bool) -> None:
        self.console = console
        self._read = read
        self.interactive = interactive
        self.paged = interactive and console.is_terminal and not console.is_dumb_terminal
        self._heading = ""

    @property
    def most_entries(self) -> int:
        return max(9, self.console.height // 3) if self.paged else _AT_ONCE

    def print(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self.console.print(line, soft_wrap=True)

    def read(self, prompt: str, again: Callable[[], None] | None = None) -> str:
        while True:
            try:
                with told_of_resizing() if self.paged and again is not None else contextlib.nullcontext():
                    return self._read(prompt)
            except Resized as resized:
                _begin_next_line_with(resized.begun)
                if again is not None:
                    again()

    def curtain(self, name: str) -> None:
        if not self.interactive:
            return
        if self.paged:
            self.console.clear()
        else:
            self.print([Text("\n" * 40)])
        self._read(tell("{name} is next. Press Enter when only {name} can see the screen.", name=name) + " ")

    def narrow(self, page: TablePage) -> None:
        self.print(page.question)

    def show_end(self, lines: Sequence[Text]) -> None:
        self.print(lines)

    # -- pages ---------------------------------------------------------------------------------------------------------

    def show(self, page: TablePage, drawing: Drawing) -> None:
        """The table as far as it fits, what happened, and the question."""
        if not self.paged:
            self._roll_on(page, drawing)
            return
        self.console.clear()
        mark = wrapped(self.console, Text(f"▌ {page.mark}", STRONG), drawing.width, 2) if page.mark else []
        room = self.console.height - 1 - len(mark) - len(page.heading) - len(page.question)
        self.print([*mark, *page.heading])
        room = self._lay_out(page, drawing, room, min(len(page.news), _RESERVED_FOR_JOURNAL))
        news = page.news
        if len(news) > room > 0:
            cut = len(news) - room + 1
            told = tell("… {n:earlier line|earlier lines}; `log` shows them", n=cut)
            news = [Text(f"  {told}", QUIET), *news[cut:]]
        self.print(news if room > 0 else [])
        self.print(page.question)

    def _lay_out(self, page: TablePage, drawing: Drawing, room: int, kept: int) -> int:
        """Print board and panels as far as they fit above `kept` lines of journal; how much room is left."""
        board = drawing.board_lines(page.table, page.view, page.named)
        picture = drawing.has_schematic and len(board) <= room - kept
        room -= len(board) if picture else 0
        panels: list[Text] = []
        for block in drawing.panels(page.table, short=True):
            if len(block) <= room - kept:
                panels += block
                room -= len(block)
        if not picture:
            # A list of spaces can be cut, a picture cannot.
            fitting = max(0, room - kept)
            if len(board) > fitting:
                board = [*board[: fitting - 1], Text(tell("… `table` shows the rest"), QUIET)] if fitting > 1 else []
            room -= len(board)
        self.print([*board, *panels])
        return room

    def _roll_on(self, page: TablePage, drawing: Drawing) -> None:
        """Without a screen to clear: the whole table once, then only what is new."""
        first = not self._heading
        if page.table.heading != self._heading:
            self.print([Text("")])
            self.print(page.heading)
            self._heading = page.table.heading
        if first:
            self.print(drawing.board_lines(page.table, page.view))
            for block in drawing.panels(page.table):
                self.print(block)
        self.print(page.news)
        self.print(page.question)


def _begin_next_line_with(begun: str) -> None:
    """What was typed so far stands on the next line that is read, and on no other."""
    readline = sys.modules.get("readline")
    if readline is None:
        return

    def insert() -> None:
        readline.insert_text(begun)
        readline.set_startup_hook(None)

    readline.set_startup_hook(insert)


@contextlib.contextmanager
def told_of_resizing() -> Iterator[None]:
    """Meanwhile a change of the terminal's size breaks off what waits for a line."""

    def tell(number: int, frame: FrameType | None) -> None:
        readline = sys.modules.get("readline")
        raise Resized(readline.get_line_buffer() if readline is not None else "")

    before = signal.signal(signal.SIGWINCH, tell)
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)
