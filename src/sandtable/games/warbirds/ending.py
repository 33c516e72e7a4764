"""How a tour ended, told to the players."""

from __future__ import annotations

from sandtable.games.warbirds.model import Warbirds
from sandtable.games.warbirds.names import NAMES
from sandtable.games.warbirds.report import WINS
from sandtable.kernel.ending import Ending, EndingRow, EndingTable

_TITLES = {
    "tour_complete": "The tour is complete: the crew goes home",
    "war_over": "The war is over: the crew goes home",
}
_ENDED = {"home": "home", "alternate": "alternate base", "bail_out": "bailed out"}


def standing(s: Warbirds) -> dict[str, float]:
    """WB-22.3 The points of the tour so far."""
    return {"crew": float(s.victory_points)}


def ending(s: Warbirds) -> Ending:
    """WB-22.1, WB-22.3 How the tour went, mission by mission."""
    won = s.result in WINS
    rows = [
        EndingRow(
            NAMES.get(report.mission, report.mission),
            (
                _ENDED.get(report.ended, report.ended),
                report.hits,
                report.kills,
                report.medals,
                report.lost,
                report.score,
            ),
        )
        for report in s.reports
    ]
    sums = [sum(getattr(report, what) for report in s.reports) for what in ("hits", "kills", "medals", "lost", "score")]
    return Ending(
        title=_TITLES.get(s.result, "No pilot is left: the tour is lost"),
        why=(
            f"{len(s.reports)} missions flown, {s.victory_points} points. "
            + ("The bomber group will remember this crew." if won else "Nobody is left who can fly the aircraft.")
        ),
        clauses=("WB-22.1",),
        tables=(
            EndingTable(
                "The missions",
                ("Landed", "Hits", "Kills", "Medals", "Men lost", "Points"),
                (*rows, EndingRow("The tour", ("", *sums), "WB-22.3", total=True)),
            ),
        ),
        facts=(
            ("Missions", str(len(s.reports))),
            ("Turns in the air", str(sum(report.turns for report in s.reports))),
            ("Men lost", str(sum(report.lost for report in s.reports))),
        ),
        measure="Points of the tour",
    )
