"""S2 in the five games: hidden units, missions and cards are dealt differently, and no byte for a seat changes.

The server plays a real match. Where an activity begins, everything that a viewer cannot know is dealt again in the
server's own memory, dice and all; then every door must give that viewer the bytes that it gave before.
"""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.kernel.dice import Dice
from sandtable.kernel.game import games
from sandtable.kernel.snapshots import pack
from sandtable.server import log
from sandtable.server.match import Match
from tests.server.served import Json, Served, serving

GAMES = list(games())
STEPS = 40
LOOKS = 4
ALL_OPEN = {"warbirds"}
"""A crew has no secrets from itself: what comes next is in the dice, and those are others after each deal."""


def doors(served: Served, match: str, key: str) -> dict[str, str]:
    """What a viewer gets through every door, without what differs from visit to visit."""
    headers = {"authorization": f"Bearer {key}", "sandtable-keys": key} if key else {}
    base = f"/api/matches/{match}"
    found = {}
    for path in (base, f"{base}/journal", f"{base}/journal?format=text", "/api/matches"):
        answer = served.http.get(path, headers=headers)
        kept = {name: value for name, value in answer.headers.items() if name not in ("date", "content-length")}
        found[path] = f"{answer.status_code} {kept} {answer.text}"
    player = served.sit(match, key)
    shown, step = player.shown, player.shown["step"]
    pieces = [piece["id"] for piece in shown["table"].get("pieces", [])][:3]
    for option in player.options()[:2]:
        player.send(type="odds", id="o", option=option)
        player.wait_for("odds", "refused")
    player.send(type="why", id="w", option=["fly", "away"])
    player.wait_for("why", "refused")
    for id in pieces:
        player.send(type="survey", id="s", about=id)
        player.wait_for("surveyed", "refused")
    player.send(type="at", id="a", step=step)
    player.wait_for("at")
    player.send(type="lines", id="l", before=50)
    player.wait_for("lines")
    found |= {f"frame {number}": frame for number, frame in enumerate(player.frames) if '"type":"seats"' not in frame}
    player.close()
    return found


def deal_again(match: Match, seat: str) -> bool:
    """Deal everything that a seat cannot know differently; whether anything changed but the dice."""
    position = match.position
    before = pack(position.state)
    dice = Dice("5" * 64)
    position.game.guess(position.state, seat, dice)
    changed = pack(position.state) != before
    position._guess(position.state, seat, dice)
    position._checkpoint = position.state.clone()
    position._views.clear()
    return changed


def set_up(served: Served, id: str) -> tuple[Json, dict[str, str]]:
    options: dict[str, Any] = {"players": 2} if any(spec.name == "players" for spec in games()[id].options) else {}
    told = served.create(game=id, options=options)
    return told, {seat["seat"]: seat["token"] for seat in told["seats"]} | {"": ""}


@pytest.mark.parametrize("id", GAMES)
def test_no_byte_for_a_seat_depends_on_what_it_cannot_know(
    id: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "sandtable.server")
    random, dealt, looked, chosen = Random(4), 0, 0, set[str]()
    with serving(tmp_path) as served:
        told, keys = set_up(served, id)
        players = {seat: served.sit(told["match"], key) for seat, key in keys.items() if key}
        room = served.service.rooms[told["match"]]
        for step in range(STEPS):
            truth = served.truth(told["match"])
            if truth.position.over:
                break
            if truth.position.activity_begins and step % (STEPS // LOOKS) < 2:
                for seat, key in keys.items():
                    before = doors(served, told["match"], key)
                    dealt += deal_again(served.truth(told["match"]), seat)
                    assert doors(served, told["match"], key) == before, f"{seat or 'a spectator'} at step {step}"
                    looked += 1
                    room._match = None  # the truth is in the database
                    served.http.get(f"/api/matches/{told['match']}").raise_for_status()
                truth = served.truth(told["match"])
            seat = truth.position.deciders[0]
            option = random.choice(list(truth.position.options(seat)))
            chosen |= {str(part) for part in option if isinstance(part, str) and len(part) > 5}
            player = players[seat]
            player.wait_step(truth.counts(seat)[-1])
            assert player.choose(list(option))["type"] == "accepted"
    assert looked >= 3
    assert dealt or id in ALL_OPEN, "nothing was hidden from anybody: the test tells nothing"
    written = [log.JsonLines().format(record) for record in caplog.records]
    facts = " ".join(json.dumps(list(json.loads(line).values())) for line in written if "request" not in line)
    assert not [word for word in chosen if re.search(rf"\b{re.escape(word)}\b", facts)], "the log names a choice"
