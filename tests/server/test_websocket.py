"""A match over websockets: played to the end, taken back, asked about, left and come back to."""

from __future__ import annotations

import asyncio
import json
import socket
from hashlib import sha256
from random import Random

from websockets.asyncio.client import connect

from sandtable.kernel.save import read_save, restore
from tests.server.served import Served, play_on, run_apart


def test_two_people_play_to_the_end_and_can_verify_every_roll(served: Served) -> None:
    told, north, south = served.both()
    assert north.hello["commitment"] == south.hello["commitment"]
    info = served.http.get(f"/api/matches/{told['match']}").json()
    assert info["seed"] == ""
    assert not info["over"]
    play_on([north, south])
    over = north.wait_for("over")
    assert sha256(bytes.fromhex(over["seed"])).hexdigest() == north.hello["commitment"]
    assert over["outcome"]["scores"]
    info = served.http.get(f"/api/matches/{told['match']}").json()
    assert (info["seed"], info["over"], info["step"]) == (over["seed"], True, north.shown["step"])
    position, _ = restore(read_save(served.http.get(f"/api/matches/{told['match']}/save").content))
    assert position.over
    late = served.sit(told["match"])
    assert late.wait_for("over")["seed"] == over["seed"]


def test_a_choice_is_acknowledged_before_anyone_sees_it(served: Served) -> None:
    _, north, south = served.both()
    north.send(**north.choosing(north.options()[0]))
    assert north.receive()["type"] in ("seats", "accepted")
    while north.shown["step"] == 0:
        north.receive()
    kinds = [json.loads(frame)["type"] for frame in north.frames]
    assert kinds.index("accepted") < kinds.index("changed")
    south.wait_step(1)
    assert south.shown["decision"]["deciders"] == ["south"]


def test_secret_choices_do_not_make_each_other_stale(served: Served) -> None:
    _, north, south = served.both()
    assert north.choose()["type"] == "accepted"
    assert south.choose()["type"] == "accepted"  # south still says step 0, but the question is the same


def test_stale_and_out_of_turn_choices_are_refused_with_409_and_a_fresh_table(served: Served) -> None:
    _, north, south = served.both()
    first = north.options()[0]
    assert north.choose(first)["step"] == 1
    again = north.choose(first)
    assert (again["status"], again["type"]) == (409, "refused")
    assert "your turn to choose" in again["error"]
    assert north.wait_for("shown")["shown"]["step"] == 1
    south.choose()
    winner, other = (north, south) if "north" in _deciders(north, 2) else (south, north)
    other.wait_step(2)
    winner.wait_step(2)
    assert winner.choose(["polish", winner.seat])["type"] == "accepted"
    winner.wait_step(3)
    stale = winner.choose(["sell"], step=2)
    assert stale["status"] == 409
    assert winner.wait_for("shown")["shown"]["step"] == 3
    assert winner.choose(["sell"], version=2)["status"] == 409
    assert winner.choose(["sell"], step=9)["status"] == 409


def _deciders(player: object, step: int) -> list[str]:
    player.wait_step(step)  # type: ignore[attr-defined]  # a Player
    deciders: list[str] = player.shown["decision"]["deciders"]  # type: ignore[attr-defined]
    return deciders


def test_what_the_rules_do_not_offer_is_refused_with_422_and_the_clause(served: Served) -> None:
    _, north, _ = served.both()
    refused = north.choose(["bid", "card-77"])
    assert (refused["status"], refused["rule"]) == (422, "PE-2.1")
    assert north.ask("why", option=["bid", "card-77"])["rule"] == "PE-2.1"
    assert north.ask("why", option=north.options()[0])["error"] == ""
    assert north.ask("odds", option=north.options()[0])["odds"] is None
    assert north.ask("odds", option=["bid", "card-77"])["status"] == 422


def test_ruler_and_marks_answer_everyone_from_what_he_may_see(served: Served) -> None:
    _, north, _ = served.both()
    assert north.hello["ruler"] == ""
    assert north.ask("measure", a="x", b="y")["status"] == 422  # the toy has no ruler
    assert north.ask("survey", about="card-1")["overlays"] == []
    told = served.create(game="vengeance", options={"scenario": "train1"})
    watcher = served.sit(told["match"])
    assert watcher.hello["ruler"] == "Line of sight"
    answer = watcher.ask("measure", a="H6", b="E5")["measured"]
    assert (answer["verdict"], answer["stop"], answer["clause"]) == ("blocked", "F5", "RV-A6.25")
    assert watcher.ask("measure", a="H6", b="Z99")["status"] == 422


