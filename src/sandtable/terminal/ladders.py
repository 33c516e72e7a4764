"""`sandtable ladder`: bots play each other, with progress while they do; ratings when they are done."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from sandtable.kernel.game import AnyGame, Options
from sandtable.lab.figures import number_of
from sandtable.lab.game_file import GameFile
from sandtable.lab.ladder import Ladder, ladder_plan, rate
from sandtable.terminal.studies import bots_named, percents, play_many, print_grid
from sandtable.terminal.text import STRONG


def play_ladder(
    game: AnyGame, options: Options, seeds: int, bots: str, seed: str, into: Path | None, workers: int, ray: str
) -> Ladder:
    """Play what is not in the file yet, and rate."""
    plan = ladder_plan(game, options, seeds, bots_named(bots), seed)
    rate(plan, [])  # whatever is missing for it is said before hours are spent
    file = GameFile(into, plan.game, plan.seed) if into is not None else None
    (study,) = play_many([plan], workers, ray, file)
    return rate(plan, study.played)


def print_ladder(console: Console, ladder: Ladder) -> None:
    """Ratings, and every pair in figures."""
    plan = ladder.plan
    heading = f"{plan.game}: {number_of(len(ladder.played), 'game')}, {number_of(plan.seeds, 'seed')}"
    console.print(Text(heading, STRONG), soft_wrap=True)
    rows = [("bot", "rating", "95 %", "games")]
    for name, rated in ladder.bots.items():
        rows.append((name, f"{rated.rating:.0f}", f"{rated.low:.0f} to {rated.high:.0f}", f"{rated.games:,}"))
    print_grid(console, rows)
    pairs = [("pair", "wins", "draws", "losses", "points", "wins of those decided, 95 %")]
    for pair in ladder.pairs:
        low, high = pair.interval()
        pairs.append(
            (
                f"{pair.first} - {pair.second}",
                str(pair.wins),
                str(pair.draws),
                str(pair.losses),
                f"{100 * pair.share:.1f} %",
                percents(low, high),
            )
        )
    print_grid(console, pairs)
