"""The outbox: grouped, quiet at night, taken once by one process, tried again, and killed between every two steps."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from prometheus_client import REGISTRY
from sqlalchemy import select

from sandtable.server.admin.outbox import list_outbox
from sandtable.server.database import Database
from sandtable.server.lobby.records import Progress
from sandtable.server.lobby.rows import put_progress
from sandtable.server.notices import outbox, rows, writing
from sandtable.server.notices.channels.base import Outcome, Tried
from sandtable.server.notices.channels.mail import Mail
from sandtable.server.notices.outbox import Taken
from sandtable.server.notices.quiet import night_around
from sandtable.server.notices.records import Delivery, Facts, Kind, Line, Notice, Wishes
from sandtable.server.notices.sender import Sender
from sandtable.server.notices.words import Words, words_of
from sandtable.server.people.post import post_office
from sandtable.server.people.records import Person
from sandtable.server.people.storage import insert_person
from sandtable.server.records import Entry, MatchSetup, Seat
from sandtable.server.schema import entries, notice_deliveries, notices
from sandtable.server.settings import Settings
from sandtable.server.storage import StoredMatch, append_entry, insert_match
from sandtable.server.times import later, now
from tests.server.receivers import PostBox, parsed
from tests.server.served import run_apart

NOON = "2026-01-20T12:00:00+00:00"
SETUP = MatchSetup("match", "pearls", {}, "1", "1", "00", NOON)
STORED = StoredMatch(
    SETUP, (Seat("north", "Ada"), Seat("south", "Ben")), "", {}, people={"north": "ada", "south": "ben"}
)


def prepared(address: str) -> Database:
    """A database with two people, Ada with a confirmed address, and a match in which it is Ada's turn."""
    database = Database(address)
    database.open()

    def change(connection: Any) -> None:
        for id in ("ada", "ben"):
            insert_person(Person(id, id.title(), f"{id}@example.org", "", NOON), None)(connection)
        rows.put_address(rows.new_address("ada", "mail", "ada@example.org", "", NOON, True))(connection)
        insert_match(STORED)(connection)
        put_progress("match", Progress(("north",), NOON))(connection)

    database.write(change).result()
    return database


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    opened = prepared(address)
    yield opened
    opened.close()


def happened(database: Database, kind: Kind, at: str = NOON, who: str = "Ben", cause: str = "") -> None:
    database.write(writing.tell(["ada", "ben"], kind, "match", Facts(who=who), at, cause)).result()


def made(database: Database) -> list[Notice]:
    """The notices that were made, in order."""
    wanted = select(notice_deliveries.c.body).order_by(notice_deliveries.c.created, notice_deliveries.c.id)
    bodies = database.read(lambda connection: list(connection.execute(wanted).scalars()))
    return [msgspec.json.decode(body, type=Notice) for body in bodies]


def at(minutes: float) -> str:
    return later(NOON, timedelta(minutes=minutes))


def test_what_happens_within_minutes_is_one_notice(database: Database) -> None:
    happened(database, "takeback")
    happened(database, "turn", at(1), who="")
    happened(database, "turn", at(1.5), who="")
    assert database.write(outbox.group(at(1.9))).result() == 0, "more may happen"
    assert database.write(outbox.group(at(2))).result() == 1
    (notice,) = made(database)
    assert [line.kind for line in notice.lines] == ["turn", "takeback"], "the same once, what is urgent first"
    assert database.write(outbox.group(at(9))).result() == 0, "nothing is told twice"


def test_who_has_no_confirmed_address_leaves_no_trace(database: Database) -> None:
    happened(database, "turn")
    people = database.read(lambda connection: list(connection.execute(select(notices.c.person)).scalars()))
    assert people == ["ada"]


def test_a_turn_that_was_taken_is_not_told(database: Database) -> None:
    happened(database, "turn")
    database.write(put_progress("match", Progress(("south",), at(1)))).result()
    database.write(outbox.group(at(3))).result()
    assert made(database) == []


def test_the_same_cause_is_told_once(database: Database) -> None:
    for minute in (0, 1):
        happened(database, "takeback", at(minute), cause="north 7")
    database.write(outbox.group(at(3))).result()
    happened(database, "takeback", at(4), cause="north 7")
    assert database.write(outbox.group(at(9))).result() == 0
    assert len(made(database)) == 1


