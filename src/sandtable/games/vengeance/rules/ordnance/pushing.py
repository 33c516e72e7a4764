"""Manhandling in the Movement Phase (RV-C10.1): the crew and its helpers push a Gun into the next hex."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.entering import arrive
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.expenditure import end_move, spend
from sandtable.games.vengeance.rules.ordnance.covered_arc import ARCS, corner_in
from sandtable.games.vengeance.rules.ordnance.handling import push
from sandtable.kernel.flow import Choose, Flow
from sandtable.kernel.state import replace


def push_gun(s: Battle, f: Field, move: Move, id: str, to: str) -> Flow:
    """RV-C10.1, RV-A4.62 All MF are spent, hazardously; after a success the covered arc may be set again.

    RV-CG21 A Gun that is pushed in from off the map and sticks does not come in this scenario.
    """
    came = s.units[move.units[0]].at
    left = max(1, mf_left(s, move))
    if push(s, f, move, id, to):
        arc = yield Choose(s.side, [("point", id, arc) for arc in ARCS], rule="RV-C10.1", ask="point", about=(id, to))
        s.guns[id] = replace(s.guns[id], ca=corner_in(arc))
        if s.campaign is not None and not came:
            arrive(s, move.units)
    elif not came:
        end_move(s)
        return
    assert s.move is not None
    s.move = replace(s.move, mode="hazardous", over=True, road=False, here=0, scorched=False, came=came)
    s.shots.clear()
    spend(s, left)
