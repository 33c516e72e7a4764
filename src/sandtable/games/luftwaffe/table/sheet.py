"""The sheet after a raid and after a quarter: what was bombed, what it cost, and how the air war stands."""

from __future__ import annotations

from itertools import accumulate
from typing import TypedDict

from sandtable.games.luftwaffe.components import SIDES, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.model import QuarterRecord
from sandtable.games.luftwaffe.names import name, say
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.kernel.ending import EndingRow, EndingTable, PartPoint, PartSheet, Score
from sandtable.kernel.language import told_date


class Curve(TypedDict):
    """The fields of a sheet that make its curve."""

    measure: str
    curve: tuple[PartPoint, ...]
    names: dict[str, str]


_AFTER_THE_RAID = ("shuttle_legs", "fuel_adjustment", "railroad_limit", "income", "rebuild_american", "rebuild_german")


def scores(view: LuftwaffeView) -> tuple[Score, ...]:
    """LW-10.1, LW-12.2 What decides: targets destroyed, or the score of a single raid; and what both have lost."""
    lost = {side: sum(n for key, n in view.losses.items() if _side_of(key) == side) for side in SIDES}
    targets = (
        Score(say("targets_destroyed"), _fallen(view)) if view.quarter else Score(say("score_of_raid"), view.score)
    )
    return (targets, *(Score(say("factors_lost"), lost[side], side) for side in SIDES))


def _side_of(key: str) -> str:
    return parts().types[key.partition(" ")[2]].side


def _objective(view: LuftwaffeView) -> tuple[str, ...]:
    return objective_cities(parts().scenarios[view.game].objective)


def _fallen(view: LuftwaffeView) -> int:
    return sum(city in view.destroyed for city in _objective(view))


def sheet(view: LuftwaffeView) -> PartSheet | None:
    """LW-12.4 The raid that was flown in this quarter, or else the last quarter that is over."""
    if not view.quarter or view.result:
        return None
    recorded = any(record.id == view.quarter for record in view.history)
    if view.step in _AFTER_THE_RAID and not recorded and view.turn:
        return _raid(view)
    return _quarter(view) if view.history else None


def _raid(view: LuftwaffeView) -> PartSheet:
    """LW-4.7, LW-12.15 What was bombed and what it cost, before fuel losses are made good."""
    counting = set(_objective(view))
    hit = [city for city in view.fresh if city in counting]
    fresh = ", ".join(sorted(parts().cities[city].name for city in view.fresh)) or say("none")
    lost = tuple(view.raid_losses.get(side, 0) for side in SIDES)
    fuel = tuple(view.fuel.get(side, 0) for side in SIDES)
    standing = len(_objective(view)) - _fallen(view)
    so_far = (*view.history, QuarterRecord(view.quarter, True, _fallen(view), standing, *lost, *fuel))
    return PartSheet(
        id=f"raid-{view.quarter}",
        title=say("raid_over", date=told_date(view.quarter)),
        why=say("raid_why", cities=len(view.fresh), turns=view.turn, hit=len(hit)),
        clauses=("LW-4.7", "LW-12.15"),
        tables=(
            EndingTable(
                say("factors_lost_in_this_raid"),
                tuple(map(name, SIDES)),
                (
                    EndingRow(say("lost_in_action"), _less(lost, fuel)),
                    EndingRow(say("out_of_fuel"), fuel, "LW-12.15"),
                    EndingRow(say("total"), lost, total=True),
                ),
            ),
            _by_quarter(so_far),
        ),
        facts=((say("destroyed_in_this_raid"), fresh), (say("targets_destroyed_so_far"), str(_fallen(view)))),
        **_curve(so_far),
    )


def _less(all_lost: tuple[int, ...], part: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(max(0, lost - one) for lost, one in zip(all_lost, part, strict=True))


def _quarter(view: LuftwaffeView) -> PartSheet:
    """LW-12.12, LW-12.2 What the quarter brought."""
    last = view.history[-1]
    before = view.history[-2].destroyed if len(view.history) > 1 else 0
    more = last.destroyed - before
    flown = say("raid_destroyed", targets=more) if last.raid else say("no_raid_flown")
    left = len(parts().scenarios[view.game].quarters) - len(view.history)
    return PartSheet(
        id=f"quarter-{last.id}",
        title=say("quarter_over", date=told_date(last.id)),
        why=say("quarter_why", flown=flown, targets=last.standing, quarters=left),
        clauses=("LW-12.2",),
        tables=(_by_quarter(view.history),),
        facts=((say("targets_destroyed"), str(last.destroyed)), (say("targets_intact"), str(last.standing))),
        **_curve(view.history),
    )


def _by_quarter(so_far: tuple[QuarterRecord, ...]) -> EndingTable:
    """LW-12.2 One row for each quarter."""
    before = (0, *(q.destroyed for q in so_far))
    rows = [
        EndingRow(told_date(q.id), (q.destroyed - fallen, q.american_lost, q.german_lost))
        for q, fallen in zip(so_far, before, strict=False)
    ]
    sums = (so_far[-1].destroyed, *(sum(getattr(q, f"{side}_lost") for q in so_far) for side in SIDES))
    columns = (say("targets_destroyed"), *(say("side_lost", side=name(side)) for side in SIDES))
    return EndingTable(say("by_quarter"), columns, (*rows, EndingRow(say("so_far"), sums, total=True)))


def _curve(so_far: tuple[QuarterRecord, ...]) -> Curve:
    """The factors that both sides have lost, quarter by quarter."""
    sums = [accumulate([getattr(q, f"{side}_lost") for q in so_far]) for side in SIDES]
    points = tuple(
        PartPoint(told_date(q.id), dict(zip(SIDES, map(float, lost), strict=True)))
        for q, *lost in zip(so_far, *sums, strict=True)
    )
    return {"measure": say("measure"), "curve": points, "names": {side: name(side) for side in SIDES}}
