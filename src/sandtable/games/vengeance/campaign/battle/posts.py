"""Where the counters of a campaign set up: by the post that each of them has (RV-RePh8.624, RV-CG21, RV-I10)."""

from __future__ import annotations

from functools import cache

from sandtable.games.vengeance.campaign.areas import bridge_stands, hex_controller, map_edge
from sandtable.games.vengeance.campaign.battle.viaduct import friendly_viaduct
from sandtable.games.vengeance.campaign.charts import fortification_row
from sandtable.games.vengeance.campaign.edges import is_new
from sandtable.games.vengeance.campaign.supply import front_line, isolated_areas
from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.ground import BRIDGE, CELLAR, GROUND, LEVEL, PILLBOX, ROOF
from sandtable.games.vengeance.model.battle import GERMAN, Battle, Unit
from sandtable.games.vengeance.model.campaign import (
    AWAY,
    DUG_IN,
    ENTER,
    HERE,
    KEPT,
    NAMED,
    OFF,
    ON_BOARD,
    OUT,
    RESERVE,
    UP,
)
from sandtable.games.vengeance.model.guns import Gun
from sandtable.games.vengeance.rules.ordnance.mounts import side_with
from sandtable.games.vengeance.rules.units.kinds import held, is_mmc, other, weapon_type
from sandtable.kernel.flow import Option

_RESERVE_DISTANCE = 6
_BRIDGEHEAD = 5
_PHONE = "PHONE"
_STANDING = (GROUND, LEVEL, ROOF, BRIDGE)


def is_initial(s: Battle) -> bool:
    """RV-I0 Whether the Initial CGS is being prepared or played."""
    return s.campaign is not None and s.campaign.date == 0


def is_prepared(s: Battle) -> bool:
    """RV-I0 Whether the Initial CGS is still being prepared: nobody has moved yet."""
    return is_initial(s) and s.turn == 0


def waits(s: Battle, id: str) -> bool:
    """Whether a counter that is not on the map is to be set up on it now."""
    post = s.posts.get(id, OFF)
    return post not in (OFF, ENTER, HERE, NAMED, AWAY, OUT) and post not in s.units


def in_reserve(s: Battle, id: str) -> bool:
    """RV-RePh8.6194b Whether a unit is in Reserve, under its counter or before it is set up."""
    post = s.posts.get(id, "")
    return post == RESERVE or (bool(post) and post in s.units)


def post_places(s: Battle, id: str, side: str) -> tuple[str, ...]:
    """RV-RePh8.6241, RV-RePh8.6242, RV-RePh8.6194a, RV-CG21, RV-BRV13.12 The Locations where a counter may set up."""
    if not waits(s, id):
        return ()
    if id in s.works:
        return work_places(s, s.works[id].type, side)
    post = s.posts[id]
    if is_initial(s):
        places = _initial_places(s, id in s.units) if side == GERMAN else ()
        return tuple(at for at in places if _far_from_north(at)) if post == RESERVE else places
    if post == UP:
        return tuple(at for at in friendly_viaduct(s, side) if s.control.get(at, "") != other(side))
    hexes = _own_hexes(s, side) if post in (ON_BOARD, DUG_IN, RESERVE, KEPT) else _hexes_of(s, post)
    if post == RESERVE:
        far = far_from_enemy(s, side)
        hexes = [hex for hex in hexes if hex in far]
    foe = other(side)
    cellars = id in s.units
    return tuple(at for hex in hexes for at in _standing(s, hex, cellars) if s.control.get(at, "") != foe)


def staying_outside(s: Battle, id: str) -> list[Option]:
    """RV-CG21 What was kept off the map need not set up: it may enter later. RV-CG9 Not with a phone."""
    return [("stay_outside", id)] if s.posts.get(id) == KEPT and not _phones(s, id) else []


