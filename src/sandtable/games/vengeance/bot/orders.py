"""Who goes where: an attacker shares his men out among the houses that he needs."""

from __future__ import annotations

from math import fsum

from sandtable.games.vengeance.bot.judgement import nearest_goal, worth_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.set_up.places import entry_places
from sandtable.games.vengeance.rules.units.kinds import good_order, is_mmc, units_at
from sandtable.games.vengeance.rules.victory.control import condition_value
from sandtable.games.vengeance.scenarios.cards import scenario

Orders = dict[str, tuple[str, ...]]
"""Unit -> the goals that it goes for."""
_HEX, _ENEMY = 1.0, 1.5
"""Men wanted for a hex that must be taken, and for an enemy squad in the house."""
NO_HOUSE = ""
"""The object of all goals that are in no house."""
_MF, _TO_SPARE = 4, 2
"""What a squad covers in a turn, and how many more are sent than are asked for."""
_HARD = 4.0
"""MF that an enemy squad in a house is worth when the easiest houses are sought."""


def orders(s: Battle, f: Field, side: str, open_goals: tuple[str, ...], late: bool = False) -> Orders:
    """The goals of every squad that can still go: each house gets men by its size and its defenders, the nearest.

    Late in a battle some go for a place that wins by itself, if enough of them can get there.
    """
    objects = objects_of(f, open_goals)
    men = [u for u in s.units.values() if u.side == side and is_mmc(u) and good_order(u) and not u.aboard]
    if len(objects) < 2 or not men:
        return {}
    starts: dict[tuple[str, int], tuple[str, ...]] = {}
    way: dict[tuple[str, str], int] = {}
    for unit in men:
        key = (unit.at, unit.group if not unit.at else 0)
        if key not in starts:
            starts[key] = (unit.at,) if unit.at else entry_places(s, unit)
        for name, goals in objects.items():
            way[unit.id, name] = min((nearest_goal(s, at, goals) for at in starts[key]), default=99)
    strength = {name: _defenders(s, f, goals, side) for name, goals in objects.items()}
    chosen = _easiest(s, f, side, objects, way, men, strength)
    demand = {name: _HEX * len(objects[name]) + _ENEMY * strength[name] + 0.5 for name in chosen}
    whole = fsum(demand.values())
    quota = {name: -(-len(men) * demand[name] // whole) for name in chosen}
    ordered = _dash(s, side, objects, way, men) if late else {}
    for _, id, name in sorted((way[u.id, name], u.id, name) for u in men for name in chosen):
        if id not in ordered and quota[name] > 0:
            ordered[id] = objects[name]
            quota[name] -= 1
    return ordered


def _dash(
    s: Battle, side: str, objects: dict[str, tuple[str, ...]], way: dict[tuple[str, str], int], men: list[Unit]
) -> Orders:
    """RV-SCN8 Those who go for men's places that win by themselves, as many as are asked for and some to spare."""
    card = scenario(s.scenario)
    asked = [c for c in card.victory.conditions if c["type"] in ("mmc", "squads")]
    if card.victory.side != side or card.victory.check != "any_of" or not asked or NO_HOUSE not in objects:
        return {}
    needed = int(asked[0]["needed"])
    in_time = _MF * (card.turns - s.turn + 1) + 1
    able = sorted((way[u.id, NO_HOUSE], u.id) for u in men if way[u.id, NO_HOUSE] <= in_time)
    return {id: objects[NO_HOUSE] for _, id in able[: needed + _TO_SPARE]} if len(able) >= needed else {}


def objects_of(f: Field, goals: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The goals house by house; those that are in no house are one object."""
    by_name: dict[str, tuple[str, ...]] = {}
    for goal in goals:
        name = f.hex(goal).building
        by_name[name] = (*by_name.get(name, ()), goal)
    return by_name


def _defenders(s: Battle, f: Field, goals: tuple[str, ...], side: str) -> float:
    """The worth of the enemies seen in a house, on all floors."""
    places = [at for goal in goals for at in f.ground.of_hex[f.hex_of[goal]]]
    return fsum(worth_of(u) for at in places for u in units_at(s, at) if u.side != side and not u.broken)


def _easiest(
    s: Battle, f: Field, side: str, objects: dict[str, tuple[str, ...]], way: dict[tuple[str, str], int],
    men: list[Unit], strength: dict[str, float],
) -> list[str]:  # fmt: skip
    """If only some of the houses are needed: the nearest and weakest, and one to spare."""
    missing = _missing(s, side)
    if not missing or missing + 1 >= len(objects):
        return list(objects)
    near = {
        name: sum(sorted(way[u.id, name] for u in men)[: max(1, len(men) // 2)]) / max(1, len(men) // 2)
        for name in objects
    }
    ranked = sorted(objects, key=lambda name: (near[name] + _HARD * strength[name] + len(objects[name]), name))
    return ranked[: missing + 1]


def _missing(s: Battle, side: str) -> int:
    """How many more houses the task needs; 0 if it does not count houses."""
    if s.campaign is not None or scenario(s.scenario).victory.side != side:
        return 0
    for condition in scenario(s.scenario).victory.conditions:
        if condition["type"] == "control_buildings":
            now, needed = condition_value(s, condition, side)
            return max(1, needed - now)
    return 0
