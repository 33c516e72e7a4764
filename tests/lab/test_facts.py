"""Facts that belong together are drawn together: bars, and curves over time."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.kernel.game import find_game
from sandtable.lab.facts import curve_rows, fact_label, grouped, share
from sandtable.lab.report import html
from sandtable.lab.simulate import run
from sandtable.lab.study import Fact, Study, plan
from sandtable.lab.sweep import alone


@pytest.fixture
def study() -> Study:
    """Four games, of which one was over before the second quarter."""
    game = find_game("fragile")
    played = run(plan(game, game.settle({}), 4, ("random", "random"), "groups"), 1)
    facts: list[dict[str, Fact]] = [
        {"lost:b17": 2, "lost:p_51": n, "left@1943-01": 10 * n, "fuel:one@1943-01": 1, "fuel:two@1943-01": n}
        for n in range(4)
    ]
    for found in facts[1:]:
        found["left@1943-04"] = 3
    facts[0]["lost:p47"] = 8
    games = tuple(msgspec.structs.replace(p, facts=f) for p, f in zip(played.played, facts, strict=True))
    return msgspec.structs.replace(played, played=games)


def test_facts_are_grouped_by_their_names(study: Study) -> None:
    bars, curves, single = grouped({**study.facts(), "why": ["a:b"] * 4, "turns": [1, 2, 3, 4]})
    means = {thing: mean.mean for thing, mean in bars["lost"].items()}
    assert means == {"b17": 2.0, "p_51": 1.5, "p47": 2.0}, "a game that does not report it counts as none"
    assert bars["lost"]["p47"].n == 4
    assert curves["left"] == {"": {"1943-01": [0, 10, 20, 30], "1943-04": [3, 3, 3]}}
    assert list(curves["fuel"]) == ["one", "two"]
    assert list(single) == ["why", "turns"]


def test_the_table_of_a_curve_counts_the_games_that_came_so_far(study: Study) -> None:
    _, curves, _ = grouped(study.facts())
    assert curve_rows(curves["left"]) == [["", "mean", "games"], ["1943-01", "15.0", "4"], ["1943-04", "3.0", "3"]]
    assert curve_rows(curves["fuel"])[1] == ["1943-01", "1.0", "1.5", "4"]
    assert [share([1, 2, 3, 4], part) for part in (0.1, 0.5, 0.9, 1)] == [1, 3, 4, 4]


def test_the_report_draws_them(study: Study) -> None:
    page = html(alone(study))
    for title in ("Lost", "Left, as time goes on", "Fuel, as time goes on"):
        assert f"<h2>{title}</h2>" in page
    assert "p 51 1.50" in page, "for those who cannot see the bars"
    assert "<td>1943-04</td><td>3.0</td><td>3</td>" in page
    assert "lost:b17" not in page


def test_a_space_after_a_colon_is_not_told_twice() -> None:
    game = find_game("warbirds")
    assert fact_label(game.words, ("seat-1",), "bailed out: no pilot") == "Bailed out, nobody at the controls"


def test_a_fact_is_labelled_in_the_words_of_the_game() -> None:
    def label(game: str, fact: str) -> str:
        found = find_game(game)
        return fact_label(found.words, found.seats(found.settle({})), fact)

    assert label("luftwaffe", "american_factors_lost_by_type:b17") == "Factors lost by type, American, B-17s"
    assert label("ontoberlin", "lz_lost") == "Landing Zones lost"
    assert label("ontoberlin", "allied_vp_pregame_strike") == "Allied VP, pregame strike"
    assert label("airlift", "cubes_delivered_usaf10") == "Cubes delivered, USAF 10"
    assert label("warbirds", "bomb_hits") == "Bomb hits"
