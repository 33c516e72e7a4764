"""The kernel's own records, which saves and front ends carry about.

They stand apart from the code that makes them so that mypyc can compile that code: it would drop what is said in a
class's brackets, such as `frozen`.
"""

from __future__ import annotations

from typing import Any

import msgspec

Option = tuple[str | int, ...]
"""(verb, *ids): the ids are those of the pieces, spaces and cards on the table."""

Modifier = tuple[int, str, str]
"""(value, clause, reason): every roll in the journal shows its sum of these."""


class Choice(msgspec.Struct, frozen=True, array_like=True):
    """One choice of the history."""

    seat: str
    option: Option


class JournalLine(msgspec.Struct, frozen=True):
    """One line: `event` names a template of the game's words, `facts` fill it in."""

    step: int
    clause: str
    event: str
    facts: dict[str, Any]
    seen_by: tuple[str, ...] | None = None
    sides: tuple[str, ...] = ()
    """The seats and sides it is about: those that its facts name, or else the one whose choice led to it."""

    def visible_to(self, seat: str) -> bool:
        """Whether a seat may read the line; spectators (seat "") read only what all may."""
        return self.seen_by is None or seat in self.seen_by


class Odds(msgspec.Struct, frozen=True):
    """What an option may lead to: outcomes with their probabilities, and the modifiers that went in."""

    outcomes: tuple[tuple[str, float], ...]
    modifiers: tuple[Modifier, ...] = ()
    sampled: bool = False
    sums: tuple[tuple[str, str, str], ...] = ()
    """What was added up before the roll: (what, how much, clause)."""
    row: tuple[tuple[str, str, float], ...] = ()
    """The row or column of the table that holds: (what is rolled, what it means, its chance)."""
    preview: bool = False
    """Nothing is rolled yet: it shows what the option would lead to later."""


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a `.sandtable` file holds. `digests` has the fingerprint before the first step and after each.

    `check` is the fingerprint of everything else in the file: what no digest covers (the notes) cannot rot unseen.
    """

    format: str
    game: str
    rules_version: str
    data_version: str
    options: dict[str, str | int]
    seed: str
    dice: str
    steps: list[Choice]
    digests: list[str]
    checkpoint: msgspec.Raw
    notes: dict[str, Any] = {}
    check: str = ""
