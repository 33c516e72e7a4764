"""What can be marked on the map about one counter: where it can go, what it sees, who sees it, what its gun covers."""

from __future__ import annotations

from sandtable.games.vengeance.components import DUMMY, UNKNOWN
from sandtable.games.vengeance.knowledge.reach import drivable, walkable
from sandtable.games.vengeance.knowledge.sight import BattleView, as_battle
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.current_sight import sees
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import Battle, Move, Unit
from sandtable.games.vengeance.names import say
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc
from sandtable.games.vengeance.rules.units.kinds import is_leader, type_of
from sandtable.games.vengeance.rules.vehicles.kinds import kind_of
from sandtable.kernel.table import Overlay
from sandtable.kernel.templates import with_half

SURVEYED = ("infantry", "weapon", "gun", "vehicle")


def survey(view: BattleView, about: str) -> tuple[Overlay, ...]:
    """RV-A4.13, RV-A6.1, RV-D1.31 The marks of a unit, a weapon, a Gun or a vehicle, as far as the seat knows."""
    s = as_battle(view)
    f = field_of(s)
    overlays: list[Overlay] = []
    if about in s.guns and s.guns[about].at:
        overlays += _arc(f, about, s.guns[about].at, s.guns[about].ca)
    elif about in s.vehicles and s.vehicles[about].at and not s.vehicles[about].wreck:
        vehicle = s.vehicles[about]
        arc = vehicle.tca if kind_of(vehicle).has_turret else vehicle.vca
        overlays += _arc(f, about, vehicle.at, arc) if kind_of(vehicle).is_afv else []
        return (*overlays, *_drive(s, f, about), *_views(s, f, about, vehicle.at, vehicle.side))
    elif about in s.vehicles and not s.vehicles[about].wreck:
        return tuple(_drive(s, f, about))
    holder = s.weapons[about].holder if about in s.weapons else s.guns[about].crew if about in s.guns else about
    unit = s.units.get(holder)
    if unit is None or not unit.at:
        return tuple(overlays)
    if about not in s.guns and type_of(unit).kind not in (DUMMY, UNKNOWN) and not unit.broken:
        overlays += _reach(s, f, unit)
    return (*overlays, *_views(s, f, unit.id, unit.at, unit.side))


def _arc(f: Field, id: str, at: str, corner: int) -> list[Overlay]:
    """RV-D1.31 What the gun covers; shown as soon as one points at it."""
    here = f.hex_of[at]
    spaces = tuple(hex for hex in f.ground.hexes if hex in f.area and in_arc(f.ground, here, corner, hex))
    return [Overlay("arc", say("covered_arc_of", of=id), spaces, "info", "RV-D1.31", shown=True)]


def _views(s: Battle, f: Field, id: str, at: str, side: str) -> tuple[Overlay, ...]:
    """RV-A6.1, RV-E1.1 The hexes that it sees, and the Locations of enemies who see it."""
    seen = tuple(hex for hex in f.ground.hexes if hex in f.area and sees(s, f, at, hex))
    enemies = [u.at for u in s.units.values() if u.at and u.side != side]
    enemies += [v.at for v in s.vehicles.values() if v.at and v.side != side and not v.wreck]
    watchers = tuple(place for place in dict.fromkeys(enemies) if sees(s, f, place, at))
    return (
        Overlay("seen", say("what_it_sees", of=id), seen, "info", "RV-A6.1"),
        Overlay("watchers", say("enemies_that_see", of=id), watchers, "bad", "RV-A6.1"),
    )


def _reach(s: Battle, f: Field, unit: Unit) -> list[Overlay]:
    """RV-A4.11, RV-A4.13 Every Location that it can walk to, with the MF that it has then spent."""
    moving = s.move is not None and unit.id in s.move.units
    move = s.move if moving and s.move is not None else Move((unit.id,), leader=unit.id if is_leader(unit) else "")
    spent = walkable(s, f, move)
    if not spent:
        return []
    title = say("where_stack_can_move") if len(move.units) > 1 else say("where_it_can_move", of=unit.id)
    texts = {at: str(mf) for at, mf in spent.items()}
    return [Overlay("reach", title, tuple(spent), "good", "RV-A4.13", texts)]


def _drive(s: Battle, f: Field, id: str) -> list[Overlay]:
    """RV-D2.1, RV-D2.6, RV-D8.2 Every Location that it can drive to forwards, in MP; B where it may bog on the way."""
    overlays = drivable(s, f, id)
    if not overlays:
        return []
    texts = {at: f"{with_half(way.spent / 2)}{' B' if way.bog else ''}" for at, way in overlays.items()}
    title = say("where_it_can_drive", of=id)
    return [Overlay("reach", title, tuple(overlays), "good", "RV-D2.1", texts)]
