"""Time in the air: AIRCRAFT TIME pieces, drop tanks, refuelling and fuel losses. Chapter 6."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.map.geography import FAR, distance, to_base
from sandtable.games.luftwaffe.model import American, Clock, German, Luftwaffe, evaluation, kind_of
from sandtable.games.luftwaffe.rules.losses import FUEL, lose_american, lose_german
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.state import replace

TANKS_COST = 2
"""LW-9.5.1 What tanks take from E."""


def type_of_clock(key: str) -> str:
    """The type whose time a clock keeps: keys are a type, a unit (LW-11.1, LW-8.1), or a type from Russia."""
    p = parts()
    return p.units[key].type if key in p.units else key.removesuffix("_from_russia")


def clock_type(s: Luftwaffe, key: str) -> str:
    """The same in play, where a counter may fly another type (LW-15.4, LW-18.1)."""
    if key in s.germans:
        return s.germans[key].type
    return s.americans[key].type if key in s.americans else type_of_clock(key)


def start_clock(s: Luftwaffe, key: str, type: str, turn: int) -> None:
    """LW-6.2, LW-6.3 The time piece of a type that starts in this turn; tanks are always carried at the start."""
    kind = parts().types[type]
    s.clocks[key] = Clock(due=turn + kind.time_with, tanks=kind.tanks, since=turn)


def time_up(s: Luftwaffe, unit: American | German) -> bool:
    """LW-6.4, LW-6.5, LW-6.11 Whether this is its last turn in the air; heavy bombers have no time piece."""
    clock = s.clocks.get(unit.clock)
    return clock is not None and clock.due <= s.turn


def has_tanks(s: Luftwaffe, unit: American | German) -> bool:
    """Whether a unit carries drop tanks."""
    clock = s.clocks.get(unit.clock)
    return clock is not None and clock.tanks


def effective_e(s: Luftwaffe, id: str, unit: American | German) -> int:
    """LW-9.5.1 E, less two with tanks."""
    return evaluation(s, id) - (TANKS_COST if has_tanks(s, unit) else 0)


def drop_tanks(s: Luftwaffe, key: str) -> None:
    """LW-6.6, LW-6.7 All units of the clock drop their tanks at once, which may shorten their time."""
    clock = s.clocks[key]
    due = min(clock.due, s.turn + parts().types[clock_type(s, key)].time_without)
    s.clocks[key] = replace(clock, due=due, tanks=False)
    s.journal.add("LW-6.7", _of_one_or_all(s, key, "drop"), what=key)


def empty_tanks_fall(s: Luftwaffe) -> None:
    """LW-6.8 Tanks are empty at the start of turn (time turn - time without tanks)."""
    flying = {u.clock for u in s.americans.values() if u.status == "up"}
    flying |= {g.clock for g in s.germans.values() if g.status == "air"}
    for key, clock in s.clocks.items():
        if key in flying and clock.tanks and s.turn >= clock.due - parts().types[clock_type(s, key)].time_without:
            s.clocks[key] = replace(clock, tanks=False)
            s.journal.add("LW-6.8", _of_one_or_all(s, key, "tanks_empty"), what=key)


def _of_one_or_all(s: Luftwaffe, key: str, event: str) -> str:
    """What the journal calls an event of a clock: a clock is one unit's or that of all units of a type."""
    return event if key in s.americans or key in s.germans else f"all_{event}"


def clocks_with_tanks(s: Luftwaffe, units: Iterable[American | German]) -> list[str]:
    """The clocks of these units that still have tanks to drop, each once."""
    return [key for key in dict.fromkeys(u.clock for u in units) if key in s.clocks and s.clocks[key].tanks]


def ask_drops(s: Luftwaffe, side: str, units: list[American | German]) -> Flow:
    """LW-6.6, LW-9.1.8 Before the first die of a battle a side may drop the tanks of its types that are in it."""
    for key in clocks_with_tanks(s, units):
        about = (key, s.battle or units[0].hex)
        pick = yield Choose(
            side, (("drop", key), ("keep", key)), rule="LW-6.6", ask="tanks", about=about, together=True
        )
        if pick[0] == "drop":
            drop_tanks(s, key)


def drop_options(s: Luftwaffe, units: Iterable[American | German]) -> list[Option]:
    """LW-6.6 The mover may drop tanks at any moment of his movement."""
    return [("drop", key) for key in clocks_with_tanks(s, units)]


# -- running dry -----------------------------------------------------------------------------------------------------


