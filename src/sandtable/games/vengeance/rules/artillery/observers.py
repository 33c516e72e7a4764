"""Observers (chapters C1.6, C1.63, RV-E7.6): who directs a battery, and what he sees."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import GROUND, LEVEL, Location
from sandtable.games.vengeance.map.line_of_sight import Sight
from sandtable.games.vengeance.map.smoke_in_the_way import smoke_on
from sandtable.games.vengeance.map.visibility import haze, in_view
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import OBSERVER, PHONE, PLANE, RADIO, Battery
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle, Unit
from sandtable.games.vengeance.model.conditions import FOG
from sandtable.games.vengeance.rules.artillery.blast_area import burst_hindrance
from sandtable.games.vengeance.rules.units.enemies import enemies, is_enemy, is_known
from sandtable.games.vengeance.rules.units.kinds import good_order, is_leader, type_of
from sandtable.kernel.modifiers import total

_TOO_MUCH = 6
_SKY = "sky"
"""The kind of a point above a hex in which nobody stands."""


def friendly_edge_of_phones(s: Battle, side: str) -> list[str]:
    """RV-CG9a In the campaign: the north edge hexes that are not German, the south edge hexes that are German."""
    if side == RUSSIAN:
        return [hex for hex in components().edges["north"] if s.control.get(hex, "") != GERMAN]
    return [hex for hex in components().edges["south"] if s.control.get(hex, "") == GERMAN]


def observer_of(s: Battle, battery: Battery) -> Unit | None:
    """RV-C1.6, RV-CG9a The Good Order leader who holds the radio or phone that works; a phone needs a friendly edge."""
    weapon = s.weapons.get(battery.weapon)
    if weapon is None or weapon.malfunctioned or not weapon.holder:
        return None
    if battery.by == PHONE and s.campaign is not None and not friendly_edge_of_phones(s, battery.side):
        return None
    unit = s.units[weapon.holder]
    fit = unit.side == battery.side and is_leader(unit) and good_order(unit) and unit.at and not unit.cloak
    return unit if fit and not type_of(unit).gestapo else None  # RV-BRV8.504


def observes(plane: Plane) -> bool:
    """RV-E7.6 Whether it is an observation plane."""
    return components().air.type(plane.type).observes


def is_observed(s: Battle, battery: Battery) -> bool:
    """RV-C1.1 Whether somebody could direct it now; RV-E7.6 a plane only while it is there."""
    if battery.by == PLANE:
        return any(p.here and observes(p) and p.side == battery.side for p in s.planes.values())
    return battery.by == OBSERVER or observer_of(s, battery) is not None


def point_above(f: Field, hex: str, height: int) -> Location:
    """A point so many half levels above the ground of a hex."""
    return Location(f"{hex}^{height}", hex, _SKY, f.ground.hexes[hex].elevation + height, "OPEN")


def blast_height(f: Field, hex: str) -> Location:
    """RV-C1.32 Two levels above the hex: the smoke of a round is seen there."""
    return point_above(f, hex, components().oba.reconstructed.blast_height)


def viewpoint(s: Battle, f: Field, battery: Battery) -> Location | None:
    """RV-C1.6, RV-C1.63, RV-E7.6 From where a battery is directed."""
    table = components().oba.reconstructed
    if battery.by in (RADIO, PHONE):
        unit = observer_of(s, battery)
        return f.place(unit.at) if unit is not None else None
    if not battery.post or not is_observed(s, battery):
        return None
    return point_above(f, battery.post, table.plane_level if battery.by == PLANE else table.observer_level)


def looks(s: Battle, f: Field, battery: Battery, there: Location, smoke: bool = True) -> bool:
    """RV-C1.3, RV-C1.33, RV-E1.1 Whether the observer sees a Location or a point above a hex; smoke may be ignored."""
    eye = viewpoint(s, f, battery)
    if eye is None:
        return False
    if battery.by == PLANE and not _seen_from_above(f, there):
        return False
    if eye.hex == there.hex and _SKY in (eye.kind, there.kind):
        return True
    sight = f.los.look(eye, there)
    if sight.blocked:
        return False
    if s.night is not None and not in_view(s, f, eye.hex, there.hex):
        return False
    return not smoke or _thin_enough(s, f, sight, eye, there)


def _thin_enough(s: Battle, f: Field, sight: Sight, eye: Location, there: Location) -> bool:
    """RV-A6.7 Less than six hindrances, with smoke, shell bursts and fog."""
    low = min(eye.level, there.level)
    hindrance = [*sight.causes, *burst_hindrance(s, f, sight, low)]
    if s.smoke or s.screens or s.flames:
        hindrance += smoke_on(s, f, sight, low, eye.hex, there.hex)
    fog = haze(s, f, eye.hex, there.hex) if s.weather == FOG else 0
    return total(hindrance) + fog < _TOO_MUCH


def _seen_from_above(f: Field, there: Location) -> bool:
    """RV-E7.6 A plane sees no woods, and of buildings only the top."""
    hex = f.ground.hexes[there.hex]
    if there.kind in (GROUND, LEVEL) and hex.building:
        return there.floor == hex.floors
    return there.terrain != "WOODS"


def sees_hex(s: Battle, f: Field, battery: Battery, hex: str) -> bool:
    """RV-C1.3 LOS to a Location of a hex."""
    return any(looks(s, f, battery, f.ground.locations[at]) for at in f.ground.of_hex[hex])


def known_near(s: Battle, f: Field, battery: Battery, hex: str) -> bool:
    """RV-C1.3 Whether an enemy unit Known to the observer is in a hex or next to it."""
    near = (hex, *f.ground.neighbours[hex])
    return any(
        is_known(enemy) and is_enemy(enemy) and f.hex_of[enemy.at] in near and looks(s, f, battery, f.place(enemy.at))
        for enemy in enemies(s, battery.side)
    )


def may_convert(s: Battle, f: Field, battery: Battery, hex: str, smoke: bool = True) -> bool:
    """RV-C1.32, RV-C1.33 LOS to the ground of the hex, or to its blast height with a Known enemy in it or near."""
    if looks(s, f, battery, f.ground.locations[hex], smoke):
        return True
    met = battery.seen_enemy or known_near(s, f, battery, hex)
    return met and looks(s, f, battery, blast_height(f, hex), smoke)
