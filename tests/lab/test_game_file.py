"""A study in a Parquet file: it goes on where it was, and keeps what others put there."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec
import polars as pl
import pytest

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.lab.game_file import GameFile
from sandtable.lab.report import html
from sandtable.lab.simulate import run
from sandtable.lab.study import Played, StudyPlan, plan
from sandtable.lab.sweep import alone
from sandtable.terminal.cli import main


def study_of(seeds: int = 6, decisions: bool = False, bots: tuple[str, ...] = ("greedy", "random")) -> StudyPlan:
    game = find_game("fragile")
    return msgspec.structs.replace(plan(game, game.settle({}), seeds, bots, "file", True), decisions=decisions)


def file_of(path: Path, decisions: bool = False) -> GameFile:
    return GameFile(path, "fragile", "file", decisions)


@pytest.mark.parametrize("decisions", [False, True])
def test_what_is_written_is_read_again(tmp_path: Path, decisions: bool) -> None:
    chosen = study_of(decisions=decisions)
    played = run(chosen).played
    file = file_of(tmp_path / "study.parquet", decisions)
    assert file.read(chosen) == []
    file.add(chosen, played[:5])
    file.add(chosen, played[5:])
    file.write()
    assert tuple(file_of(file.path, decisions).read(chosen)) == played
    assert pl.read_parquet(file.path).height == 12
    if decisions:
        rows = pl.read_parquet(tmp_path / "study.decisions.parquet")
        assert rows.height == sum(one.decisions for one in played)
        assert set(rows["seat"]) == set(chosen.seats)
        assert rows["offered"].min() == 1 or rows["offered"].min() == 2
        assert all(json.loads(choice) is not None for choice in rows["choice"])


def test_a_study_goes_on_where_it_was(tmp_path: Path) -> None:
    chosen = study_of()
    whole = run(chosen).played
    file = file_of(tmp_path / "study.parquet")
    file.add(chosen, whole[3:7])
    file.write()
    kept: list[Played] = []
    again = file_of(file.path)
    rest = run(chosen, before=again.read(chosen), keep=kept.extend)
    assert rest.played == whole
    assert len(kept) == len(whole) - 4


def test_a_file_keeps_games_with_other_bots_and_more_seeds(tmp_path: Path) -> None:
    file = file_of(tmp_path / "study.parquet")
    one, other = study_of(3), study_of(3, bots=("random", "recruit"))
    file.add(one, run(one).played)
    file.add(other, run(other).played)
    file.write()
    again = file_of(file.path)
    assert len(again.read(study_of(5))) == 6
    assert len(again.read(other)) == 6
    assert again.read(study_of(2)) == again.read(one)[:4]
    elsewhere = msgspec.structs.replace(one, data="/some/folder")
    assert again.read(elsewhere) == []


def test_the_speed_of_a_study_is_that_of_the_games_played_now(tmp_path: Path) -> None:
    """A study that went on told five times the speed: it counted the games of the file, and not their time."""
    chosen = study_of(6)
    first = run(study_of(2)).played
    study = run(chosen, before=first)
    made = sum(one.decisions for one in study.played)
    assert study.before == sum(one.decisions for one in first) > 0
    assert study.speed == (made - study.before) / study.cpu_s
    assert f"{study.before:,} of them were read from a file" in html(alone(study))
    assert run(chosen, before=study.played).speed == 0


def test_games_without_their_decisions_are_played_again(tmp_path: Path) -> None:
    chosen = study_of()
    file = file_of(tmp_path / "study.parquet")
    file.add(chosen, run(chosen).played)
    file.write()
    assert file_of(file.path, decisions=True).read(study_of(decisions=True)) == []


def test_other_files_get_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "study.parquet"
    path.write_text("not a table")
    with pytest.raises(SandtableError, match="is not a Parquet file"):
        file_of(path)
    path.unlink()
    file = file_of(path)
    file.write()
    with pytest.raises(SandtableError, match="another game, seed or version of the rules"):
        GameFile(path, "fragile", "another seed")


def test_the_command_sweeps_keeps_and_reports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["simulate", "airlift", "--bots", "random", "--games", "3", "--sweep", "scenario=summer,winter", "--json"]
    words += ["--workers", "1", "--into", str(tmp_path / "s.parquet"), "--decisions", "--report", str(tmp_path / "r")]
    monkeypatch.setattr(sys, "argv", ["sandtable", *words])

    def told() -> dict[str, object]:
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code in (0, None)
        answer: dict[str, object] = json.loads(capsys.readouterr().out)
        return answer

    first = told()
    assert first["games"] == 6
    assert [cell["cell"] for cell in first["cells"]] == [{"scenario": "summer"}, {"scenario": "winter"}]  # type: ignore[attr-defined] # JSON
    page = (tmp_path / "r" / "report.html").read_text()
    assert "2 settings compared" in page
    assert "6 games<br>" in page
    assert "Bots: random" in page
    assert "Won by " in page
    assert "scenario winter: 3 games" in page
    assert pl.read_parquet(tmp_path / "r" / "decisions.parquet").height > 100
    games = pl.read_parquet(tmp_path / "s.parquet")
    assert games.height == 6
    assert set(games["option_scenario"]) == {"summer", "winter"}
    again = told()
    assert pl.read_parquet(tmp_path / "s.parquet").equals(games), "nothing is played twice"
    for answer in (first, again):
        for cell in answer["cells"]:  # type: ignore[attr-defined] # JSON
            for figure in ("cpu_s", "wall_s", "workers", "decisions_before"):
                del cell[figure]
    assert again == first
