"""What an experienced player goes by, as figures that can be tried (`tools/train_player.py`)."""

from __future__ import annotations

import msgspec

from sandtable.kernel.habits import habits_of


class Habits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights behind his choices; `bot/veteran.toml` has their values."""

    bombs: float
    """OB-8.3.2 How much a German unit fears an Air Strike where it ends its move; a sensible player has 1."""
    chance_allied: float
    """What an attack on the best target beside a hex counts for an Allied unit that moves, so many times its gain,"""
    chance_german: float
    """and for a German one; a sensible player has 1.6 for both."""
    battery: float
    """OB-8.2.1 What a place is worth to artillery from which it reaches three enemy hexes that friends can spot."""
    gun: float
    """OB-8.2.4 What each battery must add to a bombardment: what is more than enough fires elsewhere,"""
    helper: float
    """and each other unit, which then assaults nobody."""
    soften: float
    """OB-4.3.4 The share of what fire adds to the assault after it that counts when targets are chosen."""


HABITS = habits_of("sandtable.games.ontoberlin", Habits)
