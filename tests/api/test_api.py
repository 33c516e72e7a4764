"""The public Python API."""

from __future__ import annotations

import copy
import doctest
import itertools
import pickle
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.api import catalogue, drawing, position
from sandtable.kernel.game import find_game
from tests.toys.registered import registered
from tools import browser_look

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("module", [sandtable, catalogue, position, drawing], ids=lambda module: module.__name__)
def test_the_examples_in_the_docstrings_are_true(module: object) -> None:
    failed, _ = doctest.testmod(module)  # type: ignore[arg-type]  # modules, as the parameters say
    assert failed == 0


def test_the_examples_of_the_guide_are_true() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "study" / "python.md"), module_relative=False)
    assert failed == 0
    assert tried > 10


def test_every_public_name_is_there_and_documented() -> None:
    for name in sandtable.__all__:
        assert getattr(sandtable, name) is not None
        assert name in dir(sandtable)
    with pytest.raises(AttributeError, match="nonsense"):
        sandtable.nonsense  # noqa: B018 - that is the point
    assert sandtable.__version__


def test_importing_it_loads_next_to_nothing() -> None:
    code = "import sys, sandtable; print(sorted(m for m in sys.modules if m.startswith(('sandtable', 'msgspec'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['sandtable']"


@pytest.mark.parametrize("game", sorted(sandtable.games()))
def test_every_game_is_begun_played_drawn_and_saved(game: str, tmp_path: Path) -> None:
    begun = sandtable.new(game, seed="api")
    played = begun.clone().play("random", most=30)
    assert (begun.step, played.step) == (0, 30)
    for where in (begun, played):
        tree = ET.fromstring(where.svg())  # noqa: S314 - our own text
        assert tree.tag.endswith("svg")
        assert where._repr_html_().startswith(f"<b>{where.title}</b>")
    again = sandtable.load(played.save(tmp_path / "thirty.sandtable", who="a test"))
    assert again.digest() == played.digest()
    assert again.steps == played.steps


@pytest.mark.parametrize("game", sorted(sandtable.games()))
def test_names_on_a_drawn_board_run_into_nothing_and_over_no_edge(game: str) -> None:
    """Street names lay across each other, and "Customs Office" began left of the picture."""
    board = sandtable.new(game, seed=1).board
    boxes = []
    for text in ET.fromstring(sandtable.new(game, seed=1).svg()).iterfind("{http://www.w3.org/2000/svg}text"):  # noqa: S314
        if "transform" not in text.attrib and len(text.text or "") > 2:
            x, y, size = (float(text.attrib[name]) for name in ("x", "y", "font-size"))
            half = float(text.get("textLength", 0.56 * size * len(text.text or ""))) / 2
            boxes.append((x - half, y - size, x + half, y))
    assert len(boxes) > 10
    assert min(left for left, *_ in boxes) > -0.2 * board.width
    slack = 1.0
    for first, second in itertools.combinations(boxes, 2):
        apart = first[2] <= second[0] + slack or second[2] <= first[0] + slack
        assert apart or first[3] <= second[1] + slack or second[3] <= first[1] + slack


def test_a_notebook_names_the_seats_as_people_do() -> None:
    """It said "german: ..." and "seat-1: ..."."""
    assert "<br>Player 1: Choose " in sandtable.new("warbirds", seed=1)._repr_html_()


def test_a_seat_reads_no_more_than_it_may() -> None:
    played = sandtable.new("luftwaffe", seed=3).play("greedy", most=60)
    german, everything = played.journal("german"), played.journal()
    assert 0 < len(german) < len(everything)
    assert played.sight("german") != played.sight("american")


def test_imagined_positions_have_other_dice_and_cannot_be_saved(tmp_path: Path) -> None:
    true = sandtable.new("warbirds", seed=1).play("greedy", most=20)
    imagined = true.imagine(seed=5)
    assert imagined.sight(true.to_move[0]) == true.sight(true.to_move[0])
    assert imagined.state.dice.seed != true.state.dice.seed
    with pytest.raises(sandtable.SandtableError, match="imagined"):
        imagined.save(tmp_path / "no.sandtable")


def test_seats_that_choose_secretly_must_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with registered(tmp_path / "toys", monkeypatch, pearls="tests.toys.pearls:GAME"):
        begun = sandtable.new("pearls", seed=1)
        assert repr(begun) == "<Pearls, step 0: north and south to choose secretly (PE-2.1)>"
        with pytest.raises(sandtable.Refused, match="name the seat"):
            begun.options()
        assert len(begun.options("south")) == 3
        assert begun.apply(begun.options("south")[0], "south").to_move == ("north",)


