"""How a tour ended, told to the players."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.warbirds.model import MissionReport, Warbirds
from sandtable.games.warbirds.names import name, say
from sandtable.games.warbirds.report import WINS
from sandtable.kernel.ending import Ending, EndingRow, EndingTable

_COLUMNS = ("ended_where", "report_hits", "report_kills", "report_medals", "report_lost", "report_points")


def standing(s: Warbirds) -> dict[str, float]:
    """WB-22.3 The points of the tour so far."""
    return {"crew": float(s.victory_points)}


def mission_table(reports: Sequence[MissionReport]) -> EndingTable:
    """WB-22.3 What each mission brought, and all of them together."""
    rows = [
        EndingRow(
            name(report.mission),
            (
                say(f"ended_{report.ended}", cause=report.cause),
                report.hits,
                report.kills,
                report.medals,
                report.lost,
                report.score,
            ),
        )
        for report in reports
    ]
    sums = [sum(getattr(report, what) for report in reports) for what in ("hits", "kills", "medals", "lost", "score")]
    total = EndingRow(say("the_tour"), ("", *sums), "WB-22.3", total=True)
    return EndingTable(say("the_missions"), tuple(say(column) for column in _COLUMNS), (*rows, total))


def ending(s: Warbirds) -> Ending:
    """WB-22.1, WB-22.3 How the tour went, mission by mission."""
    won = s.result in WINS
    return Ending(
        title=say(f"ending_{s.result}"),
        why=say("why_won" if won else "why_lost", missions=len(s.reports), points=s.victory_points),
        clauses=("WB-22.1",),
        tables=(mission_table(s.reports),),
        facts=(
            (say("the_missions"), str(len(s.reports))),
            (say("turns_in_the_air"), str(sum(report.turns for report in s.reports))),
            (say("report_lost"), str(sum(report.lost for report in s.reports))),
        ),
        measure=say("measure"),
    )
