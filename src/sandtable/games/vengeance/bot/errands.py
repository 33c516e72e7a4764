"""What a man is sent for besides the fight: off the map, to a rooftop with the Banner, for a lost one, to rally men."""

from __future__ import annotations

from functools import cache, lru_cache

from sandtable.board.paths import reachable
from sandtable.games.vengeance.bot.judgement import bridge_ends, distances, nearest_goal, rooftops
from sandtable.games.vengeance.map.battlefield import make_field
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import LEVEL
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle, Unit
from sandtable.games.vengeance.rules.morale.leaders import leadership
from sandtable.games.vengeance.rules.units.kinds import (
    bears_banner,
    good_order,
    held,
    is_leader,
    is_mmc,
    other,
    units_at,
)
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.rules.victory.banner import is_banner, may_plant
from sandtable.games.vengeance.rules.victory.exits import exit_hexes
from sandtable.games.vengeance.scenarios.cards import is_written, scenario
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

_WATCHED, _MOST_WATCHED = 1, 4
"""MF that one goes round rather than through a Location into which an enemy looks, and for how many of them."""
_COMING, _FOREMOST = 10, 4
"""MF from the edge at which one who has to leave by it is met, and how many of them are looked at."""
_FOR_ONE, _MOST = 4, 3
"""MF that a leader goes for each broken half-squad, and for how many of them."""


@cache
def ways_off(name: str, side: str) -> tuple[str, ...]:
    """RV-SCN8 The edge Locations by which a side may leave, if that is its task."""
    f = make_field(name)
    return tuple(hex for hex in sorted(exit_hexes(name, side)) if hex in f.steps)


@cache
def banner_counts(name: str) -> bool:
    """RV-BRV14.4 Whether a placed Banner helps with the task of a scenario."""
    if not is_written(name):
        return False
    return any(c["type"] == "banner" or "banner_counts" in c for c in scenario(name).victory.conditions)


@lru_cache(maxsize=512)
def _looked_into(name: str, foe: str, sight: int) -> frozenset[str]:
    """The Locations that an enemy sees from his own."""
    f = make_field(name)
    return frozenset(at for at in f.steps if f.range(foe, at) <= sight and not f.los(foe, at).blocked)


@lru_cache(maxsize=64)
def ways_past(name: str, wanted: tuple[str, ...], foes: tuple[str, ...], sight: int) -> dict[str, int]:
    """MF from every Location to the nearest of some, with more for each Location that enemies look into."""
    f = make_field(name)
    seen: dict[str, int] = {}
    for foe in foes:
        for at in _looked_into(name, foe, sight):
            seen[at] = seen.get(at, 0) + 1

    def steps(at: str) -> list[tuple[str, int]]:
        if not at:
            return [(goal, 0) for goal in wanted]
        watched = min(_MOST_WATCHED, _WATCHED * seen.get(at, 0))
        return [(step.to, step.cost + watched) for step in f.steps[at]]

    return dict(reachable("", steps))


def watchers(s: Battle, f: Field, side: str) -> tuple[str, ...]:
    """Where the enemies of a side stand who could fire at one who passes."""
    return tuple(sorted({u.at for u in s.units.values() if u.side != side and u.at in f.steps and not u.broken}))


@cache
def passages(name: str, side: str) -> tuple[str, ...]:
    """RV-SCN8 The near ends of the bridges that enemies have to cross who leave the map by an edge beyond them."""
    edge = ways_off(name, other(side)) if is_written(name) else ()
    f = make_field(name)
    return tuple(bridge_ends(f, f.hex(edge[0]).bank)) if edge else ()


def exits_to_bar(s: Battle, side: str) -> tuple[str, ...]:
    """RV-SCN8 The edge Locations to which the foremost enemies are near who have to leave the map."""
    edge = ways_off(s.scenario, other(side)) if s.campaign is None else ()
    if not edge:
        return ()
    way = {u.at: nearest_goal(s, u.at, edge) for u in s.units.values() if u.side != side and u.at and is_mmc(u)}
    foremost = sorted((far, at) for at, far in way.items() if far <= _COMING)[:_FOREMOST]
    return tuple(
        dict.fromkeys(min(edge, key=lambda exit: distances(s.scenario, exit).get(at, 99)) for _, at in foremost)
    )


