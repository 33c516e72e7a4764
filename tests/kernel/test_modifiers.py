"""Modifiers add up."""

from __future__ import annotations

from sandtable.kernel.modifiers import total


def test_modifiers_add_up_to_their_sum() -> None:
    assert total([]) == 0
    assert total([(2, "RV-A.1", "building"), (-1, "RV-A.2", "leader")]) == 1
