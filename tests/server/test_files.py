"""Matches as files: a save of one's own match at any time, its import, and a report that tells nothing secret."""

from __future__ import annotations

import json

import httpx
import msgspec
import pytest

from tests.server.served import Json, Served
from tests.server.test_secrecy import hidden_from

BOTS = {"south": "random"}


def get(served: Served, match: str, what: str, key: str = "") -> httpx.Response:
    return served.http.get(f"/api/matches/{match}/{what}", headers={"authorization": f"Bearer {key}"} if key else {})


def imported(served: Served, text: bytes) -> httpx.Response:
    return served.http.post("/api/matches/import", content=text, headers={"content-type": "application/json"})


@pytest.fixture
def played(served: Served) -> Json:
    """A match against a bot, some choices on."""
    told = served.create(seats=BOTS)
    person = served.sit(told["match"], told["seats"][0]["token"])
    for _ in range(3):
        while not person.options():
            person.receive()
        person.choose()
    person.close()
    return told


def test_a_match_against_bots_is_saved_at_any_time_and_goes_on_after_its_import(served: Served, played: Json) -> None:
    answer = get(served, played["match"], "save", played["seats"][0]["token"])
    assert answer.status_code == 200, answer.text
    assert ".sandtable" in answer.headers["content-disposition"]
    record = json.loads(answer.content)
    again = imported(served, answer.content)
    assert again.status_code == 201, again.text
    new = again.json()
    assert new["match"] != played["match"]
    assert [seat["player"] for seat in new["seats"]] == ["human", "random"]
    player = served.sit(new["match"], new["seats"][0]["token"])
    truth = served.truth(new["match"])
    kept = len(record["steps"])
    assert json.loads(msgspec.json.encode(truth.position.steps[:kept])) == record["steps"]
    assert truth.recorder.digests[kept] == record["digests"][kept]
    player.close()


def test_a_running_match_with_others_is_not_saved_with_its_seed(served: Served) -> None:
    told, north, south = served.both()
    for key in ("", *(seat["token"] for seat in told["seats"]), told["owner"]):
        answer = get(served, told["match"], "save", key)
        assert answer.status_code == 409, key
        assert "seed" in answer.json()["error"]
        assert served.truth(told["match"]).setup.seed not in answer.text
    for one in (north, south):
        one.close()


def test_others_are_told_of_a_save_that_was_made_before_they_sat_down(served: Served) -> None:
    told = served.create()
    assert get(served, told["match"], "save", told["owner"]).status_code == 200
    south = served.sit(told["match"], told["seats"][1]["token"])
    assert any("seed of its dice" in frame for frame in south.frames)
    south.close()


def test_a_report_holds_what_the_seat_sees_and_nothing_secret(served: Served) -> None:
    told, north, south = served.both(game="canary")
    truth = served.truth(told["match"])
    for seat, token in ((one["seat"], one["token"]) for one in told["seats"]):
        answer = get(served, told["match"], "report", token)
        assert answer.status_code == 200
        seen = json.loads(answer.content)
        assert seen["format"] == "sandtable-report-1"
        assert seen["seat"] == seat
        assert seen["sandtable"]
        assert seen["shown"]["table"]
        assert isinstance(seen["journal"], list)
        own = truth.position.state.hands[seat]  # type: ignore[attr-defined]
        assert own
        assert all(card in answer.text for card in own)
        hidden = hidden_from(truth, seat)
        assert hidden
        for secret in (*hidden, truth.setup.seed, told["owner"], *(one["token"] for one in told["seats"])):
            assert secret not in answer.text
    assert get(served, told["match"], "report?seat=south", told["seats"][0]["token"]).status_code == 403
    watching = get(served, told["match"], "report")
    assert watching.status_code == 200
    everybodys = [card for hand in truth.position.state.hands.values() for card in hand]  # type: ignore[attr-defined]
    assert not any(card in watching.text for card in everybodys)
    for one in (north, south):
        one.close()


def test_a_save_that_was_edited_or_is_none_becomes_no_match(served: Served, played: Json) -> None:
    text = get(served, played["match"], "save", played["seats"][0]["token"]).content
    record = json.loads(text)
    record["digests"][-1] = "0" * len(record["digests"][-1])
    for wrong, says in (
        (json.dumps(record).encode(), "differs"),
        (b"{}", "not a Sandtable save"),
        (b"nonsense", "not a"),
    ):
        answer = imported(served, wrong)
        assert answer.status_code == 422, answer.text
        assert says in answer.json()["error"]


def test_an_export_of_a_match_with_others_is_refused_with_what_it_is_good_for(served: Served) -> None:
    told, north, south = served.both()
    seat = told["seats"][0]
    answer = imported(served, get(served, told["match"], "report", seat["token"]).content)
    assert answer.status_code == 422, answer.text
    says = answer.json()["error"]
    assert "export of a match of pearls" in says
    assert f"as {seat['seat']} saw them" in says
    assert "Analyse" in says
    for one in (north, south):
        one.close()
