"""Where a sensible player sets up, and where his sniper lies."""

from __future__ import annotations

from functools import lru_cache
from math import fsum

from sandtable.games.vengeance.bot.errands import bars_the_stairs, passages
from sandtable.games.vengeance.bot.gunnery import place_gun
from sandtable.games.vengeance.bot.judgement import (
    FAR_OFF,
    bank_posts,
    cover_of,
    goals_of,
    ground_of_the_reichstag,
    ways_to_any,
    worth_of,
)
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.off_map_support import is_observer, place_observer
from sandtable.games.vengeance.bot.vehicles import vehicle_worth
from sandtable.games.vengeance.campaign.battle.deployment import given_foxholes
from sandtable.games.vengeance.campaign.battle.posts import is_initial
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import BRIDGE, CELLAR, ROOF
from sandtable.games.vengeance.map.line_cache import MOST_REMEMBERED
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.model.traces import Alteration
from sandtable.games.vengeance.rules.morale.leaders import leaders_at
from sandtable.games.vengeance.rules.units.kinds import is_leader, type_of, units_at, weapon_type
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.rules.vehicles.kinds import vehicles_at
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

_NEAR = 6
_APART = (ROOF, CELLAR)
"""From where nobody sets out: a defender may stand there, to look around or to hold out."""
_AT_THE_TASK, _IN_DEPTH = (0.4, 0.6), (0.2, 1.0)
"""What each MF away from the task costs, and each half-squad that is in a place already; in depth: in its hex."""
_ON_A_BRIDGE = 20.0
"""What keeps everybody off the bridges when he sets up."""
_LINK, _GARRISON, _GUARDS = 6.0, 4.0, 5
"""What the first men at the end of a bridge are worth, those in the Reichstag, and in how many of its hexes."""
_STAIRS = 1.5
"""What it is worth to bar a way up to the rooftops where a Banner could be planted."""


def set_up_at(mind: Mind, options: list[Option]) -> Option:
    options = [o for o in options if o[0] == "set_up"]
    if mind.attacks:
        options = [o for o in options if mind.f.place(id_in(o, 2)).kind not in _APART] or options
    if options[0][1] in mind.s.guns:
        return place_gun(mind, options)
    if mind.s.campaign is not None or (mind.hasty and len(mind.f.locations) > MOST_REMEMBERED):
        return set_up_in_campaign(mind, options)
    s, unit = mind.s, mind.s.units[id_in(options[0])]
    if s.batteries and is_observer(s, unit):
        return place_observer(mind, options)
    wanted = goals_of(s) if mind.attacks else (*passages(s.scenario, mind.seat), *goals_of(s))
    ways = ways_to_any(s.scenario, wanted)

    def score(option: Option) -> float:
        at = id_in(option, 2)
        far = ways.get(at, FAR_OFF)
        here = units_at(s, at, mind.seat)
        crowd = sum(map(halves, here))
        value = mind.habits.shelter * cover_of(s, at) - (mind.habits.near if mind.attacks else mind.habits.depth) * far
        if is_leader(unit):
            return value + _leads(here)
        value -= 0.5 * crowd if mind.attacks else mind.habits.alone * crowd
        if mind.attacks:
            return value
        value += _STAIRS * bars_the_stairs(s, mind.f, at, mind.seat)
        return value + mind.habits.field_of_view * outlook(mind.f, at)

    return mind.best(options, score)


def _leads(here: list[Unit]) -> float:
    """A leader goes where men are, and no other leader."""
    return 1.5 * min(sum(map(halves, here)), 4) - 3 * any(is_leader(u) for u in here)


def outlook(f: Field, at: str) -> int:
    """How many Locations near to one are in its line of sight.

    Kept, because every unit is set up by it; changes of the map farther away than these Locations change nothing.
    """
    here, far = f.hex_of[at], f.ground.range
    near = tuple([change for change in f.changes if far(here, change.hex) <= _NEAR + 1])
    seen = _outlooks(f.untouched)
    known = seen.get((at, near))
    if known is None:
        around = [to for hex in f.area if far(here, hex) <= _NEAR for to in f.ground.of_hex[hex] if to in f.steps]
        known = seen[at, near] = sum(1 for to in around if not f.los(at, to).blocked)
    return known


@lru_cache(maxsize=16)
def _outlooks(untouched: Field) -> dict[tuple[str, tuple[Alteration, ...]], int]:
    """What is known of the outlooks on a field."""
    return {}


