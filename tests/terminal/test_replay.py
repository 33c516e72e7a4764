"""Saved games: stepped through, and proved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.kernel.ending import EndingRow, EndingTable
from sandtable.kernel.errors import Refused
from sandtable.kernel.save import load_save
from sandtable.terminal.endings import table_lines
from sandtable.terminal.replay import Replay
from tests.program import Run


@pytest.fixture
def saved(sandtable: Run, tmp_path: Path) -> Path:
    path = tmp_path / "whole.sandtable"
    sandtable("play", "pearls", "--seed", 3, "--save", path, typed="auto end\n")
    return path


def test_verify_says_what_holds(sandtable: Run, saved: Path) -> None:
    ran = sandtable("verify", saved)
    assert ran.code == 0
    assert "steps of Pearls with the same rolls. Result: North." in ran.out
    proof = json.loads(sandtable("verify", saved, "--json").out)
    record = load_save(saved)
    assert (proof["steps"], proof["digest"]) == (len(record.steps), record.digests[-1])
    assert proof["over"]


def test_verify_says_at_which_step_it_breaks(sandtable: Run, saved: Path) -> None:
    record = json.loads(saved.read_text())
    record["digests"][4] = "0" * 24
    saved.write_text(json.dumps(record))
    ran = sandtable("verify", saved)
    assert (ran.code, ran.out) == (2, "")
    assert "at step 4" in ran.err


def test_over_a_pipe_the_game_is_listed(sandtable: Run, saved: Path) -> None:
    out = sandtable("replay", saved).out
    steps = len(load_save(saved).steps)
    assert f"{steps:>5}  " in out
    assert "North: Bid card" in out
    end = out[out.index("The game is over.") :].splitlines()
    assert any("North" in line and "South" in line for line in end), end


def test_through_the_eyes_of_a_seat_the_choices_of_others_stay_closed(sandtable: Run, saved: Path) -> None:
    out = sandtable("replay", saved, "--seat", "south").out
    assert "North: makes a choice" in out
    assert "North: Bid" not in out
    assert "South: Bid card" in out
    assert sandtable("replay", saved, "--seat", "east").code == 2


def test_a_tape_winds_to_every_step_and_back(saved: Path) -> None:
    record = load_save(saved)
    replay = Replay(record, "")
    for step in [0, 5, 2, len(record.steps), 3, 3, 1]:
        assert replay.wind(step).digest() == record.digests[step]
    with pytest.raises(Refused, match="no step"):
        replay.wind(999)


def test_a_figure_below_nothing_has_a_minus_at_the_end_of_a_game() -> None:
    table = EndingTable(
        "Squadrons", ("USAF 10", "CW 30"), (EndingRow("Score", (-3, 4)), EndingRow("Ended", ("4-5-8", "")))
    )
    told = "\n".join(line.plain for line in table_lines(table, 60))
    assert "−3" in told
    assert "-3" not in told
    assert "4-5-8" in told
