"""The board and the names of things: fetched once, kept for ever, the same for everyone."""

from __future__ import annotations

import pytest

from sandtable.kernel.game import find_game, games
from sandtable.server.board_pages import board_address, names_address
from tests.server.served import Served


def test_a_greeting_says_where_they_are_and_everyone_is_told_the_same(served: Served) -> None:
    told, north, south = served.both()
    greetings = [
        north.hello,
        south.hello,
        served.sit(told["match"]).hello,
        served.sit(told["match"], told["owner"]).hello,
    ]
    other = served.sit(served.create()["match"]).hello
    assert {(one["board"], one["names"]) for one in [*greetings, other]} == {(other["board"], other["names"])}
    game = find_game("pearls")
    names = served.http.get(other["names"])
    assert names.json() == dict(game.words.names)
    assert names.headers["content-type"] == "application/json"
    assert [space["id"] for space in served.http.get(other["board"]).json()["spaces"]] == ["table"]


def test_a_browser_keeps_them_for_ever_and_gets_them_packed(served: Served) -> None:
    game = find_game("airlift")
    address = board_address(game, game.settle({}))
    answer = served.http.get(address)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    assert len(answer.json()["spaces"]) > 10
    again = served.http.get(address, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("game", sorted(games()))
def test_a_map_is_small_on_the_line(served: Served, game: str) -> None:
    found = find_game(game)
    answer = served.http.get(board_address(found, found.settle({})))
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.num_bytes_downloaded < 400_000


def test_what_lies_here_no_longer_is_not_answered_with_something_else(served: Served) -> None:
    game = find_game("pearls")
    board, names = board_address(game, game.settle({})), names_address(game)
    old = [board.replace("/board/", "/board/0"), names + "0", names.replace("/names/", "/board/")]
    for address in old:
        answer = served.http.get(address)
        assert answer.status_code == 404
        assert answer.json()["error"] == "The game has changed. Open the table again."
        assert answer.headers["cache-control"] == "no-store"
    assert served.http.get(board + "&colour=red").status_code == 400
    assert served.http.get(board.replace("pearls", "perls")).status_code == 404


@pytest.mark.parametrize("game", sorted(games()))
def test_the_greeting_of_every_game_is_small(game: str, served: Served) -> None:
    """Of what is always the same, nothing goes over the line with each greeting."""
    wanted = {"scenario": "campaign"} if game == "vengeance" else {}
    watcher = served.sit(served.create(game=game, options=wanted)["match"])
    greeting = next(frame for frame in watcher.frames if '"hello"' in frame)
    assert len(greeting) < 50_000
