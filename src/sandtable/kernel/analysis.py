"""The analysis board: a position as one seat may play it on alone, for all sides, to see what comes of it.

Nothing of the truth gets in that the seat does not know. What is hidden is dealt again, the dice are others, and what
another seat may choose is worked out from the guess.
"""

from __future__ import annotations

from sandtable.kernel.dice import Dice
from sandtable.kernel.errors import Refused
from sandtable.kernel.flow import Choose
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position


def analyse(position: Position, seat: str, dice: Dice, journal: Journal) -> Position:
    """A position of its own, as the seat (or a spectator, "") may imagine this one.

    In the middle of an activity only the seat that decides can go on from here: what is offered to another follows
    from what that one knows. For everybody else the analysis begins where the activity began.
    """
    if position.over:
        raise Refused("The game is over. Go back to an earlier step to analyse it.")
    decision = position.decision
    decides = isinstance(decision, Choose) and decision.seat == seat
    if decides or position.activity_begins:
        return position.imagine(seat, dice, journal)
    return position.imagine_activity(seat, dice, journal)


def is_same_position(position: Position, analysed: Position, seat: str) -> bool:
    """Whether the analysis begins with what the seat sees, and not at the beginning of the activity."""
    return position.sight(seat) == analysed.sight(seat) and position.deciders == analysed.deciders
