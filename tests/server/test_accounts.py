"""Accounts: people sign up, in and out, own their seats on every device, and can take everything with them."""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from websockets.sync.client import connect

from sandtable.server.people import accounts as people
from sandtable.server.people.names import name_key
from sandtable.server.people.passwords import Passwords, _nobodys
from sandtable.server.people.storage import insert_ticket
from sandtable.server.schema import people as people_table
from sandtable.server.schema import seats, sessions, tickets
from sandtable.server.settings import Settings
from tests.server.receivers import PostBox, link_in
from tests.server.served import WIDE, Served, client_of, close_code, run_apart, serving

PASSWORD = "seven bombers over Ploesti"
SESSION = "sandtable-session"
ODD = "A name needs a letter or a number, and can't contain / or \\ or piled-up accents."


def browser(served: Served) -> httpx.Client:
    """A browser of its own: it keeps its cookies."""
    return client_of(served.port)


def signed_up(served: Served, name: str = "Ada", **more: Any) -> httpx.Client:
    client = browser(served)
    answer = client.post("/api/account", json={"name": name, "password": PASSWORD} | more)
    assert answer.status_code == 201, answer.text
    return client


def person(client: httpx.Client) -> Any:
    return client.get("/api/account").json()["person"]


def enter(served: Served, match: str, client: httpx.Client, key: str = "") -> tuple[dict[str, Any], Any]:
    """Open a table with the cookies of a browser: the greeting, and the line."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    address = f"ws://127.0.0.1:{served.port}/api/matches/{match}/live"
    line = connect(address, additional_headers={"cookie": cookie} if cookie else {}).__enter__()
    line.send(json.dumps({"type": "enter", "key": key}))
    return json.loads(line.recv(30)), line


@contextmanager
def set_to(tmp_path: Path, **changed: Any) -> Iterator[Served]:
    fields = {name: getattr(WIDE, name) for name in Settings.__struct_fields__} | changed
    with serving(tmp_path, Settings(**fields)) as served:
        yield served


def test_somebody_signs_up_out_and_in_again(served: Served) -> None:
    client = signed_up(served, "  Ada   Lovelace ", email="ada@example.org")
    told = person(client)
    assert (told["name"], told["email"], len(told["devices"])) == ("Ada Lovelace", "ada@example.org", 1)
    assert client.delete("/api/session").status_code == 200
    assert person(client) is None
    wrong = client.post("/api/session", json={"name": "ada lovelace", "password": "not the password"})
    nobody = client.post("/api/session", json={"name": "Babbage", "password": PASSWORD})
    assert (wrong.status_code, wrong.json()) == (nobody.status_code, nobody.json()), (
        "who has an account is told to nobody"
    )
    assert wrong.status_code == 401
    again = client.post("/api/session", json={"name": "ADA LOVELACE", "password": PASSWORD})
    assert again.status_code == 201
    assert again.json()["person"]["name"] == "Ada Lovelace"


def test_the_cookie_is_for_our_pages_alone(served: Served) -> None:
    answer = browser(served).post("/api/account", json={"name": "Ada", "password": PASSWORD})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie, "there is no TLS here"
    behind = {"x-forwarded-proto": "https"}
    again = browser(served).post("/api/session", json={"name": "Ada", "password": PASSWORD}, headers=behind)
    assert "secure" in again.headers["set-cookie"].lower()


def test_pages_of_other_sites_change_nothing(served: Served) -> None:
    """CSRF: the cookie may come along, the origin tells."""
    client = signed_up(served)
    foreign = {"origin": "https://evil.example"}
    for method, path, body in (
        ("DELETE", "/api/sessions", None),
        ("POST", "/api/account/remove", {"password": PASSWORD}),
        ("PUT", "/api/account", {"password": PASSWORD, "name": "Eve"}),
        ("POST", "/api/account/claim", {"keys": []}),
    ):
        assert client.request(method, path, json=body, headers=foreign).status_code == 403
    assert person(client)["name"] == "Ada"


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"name": "A"}, "A name has 2 to 40 characters."),
        ({"name": "A" * 41}, "A name has 2 to 40 characters."),
        ({"name": "Ada\u200bb"}, "A name can't contain invisible characters."),
        ({"name": "Ada\u202eb"}, "A name can't contain invisible characters."),
        ({"name": "\u3164\u115f\u2800"}, "A name can't contain invisible characters."),
        ({"name": "a" + "\u0301" * 6 + "da"}, ODD),
        ({"name": ".."}, ODD),
        ({"name": "Ada/Eve"}, ODD),
        ({"name": "\u0410da"}, "A name can use letters of one alphabet only: those of another can look the same."),
        ({"password": "short"}, "A password needs at least 10 characters. A short sentence is best."),
        ({"password": "aaaaaaaaaaaa"}, "This password is too easy to guess."),
        ({"name": "Ada of London", "password": "ADA OF LONDON"}, "This password is too easy to guess."),
        ({"password": "x" * 201}, "A password has at most 200 characters."),
        ({"email": "nowhere"}, "This is not an e-mail address."),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(served: Served, wanted: dict[str, str], sentence: str) -> None:
    client = browser(served)
    answer = client.post("/api/account", json={"name": "Ada", "password": PASSWORD} | wanted)
    assert (answer.status_code, answer.json()["error"]) == (422, sentence)
    assert person(client) is None


@pytest.mark.parametrize(
    "name", ["Zoë O'Neil", "Łukasz 2", "Анна", "Ελένη", "ไก่ ที่", "李小龍", "נֹעָה", "Nguyễn Thị", "မြို့သူ", "Д'Артаньян-3"]
)
def test_names_of_all_languages_are_taken(served: Served, name: str) -> None:
    client = signed_up(served, name)
    assert client.get(f"/api/people/{quote(name)}").json()["name"] == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("other", ["ada", "Ａｄａ", "A da", "ADA"])
def test_two_people_do_not_look_alike(served: Served, other: str) -> None:
    signed_up(served, "Ada")
    answer = browser(served).post("/api/account", json={"name": other, "password": PASSWORD})
    assert (answer.status_code, answer.json()["error"]) == (409, "This name is taken.")


def test_passwords_are_hashed_with_the_memory_and_passes_that_owasp_asks_for() -> None:
    assert run_apart(Passwords().hash(PASSWORD)).startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_passwords_that_another_library_hashed_still_sign_in() -> None:
    """Until November 2026 it was argon2-cffi; the form of the hashes is the standard one."""
    stored = "$argon2id$v=19$m=19456,t=2,p=1$7QC7GLJygLPPnlZPaPG/fA$XWRjjAa4PfRwXSNF4qCwVUDoswPDnCSXqvOJa4L1rHQ"
    passwords = Passwords()
    tried = [(stored, "pässword"), (stored, "password"), ("", "pässword"), ("$argon2id$damaged", "pässword")]
    assert [run_apart(passwords.matches(*one)) for one in tried] == [True, False, False, False]


@pytest.fixture
def hashing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every hash that is made or compared: what its cost depends on."""
    done: list[str] = []

    class Noted:
        def __init__(self, **cost: Any) -> None:
            self._cost = cost

        def derive_phc_encoded(self, password: bytes) -> str:
            done.append("made")
            return Argon2id(**self._cost).derive_phc_encoded(password)

        @staticmethod
        def verify_phc_encoded(password: bytes, stored: str) -> None:
            *cost, salt, hash = stored.split("$")
            done.append(f"{len(password)} bytes compared: {cost}, {len(salt)}, {len(hash)}")
            Argon2id.verify_phc_encoded(password, stored)

    monkeypatch.setattr("cryptography.hazmat.primitives.kdf.argon2.Argon2id", Noted)
    _nobodys.cache_clear()
    return done


