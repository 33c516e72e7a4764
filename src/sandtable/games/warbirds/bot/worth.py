"""What a tour is worth: the chance to complete it, from the points, the men and the aircraft."""

from __future__ import annotations

from sandtable.games.warbirds.components import AIRMEN, CONSTANTS, MISSIONS, PARTS
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import AVAILABLE, ENEMY, INFIRMARY, RETURN
from sandtable.kernel.worth_model import worth_models_of

MODELS = worth_models_of("sandtable.games.warbirds")
TOUR = "tour"
_PILOTS = frozenset(id for id, airman in AIRMEN.items() if airman.skills.get("pilot", -1) >= 0)


def worth(view: WarbirdsView) -> float:
    """WB-22.1 The chance to complete the tour; players win or lose together."""
    if view.result:
        return 0.0 if view.result == "lost" else 1.0
    name, features = figures(view)
    return MODELS[name].chance(features)


def figures(view: WarbirdsView) -> tuple[str, dict[str, float]]:
    """WB-21.4, WB-6.1 What counts: points still to win, men left to win them with, and how this mission goes."""
    flying = bool(view.mission)
    earned = _earned(view) if flying else 0
    left = max(0, CONSTANTS["victory_target"] - view.victory_points - earned)
    base = [id for id, place in view.roster.items() if place == AVAILABLE and id not in view.crew]
    resting = sum(place == INFIRMARY for place in view.roster.values())
    aboard = [id for id, man in view.crew.items() if man.conscious]
    pilots = sum(id in _PILOTS for id in base)
    return TOUR, {
        "points_left": left / 10,
        "points_left_squared": left * left / 100,
        "nearly_done": float(left <= 4),
        "pilots_at_base": pilots / 3,
        "few_pilots_at_base": float(pilots + sum(id in _PILOTS for id in aboard) <= 2),
        "men_at_base": len(base) / 10,
        "resting": resting / 10,
        "men_aboard": len(aboard) / 10,
        "pilots_aboard": sum(id in _PILOTS for id in aboard) / 3,
        "missions_left": min(6, len(view.missions_left)) / 3,
        "medals_alive": sum(len(medals) for id, medals in view.medals.items() if view.roster[id] != "gone") / 2,
        **_flight(view, flying),
    }


def _earned(view: WarbirdsView) -> int:
    """WB-21.4 Points of the mission that are certain already."""
    return 2 * view.reached_enemy_territory + 2 * view.bomb_hits


def _flight(view: WarbirdsView, flying: bool) -> dict[str, float]:
    """The state of the aircraft, and how far it still is; nothing on the ground."""
    worst = max((damage / PARTS[part] for part, damage in view.parts.items()), default=0.0) if flying else 0.0
    turns = _turns_home(view) if flying else 0
    return {
        "flying": float(flying),
        "over_enemy": float(flying and view.phase == ENEMY),
        "homeward": float(flying and view.phase == RETURN),
        "worst_part": worst,
        "worst_part_squared": worst * worst,
        "engines_out": len(view.engines_out) / 2 if flying else 0.0,
        "turns_home": turns / 10,
        "damage_far_from_home": worst * turns / 5,
        "fuel_short": max(0, turns - view.fuel) / 3 if flying else 0.0,
        "formation_broken": float(flying and view.formation_broken),
        "enemies": sum(len(cards) for cards in view.battlefield.values()) / 5 if flying else 0.0,
        "bombs_aboard_at_target": float(flying and view.phase == ENEMY and not view.bombs_gone),
    }


def _turns_home(view: WarbirdsView) -> int:
    """WB-12.1 Turns until the aircraft can land, this one included."""
    mission = MISSIONS[view.mission]
    if view.alternate_turns is not None:
        return view.alternate_turns
    if view.phase == RETURN:
        return max(0, view.return_turns - view.phase_turns)
    if view.phase == ENEMY:
        return max(1, mission.engagement - view.phase_turns) + mission.distance
    return max(0, mission.distance - view.phase_turns) + mission.engagement + mission.distance
