"""How the cost of a game grows with what lies on its table: `python -m benchmarks.growth [GAME ...] [--seconds 3]`.

Random games of every scenario are played through a `Position`, as a match is. For each it prints the pieces on the
table and the options of a decision (means), the decisions per CPU-second, the state in bytes, and the memory of a match
in kB after so many choices (`--choices`): its state, checkpoints, history and journal, without what the rules keep for
all matches of the process.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import time
import tracemalloc
from collections.abc import Iterator
from statistics import mean
from typing import Any

from sandtable.kernel.game import AnyGame, Options, find_game, games
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from sandtable.kernel.state import state_to_json

_LOOK_EVERY = 25
"""So many choices lie between two looks at the table, whose time does not count."""


def scenarios(game: AnyGame) -> Iterator[Options]:
    """The options of every scenario of a game, or its usual ones if it has none."""
    spec = next((spec for spec in game.options if spec.name == "scenario"), None)
    for value in spec.values if spec is not None else ("",):
        yield game.settle({"scenario": value} if value else {})


def play(position: Position, dice: random.Random) -> int:
    """Make one random choice; the number of options that there were."""
    seat = position.deciders[0]
    options = position.options(seat)
    position.apply(seat, dice.choice(options))
    return len(options)


def grown(game: AnyGame, options: Options, seconds: float) -> dict[str, float]:
    """What random play costs in one scenario, and what lay on the table meanwhile."""
    dice, made, spent = random.Random(0), 0, 0.0
    offered: list[int] = []
    pieces: list[int] = []
    sizes: list[int] = []
    number = 0
    while spent < seconds:
        position = Position.new(game, options, f"growth {number}")
        number += 1
        while not position.over and spent < seconds:
            began = time.process_time()
            for _ in range(_LOOK_EVERY):
                if position.over:
                    break
                offered.append(play(position, dice))
                made += 1
            spent += time.process_time() - began
            if not position.over:
                pieces.append(len(game.table(position.sight(position.deciders[0])).pieces))
                sizes.append(len(state_to_json(position.state)))
    return {
        "pieces": round(mean(pieces)) if pieces else 0,
        "options": round(mean(offered), 1),
        "decisions_per_cpu_s": round(made / spent),
        "state_bytes": round(mean(sizes)) if sizes else 0,
    }


def match_kb(game: AnyGame, options: Options, choices: int, matches: int = 3) -> float:
    """The memory of a match after so many choices. One is played first, so that what all share is there already."""
    played = [_match(game, options, choices, 0)]
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    played += [_match(game, options, choices, 0) for _ in range(matches)]
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return round((after - before) / matches / 1000, 1)


def _match(game: AnyGame, options: Options, choices: int, seed: int) -> Position:
    """A match with its journal, played at random; always the same one, so that no cache of the rules grows."""
    position, dice = Position.new(game, options, f"match {seed}", Journal()), random.Random(seed)
    for _ in range(choices):
        if position.over:
            break
        play(position, dice)
    return position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="ids of games; all if none is named")
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each scenario (3)")
    parser.add_argument("--choices", type=int, default=300, help="how old a match is when its memory is counted (300)")
    parser.add_argument("--json", action="store_true", help="one object instead of a table")
    wanted = parser.parse_args()
    found: dict[str, dict[str, Any]] = {}
    if not wanted.json:
        heads = ("pieces", "options", "decisions/CPU-s", "state B", "match kB")
        print(f"{'game':<12}{'scenario':<16}" + "".join(f"{head:>16}" for head in heads))
    for name in wanted.games or games():
        game = find_game(name)
        for options in scenarios(game):
            figures = grown(game, options, wanted.seconds)
            figures["match_kb"] = match_kb(game, options, wanted.choices)
            scenario = str(options.get("scenario", ""))
            found.setdefault(name, {})[scenario] = figures
            if not wanted.json:
                print(f"{name:<12}{scenario:<16}" + "".join(f"{value:>16,}" for value in figures.values()), flush=True)
    if wanted.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
