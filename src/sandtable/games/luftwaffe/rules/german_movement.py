"""The German's movement: launch, flight, staging, landing, rockets. LW-5, LW-6.1, LW-8.1, LW-8.2, LW-12.14, LW-14.2"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import GERMAN, parts
from sandtable.games.luftwaffe.map.geography import german_moves, german_reach
from sandtable.games.luftwaffe.model import German, Luftwaffe, kind_of
from sandtable.games.luftwaffe.names import say
from sandtable.games.luftwaffe.rules.air_time import clock_key, drop_options, drop_tanks, start_clock, time_up
from sandtable.kernel.flow import Choose, Flow, Option, Refusal
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace

DONE: Option = ("done",)
ROCKET_FLIGHT = 4
"""LW-12.14.4 The whole path of an Me 163."""


def begin_german_movement(s: Luftwaffe) -> None:
    """LW-5.1 Every unit may move once; who attacked a group last turn is forgotten (LW-8.6)."""
    for id, g in s.germans.items():
        if g.moved or g.strike or g.fired or g.held_back:
            s.germans[id] = replace(g, moved=False, strike="", used=0, fired=False, held_back=False)
    for id, u in s.americans.items():
        if u.assailants or u.fired:
            s.americans[id] = replace(u, assailants=(), fired=False)


def stranded(s: Luftwaffe, unit: German) -> bool:
    """LW-12.14.2, LW-12.14.5 A jet or rocket on a base that cannot refuel it stays and blocks nobody."""
    kind = kind_of(unit)
    if not kind.jet or unit.fuelled or unit.status != "ground":
        return False
    base = parts().base_at[unit.hex].id
    return base != unit.base if kind.rocket else base not in s.jet_bases


def launchable(s: Luftwaffe) -> list[str]:
    """LW-6.1, LW-6.10, LW-8.1, LW-20.5 Types (units under LW-11.1) that are on the ground and refuelled."""
    if s.individual:
        return [
            id
            for id, g in s.germans.items()
            if g.status == "ground" and g.fuelled and not g.moved and not kind_of(g).rocket
        ]
    able: dict[str, bool] = {}
    for g in s.germans.values():
        if g.status not in ("ground", "air") or kind_of(g).rocket or stranded(s, g):
            continue
        able[g.type] = able.get(g.type, True) and g.status == "ground" and g.fuelled
    return [type for type, can in able.items() if can and s.staged.get(type, -1) != s.turn]


def launch(s: Luftwaffe, what: str) -> None:
    """LW-6.1, LW-6.2, LW-4.2.3 All units of the type take off together, with tanks."""
    for id, g in s.germans.items():
        if g.status == "ground" and g.fuelled and what in (g.type, id):
            key = clock_key(s, GERMAN, id, g)
            start_clock(s, key, g.type, s.turn)
            s.germans[id] = replace(g, status="air", clock=key, took_off=s.turn, fuelled=False)
    s.journal.add("LW-6.1", "launched" if what in s.germans else "all_launched", what=what)


def german_movement(s: Luftwaffe) -> Flow:
    """LW-4.2.2 One launch, flight, staging or landing, in any order, until the German has done."""
    pick = yield Choose(GERMAN, movements(s), rule="LW-4.2.2", ask="german_move", why_not=lambda o: _why_not(s, o))
    match pick:
        case ("done",):
            hold_back(s)
            s.step = "german_combat"
        case ("drop", str(key)):
            drop_tanks(s, key)
        case ("launch", str(what)):
            launch(s, what)
        case ("stage", str(id)):
            take_off_to_stage(s, id)
            yield from fly(s, [id])
        case ("scramble", str(id)):
            yield from rocket_flight(s, id)
        case ("lead", str(id)):
            lead = s.germans[id]
            alike = [
                other
                for other, g in s.germans.items()
                if (g.status, g.type, g.hex, g.moved, g.staging) == ("air", lead.type, lead.hex, False, False)
            ]
            yield from fly(s, [id, *(other for other in alike if other != id)])
        case (_, str(id)):
            yield from fly(s, [id])


def movements(s: Luftwaffe) -> list[Option]:
    """LW-4.2.2, LW-6.6, LW-8.1 What the German may do next in his movement."""
    options: list[Option] = [("launch", what) for what in launchable(s)]
    flying: list[German] = []
    stacks: dict[tuple[str, str], int] = {}
    movers: list[tuple[str, German]] = []
    for id, g in s.germans.items():
        if g.status == "air":
            flying.append(g)
            if not g.moved:
                movers.append((id, g))
                if not g.staging:
                    stacks[(g.type, g.hex)] = stacks.get((g.type, g.hex), 0) + 1
        elif g.status == "ground" and g.fuelled and not g.moved:
            options.append(("scramble" if kind_of(g).rocket else "stage", id))
    options += [("move", id) for id, _ in movers]
    options += [("lead", id) for id, g in movers if not g.staging and stacks[(g.type, g.hex)] > 1]
    options += drop_options(s, flying)
    if not any(over_americans(s, g) for _, g in movers):
        options.append(DONE)
    return options


def _why_not(s: Luftwaffe, option: Option) -> Refusal | None:
    match option:
        case ("launch", str(type)) if type in parts().types:
            if s.staged.get(type, -1) == s.turn:
                return say("type_stages"), "LW-8.1"
            units = [g for g in s.germans.values() if g.type == type]
            if any(g.status == "air" for g in units):
                return say("type_in_the_air"), "LW-6.10"
            return say("type_not_refuelled"), "LW-6.10"
        case ("stage", str(id)) if id in s.germans and s.germans[id].status == "ground":
            return say("unit_not_refuelled"), "LW-6.9"
        case ("done",):
            return say("staging_cant_stay"), "LW-8.1"
    return None


def take_off_to_stage(s: Luftwaffe, id: str) -> None:
    """LW-8.1 A unit flies to another base without a launch of its type; it has a time of its own."""
    unit = s.germans[id]
    start_clock(s, id, unit.type, s.turn)
    s.germans[id] = replace(unit, status="air", staging=True, clock=id, took_off=s.turn, fuelled=False)
    s.staged[unit.type] = s.turn
    s.journal.add("LW-8.1", "stages", unit=id)


def american_hexes(s: Luftwaffe) -> dict[str, bool]:
    """Hexes of the German side with American units, and whether bombers are among them."""
    behind, types = s.zone.all, parts().types
    held: dict[str, bool] = {}
    for u in s.americans.values():
        if u.status == "up" and u.hex not in behind:
            held[u.hex] = held.get(u.hex, False) or types[u.type].bomber
    return held


def must_take_bombers(s: Luftwaffe, unit: German, hex: str) -> bool:
    """LW-15.2.1, LW-6.11 Whether bombers that it may attack lie within reach: then it may not attack fighters."""
    if "ignore_escorts" not in s.flags or time_up(s, unit):
        return False
    if kind_of(unit).rocket:
        held = american_hexes(s)
        return any(held[to] for to in rocket_reach(s, unit))
    within = german_reach(s.zone_key, hex, kind_of(unit).mf - (1 if s.pass_through else 0))
    return any(bombers and hex in within for hex, bombers in american_hexes(s).items())


def hold_back(s: Luftwaffe) -> None:
    """LW-15.2.1 Who stood still over fighters alone, with bombers in reach, does not attack them either."""
    if "ignore_escorts" not in s.flags:
        return
    alone = {hex for hex, bombers in american_hexes(s).items() if not bombers}
    for id, g in s.germans.items():
        if g.status == "air" and not g.moved and g.hex in alone and must_take_bombers(s, g, g.hex):
            s.germans[id] = replace(g, held_back=True)


def over_americans(s: Luftwaffe, unit: German) -> bool:
    """LW-8.1 Whether a staging unit that has not moved is over American units, where it may not end."""
    return unit.staging and not unit.moved and unit.hex in american_hexes(s)


def barred(s: Luftwaffe, unit: German) -> set[str]:
    """LW-8.1, LW-15.2.1 Hexes where the unit may not end its movement in the air."""
    if unit.staging:
        return set(american_hexes(s))
    if must_take_bombers(s, unit, unit.hex):
        return {hex for hex, bombers in american_hexes(s).items() if not bombers}
    return set()


def moves(s: Luftwaffe, unit: German) -> tuple[Option, ...]:
    """LW-5.2, LW-5.8, LW-8.2 Where a German unit may fly or land."""
    options = german_moves(s.zone_key, s.unusable, unit.hex, kind_of(unit).mf)
    if unit.staging or "ignore_escorts" in s.flags:
        closed = barred(s, unit)
        if closed:
            options = tuple(o for o in options if o[0] == "land" or o[1] not in closed)
    return options


def fly(s: Luftwaffe, ids: list[str]) -> Flow:
    """LW-5.2, LW-8.2, LW-14.2.1, LW-14.2.4 A unit or stack flies, lands, or marks an attack on its way."""
    unit = s.germans[ids[0]]
    mf = kind_of(unit).mf
    ids = list(ids)
    s.moving = tuple(ids)
    options = moves(s, unit)
    if s.pass_through and not unit.staging and not time_up(s, unit):
        within = german_reach(s.zone_key, unit.hex, mf - 1)
        closed = barred(s, unit)
        options += tuple(("strike", to) for to in american_hexes(s) if to in within and to not in closed)
    while True:
        apart: tuple[Option, ...] = tuple(("without", id) for id in ids[1:])
        pick = yield Choose(
            GERMAN, options + apart, rule="LW-8.2", ask="german_fly", about=(ids[0],),
            why_not=lambda o: why_not_there(s, unit, o),
        )  # fmt: skip
        if pick[0] != "without":
            break
        ids.remove(id_in(pick))
        s.moving = tuple(ids)
    to, used = id_in(pick), german_reach(s.zone_key, unit.hex, mf)[id_in(pick)]
    if pick[0] == "land":
        land(s, ids, to)
        s.moving = ()
        return
    strike = ""
    if pick[0] == "strike":
        strike = to
        onward: list[Option] = [("fly", end) for end in german_reach(s.zone_key, to, mf - used)]
        to = id_in((yield Choose(GERMAN, onward, rule="LW-14.2.1", ask="fly_on", about=(strike,))))
    for id in ids:
        g = s.germans[id]
        s.germans[id] = replace(g, hex=to, used=used, moved=True, strike="" if time_up(s, g) else strike)
    s.moving = ()
    over = (strike,) if strike else ()
    s.journal.add("LW-5.1", "flew", units=ids, start=unit.hex, end=to, route=(unit.hex, *over, to))


def why_not_there(s: Luftwaffe, unit: German, option: Option) -> Refusal | None:
    """Explain what forbids a German's way."""
    if len(option) != 2 or option[1] not in parts().grid:
        return None
    to, mf = id_in(option), kind_of(unit).mf
    if parts().terrain[to] == "S":
        return say("cant_enter_switzerland"), "LW-5.9"
    if to in s.zone.all:
        return say("cant_enter_zone"), "LW-5.8"
    if to not in german_reach(s.zone_key, unit.hex, mf):
        return say("cant_reach_round", hexes=mf), "LW-5.1"
    if option[0] == "land":
        base = parts().base_at.get(to)
        if base is None:
            return say("cant_land_no_base"), "LW-8.2"
        return say("cant_land_base_out"), "LW-7.16"
    if unit.staging:
        return say("staging_over_americans"), "LW-8.1"
    return say("bombers_within_reach"), "LW-15.2.1"


