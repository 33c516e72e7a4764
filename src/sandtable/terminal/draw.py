"""Draws the table of any game in characters: heading, board, pieces with badges, panels, journal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from sandtable.kernel.flow import Odds
from sandtable.kernel.game import AnyGame, View
from sandtable.kernel.sentences import tell
from sandtable.kernel.show import ShownLine
from sandtable.kernel.table import Board, Panel, Piece, Row, Space, Table
from sandtable.kernel.words import signed
from sandtable.terminal.map.drawing import MapDrawing
from sandtable.terminal.text import QUIET, RULE, STRONG, clipped, emphasised, grid, grid_rows, said, tone, wrapped

_LOW_SCREEN = 32
_NARROWEST = 28
_SPARSE = 0.4
"""A chart with a smaller share of its cells filled is better told than drawn."""


class Drawing:
    """Draws for one width. Every method gives lines; nothing is printed here."""

    def __init__(self, console: Console, game: AnyGame, board: Board) -> None:
        self.console = console
        self.game = game
        self.board = board

    @cached_property
    def map(self) -> MapDrawing:
        """The board in characters; only those who ask for a map wait for it."""
        return MapDrawing(self.board, self.space_name)

    @property
    def width(self) -> int:
        return max(_NARROWEST, self.console.width)

    @property
    def has_schematic(self) -> bool:
        return hasattr(self.game, "schematic")

    # -- the table -----------------------------------------------------------------------------------------------------

    def heading(self, table: Table, right: str = "") -> list[Text]:
        """The game and where in the sequence of play it stands."""
        first = Text(
            f"{self.game.title} · {table.heading}" if table.heading != self.game.title else table.heading, STRONG
        )
        if right and first.cell_len + len(right) + 2 <= self.width:
            first = first + Text(" " * (self.width - first.cell_len - len(right))) + Text(right, QUIET)
        lines = [clipped(first, self.width)]
        if table.phases:
            strip = Text()
            for phase in table.phases:
                strip.append(" · " if strip else "", QUIET)
                strip.append(f"[{phase}]" if phase == table.phase else phase, STRONG if phase == table.phase else QUIET)
            lines.append(clipped(strip, self.width))
        return lines

    def board_lines(self, table: Table, view: View, named: Collection[str | int] = ()) -> list[Text]:
        """The game's own schematic if it draws one, otherwise the spaces that hold pieces, first those `named` now."""
        schematic: Callable[[View, int], list[str]] | None = getattr(self.game, "schematic", None)
        if schematic is not None:
            return [Text(line) for line in schematic(view, self.width)]
        at = _by_place(table)
        lines: list[Text] = []
        near = {piece.where for piece in table.pieces if piece.id in named} | set(named)
        for space in sorted(self.board.spaces, key=lambda space: space.id not in near):
            if pieces := at.get(space.id):
                place = f"{self.space_name(space)}: "
                line = Text.assemble((place, STRONG), self._pieces(pieces, place))
                lines += wrapped(self.console, line, self.width, 2)
        return lines

    def space_name(self, space: Space) -> str:
        """What a space is called; the sign of a part (an upper level, a roof) says nothing without its hex."""
        return space.label if space.label and space.kind != "part" else self.game.words.name(space.id)

    def _kind(self, space: Space) -> str:
        """What sort of space it is, in the words of the game."""
        return self.game.words.key_name("kind", space.kind)

    def panels(self, table: Table, short: bool = False) -> list[list[Text]]:
        """Each panel as a block of lines; short ones are cut to what fits beside a board."""
        at = _by_place(table)
        blocks = []
        if self.has_schematic:
            # A schematic has no room for badges: what is wounded, decorated or spent is listed beside it.
            marked = [piece for space in self.board.spaces for piece in at.get(space.id, []) if piece.badges]
            blocks += (
                [self._cut(Text.assemble((tell("Marked:") + " ", STRONG), self._pieces(marked)), short)]
                if marked
                else []
            )
        if drawn := [line.label for line in table.lines if line.label]:
            blocks.append(self._cut(Text.assemble((tell("Lines on the map:") + " ", STRONG), " · ".join(drawn)), short))
        for panel in table.panels:
            block = self._panel(panel, at.get(panel.id, []), short)
            if block:
                blocks.append(block)
        return blocks

    def _panel(self, panel: Panel, pieces: Sequence[Piece], short: bool) -> list[Text]:
        if panel.kind == "chart" and not short:
            return [Text(panel.title, STRONG), *self._chart(panel)]
        body = Text()
        for row in panel.rows if panel.kind != "chart" else ():
            body.append(" · " if body else "", QUIET)
            body.append_text(_row(row))
        if panel.text:
            body.append(" · " if body else "", QUIET)
            body.append_text(emphasised(panel.text))
        if pieces:
            body.append(" · " if body else "", QUIET)
            body.append_text(self._pieces(pieces))
        if not body:
            return []
        return self._cut(Text.assemble((f"{panel.title}: ", STRONG), body), short)

    def _chart(self, panel: Panel) -> list[Text]:
        """Rows and columns with the label of each row. A star marks lit rows.

        Too wide for the screen, a chart is cut into blocks of columns; one with little in it is told in sentences.
        """
        labelled = any(not row.cells or row.cells[0] != row.label for row in panel.rows)
        width = max((len(row.cells) for row in panel.rows), default=0)
        heads = panel.columns if len(panel.columns) > width or not labelled else ("", *panel.columns)
        rows = []
        for row in panel.rows:
            cells = row.cells or (str(row.value),)
            rows.append(("*" if row.lit else " ", *((row.label, *cells) if labelled else cells)))
        drawn = [line for lines in grid_rows([(" ", *heads), *rows], self.width, cut=False) for line in lines]
        if all(cell_len(line) <= self.width for line in drawn):
            return [Text(line) for line in drawn]
        filled = [bool(cell.strip()) for row in rows for cell in row[2:]]
        if sum(filled) < len(filled) * _SPARSE:
            return self._chart_sentences(heads, rows)
        return self._chart_blocks(heads, rows)

    def _chart_blocks(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Text]:
        """Blocks of columns as wide as the screen, each with the labels of the rows."""
        whole = [(" ", *heads), *rows]
        lines: list[Text] = []
        begin, most = 2, max(len(row) for row in whole)
        while begin < most:
            end = begin + 1
            block = _block(whole, begin, end)
            while end < most and all(cell_len(line) <= self.width for line in _block(whole, begin, end + 1)):
                end += 1
                block = _block(whole, begin, end)
            lines += [Text(line) for line in block]
            begin = end
        return lines

    def _chart_sentences(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Text]:
        lines: list[Text] = []
        for mark, label, *values in rows:
            named = zip(heads[1:], values, strict=False)
            several = len(values) > 1
            parts = (f"{column} {value}" if several else value for column, value in named if value.strip())
            lines += wrapped(self.console, Text(f"{mark} {label}: {' · '.join(parts)}"), self.width, 4)
        return lines

    def _cut(self, text: Text, short: bool) -> list[Text]:
        lines = wrapped(self.console, text, self.width, 2)
        most = 1 if self.console.height < _LOW_SCREEN else 2
        if short and len(lines) > most:
            lines[most - 1] = clipped(lines[most - 1], self.width - 2) + Text(" …")
            return lines[:most]
        return lines

    def _pieces(self, pieces: Sequence[Piece], place: str = "") -> Text:
        """The names of pieces with their badges; who lists them by place has named it already."""
        text = Text()
        for piece in pieces:
            text.append(", " if text else "")
            text.append((piece.label or self.game.words.name(piece.id)).removeprefix(place))
            if piece.badges:
                text.append(f" [{' '.join(badge.text for badge in piece.badges)}]", STRONG)
        return text

    def look(self, table: Table, id: str) -> list[Text]:
        """Everything that stands on a piece, a space or a row."""
        lines: list[Text] = []
        names = {space.id: space for space in self.board.spaces}
        for piece in table.pieces:
            if piece.id == id:
                on_board = names.get(piece.where)
                place = self.space_name(on_board) if on_board is not None else self._panel_title(table, piece.where)
                name = piece.label or self.game.words.name(id)
                lines.append(Text.assemble((name, STRONG), f", {place}"))
                printed = [(self.game.words.key_name("value", key), value) for key, value in piece.values.items()]
                values = " · ".join(f"{called} {value}" for called, value in printed if value != "")
                lines += [Text(f"  {part}") for part in (values, piece.note) if part]
                lines += [Text(f"  [{badge.text}] {badge.note or badge.kind}") for badge in piece.badges]
        if id in names:
            space = names[id]
            kind = f", {self._kind(space)}" if space.kind else ""
            lines.append(Text.assemble((self.space_name(space), STRONG), kind))
            here = [piece for piece in table.pieces if piece.where == id]
            tags = ", ".join(self.game.words.key_name("tag", tag) for tag in space.told_tags)
            lines += [Text(f"  {part}") for part in (space.note, tags) if part]
            if here:
                lines.append(Text(f"  {tell('here:')} ") + self._pieces(here))
        for panel in table.panels:
            for row in panel.rows:
                if row.ref == id:
                    lines.append(Text(f"{panel.title}: ") + _row(row) + Text(f"  {row.note}", QUIET))
        return [part for line in lines for part in wrapped(self.console, line, self.width, 4)]

    def _panel_title(self, table: Table, id: str) -> str:
        return next((panel.title for panel in table.panels if panel.id == id), id)

    def things(self, table: Table) -> dict[str, str]:
        """Everything that can be looked at: {id: name}."""
        labels = {space.id: space.label or space.id for space in self.board.spaces}
        labels |= {row.ref: row.label for panel in table.panels for row in panel.rows if row.ref}
        return labels | {piece.id: piece.label or self.game.words.name(piece.id) for piece in table.pieces}

    # -- the journal ---------------------------------------------------------------------------------------------------

    def line(self, line: ShownLine) -> list[Text]:
        """A journal line with its dice, modifiers and clause."""
        if line.level:
            return [clipped(Text.assemble(("── ", QUIET), said(line.text), (" ──", QUIET)), self.width)]
        text = Text("  ") + said(line.text)
        if dice := _dice(line.facts):
            text.append(f" {dice}", STRONG)
        modifiers = line.facts.get("modifiers") or ()
        if modifiers:
            text.append(f" {signed(_sum(modifiers))}")
            reasons = "; ".join(f"{signed(int(value))} {reason} {clause}" for value, clause, reason in modifiers)
            text.append(f" ({reasons})", QUIET)
        if shifts := line.facts.get("shifts") or ():
            moved = "; ".join(f"{signed(int(value))} {reason} {clause}" for value, clause, reason in shifts)
            text.append(f" [{moved}]", QUIET)
        if line.clause:
            text.append(f"  {line.clause}", RULE)
        return wrapped(self.console, text, self.width, 4)

    def odds(self, odds: Odds) -> list[Text]:
        """What an option may lead to."""
        lines = [Text(f"    {what}: {value}  ") + Text(clause, RULE) for what, value, clause in odds.sums]
        lines += [Text(f"    {100 * share:5.1f} %  {name}") for name, share in odds.outcomes]
        lines += [
            Text(f"    {signed(value)}  {reason}  ") + Text(clause, RULE) for value, clause, reason in odds.modifiers
        ]
        if odds.sampled:
            lines.append(Text(f"    {tell('estimated by playing it out')}", QUIET))
        return lines


