"""Abuse: whatever arrives, it gets a sentence or is sent away, changes nothing, and holds up nobody else."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from sandtable.server import messages, opening, room
from sandtable.server.database import Stopping
from sandtable.server.listener import Listener
from sandtable.server.match import Match
from sandtable.server.questions import answer
from sandtable.server.records import Commit, Holder, MatchSetup, Reply, Seat, Viewer, WorkOut
from sandtable.server.settings import Settings
from tests.server.bots import hang, slow_answer
from tests.server.served import Served, run_apart, serving
from tests.toys.pearls import GAME

# -- requests --------------------------------------------------------------------------------------------------------


def raw(served: Served, data: bytes, more: bytes = b"") -> bytes:
    """What is answered to these bytes; `more` is sent again and again until the line is closed."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as line:
        line.sendall(data)
        try:
            for _ in range(200 if more else 0):
                line.sendall(more)
            return line.recv(65536)
        except OSError:
            return b""


@pytest.mark.parametrize("origin", ["http://[", "http://[x]:y", "null", "http://evil\udcff"])
def test_an_origin_that_is_no_address_is_foreign(served: Served, origin: str) -> None:
    head = f"Host: 127.0.0.1\r\nOrigin: {origin}\r\n".encode(errors="surrogateescape")
    asked = b"POST /api/matches HTTP/1.1\r\n" + head + b"Content-Length: 0\r\n\r\n"
    assert b"another site" in raw(served, asked)
    if origin.isascii():
        with pytest.raises(InvalidStatus, match="403"):
            connect(f"ws://127.0.0.1:{served.port}/api/matches/x/live", additional_headers={"Origin": origin})


def test_a_head_without_an_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    """A silent line would be closed after ten minutes only: that the head was too long is what closes this one."""
    with serving(tmp_path, Settings(silence=600, slowest_body=600)) as served:
        answer = raw(served, b"GET /api/games HTTP/1.1\r\nHost: x\r\nX: ", b"y" * 65536)
        assert answer == b"" or b"400 Bad Request" in answer  # the rest may be thrown back before the answer is read
        assert served.http.get("/api/health").status_code == 200


def test_a_body_that_breaks_off_is_no_fault_of_ours(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "sandtable.server")
    head = b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{}"
    with socket.create_connection(("127.0.0.1", served.port), timeout=5) as line:
        line.sendall(head)
    facts: list[dict[str, Any]] = []
    while not facts:
        time.sleep(0.01)
        facts = [getattr(one, "facts", {}) for one in caplog.records if one.getMessage() == "request"]
    assert facts[0]["status"] == 400
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


# -- those who do not read -------------------------------------------------------------------------------------------


def test_who_does_not_read_is_not_heard_and_in_the_end_cut_off() -> None:
    async def play() -> None:
        listener = Listener(Holder(), Viewer(), Settings(largest_wait=2_000_000))
        table = "x" * 400_000
        listener.send(table)
        await asyncio.wait_for(listener.eased(), 1)
        listener.send(table)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(listener.eased(), 0.01)
        listener.sent(str(listener.frames.get_nowait()))
        await asyncio.wait_for(listener.eased(), 1)
        for _ in range(4):
            listener.send(table)
        assert not listener.too_slow.is_set()
        listener.send(table)
        assert listener.too_slow.is_set()
        assert listener.waits == 2_000_000

    run_apart(play())


def test_a_single_table_is_never_too_large() -> None:
    async def play() -> None:
        listener = Listener(Holder(), Viewer(), Settings(largest_wait=1000))
        listener.send("x" * 5000)
        assert not listener.too_slow.is_set()

    run_apart(play())


def test_what_was_sent_waits_no_more(served: Served) -> None:
    told, north, south = served.both()
    assert north.choose()["type"] == "accepted"
    for player in (north, south):
        player.wait_step(1)
        assert player.ask("at", step=0)["type"] == "at"
    deadline = time.monotonic() + 60
    while any(line.waits for line in served.service.rooms[told["match"]].listeners) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [line.waits for line in served.service.rooms[told["match"]].listeners] == [0, 0]


# -- those who ask much ----------------------------------------------------------------------------------------------


