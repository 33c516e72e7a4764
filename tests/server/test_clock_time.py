"""The arithmetic of clocks, by properties: no second is lost, given twice or taken from somebody who is not asked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.server.clocks import time as clocks
from sandtable.server.clocks.time import DAY, Clock, TimeControl

SEATS = ("north", "south", "west")
spans = st.floats(0, 10 * DAY, allow_nan=False)
controls = st.builds(
    TimeControl,
    kind=st.sampled_from(["move", "bank"]),
    seconds=st.integers(10, 60 * DAY),
    increment=st.integers(0, DAY),
    vacation=st.integers(0, 60),
)
askings = st.lists(st.tuples(spans, st.sets(st.sampled_from(SEATS)).map(tuple)), max_size=12)


def played(control: TimeControl, happened: Any, at: float = 1000.0) -> Clock:
    clock = clocks.started(control, SEATS, at)
    for span, seats in happened:
        at += span
        clock = clocks.asked(clock, control, seats, at)
    return clock


@given(controls, askings, spans, spans)
def test_putting_a_clock_forward_in_two_steps_is_the_same_as_in_one(
    control: TimeControl, happened: Any, first: float, second: float
) -> None:
    clock = played(control, happened)
    once = clocks.put_forward(clock, clock.at + first + second)
    twice = clocks.put_forward(clocks.put_forward(clock, clock.at + first), clock.at + first + second)
    for seat in SEATS:
        assert once.left[seat] == pytest.approx(twice.left[seat], abs=1e-3)


@given(controls, askings, spans)
def test_only_those_who_are_asked_lose_time(control: TimeControl, happened: Any, span: float) -> None:
    clock = played(control, happened)
    later = clocks.put_forward(clock, clock.at + span)
    for seat in SEATS:
        lost = span if seat in clock.running else 0.0
        assert clock.left[seat] - later.left[seat] == pytest.approx(lost, abs=1e-3)


@given(controls, askings)
def test_nobody_ever_has_more_than_at_first(control: TimeControl, happened: Any) -> None:
    assert all(left <= control.seconds for left in played(control, happened).left.values())


@given(controls, askings, spans)
def test_the_time_is_over_when_the_clock_says_it_will_be(control: TimeControl, happened: Any, span: float) -> None:
    clock = played(control, happened)
    for seat in SEATS:
        end = clocks.ends(clock, seat)
        assert (end is None) == (seat not in clock.running)
        if end is not None:
            assert clocks.left(clock, seat, end) == pytest.approx(0, abs=1e-3) or end == clock.at + clock.left[seat]
            assert clocks.is_over(clock, seat, max(end, clock.at) + 1)
            assert not clocks.is_over(clock, seat, end - 1)


@given(controls, askings, st.integers(1, 60), spans)
def test_a_vacation_costs_days_and_no_time(control: TimeControl, happened: Any, days: int, span: float) -> None:
    clock = played(control, happened)
    gone = clocks.on_vacation(clock, "north", days, clock.at)
    assert (gone is None) == (days > control.vacation)
    assume(gone is not None)
    assert gone is not None
    assert gone.vacation["north"] == pytest.approx((control.vacation - days) * DAY)
    within = clocks.put_forward(gone, gone.at + min(span, days * DAY))
    assert within.left["north"] == pytest.approx(clock.left["north"])
    assert clocks.on_vacation(gone, "north", 1, gone.at) is None, "nobody is away twice at once"


@given(controls, askings, st.integers(1, 60), spans)
def test_who_comes_back_early_keeps_the_rest(control: TimeControl, happened: Any, days: int, span: float) -> None:
    clock = played(control, happened)
    gone = clocks.on_vacation(clock, "north", days, clock.at)
    assume(gone is not None)
    assert gone is not None
    span = min(span, days * DAY)
    again = clocks.back(gone, "north", gone.at + span)
    assert again.vacation["north"] == pytest.approx(control.vacation * DAY - span, abs=1e-3)
    assert "north" not in again.away
    assert again.left["north"] == pytest.approx(clock.left["north"])


@given(controls, askings, spans)
def test_a_clock_of_the_machine_that_goes_back_takes_and_gives_nothing(
    control: TimeControl, happened: Any, span: float
) -> None:
    clock = played(control, happened)
    assert clocks.put_forward(clock, clock.at - span) == clocks.put_forward(clock, clock.at)


def test_a_turn_of_many_choices_is_one_turn() -> None:
    control = TimeControl("move", 3 * DAY)
    clock = clocks.asked(clocks.started(control, SEATS, 0), control, ["north"], 0)
    clock = clocks.asked(clock, control, ["north"], DAY)
    assert clocks.ends(clock, "north") == 3 * DAY
    clock = clocks.asked(clock, control, ["south"], 2 * DAY)
    assert clocks.first_end(clock) == 5 * DAY
    clock = clocks.asked(clock, control, ["north"], 2.5 * DAY)
    assert clocks.ends(clock, "north") == 5.5 * DAY, "every turn has its own time"


def test_a_bank_is_used_up_and_gets_its_increment() -> None:
    control = TimeControl("bank", 1800, 30)
    clock = clocks.asked(clocks.started(control, SEATS, 0), control, ["north"], 0)
    clock = clocks.asked(clock, control, ["south"], 100)
    assert clock.left == {"north": 1730, "south": 1800, "west": 1800}
    clock = clocks.asked(clock, control, ["north"], 110)
    assert clock.left["south"] == 1800, "it never holds more than at first"
    assert clocks.left(clock, "north", 110 + 1731) == -1
    assert clocks.is_over(clock, "north", 110 + 1730)


@pytest.mark.parametrize(
    ("control", "live"),
    [
        (TimeControl("bank", 3600, 30), True),
        (TimeControl("move", 600), True),
        (TimeControl("move", DAY), False),
        (TimeControl("bank", 14 * DAY, DAY), False),
    ],
)
def test_what_is_played_live(control: TimeControl, live: bool) -> None:
    assert control.live == live
