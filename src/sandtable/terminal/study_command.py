"""`sandtable study PLAN.toml`: how many games a question needs, the games, and the answer as a table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.terminal.arguments import Data, Into, Json, Ray, Workers, console, print_json, use_data

if TYPE_CHECKING:
    from sandtable.lab.design import Play
    from sandtable.lab.game_file import GameFile
    from sandtable.lab.study import Played, Study, StudyPlan


def study(
    file: Annotated[Path, typer.Argument(metavar="PLAN", help="A plan: see docs/study/designs.md.")],
    into: Into = None,
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write study.md, table.tex and table.csv here.")
    ] = None,
    workers: Workers = 0,
    ray: Ray = "",
    json: Json = False,
    data: Data = None,
) -> int:
    """Answer a question about a game with as many games as it takes."""
    use_data(data)
    from rich.text import Text

    from sandtable.lab import design as designs
    from sandtable.lab import design_report
    from sandtable.lab.game_file import GameFile
    from sandtable.terminal.studies import print_grid

    plan = designs.read_design(file)
    kept = GameFile(into, plan.game, plan.seed) if into is not None else None
    finding = designs.find_out(plan, _player(workers, ray, kept))
    written = design_report.write_finding(finding, report)[0] if report is not None else None
    if json:
        print_json(finding.as_object())
    else:
        page = console()
        page.print(Text(plan.question, "bold"))
        print_grid(page, design_report.rows(finding))
        for sentence in design_report.conclusion(finding):
            page.print(Text(sentence))
    if written is not None:
        print(f"The study is in {written}", file=sys.stderr)
    return 130 if finding.stopped == "interrupted" else 0


def _player(workers: int, ray: str, into: GameFile | None) -> Play:
    """Plays more of a plan: what this run or the file has is not played again."""
    import msgspec

    from sandtable.lab.simulate import cores, run
    from sandtable.terminal.studies import progress

    known: dict[str, list[Played]] = {}

    def play(plan: StudyPlan, seeds: int) -> Study:
        wanted = msgspec.structs.replace(plan, seeds=seeds)
        name = str((wanted.options, wanted.data))
        before = known.setdefault(name, into.read(plan) if into is not None else [])

        def keep(played: Sequence[Played]) -> None:
            before.extend(played)
            if into is not None:
                into.add(plan, played)

        with progress(seeds) as told:
            study = run(wanted, workers or cores(), told, ray, [one for one in before if one.number < seeds], keep)
        if into is not None:
            into.write()
        return study

    return play