def set_up_in_campaign(mind: Mind, options: list[Option]) -> Option:
    """On the whole map: in cover between the enemy and what the fight is about, a stack of two squads at most.

    RV-CG29 The German holds the houses around the Reichstag too, one squad in each: they count, they keep the enemy
    away, and no shell hits them all. Nobody stands on a bridge, in the way of all the fire there is.
    """
    s, unit = mind.s, mind.s.units.get(id_in(options[0]))
    ways = ways_to_any(s.scenario, goals_of(s))

    def score(option: Option) -> float:
        at = id_in(option, 2)
        far = ways.get(at, FAR_OFF)
        here = units_at(s, at, mind.seat)
        crowd = sum(map(halves, here))
        near, alone = _AT_THE_TASK
        if mind.seat == GERMAN and not is_initial(s):
            near, alone = _IN_DEPTH
            crowd = sum(halves(u) for to in mind.f.ground.of_hex[mind.f.hex_of[at]] for u in units_at(s, to, GERMAN))
        value = 0.6 * cover_of(s, at) - near * far - (_ON_A_BRIDGE if mind.f.place(at).kind == BRIDGE else 0.0)
        if unit is not None and is_leader(unit):
            return value + _leads(here)
        if mind.seat == GERMAN and not here:
            value += _post_value(s, at)
        return value - alone * crowd

    return mind.best(options, score)


def _post_value(s: Battle, at: str) -> float:
    """RV-I7, RV-I9, RV-CGS10 What the first Germans in a place bring besides.

    Men or Foxholes where the bridges end make the whole south bank German when the campaign begins, and the Reichstag
    has a garrison before the first Russian is over the Spree.
    """
    if is_initial(s) and at in bank_posts() and at not in given_foxholes(s):
        return _LINK
    if at not in ground_of_the_reichstag():
        return 0.0
    guards = sum(1 for hex in ground_of_the_reichstag() if units_at(s, hex, GERMAN))
    return _GARRISON if guards < _GUARDS else 0.0


def give_weapon(mind: Mind, options: list[Option]) -> Option:
    s = mind.s
    options = [o for o in options if o[0] == "give"]
    weapon = weapon_type(s.weapons[id_in(options[0])])

    def score(option: Option) -> float:
        unit = s.units[id_in(option, 2)]
        loaded = sum(1 for w in s.weapons.values() if w.holder == unit.id)
        type = type_of(unit)
        value = -3.0 * loaded + (1 if leaders_at(s, unit.at, mind.seat) else 0)
        if weapon.is_mg:
            return value + 0.3 * type.range + 0.2 * type.morale - 0.1 * type.fp + (type.grade in ("E", "1"))
        return value + 3 * type.assault_engineer + (type.grade == "E") + 0.2 * type.fp

    return mind.best(options, score)


def cover_or_not(mind: Mind, options: list[Option]) -> Option:
    """Hide the strongest squad, then conceal the best stacks, then lay dummies where an enemy would expect somebody."""
    s = mind.s
    ways = ways_to_any(s.scenario, goals_of(s))

    def score(option: Option) -> float:
        if option[0] == "hide" and option[1] in s.vehicles:
            return 100.0 + vehicle_worth(s.vehicles[id_in(option)])
        if option[0] == "hide":
            unit = s.units[id_in(option)]
            guns = sum(1 for w in s.weapons.values() if w.holder == unit.id and weapon_type(w).is_mg)
            return 100.0 + worth_of(unit) + guns
        if option[0] == "conceal":
            tanks = vehicles_at(s, id_in(option), mind.seat)
            return 50.0 + fsum(map(worth_of, units_at(s, id_in(option), mind.seat))) + sum(map(vehicle_worth, tanks))
        if option[0] == "dummy":
            at = id_in(option)
            return 10.0 + cover_of(s, at) - 0.5 * ways.get(at, FAR_OFF)
        return -99.0

    return mind.best(options, score)


def place_sniper(mind: Mind, options: list[Option]) -> Option:
    leaders = [u for u in mind.s.units.values() if u.side != mind.seat and u.at and is_leader(u)] or [
        u for u in mind.s.units.values() if u.side != mind.seat and u.at
    ]
    if not leaders:
        return options[0]
    return mind.best(options, lambda o: -min(mind.f.ground.range(id_in(o), mind.f.hex_of[u.at]) for u in leaders))
