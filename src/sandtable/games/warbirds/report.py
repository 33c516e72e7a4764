"""WB-22 The end of the tour."""

from __future__ import annotations

from collections import Counter

from sandtable.games.warbirds.model import Warbirds
from sandtable.kernel.game import Outcome

WINS = ("tour_complete", "war_over")


def outcome(s: Warbirds) -> Outcome:
    """WB-22.1, WB-22.3 All seats win or lose together; the facts are what a report is made of."""
    won = s.result in WINS
    ended = Counter(report.ended for report in s.reports)
    causes = Counter(report.cause for report in s.reports if report.cause)
    return Outcome(
        result=s.result,
        winners=s.seats if won else (),
        scores={seat: float(s.victory_points) for seat in s.seats},
        facts={
            "victory points": s.victory_points,
            "missions": len(s.reports),
            "turns": sum(report.turns for report in s.reports),
            "bomb hits": sum(report.hits for report in s.reports),
            "kills": sum(report.kills for report in s.reports),
            "medals": sum(report.medals for report in s.reports),
            "men lost": sum(report.lost for report in s.reports),
            "landed at home": ended["home"],
            "landed at the alternate base": ended["alternate"],
            "bailed out": ended["bail_out"],
            **{f"bailed out: {cause.replace('_', ' ')}": causes[cause] for cause in CAUSES},
            "cause of loss": "" if won else "no pilots left",
        },
    )


CAUSES = ("airframe", "engines", "fuel", "no_pilot", "no_radio_navigator")
