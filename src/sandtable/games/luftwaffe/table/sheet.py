"""The sheet after a raid and after a quarter: what was bombed, what it cost, and how the air war stands."""

from __future__ import annotations

from itertools import accumulate
from typing import TypedDict

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, SIDES, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.rules.scoring import objective_cities
from sandtable.kernel.ending import EndingRow, EndingTable, PartPoint, PartSheet, Score
from sandtable.kernel.language import told_date

_NAMES = {AMERICAN: "American", GERMAN: "German"}


class Curve(TypedDict):
    """The fields of a sheet that make its curve."""

    measure: str
    curve: tuple[PartPoint, ...]
    names: dict[str, str]


_AFTER_THE_RAID = ("shuttle_legs", "fuel_adjustment", "railroad_limit", "income", "rebuild_american", "rebuild_german")


def scores(view: LuftwaffeView) -> tuple[Score, ...]:
    """LW-10.1, LW-12.2 What decides: targets destroyed, or the score of a single raid; and what both have lost."""
    lost = {side: sum(n for key, n in view.losses.items() if _side_of(key) == side) for side in SIDES}
    targets = Score("Targets destroyed", _fallen(view)) if view.quarter else Score("Score of the raid", view.score)
    return (targets, *(Score("Factors lost", lost[side], side) for side in SIDES))


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
    fresh = ", ".join(sorted(parts().cities[city].name for city in view.fresh)) or "none"
    lost = tuple(view.raid_losses.get(side, 0) for side in SIDES)
    fuel = tuple(view.fuel.get(side, 0) for side in SIDES)
    cities = f"{len(view.fresh)} {'city was' if len(view.fresh) == 1 else 'cities were'} destroyed"
    return PartSheet(
        id=f"raid-{view.quarter}",
        title=f"The raid of {told_date(view.quarter)} is over",
        why=f"{cities} in {view.turn} turns, {len(hit)} on the target list.",
        clauses=("LW-4.7", "LW-12.15"),
        tables=(
            EndingTable(
                "Factors lost in this raid",
                tuple(_NAMES[side] for side in SIDES),
                (
                    EndingRow("In combat, to flak and on the ground", _less(lost, fuel)),
                    EndingRow("Out of fuel", fuel, "LW-12.15"),
                    EndingRow("Total", lost, total=True),
                ),
            ),
            *_so_far(view),
        ),
        facts=(("Destroyed in this raid", fresh), ("Targets destroyed so far", str(_fallen(view)))),
        **_curve(view),
    )


def _less(all_lost: tuple[int, ...], part: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(max(0, lost - one) for lost, one in zip(all_lost, part, strict=True))


def _quarter(view: LuftwaffeView) -> PartSheet:
    """LW-12.12, LW-12.2 What the quarter brought."""
    last = view.history[-1]
    before = view.history[-2].destroyed if len(view.history) > 1 else 0
    more = last.destroyed - before
    flown = f"The raid destroyed {more} {'target' if more == 1 else 'targets'}" if last.raid else "No raid was flown"
    left = len(parts().scenarios[view.game].quarters) - len(view.history)
    remain = "1 quarter remains" if left == 1 else f"{left} quarters remain"
    return PartSheet(
        id=f"quarter-{last.id}",
        title=f"The quarter from {told_date(last.id)} is over",
        why=f"{flown}. {last.standing} targets are intact; {remain}.",
        clauses=("LW-12.2",),
        tables=_so_far(view),
        facts=(("Targets destroyed", str(last.destroyed)), ("Targets intact", str(last.standing))),
        **_curve(view),
    )


def _so_far(view: LuftwaffeView) -> tuple[EndingTable, ...]:
    """LW-12.2 One row for each quarter that is over."""
    if not view.history:
        return ()
    rows = [EndingRow(told_date(q.id), (q.destroyed, q.american_lost, q.german_lost)) for q in view.history]
    sums = (view.history[-1].destroyed, *(sum(getattr(q, f"{side}_lost") for q in view.history) for side in SIDES))
    columns = ("Targets down", *(f"{_NAMES[side]} factors lost" for side in SIDES))
    return (EndingTable("By quarter", columns, (*rows, EndingRow("So far", sums, total=True))),)


def _curve(view: LuftwaffeView) -> Curve:
    """The factors that both sides have lost, quarter by quarter."""
    sums = {side: accumulate(getattr(q, f"{side}_lost") for q in view.history) for side in SIDES}
    points = tuple(PartPoint(told_date(q.id), {side: float(next(sums[side])) for side in SIDES}) for q in view.history)
    return {"measure": "Factors lost so far", "curve": points, "names": _NAMES}