def test_undo_and_redo_are_the_seats_own(served: Served) -> None:
    _, north, south = served.both()
    bid = north.options()[1]
    north.choose(bid)
    north.wait_step(1)
    assert north.shown["can_undo"]
    south.wait_step(1)
    assert not south.shown.get("can_undo")
    assert south.ask("undo")["status"] == 409
    assert north.ask("undo")["step"] == 0
    north.wait_for("shown")
    assert north.shown["can_redo"]
    assert south.ask("redo")["status"] == 409
    assert north.ask("redo")["step"] == 1
    north.wait_for("shown")


def test_beyond_a_barrier_the_others_must_agree(served: Served) -> None:
    told, north, south = served.both()
    play = (north.options()[0], south.options()[0])
    north.choose(play[0])
    south.choose(play[1])
    north.wait_step(2)
    south.wait_step(2)
    journal = served.http.get(f"/api/matches/{told['match']}/journal").json()
    assert north.ask("undo")["status"] == 409
    assert north.ask("ask_undo", to_step=5)["status"] == 409
    assert north.ask("ask_undo", to_step=0)["type"] == "accepted"
    assert south.wait_for("undo_asked")["waiting"] == ["south"]
    assert north.ask("agree_undo", agree=True)["status"] == 409
    assert south.ask("agree_undo", agree=False)["type"] == "accepted"
    assert north.wait_for("undo_over")["agreed"] is False
    north.ask("ask_undo", to_step=0)
    south.wait_for("undo_asked")
    assert south.ask("agree_undo", agree=True, to_step=1)["status"] == 409
    assert south.ask("agree_undo", agree=True, to_step=0)["step"] == 0
    assert north.wait_for("undo_over")["agreed"] is True
    fresh = north.wait_for("shown")
    assert (fresh["shown"]["step"], fresh["from"], fresh["journal"]) == (0, 0, [])
    south.wait_for("shown")
    north.choose(play[0])
    south.choose(play[1])
    north.wait_step(2)
    # the dice are the same
    assert served.http.get(f"/api/matches/{told['match']}/journal").json() == journal


def test_alone_against_bots_one_needs_nobodys_agreement(served: Served) -> None:
    told = served.create(seats={"south": "greedy"})
    north = served.sit(told["match"], told["owner"])
    north.choose()
    north.wait_step(2)
    assert north.ask("ask_undo", to_step=0)["step"] == 0
    north.wait_for("shown")
    north.wait_for("shown")  # the bot has bid again
    assert north.choose()["type"] == "accepted"


def test_bots_play_by_themselves_to_the_end(served: Served) -> None:
    told = served.create(seats={"north": "random", "south": "greedy"})
    watcher = served.sit(told["match"])
    assert watcher.wait_for("over")["outcome"]
    assert [line["event"] for line in served.http.get(f"/api/matches/{told['match']}/journal").json()].count("won") == 3


def test_bots_wait_for_watchers_unless_hurried(served: Served) -> None:
    told = served.create(seats={"south": "greedy"}, pace=5)
    north = served.sit(told["match"], told["seats"][0]["token"])
    north.choose()
    north.wait_step(1)
    north.send(type="hurry")
    north.wait_step(2)  # receive() waits five seconds at most; the bot would have waited as long
    assert served.truth(told["match"]).position.steps[1].seat == "south"


def test_the_table_as_it_was(served: Served) -> None:
    told, north, south = served.both()
    at_start = north.shown
    north.choose()
    south.choose()
    north.wait_step(2)
    assert north.ask("at", step=0)["shown"] == at_start
    assert north.ask("at", step=2)["shown"]["table"] == north.shown["table"]
    assert north.ask("at", step=3)["status"] == 409
    watcher = served.sit(told["match"])
    assert watcher.ask("at", step=0)["shown"]["seat"] == ""
    assert watcher.ask("at", step=0, seat="north")["status"] == 403


def test_one_screen_for_all_seats(served: Served) -> None:
    told = served.create()
    screen = served.sit(told["match"], told["owner"])
    assert (screen.hello["holds"], screen.seat) == (["north", "south"], "north")
    assert screen.choose()["type"] == "accepted"
    screen.send(type="sit", seat="south")
    hello = screen.wait_for("hello")
    assert (hello["seat"], hello["shown"]["seat"]) == ("south", "south")
    assert screen.choose(seat="south")["type"] == "accepted"
    assert served.sit(told["match"], told["owner"], seat="north").seat == "north"
    screen.send(type="sit", seat="east")
    assert screen.wait_for("refused")["status"] == 403


