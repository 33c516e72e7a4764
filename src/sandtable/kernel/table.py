"""How a game lies on the table: what every front end draws without knowing the game.

The board is sent once, the table after every choice. `id`s are the ids that options name: what an option names glows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.kernel.ending import PartSheet, Score
from sandtable.kernel.records import Modifier

Drawn = str | int | tuple[str | int, ...]
"""What a face is given to draw."""


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on the board. `shape` is hex, circle, rect or polygon; x and y are its middle in board units."""

    id: str
    x: float
    y: float
    shape: str = "circle"
    width: float = 0
    height: float = 0
    points: tuple[tuple[float, float], ...] = ()
    label: str = ""
    kind: str = ""
    """What it is, for colours and patterns: a terrain, `station`, `airspace` ..."""
    note: str = ""
    """What hovering says."""
    tags: tuple[str, ...] = ()
    """What else it is; those with a dot before them are for drawings only."""

    @property
    def told_tags(self) -> tuple[str, ...]:
        """The tags that readers are told."""
        return tuple(tag for tag in self.tags if not tag.startswith("."))


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """A connection or a line on the board: a road, a river, a corridor with its direction, a hexside."""

    points: tuple[tuple[float, float], ...]
    kind: str
    a: str = ""
    b: str = ""
    label: str = ""
    one_way: bool = False


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """A name written on the map."""

    text: str
    x: float
    y: float
    kind: str = ""
    turn: float = 0


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The board. `art` names the drawing that the client puts behind it; `scenery` is what it needs besides."""

    width: float
    height: float
    spaces: tuple[Space, ...]
    links: tuple[Link, ...] = ()
    labels: tuple[Label, ...] = ()
    art: str = ""
    scenery: dict[str, Any] = {}
    """Read by the game's own drawing only, in a shape of its own: what lies around the spaces and below them."""


class Badge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state of a piece: always a letter or sign as well as a colour."""

    text: str
    kind: str = ""
    note: str = ""
    drawn: bool = False
    """The face shows this state itself: it is told in words, and no sign for it is put on the piece."""


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter or card. `where` is a space or a panel of kind `cards`; `values` is what is printed on it."""

    id: str
    face: str
    where: str
    label: str = ""
    side: str = ""
    order: int = 0
    facing: int = 0
    values: dict[str, str | int] = {}
    badges: tuple[Badge, ...] = ()
    note: str = ""
    back: bool = False
    drawing: Mapping[str, Drawn] = {}
    """What its face draws besides: an outline, a direction, a short text. It is not listed among the values."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a panel. With `most`, a gauge or track from 0 to that number; `cells` are the columns of a chart.

    In a chart `note` is told when its line is pointed at or picked.
    """

    label: str
    value: str | int = ""
    most: int = 0
    note: str = ""
    ref: str = ""
    clause: str = ""
    tone: str = ""
    cells: tuple[str, ...] = ()
    lit: bool = False
    refs: tuple[str, ...] = ()
    """The pieces that it counts: pointing at the line shows them."""
    short: str = ""
    """Its label where a drawing has little room."""
    count: int = 0
    """The number in a value that is a text, for a drawing that counts it out."""


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something beside the board. Kinds: `facts`, `track`, `cards` (pieces lie in it), `chart`, `text`."""

    id: str
    title: str
    kind: str
    rows: tuple[Row, ...] = ()
    columns: tuple[str, ...] = ()
    text: str = ""
    seat: str = ""
    clause: str = ""
    why: str = ""
    """Why it is so: told to those who ask."""


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """Spaces that a player may want to see marked: zones of control, lines of supply. Shown on demand."""

    id: str
    title: str
    spaces: tuple[str, ...]
    kind: str = ""
    """Its tone: `good`, `bad`, `warn` or `info`; `dark` is a shade, `own` and `foe` are areas with a line around."""
    clause: str = ""
    texts: dict[str, str] = {}
    """What is written in some of the spaces: movement factors, a range."""
    shown: bool = False
    """Whether it is marked without being asked for."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line drawn on the board for now: a plan, a route, what was flown. It ends in an arrow.

    `path` are the spaces it goes through, from its start to its end; `kind` is `plan`, `route`, `flown` or `threat`,
    and `ref` the piece to which it belongs. What a seat may not know is not among its lines.
    """

    id: str
    path: tuple[str, ...]
    kind: str = "route"
    label: str = ""
    ref: str = ""
    clause: str = ""


class Measured(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the ruler says of two spaces. `verdict` is `clear`, `hindered`, `blocked`, or empty where only range counts.

    `ends` are the spaces between whose middles the thread runs, `marks` the spaces on its way that matter, `stop` the
    one where it ends.
    """

    a: str
    b: str
    range: int
    text: str
    verdict: str = ""
    ends: tuple[str, ...] = ()
    stop: str = ""
    marks: tuple[str, ...] = ()
    clause: str = ""
    modifiers: tuple[Modifier, ...] = ()


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything a seat sees, except the decision and the journal, which the kernel adds."""

    heading: str
    pieces: tuple[Piece, ...]
    panels: tuple[Panel, ...]
    phases: tuple[str, ...] = ()
    phase: str = ""
    result: str = ""
    overlays: tuple[Overlay, ...] = ()
    lines: tuple[Line, ...] = ()
    scores: tuple[Score, ...] = ()
    """How it stands now, as far as the seat may know."""
    sheet: PartSheet | None = None
    """What the last part brought, once one is over."""
