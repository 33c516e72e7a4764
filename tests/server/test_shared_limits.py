"""Limits of a house of several processes: who goes from one to the other gains nothing."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import msgspec
from websockets.exceptions import ConnectionClosed

from sandtable.server.guard import Limits
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import WIDE, Player, Served, serving
from tests.server.test_accounts import browser, signed_up
from tests.server.test_homes import said, wait_until


def _house(stack: ExitStack, folder: Path, address: str, **limits: int) -> tuple[Served, Served]:
    """Two processes on PostgreSQL that know of each other; on SQLite there is one."""
    settings = msgspec.structs.replace(WIDE, **limits)
    first = stack.enter_context(serving(folder, settings, address=address))
    if first.service.homes.alone:
        return first, first
    second = stack.enter_context(serving(folder, settings, address=address))
    wait_until(lambda: first.service.homes.processes == second.service.homes.processes == 2)
    return first, second


def test_a_flood_of_tables_over_all_processes_is_as_large_as_over_one(address: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        first, second = _house(stack, tmp_path, address, sockets_per_address=6)
        matches = [first.create()["match"] for _ in range(8)]
        tables, refused = list[Player](), 0
        for turn in range(24):
            served = (first, second)[turn % 2]
            try:
                tables.append(served.sit(matches[turn % 8]))
            except (ConnectionClosed, KeyError):
                refused += 1
        assert 0 < len(tables) <= 6, "tables that are passed on count where their match lives"
        assert refused == 24 - len(tables)


def test_a_password_is_not_guessed_faster_at_two_processes(address: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        first, second = _house(stack, tmp_path, address)
        signed_up(first)
        tried = [
            browser((first, second)[turn % 2])
            .post("/api/session", json={"name": "Ada", "password": f"a guess {turn}"})
            .status_code
            for turn in range(40)
        ]
        assert 15 <= tried.count(401) <= 22, "twenty a minute, and what comes back while one tries"
        assert tried.count(401) + tried.count(429) == 40


def test_matches_are_not_made_faster_at_two_processes(address: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        first, second = _house(stack, tmp_path, address, matches_per_hour=10)
        made = [
            browser((first, second)[turn % 2]).post("/api/matches", json={"game": "pearls"}).status_code
            for turn in range(30)
        ]
        assert made.count(201) == 10


def test_a_limit_that_is_shared_follows_the_number_of_processes() -> None:
    number = [1]
    limits = Limits(10, 3600, lambda: number[0])
    assert [limits.take("a") for _ in range(4)] == [0] * 4
    number[0] = 2
    assert sum(limits.take("a") == 0 for _ in range(10)) == 5, "what is left is not more than the share"
    number[0] = 100
    assert limits.take("b") == 0, "everybody may do a thing once"
    assert limits.take("b") > 0


@needs_postgres
def test_those_who_only_work_take_no_share(postgres: Cluster, tmp_path: Path) -> None:
    address = postgres.with_tables("shares")
    with serving(tmp_path, address=address) as served:
        said(
            served.service.database,
            "INSERT INTO processes (address, until) VALUES ('work somewhere 1', now() + interval '1 hour'), "
            "('http://gone', now() - interval '1 second'), ('http://there', now() + interval '1 hour')",
        )
        wait_until(lambda: served.service.homes.processes == 2)
