"""What else a moving vehicle can do (chapters D3, RV-D5.4, D6, D7, D13): fire, overrun, load, unload, lay smoke."""

from __future__ import annotations

import msgspec

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Move, Unit
from sandtable.games.vengeance.model.vehicles import Drive, Vehicle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.ordnance.towing import hook_or_unhook, hooking_cost, tow_options, towed_by
from sandtable.games.vengeance.rules.units.counters import mark as mark_unit
from sandtable.games.vengeance.rules.units.kinds import good_order
from sandtable.games.vengeance.rules.vehicles.close_combat.reaction_fire import can_discharge, discharge
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import eyes_on
from sandtable.games.vengeance.rules.vehicles.crews.inherent import removable, try_to_abandon
from sandtable.games.vengeance.rules.vehicles.crews.passengers import bail_out, board, finds_room, get_off
from sandtable.games.vengeance.rules.vehicles.fire.machine_guns import fire_guns, gunners
from sandtable.games.vengeance.rules.vehicles.fire.main_gun import fire_gun, gun_options
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, kind_of, manned, mobile, riders
from sandtable.games.vengeance.rules.vehicles.movement.armored_assault import escort_options
from sandtable.games.vengeance.rules.vehicles.movement.barricades import (
    CROSS,
    QUARTER,
    THROUGH,
    barricade_between,
    crossing_options,
    crossing_roll,
    price,
)
from sandtable.games.vengeance.rules.vehicles.movement.destinations import entry
from sandtable.games.vengeance.rules.vehicles.movement.entering import end_drive, enter
from sandtable.games.vengeance.rules.vehicles.movement.expenditure import spend
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import quarter
from sandtable.games.vengeance.rules.vehicles.movement.overrun import overrun, overruns
from sandtable.games.vengeance.rules.victory.exits import drive_off, may_drive_off
from sandtable.kernel.flow import Flow, Option
from sandtable.kernel.state import replace

LOAD, UNLOAD, OVERRUN = "load", "unload", "overrun"
_SMOKE = 2


def options(s: Battle, f: Field, vehicle: Vehicle, move: Drive, mp: int) -> list[Option]:
    """RV-D3.1, RV-D7.1, RV-D6.1, RV-D5.4, RV-D13.3 The tasks that it can begin now."""
    options: list[Option] = []
    if vehicle.motion and mobile(vehicle) and not vehicle.recalled:
        options += [("overrun", way.to) for way in overruns(s, f, vehicle, mp)]
        options += crossing_options(s, f, vehicle, mp)
    options += escort_options(s, vehicle, move)
    if move.spent or vehicle.motion:
        options += [o for o in (*gunners(s, f, vehicle.side), *gun_options(s, f, vehicle.side)) if o[1] == vehicle.id]
    options += [("discharge", kind) for kind in ("sD", "sN") if can_discharge(vehicle, kind)]
    if not vehicle.motion:
        options += _loading_options(s, vehicle, move, mp)
        options += tow_options(s, vehicle, mp)
        if kind_of(vehicle).inherent_crew and not vehicle.recalled:
            options.append(("abandon",))
            options += [("abandon_with", weapon) for weapon in removable(vehicle)]
    if riders(s, vehicle):
        options.append(("bail_out",))
    if vehicle.motion and mobile(vehicle) and may_drive_off(s, vehicle.id, mp):
        options.append(("exit_map", vehicle.at))
    return options


def _loading_options(s: Battle, vehicle: Vehicle, move: Drive, mp: int) -> list[Option]:
    """RV-D6.1, RV-D6.2 Units get on or off a Stopped vehicle for a quarter of its MP, all in one expenditure."""
    options: list[Option] = []
    if quarter(vehicle) <= mp or move.loading == LOAD:
        options += [("load", u.id) for u in loadable(s, vehicle)]
    if quarter(vehicle) <= mp or move.loading == UNLOAD:
        options += [("unload", u.id) for u in aboard(s, vehicle.id) if not u.broken and not u.moved]
    return options


def loadable(s: Battle, vehicle: Vehicle) -> list[Unit]:
    """RV-D6.1, RV-C10.2 Good Order Infantry of its Location that has not moved yet, and finds room.

    The crew that has just hooked its Gun to it gets on as well.
    """
    gun = towed_by(s, vehicle.id)
    hooked = gun.crew if gun is not None else ""
    return [
        u for u in s.units.values()
        if u.at == vehicle.at and u.side == vehicle.side and good_order(u)
        and not (u.pinned or u.ti or (u.moved and u.id != hooked) or u.fired)
        and finds_room(s, vehicle, u) and vehicle.bypass < 0
    ]  # fmt: skip


