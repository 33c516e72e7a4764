"""The lobby of a full house: the database filters, and pages lead to everything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import Connection

from sandtable.server.clocks.time import DAY, TimeControl
from sandtable.server.lobby.records import ANYONE, Progress, Terms
from sandtable.server.lobby.storage import MOST_TOLD
from sandtable.server.records import MatchSetup, Seat
from sandtable.server.storage import StoredMatch, insert_match
from sandtable.server.times import now
from tests.server.served import Json, Served, serving

HALF = 300
"""So many matches have a free seat, and as many are played: the lobby once looked at the newest 500 of each alone."""
RARE = Terms(listed=True, level="experienced", control=TimeControl("bank", 600))


def _match(id: str, game: str, offered: bool, terms: Terms, minute: int, scenario: str = "") -> StoredMatch:
    at = f"2099-01-01T{minute // 60:02}:{minute % 60:02}:00+00:00"
    options: dict[str, Any] = {"scenario": scenario} if scenario else {}
    setup = MatchSetup(id, game, options, "1", "1", "seed", at)
    seats = (Seat("north", "North"), Seat("south", "South"))
    kept = {"south": ANYONE} if offered else {}
    return StoredMatch(setup, seats, "", {}, offered=kept, terms=terms, progress=Progress(("north",), at))


@pytest.fixture
def house(address: str, tmp_path: Path) -> Iterator[Served]:
    """More than a thousand matches, and of each kind an old one that differs."""
    with serving(tmp_path, address=address) as served:

        def fill(connection: Connection) -> None:
            for number in range(2 * HALF):
                for kind, offered in (("open", True), ("runs", False)):
                    made = _match(f"{kind}{number:04}", "canary", offered, Terms(listed=True), 10 + number // 3)
                    insert_match(made)(connection)
            for kind, offered in (("open", True), ("runs", False)):
                insert_match(_match(f"{kind}-rare", "pearls", offered, RARE, 1, "dusk"))(connection)
                insert_match(_match(f"{kind}-gone", "no such game", offered, Terms(listed=True), 900))(connection)

        served.service.database.write(fill).result(120)
        yield served


def look(client: httpx.Client, **wanted: str) -> Json:
    answer = client.get("/api/lobby", params=wanted)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def _ids(told: Json, part: str) -> list[str]:
    return [one["match"] for one in told[part]]


def test_what_is_wanted_is_found_behind_many_others(house: Served) -> None:
    """One house for all: to fill it takes two seconds."""
    for wanted in (
        {"game": "pearls"},
        {"scenario": "dusk"},
        {"level": "experienced", "pace": "live"},
        {"pace": "live"},
    ):
        told = look(house.http, **wanted)
        assert (_ids(told, "open"), _ids(told, "running")) == (["open-rare"], ["runs-rare"]), wanted
        assert (told["more_open"], told["more_running"]) == ("", "")
    for unknown in ({"pace": "daily"}, {"game": "no such game"}, {"scenario": "dawn"}):
        told = look(house.http, **unknown)
        assert (told["open"], told["running"], told["more_open"], told["more_running"]) == ([], [], "", ""), unknown


@pytest.mark.parametrize(("part", "kind"), [("open", "open"), ("running", "runs")])
def test_pages_lead_to_everything_once(house: Served, part: str, kind: str) -> None:
    everything = {f"{kind}{number:04}" for number in range(2 * HALF)} | {f"{kind}-rare"}
    found, after, pages = list[str](), "", 0
    while not pages or after:
        told = look(house.http, **{f"{part}_after": after})
        assert 0 < len(told[part]) <= MOST_TOLD
        found += _ids(told, part)
        after = told[f"more_{part}"]
        pages += 1
        late = _match(f"{kind}-late{pages}", "canary", part == "open", Terms(listed=True), 1000 + pages)
        house.service.database.write(insert_match(late)).result(60)  # others come meanwhile
    assert len(found) == len(set(found))
    assert set(found) == everything
    assert found[-1] == f"{kind}-rare", "the newest come first"
    assert _ids(look(house.http), part)[0] == f"{kind}-late{pages}"


@pytest.mark.parametrize("after", ["x", "2026-01-01 y", "'; DROP TABLE matches", "2026-01-01T00:00:00+00:00"])
def test_a_page_that_never_was_is_refused(served: Served, after: str) -> None:
    answer = served.http.get("/api/lobby", params={"open_after": after})
    assert (answer.status_code, answer.json()["error"]) == (400, "There is no such page of the lobby.")


@pytest.mark.parametrize(
    ("control", "pace"),
    [
        (None, "untimed"),
        (TimeControl("move", DAY // 2), "daily"),
        (TimeControl("move", DAY // 2 - 1), "live"),
        (TimeControl("bank", DAY), "daily"),
        (TimeControl("bank", DAY - 1), "live"),
    ],
)
def test_the_database_knows_a_pace_as_the_program_does(
    address: str, tmp_path: Path, control: TimeControl | None, pace: str
) -> None:
    with serving(tmp_path, address=address) as served:
        terms = Terms(listed=True, control=control)
        assert terms.pace == pace
        setup = msgspec.structs.replace(_match("one", "pearls", True, terms, 1).setup, created=now())
        made = _match("one", "pearls", True, terms, 1)
        served.service.database.write(insert_match(msgspec.structs.replace(made, setup=setup))).result(60)
        found = {wanted: len(look(served.http, pace=wanted)["open"]) for wanted in ("live", "daily", "untimed")}
        assert found == {"live": 0, "daily": 0, "untimed": 0} | {pace: 1}
