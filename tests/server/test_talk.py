"""Talk: players among themselves, spectators apart; notes that only their seat reads; mutes, reports and limits."""

from __future__ import annotations

import itertools
import json
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, Table

from sandtable.server.schema import mutes, reports, seat_notes, talk
from sandtable.server.storage import remove_match
from sandtable.server.talk import talk as desk
from tests.server.postgres import Cluster, needs_postgres
from tests.server.served import Json, Player, Served, serving
from tests.server.test_accounts import PASSWORD, browser, enter, signed_up
from tests.server.test_lobby import join

_ids = itertools.count(1)


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def say(client: httpx.Client, match: str, text: str, key: str = "", **more: Any) -> httpx.Response:
    body = {"text": text, "id": f"m{next(_ids)}"} | more
    return client.post(f"/api/matches/{match}/talk", json=body, headers=bearer(key))


def read(client: httpx.Client, match: str, key: str = "", **asked: Any) -> Json:
    answer = client.get(f"/api/matches/{match}/talk", headers=bearer(key), params=asked)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def texts(told: Json) -> list[str]:
    return [line["text"] for line in told["lines"]]


def mute(client: httpx.Client, match: str, line: int, key: str = "", on: bool = True) -> httpx.Response:
    return client.put(f"/api/matches/{match}/talk/{line}/mute", json={"mute": on}, headers=bearer(key))


def report(client: httpx.Client, match: str, line: int, key: str = "", why: str = "rude") -> httpx.Response:
    return client.post(f"/api/matches/{match}/talk/{line}/report", json={"why": why}, headers=bearer(key))


def note(client: httpx.Client, match: str, key: str, step: int, text: str, seat: str = "north") -> httpx.Response:
    body = {"seat": seat, "step": step, "text": text}
    return client.put(f"/api/matches/{match}/notes", json=body, headers=bearer(key))


def notes(client: httpx.Client, match: str, key: str = "", seat: str = "north") -> httpx.Response:
    return client.get(f"/api/matches/{match}/notes", params={"seat": seat}, headers=bearer(key))


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def keys(told: Json) -> list[str]:
    return [seat.get("token", "") for seat in told["seats"]]


@pytest.fixture
def played(served: Served) -> tuple[Json, Player, Player]:
    return served.both()


# -- players -----------------------------------------------------------------------------------------------------------


def test_players_read_each_other_at_once_and_later(served: Served, played: tuple[Json, Player, Player]) -> None:
    told, north, south = played
    first, second = keys(told)
    said = say(served.http, told["match"], "Good luck!", first)
    assert (said.status_code, said.json()["yours"], said.json()["seat"]) == (201, True, "north")
    heard = south.wait_for("spoken")["line"]
    assert (heard["text"], heard["name"], heard["seat"], heard["yours"]) == ("Good luck!", "North", "north", False)
    assert north.wait_for("spoken")["line"]["yours"], "their own other devices hear it too"
    again = read(served.http, told["match"], second)
    assert (again["channel"], again["why_not"], texts(again), again["more"]) == ("players", "", ["Good luck!"], False)


def test_what_is_sent_twice_is_said_once(served: Served, played: tuple[Json, Player, Player]) -> None:
    told, _, south = played
    key = keys(told)[0]
    one, two = (say(served.http, told["match"], "Once", key, id="same") for _ in range(2))
    assert one.json()["number"] == two.json()["number"] == 1
    say(served.http, told["match"], "Then", key)
    assert [south.wait_for("spoken")["line"]["text"] for _ in range(2)] == ["Once", "Then"]


def test_markup_is_kept_as_text_and_what_cannot_be_seen_is_taken_out(served: Served) -> None:
    told = served.create()
    key = keys(told)[0]
    sly = "<script>alert(1)</script> \u202e\u200bend"
    assert say(served.http, told["match"], sly, key).json()["text"] == "<script>alert(1)</script> end"
    answer = served.http.get(f"/api/matches/{told['match']}/talk", headers=bearer(key))
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    for wrong in ("line\nbreak", "\x00", "x" * 501):
        assert say(served.http, told["match"], wrong, key).status_code == 400
    assert refusal(say(served.http, told["match"], " \u200b ", key)) == (422, "Write something first.")
    assert len(read(served.http, told["match"], key)["lines"]) == 1


