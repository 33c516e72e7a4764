"""Laying a Gun or mortar: what it can be fired at, and every fact of the shot (C3.2, C5.1, C6.1, C9.1, C11.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.field import Field
from sandtable.games.vengeance.guns import AREA, HE, INFANTRY, SMOKE, VEHICLE, Ordnance
from sandtable.games.vengeance.model import SIDES, Battle, Unit
from sandtable.games.vengeance.rules import fire, fire_kinds, fire_plan, seeing
from sandtable.games.vengeance.rules.aiming import stand_of
from sandtable.games.vengeance.rules.cover import personal, tem
from sandtable.games.vengeance.rules.fortifications.secrecy import BARRIERS
from sandtable.games.vengeance.rules.indirect import indirect_cover, indirect_personal
from sandtable.games.vengeance.rules.ordnance.arc import in_arc, turned_to, turns
from sandtable.games.vengeance.rules.ordnance.mounts import (
    captured,
    crew_of,
    gun_type,
    kind_of_shot,
    may_fire_intensively,
    ordnance_of,
    place_of,
    unqualified,
)
from sandtable.games.vengeance.rules.ordnance.shields import target_size
from sandtable.games.vengeance.rules.ordnance.shots import Groups, Shot, rounds_for
from sandtable.games.vengeance.rules.ordnance.to_hit import Conditions
from sandtable.games.vengeance.rules.stacking import crowd_seen, overstacked
from sandtable.games.vengeance.rules.units import good_order, is_hero, is_leader, is_mmc, other, units_at
from sandtable.games.vengeance.rules.vehicles.facing import is_moving, mp_in_sight
from sandtable.games.vengeance.rules.vehicles.kinds import covered_at, kind_of, unseen
from sandtable.games.vengeance.rules.vehicles.streets import sees_into_street
from sandtable.games.vengeance.rules.veils import is_veil, large_veils, named, place_of_veil, under_veil
from sandtable.games.vengeance.rules.visibility import low_visibility, only_a_flash
from sandtable.kernel.journal import Modifier
from sandtable.kernel.state import replace

_COVER = ("WOODS", "BUILDING", "RUBBLE", "FACTORY")
_SHUT = (*_COVER, "CELLAR", "CULVERT")
BREAKS_BARRIERS = 150
"""RV-B29.5 The calibre of HE that removes a Roadblock."""
_MOVING = ("RV-A8.1", "RV-C1.5")
"""The clauses of FFMO, which is Case J4 of the To Hit roll."""
_SPOTTING = 3
"""RV-C9.1 Hexes between a mortar and its spotter."""


# -- mortars ---------------------------------------------------------------------------------------------------------


def open_to_the_sky(f: Field, at: str) -> bool:
    """RV-C9.1, RV-B23.42, RV-B13.1, RV-B23.8, RV-BRV12.2 Not in woods or buildings, but on a roof or without one."""
    hex = f.hex(at)
    roofless = "ROOFLESS" in hex.features and f.place(at).floor == hex.floors
    return roofless or not f.place(at).terrain.startswith(_SHUT)


def spotter_of(s: Battle, f: Field, id: str) -> Unit | None:
    """RV-C9.1 The spotter of a mortar, if he can do it now: near, in its LOS, in Good Order and not busy."""
    unit = s.units.get(s.spotters.get(id, ""))
    if unit is None or not may_spot(unit) or unit.fired or unit.ti:
        return None
    at = place_of(s, id)
    return unit if f.range(unit.at, at) <= _SPOTTING and seeing.sees(s, f, unit.at, at) else None


def may_spot(unit: Unit) -> bool:
    """RV-C9.1 A Good Order leader or MMC on the map."""
    return bool(unit.at) and good_order(unit) and (is_leader(unit) or is_mmc(unit))


# -- what it can reach -----------------------------------------------------------------------------------------------


def observer(s: Battle, f: Field, id: str, target: str) -> str:
    """RV-C9.1 From where the target is seen: the weapon's own Location, or that of a mortar's spotter; "" if not."""
    at = place_of(s, id)
    if at == target or seeing.sees(s, f, at, target):
        return at
    if ordnance_of(s, id).mortar:
        spotter = spotter_of(s, f, id)
        if spotter is not None and seeing.sees(s, f, spotter.at, target):
            return spotter.at
    return ""


def reaches(s: Battle, f: Field, id: str, target: str) -> bool:
    """RV-C9.1, RV-C2.6, RV-A7.8 Range, arc and sight; a pinned crew cannot turn its Gun, and nobody a 203mm one."""
    gun = ordnance_of(s, id)
    at = place_of(s, id)
    distance = f.range(at, target)
    if distance < gun.min_range or (gun.max_range and distance > gun.max_range):
        return False
    if gun.mortar and not open_to_the_sky(f, at):
        return False
    if not _can_point(s, f, id, target):
        return False
    return bool(observer(s, f, id, target))


def _can_point(s: Battle, f: Field, id: str, target: str) -> bool:
    gun = s.guns.get(id)
    if gun is None or in_arc(f.ground, f.hex_of[gun.at], gun.ca, f.hex_of[target]):
        return True
    unit = crew_of(s, id)
    return not (gun_type(gun).rfnm or (unit is not None and unit.pinned))


def kind_at(s: Battle, f: Field, id: str, target: str, intensive: bool) -> str:
    """How it fires at a Location now, "" if it may not or cannot reach."""
    kind = _intensive_kind(s, id) if intensive else kind_of_shot(s, f, id, target)
    return kind if kind and any(_in_reach(s, f, id, [target])) else ""


def _in_reach(s: Battle, f: Field, id: str, places: Iterable[str]) -> Iterator[str]:
    """Those of the Locations that it can be laid on; RV-A7.4 an enemy in its own Location comes first."""
    at, unit = place_of(s, id), crew_of(s, id)
    at_hand = unit is not None and any(e.side != unit.side and not e.broken for e in units_at(s, at))
    for place in places:
        if (place == at or not at_hand) and reaches(s, f, id, place):
            yield place


def _ready(s: Battle, f: Field, id: str, intensive: bool, places: Iterable[str]) -> Iterable[str]:
    """RV-A8.4 At which of them it may be fired at all: none, all, or what is at hand if it is marked First Fire."""
    if intensive:
        return places if _intensive_kind(s, id) else ()
    at = place_of(s, id)
    kind = kind_of_shot(s, f, id, at)
    if kind == fire_kinds.FINAL_ADJACENT:
        return [place for place in places if place == at or place.split("/")[0] in f.adjacent[at]]
    return places if kind else ()


def _intensive_kind(s: Battle, id: str) -> str:
    if not may_fire_intensively(s, id):
        return ""
    return {"PFPh": fire_kinds.PREP_FIRE, "MPh": fire_kinds.FIRST_FIRE}.get(s.phase, fire_kinds.FINAL_FIRE)


def enemy_vehicles(s: Battle, side: str) -> list[str]:
    """Enemy vehicles that can be seen on the map and are no wrecks; of those under `?` none has a name yet."""
    return [v.id for v in s.vehicles.values() if v.side != side and v.at and not (v.wreck or unseen(v))]


def covered_targets(s: Battle, side: str) -> list[str]:
    """RV-A12.1, RV-C3.2 The enemy's `?` counters at which fire of the Vehicle type may be declared.

    They have the size of a Gun or vehicle; in the MPh only the one that drives.
    """
    if s.phase == "MPh" and s.side != side:
        return [named(s, s.drive.vehicle)] if s.drive is not None and is_veil(named(s, s.drive.vehicle)) else []
    return large_veils(s, other(side))


def targets_of(s: Battle, f: Field, id: str, intensive: bool) -> list[str]:
    """RV-C3.2 Locations and vehicles that it can be fired at now; in the MPh only what has just moved."""
    unit = crew_of(s, id)
    if unit is None:
        return []
    vehicles = enemy_vehicles(s, unit.side) if s.vehicles else []
    if s.phase == "MPh":
        at = s.units[s.move.units[0]].at if s.move is not None and s.move.units else ""
        places = [at] if at else []
        vehicles = [v for v in vehicles if s.drive is not None and s.drive.vehicle == v]
    else:
        places = fire.enemy_places(s, unit.side)
        places += dict.fromkeys(s.vehicles[v].at for v in vehicles if s.vehicles[v].at not in places)
    stands = [stand_of(f, s.vehicles[v]) for v in vehicles]
    veils = covered_targets(s, unit.side) if s.vehicles or s.guns else []
    covered = [place_of_veil(v) for v in veils]
    able = set(_in_reach(s, f, id, _ready(s, f, id, intensive, dict.fromkeys((*places, *stands, *covered)))))
    found = [place for place in places if place in able]
    if s.works and s.phase != "MPh" and ordnance_of(s, id).calibre >= BREAKS_BARRIERS:
        found += _barriers(s, f, id, intensive)
    if not ordnance_of(s, id).mortar:
        here = place_of(s, id)
        found += [
            v for v, stand in zip(vehicles, stands, strict=True)
            if stand in able and sees_into_street(f, here, s.vehicles[v])
        ]  # fmt: skip
        found += [v for v, at in zip(veils, covered, strict=True) if at in able]
    return found


def _barriers(s: Battle, f: Field, id: str, intensive: bool) -> list[str]:
    """RV-B29.5, RV-BRV9.221 Roadblocks and Barricades on a side of a hex that it can be laid on."""
    if ordnance_of(s, id).mortar:
        return []
    works = [w for w in s.works.values() if w.type in BARRIERS and w.at]
    sides = dict.fromkeys(hex for w in works for hex in w.at.split("/") if hex in f.steps)
    able = set(_in_reach(s, f, id, _ready(s, f, id, intensive, sides)))
    return [w.id for w in works if able & set(w.at.split("/"))]


def _stands_at(s: Battle, f: Field, id: str, target: str) -> str:
    """The Location of a target: its own, that of a vehicle, or the hex in reach of a barrier's hexside."""
    if target in s.vehicles:
        return s.vehicles[target].at
    if is_veil(target):
        return place_of_veil(target)
    if target in s.works:
        return next(hex for hex in s.works[target].at.split("/") if hex in f.steps and reaches(s, f, id, hex))
    return target


