"""Advice about a match that was played: how the chances moved, where it turned, and what would have been better.

Everything is worked out from what the seat that decided could know then: the chances from its view, the choices by a
search on positions that it may imagine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.bots.advice import Advised as Advised
from sandtable.bots.advice import advise, compared
from sandtable.bots.evaluation import Turn, chances_at, judged_seats, turning_points
from sandtable.bots.player import Budget
from sandtable.bots.search import value_of
from sandtable.kernel.dice import Dice, ManualDice, seed_from
from sandtable.kernel.errors import Refused, UnknownName
from sandtable.kernel.flow import Option
from sandtable.kernel.game import find_game
from sandtable.kernel.position import ROLLED, Position, dice_for
from sandtable.kernel.save import Save, restore
from sandtable.kernel.sentences import either
from sandtable.kernel.show import words_for
from sandtable.kernel.words import plain

_POINTS = 300
"""So many points make the curve of a long match."""

Progress = Callable[[int], None]


class Advice(msgspec.Struct, frozen=True):
    """A decision of the match: what was chosen, the best few, and what the choice cost against the best."""

    step: int
    seat: str
    rule: str
    prompt: str
    chosen: Advised
    best: tuple[Advised, ...]
    cost: float
    sure: bool
    """Whether the best is better with confidence; otherwise the choice was as good."""


class Analysis(msgspec.Struct, frozen=True):
    """A match in figures: the chance of every seat as it went on, the turning points, and advice."""

    game: str
    title: str
    steps: int
    seats: dict[str, str]
    result: str
    curve: tuple[tuple[int, dict[str, float]], ...]
    turns: tuple[Turn, ...]
    decisions: tuple[Advice, ...]

    def as_object(self) -> dict[str, Any]:
        """What `sandtable analyse --json` prints."""
        told: dict[str, Any] = msgspec.to_builtins(self)
        return told


class Found(msgspec.Struct, frozen=True):
    """A decision that may deserve advice, and how much the chances moved until the seat chose again."""

    step: int
    seat: str
    moved: float


def analyse_match(
    record: Save, nodes: int, most: int, seat: str = "", progress: Progress = lambda done: None
) -> Analysis:
    """Look at a match that was played; `most` decisions, those after which the chances moved most, are searched."""
    position, _ = restore(record)
    if isinstance(position.state.dice, ManualDice):
        raise Refused("This match was played with the dice of a real table, and nobody can imagine what people roll.")
    if seat and seat not in position.seats:
        raise UnknownName("There is no seat '{seat}' here; choose {known}.", seat=seat, known=either(position.seats))
    curve, moments = _watched(record, judged_seats(position))
    wanted = sorted((one for one in moments if seat in ("", one.seat)), key=lambda one: -abs(one.moved))[:most]
    outcome = position.outcome
    return Analysis(
        record.game,
        position.game.title,
        len(record.steps),
        {one: position.game.words.name(one) for one in position.seats},
        outcome.result if outcome is not None else "",
        tuple(curve),
        turning_points(curve),
        tuple(_advice(record, sorted(wanted, key=lambda one: one.step), nodes, progress)),
    )


def _watched(record: Save, seats: tuple[str, ...]) -> tuple[list[tuple[int, dict[str, float]]], list[Found]]:
    """The chances as the match went on, and the decisions that mattered."""
    position = _begun(record)
    every = max(1, len(record.steps) // _POINTS)
    curve: list[tuple[int, dict[str, float]]] = []
    last: dict[str, tuple[int, float]] = {}
    moments: list[Found] = []
    for number, step in enumerate(record.steps):
        if number % every == 0:
            curve.append((number, chances_at(position, seats)))
        if _matters(position, step.seat):
            chance = value_of(position, step.seat)
            if step.seat in last:
                before, was = last[step.seat]
                moments.append(Found(before, step.seat, chance - was))
            last[step.seat] = number, chance
        position.apply(step.seat, step.option)
    curve.append((len(record.steps), chances_at(position, seats)))
    moments += [Found(at, seat, value_of(position, seat) - was) for seat, (at, was) in last.items()]
    return curve, moments


def _begun(record: Save) -> Position:
    """The match before its first step; `restore` has proved the file already."""
    return Position.new(find_game(record.game), record.options, dice_for(record.seed))


def _matters(position: Position, seat: str) -> bool:
    decision = position.decision
    if decision is None or decision.ask == ROLLED:
        return False
    options = list(position.options(seat))
    return len(options) > 1 and position.game.search.matters(decision.rule, options)


def _advice(record: Save, wanted: list[Found], nodes: int, progress: Progress) -> list[Advice]:
    position, told = _begun(record), []
    for done, one in enumerate(wanted):
        progress(done)
        for step in record.steps[len(position.steps) : one.step]:
            position.apply(step.seat, step.option)
        told.append(_advised(position, one.seat, record.steps[one.step].option, nodes))
    return told


def _advised(position: Position, seat: str, chosen: Option, nodes: int) -> Advice:
    """Search a decision with the choice that was made among those that are tried."""
    decision = position.decision
    assert decision is not None
    dice = Dice(seed_from(f"advice {len(position.steps)} {seat}"))
    counsel = advise(position, seat, Budget(nodes=nodes), dice, chosen)
    thought = counsel.thought
    judged = {one.option: one for one in thought.judged}
    made = judged.get(chosen)
    words = words_for(position, seat)
    gain, error = compared(judged.get(thought.choice), made)
    chance = (round(made.chance, 4), round(made.error, 4)) if made is not None else (value_of(position, seat), 0.0)
    return Advice(
        len(position.steps),
        seat,
        decision.rule,
        plain(words.prompt(decision.ask, decision.about)),
        Advised(plain(words.option(chosen)), *chance, choice=chosen),
        counsel.best,
        round(max(0.0, gain), 4),
        thought.choice != chosen and gain > error,
    )
