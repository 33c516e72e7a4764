"""What is added to a roll: lists of (value, clause, reason), so that the journal can show each part and its rule."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.kernel.records import Modifier as Modifier


def total(modifiers: Iterable[Modifier]) -> int:
    """What they come to together."""
    together = 0
    for value, _, _ in modifiers:
        together += value
    return together
