"""Notices by apprise: off by default, only services at hosts of their own, confirmed before anything else is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from apprise.plugins.discord import NotifyDiscord

from sandtable.server.notices.channels.other import Other, fixed_hosts
from tests.server.receivers import PushService
from tests.server.served import Served
from tests.server.test_accounts import browser, set_to, signed_up
from tests.server.test_notices import PUBLIC, until

DISCORD = f"discord://{'1' * 18}/{'a' * 30}"


@pytest.fixture
def telling(tmp_path: Path, push_service: PushService, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server that allows Discord, which is on this machine for once."""
    monkeypatch.setattr(NotifyDiscord, "notify_url", f"{push_service.host}/hook")
    more = {"notice_schemes": ("discord", "json"), "public_address": PUBLIC, "notice_tick": 0.05}
    with set_to(tmp_path, **more) as served:
        yield served


def test_a_service_is_asked_first_and_told_then(telling: Served, push_service: PushService) -> None:
    client = signed_up(telling)
    assert client.post("/api/notices/services", json={"address": DISCORD}).status_code == 200
    until(lambda: len(push_service.requests) == 1)
    asking = json.loads(push_service.requests[0][1])["content"]
    assert client.post("/api/notices/test").status_code == 409, "nothing else goes there before"
    token = asking.partition("#confirm=")[2].split()[0]
    assert browser(telling).post("/api/notices/confirm", json={"token": token}).status_code == 200
    (place,) = client.get("/api/notices").json()["places"]
    assert (place["label"], place["confirmed"]) == ("discord://…", True)
    assert client.post("/api/notices/test").status_code == 200
    until(lambda: len(push_service.requests) == 2)
    assert "Your notices will arrive here." in json.loads(push_service.requests[1][1])["content"]


@pytest.mark.parametrize(
    "address",
    [
        "json://127.0.0.1:8000/api",
        "jsons://localhost",
        "ntfy://localhost/x",
        "mailto://user:pass@internal.example",
        "file:///etc/passwd",
        "tgram://123456789:abcdefg_hijklmnop/12315544/",
        f"{DISCORD}?avatar_url=http://127.0.0.1/",
        f"{DISCORD} json://127.0.0.1",
        "discord://",
        "",
    ],
)
def test_nobody_makes_the_server_call_another_machine(telling: Served, push_service: PushService, address: str) -> None:
    """OWASP A10: server-side request forgery, also where the operator has named a service with any host."""
    answer = signed_up(telling).post("/api/notices/services", json={"address": address})
    assert answer.status_code == 422
    assert push_service.requests == []


def test_it_is_off_unless_the_operator_allows_it(served: Served) -> None:
    client = signed_up(served)
    assert client.post("/api/notices/services", json={"address": DISCORD}).status_code == 422
    assert "other" not in client.get("/api/notices").json()["channels"]


def test_services_with_a_host_of_ones_choice_are_left_out(caplog: pytest.LogCaptureFixture) -> None:
    assert fixed_hosts(["tgram", "json", "ntfy", "nonsense", "discord"]) == ["tgram", "discord"]
    assert caplog.text.count("service for notices not allowed") == 3
    assert Other(["discord"], PUBLIC).allows(DISCORD)
