"""A small battle with Guns, mortars and Infantry, registered only for tests: the contract is checked over it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from sandtable.games.vengeance import Vengeance
from sandtable.games.vengeance.scenarios import CARDS, Scenario
from sandtable.kernel.game import OptionSpec

CARD = Path(__file__).with_name("gunfight.toml")
CARDS["gunfight"] = msgspec.convert(tomllib.loads(CARD.read_text(encoding="utf-8")), Scenario)


class Gunfight(Vengeance):
    """Red Vengeance with one scenario of the tests."""

    id = "gunfight"
    title = "Gunfight"
    options = (OptionSpec("scenario", ("gunfight",), "gunfight", "Which battle is fought.", ("Gunfight",)),)


GAME = Gunfight()
