"""Matches as files: a save of one's own match at any time, its import, and a report that tells nothing secret."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from sandtable.kernel.errors import SaveError
from sandtable.kernel.language import speaking
from sandtable.kernel.position import Position
from sandtable.kernel.prepared import prepared
from sandtable.kernel.save import load_save, read_save, restore
from sandtable.server.match import Match
from sandtable.server.milestones import EVERY
from sandtable.server.storage import load_entries, load_milestones
from tests.server.served import Json, Served
from tests.server.test_secrecy import hidden_from

BOTS = {"south": "random"}
TOUR = Path(__file__).parents[1] / "golden" / "warbirds" / "004-lost.sandtable"
"""A game of some hundred steps that is over."""


def get(served: Served, match: str, what: str, key: str = "") -> httpx.Response:
    return served.http.get(f"/api/matches/{match}/{what}", headers={"authorization": f"Bearer {key}"} if key else {})


def imported(served: Served, text: bytes, language: str = "en") -> httpx.Response:
    headers = {"content-type": "application/json", "accept-language": language}
    return served.http.post("/api/matches/import", content=text, headers=headers)


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


@pytest.fixture
def work_here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What this process reads of saves and plays of games; that of worker processes is not in it."""
    done: list[str] = []
    apply = Position.apply

    def noted_apply(position: Position, seat: str, option: Any) -> None:
        done.append("a step")
        apply(position, seat, option)

    def noted_prepared(kind: Any) -> Any:
        done.append("a file")
        return prepared(kind)

    monkeypatch.setattr(Position, "apply", noted_apply)
    monkeypatch.setattr("sandtable.kernel.save.prepared", noted_prepared)
    return done


def test_an_imported_save_is_read_and_played_by_a_worker_alone(served: Served, work_here: list[str]) -> None:
    text = TOUR.read_bytes()
    told = imported(served, text)
    assert told.status_code == 201, told.text
    new = told.json()
    served.sit(new["match"], new["owner"]).close()
    wrong = imported(served, text.replace(b'"check": "', b'"check": "0'))
    assert wrong.status_code == 422, wrong.text
    assert imported(served, b"{}").status_code == 422
    assert work_here == []


def test_an_imported_match_is_the_one_that_playing_its_steps_gives(served: Served) -> None:
    record = load_save(TOUR)
    new = imported(served, TOUR.read_bytes()).json()
    player = served.sit(new["match"], new["owner"])
    truth = served.truth(new["match"])
    played = Match(truth.setup, truth.seats.values())
    entries = served.service.database.read(load_entries(new["match"]))
    assert [played.again(entry) for entry in entries] == entries
    assert [entry.digest for entry in entries] == record.digests[1:]
    assert (truth.covers, truth.lines(player.seat)) == (played.covers, played.lines(player.seat))
    position, _ = restore(record)
    assert truth.position.outcome == position.outcome is not None
    kept = served.service.database.read(load_milestones(new["match"]))
    assert len(kept) >= len(record.steps) // (2 * EVERY)
    assert len(truth.position.steps) - kept[-1].number < EVERY
    player.close()


def test_a_save_is_refused_in_the_language_of_the_one_who_opens_it(served: Served) -> None:
    record = json.loads(TOUR.read_bytes())
    step = record["steps"][-1]
    elsewhere = record | {"steps": [*record["steps"][:-1], ["nobody", step[1]]]}
    said = ["", ""]
    for wrong in (b"{}", json.dumps(record | {"dice": "manual"}).encode(), json.dumps(elsewhere).encode()):
        said = [imported(served, wrong, language).json()["error"] for language in ("en", "de")]
        assert all(said)
        assert said[0] != said[1]
    with speaking("de"), pytest.raises(SaveError) as refused:
        restore(read_save(json.dumps(elsewhere).encode()))
    with speaking("de"):
        assert said[1] == refused.value.sentence