def lost_banners(s: Battle, side: str) -> dict[str, str]:
    """RV-BRV14.2 The Banners that lie about, each with the Good Order unit that is nearest to it."""
    bearers: dict[str, str] = {}
    if s.campaign is None and not banner_counts(s.scenario):
        return bearers
    for weapon in s.weapons.values():
        if side != RUSSIAN or weapon.holder or not weapon.at or weapon.id in s.banners or not is_banner(weapon):
            continue
        free = [u for u in s.units.values() if u.side == side and u.at and is_mmc(u) and good_order(u)]
        free = [u for u in free if not bears_banner(s, u) and u.id not in bearers.values()]
        if free:
            bearers[weapon.id] = min(free, key=lambda u: nearest_goal(s, u.at, (weapon.at,))).id
    return bearers


def rallying_points(s: Battle, side: str) -> dict[str, str]:
    """RV-A10.6 Leaders who are sent for broken men without one, each with the place; half of the leaders stay in the
    fight."""
    broken: dict[str, int] = {}
    for unit in s.units.values():
        if unit.side == side and unit.broken and unit.at and is_mmc(unit) and not unit.melee:
            broken[unit.at] = broken.get(unit.at, 0) + halves(unit)
    if not broken:
        return {}
    leaders = [u for u in s.units.values() if u.side == side and u.at and is_leader(u) and good_order(u)]
    there = {u.at for u in leaders}
    free = [u for u in leaders if u.at not in broken and leadership(u) <= 0]
    sent_to: dict[str, str] = {}
    for at in sorted(broken, key=lambda at: (-broken[at], at)):
        if at in there or len(sent_to) >= -(-len(leaders) // 2):
            continue
        way = {u.id: nearest_goal(s, u.at, (at,)) for u in free if u.id not in sent_to}
        best = min(way, key=lambda id: (way[id], id), default="")
        if best and way[best] <= _FOR_ONE * min(_MOST, broken[at]):
            sent_to[best] = at
    return sent_to


def errand_of(s: Battle, unit: Unit, lost: dict[str, str]) -> tuple[str, ...]:
    """Where a unit is sent, whatever the others do; empty if it has no errand."""
    if bears_banner(s, unit) and (s.campaign is not None or banner_counts(s.scenario)):
        return rooftops(s.scenario)
    if is_mmc(unit) and unit.id in lost.values():
        return tuple(s.weapons[id].at for id, who in lost.items() if who == unit.id)
    return ()


def at_the_end(s: Battle, f: Field, unit: Unit) -> bool:
    """Whether a unit is where its errand ends and has only to do it: plant the Banner, leave the map."""
    if not unit.at:
        return False
    if any(may_plant(s, f, weapon) for weapon in held(s, unit.id)):
        return True
    return s.campaign is None and unit.at in ways_off(s.scenario, unit.side) and good_order(unit)


def who_ends_his_errand(s: Battle, f: Field, options: list[Option]) -> Option | None:
    """The unit that moves first because it has only to plant the Banner or to leave."""
    for option in options:
        if option[0] == "move" and at_the_end(s, f, s.units[id_in(option)]):
            return option
    return None


# -- against the Banner ------------------------------------------------------------------------------------------------


@cache
def asks_for_banner(name: str) -> bool:
    """Whether the task of a scenario is to place the Banner."""
    return is_written(name) and any(c["type"] == "banner" for c in scenario(name).victory.conditions)


def banners_to_lower(s: Battle, side: str) -> tuple[str, ...]:
    """RV-BRV14.5 The rooftops with a Banner that a side has to retake."""
    if side != GERMAN or s.campaign is not None or not s.banners or not asks_for_banner(s.scenario):
        return ()
    return tuple(dict.fromkeys(s.banners.values()))


def bars_the_stairs(s: Battle, f: Field, at: str, side: str) -> bool:
    """Whether a squad in a Location would be the first that bars a way up to the rooftops."""
    if side != GERMAN or s.campaign is not None or not asks_for_banner(s.scenario):
        return False
    hex = f.hex_of[at]
    if f.place(at).kind != LEVEL or not any(f.hex_of[roof] == hex for roof in rooftops(s.scenario)):
        return False
    return not any(f.place(to).kind == LEVEL and units_at(s, to, side) for to in f.ground.of_hex[hex] if to in f.steps)
