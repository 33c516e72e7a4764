"""What the names of facts say.

`fights:5015` belongs on the map, `lost:b17` is a bar among those of `lost`, `cities@1943-04` is a moment of a curve,
`lost:american@1943-04` a moment of one of the lines of `lost`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from sandtable.kernel.table import Board
from sandtable.kernel.words import Words
from sandtable.lab.figures import Estimate, estimate
from sandtable.lab.study import Fact, is_number

Facts = Mapping[str, Sequence[Fact]]
Heat = dict[str, float]
"""Space -> what was counted there, a game."""
Bars = dict[str, Estimate]
"""What -> its mean over all games."""
Curve = dict[str, dict[str, list[float]]]
"""Line -> moment -> the sorted figures of the games that came so far."""
BAND = (0.1, 0.9)
"""Between these shares of the games lies the band around a line."""


def split_facts(facts: Facts, board: Board) -> tuple[dict[str, Heat], dict[str, Sequence[Fact]]]:
    """Facts of spaces by what they count, as means, and all other facts."""
    spaces = {space.id for space in board.spaces}
    heat: dict[str, Heat] = {}
    others: dict[str, Sequence[Fact]] = {}
    for name, values in facts.items():
        what, sign, space = name.partition(":")
        if sign and space in spaces:
            heat.setdefault(what, {})[space] = fmean(float(value) for value in values)
        else:
            others[name] = values
    return heat, others


def grouped(facts: Facts) -> tuple[dict[str, Bars], dict[str, Curve], dict[str, Sequence[Fact]]]:
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
            bars.setdefault(what, {})[thing] = estimate([float(value) for value in values])
    return bars, curves, alone


def share(figures: Sequence[float], part: float) -> float:
    """The figure below which this part of the sorted figures lies."""
    return figures[min(len(figures) - 1, int(part * len(figures)))]


def moments(curve: Curve) -> list[str]:
    """The moments of a curve in their order."""
    return sorted({moment for line in curve.values() for moment in line})


def curve_rows(curve: Curve) -> list[list[str]]:
    """The figures of a curve as a table: a row for each moment, with the mean of each line and the number of games."""
    rows = [["", *(words(name) or "mean" for name in curve), "games"]]
    for moment in moments(curve):
        figures = [line.get(moment, []) for line in curve.values()]
        means = [f"{fmean(values):,.1f}" if values else "–" for values in figures]
        rows.append([moment, *means, f"{max(map(len, figures)):,}"])
    return rows


def fact_label(names: Words, seats: Sequence[str], fact: str) -> str:
    """A fact as a player reads it: `lost:b17` is "Lost, B-17", with the names that the game gives to things.

    What a game calls a figure itself stands among its terms: `"figure lz_lost" = "Landing Zones lost"`.
    """
    what, *things = fact.replace("@", ":").split(":")
    label = ", ".join([_figure_label(names, seats, what), *(words(names.name(thing.strip())) for thing in things)])
    return label[:1].upper() + label[1:]


def _figure_label(names: Words, seats: Sequence[str], what: str) -> str:
    """What is counted, then what of it: `allied_vp_strike` is "Allied VP, strike", `units_left_german` is of a seat."""
    parts = words(what).split()
    for known in range(len(parts), 0, -1):
        called = names.terms.get(f"figure {'_'.join(parts[:known])}")
        if called:
            return ", ".join([called, *([" ".join(parts[known:])] if parts[known:] else [])])
    seat = next((part for part in parts if part in seats), "")
    rest = " ".join(part for part in parts if part != seat)
    return f"{rest}, {names.name(seat)}" if seat and rest else words(what)


def words(name: str) -> str:
    """A name of a fact or a result as it is read."""
    return name.replace("_", " ")
