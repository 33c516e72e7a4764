"""The analysis of a match: private, made of what the seat may know, taken back at will, there after a restart."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.game import find_game
from sandtable.server.match import Match
from tests.server.served import Json, Player, Served, serving, turned_away
from tests.server.toys import CanaryGame


def analysed(served: Served, match: str, key: str, **wanted: Any) -> Json:
    headers = {"authorization": f"Bearer {key}"} if key else {}
    answer = served.http.post(f"/api/matches/{match}/analysis", json=wanted, headers=headers)
    assert answer.status_code == 201, answer.text
    told: Json = answer.json()
    return told


def hand(truth: Match, seat: str) -> tuple[str, ...]:
    held: tuple[str, ...] = truth.position.state.hands[seat]  # type: ignore[attr-defined]
    return held


def look(served: Served, told: Json) -> tuple[Player, Match]:
    owner = served.sit(told["match"], told["owner"])
    return owner, served.truth(told["match"])


def test_an_analysis_shows_its_owner_a_guess_and_never_the_truth(served: Served) -> None:
    told, _, _ = served.both(game="canary")
    truth, key = served.truth(told["match"]), told["seats"][1]["token"]
    north, south = hand(truth, "north"), hand(truth, "south")
    guesses, all_right = set(), 0
    for _ in range(12):
        new = analysed(served, told["match"], key, seat="south")
        owner, fork = look(served, new)
        assert sorted(owner.hello["holds"]) == ["north", "south"]
        assert owner.hello["analysis"] == {"match": told["match"], "step": 0, "seat": "south"}
        assert sorted(hand(fork, "south")) == sorted(south)
        guesses.add(frozenset(hand(fork, "north")))
        all_right += set(hand(fork, "north")) == set(north)
        assert truth.setup.seed not in "".join(owner.frames)
        assert fork.setup.seed != truth.setup.seed
        owner.close()
    # Of the 20 hands that north may hold, 12 guesses name several, and seldom the true one.
    assert len(guesses) > 4
    assert all_right < 6


def test_a_choice_that_is_still_sealed_is_not_in_it(served: Served) -> None:
    told, north, south = served.both(game="canary")
    north.choose()
    south.wait_step(1)
    new = analysed(served, told["match"], told["seats"][1]["token"])
    _, fork = look(served, new)
    assert fork.position.deciders == ("north", "south")


def test_it_begins_at_the_step_one_looks_at_and_leaves_the_match_alone(served: Served) -> None:
    told, north, south = served.both(options={"cards": 2})
    play_on_some([north, south], 3)
    truth = served.truth(told["match"])
    before = truth.position.digest()
    new = analysed(served, told["match"], told["seats"][0]["token"], step=0)
    owner, fork = look(served, new)
    assert len(hand(fork, "north")) == 2
    owner.choose(seat="north")
    assert truth.position.digest() == before
    assert owner.hello["analysis"]["step"] == 0
    late = served.http.post(
        f"/api/matches/{told['match']}/analysis",
        json={"step": 99},
        headers={"authorization": f"Bearer {told['owner']}"},
    )
    assert late.status_code == 409


def play_on_some(players: list[Player], steps: int) -> None:
    for step in range(steps):
        for player in players:
            player.wait_step(step)
        chooser = next(player for player in players if player.options())
        chooser.choose()
        chooser.wait_step(step + 1)


def test_everything_can_be_taken_back_in_it(served: Served) -> None:
    told, north, south = served.both()
    play_on_some([north, south], 2)
    new = analysed(served, told["match"], told["seats"][0]["token"], step=2)
    owner, fork = look(served, new)
    first = fork.position.digest()
    for _ in range(4):
        owner.choose(list(fork.position.options(fork.position.deciders[0])[0]), seat=fork.position.deciders[0])
        owner.wait_step(len(fork.position.steps))
    assert owner.shown["can_undo"]
    assert owner.shown["undo_to"] == 0
    for left in (3, 2, 1, 0):
        assert owner.ask("undo")["step"] == left
    assert fork.position.digest() == first
    assert owner.ask("undo")["type"] == "refused"
    assert owner.ask("at", step=0)["shown"]["step"] == 0


def test_it_is_private_and_its_seed_is_never_told(served: Served) -> None:
    told, _, _ = served.both(options={"cards": 1})
    new = analysed(served, told["match"], told["seats"][0]["token"])
    match, key = new["match"], {"authorization": f"Bearer {new['owner']}"}
    away, code = turned_away(f"ws://127.0.0.1:{served.port}/api/matches/{match}/live")
    assert (away["status"], code) == (403, 4403)
    assert served.http.get(f"/api/matches/{match}").status_code == 403
    assert served.http.get(f"/api/matches/{match}/journal").status_code == 403
    owner, fork = look(served, new)
    while not fork.position.over:
        seat = fork.position.deciders[0]
        owner.choose(list(fork.position.options(seat)[0]), seat=seat)
        owner.wait_step(len(fork.position.steps))
    assert owner.wait_for("over")["seed"] == ""
    assert served.http.get(f"/api/matches/{match}", headers=key).json()["seed"] == ""
    assert served.http.get(f"/api/matches/{match}/save").status_code == 409
    assert fork.setup.seed not in "".join(owner.frames)
    over = served.http.post(f"/api/matches/{match}/analysis", json={}, headers=key)
    assert over.status_code == 409
    mine = served.http.get("/api/matches", headers={"sandtable-keys": new["owner"]}).json()
    assert [one["analysis"] for one in mine] == [True, True]


def test_a_spectator_may_analyse_what_everybody_sees(served: Served) -> None:
    told, _, _ = served.both(game="canary")
    truth = served.truth(told["match"])
    hands = []
    for _ in range(6):
        _, fork = look(served, analysed(served, told["match"], ""))
        hands.append(frozenset(hand(fork, "north")))
    assert len({*hands, frozenset(hand(truth, "north"))}) > 3
    refused = served.http.post(f"/api/matches/{told['match']}/analysis", json={"seat": "north"})
    assert refused.status_code == 403


def test_where_not_all_is_guessed_only_who_plays_alone_may_analyse(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an analysis one looks through every seat: what is left of the truth there could be read by the enemy."""
    monkeypatch.setattr(CanaryGame, "guesses_all", lambda _game, _options: False)
    told, _, _ = served.both(game="canary")
    alone = served.create(game="canary", seats={"south": "random"})
    for match, key in (
        (told["match"], told["seats"][0]["token"]),
        (told["match"], ""),
        (alone["match"], ""),
    ):
        headers = {"authorization": f"Bearer {key}"} if key else {}
        refused = served.http.post(f"/api/matches/{match}/analysis", json={}, headers=headers)
        assert refused.status_code == 409
        assert "it would reveal the secrets of " in refused.json()["error"]
    screen = served.create(game="canary")
    analysed(served, screen["match"], screen["owner"])
    new = analysed(served, alone["match"], alone["seats"][0]["token"])
    analysed(served, new["match"], new["owner"])


