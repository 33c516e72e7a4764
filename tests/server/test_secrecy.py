"""S2, S3: what a seat may not know is in no byte that leaves the server for it, through whatever door."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from sandtable.server import log
from sandtable.server.match import Match
from sandtable.server.storage import hash_key
from tests.server.served import Player, Served, serving
from tests.server.toys import SECRET, TOKENS


def hidden_from(truth: Match, seat: str) -> list[str]:
    state = truth.position.state
    others = [card for owner, hand in state.hands.items() if owner != seat for card in hand]  # type: ignore[attr-defined]
    return [*others, *state.deck]  # type: ignore[attr-defined]


def every_door(served: Served, match: str, key: str, player: Player, step: int) -> list[str]:
    """Everything that the holder of a key can get at a step."""
    headers = {"authorization": f"Bearer {key}", "sandtable-keys": key} if key else {}
    doors = [f"/api/matches/{match}", f"/api/matches/{match}/journal", f"/api/matches/{match}/journal?format=text"]
    doors += [f"/api/matches/{match}/save", "/api/matches", f"/api/matches/{match}/journal?seat=north"]
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
    told = served.create(game="canary")
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
            assert truth.setup.seed not in leaves
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
    assert "match created" in written
    for secret in (*TOKENS, truth.setup.seed, *keys.values(), told["owner"]):
        assert not secret or secret not in written


def test_a_sealed_choice_stays_sealed(served: Served) -> None:
    told = served.create(game="canary")
    north, south = (served.sit(told["match"], seat["token"]) for seat in told["seats"])
    bid = north.options()[0]
    north.choose(bid)
    south.wait_step(1)
    assert bid[1] not in "".join(south.frames)


def test_keys_are_stored_only_as_hashes(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told = served.create()
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("test.db*"))
    for key in (told["owner"], *(seat["token"] for seat in told["seats"])):
        assert key.encode() not in stored
        assert hash_key(key).encode() in stored


def test_a_rule_that_fails_tells_nothing(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "sandtable.server")
    told = served.create(game="faulty")
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


# -- private choices -------------------------------------------------------------------------------------------------


def what_north_gets(served: Served, times: int) -> list[object]:
    """All that north receives, through every door, while south picks up so many pearls; and what is said of it."""
    told, north, south = served.both(game="purses")
    match, key = told["match"], told["seats"][0]["token"]
    headers = {"authorization": f"Bearer {key}"}
    north.choose(["sell"])
    south.wait_step(1)
    north.wait_step(1)
    heard: list[object] = []

    def look() -> None:
        again = served.sit(match, key)
        heard.append((again.hello["step"], again.hello["version"], len(again.hello["journal"])))
        again.close()
        described = served.http.get(f"/api/matches/{match}", headers=headers).json()
        mine = served.http.get("/api/matches", headers={"sandtable-keys": key}).json()
        lines = served.http.get(f"/api/matches/{match}/journal", headers=headers).json()
        heard.append((described["step"], mine[0]["step"], [(line["number"], line["step"]) for line in lines]))

    north.frames.clear()
    for made in range(times):
        assert south.choose(["polish", "south"])["step"] == made + 2
        south.wait_step(made + 2)
    if times < 4:
        look()
        south.choose(["sell"])
    north.wait_step(2)
    look()
    heard += [_without_cards(frame) for frame in north.frames if '"seats"' not in frame]
    heard.append(north.ask("at", step=1)["shown"]["step"])
    heard.append(north.ask("at", step=2)["shown"]["step"])
    heard.append(north.choose(["sell"])["type"])
    south.wait_step(times + 3 if times < 4 else 6)
    heard.append(south.choose(["sell"])["type"])
    north.wait_step(4)
    heard += [north.shown["step"], north.version]
    return heard


def _without_cards(frame: str) -> object:
    message = json.loads(frame)
    shown = {key: value for key, value in message.get("shown", {}).items() if key != "table"}
    return message["type"], message.get("version"), message.get("from"), shown, message.get("journal")


def test_how_often_another_chose_in_private_is_in_no_number_and_no_message(served: Served) -> None:
    once = what_north_gets(served, 0)
    assert [what_north_gets(served, times) for times in (1, 3)] == [once] * 2
    assert what_north_gets(served, 4) == once[2:]  # four are all: there is no time to look before the end


def test_who_chooses_in_private_counts_every_step_and_takes_it_back(served: Served) -> None:
    _, north, south = served.both(game="purses")
    for made in range(3):
        north.choose(["polish", "north"])
        north.wait_step(made + 1)
    assert north.ask("undo")["type"] == "accepted"
    while north.shown["step"] != 2:
        north.receive()
    assert north.choose(["sell"])["step"] == 3
    north.wait_step(3)
    south.wait_step(1)
    assert (south.shown["step"], south.version) == (1, 1)
    assert south.ask("ask_undo", to_step=0)["type"] == "accepted"
    assert north.wait_for("undo_asked")["to_step"] == 2  # what north chose before stays chosen
    assert north.ask("agree_undo", agree=True)["type"] == "accepted"
    while south.shown["step"] != 0:
        south.receive()
    while north.shown["step"] != 2:
        north.receive()


def what_can_be_had(served: Served, match: str, key: str) -> list[object]:
    """All that somebody learns who opens the table now, asks what can be asked, and goes again."""
    player = served.sit(match, key)
    hello, headers = player.hello, {"authorization": f"Bearer {key}"} if key else {}
    told: list[object] = [hello["step"], hello["version"], hello["journal"], hello["from"], hello["shown"]]
    told += [player.ask("at", step=step)["shown"] for step in range(hello["step"] + 1)]
    player.send(type="lines", id="l", before=99)
    told += [player.wait_for("lines")["journal"], player.ask("measure", a="table", b="table").get("error")]
    if key:
        told += [player.ask("why", option=["sell"])["error"], player.ask("choose", step=99, option=["sell"])["error"]]
        told.append(player.wait_for("shown"))
    player.close()
    told.append(served.http.get(f"/api/matches/{match}/journal", headers=headers).json())
    analysis = served.http.post(f"/api/matches/{match}/analysis", json={}, headers=headers).json()
    imagined = served.sit(analysis["match"], analysis["owner"])
    told += [imagined.hello["shown"]["table"]["panels"], imagined.hello["analysis"]["step"]]
    imagined.close()
    return told


@pytest.mark.parametrize("viewer", ["north", "spectator"])
def test_who_comes_back_while_another_chooses_in_private_sees_how_it_stood_before(served: Served, viewer: str) -> None:
    """Not even what is open of it: else one would see that, and how far, the other is."""
    told, north, south = served.both(game="pockets")
    match, key = told["match"], told["seats"][0]["token"] if viewer == "north" else ""
    watcher = served.sit(match, key)
    north.choose(["sell"])
    south.wait_step(1)
    before = what_can_be_had(served, match, key)
    assert south.choose(["polish", "south"])["type"] == "accepted"
    south.wait_step(2)
    assert len(south.hello["journal"]) < len(served.sit(match, told["seats"][1]["token"]).hello["journal"])
    assert what_can_be_had(served, match, key) == before
    late = served.sit(match, key)
    assert south.choose(["sell"])["type"] == "accepted"
    for player in (watcher, late):
        news = player.wait_for("shown")
        while player.shown["step"] < 2:
            news = player.wait_for("shown")
        assert (news["from"], [(line["event"], line["step"]) for line in news["journal"]]) == (0, [("won", 2)])
    after = served.sit(match, key)
    assert after.shown["table"] == watcher.shown["table"] != before[4]["table"]  # type: ignore[index]
    assert after.ask("at", step=1)["shown"]["table"] == before[4]["table"]  # type: ignore[index]


def test_a_restart_in_the_middle_of_private_choices_loses_no_line_for_the_others(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told, north, south = served.both(game="pockets")
        north.choose(["sell"])
        south.wait_step(1)
        south.choose(["polish", "south"])
    with serving(tmp_path) as served:
        north, south = (served.sit(told["match"], seat["token"]) for seat in told["seats"])
        assert (north.hello["step"], south.hello["step"]) == (1, 2)
        assert north.hello["journal"] == []
        south.choose(["sell"])
        while (news := north.receive())["type"] != "shown":
            pass
        assert (news["from"], [line["event"] for line in news["journal"]]) == (0, ["won"])


def test_the_rule_of_a_private_choice_is_told_to_nobody_else(served: Served) -> None:
    _, north, south = served.both(game="pockets")
    north.choose(["sell"])
    north.wait_step(1)
    south.wait_step(1)
    assert south.shown["decision"]["rule"] == "PE-3.1"
    assert north.shown["decision"]["rule"] == ""
    for asked in (north.ask("why", option=["sell"]), north.ask("choose", step=1, option=["sell"])):
        assert (asked["rule"], "isn't your turn" in asked["error"]) == ("", True)
