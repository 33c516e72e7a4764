"""Which habits of an experienced player matter: shake all of them at once, play, and fit what each does to his wins.

    .venv/bin/python -m tools.shake_player vengeance --option scenario=brv01 --games 1000

Every game is played by the experienced player on all seats, each with figures of its own drawn around those of
`bot/veteran.toml`; a linear model of who wins then tells all habits apart in the same games. It names the way to go,
not how far: try that with `tools/train_player.py`. A figure of 0 can't be shaken; give it a value first. What was
played goes to `--into`, so the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from math import exp
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np

from tools.train_player import Trainee, won

_WIDTH = 0.5
"""The standard deviation of the logarithm of what a figure is multiplied by."""
_CALM = 0.02
"""How strongly the fit keeps each effect near nothing, for each game."""


def shaken(habits: msgspec.Struct, rng: Random) -> tuple[dict[str, float], msgspec.Struct]:
    """Habits around some others, and by how many standard deviations each figure was changed.

    Figures that belong together are changed alike. Whole numbers stay.
    """
    drawn: dict[str, float] = {}
    changed: dict[str, Any] = {}
    for name, value in msgspec.structs.asdict(habits).items():
        if isinstance(value, int) or not np.any(value):
            continue
        drawn[name] = rng.gauss(0, 1)
        factor = exp(_WIDTH * drawn[name])
        changed[name] = tuple(one * factor for one in value) if isinstance(value, tuple) else value * factor
    return drawn, msgspec.structs.replace(habits, **changed)


def effects(drawn: list[dict[str, float]], points: list[float]) -> Iterator[tuple[str, float, float]]:
    """What one standard deviation more of each habit does to the share of wins, with its standard error."""
    names = sorted(drawn[0])
    shaken_by = np.array([[1.0, *(one[name] for name in names)] for one in drawn])
    calm = np.diag([0.0, *(_CALM * len(points) for _ in names)])
    inverse = np.linalg.inv(shaken_by.T @ shaken_by + calm)
    fitted = inverse @ shaken_by.T @ np.array(points)
    left = np.array(points) - shaken_by @ fitted
    variance = float(left @ left) / max(1, len(points) - len(names) - 1)
    errors = np.sqrt(np.diag(inverse @ shaken_by.T @ shaken_by @ inverse) * variance)
    yield from zip(names, map(float, fitted[1:]), map(float, errors[1:]), strict=True)


def main() -> None:
    """Play, and print the habits of each seat, those that matter most first."""
    parser = argparse.ArgumentParser(description="Which habits of an experienced player matter.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--seed", default="shake")
    parser.add_argument("--into", type=Path, default=None)
    chosen = parser.parse_args()
    into = chosen.into or Path("build") / f"shake-{chosen.game}.jsonl"
    into.parent.mkdir(parents=True, exist_ok=True)
    trainee = Trainee(chosen.game, dict(text.split("=", 1) for text in chosen.option), into)
    habits: msgspec.Struct = trainee.module.HABITS
    seats = trainee.game.seats(trainee.options)
    drawn: dict[str, list[dict[str, float]]] = {seat: [] for seat in seats}
    points: dict[str, list[float]] = {seat: [] for seat in seats}
    for number in range(chosen.games):
        seed = f"{chosen.seed} {number}"
        draws = {seat: shaken(habits, Random(f"{seed} {seat}")) for seat in seats}
        key = f"{seed} {msgspec.json.encode(habits).decode()}"
        if key not in trainee.known:
            outcome = trainee.outcome({seat: draws[seat][1] for seat in seats}, seed)
            shares = {seat: won(outcome, (seat,)) for seat in seats}
            trainee.known[key] = shares[seats[0]]
            with into.open("a", encoding="utf-8") as file:
                file.write(json.dumps({key: trainee.known[key]}) + "\n")
        for seat in seats:
            drawn[seat].append(draws[seat][0])
            points[seat].append(trainee.known[key] if seat == seats[0] else 1 - trainee.known[key])
    for seat in seats:
        print(seat)
        for name, gain, error in sorted(effects(drawn[seat], points[seat]), key=lambda e: -abs(e[1] / e[2])):
            print(f"  {name:16} {gain:+.1%} ({error:.1%})")


if __name__ == "__main__":
    main()
