"""A ladder: bots play each other, seats swapped on the same seeds, and are rated by what came of it.

In a cooperative game nobody sits on the other side: every bot plays the seed alone, and who won it beats who lost it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import log
from typing import Any

import msgspec

from sandtable.kernel.errors import SandtableError, UnknownName
from sandtable.kernel.game import AnyGame, Options
from sandtable.lab.figures import share_interval
from sandtable.lab.study import Played, StudyPlan

_MIDDLE, _ELO = 1500.0, 400 / log(10)
"""The mean of all ratings; and what a unit of strength is on the scale of chess, where 200 points win three of four."""
_PRIOR = 3.0
"""How far apart strengths may be expected to lie before anything is played: some 500 points."""
_Z = 1.959964


class Rated(msgspec.Struct, frozen=True):
    """The rating of a bot with its 95 % interval, and how many comparisons it stands on."""

    rating: float
    low: float
    high: float
    games: int


class Pair(msgspec.Struct, frozen=True):
    """How one bot fared against another."""

    first: str
    second: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The points of the first: a draw counts half."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the wins among the games that somebody won."""
        return share_interval(self.wins, self.wins + self.losses)


class Ladder(msgspec.Struct, frozen=True):
    """What was played, and the ratings."""

    plan: StudyPlan
    played: tuple[Played, ...]
    bots: dict[str, Rated]
    pairs: tuple[Pair, ...]

    def as_object(self) -> dict[str, Any]:
        """What `sandtable ladder --json` prints."""
        return {
            "game": self.plan.game,
            "options": self.plan.options,
            "seed": self.plan.seed,
            "games": len(self.played),
            "requested": self.plan.games,
            "bots": {name: msgspec.to_builtins(rated) for name, rated in self.bots.items()},
            "pairs": [_pair_as_object(pair) for pair in self.pairs],
        }


def _pair_as_object(pair: Pair) -> dict[str, Any]:
    low, high = pair.interval()
    told: dict[str, Any] = msgspec.to_builtins(pair)
    return told | {"share": round(pair.share, 4), "low": round(low, 4), "high": round(high, 4)}


def ladder_plan(game: AnyGame, options: Options, seeds: int, bots: Sequence[str], seed: str | int = 0) -> StudyPlan:
    """Every seed is played by every pair of bots with the seats swapped; in a cooperative game by every bot alone."""
    names = tuple(dict.fromkeys(bots))
    if len(names) < 2:
        raise UnknownName("A ladder needs at least two bots: --bots regular,veteran.")
    seats = tuple(game.seats(options))
    if game.cooperative or len(seats) == 1:
        return StudyPlan(game.id, options, str(seed), seeds, seats, tuple((name,) * len(seats) for name in names))
    lineups = []
    for pair in combinations(names, 2):
        mixed = tuple(pair[place % 2] for place in range(len(seats)))
        turns = 2 if len(seats) % 2 == 0 else len(seats)
        lineups += [mixed[turn:] + mixed[:turn] for turn in range(turns)]
    return StudyPlan(game.id, options, str(seed), seeds, seats, tuple(lineups))


Result = tuple[str, str, int]
"""Two bots, and 1 if the first did better, -1 if the second, 0 if neither."""


def results(plan: StudyPlan, played: Iterable[Played]) -> list[Result]:
    """Who did better in each game; where bots play alone, on each seed. In the order of the seeds."""
    games = sorted(played, key=lambda one: (one.number, one.lineup))
    if any(len(set(lineup)) > 1 for lineup in plan.lineups):
        return [_against(plan, one) for one in games]
    by_seed: dict[int, list[Played]] = {}
    for one in games:
        by_seed.setdefault(one.number, []).append(one)
    return [
        (plan.lineups[one.lineup][0], plan.lineups[other.lineup][0], _sign(bool(one.winners), bool(other.winners)))
        for alone in by_seed.values()
        for one, other in combinations(alone, 2)
    ]


def _against(plan: StudyPlan, played: Played) -> Result:
    """Whose seats won; with several seats each, whose larger part of them did."""
    lineup = plan.lineups[played.lineup]
    first, second = dict.fromkeys(lineup)
    shares = dict.fromkeys((first, second), 0.0)
    for seat, bot in zip(plan.seats, lineup, strict=True):
        if not played.drawn and seat in played.winners:
            shares[bot] += 1 / lineup.count(bot)
    return first, second, _sign(shares[first], shares[second])


def _sign(one: float, other: float) -> int:
    return (one > other) - (one < other)


def rate(plan: StudyPlan, played: Sequence[Played]) -> Ladder:
    """Rate the bots by the games that were played so far."""
    scored = results(plan, played)
    return Ladder(plan, tuple(played), _ratings(plan, scored), _pairs(scored))


def _ratings(plan: StudyPlan, scored: Sequence[Result]) -> dict[str, Rated]:
    names = tuple(dict.fromkeys(bot for lineup in plan.lineups for bot in lineup))
    place = {name: number for number, name in enumerate(names)}
    wins = [(place[first], place[second], (1 + sign) / 2) for first, second, sign in scored]
    strengths, errors = bradley_terry(len(names), wins)
    counts = [sum(number in (first, second) for first, second, _ in wins) for number in range(len(names))]
    told = {
        name: Rated(
            round(_MIDDLE + _ELO * strengths[number], 1),
            round(_MIDDLE + _ELO * (strengths[number] - _Z * errors[number]), 1),
            round(_MIDDLE + _ELO * (strengths[number] + _Z * errors[number]), 1),
            counts[number],
        )
        for name, number in place.items()
    }
    return dict(sorted(told.items(), key=lambda item: -item[1].rating))


def bradley_terry(bots: int, games: Sequence[tuple[int, int, float]]) -> tuple[list[float], list[float]]:
    """The strengths of bots after Bradley and Terry, about their mean, and their standard errors.

    A game is two bots and the points of the first. The most likely strengths are found under a weak prior, so that a
    bot that won everything has a strength too; the errors come from the curvature there.
    """
    try:
        import numpy as np
        from scipy.optimize import minimize
        from scipy.special import expit, log_expit
    except ImportError:
        raise SandtableError('Ratings need SciPy: `pip install "sandtable[lab]"` brings it.') from None
    design, points = np.zeros((len(games), bots)), np.zeros(len(games))
    for row, (first, second, won) in enumerate(games):
        design[row, first], design[row, second], points[row] = 1.0, -1.0, won

    def cost(s: Any) -> tuple[float, Any]:
        lead = design @ s
        likely = points @ log_expit(lead) + (1 - points) @ log_expit(-lead)
        return s @ s / (2 * _PRIOR**2) - likely, s / _PRIOR**2 - design.T @ (points - expit(lead))

    best = minimize(cost, np.zeros(bots), jac=True, method="BFGS").x
    chance = expit(design @ best)
    curvature = design.T @ (design * (chance * (1 - chance))[:, None]) + np.eye(bots) / _PRIOR**2
    centred = np.eye(bots) - np.full((bots, bots), 1 / bots)
    spread = centred @ np.linalg.inv(curvature) @ centred
    return [float(s) for s in best - best.mean()], [float(e) for e in np.sqrt(np.diag(spread))]


def _pairs(scored: Sequence[Result]) -> tuple[Pair, ...]:
    counts: dict[tuple[str, str], list[int]] = {}
    for first, second, sign in scored:
        if (second, first) in counts:
            first, second, sign = second, first, -sign
        counts.setdefault((first, second), [0, 0, 0])[1 - sign] += 1
    return tuple(Pair(*bots, *count) for bots, count in counts.items())
