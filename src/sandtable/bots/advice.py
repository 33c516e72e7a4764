"""Advice about a decision: the best few choices, their chances and why, from what the seat that decides may know."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from sandtable.bots.player import Budget, question
from sandtable.bots.reasons import Reasons, roll_reasons
from sandtable.bots.search import LEAST_WORLDS, Judged, Search, Thought, look_ahead, mean_and_error, value_of
from sandtable.kernel.analysis import analyse
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.journal import SILENT
from sandtable.kernel.position import Position
from sandtable.kernel.sentences import tell
from sandtable.kernel.show import words_for
from sandtable.kernel.words import plain

_BEST = 3
_LINE = 2
"""So many choices are told of how sensible players would go on,"""
_FORESEEN = 8
"""and so many are made to find the next roll."""
_CONFIDENT = 2.0
"""The best is clearly better if it is so many standard errors ahead,"""
_LEAST_GAIN = 0.005
"""and by more than this."""


class Advised(msgspec.Struct, frozen=True):
    """One option as the search saw it: its chance to win with the standard error, why, and how it might go on."""

    option: str
    chance: float
    error: float
    line: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    choice: Option = ()
    """The option itself, as it is chosen."""


class Counsel(msgspec.Struct, frozen=True):
    """What came of thinking about a decision: the chance to win, and the best few options."""

    chance: float
    error: float
    best: tuple[Advised, ...]
    thought: Thought
    sure: bool
    """Whether the best is better than the next one with confidence."""


def advise(position: Position, seat: str, budget: Budget, dice: Dice, tried: Option | None = None) -> Counsel:
    """Search a decision of a seat, with one option among those that are tried if it is named."""
    reasons = Reasons(position, seat)
    asked = question(position, seat, budget)
    thought = Search().think(asked, dice, everywhere=True, tried=tried, watch=reasons.watch)
    ranked = well_tried(thought.judged)
    best = []
    for number, one in enumerate(ranked[:_BEST]):
        line, foreseen = continued(position, seat, one.option, dice)
        other = ranked[0 if number else 1].option if len(ranked) > 1 else None
        why = reasons.of(one.option, other, foreseen)
        best.append(Advised(reasons.text(one.option), *_rounded(one), line, why, one.option))
    chance = (best[0].chance, best[0].error) if best else (round(value_of(position, seat), 4), 0.0)
    return Counsel(*chance, tuple(best), thought, _is_clear(ranked))


def well_tried(judged: Sequence[Judged]) -> list[Judged]:
    """The options whose chances can be told, best first: those that were tried in enough worlds.

    A search drops rivals early. One that was tried in a single world may have been lucky there, and has no error yet.
    Where the clock stopped the search before anything was tried often enough, the most tried ones are told of.
    """
    enough = min(LEAST_WORLDS, max((one.worlds for one in judged), default=0))
    return sorted((one for one in judged if one.worlds >= enough), key=lambda one: -one.chance)


def _rounded(one: Judged) -> tuple[float, float]:
    return round(one.chance, 4), round(one.error, 4)


def _is_clear(ranked: Sequence[Judged]) -> bool:
    """Whether the first of some options did better than the next one with confidence."""
    if len(ranked) < 2:
        return True
    gain, error = compared(ranked[0], ranked[1])
    return gain > max(_LEAST_GAIN, _CONFIDENT * error)


def compared(best: Judged | None, made: Judged | None) -> tuple[float, float]:
    """How much better one option did than another in the worlds in which both were tried."""
    if best is None or made is None or best.option == made.option:
        return 0.0, 0.0
    return mean_and_error([a - b for a, b in zip(best.samples, made.samples, strict=False)])


def continued(position: Position, seat: str, option: Option, dice: Dice) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How sensible players would go on after an option, in one world that the seat may imagine.

    And what the first roll on that way can bring: a fire group is put together before it rolls, a move is fired at.
    """
    world = position.imagine(seat, Dice(seed_from(f"line {dice.seed}")))
    world.play_freely(seat, option)
    told, foreseen = list[str](), tuple[str, ...]()
    for number in range(_FORESEEN):
        if world.decision is None or (foreseen and number >= _LINE):
            break
        mover = world.deciders[0]
        options, words = list(world.options(mover)), words_for(world, mover)
        choice = world.game.sensible(world.sight(mover), mover, options, world.decision.rule, dice)
        who, says = world.game.words.name(mover), plain(words.option(choice))
        if number < _LINE:
            told.append(f"{who}: {says}")
        roll = () if foreseen else roll_reasons(world, words, choice)
        if roll:
            foreseen = (tell("Next, {who} with “{option}”: {roll}", who=who, option=says, roll=" ".join(roll)),)
        world.play_freely(mover, choice)
    return tuple(told), foreseen


def outlook(position: Position, seat: str, budget: Budget, dice: Dice) -> tuple[float, float]:
    """The chance of a seat to win while another one decides, and its standard error: worlds that the seat imagines."""
    if position.over:
        return value_of(position, seat), 0.0
    hints = position.game.search
    until = time.monotonic() + budget.seconds if budget.seconds else 0.0
    values, nodes = list[float](), 0
    while nodes < budget.nodes or len(values) < LEAST_WORLDS:
        world = seed_from(f"{dice.seed} {len(values)}")
        value, made = look_ahead(analyse(position, seat, Dice(world), SILENT), seat, Dice(world), hints)
        values.append(value)
        nodes += made + 1
        if until and time.monotonic() >= until:
            break
    return mean_and_error(values)
