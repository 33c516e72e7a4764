"""The commands: what they print, what they refuse, and how they exit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.program import Run


def test_games_are_listed(sandtable: Run) -> None:
    ran = sandtable("games")
    assert ran.code == 0
    assert "pearls" in ran.out
    listed = json.loads(sandtable("games", "--json").out)
    assert listed["pearls"]["seats"] == ["north", "south"]
    assert listed["pearls"]["options"][0] == {
        "name": "cards", "values": [1, 2, 3], "default": 3, "text": "Cards dealt to each seat.", "labels": [],
        "label": "Cards",
    }  # fmt: skip
    assert {"random", "greedy"} <= set(listed["pearls"]["bots"])
    assert "--option cards=" in sandtable("games", "pearls").out


def test_the_list_of_a_game_tells_what_is_on_its_box(sandtable: Run) -> None:
    out = " ".join(sandtable("games", "luftwaffe").out.split())
    assert "1-2 players · an hour a raid · medium" in out
    assert "custer Operation Custer 1945 · 20 turns, about an hour · difficulty 3 of 5" in out
    assert "Objective: 14 oil targets, and the losses of both sides" in out
    assert "Only with scenario tournament, advanced." in out
    assert "Objective: 25 points for bombs on target" in " ".join(sandtable("games", "warbirds").out.split())
    (box,) = [game["box"] for game in json.loads(sandtable("games", "vengeance", "--json").out).values()]
    assert box["scenario"][0]["id"] == "train1"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "perls"), "There is no game 'perls'; did you mean 'pearls'?"),
        (("play",), "Name a game; `sandtable games` lists them."),
        (("play", "pearls", "--seat", "east=human"), "There is no seat 'east'; choose north or south."),
        (("play", "pearls", "--seat", "north=zorg"), "There is no bot 'zorg'; "),
        (
            ("play", "pearls", "--seat", "north"),
            "'north' does not name a seat and a player. Write NAME=human",
        ),
        (("play", "pearls", "--option", "cards=9"), "cards can't be '9'; choose 1, 2 or 3."),
        (("play", "pearls", "--option", "wind=9"), "Pearls has no option 'wind'; choose cards."),
        (("play", "pearls", "--option", "wind"), "'wind' is not an option: write NAME=VALUE."),
        (("play", "pearls", "--scenario", "x"), "Pearls has no option 'scenario'"),
        (("play", "pearls", "--players", "2"), "Pearls has no option 'players'"),
        (("play", "pearls", "--dice", "bone"), "--dice can't be 'bone': it is auto or manual."),
        (("play", "--resume", "none.sandtable"), "Can't read none.sandtable: No such file or directory."),
        (("play", "pearls", "--resume", "x"), "A save already names its game, seed and file"),
        (("simulate", "pearls", "--bots", "zorg"), "There is no bot 'zorg'"),
        (("simulate", "pearls", "--bots", "random,random,random"), "so name one bot or 2, not 3."),
        (("simulate", "pearls", "--swap"), "With the same bot on every seat there is nothing to swap."),
        (("simulate", "pearls", "--games", "many"), "--games must be a whole number."),
        (("simulate", "pearls", "--games", "0"), "--games must be at least 1."),
        (("bench", "--seconds", "much"), "--seconds must be a number."),
        (("bench", "--seconds", "0"), "--seconds must be at least 0.1."),
        (("simulate",), "Missing argument 'GAME'."),
        (("rules", "pearls", "PE-9.9"), "Pearls has no rule with the number or the words 'PE-9.9'."),
        (("games", "chess"), "There is no game 'chess'"),
        (("games", "--data", "nowhere"), "There is no folder nowhere (--data)."),
        (("verify", "none.sandtable"), "Can't read none.sandtable"),
        (("replay", "none.sandtable"), "Can't read none.sandtable"),
        (("frobnicate",), "No such command 'frobnicate'."),
        (("games", "--frob"), "--frob"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_2(
    sandtable: Run, arguments: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = sandtable(*arguments)
    assert ran.code == 2
    assert sentence in ran.err
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err


def test_a_fault_of_ours_is_told_without_a_traceback(sandtable: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.terminal.listing.about", lambda game: 1 / 0)
    ran = sandtable("games", "--json")
    assert ran.code == 1
    assert ran.err.startswith("Sandtable failed because of a bug: ZeroDivisionError")
    assert ran.out == ""


def test_rules_by_number_and_by_words(sandtable: Run) -> None:
    assert "PE-2.2  The higher card takes a pearl." in sandtable("rules", "pearls", "PE-2.2").out
    assert sandtable("rules", "pearls", "2.2").out == sandtable("rules", "pearls", "pe-2.2").out
    found = json.loads(sandtable("rules", "pearls", "rolled", "off", "--json").out)
    assert list(found) == ["PE-2.2"]
    assert sandtable("rules", "pearls").out.count("PE-") == 5


def test_rules_by_the_numbers_of_the_printed_rulebook(sandtable: Run) -> None:
    text = sandtable("rules", "airlift", "--printed", "2.9.1.3").out
    assert text.startswith("\n2.9.1.3  Restricted Movement\nAL-13.7  ")
    found = json.loads(sandtable("rules", "airlift", "--printed", "2.6", "--json").out)
    assert list(found) == ["2.6", "2.6.1", "2.6.2", "2.6.3", "2.6.4", "2.6.5", "2.6.6"]
    assert found["2.6.6"]["title"] == "Buy a Victory Point"
    assert found["2.6.6"]["clauses"]["AL-10.8"]["printed"] == ["2.6.6"]
    assert "2.6.6  Buy a Victory Point: AL-10.8" in sandtable("rules", "airlift", "--printed", "all").out
    assert "Printed: 2.9.1.3" in sandtable("rules", "airlift", "AL-13.7").out
    within = sandtable("rules", "ontoberlin", "--printed", "6.2")  # there is an FB 16.2
    assert "The rulebook of On to Berlin! has no section '6.2'." in within.err
    assert "FB 8.4" in sandtable("rules", "ontoberlin", "--printed", "8.4").out
    unknown = sandtable("rules", "airlift", "--printed", "9.9")
    assert (unknown.code, unknown.out) == (2, "")
    assert "The rulebook of Berlin Airlift has no section '9.9'. `--printed all` lists them." in unknown.err


def test_coverage_has_the_promised_object(sandtable: Run) -> None:
    found = json.loads(sandtable("rules", "coverage", "--json").out)
    assert {"clauses", "in_code", "in_tests", "missing_in_code", "missing_in_tests", "unknown_ids"} == set(
        found["pearls"]
    )
    assert found["pearls"]["clauses"] == 5
    assert "pearls" in sandtable("rules", "coverage", "pearls").out


def test_simulate_prints_one_object(sandtable: Run, tmp_path: Path) -> None:
    ran = sandtable(
        "simulate", "pearls", "--games", 30, "--bots", "greedy,random", "--seed", 3, "--workers", 1, "--json"
    )
    found = json.loads(ran.out)
    assert (found["game"], found["scenario"], found["options"], found["seed"]) == ("pearls", "", {"cards": 3}, "3")
    assert (found["games"], found["complete"]) == (30, True)
    assert sum(found["results"].values()) == 30
    assert found["decisions"] >= 30 * 6
    assert found["cpu_s"] > 0
    assert found["wall_s"] > 0
    north, south = found["seats"]["north"], found["seats"]["south"]
    assert (north["bot"], south["bot"]) == ("greedy", "random")
    assert north["wins"] == south["losses"]
    assert north["wins"] + north["draws"] + north["losses"] == 30
    assert {"bot", "wins", "draws", "losses", "mean_score"} <= set(north)


def test_simulate_in_words_with_a_report(sandtable: Run, tmp_path: Path) -> None:
    ran = sandtable("simulate", "pearls", "--games", 8, "--workers", 1, "--report", tmp_path / "report")
    assert "pearls: 8 games" in ran.out
    assert "report.html" in ran.err
    assert (tmp_path / "report" / "report.html").is_file()


def test_bench_has_the_promised_object(sandtable: Run) -> None:
    ran = sandtable("bench", "pearls", "--seconds", 0.2, "--json")
    found = json.loads(ran.out)["pearls"]
    promised = {"scenario", "decisions_per_cpu_s", "clone_us", "view_us", "table_us", "state_bytes", "compiled"}
    assert promised <= set(found)
    assert found["decisions_per_cpu_s"] > 1_000
    assert 0 < found["clone_us"] < 10_000
    assert "pearls" in sandtable("bench", "pearls", "--seconds", 0.2).out


def test_doctor_names_what_it_finds(sandtable: Run) -> None:
    found = json.loads(sandtable("doctor", "--json").out)
    assert found["Python"]["ok"]
    assert found["game pearls"]["ok"]
    assert found["msgspec"]["ok"]
    assert not found["ray (for simulation on a cluster)"]["needed"]
    assert "ok   Python" in sandtable("doctor").out


def test_doctor_finds_a_broken_game(sandtable: Run, tmp_path: Path, toys: Path) -> None:
    (toys / "sandtable_toys-1.dist-info" / "entry_points.txt").write_text("[sandtable.games]\nbroken = nowhere:GAME\n")
    ran = sandtable("doctor")
    assert "FAIL game broken" in ran.out
    assert ran.code == 1


def test_own_data_reach_the_games(sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    found = json.loads(sandtable("doctor", "--data", folder, "--json").out)
    assert found["own data"]["found"] == str(folder)


@pytest.mark.parametrize("command", [("games",), ("games", "--json"), ("rules", "warbirds"), ("--help",)], ids=" ".join)
def test_a_reader_who_leaves_ends_the_program_as_a_closed_pipe_does(command: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    program = (sys.executable, "-m", "sandtable.terminal.cli", *command)
    ended = subprocess.run(program, stdout=write, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(write)
    assert (ended.returncode, ended.stderr) == (141, "")


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("si", ["simulate"]),
        ("play lu", ["luftwaffe"]),
        ("play luftwaffe --scenario basic-", ["basic-oil", "basic-rail"]),
        ("play zorg --scenario ", []),
        ("simulate airlift --bots greedy,re", ["greedy,recruit", "greedy,regular"]),
        ("rules warb", ["warbirds"]),
        ("games lu", ["luftwaffe"]),
    ],
)
def test_the_shell_completes_games_scenarios_and_bots(typed: str, completed: list[str]) -> None:
    """Commands and options were completed, and nothing that a player would have to look up."""
    words = f"sandtable {typed}"
    asked = {"_SANDTABLE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    program = Path(sys.executable).with_name("sandtable")
    done = subprocess.run([program], env={**os.environ, **asked}, capture_output=True, text=True, check=False)
    assert done.stdout.split() == completed, done.stderr
