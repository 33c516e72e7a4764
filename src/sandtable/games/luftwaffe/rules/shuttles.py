"""Shuttle raids to and from Russia and between England and Italy. Chapter 13, LW-14.10"""

from __future__ import annotations

from sandtable.games.luftwaffe.components import parts
from sandtable.games.luftwaffe.model import American, Clock, Luftwaffe, kind_of
from sandtable.kernel.state import replace

RUSSIA = "russia"


def leave_for_russia(s: Luftwaffe, id: str) -> None:
    """LW-13.3, LW-14.10.1 From a Polish numbered hex the unit pays one movement and is off the map, plan shown."""
    unit = s.americans[id]
    s.reveal()
    arrived = "arrived fighters" if not kind_of(unit).bomber else f"arrived {shuttles_from(unit)}"
    s.legs[arrived] = s.legs.get(arrived, 0) + 1
    s.americans[id] = replace(
        unit, status=RUSSIA, hex="", front=RUSSIA, home="", moved=True, path=(), strike="", escort="", homing=False,
        clock="", mission="", turned=False, start="", flown=0, spare=0,
    )  # fmt: skip
    s.journal.add("LW-13.3", "to_russia", unit=id)


def shuttles_from(unit: American) -> str:
    """LW-13.8, LW-13.10 The home from which a unit shuttles to Russia: Sneak raiders fly from England."""
    return "west" if unit.front == "baltic" else unit.front


def waiting_in_russia(unit: American) -> American:
    """LW-13.5 A unit in Russia between two raids: nothing of the last one clings to it."""
    return American(type=unit.type, factors=unit.factors, status=RUSSIA, front=RUSSIA)


def returning_clock(s: Luftwaffe, key: str, type: str, number: int) -> None:
    """LW-14.10.2 Fighters from Russia have used as many turns as the number says, perhaps their tanks."""
    kind = parts().types[type]
    tanks = kind.tanks and number < kind.time_with - kind.time_without
    s.clocks[key] = Clock(due=s.turn + kind.time_with - number, tanks=tanks, since=s.turn)


def may_return_by(type: str, number: int) -> bool:
    """LW-14.10.2 A number that uses up all the time of a fighter is not allowed."""
    kind = parts().types[type]
    return kind.bomber or kind.time_with - number > 0
