"""A small battle with vehicles and Infantry, registered only for tests: the contract is checked over it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from sandtable.games.vengeance import Vengeance
from sandtable.games.vengeance.scenarios import CARDS, Scenario
from sandtable.kernel.game import OptionSpec

CARD = Path(__file__).with_name("tanks.toml")
CARDS["tanks"] = msgspec.convert(tomllib.loads(CARD.read_text(encoding="utf-8")), Scenario)


class Tanks(Vengeance):
    """Red Vengeance with one scenario of the tests."""

    id = "tanks"
    title = "Tanks"
    options = (OptionSpec("scenario", ("tanks",), "tanks", "Which battle is fought.", ("Tanks",)),)


GAME = Tanks()
