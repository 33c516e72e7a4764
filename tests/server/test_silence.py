"""Silence has a limit: connections that say nothing, slow heads, slow bodies, sockets that answer no ping."""

from __future__ import annotations

import base64
import secrets
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.server.guard import network_of
from sandtable.server.settings import Settings
from tests.server.served import Served, serving, turned_away

FAST = Settings(silence=0.5, slowest_body=0.5, ping=0.5)


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path, FAST) as served:
        yield served


def closed_after(line: socket.socket, drip: bytes = b"") -> float:
    """The seconds until the server closes a line on which at most single bytes come."""
    begun = time.monotonic()
    line.settimeout(0.1)
    while time.monotonic() - begun < 25:
        try:
            if line.recv(65536) == b"":
                return time.monotonic() - begun
        except TimeoutError:
            pass
        except OSError:
            return time.monotonic() - begun
        if drip:
            try:
                line.send(drip)
            except OSError:
                return time.monotonic() - begun
    raise AssertionError("the line stays open")


@pytest.mark.parametrize(
    ("first", "drip"),
    [
        (b"", b""),
        (b"GET /api/games HTTP/1.1\r\nHost: x\r\nX: ", b"y"),
        (
            b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
            b" ",
        ),
    ],
    ids=["silent", "slow head", "slow body"],
)
def test_who_says_nothing_or_too_little_is_dropped(quick: Served, first: bytes, drip: bytes) -> None:
    with socket.create_connection(("127.0.0.1", quick.port)) as line:
        line.sendall(first)
        assert closed_after(line, drip) < 5


def test_a_slow_second_head_is_dropped_too(quick: Served) -> None:
    with socket.create_connection(("127.0.0.1", quick.port)) as line:
        line.sendall(b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"200 OK" in line.recv(65536)
        line.sendall(b"GET /api/health HTTP/1.1\r\nX: ")
        assert closed_after(line, b"y") < 5


def test_a_socket_that_does_not_enter_is_turned_away(quick: Served) -> None:
    told = quick.create()
    with _upgraded(quick, told["match"]) as line:
        assert closed_after(line) < 20, "told so, and then cut off when nothing is answered to that"


def test_a_socket_that_answers_no_ping_is_dropped(quick: Served) -> None:
    told = quick.create()
    with _upgraded(quick, told["match"]) as line:
        line.sendall(b"\x81\x90\0\0\0\0" + b'{"type":"enter"}')  # a masked frame with the first message
        assert closed_after(line) < 20
    assert quick.http.get("/api/health").json()["sockets"] == 0


def _upgraded(served: Served, match: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", served.port))
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    head = f"GET /api/matches/{match}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    line.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    line.settimeout(60)
    assert b"101" in line.recv(4096)
    return line


def test_who_plays_slowly_is_not_dropped(quick: Served) -> None:
    told, north, _ = quick.both()
    for _ in range(4):
        time.sleep(0.4)
        north.line.ping()
    assert north.choose()["type"] == "accepted"
    assert told["match"]


def test_keys_in_addresses_are_refused(served: Served) -> None:
    told = served.create()
    address = f"ws://127.0.0.1:{served.port}/api/matches/{told['match']}/live?key={told['owner']}"
    said, code = turned_away(address, told["owner"])
    assert (said["status"], code) == (400, 4400)
    assert served.http.get(f"/api/matches?key={told['owner']}").status_code == 400
    assert "#key=" in told["owner_link"]
    assert "?" not in told["owner_link"]


# -- addresses ---------------------------------------------------------------------------------------------------------


def test_addresses_are_counted_by_subscriber() -> None:
    assert network_of("203.0.113.9") == "203.0.113.9"
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::9") != network_of("2001:db8:1:2::9")
    assert network_of("::ffff:203.0.113.9") == "203.0.113.9"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("nonsense" * 20) == ("nonsense" * 20)[:64]


def test_a_trusted_proxy_tells_the_address_and_nobody_else_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path, Settings(requests_per_minute=3)) as served:
        for last in range(8):
            forwarded = {"x-forwarded-for": f"198.51.100.{last}"}
            assert served.http.get("/api/health", headers=forwarded).status_code == 200
        told = [served.http.get("/api/health", headers={"x-forwarded-for": f"2001:db8::{n}"}) for n in range(1, 6)]
        assert [answer.status_code for answer in told] == [200, 200, 200, 429, 429]
    assert [record.facts["address"] for record in caplog.records] == ["2001:db8::/64"]  # type: ignore[attr-defined]
    monkeypatch.setenv("SANDTABLE_TRUSTED_PROXIES", "10.0.0.0/8")
    assert Settings.from_environment().trusted_proxies == ("10.0.0.0/8",)
    with serving(tmp_path, Settings(trusted_proxies=("10.0.0.0/8",), requests_per_minute=3)) as served:
        told = [served.http.get("/api/health", headers={"x-forwarded-for": f"198.51.100.{n}"}) for n in range(5)]
        assert [answer.status_code for answer in told] == [200, 200, 200, 429, 429]


def test_wrong_keys_are_logged_with_the_address_and_without_the_key(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    told = served.create()
    wrong = "k" * 43
    address = f"/api/matches/{told['match']}/journal"
    asked = {"authorization": f"Bearer {wrong}", "x-forwarded-for": "198.51.100.77"}
    assert served.http.get(address, headers=asked).status_code == 401
    records = [record for record in caplog.records if getattr(record, "facts", {}).get("limit") == "wrong key"]
    assert [record.facts["address"] for record in records] == ["198.51.100.77"]  # type: ignore[attr-defined]
    assert wrong not in caplog.text
