"""Small questions asked together: a list that is made by looking ahead, and that shows nothing of what is to come."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.flow import Choose
from sandtable.kernel.game import find_game
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from sandtable.kernel.save import load_save
from sandtable.kernel.show import show_decision, show_together
from sandtable.kernel.together import asked_together, next_answer

GOLDEN = Path(__file__).parents[1] / "golden" / "luftwaffe" / "000-draw.sandtable"


def asked(ask: str) -> tuple[Position, str]:
    """A recorded raid at its first question of a kind."""
    record = load_save(GOLDEN)
    position = Position.new(find_game("luftwaffe"), record.options, record.seed, Journal())
    for choice in record.steps:
        decision = position.decision
        if isinstance(decision, Choose) and decision.ask == ask:
            rows = asked_together(position, decision.seat)
            if rows:
                return position, decision.seat
        position.apply(choice.seat, choice.option)
    raise AssertionError(f"nobody was asked {ask}")


@pytest.mark.parametrize("ask", ["escort", "tanks", "guns"])
def test_the_rows_are_the_questions_that_follow(ask: str) -> None:
    position, seat = asked(ask)
    before, lines = position.digest(), len(position.journal.lines)
    rows = asked_together(position, seat)
    assert len({row.about for row in rows}) == len(rows) > 1
    assert all(row.default in row.options for row in rows)
    assert (position.digest(), len(position.journal.lines)) == (before, lines), "looking ahead changes nothing"
    for row in rows:
        assert row.is_asked(position, seat)
        # An answer that rolls no dice: what the guns hit could change what is asked next.
        position.apply(seat, row.options[-1] if ask == "guns" else row.default)
    decision = position.decision
    assert not (isinstance(decision, Choose) and (decision.seat, decision.ask) == (seat, ask))


def test_a_row_that_is_no_longer_asked_is_known() -> None:
    position, seat = asked("escort")
    first, second, *_ = asked_together(position, seat)
    assert not second.is_asked(position, seat)
    position.apply(seat, first.default)
    assert second.is_asked(position, seat)
    assert not first.is_asked(position, seat)


def test_the_other_seat_is_told_nothing_of_the_list() -> None:
    position, seat = asked("escort")
    other = next(one for one in position.seats if one != seat)
    assert asked_together(position, other) == []
    shown, told = show_decision(position, seat), show_decision(position, other)
    assert shown is not None
    assert told is not None
    assert (shown.together, told.together) == (True, False)
    rows = show_together(position, seat)
    assert all(row.prompt and len(row.options) > 1 and 0 <= row.default < len(row.options) for row in rows)


def test_a_question_that_stands_alone_is_asked_alone() -> None:
    record = load_save(GOLDEN)
    position = Position.new(find_game("luftwaffe"), record.options, record.seed)
    assert asked_together(position, position.deciders[0]) == []


VENGEANCE = Path(__file__).parents[1] / "golden" / "vengeance"


def voluntary_breaks() -> tuple[Position, str]:
    """A recorded battle where several units may break of their own will."""
    for file in sorted(VENGEANCE.glob("*.sandtable")):
        record = load_save(file)
        position = Position.new(find_game("vengeance"), record.options, record.seed)
        for choice in record.steps:
            decision = position.decision
            if isinstance(decision, Choose) and decision.ask == "voluntary_break" and len(decision.options) > 3:
                return position, decision.seat
            position.apply(choice.seat, choice.option)
    raise AssertionError("nobody could break of his own will")


def test_voluntary_breaks_are_one_list_to_tick() -> None:
    """RV-A10.4 The rows are the units of the question; who is not ticked stays, and one confirm ends it."""
    position, seat = voluntary_breaks()
    offered = position.options(seat)
    rows = asked_together(position, seat)
    assert [row.options for row in rows] == [(option, ("done",)) for option in offered[:-1]]
    assert {row.default for row in rows} == {("done",)}
    shown = show_together(position, seat)
    assert all(row.ticked and row.default == 1 for row in shown)
    assert next_answer(position, seat, [(row, row.default) for row in rows]) == ("done",)
    ticked = [(row, row.options[0] if at == 1 else row.default) for at, row in enumerate(rows)]
    assert next_answer(position, seat, ticked) == offered[1]
    position.apply(seat, offered[1])
    assert next_answer(position, seat, ticked) == ("done",)
