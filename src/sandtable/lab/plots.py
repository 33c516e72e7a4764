"""The plots of a report: drawn by Plotly, so that one can point at a bar, zoom and hide a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from html import escape
from statistics import fmean

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from sandtable.kernel.table import Board
from sandtable.lab.facts import BAND, Bars, Curve, Heat, moments, share, words
from sandtable.lab.figures import Estimate, share_interval

INK, PAPER, BAR = "#2b2a27", "#fbf8f1", "#4f6d8a"
COLOURS = ("#4f6d8a", "#b0703c", "#6f8f5a", "#8a5a7d", "#777777")
_SYMBOLS = ("circle", "square", "triangle-up", "diamond", "triangle-down")
_GROUND = {"water": "#b9d0e0", "woods": "#cfdcbf", "park": "#dbe7c9", "city": "#d9cfc4", "rubble": "#d2ccc4"}
_LAND = "#efe9d9"
Called = Callable[[str], str]
"""What a thing of the game is called."""
_NO_BUTTONS = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d"], "responsive": True}


def library() -> str:
    """Plotly's own program, inside the page: a report needs nothing from elsewhere."""
    return f"<script>{get_plotlyjs()}</script>"


def drawn(figure: go.Figure, told: str) -> str:
    """A plot inside a page, told in words to those who cannot see it. The same figure is the same text."""
    name = "plot-" + sha256(figure.to_json().encode()).hexdigest()[:16]
    plot = figure.to_html(full_html=False, include_plotlyjs=False, div_id=name, config=_NO_BUTTONS)
    return f'<div role="img" aria-label="{escape(told)}">{plot}</div>'


def _figure(height: int, across: str, up: str = "") -> go.Figure:
    figure = go.Figure()
    figure.update_layout(
        height=height,
        margin={"l": 10, "r": 20, "t": 20, "b": 10},
        paper_bgcolor=PAPER,
        plot_bgcolor=PAPER,
        font={"color": INK, "family": "system-ui, sans-serif", "size": 14},
        colorway=list(COLOURS),
        legend={"orientation": "h", "y": 1.12},
        bargap=0.3,
    )
    figure.update_xaxes(title=across, automargin=True, gridcolor="#e6decb", zerolinecolor="#b9b2a3")
    figure.update_yaxes(title=up, automargin=True, gridcolor="#e6decb", zerolinecolor="#b9b2a3")
    return figure


def _whiskers(middle: Sequence[float], low: Sequence[float], high: Sequence[float]) -> dict[str, object]:
    return {
        "type": "data",
        "symmetric": False,
        "array": [max(0.0, top - mean) for top, mean in zip(high, middle, strict=True)],
        "arrayminus": [max(0.0, mean - bottom) for bottom, mean in zip(low, middle, strict=True)],
        "color": INK,
        "thickness": 1.2,
    }


def shares(counts: Mapping[str, int], total: int) -> str:
    """Bars of shares with their 95 % intervals."""
    names = [words(name) for name in counts]
    percents = [100 * count / total for count in counts.values()]
    bounds = [share_interval(count, total) for count in counts.values()]
    low, high = ([100 * bound[side] for bound in bounds] for side in (0, 1))
    figure = _figure(90 + 34 * len(names), f"% of {total:,} games")
    hover = [f"{count:,} games, {a:.1f} to {b:.1f} %" for count, a, b in zip(counts.values(), low, high, strict=True)]
    figure.add_bar(
        x=percents,
        y=names,
        orientation="h",
        marker_color=BAR,
        error_x=_whiskers(percents, low, high),
        hovertext=hover,
        hovertemplate="%{y}: %{x:.1f} %<br>%{hovertext}<extra></extra>",
    )
    figure.update_xaxes(range=[0, 100])
    figure.update_yaxes(autorange="reversed", type="category")
    return drawn(figure, "; ".join(f"{name} {share:.1f} %" for name, share in zip(names, percents, strict=True)))


def histogram(groups: Mapping[str, Sequence[float]], label: str) -> str:
    """How often each figure came."""
    values = [value for group in groups.values() for value in group]
    if not values:
        return '<p class="quiet">No figures.</p>'
    low, high = min(values), max(values)
    whole = all(float(value).is_integer() for value in values) and high - low <= 60
    size = 1.0 if whole else (high - low) / 40 or 1.0
    figure = _figure(280, label, "games")
    for name, group in groups.items():
        bins = {"start": low - (0.5 if whole else 0.0), "end": high + size, "size": size}
        figure.add_histogram(x=list(group), xbins=bins, name=name, opacity=0.75 if len(groups) > 1 else 1.0)
    few = high - low < 10  # then the bars of two seats stand beside each other
    figure.update_layout(
        barmode="group" if few or len(groups) == 1 else "overlay", showlegend=len(groups) > 1, bargap=0.05
    )
    means = "; ".join(f"{name}: mean {fmean(group):.2f}" for name, group in groups.items() if group)
    return drawn(figure, f"{label}: {means}")


