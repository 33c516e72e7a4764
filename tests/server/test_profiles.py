"""Profiles and ratings: rated matches are for people with accounts, and nobody escapes a loss."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.server.people.ratings import Rating, rated
from sandtable.server.results import Result, put_results
from sandtable.server.schema import ratings
from sandtable.server.times import now
from tests.server.served import Json, Served, serving
from tests.server.test_accounts import PASSWORD, browser, signed_up
from tests.server.test_clocks import DAILY
from tests.server.test_lobby import join, listed

strengths = st.builds(Rating, mu=st.floats(0, 50), sigma=st.floats(1, 9))


@given(strengths, strengths)
def test_who_wins_rises_and_who_loses_falls(one: Rating, other: Rating) -> None:
    winner, loser = rated([one, other], [1, 2])
    assert winner.value >= one.value
    assert loser.value <= other.value
    assert (winner.games, loser.games) == (1, 1)


def test_a_draw_between_equals_changes_no_rating() -> None:
    first, second = rated([Rating(), Rating()], [1, 1])
    assert (first.value, second.value) == (1500, 1500)
    assert first.margin < Rating().margin


def rated_match(served: Served) -> tuple[httpx.Client, httpx.Client, str]:
    """Ada has offered the south of a rated match, and Eve has taken it."""
    ada, eve = signed_up(served), signed_up(served, "Eve")
    offer = {"open": ["south"], "rated": True, "clock": DAILY}
    told = ada.post("/api/matches", json={"game": "pearls", "offer": offer}).json()
    assert ada.post("/api/account/claim", json={"keys": [told["owner"], told["seats"][0]["token"]]}).status_code == 200
    assert listed(eve)[0]["rated"]
    guest = join(served.http, told["match"])
    assert (guest.status_code, guest.json()["error"]) == (401, "Sign in to play a rated match.")
    assert join(eve, told["match"]).status_code == 200
    return ada, eve, told["match"]


def profile(client: httpx.Client, name: str) -> Json:
    answer = client.get(f"/api/people/{name}")
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def test_a_rated_match_counts_for_both(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, address=address) as served:
        ada, eve, match = rated_match(served)
        assert profile(ada, "ada")["games"] == []
        assert eve.post(f"/api/matches/{match}/resign", json={"seat": "south"}).status_code == 200
        (winner,), (loser,) = profile(ada, "Ada")["games"], profile(ada, "Eve")["games"]
        assert (winner["score"], loser["score"]) == (
            {"won": 1, "drawn": 0, "lost": 0},
            {"won": 0, "drawn": 0, "lost": 1},
        )
        assert winner["rating"]["value"] > 1500 > loser["rating"]["value"]
        (told,) = profile(ada, "Eve")["history"]
        assert (told["outcome"], told["reason"], told["rated"], told["others"], told["match"]) == (
            "lost",
            "resigned",
            True,
            ["Ada"],
            match,
        )
        assert profile(browser(served), "Eve")["history"][0]["match"] == "", "only players are told where it is"
        assert eve.get("/api/account/export").json()["ratings"][0]["game"] == "pearls"


def test_who_leaves_takes_the_rating_along_and_leaves_the_other_theirs(served: Served) -> None:
    ada, eve, match = rated_match(served)
    eve.post(f"/api/matches/{match}/resign", json={"seat": "south"})
    before = profile(ada, "Ada")
    assert eve.post("/api/account/remove", json={"password": PASSWORD}).status_code == 200
    assert ada.get("/api/people/Eve").status_code == 404
    after = profile(ada, "Ada")
    assert after["games"] == before["games"]
    assert after["history"][0]["others"] == ["Former player"]
    german = ada.get("/api/people/Ada", headers={"Accept-Language": "de"}).json()
    assert german["history"][0]["others"] == ["Ehemaliger Spieler"]
    with served.service.database.reading.connect() as connection:
        assert len(connection.execute(ratings.select()).all()) == 1


def test_nobody_escapes_a_rated_match(served: Served) -> None:
    ada, eve, match = rated_match(served)
    sentence = "Nobody can be replaced in a rated match. You can resign."
    for client, seat in ((ada, "north"), (ada, "south"), (eve, "south")):
        answer = client.put(f"/api/matches/{match}/seats/{seat}", json={"player": "random"})
        assert (answer.status_code, answer.json()["error"]) == (409, sentence)
    answer = ada.put(f"/api/matches/{match}/seats/south", json={"new_link": True})
    assert (answer.status_code, answer.json()["error"]) == (409, sentence)
    answer = ada.post(f"/api/matches/{match}/close")
    assert (answer.status_code, answer.json()["error"]) == (409, sentence)


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"game": "pearls", "seats": {"south": "random"}}, "A rated match needs a person in every seat."),
        ({"game": "warbirds"}, "Warbirds is cooperative, so its matches are not rated."),
    ],
)
def test_what_is_never_rated(served: Served, wanted: Json, sentence: str) -> None:
    ada = signed_up(served)
    answer = ada.post("/api/matches", json=wanted | {"offer": {"rated": True, "clock": DAILY}})
    assert (answer.status_code, answer.json()["error"]) == (400, sentence)
    guest = served.http.post("/api/matches", json={"game": "pearls", "offer": {"rated": True}})
    assert (guest.status_code, guest.json()["error"]) == (401, "Sign in to play a rated match.")


@pytest.mark.parametrize("what", ["matches", "tournaments"])
def test_a_rated_match_has_a_clock(served: Served, what: str) -> None:
    """Nobody is replaced in it and nobody closes it: without a clock one could only wait for ever, or resign."""
    wanted: Json = {"game": "pearls", "offer": {"open": ["south"], "rated": True}}
    if what == "tournaments":
        wanted = {"game": "pearls", "title": "Cup", "kind": "swiss", "rated": True}
    answer = signed_up(served).post(f"/api/{what}", json=wanted)
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        "A rated match needs a clock: otherwise a player who stays away never loses.",
    )


def test_a_match_that_is_not_rated_changes_no_rating(served: Served) -> None:
    ada: Any = signed_up(served)
    told = served.create(offer={"open": ["south"]})
    join(ada, told["match"])
    ada.post(f"/api/matches/{told['match']}/resign", json={"seat": "south"})
    (game,) = profile(ada, "Ada")["games"]
    assert (game["rating"], game["score"]["lost"]) == (None, 1)


def test_nobody_has_no_profile(served: Served) -> None:
    answer = served.http.get("/api/people/Nobody")
    assert (answer.status_code, answer.json()["error"]) == (404, "There is no account 'Nobody' here.")


@pytest.mark.parametrize(("game", "together"), [("warbirds", True), ("pearls", False)])
def test_a_profile_tells_partners_from_opponents(served: Served, game: str, together: bool) -> None:
    """It said of a mission that somebody had flown it "against" the rest of the crew."""
    ada = signed_up(served)
    me = ada.get("/api/account/export").json()["account"]["id"]
    ended = [
        Result("m", seat, game, "", person, name, "human", "won", "played", now())
        for seat, person, name in (("1", me, "Ada"), ("2", "", "Eve"))
    ]
    served.service.database.write(put_results(ended)).result(60)
    (told,) = profile(ada, "Ada")["history"]
    assert (told["others"], told["together"]) == (["Eve"], together)
