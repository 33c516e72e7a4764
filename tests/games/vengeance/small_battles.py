"""Small battles that only tests play, for field works, Guns and vehicles: the contract is checked over them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.games.vengeance import Vengeance
from sandtable.games.vengeance.scenarios.cards import CARDS, Scenario
from sandtable.kernel.game import OptionSpec
from sandtable.testing.case import Case
from tests.toys.registered import registered


class SmallBattle(Vengeance):
    """Red Vengeance with one scenario, whose card lies beside this module."""

    def __init__(self, id: str, title: str) -> None:
        card = Path(__file__).with_name(f"{id}.toml").read_text(encoding="utf-8")
        CARDS[id] = msgspec.convert(tomllib.loads(card), Scenario)
        self.id, self.title = id, title
        self.options = (OptionSpec("scenario", (id,), id, "Which battle is fought.", (title,)),)

    def case(self, name: str) -> Case:
        """One game of it."""
        return Case(self, self.settle({}), f"{self.id} {name}")


FIELD_WORKS = SmallBattle("fieldworks", "Field works")
GUNFIGHT = SmallBattle("gunfight", "Gunfight")
TANKS = SmallBattle("tanks", "Tanks")


def registers(battle: str) -> Any:
    """A fixture of a test module: one of these battles can be found by its entry point, by other processes too."""

    @pytest.fixture(scope="module", autouse=True)
    def in_the_registry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
        game: SmallBattle = globals()[battle]
        with pytest.MonkeyPatch.context() as patch:
            folder = tmp_path_factory.mktemp(game.id) / "path"
            with registered(folder, patch, **{game.id: f"{__name__}:{battle}"}) as path:
                yield path

    return in_the_registry
