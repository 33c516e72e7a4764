"""The application: which panes there are, what keys and mouse do, what is typed."""

from __future__ import annotations

import contextlib
import contextvars
import io
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import ClassVar

import msgspec
from rich.console import Console
from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from sandtable.kernel.sentences import tell
from sandtable.terminal.commands import help_lines
from sandtable.terminal.draw import Drawing
from sandtable.terminal.full.bridge import FullScreen
from sandtable.terminal.full.map_pane import MapPane
from sandtable.terminal.full.reader import Curtain, Reader, translate
from sandtable.terminal.map.drawing import legend
from sandtable.terminal.map.marks import SideLetters
from sandtable.terminal.pick import fits, is_number
from sandtable.terminal.screen import OptionEntry, TablePage
from sandtable.terminal.text import QUIET, STRONG, wrapped

_BUSY = "… "
"""In the place of the prompt while the game or a bot is at work: what is typed then waits for its Enter."""
_MARGIN = 3
"""What borders and scroll bars take of the width."""
KEYS = (
    ("Enter", "choose the option that is highlighted, or the only one that fits what you typed"),
    ("Up  Down", "highlight an option; typing filters the list"),
    ("Tab  Shift+Tab", "go from pane to pane: map, options, inspector, journal, line"),
    ("Esc", "back to the line, with all options"),
    ("Ctrl+Z  Ctrl+Y", "undo, redo"),
    ("F1 or ?", "these keys"),
    ("F2  F3  F4", "the rule, the whole table, the odds"),
    ("Ctrl+Q", "leave; you can resume the game later"),
    ("In the map", "arrows move the cursor, Shift+arrows pan, + and - zoom, n and p go to what can be chosen"),
    ("", "Enter picks what is there and keeps only the options that name it"),
    ("Mouse", "click an option to choose it, click the map to pick a place, drag the map to pan"),
    ("Signs", "* can be chosen; a letter and a number are a side and its strength there"),
)
"""What the keys and the mouse do."""
_KEY_COLUMN = 18


