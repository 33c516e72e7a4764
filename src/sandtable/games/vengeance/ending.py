"""How a battle or a campaign ended, told to the players."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance.model.battle import SIDES, Battle
from sandtable.games.vengeance.names import name, say
from sandtable.games.vengeance.report import losses
from sandtable.games.vengeance.rules.units.kinds import is_dummy, other
from sandtable.games.vengeance.rules.victory.control import condition_value
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.kernel.ending import Ending, EndingRow, EndingTable


def standing(s: Battle) -> dict[str, float]:
    """RV-A26.2 The casualty points that each side has inflicted."""
    return {side: float(s.cvp.get(other(side), 0)) for side in SIDES}


def ending(s: Battle) -> Ending:
    """RV-SCN8, RV-A26.2 Who won and by what, and what it cost both sides."""
    names = tuple(name(side) for side in SIDES)
    lost = {side: losses(s, side) for side in SIDES}
    rows = tuple(
        EndingRow(
            _row(label),
            tuple(int(lost[side][_of(label, side)]) for side in SIDES),
        )
        for label in lost[SIDES[0]]
        if any(lost[side][_of(label, side)] for side in SIDES)
    )
    left = {side: sum(1 for u in s.units.values() if u.side == side and not is_dummy(u)) for side in SIDES}
    return Ending(
        title=say(f"title_{s.won_by}", winner=s.winner),
        why=_why(s),
        clauses=("RV-SCN8",),
        # The casualty points are the score, told in the heading as each side inflicted them: here they would be losses.
        tables=(EndingTable(say("losses"), names, rows),) if rows else (),
        facts=(
            (say("turns"), str(s.turn)),
            *((say("left_on_map", side=side), str(left[side])) for side in SIDES),
        ),
        measure=say("measure"),
    )


def _row(label: str) -> str:
    """A figure of the report as a row of the table: "lost german:sniped" is "Lost to snipers"."""
    cause = label.partition(":")[2]
    return say(f"lost_{cause.replace(' ', '_')}") if cause else label.partition(f" {SIDES[0]}")[0].capitalize()


def _of(label: str, side: str) -> str:
    return label.replace(SIDES[0], side)


def _why(s: Battle) -> str:
    if s.campaign is not None:
        taken = s.won_by == "reichstag"
        return say("why_reichstag" if taken else "why_held_out")
    victory = scenario(s.scenario).victory
    reached = [_reached(s, wanted, victory.side) for wanted in victory.conditions]
    either = len(victory.conditions) > 1 and victory.check == "any_of" and s.winner == victory.side
    sides = {"side": name(victory.side), "winner": name(s.winner)}
    return say("why_either" if either else "why_task", reached=reached, turn=s.turn, **sides)


def _reached(s: Battle, wanted: dict[str, Any], side: str) -> str:
    """RV-SCN8 What a condition counts, and how much of it is needed: "3 Locations (2 needed)"."""
    now, needed = condition_value(s, wanted, side)
    if wanted["type"] == "squads":  # counted in half-squads
        return say("counted_squads", now=now / 2 if now % 2 else now // 2, needed=needed // 2)
    return say(f"counted_{wanted['type']}", now=now, needed=needed)