def land(s: Luftwaffe, ids: list[str], hex: str) -> None:
    """LW-8.2, LW-6.9 Units land and wait for fuel."""
    for id in ids:
        unit = s.germans[id]
        if unit.staging:
            s.clocks.pop(unit.clock, None)
        s.germans[id] = replace(
            unit, status="ground", hex=hex, staging=False, moved=True, fuelled=False, clock="", strike=""
        )
    s.journal.add("LW-8.2", "landed", units=ids, hex=hex)


def rocket_targets(s: Luftwaffe, unit: German) -> dict[str, list[str]]:
    """LW-12.14.4, LW-15.2.1 Hexes that an Me 163 may attack, each with the bases on which it can land afterwards."""
    closed = barred(s, unit)
    return {hex: bases for hex, bases in rocket_reach(s, unit).items() if hex not in closed}


def rocket_reach(s: Luftwaffe, unit: German) -> dict[str, list[str]]:
    """LW-12.14.4 Hexes with Americans that an Me 163 can fly to, each with the bases that it can still reach."""
    targets: dict[str, list[str]] = {}
    out = german_reach(s.zone_key, unit.hex, ROCKET_FLIGHT)
    for hex in american_hexes(s):
        if hex in out:
            back = german_reach(s.zone_key, hex, ROCKET_FLIGHT - out[hex])
            bases = [to for to in back if (b := parts().base_at.get(to)) is not None and b.id not in s.unusable]
            if bases:
                targets[hex] = bases
    return targets


def rocket_flight(s: Luftwaffe, id: str) -> Flow:
    """LW-12.14.4, LW-12.14.5 An Me 163 takes off, attacks and lands in one turn; the battle comes later."""
    unit = s.germans[id]
    s.moving = (id,)
    targets = rocket_targets(s, unit)
    options: list[Option] = [("strike", hex) for hex in targets]
    pick = yield Choose(GERMAN, [*options, ("stay",)], rule="LW-12.14.4", ask="rocket", about=(id,))
    if pick == ("stay",):
        s.germans[id] = replace(unit, moved=True)
        s.moving = ()
        return
    hex = id_in(pick)
    bases: list[Option] = [("land", base) for base in targets[hex]]
    base = id_in((yield Choose(GERMAN, bases, rule="LW-12.14.5", ask="rocket_lands", about=(id,), forced=True)))
    s.moving = ()
    s.germans[id] = replace(unit, hex=base, strike=hex, moved=True, fuelled=False, took_off=s.turn)
    s.journal.add("LW-12.14.4", "rocket", unit=id, hex=hex, base=base)
