"""The engine as written and compiled, beside a well-known peer, in the same run: `python benchmarks/engine.py`.

`make compiled` makes the compiled copy. `--before OLD/src` measures the code of an earlier version too, as
`git archive VERSION src` gives it, and says how many times as fast random play has become. The peer is python-chess
(`pip install chess`): random games, every move taken from its list of legal moves, which is what our random play does
with options. What is not there is not measured.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ROOT / "build" / "compiled"
Figures = dict[str, dict[str, Any]]


def ours(seconds: float, code: Path | None = None) -> Figures:
    """One run of `sandtable bench` in a process of its own, with the code in a folder if one is named."""
    environment = dict(os.environ)
    if code is not None:
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(code), environment.get("PYTHONPATH", ""))))
    command = [sys.executable, "-m", "sandtable.terminal.cli", "bench", "--json", "--seconds", str(seconds)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: Figures = json.loads(ran.stdout)
    if any(game["compiled"] != (code == COMPILED) for game in found.values()):
        sys.exit("The compiled copy was not taken; run `make compiled` again.")
    return found


def chess(seconds: float) -> tuple[float, float]:
    """Plies per CPU-second in random chess, and the microseconds of a copy of a board."""
    library: Any = import_module("chess")
    dice, plies = random.Random(0), 0
    board = library.Board()
    began = time.process_time()
    while time.process_time() - began < seconds:
        board = library.Board()
        while not board.is_game_over() and plies < 10**9:
            board.push(dice.choice(list(board.legal_moves)))
            plies += 1
    rate = plies / (time.process_time() - began)
    began = time.process_time()
    for _ in range(2_000):
        board.copy(stack=False)
    return rate, (time.process_time() - began) / 2_000 * 1e6


def middle(runs: list[Figures], game: str, figure: str) -> float:
    return median(float(run[game][figure]) for run in runs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="runs of each kind, in turn")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each run measures each game")
    parser.add_argument("--before", type=Path, help="the folder src of an earlier version")
    arguments = parser.parse_args()
    compiled = (COMPILED / "sandtable").is_dir()
    plain_runs, compiled_runs, before_runs, peers = [], [], [], []
    for _ in range(arguments.rounds):
        plain_runs.append(ours(arguments.seconds))
        if compiled:
            compiled_runs.append(ours(arguments.seconds, COMPILED))
        if arguments.before:
            before_runs.append(ours(arguments.seconds, arguments.before.resolve()))
        if find_spec("chess"):
            peers.append(chess(arguments.seconds))
    titles = f"{'game':<12}{'decisions/CPU-s':>16}{'compiled':>12}{'factor':>8}"
    print(f"{titles}{'clone us':>10}{'compiled':>10}{'view us':>9}" + f"{'before':>10}{'gain':>6}" * bool(before_runs))
    for game in plain_runs[0]:
        rate, clone = middle(plain_runs, game, "decisions_per_cpu_s"), middle(plain_runs, game, "clone_us")
        line = f"{game:<12}{rate:>16,.0f}"
        if compiled:
            fast = middle(compiled_runs, game, "decisions_per_cpu_s")
            line += f"{fast:>12,.0f}{fast / rate:>8.2f}{clone:>10.1f}{middle(compiled_runs, game, 'clone_us'):>10.1f}"
        else:
            line += f"{'-':>12}{'-':>8}{clone:>10.1f}{'-':>10}"
        line += f"{middle(plain_runs, game, 'view_us'):>9.1f}"
        if before_runs:
            before = middle(before_runs, game, "decisions_per_cpu_s")
            line += f"{before:>10,.0f}{rate / before:>6.2f}"
        print(line)
    if peers:
        rate, copy = median(peer[0] for peer in peers), median(peer[1] for peer in peers)
        print(f"{'(chess)':<12}{rate:>16,.0f}{'':>20}{copy:>10.1f}   python-chess: plies/CPU-s, board.copy()")


if __name__ == "__main__":
    main()
