"""What a design study found, as a page of Markdown with a table, and as LaTeX and CSV for a paper."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import find_game
from sandtable.lab.design import WINS, Finding, seen_with
from sandtable.lab.figures import Estimate

Row = tuple[str, ...]


def rows(finding: Finding) -> list[Row]:
    """The table: a row for each cell, with its mean and the difference to the first, both with 95 % intervals."""
    measure = finding.design.measure
    times, unit = (100, " %") if measure.of == WINS else (1, "")
    table: list[Row] = [("", "games", f"{measure.words()}{unit}", "95 %", "difference to the first", "95 %")]
    for number, answer in enumerate(finding.answers):
        more = _figures(answer.difference, times, "+") if number else ("", "")
        table.append((answer.cell, f"{answer.mean.n}", *_figures(answer.mean, times), *more))
    return table


def _figures(mean: Estimate, times: int, sign: str = "") -> tuple[str, str]:
    middle, low, high = (f"{times * figure:{sign},.2f}" for figure in (mean.mean, mean.low, mean.high))
    return middle, f"{low} to {high}"


def conclusion(finding: Finding) -> list[str]:
    """What may be said about each cell against the first."""
    first = finding.answers[0].cell
    sentences = []
    for answer in finding.answers[1:]:
        low, high = answer.difference.low, answer.difference.high
        if low <= 0 <= high:
            sentences.append(f"Between {answer.cell} and {first} no difference was seen.")
        else:
            more = "more" if low > 0 else "less"
            sentences.append(f"{answer.cell.capitalize()} gives {more} than {first}.")
    return sentences


def markdown(finding: Finding) -> str:
    """The page of a study."""
    design = finding.design
    title = find_game(design.game).title
    table = rows(finding)
    lines = [f"# {title}: {design.question}", ""]
    if design.about:
        lines += [design.about, ""]
    lines += [" | ".join(("", *row, "")).strip() for row in (table[0], ("---",) * len(table[0]), *table[1:])]
    lines += ["", *(f"- {sentence}" for sentence in conclusion(finding)), "", _how(finding), ""]
    return "\n".join(lines)


def _how(finding: Finding) -> str:
    effort, bots = finding.design.effort, ", ".join(finding.design.bots)
    scatter = max(answer.difference.deviation for answer in finding.answers[1:])
    seen = seen_with(scatter, finding.games, effort.power)
    several = len(finding.answers) - 1
    each = f" Each of the {several} intervals holds for itself; none is widened for the others." if several > 1 else ""
    return (
        f"Played by {bots}, {finding.games} games a cell on the same seeds (`{finding.design.seed}/0` and so on). "
        f"A pilot of {effort.least} games asked for {finding.needed} to see a difference of {effort.detect:g} with a "
        f"chance of {100 * effort.power:g} %. Stopped after look {finding.looks} of 5: {finding.stopped}. "
        f"So many games show a difference of {seen:.2g} with that chance.{each}"
    )


def latex(finding: Finding) -> str:
    """The table for a paper."""
    head, *body = [[cell.replace("%", "\\%").replace("_", "\\_") for cell in row] for row in rows(finding)]
    lines = [" & ".join(head) + r" \\ \hline", *(" & ".join(row) + r" \\" for row in body)]
    columns = "l" + "r" * (len(head) - 1)
    return "\n".join([f"\\begin{{tabular}}{{{columns}}}", *lines, "\\end{tabular}", ""])


def write_finding(finding: Finding, folder: Path) -> list[Path]:
    """Write study.md, table.tex and table.csv."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows(finding))
    texts = {"study.md": markdown(finding), "table.tex": latex(finding), "table.csv": text.getvalue()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in texts.items():
            (folder / name).write_text(content, encoding="utf-8")
    except OSError as fault:
        raise SandtableError(f"The study cannot be written to {folder}: {fault.strerror or fault}.") from None
    return [folder / name for name in texts]
