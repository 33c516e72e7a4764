"""Refusals on the way through the battle: each is a sentence with its clause."""

from __future__ import annotations

from sandtable.kernel.game import find_game
from tests.games.refusals import refused_on_the_way


def test_refusals_on_the_way_name_their_clauses() -> None:
    """OB-3.1.1, OB-7.1, OB-13.4, OB-15.1.1 Stacking, movement, set-up and the drop: each with its rule."""
    refused = refused_on_the_way(find_game("ontoberlin"), {}, 500)
    assert refused >= {"OB-3.1.1", "OB-7.1", "OB-13.4", "OB-15.1.1"}
