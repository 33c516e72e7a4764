"""Passkeys: sign up, in and confirm without a password, and the answers that must be refused."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.server.passkeys.records import party_of
from sandtable.server.schema import challenges, passkeys
from sandtable.server.settings import Settings
from tests.server.authenticator import PRESENT, Device
from tests.server.served import Json, Served
from tests.server.test_accounts import PASSWORD, browser, person, set_to, signed_up
from tests.server.test_talk import refusal

HOUSE = "https://table.example.org"
NOT_GOOD = (403, "This passkey does not match, or it took too long. Try again.")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with set_to(tmp_path, public_address=HOUSE) as served:
        yield served


@pytest.fixture
def device() -> Device:
    return Device(HOUSE)


def challenge(client: httpx.Client, purpose: str, **more: Any) -> Json:
    answer = client.post("/api/passkeys/challenge", json={"purpose": purpose} | more)
    assert answer.status_code == 200, answer.text
    options: Json = answer.json()["options"]
    return options


def sign_up(client: httpx.Client, device: Device, name: str = "Ada", **more: Any) -> httpx.Response:
    invited = {key: value for key, value in more.items() if key == "invitation"}
    made = device.make(challenge(client, "sign up", name=name, **invited))
    return client.post("/api/account/passkey", json={"passkey": made, "name": name} | more)


def sign_in(client: httpx.Client, device: Device) -> httpx.Response:
    return client.post("/api/session/passkey", json={"passkey": device.sign(challenge(client, "sign in"))})


def add(client: httpx.Client, device: Device, **more: Any) -> httpx.Response:
    made = device.make(challenge(client, "add", **more))
    return client.post("/api/passkeys", json={"passkey": made, "name": "My phone"})


def test_somebody_signs_up_out_and_in_without_a_password_or_a_name(house: Served, device: Device) -> None:
    client = browser(house)
    made = sign_up(client, device, "Ada Lovelace", email="ada@example.org")
    assert made.status_code == 201, made.text
    told = person(client)
    assert (told["name"], told["email"], told["password"]) == ("Ada Lovelace", "ada@example.org", False)
    assert [one["name"] for one in told["passkeys"]] == ["Passkey"]
    client.delete("/api/session")
    options = challenge(client, "sign in")
    assert options["userVerification"] == "required"
    assert not options.get("allowCredentials"), "nobody is named, and nobody is told who has a passkey"
    client = browser(house)
    assert sign_in(client, device).json()["person"]["name"] == "Ada Lovelace"
    no_password = client.post("/api/session", json={"name": "Ada Lovelace", "password": PASSWORD})
    assert no_password.status_code == 401


def test_a_passkey_is_added_named_and_removed_with_the_password(house: Served, device: Device) -> None:
    client = signed_up(house)
    refused = client.post("/api/passkeys/challenge", json={"purpose": "add", "password": "not the password"})
    assert refusal(refused) == (403, "The password is wrong.")
    assert add(client, device, password=PASSWORD).status_code == 201
    (one,) = person(client)["passkeys"]
    assert one["name"] == "My phone"
    assert client.put(f"/api/passkeys/{one['id']}", json={"name": "Old phone"}).status_code == 200
    other = browser(house)
    assert sign_in(other, device).status_code == 201
    kept = other.get("/api/account/export").json()["passkeys"]
    assert [sorted(row) for row in kept] == [["created", "name", "used"]]
    assert kept[0]["name"] == "Old phone"
    eve = signed_up(house, "Eve")
    assert eve.put(f"/api/passkeys/{one['id']}", json={"name": "Mine"}).status_code == 404
    assert eve.post(f"/api/passkeys/{one['id']}/remove", json={"password": PASSWORD}).status_code == 404
    assert client.post(f"/api/passkeys/{one['id']}/remove", json={"password": ""}).status_code == 403
    assert client.post(f"/api/passkeys/{one['id']}/remove", json={"password": PASSWORD}).status_code == 200
    assert refusal(sign_in(browser(house), device)) == NOT_GOOD


def test_without_a_password_a_passkey_confirms(house: Served, device: Device) -> None:
    client = browser(house)
    sign_up(client, device)
    (one,) = person(client)["passkeys"]
    proof = {"passkey": device.sign(challenge(client, "confirm"))}
    last = client.post(f"/api/passkeys/{one['id']}/remove", json=proof)
    assert refusal(last) == (409, "This passkey is the only way to sign in to your account. Set a password first.")
    again = client.put("/api/account", json=proof | {"new_password": PASSWORD})
    assert refusal(again) == NOT_GOOD, "a proof is good once"
    proof = {"passkey": device.sign(challenge(client, "confirm"))}
    assert client.put("/api/account", json=proof | {"new_password": PASSWORD}).status_code == 200
    assert person(client)["password"] is True
    assert client.post(f"/api/passkeys/{one['id']}/remove", json={"password": PASSWORD}).status_code == 200
    gone = client.post("/api/account/remove", json={"password": PASSWORD})
    assert gone.status_code == 200


def test_a_passkey_of_somebody_else_confirms_nothing(house: Served, device: Device) -> None:
    ada, eve, other = browser(house), browser(house), Device(HOUSE)
    sign_up(ada, device)
    sign_up(eve, other, "Eve")
    answer = other.sign(challenge(ada, "confirm"))
    assert refusal(ada.post("/api/account/remove", json={"passkey": answer})) == NOT_GOOD
    answer = device.sign(challenge(eve, "confirm"))
    assert refusal(eve.post("/api/account/remove", json={"passkey": answer})) == NOT_GOOD


def test_a_challenge_is_for_one_browser_one_purpose_and_one_answer(house: Served, device: Device) -> None:
    client, thief = browser(house), browser(house)
    sign_up(client, device)
    options = challenge(client, "sign in")
    signed = {"passkey": device.sign(options)}
    assert refusal(thief.post("/api/session/passkey", json=signed)) == NOT_GOOD, "it has not the cookie"
    assert client.post("/api/session/passkey", json=signed).status_code == 201
    assert refusal(client.post("/api/session/passkey", json=signed)) == NOT_GOOD
    proof = {"passkey": device.sign(challenge(client, "confirm"))}
    assert refusal(client.post("/api/session/passkey", json=proof)) == NOT_GOOD
    cookie = client.post("/api/passkeys/challenge", json={"purpose": "sign in"}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_a_challenge_of_another_session_or_hour_is_refused(house: Served, device: Device) -> None:
    client = browser(house)
    sign_up(client, device)
    options = challenge(client, "confirm")
    kept = client.cookies["sandtable-challenge"]
    sign_in(client, device)
    client.cookies.set("sandtable-challenge", kept)
    assert refusal(client.post("/api/account/remove", json={"passkey": device.sign(options)})) == NOT_GOOD
    options, database = challenge(client, "sign in"), house.service.database
    database.write(lambda line: line.execute(challenges.update().values(until="2020-01-01T00:00:00+00:00"))).result()
    assert refusal(client.post("/api/session/passkey", json={"passkey": device.sign(options)})) == NOT_GOOD
    challenge(client, "sign in")
    assert len(database.read(lambda line: line.execute(challenges.select()).all())) == 1, "the old ones are gone"


@pytest.mark.parametrize("origin", ["https://evil.example", "http://table.example.org", "https://x.table.example.org"])
def test_pages_of_other_origins_are_refused(house: Served, device: Device, origin: str) -> None:
    client = browser(house)
    sign_up(client, device)
    device.origin = origin
    assert refusal(sign_in(browser(house), device)) == NOT_GOOD
    device.origin, device.host = HOUSE, "evil.example"
    assert refusal(sign_in(browser(house), device)) == NOT_GOOD
    fresh = Device(origin)
    fresh.host = "table.example.org"
    assert refusal(sign_up(browser(house), fresh, "Eve")) == NOT_GOOD


def test_a_device_must_have_verified_its_user(house: Served, device: Device) -> None:
    device.flags = PRESENT
    assert refusal(sign_up(browser(house), device)) == NOT_GOOD
    good = Device(HOUSE)
    sign_up(browser(house), good)
    good.flags = PRESENT
    assert refusal(sign_in(browser(house), good)) == NOT_GOOD


def test_a_copied_device_is_noticed_by_its_counter(house: Served, device: Device) -> None:
    sign_up(browser(house), device)
    copied = copy.copy(device)
    assert sign_in(browser(house), device).status_code == 201
    assert refusal(sign_in(browser(house), copied)) == NOT_GOOD


@pytest.mark.parametrize("broken", ["signature", "userHandle", "clientDataJSON", "authenticatorData", "id", "all"])
def test_a_changed_answer_is_refused_like_an_unknown_one(house: Served, device: Device, broken: str) -> None:
    client = browser(house)
    sign_up(browser(house), device)
    answer = device.sign(challenge(client, "sign in"))
    if broken == "all":
        answer = {"id": ["?"], "response": 7}
    elif broken == "id":
        answer["id"] = answer["rawId"] = "AAAA"
    else:
        answer["response"][broken] = "AAAA"
    assert refusal(client.post("/api/session/passkey", json={"passkey": answer})) == NOT_GOOD


def test_one_passkey_is_not_two_peoples(house: Served, device: Device) -> None:
    ada, eve = signed_up(house), signed_up(house, "Eve")
    options = challenge(ada, "add", password=PASSWORD)
    made = device.make(options)
    assert ada.post("/api/passkeys", json={"passkey": made}).status_code == 201
    theirs = challenge(eve, "add", password=PASSWORD)
    again = device.make(theirs | {"user": options["user"]})
    answer = eve.post("/api/passkeys", json={"passkey": again})
    assert answer.status_code == 201
    assert refusal(sign_in(browser(house), device)) == NOT_GOOD, "the device says that it is Ada's, and it is Eve's"


def test_who_makes_accounts_makes_them_with_passkeys_too(tmp_path: Path, device: Device) -> None:
    with set_to(tmp_path, public_address=HOUSE, accounts="invite") as served:
        wanted = {"purpose": "sign up", "name": "Ada"}
        assert browser(served).post("/api/passkeys/challenge", json=wanted).status_code == 403
        false = sign_up(browser(served), device, invitation="false")
        assert refusal(false) == (403, "This invitation has been used or has expired.")
    with set_to(tmp_path, public_address=HOUSE, accounts="closed") as served:
        assert browser(served).post("/api/passkeys/challenge", json=wanted).status_code == 403
    with set_to(tmp_path, public_address=HOUSE, accounts="off") as served:
        assert browser(served).post("/api/passkeys/challenge", json={"purpose": "sign in"}).status_code == 403
        assert browser(served).get("/api/account").json()["passkeys"] is False


def test_a_name_that_is_taken_and_too_many_tries(house: Served, device: Device) -> None:
    signed_up(house)
    assert refusal(sign_up(browser(house), device)) == (409, "This name is taken.")
    assert house.service.database.read(lambda line: line.execute(passkeys.select()).all()) == []
    client = browser(house)
    answers = [client.post("/api/passkeys/challenge", json={"purpose": "sign in"}).status_code for _ in range(25)]
    assert answers[-1] == 429


def test_a_server_without_an_address_has_none(served: Served) -> None:
    assert browser(served).get("/api/account").json()["passkeys"] is False
    told = browser(served).post("/api/passkeys/challenge", json={"purpose": "sign in"})
    assert told.status_code == 409


def test_whom_passkeys_are_made_for() -> None:
    here = "http://localhost:8000"
    assert party_of(Settings(), "http://table.example.org") is None, "the Host of a request is not believed"
    local = party_of(Settings(), here)
    assert local is not None
    assert (local.host, local.origins) == ("localhost", (here,))
    others = ("https://www.table.example.org", "https://evil.example")
    public = party_of(Settings(public_address=HOUSE, allowed_origins=others), here)
    assert public is not None
    assert (public.host, public.origins) == ("table.example.org", (HOUSE, others[0]))


def test_a_banned_person_is_told_at_the_passkey_too(house: Served, device: Device) -> None:
    from sandtable.server.admin.acts import Operator, ban_account

    sign_up(browser(house), device)
    house.service.database.write(ban_account("Ada", Operator("Grace", "Cheating"))).result()
    assert refusal(sign_in(browser(house), device)) == (403, "You are banned from this server: Cheating")
