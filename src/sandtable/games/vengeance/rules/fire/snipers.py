"""Snipers (chapter A14)."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal
from sandtable.games.vengeance.rules.morale.checks import break_unit, pin
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.kinds import is_mmc, is_reserve, other, units_at
from sandtable.games.vengeance.rules.units.losses import eliminate, random_selection, reduce, wound
from sandtable.games.vengeance.rules.vehicles.crews.inherent import crews_in_sight, is_sniped, snipe_crew
from sandtable.games.vengeance.rules.vehicles.crews.passengers import jump_off, protected
from sandtable.games.vengeance.rules.vehicles.kinds import is_rider, unseen
from sandtable.kernel.flow import Asks, Choose, Flow
from sandtable.kernel.options import id_in

_NEAR = 6
_SNIPERS_APART = 16
_EASTERN = 3
_LEAST_SAN = 2


def eligible(f: Field, unit: Unit) -> bool:
    """RV-A14.4 Whom a sniper can hit: not hidden, below ground, IN a pillbox, in Melee, in Reserve or off the map."""
    return (
        bool(unit.at)
        and not unit.hidden
        and not unit.melee
        and not is_reserve(unit)
        and f.place(unit.at).kind not in ("cellar", "culvert", "sewer", "pillbox")
    )


def found_at(s: Battle, f: Field, unit: Unit) -> str:
    """RV-A14.4, RV-D6.2 to RV-D6.4 Where a sniper can hit a unit, "" if nowhere; aboard, whom no armour protects."""
    if eligible(f, unit):
        return unit.at
    ride = s.vehicles.get(unit.aboard)
    if ride is None or not ride.at or ride.wreck or unseen(ride) or unit.cloak or protected(s, unit):
        return ""
    return ride.at


def places_for(s: Battle, side: str) -> list[str]:
    """RV-A14.2 Unoccupied hexes within six hexes of as many enemy hexes as possible, at most six are wanted."""
    f = field_of(s)
    on_map = [u for u in s.units.values() if u.at and not (u.hidden and u.side != side)]
    enemy_hexes = list(dict.fromkeys(f.hex_of[u.at] for u in on_map if u.side != side))
    occupied = {f.hex_of[u.at] for u in on_map}
    free = [hex for hex in f.ground.hexes if hex in f.area and hex not in occupied]
    if not enemy_hexes:
        return free
    counts = {hex: min(6, sum(1 for e in enemy_hexes if f.ground.range(hex, e) <= _NEAR)) for hex in free}
    best = max(counts.values(), default=0)
    return [hex for hex in free if counts[hex] == best]


def sniper_counters(s: Battle, side: str) -> tuple[str, ...]:
    """RV-A14.2, RV-CG3 A side has one Sniper, in the campaign two."""
    return (side,) if s.campaign is None else (side, f"{side}_2")


def place_sniper(s: Battle, counter: str) -> Flow:
    """RV-A14.2 The owner places a sniper counter."""
    side = counter.removesuffix("_2")
    hexes = apart(s, counter, places_for(s, side))
    pick = yield Choose(side, [("sniper", hex) for hex in hexes], rule="RV-A14.2", ask="place_sniper")
    s.snipers[counter] = id_in(pick)


def apart(s: Battle, counter: str, hexes: list[str]) -> list[str]:
    """RV-CG3 The two Snipers of a side keep sixteen hexes between them."""
    others = [s.snipers[key] for key in sniper_counters(s, counter.removesuffix("_2")) if key in s.snipers]
    others = [hex for hex in others if s.snipers.get(counter) != hex]
    if not others:
        return hexes
    g = field_of(s).ground
    far = [hex for hex in hexes if g.range(hex, others[0]) >= _SNIPERS_APART]
    return far or [hex for hex in g.hexes if g.range(hex, others[0]) >= _SNIPERS_APART]


def activated(s: Battle, side: str) -> Asks[str]:
    """RV-CG3 Of two Snipers the eastern acts on 1 to 3, the western on 4 to 6; in one hexrow the owner chooses."""
    counters = [key for key in sniper_counters(s, side) if key in s.snipers]
    if len(counters) < 2:
        return counters[0]
    columns = {key: field_of(s).ground.hexes[s.snipers[key]].column for key in counters}
    west, east = sorted(counters, key=columns.__getitem__)
    if columns[west] == columns[east]:
        at = {s.snipers[key]: key for key in counters}
        pick = yield Choose(side, [("which_sniper", hex) for hex in at], rule="RV-CG3", ask="which_sniper")
        return at[id_in(pick)]
    die = s.dice.roll(6, "which sniper")
    s.journal.add("RV-CG3", "which_sniper", side=side, die=die, at=s.snipers[east if die <= _EASTERN else west])
    return east if die <= _EASTERN else west


def next_sniper(s: Battle) -> Flow:
    """RV-A14.1, RV-Z1 The sniper that was called first, in the order of the rolls."""
    side = s.alarms.pop(0)
    if side not in s.snipers:
        return
    die = s.dice.roll(6, "sniper")
    s.journal.add("RV-A14.1", "sniper", side=side, whose=f"whose {side}", die=die, success=die <= 2, for_side=side)
    if die > 2:
        return
    pick = yield Choose(side, [("snipe",), ("reposition",)], rule="RV-A14.2", ask="snipe", about=(die,))
    counter = yield from activated(s, side)
    if pick[0] == "reposition":
        yield from place_sniper(s, counter)
    else:
        yield from _snipe(s, counter, die)


def _snipe(s: Battle, counter: str, die: int) -> Flow:
    """RV-A14.2 The counter moves at random; the nearest hex with somebody to hit is the target."""
    f = field_of(s)
    side = counter.removesuffix("_2")
    direction, distance = s.dice.roll(6, "sniper direction"), s.dice.roll(6, "sniper distance")
    here = s.snipers[counter]
    for _ in range(distance):
        there = f.ground.towards[here][direction - 1]
        if not there or there not in f.area:
            break
        here = there
    s.snipers[counter] = here
    places: dict[str, list[str]] = {}
    for unit in s.units.values():
        if unit.side != side and (at := found_at(s, f, unit)):
            stacks = places.setdefault(f.hex_of[at], [])
            if at not in stacks:
                stacks.append(at)
    for at in crews_in_sight(s, side) if s.vehicles else ():
        stacks = places.setdefault(f.hex_of[at], [])
        if at not in stacks:
            stacks.append(at)
    s.journal.add("RV-A14.2", "sniper_moves", side=side, whose=f"whose {side}", dice=(direction, distance), at=here)
    rival = next((key for key in sniper_counters(s, other(side)) if s.snipers.get(key) == here), "")
    if rival and here not in places and die == 1:
        yield from _shoot_sniper(s, rival)
        return
    if not places:
        return
    nearest = min((f.ground.range(here, hex), min(f.terrain_of[at].tem for at in places[hex])) for hex in places)
    hexes = [
        hex for hex in places
        if (f.ground.range(here, hex), min(f.terrain_of[at].tem for at in places[hex])) == nearest
    ]  # fmt: skip
    options = [("at", at) for hex in hexes for at in places[hex]]
    pick = yield Choose(side, options, rule="RV-A14.2", ask="sniper_target", forced=True)
    _hit(s, f, counter, id_in(pick), die)


def _shoot_sniper(s: Battle, rival: str) -> Flow:
    """RV-A14.3 The enemy's sniper is hit where no unit is: his SAN falls by one; below 2 it is over, else he returns.

    `Ruling:` a side whose SAN is still 2 or more places its counter again.
    """
    side = rival.removesuffix("_2")
    s.san[side] -= 1
    del s.snipers[rival]
    s.journal.add("RV-A14.3", "sniper_shot", side=side, whose=f"whose {side}", san=s.san[side])
    if s.san[side] >= _LEAST_SAN:
        yield from place_sniper(s, rival)
        return
    s.san[side] = 0
    for key in sniper_counters(s, side):
        s.snipers.pop(key, None)


def _hit(s: Battle, f: Field, counter: str, at: str, die: int) -> None:
    """RV-A14.3 Random Selection; of several the first suffers the die made, each other one of its own."""
    s.snipers[counter] = f.hex_of[at]
    side = counter.removesuffix("_2")
    ids = [u.id for u in units_at(s, at) if u.side != side and eligible(f, u)]
    ids += [u.id for u in s.units.values() if u.aboard and u.side != side and found_at(s, f, u) == at]
    ids += [v.id for v in s.vehicles.values() if v.at == at and v.side != side and is_sniped(v) and not unseen(v)]
    for n, id in enumerate(random_selection(s, ids)):
        own = die if n == 0 else s.dice.roll(6, "sniper")
        if id in s.units and own <= 2:
            _effect(s, id, own)
        elif id in s.vehicles and own <= 2:
            snipe_crew(s, id, own)


def _effect(s: Battle, id: str, die: int) -> None:
    """RV-A14.3, RV-D6.2 What a hit does to a unit; a rider whom it breaks or pins jumps off."""
    _wound_or_shake(s, id, die)
    unit = s.units.get(id)
    if unit is not None and (unit.broken or unit.pinned) and is_rider(s, unit):
        jump_off(s, unit)


def _wound_or_shake(s: Battle, id: str, die: int) -> None:
    reveal(s, id)
    if id not in s.units:
        return  # it was a dummy
    unit = s.units[id]
    if die == 1:
        if not is_mmc(unit):
            eliminate(s, id, "RV-A14.3", "sniped")
        elif unit.broken:
            reduce(s, id, "RV-A14.3")
        else:
            break_unit(s, id)
    elif not is_mmc(unit):
        wound(s, id, "RV-A14.3")
    elif unit.broken:
        mark(s, id, dm=True)
    else:
        pin(s, id)
