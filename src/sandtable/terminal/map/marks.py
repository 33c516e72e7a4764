"""What stands on the map for pieces: a letter for the side, and its strength there as printed on the counters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase

from sandtable.kernel.table import Piece

_COLOURS = (
    "bright_red",
    "bright_cyan",
    "bright_yellow",
    "bright_green",
    "bright_magenta",
    "bright_blue",
    "bright_white",
)
_LEADING = re.compile(r"\d+")


class SideLetters:
    """A letter and a colour for each side, given when it is first seen and kept from then on."""

    def __init__(self) -> None:
        self.letters: dict[str, str] = {}

    def see(self, pieces: Sequence[Piece]) -> None:
        """Give letters to the sides among some pieces: their own initial, the next letter of their name, or any."""
        for side in sorted(
            {piece.side for piece in pieces if piece.side and piece.face != "marker"} - self.letters.keys()
        ):
            wanted = [letter for letter in side.upper() if letter in ascii_uppercase]
            taken = set(self.letters.values())
            self.letters[side] = next((letter for letter in [*wanted, *ascii_uppercase] if letter not in taken), "?")

    def letter(self, side: str) -> str:
        return self.letters.get(side, "+")

    def style(self, side: str) -> str:
        """How a side is drawn; the letter tells the same."""
        if side not in self.letters:
            return "bold"
        return f"bold {_COLOURS[list(self.letters).index(side) % len(_COLOURS)]}"


def strength(piece: Piece) -> int | None:
    """The strength printed on a counter: its own value, or the first of its factors; None for what shows none."""
    value = piece.values.get("strength")
    if isinstance(value, int):
        return value
    found = _LEADING.match(str(piece.values.get("factors", "")))
    return int(found[0]) if found else None


def summary(pieces: Sequence[Piece], letters: SideLetters) -> tuple[str, str]:
    """The stack of a place in a few characters, the strongest side first: `G12`; and how it is drawn.

    A side whose counters show no strength is counted instead (`G×3`). What belongs to no side is a plus.
    """
    sides: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.side and piece.face != "marker":
            sides.setdefault(piece.side, []).append(piece)
    if not sides:
        return "+", "bold"
    totals = {side: _total(own) for side, own in sides.items()}
    order = sorted(sides, key=lambda side: (-(totals[side] or 0), side))
    told = (f"{letters.letter(side)}{_told(totals[side], len(sides[side]))}" for side in order)
    return "".join(told), letters.style(order[0])


def _total(pieces: Sequence[Piece]) -> int | None:
    known = [value for value in map(strength, pieces) if value is not None]
    return sum(known) if known else None


def _told(total: int | None, count: int) -> str:
    if total is not None:
        return str(total)
    return f"×{count}" if count > 1 else ""


def short_name(piece: Piece, letters: SideLetters) -> str:
    """A counter in a few characters: its side, what is printed on it, and its badges."""
    shown = dict(piece.values) | dict(piece.drawing)
    printed = shown.get("factors") or shown.get("text") or ("?" if piece.back else piece.label)
    letter = letters.letters.get(piece.side, "")
    badges = "".join(badge.text for badge in piece.badges)
    return f"{letter} {printed} {badges}".strip()
