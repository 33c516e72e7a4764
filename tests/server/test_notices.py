"""Notices as people meet them: letters that come, links that work without signing in, and nothing that is hidden."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from sandtable.server.notices import desk, writing
from sandtable.server.schema import notice_addresses, notice_deliveries, notice_settings, notices
from sandtable.server.settings import Settings
from tests.server.receivers import PostBox, link_in, parsed, text_of
from tests.server.served import Json, Player, Served, play_on
from tests.server.test_accounts import PASSWORD, browser, set_to, signed_up

PUBLIC = "https://table.example.org"
TABLES = (notices, notice_addresses, notice_settings, notice_deliveries)


def office(box: PostBox) -> dict[str, Any]:
    """The settings of a server that sends letters to this box, at once."""
    address = f"smtp+plain://127.0.0.1:{box.port}"
    return {"smtp": address, "mail_from": "table@example.org", "public_address": PUBLIC, "notice_tick": 0.05}


@pytest.fixture
def posting(tmp_path: Path, post_box: PostBox, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(writing, "WAIT", timedelta(seconds=1))
    with set_to(tmp_path, **office(post_box)) as served:
        yield served


def confirmed(served: Served, box: PostBox, name: str) -> httpx.Client:
    """Somebody whose address is confirmed."""
    client = signed_up(served, name, email=f"{name.lower()}@example.org")
    token = link_in(box.wait(), "#confirm=")
    assert browser(served).post("/api/notices/confirm", json={"token": token}).status_code == 200
    return client


def seated(served: Served, client: httpx.Client, seat: Json) -> None:
    """Give a seat to an account."""
    assert client.post("/api/account/claim", json={"keys": [seat["token"]]}).status_code == 200


def at_table(served: Served, match: str, client: httpx.Client) -> Player:
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return Player(f"ws://127.0.0.1:{served.port}/api/matches/{match}/live", headers={"cookie": cookie})


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def said_in(box: PostBox) -> str:
    """What all letters say that have come."""
    return "\n".join(map(text_of, box.letters))


def kept(served: Served) -> list[int]:
    """How many rows there are for notices."""
    return served.service.database.read(
        lambda connection: [len(connection.execute(select(table)).all()) for table in TABLES]
    )


def test_who_is_asked_gets_one_letter_that_says_no_secret(posting: Served, post_box: PostBox) -> None:
    ada, ben = confirmed(posting, post_box, "Ada"), confirmed(posting, post_box, "Ben")
    told = posting.create()
    for client, seat in zip((ada, ben), told["seats"], strict=True):
        seated(posting, client, seat)
    north, south = (at_table(posting, told["match"], client) for client in (ada, ben))
    hidden = north.options() + south.options()
    north.choose()
    south.wait_step(1)
    south.choose()
    until(lambda: len(post_box.letters) == 1)
    letter = post_box.wait()
    assert parsed(letter)["subject"] == "Pearls: It is your turn."
    assert f"{PUBLIC}/match/{told['match']}\n" in text_of(letter).replace("\r\n", "\n")
    for option in hidden:
        assert str(option[1]) not in letter, "a card is nobody's business"
    assert parsed(letter)["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"


def test_before_an_address_is_confirmed_nothing_else_goes_there(posting: Served, post_box: PostBox) -> None:
    client = signed_up(posting, "Ada", email="ada@example.org")
    asking = post_box.wait()
    assert "Is this your address?" in text_of(asking)
    told = posting.create()
    seated(posting, client, told["seats"][0])
    posting.sit(told["match"], told["seats"][1]["token"]).choose()
    assert client.post("/api/notices/test").status_code == 409
    time.sleep(1.5)
    assert kept(posting)[0] == 0
    assert post_box.letters == []


def test_a_letter_is_asked_for_again_but_not_all_day(posting: Served, post_box: PostBox) -> None:
    client = signed_up(posting, "Ada", email="ada@example.org")
    post_box.wait()
    assert client.post("/api/notices/email").status_code == 200
    token = link_in(post_box.wait(), "#confirm=")
    assert client.post("/api/notices/email").status_code == 200
    fresh = link_in(post_box.wait(), "#confirm=")
    assert client.post("/api/notices/email").status_code == 429
    other = signed_up(posting, "Eve", email="ADA@example.org")
    assert other.post("/api/notices/email").status_code == 429, "nobody floods the box of another"
    answers = [browser(posting).post("/api/notices/confirm", json={"token": one}) for one in (token, "ada.x.y", "")]
    assert {(one.status_code, one.text) for one in answers} == {(403, answers[0].text)}, "told alike, whatever it was"
    assert browser(posting).post("/api/notices/confirm", json={"token": fresh}).status_code == 200
    (place,) = client.get("/api/notices").json()["places"]
    assert (place["channel"], place["label"], place["confirmed"]) == ("mail", "ada@example.org", True)


def test_an_old_link_confirms_nothing(posting: Served, post_box: PostBox, monkeypatch: pytest.MonkeyPatch) -> None:
    client = signed_up(posting, "Ada", email="ada@example.org")
    token = link_in(post_box.wait(), "#confirm=")
    with monkeypatch.context() as patched:
        patched.setattr(desk, "_CONFIRM_WITHIN", timedelta(seconds=-1))
        assert client.post("/api/notices/confirm", json={"token": token}).status_code == 403
    changed = {"password": PASSWORD, "email": "new@example.org"}
    assert client.put("/api/account", json=changed).status_code == 200
    assert "To: new@example.org" in post_box.wait()
    assert client.post("/api/notices/confirm", json={"token": token}).status_code == 403, "it was for the old address"


def test_one_click_ends_letters_without_signing_in(posting: Served, post_box: PostBox) -> None:
    client = confirmed(posting, post_box, "Ada")
    assert client.post("/api/notices/test").json() == {"addresses": 1}
    header = parsed(post_box.wait())["list-unsubscribe"]
    link = header.strip("<>").removeprefix(PUBLIC)
    stranger = browser(posting)
    form = {"content-type": "application/x-www-form-urlencoded"}
    broken = link[:-1] + ("0" if link[-1] != "0" else "1")
    assert stranger.post(broken, content="List-Unsubscribe=One-Click", headers=form).status_code == 403
    assert client.get("/api/notices").json()["wanted"]["mail"] != []
    assert stranger.get(link).status_code == 405, "a program that looks at links changes nothing"
    assert stranger.post(link, content="List-Unsubscribe=One-Click", headers=form).status_code == 200
    assert client.get("/api/notices").json()["wanted"]["mail"] == []
    wishes = {"zone": "Europe/Berlin", "quiet_from": "22:00", "quiet_until": "08:00", "wanted": {"mail": ["turn"]}}
    assert client.put("/api/notices", json=wishes).status_code == 200
    assert client.get("/api/notices").json()["wanted"]["mail"] == ["turn"], "whoever asks for some gets them again"
    assert client.get("/api/account").json()["person"]["zone"] == "Europe/Berlin", "every page tells times in it"


def test_messages_takebacks_and_the_end_are_told(posting: Served, post_box: PostBox) -> None:
    ada = confirmed(posting, post_box, "Ada")
    wishes = {"zone": "", "quiet_from": "22:00", "quiet_until": "08:00"}
    every = {"mail": ["takeback", "message", "over"]}
    assert ada.put("/api/notices", json=wishes | {"wanted": every}).status_code == 200
    told = posting.create()
    seated(posting, ada, told["seats"][0])
    north, south = at_table(posting, told["match"], ada), posting.sit(told["match"], told["seats"][1]["token"])
    key = {"authorization": f"Bearer {told['seats'][1]['token']}"}
    said = {"text": "Card nine is mine", "id": "1"}
    assert posting.http.post(f"/api/matches/{told['match']}/talk", json=said, headers=key).status_code == 201
    for player in (north, south):
        player.wait_step(0)
        player.choose()
    south.wait_step(2)
    assert south.ask("ask_undo", to_step=0)["type"] == "accepted"
    for sentence in ("South wrote to you.", "South asks to undo a choice."):
        until(lambda sentence=sentence: sentence in said_in(post_box))  # type: ignore[misc]
    assert "nine" not in said_in(post_box)
    assert north.ask("agree_undo", agree=False)["type"] == "accepted"
    play_on([north, south])
    until(lambda: "The match is over." in said_in(post_box))


def test_an_invitation_is_told_and_one_that_was_taken_is_not(posting: Served, post_box: PostBox) -> None:
    ada, ben = signed_up(posting, "Ada"), confirmed(posting, post_box, "Ben")
    made = ada.post("/api/matches", json={"game": "pearls", "offer": {"invited": {"south": "Ben"}}})
    assert made.status_code == 201, made.text
    quick = ada.post("/api/matches", json={"game": "pearls", "offer": {"invited": {"south": "Ben"}}}).json()
    assert ben.post(f"/api/matches/{quick['match']}/join", json={"seat": "south"}).status_code == 200
    until(lambda: len(post_box.letters) == 1)
    assert "Ada invites you to play." in text_of(post_box.wait())
    time.sleep(1.5)
    assert post_box.letters == []


def test_a_muted_player_is_not_heard_in_letters(posting: Served, post_box: PostBox) -> None:
    ada, ben = confirmed(posting, post_box, "Ada"), signed_up(posting, "Ben")
    told = posting.create()
    for client, seat in zip((ada, ben), told["seats"], strict=True):
        seated(posting, client, seat)
    wishes = {"zone": "", "quiet_from": "22:00", "quiet_until": "08:00", "wanted": {"mail": ["message"]}}
    ada.put("/api/notices", json=wishes)
    talk = f"/api/matches/{told['match']}/talk"
    assert ben.post(talk, json={"text": "Hello", "id": "1"}).status_code == 201
    line = ada.get(talk).json()["lines"][0]["number"]
    assert ada.put(f"{talk}/{line}/mute", json={"mute": True}).status_code == 200
    until(lambda: len(post_box.letters) == 1)
    post_box.wait()
    assert ben.post(talk, json={"text": "Hello?", "id": "2"}).status_code == 201
    time.sleep(1.5)
    assert post_box.letters == []


def test_a_mail_server_that_is_busy_is_tried_again(tmp_path: Path, post_box: PostBox) -> None:
    with set_to(tmp_path, **office(post_box), notice_retry=0.2) as served:
        client = confirmed(served, post_box, "Ada")
        post_box.answer = "451 later"
        client.post("/api/notices/test")
        until(lambda: post_box.refused >= 2)
        post_box.answer = "250 fine"
        until(lambda: len(post_box.letters) == 1)
        post_box.letters.clear()
        post_box.answer = "550 nobody here"
        before = post_box.refused
        client.post("/api/notices/test")
        until(lambda: post_box.refused > before)
        time.sleep(0.6)
        assert post_box.refused == before + 1, "what is refused for good is not tried again"


# -- who may do what ---------------------------------------------------------------------------------------------------


def test_nobody_changes_the_addresses_of_another(posting: Served, post_box: PostBox) -> None:
    ada, eve = confirmed(posting, post_box, "Ada"), signed_up(posting, "Eve")
    (place,) = ada.get("/api/notices").json()["places"]
    assert eve.delete(f"/api/notices/places/{place['id']}").status_code == 404
    assert eve.get("/api/notices").json()["places"] == []
    assert ada.delete(f"/api/notices/places/{place['id']}").status_code == 200
    assert ada.get("/api/notices").json()["places"] == []


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", ""), ("POST", "/test"), ("POST", "/email"), ("POST", "/confirm"), ("DELETE", "/places/x")],
)
def test_pages_of_other_sites_change_nothing(served: Served, method: str, path: str) -> None:
    client = signed_up(served)
    answer = client.request(method, f"/api/notices{path}", headers={"origin": "https://evil.example"}, json={})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": "Nowhere/Atlantis"},
        {"zone": "../../etc/passwd"},
        {"quiet_from": "25:00"},
        {"wanted": {"mail": ["everything"]}},
        {"wanted": {"pigeon": ["turn"]}},
        {"off": []},
    ],
)
def test_wishes_are_checked(served: Served, wrong: Json) -> None:
    client = signed_up(served)
    good: Json = {"zone": "UTC", "quiet_from": "22:00", "quiet_until": "08:00", "wanted": {}}
    assert client.put("/api/notices", json=good | wrong).status_code in (400, 422)


def test_all_of_it_is_exported_and_removed(posting: Served, post_box: PostBox) -> None:
    client = confirmed(posting, post_box, "Ada")
    client.post("/api/notices/test")
    post_box.wait()
    wishes = {"zone": "Europe/Berlin", "quiet_from": "22:00", "quiet_until": "08:00", "wanted": {"mail": ["turn"]}}
    client.put("/api/notices", json=wishes)
    told = client.get("/api/account/export").json()
    assert told["notice_settings"]["zone"] == "Europe/Berlin"
    assert [one["target"] for one in told["notice_addresses"]] == ["ada@example.org"]
    until(lambda: client.get("/api/account/export").json()["deliveries"][0]["state"] == "sent")
    assert client.post("/api/account/remove", json={"password": PASSWORD}).status_code == 200
    assert kept(posting) == [0, 0, 0, 0]


def test_without_accounts_nothing_is_sent(tmp_path: Path) -> None:
    with set_to(tmp_path, accounts="off") as served:
        assert served.http.get("/api/notices").status_code == 401
    assert Settings().keep_notices_days == 30
