"""`sandtable simulate` and `sandtable bench`: progress while they run, figures when they are done."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from sandtable.bots import load_bot
from sandtable.kernel.game import AnyGame, Options
from sandtable.lab.bench import Bench
from sandtable.lab.bench import bench as measure_game
from sandtable.lab.simulate import Progress as Told
from sandtable.lab.simulate import cores, run
from sandtable.lab.study import Study, plan, summary, wilson
from sandtable.terminal.text import QUIET, STRONG, grid, spoken

_EVERY = 10.0


class Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.finished_speed or task.speed or 0:,.1f} games/s")


def play_many(
    game: AnyGame, options: Options, count: int, bots: str, seed: str, swap: bool, workers: int, ray: str
) -> Study:
    """Play a study with a progress bar on stderr."""
    names = [name.strip() for name in bots.split(",") if name.strip()]
    for name in names:
        load_bot(name)
    chosen = plan(game, options, count, names, seed, swap)
    with progress(chosen.games) as told:
        study = run(chosen, workers or cores(), told, ray)
    if not study.complete:
        print(f"Interrupted: {len(study.played)} of {chosen.games} games were played.", file=sys.stderr)
    return study


@contextmanager
def progress(total: int) -> Iterator[Told]:
    """A bar on stderr, or a line now and then where nobody watches."""
    if sys.stderr.isatty():
        parts = (
            TextColumn("playing"),
            BarColumn(),
            MofNCompleteColumn(),
            Rate(),
            TextColumn("left"),
            TimeRemainingColumn(),
        )
        with Progress(*parts, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("playing", total=total)
            yield lambda done: bar.update(task, completed=done)
        return
    began = told = time.monotonic()

    def tell(done: int) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= _EVERY:
            told = now
            rate = done / (now - began)
            print(f"{done} of {total} games, {rate:.1f} a second, {(total - done) / rate:.0f} s left", file=sys.stderr)

    yield tell


def print_study(console: Console, study: Study) -> None:
    """The figures of a study in words."""
    total = len(study.played)
    made = sum(played.decisions for played in study.played)
    console.print(Text(f"{study.plan.game}: {total:,} games, {made:,} decisions", STRONG), soft_wrap=True)
    rate = made / study.cpu_s if study.cpu_s else 0
    times = f"{study.cpu_s:,.1f} CPU-s, {study.wall_s:,.1f} s on {study.workers} workers, {rate:,.0f} decisions/CPU-s"
    console.print(Text(times, QUIET), soft_wrap=True)
    rows = [("result", "games", "share", "95 %")]
    for name, count in study.results().items():
        low, high = wilson(count, total)
        share = f"{100 * count / total:.1f} %"
        rows.append((name.replace("_", " "), f"{count:,}", share, f"{100 * low:.1f}-{100 * high:.1f} %"))
    print_grid(console, rows)
    seats = [("seat", "bot", "wins", "draws", "losses", "mean score")]
    for name, tally in [*study.by_seat().items(), *(study.by_bot().items() if len(study.plan.lineups) > 1 else ())]:
        score = f"{tally.mean_score:,.2f}"
        seats.append((name, tally.bot, str(tally.wins), str(tally.draws), str(tally.losses), score))
    print_grid(console, seats)
    for name, values in study.facts().items():
        summed = summary(values)
        if "mean" in summed:
            text = f"mean {summed['mean']:,.2f} ({summed['least']:g} to {summed['most']:g})"
        else:
            text = ", ".join(f"{kind} {count}" for kind, count in summed["counts"].items())
        console.print(Text(f"{spoken(name)}: {text}"), soft_wrap=True)


def print_grid(console: Console, rows: Sequence[Sequence[str]]) -> None:
    """Figures in columns."""
    for line in grid(rows, console.width):
        console.print(Text(line), soft_wrap=True)


def report(study: Study, folder: Path) -> None:
    """Write the report and say where, on stderr."""
    from sandtable.lab.report import write_report

    files = write_report(study, folder)
    print(f"The report is in {files[0]}", file=sys.stderr)


def measure(game: AnyGame, options: Options, seconds: float) -> Bench:
    if sys.stderr.isatty():
        print(f"measuring {game.id} ...", file=sys.stderr)
    return measure_game(game, options, seconds)


def print_bench(console: Console, measured: Mapping[str, Bench]) -> None:
    """A line for each game."""
    rows: list[tuple[str, ...]] = [("game", "decisions", "positions", "clone", "view", "table", "state", "deepcopy")]
    for name, one in measured.items():
        rows.append(
            (
                name,
                f"{one.decisions_per_cpu_s:,.0f}",
                f"{one.positions_per_cpu_s:,.0f}",
                f"{one.clone_us:.1f} us",
                f"{one.view_us:.1f} us",
                f"{one.table_us:.0f} us",
                f"{one.state_bytes:,} B",
                f"{one.deepcopy_ratio:.0f}x",
            )
        )
    print_grid(console, rows)
    how = "compiled with mypyc" if any(one.compiled for one in measured.values()) else "as written, not compiled"
    console.print(Text(f"decisions and positions per CPU-second on one core; {how}", QUIET), soft_wrap=True)
