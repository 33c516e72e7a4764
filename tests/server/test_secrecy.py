"""S2, S3: what a seat may not know is in no byte that leaves the server for it, through whatever door."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from sandtable.server import log
from sandtable.server.match import Match
from sandtable.server.storage import hashed
from tests.server.served import Player, Served, serving
from tests.server.toys import SECRET, TOKENS


def hidden_from(truth: Match, seat: str) -> list[str]:
    state = truth.position.state
    others = [card for owner, hand in state.hands.items() if owner != seat for card in hand]  # type: ignore[attr-defined]
    return [*others, *state.deck]  # type: ignore[attr-defined]


def every_door(served: Served, match: str, key: str, player: Player, step: int) -> list[str]:
    """Everything that the holder of a key can get at a step."""
    headers = {"authorization": f"Bearer {key}"} if key else {}
    doors = [f"/api/matches/{match}", f"/api/matches/{match}/journal", f"/api/matches/{match}/journal?format=text"]
    doors += [f"/api/matches/{match}/save", f"/api/matches?key={key}", f"/api/matches/{match}/journal?seat=north"]
    heard = [served.http.get(door, headers=headers) for door in doors]
    bodies = [answer.text + str(answer.headers) for answer in heard]
    for past in range(step + 1):
        player.ask("at", step=past)
    for option in (["bid", "card-9"], ["bid"], ["polish", "north"]):
        player.ask("why", option=option)
        player.ask("odds", option=option)
    player.ask("measure", a="north", b="south")
    player.ask("survey", about="north")
    player.choose(["bid", "nothing"])
    again = served.sit(match, key)
    bodies += again.frames
    again.close()
    return bodies + player.frames


def test_hidden_cards_reach_nobody_else(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "sandtable.server")
    told = served.found(game="canary")
    keys = {seat["seat"]: seat["token"] for seat in told["seats"]} | {"": ""}
    players = {seat: served.sit(told["match"], key) for seat, key in keys.items()}
    truth, searched, taken_back = served.truth(told["match"]), 0, False
    while not truth.position.over:
        step = len(truth.position.steps)
        for seat, player in players.items():
            player.wait_step(step)
            leaves = "\n".join(every_door(served, told["match"], keys[seat], player, step))
            for card in hidden_from(truth, seat):
                searched += 1
                assert card not in leaves, f"{seat or 'a spectator'} got a hidden card at step {step}"
            assert truth.founded.seed not in leaves
            assert seat == "" or any(card in leaves for card in TOKENS)  # the search would find them
            player.frames.clear()
        chooser = next(player for player in players.values() if player.options())
        chooser.choose()
        chooser.wait_step(step + 1)
        if step == 3 and not taken_back:
            taken_back = True
            chooser.ask("undo")
            players["north"].ask("ask_undo", to_step=0)
            players["south"].ask("agree_undo", agree=False)
    assert searched > 100
    written = "\n".join(log.JsonLines().format(record) for record in caplog.records)
    assert "match founded" in written
    for secret in (*TOKENS, truth.founded.seed, *keys.values(), told["owner"]):
        assert not secret or secret not in written


def test_a_sealed_choice_stays_sealed(served: Served) -> None:
    told = served.found(game="canary")
    north, south = (served.sit(told["match"], seat["token"]) for seat in told["seats"])
    bid = north.options()[0]
    north.choose(bid)
    south.wait_step(1)
    assert bid[1] not in "".join(south.frames)


def test_keys_are_stored_only_as_hashes(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told = served.found()
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("test.db*"))
    for key in (told["owner"], *(seat["token"] for seat in told["seats"])):
        assert key.encode() not in stored
        assert hashed(key).encode() in stored


def test_a_rule_that_fails_tells_nothing(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "sandtable.server")
    told = served.found(game="faulty")
    north = served.sit(told["match"], told["owner"])
    refused = north.choose(["bad"])
    assert (refused["status"], refused["rule"]) == (500, "")
    assert north.choose(["ugly"])["type"] == "accepted"
    north.wait_step(1)
    assert north.ask("odds", option=["end", 1])["status"] == 500
    assert north.ask("why", option=["end", 99])["type"] == "why"
    assert "KeyError" in "".join(log.JsonLines().format(record) for record in caplog.records)
    everything = "".join(north.frames) + "".join(log.JsonLines().format(record) for record in caplog.records)
    assert SECRET not in everything
    assert "Traceback" not in everything
