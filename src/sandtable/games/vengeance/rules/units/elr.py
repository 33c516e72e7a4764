"""The ELR of a counter that comes into being during a battle (RV-BRV8.1, RV-BRV8.21, RV-CG15, RV-CG24)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.points import elr_of
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.scenarios.cards import is_written, lowered_elr, scenario


def elr_of_new(s: Battle, side: str, type: str) -> int:
    """RV-BRV8.21, RV-CG24 The listed ELR, lowered as that of its whole side is; leaders of tanks have that of crews."""
    listed = type if type in components().elr else f"{side[:2]}_1-2-7"
    if s.campaign is not None:
        return elr_of(s, side, listed)
    lowered = lowered_elr(getattr(scenario(s.scenario), side).elr) if is_written(s.scenario) else 0
    return max(0, components().elr[listed] - lowered)
