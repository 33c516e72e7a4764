"""`sandtable ladder`: bots play each other, with progress while they do; ratings when they are done."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sandtable.bots import load_bot
from sandtable.kernel.game import AnyGame, Options
from sandtable.lab.game_log import GameLog
from sandtable.lab.ladder import Ladder, ladder_plan, rate
from sandtable.lab.simulate import cores, run
from sandtable.terminal.studies import print_grid, progress
from sandtable.terminal.text import STRONG


def play_ladder(
    game: AnyGame, options: Options, seeds: int, bots: str, seed: str, into: Path | None, workers: int, ray: str
) -> Ladder:
    """Play what is not in the file yet, and rate."""
    names = [name.strip() for name in bots.split(",") if name.strip()]
    for name in names:
        load_bot(name)
    plan = ladder_plan(game, options, seeds, names, seed)
    log = GameLog(into, plan) if into is not None else None
    before = log.read() if log is not None else []
    rate(plan, before)  # whatever is missing for it is said before hours are spent
    with progress(plan.games) as told:
        study = run(plan, workers or cores(), told, ray, before, log.add if log is not None else lambda played: None)
    if not study.complete:
        later = ". The same command continues" if log is not None else ""
        print(f"Interrupted after {len(study.played)} of {plan.games} games{later}.", file=sys.stderr)
    return rate(plan, study.played)


def print_ladder(console: Console, ladder: Ladder) -> None:
    """Ratings, and every pair in figures."""
    plan = ladder.plan
    console.print(Text(f"{plan.game}: {len(ladder.played):,} games, {plan.seeds:,} seeds", STRONG), soft_wrap=True)
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
                f"{100 * low:.1f}-{100 * high:.1f} %",
            )
        )
    print_grid(console, pairs)
