"""Lines of text for a terminal: wrapped, in columns, with styles that mean nothing without colour."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from sandtable.kernel.words import Segment

QUIET, STRONG, NAME, RULE, WARN = "dim", "bold", "cyan", "dim yellow", "red"
_BLOCKS = ("|", "- ", "* ", "#", ">", "```")
"""Markdown that begins so is a table, a list or the like, and no paragraph."""
_MARKS = re.compile(r"(\*\*|(?<!\w)\*|`)(\S(?:.*?\S)?)\1")
"""Words between the signs that make them strong, or show them as code."""
_JOINED = "\u00a0\u00a0"
_NARROWEST = 24
_NARROWEST_COLUMN = 6
_TONES = {"good": "green", "bad": "red", "warn": "yellow", "info": "blue"}


def said(segments: Iterable[Segment]) -> Text:
    """Segments as text, with the names of things on the table marked."""
    text = Text()
    for part in segments:
        if isinstance(part, str):
            text.append(part)
        else:
            text.append(part["text"], NAME)
    return text


def tone(kind: str) -> str:
    return _TONES.get(kind, "")


def wrapped(console: Console, text: Text, width: int, indent: int = 0) -> list[Text]:
    """The lines of a text that is too long; those after the first are indented."""
    lines = list(text.wrap(console, max(10, width - indent)))
    for line in lines:
        line.rstrip()
    return [lines[0], *(Text(" " * indent) + line for line in lines[1:])] if lines else [text]


def without_marks(markdown: str) -> str:
    """Markdown in one line, without the signs that make words strong."""
    return _MARKS.sub(r"\2", " ".join(markdown.split()))


def paragraphs(text: str) -> list[str]:
    """Markdown with its soft line breaks taken out: each paragraph, list entry and line of a table by itself."""
    paragraphs: list[str] = []
    verbatim = False
    for line in text.splitlines():
        bare = line.strip()
        fence = bare.startswith("```")
        verbatim = verbatim != fence
        apart = verbatim or fence or not bare or bare.startswith(("|", "- ", "* ", "#"))
        if apart or not paragraphs or not paragraphs[-1] or paragraphs[-1].startswith(("|", "```")):
            paragraphs.append(line if verbatim else bare)
        else:
            paragraphs[-1] += f" {bare}"
    return paragraphs


def emphasised(text: str) -> Text:
    """The paragraphs of a text, each on a line of its own, and what stands between two pairs of stars strong."""
    drawn = Text()
    for number, part in enumerate("\n".join(filter(None, paragraphs(text))).split("**")):
        drawn.append(part, STRONG if number % 2 else "")
    return drawn


def clipped(text: Text, width: int) -> Text:
    """A text in at most that many cells."""
    if text.cell_len > width:
        text = text.copy()
        text.truncate(width - 1)
        text.append("…")
    return text


def columns(entries: Sequence[Text], width: int, most: int = 3, gap: int = 2, high: int = 0) -> list[Text]:
    """Short entries in columns that read downwards; long ones one to a line, or cut if it gets higher than `high`."""
    if not entries:
        return []
    widest = max(entry.cell_len for entry in entries)
    count = max(1, min(most, (width + gap) // (widest + gap), len(entries)))
    while high and -(-len(entries) // count) > high and (width + gap) // (count + 1) - gap >= _NARROWEST:
        count += 1
    rows = -(-len(entries) // count)
    each = min(widest, (width + gap) // count - gap)
    lines = []
    for row in range(rows):
        line = Text()
        for place in range(row, len(entries), rows):
            entry = clipped(entries[place], each if count > 1 else width)
            if place > row:
                line.append(" " * gap)
            line.append_text(entry)
            if place + rows < len(entries):
                line.append(" " * (each - entry.cell_len))
        lines.append(line)
    return lines


def grid(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """A small table: the columns as wide as they must be; where there is no room, words go on in the next line."""
    return [line for lines in grid_rows(rows, width) for line in lines]


def grid_rows(rows: Sequence[Sequence[str]], width: int, cut: bool = True) -> list[list[str]]:
    """The lines of each row of a small table. Words that are too long for it are `cut`, or the table gets too wide."""
    if not rows:
        return []
    count = max(len(row) for row in rows)
    widths = [max((cell_len(row[i]) for row in rows if i < len(row)), default=0) for i in range(count)]
    longest = [
        max((cell_len(word) for row in rows if i < len(row) for word in row[i].split(" ")), default=0)
        for i in range(count)
    ]
    while sum(widths) + 2 * (count - 1) > width:
        spare = [widths[i] - longest[i] for i in range(count)]
        if max(spare) <= 0 and (not cut or max(widths) <= _NARROWEST_COLUMN):
            break
        widths[max(range(count), key=lambda i: (spare[i] > 0, widths[i]))] -= 1
    return [_grid_row(row, widths) for row in rows]


def _grid_row(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    cells = [_filled(cell, widths[i]) for i, cell in enumerate(row)]
    lines = []
    for number in range(max((len(cell) for cell in cells), default=1)):
        parts = (cell[number].replace("\u00a0", " ") if number < len(cell) else "" for cell in cells)
        lines.append("  ".join(set_cell_size(part, widths[i]) for i, part in enumerate(parts)).rstrip())
    return lines


def _filled(text: str, width: int) -> list[str]:
    """The lines of a cell, broken at plain spaces only: a hard one keeps a figure with its unit."""
    if cell_len(text) <= width:
        return [text]
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip(" ")
        if cell_len(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def markdown_lines(console: Console, text: str, width: int) -> list[Text]:
    """Markdown as it is read: strong words strong, lists with their signs, tables in columns."""
    from rich.markdown import Markdown  # it is slow to load, and few commands print it

    # What looks like a tag is a word of the rules here.
    escaped = "`".join(part if number % 2 else part.replace("<", "\\<") for number, part in enumerate(text.split("`")))
    drawn = Markdown(escaped, code_theme="bw", inline_code_theme="bw")
    lines = [
        Text.assemble(*((segment.text, segment.style or "") for segment in line if not segment.control))
        for line in console.render_lines(drawn, console.options.update(width=width), pad=False)
    ]
    for line in lines:
        line.rstrip()
    while lines and not lines[-1].plain:
        lines.pop()
    return lines


def clause_lines(console: Console, id: str, text: str, width: int) -> list[Text]:
    """A rule: its number, then its text."""
    if text.lstrip().startswith(_BLOCKS):
        return [Text(id, RULE), *markdown_lines(console, text, width)]
    first, *rest = markdown_lines(console, f"{id}{_JOINED}{text.lstrip()}", width)
    return [_coloured(first, id), *rest]


def _coloured(line: Text, id: str) -> Text:
    """The first line of a rule: its number stands out, and the blanks behind it are plain ones."""
    head = Text(line.plain.replace(_JOINED, "  ", 1))
    for span in line.spans:
        head.stylize(span.style, span.start, span.end)
    head.stylize(RULE, 0, len(id))
    return head
