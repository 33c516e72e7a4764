"""The report of a study: one HTML file with its plots inside, and the games as CSV and Parquet."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import polars as pl
from matplotlib.figure import Figure

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.lab.groups import BAND, Bars, Curve, curve_rows, draw_bars, draw_curve, grouped
from sandtable.lab.heat import heat_map, heat_words, split_facts
from sandtable.lab.study import Fact, Study, Tally, is_number, wilson

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INK, _PAPER, _BAR, COLOURS = "#2b2a27", "#fbf8f1", "#4f6d8a", ("#4f6d8a", "#b0703c", "#6f8f5a", "#8a5a7d", "#777777")
STYLE: Any = {
    "svg.fonttype": "none",  # text stays text: it can be searched and read aloud
    "svg.hashsalt": "sandtable",  # the same study gives the same file
    "font.family": "sans-serif",
    "text.parse_math": False,
    "font.size": 10,
    "axes.edgecolor": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": _PAPER,
    "axes.facecolor": _PAPER,
}
_CSS = f"""
body {{ font: 16px/1.5 system-ui, sans-serif; color: {_INK}; background: {_PAPER}; max-width: 60rem; margin: 2rem auto;
padding: 0 1rem }}
h1, h2 {{ line-height: 1.2 }} h2 {{ margin-top: 2.5rem }} svg {{ max-width: 100%; height: auto }}
table {{ border-collapse: collapse }}
td, th {{ padding: .2rem .8rem; border-bottom: 1px solid #d8cfb8; text-align: right }}
td:first-child, th:first-child {{ text-align: left }}
.quiet {{ color: #6b675c }} .warn {{ background: #f3dfb5; padding: .5rem 1rem }}
"""


def write_report(study: Study, folder: Path) -> list[Path]:
    """Write report.html, games.csv and games.parquet, and say where they are."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = [folder / name for name in ("report.html", "games.csv", "games.parquet")]
        files[0].write_text(html(study), encoding="utf-8")
        games = frame(study)
        games.write_csv(files[1])
        games.write_parquet(files[2])
    except OSError as fault:
        raise SandtableError(f"The report cannot be written to {folder}: {fault.strerror or fault}.") from None
    return files


def frame(study: Study) -> pl.DataFrame:
    """The games as a table: a row for each game, a column for each score and fact."""
    plan = study.plan
    columns: dict[str, list[Any]] = {
        "number": [p.number for p in study.played],
        "seed": [f"{plan.seed}/{p.number}" for p in study.played],
        "result": [p.result for p in study.played],
        "winners": [" ".join(p.winners) for p in study.played],
        "drawn": [p.drawn for p in study.played],
        "decisions": [p.decisions for p in study.played],
    }
    for index, seat in enumerate(plan.seats):
        columns[f"bot_{seat}"] = [plan.lineups[p.lineup][index] for p in study.played]
        columns[f"score_{seat}"] = [p.scores.get(seat) for p in study.played]
    for name, values in study.facts().items():
        kind = float if is_number(values) else str
        columns[f"fact_{name}"] = [kind(p.facts[name]) if name in p.facts else None for p in study.played]
    return pl.DataFrame(columns)


def html(study: Study) -> str:
    """The whole report as one page that needs nothing else."""
    game, plan, total = find_game(study.plan.game), study.plan, len(study.played)
    made = sum(played.decisions for played in study.played)
    options = ", ".join(f"{name} {value}" for name, value in plan.options.items())
    lineups = "; ".join(" · ".join(lineup) for lineup in plan.lineups)
    parts = [
        f"<h1>{escape(game.title)}: {total:,} games</h1>",
        f"<p>{escape(options)}<br>Bots: {escape(lineups)}<br>"
        f"Game <i>i</i> is played from the seed named “{escape(plan.seed)}/<i>i</i>”.</p>",
        f'<p class="quiet">{made:,} decisions in {study.cpu_s:,.1f} CPU-seconds '
        f"({made / study.cpu_s if study.cpu_s else 0:,.0f} a second), {study.wall_s:,.1f} s on the clock "
        f"with {study.workers} worker{'s' if study.workers > 1 else ''}.</p>",
    ]
    if not study.complete:
        parts.append(f'<p class="warn">Interrupted: {total:,} of {plan.games:,} games were played.</p>')
    if not total:
        return page(game.title, parts)
    with mpl.rc_context(STYLE):
        parts += _section("Outcomes", _shares(study.results(), total), _share_table(study.results(), total))
        parts += ["<h2>Seats and bots</h2>", _tally_table(study)]
        scores = {seat: [p.scores[seat] for p in study.played if seat in p.scores] for seat in plan.seats}
        shown = {"all seats": next(iter(scores.values()))} if _alike(scores) else scores
        parts += _section("Scores", _histogram(shown, "score"))
        parts += _section("Length", _histogram({"games": [p.decisions for p in study.played]}, "decisions"))
        board = game.board(plan.options)
        heat, others = split_facts(study.facts(), board)
        for name, counts in heat.items():
            words = heat_words(counts, total)
            drawing = svg(heat_map(board, counts, total, _label(name)), f"{_label(name)}: {words}")
            parts += _section(f"Where: {_label(name)}", drawing, f'<p class="quiet">{escape(words)}</p>')
        bars, curves, alone = grouped(others, total)
        for name, curve in curves.items():
            parts += _curve(name, curve)
        for name, group in bars.items():
            parts += _bars(name, group)
        facts = sorted(alone.items(), key=lambda fact: is_number(fact[1]))  # kinds first: causes of loss
        for name, values in facts:
            parts += _fact(name, values)
    return page(game.title, parts)


def _alike(scores: Mapping[str, Sequence[float]]) -> bool:
    """Whether all seats score the same, as in a cooperative game."""
    first, *rest = scores.values()
    return bool(first) and all(other == first for other in rest)


def page(title: str, parts: Sequence[str]) -> str:
    """A page of its own in our colours."""
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{_CSS}</style>'
    return f'{head}<meta name="viewport" content="width=device-width"><body>{"".join(parts)}</body></html>\n'


def _label(name: str) -> str:
    return name.replace("_", " ")


def _section(title: str, *parts: str) -> list[str]:
    return [f"<h2>{escape(title)}</h2>", *parts]


def _title(name: str) -> str:
    return _label(name).capitalize()


def _curve(name: str, curve: Curve) -> list[str]:
    rows = curve_rows(curve)
    head, *body = ["".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) for row, tag in _tagged(rows)]
    table = f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in body)}</table>"
    low, high = (f"{100 * part:.0f}" for part in BAND)
    words = (
        f'<p class="quiet">The line is the mean of the games that came so far; the band holds {low} to {high} %.</p>'
    )
    drawing = svg(draw_curve(curve, COLOURS, _label(name)), "; ".join(" ".join(row) for row in rows[1:]))
    return _section(
        f"{_title(name)}, as time goes on", drawing, words, f"<details><summary>Figures</summary>{table}</details>"
    )


def _tagged(rows: list[list[str]]) -> list[tuple[list[str], str]]:
    return [(row, "th" if index == 0 else "td") for index, row in enumerate(rows)]


def _bars(name: str, bars: Bars) -> list[str]:
    words = "; ".join(f"{_label(what)} {value:.2f}" for what, value in bars.items())
    return _section(_title(name), svg(draw_bars(bars, _BAR), words))


def _fact(name: str, values: Sequence[Fact]) -> list[str]:
    title = _title(name)
    if is_number(values):
        numbers = [float(value) for value in values]
        mean = sum(numbers) / len(numbers)
        if min(numbers) == max(numbers):
            return _section(title, f'<p class="quiet">always {mean:,g}</p>')
        words = f'<p class="quiet">mean {mean:,.2f}, from {min(numbers):,g} to {max(numbers):,g}</p>'
        return _section(title, words, _histogram({title: numbers}, title.lower()))
    counts = dict(sorted(Counter(str(v) for v in values).items(), key=lambda item: (-item[1], item[0])))
    return _section(title, _shares(counts, len(values)), _share_table(counts, len(values)))


def svg(figure: Figure, words: str) -> str:
    """A drawing inside the page, told in words to those who cannot see it."""
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None}, bbox_inches="tight")
    drawn = text.getvalue()
    return f'<div role="img" aria-label="{escape(words)}">{drawn[drawn.index("<svg") :]}</div>'


