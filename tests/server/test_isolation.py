"""P10: what one player sends, and what goes wrong with it, stays with that player."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from sandtable.server.database import Database, StorageFault, put_note
from sandtable.server.settings import Settings
from tests.server.bots import MOOD
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import Served, serving


def test_text_that_cannot_be_stored_is_refused_at_the_door(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        told, north, _ = served.both()
        for bad in ("a\0b", "\x07", "line\nbreak", "\ud800"):
            north.send(**north.choosing(north.options()[0], id=bad))
            refused = north.wait_for("accepted", "refused")
            assert (refused["type"], refused["status"]) == ("refused", 400), bad
        for path in ("%00", "a%00b", "%ff", "%0a", "x" * 40):
            assert served.http.get(f"/api/matches/{path}").status_code == 404
        headers = {"authorization": f"Bearer {told['owner']}"}
        put = served.http.put(f"/api/matches/{told['match']}/seats/no%00rth", json={}, headers=headers)
        assert put.status_code == 404
        named = served.http.post("/api/matches", json={"game": "pearls", "names": {"north": "A\0b"}})
        assert named.status_code == 400
        assert north.choose()["type"] == "accepted"


def test_a_write_that_fails_leaves_its_neighbours_alone(address: str) -> None:
    database = Database(address)
    database.open()
    hold = threading.Event()

    def wait(_connection: Connection) -> None:
        hold.wait(5)

    def note(name: str) -> int:
        return database.read(
            lambda c: int(c.execute(text("SELECT count(*) FROM notes WHERE name = :n"), {"n": name}).scalar_one())
        )

    def put(name: str) -> Future[None]:
        def change(connection: Connection) -> None:
            connection.execute(text("INSERT INTO notes VALUES (:n, 'x')"), {"n": name})

        return database.write(change)

    def broken(_connection: Connection) -> None:
        raise ValueError("not the database's fault")

    def rolled_back(connection: Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")  # as SQLite does by itself when the disk is full

    first = database.write(wait)
    writes: list[Future[Any]] = [
        put("a"),
        database.write(broken),
        put("b"),
        database.write(lambda c: c.execute(text("SELECT nonsense"))),
        put("c"),
        database.write(rolled_back),
        put("d"),
    ]
    hold.set()
    assert first.exception(5) is None
    outcomes = [write.exception(10) for write in writes]
    assert [outcome is None for outcome in outcomes] == [True, False, True, False, True, False, True]
    assert all(isinstance(outcome, StorageFault) for outcome in outcomes if outcome is not None)
    assert [note(name) for name in "abcd"] == [1, 1, 1, 1]
    database.close()


@needs_postgres
def test_a_process_that_freezes_in_a_transaction_stops_nobody(postgres: Cluster) -> None:
    """R16: what it has locked is free again after a lease, and what it had not committed is not written."""
    address = postgres.with_tables("frozen")
    frozen, other = Database(address), Database(address)
    frozen.open()
    other.open()
    with frozen.writing.connect() as connection:
        connection.begin()
        put_note(connection, "home", "frozen")
        other.write(partial(put_note, name="home", value="other")).result(30)
        with pytest.raises(DBAPIError):
            connection.execute(text("SELECT 1"))
    kept = text("SELECT value FROM notes WHERE name = 'home'")
    assert other.read(lambda connection: connection.execute(kept).scalar_one()) == "other"
    frozen.close()
    other.close()


def test_ids_that_the_server_makes_cannot_be_taken(served: Served) -> None:
    told = served.create(seats={"north": "human", "south": "greedy"})
    north = served.sit(told["match"], told["seats"][0]["token"])
    for id in ("server:2", "server:", "server:1"):
        north.send(**north.choosing(north.options()[0], id=id))
        refused = north.wait_for("accepted", "refused")
        assert (refused["type"], refused["status"]) == ("refused", 400)
    for number in range(2, 40):  # whatever a person calls a choice, the bot's next one gets through
        while not north.options() and north.shown["decision"] is not None:
            north.receive()
        if north.shown["decision"] is None:
            break
        north.send(**north.choosing(north.options()[0], id=f"bot-{number}"))
        north.wait_for("shown")
    assert north.shown["decision"] is None, "the match ended"


@needs_postgres
def test_bots_go_on_when_the_database_is_back(tmp_path: Path) -> None:
    from tests.server.postgres import a_cluster

    with a_cluster() as cluster, serving(tmp_path, Settings(bot_retry=0.2), address=cluster.address()) as served:
        told = served.create(seats={"north": "random", "south": "random"}, pace=0.3, options={"cards": 3})
        watcher = served.sit(told["match"])
        watcher.wait_step(1)
        cluster.stop()
        time.sleep(1)
        cluster.start()
        assert watcher.wait_for("over")["outcome"], "nobody had to come back for that"


def test_a_bot_that_once_hung_is_asked_again_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mood = tmp_path / "mood"
    monkeypatch.setenv(MOOD, str(mood))
    mood.touch()
    with serving(tmp_path, Settings(bot_patience=0.5)) as served:
        told = served.create(seats={"north": "moody", "south": "moody"}, options={"cards": 3})
        served.sit(told["match"]).wait_for("over")
        mood.unlink()
        other = served.create(seats={"north": "moody", "south": "moody"})
        served.sit(other["match"]).wait_for("over")
    assert mood.with_suffix(".asked").exists(), "three timeouts in one match disable nobody in another"
