"""Armored assault (RV-D9.1): Infantry moves along with a tank, hex by hex, in its shelter."""

from __future__ import annotations

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Move, Unit
from sandtable.games.vengeance.model.vehicles import Drive, Vehicle
from sandtable.games.vengeance.rules.artillery.effect import walk_into_fire
from sandtable.games.vengeance.rules.concealment.gain_and_loss import moves_in_sight, tell_move
from sandtable.games.vengeance.rules.fire.residual import lingering_fire
from sandtable.games.vengeance.rules.fortifications import mines
from sandtable.games.vengeance.rules.movement.allowance import allowance
from sandtable.games.vengeance.rules.movement.destinations import may_enter
from sandtable.games.vengeance.rules.movement.expenditure import carry
from sandtable.games.vengeance.rules.units.counters import mark, put
from sandtable.games.vengeance.rules.units.kinds import good_order
from sandtable.games.vengeance.rules.units.stacking import halves
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, unseen
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace

_MOST_HALVES = 4


def escort_options(s: Battle, vehicle: Vehicle, move: Drive) -> list[Option]:
    """RV-D9.1 Up to two squad-equivalents, and SMC, of its Location join before it has left it."""
    if not is_afv(vehicle) or vehicle.bypass >= 0 or move.came or not vehicle.at:
        return []
    size = sum(halves(s.units[id]) for id in move.escort)
    return [
        ("escort", u.id) for u in s.units.values()
        if u.at == vehicle.at and u.side == vehicle.side and u.id not in move.escort and _may_walk(u)
        and size + halves(u) <= _MOST_HALVES
    ]  # fmt: skip


def _may_walk(unit: Unit) -> bool:
    return good_order(unit) and not (unit.pinned or unit.ti or unit.moved or unit.fired or unit.climbing)


def walk_along(s: Battle, f: Field, came: str, to: str) -> None:
    """RV-D9.1 The escort enters with the tank, if its MF allow; else it stays behind. It may be fired at."""
    move = s.drive
    assert move is not None
    units = [s.units[id] for id in move.escort if id in s.units and s.units[id].at == came]
    step = min((st for st in f.steps.get(came, ()) if st.to == to), key=lambda st: st.cost, default=None)
    stack = Move(tuple(u.id for u in units))
    most = min((allowance(s, u, stack) for u in units), default=0) - move.walked
    side = s.vehicles[move.vehicle].side
    others = [v for v in s.vehicles.values() if v.at == to and v.side != side and not (v.wreck or unseen(v))]
    if step is None or not units or step.cost > most or others or not may_enter(s, f, to, side, units):
        leave_escort(s)
        return
    s.move = stack
    if s.works:
        mines.leave(s, list(stack.units), came, to)
    units = [s.units[id] for id in s.move.units]
    if not units:
        s.move = None
        leave_escort(s)
        return
    for unit in units:
        put(s, unit.id, to)
        mark(s, unit.id, moved=True)
    ids = tuple(u.id for u in units)
    s.drive = replace(move, escort=ids, walked=move.walked + step.cost)
    s.move = Move(ids, spent=move.walked + step.cost, here=step.cost, window=True, came=came)
    tell_move(s, "RV-D9.1", ids, to, step.cost, "armored assault")
    _meet_danger(s, ids, came, to)


def _meet_danger(s: Battle, ids: tuple[str, ...], came: str, to: str) -> None:
    """RV-A12.13, RV-A4.41, RV-B28.1, RV-A8.22, RV-C1.5 What meets men on foot beside a tank as it meets others."""
    carry(s, ids)
    moves_in_sight(s, ids, quietly=False)
    if s.works:
        mines.enter(s, [id for id in ids if id in s.units], came, to)
    if s.residual or s.lanes:
        lingering_fire(s)
    if s.batteries and s.move is not None:
        walk_into_fire(s, list(s.move.units))


def leave_escort(s: Battle) -> None:
    """RV-D9.1 Those who cannot follow end their move."""
    if s.drive is None:
        return
    for id in s.drive.escort:
        if id in s.units and s.drive.walked:
            mark(s, id, moved=True)
    s.drive = replace(s.drive, escort=())


def keep_escort(s: Battle) -> None:
    """RV-D9.1 After the DEFENDER's fire only those who are still in order go on."""
    if s.drive is not None and s.drive.escort:
        at = s.vehicles[s.drive.vehicle].at if s.drive.vehicle in s.vehicles else ""
        left = tuple(
            id for id in s.drive.escort
            if id in s.units and s.units[id].at == at and good_order(s.units[id]) and not s.units[id].pinned
        )  # fmt: skip
        s.drive = replace(s.drive, escort=left)
