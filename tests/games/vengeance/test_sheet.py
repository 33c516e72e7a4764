"""RV-MAP1 The sheet of a scenario is as large as its hexes."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.table.board import SIDE, board


@pytest.mark.parametrize("scenario", ["train1", "brv04", "brv07"])
def test_the_sheet_ends_with_its_hexes(scenario: str) -> None:
    """A shelf beside the middle of the last hex made it wider than what is painted: a bright strip in a dark room."""
    found = board(scenario)
    hexes = [space for space in found.spaces if space.shape == "hex"]
    assert found.width == max(hex.x for hex in hexes) + SIDE
    assert found.height == pytest.approx(max(hex.y + hex.height / 2 for hex in hexes), abs=0.1)