def test_the_purchases_of_a_campaign_are_not_guessed() -> None:
    """RV-CGS2."""
    game = find_game("vengeance")
    assert not game.guesses_all(game.settle({"scenario": "campaign"}))
    assert game.guesses_all(game.settle({"scenario": "brv01"}))


def test_an_analysis_of_an_analysis_survives_a_restart_and_a_rewind_of_its_origin(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told, north, south = served.both(options={"cards": 2})
        play_on_some([north, south], 2)
        first = analysed(served, told["match"], told["seats"][0]["token"])
        owner, fork = look(served, first)
        owner.choose(list(fork.position.options(fork.position.deciders[0])[0]), seat=fork.position.deciders[0])
        second = analysed(served, first["match"], first["owner"])
        _, deeper = look(served, second)
        digests = fork.position.digest(), deeper.position.digest()
        south.ask("ask_undo", to_step=0)
        north.ask("agree_undo", agree=True)
    with serving(tmp_path) as served:
        found = [look(served, one)[1].position.digest() for one in (first, second)]
        assert tuple(found) == digests


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_bots_can_play_in_it(served: Served, bot: str) -> None:
    told, _, _ = served.both(options={"cards": 2})
    new = analysed(served, told["match"], told["seats"][0]["token"])
    key = {"authorization": f"Bearer {new['owner']}"}
    assert served.http.put(f"/api/matches/{new['match']}/seats/south", json={"player": bot}, headers=key).is_success
    owner, fork = look(served, new)
    until = time.monotonic() + 20
    while not fork.position.over and time.monotonic() < until:
        if "north" in fork.position.deciders:
            owner.choose(list(fork.position.options("north")[0]), seat="north")
        time.sleep(0.01)
    assert fork.position.over


def test_what_was_taken_back_can_be_made_again_even_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told, _, _ = served.both()
        new = analysed(served, told["match"], told["seats"][0]["token"])
        owner, fork = look(served, new)
        assert owner.ask("redo")["type"] == "refused"
        for _ in range(3):
            owner.choose(list(fork.position.options(fork.position.deciders[0])[0]), seat=fork.position.deciders[0])
            owner.wait_step(len(fork.position.steps))
        steps, last = list(fork.position.steps), fork.position.digest()
        assert [owner.ask("undo")["step"] for _ in range(2)] == [2, 1]
    with serving(tmp_path) as served:
        owner, fork = look(served, new)
        assert owner.shown["can_redo"]
        assert [owner.ask("redo")["step"] for _ in range(2)] == [2, 3]
        assert (list(fork.position.steps), fork.position.digest()) == (steps, last)
        assert owner.ask("redo")["type"] == "refused"
        owner.ask("undo")
        owner.wait_for("shown")
        other = next(o for o in fork.position.options(steps[2].seat) if o != steps[2].option)
        assert owner.choose(list(other), seat=steps[2].seat)["type"] == "accepted"
        assert owner.ask("redo")["type"] == "refused", "another choice was made since"
