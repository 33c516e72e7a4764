"""A sheet of characters with styles, drawn upon cell by cell and cut into lines."""

from __future__ import annotations

from rich.text import Text

Cell = tuple[str, str]
"""A character and its style."""
_EMPTY: Cell = (" ", "")
_GROUND = "on #"
"""How the colour of the ground begins: it stands at the end of a style."""


def _ground(style: str) -> str:
    at = style.find(_GROUND)
    return style[at:] if at >= 0 else ""


class Canvas:
    """Characters in rows and columns. What lies outside is not drawn."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows: list[list[Cell]] = [[_EMPTY] * width for _ in range(height)]

    def copy(self) -> Canvas:
        """A sheet of its own with the same on it."""
        twin = Canvas(0, 0)
        twin.width, twin.height = self.width, self.height
        twin.rows = [list(row) for row in self.rows]
        return twin

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write a text from a cell to the right; the ground below it stays if the style has none."""
        if not 0 <= row < self.height:
            return
        cells = self.rows[row]
        for at, character in enumerate(text, column):
            if 0 <= at < self.width:
                ground = "" if _GROUND in style else _ground(cells[at][1])
                cells[at] = (character, f"{style} {ground}".strip() if ground else style)

    def restyle(self, column: int, row: int, width: int, style: str) -> None:
        """Add a style to what stands there."""
        if 0 <= row < self.height:
            cells = self.rows[row]
            for at in range(max(0, column), min(self.width, column + width)):
                character, before = cells[at]
                cells[at] = (character, f"{style} {before}".strip())

    def line(self, a: tuple[int, int], b: tuple[int, int], style: str) -> None:
        """A straight line between two cells, in strokes that lean as it does."""
        (x, y), (to_x, to_y) = a, b
        across, down = to_x - x, to_y - y
        steps = max(abs(across), abs(down))
        stroke = _stroke(across, down)
        for step in range(1, steps):
            self.put(x + round(across * step / steps), y + round(down * step / steps), stroke, style)

    def texts(self, left: int = 0, top: int = 0, width: int = 0, height: int = 0) -> list[Text]:
        """The lines of a part of it."""
        rows = self.rows[max(0, top) : top + (height or self.height)]
        return [_joined(row[max(0, left) : left + (width or self.width)]) for row in rows]


def _stroke(across: int, down: int) -> str:
    """The character that leans as a line does; a cell is twice as high as it is wide."""
    if abs(across) > 4 * abs(down):
        return "─"
    if abs(down) * 2 > 3 * abs(across):
        return "│"
    return "╲" if (across > 0) == (down > 0) else "╱"


def _joined(cells: list[Cell]) -> Text:
    """A line of cells as text: neighbours of one style in one piece."""
    text = Text()
    run, style = "", ""
    for character, own in cells:
        if own != style:
            text.append(run, style)
            run, style = "", own
        run += character
    text.append(run, style)
    return text
