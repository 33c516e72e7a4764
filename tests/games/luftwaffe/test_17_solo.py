"""Chapter 17: solo play against prepared raids."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from sandtable.bots.player import ask, find_bot
from sandtable.games.luftwaffe import GAME
from sandtable.games.luftwaffe.components import GERMAN, Raid, parts
from sandtable.games.luftwaffe.map.geography import open_neighbours
from sandtable.games.luftwaffe.solo.prepared_raids import entries, path_of, raids_for
from sandtable.games.luftwaffe.solo.recorded_raids import raid_of
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused
from sandtable.kernel.position import Position, dice_for
from sandtable.kernel.save import Recorder, Save, read_save, save, write_save
from sandtable.terminal.cli import app
from tests.games.luftwaffe.test_02_03_secrecy_and_setup import state


def played(seed: str, **options: str) -> tuple[Position, Save]:
    """A game of sensible players, and its save."""
    position = Position.new(GAME, dict(options), seed)
    recorder = Recorder(position)
    dice = Dice(seed_from(seed))
    while not position.over:
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, find_bot("greedy"), dice))
        recorder.note()
    return position, read_save(save(position, dice_for(seed).seed, recorder.digests))


@pytest.mark.parametrize("scenario", ["basic", "custer"])
def test_bombers_fly_exactly_as_written(scenario: str) -> None:
    """LW-17.1, LW-17.2, LW-17.4, LW-17.6"""
    position = Position.new(GAME, {"scenario": scenario, "mode": "solo"}, f"solo {scenario}")
    assert position.seats == (GERMAN,)
    dice = Dice(seed_from("solo"))
    checked = 0
    while not position.over:
        position.apply(GERMAN, ask(position, GERMAN, find_bot("greedy"), dice))
        s = state(position)
        if s.step != "german_move" or not s.raid:
            continue
        raid = parts().raids[s.raid]
        for id, u in s.americans.items():
            if u.status == "up" and u.moved and u.path and parts().types[u.type].bomber:
                assert u.path == path_of(raid, id, s.turn - 1)
                checked += 1
    assert checked > 20
    assert position.outcome is not None
    assert set(position.outcome.scores) == {GERMAN}


def test_a_raid_for_the_objective_is_drawn_and_stays_hidden() -> None:
    """LW-17.2"""
    position = Position.new(GAME, {"scenario": "basic-oil", "mode": "solo"}, 4)
    s = state(position)
    assert {parts().raids[r].objective for r in raids_for(s)} == {"O"}
    dice = Dice(seed_from("hidden"))
    for _ in range(40):
        position.apply(GERMAN, ask(position, GERMAN, find_bot("greedy"), dice))
    assert state(position).raid
    text = msgspec.json.encode(position.sight(GERMAN)).decode()
    assert state(position).raid not in text
    assert '"mission":"' not in text.replace('"mission":""', "")
    starts = [frozenset((x.unit, x.start) for x in entries(r) if x.place_turn == 0) for r in parts().raids.values()]
    assert len(set(starts)) == len(starts), "a raid is known by its set-up, so there is nothing to guess"


def test_the_player_may_move_the_free_fighters() -> None:
    """LW-17.3"""
    position = Position.new(GAME, {"mode": "solo-free"}, 2)
    dice = Dice(seed_from("free"))
    asks = set()
    while not position.over:
        assert position.decision is not None
        asks.add(position.decision.ask)
        position.apply(GERMAN, ask(position, GERMAN, find_bot("greedy"), dice))
    assert {"american_move", "fly"} <= asks
    assert "course" not in asks, "never the bombers"


def test_a_finished_raid_can_be_written_down() -> None:
    """LW-17.5"""
    position, record = played("written down")
    text = raid_of(GAME, record, "mine", "Written down")
    [entry] = tomllib.loads(text)["raid"]
    raid = msgspec.convert(entry, Raid)
    assert len(raid.bomber) == sum(u.mission != "" for u in state(position).americans.values())
    for b in raid.bomber:
        here = b.start
        for leg in (*b.out, *b.back):
            for hex in leg.split():
                assert hex in open_neighbours()[here]
                here = hex
    with pytest.raises(Refused, match="two players"):
        raid_of(GAME, played("solo one", mode="solo")[1], "x", "x")


def test_a_command_adds_a_finished_raid_to_a_file(tmp_path: Path) -> None:
    """LW-17.5"""
    position = Position.new(GAME, {}, "written down")
    recorder = Recorder(position)
    dice = Dice(seed_from("written down"))
    while not position.over:
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, find_bot("greedy"), dice))
        recorder.note()
    file, into = tmp_path / "mine.sandtable", tmp_path / "data" / "solo_raids.toml"
    write_save(file, save(position, dice_for("written down").seed, recorder.digests))
    done = CliRunner().invoke(app, ["prepare", str(file), "--name", "My raid", "--into", str(into)])
    assert done.exit_code == 0, done.output
    [entry] = tomllib.loads(into.read_text(encoding="utf-8"))["raid"]
    assert (entry["id"], entry["name"], entry["game"]) == ("mine", "My raid", "basic")
    assert msgspec.convert(entry, Raid).bomber
