"""R15: bots that fail, hang or answer illegally; the match goes on and the log says so."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots import player
from sandtable.bots.player import Asked
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Option
from sandtable.server.bot_turns import BotTurns
from sandtable.server.settings import Settings
from tests.server.served import Served, serving

woken = threading.Event()


def failing(asked: Asked, dice: Dice) -> Option:
    raise ValueError("a secret of the bot")


def illegal(asked: Asked, dice: Dice) -> Option:
    return ("fly", "away")


def hanging(asked: Asked, dice: Dice) -> Option:
    woken.wait(30)
    return asked.options[0]


@pytest.mark.parametrize(
    ("bot", "event"),
    [(failing, "bot failed"), (illegal, "bot answered illegally"), (hanging, "bot did not answer")],
    ids=["failing", "illegal", "hanging"],
)
def test_a_bad_bot_is_replaced_by_a_random_choice(
    bot: player.Bot, event: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(player._BOTS, "bad", bot)
    woken.clear()
    with serving(tmp_path, Settings(bot_patience=0.1)) as served:
        told = served.create(seats={"north": "bad", "south": "bad"})
        watcher = served.sit(told["match"])
        assert watcher.wait_for("over")["outcome"]
        woken.set()
    assert event in caplog.text
    assert "a secret of the bot" not in caplog.text


def test_a_bot_gets_a_copy_and_cannot_touch_the_match(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def meddling(asked: Asked, dice: Dice) -> Option:
        prying: Any = asked._imagine
        position = prying.__closure__[0].cell_contents
        position.state.chests.clear()
        return asked.options[0]

    monkeypatch.setitem(player._BOTS, "meddling", meddling)
    told = served.create(seats={"north": "meddling", "south": "meddling"})
    assert served.sit(told["match"]).wait_for("over")


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
