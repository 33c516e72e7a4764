"""The analysis board in a terminal."""

from __future__ import annotations

from pathlib import Path

from sandtable.kernel.save import load_save
from tests.program import Run
from tests.terminal.test_play import Screen, sit

BOTH = ("--seat", "north=human", "--seat", "south=human")


def test_an_analysis_leaves_the_game_as_it_was(sandtable: Run, tmp_path: Path) -> None:
    save = tmp_path / "game.sandtable"
    ran = sandtable(
        "play", "pearls", "--seed", 1, "--save", save, *BOTH, typed="analyse\n1\n1\nlog\nundo\nquit\n1\nquit\n"
    )
    assert ran.code == 0
    assert "what you can't know is guessed" in ran.out
    assert "Back in the game." in ran.out
    assert len(load_save(save).steps) == 1


def test_an_analysis_is_played_to_its_end_and_taken_back_to_its_beginning(sandtable: Run) -> None:
    ran = sandtable("play", "pearls", "--seed", 1, *BOTH, typed="analyse\n1\n1\nrewind 2\nundo\nauto end\n")
    assert "There is nothing to undo: the analysis is at its start." in ran.out
    assert "The game is over." in ran.out
    assert "Back in the game." in ran.out


def test_an_analysis_is_marked_all_the_time(sandtable: Run) -> None:
    ran = sandtable("play", "pearls", "--seed", 1, *BOTH, typed="1\nanalyse\n1\nundo\nfrob\nquit\n1\n")
    asked = [line for line in ran.out.splitlines() if "> " in line]
    assert [line.partition("> ")[0] for line in asked] == ["", "", "analysis", "analysis", "analysis", "analysis", ""]


def test_every_page_of_an_analysis_says_so(tmp_path: Path) -> None:
    screen = Screen(sit(tmp_path / "x"), ["analyse", "1", "log", "quit", "quit"])
    screen.play.run()
    marked = ["ANALYSIS BOARD" in "\n".join(page) for page in screen.pages()[1:]]
    assert marked == [False, True, True, False]


def test_the_mark_of_an_analysis_is_wrapped_between_words(tmp_path: Path) -> None:
    """At 80 columns it ended in "ret" and went on with "urns"."""
    screen = Screen(sit(tmp_path / "x"), ["analyse", "quit", "quit"])
    screen.play.run()
    lines = [line.rstrip() for line in screen.pages()[2]]
    assert max(map(len, lines)) <= 80
    assert any(line.endswith("`quit`") for line in lines)
    assert any(line.strip() == "returns to the game." for line in lines)


def test_one_can_analyse_an_earlier_step(sandtable: Run) -> None:
    ran = sandtable("play", "pearls", "--seed", 1, *BOTH, typed="1\n1\nanalyse 0\nquit\nanalyse 9\nanalyse x\n")
    assert ran.out.count("Back in the game.") == 1
    assert ran.out.count("The game has 2 steps.") == 2


def test_an_analysis_is_neither_saved_nor_analysed(sandtable: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sandtable"
    ran = sandtable("play", "pearls", "--seed", 1, *BOTH, typed=f"analyse\nsave\nsave {copy}\nanalyse\nquit\n")
    assert ran.out.count("You can't save an analysis") == 2
    assert "This is already an analysis" in ran.out
    assert not copy.exists()


def test_what_is_hidden_is_guessed_in_the_terminal_too(sandtable: Run) -> None:
    """The cards of the other in an analysis differ from run to run; one's own do not."""
    shown = set()
    for _ in range(6):
        ran = sandtable(
            "play", "pearls", "--seed", 1, "--seat", "south=greedy", typed="analyse\n1\ntable\nquit\nquit\n"
        )
        analysis = ran.out.partition("is guessed")[2].partition("Back at")[0]
        shown.add(analysis)
    assert len(shown) > 3