def german_fuel_check(s: Luftwaffe, landing_due: bool) -> None:
    """LW-4.2.5, LW-6.5, LW-6.12, LW-20.6 Airborne Germans that are out of time, or cannot reach a base any more."""
    nearest = to_base(s.zone_key, s.unusable)
    for id, unit in list(s.germans.items()):
        if unit.status != "air":
            continue
        clock = s.clocks[unit.clock]
        left = clock.due - s.turn
        if (landing_due and left <= 0) or nearest.get(unit.hex, FAR) > kind_of(unit).mf * max(left, 0):
            s.journal.add("LW-6.12" if left > 0 else "LW-6.5", "out_of_fuel", unit=id, hex=unit.hex)
            lose_german(s, id, FUEL, unit.factors)


def way_home(s: Luftwaffe, unit: American) -> int:
    """LW-6.12 The distance to the zone: either front for fighters, the front due for bombers."""
    if kind_of(unit).bomber:
        return s.zone.to_front[unit.home].get(unit.hex, FAR)
    return s.zone.to_zone.get(unit.hex, FAR)


def can_still_leave_for_russia(s: Luftwaffe, unit: American, left: int) -> bool:
    """LW-14.10.7 A fighter planned to Russia stays in play while some Polish hex can be reached in time."""
    if unit.home != "russia" or kind_of(unit).bomber:
        return False
    return any(far + 1 <= kind_of(unit).mf * (left - k) for far, k in polish_exits(unit.hex))


def polish_exits(hex: str) -> list[tuple[int, int]]:
    """LW-13.3 Distance and number of every numbered hex in Poland."""
    return [(distance(hex, n.hex), n.number) for n in parts().numbered.values() if n.area == "poland"]


def american_fuel_check(s: Luftwaffe) -> None:
    """LW-4.3.8, LW-6.5, LW-6.12, LW-6.13, LW-20.13 Americans on the German side that cannot get home in time."""
    last = s.turn >= s.scenario.turns
    for id, unit in list(s.americans.items()):
        if unit.status != "up" or unit.hex in s.zone.all:
            continue
        clock = s.clocks.get(unit.clock)
        left = clock.due - s.turn if clock is not None else FAR
        dry = way_home(s, unit) > kind_of(unit).mf * max(left, 0) and not can_still_leave_for_russia(s, unit, left)
        if last or dry:
            s.journal.add("LW-6.13" if last else "LW-6.12", "out_of_fuel", unit=id, hex=unit.hex)
            lose_american(s, id, FUEL, unit.factors)


# -- refuelling ------------------------------------------------------------------------------------------------------


def may_refuel(s: Luftwaffe, unit: German) -> bool:
    """LW-6.9, LW-12.14.2, LW-12.14.3, LW-12.14.5 Whether the base on which the unit stands can refuel it."""
    base = parts().base_at[unit.hex]
    if base.id in s.unusable:
        return False
    kind = kind_of(unit)
    if kind.rocket:
        return base.id == unit.base
    return not kind.jet or base.id in s.jet_bases


def thirsty(s: Luftwaffe) -> dict[str, list[str]]:
    """The units on each base that wait for fuel."""
    waiting: dict[str, list[str]] = {}
    for id, unit in s.germans.items():
        if unit.status == "ground" and not unit.fuelled and may_refuel(s, unit):
            waiting.setdefault(unit.hex, []).append(id)
    return waiting


def refuelling(s: Luftwaffe) -> Flow:
    """LW-4.2.6, LW-6.9 Each base takes one full or up to two reduced units; the German orders the queue again."""
    for waiting in thirsty(s).values():
        room = 2
        while waiting and room:
            able = [id for id in waiting if s.germans[id].factors <= room]
            if not able:
                break
            chosen = able[0]
            if sum(s.germans[id].factors for id in waiting) > room and len(able) > 1:
                options = [("refuel", id) for id in able]
                chosen = (yield Choose(GERMAN, options, rule="LW-6.9", ask="refuel"))[1]
            waiting.remove(chosen)
            room -= s.germans[chosen].factors
            s.germans[chosen] = replace(s.germans[chosen], fuelled=True)


def clock_key(s: Luftwaffe, side: str, id: str, unit: American | German) -> str:
    """LW-11.1, LW-14.10.4 Which time piece a unit that starts now goes by."""
    if s.individual:
        return id
    if side == AMERICAN and isinstance(unit, American) and unit.from_russia:
        return f"{unit.type}_from_russia"
    return unit.type
