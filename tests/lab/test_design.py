"""Design studies: as many games as a question takes, no more, and a table at the end."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec
import pytest

from sandtable.kernel.errors import SandtableError, UnknownName
from sandtable.lab.design import (
    Answer,
    Design,
    Effort,
    Measure,
    _plain,
    cell_plans,
    find_out,
    games_needed,
    read_design,
    seen_with,
)
from sandtable.lab.design_report import conclusion, latex, markdown, rows
from sandtable.lab.figures import estimate
from sandtable.lab.study import Played, Study, StudyPlan
from sandtable.terminal.cli import main

EFFORT = Effort(detect=0.2, least=20, most=400)
DESIGN = Design("Do more cards help north?", "pearls", Measure("wins", "north"), EFFORT, {"cards": ["1", "3"]})


class Scripted:
    """Plays no game: north wins as often as the test says, by the number of cards."""

    def __init__(self, *wins: tuple[int, ...]) -> None:
        self.wins = dict(zip((1, 3), wins, strict=True))
        self.asked: list[int] = []

    def __call__(self, plan: StudyPlan, seeds: int) -> Study:
        self.asked.append(seeds)
        pattern = self.wins[int(plan.options["cards"])]
        games = [_game(number, bool(pattern[number % len(pattern)])) for number in range(seeds)]
        return Study(msgspec.structs.replace(plan, seeds=seeds), tuple(games), 1.0, 1.0, 1)


def _game(number: int, north: bool) -> Played:
    return Played(number, 0, "over", ("north" if north else "south",), False, {"north": 1.0}, {"cards left": 2}, 9)


def test_the_number_of_games_is_the_one_of_the_textbooks() -> None:
    """Paired, deviation 1, difference 0.5, power 80 %: (1.96 + 0.8416)² / 0.25 = 31.4, so 32."""
    assert games_needed(1.0, 0.5, 0.8) == 32
    assert games_needed(1.0, 0.5, 0.9) == 43
    assert games_needed(0.0, 0.5, 0.8) == 0


def test_what_is_plain_ends_early() -> None:
    play = Scripted((0,), (1,))
    finding = find_out(DESIGN, play)
    assert finding.stopped == "plain before the end"
    assert finding.looks == 1
    assert max(play.asked) == 20
    assert conclusion(finding) == ["Cards 3 gives more than cards 1."]


def test_what_is_not_plain_takes_all_that_are_needed() -> None:
    play = Scripted((1, 0, 0, 1), (0, 1, 0, 1))
    finding = find_out(DESIGN, play)
    assert finding.stopped == "all that were needed"
    assert finding.games == finding.needed == max(play.asked)
    assert conclusion(finding) == ["Between cards 3 and cards 1 no difference was seen."]
    assert play.asked == sorted(play.asked), "nothing is asked for twice"


def test_a_plan_that_allows_too_few_says_so() -> None:
    few = msgspec.structs.replace(DESIGN, effort=Effort(detect=0.01, least=20, most=40))
    finding = find_out(few, Scripted((1, 0, 0, 1), (0, 1, 0, 1)))
    assert finding.games == 40 < finding.needed
    assert "fewer than the pilot asked for" in finding.stopped


def test_a_share_stays_between_none_and_all() -> None:
    """Of 8 games won it was "19.23 to 105.77 %"."""
    finding = find_out(DESIGN, Scripted((0, 1, 1, 1), (1,)))
    assert [round(finding.answers[1].mean.low, 3), finding.answers[1].mean.high] == [0.91, 1.0]
    cards = msgspec.structs.replace(DESIGN, measure=Measure("cards left"))
    assert find_out(cards, Scripted((0, 1, 1, 1), (1,))).answers[0].mean.high > 1.0, "any other figure has Student's"


def test_few_games_must_lie_further_apart_to_be_plain() -> None:
    """With five games three standard errors come by chance one time in 25."""
    found = [
        Answer("", estimate(figures), estimate(figures)) for figures in ([2.0, 3.0, 1.0, 4.5, 1.5], [2.0, 2.1] * 20)
    ]
    assert [_plain(answer) for answer in found] == [False, True]


def test_the_page_tells_which_difference_the_games_could_show() -> None:
    few = msgspec.structs.replace(DESIGN, effort=Effort(detect=0.01, least=20, most=40))
    finding = find_out(few, Scripted((1, 0, 0, 1), (0, 1, 0, 1)))
    told = seen_with(finding.answers[1].difference.deviation, 40, 0.8)
    assert games_needed(finding.answers[1].difference.deviation, told, 0.8) in (40, 41)
    assert f"So many games show a difference of {told:.2g} with that chance." in markdown(finding)


def test_the_table_is_ready_for_a_paper() -> None:
    finding = find_out(DESIGN, Scripted((0, 0, 0, 1), (1,)))
    head, first, second = rows(finding)
    assert head[2] == "wins of north %"
    assert first[:3] == ("cards 1", "20", "25.00")
    assert first[4:] == ("", "")
    assert second[2] == "100.00"
    assert second[4] == "+75.00"
    page = markdown(finding)
    assert "# Pearls: Do more cards help north?" in page
    assert "| cards 3 | 20 | 100.00 |" in page
    assert latex(finding).count("\\\\") == 3
    assert "wins of north \\%" in latex(finding)


def test_the_lead_is_the_score_less_that_of_the_best_other() -> None:
    played = msgspec.structs.replace(_game(0, north=True), scores={"north": 9.0, "south": 4.0, "west": 12.0})
    assert Measure("lead", "north").figure(played) == -3.0
    assert Measure("lead", "west").figure(played) == 3.0
    assert Measure("lead", "west").words() == "mean lead of west"
    alone = msgspec.structs.replace(played, scores={"north": 9.0})
    assert Measure("lead", "north").figure(alone) == 9.0
    with pytest.raises(UnknownName, match="no seat 'east'"):
        cell_plans(msgspec.structs.replace(DESIGN, measure=Measure("lead", "east")))


def test_facts_can_be_measured() -> None:
    design = msgspec.structs.replace(DESIGN, measure=Measure("cards left"))
    assert find_out(design, Scripted((0,), (1,))).answers[1].mean.mean == 2.0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"measure": Measure("wins", "east")}, "no seat 'east'"),
        ({"sweep": {}}, "sweep two values"),
        ({"sweep": {"cards": ["1"]}}, "is not a sweep"),
        ({"effort": Effort(detect=0.0)}, "detect above 0"),
        ({"sweep": {"colour": ["red", "blue"]}}, "colour"),
    ],
)
def test_a_plan_that_cannot_be_played_gets_a_sentence(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(UnknownName, match=sentence):
        cell_plans(msgspec.structs.replace(DESIGN, **change))


def test_a_file_that_is_no_plan_gets_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    with pytest.raises(SandtableError, match="Can't read"):
        read_design(file)
    for text in ("question = ", 'question = "why"', 'question = "why"\nnonsense = 1'):
        file.write_text(text)
        with pytest.raises(SandtableError, match="is not a plan of a study"):
            read_design(file)


def test_the_command_plays_a_plan_and_writes_it_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(
        'question = "Do more cards help north?"\ngame = "pearls"\nbots = ["random"]\nsweep = { cards = ["1", "3"] }\n'
        'measure = { of = "score", seat = "north" }\neffort = { detect = 0.5, least = 10, most = 30 }\n'
    )
    words = ["study", str(file), "--workers", "1", "--json", "--into", str(tmp_path / "games.parquet")]
    monkeypatch.setattr(sys, "argv", ["sandtable", *words, "--report", str(tmp_path / "out")])
    answers = []
    for _ in range(2):
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code in (0, None)
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]
    assert 10 <= answers[0]["games"] <= 30
    assert [answer["cell"] for answer in answers[0]["answers"]] == ["cards 1", "cards 3"]
    assert {one.name for one in (tmp_path / "out").iterdir()} == {"study.md", "table.tex", "table.csv"}


@pytest.mark.parametrize(
    "file", sorted((Path(__file__).parents[2] / "docs/studies").glob("*.toml")), ids=lambda f: f.stem
)
def test_the_published_plans_can_be_played(file: Path) -> None:
    design = read_design(file)
    swept, plans = cell_plans(design)
    assert len(swept) == len(plans) > 1
    assert design.game == file.stem