def _shares(counts: Mapping[str, int], total: int) -> str:
    """Bars of shares with their 95 % intervals."""
    names = list(counts)
    shares = [counts[name] / total for name in names]
    bounds = [wilson(counts[name], total) for name in names]
    figure = Figure(figsize=(8, 0.6 + 0.42 * len(names)))
    axes: Axes = figure.add_subplot()
    errors = [
        [max(0.0, s - low) for s, (low, _) in zip(shares, bounds, strict=True)],
        [max(0.0, high - s) for s, (_, high) in zip(shares, bounds, strict=True)],
    ]
    places = range(len(names))
    axes.barh(places, [100 * s for s in shares], color=_BAR, height=0.6)
    axes.errorbar(
        [100 * s for s in shares], places, xerr=[[100 * e for e in side] for side in errors], fmt="none", color=_INK
    )
    axes.set_yticks(places, [_label(name) for name in names])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel(f"% of {total:,} games, with 95 % intervals (Wilson)")
    return svg(figure, "; ".join(f"{name} {100 * counts[name] / total:.1f} %" for name in names))


def _histogram(groups: Mapping[str, Sequence[float]], label: str) -> str:
    values = [value for group in groups.values() for value in group]
    if not values:
        return '<p class="quiet">No figures.</p>'
    low, high = min(values), max(values)
    if all(float(value).is_integer() for value in values) and high - low <= 60:
        edges = [low - 0.5 + step for step in range(int(high - low) + 2)]
    else:
        edges = [low + (high - low) * step / 40 for step in range(41)] if high > low else [low - 0.5, low + 0.5]
    figure = Figure(figsize=(8, 2.6))
    axes: Axes = figure.add_subplot()
    colors = [COLOURS[index % len(COLOURS)] for index in range(len(groups))]
    axes.hist(list(groups.values()), bins=edges, label=list(groups), color=colors)
    axes.set_xlabel(label)
    axes.set_ylabel("games")
    if len(groups) > 1:
        axes.legend(frameon=False)
    means = "; ".join(f"{name}: mean {sum(group) / len(group):.2f}" for name, group in groups.items() if group)
    return svg(figure, f"{label}: {means}")


