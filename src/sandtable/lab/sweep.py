"""Sweeps: the same study over several options, scenarios or data folders, and what differs between them.

Every cell plays the same seeds, so two cells are compared seed by seed: what the dice did to both falls out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from sandtable.kernel.errors import UnknownName
from sandtable.lab.figures import Estimate, differences
from sandtable.lab.study import Study

DATA = "data"
"""The name under which data folders are swept."""
Cell = dict[str, str]
"""What is set in a cell: name -> value, as on the command line."""


class Sweep(msgspec.Struct, frozen=True):
    """The studies of all cells, in the order of their cells."""

    cells: tuple[Cell, ...]
    studies: tuple[Study, ...]

    @property
    def complete(self) -> bool:
        return len(self.studies) == len(self.cells) and all(study.complete for study in self.studies)

    def compared(self) -> list[dict[str, Comparison]]:
        """Each cell against the first, seat by seat."""
        return [compare(self.studies[0], study) for study in self.studies]

    def as_object(self) -> dict[str, Any]:
        """What `sandtable simulate --json` prints: a study, or with `--sweep` the studies of all cells."""
        if len(self.cells) == 1:
            return self.studies[0].as_object()
        return {
            "game": self.studies[0].plan.game,
            "seed": self.studies[0].plan.seed,
            "games": sum(len(study.played) for study in self.studies),
            "complete": self.complete,
            "cells": [
                {"cell": cell, **study.as_object(), "against_first": msgspec.to_builtins(against)}
                for cell, study, against in zip(self.cells, self.studies, self.compared(), strict=False)
            ],
        }


class Comparison(msgspec.Struct, frozen=True):
    """How much more a seat wins and scores than in the first cell, a game."""

    wins: Estimate
    score: Estimate


def alone(study: Study) -> Sweep:
    """A study with nothing to compare."""
    return Sweep(({},), (study,))


def cells(sweeps: Sequence[str]) -> tuple[Cell, ...]:
    """All combinations of `NAME=A,B` and `OTHER=C,D`."""
    axes: dict[str, tuple[str, ...]] = {}
    for text in sweeps:
        name, sign, values = text.partition("=")
        chosen = tuple(dict.fromkeys(value.strip() for value in values.split(",") if value.strip()))
        if not sign or not name or len(chosen) < 2:
            raise UnknownName(f"{text!r} is not a sweep: write NAME=A,B with two values or more.")
        if name in axes:
            raise UnknownName(f"{name} is swept twice; name all its values at once.")
        axes[name] = chosen
    return tuple(dict(zip(axes, values, strict=True)) for values in product(*axes.values()))


def label(cell: Mapping[str, str]) -> str:
    """A cell in words: "production nine, mission order short first"."""
    return ", ".join(f"{name} {value}".replace("_", " ") for name, value in cell.items())


def compare(first: Study, other: Study) -> dict[str, Comparison]:
    """For every seat that both have: its wins and scores in the other study less those in the first, seed by seed."""
    games = {(played.number, played.lineup): played for played in first.played}
    pairs = [(games[place], played) for played in other.played if (place := (played.number, played.lineup)) in games]
    seats = [seat for seat in first.plan.seats if seat in other.plan.seats]
    if not pairs:
        return {}
    return {
        seat: Comparison(
            differences([new.won(seat) for _, new in pairs], [old.won(seat) for old, _ in pairs]),
            differences([new.scored(seat) for _, new in pairs], [old.scored(seat) for old, _ in pairs]),
        )
        for seat in seats
    }