def test_who_comes_and_goes_is_told(served: Served) -> None:
    _, north, south = served.both()
    online = {seat["seat"]: seat["online"] for seat in north.wait_for("seats")["seats"]}
    assert online == {"north": True, "south": True}
    south.close()
    online = {seat["seat"]: seat["online"] for seat in north.wait_for("seats")["seats"]}
    assert online == {"north": True, "south": False}


def test_reconnecting_loses_nothing_and_repeats_nothing(served: Served) -> None:
    told, north, south = served.both()
    message = north.choosing(north.options()[0])
    north.send(**message)
    north.close()  # before the answer came
    back = served.sit(told["match"], told["seats"][0]["token"])
    back.send(**message)
    assert back.wait_for("accepted", "refused") == {"type": "accepted", "id": message["id"], "step": 1}
    back.send(**message | {"option": ["bid", "another"]})
    assert back.wait_for("refused")["status"] == 409
    south.wait_step(1)
    assert len(served.truth(told["match"]).position.steps) == 1


def test_fifty_at_once(served: Served) -> None:
    """R3: the same message fifty times is one step and fifty equal answers; fifty different ones are one step."""
    told, north, south = served.both()
    key = north.key

    async def submit(messages: list[dict[str, object]]) -> list[dict[str, object]]:
        async def one(message: dict[str, object]) -> dict[str, object]:
            async with connect(north.address, compression=None, max_queue=None) as line:
                await line.send(json.dumps({"type": "enter", "key": key}))
                await line.recv()
                await line.send(json.dumps(message))
                async for frame in line:
                    answer: dict[str, object] = json.loads(frame)
                    if answer["type"] in ("accepted", "refused"):
                        return answer
            raise AssertionError("no answer")

        return await asyncio.gather(*(one(message) for message in messages))

    same = north.choosing(north.options()[0])
    answers = run_apart(submit([same] * 50))
    assert answers == [{"type": "accepted", "id": same["id"], "step": 1}] * 50
    assert len(served.truth(told["match"]).position.steps) == 1

    south.choose()
    south.wait_step(2)
    key = north.key if "north" in south.shown["decision"]["deciders"] else south.key
    seat = south.shown["decision"]["deciders"][0]
    different = [south.choosing(["polish", seat], step=2) for _ in range(50)]
    kinds = [answer["type"] for answer in run_apart(submit(different))]
    assert (kinds.count("accepted"), kinds.count("refused")) == (1, 49)
    assert len(served.truth(told["match"]).position.steps) == 3


def test_a_client_that_does_not_read_is_cut_off_and_the_others_play_on(served: Served) -> None:
    told, north, _ = served.both()
    room = served.service.rooms[told["match"]]
    slow = room.listeners[1]
    for _ in range(served.service.settings.largest_queue + 1):
        slow.send("x")
    assert slow.too_slow.is_set()
    assert north.ask("why", option=["bid", "x"])["type"] == "why"


def test_a_hundred_broken_lines(served: Served) -> None:
    """R6: the line breaks before or after the answer, without a word; everything counts once."""
    told = served.create()
    keys = {seat["seat"]: seat["token"] for seat in told["seats"]}
    chance, sent = Random(6), 0
    pending: dict[str, dict[str, object]] = {}
    for _ in range(100):
        seat = chance.choice(list(keys))
        player = served.sit(told["match"], keys[seat])
        again = pending.pop(seat, None)
        if again is not None:
            player.send(**again)
            assert player.wait_for("accepted", "refused")["type"] == "accepted"
            player.wait_step(served.http.get(f"/api/matches/{told['match']}").json()["step"])
        if options := [option for option in player.options() if option != ["sell"]]:
            message = player.choosing(chance.choice(options))
            player.send(**message)
            sent += 1
            if chance.random() < 0.5:
                assert player.wait_for("accepted", "refused")["type"] == "accepted"
            else:
                pending[seat] = message
        player.line.socket.shutdown(socket.SHUT_RDWR)
    for seat, message in pending.items():
        player = served.sit(told["match"], keys[seat])
        player.send(**message)
        assert player.wait_for("accepted", "refused")["type"] == "accepted"
    assert sent > 20
    assert served.truth(told["match"]).version == sent