def shells_for(s: Battle, id: str, target: str) -> list[tuple[str, str]]:
    """RV-C3.2, RV-C4.1 Target types and rounds that may be declared; Area is the only type of mortars."""
    gun = ordnance_of(s, id)
    depleted = s.guns[id].depleted if id in s.guns else ()
    if target in s.vehicles or is_veil(target):
        return [(VEHICLE, round) for round in rounds_for(gun, VEHICLE, depleted)]
    if target in s.works:
        return [(INFANTRY, HE)]
    found = [(AREA, round) for round in rounds_for(gun, AREA, depleted)]
    if not gun.mortar and _men_seen(s, target):
        found = [(INFANTRY, round) for round in rounds_for(gun, INFANTRY, depleted)] + found
    return found


def _men_seen(s: Battle, at: str) -> bool:
    """RV-A12.1 Whether men may be in a Location, as far as anybody sees: a Known unit, or any `?` counter."""
    return any(not s.units[id].hidden for id in s.at.get(at, ())) or any(covered_at(s, at, side) for side in SIDES)


def can_lay_smoke(s: Battle, id: str) -> bool:
    """RV-C8.5 A weapon with smoke rounds left."""
    return id in s.guns and "s" in ordnance_of(s, id).special and SMOKE not in s.guns[id].depleted


