"""Browser push: encrypted and signed, to known push services only, shown once, forgotten when the browser is gone."""

from __future__ import annotations

import time
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from sandtable.server.notices import writing
from sandtable.server.notices.channels.push import is_allowed
from sandtable.server.settings import PUSH_HOSTS
from tests.server.receivers import PushService
from tests.server.served import Served
from tests.server.test_accounts import set_to, signed_up
from tests.server.test_notices import seated, until


@pytest.fixture
def pushing(tmp_path: Path, push_service: PushService) -> Iterator[Served]:
    hosts = (*PUSH_HOSTS, push_service.host)
    with set_to(tmp_path, push_hosts=hosts, notice_tick=0.05, notice_retry=0.2) as served:
        yield served


def test_a_browser_is_told_what_only_it_can_read(pushing: Served, push_service: PushService) -> None:
    client = signed_up(pushing)
    assert client.post("/api/notices/push", json=push_service.subscription).status_code == 200
    assert client.post("/api/notices/test").json() == {"addresses": 1}
    until(lambda: len(push_service.requests) == 1)
    headers, body = push_service.requests[0]
    told = push_service.read(body)
    assert (told["title"], told["path"]) == ("A test from Sandtable", "/account")
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 0
    scheme, _, parts = headers["authorization"].partition(" ")
    token, key = (part.strip().partition("=")[2] for part in parts.split(","))
    assert scheme.lower() == "vapid"
    assert key == client.get("/api/notices").json()["push_key"]
    point = urlsafe_b64decode(key + "=" * (-len(key) % 4))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    audience = push_service.host.rpartition(":")[0]  # real services are at the usual port
    claims = jwt.decode(token, public, algorithms=["ES256"], audience=audience)
    assert claims["sub"] == "mailto:table@localhost"
    assert claims["exp"] - time.time() <= 86400


def test_a_turn_is_pushed(pushing: Served, push_service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "WAIT", timedelta(0))
    client = signed_up(pushing)
    client.post("/api/notices/push", json=push_service.subscription)
    told = pushing.create()
    seated(pushing, client, told["seats"][0])
    pushing.sit(told["match"], told["seats"][1]["token"]).choose()
    until(lambda: len(push_service.requests) == 1)
    said = push_service.read(push_service.requests[0][1])
    assert (said["title"], said["path"]) == ("Pearls: It is your turn.", f"/match/{told['match']}")


def test_a_busy_service_is_asked_again_with_the_same_id(pushing: Served, push_service: PushService) -> None:
    client = signed_up(pushing)
    client.post("/api/notices/push", json=push_service.subscription)
    push_service.answer = 503
    client.post("/api/notices/test")
    until(lambda: len(push_service.requests) >= 2)
    push_service.answer = 201
    until(lambda: client.get("/api/account/export").json()["deliveries"][0]["state"] == "sent")
    assert len({push_service.read(body)["id"] for _, body in push_service.requests}) == 1, "the browser shows it once"


def test_a_browser_that_is_gone_is_forgotten(pushing: Served, push_service: PushService) -> None:
    client = signed_up(pushing)
    client.post("/api/notices/push", json=push_service.subscription)
    push_service.answer = 410
    client.post("/api/notices/test")
    until(lambda: client.get("/api/notices").json()["places"] == [])


def test_a_browser_tells_only_who_signed_in_there_last(pushing: Served, push_service: PushService) -> None:
    ada, ben = signed_up(pushing, "Ada"), signed_up(pushing, "Ben")
    for client in (ada, ben):
        assert client.post("/api/notices/push", json=push_service.subscription).status_code == 200
    assert ada.get("/api/notices").json()["places"] == []
    assert len(ben.get("/api/notices").json()["places"]) == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://localhost:9100/metrics",
        "https://[::1]/x",
        "https://169.254.169.254/latest/meta-data",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com/x",
        "https://push.apple.com.evil.example/x",
        "file:///etc/passwd",
        "https://[bad",
        "gopher://fcm.googleapis.com/x",
    ],
)
def test_the_server_calls_no_host_that_a_visitor_names(served: Served, endpoint: str) -> None:
    """OWASP A10: server-side request forgery."""
    assert not is_allowed(endpoint, PUSH_HOSTS)
    keys = {"p256dh": "x", "auth": "y"}
    answer = signed_up(served).post("/api/notices/push", json={"endpoint": endpoint, "keys": keys})
    assert answer.status_code == 422


def test_known_services_are_allowed() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/x",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://wns2-par02p.notify.windows.com/w/?token=x",
    ):
        assert is_allowed(endpoint, PUSH_HOSTS)


def test_keys_that_are_none_are_refused(pushing: Served, push_service: PushService) -> None:
    client = signed_up(pushing)
    good = push_service.subscription
    for wrong in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "not base64!"}):
        answer = client.post("/api/notices/push", json=good | {"keys": good["keys"] | wrong})
        assert answer.status_code == 422


def test_the_operator_can_switch_it_off(tmp_path: Path, push_service: PushService) -> None:
    with set_to(tmp_path, push_hosts=()) as served:
        client = signed_up(served)
        assert client.get("/api/notices").json()["push_key"] == ""
        assert client.post("/api/notices/push", json=push_service.subscription).status_code == 409


def test_the_key_of_the_server_stays(tmp_path: Path) -> None:
    keys = []
    for name in ("Ada", "Ben"):
        with set_to(tmp_path) as served:
            keys.append(signed_up(served, name).get("/api/notices").json()["push_key"])
    assert keys[0] == keys[1], "browsers that subscribed know this one"
