"""The report of a study: one HTML file with its plots inside, and the games as CSV and Parquet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path

import polars as pl

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.lab import plots
from sandtable.lab.facts import BAND, Curve, curve_rows, fact_label, grouped, split_facts, words
from sandtable.lab.figures import Estimate, estimate, number_of, share_interval
from sandtable.lab.game_file import decision_rows, game_rows
from sandtable.lab.study import Fact, Study, Tally, is_number
from sandtable.lab.sweep import Sweep, label

_CSS = f"""
body {{ font: 16px/1.5 system-ui, sans-serif; color: {plots.INK}; background: {plots.PAPER}; max-width: 60rem;
margin: 2rem auto; padding: 0 1rem }}
h1, h2 {{ line-height: 1.2 }} h2 {{ margin-top: 2.5rem }}
table {{ border-collapse: collapse; display: block; overflow-x: auto }}
td, th {{ padding: .2rem .8rem; border-bottom: 1px solid #d8cfb8; text-align: right }}
td:first-child, th:first-child {{ text-align: left }} td:not(:first-child) {{ white-space: nowrap }}
.quiet {{ color: #6b675c }} .warn {{ background: #f3dfb5; padding: .5rem 1rem }}
section.cell {{ border-top: 3px solid {plots.INK}; margin-top: 4rem }}
"""
Row = Sequence[str]


def write_report(sweep: Sweep, folder: Path) -> list[Path]:
    """Write report.html, games.csv and games.parquet, and decisions.parquet if they were kept; say where they are."""
    tables = {"games": [game_rows(study.plan, study.played) for study in sweep.studies]}
    if sweep.studies[0].plan.decisions:
        tables["decisions"] = [decision_rows(study.plan, study.played) for study in sweep.studies]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = [folder / "report.html"]
        files[0].write_text(html(sweep), encoding="utf-8")
        for name, parts in tables.items():
            rows = pl.concat(parts, how="diagonal_relaxed")
            files.append(folder / f"{name}.parquet")
            rows.write_parquet(files[-1])
            if name == "games":
                files.append(folder / "games.csv")
                rows.write_csv(files[-1])
    except OSError as fault:
        raise SandtableError(f"The report cannot be written to {folder}: {fault.strerror or fault}.") from None
    return files


def html(sweep: Sweep) -> str:
    """The whole report as one page that needs nothing else."""
    title = find_game(sweep.studies[0].plan.game).title
    if len(sweep.cells) == 1:
        return page(title, study_parts(sweep.studies[0], f"<h1>{escape(title)}: {{games}}</h1>"))
    parts = [f"<h1>{escape(title)}: {len(sweep.cells)} settings compared</h1>", *_setting(sweep), *_compared(sweep)]
    for cell, study in zip(sweep.cells, sweep.studies, strict=False):
        heading = f"<h2>{escape(label(cell))}: {{games}}</h2>"
        parts += ['<section class="cell">', *study_parts(study, heading), "</section>"]
    return page(title, parts)


def _setting(sweep: Sweep) -> list[str]:
    """What all cells have in common: options, bots and seeds, and the games of each."""
    plan, swept = sweep.studies[0].plan, sweep.cells[0]
    options = ", ".join(f"{words(name)} {value}" for name, value in plan.options.items() if name not in swept)
    lineups = "; ".join(" · ".join(lineup) for lineup in plan.lineups)
    games = sum(len(study.played) for study in sweep.studies)
    told = [number_of(games, "game"), *([options] if options else []), f"Bots: {lineups}"]
    seeds = f"Game <i>i</i> is played from the seed named “{escape(plan.seed)}/<i>i</i>”, in every setting."
    return [f"<p>{'<br>'.join(map(escape, told))}<br>{seeds}</p>"]


def _compared(sweep: Sweep) -> list[str]:
    """What each seat wins and scores in each cell, and how that differs from the first on the same seeds."""
    parts = []
    names = find_game(sweep.studies[0].plan.game).words
    head = ("", "games", "won", "95 %", "points of a hundred against the first", "mean score", "against the first")
    for seat in sweep.studies[0].plan.seats:
        won, rows = {}, [head]
        for cell, study, against in zip(sweep.cells, sweep.studies, sweep.compared(), strict=False):
            if seat in study.plan.seats and study.played:
                fared = study.by_seat()[seat]
                low, high = fared.interval()
                won[label(cell)] = Estimate(fared.games, 100 * fared.share, 0.0, 100 * low, 100 * high, 0.0, 100.0)
                more = against.get(seat)
                wins = _mean(more.wins, 100) if more else ""
                share = (f"{fared.games:,}", *_share(fared.wins, fared.games))
                rows.append((label(cell), *share, wins, _mean(fared.score), _mean(more.score) if more else ""))
        parts += _section(f"Won by {names.name(seat)}", plots.means(won, "% won"), _table(rows))
    note = "Every setting plays the same seeds; differences are taken seed by seed, with 95 % intervals."
    return [*parts, f'<p class="quiet">{note}</p>']


def study_parts(study: Study, heading: str) -> list[str]:
    """The sections of one study under a heading, in which {games} is their number."""
    plan, total = study.plan, len(study.played)
    made = sum(played.decisions for played in study.played)
    earlier = f" {study.before:,} of them were read from a file: these cost nothing now." if study.before else ""
    options = ", ".join(f"{words(name)} {value}" for name, value in plan.options.items())
    lineups = "; ".join(" · ".join(lineup) for lineup in plan.lineups)
    parts = [
        heading.format(games=number_of(total, "game")),
        f"<p>{escape(options)}<br>Bots: {escape(lineups)}<br>"
        f"Game <i>i</i> is played from the seed named “{escape(plan.seed)}/<i>i</i>”.</p>",
        f'<p class="quiet">{made:,} decisions in {study.cpu_s:,.1f} CPU-seconds '
        f"({study.speed:,.0f} a second), {study.wall_s:,.1f} s on the clock "
        f"with {number_of(study.workers, 'worker')}.{earlier}</p>",
        "<p class=\"quiet\">Thin lines on bars are 95 % intervals: Wilson's for shares, Student's for means.</p>",
    ]
    if not study.complete:
        parts.append(f'<p class="warn">Interrupted: {total:,} of {plan.games:,} games were played.</p>')
    return [*parts, *_figures(study)] if total else parts


def _figures(study: Study) -> list[str]:
    plan, total = study.plan, len(study.played)
    results = study.results()
    parts = _section("Outcomes", plots.shares(results, total), _share_table(results, total))
    parts += ["<h2>Seats and bots</h2>", _tally_table(study), *_paired(study)]
    scores = {seat: [p.scores[seat] for p in study.played if seat in p.scores] for seat in plan.seats}
    shown = {"all seats": next(iter(scores.values()))} if _alike(scores) else scores
    parts += _section("Scores", plots.histogram(shown, "score"))
    parts += _section("Length", plots.histogram({"games": [p.decisions for p in study.played]}, "decisions"))
    game = find_game(plan.game)
    board = game.board(plan.options)
    title = partial(fact_label, game.words, plan.seats)

    def called(thing: str) -> str:
        return words(game.words.name(thing))

    heat, others = split_facts(study.facts(), board)
    for name, counts in heat.items():
        told = plots.heat_words(counts)
        drawing = plots.heat_map(board, counts, title(name), f"{title(name)}: {told}")
        parts += _section(f"Where: {title(name)}", drawing, f'<p class="quiet">{escape(told)}</p>')
    bars, curves, alone = grouped(others)
    for name, curve in curves.items():
        parts += _curve(title(name), curve, called)
    for name, group in bars.items():
        parts += _section(title(name), plots.means(group, called=called))
    for name, values in sorted(alone.items(), key=lambda fact: is_number(fact[1])):  # kinds first: causes of loss
        of = "" if len(values) == total else f" ({len(values):,} of {total:,} games)"
        parts += _fact(f"{title(name)}{of}", values)
    return parts


def _alike(scores: Mapping[str, Sequence[float]]) -> bool:
    """Whether all seats score the same, as in a cooperative game."""
    first, *rest = scores.values()
    return bool(first) and all(other == first for other in rest)


def page(title: str, parts: Sequence[str]) -> str:
    """A page of its own in our colours, with all that its plots need."""
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{_CSS}</style>'
    view = '<meta name="viewport" content="width=device-width">'
    return f"{head}{view}{plots.library()}<body>{''.join(parts)}</body></html>\n"


def _section(title: str, *parts: str) -> list[str]:
    return [f"<h2>{escape(title)}</h2>", *parts]


def _table(rows: Sequence[Row]) -> str:
    """Rows as a table, the first as its heading."""
    tagged = [(row, "th" if index == 0 else "td") for index, row in enumerate(rows)]
    cells = ["".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) for row, tag in tagged]
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _curve(title: str, curve: Curve, called: plots.Called) -> list[str]:
    rows = curve_rows(curve)
    low, high = (f"{100 * part:.0f}" for part in BAND)
    note = f'<p class="quiet">The line is the mean of the games that came so far; the band holds {low} to {high} %.</p>'
    drawing = plots.curve(curve, title, "; ".join(" ".join(row) for row in rows[1:]), called)
    figures = f"<details><summary>Figures</summary>{_table(rows)}</details>"
    return _section(f"{title}, as time goes on", drawing, note, figures)


def _fact(title: str, values: Sequence[Fact]) -> list[str]:
    if not is_number(values):
        counts = dict(sorted(Counter(str(v) for v in values).items(), key=lambda item: (-item[1], item[0])))
        return _section(title, plots.shares(counts, len(values)), _share_table(counts, len(values)))
    figures = [float(value) for value in values]
    mean = estimate(figures)
    if mean.least == mean.most:
        return _section(title, f'<p class="quiet">always {mean.mean:,g}</p>')
    told = f"mean {_mean(mean)}, deviation {mean.deviation:,.2f}, from {mean.least:,g} to {mean.most:,g}"
    return _section(title, f'<p class="quiet">{told}</p>', plots.histogram({title: figures}, title.lower()))


def _mean(mean: Estimate, times: int = 1) -> str:
    return f"{times * mean.mean:,.2f} ({times * mean.low:,.2f} to {times * mean.high:,.2f})"


def _share(count: int, total: int) -> tuple[str, str]:
    """A share and its interval."""
    low, high = share_interval(count, total)
    return f"{100 * count / total if total else 0:.1f} %", f"{100 * low:.1f} – {100 * high:.1f} %"


def _share_table(counts: Mapping[str, int], total: int) -> str:
    rows = [(words(name), f"{count:,}", *_share(count, total)) for name, count in counts.items()]
    return _table([("", "games", "share", "95 %"), *rows])


def _tally_table(study: Study) -> str:
    rows: list[Row] = [("", "bot", "wins", "draws", "losses", "won", "95 %", "mean score (95 %)")]
    rows += [_tally_row(seat, tally) for seat, tally in study.by_seat().items()]
    if len(study.plan.lineups) > 1:
        rows += [_tally_row(f"{bot} as {seat}", tally) for (bot, seat), tally in study.by_bot_and_seat().items()]
        rows += [_tally_row(f"{bot}, all seats", tally) for bot, tally in study.by_bot().items()]
    return _table(rows)


def _tally_row(name: str, tally: Tally) -> Row:
    counts = (f"{count:,}" for count in (tally.wins, tally.draws, tally.losses))
    return (name, tally.bot, *counts, *_share(tally.wins, tally.games), _mean(tally.score))


def _paired(study: Study) -> list[str]:
    pairs = study.paired()
    if not pairs:
        return []
    first, second = study.by_bot()
    rows = [("", f"{first} less {second}, a game"), *((what, _mean(mean)) for what, mean in pairs.items())]
    return [_table(rows), '<p class="quiet">Paired: both bots play both sides of every seed.</p>']
