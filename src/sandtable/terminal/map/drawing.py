"""Draws a board in characters: the ground, the ways between places, and who stands where with what strength."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from rich.text import Text

from sandtable.kernel.table import Board, Piece, Space, Table
from sandtable.terminal.map.canvas import Canvas
from sandtable.terminal.map.layout import BoardLayouts, CellBox, Layout
from sandtable.terminal.map.marks import SideLetters, short_name, summary
from sandtable.terminal.text import QUIET

TARGET = "underline"
"""Marks what can be chosen now, beside a star where there is room for one."""
_AROUND = 2
"""The zoom of a map around one place: hexes with their ids and strengths."""
_SIGNS = {
    "water": "~", "sea": "~", "woods": "♣", "park": "♣", "mountain": "^", "hill": "^", "stone": "#", "wood": "#",
    "factory": "#", "city": "#", "suburb": ":", "rubble": "%", "airfield": "=",
}  # fmt: skip
"""Ground that one looks for on a map. All other ground is a dot."""
_COLOURS = {
    "~": ("#8fb8dc", "#1b3350", "#1f395a"),
    "♣": ("#93c08a", "#1e3a22", "#234027"),
    "^": ("#d0b48a", "#43362a", "#4a3c2f"),
    "#": ("#c9c2b6", "#453d36", "#4d443c"),
    ":": ("#bdb7aa", "#37332c", "#3d3931"),
    "%": ("#c4a493", "#432f29", "#4a352e"),
    "=": ("#c9c9c9", "#3a3a40", "#404047"),
    "·": ("#aab39a", "#262d20", "#2b3325"),
}
"""For each sign the colour of what is written on the ground, and two shades of it: every other column is lighter."""
_SHORTEST = 3
_AREAS = ("sea", "zone")

Naming = Callable[[Space], str]


class _Scene(NamedTuple):
    """What stands on the map: pieces by place, the places that can be chosen, the letters of the sides."""

    here: dict[str, list[Piece]]
    targets: set[str]
    letters: SideLetters


class MapDrawing:
    """The map of one game, drawn at any zoom. `name` tells what a space is called."""

    def __init__(self, board: Board, name: Naming) -> None:
        self.board = board
        self.layouts = BoardLayouts(board)
        self.name = name
        self.spaces = {space.id: space for space in board.spaces}
        self._ground: dict[int, Canvas] = {}

    def draw(self, layout: Layout, table: Table, named: Collection[str | int], letters: SideLetters) -> Canvas:
        """The map with its pieces; what is `named` can be chosen."""
        letters.see(table.pieces)
        canvas = self._base(layout).copy()
        scene = _Scene(self.pieces_at(table), self.targets(table, named), letters)
        if not self.layouts.has_hexes:
            self._places(canvas, layout, scene)
        elif layout.hex_rows <= 1:
            self._small_hexes(canvas, layout, scene)
        else:
            self._large_hexes(canvas, layout, scene)
        return canvas

    def pieces_at(self, table: Table) -> dict[str, list[Piece]]:
        """The pieces on the board by the space that stands for their place, the topmost last."""
        here: dict[str, list[Piece]] = defaultdict(list)
        for piece in sorted(table.pieces, key=lambda piece: piece.order):
            if home := self.layouts.home.get(piece.where):
                here[home].append(piece)
        return here

    def targets(self, table: Table, named: Collection[str | int]) -> set[str]:
        """The spaces that can be chosen, or hold something that can."""
        home = self.layouts.home
        found = {home[str(thing)] for thing in named if str(thing) in home}
        return found | {home[piece.where] for piece in table.pieces if piece.id in named and piece.where in home}

    # -- the ground ----------------------------------------------------------------------------------------------------

    def _base(self, layout: Layout) -> Canvas:
        key = id(layout)  # layouts are made once and kept
        if key not in self._ground:
            canvas = Canvas(layout.width, layout.height)
            if self.layouts.has_hexes:
                self._hex_ground(canvas, layout)
            else:
                self._areas_and_ways(canvas, layout)
            self._ground[key] = canvas
        return self._ground[key]

    def _hex_ground(self, canvas: Canvas, layout: Layout) -> None:
        seen: set[tuple[int, int]] = set()
        for space in self.board.spaces:
            box = layout.boxes.get(space.id)
            if box is None or (layout.hex_rows < 1 and box[:2] in seen):
                continue
            sign = _SIGNS.get(space.kind, "·")
            style = _ground_style(sign, box)
            if layout.hex_rows <= 1:
                # Two hexes share a cell on the smallest map: what one looks for goes before plain ground.
                if sign != "·":
                    seen.add((box.column, box.row))
                fill = sign * box.width if sign != "·" else sign.ljust(box.width)
                canvas.put(box.column, box.row, fill, style)
                continue
            lines = [f"{sign} {self.name(space)}"] if layout.hex_rows > 2 else [sign, self.name(space)]
            for row in range(box.height):
                line = lines[row] if row < len(lines) else ""
                canvas.put(box.column, box.row + row, line[: box.width].ljust(box.width), style)

    def _areas_and_ways(self, canvas: Canvas, layout: Layout) -> None:
        """Seas, and the lines between the places that they join."""
        for space in self.board.spaces:
            if space.points and space.kind in _AREAS:
                self._fill(canvas, layout, space)
        for link in self.board.links:
            if link.a in layout.boxes and link.b in layout.boxes:
                canvas.line(layout.boxes[link.a].middle, layout.boxes[link.b].middle, QUIET)

    def _fill(self, canvas: Canvas, layout: Layout, area: Space) -> None:
        sign = _SIGNS.get(area.kind, "")
        if not sign:
            return
        written, shade, _ = _COLOURS[sign]
        corners = [layout.cell(x, y) for x, y in area.points]
        for row in range(canvas.height):
            crossings = sorted(
                x + (row - y) * (to_x - x) / (to_y - y)
                for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True)
                if (y <= row) != (to_y <= row)
            )
            for begin, end in zip(crossings[::2], crossings[1::2], strict=False):
                canvas.put(round(begin), row, sign * (round(end) - round(begin)), f"{written} on {shade}")

    # -- hexes ---------------------------------------------------------------------------------------------------------

    def _small_hexes(self, canvas: Canvas, layout: Layout, scene: _Scene) -> None:
        """One sign for a hex or two: the side's letter always, its strength where the next hexes are free."""
        here, targets, letters = scene
        cells: dict[tuple[int, int], list[Piece]] = defaultdict(list)
        marked = {layout.boxes[space][:2] for space in targets}
        for space, pieces in here.items():
            cells[layout.boxes[space][:2]] += pieces
        for column, row in marked - cells.keys():
            canvas.put(column, row, "*", "bold")
        for (column, row), pieces in cells.items():
            mark, style = summary(pieces, letters)
            style = f"{style} {TARGET}" if (column, row) in marked else style
            free = next((n for n in range(1, len(mark)) if (column + n, row) in cells), len(mark))
            canvas.put(column, row, mark[:free], style)

    def _large_hexes(self, canvas: Canvas, layout: Layout, scene: _Scene) -> None:
        here, targets, letters = scene
        for space in targets:
            box = layout.boxes[space]
            canvas.put(box.column, box.row, "*", "bold")
        for space, pieces in here.items():
            box = layout.boxes[space]
            star = "*" if space in targets else ""
            if layout.hex_rows <= 2:
                mark, style = summary(pieces, letters)
                canvas.put(box.column, box.row, f"{star}{mark}"[: box.width].ljust(box.width), style)
                continue
            self._list(canvas, CellBox(box.column, box.row + 1, box.width - 1, box.height - 1), pieces, letters)

    def _list(self, canvas: Canvas, box: CellBox, pieces: Sequence[Piece], letters: SideLetters) -> None:
        """The pieces of a place one below the other, the topmost first; the last line counts those without room."""
        listed = list(reversed(pieces))
        for row in range(min(box.height, len(listed))):
            rest = len(listed) - row
            if row == box.height - 1 and rest > 1:
                canvas.put(box.column, box.row + row, f"+{rest}"[: box.width], "bold")
                return
            piece = listed[row]
            text = short_name(piece, letters)[: box.width].ljust(box.width)
            canvas.put(box.column, box.row + row, text, letters.style(piece.side))

    # -- places and boxes ----------------------------------------------------------------------------------------------

    def _places(self, canvas: Canvas, layout: Layout, scene: _Scene) -> None:
        """Named places: a sign, the name, and who is there. What can be chosen gets its name first."""
        here, targets, letters = scene
        taken: set[tuple[int, int]] = set()
        spaces = [space for space in self.board.spaces if space.kind not in _AREAS]
        for space in sorted(spaces, key=lambda s: (s.id not in targets, s.id not in here)):
            box, pieces = layout.boxes[space.id], here.get(space.id, [])
            mark, style = summary(pieces, letters) if pieces else ("", "")
            star = "*" if space.id in targets else ""
            label = f"{star}{self.name(space)}".strip()
            room = max(box.width, 14)
            text = f"{shortened(label, room - len(mark) - 1)} {mark}".strip()
            placed = _placed(canvas, taken, box, text) or _placed(canvas, taken, box, f"{star}{mark or '○'}")
            if placed is None:
                continue
            (column, row), written = placed
            canvas.put(column, row, written, "bold" if star else "")
            if mark and written.endswith(mark):
                canvas.put(column + len(written) - len(mark), row, mark, style)
            if box.height > 1 and pieces:
                self._list(canvas, CellBox(column, row + 1, box.width, box.height - 1), pieces, letters)
                taken |= {(c, r) for c in range(column, column + box.width) for r in range(row + 1, row + box.height)}