def test_signing_in_with_an_unknown_name_takes_as_long_as_with_a_known_one(served: Served, hashing: list[str]) -> None:
    """By the work that is done, from the first try after a start on: it takes the time."""
    signed_up(served, "Ada")
    assert hashing == ["made"]
    told = []
    for name in ("Nobody", "Ada", "Nobody"):
        hashing.clear()
        answer = browser(served).post("/api/session", json={"name": name, "password": "eight bombers"})
        told.append((answer.status_code, answer.json(), list(hashing)))
    assert told[0] == told[1] == told[2]
    assert told[0][0] == 401
    assert len(told[0][2]) == 1


def test_what_is_stored_signs_nobody_in(served: Served) -> None:
    client = signed_up(served)
    token = client.cookies[SESSION]
    with served.service.database.reading.connect() as connection:
        account = connection.execute(people_table.select()).mappings().one()
        session = connection.execute(sessions.select()).mappings().one()
    assert account["password"].startswith("$argon2id$")
    assert PASSWORD not in str(dict(account))
    assert token not in str(dict(session))


# -- seats -------------------------------------------------------------------------------------------------------------


def test_a_guest_becomes_an_account_and_keeps_the_matches(served: Served) -> None:
    told = served.create()
    south, north = (seat["token"] for seat in told["seats"])
    client = signed_up(served)
    assert client.post("/api/account/claim", json={"keys": [south, "nonsense"]}).json() == {"matches": [told["match"]]}
    hello, line = enter(served, told["match"], client)
    line.close()
    assert hello["holds"] == ["north"] or hello["holds"] == [told["seats"][0]["seat"]]
    assert next(seat["name"] for seat in hello["seats"] if seat["seat"] == hello["seat"]) == "Ada"
    away, line = enter(served, told["match"], browser(served), south)
    assert (away["type"], away["status"]) == ("refused", 401), "the link opens the seat no more"
    assert close_code(line) == 4401
    guest, line = enter(served, told["match"], browser(served), north)
    line.close()
    assert guest["type"] == "hello", "the other seat is its guest's still"


