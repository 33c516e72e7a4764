"""Refusals on the way through a raid: each is a sentence with its clause."""

from __future__ import annotations

from sandtable.kernel.game import find_game
from tests.games.refusals import refused_on_the_way


def test_refusals_on_the_way_name_their_clauses() -> None:
    """LW-5.1, LW-6.9, LW-6.10, LW-8.1 Out of reach, not refuelled, staging: each with its rule."""
    refused = refused_on_the_way(find_game("luftwaffe"), {}, 400)
    assert refused >= {"LW-5.1", "LW-6.9", "LW-6.10", "LW-8.1"}
