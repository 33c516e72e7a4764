"""Where a man without a target is of most use: at an empty gun, or in the way of shots that would strike the aircraft.

WB-17.1 A shot at a station where somebody is hits him, as a rule, and not the airframe. There are thirty men and ten
missions, and most bombers that are lost break up: so an empty station is worth filling while fighters aim at it.
"""

from __future__ import annotations

from sandtable.games.warbirds.bot.danger import damage_of_a_card
from sandtable.games.warbirds.bot.habits import Habits
from sandtable.games.warbirds.bot.player import survival
from sandtable.games.warbirds.components import (
    AIRMEN,
    COCKPIT,
    ENEMY_TERRITORY,
    EVENTS,
    MISSIONS,
    PARTS,
    QUALIFIED,
    STATIONS,
)
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import ENEMY, holder
from sandtable.games.warbirds.rules.skill import chance, jammed, station_modifiers, value_of
from sandtable.kernel.flow import Option

STILL_THERE = 0.6
"""So much of the enemy's fire is left, roughly, when the guns have fired."""
NEXT_TURNS = (0.0, 0.5, 0.7)
"""What the fire of the same enemies counts besides, with none, one or more turns over the target to come."""
FRAIL = {"fuselage": 1.3}
"""The part that gives way most often counts more."""
STEEP = -1.5
"""How fast a point of damage weighs more as a part can take less."""
TO_COME = 2.5
"""The damage cards of the fighters that a turn brings, as many as count here."""
LEAST_GAIN = 0.01
"""What a man must gain to get up."""
_FIGHTERS = [EVENTS[id] for id in ENEMY_TERRITORY if EVENTS[id].source]
IN_SIGHT = {
    id: sum(fighter.attack for fighter in _FIGHTERS if fighter.source in station.attack_list)
    / sum(fighter.attack for fighter in _FIGHTERS)
    for id, station in STATIONS.items()
}
"""The share of all fighters that each gun can reach, by their damage cards."""


def better_place(view: WarbirdsView, man: str, options: list[Option], habits: Habits) -> Option | None:
    """WB-10.4 The change of a man who is of no use where he is, if one is worth it.

    That is a gunner who has no target, a bombardier whose bombs are gone, or a radio operator who can shoot: over the
    target nobody calls him, and if formation breaks he is back at once (WB-19.3).
    """
    if view.phase != ENEMY or not is_idle(view, man):
        return None
    here = view.crew[man].station
    turns = turns_over_target(view)
    enemies = survival(view)
    weights = {part: FRAIL.get(part, 1.0) * (PARTS[part] - damage) ** STEEP for part, damage in view.parts.items()}
    manned = frozenset(one.station for one in view.crew.values() if one.station)
    as_it_is = harm(enemies, manned, weights, turns)

    def gain(station: str) -> float:
        sheltered = as_it_is - harm(enemies, (manned - {here}) | {station}, weights, turns)
        guns = gun(view, man, station, enemies) - gun(view, man, here, enemies) if turns else 0.0
        return sheltered + habits.next_target * guns

    free = [
        station
        for station in QUALIFIED[man]
        if ("change", man, station) in options and station not in COCKPIT and not holder(view.crew, station)
    ]
    best = max(free, key=gain, default="")
    return ("change", man, best) if best and gain(best) > LEAST_GAIN else None


def is_idle(view: WarbirdsView, man: str) -> bool:
    """Whether nobody misses a man at his station, as he has no target."""
    station = view.crew[man].station
    if station == "bombardier":
        return view.bombs_gone
    if station == "radio":
        return AIRMEN[man].skills.get("gunner", 0) > 0
    return station != "engineer" and bool(STATIONS[station].attack_list)


def turns_over_target(view: WarbirdsView) -> int:
    """WB-12.5, WB-19.7 The turns over enemy territory after this one."""
    left = view.alternate_turns or MISSIONS[view.mission].engagement - view.phase_turns
    return min(max(left - 1, 0), len(NEXT_TURNS) - 1)


def harm(enemies: dict[str, float], manned: frozenset[str], weights: dict[str, float], turns: int) -> float:
    """WB-11.1, WB-17.5 What these enemies do to the airframe, each part by how much it can still take."""
    total = 0.0
    for enemy, standing in enemies.items():
        done = damage_of_a_card(EVENTS[enemy].source, manned)
        total += EVENTS[enemy].attack * standing * sum(weights[part] * each for part, each in done.items())
    return total * STILL_THERE * (1 + NEXT_TURNS[turns])


def gun(view: WarbirdsView, man: str, station: str, enemies: dict[str, float]) -> float:
    """WB-10.3 What a man at a gun may shoot down next turn: the best target now, and what may come."""
    reach = STATIONS[station].attack_list
    if not reach or jammed(view.kept, station):
        return 0.0
    seen = [EVENTS[enemy].attack * left for enemy, left in enemies.items() if EVENTS[enemy].source in reach]
    hits = chance(value_of(station_modifiers(man, view.crew[man], station, view.kept)))
    return hits * (max(seen, default=0.0) + TO_COME * IN_SIGHT[station])
