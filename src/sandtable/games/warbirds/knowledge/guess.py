"""What a seat cannot know, dealt again at random."""

from __future__ import annotations

from sandtable.games.warbirds.model import Warbirds
from sandtable.kernel.dice import Dice


def guess(s: Warbirds, dice: Dice) -> None:
    """WB-3.6, WB-1.2 Nothing: only the order of face-down decks is hidden, and that order is in the dice."""
