"""What is told of vehicles under `?`, how they are shown, and their condition (RV-A12.1, RV-A12.2, RV-BRV16.4)."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.guns import VEHICLE
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.units.kinds import is_dummy, other, unknown, veil
from sandtable.games.vengeance.rules.vehicles.fire.sight_along_hexsides import in_sight, see_each_other
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of, manned, mark, unseen
from sandtable.kernel.state import replace

_NEAR = 16


# -- what is told ----------------------------------------------------------------------------------------------------


def eyes_on(s: Battle, id: str) -> tuple[str, ...] | None:
    """RV-A12.1, RV-BRV16.5 Who may read a line about a vehicle: everybody, or only its own side; so at its set-up."""
    vehicle = s.vehicles.get(id)
    return (vehicle.side,) if vehicle is not None and (unseen(vehicle) or s.phase == "setup") else None


def tell(s: Battle, clause: str, event: str, vehicle: str, **facts: Any) -> None:
    """RV-A12.1 A line about a vehicle, for those who know of it."""
    s.journal.add(clause, event, seen_by=eyes_on(s, vehicle), vehicle=vehicle, **facts)


def tell_drive(s: Battle, vehicle: Vehicle, to: str, cost: str, mode: str) -> None:
    """RV-A12.1, RV-D2.1 Everybody reads what drives where; of an unknown vehicle only that a `?` counter moves."""
    tell(s, "RV-D2.1", "drives", vehicle.id, to=to, cost=cost, mode=mode)
    if unseen(s.vehicles[vehicle.id]):
        s.journal.add(
            "RV-D2.1",
            "unknown_moves",
            seen_by=(other(vehicle.side),),
            side=vehicle.side,
            whose=f"whose {vehicle.side}",
            to=to,
        )


# -- loss ------------------------------------------------------------------------------------------------------------


def reveal_vehicle(s: Battle, id: str, clause: str = "RV-A12.13") -> None:
    """RV-A12.13 A vehicle becomes Known; what was laid on its `?` counter is laid on it."""
    vehicle = s.vehicles.get(id)
    if vehicle is None or not unseen(vehicle):
        return
    s.reveal()
    mark(s, id, concealed=False, hidden=False)
    s.journal.add(clause, "vehicle_revealed", vehicle=id, name=kind_of(vehicle).name, at=vehicle.at)
    covered = veil(vehicle.side, vehicle.at)
    for weapon, aimed in list(s.acquired.items()):
        if aimed.target == covered and aimed.type == VEHICLE:
            s.acquired[weapon] = replace(aimed, target=id)
    show_conditions(s)


def place_vehicle_under(s: Battle, id: str, clause: str = "RV-A12.2") -> None:
    """RV-A12.2 A hidden vehicle is placed on the map under a `?` counter."""
    vehicle = s.vehicles.get(id)
    if vehicle is None or not vehicle.hidden:
        return
    s.reveal()
    mark(s, id, concealed=True, hidden=False)
    s.journal.add(clause, "placed_under", at=vehicle.at, side=vehicle.side)


def uncover_vehicle(s: Battle, id: str, result: str) -> None:
    """RV-A12.13, RV-A12.2 A MC or worse on the IFT shows a vehicle; a PTC finds a hidden one."""
    if result == "-":
        return
    if result != "PTC":
        reveal_vehicle(s, id)
    place_vehicle_under(s, id)


# -- the condition ---------------------------------------------------------------------------------------------------


def show_conditions(s: Battle) -> None:
    """RV-BRV16.4 A condition is shown once a Known enemy ground unit within 16 hexes sees its Known vehicle."""
    if s.phase == "setup":
        return
    for vehicle in [v for v in s.vehicles.values() if v.written and v.at and not unseen(v)]:
        if vehicle.wreck or _inspected(s, vehicle):
            s.reveal()
            mark(s, vehicle.id, written=False)
            s.journal.add("RV-BRV16.4", "condition_shown", vehicle=vehicle.id, at=vehicle.at)


def _inspected(s: Battle, vehicle: Vehicle) -> bool:
    """RV-BRV16.4 Every Known unit and crew has eyes for that, broken, Stunned or in Melee."""
    f = field_of(s)
    for unit in s.units.values():
        if unit.side == vehicle.side or not unit.at or unknown(unit) or is_dummy(unit):
            continue
        if f.range(unit.at, vehicle.at) <= _NEAR and in_sight(s, f, vehicle, unit.at):
            return True
    return any(
        tank.side != vehicle.side and bool(tank.at) and manned(tank) and not unseen(tank)
        and f.range(tank.at, vehicle.at) <= _NEAR and see_each_other(s, f, tank, vehicle)
        for tank in s.vehicles.values()
    )  # fmt: skip


def as_enemy_sees(vehicle: Vehicle) -> Vehicle:
    """RV-BRV16.4 A Known vehicle whose condition is still secret: whole, manned, its turret ahead, its hatches shut."""
    return replace(
        vehicle, tca=vehicle.vca, ce=False, forced_bu=False, bogged=False, mired=False, bog_fails=0,
        immobile=vehicle.dug_in, out_of_gas=False, abandoned=False, cellar=False, malfunctioned=(), disabled=(),
        removed=(), depleted=(), leader="",
    )  # fmt: skip