def _phones(s: Battle, id: str) -> list[str]:
    """RV-CG9 The phones of a unit, which nobody brings in from off the map."""
    return [w.id for w in held(s, id) if weapon_type(w).type == _PHONE]


def leave_outside(s: Battle, id: str) -> None:
    """RV-CG21, RV-CG9 A counter waits off the map: a unit with its Gun, a Gun with its crew; a phone is given up."""
    s.posts[id] = OFF
    for phone in _phones(s, id):
        del s.weapons[phone]
    for gun in s.guns.values():
        if id in (gun.id, gun.crew) and not gun.at:
            s.posts[gun.id] = OFF
            if gun.crew:
                s.posts[gun.crew] = OFF


def work_places(s: Battle, type: str, side: str) -> tuple[str, ...]:
    """RV-RePh8.6242a, RV-I12 Where a bought fortification may stand: notes C (not Isolated) and F (not Front Line)."""
    notes = fortification_row(type).notes
    if is_initial(s):
        places = _initial_places(s) if side == GERMAN else ()
        return tuple(at for at in places if ground().locations[at].hex not in map_edge() or "F" not in notes)
    hexes = _own_hexes(s, side) if "C" in notes else [hex for hex, area in s.areas.items() if area.startswith(side)]
    front = front_line(s, side) if "F" in notes else set()
    own = tuple(at for hex in hexes if hex not in front for at in _standing(s, hex))
    if type == "fortified_location":
        return tuple(at for at in own if s.control.get(at, "") == side)
    return tuple(at for at in own if s.control.get(at, "") != other(side))


def tunnel_places(s: Battle, side: str) -> list[str]:
    """RV-B8.6, RV-RePh8.6242a Where a tunnel of a side may begin: its Pillboxes, ground floors and cellars."""
    if is_initial(s):
        hexes = list(dict.fromkeys(ground().locations[at].hex for at in _initial_places(s))) if side == GERMAN else []
    else:
        hexes = [hex for hex, area in s.areas.items() if area.startswith(side)]
    f = field_of(s)
    boxes = [w.at for w in s.works.values() if w.side == side and w.at.endswith(PILLBOX) and f.hex_of[w.at] in hexes]
    return boxes + [
        at for hex in hexes if f.ground.hexes[hex].building for at in f.ground.of_hex[hex]
        if at in f.steps and f.place(at).kind in (GROUND, CELLAR) and s.control.get(at, "") != other(side)
    ]  # fmt: skip


def own_places(s: Battle, side: str) -> tuple[str, ...]:
    """RV-CG21 All Locations where a side may set up on the map."""
    if is_initial(s):
        return _initial_places(s) if side == GERMAN else ()
    return tuple(at for hex in _own_hexes(s, side) for at in _standing(s, hex) if s.control.get(at, "") != other(side))


def beside_front(s: Battle, at: str, side: str) -> bool:
    """RV-CG19 In the campaign: an enemy Front Line Location that is not Isolated is adjacent."""
    if s.campaign is None or not s.areas:
        return False
    foe = other(side)
    near = set(field_of(s).ground.neighbours[field_of(s).hex_of[at]]) & front_line(s, foe)
    return bool(near) and not {s.areas[hex] for hex in near} <= isolated_areas(s, (foe,))


def is_exposed(s: Battle, gun: Gun) -> bool:
    """RV-CG19, RV-RePh8.6194a A Gun that may not hide: beside the enemy's Front Line, or new and in the own one."""
    side = side_with(s, gun)
    if beside_front(s, gun.at, side):
        return True
    return is_new(s, gun.id) and not is_initial(s) and field_of(s).hex_of[gun.at] in front_line(s, side)


def beside_its_group(s: Battle, unit: Unit, places: list[str]) -> list[str]:
    """RV-CG21 The leaders of a new group set up with an MMC of it; who has a radio or phone goes where he likes.

    RV-RePh8.6115 A leader from the ranks sets up with any MMC. RV-RePh8.6194b Each Reserve counter is of one group.
    """
    comrades = {_stands(s, u) for u in _comrades(s, unit)}
    return [at for at in places if at in comrades] or places


