"""The report of an analysis: one HTML file with the curve of the chances, the turning points and the advice."""

from __future__ import annotations

from html import escape
from pathlib import Path

from sandtable.kernel.errors import SandtableError
from sandtable.lab.advice import Advice, Advised, Analysis
from sandtable.lab.plots import lines
from sandtable.lab.report import page


def write_analysis(analysis: Analysis, file: Path) -> None:
    """Write the report to a file."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(html(analysis), encoding="utf-8")
    except OSError as fault:
        raise SandtableError(f"The report cannot be written to {file}: {fault.strerror or fault}.") from None


def html(analysis: Analysis) -> str:
    """The whole page."""
    result = f", {analysis.result.replace('_', ' ')}" if analysis.result else ", not over"
    parts = [f"<h1>{escape(analysis.title)}: analysis</h1>", f"<p>{analysis.steps} steps{escape(result)}.</p>"]
    words = " ".join(turn_words(analysis, number) for number in range(len(analysis.turns)))
    drawing = _curve(analysis, words or "The chances did not move.")
    parts += ["<h2>The chances as the match went on</h2>", drawing]
    if analysis.turns:
        items = "".join(f"<li>{escape(turn_words(analysis, number))}</li>" for number in range(len(analysis.turns)))
        parts += ["<h2>Turning points</h2>", f"<ul>{items}</ul>"]
    if analysis.decisions:
        parts += ["<h2>Decisions</h2>", *(_decision(analysis, one) for one in analysis.decisions)]
    return page(f"{analysis.title}: analysis", parts)


def turn_words(analysis: Analysis, number: int) -> str:
    """A turning point in a sentence."""
    turn = analysis.turns[number]
    name = analysis.seats[turn.seat]
    return f"Step {turn.step}: {name} goes from {100 * turn.before:.0f} % to {100 * turn.after:.0f} %."


def advised_words(one: Advised) -> str:
    """An option with its chance, why, and how it might go on: "62 % ± 3: Evade (...); then ..."."""
    why = f" ({' '.join(one.reasons)})" if one.reasons else ""
    line = f"; then {'; '.join(one.line)}" if one.line else ""
    return f"{100 * one.chance:.0f} % ± {100 * one.error:.0f}: {one.option}{why}{line}"


def verdict(one: Advice) -> str:
    """What the search thinks of the choice that was made."""
    if not one.sure:
        return "Nothing is better with confidence."
    return f"The best choice wins {100 * one.cost:.0f} % more often."


def _decision(analysis: Analysis, one: Advice) -> str:
    best = "".join(f"<li>{escape(advised_words(option))}</li>" for option in one.best)
    who = f"Step {one.step}, {analysis.seats[one.seat]}: {one.prompt} ({one.rule})"
    chosen = f"Chosen: {advised_words(one.chosen)}. {verdict(one)}"
    return f"<h3>{escape(who)}</h3><p>{escape(chosen)}</p><ol>{best}</ol>"


def _curve(analysis: Analysis, told: str) -> str:
    chances = {
        analysis.seats[seat]: [100 * chances[seat] for _, chances in analysis.curve] for seat in analysis.curve[0][1]
    }
    marks = [one.step for one in analysis.decisions if one.sure]
    return lines([step for step, _ in analysis.curve], chances, marks, told)