class TableApp(App[None]):
    """The table in panes. `play` runs in a thread of its own until the game is left or over."""

    CSS_PATH = Path(__file__).with_name("table.tcss")
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = "#line"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "keys", "Keys", key_display="?"),
        Binding("question_mark", "keys", "Keys", show=False),
        Binding("f2", "type('rule')", "Rule"),
        Binding("f3", "type('table')", "Table"),
        Binding("f4", "type('odds')", "Odds"),
        Binding("ctrl+z", "type('undo')", "Undo"),
        Binding("ctrl+y", "type('redo')", "Redo", show=False),
        Binding("escape", "all_options", "Back", show=False),
        Binding("ctrl+q", "leave", "Leave", priority=True),
    ]

    def __init__(self, play: Callable[[FullScreen], bool], commands: Collection[str]) -> None:
        super().__init__()
        translate(self._bindings)
        self._play = play
        self._commands = commands
        self.bridge = FullScreen(self, self.call_from_thread, 80, 24)
        self.page: TablePage | None = None
        self.drawing: Drawing | None = None
        self.letters = SideLetters()
        self.picked: frozenset[str] = frozenset()
        self.listed: list[OptionEntry] = []
        self.choosing = False
        self.waiting = False
        self.over = False
        self.fault: BaseException | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="mark", markup=False)
        yield Static(id="heading", markup=False)
        with Horizontal(id="middle"):
            yield MapPane(id="map")
            with Vertical(id="side"):
                yield Static(id="prompt", markup=False)
                yield OptionList(id="options", markup=False)
                with VerticalScroll(id="about"):
                    yield Static(id="place", markup=False)
        yield RichLog(id="journal", wrap=True)
        with Horizontal(id="typing"):
            yield Static(_BUSY, id="cursor", markup=False)
            yield Input(id="line", placeholder=tell("choose by words, number or mouse; ? lists the keys"))
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#map").border_title = tell("Map")
        self.query_one("#about").border_title = tell("Inspector")
        self.query_one("#journal").border_title = tell("Journal")
        self._measure()
        # The language that is spoken stands in the context.
        context = contextvars.copy_context()
        self.run_worker(lambda: context.run(self._run), thread=True, exit_on_error=False)

    def on_resize(self, event: events.Resize) -> None:
        self._measure()

    def _measure(self) -> None:
        self.bridge.resize(max(40, self.size.width - _MARGIN), self.size.height)

    def _run(self) -> None:
        """The thread of the game."""
        try:
            self.over = self._play(self.bridge)
        except BaseException as fault:  # told to the thread that waits for the application
            self.fault = fault
        with contextlib.suppress(RuntimeError):  # the panes may be gone already
            self.call_from_thread(self.exit)

    def on_unmount(self) -> None:
        """Whatever closes the panes, the game must not wait for a line any more."""
        self.bridge.typed.put(None)

    # -- what the game shows -------------------------------------------------------------------------------------------

    def show_page(self, page: TablePage, drawing: Drawing, letters: SideLetters) -> None:
        """Show a page."""
        self.drawing, self.letters = drawing, letters
        mark = self.query_one("#mark", Static)
        mark.set_class(bool(page.mark), "shown")
        mark.update(page.mark)
        self.query_one("#heading", Static).update(Text("\n").join(page.heading))
        journal = self.query_one("#journal", RichLog)
        for line in [*page.news, *page.coached]:
            journal.write(line)
        pane = self.query_one(MapPane)
        pane.show_table(drawing.map, page.table, letters, page.named)
        pane.border_subtitle = legend(letters, page.table, drawing.game.words.name).plain
        self.show_question(page)
        self._tell_place(pane.cursor)

    def show_question(self, page: TablePage) -> None:
        """Show the options that are left."""
        self.page = page
        self.picked = frozenset()
        self.query_one("#prompt", Static).update(page.prompt)
        self._filter()

    def tell(self, lines: Sequence[Text], at_leisure: bool) -> None:
        """What a command has printed: in the journal, or over the table if it is long."""
        journal = self.query_one("#journal", RichLog)
        if at_leisure and len(lines) > max(3, journal.size.height):
            self.push_screen(Reader(lines))
            return
        for line in lines:
            journal.write(line)

    def wait_for_line(self, prompt: str, choosing: bool) -> None:
        """Let the person type."""
        self.choosing, self.waiting = choosing, True
        self.query_one("#cursor", Static).update(prompt if choosing else "> ")
        if choosing:
            self._filter()  # the line is empty again, so all options are back
        else:
            self.query_one("#prompt", Static).update(prompt)
            self.query_one("#options", OptionList).clear_options()
        line = self.query_one("#line", Input)
        line.disabled = False
        if self.focused is None or self.focused.id not in ("map", "options"):
            line.focus()

    def draw_curtain(self, name: str) -> None:
        """Nothing of the last player's table stays, not even behind the curtain."""
        self.page = None
        self.picked = frozenset()
        for id in ("#heading", "#prompt", "#place"):
            self.query_one(id, Static).update("")
        self.query_one("#options", OptionList).clear_options()
        self.query_one("#journal", RichLog).clear()
        self.query_one("#line", Input).value = ""
        pane = self.query_one(MapPane)
        pane.clear()
        pane.cursor, pane.border_subtitle = "", ""
        self.push_screen(Curtain(name), lambda _: self.bridge.typed.put(""))

    def read_out(self, lines: Sequence[Text]) -> None:
        """A text to read; the game waits until it is put away."""
        self.push_screen(Reader(lines), lambda _: self.bridge.typed.put(""))

    def point_at(self, space: str) -> None:
        """Put the map's cursor on a place."""
        self.query_one(MapPane).point_at(space)

    # -- options -------------------------------------------------------------------------------------------------------

    def _filter(self) -> None:
        """List the options that fit what is typed and picked."""
        if self.page is None:
            return
        typed = self.query_one("#line", Input).value.strip()
        word = typed.partition(" ")[0].lower()
        free = not typed or word in self._commands or is_number(word)
        self.listed = [
            entry
            for entry in self.page.entries
            if (free or fits(typed, entry.text.plain, entry.names)) and (not self.picked or entry.names & self.picked)
        ]
        shown = self.query_one("#options", OptionList)
        shown.set_options([Option(entry.text) for entry in self.listed])
        shown.highlighted = 0 if self.picked and len(self.listed) == 1 else None
        count = len(self.page.entries)
        fewer = len(self.listed) < count
        self.query_one("#prompt").border_title = tell("{n} of {all}", n=len(self.listed), all=count) if fewer else ""

    @on(Input.Changed, "#line")
    def filter_options(self, event: Input.Changed) -> None:
        """Each letter filters the list; a question mark alone lists the keys."""
        if event.value == "?":
            with self.prevent(Input.Changed):
                event.input.value = ""
            self.action_keys()
        elif self.choosing:
            self._filter()

    @on(Input.Submitted, "#line")
    def take_line(self, event: Input.Submitted) -> None:
        typed = event.value.strip()
        if not self.waiting:
            return
        if not self.choosing:
            self.send(typed)
            return
        at = self.query_one("#options", OptionList).highlighted
        word = typed.partition(" ")[0].lower()
        if word in self._commands or is_number(word):
            self.send(typed)
        elif at is not None:
            self.send(self.listed[at].typed)
        elif typed:
            self.send(self.listed[0].typed if len(self.listed) == 1 else typed)

    @on(OptionList.OptionSelected, "#options")
    def take_option(self, event: OptionList.OptionSelected) -> None:
        if self.waiting and self.choosing:
            self.send(self.listed[event.option_index].typed)

    def send(self, typed: str) -> None:
        """Give a line to the game."""
        line = self.query_one("#line", Input)
        self.waiting = False
        self.query_one("#cursor", Static).update(_BUSY)
        with self.prevent(Input.Changed):
            line.value = ""
        self.bridge.typed.put(typed)

    # -- the map -------------------------------------------------------------------------------------------------------

    @on(MapPane.Pointed)
    def tell_pointed(self, event: MapPane.Pointed) -> None:
        self._tell_place(event.space)

    def _tell_place(self, space: str) -> None:
        """What is known of a place: its ground, who is there, what can be done with it."""
        page, drawing = self.page, self.drawing
        if page is None or drawing is None or not space:
            return
        pane = self.query_one("#about")
        beside = Drawing(Console(width=pane.size.width - 1, file=io.StringIO()), drawing.game, drawing.board)
        lines = beside.look(page.table, space)
        for piece in drawing.map.pieces_at(page.table).get(space, []):
            lines += beside.look(page.table, piece.id)
        naming = [entry for entry in page.entries if entry.names & self._things_at(space)]
        if naming:
            told = tell("{n:1 option uses it|# options use it}: press Enter on the map for a list.", n=len(naming))
            lines.append(Text(told, QUIET))
        charts = {panel.id for panel in page.table.panels if panel.kind == "chart"}
        without = msgspec.structs.replace(page.table, panels=[p for p in page.table.panels if p.id not in charts])
        for block in beside.panels(without):
            lines += [Text(""), *block]
        self.query_one("#place", Static).update(Text("\n").join(lines))
        pane.scroll_home(animate=False)

    def _things_at(self, space: str) -> frozenset[str]:
        """A place and everything in it."""
        page, drawing = self.page, self.drawing
        if page is None or drawing is None:
            return frozenset()
        inside = {part for part, home in drawing.map.layouts.home.items() if home == space}
        return frozenset(inside | {piece.id for piece in page.table.pieces if piece.where in inside})

    @on(MapPane.Picked)
    def pick(self, event: MapPane.Picked) -> None:
        """Only options that name what was picked stay; picked again, the only one left is chosen."""
        if not self.choosing or self.page is None:
            return
        things = self._things_at(event.space)
        if self.picked == things and len(self.listed) == 1 and self.waiting:
            self.send(self.listed[0].typed)
            return
        self.picked = things
        self._filter()
        if not self.listed:
            self.picked = frozenset()
            self._filter()
            self.notify(tell("No option names anything there."), timeout=3)

    # -- keys ----------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """In the line the arrows go through the list."""
        line = self.query_one("#line", Input)
        if self.focused is not line:
            return
        shown = self.query_one("#options", OptionList)
        if event.key == "down":
            shown.action_cursor_down()
        elif event.key == "up":
            shown.action_cursor_up()

    def action_keys(self) -> None:
        console = self.bridge.console
        lines = [Text(tell("Keys"), STRONG)]
        for keys, does in KEYS:
            text = Text(f"{tell(keys) if keys else '':<{_KEY_COLUMN}}{tell(does)}")
            lines += wrapped(console, text, console.width, _KEY_COLUMN)
        lines += [Text(""), Text(tell("What you can type"), STRONG), *help_lines(console, console.width)]
        self.push_screen(Reader(lines))

    def action_type(self, typed: str) -> None:
        """A key that stands for a command."""
        if self.waiting and self.choosing:
            self.send(typed)

    def action_all_options(self) -> None:
        line = self.query_one("#line", Input)
        line.value = ""
        self.picked = frozenset()
        self._filter()
        line.focus()

    def action_leave(self) -> None:
        """Leave as `quit` does: the game ends its thread, and the application follows."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        self.bridge.typed.put(None)
