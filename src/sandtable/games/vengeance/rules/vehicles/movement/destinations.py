"""Where a vehicle can go and what it costs (chapters D2, P5). MP are counted in halves."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.altered_ground import BRIDGE_PARTIAL, TRAIL, became
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import BARS, BRIDGE, GROUND, WATER
from sandtable.games.vengeance.map.smoke_in_the_way import in_smoke
from sandtable.games.vengeance.model.battle import BLAZE, Battle
from sandtable.games.vengeance.model.vehicles import TRUCK, Vehicle
from sandtable.games.vengeance.rules.units.kinds import units_at
from sandtable.games.vengeance.rules.vehicles.facing import front_sides, rear_sides
from sandtable.games.vengeance.rules.vehicles.kinds import is_afv, kind_of, riders, unseen, vehicles_at, wrecks_at
from sandtable.games.vengeance.rules.vehicles.movement.movement_chart import ALL, column, halves_of, road_rate

MOST_VEHICLES = 3
_UPHILL, _UPHILL_ROAD, _RAMP = 8, 4, 2
_BYPASS, _BYPASS_TRUCK, _NARROW = 4, 8, 2
_HALF_TURN = 3
"""Corners of VCA to turn round."""
_PARTIAL_TRACKED, _PARTIAL_OTHER = 4, 8
_ROUGH = ("BUILDING", "RUBBLE", "WOODS", "DEBRIS", "FACTORY")
_SHELTER = ("BUILDING", "RUBBLE", "FACTORY", "GATE", "WOODS")
_SIDE_WORKS = ("ROADBLOCK", "BARRICADE")
_GROUND_WORKS = {"wire": "WIRE", "trench": "TRENCH", "at_ditch": "AT_DITCH"}
NARROW = "NARROW_STREET"


class VehicleStep(msgspec.Struct, frozen=True):
    """A step that a vehicle could take."""

    to: str
    cost: int
    """Half MP; ALL stands for everything it has."""
    bog: bool = False
    road: bool = False
    bypass: int = -1
    vca: int = -1
    """Where it points afterwards, if that follows from the step."""
    tail_end: bool = False
    """RV-D2.2 It backs along a hexside."""
    side: tuple[str, ...] = ()
    uphill: bool = False
    slow: bool = False
    """RV-D8.2 Woods entered at ALL MP."""


# -- into hexes ------------------------------------------------------------------------------------------------------


def entry(
    s: Battle, f: Field, vehicle: Vehicle, here: str, d: int, slow: bool = False, through: bool = False
) -> VehicleStep | None:
    """RV-D2.6, RV-B3.1, RV-B10.4, RV-BRV6.1, RV-D2.7, RV-D2.8, RV-B29.1 The step across a hexside; None: barred.

    `through` is for an AFV that has just broken through the Barricade there.
    """
    hex = f.hex_of[here]
    n = f.ground.towards[hex][d]
    side = f.ground.sides[hex][d]
    if n not in f.area or "CLIFF" in side or any(bar in side for bar in BARS):
        return None
    if not through and any(bar in side for bar in _SIDE_WORKS):
        return None
    to = _location(f, here, n, side)
    if to is None:
        return None
    place, terrain = f.place(to), f.place(to).terrain
    partial = place.kind == BRIDGE and is_partial(s, n)
    littered = terrain.startswith("DEBRIS") and TRAIL not in f.ground.hexes[n].features  # RV-BRV3.7
    road = "ROAD" in side and not littered and not partial
    uphill = place.level > f.place(here).level
    base = _terrain_cost(f, vehicle, terrain, n, road, partial, slow)
    if base is None or (vehicle_barred(f, here, to) and not road):
        return None
    cost, bog = base
    if terrain == "FACTORY" and f.ground.hexes[hex].building == f.ground.hexes[n].building:
        bog = False  # RV-O5.1 Only the outer wall is hard to get through.
    if cost < ALL:
        crossed = _crossing(vehicle, side, cost, bog)
        ramp = road and "LOWER_ROAD" in f.ground.hexes[hex].features
        climb = 0 if not uphill else _RAMP if ramp else _UPHILL_ROAD if road else _UPHILL
        at_last = _obstructed(s, vehicle, to, road, crossed[0] + climb, crossed[1]) if crossed else None
        if at_last is None:
            return None
        cost, bog = at_last
    return VehicleStep(to, cost, bog, road, side=side, uphill=uphill, slow=slow)


def _obstructed(s: Battle, vehicle: Vehicle, to: str, road: bool, cost: int, bog: bool) -> tuple[int, bool] | None:
    """RV-D2.8, RV-E1.5, RV-B26.1 What wrecks, the dark and field works of the Location add; None if they bar it."""
    cost += extra_cost(s, vehicle, to)
    if s.night is not None and not road:
        cost += _IN_THE_DARK
    return cross_works(s, vehicle, to, cost, bog) if s.works else (cost, bog)


_IN_THE_DARK = 2
"""RV-E1.5 Half MP more for each hex that is not entered along a road."""


def _crossing(vehicle: Vehicle, side: tuple[str, ...], cost: int, bog: bool) -> tuple[int, bool] | None:
    """RV-D2.6, RV-B9.1 What walls and the like on the hexside add, and whether they may bog it; None: barred."""
    free = ("ROAD", "BUILDING", "BRIDGE", NARROW, *_SIDE_WORKS)
    return _pay(vehicle, [feature for feature in side if feature not in free], cost, bog)


def _pay(vehicle: Vehicle, features: Iterable[str], cost: int, bog: bool) -> tuple[int, bool] | None:
    """RV-D2.6 The half MP and the bog DR when these are crossed one after the other; None if one bars the way."""
    for feature in features:
        row = components().armour.costs.get(feature)
        if row is None:
            continue
        crossing = halves_of(column(vehicle, row), kind_of(vehicle).mp, cost)
        if crossing is None:
            return None
        cost, bog = crossing, bog or row.bog
    return cost, bog


def _location(f: Field, here: str, n: str, side: tuple[str, ...]) -> str | None:
    """RV-B6.1, RV-BRV13.11 The ground of the next hex, or the bridge over it; never the viaduct of the S-Bahn."""
    next_hex = f.ground.hexes[n]
    on_bridge = f.place(here).kind == BRIDGE
    if f.place(here).kind not in (GROUND, BRIDGE):
        return None
    if (on_bridge or next_hex.bridge) and "BRIDGE" in side and next_hex.bridge:
        return f"{n}-bridge" if f"{n}-bridge" in f.steps else None
    if on_bridge and "BRIDGE" not in side:
        return None
    return n if n in f.steps and next_hex.base not in WATER else None


def is_partial(s: Battle, hex: str) -> bool:
    """RV-BRV11.313 A Spree bridge that is Partially Destroyed: one lane, of wood."""
    return became(s, hex) == BRIDGE_PARTIAL


def vehicle_barred(f: Field, here: str, to: str) -> bool:
    """RV-B23.922, RV-BRV13.31 Built-up walls bar vehicles; the Gate is entered and left only along the road."""
    for at, other in ((to, here), (here, to)):
        hex = f.hex(at)
        building = f.ground.buildings.get(hex.building)
        if building is not None and building.kind == "reichstag" and f.hex(other).building != hex.building:
            return True
        if hex.terrain == "GATE":
            return True
    return False


def _terrain_cost(
    f: Field, vehicle: Vehicle, terrain: str, hex: str, road: bool, partial: bool, slow: bool
) -> tuple[int, bool] | None:
    """RV-D2.6, RV-B3.1, RV-B23.41, RV-O5.1, RV-BRV11.312, RV-BRV13.31 Half MP for the terrain, and a bog DR or not."""
    type = kind_of(vehicle)
    if partial:
        return (_PARTIAL_TRACKED if type.fully_tracked else _PARTIAL_OTHER), False
    if terrain == "GATE":
        return (4 + road_rate(vehicle), False) if road else None
    if road:
        return road_rate(vehicle), False
    if TRAIL in f.ground.hexes[hex].features:
        terrain = "OPEN"  # RV-B24.7 a path was cleared
    row = components().armour.costs[terrain]
    text = column(vehicle, row)
    if text == "ALL/Z":
        text = "ALL" if slow else "Z"
    elif slow:
        return None
    open_cost = halves_of(column(vehicle, components().armour.costs["OPEN"]), type.mp) or 0
    cost = halves_of(text, type.mp, open_cost)
    if cost is None:
        return None
    if "DEBRIS" in f.ground.hexes[hex].features and terrain != "DEBRIS":
        debris = halves_of(column(vehicle, components().armour.costs["DEBRIS"]), type.mp)
        return (max(cost, debris), True) if debris is not None else None
    return cost, row.bog


def extra_cost(s: Battle, vehicle: Vehicle, to: str) -> int:
    """RV-D2.7, RV-D2.8, RV-A5.12 One MP more for smoke, a wreck or an enemy AFV, and each vehicle too many."""
    extra = 2 if (s.smoke or s.screens) and in_smoke(s, field_of(s), to) else 0
    if wrecks_at(s, to) or any(v.side != vehicle.side and is_afv(v) and not unseen(v) for v in vehicles_at(s, to)):
        extra += 2
    own = [v for v in vehicles_at(s, to, vehicle.side) if v.id != vehicle.id]
    return extra + 2 * len(own)


def cross_works(s: Battle, vehicle: Vehicle, to: str, cost: int, bog: bool) -> tuple[int, bool] | None:
    """RV-B26.1, RV-B27.1, RV-B27.8 Wire and trenches cost MP and a bog DR; a ditch is barred, a trench to wheels."""
    works = [_GROUND_WORKS.get(work.type, "") for work in s.works.values() if work.at == to]
    return _pay(vehicle, works, cost, bog)


def has_room(s: Battle, f: Field, vehicle: Vehicle, to: str) -> bool:
    """RV-A5.12, RV-B6.2 Three vehicles of a side at most; on a one-lane bridge nobody passes another."""
    there = [v for v in vehicles_at(s, to, vehicle.side) if v.id != vehicle.id]
    if f.place(to).kind == BRIDGE and is_partial(s, f.hex_of[to]):
        here = [v for v in vehicles_at(s, to) if v.side == vehicle.side or not v.hidden]
        return not here and not wrecks_at(s, to)
    return len(there) < MOST_VEHICLES


def in_shelter(f: Field, at: str) -> bool:
    """RV-D2.7, RV-D7.1 Whether men in a Location are inside a building, rubble or woods."""
    return f.place(at).terrain.startswith(_SHELTER)


def may_enter(s: Battle, f: Field, vehicle: Vehicle, way: VehicleStep) -> bool:
    """RV-D2.7, RV-B25.2 Known enemy men keep a vehicle out, but for VBM or a road past those inside a building."""
    if s.flames.get(way.to) == BLAZE or not has_room(s, f, vehicle, way.to):
        return False
    enemies = [u for u in units_at(s, way.to) if u.side != vehicle.side and not (u.concealed or u.hidden)]
    if enemies and not ((way.road or way.bypass >= 0) and in_shelter(f, way.to)):
        return False
    # RV-D6.2 Riders keep it out of bypass, buildings, rubble and woods.
    shut = not way.road and (way.bypass >= 0 or f.place(way.to).terrain.startswith(_SHELTER))
    return not (shut and riders(s, vehicle))


def ways(s: Battle, f: Field, vehicle: Vehicle, reverse: bool = False) -> list[VehicleStep]:
    """RV-D2.1, RV-D2.2, RV-D2.3 Every step across the front hexsides, or backwards across the rear ones."""
    if vehicle.bypass >= 0:
        onward = _back_along(s, f, vehicle) if reverse else _out_of_bypass(s, f, vehicle)
        return [w for w in onward if may_enter(s, f, vehicle, w)]
    sides = rear_sides(vehicle.vca) if reverse else front_sides(vehicle.vca)
    steps: list[VehicleStep] = []
    for d in sides:
        for slow in (False, True):
            way = entry(s, f, vehicle, vehicle.at, d, slow)
            if way is not None:
                steps.append(way)
        around = _into_bypass(s, f, vehicle, d)
        steps += map(_backwards, around) if reverse else around
    return [w for w in steps if may_enter(s, f, vehicle, w)]


# -- along hexsides --------------------------------------------------------------------------------------------------


def free_hexside(f: Field, hex: str, d: int) -> bool:
    """RV-D2.3, RV-A6.20, RV-MAP8 A hexside of a building hex that its shape leaves free, and no other thing bars."""
    here, n, side = f.ground.hexes[hex], f.ground.towards[hex][d], f.ground.sides[hex][d]
    if not here.building or here.terrain.startswith("FACTORY") or here.terrain == "GATE" or n not in f.area:
        return False
    if f.ground.hexes[n].base in (*WATER, "PIT"):
        return False
    return not any(thing in side for thing in ("BUILDING", "CLIFF", "WALL", "HEDGE", "EMBANKMENT", *BARS, *_SIDE_WORKS))


def hexside_taken(s: Battle, f: Field, vehicle: Vehicle, hex: str, d: int) -> bool:
    """RV-D2.3, RV-P5.1 One vehicle or wreck on a hexside, from whichever of its hexes it is seen."""
    across = f.ground.towards[hex][d]
    return any(
        other.id != vehicle.id and other.bypass >= 0
        and (f.hex_of.get(other.at), other.bypass) in ((hex, d), (across, (d + 3) % 6))
        for other in s.vehicles.values()
    )  # fmt: skip


def bypass_cost(f: Field, vehicle: Vehicle, hex: str, d: int) -> tuple[int, bool] | None:
    """RV-D2.3, RV-P5.1 Two MP along a hexside, a truck four; one along a narrow street; with a bog DR or not.

    RV-BRV12.21, RV-O1.1 Through debris as into a hex of debris; None where it is barred.
    """
    if f.ground.littered(hex):
        debris = halves_of(column(vehicle, components().armour.costs["DEBRIS"]), kind_of(vehicle).mp)
        return None if debris is None else (debris, True)
    if NARROW in f.ground.sides[hex][d]:
        return _NARROW, False
    return (_BYPASS_TRUCK if kind_of(vehicle).type == TRUCK else _BYPASS), False


def _along(s: Battle, f: Field, vehicle: Vehicle, hex: str, d: int, clockwise: bool) -> VehicleStep | None:
    if not free_hexside(f, hex, d) or hexside_taken(s, f, vehicle, hex, d):
        return None
    around = bypass_cost(f, vehicle, hex, d)
    if around is None:
        return None
    cost = around[0] + extra_cost(s, vehicle, hex)
    if s.night is not None and hex != f.hex_of[vehicle.at] and NARROW not in f.ground.sides[hex][d]:
        cost += _IN_THE_DARK
    return VehicleStep(hex, cost, around[1], bypass=d, vca=(d + 1) % 6 if clockwise else (d + 4) % 6)


def _into_bypass(s: Battle, f: Field, vehicle: Vehicle, d: int) -> list[VehicleStep]:
    """RV-D2.3, RV-BRV13.41 Round the next hex from either end of the hexside between; not out of a building."""
    hex = f.hex_of[vehicle.at]
    n = f.ground.towards[hex][d]
    if n not in f.steps or f.place(vehicle.at).kind != GROUND or f.ground.hexes[hex].building:
        return []
    x = (d + 3) % 6
    steps = [_along(s, f, vehicle, n, (x + 1) % 6, True), _along(s, f, vehicle, n, (x - 1) % 6, False)]
    return [way for way in steps if way is not None]


def _out_of_bypass(s: Battle, f: Field, vehicle: Vehicle) -> list[VehicleStep]:
    """RV-D2.3 On along the next hexside, into a hex that touches the corner where it stands, or back.

    Who has backed along a hexside goes forward along it first.
    """
    hex, d = f.hex_of[vehicle.at], vehicle.bypass
    clockwise = vehicle.vca == (d + 1) % 6
    if vehicle.tail_end:
        forward = _along(s, f, vehicle, hex, d, clockwise)
        return [forward] if forward is not None else []
    ahead = (d + 1) % 6 if clockwise else (d - 1) % 6
    steps: list[VehicleStep] = []
    onward = _along(s, f, vehicle, hex, ahead, clockwise)
    if onward is not None:
        steps.append(onward)
    for side in (ahead, d):
        across = entry(s, f, vehicle, vehicle.at, side)
        if across is not None and not f.ground.hexes[f.hex_of[across.to]].building:
            steps.append(msgspec.structs.replace(across, road=False))
    straight = _straight_on(s, f, vehicle, hex, d, clockwise)
    if straight is not None:
        steps.append(straight)
    back = _turned_round(s, f, vehicle, hex, d, clockwise)
    if back is not None:
        steps.append(back)
    return steps


def _back_along(s: Battle, f: Field, vehicle: Vehicle) -> list[VehicleStep]:
    """RV-D2.2, RV-D2.3 Backwards: to the other end of its hexside, and from there as if its rear were its front."""
    if not vehicle.tail_end:
        hex, d = f.hex_of[vehicle.at], vehicle.bypass
        back = _along(s, f, vehicle, hex, d, vehicle.vca != (d + 1) % 6)
        return [_backwards(back)] if back is not None else []
    round_about = msgspec.structs.replace(vehicle, vca=(vehicle.vca + 3) % 6, tail_end=False)
    hexside = (vehicle.at, vehicle.bypass)
    return [_backwards(w) for w in _out_of_bypass(s, f, round_about) if (w.to, w.bypass) != hexside]


def _backwards(way: VehicleStep) -> VehicleStep:
    """RV-D2.2 A step along a hexside that is taken backwards: the vehicle points the other way."""
    return msgspec.structs.replace(way, vca=(way.vca + 3) % 6, tail_end=True) if way.bypass >= 0 else way


def _turned_round(s: Battle, f: Field, vehicle: Vehicle, hex: str, d: int, clockwise: bool) -> VehicleStep | None:
    """RV-P5.1, RV-D2.1, RV-D2.3 It turns by three corners and drives back along its hexside.

    A corner costs twice as much in a narrow street and in debris.
    """
    back = _along(s, f, vehicle, hex, d, not clockwise)
    if back is None:
        return None
    slow = NARROW in f.ground.sides[hex][d] or f.ground.littered(hex)
    return msgspec.structs.replace(back, cost=back.cost + _HALF_TURN * (4 if slow else 2))


def _straight_on(s: Battle, f: Field, vehicle: Vehicle, hex: str, d: int, clockwise: bool) -> VehicleStep | None:
    """RV-P5.1 The third hexside of the corner, which belongs to the two hexes beyond: a street goes on along it."""
    turn = 1 if clockwise else -1
    beyond, beside = f.ground.towards[hex][(d + turn) % 6], f.ground.towards[hex][d]
    for n, side, round_it in ((beyond, d - turn, clockwise), (beside, d + 2 * turn, not clockwise)):
        if n in f.steps and (way := _along(s, f, vehicle, n, side % 6, round_it)) is not None:
            return way
    return None


def turning_cost(f: Field, vehicle: Vehicle) -> int | None:
    """RV-D2.1, RV-P5.1, RV-B6.2, RV-BRV13.31 Half MP for one corner of VCA; None where it may not turn."""
    place = f.place(vehicle.at)
    if place.terrain == "GATE":
        return None
    if vehicle.bypass >= 0:
        return None  # it turns by going on or by leaving the hexside
    return 4 if place.terrain.startswith(_ROUGH) or "DEBRIS" in f.hex(vehicle.at).features else 2