def _share_table(counts: Mapping[str, int], total: int) -> str:
    rows = []
    for name, count in counts.items():
        low, high = wilson(count, total)
        share = f"<td>{count:,}</td><td>{100 * count / total:.1f} %</td><td>{100 * low:.1f} – {100 * high:.1f} %</td>"
        rows.append(f"<tr><td>{escape(_label(name))}</td>{share}</tr>")
    return f"<table><tr><th></th><th>games</th><th>share</th><th>95 %</th></tr>{''.join(rows)}</table>"


def _tally_table(study: Study) -> str:
    rows = []
    for kind, tallies in (("seat", study.by_seat()), ("bot", study.by_bot())):
        rows += [_tally_row(f"{kind} {name}", tally) for name, tally in tallies.items()]
    head = "".join(f"<th>{name}</th>" for name in ("", "bot", "wins", "draws", "losses", "won", "95 %", "mean score"))
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def _tally_row(name: str, tally: Tally) -> str:
    low, high = wilson(tally.wins, tally.games)
    cells = (
        escape(name),
        escape(tally.bot),
        f"{tally.wins:,}",
        f"{tally.draws:,}",
        f"{tally.losses:,}",
        f"{100 * tally.wins / tally.games if tally.games else 0:.1f} %",
        f"{100 * low:.1f} – {100 * high:.1f} %",
        f"{tally.mean_score:,.2f}",
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
