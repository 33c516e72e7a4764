"""An update of a house that is in use: accounts, a tournament, clocks and open pages of the version before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.server.database import NEWEST
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import Json, Player, client_of
from tests.server.test_update import Server, Version, before, choose, entries

LAST = "51c8f796"
"""The last version without the tables of claims."""
GAME = {"game": "airlift", "options": {"players": 2}}
CLOCK = {"kind": "move", "seconds": 86400 * 3, "vacation": 7}
PASSWORD = "correct horse battery"
NAMES = ("Ada", "Ben", "Cy", "Dora")
pytestmark = [
    pytest.mark.soak,
    pytest.mark.timeout(1800),
    pytest.mark.parametrize("before", [LAST], indirect=True, scope="module"),
]
__all__ = ["before"]


class House:
    """Four people with accounts, who come to whichever process there is."""

    def __init__(self) -> None:
        self.cookies: dict[str, httpx.Cookies] = {}

    def at(self, server: Server, name: str) -> httpx.Client:
        client = client_of(server.port)
        client.cookies.update(self.cookies.get(name, httpx.Cookies()))
        return client

    def sign_up(self, server: Server) -> None:
        for name in NAMES:
            with self.at(server, name) as client:
                answer = client.post("/api/account", json={"name": name, "password": PASSWORD})
                assert answer.status_code == 201, answer.text
                self.cookies[name] = client.cookies

    def call(self, server: Server, name: str, path: str, **body: Any) -> Json:
        with self.at(server, name) as client:
            answer = client.post(path, json=body)
            assert answer.status_code in (200, 201), answer.text
            told: Json = answer.json()
            return told

    def table(self, server: Server, name: str, match: str) -> Player:
        cookie = "; ".join(f"{one.name}={one.value}" for one in self.cookies[name].jar)
        return Player(f"ws://127.0.0.1:{server.port}/api/matches/{match}/live", headers={"cookie": cookie})


def _boards(server: Server, id: str) -> list[Json]:
    with client_of(server.port) as http:
        told = http.get(f"/api/tournaments/{id}").json()
    return [board for one in told["rounds"] for board in one["boards"]]


def _choose_at(house: House, server: Server, board: Json, times: int) -> None:
    """Those who are asked at a board choose so often in all."""
    for _ in range(times):
        for name in (board["first"], board["second"]):
            player = house.table(server, name, board["match"])
            if player.options():
                choose(player, 1)
            player.close()


def updated(before: Version, database: str) -> None:
    house, here = House(), Version()
    with before.serving(database) as old:
        house.sign_up(old)
        wanted = GAME | {"title": "Cup", "kind": "robin", "clock": CLOCK, "rated": True, "by_itself": True}
        cup = house.call(old, "Ada", "/api/tournaments", **wanted)["about"]["id"]
        for name in NAMES:
            house.call(old, name, f"/api/tournaments/{cup}/join")
        house.call(old, "Ada", f"/api/tournaments/{cup}/start")
        boards = _boards(old, cup)
        for board in boards:
            _choose_at(house, old, board, 2)
        page = house.table(old, boards[0]["first"], boards[0]["match"])
        shown, made = page.shown, page.hello["client"]
        old.ask_to_stop()
        assert page.closed_with() == 1012, "a page is told to come back"
    written = entries(database)
    assert f"to {NEWEST}" in here.run("db", "upgrade", "--db", database)
    with here.serving(database) as new:
        assert entries(database) == written
        page = house.table(new, boards[0]["first"], boards[0]["match"])
        assert page.hello["client"] != made, "by this a page knows that it is old, and says so"
        assert page.shown["step"] == shown["step"]
        assert page.wait_for("clock")["running"], "the clock runs on"
        page.close()
        for board in boards:
            _choose_at(house, new, board, 2)
        assert entries(database) > written
        with house.at(new, boards[0]["first"]) as leaver:
            assert leaver.post("/api/account/remove", json={"password": PASSWORD}).status_code == 200
        loser = boards[1]["second"]
        with client_of(new.port) as http:
            seats = http.get(f"/api/matches/{boards[1]['match']}").json()["seats"]
        seat = next(one["seat"] for one in seats if one["name"] == loser)
        house.call(new, loser, f"/api/matches/{boards[1]['match']}/resign", seat=seat)
        with client_of(new.port) as http:
            told = http.get(f"/api/tournaments/{cup}").json()
        assert [one["outcome"] for one in told["rounds"][0]["boards"]] == ["second", "first"]
        assert told["about"]["round"] == 2, "the tournament goes on"


def test_sqlite(before: Version, tmp_path: Path) -> None:
    updated(before, str(tmp_path / "house.db"))


@needs_postgres
def test_postgres(before: Version, postgres: Cluster) -> None:
    updated(before, postgres.fresh("house"))