def test_a_seat_is_its_owners_on_every_device(served: Served) -> None:
    told = served.create()
    phone, laptop = signed_up(served), browser(served)
    phone.post("/api/account/claim", json={"keys": [told["owner"]]})
    laptop.post("/api/session", json={"name": "Ada", "password": PASSWORD})
    hello, line = enter(served, told["match"], laptop)
    line.close()
    assert len(hello["holds"]) == 2, "an owner's match on one screen"
    assert [one["match"] for one in laptop.get("/api/matches").json()] == [told["match"]] * 2
    stranger = signed_up(served, "Eve")
    assert stranger.get("/api/matches").json() == []
    hello, line = enter(served, told["match"], stranger)
    line.close()
    assert hello["holds"] == []
    assert stranger.post(f"/api/matches/{told['match']}/close").status_code == 403
    assert laptop.post(f"/api/matches/{told['match']}/close").status_code == 200


def test_a_new_link_takes_a_seat_from_its_owner(served: Served) -> None:
    told = served.create()
    seat = told["seats"][0]
    client = signed_up(served)
    client.post("/api/account/claim", json={"keys": [seat["token"]]})
    hello, line = enter(served, told["match"], client)
    assert hello["holds"] == [seat["seat"]]
    path = f"/api/matches/{told['match']}/seats/{seat['seat']}"
    owner = {"authorization": f"Bearer {told['owner']}"}
    fresh = served.http.put(path, json={"new_link": True}, headers=owner).json()
    assert close_code(line) == 4401
    hello, line = enter(served, told["match"], client)
    line.close()
    assert hello["holds"] == []
    hello, line = enter(served, told["match"], browser(served), fresh["token"])
    line.close()
    assert hello["holds"] == [seat["seat"]]


def test_a_wrong_key_does_not_shut_the_owner_of_a_seat_out(served: Served) -> None:
    told = served.create()
    client = signed_up(served)
    client.post("/api/account/claim", json={"keys": [told["seats"][0]["token"]]})
    hello, line = enter(served, told["match"], client, told["seats"][0]["token"])
    line.close()
    assert hello["type"] == "hello"