def test_wishes_decide_the_channel(database: Database) -> None:
    happened(database, "message")
    database.write(outbox.group(at(3))).result()
    assert made(database) == [], "messages come by mail only to those who ask for them"
    database.write(rows.put_wishes("ada", Wishes(wanted={"mail": ("message",)}))).result()
    for kind in ("message", "over"):
        happened(database, kind, at(5))
    database.write(outbox.group(at(8))).result()
    assert [[line.kind for line in notice.lines] for notice in made(database)] == [["message"]]
    database.write(rows.change_wishes("ada", lambda wishes: msgspec.structs.replace(wishes, off=("mail",)))).result()
    happened(database, "message", at(10))
    database.write(outbox.group(at(13))).result()
    assert len(made(database)) == 1


def _told_by_the_next_version(connection: Any) -> None:
    row = {"id": "new", "person": "ada", "kind": "ceremony", "match": "match", "facts": "{}", "at": NOON, "due": at(1)}
    connection.execute(notices.insert().values(row))


def test_a_kind_of_the_next_version_waits_for_a_process_that_knows_it(database: Database) -> None:
    database.write(_told_by_the_next_version).result()
    assert not database.read(outbox.is_ripe(at(5)))
    assert database.read(outbox.next_due) == "", "nothing that this version could do"
    happened(database, "turn")
    database.write(outbox.group(at(5))).result()
    assert [[line.kind for line in notice.lines] for notice in made(database)] == [["turn"]]
    told = select(notices.c.told).where(notices.c.id == "new")
    assert database.read(lambda connection: connection.execute(told).scalar()) == ""


def test_wishes_of_the_next_version_are_read(database: Database) -> None:
    body = '{"wanted": {"mail": ["ceremony", "message"], "pigeon": ["ceremony"]}, "off": ["owl"], "plumage": 1}'
    database.write(rows._put_settings("ada", {"body": body})).result()
    assert database.read(rows.wishes_of("ada")).kinds_by("mail") == {"message"}


def test_a_notice_of_the_next_version_is_left_for_it_and_others_are_sent(database: Database) -> None:
    happened(database, "turn")
    database.write(outbox.group(at(5))).result()
    body = '{"match": "match", "game": "pearls", "lines": [{"kind": "ceremony", "facts": {}}]}'

    def put(connection: Any) -> None:
        address = connection.execute(select(notice_deliveries.c.address)).scalar()
        delivery = Delivery("new", "ada", address, body, NOON, NOON)
        connection.execute(notice_deliveries.insert().values(msgspec.structs.asdict(delivery)))

    database.write(put).result()
    moment = now()
    recent = notice_deliveries.update().values(created=moment, due=moment)
    database.write(lambda connection: connection.execute(recent).rowcount).result()
    assert send(database, Counting()) == 2
    assert sorted(states(database)) == [("sent", 1), ("waiting", 1)]
    assert [one.kinds for one in database.read(list_outbox("waiting", "", 10))] == [["ceremony"]]


def test_nothing_is_told_at_night_and_all_of_it_in_the_morning(database: Database) -> None:
    database.write(rows.put_wishes("ada", Wishes(zone="Asia/Tokyo"))).result()  # where it is 21:00
    evening, morning = at(61), later(NOON, timedelta(hours=11))
    happened(database, "takeback", evening)
    happened(database, "turn", at(200), who="")
    assert database.write(outbox.group(at(300))).result() == 1
    assert made(database) == []
    assert database.write(outbox.group(later(morning, timedelta(seconds=-1)))).result() == 0, "looked at once a night"
    database.write(outbox.group(morning)).result()
    assert [len(notice.lines) for notice in made(database)] == [2]


