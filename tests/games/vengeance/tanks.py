"""A game of our own for the tests: the scenario `tanks`, with vehicles, in a folder laid over the data."""

from __future__ import annotations

from pathlib import Path

from sandtable.games.vengeance import Vengeance
from sandtable.games.vengeance.components import folder
from sandtable.kernel.game import OptionSpec

SCENARIOS = Path(__file__).parent / "overlay"


class Tanks(Vengeance):
    """Berlin: Red Vengeance with nothing but the battle of the tests."""

    options = (OptionSpec("scenario", ("tanks",), "tanks", "Which battle is fought."),)

    def __init__(self) -> None:
        folder().lay_over(SCENARIOS)


GAME = Tanks()
