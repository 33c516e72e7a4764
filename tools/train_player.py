"""Train an experienced player: change one habit at a time, play, and keep what wins more on the same seeds.

    .venv/bin/python -m tools.train_player warbirds --games 2000 --rounds 2
    .venv/bin/python -m tools.train_player airlift --option players=2 --games 400 --judge fresh

Habits are the figures of a game's `bot/veteran.toml`. In a cooperative game the player is judged by the games that are
won, otherwise by the games that he wins from the sensible player, seats swapped, draws counting half. Every change
is tried on a quarter of the seeds first, and played on only if it is ahead there. What was played goes to `--into`, so
the same command goes on where it was stopped. `--judge NAME` trains nothing: it counts on seeds of that name, of which
none is used for training, and gives Wilson's interval.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from importlib import import_module
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.game import AnyGame, Outcome, find_game
from sandtable.kernel.playout import play_out
from sandtable.kernel.state import State

_STEPS = (0.5, 0.8, 1.25, 2.0)
"""What a figure is multiplied by; whole numbers go up and down by one, what is true or false is turned round."""
_CONFIDENT = 1.0
"""A change is kept if it is better by so many standard errors of the difference."""
_Z = 1.96


class Trainee:
    """A game, its options, and the habits that are tried in it."""

    def __init__(self, name: str, wanted: dict[str, str], into: Path) -> None:
        self.game: AnyGame = find_game(name)
        self.options = self.game.settle(wanted)
        self.module = import_module(f"sandtable.games.{name}.bot.veteran")
        self.into = into
        self.known: dict[str, float] = {}
        if into.exists():
            for line in into.read_text(encoding="utf-8").splitlines():
                self.known.update(json.loads(line))

    def sides(self) -> list[tuple[str, ...]]:
        """Who is played by habits in turn: all together in a cooperative game, otherwise every seat alone."""
        seats = self.game.seats(self.options)
        return [seats] if self.game.cooperative else [(seat,) for seat in seats]

    def points(self, habits: msgspec.Struct, seed: str) -> float:
        """What the habits won with one seed, from 0 to 1: from every seat against the sensible player."""
        return sum(self.share(habits, seed, ours) for ours in self.sides()) / len(self.sides())

    def share(self, habits: msgspec.Struct, seed: str, ours: tuple[str, ...]) -> float:
        """What they won for one side."""
        key = f"{seed} {' '.join(ours)} {msgspec.json.encode(habits).decode()}"
        if key not in self.known:
            self.known[key] = self._played(habits, seed, ours)
            with self.into.open("a", encoding="utf-8") as file:
                file.write(json.dumps({key: self.known[key]}) + "\n")
        return self.known[key]

    def _played(self, habits: msgspec.Struct, seed: str, ours: tuple[str, ...]) -> float:
        return won(self.outcome(dict.fromkeys(ours, habits), seed), ours)

    def outcome(self, habits_of: dict[str, msgspec.Struct], seed: str) -> Outcome:
        """How a game ends in which some seats play by habits, the others as a sensible player does."""
        dice = Dice(seed_from(f"{seed}/bots"))

        def choose(seat: str, decision: Decision, s: State) -> Option:
            offered: Any = decision.options if isinstance(decision, Choose) else decision.options[seat]
            view = self.game.sight(s, seat)
            if seat in habits_of:
                return self.module.experienced(view, seat, offered, decision.rule, dice, habits_of[seat])  # type: ignore[no-any-return]
            return self.game.sensible(view, seat, offered, decision.rule, dice)

        outcome, _ = play_out(self.game, self.game.new(self.options, Dice(seed_from(seed))), choose)
        return outcome


def won(outcome: Outcome, ours: tuple[str, ...]) -> float:
    """1 for a game that we won, 0 for one that somebody else won, half for one that nobody won from us."""
    if any(seat in outcome.winners for seat in ours):
        return 1.0
    lost_together = not outcome.winners and len(ours) < len(outcome.scores)
    return 0.5 if outcome.drawn or lost_together else 0.0


def neighbours(habits: msgspec.Struct) -> Iterator[tuple[str, msgspec.Struct]]:
    """The habits with one of them changed."""
    for name, value in msgspec.structs.asdict(habits).items():
        for other in _others(value):
            yield f"{name} = {other}", msgspec.structs.replace(habits, **{name: other})


def _others(value: Any) -> list[Any]:
    """What is tried instead of a figure, or of one of several that belong together."""
    if isinstance(value, tuple):
        return [(*value[:n], other, *value[n + 1 :]) for n, one in enumerate(value) for other in _others(one)]
    if isinstance(value, bool):
        return [not value]
    return [value - 1, value + 1] if isinstance(value, int) else [round(value * step, 3) for step in _STEPS]


def is_better(trainee: Trainee, rival: msgspec.Struct, best: msgspec.Struct, seeds: list[str]) -> bool:
    """Whether a rival wins more than the best so far on the same seeds, first on a quarter of them."""
    for share, needed in ((len(seeds) // 4, 0.0), (len(seeds), _CONFIDENT)):
        gains = [trainee.points(rival, seed) - trainee.points(best, seed) for seed in seeds[:share]]
        mean = sum(gains) / len(gains)
        error = sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains))
        if mean <= needed * error:
            return False
    return True


def wilson(points: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share, z2 = points / games, _Z * _Z / games
    middle = (share + z2 / 2) / (1 + z2)
    half = _Z * sqrt(share * (1 - share) / games + z2 / games / 4) / (1 + z2)
    return middle - half, middle + half


def judge(trainee: Trainee, habits: msgspec.Struct, seeds: list[str]) -> None:
    """Say what the habits win on some seeds, side by side and in all."""
    won_by = {" ".join(ours): [trainee.share(habits, seed, ours) for seed in seeds] for ours in trainee.sides()}
    if len(won_by) > 1:
        won_by["all"] = [points for shares in won_by.values() for points in shares]
    for who, shares in won_by.items():
        low, high = wilson(sum(shares), len(shares))
        print(f"{who}: {sum(shares):g} of {len(shares)}, {sum(shares) / len(shares):.1%} ({low:.1%} to {high:.1%})")


def main() -> None:
    """Train, or judge."""
    parser = argparse.ArgumentParser(description="Train an experienced player of a game.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--into", type=Path, default=None)
    parser.add_argument("--judge", default="")
    chosen = parser.parse_args()
    into = chosen.into or Path("build") / f"train-{chosen.game}.jsonl"
    into.parent.mkdir(parents=True, exist_ok=True)
    trainee = Trainee(chosen.game, dict(text.split("=", 1) for text in chosen.option), into)
    best: msgspec.Struct = trainee.module.HABITS
    if chosen.judge:
        judge(trainee, best, [f"judge {chosen.judge} {number}" for number in range(chosen.games)])
        return
    seeds = [f"train {chosen.game} {number}" for number in range(chosen.games)]
    for _ in range(chosen.rounds):
        for change, rival in neighbours(best):
            if is_better(trainee, rival, best, seeds):
                print(f"kept {change}")
                best = rival
    share = sum(trainee.points(best, seed) for seed in seeds) / len(seeds)
    print(f"{share:.1%} on the training seeds with")
    print("\n".join(f"{name} = {value}" for name, value in msgspec.structs.asdict(best).items()))


if __name__ == "__main__":
    main()
