"""How far one sees at night and in bad weather (chapters E1.1, E1.16, E1.8, E1.9, E3.3, E3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import CELLAR, GROUND, LEVEL
from sandtable.games.vengeance.model.battle import BLAZE, Battle
from sandtable.games.vengeance.model.conditions import FOG, MIST
from sandtable.games.vengeance.model.vehicles import BURNING
from sandtable.kernel.journal import Modifier

_LOW_VISIBILITY = ("RV-E1.16", "RV-E3.3", "RV-E3.4")
"""The clauses of what is LV: night, fog and mist, rain."""
_WEATHER = _LOW_VISIBILITY[1:]


def _hexes(f: Field, at: str, target: str) -> int:
    """The range between two Locations, or hexes in which nobody can stand."""
    return f.ground.range(f.place(at).hex, f.place(target).hex)


def light_sources(s: Battle, f: Field) -> Iterator[tuple[str, int]]:
    """RV-E1.91, RV-E1.95 Each hex with a light, and how far it shines: starshells, IR rounds, fires, wrecks."""
    table = components().conditions.illumination
    for light in s.lights:
        yield light.hex, light.radius
    for at, state in s.flames.items():
        if state == BLAZE:
            yield f.hex_of[at], table.blaze_radius
    for vehicle in s.vehicles.values():
        if vehicle.wreck == BURNING and vehicle.at:
            yield f.hex_of[vehicle.at], table.wreck_radius


def illuminated(s: Battle, f: Field, at: str) -> bool:
    """RV-E1.9 Within the radius of a light, and not inside a building unless that building burns."""
    if not s.lights and not s.flames and not s.vehicles:
        return False
    place = f.place(at)
    if not any(f.ground.range(hex, place.hex) <= radius for hex, radius in light_sources(s, f)):
        return False
    building = f.ground.hexes[place.hex].building
    if not building or place.kind not in (GROUND, LEVEL, CELLAR):
        return True
    return any(state == BLAZE and f.hex(burning).building == building for burning, state in s.flames.items())


def in_view(s: Battle, f: Field, at: str, target: str) -> bool:
    """RV-E1.1, RV-E1.8 At night: within the NVR, or illuminated, or marked with a Gunflash."""
    if s.night is None or _hexes(f, at, target) <= s.night.nvr:
        return True
    return target in s.flashes or illuminated(s, f, target)


def only_a_flash(s: Battle, f: Field, at: str, target: str) -> bool:
    """RV-E1.8 Nothing but the Gunflash is seen: such a target is attacked as if it were concealed."""
    return s.night is not None and _hexes(f, at, target) > s.night.nvr and not illuminated(s, f, target)


def low_visibility(s: Battle, f: Field, at: str, target: str) -> list[Modifier]:
    """RV-A6.9, RV-E1.16, RV-E3.3, RV-E3.4 LV hindrances: they do not block or reduce residual FP."""
    modifiers: list[Modifier] = []
    tables = components().conditions
    if s.night is not None and not illuminated(s, f, target):
        modifiers.append((tables.night.lv_hindrance, "RV-E1.16", "night"))
    if s.weather in (FOG, MIST) and (value := haze(s, f, at, target)):
        modifiers.append((value, "RV-E3.3", s.weather))
    if s.rain and (value := _hexes(f, at, target) // tables.weather.rain_hexes):
        modifiers.append((value, "RV-E3.4", "rain"))
    return modifiers


def hindered(hindrances: Iterable[Modifier]) -> int:
    """RV-A8.2 The points of hindrance that take residual FP away: all but those of LV."""
    return sum(value for value, clause, _ in hindrances if clause not in _LOW_VISIBILITY)


def hazy(hindrances: Iterable[Modifier]) -> bool:
    """RV-A8.1, RV-A10.53 Whether the weather hinders a line: as every hindrance but the night's it hides who moves."""
    return any(clause in _WEATHER for _, clause, _ in hindrances)


def haze(s: Battle, f: Field, at: str, target: str) -> int:
    """RV-E3.3 One for every full 6 hexes of fog or 12 of mist."""
    table = components().conditions.weather
    return f.ground.range(f.ground.hex_of(at), f.ground.hex_of(target)) // (
        table.fog_hexes if s.weather == FOG else table.mist_hexes
    )


def flash(s: Battle, at: str) -> None:
    """RV-E1.8 At night the Location of a firer is marked until the end of the Player Turn."""
    if s.night is not None and at not in s.flashes:
        s.flashes.append(at)
        s.journal.add("RV-E1.8", "gunflash", at=at)
