"""Each visitor is spoken to in their own language: pages, tables, answers of workers, and the ending."""

from __future__ import annotations

import json

import pytest

from sandtable.server.languages import preferred
from tests.server.served import Json, Player, Served


class Speaker(Player):
    """A browser with a language set."""

    language = ""

    def send(self, **message: object) -> None:
        super().send(**(message | ({"language": self.language} if message["type"] == "enter" else {})))


class German(Speaker):
    language = "de"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB, de;q=0.5", "en"),
        ("fr, de;q=0.4, en;q=0.3", "de"),
        ("de;q=0, fr", ""),
        ("de;q=much", ""),
        ("", ""),
        ("../../etc, xx", ""),
    ],
)
def test_the_browser_says_which_language_it_likes(header: str, language: str) -> None:
    assert preferred(header) == language


def described(served: Served, language: str) -> Json:
    answer = served.http.get("/api/games/warbirds", headers={"accept-language": language})
    assert "accept-language" in answer.headers["vary"]
    told: Json = answer.json()
    return told


def test_pages_come_in_the_language_that_is_asked_for(served: Served) -> None:
    english, german = described(served, "en"), described(served, "de-DE")
    assert english["subtitle"].startswith("One B-24 crew")
    assert german["subtitle"].startswith("Eine B-24-Besatzung")
    assert german["about"].startswith("# Über dieses Warbirds")
    assert german["lesson"]["title"] == "Dein erster Einsatz"
    assert german["box"]["scenario"][0]["decides"].startswith("25 Punkte")
    order = next(one for one in german["options"] if one["name"] == "mission_order")
    assert order["labels"][0] == "zufällig"
    assert order["label"] == "Reihenfolge der Einsätze"
    assert described(served, "en") == english, "what one visitor was told is not what the next one is told"
    assert described(served, "fr") == english


def prompt(player: Player) -> str:
    return json.dumps(player.shown["decision"]["prompt"], ensure_ascii=False)


def test_one_match_is_shown_in_two_languages(served: Served) -> None:
    told = served.create(game="warbirds", options={"players": 1})
    key = told["seats"][0]["token"]
    address = f"ws://127.0.0.1:{served.port}/api/matches/{told['match']}/live"
    english, german = Speaker(address, key), German(address, key)
    assert english.shown["table"]["phase"] == "Briefing"
    assert german.shown["table"]["phase"] == "Besprechung"
    for name in ("board", "names"):
        assert english.hello[name] != german.hello[name]
        for player in (english, german):
            answer = served.http.get(player.hello[name], headers={"accept-language": "fr"})
            assert answer.status_code == 200
            assert ("Verwundungen" in answer.text) == (name == "names" and player is german)
    german.choose()
    english.wait_step(1)
    assert prompt(english) != prompt(german)
    assert english.shown["table"]["heading"].startswith("Mission 1")
    assert german.shown["table"]["heading"].startswith("Einsatz 1")
    past_german, past_english = (player.ask("at", step=0) for player in (german, english))
    assert past_german["shown"]["table"]["phase"] == "Besprechung", "a worker speaks the language that is asked for"
    assert past_english["shown"]["table"]["phase"] == "Briefing"
    refused = german.ask("why", option=["ready"])
    assert "Du kannst" in refused["error"] or "Pilotensitz" in refused["error"]


def test_the_ending_is_told_in_the_language_of_the_reader(served: Served) -> None:
    told = served.create(game="warbirds", options={"players": 1}, seats={"seat-1": "greedy"})
    Player(f"ws://127.0.0.1:{served.port}/api/matches/{told['match']}/live", told["owner"]).wait_for("over")
    english, german = (
        served.http.get(
            f"/api/matches/{told['match']}/ending",
            headers={"accept-language": language, "authorization": f"Bearer {told['owner']}"},
        ).json()["ending"]["measure"]
        for language in ("en", "de")
    )
    assert (english, german) == ("Tour points", "Punkte der Tour")
