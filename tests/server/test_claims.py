"""Claims on time are facts of the database: what was agreed is kept, and what follows from it is one transaction."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, text

from sandtable.server.clocks import time as clocks
from sandtable.server.clocks.rows import put_clock, read_clock
from sandtable.server.clocks.time import DAY, Clock
from sandtable.server.database import Database, StorageFault
from sandtable.server.storage import StoredMatch, load_match
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import Json, Served, serving
from tests.server.test_clocks import DAILY, post
from tests.server.test_homes import process_of


def three(served: Served, **more: Any) -> Json:
    """A match of three with a clock, at which all have sat down."""
    told = served.create(game="airlift", options={"players": 3}, offer={"clock": DAILY} | more)
    for seat in told["seats"]:
        served.sit(told["match"], seat["token"]).close()
    return told


def change_clock(database: Database, match: str, change: Callable[[Clock], Clock]) -> None:
    """Change the clock that is kept; rooms in memory do not know it."""

    def write(connection: Connection) -> None:
        clock = read_clock(connection, match)
        assert clock is not None
        put_clock(match, change(clock))(connection)

    database.write(write).result(60)


def be_late(served: Served, told: Json) -> str:
    """The first seat is asked alone, and its time was over a day ago; the seat."""
    late = str(told["seats"][0]["seat"])

    def over(clock: Clock) -> Clock:
        return msgspec.structs.replace(clock, running=(late,), at=clock.at - 4 * DAY)

    change_clock(served.service.database, told["match"], over)
    forget(served, told)
    return late


def forget(served: Served, told: Json) -> None:
    """As if the match had been forgotten, and is read again when somebody asks for it."""
    served.service.rooms.pop(told["match"], None)


def kept(served: Served, told: Json) -> StoredMatch:
    found = served.service.database.read(load_match(told["match"]))
    assert found is not None
    return found


def propose(served: Served, told: Json, place: int, bot: str = "random") -> Any:
    answer = post(served, told, place, "claim", seat=told["seats"][0]["seat"], bot=bot)
    assert answer.status_code == 200, answer.text
    return answer.json()["done"]


def test_what_was_agreed_survives_a_restart(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        told = three(served)
        late = be_late(served, told)
        assert propose(served, told, 1) is False
    with serving(tmp_path, address=address) as served:
        assert propose(served, told, 2) is True
        after = kept(served, told)
        assert next(seat.player for seat in after.seats if seat.seat == late) == "random"
        with served.service.database.reading.connect() as connection:
            assert connection.execute(text("SELECT count(*) FROM claims")).scalar() == 0, "it is done with"


def test_the_clock_of_others_may_go_on_between_two_who_agree(served: Served) -> None:
    told = three(served)
    be_late(served, told)
    assert propose(served, told, 1) is False
    change_clock(
        served.service.database, told["match"], lambda clock: clocks.put_forward(clock, clock.at + 4 * DAY + 0.1)
    )
    forget(served, told)
    assert propose(served, told, 2) is True


def test_one_who_takes_a_seat_over_has_agreed_to_nothing(served: Served) -> None:
    told = three(served)
    be_late(served, told)
    assert propose(served, told, 1) is False
    before = kept(served, told).clock
    assert before is not None
    owner = {"authorization": f"Bearer {told['owner']}"}
    place = f"/api/matches/{told['match']}/seats/{told['seats'][1]['seat']}"
    told["seats"][1]["token"] = served.http.put(place, json={"new_link": True}, headers=owner).json()["token"]
    change_clock(served.service.database, told["match"], lambda _: before)
    forget(served, told)
    assert propose(served, told, 2) is False
    assert propose(served, told, 1) is True


@needs_postgres
def test_what_was_agreed_moves_with_the_match(postgres: Cluster, tmp_path: Path) -> None:
    shared = postgres.with_tables("claims")
    with serving(tmp_path, address=shared) as stays, ExitStack() as stopping:
        leaves = stopping.enter_context(serving(tmp_path, address=shared))
        told = three(leaves)
        be_late(leaves, told)
        assert propose(leaves, told, 1) is False
        assert list(leaves.service.rooms) == [told["match"]]
        stopping.close()
        assert propose(stays, told, 2) is True
        assert list(stays.service.rooms) == [told["match"]]


class Dies(StorageFault):
    """The process dies: it writes nothing any more."""


@pytest.mark.parametrize("bot", ["random", ""])
def test_a_crash_leaves_no_seat_between_two(address: str, tmp_path: Path, bot: str) -> None:
    """However many transactions a claim is written in, after each of them the match is one that can be played."""
    for written in range(9):
        with serving(tmp_path, address=address) as served:
            told = three(served)
            late = be_late(served, told)
            assert propose(served, told, 1, bot) is False
            done = _claimed_until(served, told, bot, written)
        with serving(tmp_path, address=address) as served:
            left = kept(served, told)
            assert left.clock is not None
            player = next(seat.player for seat in left.seats if seat.seat == late)
            said = [one for one in left.announced if one.said.sentence.startswith("{late} ran out of time. The bot")]
            said += [one for one in left.announced if one.said.sentence.endswith("loses the match.")]
            over = player == "random" if bot else bool(left.closed)
            assert len(said) == over, "everybody is told of it"
            if bot:
                still_late = clocks.is_over(left.clock, late, time.time())
                assert still_late != over, "the clock and the seat change together"
            if not over:
                assert propose(served, told, 2, bot) is True
        if done:
            return
    raise AssertionError("it was never done")


def _claimed_until(served: Served, told: Json, bot: str, written: int) -> bool:
    """Claim in a process that dies after so many transactions; whether it came to its end before."""
    homes, left = served.service.homes, [written]
    write = homes.write

    async def dying(match: str, change: Any) -> Any:
        if not left[0]:
            raise Dies("The process is gone.")
        left[0] -= 1
        return await write(match, change)

    homes.write = dying  # type: ignore[method-assign]
    return post(served, told, 2, "claim", seat=told["seats"][0]["seat"], bot=bot).status_code == 200


def two_players(served: Served) -> Json:
    """A match of two with a clock; the time of the first seat is over."""
    told = served.create(offer={"clock": DAILY})
    for seat in told["seats"]:
        served.sit(told["match"], seat["token"]).close()
    be_late(served, told)
    return told


@pytest.mark.parametrize("bot", ["random", ""])
def test_of_many_who_claim_at_once_one_is_heard(address: str, tmp_path: Path, bot: str) -> None:
    """From one process on SQLite, and from two that share PostgreSQL."""
    with serving(tmp_path, address=address) as first, ExitStack() as more:
        told = two_players(first)
        alone = first.service.homes.alone
        second = first if alone else more.enter_context(serving(tmp_path, address=address))
        with ThreadPoolExecutor(8) as pool:
            claimed = [
                pool.submit(post, served, told, 1, "claim", seat=told["seats"][0]["seat"], bot=bot)
                for served in (first, second) * 4
            ]
            answers = [one.result(60) for one in claimed]
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7, [one.text for one in answers]
        assert len(kept(first, told).announced) == 1


@needs_postgres
def test_a_process_that_was_held_up_claims_nothing_that_another_has_claimed(postgres: Cluster, tmp_path: Path) -> None:
    shared = postgres.with_tables("claims")
    with serving(tmp_path, address=shared) as first, serving(tmp_path, address=shared) as second:
        told = two_players(first)
        assert first.http.get(f"/api/matches/{told['match']}").status_code == 200
        assert list(first.service.rooms) == [told["match"]]
        with first.service.database.writing.begin() as connection:  # its lease ran out, and it was not told yet
            connection.execute(text("UPDATE homes SET process = :process"), {"process": process_of(second)})
        late = told["seats"][0]["seat"]
        assert post(second, told, 1, "claim", seat=late, bot="random").json() == {"done": True}
        again = post(first, told, 1, "claim", seat=late)
        assert again.status_code in (409, 503), again.text
        after = kept(first, told)
        assert (after.closed, after.seats[0].player, len(after.announced)) == ("", "random", 1)
