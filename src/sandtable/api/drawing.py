"""The board and its pieces as SVG, in the colours and symbols of the browser client (`tools/browser_look.py`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from html import escape
from importlib.resources import files
from math import sqrt
from typing import Any

from sandtable.kernel.table import Board, Piece, Space, Table

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
_PAPER, _LINE, _INK = "#efe6cf", "#b9ad93", "#15130f"
_LINKS = {
    "river": ("#7fa8bd", 0.09), "stream": ("#7fa8bd", 0.05), "canal": ("#7fa8bd", 0.06), "rail": ("#4a4438", 0.03),
    "road": ("#a5703f", 0.04), "highway": ("#a5703f", 0.07), "corridor": ("#c98d2c", 0.05), "front": ("#a3352b", 0.05),
}  # fmt: skip
"""Colour and width, in usual lengths of the board, of lines that stand out; the others are thin and grey."""
_FLAT = ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
_POINTED = ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
"""Corners of a hex with a flat top, and of one that stands on a corner, in half widths and half heights."""
_LABELS = {"region": 0.34, "city": 0.26, "water": 0.26, "small": 0.14}
"""How large names are written, in usual lengths of the board."""
_WIDE = 0.56
"""How wide a letter is on average, in its height."""
_SHORT = 2
"""Letters of a mark, such as the C of a cellar, that stands where it belongs whatever else does."""
_SHARE = 0.62
"""How much of a space a piece takes up."""


@cache
def _look() -> dict[str, Any]:
    look: dict[str, Any] = json.loads(files("sandtable.api").joinpath("look.json").read_text(encoding="utf-8"))
    return look


def draw_board(board: Board, table: Table, width: int = 720) -> str:
    """The board with the pieces that lie on it, as wide as said."""
    unit = usual_length(board)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(board.width)} {_n(board.height)}" width="{width}" '
        f'font-family="sans-serif" role="img" aria-label="{escape(table.heading)}">',
        f'<rect width="{_n(board.width)}" height="{_n(board.height)}" fill="{_PAPER}"/>',
        *_ground(board.spaces, unit),
        *_links(board, unit),
        *_writing(board, unit),
        *_pieces(board, table, unit),
        "</svg>",
    ]
    return "\n".join(parts)


def usual_length(board: Board) -> float:
    """The width of a hex, or the middle size of the other spaces."""
    hexes = [max(space.width, space.height) for space in board.spaces if space.shape == "hex" and space.width]
    if hexes:
        return hexes[0]
    sizes = sorted(size for space in board.spaces if (size := min(space.width, space.height or space.width)) > 0)
    return sizes[len(sizes) // 2] if sizes else max(board.width, board.height) / 20


# -- the ground --------------------------------------------------------------------------------------------------------


def _ground(spaces: Iterable[Space], unit: float) -> Iterator[str]:
    """One path for each kind of ground: large maps stay small files."""
    kinds: dict[str, list[str]] = {}
    for space in spaces:
        kinds.setdefault(space.kind, []).append(_outline(space, unit))
    for kind, outlines in kinds.items():
        fill = _look()["ground"].get(kind, {"fill": _PAPER})["fill"]
        yield f'<path d="{"".join(outlines)}" fill="{fill}" stroke="{_LINE}" stroke-width="{_n(unit / 60)}"/>'


def _outline(space: Space, unit: float) -> str:
    wide = space.width or unit
    flat = space.shape == "hex" and not space.height
    a, b = wide / 2, (space.height or (wide * sqrt(3) / 2 if flat else wide)) / 2
    x, y = space.x, space.y
    if space.points:
        return _closed(space.points)
    if space.shape == "rect":
        return _closed(((x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)))
    if space.shape == "hex":
        corners = _FLAT if a >= b else _POINTED
        return _closed((x + dx * a, y + dy * b) for dx, dy in corners)
    return f"M{_n(x - a)} {_n(y)}a{_n(a)} {_n(b)} 0 1 0 {_n(2 * a)} 0a{_n(a)} {_n(b)} 0 1 0 {_n(-2 * a)} 0Z"


def _closed(points: Iterable[Point]) -> str:
    return f"M{'L'.join(f'{_n(x)} {_n(y)}' for x, y in points)}Z"


def _links(board: Board, unit: float) -> Iterator[str]:
    for link in board.links:
        colour, width = _LINKS.get(link.kind, ("#9a8f78", 0.025))
        way = "L".join(f"{_n(x)} {_n(y)}" for x, y in link.points)
        yield f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="{_n(width * unit)}"/>'


def _writing(board: Board, unit: float) -> Iterator[str]:
    """Names of spaces and places, the large ones first; one that would run into another is left out."""
    written: list[Box] = []
    for label in sorted(board.labels, key=lambda label: -_LABELS.get(label.kind, 0.2)):
        size = unit * _LABELS.get(label.kind, 0.2)
        half = min(_WIDE * size * len(label.text), board.width) / 2
        x = label.x if label.turn else min(max(label.x, half), board.width - half)
        if not label.turn and not _free((x - half, label.y - size, x + half, label.y), written):
            continue
        turned = f' transform="rotate({_n(label.turn)} {_n(label.x)} {_n(label.y)})"' if label.turn else ""
        place = f'x="{_n(x)}" y="{_n(label.y)}" font-size="{_n(size)}"{turned}'
        yield f'<text {place} font-style="italic" text-anchor="middle" fill="#5c5444">{escape(label.text)}</text>'
    for space in board.spaces:
        if space.label and len(space.label) < 24:
            size = unit * 0.16
            wide = _WIDE * size * len(space.label)
            room = (space.width or unit) * 0.96
            fitted = (
                space.shape == "rect" and wide > 1.15 * room
            )  # boxes stand side by side, circles have room around them
            half = (room if fitted else wide) / 2
            y = space.y - (space.height or space.width or unit) / 2 + unit * 0.18
            if len(space.label) > _SHORT and not _free((space.x - half, y - size, space.x + half, y), written):
                continue
            squeezed = f' textLength="{_n(room)}" lengthAdjust="spacingAndGlyphs"' if fitted else ""
            place = f'x="{_n(space.x)}" y="{_n(y)}" font-size="{_n(size)}"{squeezed}'
            yield f'<text {place} text-anchor="middle" fill="#877c66">{escape(space.label)}</text>'


def _free(wanted: Box, written: list[Box]) -> bool:
    """Whether a name has its place for itself; then it is taken."""
    left, top, right, bottom = wanted
    if any(left < box[2] and box[0] < right and top < box[3] and box[1] < bottom for box in written):
        return False
    written.append(wanted)
    return True


# -- the pieces --------------------------------------------------------------------------------------------------------


def _pieces(board: Board, table: Table, unit: float) -> Iterator[str]:
    """Pieces on spaces, and pieces on such pieces; those in panels lie beside the board."""
    spaces = {space.id: space for space in board.spaces}
    lying = {piece.id: piece.where for piece in table.pieces}
    stacks: dict[str, list[Piece]] = {}
    for piece in sorted(table.pieces, key=lambda piece: piece.order):
        where = piece.where
        for _ in range(4):
            where = lying.get(where, where)
        if where in spaces:
            stacks.setdefault(where, []).append(piece)
    for where, stack in stacks.items():
        space = spaces[where]
        size = _SHARE * min(unit, space.width or unit, space.height or unit)
        for level, piece in enumerate(stack):
            lift = size * 0.12 * (level - (len(stack) - 1) / 2)
            yield _piece(piece, space.x - size / 2 + lift, space.y - size / 2 - lift, size / 64)


def _piece(piece: Piece, x: float, y: float, scale: float) -> str:
    colour = side_colour(piece.side)
    values = {**piece.values, **piece.drawing}
    symbol = _look()["symbols"].get(str(values.get("symbol", "")))
    factors = str(values.get("factors", ""))
    edge = f'fill="{colour["fill"]}" stroke="{colour["edge"]}" stroke-width="1.6"'
    parts = [f'<rect x="1" y="1" width="62" height="62" rx="6" {edge}/>']
    if piece.back:
        parts.append(_text("?", 32, 43, 30, colour["ink"]))
    elif symbol is not None:
        parts.append(_box(symbol, colour["box"]))
    elif not factors:
        words = (piece.label or piece.id).split()[:3]
        parts += [
            _text(word, 32, 36 + 15 * (n - (len(words) - 1) / 2), 13, colour["ink"]) for n, word in enumerate(words)
        ]
    if factors and not piece.back:
        parts.append(_text(factors, 32, 57 if symbol else 44, 17, colour["ink"]))
    title = f"<title>{escape(piece.label or piece.id)}</title>"
    return f'<g transform="translate({_n(x)} {_n(y)}) scale({scale:.3f})">{title}{"".join(parts)}</g>'


def _box(symbol: dict[str, str], fill: str) -> str:
    lines = f'<path d="{symbol["lines"]}" fill="none" stroke="{_INK}" stroke-width="1.4"/>' if "lines" in symbol else ""
    filled = f'<path d="{symbol["filled"]}" fill="{_INK}"/>' if "filled" in symbol else ""
    letter = _text(symbol["text"], 15, 15.5, 14, _INK) if "text" in symbol else ""
    frame = f'<rect width="30" height="20" fill="{fill}" stroke="{_INK}" stroke-width="1.4"/>'
    return f'<g transform="translate(17 16)">{frame}{lines}{filled}{letter}</g>'


def _text(text: str, x: float, y: float, size: float, ink: str) -> str:
    squeezed = ' textLength="56" lengthAdjust="spacingAndGlyphs"' if len(text) * size * 0.6 > 56 else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" font-weight="600" text-anchor="middle" '
        f'fill="{ink}"{squeezed}>{escape(text)}</text>'
    )


def side_colour(side: str) -> dict[str, str]:
    """The colours of a side; one that the client does not know gets a steady colour of its own."""
    known: dict[str, str] | None = _look()["sides"].get(side or "neutral")
    if known is not None:
        return known
    hue = int.from_bytes(blake2b(side.encode(), digest_size=2).digest()) % 360
    return {"fill": f"hsl({hue} 28% 62%)", "ink": "#15120c", "box": "#f8f3e4", "edge": f"hsl({hue} 32% 24%)"}


def _n(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")
