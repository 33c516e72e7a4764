"""The back of the box: every game says who plays it and how long, every scenario has its card."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sandtable.board import box
from sandtable.board.box import Box, ScenarioCard, applies, box_of, faults
from sandtable.games.luftwaffe.options import flags_of
from sandtable.kernel.errors import DataError
from sandtable.kernel.game import find_game, games

OURS = sorted(id for id, game in games().items() if type(game).__module__.startswith("sandtable."))
CARD = ScenarioCard("1944", "Two squads", "4 turns", 1, "A house", "train1")


@pytest.mark.parametrize("game", OURS)
def test_every_game_of_ours_has_a_box_and_a_card_for_each_scenario(game: str) -> None:
    told = box_of(find_game(game))
    assert told.players
    assert told.length
    assert told.scenario
    assert faults(find_game(game)) == []


def test_an_option_applies_where_the_box_says_so() -> None:
    told = box_of(find_game("vengeance"))
    assert applies(told, {"scenario": "campaign"}, "weather")
    assert not applies(told, {"scenario": "train1"}, "weather")
    assert not applies(told, {"scenario": "train1"}, "balance")
    airlift = box_of(find_game("airlift"))
    assert not applies(airlift, {"players": 2}, "first", 3)
    assert applies(airlift, {"players": 2}, "squadrons", "usaf10+cw30")
    assert not applies(airlift, {"players": 3}, "squadrons", "usaf10+cw30")


def test_luftwaffe_shows_the_optional_games_that_the_rules_combine() -> None:
    """LW-15: an option that is shown has an effect in that game, one that is not has none."""
    game = find_game("luftwaffe")
    told = box_of(game)
    for name, value in (("production", "nine"), ("complexes", "yes"), ("jets", "historical"), ("jets", "forbidden")):
        for scenario in ("basic", "basic-oil", "basic-rail", "tournament", "advanced", "custer"):
            options = game.settle({"scenario": scenario, name: value})
            shown = applies(told, options, name) and applies(told, options, name, value)
            assert shown == bool(flags_of(options)), (name, value, scenario)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (Box(scenario=(msgspec.structs.replace(CARD, id="brv99"),)), "There is no scenario 'brv99'."),
        (Box(scenario=(CARD,)), "Scenario 'brv01' has no card."),
        (Box(scenario=(msgspec.structs.replace(CARD, difficulty=6),)), "train1: difficulty is 1 to 5."),
        (Box(only={"wether": {"scenario": ("campaign",)}}), "There is no option 'wether'."),
        (Box(only={"weather": {"scenario": ("camp",)}}), "There is no scenario=camp."),
        (Box(only={"weather=wet": {"scenario": ("campaign",)}}), "There is no weather=wet."),
    ],
)
def test_what_a_box_says_wrongly_is_found(monkeypatch: pytest.MonkeyPatch, wrong: Box, sentence: str) -> None:
    monkeypatch.setattr(box, "box_of", lambda _game: wrong)
    assert sentence in faults(find_game("vengeance"))


def test_a_file_that_is_no_box_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "warbirds"
    own.mkdir()
    own.joinpath("box.toml").write_text('weight = "crushing"\n')
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))
    box.box_in_english.cache_clear()
    try:
        with pytest.raises(DataError, match=r"warbirds/box\.toml: "):
            box_of(find_game("warbirds"))
    finally:
        box.box_in_english.cache_clear()
