"""What the owner of a match may do once other people have sat down: seat, remove and close, and nothing in secret."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tests.server.served import Player, Served, serving


def headers(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


def two_people(served: Served, game: str = "canary") -> tuple[dict[str, Any], Player, Player]:
    """The owner plays north with the key of that seat, somebody else south."""
    return served.both(game=game)


def test_the_owner_neither_looks_through_nor_chooses_for_another(served: Served) -> None:
    told, _, south = two_people(served)
    owner = served.sit(told["match"], told["owner"], "south")
    assert owner.hello["holds"] == []
    assert owner.seat == ""
    for kind, more in (
        ("at", {"step": 0}),
        ("choose", {"step": 0, "option": south.options()[0]}),
        ("odds", {"option": south.options()[0]}),
        ("why", {"option": south.options()[0]}),
        ("undo", {}),
        ("ask_undo", {"to_step": 0}),
    ):
        assert owner.ask(kind, seat="south", **more)["status"] == 403, kind
    for card in served.truth(told["match"]).position.state.hands["south"]:  # type: ignore[attr-defined]
        assert card not in "".join(owner.frames)
    journal = served.http.get(f"/api/matches/{told['match']}/journal?seat=south", headers=headers(told["owner"]))
    assert journal.status_code == 403
    forked = served.http.post(
        f"/api/matches/{told['match']}/analysis", json={"seat": "south"}, headers=headers(told["owner"])
    )
    assert forked.status_code == 403


def test_an_undo_needs_the_others_also_when_the_owner_asks(served: Served) -> None:
    told, north, south = two_people(served, "pearls")
    north.choose()
    south.wait_step(1)
    south.choose()
    north.wait_step(2)
    assert north.ask("ask_undo", to_step=0)["type"] == "accepted"
    assert south.wait_for("undo_asked")["waiting"] == ["south"]
    assert len(served.truth(told["match"]).position.steps) == 2, "nothing was taken back without consent"


def test_who_looks_through_a_seat_is_turned_away_when_somebody_takes_it(served: Served) -> None:
    told = served.create(game="canary")
    screen = served.sit(told["match"], told["owner"], "south")
    assert screen.hello["holds"] == ["north", "south"], "on one screen the owner holds all"
    served.sit(told["match"], told["seats"][1]["token"])
    again = screen.wait_for("hello")
    assert (again["seat"], again["holds"]) == ("north", ["north"])
    assert screen.ask("at", step=0, seat="south")["status"] == 403


def test_a_seat_that_was_taken_stays_so_across_a_restart_and_a_new_link(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told, _, _ = two_people(served)
    with serving(tmp_path) as served:
        assert served.sit(told["match"], told["owner"]).hello["holds"] == []
        address = f"/api/matches/{told['match']}/seats/south"
        served.http.put(address, json={"new_link": True}, headers=headers(told["owner"]))
        assert served.sit(told["match"], told["owner"]).hello["holds"] == []
        mine = served.http.get("/api/matches", headers={"sandtable-keys": told["owner"]}).json()
        assert [(one["match"], one["seat"]) for one in mine] == [(told["match"], "")]


def test_what_the_owner_does_is_told_to_all(served: Served) -> None:
    told, north, _ = two_people(served, "pearls")
    spectator = served.sit(told["match"])
    address = f"/api/matches/{told['match']}/seats/south"
    key = headers(told["owner"])
    served.http.put(address, json={"player": "greedy", "name": "Ada"}, headers=key)
    served.http.put(address, json={"player": "human"}, headers=key)
    served.http.put(address, json={"new_link": True}, headers=key)
    expected = [
        "The owner renamed South: Ada.",
        "The owner gave Ada to the bot greedy.",
        "The owner gave Ada to a person.",
        "The owner made a new link for Ada; the old one no longer works.",
    ]
    for player in (north, spectator):
        assert [player.wait_for("announced")["text"] for _ in expected] == expected
    late = served.sit(told["match"])
    assert [one["text"] for one in late.hello["announced"]] == expected


def test_the_owner_closes_a_match(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        told, north, _ = two_people(served, "pearls")
        address = f"/api/matches/{told['match']}/close"
        assert served.http.post(address).status_code == 401
        assert served.http.post(address, headers=headers(told["seats"][0]["token"])).status_code == 403
        assert served.http.post(address, headers=headers(told["owner"])).status_code == 200
        assert north.wait_for("announced")["text"].startswith("The owner closed the match")
        refused = north.choose()
        assert (refused["status"], refused["error"]) == (
            409,
            "This match is closed. You can look at it but not play on.",
        )
        assert north.ask("at", step=0)["type"] == "at"
    with serving(tmp_path) as served:
        again = served.sit(told["match"], told["seats"][0]["token"])
        assert again.hello["closed"]
        assert again.choose()["status"] == 409
        assert served.http.get(f"/api/matches/{told['match']}").json()["closed"]


def test_bots_do_not_play_on_in_a_closed_match(served: Served) -> None:
    told = served.create(seats={"south": "random"})
    served.http.post(f"/api/matches/{told['match']}/close", headers=headers(told["owner"]))
    north = served.sit(told["match"], told["seats"][0]["token"])
    time.sleep(0.5)
    north.send(type="ping")
    north.wait_for("pong")
    assert not [frame for frame in north.frames if '"type":"changed"' in frame]
