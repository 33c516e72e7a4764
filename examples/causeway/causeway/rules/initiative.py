"""CW-2.3 Both sides bid for the first move."""

from __future__ import annotations

from causeway.components import COLUMN, MOST_BID, REARGUARD, SIDES
from causeway.model import Causeway
from sandtable.gamekit import Flow, Secretly, number_in


def bid_for_initiative(s: Causeway) -> Flow:
    """CW-2.3, CW-2.4 The bids are sealed until both are in; the higher one moves first."""
    bids = yield Secretly(
        {side: [("bid", number) for number in range(min(MOST_BID, s.barrage[side]) + 1)] for side in SIDES},
        rule="CW-2.3",
        ask="bid",
    )
    s.reveal()
    numbers = {side: number_in(bids[side]) for side in SIDES}
    for side in SIDES:
        s.barrage[side] -= numbers[side]
        s.journal.add("CW-2.3", "bid", side=side, bid=numbers[side])
    order = (REARGUARD, COLUMN) if numbers[REARGUARD] > numbers[COLUMN] else (COLUMN, REARGUARD)
    s.mover, s.movers_left = order[0], order[1:]
    s.journal.add("CW-2.4", "first", side=s.mover)
    s.step = "movement"
