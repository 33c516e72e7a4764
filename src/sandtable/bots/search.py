"""A bot that looks ahead from what its seat knows, and trusts the sensible player until it knows better.

Where a game has an experienced player besides the sensible one, that is the one meant here. The bot imagines worlds. In
each of them it tries the sensible choice and its rivals with the same dice, lets sensible players go on for a while,
and asks the game what the position is worth. Rivals that fall behind are dropped, half of them at a time, so that the
samples go to those that may be best. The differences between choices are small against the luck of a playout; so the
sensible choice is left only for a rival that did better with confidence.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import fsum, log2, sqrt

import msgspec

from sandtable.bots.asked import Asked
from sandtable.kernel.dice import Dice, NamedDice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.position import Position
from sandtable.kernel.search_hints import SearchHints

Watch = Callable[[Option, Position], None]
"""Shown what each option has led to in each world."""
Playout = Callable[[Position, str, Dice], tuple[float, int]]
"""How a position is played on for a seat: what it is then worth, and how many choices that took."""
LEAST_WORLDS = 8
"""Nothing is judged on fewer worlds."""
CONFIDENT = 1.3
"""A rival must be better by so many standard errors; with several rivals by more, since the luckiest is looked at."""
_FEW_WORLDS = 6.0
"""In few worlds the standard error itself is a guess: so many over their number are asked for on top."""
_HOPE = 1.3
"""A rival is tried on while luck of so many standard deviations in the worlds to come could make it the choice."""
_CERTAIN = 3.5
"""Better by so many standard errors, and no more thought is spent."""


class Judged(msgspec.Struct, frozen=True):
    """What came of one option: the chance to win that it seems to lead to, and in how many worlds it was tried."""

    option: Option
    chance: float
    error: float
    worlds: int
    samples: tuple[float, ...] = ()
    """What it came to in each of them; the worlds are the same for all options, in the same order."""


class Thought(msgspec.Struct, frozen=True):
    """What a search found: its choice, what the sensible player would do, and the options, best first."""

    choice: Option
    sensible: Option
    judged: tuple[Judged, ...] = ()
    nodes: int = 0


class Search:
    """A player of a level: so many seconds' worth of nodes for a decision that matters."""

    def __init__(self, seconds: float = 0.0, nodes: int = 0, by_habit: bool = False) -> None:
        self.seconds = seconds
        self.nodes = nodes
        self.by_habit = by_habit
        """Whether it does without a search in games that say so."""

    def __call__(self, asked: Asked, dice: Dice) -> Option:
        if self.by_habit and asked.game.search.habits_suffice:
            return asked.game.experienced(asked.view, asked.seat, asked.options, asked.rule, dice)
        return self.think(asked, dice).choice

    def think(
        self,
        asked: Asked,
        dice: Dice,
        everywhere: bool = False,
        tried: Option | None = None,
        watch: Watch | None = None,
    ) -> Thought:
        """Search a decision; where the game says that it does not matter, only if `everywhere`.

        An option that is to be `tried` is the first of the rivals; `watch` is shown where the playouts end.
        """
        hints = asked.game.search
        sensible = asked.game.experienced(asked.view, asked.seat, asked.options, asked.rule, dice)
        waited_for = asked.budget.seconds > 0
        if (len(asked.options) == 1 and not waited_for) or not (everywhere or hints.matters(asked.rule, asked.options)):
            return Thought(sensible, sensible)
        nodes = asked.budget.nodes or self.nodes or round(self.seconds * hints.nodes_a_second)
        until = time.monotonic() + asked.budget.seconds if asked.budget.seconds else 0.0
        rivals = _rivals(asked.options, sensible, hints.rivals, dice)
        if tried is not None and tried != sensible:
            rivals = [tried, *(rival for rival in rivals if rival != tried)][: hints.rivals]
        race = Race(asked, sensible, rivals, dice, watch)
        return race.run(nodes, until, waited_for, choosing=not (everywhere or waited_for))


def _rivals(options: list[Option], sensible: Option, most: int, dice: Dice) -> list[Option]:
    """The choices to be tried besides the sensible one: all, or some of each kind if there are too many."""
    kinds: dict[str, list[Option]] = {}
    for option in options:
        if option != sensible:
            kinds.setdefault(str(option[0]), []).append(option)
    chosen: list[Option] = []
    while kinds and len(chosen) < most:
        for kind in list(kinds):
            if len(chosen) < most:
                chosen.append(dice.take(kinds[kind]))
            if not kinds[kind]:
                del kinds[kind]
    return chosen


