"""The sheet after a scenario of the campaign: who won it, what it cost, and how the campaign stands."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import dates
from sandtable.games.vengeance.knowledge.sight import BattleView
from sandtable.games.vengeance.model.battle import SIDES
from sandtable.games.vengeance.model.campaign import Sheet
from sandtable.games.vengeance.names import name, say, term
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.kernel.ending import EndingRow, EndingTable, PartSheet, Score


def scores(view: BattleView) -> tuple[Score, ...]:
    """RV-A26.2 The casualty points that each side has inflicted; in a campaign the scenarios won as well."""
    points = tuple(Score(say("measure"), view.cvp.get(other(side), 0), side) for side in SIDES)
    if view.campaign is None:
        return points
    return (*points, *(Score(say("scenarios_won"), getattr(view.campaign, side).won, side) for side in SIDES))


def sheet(view: BattleView) -> PartSheet | None:
    """RV-CGS11, RV-CGS12 The last scenario of a campaign that goes on."""
    campaign = view.campaign
    if campaign is None or view.winner:
        return None
    records: dict[str, Sheet] = {side: getattr(campaign, side) for side in SIDES}
    winners = tuple(side for side in SIDES if records[side].won_last)
    if not campaign.length or not winners:
        return None  # a campaign that begins later has fought nothing here yet
    won = name(winners[0])
    tally = ", ".join(f"{name(side)} {records[side].won}" for side in SIDES)
    rows = (
        EndingRow(say("cvp_lost_in_this_scenario"), _of(records, "suffered"), "RV-RePh8.6162"),
        EndingRow(say("cvp_inflicted_in_this_scenario"), _of(records, "inflicted")),
    )
    standing = (
        EndingRow(say("scenarios_lost"), _of(records, "lost")),
        EndingRow(say("elr_steps_lost"), _of(records, "elr_lost"), "RV-CG24"),
        EndingRow(say("attack_chits_left"), _of(records, "chits"), "RV-CG26"),
        EndingRow(say("scenarios_won"), _of(records, "won"), "RV-CGS11", total=True),
    )
    columns = tuple(name(side) for side in SIDES)
    return PartSheet(
        id=f"scenario-{campaign.played}",
        title=say("win_scenario", won=won),
        why=say("scenario_why", turn=campaign.length, tally=tally),
        clauses=("RV-CGS11", "RV-CGS12"),
        winners=winners,
        losers=tuple(side for side in SIDES if side not in winners),
        tables=(EndingTable(say("what_cost"), columns, rows), EndingTable(say("campaign_so_far"), columns, standing)),
        facts=(
            (say("scenarios_played"), say("of", count=campaign.played, most=len(dates()))),
            (say("weather"), term(campaign.weather)),
        ),
        measure=say("cvp_inflicted_by_scenario"),
        event="cgs_won",
        counted={side: f"{side}_cvp" for side in SIDES},
        names={side: name(side) for side in SIDES},
    )


def _of(records: dict[str, Sheet], what: str) -> tuple[int, ...]:
    return tuple(getattr(records[side], what) for side in SIDES)
