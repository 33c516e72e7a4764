"""Fit what positions are worth: games of the sensible player, figures of its views, and who won in the end.

    .venv/bin/python -m tools.fit_worth warbirds --games 2000
    .venv/bin/python -m tools.fit_worth luftwaffe --games 200 --option scenario=basic

It plays, fits a logistic model of the game's figures (`Game.figures`) on four fifths of the games, and judges it on the
rest by its Brier score, against the score of the base rate alone. The weights go into the game's `bot/worth.toml`,
where other models of the file stay as they are. It needs SciPy (`sandtable[lab]`).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from sandtable.bots.asked import Asked
from sandtable.bots.simple import greedy_bot, recruit_bot
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.game import find_game
from sandtable.kernel.playout import play_out
from sandtable.kernel.state import State

LOOKS = 24
"""So many positions of a game are looked at, roughly."""
RIDGE = 1.0
ROUNDED = 4


class Row(msgspec.Struct, frozen=True):
    """One look at a game: the model, the figures of a seat, the game's number and the points of that seat."""

    model: str
    figures: dict[str, float]
    game: int
    seat: str
    points: float
    worth: float


def played(name: str, wanted: dict[str, str], number: int, one_in: int) -> list[Row]:
    """Play one game and look at it now and then. One seat of each game slips now and then, so that leads differ."""
    game = find_game(name)
    options = game.settle(wanted)
    seats = game.seats(options)
    dice = Dice(seed_from(f"worth {name} {number}"))
    slipping = seats[number // 2 % len(seats)] if number % 2 and len(seats) > 1 else ""
    looks: list[tuple[str, dict[str, float], str, float]] = []

    def choose(seat: str, decision: Decision, s: State) -> Option:
        if dice.below(one_in) == 0:
            for viewer in seats if not game.cooperative else seats[:1]:
                view = game.sight(s, viewer)
                looks.append((*game.figures(view, viewer), viewer, float(game.worth(view, viewer))))
        offered: Any = decision.options if isinstance(decision, Choose) else decision.options[seat]
        asked = Asked(game, seat, offered, decision.rule, lambda: game.sight(s, seat))
        return (recruit_bot if seat == slipping else greedy_bot)(asked, dice)

    outcome, _ = play_out(game, game.new(options, Dice(seed_from(f"{name} {number}"))), choose)
    points = {seat: 0.5 if outcome.drawn else float(seat in outcome.winners) for seat in seats}
    return [Row(model, found, number, seat, points[seat], now) for model, found, seat, now in looks if model]


def length(name: str, wanted: dict[str, str]) -> int:
    """How many decisions a game takes."""
    game = find_game(name)
    made = 0

    def choose(seat: str, decision: Decision, s: State) -> Option:
        nonlocal made
        made += 1
        offered: Any = decision.options if isinstance(decision, Choose) else decision.options[seat]
        return greedy_bot(Asked(game, seat, offered, decision.rule, lambda: game.sight(s, seat)), Dice("0" * 64))

    play_out(game, game.new(game.settle(wanted), Dice(seed_from("length"))), choose)
    return made


def fitted(rows: Sequence[Row], names: Sequence[str]) -> tuple[float, dict[str, float]]:
    """The bias and the weights that are most likely, with a ridge on the weights."""
    x = np.array([[1.0, *(row.figures[name] for name in names)] for row in rows])
    y = np.array([row.points for row in rows])
    ridge = np.array([0.0, *([RIDGE] * len(names))])

    def cost(w: Any) -> tuple[float, Any]:
        odds = x @ w
        likely = y @ log_expit(odds) + (1 - y) @ log_expit(-odds)
        return ridge @ (w * w) / 2 - likely, ridge * w - x.T @ (y - expit(odds))

    best = minimize(cost, np.zeros(len(names) + 1), jac=True, method="L-BFGS-B").x
    bias, *weights = (round(float(value), ROUNDED) for value in best)
    return bias, dict(zip(names, weights, strict=True))


def brier(pairs: Sequence[tuple[float, float]]) -> float:
    """The mean square of what a forecast was off."""
    return sum((forecast - points) ** 2 for forecast, points in pairs) / len(pairs)


def judge(model: str, rows: Sequence[Row], bias: float, weights: dict[str, float]) -> list[str]:
    """How good the model is on games that it was not fitted on."""
    told = [(float(expit(bias + sum(w * row.figures[n] for n, w in weights.items()))), row.points) for row in rows]
    rate = sum(points for _, points in told) / len(told)
    lines = [
        f"{model}: {len({row.game for row in rows})} games kept for judging, {len(rows)} looks, base rate {rate:.3f}",
        f"  Brier score {brier(told):.4f}; of the base rate {brier([(rate, p) for _, p in told]):.4f}; "
        f"of `worth` as it was {brier([(row.worth, row.points) for row in rows]):.4f}",
    ]
    for low in range(0, 10, 2):
        bin = [(f, p) for f, p in told if low / 10 <= f < (low + 2) / 10 or (low == 8 and f == 1)]
        if bin:
            mean, won = sum(f for f, _ in bin) / len(bin), sum(p for _, p in bin) / len(bin)
            lines.append(
                f"  told {low * 10:2d}-{low * 10 + 20} %: {len(bin):5d} looks, told {mean:.2f}, came {won:.2f}"
            )
    return lines


def write(name: str, command: str, models: dict[str, tuple[float, dict[str, float], list[str]]]) -> Path:
    """Put the models into the file of the game; the others in it stay."""
    path = Path(str(files(type(find_game(name)).__module__).joinpath("bot", "worth.toml")))
    parts: dict[str, str] = {}
    if path.exists():
        for part in path.read_text(encoding="utf-8").split("\n\n"):
            parts[part.split("[")[1].split("]")[0] if "[" in part else ""] = part.strip()
    heading = "# The chance to win: logistic models of the game's figures, fitted on games of the sensible player."
    texts = {"": heading} | {key: text for key, text in parts.items() if key}
    for model, (bias, weights, judged) in models.items():
        lines = [f"# {command}", *(f"# {line}" for line in judged), f"[{model}]", f"bias = {bias}"]
        lines += [f"weights.{figure} = {weight}" for figure, weight in weights.items()]
        texts[model] = "\n".join(lines)
    path.write_text("\n\n".join(texts.values()) + "\n", encoding="utf-8")
    return path


def main() -> None:
    """Play, fit, judge and write."""
    parser = argparse.ArgumentParser(description="Fit what positions of a game are worth.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    wanted = dict(text.split("=", 1) for text in chosen.option)
    one_in = max(1, length(chosen.game, wanted) // LOOKS)
    with ProcessPoolExecutor(chosen.workers) as pool:
        games = [pool.submit(played, chosen.game, wanted, number, one_in) for number in range(chosen.games)]
        rows = [row for game in games for row in game.result()]
    command = " ".join(
        ["python -m tools.fit_worth", chosen.game, f"--games {chosen.games}", *(f"--option {o}" for o in chosen.option)]
    )
    models = {}
    for model in dict.fromkeys(row.model for row in rows):
        ours = [row for row in rows if row.model == model]
        names = sorted(ours[0].figures)
        bias, weights = fitted([row for row in ours if row.game % 5], names)
        judged = judge(model, [row for row in ours if row.game % 5 == 0], bias, weights)
        print("\n".join(judged))
        models[model] = (bias, weights, judged)
    print(write(chosen.game, command, models))


if __name__ == "__main__":
    main()