def test_nobody_floods_a_table(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    told = served.create()
    north, south = keys(told)
    answers = [say(served.http, told["match"], f"{n}", north).status_code for n in range(desk._LINES + 1)]
    assert answers == [201] * desk._LINES + [429]
    assert say(served.http, told["match"], "I may still speak", south).status_code == 201


def test_a_long_talk_comes_in_pages(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "MOST_TOLD", 3)
    told = served.create()
    key = keys(told)[0]
    for n in range(5):
        say(served.http, told["match"], f"{n}", key)
    last = read(served.http, told["match"], key)
    assert (texts(last), last["more"]) == (["2", "3", "4"], True)
    first = read(served.http, told["match"], key, before=last["lines"][0]["number"])
    assert (texts(first), first["more"]) == (["0", "1"], False)


def test_one_speaks_only_for_seats_that_one_holds(served: Served) -> None:
    told = served.create()
    north = keys(told)[0]
    wrong = say(served.http, told["match"], "I am South", north, seat="south")
    assert refusal(wrong) == (403, "This key is not for that seat.")
    for_south = say(served.http, told["match"], "As South", told["owner"], seat="south")
    assert for_south.json()["seat"] == "south", "on one screen the owner holds both"


# -- spectators --------------------------------------------------------------------------------------------------------


def test_players_never_read_the_spectators(served: Served, played: tuple[Json, Player, Player]) -> None:
    told, north, south = played
    match, (first, second) = told["match"], keys(told)
    ada, eve = signed_up(served), signed_up(served, "Eve")
    _, line = enter(served, match, eve)
    assert say(ada, match, "South has the queen").status_code == 201
    while (heard := json.loads(line.recv(30)))["type"] != "spoken":
        pass
    assert (heard["line"]["text"], heard["line"]["name"]) == ("South has the queen", "Ada")
    assert texts(read(eve, match)) == ["South has the queen"]
    for key in (first, second, told["owner"]):
        assert "queen" not in served.http.get(f"/api/matches/{match}/talk", headers=bearer(key)).text
    assert read(ada, match)["channel"] == "spectators"
    say(served.http, match, "Only for South", first)
    assert south.wait_for("spoken")["line"]["text"] == "Only for South"
    assert texts(read(ada, match)) == ["South has the queen"], "nor do spectators read the players"
    for player in (north, south):
        assert "queen" not in "".join(player.frames)


def test_a_player_does_not_read_along_without_a_key(served: Served) -> None:
    """Neither as a guest in another browser nor with the account that has the seat."""
    told = served.create(offer={"open": ["south"]})
    ada, eve = signed_up(served), signed_up(served, "Eve")
    join(ada, told["match"])
    say(eve, told["match"], "Between us")
    assert read(ada, told["match"])["channel"] == "players"
    assert texts(read(ada, told["match"])) == []
    guest = read(browser(served), told["match"])
    assert (guest["channel"], guest["why_not"], guest["lines"]) == (
        None,
        "Sign in to talk with the other spectators.",
        [],
    )
    assert refusal(say(browser(served), told["match"], "Hello")) == (403, guest["why_not"])


def test_the_owner_without_a_seat_hears_neither(served: Served) -> None:
    told = served.create(offer={"open": ["north", "south"]})
    one, other = signed_up(served), signed_up(served, "Eve")
    join(one, told["match"], "north")
    join(other, told["match"], "south")
    say(one, told["match"], "Hello")
    heard = read(served.http, told["match"], told["owner"])
    assert (heard["channel"], heard["lines"]) == (None, [])
    assert refusal(say(served.http, told["match"], "Hi", told["owner"]))[0] == 403


def test_nobody_talks_at_an_analysis(served: Served) -> None:
    told = served.create(seats={"south": "greedy"})
    fork = served.http.post(
        f"/api/matches/{told['match']}/analysis", json={"seat": "north"}, headers=bearer(told["owner"])
    ).json()
    assert refusal(say(served.http, fork["match"], "Hm", fork["owner"])) == (
        403,
        "An analysis is private: there is no one to talk to.",
    )


# -- mute and report ---------------------------------------------------------------------------------------------------


def test_a_muted_player_is_not_heard_and_does_not_learn_of_it(
    served: Served, played: tuple[Json, Player, Player]
) -> None:
    told, _, south = played
    match, (north_key, south_key) = told["match"], keys(told)
    say(served.http, match, "Rude", north_key)
    south.wait_for("spoken")
    assert mute(served.http, match, 1, south_key).status_code == 200
    assert say(served.http, match, "Ruder", north_key).status_code == 201
    say(served.http, match, "Mine", south_key)
    assert south.wait_for("spoken")["line"]["text"] == "Mine", "what a muted player says does not come"
    lines = read(served.http, match, south_key)["lines"]
    assert [(line["text"], line["muted"]) for line in lines] == [("", True), ("", True), ("Mine", False)]
    assert not any(line["muted"] for line in read(served.http, match, north_key)["lines"])
    mute(served.http, match, 1, south_key, on=False)
    assert texts(read(served.http, match, south_key)) == ["Rude", "Ruder", "Mine"]
    assert refusal(mute(served.http, match, 3, south_key)) == (409, "You can't mute yourself.")


def test_a_mute_follows_an_account_to_other_matches(served: Served) -> None:
    ada, eve = signed_up(served), signed_up(served, "Eve")
    first, second = (served.create()["match"] for _ in range(2))
    say(ada, first, "Nonsense")
    assert mute(eve, first, 1).status_code == 200
    say(ada, second, "More nonsense")
    assert [line["muted"] for line in read(eve, second)["lines"]] == [True]


def test_a_report_reaches_the_operator_with_a_copy(served: Served) -> None:
    told = served.create()
    match, (north, south) = told["match"], keys(told)
    say(served.http, match, "Rude", north)
    assert report(served.http, match, 1, south).status_code == 200
    assert refusal(report(served.http, match, 1, south)) == (409, "You have reported this already.")
    assert refusal(report(served.http, match, 1, north)) == (409, "You can't report yourself.")
    served.service.database.write(remove_match(match)).result()
    (kept,) = served.service.database.read(lambda line: line.execute(reports.select()).mappings().all())
    assert (kept["text"], kept["why"], kept["whom_name"], kept["settled"]) == ("Rude", "rude", "North", "")


def test_a_line_of_the_other_channel_is_not_there(served: Served) -> None:
    told, ada = served.create(), signed_up(served)
    north, south = keys(told)
    say(served.http, told["match"], "For South", north)
    say(ada, told["match"], "For spectators")
    for answer in (
        mute(ada, told["match"], 1),
        report(ada, told["match"], 1),
        mute(served.http, told["match"], 2, south),
        report(served.http, told["match"], 2, south),
        report(served.http, told["match"], 3, south),
    ):
        assert refusal(answer) == (404, "There is no such message here.")


# -- notes to oneself --------------------------------------------------------------------------------------------------


def test_a_seat_keeps_notes_that_nobody_else_reads(served: Served, played: tuple[Json, Player, Player]) -> None:
    told, north, _ = played
    match, (mine, theirs) = told["match"], keys(told)
    north.choose()
    assert note(served.http, match, mine, 0, "A plan\nin two lines").status_code == 200
    kept = note(served.http, match, mine, 1, "It went wrong").json()
    assert [(one["step"], one["text"]) for one in kept] == [(0, "A plan\nin two lines"), (1, "It went wrong")]
    assert notes(served.http, match, mine).json() == kept
    for stranger in (theirs, ""):
        assert notes(served.http, match, stranger).status_code == 403
        assert note(served.http, match, stranger, 0, "Mine now").status_code == 403
    assert notes(served.http, match, theirs, "south").json() == []
    changed = note(served.http, match, mine, 1, "It went well").json()
    assert [one["text"] for one in changed] == ["A plan\nin two lines", "It went well"]
    assert [one["step"] for one in note(served.http, match, mine, 0, "  ").json()] == [1]
    ahead = note(served.http, match, mine, 9, "Tomorrow")
    assert refusal(ahead) == (409, "The match has not reached step 9 yet.")


def test_notes_do_not_go_to_the_next_player(served: Served) -> None:
    told = served.create()
    match, mine = told["match"], keys(told)[0]
    note(served.http, match, mine, 0, "Secret plan")
    served.http.put(f"/api/matches/{match}/seats/north", json={"name": "Ada"}, headers=bearer(told["owner"]))
    assert len(notes(served.http, match, mine).json()) == 1, "a new name is no new player"
    link = served.http.put(f"/api/matches/{match}/seats/north", json={"new_link": True}, headers=bearer(told["owner"]))
    assert notes(served.http, match, link.json()["token"]).json() == []


def test_notes_follow_a_guest_into_the_account(served: Served) -> None:
    told = served.create()
    note(served.http, told["match"], keys(told)[0], 0, "Secret plan")
    ada = signed_up(served)
    ada.post("/api/account/claim", json={"keys": [keys(told)[0]]})
    assert [one["text"] for one in notes(ada, told["match"]).json()] == ["Secret plan"]


def test_a_seat_keeps_so_many_notes(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "MOST_NOTES", 1)
    told, north, _ = served.both()
    north.choose()
    match, mine = told["match"], keys(told)[0]
    note(served.http, match, mine, 0, "One")
    assert refusal(note(served.http, match, mine, 1, "Two")) == (409, "You can keep 1 note. Remove one first.")
    assert note(served.http, match, mine, 0, "One, changed").status_code == 200


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_talk_goes_with_the_match_and_the_name_with_the_account(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        told = served.create(offer={"open": ["south"]})
        match, ada, eve = told["match"], signed_up(served), signed_up(served, "Eve")
        join(ada, match)
        say(ada, match, "Hello there")
        note(ada, match, "", 0, "Mine", "south")
        say(eve, match, "Watching")
        mute(served.http, match, 1, keys(told)[0])
        kept = ada.get("/api/account/export").json()
        assert [line["text"] for line in kept["talk"]] == ["Hello there"]
        assert [one["text"] for one in kept["notes"]] == ["Mine"]
        assert ada.post("/api/account/remove", json={"password": PASSWORD}).status_code == 200
        (line,) = read(served.http, match, keys(told)[0])["lines"]
        assert (line["name"], line["text"]) == ("Former player", "Hello there")
        database = served.service.database
        assert database.read(lambda line: line.execute(seat_notes.select()).all()) == []
        database.write(remove_match(match)).result()
        for table in (talk, mutes, seat_notes):
            assert database.read(partial(_all_of, table)) == []


def _all_of(table: Table, connection: Connection) -> list[Any]:
    return list(connection.execute(table.select()))


@needs_postgres
def test_talk_works_across_processes(postgres: Cluster, tmp_path: Path) -> None:
    """A match lives in one process; who comes to another is passed on, and hears at once what is said there."""
    shared = postgres.with_tables("talk")
    with serving(tmp_path, address=shared) as first, serving(tmp_path, address=shared) as second:
        told = first.create()
        north, south = keys(told)
        here, there = first.sit(told["match"], north), second.sit(told["match"], south)
        assert say(second.http, told["match"], "From the other process", south).status_code == 201
        assert here.wait_for("spoken")["line"]["text"] == "From the other process"
        say(first.http, told["match"], "And back", north)
        there.wait_for("spoken")
        assert there.wait_for("spoken")["line"]["text"] == "And back"
        assert mute(second.http, told["match"], 2, south).status_code == 200
        say(first.http, told["match"], "Not heard", north)
        say(second.http, told["match"], "The last word", south)
        assert there.wait_for("spoken")["line"]["text"] == "The last word"
