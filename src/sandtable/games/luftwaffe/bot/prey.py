"""What the German bot hunts: Americans in a hex, and what an attack on them is worth."""

from __future__ import annotations

from sandtable.games.luftwaffe.bot.estimates import behind, is_bomber
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView

ESCORT = 0.1
"""What an escort factor is worth: those that are left must be shot down in the next attack."""
BOMBED = 0.2
"""What a bomber is worth that has bombed already."""
SCREEN, FIRST_SHOT = 0.45, 0.2
"""What an escort factor takes off the worth of a prey: as a screen, and where it is bypassed and only fires first."""
REDUCED, KILLED = 0.9, 1.0
"""LW-9.3.4 What it is worth to reduce a bomber, and to destroy one: the whole ones are reduced first."""


class Prey:
    """American units in a hex of the German side."""

    __slots__ = ("bombers", "bypassed", "escorts", "fighters", "fresh", "guards", "hex", "whole")

    def __init__(self, hex: str, bypassed: bool = False) -> None:
        self.hex = hex
        self.bypassed = bypassed
        self.bombers = 0
        self.fresh = 0
        self.whole = 0
        self.escorts = 0
        self.guards: list[str] = []
        self.fighters = 0

    def worth(self) -> float:
        """How much an attack on the hex is worth: bombers that have not bombed yet count most."""
        cost = FIRST_SHOT if self.bypassed else SCREEN
        return self.fresh + BOMBED * (self.bombers - self.fresh) - cost * self.escorts

    def value(self, losses: float) -> float:
        """LW-9.3.4, LW-9.4.1 What losses here are worth: the escort falls first, whole bombers are reduced next.

        LW-15.2.2 Where escorts are ignored, all losses are the bombers'.
        """
        screen = 0 if self.bypassed else self.escorts
        through = losses - screen
        if through <= 0:
            return ESCORT * losses
        fresh = min(through, self.fresh)
        reduced = min(fresh, self.whole)
        bombed = min(through - fresh, self.bombers - self.fresh)
        return ESCORT * screen + REDUCED * reduced + KILLED * (fresh - reduced) + BOMBED * bombed


def prey(view: LuftwaffeView) -> dict[str, Prey]:
    """Where the Americans are."""
    targets: dict[str, Prey] = {}
    zone = behind(view).all
    for id, u in view.americans.items():
        if u.status != "up" or u.hex in zone:
            continue
        here = targets.get(u.hex)
        if here is None:
            here = targets[u.hex] = Prey(u.hex, "ignore_escorts" in view.flags)
        if is_bomber(u):
            here.bombers += u.factors
            if not u.bombed:
                here.fresh += u.factors
                here.whole += u.factors > 1
        elif u.escort:
            here.escorts += u.factors
            here.guards.append(id)
        else:
            here.fighters += u.factors
    return targets