# -- the shot --------------------------------------------------------------------------------------------------------


def colour_of(s: Battle, id: str, unit: Unit) -> str:
    """RV-C3.1 The colour of its To Hit numbers; red in strange or untrained hands."""
    colours = components().ordnance.colours
    if captured(s, id, unit) or unqualified(s, id, unit):
        return colours["captured_or_nonqualified"]
    return colours[unit.side]


def declare(
    s: Battle, f: Field, id: str, target: str, target_type: str, ammunition: str, intensive: bool = False
) -> Shot:
    """RV-C3.1 A shot of a Gun or mortar with all its facts. `target` is a Location, or a vehicle."""
    unit = crew_of(s, id)
    assert unit is not None
    veiled = target if is_veil(target) else ""
    vehicle = under_veil(s, veiled) if veiled else target if target in s.vehicles else ""
    barrier = target if target in s.works else ""
    at = _stands_at(s, f, id, target)
    gun = ordnance_of(s, id)
    kind = kind_at(s, f, id, stand_of(f, s.vehicles[vehicle]) if vehicle and not veiled else at, intensive)
    nobody = bool(vehicle or barrier or veiled) or ammunition == SMOKE
    men = [] if nobody else men_at(s, at, unit.side, target_type == AREA)
    cover = tuple(_cover(s, f, id, at)) if not barrier else ()
    tem = sum(m[0] for m in cover)
    groups, effects = groups_for(s, f, men, tem, target_type, gun, unit.at, at)
    if target_type == AREA:
        effects = tuple((ids, (*cover, *own)) for ids, own in effects)
    return Shot(
        weapon=id,
        side=unit.side,
        at=place_of(s, id),
        target=at,
        vehicle=vehicle,
        veiled=veiled,
        barrier=barrier,
        ammunition=ammunition,
        gun=gun,
        colour=colour_of(s, id, unit),
        conditions=_conditions(
            s, f, id, unit, target_type, at, vehicle, veiled or vehicle or at, men, cover, kind, intensive
        ),
        groups=groups,
        cover=effects,
        tem=tem,
        halved=kind == fire_kinds.FINAL_ADJACENT,
    )


