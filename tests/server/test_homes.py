"""Several server processes on one PostgreSQL: a match lives in one of them, and the others find the way to it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from sandtable.server.database import Database
from sandtable.server.processes import storage
from sandtable.server.processes.homes import Home, Moved
from sandtable.server.records import MatchSetup
from sandtable.server.storage import StoredMatch, insert_match, load_entries, mark_used
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import Player, Served, play_on, serving

pytestmark = needs_postgres


@pytest.fixture
def shared(postgres: Cluster) -> str:
    """The address of a new database."""
    return postgres.with_tables("homes")


@pytest.fixture
def two(shared: str, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    """Two servers on one database."""
    with serving(tmp_path, address=shared) as first, serving(tmp_path, address=shared) as second:
        yield first, second


def wait_until(done: object, seconds: float = 120) -> None:
    assert callable(done)
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def said(database: Database, sentence: str, **given: object) -> list[tuple[object, ...]]:
    with database.writing.begin() as connection:
        found = connection.execute(text(sentence), given)
        return [tuple(row) for row in found] if found.returns_rows else []


def process_of(served: Served) -> int:
    return int(getattr(served.service.homes, "process"))  # noqa: B009 - only shared homes have one


def test_people_at_two_processes_play_one_match(two: tuple[Served, Served]) -> None:
    first, second = two
    told = first.create()
    north = first.sit(told["match"], told["seats"][0]["token"])
    south = second.sit(told["match"], told["seats"][1]["token"])
    assert list(first.service.rooms) == [told["match"]]
    assert not second.service.rooms
    assert [seat["online"] for seat in south.hello["seats"]] == [True, True]
    play_on([north, south])
    assert second.http.get(f"/api/matches/{told['match']}").json()["over"]
    assert not second.service.rooms


def test_requests_are_passed_on_with_their_body_key_and_refusals(two: tuple[Served, Served]) -> None:
    first, second = two
    told = first.create()
    first.sit(told["match"], told["seats"][0]["token"])
    address, owner = f"/api/matches/{told['match']}", {"authorization": f"Bearer {told['owner']}"}
    changed = second.http.put(f"{address}/seats/south", json={"name": "Ödön"}, headers=owner)
    assert changed.json()["name"] == "Ödön"
    assert first.http.get(address).json() == second.http.get(address).json()
    german = second.http.put(f"{address}/seats/east", json={"name": "x"}, headers=owner | {"accept-language": "de"})
    assert german.status_code == 404
    assert german.json() == {"error": "In dieser Partie gibt es keinen Platz „east“.", "rule": ""}
    assert second.http.get(f"{address}/journal", headers={"authorization": "Bearer x"}).status_code == 401
    journal = second.http.get(f"{address}/journal?format=text", headers=owner)
    assert journal.status_code == 200
    assert journal.headers["content-type"].startswith("text/plain")
    assert journal.headers["x-frame-options"] == "DENY"
    assert len(journal.headers.get_list("x-frame-options")) == 1


def test_a_list_shows_what_happened_elsewhere_and_moves_nothing(two: tuple[Served, Served]) -> None:
    first, second = two
    told, north, _ = first.both()
    keys = {"sandtable-keys": ",".join(seat["token"] for seat in told["seats"])}

    def steps() -> set[int]:
        return {one["step"] for one in second.http.get("/api/matches", headers=keys).json()}

    assert steps() == {0}
    assert north.choose()["type"] == "accepted"
    wait_until(lambda: steps() == {1})
    assert list(first.service.rooms) == [told["match"]]
    assert not second.service.rooms


def test_news_of_the_next_version_disturb_nobody(two: tuple[Served, Served]) -> None:
    first, second = two
    told, north, _ = first.both()
    keys = {"sandtable-keys": told["seats"][0]["token"]}
    for payload in ('{"process": 99, "kind": "crowned", "about": "x"}', "{}", "not JSON"):
        said(first.service.database, "SELECT pg_notify('sandtable', :payload)", payload=payload)
    assert second.http.get("/api/matches", headers=keys).json()[0]["step"] == 0
    assert north.choose()["type"] == "accepted"
    wait_until(lambda: second.http.get("/api/matches", headers=keys).json()[0]["step"] == 1)


def test_signing_out_closes_tables_at_the_other_process(two: tuple[Served, Served]) -> None:
    first, second = two
    account = {"name": "Ada", "password": "correct horse battery"}
    assert first.http.post("/api/account", json=account).status_code == 201
    cookie = f"sandtable-session={first.http.cookies['sandtable-session']}"
    told = first.create()
    assert first.http.post("/api/account/claim", json={"keys": [told["owner"]]}).json()["matches"] == [told["match"]]
    table = Player(f"ws://127.0.0.1:{second.port}/api/matches/{told['match']}/live", headers={"cookie": cookie})
    assert table.hello["holds"]
    assert list(second.service.rooms) == [told["match"]]
    assert first.http.delete("/api/sessions").status_code == 200
    assert table.closed_with() == 4401


def test_a_process_that_stops_hands_its_matches_over_at_once(shared: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=shared) as stays, ExitStack() as stopping:
        leaves = stopping.enter_context(serving(tmp_path, address=shared))
        told, north, south = leaves.both()
        assert north.choose()["type"] == "accepted"
        far = stays.sit(told["match"], told["seats"][1]["token"])
        stopping.close()
        for player in (north, south, far):
            assert player.closed_with() == 1012
        people = [stays.sit(told["match"], seat["token"]) for seat in told["seats"]]
        assert people[0].shown["step"] == 1
        assert list(stays.service.rooms) == [told["match"]]
        play_on(people)


def test_a_process_that_lost_a_match_writes_nothing_and_sends_its_people_on(two: tuple[Served, Served]) -> None:
    first, second = two
    told, north, south = first.both()
    database = first.service.database
    with database.writing.begin() as connection:  # held up for so long that its lease ran out, and not told yet
        connection.execute(text("UPDATE homes SET process = :process"), {"process": process_of(second)})
    north.send(**north.choosing(north.options()[0]))
    assert north.closed_with() == 1012
    assert south.closed_with() == 1012
    assert database.read(load_entries(told["match"])) == []
    people = [first.sit(told["match"], seat["token"]) for seat in told["seats"]]
    assert not first.service.rooms
    play_on(people)


def test_a_match_that_is_taken_over_leaves_its_old_home(two: tuple[Served, Served]) -> None:
    first, second = two
    told, north, _ = first.both()
    said(
        first.service.database,
        "UPDATE processes SET until = now() - interval '1 hour' WHERE number = :p",
        p=process_of(first),
    )
    far = second.sit(told["match"], told["seats"][1]["token"])  # perhaps before the lease is renewed
    if second.service.rooms:
        assert north.closed_with() == 1012
        wait_until(lambda: not first.service.rooms)
        north = first.sit(told["match"], told["seats"][0]["token"])
    play_on([north, far])


def test_nobody_waits_for_a_process_that_is_gone(shared: str, tmp_path: Path) -> None:
    """Its lease has still to run out: who comes meanwhile waits that long and is then served."""
    with serving(tmp_path, address=shared) as served:
        told = served.create()
        database, match = served.service.database, told["match"]
        said(database, "INSERT INTO processes VALUES (999, 'http://127.0.0.1:1', now() + interval '2 seconds')")
        said(database, "INSERT INTO homes VALUES (:match, 999)", match=match)
        started = time.monotonic()
        assert served.sit(match, told["seats"][0]["token"]).shown["step"] == 0
        assert served.http.get(f"/api/matches/{match}").status_code == 200
        assert time.monotonic() - started > 0.5, "the lease ran out first"


def test_a_request_never_goes_round_in_circles(shared: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=shared) as served:
        told = served.create()
        database, here = served.service.database, f"http://127.0.0.1:{served.port}"
        said(database, "INSERT INTO processes VALUES (999, :here, now() + interval '1 hour')", here=here)
        said(database, "INSERT INTO homes VALUES (:match, 999)", match=told["match"])
        answer = served.http.get(f"/api/matches/{told['match']}")
        assert answer.status_code == 503
        assert "doesn't answer" in answer.json()["error"]


def test_matches_that_nobody_looks_at_live_nowhere(two: tuple[Served, Served]) -> None:
    first, second = two
    told = first.create()
    assert first.http.get(f"/api/matches/{told['match']}").status_code == 200
    first.service.rooms[told["match"]].used -= 10_000
    assert first.service.sweep() == [told["match"]]
    said(first.service.database, "DELETE FROM homes")
    second.sit(told["match"], told["seats"][0]["token"])
    assert list(second.service.rooms) == [told["match"]]


def test_the_address_of_visitors_is_passed_on(two: tuple[Served, Served]) -> None:
    first, second = two
    told = first.create()
    first.sit(told["match"], told["seats"][0]["token"])
    far = Player(
        f"ws://127.0.0.1:{second.port}/api/matches/{told['match']}/live", headers={"x-forwarded-for": "198.51.100.7"}
    )
    assert far.hello["match"] == told["match"]
    assert first.service.open_sockets == {"127.0.0.1": 1, "198.51.100.7": 1}


def test_claims_and_fences(shared: str) -> None:
    database = Database(shared)
    database.open()
    said(database, "INSERT INTO processes VALUES (1, 'http://a', now() + interval '1 hour')")
    said(database, "INSERT INTO processes VALUES (2, 'http://b', now() + interval '1 hour')")
    setup = MatchSetup("m", "pearls", {}, "1", "1", "seed", "now")
    database.write(insert_match(StoredMatch(setup, (), "", {}))).result(60)

    def claim(match: str, process: int) -> Home | None:
        with database.writing.begin() as connection:
            return storage.claim(match, process)(connection)

    assert claim("none", 1) is None
    assert claim("m", 1) is None
    assert claim("m", 1) is None
    assert claim("m", 2) == Home(1, "http://a")
    mark = mark_used("m", "today")
    database.write(storage.fenced("m", 1, mark)).result(60)
    assert isinstance(database.write(storage.fenced("m", 2, mark)).exception(5), Moved)
    said(database, "UPDATE processes SET until = now() - interval '1 second' WHERE number = 1")
    assert claim("m", 2) is None
    assert isinstance(database.write(storage.fenced("m", 1, mark)).exception(5), Moved)
    assert said(database, "SELECT process FROM homes") == [(2,)]
    database.write(storage.release(2, ["m", "none"])).result(60)
    assert claim("m", 1) is None, "an old number may claim what lives nowhere"
    database.close()


def test_a_database_that_goes_away_and_comes_back(postgres: Cluster, tmp_path: Path) -> None:
    with serving(tmp_path, address=postgres.with_tables("away")) as served:
        told, north, south = served.both()
        postgres.stop()
        assert north.choose()["type"] == "refused"
        postgres.start()
        deadline = time.monotonic() + 60
        while north.choose()["type"] == "refused":
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert list(served.service.rooms) == [told["match"]]
        south.wait_step(1)
        with pytest.raises(httpx.HTTPStatusError):
            served.http.get("/api/matches/none").raise_for_status()
