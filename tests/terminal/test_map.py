"""The board of any game as a map of characters."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import AnyGame, find_game
from sandtable.kernel.position import Position
from sandtable.kernel.table import Badge, Board, Link, Piece, Space, Table
from sandtable.terminal.map.drawing import MapDrawing, ground_key, legend, map_around, shortened, whole_map
from sandtable.terminal.map.marks import SideLetters, short_name, strength, summary

HEXES = tuple(
    Space(f"{x}{y}", x * 36.0, y * 41.6 + (20.8 if x % 2 else 0), "hex", 48, 41.6, kind="water" if x == 0 else "")
    for x in range(8)
    for y in range(5)
)


def counter(id: str, where: str, side: str, factors: str = "", **more: object) -> Piece:
    return Piece(id, "counter", where, id, side=side, values={"factors": factors} if factors else {}, **more)  # type: ignore[arg-type] # the fields of a piece


def drawn(
    pieces: tuple[Piece, ...], width: int = 80, height: int = 24, named: tuple[str, ...] = (), focus: str = "",
    spaces: tuple[Space, ...] = HEXES,
) -> list[str]:  # fmt: skip
    drawing = MapDrawing(Board(400, 300, spaces), lambda space: space.label or space.id)
    table, letters = Table("", pieces, ()), SideLetters()
    lines = (
        map_around(drawing, table, width, height, focus, named, letters)
        if focus
        else whole_map(drawing, table, width, height, named, letters)
    )
    return [line.plain for line in lines]


def test_a_stack_shows_its_side_and_its_strength() -> None:
    pieces = (counter("a", "23", "german", "3-2-8"), counter("b", "23", "german", "4-2"), counter("c", "60", "us", "9"))
    rows = drawn(pieces, 40, 12)
    assert any("G7" in row for row in rows)
    assert any("U9" in row for row in rows)


def test_strength_is_the_first_factor_or_its_own_value() -> None:
    assert strength(counter("a", "11", "x", "12-3")) == 12
    assert strength(Piece("b", "plane", "11", values={"strength": 2, "factors": "7-4"})) == 2
    assert strength(Piece("c", "counter", "11", label="unknown unit")) is None


def test_sides_that_begin_alike_get_letters_of_their_own_and_keep_them() -> None:
    letters = SideLetters()
    letters.see([counter("a", "11", "soviet")])
    letters.see([counter("b", "11", "ss"), counter("c", "11", "german"), counter("d", "11", "soviet")])
    assert letters.letter("soviet") == "S"
    assert len(set(letters.letters.values())) == 3
    assert summary([counter("a", "11", "soviet", "4"), counter("c", "11", "german", "6")], letters)[0] == "G6S4"
    assert summary([counter("x", "11", "soviet"), counter("y", "11", "soviet")], letters)[0] == "S×2"
    assert summary([Piece("m", "marker", "11")], letters)[0] == "+"
    assert "S Soviet" in legend(letters, Table("", (counter("a", "11", "soviet"),), ()), str).plain


def test_the_key_tells_what_the_signs_of_the_ground_are() -> None:
    kinds = ("water", "woods", "park", "clear", "city")
    spaces = tuple(Space(f"1{n}", 36.0 * n, 0, "hex", 48, 41.6, kind=kind) for n, kind in enumerate(kinds))
    assert ground_key(Board(400, 300, spaces), str.capitalize) == "~ water · ♣ woods, park · # city"
    assert ground_key(Board(400, 300, ()), str) == ""


def test_badges_and_hidden_counters_are_told() -> None:
    letters = SideLetters()
    piece = counter("a", "11", "german", "6-5-8", badges=(Badge("F"), Badge("?")))
    letters.see([piece])
    assert short_name(piece, letters) == "G 6-5-8 F?"
    assert short_name(counter("b", "11", "german", back=True), letters) == "G ?"


def test_columns_and_rows_of_hexes_are_all_equally_wide() -> None:
    """A map at 160 columns is the same picture, only larger: no column is stretched by rounding."""
    for width, height in ((40, 12), (80, 24), (160, 45)):
        drawing = MapDrawing(Board(400, 300, HEXES), lambda space: space.id)
        layout = drawing.layouts.layout(drawing.layouts.largest(width, height), width, height)
        columns = sorted({box.column for box in layout.boxes.values()})
        rows = sorted({box.row for id, box in layout.boxes.items() if id[0] == "2"})
        assert len({b - a for a, b in pairwise(columns)}) == 1
        assert len({b - a for a, b in pairwise(rows)}) == 1
        assert layout.fits(width, height)
        shape = (columns[1] - columns[0]) / (rows[1] - rows[0])
        assert 1.5 <= shape <= 2.1, "as wide as hexes are in characters that are twice as high as wide"


def test_what_can_be_chosen_has_a_star() -> None:
    rows = drawn((counter("a", "23", "german", "3"),), 40, 12, named=("44", "a"))
    assert sum(row.count("*") for row in rows) == 2
    assert any("*G3" in row for row in rows)


def test_the_map_around_a_place_shows_ids_and_leaves_out_what_is_far() -> None:
    spaces = tuple(Space(f"h{x}", x * 36.0, 20.8 * (x % 2), "hex", 48, 41.6) for x in range(100))
    pieces = tuple(counter(f"u{x}", f"h{x}", "german", str(x)) for x in (1, 50, 99))
    text = "\n".join(drawn(pieces, focus="h50", spaces=spaces))
    assert "G50" in text
    assert "h50" in text
    assert "G1" not in text
    assert "G99" not in text


def test_levels_belong_to_their_hex() -> None:
    spaces = (*HEXES, Space("23-1", 2 * 36.0 + 9, 3 * 41.6 + 9, "rect", 3, 3, label="1", kind="part"))
    rows = drawn((counter("a", "23", "german", "3"), counter("b", "23-1", "german", "4")), 40, 12, spaces=spaces)
    assert any("G7" in row for row in rows)


def test_places_without_hexes_have_names_and_ways() -> None:
    spaces = (Space("a", 0, 0, label="Celle"), Space("b", 300, 0, label="Tegel"), Space("c", 300, 200, label="Gatow"))
    links = (Link(((0, 0), (300, 0)), "path", "a", "b"),)
    drawing = MapDrawing(Board(400, 300, spaces, links), lambda space: space.label)
    table = Table("", (counter("p", "b", "usaf", "1-5"),), ())
    text = "\n".join(line.plain for line in whole_map(drawing, table, 60, 12, ("c",), SideLetters()))
    for part in ("Celle", "Tegel U1", "*Gatow", "───"):
        assert part in text


def test_short_names_keep_what_tells_them_apart() -> None:
    names = [shortened(f"Northern corridor {n}", 14) for n in (1, 2)]
    assert names == ["Nort. corri. 1", "Nort. corri. 2"]
    assert shortened("Celle", 14) == "Celle"
    assert len(shortened("Donaudampfschifffahrt", 6)) <= 6


def started(game: AnyGame) -> tuple[Table, Board]:
    position = Position.new(game, game.settle({}), Dice(seed_from("map")))
    seat = position.deciders[0]
    return game.table(position.sight(seat)), game.board(position.options_chosen)


@pytest.mark.parametrize("name", ["airlift", "luftwaffe", "ontoberlin", "vengeance", "warbirds"])
@pytest.mark.parametrize(("width", "height"), [(80, 20), (160, 41)])
def test_every_board_fits_the_screen(name: str, width: int, height: int) -> None:
    game = find_game(name)
    table, board = started(game)
    drawing = MapDrawing(board, lambda space: space.label or game.words.name(space.id))
    lines = whole_map(drawing, table, width, height, (), SideLetters())
    assert 8 < len(lines) <= height
    assert all(line.cell_len <= width for line in lines)
    homes = set(drawing.layouts.home.values())
    layout = drawing.layouts.layout(drawing.layouts.largest(width, height), width, height)
    assert homes == set(layout.boxes), "every space is on the map"
