"""Tanks against Barricades (RV-BRV9.21 to RV-BRV9.215, RV-D4.3): the crossing DR, its modifiers and its outcome."""

from __future__ import annotations

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.field_works import Work, hexside
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.fortifications.barriers import take_away
from sandtable.games.vengeance.rules.fortifications.clearance import add_labor, labor_at
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.vehicles.concealment.disclosure import reveal_vehicle
from sandtable.games.vengeance.rules.vehicles.crews.inherent import crew_modifiers, halt
from sandtable.games.vengeance.rules.vehicles.facing import front_sides
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, kind_of, mark, mobile, riders
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import quarter
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import immobilize
from sandtable.kernel.flow import Option
from sandtable.kernel.modifiers import Modifier, total
from sandtable.kernel.state import replace

HALF, QUARTER = "half", "quarter"
CROSS, THROUGH = "cross", "through"
_TONS, _PER = 30, 5
_IMMOBILE, _BOGGED, _CROSSES, _REMOVED = 11, 9, 6, 3


def barricade_between(s: Battle, a: str, b: str) -> Work | None:
    """RV-BRV9.2 The Barricade on a hexside."""
    key = hexside(a, b)
    return next((w for w in s.works.values() if w.at == key and w.type == "barricade"), None)


def may_cross(s: Battle, vehicle: Vehicle) -> bool:
    """RV-BRV9.21 A fully tracked AFV that is not Stopped, without riders and not in bypass."""
    return (
        is_afv(vehicle) and kind_of(vehicle).fully_tracked and vehicle.motion and mobile(vehicle)
        and not vehicle.reversing and vehicle.bypass < 0 and not riders(s, vehicle)
    )  # fmt: skip


def price(vehicle: Vehicle, share: str) -> int:
    """RV-BRV9.21 Half or a quarter of the printed MP, FRU, in half MP."""
    return quarter(vehicle) if share == QUARTER else 2 * (-(-kind_of(vehicle).mp // 2))


def crossing_options(s: Battle, f: Field, vehicle: Vehicle, mp: int) -> list[Option]:
    """RV-BRV9.21, RV-BRV9.211b, RV-BRV9.214 The Barricades ahead that it can try with the MP it has left."""
    if not s.works or not may_cross(s, vehicle):
        return []
    options: list[Option] = []
    here = f.hex_of[vehicle.at]
    for d in front_sides(vehicle.vca):
        to = f.ground.towards[here][d]
        work = barricade_between(s, here, to) if to in f.area else None
        if work is None or (work.hidden and work.side != vehicle.side):
            continue
        options += [(CROSS, to, share) for share in (HALF, QUARTER) if price(vehicle, share) <= mp]
        if work.breached and price(vehicle, QUARTER) <= mp:
            options.append((THROUGH, to))
    return options


def crossing_modifiers(s: Battle, f: Field, vehicle: Vehicle, work: Work, to: str, share: str) -> list[Modifier]:
    """RV-BRV9.211a, RV-BRV9.213 Weight, haste, a bridge, Labor, the crew."""
    type, hex = kind_of(vehicle), f.hex_of[vehicle.at]
    below, above = -(-(_TONS - type.weight_t) // _PER), (type.weight_t - _TONS) // _PER
    labor = labor_at(s, work.id, hex)
    bridge = f.ground.hexes[hex].bridge or f.ground.hexes[to].bridge
    tests = (
        (2, share == QUARTER, "crashing the gate"),
        (1, type.red_mp, "unreliable"),
        (below, type.weight_t < _TONS, f"tons|{type.weight_t}"),
        (-above, type.weight_t >= _TONS and above > 0, f"tons|{type.weight_t}"),
        (1, bridge, "on a bridge"),
        (labor, labor < 0, "labor"),
        (-1, vehicle.ce, "crew exposed"),
    )
    modifiers: list[Modifier] = [(value, "RV-BRV9.211a", reason) for value, holds, reason in tests if holds]
    return modifiers + crew_modifiers(vehicle)


def crossing_roll(s: Battle, f: Field, id: str, work: Work, to: str, share: str) -> bool:
    """RV-BRV9.211, RV-BRV9.212, RV-BRV9.214, RV-BRV9.215 Whether the AFV crosses; what becomes of both."""
    reveal_vehicle(s, id)
    vehicle = s.vehicles[id]
    hex = f.hex_of[vehicle.at]
    modifiers = crossing_modifiers(s, f, vehicle, work, to, share)
    dice = roll(s, vehicle.side, "barricade", calls_sniper=False)
    final = sum(dice) + total(modifiers)
    s.journal.add(
        "RV-BRV9.211", "barricade", vehicle=id, work=work.id, dice=dice, modifiers=modifiers, final=final,
        success=final <= _CROSSES,
    )  # fmt: skip
    if final <= _REMOVED:
        take_away(s, work.id, "RV-BRV9.215")
        return True
    if final <= _CROSSES:
        s.works[work.id] = replace(work, breached=True)
        return True
    if final >= _IMMOBILE:
        immobilize(s, id, "RV-BRV9.211")
    elif final >= _BOGGED:
        mark(s, id, bogged=True, bog_fails=0)
    else:
        add_labor(s, work.id, hex, 0 if final == _CROSSES + 2 else -2)
    halt(s, id)
    mark(s, id, motion=False)
    return False
