"""`sandtable analyse`: a match that was played, with its chances, turning points and better choices."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from sandtable.kernel.save import load_save
from sandtable.lab.advice import Analysis, analyse_match
from sandtable.lab.advice_report import advised_words, turn_words, verdict
from sandtable.terminal.studies import progress
from sandtable.terminal.text import QUIET, STRONG


def analysed(file: Path, seat: str, nodes: int, most: int) -> Analysis:
    """Analyse a file with a progress bar on stderr."""
    with progress(most) as told:
        return analyse_match(load_save(file), nodes, most, seat, told)


def print_analysis(console: Console, analysis: Analysis) -> None:
    """The analysis in words."""
    result = analysis.result.replace("_", " ") or "not over"
    console.print(Text(f"{analysis.title}: {analysis.steps} steps, {result}", STRONG), soft_wrap=True)
    for number in range(len(analysis.turns)):
        console.print(Text(turn_words(analysis, number)), soft_wrap=True)
    for one in analysis.decisions:
        console.print()
        console.print(Text(f"Step {one.step}, {analysis.seats[one.seat]}: {one.prompt} ({one.rule})", STRONG))
        console.print(Text(f"Chosen: {advised_words(one.chosen)}. {verdict(one)}"), soft_wrap=True)
        for option in one.best:
            console.print(Text(f"  {advised_words(option)}", QUIET), soft_wrap=True)
