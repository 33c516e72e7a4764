"""The sheet after a season of a campaign: what each squadron did, and how the campaign stands."""

from __future__ import annotations

from itertools import accumulate

from sandtable.games.airlift.components import CAMPAIGN, SCENARIOS
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.model import SeasonResult
from sandtable.games.airlift.names import name, say
from sandtable.games.airlift.rules.scoring import score
from sandtable.kernel.ending import EndingRow, EndingTable, PartPoint, PartSheet, Score
from sandtable.kernel.words import signed


def scores(view: AirliftView) -> tuple[Score, ...]:
    """AL-16.3, AL-10.1 The points of each squadron so far, the seasons before included, and Berlin's morale."""
    counted = view.results[:-1] if view.ended else view.results
    sums = (sum(result.scores[at] for result in counted) + score(view, seat) for at, seat in enumerate(view.seats))
    points = (Score(say("victory_points"), total, seat) for seat, total in zip(view.seats, sums, strict=True))
    return (*points, Score(say("berlin_morale"), view.morale))


def sheet(view: AirliftView) -> PartSheet | None:
    """AL-17.1 The last season of a campaign that goes on."""
    if not view.results or view.ended:
        return None
    last, seats = view.results[-1], tuple(name(seat) for seat in view.seats)
    season = SCENARIOS[last.season].name
    to_come = len(CAMPAIGN.order) - len(view.results)
    why = say("season_why", morale=signed(last.morale), seasons=to_come)
    sums = list(accumulate(view.results, _added, initial=(0,) * len(view.seats)))[1:]
    return PartSheet(
        id=f"season-{len(view.results)}",
        title=say("season_won" if last.won else "season_missed", season=season),
        why=why,
        clauses=("AL-16.3", "AL-17.1"),
        winners=view.seats if last.won else (),
        losers=() if last.won else view.seats,
        tables=_tables(view, sums[-1]),
        facts=((say("berlin_morale"), signed(last.morale)), (say("soviet_resolve"), str(view.resolve))),
        measure=say("victory_points"),
        curve=tuple(
            PartPoint(SCENARIOS[result.season].name, dict(zip(view.seats, map(float, total), strict=True)))
            for result, total in zip(view.results, sums, strict=True)
        ),
        names=dict(zip(view.seats, seats, strict=True)),
    )


def _tables(view: AirliftView, sums: tuple[int, ...]) -> tuple[EndingTable, EndingTable]:
    """AL-16.3, AL-17.6 The season that is over, and the campaign so far."""
    last, seats = view.results[-1], tuple(name(seat) for seat in view.seats)
    season = (
        EndingRow(say("cubes_delivered"), last.delivered),
        EndingRow(say("goals_met"), last.goals),
        EndingRow(say("planes_down"), last.downed),
        EndingRow(say("score"), last.scores, "AL-16.3", total=True),
    )
    so_far = (
        *(EndingRow(SCENARIOS[result.season].name, result.scores) for result in view.results),
        EndingRow(say("together"), sums, "AL-17.6", total=True),
    )
    return EndingTable(SCENARIOS[last.season].name, seats, season), EndingTable(say("campaign_so_far"), seats, so_far)


def _added(sums: tuple[int, ...], result: SeasonResult) -> tuple[int, ...]:
    return tuple(before + points for before, points in zip(sums, result.scores, strict=True))
