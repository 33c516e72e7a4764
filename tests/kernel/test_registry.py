"""Games are found by their entry points; a broken one says so and spoils nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.errors import UnknownName
from sandtable.kernel.game import broken_games, find_game, games
from tests.toys.pearls import GAME
from tests.toys.registered import registered


def test_a_game_is_found_by_its_entry_point(pearls: Path) -> None:
    assert games()["pearls"] is find_game("pearls")
    assert find_game("pearls").title == "Pearls"


def test_an_unknown_game_gets_a_suggestion(pearls: Path) -> None:
    with pytest.raises(UnknownName, match=r"no game .perls.; did you mean .pearls.\?"):
        find_game("perls")
    with pytest.raises(UnknownName, match=r"choose .*pearls"):
        find_game("zzz")


def test_a_broken_game_spoils_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toys = {"broken": "tests.toys.nowhere:GAME", "empty": "tests.toys.pearls:NONE", "pearls": "tests.toys.pearls:GAME"}
    with registered(tmp_path / "toys", monkeypatch, **toys):
        assert find_game("pearls").id == "pearls"
        assert {"broken", "empty"} <= set(broken_games())
        with pytest.raises(UnknownName, match="'broken' can't be loaded: ModuleNotFoundError"):
            find_game("broken")


def test_options_are_settled_with_defaults_and_refusals() -> None:
    assert GAME.settle({}) == {"cards": 3}
    assert GAME.settle({"cards": "2"}) == {"cards": 2}
    with pytest.raises(UnknownName, match="cards can't be '9'; choose 1, 2 or 3"):
        GAME.settle({"cards": 9})
    with pytest.raises(UnknownName, match="no option 'wind'; choose cards"):
        GAME.settle({"wind": 1})
