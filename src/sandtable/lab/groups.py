"""Facts that belong together: `lost:b17` is a bar among the others of `lost`, `cities@1943-04` a point of a curve.

`lost:american@1943-04` is a point of one of the lines of `lost`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from sandtable.lab.study import is_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sandtable.lab.study import Fact

Bars = dict[str, float]
"""What -> its mean over all games; a game that does not report it counts as none."""
Curve = dict[str, dict[str, list[float]]]
"""Line -> moment -> the figures of the games that came so far."""
BAND = (0.1, 0.9)
"""Between these shares of the games lies the band around a line."""


def grouped(
    facts: Mapping[str, Sequence[Fact]], games: int
) -> tuple[dict[str, Bars], dict[str, Curve], dict[str, Sequence[Fact]]]:
    """The facts as groups of bars, as curves, and those that stand alone."""
    bars: dict[str, Bars] = {}
    curves: dict[str, Curve] = {}
    alone: dict[str, Sequence[Fact]] = {}
    for name, values in facts.items():
        stem, _, moment = name.partition("@")
        what, _, thing = stem.partition(":")
        if what == name or not is_number(values):
            alone[name] = values
        elif moment:
            curves.setdefault(what, {}).setdefault(thing, {})[moment] = sorted(float(value) for value in values)
        else:
            bars.setdefault(what, {})[thing] = sum(float(value) for value in values) / games
    return bars, curves, alone


def share(figures: Sequence[float], part: float) -> float:
    """The figure below which this part of the sorted figures lies."""
    return figures[min(len(figures) - 1, int(part * len(figures)))]


def mean(figures: Sequence[float]) -> float:
    """The mean of some figures."""
    return sum(figures) / len(figures)


def moments(curve: Curve) -> list[str]:
    """The moments of a curve in their order."""
    return sorted({moment for line in curve.values() for moment in line})


def draw_bars(bars: Bars, colour: str) -> Figure:
    """Means as bars, the longest first, each with its figure."""
    names = sorted(bars, key=lambda name: (-bars[name], name))
    figure = Figure(figsize=(8, 0.7 + 0.34 * len(names)))
    axes: Axes = figure.add_subplot()
    drawn = axes.barh(range(len(names)), [bars[name] for name in names], color=colour, height=0.65)
    axes.bar_label(drawn, [f"{bars[name]:,.2f}" for name in names], padding=4)
    axes.set_yticks(range(len(names)), [name.replace("_", " ") for name in names])
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.set_xlabel("mean of a game")
    return figure


def draw_curve(curve: Curve, colours: Sequence[str], label: str) -> Figure:
    """Means as lines over the moments, with a band in which most games lie."""
    figure = Figure(figsize=(8, 3.2))
    axes: Axes = figure.add_subplot()
    order = moments(curve)
    for index, (name, line) in enumerate(curve.items()):
        colour = colours[index % len(colours)]
        places = [place for place, moment in enumerate(order) if moment in line]
        figures = [line[order[place]] for place in places]
        low, high = ([share(values, part) for values in figures] for part in BAND)
        axes.fill_between(places, low, high, color=colour, alpha=0.18, linewidth=0)
        marker = "os^Dv"[index % 5]  # colour is never the only cue
        axes.plot(
            places, [mean(values) for values in figures], color=colour, marker=marker, label=name.replace("_", " ")
        )
    axes.set_xticks(range(len(order)), order)
    axes.set_ylabel(label)
    axes.set_ylim(bottom=0)
    if len(curve) > 1:
        axes.legend(frameon=False)
    return figure


def curve_rows(curve: Curve) -> list[list[str]]:
    """The figures of a curve as a table: a row for each moment, with the mean of each line and the number of games."""
    order = moments(curve)
    rows = [["", *(name.replace("_", " ") or "mean" for name in curve), "games"]]
    for moment in order:
        columns = [line.get(moment, []) for line in curve.values()]
        means = [f"{mean(figures):,.1f}" if figures else "–" for figures in columns]
        rows.append([moment, *means, f"{max(map(len, columns)):,}"])
    return rows
