"""A study: what is to be played, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import msgspec

from sandtable.kernel.errors import UnknownName
from sandtable.kernel.game import AnyGame, Options, Setting
from sandtable.lab.figures import Estimate, differences, estimate, share_interval

Fact = Setting | float


class StudyPlan(msgspec.Struct, frozen=True):
    """Which games are played. Each line-up seats one bot on each seat; every seed is played with every line-up.

    `data` is a folder whose files replace those of the game; with `decisions`, every choice is written down too.
    """

    game: str
    options: Options
    seed: str
    seeds: int
    seats: tuple[str, ...]
    lineups: tuple[tuple[str, ...], ...]
    data: str = ""
    decisions: bool = False

    @property
    def games(self) -> int:
        return self.seeds * len(self.lineups)


class Made(msgspec.Struct, frozen=True):
    """A decision of a game that was played: who chose what, by which rule, and among how many options."""

    seat: str
    rule: str
    options: int
    choice: str


class Played(msgspec.Struct, frozen=True):
    """One game of a study. `number` is that of its seed, `lineup` that of the bots who sat there."""

    number: int
    lineup: int
    result: str
    winners: tuple[str, ...]
    drawn: bool
    scores: dict[str, float]
    facts: dict[str, Fact]
    decisions: int
    made: tuple[Made, ...] = ()

    def won(self, seat: str) -> float:
        """The points of a seat: 1 for a win, a half for a draw."""
        return 0.5 if self.drawn else float(seat in self.winners)

    def scored(self, seat: str) -> float:
        return self.scores.get(seat, 0.0)


class Tally(msgspec.Struct, frozen=True):
    """How a seat or a bot fared."""

    bot: str
    games: int
    wins: int
    draws: int
    losses: int
    score: Estimate

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of wins."""
        return share_interval(self.wins, self.games)

    def as_object(self) -> dict[str, Any]:
        low, high = self.interval()
        counts = {name: getattr(self, name) for name in ("bot", "games", "wins", "draws", "losses")}
        won = {"share": round(self.share, 6), "low": round(low, 6), "high": round(high, 6)}
        score = {"mean_score": self.score.mean, "score_low": self.score.low, "score_high": self.score.high}
        return counts | won | score


Sat = tuple[str, Played]
"""A seat in a game that was played."""


def tally(bot: str, sat: Sequence[Sat]) -> Tally:
    """How these seats fared."""
    draws = sum(played.drawn for _, played in sat)
    wins = sum(not played.drawn and seat in played.winners for seat, played in sat)
    scores = [played.scored(seat) for seat, played in sat]
    return Tally(bot, len(sat), wins, draws, len(sat) - wins - draws, estimate(scores or [0.0]))


