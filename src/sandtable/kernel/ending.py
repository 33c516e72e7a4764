"""How a game ended, told: who won and why, where the points came from, and how it stood turn by turn.

A game says it in `Game.ending` and `Game.standing`; the front ends draw it.
"""

from __future__ import annotations

import msgspec


class EndingRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of a table: one value for each of its columns."""

    label: str
    values: tuple[str | int, ...]
    clause: str = ""
    total: bool = False


class EndingTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of the ending: points by source, losses by cause, missions."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[EndingRow, ...]


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who won and why, in the game's own terms."""

    title: str
    why: str
    clauses: tuple[str, ...] = ()
    tables: tuple[EndingTable, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    """A few figures for the foot of the page: what, how much."""
    measure: str = ""
    """What `Game.standing` counts: "Victory points"."""


class CurvePoint(msgspec.Struct, frozen=True):
    """How it stood when a turn began."""

    label: str
    step: int
    values: dict[str, float]


class ToldEnding(msgspec.Struct, frozen=True):
    """The ending with the curve of the whole game, and what proves the dice."""

    ending: Ending
    curve: tuple[CurvePoint, ...]
    names: dict[str, str]
    """The sides of the curve."""
    seed: str
    commitment: str
    steps: int
