"""The map in a pane of its own: scrolled and zoomed, with a cursor that goes from place to place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sandtable.kernel.table import Table
from sandtable.terminal.full.reader import translate
from sandtable.terminal.map.canvas import Canvas, Cell
from sandtable.terminal.map.drawing import MapDrawing
from sandtable.terminal.map.layout import CellBox, Layout
from sandtable.terminal.map.marks import SideLetters

_CURSOR = "reverse"
_ASIDE = 3
"""How much less a step to the side counts than one in the direction of the key."""


class MapPane(ScrollView, can_focus=True):
    """Draws the board of the page that is shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", "Left", show=False),
        Binding("right", "step(1, 0)", "Right", show=False),
        Binding("up", "step(0, -1)", "Up", show=False),
        Binding("down", "step(0, 1)", "Down", show=False),
        Binding("n", "target(1)", "Next target"),
        Binding("p", "target(-1)", "Previous target", show=False),
        Binding("plus,equals_sign", "zoom(1)", "Closer", key_display="+"),
        Binding("minus", "zoom(-1)", "Farther", key_display="-"),
        Binding("shift+left", "pan(-8, 0)", "Pan", show=False),
        Binding("shift+right", "pan(8, 0)", "Pan", show=False),
        Binding("shift+up", "pan(0, -4)", "Pan", show=False),
        Binding("shift+down", "pan(0, 4)", "Pan", show=False),
        Binding("enter,space", "pick", "Pick"),
    ]

    class Pointed(Message):
        """The cursor has come to a place."""

        def __init__(self, space: str) -> None:
            super().__init__()
            self.space = space

    class Picked(Message):
        """A place was picked."""

        def __init__(self, space: str) -> None:
            super().__init__()
            self.space = space

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        translate(self._bindings)
        self.drawing: MapDrawing | None = None
        self.table: Table | None = None
        self.letters = SideLetters()
        self.named: frozenset[str | int] = frozenset()
        self.cursor = ""
        self.zoom = -1
        self._plain: Canvas | None = None
        self._canvas: Canvas | None = None
        self._dragged = False

    # -- what is drawn -------------------------------------------------------------------------------------------------

    def show_table(self, drawing: MapDrawing, table: Table, letters: SideLetters, named: frozenset[str | int]) -> None:
        """Draw a table; the place and the zoom stay as they are."""
        if drawing is not self.drawing:
            self.zoom = -1
            if self.cursor not in drawing.spaces:
                self.cursor = ""
        asked = named != self.named
        self.drawing, self.table, self.letters, self.named = drawing, table, letters, named
        if asked:
            self._go_to_targets()
        self.draw_again()

    def _go_to_targets(self) -> None:
        """Where nothing in sight can be chosen, the cursor goes to the first place that can."""
        layout, targets = self.layout_now, self.targets
        if layout is None or not targets or self.cursor in targets:
            return
        in_sight = Region(*self.scroll_offset, *self.size)
        if not any(in_sight.contains(*layout.boxes[target].middle) for target in targets):
            self.cursor = targets[0]

    def clear(self) -> None:
        """Show nothing: another player is about to sit down."""
        self.table, self._canvas, self._plain = None, None, None
        self.virtual_size = Size(1, 1)
        self.refresh()

    @property
    def layout_now(self) -> Layout | None:
        if self.drawing is None or not self.drawing.board.spaces:
            return None
        width, height = max(20, self.size.width), max(6, self.size.height)
        layouts = self.drawing.layouts
        if self.zoom < 0:
            # The ids and strengths of hexes can be read from the third zoom on; smaller boards are shown whole.
            self.zoom = max(2 if layouts.has_hexes else 0, layouts.largest(width, height))
        return layouts.layout(self.zoom, width, height)

    def draw_again(self) -> None:
        """Draw the map as it stands now."""
        layout = self.layout_now
        if layout is None or self.drawing is None or self.table is None:
            return
        self._plain = self.drawing.draw(layout, self.table, self.named, self.letters)
        self.virtual_size = Size(layout.width, layout.height)
        if not self.cursor:
            self.cursor = self._first_cursor(layout)
        self._mark_cursor(layout)

    def _first_cursor(self, layout: Layout) -> str:
        targets = self.targets
        if targets:
            return targets[0]
        assert self.drawing is not None
        assert self.table is not None
        here = self.drawing.pieces_at(self.table)
        return next(iter(here), next(iter(layout.boxes)))

    def _mark_cursor(self, layout: Layout) -> None:
        if self._plain is None:
            return
        canvas = self._plain.copy()
        box = layout.boxes.get(self.cursor)
        if box is not None:
            for row in range(box.row, box.row + min(box.height, 2)):
                canvas.restyle(box.column, row, max(box.width, 2), _CURSOR)
            self._keep_in_sight(box)
        self._canvas = canvas
        self.refresh()

    def _keep_in_sight(self, box: CellBox) -> None:
        self.scroll_to_region(Region(box.column - 2, box.row - 1, box.width + 4, box.height + 2), animate=False)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        row = y + self.scroll_offset.y
        if self._canvas is None or not 0 <= row < self._canvas.height:
            return Strip.blank(width, self.rich_style)
        left = self.scroll_offset.x
        strip = Strip(_segments(self._canvas.rows[row][left : left + width])).apply_style(self.rich_style)
        return strip.adjust_cell_length(width, self.rich_style)

    def on_resize(self, event: events.Resize) -> None:
        self.draw_again()

    # -- the cursor ----------------------------------------------------------------------------------------------------

    @property
    def targets(self) -> list[str]:
        """The places that can be chosen, from the upper left to the lower right."""
        layout = self.layout_now
        if self.drawing is None or self.table is None or layout is None:
            return []
        found = self.drawing.targets(self.table, self.named)
        return sorted(found, key=lambda space: (layout.boxes[space].row, layout.boxes[space].column))

    def point_at(self, space: str) -> None:
        """Put the cursor on a place, or on what stands for it on the map."""
        layout = self.layout_now
        if self.drawing is None or layout is None:
            return
        home = self.drawing.layouts.home.get(space, "")
        if home:
            self.cursor = home
            self._mark_cursor(layout)
            self.post_message(self.Pointed(home))

    def action_step(self, across: int, down: int) -> None:
        layout = self.layout_now
        if layout is None or self.cursor not in layout.boxes:
            return
        x, y = layout.boxes[self.cursor].middle
        best, least = "", float("inf")
        for space, box in layout.boxes.items():
            other_x, other_y = box.middle
            dx, dy = other_x - x, 2 * (other_y - y)
            ahead, aside = (dx * across, abs(dy)) if across else (dy * down, abs(dx))
            if ahead > 0 and ahead + _ASIDE * aside < least:
                best, least = space, ahead + _ASIDE * aside
        if best:
            self.point_at(best)

    def action_target(self, step: int) -> None:
        targets = self.targets
        if targets:
            at = targets.index(self.cursor) + step if self.cursor in targets else 0
            self.point_at(targets[at % len(targets)])

    def action_zoom(self, step: int) -> None:
        if self.drawing is None or self.layout_now is None:
            return
        self.zoom = max(0, min(self.drawing.layouts.count - 1, self.zoom + step))
        self.draw_again()

    def action_pan(self, across: int, down: int) -> None:
        self.scroll_relative(across, down, animate=False)

    def action_pick(self) -> None:
        if self.cursor:
            self.post_message(self.Picked(self.cursor))

    # -- the mouse -----------------------------------------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._dragged = False
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if event.button and (event.delta_x or event.delta_y):
            self._dragged = True
            self.scroll_relative(-event.delta_x, -event.delta_y, animate=False)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.release_mouse()

    def on_click(self, event: events.Click) -> None:
        """A click points at a place and picks it; what was dragged is only moved."""
        layout, at = self.layout_now, event.get_content_offset(self)
        if self._dragged or layout is None or at is None:
            return
        found = _space_at(layout, at.x + self.scroll_offset.x, at.y + self.scroll_offset.y)
        if found:
            self.point_at(found)
            self.action_pick()


def _space_at(layout: Layout, column: int, row: int) -> str:
    """The place at a cell, or the nearest one."""

    def distance(box: CellBox) -> int:
        right, bottom = box.column + box.width - 1, box.row + box.height - 1
        across = max(box.column - column, column - right, 0)
        return across + 2 * max(box.row - row, row - bottom, 0)

    return min(layout.boxes, key=lambda space: distance(layout.boxes[space]), default="")


@lru_cache(maxsize=512)
def _style(text: str) -> Style:
    return Style.parse(text) if text else Style.null()


def _segments(cells: Iterable[Cell]) -> list[Segment]:
    """A line of cells, neighbours of one style in one piece."""
    segments: list[Segment] = []
    run, style = "", ""
    for character, own in cells:
        if own != style and run:
            segments.append(Segment(run, _style(style)))
            run = ""
        style = own
        run += character
    if run:
        segments.append(Segment(run, _style(style)))
    return segments