class Study(msgspec.Struct, frozen=True):
    """The games of a plan that were played, in the order of their numbers, whoever played them."""

    plan: StudyPlan
    played: tuple[Played, ...]
    cpu_s: float
    wall_s: float
    workers: int
    before: int = 0
    """Decisions of games that were played earlier and read from a file: they cost nothing now."""

    @property
    def speed(self) -> float:
        """Decisions a CPU-second, of the games that were played now."""
        made = sum(played.decisions for played in self.played) - self.before
        return made / self.cpu_s if self.cpu_s else 0.0

    @property
    def complete(self) -> bool:
        return len(self.played) == self.plan.games

    def results(self) -> dict[str, int]:
        """How often each result came, the most frequent first."""
        counts = Counter(played.result for played in self.played)
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def by_seat(self) -> dict[str, Tally]:
        """How each seat fared, whoever sat there."""
        sitting = {seat: dict.fromkeys(lineup[place] for lineup in self.plan.lineups) for place, seat in self._places()}
        return {
            seat: tally(",".join(bots), [(seat, played) for played in self.played]) for seat, bots in sitting.items()
        }

    def by_bot(self) -> dict[str, Tally]:
        """How each bot fared, wherever it sat."""
        return {bot: tally(bot, self._sat(bot)) for bot in self._bots()}

    def by_bot_and_seat(self) -> dict[tuple[str, str], Tally]:
        """How each bot fared on each seat: with the seats swapped, this tells the bot from the side."""
        table = {}
        for bot in self._bots():
            for _, seat in self._places():
                sat = [one for one in self._sat(bot) if one[0] == seat]
                if sat:
                    table[bot, seat] = tally(bot, sat)
        return table

    def paired(self) -> dict[str, Estimate]:
        """For two bots that swapped the seats: the difference of their scores and of their wins, seed by seed.

        The dice of a seed favour a side; as both bots play both sides, that falls out of the difference.
        """
        bots = self._bots()
        by_seed: dict[int, list[Played]] = {}
        for played in self.played:
            by_seed.setdefault(played.number, []).append(played)
        whole = [games for games in by_seed.values() if len(games) == len(self.plan.lineups)]
        if len(bots) != 2 or len(self.plan.lineups) < 2 or not whole or self._alone():
            return {}
        wins, scores = (
            [[figure(bot, games) for games in whole] for bot in bots] for figure in (self._won, self._scored)
        )
        return {"wins": differences(*wins), "scores": differences(*scores)}

    def _places(self) -> list[tuple[int, str]]:
        return list(enumerate(self.plan.seats))

    def _bots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(bot for lineup in self.plan.lineups for bot in lineup))

    def _alone(self) -> bool:
        """Whether each game has one bot on all seats: then nobody sat on the other side."""
        return all(len(set(lineup)) == 1 for lineup in self.plan.lineups)

    def _sat(self, bot: str, games: Sequence[Played] | None = None) -> list[Sat]:
        return [
            (seat, played)
            for played in (self.played if games is None else games)
            for seat, sitting in zip(self.plan.seats, self.plan.lineups[played.lineup], strict=True)
            if sitting == bot
        ]

    def _won(self, bot: str, games: Sequence[Played]) -> float:
        return fmean(played.won(seat) for seat, played in self._sat(bot, games))

    def _scored(self, bot: str, games: Sequence[Played]) -> float:
        return fmean(played.scored(seat) for seat, played in self._sat(bot, games))

    def facts(self) -> dict[str, list[Fact]]:
        """Every figure that some outcome reports, with its values in the order of the games.

        A figure that a game does not report counts as zero there. A moment (`cities@1943-04`) or a kind that a game
        does not report never came: it has only the values of the games that did. The turn of an event (`taken_turn`)
        is 0 where it did not happen, and has only the values of the games in which it did.
        """
        return {name: values for name in self._fact_names() if (values := self._values(name))}

    def _values(self, name: str) -> list[Fact]:
        reported = [played.facts[name] for played in self.played if name in played.facts]
        if not is_number(reported) or "@" in name:
            return reported
        if name.endswith("_turn"):
            return [turn for turn in reported if turn]
        return [played.facts.get(name, 0) for played in self.played]

    def _fact_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for played in self.played for name in played.facts))

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
            "decisions_before": self.before,
            "cpu_s": round(self.cpu_s, 3),
            "wall_s": round(self.wall_s, 3),
            "workers": self.workers,
            "results": self.results(),
            "seats": {seat: tally.as_object() for seat, tally in self.by_seat().items()},
            "bots": {bot: tally.as_object() for bot, tally in self.by_bot().items()},
            "bots_by_seat": {
                f"{bot} as {seat}": tally.as_object() for (bot, seat), tally in self.by_bot_and_seat().items()
            },
            "paired": {what: msgspec.to_builtins(mean) for what, mean in self.paired().items()},
            "facts": {name: summary(values) for name, values in self.facts().items()},
        }


def is_number(values: Sequence[Fact]) -> bool:
    """Whether a fact is a figure; otherwise it is a kind, such as a cause of loss."""
    return all(isinstance(value, int | float) for value in values)


def summary(values: Sequence[Fact]) -> dict[str, Any]:
    """A fact in short: the mean of a figure with its interval, the counts of a kind."""
    if values and is_number(values):
        told: dict[str, Any] = msgspec.to_builtins(estimate([float(value) for value in values]))
        return told
    counts = Counter(str(value) for value in values)
    return {"counts": dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))}


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
