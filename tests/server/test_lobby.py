"""The lobby: seats are offered, taken once, kept for those invited; nothing hidden and no key is shown."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.server.lobby import lobby
from sandtable.server.schema import matches, progress, seats, terms
from sandtable.server.storage import remove_match
from tests.server.served import Json, Served, play_on, serving
from tests.server.test_accounts import PASSWORD, browser, enter, set_to, signed_up


@pytest.fixture
def offered(served: Served) -> Json:
    """A match whose seat of the north its founder holds; the south is open to anyone."""
    return served.create(offer={"open": ["south"], "level": "newcomer", "note": "My first game"})


def listed(client: httpx.Client, part: str = "open", **wanted: str) -> list[Json]:
    answer = client.get("/api/lobby", params=wanted)
    assert answer.status_code == 200, answer.text
    found: list[Json] = answer.json()[part]
    return found


def join(client: httpx.Client, match: str, seat: str = "south", **more: str) -> httpx.Response:
    return client.post(f"/api/matches/{match}/join", json={"seat": seat} | more)


def test_an_offered_seat_has_no_key_and_is_not_the_owners(served: Served, offered: Json) -> None:
    north, south = offered["seats"]
    assert north["token"]
    assert "token" not in south
    owner = served.sit(offered["match"], offered["owner"])
    assert owner.hello["holds"] == ["north"]


def test_the_lobby_lists_what_is_free_and_on_which_terms(served: Served, offered: Json) -> None:
    served.create()
    (one,) = listed(served.http)
    assert (one["match"], one["title"], one["level"], one["note"]) == (
        offered["match"],
        "Pearls",
        "newcomer",
        "My first game",
    )
    assert [(seat["seat"], seat["free"]) for seat in one["seats"]] == [("north", False), ("south", True)]
    assert listed(served.http, game="canary") == []
    assert listed(served.http, game="pearls", level="newcomer") != []
    assert listed(served.http, level="experienced") == []
    assert listed(served.http, scenario="another") == []
    wrong = served.http.get("/api/lobby", params={"level": "genius"})
    assert (wrong.status_code, wrong.json()["error"]) == (
        400,
        "There is no level 'genius'; choose any, newcomer or experienced.",
    )


def test_a_guest_takes_a_seat_and_gets_its_key_once(served: Served, offered: Json) -> None:
    north = served.sit(offered["match"], offered["seats"][0]["token"])
    taken = join(served.http, offered["match"], name="Babbage").json()
    assert north.wait_for("announced")["text"] == "Babbage has taken a seat."
    guest = served.sit(offered["match"], taken["token"])
    assert (guest.seat, guest.hello["holds"]) == ("south", ["south"])
    again = join(browser(served), offered["match"])
    assert (again.status_code, again.json()["error"]) == (
        409,
        "Somebody else has taken this seat. Choose another one.",
    )
    assert listed(served.http) == []
    assert listed(served.http, "running")[0]["match"] == offered["match"]


def test_an_account_takes_a_seat_that_is_its_own_on_every_device(served: Served, offered: Json) -> None:
    ada = signed_up(served)
    told = join(ada, offered["match"]).json()
    assert told["token"] == ""
    hello, _ = enter(served, offered["match"], ada)
    assert hello["holds"] == ["south"]
    assert [one["match"] for one in ada.get("/api/matches").json()] == [offered["match"]]
    assert listed(ada, "running")[0]["yours"]


def test_nobody_takes_two_seats(served: Served) -> None:
    told = served.create(offer={"open": ["north", "south"]})
    ada = signed_up(served)
    assert join(ada, told["match"]).status_code == 200
    assert not any(seat["free"] for seat in listed(ada)[0]["seats"])
    twice = join(ada, told["match"], "north")
    assert (twice.status_code, twice.json()["error"]) == (409, "You already have a seat in this match.")
    key = join(served.http, told["match"], "north").json()["token"]
    third = served.create(offer={"open": ["north", "south"]})
    first = join(served.http, third["match"], "north").json()["token"]
    bearer = {"authorization": f"Bearer {first}"}
    again = served.http.post(f"/api/matches/{third['match']}/join", json={"seat": "south"}, headers=bearer)
    assert (again.status_code, key != first) == (409, True)


def test_of_many_who_come_at_once_one_gets_the_seat(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        match = served.create(offer={"open": ["south"]})["match"]
        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(lambda _: join(browser(served), match).status_code, range(6)))
        assert sorted(answers) == [200] + 5 * [409]
        assert [one["match"] for one in listed(served.http, "running")] == [match]


def test_an_invitation_is_for_one_person(served: Served) -> None:
    ada, eve = signed_up(served), signed_up(served, "Eve")
    told = served.create(offer={"invited": {"south": "ADA"}, "note": "You and me"})
    assert "token" not in told["seats"][1]
    assert listed(ada) == [], "an invitation is private"
    assert listed(eve, "invitations") == []
    (one,) = listed(ada, "invitations")
    assert (one["match"], one["note"], one["seats"][1]["free"]) == (told["match"], "You and me", True)
    assert join(eve, told["match"]).status_code == 409
    assert join(served.http, told["match"]).status_code == 409
    assert join(ada, told["match"]).status_code == 200
    assert listed(ada, "invitations") == []
    assert listed(ada, "running") == [], "nobody has listed it"


def test_an_invitation_that_is_declined_goes_back_to_the_owner(served: Served) -> None:
    ada = signed_up(served)
    told = served.create(offer={"invited": {"south": "Ada"}})
    address = f"/api/matches/{told['match']}"
    assert served.http.post(f"{address}/decline").status_code == 401
    owner = served.sit(told["match"], told["owner"])
    assert ada.post(f"{address}/decline").status_code == 200
    assert owner.wait_for("announced")["text"] == "Ada has declined the invitation."
    assert join(ada, told["match"]).status_code == 409
    again = ada.post(f"{address}/decline")
    assert (again.status_code, again.json()["error"]) == (409, "You have no invitation to this match.")
    assert served.sit(told["match"], told["owner"]).hello["holds"] == ["north", "south"]


def test_the_owner_offers_a_seat_later_and_its_link_opens_nothing(served: Served) -> None:
    told = served.create()
    address, key = f"/api/matches/{told['match']}/seats/south", told["seats"][1]["token"]
    owner = {"authorization": f"Bearer {told['owner']}"}
    holder = {"authorization": f"Bearer {key}"}
    refused = served.http.put(address, json={"open": True}, headers=holder)
    assert (refused.status_code, refused.json()["error"]) == (403, "Only the owner can offer a seat.")
    assert served.http.put(address, json={"open": True, "invite": "Ada"}, headers=owner).status_code == 400
    assert served.http.put(address, json={"invite": "Ada"}, headers=owner).status_code == 404
    assert served.http.put(address, json={"open": True}, headers=owner).status_code == 200
    assert served.http.get(f"/api/matches/{told['match']}/journal", headers=holder).status_code == 401
    assert [one["match"] for one in listed(served.http)] == [told["match"]]
    link = served.http.put(address, json={"new_link": True}, headers=owner).json()
    assert listed(served.http) == []
    assert served.sit(told["match"], link["token"]).seat == "south"
    taken = served.http.put(address, json={"open": True}, headers=owner)
    assert (taken.status_code, taken.json()["error"]) == (409, "This seat is taken.")


@pytest.mark.parametrize(
    ("offer", "status", "sentence"),
    [
        ({"open": ["west"]}, 400, "There is no seat 'west' in this match."),
        ({"invited": {"south": "Nobody"}}, 404, "There is no account 'Nobody' here."),
        ({"level": "genius"}, 400, None),
        ({"note": "x" * 201}, 400, None),
    ],
)
def test_a_wrong_offer_founds_nothing(served: Served, offer: Json, status: int, sentence: str | None) -> None:
    answer = served.http.post("/api/matches", json={"game": "pearls", "offer": offer})
    assert answer.status_code == status
    assert sentence in (None, answer.json()["error"])
    with served.service.database.reading.connect() as connection:
        assert connection.execute(matches.select()).all() == []


def test_a_seat_of_a_bot_is_not_offered(served: Served) -> None:
    wanted = {"game": "pearls", "seats": {"south": "random"}, "offer": {"open": ["south"]}}
    answer = served.http.post("/api/matches", json=wanted)
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        "A bot plays south. Offer a seat that a person plays.",
    )


def test_nobody_invites_themselves(served: Served) -> None:
    answer = signed_up(served).post("/api/matches", json={"game": "pearls", "offer": {"invited": {"south": "ada"}}})
    assert (answer.status_code, answer.json()["error"]) == (400, "You can't invite yourself.")


def test_a_closed_match_and_an_old_offer_are_not_listed(
    served: Served, offered: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "STALE", -lobby.STALE)
    assert listed(served.http) == []
    monkeypatch.undo()
    assert listed(served.http) != []
    owner = {"authorization": f"Bearer {offered['owner']}"}
    served.http.post(f"/api/matches/{offered['match']}/close", headers=owner)
    assert listed(served.http) == []
    late = join(served.http, offered["match"])
    assert (late.status_code, late.json()["error"]) == (409, "The match is over.")


def test_a_running_match_says_whose_turn_it_is_until_it_is_over(served: Served, offered: Json) -> None:
    north = served.sit(offered["match"], offered["seats"][0]["token"])
    south = served.sit(offered["match"], join(served.http, offered["match"]).json()["token"])
    (one,) = listed(served.http, "running")
    deciding = [player.seat for player in (north, south) if player.options()]
    assert one["waiting_for"] == [seat["name"] for seat in one["seats"] if seat["seat"] in deciding]
    play_on([north, south])
    assert listed(served.http, "running") == []
    with served.service.database.reading.connect() as connection:
        assert connection.execute(progress.select()).mappings().one()["over"] == 1


def test_the_lobby_tells_no_key_and_nothing_of_the_game(served: Served, offered: Json) -> None:
    with served.service.database.reading.connect() as connection:
        row = connection.execute(matches.select()).mappings().one()
        hashes = [one["key_hash"] for one in connection.execute(seats.select()).mappings()]
    told = served.http.get("/api/lobby").text
    for secret in (row["seed"], row["owner_hash"], offered["owner"], offered["seats"][0]["token"], *hashes):
        assert secret not in told


def test_who_offers_too_much_must_wait(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(lobby._OFFERS):
        served.create(offer={"open": ["south"]})
    answer = served.http.post("/api/matches", json={"game": "pearls", "offer": {"open": ["south"]}})
    assert (answer.status_code, answer.json()["error"]) == (
        429,
        "You have offered too many seats. Try again in an hour.",
    )
    assert served.create()["match"], "a match of one's own is not an offer"


def test_where_guests_are_not_wanted_they_take_no_seat(tmp_path: Path) -> None:
    with set_to(tmp_path, guests=False) as served:
        ada, eve = signed_up(served), signed_up(served, "Eve")
        told = ada.post("/api/matches", json={"game": "pearls", "offer": {"open": ["south"]}}).json()
        assert join(served.http, told["match"]).status_code == 401
        assert join(eve, told["match"]).status_code == 200


def over(served: Served, **wanted: Any) -> tuple[Json, httpx.Client]:
    """A match that is over: Ada had the south, a guest the north."""
    ada = signed_up(served)
    told = served.create(offer={"open": ["south"], "note": "Fun"}, **wanted)
    join(ada, told["match"])
    served.sit(told["match"], told["seats"][0]["token"])
    position = served.truth(told["match"]).position
    while not position.over:  # in the server's memory: no player of these tests shows a cookie
        seat = position.deciders[0]
        position.apply(seat, position.options(seat)[0])
    return told, ada


def test_a_rematch_swaps_the_seats_and_invites_those_with_accounts(served: Served) -> None:
    told, ada = over(served)
    address = f"/api/matches/{told['match']}/rematch"
    assert browser(served).post(address).status_code == 403
    guest = {"authorization": f"Bearer {told['seats'][0]['token']}"}
    again = served.http.post(address, headers=guest).json()
    assert ["token" in seat for seat in again["seats"]] == [False, True], "the north is kept for Ada"
    (one,) = listed(ada, "invitations")
    assert (one["match"], one["note"]) == (again["match"], "")
    assert join(ada, again["match"], "north").status_code == 200


def test_there_is_no_rematch_before_the_end(served: Served) -> None:
    told = served.create()
    key = {"authorization": f"Bearer {told['seats'][0]['token']}"}
    answer = served.http.post(f"/api/matches/{told['match']}/rematch", headers=key)
    assert (answer.status_code, answer.json()["error"]) == (409, "The match is not over yet.")


def test_whoever_leaves_for_good_is_invited_no_more(served: Served) -> None:
    ada = signed_up(served)
    told = served.create(offer={"invited": {"south": "Ada"}})
    assert ada.get("/api/account/export").json()["invitations"] == [told["match"]]
    assert ada.post("/api/account/remove", json={"password": PASSWORD}).status_code == 200
    assert served.sit(told["match"], told["owner"]).hello["holds"] == ["north", "south"]


def test_a_removed_match_leaves_no_terms(served: Served, offered: Json) -> None:
    database = served.service.database
    database.write(remove_match(offered["match"])).result()
    with database.reading.connect() as connection:
        for table in (terms, progress, seats):
            assert connection.execute(table.select()).all() == []
