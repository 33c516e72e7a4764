"""`sandtable simulate` and `sandtable bench`: progress while they run, figures when they are done."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from sandtable.bots import load_bot
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import AnyGame, Options, find_game
from sandtable.lab.bench import Bench
from sandtable.lab.bench import bench as measure_game
from sandtable.lab.facts import fact_label, split_facts, words
from sandtable.lab.figures import Estimate, estimate, number_of, share_interval
from sandtable.lab.game_file import GameFile
from sandtable.lab.simulate import Progress as Told
from sandtable.lab.simulate import cores, run
from sandtable.lab.study import Study, StudyPlan, Tally, plan, summary
from sandtable.lab.sweep import DATA, Cell, Sweep
from sandtable.lab.sweep import cells as cells
from sandtable.terminal.arguments import settled
from sandtable.terminal.text import QUIET, STRONG, grid, wrapped

_EVERY = 10.0


class Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.finished_speed or task.speed or 0:,.1f} games/s")


def play_many(plans: Sequence[StudyPlan], workers: int, ray: str, into: GameFile | None = None) -> list[Study]:
    """Play studies one after the other with one progress bar on stderr; the first that is interrupted is the last."""
    studies: list[Study] = []
    total = sum(chosen.games for chosen in plans)
    with progress(total) as told:
        for chosen in plans:
            studies.append(_play(chosen, workers, ray, into, told, sum(len(study.played) for study in studies)))
            if not studies[-1].complete:
                break
    played = sum(len(study.played) for study in studies)
    if played < total:
        later = ". The same command continues" if into is not None else ""
        print(f"Interrupted after {played} of {total} games{later}.", file=sys.stderr)
    return studies


def _play(plan: StudyPlan, workers: int, ray: str, into: GameFile | None, told: Told, done: int) -> Study:
    def count(games: int) -> None:
        told(done + games)

    if into is None:
        return run(plan, workers or cores(), count, ray)
    try:
        return run(plan, workers or cores(), count, ray, into.read(plan), lambda played: into.add(plan, played))
    finally:
        into.write()


def play_sweep(cells: tuple[Cell, ...], plans: Sequence[StudyPlan], workers: int, ray: str, into: Path | None) -> Sweep:
    """Play the plans of all cells; those in the file are not played again."""
    first = plans[0]
    file = GameFile(into, first.game, first.seed, first.decisions) if into is not None else None
    return Sweep(cells, tuple(play_many(plans, workers, ray, file)))


def plans(
    game: AnyGame,
    options: Sequence[Options],
    cells: Sequence[Cell],
    seeds: int,
    bots: str,
    seed: str,
    swap: bool,
    decisions: bool,
) -> list[StudyPlan]:
    """A plan for each cell."""
    names = bots_named(bots)
    return [
        msgspec.structs.replace(
            plan(game, chosen, seeds, names, seed, swap), data=_folder(cell.get(DATA, "")), decisions=decisions
        )
        for chosen, cell in zip(options, cells, strict=True)
    ]


def cell_options(
    game: AnyGame, cells: Sequence[Cell], scenario: str, players: int, others: Sequence[str]
) -> list[Options]:
    """The options of each cell: what it sets goes before what the command line sets for all."""
    return [
        settled(
            game,
            cell.get("scenario", scenario),
            0 if "players" in cell else players,
            [*others, *(f"{name}={value}" for name, value in cell.items() if name not in ("scenario", DATA))],
        )
        for cell in cells
    ]


def _folder(name: str) -> str:
    if name and not Path(name).is_dir():
        raise SandtableError("There is no folder {name} (--sweep data=...).", name=name)
    return str(Path(name).resolve()) if name else ""


def bots_named(text: str) -> list[str]:
    """The bots of `A,B`; one that does not exist is said before anything is played."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        load_bot(name)
    return names


def pace(games: int, seconds: float, left: int) -> str:
    """How fast games are played, and how long the others will take; nothing before a second game has ended."""
    if not games:
        return ""
    each = max(seconds, 0.1) / games
    speed = f"{1 / each:.1f} a second" if each < 1 else f"{each:.0f} s each"
    return f", {speed}, {left * each:.0f} s left"


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
    told = time.monotonic()
    first: tuple[int, float] | None = None  # what was played before was not played at this speed

    def tell(done: int) -> None:
        nonlocal told, first
        first = first or (done, time.monotonic())
        now = time.monotonic()
        if now - told >= _EVERY:
            told = now
            print(f"{done} of {total} games{pace(done - first[0], now - first[1], total - done)}", file=sys.stderr)

    yield tell


def print_study(console: Console, study: Study) -> None:
    """The figures of a study in words."""
    total = len(study.played)
    made = sum(played.decisions for played in study.played)
    earlier = f" ({study.before:,} of them played before)" if study.before else ""
    heading = f"{study.plan.game}: {number_of(total, 'game')}, {number_of(made, 'decision')}{earlier}"
    console.print(Text(heading, STRONG), soft_wrap=True)
    hands = number_of(study.workers, "worker")
    times = f"{study.cpu_s:,.1f} CPU-s, {study.wall_s:,.1f} s on {hands}, {study.speed:,.0f} decisions/CPU-s"
    console.print(Text(times, QUIET), soft_wrap=True)
    rows = [("result", "games", "share", "95 %")]
    for name, count in study.results().items():
        low, high = share_interval(count, total)
        rows.append((words(name), f"{count:,}", f"{100 * count / total:.1f}\u00a0%", percents(low, high)))
    print_grid(console, rows)
    print_grid(console, tally_rows(study))
    for what, mean in study.paired().items():
        first, second = study.by_bot()
        less = f"{first} less {second}, {what} a game, paired by seed: {with_interval(mean)}"
        console.print(Text(less.replace("\u00a0", " ")), soft_wrap=True)
    print_facts(console, study)


