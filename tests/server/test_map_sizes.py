"""What a map costs on the way: the board of every scenario, packed, beside the code that paints it."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from sandtable.kernel.game import find_game, games

MOST = 400_000
"""Bytes of a game's map, packed: its data, and the code that paints it."""
STATIC = Path(__file__).parents[2] / "src" / "sandtable" / "server" / "static" / "assets"


def packed(data: bytes) -> int:
    return len(gzip.compress(data, 6))


@pytest.mark.parametrize("game", sorted(games()))
def test_the_map_of_every_scenario_is_small(game: str) -> None:
    found = find_game(game)
    scenarios = next((spec.values for spec in found.options if spec.name == "scenario"), ())
    code = sum(packed(file.read_bytes()) for file in STATIC.glob("painting-*.js"))
    assert code > 10_000, "the client is not built"
    sizes = {
        scenario: packed(msgspec.json.encode(found.board(found.settle({"scenario": scenario} if scenario else {}))))
        for scenario in scenarios or ("",)
    }
    assert max(sizes.values()) + code < MOST, sizes