def _by_place(table: Table) -> dict[str, list[Piece]]:
    at: dict[str, list[Piece]] = defaultdict(list)
    for piece in sorted(table.pieces, key=lambda piece: piece.order):
        at[piece.where].append(piece)
    return at


def _block(rows: Sequence[Sequence[str]], begin: int, end: int) -> list[str]:
    """Some columns of a chart behind its marks and labels, never narrower than what stands in them."""
    return grid([(*row[:2], *row[begin:end]) for row in rows], 1 << 16)


def _row(row: Row) -> Text:
    if row.cells:
        return Text(" ".join(row.cells))
    value = f"{row.value}/{row.most}" if row.most else str(row.value)
    text = Text(f"{row.label} ".lstrip() if value else row.label)
    text.append(value, tone(row.tone) or STRONG)
    if row.tone == "bad":
        text.append("!")
    return text


def _dice(facts: dict[str, Any]) -> str:
    for name in ("dice", "rolls"):
        rolled = facts.get(name)
        if isinstance(rolled, list | tuple):
            return " ".join(f"[{die}]" for die in rolled)
    for name in ("roll", "die"):
        if isinstance(facts.get(name), int):
            return f"[{facts[name]}]"
    return ""


def _sum(modifiers: Sequence[Sequence[Any]]) -> int:
    return sum(int(modifier[0]) for modifier in modifiers)


def short_odds(odds: Odds | None) -> str:
    """The likeliest outcomes in a few words, beside the option."""
    if odds is None or not odds.outcomes:
        return ""
    return " (" + ", ".join(f"{name} {100 * share:.0f} %" for name, share in odds.outcomes[:2]) + ")"
