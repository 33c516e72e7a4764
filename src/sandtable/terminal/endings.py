"""How a game ended, as a short page of text: who won and why, and the tables with their labels."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from sandtable.kernel.ending import EndingTable
from sandtable.kernel.position import Position
from sandtable.kernel.sentences import tell
from sandtable.kernel.templates import figure
from sandtable.terminal.text import RULE, STRONG, grid, grid_rows, wrapped


def ending_lines(console: Console, position: Position, width: int) -> Iterator[Text]:
    """The game is over: the winner, the reason with its rules, the figures."""
    ending = position.game.ending(position.state)
    yield Text(tell("The game is over."), STRONG)
    yield Text(ending.title, STRONG)
    why = Text(ending.why)
    for clause in ending.clauses:
        why.append(f"  {clause}", RULE)
    yield from wrapped(console, why, width)
    for table in ending.tables:
        yield from table_lines(table, width)
    if ending.facts:
        yield Text("")
        yield from (Text(line) for line in grid(ending.facts, width))


def table_lines(table: EndingTable, width: int) -> Iterator[Text]:
    rows = [(table.title, *table.columns)]
    rows += [
        (row.label, *(figure(value) if isinstance(value, int) else value for value in row.values)) for row in table.rows
    ]
    yield Text("")
    head, *drawn = grid_rows(rows, width)
    yield from (Text(line, STRONG) for line in head)
    for row, lines in zip(table.rows, drawn, strict=True):
        yield from (Text(line, STRONG if row.total else "") for line in lines)