@pytest.mark.parametrize(
    ("zone", "moment", "night"),
    [
        ("Europe/Berlin", "2026-11-18T20:59:59+00:00", None),
        ("Europe/Berlin", "2026-11-18T21:00:00+00:00", ("2026-11-18T21:00:00+00:00", "2026-11-19T07:00:00+00:00")),
        ("Europe/Berlin", "2026-11-19T06:59:59+00:00", ("2026-11-18T21:00:00+00:00", "2026-11-19T07:00:00+00:00")),
        ("Europe/Berlin", "2026-11-19T07:00:00+00:00", None),
        # The night in which clocks go forward is an hour shorter, and the one in which they go back an hour longer.
        ("Europe/Berlin", "2026-03-28T23:00:00+00:00", ("2026-03-28T21:00:00+00:00", "2026-03-29T06:00:00+00:00")),
        ("Europe/Berlin", "2026-10-25T00:30:00+00:00", ("2026-10-24T20:00:00+00:00", "2026-10-25T07:00:00+00:00")),
        ("Pacific/Auckland", "2026-11-18T09:30:00+00:00", ("2026-11-18T09:00:00+00:00", "2026-11-18T19:00:00+00:00")),
        ("", "2026-11-18T23:00:00+00:00", None),
        ("Nowhere/Atlantis", "2026-11-18T23:00:00+00:00", None),
        ("../../etc/passwd", "2026-11-18T23:00:00+00:00", None),
    ],
)
def test_the_night_of_a_zone(zone: str, moment: str, night: tuple[str, str] | None) -> None:
    assert night_around(Wishes(zone=zone), moment) == night


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
def test_a_night_that_is_over_is_not_around_a_moment(zone: str) -> None:
    """Where clocks go forward or back a time of day is missing or comes twice. A night that had ended already was
    written as the time until which people are left in peace, so the sender looked again without a pause.
    """
    local, changes = ZoneInfo(zone), 0
    for noon in (datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=number) for number in range(365)):
        here, there = noon.astimezone(local), (noon + timedelta(days=1)).astimezone(local)
        if here.utcoffset() == there.utcoffset():
            continue
        changes += 1
        midnight = datetime.combine(there.date(), time(), local).astimezone(UTC)
        for minutes in range(0, 300, 15):
            moment = (midnight + timedelta(minutes=minutes)).isoformat(timespec="seconds")
            for begins, ends in (("22:00", "01:30"), ("22:00", "02:30"), ("01:15", "02:15"), ("02:30", "08:00")):
                night = night_around(Wishes(zone=zone, quiet_from=begins, quiet_until=ends), moment)
                assert night is None or night[0] <= moment < night[1]
    assert changes == 2


def test_a_quiet_time_may_lie_within_a_day_or_not_be(database: Database) -> None:
    nap = Wishes(zone="UTC", quiet_from="12:00", quiet_until="14:00")
    assert night_around(nap, NOON) == (NOON, at(120))
    assert night_around(nap, at(120)) is None
    assert night_around(msgspec.structs.replace(nap, quiet_until="12:00"), NOON) is None


# -- sending -----------------------------------------------------------------------------------------------------------


class Counting:
    """A channel that counts, and does as it is told."""

    def __init__(self, *outcomes: Outcome) -> None:
        self.outcomes = list(outcomes)
        self.sent: list[str] = []

    async def send(self, taken: Taken, target: str, words: Words) -> Tried:
        await asyncio.sleep(0)
        self.sent.append(taken.delivery.id)
        outcome: Outcome = self.outcomes.pop(0) if self.outcomes else "sent"
        return Tried(outcome, "" if outcome == "sent" else "the service answered 418")


def states(database: Database) -> list[tuple[str, int]]:
    wanted = select(notice_deliveries.c.state, notice_deliveries.c.tries).order_by(notice_deliveries.c.id)
    return database.read(lambda connection: [tuple(row) for row in connection.execute(wanted)])


def send(database: Database, channel: Counting, **settings: float) -> int:
    async def turn() -> int:
        return await Sender(database, Settings(**settings), {"mail": channel}).turn()  # type: ignore[arg-type]

    return run_apart(turn())


def one_notice(database: Database) -> None:
    address = database.read(rows.addresses_of("ada"))[0].id
    database.write(outbox.put_delivery("ada", address, Notice(), now())).result()


def test_a_notice_is_tried_again_and_sent_once(database: Database) -> None:
    one_notice(database)
    channel = Counting("again", "again")
    assert send(database, channel, notice_retry=0.0) == 3
    assert states(database) == [("sent", 3)]
    assert len(set(channel.sent)) == 1, "its id stays the same"
    assert send(database, channel) == 0


