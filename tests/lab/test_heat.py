from __future__ import annotations

from sandtable.kernel.table import Board, Space
from sandtable.lab.heat import heat_map, heat_words, outline, split_facts

BOARD = Board(100, 60, (Space("5015", 20, 20, "hex", 20, 18), Space("5016", 20, 40, "hex", 20, 18, kind="water")))


def test_facts_of_spaces_are_told_apart_and_summed() -> None:
    heat, others = split_facts({"fights:5015": [2, 3], "fights:nowhere": [1], "turns": [10, 10]}, BOARD)
    assert heat == {"fights": {"5015": 5.0}}
    assert others == {"fights:nowhere": [1], "turns": [10, 10]}


def test_the_map_has_every_space_and_names_the_hottest() -> None:
    figure = heat_map(BOARD, {"5015": 5.0}, 2, "fights")
    axes = figure.axes[0]
    assert len(axes.collections[0].get_paths()) == 2
    assert [text.get_text() for text in axes.texts] == ["5015"]
    assert axes.get_title() == "fights: up to 2.50 a game"
    assert heat_words({"5015": 5.0, "5016": 1.0}, 2) == "5015 2.50 a game; 5016 0.50 a game"


def test_a_hex_has_a_flat_top() -> None:
    corners = outline(BOARD.spaces[0])
    assert corners[0] == (15, 11)
    assert corners[2] == (30, 20)