def test_a_function_can_be_a_bot() -> None:
    def last(asked: sandtable.Asked, dice: sandtable.Dice) -> sandtable.Option:
        return asked.options[-1]

    begun = sandtable.new("warbirds", seed=4)
    assert begun.ask(last) == begun.options()[-1]
    assert begun.play({"seat-1": last}, most=3).step == 3


def test_undo_redo_and_rewind() -> None:
    begun = sandtable.new("warbirds", seed=4)
    first = begun.options()[0]
    begun.apply(first).undo()
    assert begun.redo().steps == [("seat-1", first)]
    begun.play("greedy", most=40)
    assert begun.rewind(3).step == 3
    assert begun.why_not(("assign", "nobody")) != ""


def test_the_colours_of_drawn_boards_are_those_of_the_browser() -> None:
    assert browser_look.LOOK.read_text() == browser_look.written(), "run tools/browser_look.py"


def test_the_info_of_a_game_tells_what_can_be_settled() -> None:
    info = sandtable.games()["vengeance"]
    assert "campaign" in info.scenarios
    assert "scenario" in info._repr_html_()
    assert find_game("vengeance").title in repr(info)


def test_a_bot_for_a_seat_that_is_not_there_is_refused() -> None:
    """It played nothing before, and said nothing."""
    begun = sandtable.new("warbirds", seed=1)
    with pytest.raises(sandtable.Refused, match=re.escape("There is no seat 'bob'. The seats are seat-1.")):
        begun.play({"bob": "greedy"})
    assert begun.step == 0


def test_the_first_undo_says_that_there_is_nothing_to_undo() -> None:
    with pytest.raises(sandtable.Refused, match="There is nothing to undo"):
        sandtable.new("warbirds", seed=1).undo()


@pytest.mark.parametrize("option", [3, None, "assign", (), [["assign"]]])
def test_what_is_no_option_is_refused_in_a_sentence(option: Any) -> None:
    begun = sandtable.new("warbirds", seed=7)
    with pytest.raises(sandtable.Refused, match="is not an option: an option is a verb and the ids"):
        begun.apply(option)
    with pytest.raises(sandtable.Refused, match="is not an option"):
        begun.play(lambda asked, dice: option)
    assert begun.step == 0


def test_an_option_may_come_as_a_list_from_json() -> None:
    begun = sandtable.new("warbirds", seed=7)
    assert begun.apply(list(begun.options()[0])).step == 1  # type: ignore[arg-type] # as JSON gives it


def test_names_that_are_not_there_are_told() -> None:
    begun = sandtable.new("warbirds", seed=7)
    with pytest.raises(sandtable.Refused, match="There is no seat 'bob'"):
        begun.journal("bob")
    with pytest.raises(sandtable.Refused, match="There is no seat 0"):
        begun.sight(0)  # type: ignore[arg-type] # as a beginner would
    with pytest.raises(sandtable.SandtableError, match=re.escape("Warbirds has no rule 'WB-99.9'.")):
        begun.clause("WB-99.9")
    with pytest.raises(sandtable.SandtableError, match="5 is not a bot"):
        begun.play(5)  # type: ignore[arg-type] # as a beginner would


def test_positions_are_copied_and_sent_to_other_processes() -> None:
    played = sandtable.new("luftwaffe", seed=3).play("greedy", most=40)
    for twin in (copy.copy(played), copy.deepcopy(played), pickle.loads(pickle.dumps(played))):  # noqa: S301 - our own
        assert twin.digest() == played.digest()
        assert twin.steps == played.steps
        assert twin.apply(twin.options()[0]).step == played.step + 1
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(sandtable.Position.digest, played).result() == played.digest()
    with pytest.raises(sandtable.SandtableError, match="imagined position cannot be sent"):
        pickle.dumps(played.imagine())


def test_the_public_modules_are_there_without_an_import() -> None:
    code = "import sandtable; print(sandtable.envs.aec('warbirds').possible_agents, dir(sandtable))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("['seat-1'] ['Asked', 'Bot', 'Budget', 'Dice',")
    assert "'envs', 'gamekit', 'games', 'load'" in done.stdout
    assert "_HOME" not in done.stdout


def test_the_reference_has_every_public_name() -> None:
    page = (ROOT / "docs/study/reference.md").read_text(encoding="utf-8")
    assert [name for name in sandtable.__all__ if f"heading: sandtable.{name}\n" not in page] == []
