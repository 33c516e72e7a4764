"""Every registered game can be setup, watched and played over the server, and comes back after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.game import find_game, games
from sandtable.server.storage import load_entries
from tests.server.served import serving

STEPS = 25


@pytest.mark.parametrize("game", sorted(games()))
def test_bots_play_and_the_match_comes_back(game: str, tmp_path: Path) -> None:
    found = find_game(game)
    seats = found.seats(found.settle({}))
    with serving(tmp_path) as served:
        told = served.create(game=game, seats=dict.fromkeys(seats, "greedy"))
        watcher = served.sit(told["match"])
        while watcher.shown["step"] < STEPS and watcher.shown["decision"] is not None:
            watcher.receive(30)
        assert served.http.get(watcher.hello["board"]).json()["spaces"]
        match = served.truth(told["match"])
        past = watcher.ask("at", step=STEPS // 2) if len(match.position.steps) >= STEPS else None
        assert past is None or past["shown"]["step"] == STEPS // 2
        watcher.close()
        entries = served.service.database.read(load_entries(told["match"]))
    players = {entry.player for entry in entries}
    assert players == {"greedy"}, "a bot failed"
    with serving(tmp_path) as served:
        back = served.sit(told["match"])
        assert back.hello["step"] >= STEPS or back.hello["shown"]["decision"] is None
        assert back.hello["journal"]


@pytest.mark.parametrize(
    ("game", "seats", "enemies"),
    [
        ("luftwaffe", ("german",), ["american"]),
        ("ontoberlin", ("allied",), ["german"]),
        ("vengeance", ("russian",), ["german"]),
        ("vengeance", ("russian", "german"), []),
        ("vengeance", (), []),
        ("airlift", ("usaf10",), []),
        ("warbirds", ("seat-1",), []),
    ],
)
def test_the_game_says_who_are_enemies(game: str, seats: tuple[str, ...], enemies: list[str], tmp_path: Path) -> None:
    """A spectator has none, nor has a screen for both sides; squadrons race, and a crew flies together."""
    others = dict.fromkeys(find_game(game).seats(find_game(game).settle({})), "greedy")
    with serving(tmp_path) as served:
        told = served.create(game=game, seats=others | dict.fromkeys(seats, "human"), pace=5)
        person = served.sit(told["match"], told["owner"] if seats else "")
        assert set(person.hello["holds"]) == set(seats)
        assert person.hello["enemies"] == enemies
        person.close()


def test_alone_against_a_written_raid_the_american_is_the_enemy() -> None:
    """LW-17.1 His seat is nobody's."""
    assert find_game("luftwaffe").enemies(("german",)) == ("american",)
