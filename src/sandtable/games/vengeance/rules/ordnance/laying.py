"""Laying a Gun or mortar: what it can be fired at, and every fact of the shot (C3.2, C5.1, C6.1, C9.1, C11.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.visibility import only_a_flash
from sandtable.games.vengeance.model.battle import SIDES, Battle, Unit
from sandtable.games.vengeance.model.guns import AREA, HE, INFANTRY, SMOKE, VEHICLE
from sandtable.games.vengeance.rules.concealment.question_marks import is_veil, place_of_veil
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.aim_points import stand_of
from sandtable.games.vengeance.rules.fortifications.secrecy import BARRIERS
from sandtable.games.vengeance.rules.ordnance.ammunition import rounds_for
from sandtable.games.vengeance.rules.ordnance.covered_arc import in_arc, turned_to, turns
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
from sandtable.games.vengeance.rules.ordnance.shot_builder import Firer, build_shot, men_struck
from sandtable.games.vengeance.rules.ordnance.shots import Shot
from sandtable.games.vengeance.rules.ordnance.target import covered_targets, enemy_vehicles, target_of
from sandtable.games.vengeance.rules.ordnance.to_hit import ShotConditions
from sandtable.games.vengeance.rules.units.kinds import good_order, is_hero, is_leader, is_mmc, units_at
from sandtable.games.vengeance.rules.units.stacking import overstacked
from sandtable.games.vengeance.rules.vehicles.crews.passengers import protected
from sandtable.games.vengeance.rules.vehicles.kinds import COVER, covered_at, unseen
from sandtable.games.vengeance.rules.vehicles.movement.narrow_streets import sees_into_street
from sandtable.kernel.state import replace

_SHUT = (*(terrain for terrain in COVER if terrain != "GATE"), "CELLAR", "CULVERT", "PILLBOX")
"""RV-BRV13.31 Out of the Gate mortars may fire."""
BREAKS_BARRIERS = 150
"""RV-B29.5 The calibre of HE that removes a Roadblock."""
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
    return unit if f.range(unit.at, at) <= _SPOTTING and current_sight.sees(s, f, unit.at, at) else None


def may_spot(unit: Unit) -> bool:
    """RV-C9.1 A Good Order leader or MMC on the map."""
    return bool(unit.at) and good_order(unit) and (is_leader(unit) or is_mmc(unit))


# -- what it can reach -----------------------------------------------------------------------------------------------


def observer(s: Battle, f: Field, id: str, target: str) -> str:
    """RV-C9.1 From where the target is seen: the weapon's own Location, or that of a mortar's spotter; "" if not."""
    at = place_of(s, id)
    if at == target or current_sight.sees(s, f, at, target):
        return at
    if ordnance_of(s, id).mortar:
        spotter = spotter_of(s, f, id)
        if spotter is not None and current_sight.sees(s, f, spotter.at, target):
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
        return [place for place in places if place == at or f.ground.without_corner(place) in f.adjacent[at]]
    return places if kind else ()


def _intensive_kind(s: Battle, id: str) -> str:
    if not may_fire_intensively(s, id):
        return ""
    return {"PFPh": fire_kinds.PREP_FIRE, "MPh": fire_kinds.FIRST_FIRE}.get(s.phase, fire_kinds.FINAL_FIRE)


def targets_of(s: Battle, f: Field, id: str, intensive: bool) -> list[str]:
    """RV-C3.2 Locations and vehicles that it can be fired at now; in the MPh only what has just moved."""
    unit = crew_of(s, id)
    if unit is None:
        return []
    vehicles = enemy_vehicles(s, unit.side) if s.vehicles else []
    if s.phase == "MPh":
        at = s.units[s.move.units[0]].at if s.move is not None and s.move.units else ""
        places = [at] if at else []
        if s.drive is not None and ordnance_of(s, id).mortar:
            places = list(dict.fromkeys([*places, s.vehicles[s.drive.vehicle].at]))  # RV-C3.2
        vehicles = [v for v in vehicles if s.drive is not None and s.drive.vehicle == v]
    else:
        places = firepower.enemy_places(s, unit.side)
        places += dict.fromkeys(s.vehicles[v].at for v in vehicles if s.vehicles[v].at not in places)
    stands = [stand_of(f, s.vehicles[v]) for v in vehicles]
    veils = covered_targets(s, unit.side) if s.vehicles or s.guns else []
    covered = [place_of_veil(v) for v in veils]
    able = set(_in_reach(s, f, id, _ready(s, f, id, intensive, dict.fromkeys((*places, *stands, *covered)))))
    targets = [place for place in places if place in able]
    if s.works and s.phase != "MPh" and ordnance_of(s, id).calibre >= BREAKS_BARRIERS:
        targets += _barriers(s, f, id, intensive)
    if not ordnance_of(s, id).mortar:
        here = place_of(s, id)
        targets += [
            v for v, stand in zip(vehicles, stands, strict=True)
            if stand in able and sees_into_street(f, here, s.vehicles[v])
        ]  # fmt: skip
        targets += [v for v, at in zip(veils, covered, strict=True) if at in able]
    return targets


def _barriers(s: Battle, f: Field, id: str, intensive: bool) -> list[str]:
    """RV-B29.5, RV-BRV9.221 Roadblocks and Barricades on a side of a hex that it can be laid on."""
    if ordnance_of(s, id).mortar:
        return []
    works = [w for w in s.works.values() if w.type in BARRIERS and w.at]
    sides = dict.fromkeys(hex for w in works for hex in w.places if hex in f.steps)
    able = set(_in_reach(s, f, id, _ready(s, f, id, intensive, sides)))
    return [w.id for w in works if able & set(w.places)]


def _side_reached(s: Battle, f: Field, id: str, barrier: str) -> str:
    """RV-B29.5, RV-BRV9.221 The hex beside a barrier's hexside that it can be laid on."""
    return next(hex for hex in s.works[barrier].places if hex in f.steps and reaches(s, f, id, hex))