def waits_for_men(s: Battle, unit: Unit) -> bool:
    """RV-CG21, RV-RePh8.6115 Whether a leader cannot set up yet: of the MMC with whom he has to, none stands yet."""
    if s.campaign is None or is_mmc(unit):
        return False
    comrades = _comrades(s, unit)
    return any(waits(s, u.id) for u in comrades) and not any(_stands(s, u) for u in comrades)


def _comrades(s: Battle, unit: Unit) -> list[Unit]:
    """RV-CG21, RV-RePh8.6115, RV-RePh8.6194b The MMC with one of whom a leader sets up; none if he is free to."""
    promoted = not unit.group and s.posts.get(unit.id) == ON_BOARD
    bound = promoted or is_new(s, unit.id) or in_reserve(s, unit.id)
    if is_mmc(unit) or not bound or any(weapon_type(w).contact for w in held(s, unit.id)):
        return []
    return [
        u for u in s.units.values()
        if u.side == unit.side and is_mmc(u) and (promoted or u.group == unit.group)
        and in_reserve(s, u.id) == in_reserve(s, unit.id)
    ]  # fmt: skip


def _stands(s: Battle, unit: Unit) -> str:
    """Where a unit is, or its Reserve counter."""
    counter = s.units.get(s.posts.get(unit.id, ""))
    return counter.at if counter is not None else unit.at


def _standing(s: Battle, hex: str, cellars: bool = False) -> list[str]:
    """RV-SCN5 The Locations of a hex where counters set up; men also in its cellar."""
    f = field_of(s)
    kinds = (*_STANDING, CELLAR) if cellars else _STANDING
    return [at for at in f.ground.of_hex[hex] if at in f.steps and f.place(at).kind in kinds]


def _hexes_of(s: Battle, area: str) -> list[str]:
    return [hex for hex, name in s.areas.items() if name == area]


def _own_hexes(s: Battle, side: str) -> list[str]:
    """RV-CG21 The friendly hexes that are not Isolated."""
    cut_off = isolated_areas(s, (side,))
    return [hex for hex, area in s.areas.items() if area.startswith(side) and area not in cut_off]


def far_from_enemy(s: Battle, side: str) -> set[str]:
    """RV-RePh8.6194b, RV-I8 Six hexes or more from an enemy Front Line Location."""
    enemy = front_line(s, other(side)) or {hex for hex in map_edge() if hex_controller(s, hex) == other(side)}
    g = ground()
    return {hex for hex in s.areas if all(g.range(hex, foe) >= _RESERVE_DISTANCE for foe in enemy)}


@cache
def _far_from_north(at: str) -> bool:
    """RV-I8, RV-RePh8.6194b Six hexes or more from the north edge, the Russian Front Line of the Initial CGS."""
    g = ground()
    hex = g.spot(at).hex if at not in g.locations else g.locations[at].hex
    return all(g.range(hex, edge) >= _RESERVE_DISTANCE for edge in components().edges["north"])


@cache
def _bridgehead() -> frozenset[str]:
    """RV-I10 The hexes within five of a bridge of the Spree."""
    g = ground()
    bridges = [h.id for h in g.hexes.values() if h.bank == "SPREE" and h.bridge]
    return frozenset(hex for hex in g.hexes if any(g.range(hex, bridge) <= _BRIDGEHEAD for bridge in bridges))


def _initial_places(s: Battle, cellars: bool = False) -> tuple[str, ...]:
    """RV-I10 The German: anywhere south of the Spree, or within five hexes of an intact bridge."""
    return tuple(
        at
        for hex in ground().hexes.values()
        if hex.bank == "S" or hex.id in _bridgehead() or bridge_stands(s, hex.id)
        for at in _standing(s, hex.id, cellars)
    )
