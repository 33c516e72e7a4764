"""Advice on the server: for those who play alone, after a match, and where all agreed; within limits."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from sandtable.server.advice.thinking import tell_advice
from tests.server.served import WIDE, Json, Player, Served, play_on, serving


def ask(served: Served, match: str, key: str, language: str = "en", **wanted: Any) -> httpx.Response:
    headers = {"authorization": f"Bearer {key}", "accept-language": language} if key else {}
    return served.http.post(f"/api/matches/{match}/advice", json=wanted, headers=headers)


def told(answer: httpx.Response) -> Json:
    assert answer.status_code == 200, answer.text
    advice: Json = answer.json()
    return advice


def refused(answer: httpx.Response, status: int = 409) -> str:
    assert answer.status_code == status, answer.text
    return str(answer.json()["error"])


def agree(served: Served, match: str, key: str, seat: str, agreed: bool = True) -> httpx.Response:
    headers = {"authorization": f"Bearer {key}"}
    return served.http.put(f"/api/matches/{match}/advice", json={"seat": seat, "agree": agreed}, headers=headers)


def alone(served: Served, **wanted: Any) -> tuple[Json, Player]:
    match = served.create(seats={"north": "random"}, **wanted)
    player = served.sit(match["match"], match["owner"])
    player.wait_step(1)  # the bot has bid
    return match, player


def test_one_who_plays_a_bot_gets_the_chance_and_the_best_choices(served: Served) -> None:
    match, player = alone(served)
    advice = told(ask(served, match["match"], match["owner"]))
    assert (advice["seat"], advice["step"], advice["rule"]) == ("south", player.shown["step"], "PE-2.1")
    assert 0 <= advice["chance"] <= 1
    assert 1 < len(advice["choices"]) <= 3
    assert all(one["choice"] in player.options() for one in advice["choices"])
    chances = [one["chance"] for one in advice["choices"]]
    assert chances == sorted(chances, reverse=True)
    assert advice["chance"] == chances[0]
    assert advice["verdict"]


def test_the_past_can_be_asked_about_and_german_is_spoken(served: Served) -> None:
    match, player = alone(served)
    player.choose()
    player.wait_step(2)
    advice = told(ask(served, match["match"], match["owner"], "de", step=1))
    assert advice["step"] == 1
    assert advice["rule"] == "PE-2.1"
    english = told(ask(served, match["match"], match["owner"], step=1))
    assert advice["verdict"] != english["verdict"]
    assert advice["choices"] != english["choices"] or advice["chance"] == english["chance"]
    assert refused(ask(served, match["match"], match["owner"], step=99)).startswith("There is no step 99")


def test_there_is_none_while_people_play_each_other_unless_all_agree(served: Served) -> None:
    match, north, south = served.both()
    keys = {seat["seat"]: seat["token"] for seat in match["seats"]}
    id = match["match"]
    sentence = refused(ask(served, id, keys["south"]))
    assert sentence == (
        "You are playing against other people: you get advice only if everybody agrees. "
        "Still to agree: North and South."
    )
    assert agree(served, id, keys["south"], "south").status_code == 200
    assert refused(ask(served, id, keys["south"])).endswith("Still to agree: North.")
    assert north.wait_for("announced")["text"] == "South agreed that everybody may ask for advice."
    assert [one["advice"] for one in north.wait_for("seats")["seats"]] == [False, True]
    assert agree(served, id, keys["south"], "north").status_code == 403
    assert agree(served, id, keys["north"], "north").status_code == 200
    assert told(ask(served, id, keys["south"]))["seat"] == "south"
    while south.receive().get("text") != "South asked for advice.":
        pass
    assert agree(served, id, keys["north"], "north", False).status_code == 200
    assert refused(ask(served, id, keys["south"])).endswith("Still to agree: North.")


def test_an_agreement_is_kept_and_ends_when_the_seat_changes_hands(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        match, *players = served.both()
        keys = {seat["seat"]: seat["token"] for seat in match["seats"]}
        for seat, key in keys.items():
            assert agree(served, match["match"], key, seat).status_code == 200
        for player in players:
            player.close()
    with serving(tmp_path) as served:
        assert told(ask(served, match["match"], keys["south"]))
        headers = {"authorization": f"Bearer {match['owner']}"}
        changed = served.http.put(
            f"/api/matches/{match['match']}/seats/north", json={"new_link": True}, headers=headers
        ).json()
        assert changed["token"]
        assert refused(ask(served, match["match"], keys["south"])).endswith("Still to agree: North.")


def test_an_analysis_of_a_match_between_people_gets_none_before_it_is_over(served: Served) -> None:
    match, north, south = served.both()
    key = match["seats"][1]["token"]
    headers = {"authorization": f"Bearer {key}"}
    board = served.http.post(f"/api/matches/{match['match']}/analysis", json={}, headers=headers).json()
    again = served.http.post(
        f"/api/matches/{board['match']}/analysis", json={}, headers={"authorization": f"Bearer {board['owner']}"}
    ).json()
    for one in (board, again):
        sentence = refused(ask(served, one["match"], one["owner"]))
        assert sentence == "The match you are analysing is not over: you get advice only if everybody in it agrees."
    play_on([north, south])
    for one in (board, again):
        assert told(ask(served, one["match"], one["owner"]))["choices"]


def test_an_analysis_of_a_match_against_a_bot_gets_it_for_every_seat(served: Served) -> None:
    match, _ = alone(served)
    headers = {"authorization": f"Bearer {match['owner']}"}
    board = served.http.post(f"/api/matches/{match['match']}/analysis", json={}, headers=headers).json()
    for seat in ("north", "south"):
        advice = told(ask(served, board["match"], board["owner"], seat=seat))
        assert advice["seat"] == seat


def test_whoever_waits_is_told_the_chance_alone(served: Served) -> None:
    match = served.create(seats={"north": "hanging"})
    player = served.sit(match["match"], match["owner"])
    player.choose()
    advice = told(ask(served, match["match"], match["owner"]))
    assert advice["choices"] == []
    assert advice["verdict"] == "Waiting for North."
    assert 0 <= advice["chance"] <= 1


def test_after_the_match_everybody_sees_how_the_chances_moved(served: Served) -> None:
    match, north, south = served.both()
    key = match["seats"][1]["token"]
    assert refused(served.http.get(f"/api/matches/{match['match']}/evaluation")) == "The match is not over yet."
    play_on([north, south])
    seen = served.http.get(f"/api/matches/{match['match']}/evaluation", headers={"authorization": f"Bearer {key}"})
    found = told(seen)
    assert found["curve"][0][0] == 0
    last, chances = found["curve"][-1]
    assert last == south.shown["step"]
    won = south.shown["outcome"]["winners"]
    assert chances == {seat: float(seat in won) for seat in ("north", "south")}
    assert found["names"] == {"north": "North", "south": "South"}
    assert found["turns"]
    for turn in found["turns"]:
        assert 0 <= turn["step"] < last
        assert turn["before"] != turn["after"]
    assert told(served.http.get(f"/api/matches/{match['match']}/evaluation")) == found, "spectators too"
    advice = told(ask(served, match["match"], key, seat="south", step=found["turns"][0]["step"]))
    assert advice["verdict"]


def test_an_address_asks_only_so_often(tmp_path: Path) -> None:
    with serving(tmp_path, msgspec.structs.replace(WIDE, advice_per_minute=2)) as served:
        match, _ = alone(served)
        assert told(ask(served, match["match"], match["owner"], step=0))
        first = ask(served, match["match"], match["owner"])
        assert told(first)
        assert ask(served, match["match"], match["owner"]).content == first.content, "the same question costs nothing"
        sentence = refused(ask(served, match["match"], match["owner"], "de"), 429)
        assert sentence.startswith("Du hast zu oft um Rat gefragt. Warte ")


def test_a_seat_has_one_question_under_way(served: Served) -> None:
    match, _ = alone(served)
    thought = threading.Event()
    begun = threading.Event()
    run = served.service.workers.run

    async def waiting(what_for: Any, seconds: float, job: Any, *given: Any) -> Any:
        if job is tell_advice:
            begun.set()
            while not thought.is_set():
                await asyncio.sleep(0.01)
        return await run(what_for, seconds, job, *given)

    served.service.workers.run = waiting  # type: ignore[method-assign]
    answers: list[httpx.Response] = []
    asking = threading.Thread(target=lambda: answers.append(ask(served, match["match"], match["owner"])))
    asking.start()
    assert begun.wait(30)
    sentence = refused(ask(served, match["match"], match["owner"], "de"), 429)
    assert sentence == "Der Server arbeitet schon daran. Warte auf die Antwort."
    thought.set()
    asking.join(60)
    assert told(answers[0])


def test_one_who_leaves_before_the_answer_sets_the_process_free(served: Served) -> None:
    match, _ = alone(served)
    run, begun, broken_off = served.service.workers.run, threading.Event(), threading.Event()

    async def endless(what_for: Any, seconds: float, job: Any, *given: Any) -> Any:
        begun.set()
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            broken_off.set()
            raise

    served.service.workers.run = endless  # type: ignore[method-assign]
    with pytest.raises(httpx.ReadTimeout):
        served.http.post(
            f"/api/matches/{match['match']}/advice",
            json={},
            headers={"authorization": f"Bearer {match['owner']}"},
            timeout=httpx.Timeout(30, read=0.3),
        )
    assert begun.is_set()
    assert broken_off.wait(30)
    served.service.workers.run = run  # type: ignore[method-assign]
    assert told(ask(served, match["match"], match["owner"]))["choices"], "and the seat may ask again"


def test_thought_that_takes_too_long_is_broken_off(tmp_path: Path) -> None:
    with serving(tmp_path, msgspec.structs.replace(WIDE, advice_patience=0.0, evaluation_patience=0.0)) as served:
        match, _ = alone(served)
        assert refused(ask(served, match["match"], match["owner"]), 503) == "This takes too long to calculate."
        over, north, south = served.both()
        play_on([north, south])
        answer = served.http.get(f"/api/matches/{over['match']}/evaluation")
        assert refused(answer, 503) == "This takes too long to calculate."


def test_a_server_may_give_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path, msgspec.structs.replace(WIDE, advice_workers=0)) as served:
        match, _ = alone(served)
        assert refused(ask(served, match["match"], match["owner"])) == "This server gives no advice."
    monkeypatch.setenv("SANDTABLE_ADVICE_WORKERS", "0")
    assert type(WIDE).from_environment().advice_workers == 0


def test_no_seat_is_advised_that_one_does_not_hold(served: Served) -> None:
    match, _ = alone(served)
    assert refused(ask(served, match["match"], match["owner"], seat="north"), 403) == "This key is not for that seat."
    assert refused(ask(served, match["match"], ""), 403) == "You are watching; a seat needs its own link."
    assert refused(ask(served, match["match"], match["owner"], seat="west"), 404).startswith("There is no seat 'west'")
