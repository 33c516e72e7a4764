"""A small battle over field works of every kind, registered only for tests: the contract is checked over it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from sandtable.games.vengeance import Vengeance
from sandtable.games.vengeance.scenarios import CARDS, Scenario
from sandtable.kernel.game import OptionSpec

CARD = Path(__file__).with_name("fieldworks.toml")
CARDS["fieldworks"] = msgspec.convert(tomllib.loads(CARD.read_text(encoding="utf-8")), Scenario)


class FieldWorks(Vengeance):
    """Red Vengeance with one scenario of the tests."""

    id = "fieldworks"
    title = "Field works"
    options = (OptionSpec("scenario", ("fieldworks",), "fieldworks", "Which battle is fought.", ("Field works",)),)


GAME = FieldWorks()
