"""The sequence of play. Read this first.

`s.step` says which activity comes next; each activity leaves it at the one that follows.
"""

from __future__ import annotations

from causeway.model import Causeway, Step
from causeway.rules.initiative import bid_for_initiative
from causeway.rules.movement import move_one_block
from causeway.rules.set_up import place_one_block
from causeway.rules.victory import end_of_turn
from sandtable.gamekit import Activity, SequenceOfPlay

ACTIVITIES: dict[Step, Activity[Causeway]] = {
    "set_up": place_one_block,
    "initiative": bid_for_initiative,
    "movement": move_one_block,
    "end_of_turn": end_of_turn,
}
SEQUENCE = SequenceOfPlay("The Causeway", ACTIVITIES)
