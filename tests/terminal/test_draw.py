"""Drawing any game's table in characters."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from sandtable.kernel.flow import Odds
from sandtable.kernel.game import find_game
from sandtable.kernel.language import speaking
from sandtable.kernel.show import ShownLine
from sandtable.kernel.table import Badge, Board, Panel, Piece, Row, Space, Table
from sandtable.terminal.draw import Drawing, short_odds
from sandtable.terminal.text import clause_lines, columns, grid, paragraphs
from tests.toys.pearls import GAME, PearlsView

BOARD = Board(10, 10, (Space("0101", 1, 1, label="Seelow", kind="city", note="On the heights."), Space("0102", 2, 1)))
PIECES = (
    Piece(
        "u1", "counter", "0101", "9 Para", badges=(Badge("D", "bad", "disrupted"),), values={"factors": "3-2"}, order=2
    ),
    Piece("u2", "counter", "0101", "Müncheberg", order=1),
    Piece("c1", "card", "hand", "Air strike"),
)
PANELS = (
    Panel("hand", "Hand", "cards"),
    Panel("state", "State", "facts", (Row("Fuel", 2, 11, tone="bad"), Row("Weather", "clear"))),
    Panel("empty", "Empty", "cards"),
    Panel(
        "crt",
        "Results",
        "chart",
        (Row("1", cells=("AE", "DR")), Row("2", cells=("-", "DE"), lit=True)),
        ("d6", "1:1", "2:1"),
    ),
)
TABLE = Table("Turn 3", PIECES, PANELS, ("Move", "Fight"), "Fight")
VIEW = PearlsView("north", (), {}, {}, 0)


def drawing(width: int = 80, height: int = 24) -> Drawing:
    return Drawing(Console(width=width, height=height, no_color=True), GAME, BOARD)


def plain(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


def test_the_heading_says_where_we_are() -> None:
    assert plain(drawing().heading(TABLE)) == ["Pearls · Turn 3", "Move · [Fight]"]
    assert plain(drawing(40).heading(TABLE, "North"))[0] == f"{'Pearls · Turn 3':<35}North"


def test_spaces_list_their_pieces_with_badges_in_order() -> None:
    assert plain(drawing().board_lines(TABLE, VIEW)) == ["Seelow: Müncheberg, 9 Para [D]"]


def test_a_place_is_named_once() -> None:
    rubble = Piece("r1", "mark", "0101", "Seelow: rubble")
    assert plain(drawing().board_lines(Table("Turn 3", (rubble, *PIECES), PANELS), VIEW)) == [
        "Seelow: rubble, Müncheberg, 9 Para [D]"
    ]


def test_a_row_without_a_value_leaves_no_gap() -> None:
    forces = Panel("forces", "Forces", "facts", (Row("4-4-7, 1 × PSK", ""), Row("? counters", 6)))
    (block,) = drawing().panels(Table("Turn 3", (), (forces,)))
    assert plain(block) == ["Forces: 4-4-7, 1 × PSK · ? counters 6"]


def test_panels_are_compact_and_empty_ones_are_left_out() -> None:
    blocks = [plain(block) for block in drawing().panels(TABLE)]
    assert blocks[:2] == [["Hand: Air strike"], ["State: Fuel 2/11! · Weather clear"]]
    assert blocks[2] == ["Results", "   d6  1:1  2:1", "   1   AE   DR", "*  2   -    DE"]
    assert len(blocks) == 3


def test_a_text_has_no_marks_and_no_empty_lines() -> None:
    panel = Panel("step", "Refit", "text", text="What happens\nnow (R-1).\n\n**You choose.** One of two.\n")
    (block,) = drawing().panels(Table("Turn 3", (), (panel,)))
    assert plain(block) == ["Refit: What happens now (R-1).", "  You choose. One of two."]
    assert [block[1].plain[span.start : span.end] for span in block[1].spans if span.style == "bold"] == ["You choose."]


def test_charts_too_wide_for_the_screen_become_sentences() -> None:
    heads = ("", *(str(n) for n in range(40)))
    wide = Panel("m", "Morale", "chart", (Row("Cubes", cells=("",) * 39 + ("W",)), Row("Support", 5)), heads)
    lines = plain(drawing().panels(Table("", (), (wide,)))[0])
    assert lines == ["Morale", "  Cubes: 39 W", "  Support: 5"]


def test_charts_keep_the_labels_of_their_rows() -> None:
    """A chart whose columns are all headed has its labels in a column without a heading."""
    rows = (Row("1 or less", cells=("-", "D")), Row("2", cells=("R", "EX")))
    lines = plain(drawing().panels(Table("", (), (Panel("m", "Matrix", "chart", rows, ("A", "B")),)))[0])
    assert lines == ["Matrix", "              A  B", "   1 or less  -  D", "   2          R  EX"]
    named = (Row("Essen", cells=("Essen", "3")), Row("Kiel", cells=("Kiel", "2")))
    lines = plain(drawing().panels(Table("", (), (Panel("m", "Raids", "chart", named, ("City", "Hits")),)))[0])
    assert lines == ["Raids", "   City   Hits", "   Essen  3", "   Kiel   2"], "what is labelled already"


def test_wide_charts_are_cut_into_blocks_that_keep_their_labels() -> None:
    heads = ("Roll", *(f"col-{n}" for n in range(20)))
    rows = tuple(Row(f"row {r}", cells=tuple(f"{r}/{n}" for n in range(20))) for r in range(3))
    lines = plain(drawing().panels(Table("", (), (Panel("m", "Wide", "chart", rows, heads),)))[0])[1:]
    assert all(len(line) <= 80 for line in lines)
    assert sum("Roll" in line for line in lines) == 3
    assert sum("row 2" in line for line in lines) == 3
    assert sum(line.count("/") for line in lines) == 60, "every cell once"


def test_cells_break_between_words() -> None:
    lines = grid([("Eclimeux", "the whole formation turned back over the coast")], 30)
    assert lines == ["Eclimeux  the whole formation", "          turned back over the", "          coast"]


def test_rules_are_read_without_their_markup() -> None:
    text = (
        "**Fire** at `<squadron>`, *Ruling:* once.\n\n- first\n- second\n\n| die | result |\n|---|---|\n| 1 | hit |\n"
    )
    lines = [line.plain for line in clause_lines(Console(width=80), "PE-1.1", text, 80)]
    assert lines[0] == "PE-1.1  Fire at <squadron>, Ruling: once."
    assert any(line.strip() == "• first" for line in lines)
    assert not any("|" in line or "**" in line for line in lines)


def test_look_tells_everything_about_a_piece_and_a_space() -> None:
    text = "\n".join(plain(drawing().look(TABLE, "u1")))
    for part in ("9 Para, Seelow", "Factors 3-2", "[D] disrupted"):
        assert part in text
    text = "\n".join(plain(drawing().look(TABLE, "0101")))
    for part in ("Seelow, City", "On the heights.", "here: 9 Para [D], Müncheberg"):
        assert part in text


def test_what_is_printed_on_a_piece_is_named_in_the_readers_language() -> None:
    """The values of a piece have names; an empty one is left out."""
    game = find_game("warbirds")
    drawn = Drawing(Console(width=80, no_color=True), game, BOARD)
    table = Table("", (Piece("crew-01", "man", "pilot", values={"acts_as": "Pilot", "effect": ""}),), ())
    assert "Acts as Pilot" in (told := "\n".join(plain(drawn.look(table, "crew-01"))))
    assert "ffect" not in told
    with speaking("de"):
        assert "Handelt als Pilot" in "\n".join(plain(drawn.look(table, "crew-01")))


def test_journal_lines_show_dice_modifiers_and_the_clause() -> None:
    facts = {"dice": [3, 5], "modifiers": [[1, "PE-2.2", "uphill"], [-2, "PE-2.1", "night"]]}
    line = ShownLine(0, 1, "PE-1.1", "fired", ["Fire! "], facts)
    told = " ".join(" ".join(plain(drawing().line(line))).split())
    assert told == "Fire! [3] [5] −1 (+1 uphill PE-2.2; −2 night PE-2.1) PE-1.1"
    assert plain(drawing().line(ShownLine(0, 1, "", "turn_begins", ["Turn 3"], level=1))) == ["── Turn 3 ──"]


def test_odds_in_full_and_in_short() -> None:
    odds = Odds((("hit", 0.25), ("miss", 0.75)), ((1, "PE-2.2", "near"),))
    assert short_odds(odds) == " (hit 25 %, miss 75 %)"
    assert plain(drawing().odds(odds)) == ["     25.0 %  hit", "     75.0 %  miss", "    +1  near  PE-2.2"]
    assert short_odds(None) == ""


@pytest.mark.parametrize("width", [40, 80, 120])
def test_nothing_is_wider_than_the_screen(width: int) -> None:
    long = Piece("u9", "counter", "0101", "A very long name " * 9, badges=(Badge("X"),))
    rows = tuple(Row(f"row {n}", n, 99) for n in range(30))
    panels = (Panel("p", "Panel", "facts", rows), Panel("t", "Text", "text", text="word " * 90))
    table = Table("A heading " * 20, (long,), panels, ("Phase",) * 30)
    paint = drawing(width)
    blocks = [
        paint.heading(table),
        paint.board_lines(table, VIEW),
        *paint.panels(table),
        *paint.panels(table, short=True),
    ]
    for block in blocks:
        for line in block:
            assert line.cell_len <= width, line.plain


def test_short_panels_leave_room() -> None:
    rows = tuple(Row(f"row {n}", n, 99) for n in range(30))
    table = Table("", (), (Panel("p", "Panel", "facts", rows),))
    assert len(drawing(80, 24).panels(table, short=True)[0]) == 1
    assert len(drawing(80, 50).panels(table, short=True)[0]) == 2
    assert len(drawing(80, 50).panels(table)[0]) > 4


def test_columns_read_downwards_and_cut_only_when_they_must() -> None:
    entries = [Text(f"entry {n}") for n in range(5)]
    assert plain(columns(entries, 20)) == ["entry 0  entry 3", "entry 1  entry 4", "entry 2"]
    tall = columns([Text("long " * 12)] * 30, 80, high=12)
    assert len(tall) <= 12
    assert all(line.cell_len <= 80 for line in tall)


def test_grids_keep_their_columns_in_line() -> None:
    assert grid([("a", "long name", "1"), ("bcd", "x", "22")], 80) == ["a    long name  1", "bcd  x          22"]
    assert all(cell_len(line) <= 30 for line in grid([("x" * 50, "y" * 50)], 30))


def test_paragraphs_join_soft_line_breaks_only() -> None:
    text = "One sentence\n  goes on.\n\n- an entry\n  of a list\n| a | table |\n| b | c |\n"
    text += "```\n  as it\n  stands\n```\nend"
    assert paragraphs(text) == [
        "One sentence goes on.", "", "- an entry of a list", "| a | table |", "| b | c |",
        "```", "  as it", "  stands", "```", "end",
    ]  # fmt: skip


def test_a_table_breaks_no_figure_from_its_unit() -> None:
    bot = "a-bot-with-a-name-that-is-long.py:Clever,and-another.py:One"
    rows = [("seat", "bot", "won", "95 %"), ("as german", bot, "100.0\u00a0%", "86.2-100.0\u00a0%")]
    lines = grid(rows, 60)
    assert any("100.0 %  86.2-100.0 %" in line for line in lines)
    assert not any("\u00a0" in line for line in lines)