def test_one_waits_longer_each_time_and_gives_up(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    one_notice(database)
    channel = Counting("again", "again")
    assert send(database, channel, notice_retry=1000.0) == 1
    due = database.read(lambda connection: connection.execute(select(notice_deliveries.c.due)).scalar_one())
    assert later(now(), timedelta(seconds=900)) < due < later(now(), timedelta(seconds=1001))
    assert send(database, channel) == 0, "it is not due yet"
    one_notice(database)
    assert send(database, channel, notice_retry=1000.0, notice_patience=10.0) == 1
    assert sorted(states(database)) == [("failed", 1), ("waiting", 1)]
    assert "notice given up" in caplog.text


def test_an_address_that_is_gone_is_forgotten(database: Database) -> None:
    one_notice(database)
    send(database, Counting("gone"))
    assert database.read(rows.addresses_of("ada")) == []
    assert states(database) == []


def test_two_senders_send_each_notice_once(database: Database) -> None:
    for _ in range(40):
        one_notice(database)
    channels = [Counting(), Counting()]
    other = Database(database.url.render_as_string(hide_password=False))
    other.open()

    async def both() -> None:
        senders = [Sender(d, Settings(), {"mail": c}) for d, c in zip((database, other), channels, strict=True)]
        await asyncio.gather(*(sender.turn() for sender in senders))

    run_apart(both())
    other.close()
    sent = [id for channel in channels for id in channel.sent]
    assert len(sent) == len(set(sent)) == 40
    assert set(states(database)) == {("sent", 1)}


def test_who_was_held_up_longer_than_the_lease_writes_nothing(database: Database) -> None:
    one_notice(database)
    (first,) = database.write(outbox.take(now(), now(), 8)).result()
    (second,) = database.write(outbox.take(now(), at(9999999), 8)).result()
    assert database.write(outbox.try_again(first.delivery, now())).result() is False
    assert database.write(outbox.finish(second.delivery, "sent", now())).result() is True


def test_what_was_told_is_counted_and_forgotten_after_a_while(database: Database) -> None:
    sent = REGISTRY.get_sample_value("sandtable_notices_total", {"channel": "mail", "outcome": "sent"}) or 0
    one_notice(database)
    send(database, Counting())
    labels = {"channel": "mail", "outcome": "sent"}
    assert REGISTRY.get_sample_value("sandtable_notices_total", labels) == sent + 1
    one_notice(database)
    happened(database, "turn")
    assert database.read(outbox.waiting) == 2
    rows_kept = rows.new_address("ben", "other", "tgram://x", "", NOON, False)
    database.write(rows.put_address(rows_kept)).result()
    database.write(outbox.forget_told(later(now(), timedelta(days=1)))).result()
    assert states(database) == [("waiting", 0)], "what waits is kept"
    assert database.read(rows.addresses_of("ben")) == [], "nobody confirmed it"
    assert len(database.read(rows.addresses_of("ada"))) == 1


# -- killed between every two steps ------------------------------------------------------------------------------------

KILLED = """
import asyncio, os, signal, sys
from sandtable.server.database import Database
from sandtable.server.notices.channels.mail import Mail
from sandtable.server.notices.sender import Sender
from sandtable.server.people.post import post_office
from sandtable.server.settings import Settings
address, port, kill_at = sys.argv[1], sys.argv[2], sys.argv[3]
def passed(step):
    if step == kill_at:
        os.kill(os.getpid(), signal.SIGKILL)
async def run():
    mail = Mail(post_office(f"smtp+plain://127.0.0.1:{port}", "table@example.org"), "https://table.example.org", "00")
    database = Database(address)
    database.open()
    passed("opened")
    await Sender(database, Settings(notice_lease=0.0), {"mail": mail}, passed).turn()
    database.close()
asyncio.run(run())
"""


def mail_by(box: PostBox) -> Mail:
    office = post_office(f"smtp+plain://127.0.0.1:{box.port}", "table@example.org")
    assert office is not None
    return Mail(office, "https://table.example.org", "00")


def run_sender(address: str, box: PostBox, kill_at: str) -> int:
    arguments = [sys.executable, "-c", KILLED, address, str(box.port), kill_at]
    return subprocess.run(arguments, check=False, timeout=300).returncode


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kill_at", ["opened", "grouped", "taken", "handed over: sent", "settled"])
def test_killed_after_a_step_it_is_sent_all_the_same(address: str, post_box: PostBox, kill_at: str) -> None:
    database = prepared(address)
    happened(database, "turn")
    database.close()
    assert run_sender(address, post_box, kill_at) == -9
    again = Database(address)
    again.open()
    run_apart(Sender(again, Settings(), {"mail": mail_by(post_box)}).turn())
    # Between the answer of the mail server and our commit nobody can know: the letter comes again, under its old id.
    assert len(post_box.letters) == (2 if kill_at == "handed over: sent" else 1)
    assert len({parsed(letter)["message-id"] for letter in post_box.letters}) == 1
    tries = 2 if kill_at in ("taken", "handed over: sent") else 1
    assert states(again) == [("sent", tries)]
    again.close()


WITH_A_CHOICE = """
import os, signal, sys
from sandtable.server.bookkeeping import together
from sandtable.server.database import Database
from sandtable.server.notices import writing
from sandtable.server.notices.records import Facts
from sandtable.server.records import Entry
from sandtable.server.storage import append_entry
kill = lambda connection: os.kill(os.getpid(), signal.SIGKILL)
steps = [append_entry("match", Entry(1, "choose", "south", "human", "m", (), 1, "")),
         writing.tell(["ada"], "turn", "match", Facts(), "2026-11-18T12:00:00+00:00")]
steps.insert(int(sys.argv[2]), kill)
database = Database(sys.argv[1])
database.open()
database.write(together(*steps)).result(1 if int(sys.argv[2]) > 2 else None)
kill(None)
"""


@pytest.mark.parametrize("place", [0, 1, 2])
def test_killed_within_a_choice_neither_it_nor_its_notice_is_there(address: str, place: int) -> None:
    prepared(address).close()
    arguments = [sys.executable, "-c", WITH_A_CHOICE, address, str(place)]
    assert subprocess.run(arguments, check=False, timeout=300).returncode == -9
    database = Database(address)
    kept = database.read(lambda connection: [connection.execute(select(t)).all() for t in (entries, notices)])
    assert kept == [[], []]
    database.open()
    together = [append_entry("match", Entry(1, "choose", "south", "human", "m", (), 1, ""))]
    together += writing.asked(STORED, Progress(("north",), NOON))
    for change in together:
        database.write(change).result()
    kept = database.read(lambda connection: [connection.execute(select(t)).all() for t in (entries, notices)])
    assert [len(table) for table in kept] == [1, 1]
    database.close()


# -- words -------------------------------------------------------------------------------------------------------------


def test_words_are_in_the_language_and_the_zone_of_the_reader() -> None:
    notice = Notice("m", "pearls", (Line("clock", Facts(ends="2026-11-18T17:05:00+00:00")),))
    assert words_of(notice, Wishes(zone="Europe/Berlin")).title == (
        "Pearls: Your time runs out: Wed 18 Nov, 18:05 (CET)."
    )
    assert "Mi. 18 Nov., 18:05" in words_of(notice, Wishes(language="de", zone="Europe/Berlin")).title
    assert words_of(notice, Wishes()).path == "/match/m"


class Counted(Database):
    """A database that counts what is written."""

    writes = 0

    def write(self, change: Any) -> Any:
        self.writes += 1
        return super().write(change)


def counting(address: str) -> Counted:
    prepared(address).close()
    opened = Counted(address)
    opened.open()
    return opened


def test_a_sender_that_has_nothing_to_send_writes_nothing(address: str) -> None:
    database = counting(address)

    async def idle() -> None:
        sender = Sender(database, Settings(notice_tick=0.02), {})
        looks = 0
        real = sender.turn

        async def counted() -> int:
            nonlocal looks
            looks += 1
            return await real()

        sender.turn = counted  # type: ignore[method-assign]
        sender.start()
        while looks < 3:  # the first one forgets what is old, once a day
            await asyncio.sleep(0.01)
        before = database.writes
        while looks < 8:
            await asyncio.sleep(0.01)
        sender._reminded = ""  # the next minute
        while looks < 11:
            await asyncio.sleep(0.01)
        assert database.writes == before
        await sender.stop()

    run_apart(idle())
    database.close()


def test_what_is_written_is_sent_when_it_is_due_and_not_at_the_next_look(database: Database) -> None:
    """The tick is an hour: the sender hears of what is committed, and when it is due."""

    async def wait() -> None:
        channel = Counting("sent", "sent")
        sender = Sender(database, Settings(notice_tick=3600), {"mail": channel})
        sender.start()
        await asyncio.sleep(0.2)  # it rests
        (mine,) = database.read(rows.addresses_of("ada"))
        database.write(outbox.put_delivery("ada", mine.id, Notice(), now()))
        while not channel.sent:
            await asyncio.sleep(0.02)
        soon = writing.tell(["ada"], "turn", "match", Facts(), now(), wait=timedelta(seconds=2))
        database.write(soon)
        began = now()
        while len(channel.sent) < 2:
            await asyncio.sleep(0.02)
        assert now() >= later(began, timedelta(seconds=1)), "not before it was due"
        await sender.stop()

    run_apart(asyncio.wait_for(wait(), 120))
