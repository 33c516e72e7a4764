"""Tournaments over HTTP: make, join, pair, play, claim, withdraw, and who may do what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.server.tournaments.records import Board
from sandtable.server.tournaments.storage import _outcome
from tests.server.served import Json, Served, serving
from tests.server.test_accounts import PASSWORD, browser, enter, signed_up
from tests.server.test_clocks import pass_time
from tests.server.test_talk import refusal

NAMES = ("Ada", "Babbage", "Curie", "Dirac")


def make(client: httpx.Client, **more: Any) -> Json:
    wanted = {"title": "Club evening", "game": "pearls", "kind": "swiss", "rounds": 2} | more
    answer = client.post("/api/tournaments", json=wanted)
    assert answer.status_code == 201, answer.text
    told: Json = answer.json()
    return told


def act(client: httpx.Client, id: str, what: str, **body: Any) -> httpx.Response:
    return client.post(f"/api/tournaments/{id}/{what}", json=body)


def read(client: httpx.Client, id: str) -> Json:
    told: Json = client.get(f"/api/tournaments/{id}").json()
    return told


def club(served: Served, count: int = 4, **more: Any) -> tuple[str, dict[str, httpx.Client]]:
    """A tournament that all have joined; the first organises it."""
    people = {name: signed_up(served, name) for name in NAMES[:count]}
    id = make(people["Ada"], **more)["about"]["id"]
    for client in people.values():
        assert act(client, id, "join").status_code == 200
    return id, people


def resign(client: httpx.Client, match: str, name: str) -> None:
    """Give a match up at whichever seat one has."""
    seats = client.get(f"/api/matches/{match}").json()["seats"]
    seat = next(one["seat"] for one in seats if one["name"] == name)
    answer = client.post(f"/api/matches/{match}/resign", json={"seat": seat})
    assert answer.status_code == 200, answer.text


def lose_all(people: dict[str, httpx.Client], told: Json, winners: str = "first") -> None:
    """In the last round everybody on one side gives up."""
    for board in told["rounds"][-1]["boards"]:
        if board["second"]:
            loser = board["second" if winners == "first" else "first"]
            resign(people[loser], board["match"], loser)


def test_a_swiss_tournament_from_the_first_to_the_last_round(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        id, people = club(served, clock={"kind": "move", "seconds": 86400}, rated=True)
        ada = people["Ada"]
        assert [one["playing"] for one in ada.get("/api/tournaments").json()] == [4]
        told = act(ada, id, "start").json()
        first = told["rounds"][0]["boards"]
        assert {frozenset((one["first"], one["second"])) for one in first} == {
            frozenset(("Ada", "Curie")),
            frozenset(("Babbage", "Dirac")),
        }
        assert refusal(act(ada, id, "start")) == (409, "The round is not over: some matches are still being played.")
        mine = [one["match"] for one in ada.get("/api/matches").json()]
        assert mine == [one["match"] for one in first if "Ada" in (one["first"], one["second"])], "an ordinary match"
        greeting, line = enter(served, mine[0], ada)
        assert greeting["holds"], "the seat is hers without a link"
        line.close()
        lose_all(people, told)
        told = read(browser(served), id)
        assert [one["outcome"] for one in told["rounds"][0]["boards"]] == ["first", "first"]
        winners = {one["first"] for one in first}
        told = act(ada, id, "start").json()
        assert {told["rounds"][1]["boards"][0]["first"], told["rounds"][1]["boards"][0]["second"]} == winners
        lose_all(people, told, "second")
        told = act(ada, id, "start").json()
        assert told["about"]["state"] == "over"
        assert [one["points"] for one in told["standings"]] == [2.0, 1.0, 1.0, 0.0]
        assert told["standings"][0]["rank"] == 1
        assert told["cross"][0][0] == ""
        assert sorted(mark for row in told["cross"] for mark in row if mark) == ["0"] * 4 + ["1"] * 4
        assert refusal(act(ada, id, "start")) == (409, "The tournament is over.")
        assert ada.get("/api/people/Ada").json()["games"][0]["rating"] is not None, "the matches were rated"


def test_a_round_robin_of_three_with_byes_and_one_who_withdraws(served: Served) -> None:
    id, people = club(served, 3, kind="robin")
    ada = people["Ada"]
    told = act(ada, id, "start").json()
    assert told["about"]["rounds"] == 3
    assert [one["outcome"] for one in told["rounds"][0]["boards"] if not one["second"]] == ["bye"]
    lose_all(people, told)
    assert act(people["Curie"], id, "withdraw").status_code == 200
    for _ in range(2):
        told = act(ada, id, "start").json()
        assert all("Curie" not in (one["first"], one["second"]) for one in told["rounds"][-1]["boards"])
        lose_all(people, told)
    told = act(ada, id, "start").json()
    assert told["about"]["state"] == "over"
    assert {one["name"]: one["withdrawn"] for one in told["standings"]}["Curie"] is True


def test_a_match_claimed_on_time_counts(served: Served) -> None:
    id, people = club(served, 3, clock={"kind": "move", "seconds": 86400})
    told = act(people["Ada"], id, "start").json()
    board = told["rounds"][0]["boards"][0]
    match = board["match"]
    lines = [enter(served, match, people[name])[1] for name in (board["first"], board["second"])]
    seats = [one["seat"] for one in people["Ada"].get(f"/api/matches/{match}").json()["seats"]]
    waiting = served.service.rooms[match].stored.progress.waiting[0]
    claimant = board["second"] if seats.index(waiting) == 0 else board["first"]
    assert people[claimant].post(f"/api/matches/{match}/claim", json={"seat": waiting}).status_code == 409
    pass_time(served, board, 86401)
    assert people[claimant].post(f"/api/matches/{match}/claim", json={"seat": waiting}).json() == {"done": True}
    outcome = read(people["Ada"], id)["rounds"][0]["boards"][0]["outcome"]
    assert outcome == ("first" if claimant == board["first"] else "second")
    for line in lines:
        line.close()


def test_rounds_start_by_themselves_where_that_is_wanted(served: Served) -> None:
    id, people = club(served, 4, by_itself=True)
    told = act(people["Ada"], id, "start").json()
    lose_all(people, told)
    assert read(browser(served), id)["about"]["round"] == 2
    lose_all(people, read(people["Ada"], id))
    assert read(browser(served), id)["about"]["state"] == "over"


def test_who_may_join_and_who_may_run_it(served: Served) -> None:
    ada, babbage, curie = (signed_up(served, name) for name in NAMES[:3])
    id = make(ada, entry="invited", most=2)["about"]["id"]
    assert act(browser(served), id, "join").status_code == 401
    assert refusal(act(babbage, id, "join"))[0] == 403
    assert refusal(act(babbage, id, "invite", name="Curie"))[0] == 403
    for name in ("Babbage", "Curie"):
        assert act(ada, id, "invite", name=name).status_code == 200
    assert refusal(act(ada, id, "invite", name="Nobody"))[0] == 404
    assert read(babbage, id)["you"] == "invited"
    assert act(ada, id, "join").status_code == 200
    assert act(babbage, id, "join").status_code == 200
    assert refusal(act(curie, id, "join")) == (409, "The tournament is full.")
    assert refusal(act(ada, id, "start")) == (409, "A tournament needs at least 3 players.")
    for what, body in (("start", {}), ("end", {}), ("withdraw", {"name": "Ada"})):
        assert refusal(act(babbage, id, what, **body))[0] == 403
    decide = {"round": 1, "board": 1, "outcome": "first"}
    assert refusal(act(babbage, id, "decide", **decide))[0] == 403
    assert refusal(act(ada, id, "decide", **decide))[0] == 404
    assert act(ada, id, "withdraw", name="Babbage").status_code == 200
    assert read(babbage, id)["you"] == "withdrawn"
    assert act(ada, id, "end").json()["about"]["state"] == "over"
    assert refusal(act(curie, "nothing", "join"))[0] == 404


def test_the_organiser_decides_a_match_that_nobody_plays(served: Served) -> None:
    id, people = club(served, 3)
    ada = people["Ada"]
    told = act(ada, id, "start").json()
    assert refusal(act(people["Babbage"], id, "join")) == (409, "The tournament has already begun.")
    assert refusal(act(ada, id, "decide", round=1, board=1, outcome="bye"))[0] == 409
    told = act(ada, id, "decide", round=1, board=1, outcome="drawn").json()
    assert told["rounds"][0]["boards"][0]["outcome"] == "drawn"
    assert refusal(act(ada, id, "decide", round=1, board=1, outcome="first")) == (
        409,
        "This match already has a result.",
    )
    assert told["round_over"] is True


@pytest.mark.parametrize(("game", "options"), [("warbirds", {}), ("airlift", {"players": 3})])
def test_only_games_for_two_opponents_are_paired(served: Served, game: str, options: Json) -> None:
    ada = signed_up(served)
    answer = ada.post("/api/tournaments", json={"title": "Tour", "game": game, "kind": "swiss", "options": options})
    status, sentence = refusal(answer)
    assert (status, "Only games between two opponents can be paired" in sentence) == (400, True)


@pytest.mark.parametrize(
    ("ended", "outcome"),
    [
        ({"a": "won", "b": "lost"}, "first"),
        ({"a": "lost", "b": "won"}, "second"),
        ({"a": "drawn", "b": "drawn"}, "drawn"),
        ({"a": "lost", "b": "lost"}, "neither"),
        ({"": "won", "b": "lost"}, "first"),
        ({"": "lost", "b": "won"}, "second"),
        ({}, ""),
    ],
)
def test_how_a_result_counts(ended: dict[str, str], outcome: str) -> None:
    """All may lose, as at Berlin Airlift; and the result of one whose account is gone still counts."""
    assert _outcome(Board(1, 1, "a", "b", "m", ""), ended) == outcome


def test_somebody_deletes_their_account_in_a_tournament(served: Served) -> None:
    id, people = club(served, 3)
    kept = people["Curie"].get("/api/account/export").json()["tournaments"]
    assert [(one["id"], one["status"]) for one in kept] == [(id, "playing")]
    act(people["Ada"], id, "start")
    assert people["Curie"].post("/api/account/remove", json={"password": PASSWORD}).status_code == 200
    told = read(browser(served), id)
    assert "Curie" not in str(told)
    assert [one["withdrawn"] for one in told["standings"] if one["name"] == "Former player"] == [True]
