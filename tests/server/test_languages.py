"""Each visitor is spoken to in their own language: pages, tables, answers of workers, and the ending."""

from __future__ import annotations

import json

import pytest

from sandtable.games.warbirds import GAME
from sandtable.kernel.flow import Choose
from sandtable.kernel.language import speaking
from sandtable.server import messages
from sandtable.server.languages import preferred
from sandtable.server.questions import _answered
from sandtable.server.records import Announcement, Said
from sandtable.server.storage import _said
from sandtable.testing.case import Case, Walk
from tests.german import english_in
from tests.server.served import Json, Player, Served
from tests.server.test_accounts import PASSWORD, signed_up


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


def answered(served: Served, method: str, path: str, body: object = None) -> str:
    """What a German browser is told at an address."""
    answer = served.http.request(method, path, json=body, headers={"accept-language": "de"})
    assert answer.status_code >= 400
    return str(answer.json()["error"])


def test_refusals_and_errors_of_the_server_are_told_in_german(served: Served) -> None:
    told = served.create(game="warbirds", options={"players": 1})
    german = German(f"ws://127.0.0.1:{served.port}/api/matches/{told['match']}/live", told["seats"][0]["token"])
    sentences = [
        german.choose(["attack", "crew-01", "enemy-01"])["error"],
        german.choose(step=99)["error"],
        german.ask("at", step=99)["error"],
        german.ask("undo")["error"],
        german.ask("redo")["error"],
        german.ask("choose", step=0, option=["ready"], seat="north")["error"],
        answered(served, "GET", "/api/games/warbird"),
        answered(served, "GET", "/api/nothing"),
        answered(served, "GET", "/api/matches/nothing"),
        answered(served, "POST", "/api/matches", {"game": "warbirds", "options": {"players": 9}}),
        answered(served, "POST", "/api/matches", {"game": "warbirds", "seats": {"seat-1": "nobody"}}),
        answered(served, "POST", "/api/matches", [1, 2]),
        answered(served, "GET", f"/api/matches/{told['match']}/ending"),
        answered(served, "DELETE", "/api/games"),
        answered(served, "POST", "/api/saves", {"format": "none"}),
    ]
    assert [sentence for sentence in sentences if not sentence or english_in(sentence)] == []
    assert "Es gibt keinen Schritt 99. Die Partie hat 0 Schritte." in sentences
    german.send(type="nonsense")
    assert german.wait_for("refused")["error"].startswith("Der Server hat diese Nachricht nicht verstanden:")


def test_odds_are_told_in_the_language_of_the_one_who_asks() -> None:
    walk = Walk(Case(GAME, GAME.settle({}), "odds"), "greedy")
    position, asked = next(
        (position, option)
        for position, _ in walk.closely()
        if isinstance(position.decision, Choose) and position.decision.odds is not None
        for option in position.decision.options
        if position.decision.odds(option)
    )
    message = messages.AskOdds(id="q1", option=asked)
    told = {}
    for code in ("en", "de"):
        with speaking(code):
            answer = _answered(position, position.deciders[0], message)
        assert isinstance(answer, messages.OddsAnswer)
        assert answer.odds is not None
        told[code] = [name for name, _ in answer.odds.outcomes]
    assert told == {"en": ["success", "failure"], "de": ["gelungen", "misslungen"]}


def test_what_the_owner_did_is_told_to_each_in_their_own_language(served: Served) -> None:
    told = served.create(game="warbirds", options={"players": 2})
    address = f"ws://127.0.0.1:{served.port}/api/matches/{told['match']}/live"
    english, german = Speaker(address, told["seats"][0]["token"]), German(address, told["seats"][1]["token"])
    owner = {"authorization": f"Bearer {told['owner']}"}
    seat = f"/api/matches/{told['match']}/seats/seat-1"
    served.http.put(seat, json={"player": "regular"}, headers=owner)
    assert english.wait_for("announced")["text"] == "The owner gave Player 1 to the bot regular."
    assert german.wait_for("announced")["text"] == "Der Besitzer hat Player 1 dem Computergegner regular gegeben."
    late = German(address, told["seats"][1]["token"])
    assert [one["text"] for one in late.hello["announced"]] == [
        "Der Besitzer hat Player 1 dem Computergegner regular gegeben."
    ]


def test_an_announcement_of_an_older_version_is_still_told() -> None:
    announcement = Announcement("", _said("The owner closed the match. You can look at it but not play on."))
    assert announcement.told.startswith("The owner closed the match.")
    with speaking("de"):
        assert announcement.told.startswith("Der Besitzer hat die Partie geschlossen.")


def test_a_removed_account_is_a_former_player_in_the_language_of_each_reader(served: Served) -> None:
    told = served.create()
    match, (north, south) = told["match"], told["seats"]
    ada = signed_up(served)
    assert ada.post("/api/account/claim", json={"keys": [north["token"]]}).status_code == 200
    address = f"ws://127.0.0.1:{served.port}/api/matches/{match}/live"
    readers = {"Former player": Speaker(address, south["token"]), "Ehemaliger Spieler": German(address)}
    assert ada.post("/api/account/remove", json={"password": PASSWORD}).status_code == 200
    for called, reader in readers.items():
        while [seat["name"] for seat in reader.wait_for("seats")["seats"]] != [called, "South"]:
            pass
        seated = served.http.get(f"/api/matches/{match}", headers={"accept-language": reader.language or "en"})
        assert [seat["name"] for seat in seated.json()["seats"]] == [called, "South"]
        with speaking(reader.language or "en"):
            assert Announcement("", Said("{name} is back. The clock runs again.", {"name": ""})).told.startswith(called)
