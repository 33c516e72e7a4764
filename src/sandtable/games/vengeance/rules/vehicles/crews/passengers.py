"""Passengers and riders (chapter D6): who finds room, how they get off, and what a hit does to them."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.vehicles import HALFTRACK, Vehicle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import tell_advance
from sandtable.games.vengeance.rules.morale.checks import morale_check
from sandtable.games.vengeance.rules.night.cloaking import convert, is_sheltered, uncloak_aboard
from sandtable.games.vengeance.rules.units.counters import abandon_guns, leave_phone, mark, put, vanish
from sandtable.games.vengeance.rules.units.kinds import held, is_dummy, is_mmc, weapon_type
from sandtable.games.vengeance.rules.units.losses import eliminate
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import eyes_on, reveal_vehicle, tell
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, carries_riders, is_afv, is_captured, kind_of, riders
from sandtable.games.vengeance.rules.vehicles.kinds import mark as mark_vehicle
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace

_ROOM = {2: 10, 1: 5, 0: 1}
"""RV-D6.1 Portage points that a squad, a half-squad or crew, and a man take up."""
_FREE = {2: 3, 1: 2, 0: 1}
"""RV-D6.1 Portage points of weapons that each brings along without taking up room."""
_RIDER_HALVES, _RIDER_MEN, _RIDER_LOAD = 2, 2, 3
_DIES_IN_FLAMES = 4


def load_of(s: Battle, unit: Unit) -> int:
    """Portage points of the weapons that a unit carries."""
    return sum(weapon_type(w).pp for w in held(s, unit.id))


def room_taken(s: Battle, unit: Unit) -> int:
    """RV-D6.1 What a unit takes up of the capacity of a vehicle."""
    size = halves(unit)
    return _ROOM[size] + max(0, load_of(s, unit) - _FREE[size])


def finds_room(s: Battle, vehicle: Vehicle, unit: Unit) -> bool:
    """RV-D6.1, RV-D6.2, RV-A12.11 Whether one more unit may get on; who does is seen, so no dummy can."""
    if is_dummy(unit):
        return False
    here = aboard(s, vehicle.id)
    if carries_riders(vehicle):
        everybody = [*here, unit]
        size, men = sum(map(halves, everybody)), sum(1 for u in everybody if not is_mmc(u))
        return size <= _RIDER_HALVES and men <= _RIDER_MEN and load_of(s, unit) <= _RIDER_LOAD
    capacity = kind_of(vehicle).passenger_pp
    return bool(capacity) and sum(room_taken(s, u) for u in (*here, unit)) <= capacity


def board(s: Battle, id: str, vehicle: str) -> None:
    """RV-D6.1, RV-D6.2, RV-BRV16.1 A unit gets on: it leaves its Location and loses its concealment.

    A Cloaked one stays so inside a vehicle that is buttoned up.
    """
    if carries_riders(s.vehicles[vehicle]):
        reveal_vehicle(s, vehicle, "RV-D6.2")
    keeps = bool(s.units[id].cloak) and is_sheltered(s.vehicles[vehicle])  # RV-BRV16.1
    if not keeps:
        convert(s, (id,))
    unit = s.units[id]
    if s.guns:
        abandon_guns(s, id)  # RV-C2.1 A Gun that is not in tow stays where it stands.
    if s.batteries:
        leave_phone(s, unit)
    vanish(s, id)
    s.units[id] = replace(unit, cloak=f"{unit.cloak} in {vehicle}" if keeps else "")
    mark(s, id, at="", aboard=vehicle, moved=True, concealed=keeps, hidden=False, shellhole=False, dug=False, bypass="")
    s.journal.add(
        "RV-D6.2" if carries_riders(s.vehicles[vehicle]) else "RV-D6.1", "boards",
        seen_by=(unit.side,) if keeps else eyes_on(s, vehicle), unit=id, vehicle=vehicle,
    )  # fmt: skip


def get_off(s: Battle, id: str, **changes: object) -> None:
    """RV-D6.1 A unit is placed in the Location of its vehicle."""
    vehicle = s.vehicles[s.units[id].aboard]
    put(s, id, vehicle.at)
    mark(s, id, aboard="", **changes)


def protected(s: Battle, unit: Unit) -> bool:
    """RV-D6.3, RV-D5.1 Passengers of an armoured half-track that is Buttoned Up are safe from the IFT."""
    vehicle = s.vehicles[unit.aboard]
    return kind_of(vehicle).type == HALFTRACK and is_afv(vehicle) and (not vehicle.ce or unit.broken)


def bail_out(s: Battle, vehicle: Vehicle) -> None:
    """RV-D6.2 Riders jump off at once: a 1MC each, TI, no MF left."""
    for unit in riders(s, vehicle):
        jump_off(s, unit)


def jump_off(s: Battle, unit: Unit) -> None:
    """RV-D6.2 One rider jumps off."""
    vehicle = s.vehicles[unit.aboard]
    get_off(s, unit.id, ti=True, moved=True)
    s.journal.add("RV-D6.2", "bails_out", unit=unit.id, vehicle=vehicle.id, at=vehicle.at)
    morale_check(s, unit.id, 1, "RV-D6.2")


def lose_ride(s: Battle, vehicle: Vehicle, burning: bool) -> None:
    """RV-D5.7 Those aboard a destroyed vehicle: a 1MC each; in flames a die of 4 or more is their end."""
    uncloak_aboard(s, vehicle.id)
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


def dismounting(s: Battle) -> list[str]:
    """RV-D6.1 In the Advance Phase men get off a Stopped or immobile vehicle."""
    return [
        u.id for u in s.units.values()
        if u.aboard and u.side == s.side and not (u.broken or u.pinned or u.acted) and not s.vehicles[u.aboard].motion
        and s.vehicles[u.aboard].at
    ]  # fmt: skip


def dismount(s: Battle, id: str) -> None:
    """RV-D6.1 That is its advance."""
    get_off(s, id, acted=True)
    tell_advance(s, id, s.units[id].at)


# -- in the move of the men --------------------------------------------------------------------------------------------


def boarding_options(s: Battle, ids: tuple[str, ...]) -> list[Option]:
    """RV-D6.1, RV-D5.4 A moving unit with MF left gets on a Stopped vehicle beside it, or mans an abandoned one."""
    options: list[Option] = []
    for id in ids:
        unit = s.units[id]
        for vehicle in s.vehicles.values():
            if vehicle.at != unit.at or vehicle.wreck or vehicle.bypass >= 0:
                continue
            if vehicle.abandoned:
                if may_reenter(s, vehicle, unit):
                    options.append(("man", id, vehicle.id))
            elif vehicle.side != unit.side:
                continue
            elif not (vehicle.motion or vehicle.moved or vehicle.cellar) and finds_room(s, vehicle, unit):
                options.append(("board", id, vehicle.id))
    return options


def finish_boarding(s: Battle, id: str, vehicle: str) -> None:
    """RV-D6.1, RV-D5.4 If fire did not stop the unit, it is aboard; loading costs the vehicle a quarter of its MP."""
    unit, ride = s.units.get(id), s.vehicles.get(vehicle)
    if unit is None or ride is None or ride.wreck or unit.broken or unit.pinned:
        return
    if may_reenter(s, ride, unit):
        reenter(s, vehicle, id)
    elif finds_room(s, ride, unit) and not ride.abandoned:
        board(s, id, vehicle)
        if not ride.owed:
            mark_vehicle(s, vehicle, owed=2 * (-(-kind_of(ride).mp // 4)))


def may_reenter(s: Battle, vehicle: Vehicle, unit: Unit) -> bool:
    """RV-D5.4, RV-A21.1, RV-RePh8.607 A crew of its makers mans an abandoned vehicle again; no captor ever does.

    One that was captured they man when they hold the ground again.
    """
    own = kind_of(vehicle).side == unit.side
    held = not is_captured(vehicle) or s.control.get(vehicle.at) == unit.side
    crew = components().units[unit.type].kind == "crew"
    return vehicle.abandoned and not vehicle.cellar and own and held and crew and unit.at == vehicle.at


def reenter(s: Battle, id: str, unit: str) -> None:
    """RV-D5.4 The crew is inherent again; it has used all its MF."""
    at = s.vehicles[id].at
    if s.guns:
        abandon_guns(s, unit, at)
    vanish(s, unit)
    for weapon in [w for w in s.weapons.values() if w.holder == unit]:
        s.weapons[weapon.id] = replace(weapon, holder="", at=at)
    if s.move is not None:
        s.move = replace(s.move, units=tuple(u for u in s.move.units if u != unit))
    mark_vehicle(s, id, abandoned=False, moved=True, side=kind_of(s.vehicles[id]).side)
    tell(s, "RV-D5.4", "reentered", id)
