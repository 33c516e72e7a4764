"""Advice about a match that was played: how the chances moved, where it turned, and what would have been better.

Everything is worked out from what the seat that decided could know then: the chances from its view, the choices by a
search on positions that it may imagine.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec

from sandtable.bots.player import Budget, question
from sandtable.bots.search import Judged, Search, mean_and_error, value_of
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
_LINE = 2
"""So many choices are told of how sensible players would go on."""
_BEST = 3
_TURNS = 5

Progress = Callable[[int], None]


class Advised(msgspec.Struct, frozen=True):
    """One option as the search saw it: its chance to win with the standard error, and how it might go on."""

    option: str
    chance: float
    error: float
    line: tuple[str, ...] = ()


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


class Turn(msgspec.Struct, frozen=True):
    """Where the match turned: the chance of a seat before a step and after it."""

    step: int
    seat: str
    before: float
    after: float


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
    curve, moments = _watched(record, position.seats[:1] if position.game.cooperative else position.seats)
    wanted = sorted((one for one in moments if seat in ("", one.seat)), key=lambda one: -abs(one.moved))[:most]
    outcome = position.outcome
    return Analysis(
        record.game,
        position.game.title,
        len(record.steps),
        {one: position.game.words.name(one) for one in position.seats},
        outcome.result if outcome is not None else "",
        tuple(curve),
        _turning_points(curve),
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
            curve.append((number, {seat: round(value_of(position, seat), 4) for seat in seats}))
        if _matters(position, step.seat):
            chance = value_of(position, step.seat)
            if step.seat in last:
                before, was = last[step.seat]
                moments.append(Found(before, step.seat, chance - was))
            last[step.seat] = number, chance
        position.apply(step.seat, step.option)
    curve.append((len(record.steps), {seat: round(value_of(position, seat), 4) for seat in seats}))
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


def _turning_points(curve: list[tuple[int, dict[str, float]]]) -> tuple[Turn, ...]:
    """Where the chance of a seat moved most from one point of the curve to the next."""
    moves = [
        Turn(step, seat, before[seat], after[seat]) for (step, before), (_, after) in pairwise(curve) for seat in before
    ]
    largest = sorted(moves, key=lambda turn: -abs(turn.after - turn.before))[:_TURNS]
    return tuple(sorted((turn for turn in largest if turn.before != turn.after), key=lambda turn: turn.step))


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
    asked = question(position, seat, Budget(nodes=nodes))
    thought = Search().think(asked, dice, everywhere=True, tried=chosen)
    judged = {one.option: one for one in thought.judged}
    best = judged.get(thought.choice)
    made = judged.get(chosen)
    words = words_for(position, seat)

    def told(one: Judged | None, option: Option, line: bool) -> Advised:
        text = plain(words.option(option))
        if one is None:
            return Advised(text, value_of(position, seat), 0.0)
        after = _continued(position, seat, option, dice) if line else ()
        return Advised(text, round(one.chance, 4), round(one.error, 4), after)

    gain, error = _compared(best, made)
    return Advice(
        len(position.steps),
        seat,
        decision.rule,
        plain(words.prompt(decision.ask, decision.about)),
        told(made, chosen, False),
        tuple(told(one, one.option, True) for one in sorted(thought.judged, key=lambda one: -one.chance)[:_BEST]),
        round(max(0.0, gain), 4),
        thought.choice != chosen and gain > error,
    )


def _compared(best: Judged | None, made: Judged | None) -> tuple[float, float]:
    """How much better one option did than another in the worlds in which both were tried."""
    if best is None or made is None or best.option == made.option:
        return 0.0, 0.0
    return mean_and_error([a - b for a, b in zip(best.samples, made.samples, strict=False)])


def _continued(position: Position, seat: str, option: Option, dice: Dice) -> tuple[str, ...]:
    """How sensible players would go on after an option, in one world that the seat may imagine."""
    world = position.imagine(seat, Dice(seed_from(f"line {dice.seed}")))
    world.play_freely(seat, option)
    told: list[str] = []
    while world.decision is not None and len(told) < _LINE:
        mover = world.deciders[0]
        options, view = list(world.options(mover)), world.sight(mover)
        choice = world.game.sensible(view, mover, options, world.decision.rule, dice)
        told.append(f"{world.game.words.name(mover)}: {plain(words_for(world, mover).option(choice))}")
        world.play_freely(mover, choice)
    return tuple(told)