def means(bars: Bars, label: str = "mean of a game", called: Called = words) -> str:
    """Means as bars with their 95 % intervals, the longest first; `called` gives each its name."""
    names = sorted(bars, key=lambda name: (-bars[name].mean, name))
    figure = _figure(90 + 28 * len(names), label)
    _add_means(figure, [called(name) for name in names], [bars[name] for name in names])
    figure.update_yaxes(autorange="reversed", type="category")
    return drawn(figure, "; ".join(f"{called(name)} {bars[name].mean:.2f}" for name in names))


def _add_means(figure: go.Figure, names: Sequence[str], figures: Sequence[Estimate]) -> None:
    middle = [one.mean for one in figures]
    spread = [f"{one.low:,.2f} to {one.high:,.2f}, deviation {one.deviation:,.2f}" for one in figures]
    figure.add_bar(
        x=middle,
        y=list(names),
        orientation="h",
        marker_color=BAR,
        error_x=_whiskers(middle, [one.low for one in figures], [one.high for one in figures]),
        hovertext=spread,
        hovertemplate="%{y}: %{x:,.2f}<br>%{hovertext}<extra></extra>",
    )


def curve(curve: Curve, label: str, told: str, called: Called = words) -> str:
    """Means as lines over the moments, with a band in which most games lie."""
    figure = _figure(340, "", label)
    order = moments(curve)
    for index, (name, line) in enumerate(curve.items()):
        came = [moment for moment in order if moment in line]
        low, high = ([share(line[moment], part) for moment in came] for part in BAND)
        colour = COLOURS[index % len(COLOURS)]
        figure.add_scatter(
            x=came + came[::-1],
            y=high + low[::-1],
            fill="toself",
            fillcolor=colour,
            opacity=0.18,
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
            mode="lines",
        )
        middle = [fmean(line[moment]) for moment in came]
        games = [f"{len(line[moment]):,} games" for moment in came]
        figure.add_scatter(
            x=came,
            y=middle,
            name=called(name) or label,
            mode="lines+markers",
            marker={"symbol": _SYMBOLS[index % len(_SYMBOLS)], "size": 8},  # colour is never the only cue
            line={"color": colour},
            hovertext=games,
            hovertemplate="%{x}: %{y:,.2f}<br>%{hovertext}",
        )
    figure.update_xaxes(type="category", categoryorder="array", categoryarray=order)
    figure.update_yaxes(rangemode="tozero")
    figure.update_layout(showlegend=len(curve) > 1)
    return drawn(figure, told)


def lines(steps: Sequence[int], values: Mapping[str, Sequence[float]], marks: Sequence[int], told: str) -> str:
    """Chances in per cent over the steps of a match, with a thin line at each step that is marked."""
    figure = _figure(340, "step", "chance to win, %")
    for name, chances in values.items():
        figure.add_scatter(x=list(steps), y=list(chances), name=name, mode="lines")
    for step in marks:
        figure.add_vline(step, line={"color": "#999999", "width": 1, "dash": "dot"})
    figure.update_yaxes(range=[0, 100])
    return drawn(figure, told)


def heat_map(board: Board, heat: Heat, label: str, told: str) -> str:
    """The board with each space the darker the more was counted there; pointing at one names it."""
    figure = _figure(max(360, round(900 * board.height / board.width)), "")
    size = max(4.0, 900 / board.width * max((space.width or 20) for space in board.spaces))
    cold = [space for space in board.spaces if space.id not in heat]
    hot = [space for space in board.spaces if space.id in heat]
    ground = [_GROUND.get(space.kind, _LAND) for space in cold]
    hexes = {"symbol": "hexagon2" if any(space.shape == "hex" for space in board.spaces) else "circle", "size": size}
    figure.add_scattergl(
        x=[space.x for space in cold],
        y=[space.y for space in cold],
        mode="markers",
        marker=hexes | {"color": ground},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scattergl(
        x=[space.x for space in hot],
        y=[space.y for space in hot],
        mode="markers",
        marker=hexes
        | {
            "color": [heat[space.id] for space in hot],
            "colorscale": "YlOrRd",
            "cmin": 0,
            "showscale": True,
            "colorbar": {"title": f"{label}, a game"},
        },
        text=[space.id for space in hot],
        hovertemplate="%{text}: %{marker.color:.2f} a game<extra></extra>",
        showlegend=False,
    )
    figure.update_xaxes(visible=False, range=[0, board.width])
    figure.update_yaxes(visible=False, range=[board.height, 0], scaleanchor="x")
    return drawn(figure, told)


def heat_words(heat: Heat) -> str:
    """The hottest spaces in words."""
    hottest = sorted(heat, key=lambda id: (-heat[id], id))[:10]
    return "; ".join(f"{id} {heat[id]:.2f} a game" for id in hottest)
