"""The sheet after a mission: what it brought, who lived, and how the tour stands."""

from __future__ import annotations

from itertools import accumulate

from sandtable.games.warbirds.components import PARTS
from sandtable.games.warbirds.ending import mission_table
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import AVAILABLE, MissionReport
from sandtable.games.warbirds.names import name, say
from sandtable.kernel.ending import EndingRow, EndingTable, PartPoint, PartSheet, Score


def scores(view: WarbirdsView) -> tuple[Score, ...]:
    """WB-21.6 The points of the tour."""
    return (Score(say("measure"), view.victory_points),)


def sheet(view: WarbirdsView) -> PartSheet | None:
    """WB-22.3 The last mission, once one was flown."""
    if not view.reports or view.result:
        return None
    last = view.reports[-1]
    sums = accumulate(report.score for report in view.reports)
    points = tuple(
        PartPoint(name(report.mission), {"crew": float(total)})
        for report, total in zip(view.reports, sums, strict=True)
    )
    home = last.ended != "bail_out"
    return PartSheet(
        id=f"mission-{len(view.reports)}",
        title=say("mission_flown", mission=last.mission),
        why=say(f"mission_{last.ended}", cause=last.cause, turns=last.turns, points=last.score),
        clauses=("WB-21.4",),
        winners=view.seats if home and not last.lost else (),
        losers=() if home else view.seats,
        tables=(_men(view), _aircraft(last), mission_table(view.reports)),
        facts=((say("measure"), str(view.victory_points)), (say("lost_in_mission"), str(last.lost))),
        measure=say("measure"),
        curve=points,
        names={"crew": say("the_tour")},
    )


def _men(view: WarbirdsView) -> EndingTable:
    """WB-21.9, WB-21.11 Who is lost or in the infirmary, and who wears medals."""
    told = [
        EndingRow(name(man), (say(f"man_{status}"), len(view.medals.get(man, ()))))
        for man, status in view.roster.items()
        if status != AVAILABLE or view.medals.get(man)
    ]
    fit = len(view.roster) - len(told)
    if fit:
        label = say("other_men", men=fit) if told else say("all_men")
        told.append(EndingRow(label, (say("man_available"), 0)))
    return EndingTable(say("the_men"), (say("man_now"), say("report_medals")), tuple(told))


def _aircraft(report: MissionReport) -> EndingTable:
    """WB-22.3, WB-17.6, WB-18.4 What the aircraft took: damage of each part, and engines that failed."""
    rows = [
        EndingRow(name(part), (say("damage_of", damage=damage, capacity=PARTS[part]),), "WB-17.6")
        for part, damage in report.parts
    ]
    failed = ", ".join(str(engine) for engine in sorted(report.engines_out)) or say("none")
    rows.append(EndingRow(say("engines_out"), (failed,), "WB-18.4"))
    return EndingTable(say("aircraft_panel"), (say("damage"),), tuple(rows))
