"""What is asked of the advice desk, and what it answers."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sandtable.bots.advice import Advised
from sandtable.bots.evaluation import Turn
from sandtable.server.messages import Name
from sandtable.server.records import Standing


class AdviceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For which seat advice is wanted, and at which step as that seat counts them (now if none is named)."""

    seat: Name = ""
    step: Annotated[int, msgspec.Meta(ge=0, le=2**31)] | None = None


class AgreementRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a seat agrees that everybody in the match may ask for advice."""

    seat: Name
    agree: bool


class AdviceTold(msgspec.Struct, frozen=True):
    """The chance of a seat to win with its standard error, and the best few choices if it is to decide."""

    seat: str
    step: int
    chance: float
    error: float
    verdict: str
    """In a sentence, what the choices come to."""
    rule: str = ""
    choices: tuple[Advised, ...] = ()


class EvaluationTold(msgspec.Struct, frozen=True):
    """The chances of the seats over a match that is over, and where it turned; steps are counted as a seat does."""

    curve: tuple[tuple[int, dict[str, float]], ...]
    turns: tuple[Turn, ...]
    names: dict[str, str]


class AdviceQuestion(msgspec.Struct, frozen=True):
    """What a worker process is asked. It holds the truth: what comes back is made for one seat."""

    standing: Standing
    seat: str
    step: int
    seed: str
    seconds: float
    """So many seconds' worth of thought, as the game reckons nodes."""
    longest: float
    """After so many seconds by the clock the best so far is told."""
    language: str
