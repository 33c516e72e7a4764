"""Every route for every role, against a table; a route without a row fails."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from sandtable.server.app import build
from sandtable.server.database import Database
from sandtable.server.settings import Settings
from tests.server.served import Served, serving, turned_away

ROLES = ("nobody", "stranger", "other seat", "seat", "owner")
# method, route, body, and the status for each role: without a key, with a key of another match, the keys of this one
TABLE: list[tuple[str, str, Any, tuple[int, int, int, int, int]]] = [
    ("GET", "/api/health", None, (200, 200, 200, 200, 200)),
    ("GET", "/api/ready", None, (200, 200, 200, 200, 200)),
    ("GET", "/api/openapi.json", None, (200, 200, 200, 200, 200)),
    ("GET", "/api/games", None, (200, 200, 200, 200, 200)),
    ("GET", "/api/games/{game}", None, (200, 200, 200, 200, 200)),
    ("GET", "/api/games/{game}/seats", None, (200, 200, 200, 200, 200)),
    ("GET", "/api/games/{game}/board/{hash}", None, (404, 404, 404, 404, 404)),
    ("GET", "/api/games/{game}/names/{hash}", None, (404, 404, 404, 404, 404)),
    ("GET", "/api/games/{game}/rules", None, (200, 200, 200, 200, 200)),
    ("GET", "/api/games/{game}/look", None, (200, 200, 200, 200, 200)),
    ("GET", "/api/games/{game}/lesson", None, (404, 404, 404, 404, 404)),  # pearls has none
    ("POST", "/api/matches", {"game": "pearls"}, (201, 201, 201, 201, 201)),
    ("POST", "/api/matches/{match}/analysis", {"seat": "south"}, (403, 401, 403, 201, 201)),
    ("GET", "/api/matches", None, (200, 200, 200, 200, 200)),
    ("GET", "/api/matches/{match}", None, (200, 200, 200, 200, 200)),
    # Nobody has sat down yet: to the owner it is a match of his own.
    ("GET", "/api/matches/{match}/save", None, (409, 401, 409, 409, 200)),
    ("GET", "/api/matches/{match}/report", None, (200, 401, 200, 200, 200)),
    ("GET", "/api/matches/{match}/report?seat=south", None, (403, 401, 403, 200, 200)),
    ("POST", "/api/matches/import", {}, (422, 422, 422, 422, 422)),
    ("GET", "/api/matches/{match}/ending", None, (409, 409, 409, 409, 409)),
    ("GET", "/api/matches/{match}/evaluation", None, (409, 401, 409, 409, 409)),
    ("GET", "/api/matches/{match}/evaluation?seat=south", None, (403, 401, 403, 409, 409)),
    # Nobody has sat down yet, so nobody plays against anybody (tests/server/test_advice.py).
    ("POST", "/api/matches/{match}/advice", {"seat": "south"}, (403, 401, 403, 200, 200)),
    ("PUT", "/api/matches/{match}/advice", {"seat": "south", "agree": True}, (403, 401, 403, 200, 200)),
    ("GET", "/api/matches/{match}/journal", None, (200, 401, 200, 200, 200)),
    ("GET", "/api/matches/{match}/journal?seat=south", None, (403, 401, 403, 200, 200)),
    ("PUT", "/api/matches/{match}/seats/{seat}", {"name": "Ada"}, (401, 401, 403, 200, 200)),
    ("PUT", "/api/matches/{match}/seats/{seat}", {"new_link": True}, (401, 401, 403, 403, 200)),
    ("POST", "/api/matches/{match}/close", None, (401, 401, 403, 403, 200)),
    ("GET", "/api/people/{name}", None, (404, 404, 404, 404, 404)),  # tests/server/test_profiles.py
    ("GET", "/api/lobby", None, (200, 200, 200, 200, 200)),
    # Nothing is offered in this match (tests/server/test_lobby.py).
    ("POST", "/api/matches/{match}/join", {"seat": "south"}, (409, 409, 409, 409, 409)),
    ("POST", "/api/matches/{match}/decline", None, (401, 401, 401, 401, 401)),
    ("POST", "/api/matches/{match}/rematch", None, (403, 401, 409, 409, 409)),
    # This match has no clock (tests/server/test_clocks.py).
    ("POST", "/api/matches/{match}/claim", {"seat": "south"}, (409, 401, 409, 409, 409)),
    ("POST", "/api/matches/{match}/vacation", {"seat": "south", "days": 1}, (403, 401, 403, 409, 409)),
    ("POST", "/api/matches/{match}/resign", {"seat": "south"}, (403, 401, 403, 200, 409)),
    ("GET", "/api/matches/{match}/orders?seat=south", None, (403, 401, 403, 200, 200)),
    ("PUT", "/api/matches/{match}/orders", {"seat": "south", "orders": [{}]}, (403, 401, 403, 200, 200)),
    ("PUT", "/api/matches/{match}/seats/{seat}", {"open": True}, (401, 401, 403, 403, 200)),
    # Spectators talk when they are signed in (tests/server/test_talk.py).
    ("GET", "/api/matches/{match}/talk", None, (200, 401, 200, 200, 200)),
    ("POST", "/api/matches/{match}/talk", {"text": "Hello", "id": "1"}, (403, 401, 201, 201, 201)),
    ("PUT", "/api/matches/{match}/talk/{line}/mute", {"mute": True}, (403, 401, 404, 404, 404)),
    ("POST", "/api/matches/{match}/talk/{line}/report", {"why": ""}, (403, 401, 404, 404, 404)),
    ("GET", "/api/matches/{match}/notes?seat=south", None, (403, 401, 403, 200, 200)),
    ("PUT", "/api/matches/{match}/notes", {"seat": "south", "step": 0, "text": "!"}, (403, 401, 403, 200, 200)),
    # Tournaments have nothing to do with keys either (tests/server/tournaments).
    ("GET", "/api/tournaments", None, (200, 200, 200, 200, 200)),
    ("POST", "/api/tournaments", {"title": "A", "game": "pearls", "kind": "swiss"}, (401, 401, 401, 401, 401)),
    ("GET", "/api/tournaments/{tournament}", None, (404, 404, 404, 404, 404)),
    ("POST", "/api/tournaments/{tournament}/join", None, (401, 401, 401, 401, 401)),
    ("POST", "/api/tournaments/{tournament}/withdraw", {}, (401, 401, 401, 401, 401)),
    ("POST", "/api/tournaments/{tournament}/invite", {"name": "Ada"}, (401, 401, 401, 401, 401)),
    ("POST", "/api/tournaments/{tournament}/start", None, (401, 401, 401, 401, 401)),
    ("POST", "/api/tournaments/{tournament}/decide", {}, (401, 401, 401, 401, 401)),
    ("POST", "/api/tournaments/{tournament}/end", None, (401, 401, 401, 401, 401)),
    # Accounts have nothing to do with keys: whoever is not signed in is told so (tests/server/test_accounts.py).
    ("GET", "/api/account", None, (200, 200, 200, 200, 200)),
    ("POST", "/api/account", {"name": "A", "password": ""}, (422, 422, 422, 422, 422)),
    ("PUT", "/api/account", {"password": ""}, (401, 401, 401, 401, 401)),
    ("POST", "/api/account/remove", {"password": ""}, (401, 401, 401, 401, 401)),
    ("GET", "/api/account/export", None, (401, 401, 401, 401, 401)),
    ("POST", "/api/account/claim", {"keys": []}, (401, 401, 401, 401, 401)),
    # Without a public address there are no passkeys here (tests/server/test_passkeys.py).
    ("POST", "/api/passkeys/challenge", {"purpose": "sign in"}, (409, 409, 409, 409, 409)),
    ("POST", "/api/session/passkey", {"passkey": {}}, (409, 409, 409, 409, 409)),
    ("POST", "/api/account/passkey", {"passkey": {}, "name": "Ada"}, (409, 409, 409, 409, 409)),
    ("POST", "/api/passkeys", {"passkey": {}}, (401, 401, 401, 401, 401)),
    ("PUT", "/api/passkeys/{passkey}", {"name": "Phone"}, (401, 401, 401, 401, 401)),
    ("POST", "/api/passkeys/{passkey}/remove", {}, (401, 401, 401, 401, 401)),
    ("POST", "/api/session", {"name": "Ada", "password": ""}, (401, 401, 401, 401, 401)),
    ("DELETE", "/api/session", None, (200, 200, 200, 200, 200)),
    ("DELETE", "/api/sessions", None, (200, 200, 200, 200, 200)),
    ("POST", "/api/password/forgotten", {"name": "Ada"}, (409, 409, 409, 409, 409)),
    ("POST", "/api/password", {"ticket": "", "password": "a long password"}, (403, 403, 403, 403, 403)),
    # The same holds for notices; links of letters need no account (tests/server/test_notices.py).
    ("GET", "/api/notices", None, (401, 401, 401, 401, 401)),
    ("PUT", "/api/notices", {}, (401, 401, 401, 401, 401)),
    ("POST", "/api/notices/test", None, (401, 401, 401, 401, 401)),
    ("POST", "/api/notices/email", None, (401, 401, 401, 401, 401)),
    ("POST", "/api/notices/confirm", {"token": "guessed"}, (403, 403, 403, 403, 403)),
    ("POST", "/api/notices/push", {}, (401, 401, 401, 401, 401)),
    ("POST", "/api/notices/services", {"address": "json://x"}, (401, 401, 401, 401, 401)),
    ("GET", "/api/turns", None, (401, 401, 401, 401, 401)),
    ("POST", "/api/calendar", None, (401, 401, 401, 401, 401)),
    ("DELETE", "/api/calendar", None, (401, 401, 401, 401, 401)),
    ("GET", "/api/calendar.ics", None, (404, 404, 404, 404, 404)),
    ("DELETE", "/api/notices/places/{place}", None, (401, 401, 401, 401, 401)),
    ("POST", "/api/notices/unsubscribe", None, (403, 403, 403, 403, 403)),
    ("GET", "/", None, (503, 503, 503, 503, 503)),  # the client is not built in this test
    ("GET", "/match/{match}", None, (503, 503, 503, 503, 503)),
    ("GET", "/new/{game}", None, (503, 503, 503, 503, 503)),
    ("GET", "/rules/{game}", None, (503, 503, 503, 503, 503)),
    ("GET", "/people/{game}", None, (503, 503, 503, 503, 503)),
    ("GET", "/tournaments", None, (503, 503, 503, 503, 503)),
    ("GET", "/tournaments/{game}", None, (503, 503, 503, 503, 503)),
    ("GET", "/lobby", None, (503, 503, 503, 503, 503)),
    ("GET", "/account", None, (503, 503, 503, 503, 503)),
    ("GET", "/about", None, (503, 503, 503, 503, 503)),
    ("GET", "/about/{game}", None, (503, 503, 503, 503, 503)),
    ("GET", "/{name}", None, (404, 404, 404, 404, 404)),
]
# what a websocket of each role may do
LIVE = {"nobody": (1, 403), "stranger": (0, 4401), "other seat": (1, 403), "seat": (1, 200), "owner": (1, 200)}


def keys(served: Served) -> tuple[str, dict[str, str]]:
    told, other = served.create(), served.create()
    tokens = [seat["token"] for seat in told["seats"]]
    return told["match"], dict(zip(ROLES, ("", other["owner"], tokens[0], tokens[1], told["owner"]), strict=True))


@pytest.mark.parametrize(("method", "route", "body", "expected"), TABLE, ids=[f"{r[0]} {r[1]}" for r in TABLE])
def test_every_role(served: Served, method: str, route: str, body: Any, expected: tuple[int, ...]) -> None:
    match, held = keys(served)
    address = route.format(
        game="pearls",
        match=match,
        seat="south",
        name="nowhere.js",
        hash="0123",
        line=1,
        place="p",
        passkey="none",
        tournament="none",
    )
    for role, status in zip(ROLES, expected, strict=True):
        headers = {"authorization": f"Bearer {held[role]}"} if held[role] else {}
        answer = served.http.request(method, address, json=body, headers=headers)
        assert answer.status_code == status, f"{role}: {answer.text}"
        if status >= 400 and status != 503:
            assert set(answer.json()) == {"error", "rule"}


def test_every_route_has_a_row(tmp_path: Path) -> None:
    app = build(Database(str(tmp_path / "routes.db"))).app
    paths = {(method, path) for path, methods in _routes(app) for method in methods}
    rows = {(method, route.partition("?")[0]) for method, route, _, _ in TABLE}
    assert paths == rows | {("WS", "/api/matches/{match}/live")}


def _routes(app: Any) -> list[tuple[str, set[str]]]:
    found = []
    for route in app.routes:
        path = re.sub(r"\{_?(\w+):\w+\}", r"{\1}", route.path_format)
        path = re.sub(r"\{_?id\}", "{match}" if "/match/" in path else "{game}", path)
        methods = {"WS"} if route.scope_type.value == "websocket" else set(route.methods) - {"OPTIONS", "HEAD"}
        found.append((path, methods))
    return found


@pytest.mark.parametrize("role", ROLES)
def test_the_websocket_for_every_role(served: Served, role: str) -> None:
    match, held = keys(served)
    may_enter, acts = LIVE[role]
    if not may_enter:
        told, code = turned_away(f"ws://127.0.0.1:{served.port}/api/matches/{match}/live", held[role])
        assert (told["status"], code) == (401, acts)
        return
    player = served.sit(match, held[role])
    messages: list[tuple[str, dict[str, Any], int]] = [
        ("choose", {"step": 0, "option": ["bid", "x"]}, 422),
        ("undo", {}, 409),
        ("redo", {}, 409),
        ("ask_undo", {"to_step": 0}, 409),
        ("agree_undo", {"agree": True}, 409),
    ]
    for kind, more, status in messages:
        assert player.ask(kind, seat="south", **more)["status"] == (403 if acts == 403 else status)
    for kind in ("why", "odds"):
        answer = player.ask(kind, option=["bid", "x"], seat="south")
        assert answer.get("status", 200) in ((403,) if acts == 403 else (200, 422))
    answer = player.ask("at", step=0, seat="south")
    assert answer.get("status", 200) == acts


def test_an_unknown_match_is_404_for_everyone(served: Served) -> None:
    for address in ("", "/save", "/journal", "/seats/north"):
        for key in ("", "nonsense"):
            headers = {"authorization": f"Bearer {key}"} if key else {}
            method = "PUT" if "seats" in address else "GET"
            answer = served.http.request(method, f"/api/matches/nope{address}", headers=headers, json={})
            assert answer.status_code == 404
    told, code = turned_away(f"ws://127.0.0.1:{served.port}/api/matches/nope/live")
    assert (told["error"], code) == ("There is no such match.", 4404)


def test_pages_of_other_sites_are_refused(served: Served) -> None:
    told = served.create()
    address = f"ws://127.0.0.1:{served.port}/api/matches/{told['match']}/live"
    for origin in ("https://evil.example", f"http://127.0.0.1:{served.port + 1}", "null"):
        with pytest.raises(InvalidStatus, match="403"), connect(address, origin=Origin(origin)):
            pass
        answer = served.http.post("/api/matches", json={"game": "pearls"}, headers={"origin": origin})
        assert answer.status_code == 403
    own = f"http://127.0.0.1:{served.port}"
    with connect(address, origin=Origin(own)) as line:
        line.send('{"type": "enter"}')
        assert "hello" in str(line.recv(60))
    assert served.http.post("/api/matches", json={"game": "pearls"}, headers={"origin": own}).status_code == 201


def test_an_origin_can_be_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_ORIGINS", "https://table.example.org/, https://other.example.org")
    with serving(tmp_path, Settings.from_environment()) as served:
        headers = {"origin": "https://table.example.org"}
        assert served.http.post("/api/matches", json={"game": "pearls"}, headers=headers).status_code == 201


def test_my_matches_are_those_of_my_keys(served: Served) -> None:
    told, other = served.create(), served.create(seats={"south": "greedy"})
    served.create()
    mine = served.http.get(
        "/api/matches", headers={"sandtable-keys": f"{told['seats'][1]['token']}, {other['owner']},nonsense"}
    )
    assert sorted((m["match"], m["seat"], m["your_turn"]) for m in mine.json()) == sorted(
        [
            (told["match"], "south", True),
            (other["match"], "north", True),
        ]
    )
    assert len(mine.json()) == 2
    assert all("South" in m["waiting_for"] or "North" in m["waiting_for"] for m in mine.json())
    assert all({"heading", "phase"} <= set(m) for m in mine.json())
    assert served.http.get("/api/matches").json() == []
    assert served.http.get("/api/matches", headers={"sandtable-keys": "x," * 51}).status_code == 400
