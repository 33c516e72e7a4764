"""The journal says what happened to those who may know it."""

from __future__ import annotations

from sandtable.kernel.journal import SILENT, Journal
from sandtable.kernel.show import show_lines
from sandtable.kernel.words import Words, plain

WORDS = Words(names={}, events={"drew": "{seat} draws {card}.", "drew_hidden": "{seat} draws."}, prompts={}, verbs={})


def journal() -> Journal:
    lines = Journal()
    lines.add("PE-1.1", "drew_hidden", seat="north")
    lines.add("PE-1.1", "drew", seen_by=("north",), seat="north", card="ace")
    lines.step = 1
    lines.add("PE-1.1", "drew_hidden", seat="south")
    return lines


def test_lines_reach_only_those_who_may_read_them() -> None:
    lines = journal()
    assert [line.event for line in lines.read("north")] == ["drew_hidden", "drew", "drew_hidden"]
    assert [line.event for line in lines.read("south")] == ["drew_hidden", "drew_hidden"]
    assert [line.event for line in lines.read("")] == ["drew_hidden", "drew_hidden"]


def test_the_numbers_of_shown_lines_do_not_tell_that_one_was_hidden() -> None:
    shown = show_lines(WORDS, journal().lines, "south")
    assert [line.number for line in shown] == [0, 1]
    assert [plain(line.text) for line in shown] == ["North draws.", "South draws."]
    assert [line.number for line in show_lines(WORDS, journal().lines[2:], "south", first=1)] == [1]


def test_cut_forgets_what_is_played_again() -> None:
    lines = journal()
    lines.cut(1)
    assert len(lines.lines) == 1


def test_the_silent_journal_writes_nothing() -> None:
    SILENT.add("PE-1.1", "drew", seat="north")
    assert SILENT.lines == []


def test_a_line_is_about_those_whom_it_names_or_else_about_the_one_who_chose() -> None:
    lines = Journal()
    lines.whose = lambda id: {"u1": "red", "u2": "blue", "red": "red"}.get(id, "")
    lines.add("X-1", "set_up")
    lines.by = "red"
    lines.add("X-1", "fires", unit="u1", targets=["u2", "u1"], n=3)
    lines.add("X-1", "passes", seat="red")
    lines.add("X-1", "rain")
    assert [line.sides for line in lines.lines] == [(), ("red", "blue"), ("red",), ("red",)]


def test_headings_are_told_with_their_level() -> None:
    words = Words(names={}, events={}, prompts={}, verbs={}, headings={"turn": 1, "phase": 2})
    lines = Journal()
    for event in ("turn", "phase", "moves", "turn_over"):
        lines.add("X-1", event)
    assert [line.level for line in show_lines(words, lines.lines, "")] == [1, 2, 0, 0]