def shells_for(s: Battle, id: str, target: str) -> list[tuple[str, str]]:
    """RV-C3.2, RV-C4.1 Target types and rounds that may be declared; Area is the only type of mortars."""
    gun = ordnance_of(s, id)
    depleted = s.guns[id].depleted if id in s.guns else ()
    if target in s.vehicles or is_veil(target):
        return [(VEHICLE, round) for round in rounds_for(gun, VEHICLE, depleted)]
    if target in s.works:
        return [(INFANTRY, HE)]
    shells = [(AREA, round) for round in rounds_for(gun, AREA, depleted)]
    if not gun.mortar and _men_seen(s, target):
        shells = [(INFANTRY, round) for round in rounds_for(gun, INFANTRY, depleted)] + shells
    return shells


def can_fire_rapidly(s: Battle, id: str, target: str, intensive: bool) -> bool:
    """RV-D3.3 Whether it may fire its IFE: at a Location, not at a vehicle, a `?` counter by name or a barrier."""
    at_location = target not in s.vehicles and target not in s.works and not is_veil(target)
    return at_location and bool(ordnance_of(s, id).ife) and not intensive


def _men_seen(s: Battle, at: str) -> bool:
    """RV-A12.1, RV-C3.2 Whether men may be in a Location, on foot or aboard, as far as one sees: Known, or a `?`."""
    riding = (s.vehicles[u.aboard] for u in s.units.values() if u.aboard and not protected(s, u)) if s.vehicles else ()
    return (
        any(not s.units[id].hidden for id in s.at.get(at, ()))
        or any(covered_at(s, at, side) for side in SIDES)
        or any(vehicle.at == at and not unseen(vehicle) for vehicle in riding)
    )


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
    aimed = target_of(s, target)
    if aimed.barrier:
        aimed = aimed._replace(at=_side_reached(s, f, id, aimed.barrier))
    here = place_of(s, id)
    stand = stand_of(f, s.vehicles[aimed.vehicle]) if aimed.vehicle else aimed.at
    kind = kind_at(s, f, id, aimed.at if aimed.veiled else stand, intensive)
    seen_from = observer(s, f, id, stand) or here
    firer = Firer(weapon=id, side=unit.side, at=here, observer=seen_from, eye=seen_from, gun=ordnance_of(s, id))
    men = men_struck(s, firer, aimed, target_type, ammunition)
    own = _conditions(s, f, firer, unit, target_type, aimed.at, bool(men), kind, intensive)
    shot = build_shot(s, f, firer, own, aimed, ammunition)
    return replace(shot, colour=colour_of(s, id, unit), halved=kind == fire_kinds.FINAL_ADJACENT)


def _conditions(
    s: Battle, f: Field, firer: Firer, unit: Unit, target_type: str, at: str, men: bool, kind: str, intensive: bool
) -> ShotConditions:
    """RV-C5.1, RV-C6.1 What the cases ask of a Gun or mortar and of those who serve it."""
    id, here = firer.weapon, firer.at
    gun = s.guns.get(id)
    spotter = spotter_of(s, f, id) if firer.observer != here else None
    return ShotConditions(
        target_type=target_type,
        range=0,
        turned=turns(gun.ca, turned_to(f.ground, f.hex_of[here], gun.ca, f.hex_of[at])) if gun is not None else 0,
        arc=gun_type(gun).ca if gun is not None else "T",
        in_cover=f.place(here).terrain.startswith(COVER),
        advancing=kind == fire_kinds.ADVANCING,
        pinned=unit.pinned or (spotter is not None and spotter.pinned),
        intensive=intensive,
        captured=captured(s, id, unit),
        unqualified=unqualified(s, id, unit),
        cx=unit.cx,
        on_wire=unit.wired,
        encircled=unit.encircled > 0,
        heroic=is_hero(unit) or unit.heroic,
        spotted=spotter is not None,
        overstacked=overstacked(s, f, here, unit.side),
        concealed=target_type == VEHICLE
        or firepower.is_area_target(s, at, unit.side)
        or only_a_flash(s, f, firer.observer, at),
        point_blank=not firer.gun.mortar and not (s.phase == "MPh" and men),
    )


def smoke_targets(s: Battle, f: Field, id: str) -> Iterator[str]:
    """RV-C8.5, RV-A24.3 Hexes into which a smoke round can be fired: their ground, in range and sight."""
    ground = (at for at in f.locations if f.place(at).kind == "ground")
    return _in_reach(s, f, id, _ready(s, f, id, False, ground))