class Race:
    """The sensible choice against its rivals, in the same worlds."""

    def __init__(
        self,
        asked: Asked,
        sensible: Option,
        rivals: list[Option],
        dice: Dice,
        watch: Watch | None = None,
        play_on: Playout | None = None,
        confident: float = CONFIDENT,
    ) -> None:
        hints = asked.game.search
        self.asked = asked
        self.watch = watch
        self.play_on: Playout = play_on or (lambda position, seat, own: look_ahead(position, seat, own, hints))
        self.sensible = sensible
        self.rivals = rivals
        self.values: dict[Option, list[float]] = {option: [] for option in (sensible, *rivals)}
        self.nodes = 0
        self.seed = f"{dice.seed} {dice.below(1 << 62)}"
        self._needed = confident + 0.2 * log2(max(1, len(rivals)))

    def run(self, nodes: int, until: float, evenly: bool, choosing: bool = False) -> Thought:
        """Spend the nodes; `evenly`, all of them, whatever comes of it.

        People who wait would learn from a quick answer that there was nothing to choose: no hidden unit can fire.
        For one who is only `choosing` it ends when no rival can become the choice any more; advice tells of all.
        """
        self._try_world()
        # A game with long playouts has few of them: rather few rivals than judgements on a handful of worlds.
        affordable = nodes * (len(self.rivals) + 1) // (self.nodes * LEAST_WORLDS) - 1
        self.rivals = self.rivals[: max(1, affordable)]
        rounds = max(1, round(log2(len(self.rivals) + 1)))
        for number in range(1, rounds + 1):
            share = nodes * number // rounds
            while self.nodes < share or len(self.values[self.sensible]) < LEAST_WORLDS:
                self._try_world()
                late = bool(until) and time.monotonic() >= until
                if late or (not evenly and self._settled()):
                    return self._thought()
                if choosing:
                    self._give_up(min(1.0, self.nodes / max(1, nodes)))
            self._drop(len(self.rivals) // 2 if number < rounds else 0)
            if not self.rivals and not evenly:
                break
        return self._thought()

    def _try_world(self) -> None:
        """Try every choice that is still in the race in one more world."""
        world = seed_from(f"{self.seed} {len(self.values[self.sensible])}")
        imagined = self.asked.imagine(Dice(world))
        for option in (self.sensible, *self.rivals):
            position = imagined.clone()
            position.state.dice = NamedDice(world)
            position.play_freely(self.asked.seat, option)
            value, made = self.play_on(position, self.asked.seat, Dice(world))
            self.values[option].append(value)
            self.nodes += made + 1
            if self.watch is not None:
                self.watch(option, position)

    def _give_up(self, spent: float) -> None:
        """Drop rivals that the rest of the nodes will hardly make the choice; those that stay get their share.

        One that made no difference yet stays: what it is good for may be rare.
        """
        if len(self.values[self.sensible]) < LEAST_WORLDS:
            return
        short = self._needed * sqrt(spent) - _HOPE * sqrt(1 - spent)
        gains = {rival: self._gain(rival) for rival in self.rivals}
        self.rivals = [rival for rival, (gain, error) in gains.items() if gain > short * error or gain == error == 0]

    def _settled(self) -> bool:
        """Whether no rival makes any difference, or one is better beyond doubt."""
        if len(self.values[self.sensible]) < LEAST_WORLDS:
            return False
        gains = [self._gain(rival) for rival in self.rivals]
        if all(gain == 0 and error == 0 for gain, error in gains):
            return True
        return len(self.rivals) == 1 and gains[0][0] > _CERTAIN * gains[0][1]

    def _gain(self, rival: Option) -> tuple[float, float]:
        """How much better a rival did than the sensible choice in the same worlds, and the standard error of that."""
        base = self.values[self.sensible]
        return mean_and_error([value - base[place] for place, value in enumerate(self.values[rival])])

    def _drop(self, most: int) -> None:
        """Drop the worst so many, and all that are behind with confidence."""
        gains = {rival: self._gain(rival) for rival in self.rivals}
        ranked = sorted(self.rivals, key=lambda rival: -gains[rival][0])
        kept = ranked[: len(ranked) - most]
        self.rivals = [rival for rival in kept if gains[rival][0] + gains[rival][1] > 0]

    def _thought(self) -> Thought:
        choice, best = self.sensible, 0.0
        for rival in self.rivals:
            gain, error = self._gain(rival)
            worlds = len(self.values[rival])
            needed = self._needed + _FEW_WORLDS / worlds
            if worlds >= LEAST_WORLDS and gain > needed * error and gain > best:
                choice, best = rival, gain
        judged = [
            Judged(option, *mean_and_error(values), len(values), tuple(values))
            for option, values in self.values.items()
            if values
        ]
        judged.sort(key=lambda one: (one.option != choice, -one.chance))
        return Thought(choice, self.sensible, tuple(judged), self.nodes)


def look_ahead(position: Position, seat: str, dice: Dice, hints: SearchHints) -> tuple[float, int]:
    """What a position is worth to a seat after sensible players went on for a while, and how many choices that took."""
    made = 0
    while position.decision is not None and made < hints.most:
        if made >= hints.ahead and (not hints.until or position.decision.rule in hints.until):
            break
        play_one(position, dice)
        made += 1
    return value_of(position, seat), made


def play_one(position: Position, dice: Dice) -> None:
    """The next choice, made by an experienced player."""
    assert position.decision is not None
    mover = position.deciders[0]
    options = list(position.options(mover))
    if len(options) == 1:
        choice = options[0]
    else:
        choice = position.game.experienced(position.sight(mover), mover, options, position.decision.rule, dice)
    position.play_freely(mover, choice)


def value_of(position: Position, seat: str) -> float:
    """The chance of a seat to win; what the game says of a position that is not over, rounded alike everywhere."""
    outcome = position.outcome
    if outcome is not None:
        return 0.5 if outcome.drawn else float(seat in outcome.winners)
    return round(float(position.game.worth(position.sight(seat), seat)), 9)


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """The mean of a sample and its standard error."""
    n = len(values)
    mean = fsum(values) / n if n else 0.0
    if n < 2:
        return mean, 0.0
    return mean, sqrt(fsum((value - mean) ** 2 for value in values) / (n - 1) / n)
