"""Means and differences: their intervals are those of the textbooks."""

from __future__ import annotations

import pytest

from sandtable.kernel.game import find_game
from sandtable.lab.figures import differences, estimate, number_of
from sandtable.lab.study import Fact, Played, Study, StudyPlan, plan, summary
from sandtable.lab.sweep import Sweep, alone, cells, compare, label

TWO = StudyPlan("pearls", {}, "0", 3, ("north", "south"), (("a", "b"), ("b", "a")))


def played(number: int, lineup: int, winner: str, north: float, south: float, **facts: Fact) -> Played:
    return Played(number, lineup, "over", (winner,), False, {"north": north, "south": south}, facts, 1)


def test_a_mean_has_the_interval_of_student() -> None:
    """Ten figures with mean 5.5 and deviation 3.0277: t is 2.2622 for nine degrees, so 5.5 ± 2.1659."""
    mean = estimate([float(figure) for figure in range(1, 11)])
    assert (mean.n, mean.mean, mean.least, mean.most) == (10, 5.5, 1.0, 10.0)
    assert mean.deviation == pytest.approx(3.02765, abs=1e-5)
    assert mean.low == pytest.approx(3.3341, abs=1e-4)
    assert mean.high == pytest.approx(7.6659, abs=1e-4)


def test_one_game_is_no_games() -> None:
    """`simulate` said "1 games"."""
    assert [number_of(count, "game") for count in (0, 1, 1200)] == ["0 games", "1 game", "1,200 games"]


def test_one_figure_has_no_width() -> None:
    assert estimate([3.0]).low == estimate([3.0]).high == 3.0
    assert estimate([2.0, 2.0]).deviation == 0.0


def test_what_a_game_does_not_report_counts_as_zero() -> None:
    """The mean of assault points was 5.2 instead of 2.2, because games without an assault were left out."""
    games = (played(0, 0, "north", 1, 0, assault=6, why="a"), played(1, 0, "north", 1, 0), played(2, 0, "south", 0, 1))
    facts = Study(TWO, games, 1.0, 1.0, 1).facts()
    assert facts["assault"] == [6, 0, 0]
    assert summary(facts["assault"])["mean"] == 2.0
    assert facts["why"] == ["a"], "no kind is made up"


def test_a_moment_that_never_came_is_not_zero() -> None:
    games = (played(0, 0, "north", 1, 0, **{"cities@1944": 4}), played(1, 0, "north", 1, 0))
    assert Study(TWO, games, 1.0, 1.0, 1).facts()["cities@1944"] == [4]


def test_the_turn_of_what_never_happened_is_not_turn_zero() -> None:
    """The mean turn of Himmler's capture was 1.5, because he was captured on turn 3 of one game in two."""
    games = (played(0, 0, "north", 1, 0, fort_turn=3, keep_turn=0), played(1, 0, "north", 1, 0, fort_turn=0))
    facts = Study(TWO, games, 1.0, 1.0, 1).facts()
    assert facts["fort_turn"] == [3]
    assert "keep_turn" not in facts


def test_bots_that_swap_seats_are_compared_seed_by_seed() -> None:
    """North always wins by 10 or by 20; bot a makes two points more on either side."""
    games = []
    for number, lead in enumerate((10.0, 20.0)):
        games += [played(number, 0, "north", lead + 2, 0), played(number, 1, "north", lead, 2)]
    study = Study(TWO, tuple(games), 1.0, 1.0, 1)
    assert study.paired()["wins"].mean == 0.0
    assert study.paired()["scores"] == differences([7.0, 12.0], [5.0, 10.0])
    assert study.paired()["scores"].deviation == 0.0, "what the dice did falls out"
    assert study.by_bot_and_seat()["a", "north"].wins == 2
    assert study.by_bot_and_seat()["a", "south"].wins == 0
    assert study.by_seat()["north"].share == 1.0


def test_seeds_that_were_not_played_on_both_sides_are_left_out_of_the_pairs() -> None:
    games = (played(0, 0, "north", 5, 0), played(0, 1, "north", 3, 0), played(1, 0, "north", 90, 0))
    assert Study(TWO, games, 1.0, 1.0, 1).paired()["scores"].n == 1
    assert Study(TWO, games[2:], 1.0, 1.0, 1).paired() == {}


def test_bots_that_play_alone_are_not_paired() -> None:
    both = StudyPlan("warbirds", {}, "0", 1, ("one", "two"), (("a", "a"), ("b", "b")))
    games = (Played(0, 0, "over", ("one",), False, {}, {}, 1), Played(0, 1, "over", (), False, {}, {}, 1))
    assert Study(both, games, 1.0, 1.0, 1).paired() == {}


def test_cells_are_all_combinations() -> None:
    assert cells([]) == ({},)
    assert cells(["jets=usual,forbidden", "production=printed, nine"]) == (
        {"jets": "usual", "production": "printed"},
        {"jets": "usual", "production": "nine"},
        {"jets": "forbidden", "production": "printed"},
        {"jets": "forbidden", "production": "nine"},
    )
    assert label({"jets": "usual", "production": "nine"}) == "jets usual, production nine"


@pytest.mark.parametrize("wrong", ["jets", "jets=", "jets=usual", "=a,b"])
def test_a_sweep_that_is_none_gets_a_sentence(wrong: str) -> None:
    with pytest.raises(Exception, match="is not a sweep: write NAME=A,B"):
        cells([wrong])


def test_a_name_is_swept_once() -> None:
    with pytest.raises(Exception, match="jets is swept twice"):
        cells(["jets=a,b", "jets=c,d"])


def test_cells_are_compared_on_the_same_seeds() -> None:
    game = find_game("pearls")
    chosen = plan(game, game.settle({}), 2, ("random",), 0)
    first = Study(chosen, (played(0, 0, "north", 5, 0), played(1, 0, "south", 0, 9)), 1.0, 1.0, 1)
    other = Study(chosen, (played(1, 0, "north", 4, 3), played(2, 0, "north", 9, 9)), 1.0, 1.0, 1)
    against = compare(first, other)
    assert (against["north"].wins.n, against["north"].wins.mean, against["north"].score.mean) == (1, 1.0, 4.0)
    assert against["south"].score.mean == -6.0
    sweep = Sweep(({"pearls": "6"}, {"pearls": "8"}), (first, other))
    told = sweep.as_object()
    assert told["cells"][1]["cell"] == {"pearls": "8"}
    assert told["cells"][1]["against_first"]["north"]["wins"]["mean"] == 1.0
    assert alone(first).as_object()["games"] == 2