def men_at(s: Battle, at: str, side: str, area: bool) -> list[Unit]:
    """RV-C3.2, RV-A7.4 Whom a hit strikes: those who have just moved, or the enemies there; Area fire spares nobody."""
    if s.phase == "MPh":
        return fire_plan.moving_targets(s)
    return units_at(s, at) if area else fire.target_units(s, at, side)


def _cover(s: Battle, f: Field, id: str, at: str) -> list[Modifier]:
    """RV-C3.2, RV-C9.1 The TEM of the target Location: indirect for mortars."""
    if ordnance_of(s, id).mortar:
        return indirect_cover(s, f, at)
    return tem(s, f, place_of(s, id), at)


def groups_for(
    s: Battle, f: Field, men: list[Unit], cover: int, target_type: str, gun: Ordnance, firer_at: str, at: str
) -> tuple[Groups, Groups]:
    """The targets by what holds for each: To Hit DRM, and the DRM of the effects roll (all cover, for Area fire)."""
    moving = s.phase == "MPh"
    open_line = gun.mortar or not seeing.hindrance(s, f, firer_at, at)
    found: dict[tuple[tuple[Modifier, ...], tuple[Modifier, ...]], list[str]] = {}
    for unit in men:
        own = (
            indirect_personal(s, f, unit, cover, moving)
            if gun.mortar
            else personal(s, f, unit, cover, moving, open_line, (firer_at,))
        )
        early = tuple(m for m in own if target_type != AREA or m[1] in _MOVING)
        late = tuple(m for m in own if target_type == AREA and m[1] not in _MOVING)
        found.setdefault(((*early, *target_size(s, unit)), late), []).append(unit.id)
    ids = [(tuple(units), early, late) for (early, late), units in found.items()]
    return tuple((units, early) for units, early, _ in ids), tuple((units, late) for units, _, late in ids)


