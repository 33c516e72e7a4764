"""Search: it trusts the sensible player until a rival is better with confidence, and the same nodes give one choice."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import pytest

from sandtable.bots import search
from sandtable.bots.plans import Planner
from sandtable.bots.player import LEVELS, Budget, ask, bot_names, find_bot, load_bot, question
from sandtable.bots.search import Search, Thought
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import UnknownName
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.game import Outcome, find_game, games
from sandtable.kernel.position import Position
from sandtable.kernel.search_hints import SearchHints
from tests.toys.tiny import Tiny, TinyGame, TinyView

CARDS = ("ace", "king", "queen", "ten")


class Wager(TinyGame):
    """Red calls a card or stays out: the sensible player calls `weak`, which wins half as often as `strong`."""

    search = SearchHints(ahead=1, most=3)
    asked_for_worth = 0

    def outcome(self, s: Tiny) -> Outcome | None:
        if s.turn <= self.turns:
            return None
        won = s.said[0].startswith("won")
        return Outcome("won" if won else "lost", ("red",) if won else ("blue",), {})

    def worth(self, view: TinyView, seat: str) -> float:
        return 0.5


def wager(**chances: int) -> Position:
    """A game of one decision; each option wins so many times in a hundred."""

    def activity(s: Tiny) -> Flow:
        chosen = yield Choose("red", [(name,) for name in chances], rule="TI-1.1")
        s.said.append("won" if s.dice.below(100) < chances[str(chosen[0])] else "lost")

    return Position.new(Wager(activity, turns=1), seed="wager")


def thought(position: Position, seed: str = "think", **limits: Any) -> Thought:
    budget = Budget(**limits) if limits else None
    return Search(nodes=400).think(question(position, "red", budget), Dice(seed_from(seed)))


def test_a_rival_that_is_better_with_confidence_is_chosen() -> None:
    position = wager(weak=30, strong=80, worst=5)
    found = thought(position)
    assert found.sensible == ("weak",)
    assert found.choice == ("strong",)
    best = found.judged[0]
    assert best.option == ("strong",)
    assert best.chance > 0.6
    assert best.error < 0.15


def test_the_sensible_choice_stands_where_luck_would_decide() -> None:
    chosen = [thought(wager(a=50, b=50, c=50, d=50), f"think {n}").choice for n in range(40)]
    assert chosen.count(("a",)) >= 32, "a rival is taken on luck alone far too often"
    few = [thought(wager(a=50, b=50, c=50, d=50), f"few {n}", nodes=40).choice for n in range(60)]
    assert few.count(("a",)) >= 50, "with few worlds it takes more to leave the sensible choice"
    assert thought(wager(a=100, b=100)).nodes < 60, "no difference at all ends the search early"


def test_a_rival_without_hope_ends_the_search_of_one_who_only_chooses() -> None:
    """It cost as much as a close decision; those are still decided as well as before."""
    assert thought(wager(good=80, bad=20)).nodes < 60
    close = [thought(wager(weak=40, strong=60), f"close {n}").choice for n in range(40)]
    assert close.count(("strong",)) >= 30
    advised = Search(nodes=400).think(
        question(wager(good=80, bad=20), "red"), Dice(seed_from("think")), everywhere=True
    )
    assert advised.nodes >= 400, "advice is about the bad choices, too"


def test_a_decision_that_does_not_matter_is_left_to_the_sensible_player(monkeypatch: pytest.MonkeyPatch) -> None:
    position = wager(weak=30, strong=80)
    monkeypatch.setattr(Wager, "search", SearchHints(decisions=("TI-2.1", "TI-1.1 bid")))
    assert thought(position) == Thought(("weak",), ("weak",))
    monkeypatch.setattr(Wager, "search", SearchHints(decisions=("TI-1.1 strong",), ahead=1))
    assert thought(position).choice == ("strong",)


def test_more_options_than_can_be_tried_are_tried_by_kind() -> None:
    options: list[Any] = [("move", n) for n in range(50)] + [("fire", 1), ("pass",)]
    rivals = search._rivals(options, ("move", 7), 6, Dice(seed_from("kinds")))
    assert len(rivals) == 6
    assert ("move", 7) not in rivals
    assert {option[0] for option in rivals} == {"move", "fire", "pass"}


def test_a_small_budget_is_spent_on_few_rivals() -> None:
    found = thought(wager(a=50, b=52, c=48, d=51, e=49, f=53, g=47), nodes=40)
    assert found.nodes <= 60
    assert max(one.worlds for one in found.judged) >= 8


def test_the_clock_of_a_host_ends_a_search() -> None:
    began = time.monotonic()
    found = thought(wager(weak=30, strong=80), nodes=10**9, seconds=0.2)
    assert 0.2 <= time.monotonic() - began < 5
    assert found.choice in (("weak",), ("strong",))


def test_where_people_wait_the_time_does_not_tell_what_there_was_to_choose() -> None:
    """A hidden unit that cannot fire leaves only "pass": a quick answer would say so."""
    spent = [
        thought(wager(**chances), nodes=300, seconds=60.0).nodes
        for chances in ({"a": 50}, {"a": 100, "b": 100}, {"a": 50, "b": 60, "c": 40}, {"a": 1, "b": 99})
    ]
    assert min(spent) >= 300
    assert max(spent) <= 330
    assert thought(wager(a=50)).nodes == 0, "nobody waits"


def test_a_host_may_say_how_many_nodes() -> None:
    assert thought(wager(a=49, b=51, c=50), nodes=60).nodes <= thought(wager(a=49, b=51, c=50), nodes=900).nodes


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_can_be_searched(game: str) -> None:
    """Where the game says that decisions matter, on positions in the middle of activities too."""
    played = find_game(game)
    position = Position.new(played, seed="searched")
    dice, thinks = Dice(seed_from("searched")), 0
    for _ in range(800):
        if position.over or thinks == 3:
            break
        seat = position.deciders[0]
        asked = question(position, seat, Budget(nodes=60))
        matters = len(asked.options) > 1 and played.search.matters(asked.rule, asked.options)
        if matters and dice.below(3) == 0:
            thinks += 1
            found = Search().think(asked, dice)
            assert found.choice in asked.options
            assert found.nodes > 0
        position.apply(seat, ask(position, seat, find_bot("greedy"), dice))
    assert thinks == 3, "hardly a decision matters: see bot/search.toml"


@pytest.mark.parametrize("game", sorted(games()))
def test_the_hints_of_a_game_name_clauses_that_exist(game: str) -> None:
    hints, clauses = find_game(game).search, find_game(game).clauses.clauses
    named = [entry.partition(" ")[0] for entry in (*hints.decisions, *hints.until)]
    assert [clause for clause in named if clause not in clauses] == []


_ONE_TOUR = """
from sandtable.lab.simulate import play_one
from sandtable.lab.study import plan
from sandtable.kernel.game import find_game
game = find_game("warbirds")
print(play_one(plan(game, game.settle({}), 1, ["search@40"], "same"), 0, 0))
"""


def test_the_same_seed_and_nodes_give_the_same_choices_on_every_machine() -> None:
    """A whole tour in processes whose hash order differs; the clock plays no part."""
    told = {
        subprocess.run(
            [sys.executable, "-c", _ONE_TOUR], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert "Played(" in told.pop()


# -- levels ------------------------------------------------------------------------------------------------------------


def test_levels_are_seated_by_name_and_the_old_names_stay() -> None:
    assert tuple(LEVELS) == ("recruit", "regular", "veteran", "elite")
    assert set(bot_names()) >= {*LEVELS, "random", "greedy"}
    assert find_bot("regular") is find_bot("greedy")
    veteran, elite = find_bot("veteran"), find_bot("elite")
    assert isinstance(veteran, Search)
    assert isinstance(elite, Planner)
    assert isinstance(elite.otherwise, Search)
    assert (veteran.seconds, elite.otherwise.seconds) == (1.0, 5.0)


def test_only_the_owner_of_the_machine_names_the_nodes() -> None:
    bot = load_bot("search@1234")
    assert isinstance(bot, Search)
    assert bot.nodes == 1234
    for name in ("search@0", "search@-1", "search@many", "search@"):
        with pytest.raises(UnknownName):
            load_bot(name)
    with pytest.raises(UnknownName):
        find_bot("search@1234")  # what a server looks names up with


def test_veteran_and_elite_start_from_the_experienced_player_and_search_only_where_that_adds_something(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = wager(weak=30, strong=80, worst=5)
    assert thought(position).sensible == ("weak",), "a game without an experienced player"
    monkeypatch.setattr(Wager, "experienced", lambda *asked: ("worst",))
    found = thought(position)
    assert (found.sensible, found.choice) == (("worst",), ("strong",))
    assert ask(position, "red", find_bot("veteran"), Dice(seed_from("v"))) == ("strong",)
    monkeypatch.setattr(Wager, "search", SearchHints(ahead=1, most=3, habits_suffice=True))
    assert ask(position, "red", find_bot("veteran"), Dice(seed_from("v"))) == ("worst",)
    assert ask(position, "red", find_bot("elite"), Dice(seed_from("v"))) == ("worst",), "no weaker than a veteran"
    assert ask(position, "red", load_bot("search@400"), Dice(seed_from("v"))) == ("strong",), "for studies"
    assert ask(position, "red", find_bot("regular"), Dice(seed_from("v"))) == ("weak",)


def test_a_recruit_mostly_does_the_sensible_thing_and_slips() -> None:
    position = wager(a=50, b=50)
    dice = Dice(seed_from("recruit"))
    chosen = [ask(position, "red", find_bot("recruit"), dice) for _ in range(400)]
    assert 330 < chosen.count(("a",)) < 399

    def activity(s: Tiny) -> Flow:
        yield Choose("red", [("move", n) for n in range(10)], rule="TI-1.1")

    moves = Position.new(Wager(activity), seed="recruit")
    slips = sum(ask(moves, "red", find_bot("recruit"), dice) != ("move", 0) for _ in range(400))
    assert 80 < slips < 180