def shortened(name: str, room: int) -> str:
    """A name in so many cells: its longest words are cut, so that what tells it from others stays: `Nort. corri. 3`."""
    words = name.split()
    while len(" ".join(words)) > room:
        longest = max(range(len(words)), key=lambda at: len(words[at]))
        if len(words[longest]) <= _SHORTEST:
            break
        words[longest] = words[longest].rstrip(".")[: len(words[longest]) - 2] + "."
    return " ".join(words)[:room]


def _ground_style(sign: str, box: CellBox) -> str:
    written, dark, light = _COLOURS[sign]
    return f"{written} on {light if box.column // box.width % 2 else dark}"


def _placed(canvas: Canvas, taken: set[tuple[int, int]], box: CellBox, text: str) -> tuple[tuple[int, int], str] | None:
    """Where a text finds room at a place, in the row of its middle or beside it; its cells are then taken."""
    column = max(0, min(box.column + box.width // 2 - len(text) // 2, canvas.width - len(text)))
    for row in (box.row, box.row + 1, box.row - 1):
        cells = {(c, row) for c in range(column, column + len(text) + 1)}
        if 0 <= row < canvas.height and not cells & taken:
            taken |= cells
            return (column, row), text
    return None


def legend(letters: SideLetters, table: Table, name: Callable[[str], str]) -> Text:
    """What the letters on the map mean."""
    text = Text()
    present = {piece.side for piece in table.pieces}
    for side, letter in letters.letters.items():
        if side in present:
            text.append(" · " if text else "", QUIET)
            text.append(letter, letters.style(side))
            text.append(f" {_side_name(side, name)}")
    return text


def ground_key(board: Board, called: Callable[[str], str]) -> str:
    """What the signs of the ground mean, for those that are on the board."""
    kinds: dict[str, list[str]] = {}
    hexes = {space.kind for space in board.spaces if space.shape == "hex"}
    for kind, sign in _SIGNS.items():
        if kind in hexes:
            kinds.setdefault(sign, []).append(called(kind).lower())
    return " · ".join(f"{sign} {', '.join(names)}" for sign, names in kinds.items())


def _side_name(side: str, name: Callable[[str], str]) -> str:
    """A side as people write it, where the game has no name for it: US, British."""
    known = name(side)
    if known != side:
        return known
    return side.upper() if len(side) < 4 else side.capitalize()


def whole_map(
    drawing: MapDrawing, table: Table, width: int, height: int, named: Collection[str | int], letters: SideLetters
) -> list[Text]:
    """The whole board as large as it fits."""
    layouts = drawing.layouts
    layout = layouts.layout(layouts.largest(width, height), width, height)
    return _without_margins(drawing.draw(layout, table, named, letters).texts(0, 0, width, height))


def map_around(
    drawing: MapDrawing,
    table: Table,
    width: int,
    height: int,
    focus: str,
    named: Collection[str | int],
    letters: SideLetters,
) -> list[Text]:
    """The neighbourhood of a space, close enough to read the names of places."""
    layout = drawing.layouts.layout(_AROUND, width, height)
    canvas = drawing.draw(layout, table, named, letters)
    box = layout.boxes[drawing.layouts.home[focus]]
    canvas.restyle(box.column, box.row, box.width, "reverse")
    left, top = window(box, width, height, canvas)
    return _without_margins(canvas.texts(left, top, width, height))


def window(box: CellBox, width: int, height: int, canvas: Canvas) -> tuple[int, int]:
    """The upper left corner of a part of the map that has a box in its middle, as far as the map reaches."""
    column, row = box.middle
    left = max(0, min(column - width // 2, canvas.width - width))
    top = max(0, min(row - height // 2, canvas.height - height))
    return left, top


def _without_margins(lines: list[Text]) -> list[Text]:
    """Lines without the blanks at their ends, and without empty ones below."""
    for line in lines:
        line.rstrip()
    while lines and not lines[-1].plain:
        lines.pop()
    return lines
