"""How much of the result a linear model reads from the arrays of each game: `.venv/bin/python -m benchmarks.encoders`.

Sensible players play; from each game some positions are taken as arrays by the general encoder and by the features of
the game. A ridge regression on four fifths of the games says who wins the others. The share of its guesses that are
right, above that of always naming the more frequent winner, is what the array tells.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sandtable
from sandtable import envs
from sandtable.envs.encoding import rewards
from sandtable.kernel.game import find_game

CASES: dict[str, tuple[int, dict[str, Any]]] = {
    "airlift": (150, {"players": 2}),
    "luftwaffe": (60, {}),
    "ontoberlin": (30, {}),
    "vengeance": (80, {"scenario": "brv01"}),
    "warbirds": (200, {"players": 2}),
}
LOOKS = 12
ENCODERS = {"general": envs.Encoder(general=True), "features": envs.Encoder()}
Rows = NDArray[np.float64]


def positions(game: str, options: dict[str, Any], number: int) -> tuple[dict[str, list[Any]], float]:
    """Arrays of some positions of one game by both encoders, and what the seat won."""
    rules, position = find_game(game), sandtable.new(game, seed=number, **options)
    random, rows = np.random.default_rng(number), {name: list[Any]() for name in ENCODERS}
    seat = position.seats[number % len(position.seats)]
    while not position.over:
        position.play("greedy", most=int(random.integers(1, 40)))
        view = position.sight(seat)
        for name, encoder in ENCODERS.items():
            rows[name].append(encoder.observe(rules, view))
    kept = sorted(random.choice(len(rows["general"]), min(LOOKS, len(rows["general"])), replace=False))
    some = {name: [table[at] for at in kept] for name, table in rows.items()}
    return some, rewards(position.outcome, position.seats)[seat]


def read(rows: Rows, won: Rows, games: NDArray[np.int64]) -> float:
    """The share of right guesses on games that the model was not fitted to, in five parts."""
    rows = np.column_stack([rows, np.ones(len(rows))])
    right = 0
    for part in range(5):
        test = games % 5 == part
        seen = rows[~test]
        weights = seen.T @ np.linalg.solve(seen @ seen.T + 3.0 * np.eye(len(seen)), won[~test])
        right += int(np.sum(np.sign(rows[test] @ weights) == won[test]))
    return right / len(won)


def measured(game: str, most: int, options: dict[str, Any]) -> dict[str, float]:
    """What a linear model reads from the arrays of a game."""
    rows: dict[str, list[Any]] = {name: [] for name in ENCODERS}
    won: list[float] = []
    games: list[int] = []
    for number in range(most):
        some, reward = positions(game, options, number)
        if reward:
            for name, table in some.items():
                rows[name] += table
            won += [reward] * len(some["general"])
            games += [number] * len(some["general"])
    results = np.array(won)
    told = {name: read(np.array(table, dtype=np.float64), results, np.array(games)) for name, table in rows.items()}
    frequent = max(float(np.mean(results > 0)), float(np.mean(results < 0)))
    return {"games": most, "positions": len(won), "more_frequent": frequent, **told}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(CASES), help="which games (all)")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the usual number of games (1)")
    chosen = parser.parse_args()
    for game in chosen.games:
        most, options = CASES[game]
        told = measured(game, max(10, round(most * chosen.share)), options)
        print(json.dumps({game: {name: round(value, 3) for name, value in told.items()}}), flush=True)


if __name__ == "__main__":
    main()
