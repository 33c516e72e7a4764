"""Advice about a match that was played: chances, turning points, better choices, from what a seat could know."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.bots.advice import compared
from sandtable.bots.search import Judged
from sandtable.kernel.dice import ManualDice, seed_from
from sandtable.kernel.errors import Refused, SandtableError, UnknownName
from sandtable.kernel.game import find_game
from sandtable.kernel.position import Position
from sandtable.kernel.save import Recorder, load_save, read_save, save
from sandtable.lab.advice import Analysis, analyse_match
from sandtable.lab.advice_report import html, write_analysis
from tests.program import Run

GOLDEN = Path(__file__).parents[1] / "golden"
TOUR = GOLDEN / "warbirds" / "002-tour-complete.sandtable"


@pytest.fixture(scope="module")
def tour() -> Analysis:
    return analyse_match(load_save(TOUR), nodes=200, most=2)


def test_the_curve_ends_with_the_result(tour: Analysis) -> None:
    last, chances = tour.curve[-1]
    assert last == tour.steps == len(load_save(TOUR).steps)
    assert chances == {"seat-1": 1.0}, "in a cooperative game one curve is enough"
    assert 0.3 < tour.curve[0][1]["seat-1"] < 0.8
    assert [turn.step for turn in tour.turns] == sorted(turn.step for turn in tour.turns)
    assert all(turn.before != turn.after for turn in tour.turns)


def test_decisions_that_mattered_get_the_best_few_choices(tour: Analysis) -> None:
    assert len(tour.decisions) == 2
    for one in tour.decisions:
        assert one.prompt
        assert one.rule.startswith("WB-")
        assert 1 < len(one.best) <= 3
        assert [option.chance for option in one.best] == sorted((option.chance for option in one.best), reverse=True)
        assert all(option.line for option in one.best), "how it might go on"
        assert one.cost >= 0


def test_the_same_file_gives_the_same_advice(tour: Analysis) -> None:
    assert analyse_match(load_save(TOUR), nodes=200, most=2) == tour


def test_a_choice_is_compared_with_the_best_in_the_same_worlds() -> None:
    best = Judged(("a",), 0.7, 0.1, 4, (1.0, 0.0, 1.0, 0.8))
    made = Judged(("b",), 0.4, 0.1, 2, (0.8, 0.0))
    gain, error = compared(best, made)
    assert gain == pytest.approx(0.1)
    assert error == pytest.approx(0.1)
    assert compared(best, best) == (0.0, 0.0)


def test_the_page_draws_the_curve_and_tells_it_in_words(tour: Analysis, tmp_path: Path) -> None:
    page = html(tour)
    assert "<svg" in page
    assert "Turning points" in page
    assert tour.decisions[0].best[0].option.replace("'", "&#x27;") in page
    write_analysis(tour, tmp_path / "deep" / "page.html")
    assert (tmp_path / "deep" / "page.html").read_text() == page
    with pytest.raises(SandtableError, match="cannot be written"):
        write_analysis(tour, TOUR / "page.html")


def test_an_unknown_seat_and_typed_rolls_are_refused() -> None:
    with pytest.raises(UnknownName, match="no seat 'pilot'"):
        analyse_match(load_save(TOUR), 10, 1, "pilot")
    rolled = Position.new(find_game("warbirds"), seed=ManualDice(seed_from("real")))
    typed = read_save(save(rolled, rolled.state.dice.seed, Recorder(rolled).digests))
    with pytest.raises(Refused, match="real table"):
        analyse_match(typed, 10, 1)


def test_the_command_prints_one_object(sandtable: Run) -> None:
    told = sandtable("analyse", TOUR, "--nodes", 100, "--decisions", 1, "--json").told()
    assert told["game"] == "warbirds"
    assert set(told) >= {"curve", "turns", "decisions", "result"}
