"""Options are tuples; the rules read them through readers that know their types."""

from __future__ import annotations

import pytest

from sandtable.kernel.flow import Choose
from sandtable.kernel.options import choose_one, id_in, number_in, verb_of


def test_an_option_is_read_by_its_places() -> None:
    assert verb_of(("move", "c54-1a", "s3")) == "move"
    assert id_in(("move", "c54-1a", "s3")) == "c54-1a"
    assert id_in(("move", "c54-1a", "s3"), 2) == "s3"
    assert number_in(("raise", 3)) == 3


def test_an_id_is_no_number_and_a_number_no_id() -> None:
    with pytest.raises(TypeError, match=r"has the number 3 at place 1, where an id belongs"):
        id_in(("raise", 3))
    with pytest.raises(TypeError, match=r"has 'c54-1a' at place 1, where a number belongs"):
        number_in(("move", "c54-1a"))
    with pytest.raises(IndexError):
        id_in(("pass",))


def test_one_of_several_is_asked_for_and_its_id_comes_back() -> None:
    asked = choose_one("red", "rally", ("a", "b"), rule="TI-1.1", ask="rally", about=("x",), forced=True)
    decision = next(asked)
    assert isinstance(decision, Choose)
    assert (decision.seat, decision.options, decision.rule) == ("red", [("rally", "a"), ("rally", "b")], "TI-1.1")
    assert (decision.ask, decision.about, decision.forced, decision.private) == ("rally", ("x",), True, False)
    with pytest.raises(StopIteration) as end:
        asked.send(("rally", "b"))
    assert end.value.value == "b"