def _conditions(
    s: Battle, f: Field, id: str, unit: Unit, target_type: str, at: str, vehicle: str, name: str, men: list[Unit],
    cover: tuple[Modifier, ...], kind: str, intensive: bool,
) -> Conditions:  # fmt: skip
    """RV-C5.1, RV-C6.1 The facts that the cases ask for."""
    here = place_of(s, id)
    aimed = stand_of(f, s.vehicles[vehicle]) if vehicle else at
    seen_from = observer(s, f, id, aimed) or here
    gun = s.guns.get(id)
    known = s.acquired.get(id)
    acquired = known.value if known and known.target == name and known.type == target_type else 0
    mode = s.move.mode if s.move is not None and men and s.phase == "MPh" else ""
    moving = s.phase == "MPh" and bool(men)
    spotter = spotter_of(s, f, id) if seen_from != here else None
    found = Conditions(
        target_type=target_type,
        range=f.range(here, at),
        turned=turns(gun.ca, turned_to(f.ground, f.hex_of[here], gun.ca, f.hex_of[at])) if gun is not None else 0,
        arc=gun_type(gun).ca if gun is not None else "T",
        in_cover=f.place(here).terrain.startswith(_COVER),
        advancing=kind == fire_kinds.ADVANCING,
        pinned=unit.pinned or (spotter is not None and spotter.pinned),
        same_hex=f.hex_of[here] == f.hex_of[at],
        intensive=intensive,
        captured=captured(s, id, unit),
        unqualified=unqualified(s, id, unit),
        cx=unit.cx,
        encircled=unit.encircled > 0,
        heroic=is_hero(unit) or unit.heroic,
        spotted=spotter is not None,
        overstacked=overstacked(s, f, here, unit.side),
        no_assault_movement=moving and mode not in ("assault", "hazardous"),
        moving=mode == "dash",
        hazardous=mode == "hazardous",
        concealed=target_type == VEHICLE or fire.is_area_target(s, at, unit.side) or only_a_flash(s, f, seen_from, at),
        point_blank=not ordnance_of(s, id).mortar and not moving,
        acquired=acquired,
        crowd=crowd_seen(s, f, at, other(unit.side)) if men and target_type != VEHICLE else 0,
        tem=cover if target_type == INFANTRY else (),
        hindrance=(*seeing.hindrance(s, f, seen_from, aimed), *low_visibility(s, f, seen_from, at)),
    )
    return at_vehicle(s, f, found, vehicle, here, cover) if vehicle else found


def at_vehicle(s: Battle, f: Field, c: Conditions, id: str, here: str, cover: tuple[Modifier, ...]) -> Conditions:
    """RV-C6.1, RV-C6.Q What a vehicle is as a target: its size, its motion, and the walls that it stands inside."""
    vehicle = s.vehicles[id]
    moving = is_moving(s, vehicle)
    driven = s.drive is not None and s.drive.vehicle == id and s.phase == "MPh"
    inside = vehicle.bypass < 0 and f.place(vehicle.at).terrain.startswith(_COVER)
    return replace(
        c,
        moving=moving,
        mp_in_los=mp_in_sight(s, f, vehicle, here) if driven else -1,
        size=kind_of(vehicle).size,
        concealed=vehicle.concealed,
        point_blank=c.point_blank and not moving,
        tem=cover if inside else (),
    )


def smoke_targets(s: Battle, f: Field, id: str) -> Iterator[str]:
    """RV-C8.5, RV-A24.3 Hexes into which a smoke round can be fired: their ground, in range and sight."""
    ground = (at for at in f.locations if f.place(at).kind == "ground")
    return _in_reach(s, f, id, _ready(s, f, id, False, ground))
