from __future__ import annotations

from sandtable.kernel.table import Board, Space
from sandtable.lab.facts import split_facts
from sandtable.lab.plots import heat_map, heat_words

BOARD = Board(100, 60, (Space("5015", 20, 20, "hex", 20, 18), Space("5016", 20, 40, "hex", 20, 18, kind="water")))


def test_facts_of_spaces_are_told_apart_and_averaged() -> None:
    heat, others = split_facts({"fights:5015": [2, 3], "fights:nowhere": [1], "turns": [10, 10]}, BOARD)
    assert heat == {"fights": {"5015": 2.5}}
    assert others == {"fights:nowhere": [1], "turns": [10, 10]}


def test_the_map_draws_every_space_and_names_the_hottest() -> None:
    plot = heat_map(BOARD, {"5015": 2.5}, "fights", "hot & cold")
    assert 'aria-label="hot &amp; cold"' in plot
    assert '"text":["5015"]' in plot, "pointing at it names it"
    assert '"color":[2.5]' in plot
    assert '"color":["#b9d0e0"]' in plot, "the water below is drawn as water"
    assert heat_words({"5015": 2.5, "5016": 0.5}) == "5015 2.50 a game; 5016 0.50 a game"