# -- sessions ----------------------------------------------------------------------------------------------------------


def test_signing_out_everywhere_ends_every_device_and_open_table(served: Served) -> None:
    told = served.create()
    here, there = signed_up(served), browser(served)
    there.post("/api/session", json={"name": "Ada", "password": PASSWORD})
    here.post("/api/account/claim", json={"keys": [told["owner"]]})
    _, line = enter(served, told["match"], there)
    assert [device["this"] for device in person(here)["devices"]].count(True) == 1
    assert here.delete("/api/sessions").status_code == 200
    assert close_code(line) == 4401
    assert person(here) is None
    assert person(there) is None


def test_signing_out_here_leaves_the_other_devices(served: Served) -> None:
    here, there = signed_up(served), browser(served)
    there.post("/api/session", json={"name": "Ada", "password": PASSWORD})
    token = here.cookies[SESSION]
    here.delete("/api/session")
    stolen = browser(served)
    stolen.cookies.set(SESSION, token)
    assert person(stolen) is None, "a token that was signed out is dead"
    assert person(there)["name"] == "Ada"


def test_a_token_changes_once_a_day_and_the_old_one_dies(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    client = signed_up(served)
    first = client.cookies[SESSION]
    assert "set-cookie" not in client.get("/api/account").headers
    monkeypatch.setattr(people, "_ROTATE_AFTER", timedelta(0))
    monkeypatch.setattr(people, "_OVERLAP", timedelta(seconds=-1))
    assert person(client)["name"] == "Ada"
    second = client.cookies[SESSION]
    assert second != first
    old = browser(served)
    old.cookies.set(SESSION, first)
    assert person(old) is None
    assert len(person(client)["devices"]) == 1, "it is the same device"


def test_a_session_runs_out(served: Served) -> None:
    client = signed_up(served)
    past = (datetime.now(UTC) - timedelta(days=1)).isoformat(timespec="seconds")
    served.service.database.write(lambda c: c.execute(sessions.update().values(until=past))).result(60)
    assert person(client) is None


def test_guessing_is_slowed_down(served: Served) -> None:
    signed_up(served)
    client = browser(served)
    guesses = [{"name": "Ada", "password": f"guess number {n}"} for n in range(25)]
    statuses = [client.post("/api/session", json=guess).status_code for guess in guesses]
    assert statuses[:19] == [401] * 19, "the sign-up was a try too"
    assert statuses[-1] == 429


def test_nobody_makes_accounts_by_the_dozen(tmp_path: Path) -> None:
    with set_to(tmp_path, accounts_per_hour=3) as served:
        signed_up(served)
        refused = browser(served).post("/api/account", json={"name": "Eve", "password": "short"})
        assert refused.status_code == 422, "what is refused makes no account, and is not counted"
        answers = [
            browser(served).post("/api/account", json={"name": f"Number {n}", "password": PASSWORD}) for n in range(4)
        ]
        assert [answer.status_code for answer in answers] == [201, 201, 429, 429]
        assert answers[-1].json()["error"] == "Too many accounts were created from your address. Try again in an hour."
        again = browser(served).post("/api/session", json={"name": "Ada", "password": PASSWORD})
        assert again.status_code == 201, "who has an account comes in"


def test_many_new_accounts_do_not_keep_others_from_signing_in(served: Served) -> None:
    """To hash a password takes a moment, and only two are hashed at a time."""

    def sign_up(number: int) -> int:
        with browser(served) as client:
            wanted = {"name": f"Number {number}", "password": PASSWORD}
            return client.post("/api/account", json=wanted).status_code

    with ThreadPoolExecutor(40) as crowd:  # all at once: one after the other, a busy machine would let more pass
        statuses = list(crowd.map(sign_up, range(40)))
    assert set(statuses) == {201, 429}
    assert statuses.count(201) >= 20


# -- one's own account -------------------------------------------------------------------------------------------------


def test_a_changed_password_signs_other_devices_out(served: Served) -> None:
    here, there = signed_up(served), browser(served)
    there.post("/api/session", json={"name": "Ada", "password": PASSWORD})
    wanted = {"password": PASSWORD, "new_password": "another long password", "name": "Ada Byron", "email": "a@b.org"}
    assert here.put("/api/account", json=wanted | {"password": "wrong password"}).status_code == 403
    assert here.put("/api/account", json=wanted).json()["person"]["name"] == "Ada Byron"
    assert person(there) is None
    assert person(here)["email"] == "a@b.org"
    assert there.post("/api/session", json={"name": "Ada", "password": PASSWORD}).status_code == 401
    new = {"name": "Ada Byron", "password": "another long password"}
    assert there.post("/api/session", json=new).status_code == 201


def test_all_that_is_kept_can_be_taken_along(served: Served) -> None:
    told = served.create()
    client = signed_up(served, email="ada@example.org")
    client.post("/api/account/claim", json={"keys": [seat["token"] for seat in told["seats"]]})
    player = served.sit(told["match"], "")
    player.close()
    kept = client.get("/api/account/export").json()
    assert kept["account"]["name"] == "Ada"
    assert {row["seat"] for row in kept["seats"]} == {seat["seat"] for seat in told["seats"]}
    text = json.dumps(kept)
    assert "argon2" not in text
    assert client.cookies[SESSION] not in text


def test_a_removed_account_leaves_no_name_behind(served: Served) -> None:
    told = served.create()
    client = signed_up(served, "Ada Lovelace", email="ada@example.org")
    client.post("/api/account/claim", json={"keys": [told["seats"][0]["token"]]})
    assert client.post("/api/account/remove", json={"password": "wrong password"}).status_code == 403
    assert client.post("/api/account/remove", json={"password": PASSWORD}).status_code == 200
    assert person(client) is None
    with served.service.database.reading.connect() as connection:
        rows = [
            dict(row)
            for table in (people_table, sessions, tickets, seats)
            for row in connection.execute(table.select()).mappings()
        ]
    assert "Lovelace" not in str(rows)
    assert name_key("Ada Lovelace") not in str(rows)
    signed_up(served, "Ada Lovelace")


# -- who may have an account -------------------------------------------------------------------------------------------


def test_a_closed_house(tmp_path: Path) -> None:
    with set_to(tmp_path, accounts="closed", guests=False) as served:
        answer = browser(served).post("/api/account", json={"name": "Ada", "password": PASSWORD})
        assert (answer.status_code, answer.json()["error"]) == (
            403, "Only the operator can create accounts here. Ask for one.",
        )  # fmt: skip
        refused = served.http.post("/api/matches", json={"game": "pearls"})
        assert (refused.status_code, refused.json()["error"]) == (401, "Sign in to play here.")


def test_an_invitation_is_good_once(tmp_path: Path) -> None:
    with set_to(tmp_path, accounts="invite", guests=False) as served:
        token, ticket = people.new_ticket("invitation")
        served.service.database.write(insert_ticket(ticket)).result(60)
        wanted = {"name": "Ada", "password": PASSWORD}
        assert browser(served).post("/api/account", json=wanted).status_code == 403
        ada = signed_up(served, invitation=token)
        again = browser(served).post("/api/account", json=wanted | {"name": "Eve", "invitation": token})
        assert (again.status_code, again.json()["error"]) == (403, "This invitation has been used or has expired.")
        made = ada.post("/api/matches", json={"game": "pearls"}).json()
        away, line = enter(served, made["match"], browser(served), made["seats"][0]["token"])
        assert (away["status"], close_code(line)) == (401, 4401), "a guest does not sit down here"
        hello, line = enter(served, made["match"], ada, made["seats"][0]["token"])
        line.close()
        assert hello["type"] == "hello"


def test_a_name_that_is_taken_does_not_use_up_an_invitation(tmp_path: Path) -> None:
    with set_to(tmp_path, accounts="invite") as served:
        tokens = []
        for _ in range(2):
            token, ticket = people.new_ticket("invitation")
            served.service.database.write(insert_ticket(ticket)).result(60)
            tokens.append(token)
        signed_up(served, invitation=tokens[0])
        wanted = {"name": "Ada", "password": PASSWORD, "invitation": tokens[1]}
        assert browser(served).post("/api/account", json=wanted).status_code == 409
        signed_up(served, "Eve", invitation=tokens[1])


def test_without_accounts_a_cookie_means_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        token = signed_up(served).cookies[SESSION]
    with set_to(tmp_path, accounts="off") as served:
        client = browser(served)
        client.cookies.set(SESSION, token)
        assert client.get("/api/account").json() == {
            "accounts": "off", "guests": True, "letters": False, "passkeys": False, "person": None,
        }  # fmt: skip
        assert client.post("/api/account", json={"name": "Eve", "password": PASSWORD}).status_code == 403


# -- forgotten passwords -----------------------------------------------------------------------------------------------


def office(post_box: PostBox) -> dict[str, str]:
    """The settings of a server whose letters go to a post box."""
    return {
        "smtp": f"smtp+plain://127.0.0.1:{post_box.port}",
        "mail_from": "table@example.org",
        "public_address": "https://table.example.org",
    }


def test_a_forgotten_password_is_set_by_a_letter(tmp_path: Path, post_box: PostBox) -> None:
    with set_to(tmp_path, **office(post_box)) as served:
        client = signed_up(served, email="ada@example.org")
        stranger = browser(served)
        asking = post_box.wait()
        assert stranger.post("/api/password/forgotten", json={"name": "ada"}).status_code == 200
        while served.accounts._sending:  # the answer does not wait for the letter that is not sent
            time.sleep(0.01)
        token = link_in(asking, "#confirm=")
        assert stranger.post("/api/notices/confirm", json={"token": token}).status_code == 200
        assert post_box.letters == [], "a stranger may have an address that was not confirmed"
        told = [stranger.post("/api/password/forgotten", json={"name": name}) for name in ("Nobody here", "ada")]
        assert [one.status_code for one in told] == [200, 200]
        assert told[0].json() == told[1].json(), "who has an account is told to nobody"
        letter = post_box.wait()
        assert "To: ada@example.org" in letter
        token = link_in(letter, "#password=")
        new = {"ticket": token, "password": "another long password"}
        assert stranger.post("/api/password", json=new | {"ticket": "guessed"}).status_code == 403
        made = served.create()
        client.post("/api/account/claim", json={"keys": [made["owner"]]})
        _, line = enter(served, made["match"], client)
        assert stranger.post("/api/password", json=new).status_code == 200
        assert person(client) is None, "whoever knew the old one is out"
        assert close_code(line) == 4401, "also at an open table"
        assert stranger.post("/api/password", json=new).status_code == 403, "a link is good once"
        signed = stranger.post("/api/session", json={"name": "Ada", "password": "another long password"})
        assert signed.status_code == 201
        assert post_box.letters == []


def test_nobody_fills_the_letter_box_of_another(tmp_path: Path, post_box: PostBox) -> None:
    """From many addresses: each has a limit of its own, and so has the account."""
    with set_to(tmp_path, **office(post_box)) as served:
        signed_up(served, email="ada@example.org")
        token = link_in(post_box.wait(), "#confirm=")
        assert served.http.post("/api/notices/confirm", json={"token": token}).status_code == 200
        for number in range(8):
            headers = {"x-forwarded-for": f"198.51.100.{number}"}
            answer = served.http.post("/api/password/forgotten", json={"name": "Ada"}, headers=headers)
            assert answer.status_code == 200, "who has an account, and how often it was asked, is told to nobody"
        for _ in range(5):
            assert "#password=" in post_box.wait()
        time.sleep(0.5)
        assert post_box.letters == []


def test_without_a_mail_server_the_operator_is_named(served: Served) -> None:
    answer = served.http.post("/api/password/forgotten", json={"name": "Ada"})
    assert answer.status_code == 409
    assert "Ask its operator" in answer.json()["error"]
