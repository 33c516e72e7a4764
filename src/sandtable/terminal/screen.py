"""What a table is shown on: a terminal that scrolls, one that is cleared for each page, or a full screen of panes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from rich.console import Console
from rich.text import Text

from sandtable.kernel.game import View
from sandtable.kernel.table import Table
from sandtable.terminal.draw import Drawing


class OptionEntry(NamedTuple):
    """One line of the list of options: what is typed for it, its text, and everything that it names."""

    typed: str
    text: Text
    names: frozenset[str]


class TablePage(NamedTuple):
    """The table as one seat sees it when it is asked."""

    seat: str
    mark: str
    """Says on every page what table this is: an analysis, a game by mail. The table of a plain game has no mark."""
    table: Table
    view: View
    heading: list[Text]
    news: list[Text]
    coached: list[Text]
    prompt: Text
    entries: list[OptionEntry]
    question: list[Text]
    """Coach, prompt and entries as lines."""
    named: frozenset[str | int]


class TableScreen(Protocol):
    """Where a table is shown and typed at."""

    console: Console
    paged: bool
    """Whether each page has a screen of its own."""

    @property
    def most_entries(self) -> int:
        """How many options are listed at once; more of them are asked step by step."""

    def print(self, lines: Sequence[Text]) -> None:
        """Show lines below what is there."""

    def show(self, page: TablePage, drawing: Drawing) -> None:
        """Show a page."""

    def narrow(self, page: TablePage) -> None:
        """Show the question again with fewer options."""

    def read(self, prompt: str, again: Callable[[], None] | None = None) -> str:
        """What the person types; `again` draws the page once more when the screen has changed its size."""

    def curtain(self, name: str) -> None:
        """Hide everything until the next player says that nobody else is looking."""

    def show_end(self, lines: Sequence[Text]) -> None:
        """Show how a game ended."""
