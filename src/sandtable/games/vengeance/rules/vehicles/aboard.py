"""Passengers and riders (chapter D6): who finds room, how they get off, and what a hit does to them."""

from __future__ import annotations

from sandtable.games.vengeance.armour import HALFTRACK, Vehicle
from sandtable.games.vengeance.model import Battle, Unit
from sandtable.games.vengeance.rules.morale import eliminate, morale_check, settle_leader_loss
from sandtable.games.vengeance.rules.units import halves, held, is_mmc, mark, put, vanish, weapon_type
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, carries_riders, is_afv, kind_of, riders

_ROOM = {2: 10, 1: 5, 0: 1}
"""D6.1 Portage points that a squad, a half-squad or crew, and a man take up."""
_FREE = {2: 3, 1: 2, 0: 1}
"""D6.1 Portage points of weapons that each brings along without taking up room."""
_RIDER_HALVES, _RIDER_MEN, _RIDER_LOAD = 2, 2, 3
_DIES_IN_FLAMES = 4


def load_of(s: Battle, unit: Unit) -> int:
    """Portage points of the weapons that a unit carries."""
    return sum(weapon_type(w).pp for w in held(s, unit.id))


def room_taken(s: Battle, unit: Unit) -> int:
    """D6.1 What a unit takes up of the capacity of a vehicle."""
    size = halves(unit)
    return _ROOM[size] + max(0, load_of(s, unit) - _FREE[size])


def finds_room(s: Battle, vehicle: Vehicle, unit: Unit) -> bool:
    """D6.1, D6.2 Whether one more unit may get on."""
    here = aboard(s, vehicle.id)
    if carries_riders(vehicle):
        everybody = [*here, unit]
        size, men = sum(map(halves, everybody)), sum(1 for u in everybody if not is_mmc(u))
        return size <= _RIDER_HALVES and men <= _RIDER_MEN and load_of(s, unit) <= _RIDER_LOAD
    capacity = kind_of(vehicle).passenger_pp
    return bool(capacity) and sum(room_taken(s, u) for u in (*here, unit)) <= capacity


def board(s: Battle, id: str, vehicle: str) -> None:
    """D6.1, D6.2 A unit gets on: it leaves its Location and loses its concealment."""
    unit = s.units[id]
    vanish(s, id)
    s.units[id] = unit
    mark(s, id, at="", aboard=vehicle, moved=True, concealed=False, shellhole=False, dug=False)
    s.journal.add("D6.2" if carries_riders(s.vehicles[vehicle]) else "D6.1", "boards", unit=id, vehicle=vehicle)


def get_off(s: Battle, id: str, **changes: object) -> None:
    """D6.1 A unit is placed in the Location of its vehicle."""
    vehicle = s.vehicles[s.units[id].aboard]
    put(s, id, vehicle.at)
    mark(s, id, aboard="", **changes)


def protected(s: Battle, unit: Unit) -> bool:
    """D6.3, RV-D5.1 Passengers of an armoured half-track that is Buttoned Up are safe from the IFT."""
    vehicle = s.vehicles[unit.aboard]
    return kind_of(vehicle).type == HALFTRACK and is_afv(vehicle) and (not vehicle.ce or unit.broken)


def bail_out(s: Battle, vehicle: Vehicle, clause: str = "D6.2") -> None:
    """D6.2 Riders jump off at once: a 1MC each, TI, no MF left."""
    for unit in riders(s, vehicle):
        get_off(s, unit.id, ti=True, moved=True)
        s.journal.add(clause, "bails_out", unit=unit.id, vehicle=vehicle.id, at=vehicle.at)
        morale_check(s, unit.id, 1, clause)
    settle_leader_loss(s)


def lose_ride(s: Battle, vehicle: Vehicle, burning: bool) -> None:
    """RV-D5.7 Those aboard a destroyed vehicle: a 1MC each; in flames a die of 4 or more is their end."""
    for unit in aboard(s, vehicle.id):
        if burning:
            die = s.dice.roll(6, "burning vehicle")
            s.journal.add("RV-D5.7", "escapes", unit=unit.id, die=die, success=die < _DIES_IN_FLAMES)
            get_off(s, unit.id, moved=True, ti=True)
            if die >= _DIES_IN_FLAMES:
                eliminate(s, unit.id, "RV-D5.7", "burnt")
        else:
            get_off(s, unit.id, moved=True)
            morale_check(s, unit.id, 1, "RV-D5.7")
    settle_leader_loss(s)
