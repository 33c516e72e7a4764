"""Bad input: one clear sentence, the right status, nothing changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.settings import Settings
from tests.server.served import Served, serving, turned_away

JSON = {"content-type": "application/json"}
MATCHES: list[tuple[Any, int, str]] = [
    ({"game": "perls"}, 400, "There is no game 'perls'; did you mean 'pearls'?"),
    ({"game": "pearls", "options": {"cards": 9}}, 400, "cards can't be '9'; choose 1, 2 or 3."),
    ({"game": "pearls", "options": {"colour": 1}}, 400, "Pearls has no option 'colour'; choose cards."),
    (
        {"game": "pearls", "seats": {"east": "human"}},
        400,
        "There is no seat 'east' in this game; choose north or south.",
    ),
    ({"game": "pearls", "seats": {"north": "deep"}}, 400, "'deep' can't play a seat; choose human"),
    ({"game": "pearls", "names": {"east": "Ada"}}, 400, "There is no seat 'east'"),
    ({"game": "pearls", "names": {"north": "x" * 65}}, 400, "The server didn't understand this request: "),
    ({"game": "pearls", "seed": "0" * 64}, 400, "unknown field `seed`"),
    ({"game": "pearls", "pace": "fast"}, 400, "The server didn't understand this request: "),
    ({}, 400, "missing required field `game`"),
    ([], 400, "The server didn't understand this request: "),
    ("pearls", 400, "The server didn't understand this request: "),
]


@pytest.mark.parametrize(("body", "status", "sentence"), MATCHES, ids=lambda value: str(value)[:40])
def test_a_match_that_cannot_be_founded(served: Served, body: Any, status: int, sentence: str) -> None:
    answer = served.http.post("/api/matches", json=body)
    assert answer.status_code == status
    assert sentence in answer.json()["error"]


RAW: list[tuple[bytes, dict[str, str], int]] = [
    (b"{", JSON, 400),
    (b"", JSON, 400),
    (b"\xff\xfe", JSON, 400),
    (b"[" * 30_000, JSON, 400),
    (b'{"game": ' + b"9" * 5000 + b"}", JSON, 400),
    (b"game=pearls", {"content-type": "application/x-www-form-urlencoded"}, 415),
    (b"{}", {"content-type": "text/plain"}, 415),
    (b"{}", {}, 415),
    (b'{"game": "pearls", "x": "' + b"x" * 70_000 + b'"}', JSON, 413),
]


@pytest.mark.parametrize(("body", "headers", "status"), RAW, ids=lambda value: str(value)[:30])
def test_bodies_that_are_none(served: Served, body: bytes, headers: dict[str, str], status: int) -> None:
    answer = served.http.post("/api/matches", content=body, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".")


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/games/nothing", 404),
        ("GET", "/api/games/nothing/seats", 404),
        ("GET", "/api/games/nothing/rules", 404),
        ("GET", "/api/games/pearls/seats?cards=9", 400),
        ("GET", "/api/games/pearls/seats?colour=red", 400),
        ("DELETE", "/api/matches", 405),
        ("POST", "/api/games", 405),
        ("GET", "/api/matches/" + "x" * 500, 404),
        ("GET", "/api/matches/%00", 404),
        ("GET", "/api/matches/..%2f..%2fetc", 404),
    ],
)
def test_addresses_that_are_none(served: Served, method: str, address: str, status: int) -> None:
    answer = served.http.request(method, address)
    assert answer.status_code == status
    assert answer.json()["error"].endswith((".", "?"))


FRAMES = [
    "",
    "{",
    "nonsense",
    "[]",
    "null",
    '{"type": "fly"}',
    '{"id": "x"}',
    '{"type": "choose"}',
    '{"type": "choose", "id": "", "step": 0, "option": ["x"]}',
    '{"type": "choose", "id": "x", "step": -1, "option": ["x"]}',
    '{"type": "choose", "id": "x", "step": 0, "option": []}',
    '{"type": "choose", "id": "x", "step": 0, "option": [["x"]]}',
    '{"type": "choose", "id": "x", "step": 0, "option": [1e400]}',
    '{"type": "choose", "id": "x", "step": 0, "option": [' + "9" * 5000 + "]}",
    '{"type": "choose", "id": "' + "x" * 65 + '", "step": 0, "option": ["x"]}',
    '{"type": "choose", "id": "x", "step": 0, "option": ' + "[" * 5000 + "}",
    '{"type": "ask_undo", "id": "x", "to_step": "0"}',
]


def test_frames_that_are_none_get_a_sentence_and_change_nothing(served: Served) -> None:
    told, north, _ = served.both()
    for frame in FRAMES:
        north.line.send(frame)
        refused = north.wait_for("refused")
        assert (refused["status"], refused["id"]) == (400, "")
        assert refused["error"].endswith(".")
    north.line.send(b"\xff\x00")
    assert north.wait_for("refused")["status"] == 400
    assert served.truth(told["match"]).version == 0
    assert north.choose()["type"] == "accepted"


def test_who_sends_only_nonsense_is_sent_away(served: Served) -> None:
    _, north, _ = served.both()
    for _ in range(21):
        north.line.send("nonsense")
    assert north.closed_with() == 4400


def test_an_oversized_frame_closes_with_1009(served: Served) -> None:
    told, north, south = served.both()
    north.line.send(json.dumps({"type": "ping", "x": "x" * 70_000}))
    assert north.closed_with() == 1009
    assert south.choose()["type"] == "accepted"
    assert served.truth(told["match"]).version == 1


def test_too_many_requests(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(requests_per_minute=5)) as served:
        answers = [served.http.get("/api/games") for _ in range(7)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert answers[-1].json() == {"error": "Too many requests. Wait a moment.", "rule": ""}


def test_too_many_matches(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(matches_per_hour=2)) as served:
        answers = [served.http.post("/api/matches", json={"game": "pearls"}).status_code for _ in range(3)]
        assert answers == [201, 201, 429]


@pytest.mark.parametrize("path", ["/api/matches/", "/api//matches", "/api/matches/import", "/api/tournaments"])
def test_no_other_address_makes_more_matches(tmp_path: Path, path: str) -> None:
    with serving(tmp_path, Settings(matches_per_hour=2)) as served:
        answers = [served.http.post(path, json={"game": "pearls"}).status_code for _ in range(3)]
        assert answers[2] == 429
        assert 429 not in answers[:2]


def test_too_many_tables(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(sockets_per_address=2)) as served:
        told, _, _ = served.both()
        refused, code = turned_away(f"ws://127.0.0.1:{served.port}/api/matches/{told['match']}/live")
        assert (refused["status"], code) == (429, 4429)


def test_every_answer_has_the_security_headers(served: Served) -> None:
    for address in ("/", "/api/games", "/api/nothing", "/assets/../x"):
        headers = served.http.get(address).headers
        assert "script-src 'self';" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/api/lobby?scenario=%00",
        "/api/lobby?game=%00",
        "/api/people/%00",
        "/api/people/Ada%00",
        "/api/tournaments/%00",
        "/api/matches/%00",
        "/api/games/%00/rules",
    ],
)
def test_a_letter_that_no_text_has_is_the_visitors_fault(address: str, tmp_path: Path, path: str) -> None:
    """PostgreSQL keeps no NUL in a text: it was told as a database that could not be read."""
    with serving(tmp_path, address=address) as served:
        answer = served.http.get(path)
        assert answer.status_code == (400 if "?" in path else 404), answer.text
