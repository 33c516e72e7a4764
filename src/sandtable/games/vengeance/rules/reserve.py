"""The Reserve of the campaign (RV-RePh8.6194b, RV-CG22): counters on the map, and who waits under them.

A counter is a unit of its own kind that does nothing; its men are off the map, and their post is its id.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.vengeance.campaign.points import panzerfausts_for
from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.model.campaign import RESERVE
from sandtable.games.vengeance.model.sequence import Step
from sandtable.games.vengeance.rules.units.counters import mark, put, vanish
from sandtable.games.vengeance.rules.units.kinds import bears_banner, is_mmc, is_reserve, other, units_at
from sandtable.games.vengeance.rules.units.stacking import halves, room_for
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in

_NEAR = 3
"""RV-RePh8.6194b How near an enemy rouses a Reserve that he sees."""
_CROWD = 4


def may_share(units: Iterable[Unit]) -> bool:
    """RV-E1.4 At most one squad-equivalent and two SMC under a counter."""
    table = components().conditions.cloaking
    men = list(units)
    return sum(map(halves, men)) <= table.halves and sum(not is_mmc(u) for u in men) <= table.men


def waiting_under(s: Battle, counter: str) -> list[Unit]:
    """Who is under a Reserve counter."""
    return [s.units[id] for id, post in s.posts.items() if post == counter and id in s.units]


def counters(s: Battle, side: str = "") -> list[Unit]:
    """The Reserve counters on the map, of one side if it is named."""
    return [u for u in s.units.values() if is_reserve(u) and (not side or u.side == side)]


# -- set-up ----------------------------------------------------------------------------------------------------------


def hold_back(s: Battle, id: str, at: str) -> None:
    """RV-RePh8.6194b A unit sets up in Reserve: under a counter of its group with room, or under a new one."""
    unit = s.units[id]
    for counter in (u for u in units_at(s, at, unit.side) if is_reserve(u)):
        men = waiting_under(s, counter.id)
        if all(u.group == unit.group for u in men) and may_share([*men, unit]):
            s.posts[id] = counter.id
            return
    number = s.made[f"{unit.side}-reserve"] = s.made.get(f"{unit.side}-reserve", 0) + 1
    new = f"{unit.side[:2]}-reserve-{number}"
    s.units[new] = Unit(new, f"{unit.side[:2]}_reserve", unit.side, concealed=True)
    put(s, new, at)
    s.posts[id] = new


def crowd_under(s: Battle, at: str, side: str) -> int:
    """RV-A5.1 The half-squads in Reserve in a Location."""
    men = [u for counter in units_at(s, at, side) if is_reserve(counter) for u in waiting_under(s, counter.id)]
    return sum(map(halves, men))


# -- Release ---------------------------------------------------------------------------------------------------------


def release(s: Battle, counter: str) -> list[str]:
    """RV-RePh8.6194b, RV-CG5, RV-E1.21 Its men take the place of the counter, concealed.

    RV-BRV14.1 But not who bears a Banner. Who they are.
    """
    at, side = s.units[counter].at, s.units[counter].side
    men = [u.id for u in waiting_under(s, counter)]
    s.reveal()
    vanish(s, counter)
    s.journal.add("RV-RePh8.6194b", "released", side=side, at=at)
    for id in men:
        del s.posts[id]
        put(s, id, _room_near(s, at, s.units[id]))
        mark(s, id, concealed=not bears_banner(s, s.units[id]), free=True)
        if side == GERMAN:
            s.fausts[GERMAN] = s.fausts.get(GERMAN, 0) + panzerfausts_for([s.units[id]])
    return men


def _room_near(s: Battle, at: str, unit: Unit) -> str:
    """RV-A5.1 The Location of the counter, or the next one in which there is room."""
    f = field_of(s)
    places = [to for to in (at, *f.adjacent.get(at, ())) if to in f.steps]
    free = [to for to in places if not units_at(s, to, other(unit.side))]
    return next((to for to in free if room_for(s, f, to, unit.side, [unit], _CROWD)), at)


def rouse(s: Battle, ids: Iterable[str]) -> list[str]:
    """RV-RePh8.6194b Of attacked units the Reserve counters are Released, and their men are attacked."""
    found: list[str] = []
    for id in ids:
        unit = s.units.get(id)
        found += release(s, id) if unit is not None and is_reserve(unit) else [id]
    return found


def rouse_at(s: Battle, at: str) -> None:
    """RV-RePh8.6194b A Location was attacked: Reserves in it are Released."""
    rouse(s, [u.id for u in units_at(s, at) if is_reserve(u)])


def watch(s: Battle) -> None:
    """RV-RePh8.6194b An enemy ground unit within three hexes that sees a Reserve counter; or the house burns."""
    waiting = counters(s)
    if not waiting:
        return
    f = field_of(s)
    enemies: dict[str, list[str]] = {}
    for counter in waiting:
        if counter.side not in enemies:
            enemies[counter.side] = _enemies(s, counter.side)
        if s.flames.get(counter.at) or _watched(s, f, counter.at, enemies[counter.side]):
            release(s, counter.id)
            # Who comes to life may be near a Reserve of the other side.
            enemies.clear()


def _enemies(s: Battle, side: str) -> list[str]:
    """The Locations of enemies on the map that are not hidden: Known ones, and what is under a `?`."""
    found = [u.at for u in s.units.values() if u.side != side and u.at and not u.hidden and not is_reserve(u)]
    found += [v.at for v in s.vehicles.values() if v.side != side and v.at and not (v.wreck or v.hidden or v.abandoned)]
    return list(dict.fromkeys(found))


def _watched(s: Battle, f: Field, at: str, enemies: list[str]) -> bool:
    reach = f.range
    return any(reach(enemy, at) <= _NEAR and current_sight.sees(s, f, enemy, at) for enemy in enemies)


# -- the owner tries -------------------------------------------------------------------------------------------------


def untried(s: Battle, side: str) -> list[str]:
    """RV-RePh8.6194b The counters for which a side may still roll in this Rally Phase; none in the first turn."""
    return [u.id for u in counters(s, side) if not u.acted] if s.turn > 1 else []


def release_step(s: Battle, side: str, after: Step) -> Flow:
    """RV-RePh8.6194b At the start of his RPh the owner may roll for each counter: the turn less one, or less."""
    can = untried(s, side)
    if not can:
        s.step = after
        return
    options: list[Option] = [("release", id) for id in can]
    if len(can) > 1:
        options.append(("release_all",))
    pick = yield Choose(side, [*options, ("done",)], rule="RV-RePh8.6194b", ask="release")
    if pick[0] == "done":
        s.step = after
        return
    for id in can if pick[0] == "release_all" else [id_in(pick)]:
        roll_for_release(s, id)


def roll_for_release(s: Battle, id: str) -> None:
    """RV-RePh8.6194b One die for one counter, once in a Rally Phase."""
    die = s.dice.roll(6, "Release")
    s.journal.add("RV-RePh8.6194b", "release_roll", unit=id, at=s.units[id].at, die=die, success=die <= s.turn - 1)
    if die <= s.turn - 1:
        release(s, id)
    else:
        mark(s, id, acted=True)


def take_back(s: Battle) -> None:
    """RV-RePh8.6194b The scenario is over: who was never Released is kept in Reserve for the next one."""
    for counter in counters(s):
        for unit in waiting_under(s, counter.id):
            s.posts[unit.id] = RESERVE
        vanish(s, counter.id)
