"""The board of any game as a map of characters: where things are, roughly to scale."""

from __future__ import annotations

from collections.abc import Collection
from string import ascii_letters

from rich.text import Text

from sandtable.kernel.table import Board, Space, Table
from sandtable.terminal.text import NAME, QUIET, STRONG

_TALL = 2.0
"""A character is about twice as high as it is wide."""
_NEAR = 12.0
"""A map around one space shows so many widths of a space to each side."""


_SIGNS = {
    "water": "~", "woods": "♣", "mountain": "^", "hill": "^", "stone": "#", "wood": "#", "factory": "#", "city": "#",
    "rubble": "%",
}  # fmt: skip
"""Ground that one looks for on a map; all other ground is a dot."""


def board_map(
    board: Board, table: Table, width: int, height: int, focus: str = "", named: Collection[str | int] = ()
) -> tuple[list[Text], list[tuple[str, Space]]]:
    """The map, and what its letters mean: spaces with pieces, first those that can be chosen now."""
    spaces = list(board.spaces)
    centre = next((space for space in spaces if space.id == focus), None)
    if centre is not None:
        reach = _NEAR * (centre.width or centre.height or board.width / 40)
        spaces = [s for s in spaces if abs(s.x - centre.x) <= reach and abs(s.y - centre.y) <= reach]
    left, right = min(s.x for s in spaces), max(s.x for s in spaces)
    top, bottom = min(s.y for s in spaces), max(s.y for s in spaces)
    scale = min((width - 1) / max(right - left, 1e-9), (height - 1) * _TALL / max(bottom - top, 1e-9))
    held = {piece.where for piece in table.pieces}
    spaces = [s for s in spaces if s.kind != "part" or s.id in held or s.id in named]
    near = {piece.where for piece in table.pieces if piece.id in named} | {str(thing) for thing in named}
    marked = sorted((s for s in spaces if s.id in held), key=lambda s: (s.id not in near, s.id != focus))
    letters = dict(zip((s.id for s in marked), ascii_letters, strict=False))
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    for space in [*(s for s in spaces if s.id not in letters), *reversed(marked)]:
        place = round((space.y - top) * scale / _TALL), round((space.x - left) * scale)
        mark = letters.get(space.id) or ("+" if space.id in held else _SIGNS.get(space.kind, "·"))
        cells[place] = mark, (NAME if space.id in near else STRONG) if space.id in held else QUIET
    lines = []
    for row in range(max(place[0] for place in cells) + 1):
        line = Text()
        for column in range(max((place[1] for place in cells if place[0] == row), default=-1) + 1):
            line.append(*cells.get((row, column), (" ", "")))
        lines.append(line)
    return lines, [(letters[s.id], s) for s in marked if s.id in letters]
