"""Vehicles move (chapter D2): one expenditure at a time, and after each the DEFENDER may fire and react."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.vehicles import Drive, Vehicle
from sandtable.games.vengeance.rules.concealment.detection import show_somebody
from sandtable.games.vengeance.rules.night.freedom import has_freedom
from sandtable.games.vengeance.rules.ordnance.covered_arc import ARCS, corner_in
from sandtable.games.vengeance.rules.set_up.places import vehicle_entries
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, manned, mark, mobile
from sandtable.games.vengeance.rules.vehicles.movement import actions as vehicle_actions
from sandtable.games.vengeance.rules.vehicles.movement import bog
from sandtable.games.vengeance.rules.vehicles.movement.destinations import VehicleStep, turning_cost, ways
from sandtable.games.vengeance.rules.vehicles.movement.entering import BACKWARDS, bog_check, end_drive, enter
from sandtable.games.vengeance.rules.vehicles.movement.expenditure import left, spend
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import ALL
from sandtable.games.vengeance.rules.vehicles.movement.recall import at_edge, homeward, leave
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in, verb_of
from sandtable.kernel.state import replace
from sandtable.kernel.templates import with_half

START = _STOP = 2


def may_drive(s: Battle, vehicle: Vehicle) -> bool:
    """RV-D3.1, RV-D2.1 Manned, neither Stunned nor Shocked, not fired in the Prep Fire Phase, and not yet moved."""
    if vehicle.side != s.side or kind_of(vehicle).cupola or not manned(vehicle):
        return False
    if vehicle.moved or vehicle.stunned or vehicle.shock:
        return False
    if vehicle.fired or vehicle.used or not has_freedom(s, vehicle):
        return False
    if not vehicle.at:
        return bool(vehicle_entries(s, vehicle))
    return True


def begin(s: Battle, id: str) -> None:
    """RV-D2.1 The next vehicle."""
    s.drive = Drive(id, spent=s.vehicles[id].owed, in_motion=s.vehicles[id].motion)
    s.shots.clear()
    s.volleys.clear()


def drive(s: Battle) -> Flow:
    """RV-D2.1 What the vehicle does next."""
    move = s.drive
    assert move is not None
    if move.bumped:
        yield from _run_into(s)
        return
    f = field_of(s)
    vehicle = s.vehicles[move.vehicle]
    options = list(_options(s, f, vehicle, move))
    pick = yield Choose(
        s.side, options, rule="RV-D2.1", ask="drive", about=(vehicle.id, with_half(left(s, vehicle) / 2)), forced=True
    )
    match pick:
        case ("end" | "in_motion",):
            _end(s, vehicle, move)
        case ("go" | "slow" | "back" | "skirt" | "back_along" | "enter", *_):
            _go(s, f, vehicle, pick)
        case ("turn_left",):
            _turn(s, f, vehicle, -1)
        case ("turn_right",):
            _turn(s, f, vehicle, 1)
        case ("start",):
            _start(s, f, vehicle)
        case ("stop",):
            mark(s, vehicle.id, motion=False, reversing=False)
            spend(s, _STOP)
        case ("delay",):
            spend(s, 2)
        case ("speed", int(more)):
            _hurry(s, vehicle, move, more)
        case ("free",):
            _try_to_free(s, vehicle)
        case ("exit",):
            _drive_home(s, vehicle)
        case _:
            yield from vehicle_actions.do(s, f, vehicle, pick)
    _end_if_halted(s)


def _try_to_free(s: Battle, vehicle: Vehicle) -> None:
    """RV-D8.3 A bogged vehicle spends MP to get free."""
    spend(s, 2)
    bog.try_to_free(s, vehicle.id)


def _drive_home(s: Battle, vehicle: Vehicle) -> None:
    """RV-D5.3 A Recalled vehicle leaves the map."""
    leave(s, vehicle)
    end_drive(s)


def _start(s: Battle, f: Field, vehicle: Vehicle) -> None:
    """RV-D2.11, RV-D2.51, RV-D14.1 It starts, if it can: else its move is over."""
    if bog.start(s, f, vehicle.id) or s.drive is None or s.drive.halted:
        spend(s, START)
    else:
        mark(s, vehicle.id, moved=True)
        end_drive(s)


def _hurry(s: Battle, vehicle: Vehicle, move: Drive, more: int) -> None:
    """RV-D2.5 MP beyond those printed, at a risk."""
    s.drive = replace(move, bonus=2 * more)
    bog.excessive_speed(s, vehicle.id, more)
    mark(s, vehicle.id, moved=True)


def _end_if_halted(s: Battle) -> None:
    """RV-D2.1 The move is over when the vehicle is gone, or halted and fired at."""
    if s.drive is not None and (s.drive.vehicle not in s.vehicles or (s.drive.halted and not s.drive.window)):
        end_drive(s)


def _options(s: Battle, f: Field, vehicle: Vehicle, move: Drive) -> list[Option]:
    """RV-D2.1 to RV-D2.13 Everything that the vehicle can pay for now."""
    mp = left(s, vehicle)
    options: list[Option] = []
    if not vehicle.at:
        return [*(("enter", way.to, ARCS[way.vca]) for way in entries(s, f, vehicle)), ("end",)]
    if vehicle.bogged or vehicle.mired:
        if not move.spent and mp >= 2:
            options.append(("free",))
    elif mobile(vehicle):
        if vehicle.motion:
            options += _driving_options(s, f, vehicle, move, mp)
        elif mp >= START:
            options.append(("start",))
        if s.night is None and not move.bonus and vehicle.motion and not vehicle.recalled:
            options += [("speed", n) for n in range(1, -(-kind_of(vehicle).mp // 4) + 1)]
    if vehicle.recalled and vehicle.motion and at_edge(s, vehicle) and mp >= START:
        options.append(("exit",))
    options += vehicle_actions.options(s, f, vehicle, move, mp)
    if vehicle.motion:
        if mp >= 2 and not vehicle.recalled:
            options += [("stop",), ("delay",)]
        if not vehicle.recalled or not any(o[0] in ("go", "turn_left", "turn_right", "exit") for o in options):
            options.append(("in_motion",))
    else:
        options.append(("end",))
    return list(dict.fromkeys(options))


def _driving_options(s: Battle, f: Field, vehicle: Vehicle, move: Drive, mp: int) -> list[Option]:
    """RV-D2.1, RV-D2.2, RV-D2.3 Steps, turns and reverse; a Recalled vehicle only goes home (RV-D5.3)."""
    options: list[Option] = []
    if not vehicle.reversing:
        forward = [w for w in ways(s, f, vehicle) if affordable(move, w, mp)]
        if vehicle.recalled:
            forward = homeward(s, f, vehicle, forward)
        options += [_option(w) for w in forward]
    multiplier = kind_of(vehicle).reverse_multiplier
    if (vehicle.reversing or not move.spent or move.spent == START) and not vehicle.recalled:
        for way in ways(s, f, vehicle, reverse=True):
            if way.cost < ALL and way.cost * multiplier <= mp:
                options.append(_option(way) if way.bypass >= 0 else ("back", way.to))
    cost = turning_cost(f, vehicle)
    if cost is not None and cost * (multiplier if vehicle.reversing else 1) <= mp:
        options += [("turn_left",), ("turn_right",)]
    return options


def _option(way: VehicleStep) -> Option:
    if way.bypass >= 0:
        return ("back_along" if way.tail_end else "skirt", way.to, f"side-{way.bypass}", ARCS[way.vca])
    return ("slow" if way.slow else "go", way.to)


def affordable(move: Drive, way: VehicleStep, mp: int) -> bool:
    """RV-B1.1, RV-D2.6 Enough MP; for ALL nothing but the Start may have been spent."""
    return move.spent <= START if way.cost >= ALL else way.cost <= mp


def entries(s: Battle, f: Field, vehicle: Vehicle) -> list[VehicleStep]:
    """RV-A2.5 From off the map into a hex of its entry area, facing inwards; it comes in Motion."""
    steps = []
    for at in vehicle_entries(s, vehicle):
        hex = f.hex_of[at]
        outside = [d for d in range(6) if f.ground.towards[hex][d] not in f.area]
        for vca in range(6):
            rear = {(vca + 3) % 6, (vca + 4) % 6}
            if outside and not rear & set(outside):
                continue
            steps.append(VehicleStep(at, 2, vca=vca))
    return steps


def _go(s: Battle, f: Field, vehicle: Vehicle, pick: Option) -> None:
    """RV-D2.1, RV-D2.3, RV-D8.2 The vehicle enters a hex or a hexside; then perhaps a bog DR, and the DEFENDER."""
    verb, to = verb_of(pick), id_in(pick)
    if verb == "enter":
        way = VehicleStep(to, 2, vca=corner_in(pick))
    elif verb in ("skirt", "back_along"):
        way = next(w for w in ways(s, f, vehicle, verb in BACKWARDS) if w.bypass >= 0 and _option(w) == pick)
    else:
        steps = [w for w in ways(s, f, vehicle, verb in BACKWARDS) if w.to == to and w.bypass < 0]
        way = min((w for w in steps if w.slow == (verb == "slow")), key=lambda w: w.cost)
    enter(s, f, vehicle, way, verb)


def _run_into(s: Battle) -> Flow:
    """RV-A12.15 Somebody is shown; the vehicle goes back to where it came from, its move over, and may be fired at."""
    move = s.drive
    assert move is not None
    vehicle = s.vehicles[move.vehicle]
    yield from show_somebody(s, move.bumped, other(vehicle.side))
    reveal_vehicle(s, vehicle.id, "RV-A12.15")
    s.journal.add("RV-A12.15", "vehicle_detected", at=move.bumped, side=vehicle.side)
    s.drive = replace(move, bumped="", about=(), over=True)
    if vehicle.at:
        mark(s, vehicle.id, motion=True)
        spend(s, min(int(move.about[0]), left(s, vehicle)))
    else:
        end_drive(s)


def _turn(s: Battle, f: Field, vehicle: Vehicle, by: int) -> None:
    """RV-D2.1, RV-D8.2 One corner of VCA; the turret turns along. In terrain marked B it may bog."""
    cost = turning_cost(f, vehicle)
    assert cost is not None
    if vehicle.reversing:
        cost *= kind_of(vehicle).reverse_multiplier
    mark(s, vehicle.id, vca=(vehicle.vca + by) % 6, tca=(vehicle.tca + by) % 6)
    s.acquired.pop(vehicle.id, None)
    if f.place(vehicle.at).kind == "ground" and bog_terrain(f, vehicle):
        bog_check(s, f, vehicle.id)
    spend(s, cost)


def bog_terrain(f: Field, vehicle: Vehicle) -> bool:
    """RV-D8.2 Whether it is in terrain marked B; RV-O5.1 on the floor of the hall it drives freely."""
    terrain = f.place(vehicle.at).terrain
    return terrain != "FACTORY" and components().armour.costs[terrain].bog


def _end(s: Battle, vehicle: Vehicle, move: Drive) -> None:
    """RV-D2.11, RV-D2.13 The move ends: Stopped, or in Motion after its last MP were spent where it is."""
    mark(s, vehicle.id, moved=True)
    rest = left(s, vehicle)
    if vehicle.motion and vehicle.at and rest > 0:
        s.drive = replace(move, over=True)
        spend(s, rest)
    else:
        end_drive(s)
