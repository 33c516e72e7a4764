"""Somebody deletes their account in the middle of what others play: nobody waits for them, and no name stays."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from sqlalchemy import text

from sandtable.server.database import migrations
from sandtable.server.schema import announcements, matches, metadata, ratings, results, tournament_pairings
from sandtable.server.tournaments.pairing import Pairing
from sandtable.server.tournaments.storage import put_match, start_round
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import Served, serving
from tests.server.test_accounts import PASSWORD, browser, enter, signed_up
from tests.server.test_clocks import DAILY
from tests.server.test_lobby import join, listed
from tests.server.test_profiles import profile, rated_match
from tests.server.tournaments.test_tournaments import act, club, lose_all, read

CLUB = {"by_itself": True, "clock": DAILY, "kind": "robin"}


def leave(client: httpx.Client) -> httpx.Response:
    """Delete one's account; once more where a busy PostgreSQL ended the slow transaction, which did nothing."""
    while True:
        answer = client.post("/api/account/remove", json={"password": PASSWORD})
        if answer.status_code != 503:
            return answer


@contextmanager
def at_another_process(served: Served, client: httpx.Client, address: str, folder: Path) -> Iterator[httpx.Client]:
    """The same person at a second process on the same database, where there can be one."""
    if served.service.homes.alone:
        yield client
        return
    with serving(folder, address=address) as other:
        moved = browser(other)
        moved.cookies.update(client.cookies)
        yield moved


def rows(served: Served, table: Any, *order: str) -> list[dict[str, Any]]:
    with served.service.database.reading.connect() as connection:
        found = connection.execute(table.select().order_by(*(table.c[name] for name in order))).mappings().all()
    return [dict(row) for row in found]


