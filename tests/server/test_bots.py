"""R15: bots that fail, hang or answer illegally; the match goes on and the log says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.server.bot_turns import BotTurns, pause_of
from sandtable.server.settings import Settings
from tests.server.served import Served, serving


@pytest.mark.parametrize(
    ("bot", "event"),
    [
        ("failing", "bot failed"),
        ("illegal", "bot answered illegally"),
        ("hanging", "bot did not answer"),
        ("dying", "bot failed"),
    ],
)
def test_a_bad_bot_is_replaced_by_a_random_choice(
    bot: str, event: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Also one that takes its process down, or never gives it back."""
    with serving(tmp_path, Settings(bot_patience=0.5 if bot == "hanging" else 30)) as served:
        told = served.create(seats={"north": bot, "south": bot}, options={"cards": 1})
        watcher = served.sit(told["match"])
        assert watcher.wait_for("over")["outcome"]
    assert event in caplog.text
    assert "a secret of the bot" not in caplog.text


def test_a_bot_holds_its_view_and_no_position(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    told = served.create(seats={"north": "prying", "south": "prying"})
    assert served.sit(told["match"]).wait_for("over")
    assert "bot failed" not in caplog.text


def test_bots_alone_wait_until_somebody_watches(served: Served) -> None:
    told = served.create(seats={"north": "random", "south": "random"})
    info = served.http.get(f"/api/matches/{told['match']}").json()
    assert info["step"] == 0


def test_a_seat_is_given_to_a_bot_and_taken_back(served: Served) -> None:
    told, north, south = served.both()
    address = f"/api/matches/{told['match']}/seats/south"
    key = {"authorization": f"Bearer {told['seats'][1]['token']}"}
    given = served.http.put(address, json={"player": "greedy"}, headers=key)
    assert given.json() == {"seat": "south", "name": "South", "player": "greedy"}
    north.wait_step(1)  # the bot has bid
    assert south.choose(["bid", "card-1"])["status"] == 409
    taken = served.http.put(address, json={"player": "human", "name": "Ada"}, headers=key)
    assert taken.json() == {"seat": "south", "name": "Ada", "player": "human"}
    assert served.http.get(f"/api/matches/{told['match']}").json()["seats"][1]["name"] == "Ada"


def test_the_owner_makes_a_new_link_and_the_old_one_is_worthless(served: Served) -> None:
    told, _, south = served.both()
    address = f"/api/matches/{told['match']}/seats/south"
    owner = {"authorization": f"Bearer {told['owner']}"}
    new = served.http.put(address, json={"new_link": True}, headers=owner).json()
    assert new["link"] == f"/match/{told['match']}#key={new['token']}"
    assert south.closed_with() == 4401
    assert served.sit(told["match"], new["token"]).seat == "south"
    old = {"authorization": f"Bearer {told['seats'][1]['token']}"}
    assert served.http.put(address, json={"player": "greedy"}, headers=old).status_code == 401


def test_a_bots_seat_taken_by_a_person_gets_a_link(served: Served) -> None:
    told = served.create(seats={"south": "greedy"})
    owner = {"authorization": f"Bearer {told['owner']}"}
    new = served.http.put(f"/api/matches/{told['match']}/seats/south", json={"player": "human"}, headers=owner).json()
    assert served.sit(told["match"], new["token"]).seat == "south"


def test_a_long_turn_of_small_steps_is_watched_in_less_than_a_minute() -> None:
    """At the pace of a new server; the first choices have their full time, and choices of others give some back."""
    pace = Settings().pace
    turn = [pause_of(pace, watched) for watched in range(1, 291)]
    assert turn[:10] == [pace] * 10
    assert 20 < sum(turn) < 50
    bots = BotTurns(None, None, Settings())  # type: ignore[arg-type]  # it only counts here
    for step in range(1, 101):
        bots._watch(step)
    assert bots._watched == 100
    bots._watch(102)  # one choice of somebody else
    assert bots._watched == 97
    bots._watch(202)  # a turn of his
    assert bots._watched == 1


def test_a_bot_does_not_pause_between_choices_that_nobody_sees(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else one could tell by the clock how much it bought or set up in secret."""
    waited: list[bool] = []
    real = BotTurns._pause

    async def pause(room: BotTurns) -> None:
        waited.append(True)
        await real(room)

    monkeypatch.setattr(BotTurns, "_pause", pause)
    told = served.create(game="purses", seats={"north": "random"}, pace=0.2)
    south = served.sit(told["match"], told["seats"][1]["token"])
    south.wait_step(1)
    assert waited == []
    assert south.choose(["sell"])["type"] == "accepted"
    south.wait_step(3)
    assert waited == [True]
