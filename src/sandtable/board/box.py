"""What stands on the back of a game's box: `data/box.toml` tells players, length and weight, and a card a scenario.

It also says which options apply where: a front end shows no option that would have no effect.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.board.data import DataFolder, data_of
from sandtable.kernel.game import AnyGame, Options, OptionSpec, Setting
from sandtable.kernel.language import spoken

FILE = "box.toml"
Weight = Literal["light", "medium", "heavy"]


class ScenarioCard(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one wants to know before one chooses a scenario. A game without scenarios has one card with an empty id."""

    date: str
    forces: str
    length: str
    difficulty: int
    """From 1, for a first game, to 5."""
    decides: str
    id: str = ""


class OptionText(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an option settles, and what its values are called where they are words of the program."""

    text: str
    labels: tuple[str, ...] = ()


class Box(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The back of the box."""

    subtitle: str = ""
    summary: str = ""
    players: str = ""
    length: str = ""
    weight: Weight = "medium"
    scenario: tuple[ScenarioCard, ...] = ()
    option: dict[str, OptionText] = {}
    only: dict[str, dict[str, tuple[Setting, ...]]] = {}
    """An option, or `option=value`, and the values of other options with which it applies."""

    def spec(
        self, name: str, values: tuple[Setting, ...], default: Setting, labels: tuple[str, ...] = ()
    ) -> OptionSpec:
        """An option with the text on the box; `labels` where the names of its values are in the data."""
        told = self.option.get(name) or OptionText("")
        return OptionSpec(name, values, default, told.text, labels or told.labels)


def box_of(game: AnyGame) -> Box:
    """The box in the game's data folder, in the language that is spoken; an empty one if there is none."""
    box, term = box_in_english(game), game.words.term
    cards = tuple(
        replace(
            card,
            date=term(card.date),
            forces=term(card.forces),
            length=term(card.length),
            decides=term(card.decides),
        )
        for card in box.scenario
    )
    return replace(box, length=term(box.length), scenario=cards)


@cache
def box_in_english(game: AnyGame) -> Box:
    """The box as it is in the data folder."""
    return box_in(data_of(game))


def box_in(folder: DataFolder) -> Box:
    """The box in a data folder, or an empty one."""
    return folder.record(Box, FILE, folder.toml(FILE)) if folder.has(FILE) else Box()


def spoken_options(game: AnyGame) -> tuple[OptionSpec, ...]:
    """The options of a game with their texts in the language that is spoken."""
    term = game.words.term
    return tuple(
        replace(
            spec,
            text=term(spec.text),
            labels=tuple(term(label) for label in spec.labels),
            label=term(spec.name.replace("_", " ").capitalize()),
        )
        for spec in game.options
    )


def about_of(game: AnyGame) -> str:
    """The page about a game, in the language that is spoken if there is such a file, `about.de.md`."""
    folder, own = data_of(game), f"about.{spoken()}.md"
    return folder.read(own) if folder.has(own) else game.about


def applies(box: Box, options: Options, name: str, value: Setting | None = None) -> bool:
    """Whether an option, or one value of it, has an effect together with these."""
    wanted = box.only.get(name if value is None else f"{name}={value}", {})
    return all(options.get(other) in values for other, values in wanted.items())


def faults(game: AnyGame) -> list[str]:
    """What is wrong with a box: cards and options that the game does not have, or cards that are missing."""
    box, specs = box_of(game), {spec.name: spec for spec in game.options}
    scenarios = [str(value) for value in specs["scenario"].values] if "scenario" in specs else [""]
    cards = [card.id for card in box.scenario]
    wrong = [f"There is no scenario {id!r}." for id in cards if id not in scenarios]
    wrong += [f"Scenario {id!r} has no card." for id in scenarios if box.scenario and id not in cards]
    wrong += [f"{card.id}: difficulty is 1 to 5." for card in box.scenario if not 1 <= card.difficulty <= 5]
    for name, others in box.only.items():
        option, _, value = name.partition("=")
        told = [(option, (value,) if value else ()), *others.items()]
        wrong += [f"There is no {one}." for other, values in told for one in _unknown(specs.get(other), other, values)]
    return wrong


def _unknown(spec: OptionSpec | None, name: str, values: tuple[Setting, ...]) -> list[str]:
    if spec is None:
        return [f"option {name!r}"]
    known = [str(value) for value in spec.values]
    return [f"{name}={value}" for value in values if str(value) not in known]
