"""How a battle ended, and the figures for reports."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import SIDES, Battle
from sandtable.games.vengeance.names import name
from sandtable.games.vengeance.rules.units.kinds import is_dummy, other
from sandtable.games.vengeance.rules.victory.control import condition_value
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.kernel.game import Outcome, Setting

_CAUSES = ("killed", "reduced", "close_combat", "failed_to_rout", "sniped", "burnt", "crushed", "drowned")
"""How units are eliminated: by a KIA or wounds, by Casualty Reduction of the last half, and so on."""
_GONE = {"halved": "squads halved", "vehicles": "vehicles lost", "guns": "guns lost", "exited": "exited",
         "recalled": "recalled"}  # fmt: skip
"""What else is counted for each side, and the name of its figure; exits are the task's, a recall is a vehicle's."""


def outcome(s: Battle) -> Outcome:
    """RV-SCN8 Who won, and by what; the score is the enemy's casualty points."""
    scores = {side: float(s.cvp.get(other(side), 0)) for side in SIDES}
    return Outcome(f"{name(s.winner)}: {s.won_by}", (s.winner,), scores, facts(s))


def facts(s: Battle) -> dict[str, Setting | float]:
    """Figures that `sandtable simulate` aggregates."""
    if s.campaign is not None:
        return campaign_facts(s)
    victory = scenario(s.scenario).victory
    now, needed = condition_value(s, victory.conditions[0], victory.side)
    told: dict[str, Setting | float] = {"turns": s.turn, "objective": now, "objective needed": needed}
    for side in SIDES:
        told[f"casualty points {side}"] = s.cvp.get(side, 0)
        left = [u for u in s.units.values() if u.side == side and not is_dummy(u)]
        told[f"units left {side}"] = len(left)
        told[f"broken at the end {side}"] = sum(1 for u in left if u.broken)
        told |= losses(s, side)
    return told


def losses(s: Battle, side: str) -> dict[str, Setting | float]:
    """The units that a side has lost by each cause, and what else has gone from the map."""
    found: dict[str, Setting | float] = {
        f"lost {side}:{cause.replace('_', ' ')}": s.lost.get(f"{side}_{cause}", 0) for cause in _CAUSES
    }
    return found | {f"{name} {side}": s.lost.get(f"{side}_{what}", 0) for what, name in _GONE.items()}


def campaign_facts(s: Battle) -> dict[str, Setting | float]:
    """Figures of a campaign: scenarios played and won, what is left of each side."""
    assert s.campaign is not None
    told: dict[str, Setting | float] = {"scenarios played": s.campaign.played, "dates": s.campaign.date + 1}
    for side in SIDES:
        kept = getattr(s.campaign, side)
        told[f"scenarios won {side}"] = kept.won
        told[f"ELR steps lost {side}"] = kept.elr_lost
        told[f"groups bought {side}"] = len(kept.bought)
        told[f"units left {side}"] = sum(1 for u in s.units.values() if u.side == side)
        told |= losses(s, side)
    return told
