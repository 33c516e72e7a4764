"""Bomber missions: Sneak Raids, bombing, recovery. Chapter 7, LW-4.3.2, LW-4.3.6, LW-4.3.9, LW-13.4"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, parts
from sandtable.games.luftwaffe.model import American, Arrival, Luftwaffe, is_bomber, kind_of
from sandtable.games.luftwaffe.rules.air_time import clock_key, start_clock
from sandtable.games.luftwaffe.rules.flights import recover
from sandtable.games.luftwaffe.rules.losses import GROUND, lose_german
from sandtable.games.luftwaffe.rules.shuttles import returning_clock
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in, number_in
from sandtable.kernel.state import replace

# -- units that come from the Baltic or from Russia --------------------------------------------------------------------


def announcements(s: Luftwaffe) -> Flow:
    """LW-4.3.2, LW-7.6, LW-13.4 What is due of the Sneak Raid and of the shuttle from Russia."""
    yield from announce(s, "sneak", s.sneak)
    yield from announce(s, "shuttle", s.shuttle)
    s.step = "american_move"


def announce(s: Luftwaffe, which: str, arrival: Arrival) -> Flow:
    """LW-7.6, LW-13.4 Two turns before: that it comes; one before: the number; then the units."""
    if not arrival.units or arrival.told == 3:
        return
    if s.turn >= arrival.turn - 2 and arrival.told == 0:
        arrival = replace(arrival, told=1)
        s.reveal()
        s.journal.add("LW-7.6", f"{which}_coming", turn=arrival.turn)
    if s.turn >= arrival.turn - 1 and arrival.told == 1:
        if which == "sneak":
            areas: list[Option] = [
                ("area", n) for n in sorted({n.number for n in parts().numbered.values() if n.area == "baltic"})
            ]
            arrival = replace(arrival, number=number_in((yield Choose(AMERICAN, areas, rule="LW-7.6", ask="area"))))
        arrival = replace(arrival, told=2)
        s.reveal()
        s.journal.add("LW-7.6", f"{which}_number", number=arrival.number)
    if s.turn >= arrival.turn and arrival.told == 2:
        arrival = replace(arrival, told=3)
        yield from enter(s, which, arrival)
    if which == "sneak":
        s.sneak = arrival
    else:
        s.shuttle = arrival


def enter(s: Luftwaffe, which: str, arrival: Arrival) -> Flow:
    """LW-7.6, LW-7.13, LW-13.4 The units appear in one hex of that number; a second bomber type in an adjacent one."""
    hexes = [n.hex for n in parts().numbered.values() if n.number == arrival.number]
    types = list(dict.fromkeys(s.americans[id].type for id in arrival.units))
    bomber_types = [t for t in types if parts().types[t].bomber]
    place: dict[str, str] = {}
    for type in bomber_types or types[:1]:
        open_to = [h for h in hexes if h not in place.values() and h not in taken_by_others(s, type)]
        if place:
            open_to = [h for h in open_to if any(h in parts().grid.neighbours[other] for other in place.values())]
        options: list[Option] = [("enter", h) for h in open_to or hexes]
        pick = yield Choose(AMERICAN, options, rule="LW-7.6", ask="enter", about=(type,), forced=True)
        place[type] = id_in(pick)
    s.reveal()
    first = next(iter(place.values()))
    for id in arrival.units:
        unit = s.americans[id]
        hex = place.get(unit.type, first)
        unit = replace(unit, status="up", hex=hex, start=hex, flown=0, moved=True)
        if kind_of(unit).time_piece:
            unit = replace(unit, clock=clock_key(s, AMERICAN, id, unit))
            returning_clock(s, unit.clock, unit.type, arrival.number)
        s.americans[id] = unit
    s.journal.add("LW-7.6", f"{which}_enters", units=list(arrival.units), hex=first)
    yield from escort_of_returning(s, arrival)


def taken_by_others(s: Luftwaffe, type: str) -> set[str]:
    """LW-7.13 Hexes in which bombers of another type are: Sneak raiders and shuttles may come through one area."""
    if not parts().types[type].bomber:
        return set()
    return {u.hex for u in s.americans.values() if u.status == "up" and is_bomber(u) and u.type != type}


def escort_of_returning(s: Luftwaffe, arrival: Arrival) -> Flow:
    """LW-14.10.4 Fighters from Russia may be close escort of bombers that appear in the same hex, or fly free."""
    for id in arrival.units:
        unit = s.americans[id]
        if is_bomber(unit):
            continue
        beside = [b for other in arrival.units if is_bomber(b := s.americans[other]) and b.hex == unit.hex]
        slow = [b.type for b in beside if kind_of(b).mf <= kind_of(unit).mf]
        if slow:
            options: list[Option] = [("escort", id, type) for type in dict.fromkeys(slow)]
            pick = yield Choose(
                AMERICAN, [*options, ("free", id)], rule="LW-14.10.4", ask="escort", about=(id,), together=True
            )
            if pick[0] == "escort":
                s.americans[id] = replace(unit, escort=id_in(pick, 2))


# -- uncovering --------------------------------------------------------------------------------------------------------


def may_uncover(s: Luftwaffe, unit: American) -> bool:
    """LW-6.3 All units of a type with a time piece are uncovered in the same turn; later ones stay covered."""
    if unit.status != "covered":
        return False
    return s.individual or not kind_of(unit).time_piece or s.entered.get(unit.type, s.turn) == s.turn


def face_up(s: Luftwaffe, id: str, hex: str) -> None:
    """LW-3.6, LW-5.10, LW-6.3, LW-7.3, LW-12.6 Put a unit face up on a zone hex; its time begins."""
    unit = s.americans[id]
    unit = replace(
        unit, status="up", hex=hex, front=s.zone.front[hex], home=unit.home or s.zone.front[hex], start=hex, flown=0,
        moved=True,
    )  # fmt: skip
    if kind_of(unit).time_piece:
        unit = replace(unit, clock=clock_key(s, AMERICAN, id, unit))
        start_clock(s, unit.clock, unit.type, s.turn)
        s.entered[unit.type] = s.turn
    s.americans[id] = unit
    if s.step != "placing":
        s.journal.add("LW-5.10", "uncovered", unit=id, hex=hex)
    elif not s.solo:  # a set-up is shown when it is complete
        s.journal.add("LW-5.10", "uncovered", seen_by=(AMERICAN,), unit=id, hex=hex)


def covered_stacks(s: Luftwaffe) -> list[str]:
    """LW-3.7 The hexes on which the German sees a covered stack."""
    return sorted({u.hex for u in s.americans.values() if u.status == "covered" and u.hex} | set(s.dummies))


def uncovering(s: Luftwaffe) -> Flow:
    """LW-4.3.4, LW-5.10, LW-3.8, LW-7.2 One unit is uncovered on a hex of its front; it moves from the next turn on."""
    if not covered_stacks(s):
        s.step = "escorts"
        return
    options: list[Option] = [("uncover", id) for id, u in s.americans.items() if may_uncover(s, u)]
    pick = yield Choose(AMERICAN, [*options, ("done",)], rule="LW-4.3.4", ask="uncover")
    if pick == ("done",):
        s.step = "escorts"
        return
    id = id_in(pick)
    front = s.zone.front[s.americans[id].hex]
    hexes: list[Option] = [("at", hex) for hex in s.zone.hexes[front]]
    pick = yield Choose(AMERICAN, hexes, rule="LW-3.8", ask="uncover_at", about=(id,))
    s.reveal()
    face_up(s, id, id_in(pick))


def escort_candidates(s: Luftwaffe) -> list[tuple[str, list[str]]]:
    """LW-8.4, LW-8.6 Fighters face up beside bombers uncovered just now, and the types of these they may escort."""
    behind = s.zone.all
    fresh: dict[str, list[str]] = {}
    for u in s.americans.values():
        if u.status == "up" and is_bomber(u) and u.hex in behind and u.start == u.hex and not u.turned and not u.origin:
            fresh.setdefault(u.hex, []).append(u.type)
    candidates = []
    for id, u in s.americans.items():
        if u.status != "up" or is_bomber(u) or u.escort or u.homing or u.released:
            continue
        if u.hex not in fresh or id in s.queue:
            continue
        types = [t for t in dict.fromkeys(fresh[u.hex]) if parts().types[t].mf <= kind_of(u).mf]
        if types:
            candidates.append((id, types))
    return candidates


def escort_declarations(s: Luftwaffe) -> Flow:
    """LW-8.4 For each fighter beside freshly uncovered bombers: close escort, or free."""
    candidates = escort_candidates(s)
    if not candidates:
        s.queue = ()
        s.step = "flak" if s.turn else "first_turn"
        return
    id, types = candidates[0]
    options: list[Option] = [("escort", id, type) for type in types]
    pick = yield Choose(AMERICAN, [*options, ("free", id)], rule="LW-8.4", ask="escort", about=(id,), together=True)
    s.queue = (*s.queue, id)
    if pick[0] == "escort":
        s.americans[id] = replace(s.americans[id], escort=id_in(pick, 2))
        s.journal.add("LW-8.4", "escorts", unit=id, type=id_in(pick, 2))


# -- bombing -----------------------------------------------------------------------------------------------------------


def bombing(s: Luftwaffe) -> None:
    """LW-4.3.6, LW-7.9 - LW-7.12, LW-7.16, LW-14.3, LW-20.9 Bombers bomb their city or the base they marked."""
    p = parts()
    for id, u in list(s.americans.items()):
        if u.status != "up" or u.turned or not u.mission or not is_bomber(u):
            continue
        if u.mission == AIRBASE:
            if u.strike:
                bomb_base(s, id, p.base_at[u.strike].id)
        elif p.cities[u.mission].hex == (u.strike or u.hex):
            bomb_city(s, id, u.mission)
    s.step = "american_combat"


def bombs_gone(s: Luftwaffe, id: str, hex: str) -> None:
    """LW-7.1, LW-5.4 One attack in a raid; the way home begins here, unless the bomber flew on already."""
    unit = s.americans[id]
    unit = replace(unit, bombed=True, turned=True)
    if unit.hex == hex:
        unit = replace(unit, start=hex, flown=0, spare=0)
    s.americans[id] = unit


def bomb_city(s: Luftwaffe, id: str, city: str) -> None:
    """LW-7.9, LW-7.10, LW-20.7 One factor is enough: all industries are destroyed for the rest of the game."""
    s.reveal()
    if city not in s.destroyed:
        destroy(s, city)
        s.fresh.append(city)
        s.journal.add("LW-7.9", "bombed", unit=id, city=city)
    else:
        s.journal.add("LW-7.10", "bombed_ruins", unit=id, city=city)
    bombs_gone(s, id, parts().cities[city].hex)


def destroy(s: Luftwaffe, city: str, how: str = "bombers") -> None:
    """LW-7.9 A city is destroyed."""
    s.destroyed[city] = f"{s.quarter or 'raid'} {how}"


def bomb_base(s: Luftwaffe, id: str, base: str) -> None:
    """LW-7.16, LW-7.17, LW-20.5, LW-20.8 Aircraft on the ground are eliminated, the base is out for the quarter."""
    s.reveal()
    hex = parts().bases[base].hex
    if base not in s.unusable:
        s.unusable = (*s.unusable, base)
    s.journal.add("LW-7.16", "bombed_base", unit=id, base=base)
    for other, g in list(s.germans.items()):
        if g.status == "ground" and g.hex == hex:
            lose_german(s, other, GROUND, g.factors)
    bombs_gone(s, id, hex)


# -- recovery ----------------------------------------------------------------------------------------------------------


def recoveries(s: Luftwaffe) -> None:
    """LW-4.3.9, LW-5.11, LW-8.7 Bombers home from their mission with their escort, and fighters whose time is up."""
    zone = s.zone
    home: set[tuple[str, str]] = set()
    for id, u in list(s.americans.items()):
        if u.status == "up" and u.turned and zone.front.get(u.hex) == u.home and is_bomber(u):
            home.add((u.hex, u.type))
            recover(s, id)
    for id, u in list(s.americans.items()):
        if u.status != "up" or u.hex not in zone.all:
            continue
        clock = s.clocks.get(u.clock)
        still_there = any(
            b.status == "up" and (b.hex, b.type) == (u.hex, u.escort) for b in s.americans.values() if u.escort
        )
        escorted_home = u.escort and (u.hex, u.escort) in home and not still_there
        if escorted_home or (clock is not None and clock.due <= s.turn):
            recover(s, id)


def raid_is_flown(s: Luftwaffe) -> bool:
    """LW-4.1 What both players see: every bomber that was face up is back or lost, no fighter is on the German side."""
    up = [u for u in s.americans.values() if u.status == "up"]
    return not any(is_bomber(u) or u.hex not in s.zone.all for u in up)


def scheduled(s: Luftwaffe) -> bool:
    """LW-4.1 Whether a Sneak Raid or a shuttle from Russia is still to come."""
    return any(u.status in ("sneak", "returning") for u in s.americans.values())
