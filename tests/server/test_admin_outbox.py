"""`sandtable admin outbox`: an operator sees what waits and what failed, tries it again, or drops it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from sandtable.server.database import Database
from sandtable.server.notices import outbox, rows, writing
from sandtable.server.notices.records import Delivery, Facts, Line, Notice
from sandtable.server.schema import notice_addresses, notice_deliveries, notices, people
from sandtable.server.times import after, now
from tests.program import Run
from tests.server.receivers import PostBox, parsed
from tests.server.served import WIDE, serving
from tests.server.test_notices import confirmed, office
from tests.server.test_outbox import Counting, made, prepared, send, states

Admin = Callable[..., Any]


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    opened = prepared(address)
    yield opened
    opened.close()


def put(database: Database, kind: Any = "turn") -> str:
    (mine,) = database.read(rows.addresses_of("ada"))
    notice = Notice("match", "pearls", (Line(kind, Facts()),))
    return database.write(outbox.put_delivery("ada", mine.id, notice, now())).result()


def failed(database: Database) -> str:
    id = put(database)
    send(database, Counting("never"))
    assert states(database)[-1:] == [("failed", 1)]
    return id


def test_what_waits_and_what_failed_is_listed_with_the_reason(database: Database, admin: Admin) -> None:
    lost = failed(database)
    waits = put(database, "over")
    send(database, Counting("again"))
    database.write(writing.tell(["ada"], "message", "match", Facts(who="Ben"), now())).result()
    listed = admin("outbox", "--json")
    assert sorted((one["state"], one["kinds"], one["tries"], one["reason"]) for one in listed) == [
        ("failed", ["turn"], 1, "the service answered 418"),
        ("untold", ["message"], 0, ""),
        ("waiting", ["over"], 1, "the service answered 418"),
    ]
    assert {one["id"] for one in listed if one["state"] != "untold"} == {lost, waits}
    assert {one["person"] for one in listed} == {"Ada"}
    assert {one["channel"] for one in listed} == {"mail", ""}
    assert [one["id"] for one in admin("outbox", "--state", "failed", "--json")] == [lost]
    assert admin("outbox", "--person", "Ben", "--json") == []
    shown = admin("outbox")
    assert len(shown.splitlines()) == 3
    assert "the service answered 418" in shown
    assert "example.org" not in shown + json.dumps(listed)


def test_what_failed_is_tried_again_and_the_trail_says_so(
    database: Database,
    admin: Admin,
) -> None:
    lost = failed(database)
    assert admin("outbox", "retry", lost, "--why", "The mail server is back", "--as", "Grace") == "Tried again: 1.\n"
    channel = Counting("sent")
    send(database, channel)
    assert channel.sent == [lost]
    assert states(database) == [("sent", 2)]
    assert admin("outbox", "--json") == []
    assert [one["id"] for one in admin("outbox", "--state", "sent", "--json")] == [lost]
    (act,) = admin("audit", "--json")
    assert (act["act"], act["by"], act["named"], act["why"]) == ("retry", "Grace", "Ada", "The mail server is back")


def test_all_that_failed_is_tried_again_with_a_day_to_succeed(database: Database, admin: Admin) -> None:
    failed(database)
    failed(database)
    assert admin("outbox", "retry", "--failed", "--person", "Ada") == "Tried again: 2.\n"
    send(database, Counting("again", "again"))
    assert [state for state, _ in states(database)] == ["waiting", "waiting"], "it is not given up at the first try"


def test_what_is_dropped_is_never_sent(database: Database, admin: Admin) -> None:
    lost = failed(database)
    database.write(writing.tell(["ada"], "clock", "match", Facts(), now(), "soon")).result()
    event = database.read(lambda connection: connection.execute(select(notices.c.id)).scalar())
    assert admin("outbox", "drop", lost, event, "--why", "Too late") == "Dropped: 2.\n"
    assert admin("outbox", "--json") == []
    database.write(writing.tell(["ada"], "clock", "match", Facts(), now(), "soon")).result()
    database.write(outbox.group(after(timedelta(hours=1)))).result()
    assert made(database) == [], "nor is it written again for the same cause"
    (act,) = admin("audit", "--json")
    assert (act["act"], act["named"], act["why"]) == ("drop", "Ada", "Too late")


def test_what_cannot_be_done_is_said(database: Database, refused: Callable[..., str]) -> None:
    both = "Name the notices by their ids, or all that failed with --failed."
    assert refused("outbox", "retry") == both
    assert refused("outbox", "retry", "x", "--failed") == both
    assert refused("outbox", "retry", "x") == "No notice 'x' is waiting or has failed."
    assert refused("outbox", "--state", "lost").startswith("'lost' is not a state; choose untold,")
    assert refused("outbox", "--person", "Nobody") == "There is no account 'Nobody' here."
    held = put(database)
    database.write(outbox.take(now(), after(timedelta(minutes=5)), 8)).result()
    assert refused("outbox", "drop", held, "--why", "x").startswith(f"Notice {held} is being sent just now.")


def test_a_running_server_sends_at_once_what_is_tried_again(
    tmp_path: Path, address: str, post_box: PostBox, sandtable: Run
) -> None:
    """Its next look of its own is an hour away."""
    settings = msgspec.structs.replace(WIDE, **office(post_box) | {"notice_tick": 3600.0})
    with serving(tmp_path, settings, address=address) as served:
        confirmed(served, post_box, "Ada")
        database = served.service.database
        mine = database.read(lambda connection: connection.execute(select(notice_addresses.c.id)).scalar())
        person = database.read(lambda connection: connection.execute(select(people.c.id)).scalar())
        assert mine
        assert person
        delivery = Delivery("d1", person, mine, msgspec.json.encode(Notice()).decode(), now(), now())
        lost = msgspec.structs.asdict(delivery) | {"state": "failed", "ended": now(), "reason": "given up: x"}
        database.write(lambda connection: connection.execute(notice_deliveries.insert().values(lost))).result()
        ran = sandtable("admin", "outbox", "retry", "--failed", "--db", address)
        assert (ran.code, ran.out) == (0, "Tried again: 1.\n"), ran.err
        assert parsed(post_box.wait())["subject"] == "A test from Sandtable"
