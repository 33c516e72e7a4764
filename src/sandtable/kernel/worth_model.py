"""The chance to win from figures of a view: a logistic model whose weights are data, fitted on games of bots."""

# mypyc: skip (it would drop what is said in the brackets of a class, such as `frozen`)

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import exp, log

import msgspec

from sandtable.kernel.prepared import prepared


class WorthModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each figure weighs; together they are the logarithm of the odds to win."""

    bias: float
    weights: dict[str, float]

    def chance(self, figures: Mapping[str, float]) -> float:
        """The chance to win of the seat whose figures these are."""
        odds = self.bias + sum(weight * figures[name] for name, weight in self.weights.items())
        return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


@cache
def worth_models_of(package: str) -> dict[str, WorthModel]:
    """The models of the game in a package by their names, from `bot/worth.toml`; `tools/fit_worth.py` writes it."""
    text = files(package).joinpath("bot", "worth.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=prepared(dict[str, WorthModel]))


def log_odds(chance: float) -> float:
    """The logarithm of the odds of a chance, kept within what a model can weigh: a rough judgement as a figure."""
    held = max(0.002, min(0.998, chance))
    return log(held / (1 - held))