def test_those_who_ask_hold_up_nobody_who_plays(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "answer", slow_answer)
    told, north, _ = served.both()
    askers = [served.sit(told["match"]) for _ in range(6)]
    for asker in askers:
        asker.send(type="at", id="a", step=0)
    while not served.service.workers._under_way:
        time.sleep(0.01)
    assert north.choose()["type"] == "accepted"
    assert all("at" not in asker.kinds_so_far() for asker in askers), "the choice had to wait for those who ask"
    assert askers[0].wait_for("at")["step"] == 0
    for asker in askers:
        asker.close()


def test_a_question_that_fails_does_not_make_the_match_be_opened_anew(served: Served) -> None:
    told = served.create(game="faulty")
    north = served.sit(told["match"], told["owner"])
    north.choose(["ugly"])
    north.wait_step(1)
    before = served.truth(told["match"])
    assert north.ask("odds", option=["end", 1])["status"] == 500
    assert served.truth(told["match"]) is before
    assert north.choose(["end", 1])["type"] == "accepted"


def test_the_server_stops_while_a_long_match_is_being_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "play_again", hang)
    monkeypatch.setattr(opening, "_FEW", -1)
    with serving(tmp_path) as served:
        told = served.create()

        async def look() -> None:
            with pytest.raises(Stopping, match="Come back"):
                await (await served.service.room(told["match"])).look()

        assert served.service._sweeper is not None
        looking = asyncio.run_coroutine_threadsafe(look(), served.service._sweeper.get_loop())
        while not served.service.workers._under_way:
            time.sleep(0.01)
        time.sleep(1)
    looking.result(60)


# -- messages --------------------------------------------------------------------------------------------------------

Json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
TYPES = [
    "choose", "undo", "redo", "ask_undo", "agree_undo", "why", "odds", "at", "measure", "survey", "lines", "sit", "fly",
]  # fmt: skip
WORDS = ["bid", "polish", "sell", "card-1", "card-9", "north", "south", "table", "", "x", 0, 1, -1, 2**31]
Ids = st.sampled_from(["a", "b", "c"]) | st.text(max_size=66)
Some = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES)},
    optional={
        "id": Ids | Json,
        "seat": st.sampled_from(["", "north", "south", "east"]) | Json,
        "step": st.integers(-1, 6) | Json,
        "to_step": st.integers(-1, 6) | Json,
        "before": st.integers(-1, 6) | Json,
        "version": st.integers(-1, 6) | Json,
        "option": st.lists(st.sampled_from(WORDS), max_size=4) | Json,
        "agree": st.booleans() | Json,
        "a": st.sampled_from(WORDS) | Json,
        "b": st.sampled_from(WORDS) | Json,
        "about": st.sampled_from(WORDS) | Json,
    },
)
VIEWERS = [
    Viewer(),
    Viewer("north", ("north",)),
    Viewer("south", ("south",)),
    Viewer("north", ("north", "south")),
    Viewer("south", ()),
]


@settings(deadline=None, max_examples=1000 if os.environ.get("SANDTABLE_EFFORT") == "soak" else 20)
@given(st.lists(st.tuples(st.sampled_from(VIEWERS), Some), min_size=1, max_size=12))
def test_any_messages_in_any_order_are_answered_and_what_is_refused_changes_nothing(
    said: list[tuple[Viewer, dict[str, Any]]],
) -> None:
    options = GAME.settle({})
    setup = MatchSetup("m", GAME.id, options, GAME.version, GAME.data_version(), "7" * 64, "2026-11-15")
    match = Match(setup, [Seat("north", "North"), Seat("south", "South")])
    for viewer, content in said:
        try:
            message = messages.read_message(json.dumps(content))
        except messages.NotUnderstood:
            continue
        if isinstance(message, messages.Enter | messages.Sit | messages.AskTable | messages.Hurry | messages.Ping):
            continue
        before = match.version, match.position.digest()
        effects = match.handle(viewer, message)
        assert len([effect for effect in effects if isinstance(effect, Reply | WorkOut)]) == 1
        for effect in effects:
            if isinstance(effect, WorkOut):
                assert json.loads(answer(effect.inquiry))["id"] == message.id
        answers = [effect.message for effect in effects if isinstance(effect, Reply)]
        if not answers:
            continue
        assert messages.write_message(answers[0])
        if isinstance(answers[0], messages.NotAccepted):
            assert answers[0].status in (403, 404, 409, 422)
            assert answers[0].error.endswith((".", "?"))
        if not any(isinstance(effect, Commit) for effect in effects):
            assert (match.version, match.position.digest()) == before
        else:
            assert viewer.holds
            assert not isinstance(message, messages.Question)