def do(s: Battle, f: Field, vehicle: Vehicle, pick: Option) -> Flow:
    """RV-D2.1, RV-D6.1, RV-D7.1 The task that was chosen."""
    move = s.drive
    assert move is not None
    match pick:
        case ("exit_map", _):
            drive_off(s, vehicle.id)
        case ("mg", *_):
            yield from fire_guns(s, vehicle.side, vehicle.id)
        case ("gun" | "gun_again" | "gun_smoke", *_):
            yield from fire_gun(s, vehicle.side, pick)
        case ("overrun", str(to)):
            _begin_overrun(s, f, vehicle, to)
        case ("cross", str(to), str(share)):
            s.drive = replace(move, attack=CROSS, about=(to, share))
            spend(s, price(vehicle, share))
        case ("through", str(to), *_):
            s.drive = replace(move, attack=THROUGH, about=(to, QUARTER), underbelly=True)
            spend(s, price(vehicle, QUARTER))
        case ("discharge", str(kind)):
            if discharge(s, vehicle, kind):
                # RV-A24.5 As smoke grenades: until the end of the CCPh.
                s.smoke[vehicle.at] = max(s.smoke.get(vehicle.at, 0), _SMOKE)
        case ("hook" | "unhook" as verb, str(gun)):
            hook_or_unhook(s, vehicle, verb, gun)
            spend(s, hooking_cost(vehicle))
        case ("abandon",):
            _abandon(s, vehicle, "")
        case ("abandon_with", str(weapon)):
            _abandon(s, vehicle, weapon)
        case ("escort", str(unit)):
            s.drive = replace(move, escort=(*move.escort, unit))
        case ("bail_out",):
            bail_out(s, vehicle)
        case ("load" | "unload" as verb, str(unit)):
            (_begin_loading if verb == LOAD else _begin_unloading)(s, vehicle, unit)


def _begin_overrun(s: Battle, f: Field, vehicle: Vehicle, to: str) -> None:
    """RV-D7.1 The AFV enters and pays at once for hex and overrun; the DEFENDER acts before the attack."""
    assert s.drive is not None
    way = next(w for w in overruns(s, f, vehicle, 10_000) if w.to == to)
    s.drive = replace(s.drive, attack=OVERRUN, overran=(*s.drive.overran, to))
    paid = msgspec.structs.replace(way, cost=way.cost + quarter(vehicle))
    enter(s, f, vehicle, paid, "overrun")


def _begin_loading(s: Battle, vehicle: Vehicle, id: str) -> None:
    """RV-D6.1, RV-D6.2 The unit spends all its MF, the vehicle a quarter of its MP; both may be fired at."""
    move = s.drive
    assert move is not None
    cost = 0 if move.loading == LOAD else quarter(vehicle)
    mark_unit(s, id, moved=True)
    s.move = Move((id,), spent=1, here=1, mode="", window=True)
    s.drive = replace(move, attack=LOAD, about=(id,))
    spend(s, cost)
    note_loading(s, LOAD)


def _begin_unloading(s: Battle, vehicle: Vehicle, id: str) -> None:
    """RV-D6.1 The unit is put into the Location with half its MF left; it may be fired at."""
    move = s.drive
    assert move is not None
    cost = 0 if move.loading == UNLOAD else quarter(vehicle)
    get_off(s, id, moved=False, landed=True)
    who = eyes(s, (id,)) or eyes_on(s, vehicle.id)
    s.journal.add("RV-D6.1", "unloads", seen_by=who, unit=id, vehicle=vehicle.id, at=vehicle.at)
    s.move = Move((id,), spent=1, here=1, mode="", window=True)
    spend(s, cost)
    note_loading(s, UNLOAD)


def note_loading(s: Battle, what: str) -> None:
    """RV-D6.1 Further units may load or unload in the same expenditure."""
    if s.drive is not None:
        s.drive = replace(s.drive, loading=what)


def _abandon(s: Battle, vehicle: Vehicle, taking: str) -> None:
    """RV-D5.4, RV-BRV16.6, RV-D6.63 The crew tries to leave; either way the vehicle has finished its move."""
    try_to_abandon(s, vehicle.id, taking)
    end_drive(s)


def carry_out(s: Battle, vehicle: Vehicle, move: Drive) -> None:
    """What waited until the DEFENDER had acted."""
    if move.attack == OVERRUN:
        overrun(s, vehicle.id)
    elif move.attack in (CROSS, THROUGH):
        _cross(s, vehicle, move)
    elif move.attack == LOAD and manned(vehicle):
        for id in move.about:
            unit = s.units.get(id)
            if unit is not None and good_order(unit) and not unit.pinned and finds_room(s, vehicle, unit):
                board(s, id, vehicle.id)


def _cross(s: Battle, vehicle: Vehicle, move: Drive) -> None:
    """RV-BRV9.211, RV-BRV9.211b, RV-BRV9.214 Roll, or use the breach; then pay for the next hex with what is left."""
    f = field_of(s)
    to, share = move.about
    here = f.hex_of[vehicle.at]
    work = barricade_between(s, here, to)
    if work is None or not mobile(vehicle):
        return
    if move.attack == CROSS and not crossing_roll(s, f, vehicle.id, work, to, share):
        return
    s.drive = replace(move, attack="", about=(), underbelly=False)
    f = field_of(s)
    way = entry(s, f, s.vehicles[vehicle.id], vehicle.at, f.ground.direction(here, to), through=True)
    if way is not None:
        enter(s, f, s.vehicles[vehicle.id], way, "cross")
