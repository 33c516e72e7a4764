"""What the players read at the end of a battle: each condition with what it counts."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.rules.victory.control import judge
from sandtable.games.vengeance.scenarios.cards import PLAYABLE, scenario
from tests.games.vengeance.bench import battle, put


def test_squads_are_told_as_squads_and_either_condition_is_named() -> None:
    """RV-SCN8 It once said "have 1 and need 6": half-squads, and only the first of two conditions."""
    s = battle(on="brv02")
    s.turn = 7
    put(s, "ru_2-3-7", "I12", "half")
    ground = field_of(s).ground
    s.control.update({at: "russian" for hex in ground.buildings["I11"].hexes for at in ground.of_hex[hex]})
    judge(s, game_end=True)
    assert s.winner == "russian"
    assert GAME.ending(s).title == "The Russians complete their task"
    assert GAME.ending(s).why == (
        "The Russians have ½ squad-equivalents (3 needed) and 1 building (1 needed); either is enough, "
        "so the Russians win after turn 7."
    )


def test_one_condition_is_told_with_its_noun() -> None:
    """RV-SCN8"""
    s = battle(on="train1")
    s.turn = 4
    s.control["I5"] = "russian"
    judge(s, game_end=True)
    assert GAME.ending(s).why == "The Russians have 1 Location (2 needed), so the Germans win after turn 4."


def test_casualty_points_have_one_meaning_at_the_end() -> None:
    """RV-A26.2 They stood in the heading as inflicted, 5 to 9, and below as lost, 9 to 5."""
    s = battle(on="train1")
    s.turn, s.cvp, s.lost = 4, {"german": 9, "russian": 5}, {"german_killed": 4, "russian_halved": 1}
    judge(s, game_end=True)
    told = GAME.ending(s)
    assert GAME.standing(s) == {"german": 5, "russian": 9}
    assert told.measure == "Casualty points inflicted"
    assert [(row.label, row.values) for table in told.tables for row in table.rows] == [
        ("Killed", (4, 0)),
        ("Squads halved", (0, 1)),
    ]
    table = GAME.table(GAME.sight(s, "german"))
    assert {score.label for score in table.scores} == {told.measure}


def test_a_battle_without_losses_has_no_empty_table() -> None:
    s = battle(on="train1")
    s.turn = 4
    judge(s, game_end=True)
    assert GAME.ending(s).tables == ()


@pytest.mark.parametrize("name", [name for name in PLAYABLE if name != "campaign"])
def test_every_condition_of_a_card_has_a_noun(name: str) -> None:
    """RV-SCN8"""
    assert {wanted["type"] for wanted in scenario(name).victory.conditions} <= {
        key.removeprefix("counted_") for key in GAME.words.texts
    }
