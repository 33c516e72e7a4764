"""Design studies: a plan file asks a question; the games it needs are worked out, played and answered with a table.

A plan names a game, what is swept, and what is measured. A pilot of `least` games a cell tells how far single games
scatter; from that follows how many games it takes to see a difference of `detect` with the wanted power. They are
played in five parts. After each part the study stops if the answer is already plain: beyond three standard errors,
after Haybittle and Peto, which leaves the 5 % of the last look as they are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from math import ceil, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import msgspec

from sandtable.kernel.errors import SandtableError, UnknownName
from sandtable.kernel.game import find_game
from sandtable.kernel.prepared import prepared
from sandtable.lab.figures import Estimate, differences, estimate, share, student
from sandtable.lab.study import Played, Study, StudyPlan, plan
from sandtable.lab.sweep import DATA, Cell, cells, label

LOOKS = 5
_EARLY = 3.0
"""So many standard errors from nothing end a study early."""
WINS, SCORE, LEAD = "wins", "score", "lead"
OF_A_SEAT = (WINS, SCORE, LEAD)


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is measured in every game: `wins`, `score` or `lead` of a seat, or a figure that the game reports.

    The lead is the seat's score less the best score of another seat.
    """

    of: str = WINS
    seat: str = ""

    def figure(self, played: Played) -> float:
        """The figure of one game."""
        if self.of == WINS:
            return played.won(self.seat)
        if self.of == SCORE:
            return played.scored(self.seat)
        if self.of == LEAD:
            others = [score for seat, score in played.scores.items() if seat != self.seat]
            return played.scored(self.seat) - max(others, default=0.0)
        value = played.facts.get(self.of, 0)
        return float(value) if isinstance(value, int | float) else 0.0

    def words(self) -> str:
        """As it stands over a column."""
        name = {WINS: "wins", SCORE: "mean score", LEAD: "mean lead"}.get(self.of, self.of.replace("_", " "))
        return f"{name} of {self.seat}" if self.of in OF_A_SEAT else name


class Effort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How hard to look: the difference worth finding, the chance to find it, and the games a cell."""

    detect: float
    power: float = 0.8
    least: int = 30
    most: int = 1000


class Design(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan file."""

    question: str
    game: str
    measure: Measure
    effort: Effort
    sweep: dict[str, list[str]]
    options: dict[str, str] = {}
    bots: tuple[str, ...] = ("regular",)
    seed: str = "study"
    about: str = ""


class Answer(msgspec.Struct, frozen=True):
    """A cell of a finished study: its mean, and the difference to the first cell on the same seeds."""

    cell: str
    mean: Estimate
    difference: Estimate


class Finding(msgspec.Struct, frozen=True):
    """What came of a design: the answers, the games a cell that the pilot asked for, and why it stopped."""

    design: Design
    answers: tuple[Answer, ...]
    needed: int
    games: int
    looks: int
    stopped: str

    def as_object(self) -> dict[str, Any]:
        """What `sandtable study --json` prints."""
        told: dict[str, Any] = msgspec.to_builtins(self)
        return told


def read_design(file: Path) -> Design:
    """A plan file, or a sentence about what is wrong with it."""
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), prepared(Design))
    except OSError as fault:
        raise SandtableError(f"Can't read {file}: {fault.strerror or fault}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as fault:
        raise SandtableError(f"{file} is not a plan of a study: {fault}.") from None


def cell_plans(design: Design) -> tuple[tuple[Cell, ...], list[StudyPlan]]:
    """The cells of a design with the plan of each, at the most games."""
    game = find_game(design.game)
    swept = cells([f"{name}={','.join(values)}" for name, values in design.sweep.items()])
    plans = []
    for cell in swept:
        options = game.settle(design.options | {name: value for name, value in cell.items() if name != DATA})
        chosen = plan(game, options, design.effort.most, design.bots, design.seed)
        plans.append(msgspec.structs.replace(chosen, data=str(Path(cell[DATA]).resolve()) if DATA in cell else ""))
    _check(design, plans)
    return swept, plans


def _check(design: Design, plans: Sequence[StudyPlan]) -> None:
    measure, effort = design.measure, design.effort
    if measure.of in OF_A_SEAT and any(measure.seat not in one.seats for one in plans):
        raise UnknownName(
            f"There is no seat {measure.seat!r} in every cell; the first has {', '.join(plans[0].seats)}."
        )
    if len(plans) < 2:
        raise UnknownName("A study compares: sweep two values at least.")
    if effort.detect <= 0 or not 0 < effort.power < 1 or not 2 <= effort.least <= effort.most:
        raise UnknownName("effort wants detect above 0, power between 0 and 1, and 2 <= least <= most.")


def games_needed(deviation: float, detect: float, power: float) -> int:
    """How many pairs that scatter by `deviation` show a difference of `detect` with that chance (two-sided 5 %)."""
    z = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(power)
    return ceil((z * deviation / detect) ** 2)


def seen_with(deviation: float, games: int, power: float) -> float:
    """The smallest difference that so many pairs show with that chance."""
    z = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(power)
    return z * deviation / sqrt(games)


Play = Callable[[StudyPlan, int], Study]
"""Plays the first so many seeds of a plan; what was played before is not played again."""


def find_out(design: Design, play: Play) -> Finding:
    """Play a design until it is answered."""
    swept, plans = cell_plans(design)
    effort = design.effort
    studies = [play(one, effort.least) for one in plans]
    scatter = max(answer.difference.deviation for answer in _answers(design, swept, studies)[1:])
    needed = max(effort.least, games_needed(scatter, effort.detect, effort.power))
    total = min(needed, effort.most)
    looks, stopped = 1, ""
    for look in range(1, LOOKS + 1):
        looks = look
        seeds = max(effort.least, ceil(total * look / LOOKS))
        studies = [play(one, seeds) for one in plans]
        if not all(study.complete for study in studies):
            stopped = "interrupted"
        elif look < LOOKS and all(_plain(answer) for answer in _answers(design, swept, studies)[1:]):
            stopped = "plain before the end"
        if stopped:
            break
    reason = "as many as the plan allows, fewer than the pilot asked for" if total < needed else "all that were needed"
    answers = tuple(_answers(design, swept, studies))
    return Finding(design, answers, needed, min(len(study.played) for study in studies), looks, stopped or reason)


def _answers(design: Design, swept: Sequence[Cell], studies: Sequence[Study]) -> list[Answer]:
    """Each cell with the seeds that all have played."""
    figures = [{one.number: design.measure.figure(one) for one in study.played} for study in studies]
    common = [number for number in figures[0] if all(number in cell for cell in figures)]
    if not common:
        raise SandtableError("Interrupted before every cell had a game; nothing can be said yet.")
    columns = [[cell[number] for number in common] for cell in figures]
    shares = all(value in (0.0, 1.0) for column in columns for value in column)
    return [
        Answer(label(cell), (share if shares else estimate)(column), differences(column, columns[0]))
        for cell, column in zip(swept, columns, strict=True)
    ]


def _plain(answer: Answer) -> bool:
    """Whether the difference is beyond three standard errors, or what is as unlikely with few games."""
    error = answer.difference.deviation / sqrt(answer.difference.n)
    return abs(answer.difference.mean) > student(answer.difference.n - 1, NormalDist().cdf(_EARLY)) * error
