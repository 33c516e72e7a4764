"""Reminders before time runs out and when it has, the list of one's turns, and the calendar of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
import msgspec
import pytest
from sqlalchemy import select

from sandtable.server.clocks.rows import put_clock
from sandtable.server.clocks.time import DAY, Clock, TimeControl
from sandtable.server.database import Database
from sandtable.server.lobby.records import Progress, Terms
from sandtable.server.lobby.rows import put_progress, put_terms
from sandtable.server.notices import rows
from sandtable.server.notices.outbox import group
from sandtable.server.notices.records import Facts, Wishes
from sandtable.server.notices.reminders import lead_of, remind, remind_at
from sandtable.server.notices.turns import turns_of
from sandtable.server.schema import notices
from sandtable.server.times import later, seconds
from tests.server.served import Served
from tests.server.test_accounts import signed_up
from tests.server.test_clocks import DAILY
from tests.server.test_outbox import NOON, made, prepared

CONTROL = TimeControl("move", DAY)
END = later(NOON, timedelta(days=1))


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    """Ada has a day for her turn, since noon; Ben can be told something, too."""
    opened = prepared(address)

    def change(connection: Any) -> None:
        put_terms("match", Terms(control=CONTROL))(connection)
        put_clock("match", Clock(seconds(NOON), ("north",), {"north": float(DAY), "south": float(DAY)}))(connection)
        rows.put_address(rows.new_address("ben", "push", "{}", "", NOON, True))(connection)

    opened.write(change).result()
    yield opened
    opened.close()


def told(database: Database) -> list[tuple[str, Facts]]:
    wanted = select(notices.c.person, notices.c.facts).order_by(notices.c.at, notices.c.person)
    found = database.read(lambda connection: connection.execute(wanted).all())
    return [(person, msgspec.json.decode(facts, type=Facts)) for person, facts in found]


def hours(number: float) -> str:
    return later(NOON, timedelta(hours=number))


def test_one_is_reminded_once_when_a_quarter_is_left(database: Database) -> None:
    database.write(remind(hours(17.9))).result()
    assert told(database) == []
    for hour in (18, 18.1, 20):
        database.write(remind(hours(hour))).result()
    assert told(database) == [("ada", Facts("", "north", END))]
    database.write(group(hours(21))).result()
    assert [line.kind for notice in made(database) for line in notice.lines] == ["clock"]


def test_a_reminder_of_a_turn_that_was_taken_is_not_sent(database: Database) -> None:
    database.write(remind(hours(18))).result()
    database.write(put_clock("match", Clock(seconds(hours(18)), ("south",), {"north": 1.0, "south": float(DAY)})))
    database.write(group(hours(21))).result()
    assert made(database) == []


def test_the_others_hear_once_that_they_may_claim(database: Database) -> None:
    for hour in (24, 25, 30):
        database.write(remind(hours(hour))).result()
    assert told(database) == [("ben", Facts("Ada", "north", END))]
    database.write(remind(hours(24 * 9))).result()
    assert len(told(database)) == 1, "what is long over is not told again, even when it is forgotten here"


def test_live_clocks_and_closed_matches_remind_nobody(database: Database) -> None:
    live = Terms(control=TimeControl("bank", 1800, 30))
    database.write(put_terms("match", live)).result()
    database.write(remind(hours(24))).result()
    assert told(database) == []


def test_the_reminder_comes_before_a_night_and_not_in_it() -> None:
    wishes, lead = Wishes(zone="Europe/Berlin"), lead_of(CONTROL)
    assert lead == timedelta(hours=6)
    assert lead_of(TimeControl("move", 30 * DAY)) == timedelta(days=1)
    assert remind_at("2026-01-21T20:00:00+00:00", lead, wishes) == "2026-01-21T14:00:00+00:00"
    assert remind_at("2026-01-21T05:00:00+00:00", lead, wishes) == "2026-01-20T20:55:00+00:00", "Ada would be asleep"
    assert remind_at("2026-01-21T05:00:00+00:00", lead, Wishes()) == "2026-01-20T23:00:00+00:00"


# -- turns and the calendar --------------------------------------------------------------------------------------------


def test_turns_come_with_the_end_of_their_time(database: Database) -> None:
    (turn,) = database.read(turns_of("ada"))
    assert (turn.match, turn.seat, turn.others, turn.since, turn.ends) == ("match", "north", ["Ben"], NOON, END)
    assert database.read(turns_of("ben")) == []
    database.write(put_progress("match", Progress((), NOON, True))).result()
    assert database.read(turns_of("ada")) == []


def test_a_calendar_lies_at_a_secret_address_that_can_be_renewed(served: Served) -> None:
    client = signed_up(served)
    made = client.post("/api/matches", json={"game": "pearls", "offer": {"clock": DAILY}}).json()
    keys = [seat["token"] for seat in made["seats"]]
    client.post("/api/account/claim", json={"keys": keys[:1]})
    served.sit(made["match"], keys[1])
    (turn,) = client.get("/api/turns").json()
    address = client.post("/api/calendar").json()["address"]
    assert client.get("/api/notices").json()["calendar"] is True
    answer = served.http.get(address)
    assert answer.headers["content-type"].startswith("text/calendar")
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n")), "RFC 5545, 3.1"
    (event,) = icalendar.Calendar.from_ical(answer.text).events
    assert event.end == datetime.fromisoformat(turn["ends"]).astimezone(UTC)
    assert str(event["summary"]) == "Pearls: your turn"
    again = served.http.get(address)
    (same,) = icalendar.Calendar.from_ical(again.text).events
    assert same["uid"] == event["uid"], "a calendar moves what it knows"
    for wrong in ("/api/calendar.ics", "/api/calendar.ics?secret=", "/api/calendar.ics?secret=guessed"):
        assert served.http.get(wrong).status_code == 404
    fresh = client.post("/api/calendar").json()["address"]
    assert served.http.get(address).status_code == 404, "the old one is worth nothing"
    assert served.http.get(fresh).status_code == 200
    assert client.delete("/api/calendar").status_code == 200
    assert served.http.get(fresh).status_code == 404
