"""Choices made on behalf of somebody: offers beside them, and answers for them."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.flow import Choose, Flow, Secretly
from sandtable.kernel.on_behalf import answered, with_offers

AB = [("a",), ("b",)]
REST = ("rest",)


def four(said: list[Any]) -> Flow:
    said.append((yield Choose("red", AB, rule="TI-1.1", ask="first")))
    said.append((yield Choose("red", [("only",)], rule="TI-1.1", forced=True)))
    said.append((yield Secretly({"red": AB}, rule="TI-1.2")))
    said.append((yield Choose("blue", AB, rule="TI-1.3", ask="last", forced=True)))


def through(flow: Any, *answers: Any) -> tuple[list[Any], Any]:
    """Every decision that is asked, and what the procedure gives."""
    asked, answer, left = [], None, list(answers)
    while True:
        try:
            asked.append(flow.send(answer))
        except StopIteration as end:
            return asked, end.value
        answer = left.pop(0)


def test_offers_stand_beside_real_choices_only_and_are_not_forced() -> None:
    said: list[Any] = []
    asked, taken = through(with_offers(four(said), [REST]), ("a",), ("only",), {"red": ("b",)}, ("b",))
    assert [list(decision.options) for decision in asked if isinstance(decision, Choose)] == [
        [*AB, REST],
        [("only",)],
        [*AB, REST],
    ]
    assert not asked[-1].forced
    assert taken is None
    assert said == [("a",), ("only",), {"red": ("b",)}, ("b",)]


def test_an_offer_that_is_taken_ends_it_with_the_choice_still_to_answer() -> None:
    said: list[Any] = []
    flow = four(said)
    _, taken = through(with_offers(flow, [REST]), REST)
    offer, decision = taken
    assert (offer, decision.ask, said) == (REST, "first", [])
    asked, _ = through(answered(flow, lambda choice: choice.options[-1], decision), {"red": ("a",)})
    assert [type(decision) for decision in asked] == [Secretly]
    assert said == [("b",), ("only",), {"red": ("a",)}, ("b",)]


def test_offers_can_be_kept_to_some_choices() -> None:
    asked, _ = through(
        with_offers(four([]), [REST], where=lambda choice: choice.ask == "last"), *[("a",), ("only",), {}, ("a",)]
    )
    assert [REST in decision.options for decision in asked if isinstance(decision, Choose)] == [False, False, True]


def test_who_has_no_answer_is_asked_himself() -> None:
    said: list[Any] = []
    asked, _ = through(answered(four(said), lambda choice: ("a",) if choice.seat == "red" else None), {}, ("b",))
    assert [getattr(decision, "seat", "") for decision in asked] == ["", "blue"]
    assert said == [("a",), ("a",), {}, ("b",)]


def test_a_choice_with_other_options_is_otherwise_the_same() -> None:
    choice = Choose("red", AB, "TI-1.1", "ask", ("x",), True, lambda o: ("No.", "TI-1.1"), lambda o: None, True)
    other = choice.with_options([REST])
    assert (other.options, other.forced) == ([REST], False)
    for name in ("seat", "rule", "ask", "about", "why_not", "odds", "private"):
        assert getattr(other, name) == getattr(choice, name)
