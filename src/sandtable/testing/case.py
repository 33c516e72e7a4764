"""What the contract is checked on: games in a spread of settings, played by bots.

The gate plays the same games everywhere: what may be played is counted in decisions. Only long runs go by CPU time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from time import process_time

from sandtable.bots.player import Bot, ask, chooser, find_bot, random_bot
from sandtable.kernel.dice import Dice, ManualDice, seed_from
from sandtable.kernel.errors import RuleFault
from sandtable.kernel.flow import Option
from sandtable.kernel.game import AnyGame, Options
from sandtable.kernel.journal import Journal
from sandtable.kernel.playout import play_out
from sandtable.kernel.position import Choice, Position, dice_for

EFFORTS = {"quick": 0.1, "gate": 0.3, "soak": 10.0}
_CHECKED_DECISIONS = 120
"""How many decisions of one game a check looks at closely; longer games are sampled evenly. The gate looks at half."""

_MEASURED = 1_000
"""Longer than this, the length of a game is not measured: one in eight decisions is looked at closely."""
_LEAST_DECISIONS = 150
"""A game for which nothing is left of the budget is played so far all the same, in the quick form a third of it."""
_FIRST, _ONE_IN = 10, 10
"""In a game of the gate that may be broken off the first decisions are looked at closely, then one in so many."""
_OF_A_WHOLE_LONG_GAME = 50
"""One decision in so many is looked at closely in a game of the gate that is played to its end and not measured."""


class Broken(AssertionError):
    """A promise of the contract that a game, or the kernel, does not keep."""


def effort() -> float:
    """The factor of the environment variable SANDTABLE_EFFORT: quick, gate (the default), soak, or a number."""
    wanted = os.environ.get("SANDTABLE_EFFORT", "gate")
    return EFFORTS[wanted] if wanted in EFFORTS else float(wanted)


def settings(game: AnyGame) -> list[Options]:
    """Settings that use every value of every option at least once, the defaults first."""
    rows: list[Options] = [game.settle({})]
    for row in range(max((len(spec.values) for spec in game.options), default=0)):
        wanted = {spec.name: spec.values[(row + place) % len(spec.values)] for place, spec in enumerate(game.options)}
        if (settled := game.settle(wanted)) not in rows:
            rows.append(settled)
    return rows


class Budget:
    """How much a check may play: decisions, which are the same on every machine, or in a long run CPU seconds."""

    def __init__(self, decisions: int, seconds: float = 0) -> None:
        self._decisions = decisions
        self._until = process_time() + seconds if seconds else 0.0

    def spend(self) -> None:
        """One decision was played."""
        self._decisions -= 1

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return process_time() >= self._until if self._until else self._decisions <= 0


class Case:
    """One game to be played by a check: settings and seed, and how to say where it went wrong.

    With a `budget` a game longer than `least` decisions is broken off when it is spent; without one the game is played
    to its end. With `manual`, people type what they roll.
    """

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        seed: str,
        manual: bool = False,
        budget: Budget | None = None,
        least: int = 0,
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.manual = manual
        self.budget = budget
        self.least = least

    def dice(self) -> Dice:
        """New dice of this seed."""
        dice = dice_for(self.seed)
        return ManualDice(dice.seed) if self.manual else dice

    def __str__(self) -> str:
        return f"{self.game.id} {self.options} seed {self.seed!r}{' with typed rolls' if self.manual else ''}"

    def broken(self, what: str, position: Position | None = None) -> Broken:
        """The failure, with what is needed to see it again."""
        where = f" at step {len(position.steps)}" if position is not None else ""
        last = f" after {position.steps[-1]}" if position is not None and position.steps else ""
        return Broken(f"{self}{where}{last}: {what}")


def cases(
    game: AnyGame,
    name: str,
    decisions: int,
    seconds: float,
    least: int = 1,
    most: int = 10_000,
    whole: int = 0,
    manual: bool = False,
) -> Iterator[Case]:
    """Cases for one check: at least `least`, then more while its budget lasts.

    In the gate that is `decisions`, so that it plays the same games on every machine, however busy; with an effort
    above one, `seconds` of CPU time for each unit of effort.

    The first `whole` games are played to their end, the others as far as the budget allows. Settings come in turn, so
    that `least=len(settings(game))` plays each; after the defaults each check begins with settings of its own, so that
    a few cases a check are many scenarios a game. Seeds are the same in every run unless SANDTABLE_SEED names a series.
    """
    rows = settings(game)
    if len(rows) > 2:
        turn = int(seed_from(name)[:8], 16) % (len(rows) - 1)
        rows = [rows[0], *rows[1 + turn :], *rows[1 : 1 + turn]]
    series = os.environ.get("SANDTABLE_SEED", "")
    factor = effort()
    budget = Budget(round(decisions * factor / EFFORTS["gate"]), seconds * factor if factor > 1 else 0)
    each = round(_LEAST_DECISIONS * min(1, factor / EFFORTS["gate"]))
    most = max(least, round(most * max(1.0, factor)))
    for number in range(most):
        if number >= least and budget.spent:
            return
        yield Case(
            game, rows[number % len(rows)], f"{series}{name} {number}", manual, None if number < whole else budget, each
        )


@cache
def _length(game: AnyGame, options: tuple[tuple[str, str | int], ...]) -> int:
    settled = dict(options)
    seats = game.seats(settled)
    choose = chooser(game, dict.fromkeys(seats, random_bot), Dice(seed_from("length")))
    try:
        return play_out(game, game.new(settled, dice_for("length")), choose, _MEASURED)[1]
    except RuleFault:
        return _MEASURED
    except Exception:
        return 0  # A game that fails is looked at closely.


def usual_length(game: AnyGame, options: Options) -> int:
    """How many decisions a random game with these settings takes, roughly; to find it out, one is played."""
    return _length(game, tuple(options.items()))


class Walk:
    """A game that bots play decision by decision; a check looks at each position before the next choice."""

    def __init__(
        self, case: Case, bot: str = "random", journal: bool = True, closely: int = _CHECKED_DECISIONS
    ) -> None:
        self.case = case
        self.bot: Bot = find_bot(bot)
        self.dice = Dice(seed_from(f"bots {case.seed}"))
        self.position = Position.new(case.game, case.options, case.dice(), Journal() if journal else None)
        self._closely = closely

    def next_choice(self) -> Choice:
        """What the bots will do: of several seats that choose secretly, any may be the first."""
        deciders = self.position.deciders
        if not deciders or not all(self.position.options(seat) for seat in deciders):
            raise self.case.broken(f"a dead end: {' and '.join(deciders) or 'nobody'} has no option", self.position)
        seat = deciders[self.dice.below(len(deciders))]
        return Choice(seat, ask(self.position, seat, self.bot, self.dice))

    def play(self, step: Choice) -> None:
        """Make a choice of `next_choice`."""
        self.position.apply(step.seat, step.option)

    def decisions(self) -> Iterator[tuple[Position, Choice]]:
        """Every decision to the end, with the choice that will be made there unless the check makes it itself."""
        while not self.position.over:
            if len(self.position.steps) > self.case.game.most_decisions:
                raise self.case.broken(f"no end after {self.case.game.most_decisions} decisions", self.position)
            before = len(self.position.steps)
            step = self.next_choice()
            yield self.position, step
            if len(self.position.steps) == before:
                self.play(step)
            if self._broken_off(before):
                return

    def _broken_off(self, played: int) -> bool:
        budget = self.case.budget
        if budget is None:
            return False
        budget.spend()
        return budget.spent and played >= self.case.least

    def closely(self) -> Iterator[tuple[Position, Choice]]:
        """All decisions of a short game, an even sample of a long one."""
        first, one_in = self._sample()
        for position, step in self.decisions():
            if one_in == 1 or len(position.steps) < first or self.dice.below(one_in) == 0:
                yield position, step

    def _sample(self) -> tuple[int, int]:
        """How many decisions at the beginning are all looked at, and one in how many after them."""
        if effort() < 1 and self.case.budget is not None:
            # To play a game only to learn how long it is would take longer than the check itself.
            return _FIRST, _ONE_IN
        looks = self._closely if effort() >= 1 else self._closely // 2
        length = usual_length(self.case.game, self.case.options)
        if effort() < 1 and length >= _MEASURED:
            return 0, _OF_A_WHOLE_LONG_GAME
        return 0, max(1, length // looks)


def words_of(option: Option) -> list[str]:
    """The ids an option names."""
    return [part for part in option[1:] if isinstance(part, str)]
