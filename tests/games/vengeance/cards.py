"""Tiny scenarios that only tests play: artillery, night, air support. The game's own list does not hold them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from sandtable.games.vengeance import Vengeance
from sandtable.games.vengeance.scenarios.cards import CARDS, Scenario
from sandtable.kernel.game import OptionSpec

_FOLDER = Path(__file__).parent / "scenario_cards"
NAMES = tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))

for _name in NAMES:
    _text = (_FOLDER / f"{_name}.toml").read_text(encoding="utf-8")
    CARDS[_name] = msgspec.convert(tomllib.loads(_text), Scenario)


class TestCards(Vengeance):
    """The game with the scenarios of the tests."""

    __test__ = False
    options = (OptionSpec("scenario", NAMES, NAMES[0], "Which battle is fought."),)


GAME = TestCards()
