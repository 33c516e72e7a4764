"""Plays the games of a study; the result depends on the plan alone, wherever its games are played."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing

import msgspec

from sandtable.bots import Bot, chooser, load_bot
from sandtable.bots.consult import consult
from sandtable.bots.player import QUICK
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import RuleFault, SandtableError
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.game import Outcome, find_game
from sandtable.kernel.playout import Chooser, play_out
from sandtable.kernel.position import Position
from sandtable.kernel.state import State
from sandtable.lab.hands import Chunks, here, in_pool, on_ray
from sandtable.lab.study import Made, Played, Study, StudyPlan

Progress = Callable[[int], None]
"""Told how many games are done."""
Keep = Callable[[Sequence[Played]], None]
"""Handed the games that ended."""


def play_one(plan: StudyPlan, number: int, lineup: int) -> Played:
    """Play one game of a study: seed number `number`, with that line-up."""
    game = find_game(plan.game)
    seated = {seat: load_bot(bot) for seat, bot in zip(plan.seats, plan.lineups[lineup], strict=True)}
    name = f"{plan.seed}/{number}"
    made: list[Made] = []
    try:
        dice, bots = Dice(seed_from(name)), Dice(seed_from(f"{name}/bots"))
        if all(bot in QUICK for bot in plan.lineups[lineup]):
            choose = chooser(game, seated, bots)
            told = _written_down(choose, made) if plan.decisions else choose
            outcome, decisions = play_out(game, game.new(plan.options, dice), told)
        else:
            position = Position.new(game, plan.options, dice)
            outcome, decisions = _play_positions(position, seated, bots, made if plan.decisions else None)
    except Exception as fault:
        what = fault.sentence if isinstance(fault, SandtableError) else f"{type(fault).__name__}: {fault}"
        raise RuleFault(f"Game {number} of this study (seed {name!r}) failed: {what}") from fault
    return Played(
        number,
        lineup,
        outcome.result,
        outcome.winners,
        outcome.drawn,
        outcome.scores,
        outcome.facts,
        decisions,
        tuple(made),
    )


def _written_down(choose: Chooser, made: list[Made]) -> Chooser:
    """The same player; every choice is written down."""

    def told(seat: str, decision: Decision, s: State) -> Option:
        picked = choose(seat, decision, s)
        options = decision.options if isinstance(decision, Choose) else decision.options[seat]
        made.append(_made(seat, decision.rule, len(options), picked))
        return picked

    return told


def _made(seat: str, rule: str, options: int, picked: Option) -> Made:
    return Made(seat, rule, options, msgspec.json.encode(picked).decode())


def _play_positions(
    position: Position, seated: Mapping[str, Bot], dice: Dice, made: list[Made] | None
) -> tuple[Outcome, int]:
    """Play a game as a match is played, with checkpoints: bots can imagine positions there."""
    while position.outcome is None:
        if len(position.steps) > position.game.most_decisions:
            raise RuleFault(f"{position.game.title} did not end within {position.game.most_decisions} decisions.")
        seat = position.deciders[0]
        picked = consult(position, seat, seated[seat], dice)
        if made is not None and position.decision is not None:
            made.append(_made(seat, position.decision.rule, len(position.options(seat)), picked))
        position.apply(seat, picked)
    return position.outcome, len(position.steps)


def play_place(plan: StudyPlan, place: int) -> Played:
    """Play the game at a place of the plan: the line-ups of the first seed, then those of the second, and so on."""
    return play_one(plan, *divmod(place, len(plan.lineups)))


def run(
    plan: StudyPlan,
    workers: int = 1,
    progress: Progress = lambda done: None,
    ray: str = "",
    before: Sequence[Played] = (),
    keep: Keep = lambda played: None,
) -> Study:
    """Play a study. Interrupted (Ctrl-C), it gives what was played so far.

    What was played `before` is not played again; `keep` is handed games as they end, to write them down.
    """
    began = time.monotonic()
    done = {one.number * len(plan.lineups) + one.lineup for one in before}
    todo = [place for place in range(plan.games) if place not in done]
    workers = max(1, min(workers, len(todo)))
    played: list[Played] = list(before)
    cpu_s = 0.0
    try:
        with closing(_source(plan, todo, workers, ray)) as source:
            for chunk in source:
                keep(chunk.played)
                played += chunk.played
                cpu_s += chunk.cpu_s
                progress(len(played))
    except KeyboardInterrupt:
        pass
    played.sort(key=lambda one: (one.number, one.lineup))
    earlier = sum(one.decisions for one in before)
    return Study(plan, tuple(played), cpu_s, time.monotonic() - began, workers, earlier)


def _source(plan: StudyPlan, todo: Sequence[int], workers: int, ray: str) -> Chunks:
    if ray:
        return on_ray(play_place, plan, todo, ray)
    # Components are read once in a process, so those of another folder need a process of their own.
    if workers == 1 and not plan.data:
        return here(play_place, plan, todo)
    return in_pool(play_place, plan, todo, workers)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
