"""What lies over the table for a while: a long text, the curtain between two players."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingsMap, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from sandtable.kernel.sentences import tell

FOOTER = ("Keys", "Rule", "Table", "Odds", "Undo", "Redo", "Back", "Leave", "Next target", "Closer", "Farther", "Pick",
          "Back to the table", "Sit down")  # fmt: skip
"""What the footer calls the keys."""


def translate(bindings: BindingsMap) -> None:
    """Name the keys in the language that is spoken: they are declared before anybody has said which."""
    for key, bound in bindings.key_to_bindings.items():
        bindings.key_to_bindings[key] = [
            dataclasses.replace(one, description=tell(one.description)) if one.description in FOOTER else one
            for one in bound
        ]


class Reader(ModalScreen[None]):
    """A text to scroll through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "dismiss", "Back to the table", key_display="Esc"),
    ]

    def __init__(self, lines: Sequence[Text]) -> None:
        super().__init__()
        translate(self._bindings)
        self.lines = list(lines)

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(Group(*self.lines), markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


class Curtain(ModalScreen[None]):
    """Covers the whole table until the next player has sat down."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss", "Sit down")]

    def __init__(self, name: str) -> None:
        super().__init__()
        translate(self._bindings)
        self.name_called = name

    def compose(self) -> ComposeResult:
        called = self.name_called
        told = tell("{name} is next. Press Enter when only {name} can see the screen.", name=called)
        yield Static(told, id="called", markup=False)
