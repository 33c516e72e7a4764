"""Racing whole plans: each is played to the end of the game, and the own plan is left only for one that is better."""

from __future__ import annotations

import time
from typing import Any

import pytest

from sandtable.bots.plans import Planner
from sandtable.bots.player import Budget, find_bot, question
from sandtable.bots.search import Search
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.game import Outcome
from sandtable.kernel.position import Position
from sandtable.kernel.search_hints import SearchHints
from tests.toys.tiny import Tiny, TinyGame, TinyView

WAYS = ("centre", "left", "right")
CHANCES = {"centre": 40, "left": 85, "right": 10}


class March(TinyGame):
    """Red takes a way in the first turn and must keep to it in the two that follow: then its chance decides."""

    search = SearchHints(plan_nodes=600, habits_suffice=True)

    def outcome(self, s: Tiny) -> Outcome | None:
        if s.turn <= self.turns:
            return None
        return Outcome("won", ("red",) if s.said[-1] == "arrived" else ("blue",), {"red": 0.0, "blue": 0.0})

    def worth(self, view: TinyView, seat: str) -> float:
        return 0.5

    def sensible(self, view: TinyView, seat: str, options: list[Option], rule: str, dice: Dice) -> Option:
        begun: Option = (view.said[0],) if view.said else ("centre",)
        return begun if begun in options else options[0]

    def plans(self, view: TinyView, seat: str, options: list[Option], rule: str) -> tuple[Option, ...]:
        return () if view.said else tuple((way,) for way in WAYS)


def march(chances: dict[str, int] | None = None) -> Position:
    known = chances or CHANCES

    def activity(s: Tiny) -> Flow:
        way = str((yield Choose("red", [(way,) for way in WAYS], rule="TI-1.1"))[0])
        s.said.append(way)
        if s.turn == 3:
            straight = len(set(s.said)) == 1 and s.dice.below(100, "way") < known[way]
            s.said.append("arrived" if straight else "lost")

    return Position.new(March(activity), seed="march")


def thought(position: Position, seed: str = "plan", **limits: Any) -> Any:
    return Planner(Search(nodes=1), **limits).think(question(position, "red"), Dice(seed_from(seed)))


def test_the_best_plan_is_begun_and_then_carried_out() -> None:
    """No search of a single choice finds it: no choice of the first turn changes what `worth` says of the next."""
    position, dice, elite = march(), Dice(seed_from("elite")), find_bot("elite")
    found = thought(position)
    assert (found.sensible, found.choice) == (("centre",), ("left",))
    while position.decision is not None:
        position.apply("red", elite(question(position, "red"), dice))
    assert isinstance(position.state, Tiny)
    assert position.state.said[:3] == ["left"] * 3


def test_the_own_plan_stands_where_luck_would_decide() -> None:
    alike = [thought(march(dict.fromkeys(WAYS, 50)), f"alike {n}").choice for n in range(25)]
    assert alike.count(("centre",)) >= 22


def test_a_plan_that_is_the_own_by_chance_gives_way_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    close = march({"centre": 50, "left": 60, "right": 10})
    taken = {}
    for errors in (2.0, 0.0):
        monkeypatch.setattr(March, "search", SearchHints(plan_nodes=300, plan_errors=errors))
        taken[errors] = [thought(close, f"close {n}").choice for n in range(30)].count(("left",))
    assert taken[0.0] > taken[2.0] + 5


def test_the_same_seed_and_nodes_give_the_same_plan() -> None:
    assert thought(march()) == thought(march())
    assert thought(march(), nodes=60).nodes < thought(march({"centre": 50, "left": 55, "right": 50})).nodes


def test_elsewhere_and_where_no_plans_pay_it_plays_as_another_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    position = march()
    position.apply("red", ("right",))
    assert thought(position) is None
    assert Planner(lambda asked, dice: ("left",))(question(position, "red"), Dice(seed_from("other"))) == ("left",)
    monkeypatch.setattr(March, "search", SearchHints(habits_suffice=True))
    assert thought(march()) is None


def test_the_clock_of_a_host_ends_a_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(March, "search", SearchHints(plan_nodes=10_000_000))
    even = march(dict.fromkeys(WAYS, 50))
    began = time.monotonic()
    Planner(Search(nodes=1))(question(even, "red", Budget(seconds=0.2)), Dice(seed_from("late")))
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("ended", "cooperative", "merit"),
    [
        (Outcome("won", ("red",), {"red": 1, "blue": 0}), False, 1.0),
        (Outcome("lost", ("blue",), {"red": 0, "blue": 1}), False, 0.0),
        (Outcome("draw", (), {"red": 0, "blue": 0}, drawn=True), False, 0.5),
        (Outcome("nobody", (), {"red": 0, "blue": 0}), False, 0.5),
        (Outcome("nobody", (), {"red": 0, "blue": 0}), True, 0.0),
        (Outcome("nobody", (), {"red": 0}), False, 0.0),
    ],
)
def test_a_game_that_nobody_wins_counts_half_among_rivals(
    monkeypatch: pytest.MonkeyPatch, ended: Outcome, cooperative: bool, merit: float
) -> None:
    position = march()
    monkeypatch.setattr(March, "outcome", lambda self, s: ended)
    monkeypatch.setattr(March, "cooperative", cooperative)
    assert position.game.merit(position.state, "red") == merit
