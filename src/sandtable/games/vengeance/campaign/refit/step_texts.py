"""The steps of the Refit Phase as the table tells them (RV-RePh8.600): what happens and why, what is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from sandtable.games.vengeance.components import folder
from sandtable.kernel.prepared import prepared

OPENING: Final = "opening"
"""The step with which a campaign begins, before anything is asked."""
_NO_STEPS = ("source", "setup", "initial")


class StepText(msgspec.Struct, frozen=True):
    """A step: the part it belongs to, what happens in it, why, and what a player thinks of when he is asked."""

    part: str
    happens: str
    why: str
    choose: str = ""


def _read(told: Mapping[str, Any]) -> dict[str, StepText]:
    return {name: msgspec.convert(step, prepared(StepText)) for name, step in told.items() if name not in _NO_STEPS}


@cache
def guide() -> dict[str, StepText]:
    """RV-RePh8.600 The steps by their names, in their order."""
    return _read(folder().toml("campaign/steps.toml"))


@cache
def setup_guide() -> dict[str, StepText]:
    """RV-RePh8.624 What is told of the set-up: of one's own, of the other's, of Recons and Snipers."""
    return _read(folder().toml("campaign/steps.toml")["setup"])


@cache
def initial_guide() -> dict[str, StepText]:
    """RV-I0 What is told otherwise before the first scenario of a campaign."""
    return _read(folder().toml("campaign/steps.toml")["initial"])


@cache
def initial_parts() -> tuple[str, ...]:
    """RV-I0, RV-RePh8.600 The parts before the first scenario: it knows neither chits nor Reconnaissance."""
    return tuple(part for part in parts()[parts().index("Purchase") :] if part != "Recon")


@cache
def parts() -> tuple[str, ...]:
    """RV-RePh8.600 The parts of the Refit Phase, in their order."""
    return tuple(dict.fromkeys(step.part for step in guide().values()))


def part_of(step: str) -> str:
    """The part of the Refit Phase that a step belongs to."""
    return guide()[step].part
