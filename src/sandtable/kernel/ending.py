"""How a game or a part of it ended, told: who won and why, where the points came from, how it stood turn by turn.

A game says it in `Game.ending` and `Game.standing`, and on its table while it goes on; the front ends draw it.
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


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """One figure of how it stands now, in the game's own terms: "Victory points", "Berlin Morale"."""

    label: str
    value: int
    side: str = ""
    """The seat or side whose figure it is; empty for one that is common to all."""


class PartPoint(msgspec.Struct, frozen=True):
    """How it stood when a part of the game was over."""

    label: str
    values: dict[str, float]


class PartSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a part of a longer game brought: a mission, a raid, a quarter, a season, a scenario of a campaign."""

    id: str
    """Another one for each part, so that a front end knows which of them it has shown."""
    title: str
    why: str
    clauses: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()
    tables: tuple[EndingTable, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    measure: str = ""
    """What the curve counts."""
    curve: tuple[PartPoint, ...] = ()
    """How it stood after each part so far."""
    event: str = ""
    """Where the game keeps no record of its parts: the journal's event with which each ends, in place of a curve."""
    counted: dict[str, str] = {}
    """The facts of that event that are drawn, by side."""
    names: dict[str, str] = {}
    """The sides of the curve."""


class CurvePoint(msgspec.Struct, frozen=True):
    """How it stood when a turn began."""

    label: str
    step: int
    values: dict[str, float]


class Luck(msgspec.Struct, frozen=True):
    """How the dice fell for a seat: its rolls with known odds, how many should have taken effect, and how many did."""

    seat: str
    rolls: int
    expected: float
    rolled: int


class ToldEnding(msgspec.Struct, frozen=True):
    """The ending with the curve of the whole game, and what proves the dice."""

    ending: Ending
    curve: tuple[CurvePoint, ...]
    names: dict[str, str]
    """The sides of the curve."""
    seed: str
    commitment: str
    steps: int
    luck: tuple[Luck, ...] = ()