def test_who_deletes_their_account_loses_the_rated_match_they_play(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        ada, eve, match = rated_match(served)
        hello, _ = enter(served, match, ada)
        assert hello["holds"] == ["north"]
        assert leave(eve).status_code == 200
        ended = [(one["seat"], one["outcome"], one["reason"], one["rated"]) for one in rows(served, results, "seat")]
        assert ended == [("north", "won", "resigned", 1), ("south", "lost", "resigned", 1)]
        (won,) = profile(ada, "Ada")["games"]
        assert (won["score"]["won"], won["rating"]["games"]) == (1, 1)
        assert won["rating"]["value"] > 1500
        assert profile(ada, "Ada")["history"][0]["others"] == ["Former player"]
        assert len(rows(served, ratings)) == 1, "the rating of an account goes with it"
        told, _ = enter(served, match, ada)
        assert told["closed"]
        assert told["announced"][-1]["text"] == "Former player deleted their account and loses the match."
        claimed = ada.post(f"/api/matches/{match}/claim", json={"seat": "south"})
        assert (claimed.status_code, claimed.json()["error"]) == (409, "The match is over.")


@needs_postgres
def test_the_table_hears_of_it_in_whichever_process_it_is(postgres: Cluster, tmp_path: Path) -> None:
    shared = postgres.with_tables("leaving")
    with serving(tmp_path, address=shared) as first, serving(tmp_path, address=shared) as second:
        ada, eve, match = rated_match(first)
        _, line = enter(first, match, ada)
        assert list(first.service.rooms) == [match]
        elsewhere = browser(second)
        elsewhere.cookies.update(eve.cookies)
        assert leave(elsewhere).status_code == 200
        while "deleted their account" not in (frame := str(line.recv(30))):
            assert frame
        assert first.service.rooms[match].stored.closed


def test_of_two_who_leave_at_once_one_wins(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served, ExitStack() as more:
        ada, eve, _ = rated_match(served)
        eve = more.enter_context(at_another_process(served, eve, address, tmp_path))
        with ThreadPoolExecutor(2) as pool:
            assert [one.status_code for one in pool.map(leave, (ada, eve))] == [200, 200]
        ended = rows(served, results, "seat")
        assert sorted(one["outcome"] for one in ended) == ["lost", "won"]
        assert {(one["person"], one["name"]) for one in ended} == {("", "")}
        assert rows(served, ratings) == []


def test_a_match_that_ends_while_somebody_leaves_ends_once(address: str, tmp_path: Path) -> None:
    for _ in range(5):
        with serving(tmp_path, address=address) as served, ExitStack() as more:
            served.service.database.write(_empty).result(30)
            ada, eve, match = rated_match(served)
            eve = more.enter_context(at_another_process(served, eve, address, tmp_path))
            with ThreadPoolExecutor(2) as pool:
                left = pool.submit(leave, eve)
                gave_up = pool.submit(ada.post, f"/api/matches/{match}/resign", json={"seat": "north"})
                assert left.result(60).status_code == 200
                assert gave_up.result(60).status_code in (200, 409, 503)
            ended = rows(served, results, "seat")
            assert sorted(one["outcome"] for one in ended) == ["lost", "won"]
            assert profile(ada, "Ada")["games"][0]["rating"]["games"] == 1


def _empty(connection: Any) -> None:
    for table in reversed(metadata.sorted_tables):
        if table.name not in ("notes", "processes"):
            connection.execute(table.delete())


def test_of_three_the_others_may_go_on_with_a_bot(served: Served) -> None:
    people = [signed_up(served, name) for name in ("Ada", "Ben", "Cy")]
    wanted = {"game": "airlift", "options": {"players": 3}}
    seats = [seat["seat"] for seat in served.create(**wanted)["seats"]]
    made = people[0].post("/api/matches", json=wanted | {"offer": {"open": seats, "rated": True, "clock": DAILY}})
    assert made.status_code == 201, made.text
    told = made.json()
    for client, seat in zip(people, told["seats"], strict=True):
        assert join(client, told["match"], seat["seat"]).status_code == 200
    assert leave(people[0]).status_code == 200
    room = served.service.rooms[told["match"]]
    assert (room.stored.closed, room.stored.terms and room.stored.terms.rated) == ("", False)
    assert rows(served, results) == []


def test_in_a_match_without_a_clock_a_bot_plays_on(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        ada, eve = signed_up(served), signed_up(served, "Eve")
        told = eve.post("/api/matches", json={"game": "pearls", "offer": {"open": ["north"]}}).json()
        keys = [told["owner"], told["seats"][1]["token"]]
        assert eve.post("/api/account/claim", json={"keys": keys}).status_code == 200
        assert join(ada, told["match"], "north").status_code == 200
        hello, line = enter(served, told["match"], ada)
        assert hello["holds"] == ["north"]
        assert leave(eve).status_code == 200
        heard = ""
        while "deleted their account" not in heard:
            heard = str(line.recv(30))
        assert "Former player deleted their account. The bot regular plays on." in heard
        room = served.service.rooms[told["match"]]
        assert {seat.seat: (seat.player, seat.name) for seat in room.stored.seats}["south"] == ("regular", "")
        match = room.in_memory
        assert match is not None
        while not any(step.seat == "south" for step in match.position.steps):
            assert line.recv(30), "the bot has not answered"


def test_an_offer_goes_with_the_one_who_made_it(served: Served) -> None:
    ada = signed_up(served)
    told = ada.post("/api/matches", json={"game": "pearls", "offer": {"open": ["south"]}}).json()
    keys = [told["owner"], told["seats"][0]["token"]]
    assert ada.post("/api/account/claim", json={"keys": keys}).status_code == 200
    assert [one["match"] for one in listed(served.http)] == [told["match"]]
    assert leave(ada).status_code == 200
    assert listed(served.http) == [], "nobody would sit at the other side"
    assert join(served.http, told["match"]).status_code == 409


def test_no_sentence_about_a_match_names_them_any_more(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        ada, eve = signed_up(served, 'Ada "Lady" Lovelace'), signed_up(served, "Eve")
        told = eve.post("/api/matches", json={"game": "pearls", "offer": {"open": ["south"]}}).json()
        assert join(ada, told["match"]).status_code == 200
        asked = eve.post(
            "/api/matches", json={"game": "pearls", "offer": {"invited": {"south": 'Ada "Lady" Lovelace'}}}
        )
        assert asked.status_code == 201, asked.text
        assert ada.post(f"/api/matches/{asked.json()['match']}/decline").status_code == 200
        assert "Lovelace" in str(rows(served, announcements))
        assert leave(ada).status_code == 200
        kept = rows(served, announcements)
        assert len(kept) == 2
        assert "Lovelace" not in str(kept)
        hello, _ = enter(served, told["match"], eve)
        assert hello["announced"][0]["text"] == "Former player has taken a seat."


# -- tournaments -------------------------------------------------------------------------------------------------------


def boards(served: Served, id: str, number: int = 1) -> list[dict[str, Any]]:
    told = read(browser(served), id)
    return [board for one in told["rounds"] if one["number"] == number for board in one["boards"] if board["second"]]


@pytest.mark.parametrize("rated", [False, True])
def test_a_board_of_one_who_leaves_is_the_others_and_the_round_ends(address: str, tmp_path: Path, rated: bool) -> None:
    with serving(tmp_path, address=address) as served:
        id, people = club(served, 4, **CLUB, rated=rated)
        act(people["Ada"], id, "start")
        (board, other) = boards(served, id)
        leaves, stays = board["first"], board["second"]
        assert leave(people[leaves]).status_code == 200
        assert [one["outcome"] for one in boards(served, id)] == ["second", ""]
        assert leave(people[stays]).status_code == 200
        assert [one["outcome"] for one in boards(served, id)] == ["second", ""], "it is decided already"
        loser = other["second"]
        seats = people[loser].get(f"/api/matches/{other['match']}").json()["seats"]
        seat = next(one["seat"] for one in seats if one["name"] == loser)
        assert people[loser].post(f"/api/matches/{other['match']}/resign", json={"seat": seat}).status_code == 200
        told = read(browser(served), id)
        assert told["about"]["round"] == 2, "the round ended with nobody's help"


def test_a_result_stays_as_it_was_when_both_have_left(served: Served) -> None:
    for winners in ("first", "second"):
        id, people = club(served, 4, kind="robin", clock=DAILY)
        act(people["Ada"], id, "start")
        lose_all(people, read(browser(served), id), winners)
        before = [one["outcome"] for one in boards(served, id)]
        assert before == [winners, winners]
        for client in people.values():
            assert leave(client).status_code == 200
        assert [one["outcome"] for one in boards(served, id)] == before


def test_a_round_that_begins_while_somebody_leaves_waits_for_nobody(address: str, tmp_path: Path) -> None:
    """The pairings were made a moment before, and the match a moment after."""
    with serving(tmp_path, address=address) as served:
        id, people = club(served, 4, kind="robin", clock=DAILY)
        database = served.service.database
        ids = {name: client.get("/api/account/export").json()["account"]["id"] for name, client in people.items()}
        assert leave(people["Curie"]).status_code == 200
        assert leave(people["Dirac"]).status_code == 200
        pairs = [Pairing(ids["Ada"], ids["Curie"]), Pairing(ids["Dirac"], ids["Babbage"])]
        assert database.write(start_round(id, 1, 3, pairs)).result(60)
        kept = rows(served, tournament_pairings, "board")
        assert [one["outcome"] for one in kept] == ["first", "second"]
        assert database.write(put_match(id, 1, 1, "late")).exception(10) is not None


def test_rounds_that_waited_for_nobody_end_with_the_update(address: str, tmp_path: Path) -> None:
    """Before, a board waited for its organiser when both had deleted their accounts."""
    with serving(tmp_path, address=address) as served:
        id, people = club(served, 4, **CLUB)
        act(people["Ada"], id, "start")
        first, second = boards(served, id)
        with served.service.database.writing.begin() as connection:
            for name in (first["first"], first["second"], second["first"]):  # as it was done then
                person = people[name].get("/api/account/export").json()["account"]["id"]
                connection.execute(text("UPDATE seats SET person = '', name = '' WHERE person = :p"), {"p": person})
                connection.execute(text("DELETE FROM sessions WHERE person = :p"), {"p": person})
                connection.execute(text("DELETE FROM people WHERE id = :p"), {"p": person})
            command.downgrade(migrations(connection), "0020")
        assert [one["outcome"] for one in boards(served, id)] == ["", ""]
        served.service.database.upgrade()
        kept = rows(served, tournament_pairings, "round", "board")
        assert [one["outcome"] for one in kept if one["round"] == 1] == ["neither", "second"]
        assert rows(served, matches) != []
