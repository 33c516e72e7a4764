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
    weights = {part: weight_of(part, PARTS[part] - damage, habits) for part, damage in view.parts.items()}
    manned = frozenset(one.station for one in view.crew.values() if one.station)
    volleys = habits.still_there * (1 + (0.0, habits.next_turn, habits.later_turns)[min(turns, 2)])
    as_it_is = harm(enemies, manned, weights)

    def gain(station: str) -> float:
        sheltered = as_it_is - harm(enemies, (manned - {here}) | {station}, weights)
        guns = gun(view, man, station, enemies, habits) - gun(view, man, here, enemies, habits) if turns else 0.0
        return volleys * sheltered + habits.next_target * guns

    free = [
        station
        for station in QUALIFIED[man]
        if ("change", man, station) in options and station not in COCKPIT and not holder(view.crew, station)
    ]
    best = max(free, key=gain, default="")
    return ("change", man, best) if best and gain(best) > habits.least_gain else None


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
    return max(left - 1, 0)


def weight_of(part: str, left: int, habits: Habits) -> float:
    """What a point of damage to a part weighs that can still take so many."""
    frail = habits.frail_fuselage if part == "fuselage" else 1.0
    return float(frail * left**habits.steep)


def harm(enemies: dict[str, float], manned: frozenset[str], weights: dict[str, float]) -> float:
    """WB-11.1, WB-17.5 What these enemies do to the airframe, each part by how much it can still take."""
    total = 0.0
    for enemy, standing in enemies.items():
        done = damage_of_a_card(EVENTS[enemy].source, manned)
        total += EVENTS[enemy].attack * standing * sum(weights[part] * each for part, each in done.items())
    return total


def gun(view: WarbirdsView, man: str, station: str, enemies: dict[str, float], habits: Habits) -> float:
    """WB-10.3 What a man at a gun may shoot down next turn: the best target now, and what may come."""
    reach = STATIONS[station].attack_list
    if not reach or jammed(view.kept, station):
        return 0.0
    seen = [EVENTS[enemy].attack * left for enemy, left in enemies.items() if EVENTS[enemy].source in reach]
    hits = chance(value_of(station_modifiers(man, view.crew[man], station, view.kept)))
    return hits * (max(seen, default=0.0) + habits.to_come * IN_SIGHT[station])
