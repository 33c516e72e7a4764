"""What an experienced player goes by, as figures that can be tried (`tools/train_player.py`)."""

from __future__ import annotations

import msgspec

from sandtable.kernel.habits import habits_of


class Habits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights behind his choices; `bot/veteran.toml` has their values."""

    together: int
    """LW-9.3.2 The most bombers in one stream: more of them fire back, fewer are met at once."""
    fear: float
    """LW-8.15 In the longer games: what losing a unit on the ground counts; meeting the whole raid counts 1."""
    stage: float
    """LW-8.1 How much better a base must be for a unit that waits to fly there."""
    landing: float
    """LW-6.9 What each factor that strafers may destroy counts against a base to land on."""
    own: float
    """LW-15.2.2 Where escorts are ignored they fire first: what each factor that the German loses to them counts."""


HABITS = habits_of("sandtable.games.luftwaffe", Habits)
