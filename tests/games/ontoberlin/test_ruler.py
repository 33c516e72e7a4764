"""The ruler tells a range and which artillery reaches so far."""

from __future__ import annotations

import pytest

from sandtable.games.ontoberlin import GAME
from sandtable.games.ontoberlin.components import KINDS
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.kernel.errors import Refused
from tests.games.ontoberlin.field import OPEN, empty, place


def test_the_ruler_counts_hexes_and_names_the_guns_that_reach() -> None:
    """OB-0.4, OB-8.2.1, OB-15.3.11"""
    gun = next(id for id, kind in KINDS.items() if kind.cls == "artillery" and kind.artillery_range > 2)
    s = empty()
    place(s, gun, OPEN)
    far = next(hex for hex in MAP.hexes if MAP.distance(OPEN, hex) == KINDS[gun].artillery_range)
    beyond = next(hex for hex in MAP.hexes if MAP.distance(OPEN, hex) == KINDS[gun].artillery_range + 1)
    view = GAME.sight(s, KINDS[gun].side)
    told = GAME.measure(view, OPEN, far)
    assert (told.range, told.verdict, told.ends) == (KINDS[gun].artillery_range, "", (OPEN, far))
    assert "In range of" in told.text
    assert "In range of" not in GAME.measure(view, OPEN, beyond).text
    assert GAME.measure(view, far, OPEN).text == f"{told.range} hexes."
    with pytest.raises(Refused, match="not a hex"):
        GAME.measure(view, OPEN, "nowhere")
    place(s, gun, OPEN, landed=True)
    assert "In range of" not in GAME.measure(GAME.sight(s, KINDS[gun].side), OPEN, far).text
