"""Who fires at whom: one plan for all guns."""

from __future__ import annotations

from sandtable.games.warbirds.bot.habits import Habits
from sandtable.games.warbirds.bot.player import survival
from sandtable.games.warbirds.components import CONSTANTS, EVENTS, STATIONS
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.rules.skill import chance, jammed, station_modifiers, value_of

KILLS_FOR_A_MEDAL = CONSTANTS["medal_kills"]
_ROUNDS = 4
"""A plan is gone over so often at most."""


def target_of(view: WarbirdsView, man: str, habits: Habits) -> str:
    """WB-10.2, WB-10.7 The enemy that is this man's in a plan for all who have not declared yet.

    Each takes what is worth most after the fire of all others, those with the fewest targets first; then they look
    again at what the others took.
    """
    standing = survival(view)
    targets = {id: seen for id in {man: 0} | dict.fromkeys(view.waiting, 0) if (seen := _targets(view, id, standing))}
    hits = {
        id: chance(value_of(station_modifiers(id, view.crew[id], view.crew[id].station, view.kept))) for id in targets
    }
    plan: dict[str, str] = {}
    for _ in range(_ROUNDS):
        before = dict(plan)
        for id in sorted(targets, key=lambda one: len(targets[one])):
            left = dict(standing)
            for other, target in plan.items():
                if other != id:
                    left[target] *= 1 - hits[other]
            plan[id] = max(targets[id], key=lambda target: _worth(view, id, target, habits) * left[target])
        if plan == before:
            break
    return plan[man]


def _targets(view: WarbirdsView, man: str, enemies: dict[str, float]) -> list[str]:
    """WB-10.3 The enemies that a man can fire at from where he is."""
    station = view.crew[man].station
    if station not in STATIONS or jammed(view.kept, station):
        return []
    return [enemy for enemy in enemies if EVENTS[enemy].source in STATIONS[station].attack_list]


def _worth(view: WarbirdsView, man: str, enemy: str, habits: Habits) -> float:
    """WB-11.1, WB-21.2 The damage cards that it draws, and the medal that it may bring."""
    nearly = len(view.crew[man].kills) == KILLS_FOR_A_MEDAL - 1
    return EVENTS[enemy].attack + (habits.third_kill if nearly else 0.0)
