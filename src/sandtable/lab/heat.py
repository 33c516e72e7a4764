"""Heat maps: facts that are counted for spaces of the board (`fights:5015`) are drawn on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from matplotlib import colormaps
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from sandtable.kernel.table import Board, Space

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sandtable.lab.study import Fact

_GROUND = {"water": "#b9d0e0", "woods": "#cfdcbf", "park": "#dbe7c9", "city": "#d9cfc4", "rubble": "#d2ccc4"}
_PAPER = "#efe9d9"
Rgb = tuple[float, float, float]


def split_facts(
    facts: Mapping[str, Sequence[Fact]], board: Board
) -> tuple[dict[str, dict[str, float]], dict[str, Sequence[Fact]]]:
    """Facts of spaces by what they count, summed over the games, and all other facts."""
    spaces = {space.id for space in board.spaces}
    heat: dict[str, dict[str, float]] = {}
    others: dict[str, Sequence[Fact]] = {}
    for name, values in facts.items():
        what, sign, space = name.partition(":")
        if sign and space in spaces:
            heat.setdefault(what, {})[space] = sum(float(value) for value in values)
        else:
            others[name] = values
    return heat, others


def outline(space: Space) -> list[tuple[float, float]]:
    """The corners of a space: a hex with a flat top, or the box around anything else."""
    half, up = (space.width or 20) / 2, (space.height or 20) / 2
    if space.points:
        return list(space.points)
    if space.shape == "hex":
        corners = ((-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0))
    else:
        corners = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, 1), (-1, -1))
    return [(space.x + dx * half, space.y + dy * up) for dx, dy in corners]


def heat_map(board: Board, counts: Mapping[str, float], games: int, label: str) -> Figure:
    """The board with each space the darker the more was counted there."""
    most = max(counts.values(), default=0.0) / games or 1.0
    scale = colormaps["YlOrRd"]
    colours: list[Rgb] = []
    for space in board.spaces:
        share = counts.get(space.id, 0.0) / games / most
        rgba = scale(0.15 + 0.85 * share**0.5)
        ground = to_rgb(_GROUND.get(space.kind, _PAPER))
        colours.append((float(rgba[0]), float(rgba[1]), float(rgba[2])) if share else ground)
    figure = Figure(figsize=(9, 9 * board.height / board.width + 0.6))
    axes: Axes = figure.add_subplot()
    spaces = PolyCollection([outline(space) for space in board.spaces], facecolors=colours, edgecolors="face")
    spaces.set_rasterized(True)
    axes.add_collection(spaces)
    for link in board.links:
        if link.kind in ("river", "canal", "front"):
            xs, ys = zip(*link.points, strict=True)
            axes.plot(xs, ys, color="#7d93a6" if link.kind != "front" else "#8a3b2e", linewidth=0.8, rasterized=True)
    for space_id in sorted(counts, key=lambda id: (-counts[id], id))[:12]:
        space = next(space for space in board.spaces if space.id == space_id)
        axes.annotate(space.id, (space.x, space.y), ha="center", va="center", fontsize=6)
    axes.set_xlim(0, board.width)
    axes.set_ylim(board.height, 0)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_title(f"{label}: up to {most:.2f} a game")
    return figure


def heat_words(counts: Mapping[str, float], games: int) -> str:
    """The hottest spaces in words."""
    hottest = sorted(counts, key=lambda id: (-counts[id], id))[:10]
    return "; ".join(f"{id} {counts[id] / games:.2f} a game" for id in hottest)
