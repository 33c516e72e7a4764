"""What a pilot sees (chapter E7.3): the Sighting Task Check."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.smoke_in_the_way import smoky_hexes
from sandtable.games.vengeance.map.visibility import illuminated
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.artillery.blast_area import burst_hexes
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.units.kinds import other, units_at
from sandtable.games.vengeance.rules.vehicles.facing import is_moving
from sandtable.games.vengeance.rules.vehicles.kinds import covered_at, unseen, vehicles_at
from sandtable.kernel.modifiers import Modifier, total

MISTAKEN = 12


def targets(s: Battle) -> list[str]:
    """RV-E7.2 Any hex of the map; at night only what is lit or has a Gunflash can be seen from the air."""
    f = field_of(s)
    hexes = [hex for hex in f.ground.hexes if hex in f.area]
    if s.night is None:
        return hexes
    flashes = {f.hex_of[at] for at in s.flashes}
    return [hex for hex in hexes if hex in flashes or illuminated(s, f, hex)]


def sighting_modifiers(s: Battle, plane: Plane, hex: str) -> list[Modifier]:
    """RV-E7.3 Cover, concealment, vehicles, roads, night, hindrances, and what the module adds."""
    f = field_of(s)
    table = components().air.sighting
    places = [at for at in f.ground.of_hex[hex] if at in f.steps]
    units = [u for at in places for u in units_at(s, at) if u.side != plane.side and not u.hidden]
    vehicles = [v for at in places for v in vehicles_at(s, at) if v.side != plane.side and not unseen(v)]
    modifiers: list[Modifier] = []

    def add(holds: bool, value: int, reason: str) -> None:
        if holds and value:
            modifiers.append((value, "RV-E7.3", reason))

    taken = {u.at for u in units} | {v.at for v in vehicles}
    bare = [at for at in places if f.terrain_of[at].open_ground and at in taken]
    covered = [u.at for u in units] + [v.at for at in places for v in covered_at(s, at, other(plane.side))]
    add(any(f.terrain_of[at].conceal for at in covered) and not bare, table.concealment_terrain, "concealment terrain")
    add(not vehicles and all(u.concealed for u in units), table.concealed, "concealed")
    add(any(is_moving(s, v) for v in vehicles), table.moving_vehicle, "moving vehicle")
    add(any(f.terrain_of[v.at].open_ground for v in vehicles), table.vehicle_in_open, "vehicle in the open")
    add(_on_road(f, hex, bare), table.bridge_or_road, "on a bridge or road")
    add(s.night is not None and illuminated(s, f, hex), table.night_illuminated, "night")
    add(any(at in s.flashes for at in places), table.gunflash, "Gunflash")
    add(True, hindrance_over(s, f, hex), "hindrance")
    add(True, plane.smoke, "smoke over the city")
    return modifiers


def _on_road(f: Field, hex: str, bare: list[str]) -> bool:
    roads = any("ROAD" in side or "BRIDGE" in side for side in f.ground.sides[hex])
    return bool(bare) and roads


def hindrance_over(s: Battle, f: Field, hex: str) -> int:
    """RV-E7.3, RV-E7.4 Smoke and shell bursts in the target hex."""
    smoke = smoky_hexes(s, f).get(hex, (0, 0))[0] if s.smoke or s.screens or s.flames else 0
    return smoke + (1 if s.batteries and hex in burst_hexes(s, f) else 0)


def sight_target(s: Battle, plane: Plane, hex: str) -> tuple[bool, int]:
    """RV-E7.3 A DR of at most 8: whether the pilot sees his target, and the Original DR."""
    dice = roll(s, plane.side, "sighting")
    modifiers = sighting_modifiers(s, plane, hex)
    need = components().air.sighting.morale
    final = sum(dice) + total(modifiers)
    s.journal.add(
        "RV-E7.3", "sighting", plane=plane.id, target=hex, dice=dice, modifiers=modifiers, final=final, need=need,
        success=final <= need,
    )  # fmt: skip
    return final <= need, sum(dice)


def nearest_friend(s: Battle, plane: Plane, hex: str) -> str:
    """RV-E7.3 The Location of the nearest friendly unit within six hexes of the target hex, "" if there is none."""
    f = field_of(s)
    near = components().air.sighting.mistaken_hexes
    places = [u.at for u in s.units.values() if u.side == plane.side and u.at]
    places += [v.at for v in s.vehicles.values() if v.side == plane.side and v.at and not v.wreck]
    close = [at for at in places if f.ground.range(hex, f.hex_of[at]) <= near]
    return min(close, key=lambda at: f.ground.range(hex, f.hex_of[at]), default="")
