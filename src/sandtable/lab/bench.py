"""Measures the engine: how fast games are played, cloned, seen and laid out, on one core."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from statistics import mean, median

import msgspec

from sandtable.kernel import position as position_module
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.game import AnyGame, Options
from sandtable.kernel.playout import Chooser, play_out
from sandtable.kernel.position import Position
from sandtable.kernel.state import State, state_from_json, state_to_json

_SAMPLES = 60
_EACH = 50
_OF_EACH = 15


class Bench(msgspec.Struct, frozen=True):
    """The figures of one game. The ratios compare with plain Python's way to do the same, in the same run."""

    scenario: str
    options: Options
    decisions_per_cpu_s: float
    decisions_per_game: float
    positions_per_cpu_s: float
    clone_us: float
    clone_us_p95: float
    view_us: float
    table_us: float
    state_bytes: int
    deepcopy_us: float
    deepcopy_ratio: float
    json_us: float
    compiled: bool


def is_compiled() -> bool:
    """Whether the kernel was compiled with mypyc."""
    return not str(position_module.__file__).endswith(".py")


def at_random(seed: int) -> Chooser:
    """A player who costs next to nothing, so that the rules are measured and not he."""
    dice = random.Random(seed).random

    def choose(seat: str, decision: Decision, s: State) -> Option:
        options = decision.options if isinstance(decision, Choose) else decision.options[seat]
        return options[int(dice() * len(options))]

    return choose


def bench(game: AnyGame, options: Options, seconds: float = 3.0) -> Bench:
    """Measure a game for about that long."""
    rate, length = _random_play(game, options, seconds)
    positions = sample(game, options, _SAMPLES, length, seconds)
    clones = [_micros(position.clone) for position in positions]
    states = [position.state for position in positions]
    views = [position.sight(position.deciders[0]) for position in positions]
    copies = [_micros(partial(deepcopy, _bare(state)), 3) for state in states[:10]]
    texts = [state_to_json(state) for state in states]
    kind = game.state_type
    clone_us = mean(clones)
    return Bench(
        scenario=str(options.get("scenario", "")),
        options=options,
        decisions_per_cpu_s=round(rate),
        decisions_per_game=round(length, 1),
        positions_per_cpu_s=round(_positions(game, options, seconds / 4)),
        clone_us=round(clone_us, 2),
        clone_us_p95=round(sorted(clones)[int(0.95 * len(clones))], 2),
        view_us=round(mean(_micros(partial(game.sight, p.state, p.deciders[0])) for p in positions), 2),
        table_us=round(mean(_micros(partial(game.table, view)) for view in views), 2),
        state_bytes=round(mean(map(len, texts))),
        deepcopy_us=round(mean(copies), 1),
        deepcopy_ratio=round(mean(copies) / clone_us, 1),
        json_us=round(mean(_micros(partial(state_from_json, kind, text), 5) for text in texts[:20]), 1),
        compiled=is_compiled(),
    )


def _random_play(game: AnyGame, options: Options, seconds: float, rounds: int = 5) -> tuple[float, float]:
    """Decisions per CPU-second, every choice checked, journal off: the median of some rounds; and a game's length."""
    rates: list[float] = []
    lengths, number, total = [], 0, 0.0
    while len(rates) < rounds and (not rates or total < 2 * seconds):
        made, spent = 0, 0.0
        while spent < seconds / rounds:
            began = time.process_time()
            state = game.new(options, Dice(seed_from(f"bench {number}")))
            _, decisions = play_out(game, state, at_random(number))
            spent += time.process_time() - began
            made += decisions
            number += 1
            lengths.append(decisions)
        rates.append(made / spent)
        total += spent
    return median(rates), mean(lengths)


def _positions(game: AnyGame, options: Options, seconds: float) -> float:
    """Decisions per CPU-second through a Position: checkpoints, undo and refusals included."""
    made, number, began = 0, 0, time.process_time()
    while time.process_time() - began < seconds:
        for _ in _walk(game, options, number):
            made += 1
            if time.process_time() - began > 2 * seconds:
                break
        number += 1
    return made / (time.process_time() - began)


def _walk(game: AnyGame, options: Options, number: int) -> Iterator[Position]:
    """A random game, seen at every decision."""
    position = Position.new(game, options, f"bench {number}")
    dice = random.Random(number)
    while not position.over:
        yield position
        seat = position.deciders[0]
        position.apply(seat, dice.choice(position.options(seat)))


def sample(game: AnyGame, options: Options, count: int, length: float, seconds: float) -> list[Position]:
    """Positions at random decisions of random games, about fifteen of each; fewer where that would take too long."""
    positions: list[Position] = []
    dice, number, began = random.Random(0), 0, time.process_time()
    share = min(0.2, _OF_EACH / length)
    while len(positions) < count and (not positions or time.process_time() - began < 2 * seconds):
        positions += [position.clone() for position in _walk(game, options, number) if dice.random() < share]
        number += 1
    return positions


def _micros(work: Callable[[], object], times: int = _EACH) -> float:
    """The CPU time of one call in microseconds, after one to warm up."""
    work()
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times * 1e6


def _bare(state: State) -> dict[str, object]:
    return {name: getattr(state, name) for name in state.__struct_fields__ if name not in ("journal", "dice")}
