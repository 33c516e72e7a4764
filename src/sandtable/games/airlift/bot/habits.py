"""What an experienced player goes by, as figures that can be tried (`tools/train_player.py`)."""

from __future__ import annotations

import msgspec

from sandtable.kernel.habits import habits_of


class Habits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights behind his choices; `bot/veteran.toml` has their values. What planes do counts in loads."""

    sooner: float
    """AL-10.2 What it adds to a load to come a turn sooner: goals that are met give support while it can be spent,"""
    sooner_in_winter: float
    """and so in winter, when nearly every goal is met and much support comes too late."""
    crash: float
    """AL-14.9 What a lost plane counts, besides what it could still have delivered."""
    cube_on_board: float
    """AL-15.5 What it counts to land at an airbase with outgoing cargo,"""
    cube_in_flight: float
    """AL-16.2 to be in flight with it, where it is delivered too when the season ends,"""
    cube_to_take: float
    """AL-15.4 and to unload where some lies that may be taken."""
    passing: tuple[float, float, float, float]
    """AL-15.2, AL-16.5 What a cube of fuel, food, medicine or parts counts that passes its goal,"""
    bonus: tuple[float, float, float, float]
    """AL-16.4 and the next one, which earns a point too."""
    behind: float
    """AL-16.3 Who is so many points behind, but no more, still pays for the city."""


HABITS = habits_of("sandtable.games.airlift", Habits)
