"""The report: one page that needs nothing else, and the games as tables."""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import polars as pl
import pytest

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.lab.report import html, write_report
from sandtable.lab.simulate import run
from sandtable.lab.study import Study, plan
from sandtable.lab.sweep import alone
from tests.program import Run

PLAN = """
question = "Do more cards help north?"
game = "fragile"
bots = ["random"]
seed = "early"
[sweep]
cards = ["1", "3"]
[measure]
of = "wins"
seat = "north"
[effort]
detect = 0.5
power = 0.8
least = 2
most = 2
"""


@pytest.fixture
def study() -> Study:
    game = find_game("fragile")
    return run(plan(game, game.settle({}), 25, ("greedy", "random"), "report"), 1)


def test_the_report_shows_outcomes_scores_length_and_every_fact(study: Study) -> None:
    page = html(alone(study))
    for title in ("Outcomes", "Seats and bots", "Scores", "Length", "Polished", "Why"):
        assert f"<h2>{title}</h2>" in page
    assert page.count("Plotly.newPlot(") >= 5, "each can be pointed at"
    assert "95 % intervals: Wilson" in page
    for name, count in study.results().items():
        assert f"<td>{name}</td><td>{count}</td>" in page


def test_the_report_needs_nothing_from_elsewhere(study: Study) -> None:
    class Links(HTMLParser):
        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            assert tag not in ("link", "img", "iframe")
            for name, value in attributes:
                if name in ("src", "href", "xlink:href"):
                    assert str(value).startswith("#")

    Links().feed(html(alone(study)))


def test_the_same_study_gives_the_same_page(study: Study) -> None:
    def timeless(page: str) -> str:
        return re.sub(r'<p class="quiet">\d.*?</p>', "", page)

    assert timeless(html(alone(study))) == timeless(html(alone(study)))


def test_names_are_escaped(study: Study) -> None:
    odd = tuple(msgspec.structs.replace(played, result="<b>&</b> $x$") for played in study.played)
    page = html(alone(msgspec.structs.replace(study, played=odd)))
    assert "<b>&</b> $x$" not in page
    assert "&lt;b&gt;&amp;&lt;/b&gt; $x$" in page


def test_an_interrupted_study_says_so(study: Study) -> None:
    assert "Interrupted: 3 of 25 games" in html(alone(msgspec.structs.replace(study, played=study.played[:3])))
    assert "Interrupted: 0 of 25 games" in html(alone(msgspec.structs.replace(study, played=())))


def test_the_games_are_written_as_tables(study: Study, tmp_path: Path) -> None:
    files = write_report(alone(study), tmp_path / "deep" / "folder")
    assert [file.name for file in files] == ["report.html", "games.parquet", "games.csv"]
    csv, parquet = pl.read_csv(files[2]), pl.read_parquet(files[1])
    assert csv.height == parquet.height == 25
    assert parquet["result"].to_list() == [played.result for played in study.played]
    assert {"seed", "score_north", "bot_south", "fact_polished", "fact_why", "decisions"} <= set(parquet.columns)


def test_a_folder_that_cannot_be_made_gets_a_sentence(study: Study, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SandtableError, match="The report cannot be written to"):
        write_report(alone(study), tmp_path / "file" / "folder")


def test_figures_have_the_names_that_the_game_gives_to_things() -> None:
    game = find_game("luftwaffe")
    page = html(alone(run(plan(game, game.settle({}), 2, ("greedy", "greedy"), "names"), 1)))
    assert "<h2>Factors lost by type, American</h2>" in page
    assert '"B-17s"' in page
    assert '"b17"' not in page
    assert "American factors lost by type" not in page


@pytest.mark.parametrize("plotted", [True, False])
def test_a_reader_who_leaves_early_costs_no_report(
    tmp_path: Path, sandtable: Run, monkeypatch: pytest.MonkeyPatch, plotted: bool
) -> None:
    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("sandtable.terminal.studies.print_grid", closed)
    monkeypatch.setattr(os, "dup2", lambda *_: None)  # the output of this very test stays open
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    command = ("simulate", "fragile", "--games", 2) if plotted else ("study", plan)
    ran = sandtable(*command, "--workers", 1, "--report", tmp_path / "out")
    assert ran.code == 141
    assert (tmp_path / "out" / ("report.html" if plotted else "study.md")).is_file()
