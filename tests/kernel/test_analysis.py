"""The analysis board: what a seat knows stays, what it cannot know is dealt anew, and no truth gets in."""

from __future__ import annotations

import pytest

from sandtable.kernel.analysis import analyse, is_same_position
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from tests.toys.pearls import GAME, Pearls, PearlsGame


class PeekGame(PearlsGame):
    """North looks at one of its hidden cards in the middle of an activity: what it is offered tells its hand."""

    def play(self, s: Pearls) -> Flow:
        return self._peeking(s)

    def _peeking(self, s: Pearls) -> Flow:
        yield Choose("south", [("knock",)], rule="PE-3.1")
        yield Choose("north", [("peek", card) for card in s.hands["north"]], rule="PE-1.1")
        yield Choose("south", [("leave",), ("stay",)], rule="PE-3.1")


def dice(name: object) -> Dice:
    return Dice(seed_from(str(name)))


def test_own_things_stay_and_hidden_ones_are_dealt_anew() -> None:
    truth = Position.new(GAME, {}, "truth")
    hands = {analyse(truth, "south", dice(n), Journal()).state.hands["north"] for n in range(40)}  # type: ignore[attr-defined]
    assert len(hands) > 30
    for n in range(10):
        fork = analyse(truth, "south", dice(n), Journal())
        assert fork.sight("south") == truth.sight("south")
        assert is_same_position(truth, fork, "south")
        assert fork.state.dice.seed != truth.state.dice.seed


def test_worlds_that_look_alike_give_the_same_analysis() -> None:
    truth = Position.new(GAME, {}, "truth")
    for seat in ("north", "south", ""):
        for n in range(10):
            other = truth.imagine(seat, dice(f"other {n}"))
            one, two = (analyse(world, seat, dice(n), Journal()) for world in (truth, other))
            assert one.digest() == two.digest()
            for each in ("north", "south"):
                assert one.options(each) == two.options(each)


def test_what_another_is_offered_in_the_middle_of_an_activity_is_not_taken_over() -> None:
    truth = Position.new(PeekGame(), {}, "truth")
    truth.apply("south", ("knock",))
    assert truth.deciders == ("north",)
    seen = set()
    for n in range(20):
        fork = analyse(truth, "south", dice(n), Journal())
        assert fork.deciders == ("south",)  # it begins with the activity
        assert not is_same_position(truth, fork, "south")
        fork.apply("south", ("knock",))
        seen.add(tuple(fork.options("north")))
    assert len(seen) > 15
    own = analyse(truth, "north", dice(0), Journal())
    assert own.options("north") == truth.options("north")
    assert is_same_position(truth, own, "north")


def test_it_can_be_played_on_for_all_seats_and_has_a_journal() -> None:
    truth = Position.new(GAME, {"cards": 1}, "truth")
    fork = analyse(truth, "south", dice(1), Journal())
    while not fork.over:
        seat = fork.deciders[0]
        fork.apply(seat, fork.options(seat)[0])
    assert fork.journal.lines
    assert truth.steps == []
    with pytest.raises(Refused, match="over"):
        analyse(fork, "south", dice(2), Journal())
