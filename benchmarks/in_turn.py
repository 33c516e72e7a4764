"""Compares two trees of the code: `python -m benchmarks.in_turn OLD/src NEW/src GAME ... [--scenario S] [--rounds 10]`.

Two processes, one for each tree, do the same work in turn: random games, clones and imagined positions at the same
random decisions. Their CPU time is compared round by round, so that other work on the machine slows both alike, and
their digests must be equal. A ratio above one means that the new code is faster.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

_GAMES, _SAMPLES, _TIMES = 4, 40, 10
_KINDS = ("decisions", "clone", "imagine")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path, help="the folder src of the code before")
    parser.add_argument("new", type=Path, help="the folder src of the code after")
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--scenario", default="", help="the usual one if none is named")
    parser.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args()
    trees = [begin(folder.resolve()) for folder in (given.old, given.new)]
    try:
        for game in given.games:
            for kind in _KINDS:
                print(compared(trees, game, given.scenario, kind, given.rounds), flush=True)
    finally:
        for tree in trees:
            tree.terminate()
    return 0


def begin(folder: Path) -> subprocess.Popen[str]:
    """A process that does what it is told with the code in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, __file__, "--work"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)


def compared(trees: list[subprocess.Popen[str]], game: str, scenario: str, kind: str, rounds: int) -> str:
    """The ratio of what both cost, as a line."""
    costs: list[list[float]] = [[], []]
    for number in range(rounds):
        order = (0, 1) if number % 2 == 0 else (1, 0)
        done = {which: ask(trees[which], game, scenario, kind, number) for which in order}
        if done[0]["digest"] != done[1]["digest"]:
            return f"{game} {kind}: the two play differently (round {number})"
        for which in order:
            costs[which].append(done[which]["micros"])
    ratio = median(old / new for old, new in zip(*costs, strict=True))
    before, after = (median(cost) for cost in costs)
    return f"{game:12} {kind:10} {before:8.1f} µs  {after:8.1f} µs  ratio {ratio:.2f}"


def ask(tree: subprocess.Popen[str], *what: object) -> dict[str, Any]:
    assert tree.stdin is not None
    assert tree.stdout is not None
    tree.stdin.write(json.dumps(what) + "\n")
    tree.stdin.flush()
    answer: dict[str, Any] = json.loads(tree.stdout.readline())
    return answer


# -- in each of the two processes -------------------------------------------------------------------------------------


def work() -> None:
    """Do what is asked, a line each, until nobody asks any more."""
    from sandtable.kernel.game import find_game

    sampled: dict[tuple[str, str], list[Any]] = {}
    for line in sys.stdin:
        name, scenario, kind, number = json.loads(line)
        game = find_game(name)
        options = game.settle({"scenario": scenario} if scenario else {})
        if kind == "decisions":
            told = play(game, options, number)
        else:
            if (name, scenario) not in sampled:
                sampled[name, scenario] = positions(game, options)
            told = copies(sampled[name, scenario], kind, number)
        print(json.dumps(told), flush=True)


def play(game: Any, options: Any, number: int) -> dict[str, Any]:
    """Some random games: CPU time for a decision."""
    from sandtable.kernel.dice import Dice, seed_from
    from sandtable.kernel.playout import play_out
    from sandtable.kernel.state import digest
    from sandtable.lab.bench import at_random

    made, spent, ends = 0, 0.0, hashlib.blake2b()
    for seed in range(number * _GAMES, (number + 1) * _GAMES):
        state = game.new(options, Dice(seed_from(f"in turn {seed}")))
        began = time.process_time()
        made += play_out(game, state, at_random(seed))[1]
        spent += time.process_time() - began
        ends.update(digest(state).encode())
    return {"micros": 1e6 * spent / made, "digest": ends.hexdigest()}


def positions(game: Any, options: Any) -> list[Any]:
    from sandtable.lab.bench import sample

    return sample(game, options, _SAMPLES, 400, 600.0)  # as many in both, however long it takes


def copies(positions: list[Any], kind: str, number: int) -> dict[str, Any]:
    """Clones or imagined positions: CPU time for one."""
    from sandtable.kernel.dice import Dice, seed_from

    ends, spent = hashlib.blake2b(), 0.0
    for position in positions:
        seat = position.deciders[0]
        began = time.process_time()
        twins = [
            position.clone() if kind == "clone" else position.imagine(seat, Dice(seed_from(f"in turn {number}")))
            for _ in range(_TIMES)
        ]
        spent += time.process_time() - began
        ends.update(twins[-1].digest().encode())
    return {"micros": 1e6 * spent / (_TIMES * len(positions)), "digest": ends.hexdigest()}


if __name__ == "__main__":
    if sys.argv[1:] == ["--work"]:
        work()
    else:
        sys.exit(main())