def tally_rows(study: Study) -> list[tuple[str, ...]]:
    """How seats and bots fared; where the seats were swapped, each bot on each seat."""
    rows: list[tuple[str, ...]] = [
        ("seat", "bot", "wins", "draws", "losses", "won", "95\u00a0%", "score\u00a0± 95\u00a0%")
    ]
    rows += [(seat, *_tally(tally)) for seat, tally in study.by_seat().items()]
    if len(study.plan.lineups) > 1:
        rows += [(f"  as {seat}", *_tally(tally)) for (_, seat), tally in study.by_bot_and_seat().items()]
        rows += [("all seats", *_tally(tally)) for tally in study.by_bot().values()]
    return rows


def _tally(tally: Tally) -> tuple[str, ...]:
    counts = (f"{count:,}" for count in (tally.wins, tally.draws, tally.losses))
    share = f"{100 * tally.share:.1f}\u00a0%"
    names = tally.bot.replace(",", ", ")  # so that a long line-up can go on in the next line
    return (names, *counts, share, percents(*tally.interval()), with_interval(tally.score))


def print_facts(console: Console, study: Study) -> None:
    """Means with their intervals and counts of kinds; what is counted by space or by moment stands in the report.

    Figures that are 0 in every game are named in one line.
    """
    game = find_game(study.plan.game)
    board = game.board(study.plan.options)
    label = partial(fact_label, game.words, game.seats(study.plan.options))
    never: list[str] = []
    _, facts = split_facts(study.facts(), board)
    figures: list[tuple[str, ...]] = [("figure", "mean ± 95 %", "deviation", "range")]
    kinds: list[tuple[str, ...]] = [("kind", "games")]
    for name, values in facts.items():
        if "@" in name:
            continue
        told = summary(values)
        if "counts" in told:
            kinds.append(
                (label(name), ", ".join(f"{kind or 'none'} {count}" for kind, count in told["counts"].items()))
            )
            continue
        mean = estimate([float(value) for value in values])
        if mean.least == mean.most == 0:
            never.append(label(name))
            continue
        spread = f"{mean.least:g} to {mean.most:g}"
        of = "" if mean.n == len(study.played) else f" ({mean.n:,} of {len(study.played):,} games)"
        figures.append((f"{label(name)}{of}", with_interval(mean), f"{mean.deviation:,.2f}", spread))
    for rows in (kinds, figures):
        if len(rows) > 1:
            print_grid(console, rows)
    if never:
        for line in wrapped(console, Text(f"0 in every game: {'; '.join(never)}.", QUIET), console.width, 2):
            console.print(line, soft_wrap=True)


def print_sweep(console: Console, sweep: Sweep) -> None:
    """A row for each cell and seat: what it won and scored, and the difference to the first cell on the same seeds."""
    if len(sweep.cells) == 1:
        print_study(console, sweep.studies[0])
        return
    heading = f"{sweep.studies[0].plan.game}: {number_of(sum(len(study.played) for study in sweep.studies), 'game')}"
    console.print(Text(heading, STRONG), soft_wrap=True)
    names = " / ".join(sweep.cells[0])
    rows: list[tuple[str, ...]] = [(names, "seat", "games", "won, %", "95 %", "less the first", "mean score")]
    for cell, study, against in zip(sweep.cells, sweep.studies, sweep.compared(), strict=False):
        for seat, tally in study.by_seat().items():
            more = with_interval(against[seat].wins, 100) if seat in against else ""
            share = f"{100 * tally.share:.1f}"
            figures = (f"{tally.games:,}", share, percents(*tally.interval()), more, with_interval(tally.score))
            rows.append((" / ".join(cell.values()), seat, *figures))
    print_grid(console, rows)


def percents(low: float, high: float) -> str:
    """An interval of a share."""
    return f"{100 * low:.1f}-{100 * high:.1f}\u00a0%"


def with_interval(mean: Estimate, times: int = 1) -> str:
    """A mean and half the width of its 95 % interval, in hundredths where it is a share: `3.20 ± 0.30`.

    One game alone has no interval.
    """
    if mean.n == 1:
        return f"{times * mean.mean:,.2f}"
    return f"{times * mean.mean:,.2f}\u00a0±\u00a0{times * (mean.high - mean.mean):,.2f}"


def print_grid(console: Console, rows: Sequence[Sequence[str]]) -> None:
    """Figures in columns."""
    for line in grid(rows, console.width):
        console.print(Text(line), soft_wrap=True)


def report(sweep: Sweep, folder: Path) -> Path:
    """Write the report, and say where."""
    from sandtable.lab.report import write_report

    return write_report(sweep, folder)[0]


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
