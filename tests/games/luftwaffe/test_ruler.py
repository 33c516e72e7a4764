"""The ruler tells a range, and the turns that it takes those who are there."""

from __future__ import annotations

import pytest

from sandtable.games.luftwaffe import GAME
from sandtable.games.luftwaffe.components import parts
from sandtable.games.luftwaffe.map.geography import distance
from sandtable.kernel.errors import Refused
from tests.games.luftwaffe.tools import fly, table


def test_the_ruler_counts_squares_and_turns() -> None:
    """LW-1.1, LW-8.5"""
    s = table()
    a, b = parts().cities["bremen"].hex, parts().cities["munich"].hex
    type = next(kind.id for kind in parts().types.values() if kind.side == "german" and kind.mf)
    fly(s, type, 1, a)
    view = GAME.sight(s, "german")
    told = GAME.measure(view, a, b)
    squares = distance(a, b)
    assert (told.range, told.verdict) == (squares, "")
    assert told.text.startswith(f"{squares} hexes; turns:")
    assert told.text.endswith(f"{-(-squares // parts().types[type].mf)}.")
    assert GAME.measure(view, b, a).text == f"{squares} hexes."
    assert GAME.measure(view, "bremen", "munich") == told, "a city is measured from its hex"
    with pytest.raises(Refused, match="not a hex"):
        GAME.measure(view, a, "nowhere")
