"""What a seat cannot know, dealt again at random: the order of deck and cup (AL-0.5)."""

from __future__ import annotations

from sandtable.games.airlift.model import Airlift
from sandtable.kernel.dice import Dice


def guess(s: Airlift, dice: Dice) -> None:
    """AL-0.5 Deck and cup are piles from which the dice draw; laying them in another order is all there is to guess."""
    s.deck.sort()
    dice.shuffle(s.deck)
    s.cup.sort()
    dice.shuffle(s.cup)
