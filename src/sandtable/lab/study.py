"""A study: what is to be played, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec

from sandtable.kernel.errors import UnknownName
from sandtable.kernel.game import AnyGame, Options, Setting

Fact = Setting | float


class StudyPlan(msgspec.Struct, frozen=True):
    """Which games are played. Each line-up seats one bot on each seat; every seed is played with every line-up."""

    game: str
    options: Options
    seed: str
    seeds: int
    seats: tuple[str, ...]
    lineups: tuple[tuple[str, ...], ...]

    @property
    def games(self) -> int:
        return self.seeds * len(self.lineups)


class Played(msgspec.Struct, frozen=True):
    """One game of a study. `number` counts the seeds and the line-ups within each."""

    number: int
    lineup: int
    result: str
    winners: tuple[str, ...]
    drawn: bool
    scores: dict[str, float]
    facts: dict[str, Fact]
    decisions: int


class Tally(msgspec.Struct):
    """How a seat or a bot fared."""

    bot: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    mean_score: float = 0.0

    def count(self, seat: str, played: Played) -> None:
        self.games += 1
        if played.drawn:
            self.draws += 1
        elif seat in played.winners:
            self.wins += 1
        else:
            self.losses += 1
        self.mean_score += played.scores.get(seat, 0.0)

    def finish(self) -> Tally:
        mean = self.mean_score / self.games if self.games else 0.0
        return Tally(self.bot, self.games, self.wins, self.draws, self.losses, round(mean, 6))


class Study(msgspec.Struct, frozen=True):
    """The games of a plan that were played, in the order of their numbers, whoever played them."""

    plan: StudyPlan
    played: tuple[Played, ...]
    cpu_s: float
    wall_s: float
    workers: int

    @property
    def complete(self) -> bool:
        return len(self.played) == self.plan.games

    def results(self) -> dict[str, int]:
        """How often each result came, the most frequent first."""
        counts = Counter(played.result for played in self.played)
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def by_seat(self) -> dict[str, Tally]:
        seats = self.plan.seats
        tallies = {}
        for index, seat in enumerate(seats):
            tally = Tally(",".join(dict.fromkeys(lineup[index] for lineup in self.plan.lineups)))
            for played in self.played:
                tally.count(seat, played)
            tallies[seat] = tally.finish()
        return tallies

    def by_bot(self) -> dict[str, Tally]:
        bots = dict.fromkeys(bot for lineup in self.plan.lineups for bot in lineup)
        tallies = {bot: Tally(bot) for bot in bots}
        for played in self.played:
            for seat, bot in zip(self.plan.seats, self.plan.lineups[played.lineup], strict=True):
                tallies[bot].count(seat, played)
        return {bot: tally.finish() for bot, tally in tallies.items()}

    def facts(self) -> dict[str, list[Fact]]:
        """Every figure that some outcome reports, with its values in the order of the games."""
        names = dict.fromkeys(name for played in self.played for name in played.facts)
        return {name: [p.facts[name] for p in self.played if name in p.facts] for name in names}

    def as_object(self) -> dict[str, Any]:
        """What `sandtable simulate --json` prints."""
        return {
            "game": self.plan.game,
            "scenario": str(self.plan.options.get("scenario", "")),
            "options": self.plan.options,
            "seed": self.plan.seed,
            "games": len(self.played),
            "requested": self.plan.games,
            "complete": self.complete,
            "decisions": sum(played.decisions for played in self.played),
            "cpu_s": round(self.cpu_s, 3),
            "wall_s": round(self.wall_s, 3),
            "workers": self.workers,
            "results": self.results(),
            "seats": {seat: _seat(tally) for seat, tally in self.by_seat().items()},
            "bots": {bot: msgspec.structs.asdict(tally) for bot, tally in self.by_bot().items()},
            "facts": {name: summary(values) for name, values in self.facts().items()},
        }


def _seat(tally: Tally) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(tally).items() if name != "games"}


def is_number(values: Sequence[Fact]) -> bool:
    """Whether a fact is a figure; otherwise it is a kind, such as a cause of loss."""
    return all(isinstance(value, int | float) for value in values)


def summary(values: Sequence[Fact]) -> dict[str, Any]:
    """A fact in short: mean and range of a figure, the counts of a kind."""
    numbers = [float(value) for value in values if isinstance(value, int | float)]
    if numbers and len(numbers) == len(values):
        return {"mean": round(sum(numbers) / len(numbers), 6), "least": min(numbers), "most": max(numbers)}
    counts = Counter(str(value) for value in values)
    return {"counts": dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))}


def wilson(count: int, total: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson: honest for few games and for shares near 0 and 1."""
    if total == 0:
        return 0.0, 1.0
    share = count / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(0.0, middle - half), min(1.0, middle + half)


def plan(
    game: AnyGame, options: Options, seeds: int, bots: Sequence[str], seed: str | int = 0, swap: bool = False
) -> StudyPlan:
    """Settle a study: one bot for all seats or one for each; with `swap`, every bot sits on every seat."""
    seats = game.seats(options)
    if len(bots) not in (1, len(seats)):
        raise UnknownName(
            f"{game.title} has {len(seats)} seats here ({', '.join(seats)}), so name one bot or {len(seats)}, "
            f"not {len(bots)}."
        )
    lineup = tuple(bots) if len(bots) == len(seats) else tuple(bots) * len(seats)
    turns = range(len(seats)) if swap else range(1)
    lineups = tuple(dict.fromkeys(lineup[turn:] + lineup[:turn] for turn in turns))
    if swap and len(lineups) == 1:
        raise UnknownName("With the same bot on every seat there is nothing to swap.")
    return StudyPlan(game.id, options, str(seed), seeds, tuple(seats), lineups)
