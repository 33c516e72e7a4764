"""Flames and blazes (chapter B25): fires start by combat only, grow, spread and go out in the Rally Phase."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import BLAZE, FLAME, Battle
from sandtable.games.vengeance.model.vehicles import BURNING
from sandtable.games.vengeance.rules.terrain.rubble import collapse
from sandtable.games.vengeance.rules.units.losses import eliminate
from sandtable.games.vengeance.rules.vehicles.under_fire.damage import wreck
from sandtable.games.vengeance.rules.weather import environment, weather_change


def _table() -> dict[str, Any]:
    return components().fires


@cache
def _numbers() -> dict[str, tuple[int, int]]:
    """Kindling and spread numbers by terrain; rubble burns as the building it was, a factory as stone."""
    found = {name: (kindle, spread) for name, kindle, spread in _table()["kindle_spread"]}
    found["RUBBLE_STONE"] = found["FACTORY"] = found["BUILDING_STONE"]
    found["RUBBLE_WOOD"] = found["BUILDING_WOOD"]
    return found


def _burns(f: Field, location: str) -> tuple[int, int] | None:
    """RV-B25.1, RV-B6.5 The kindling and spread numbers of a Location; None where nothing burns, as on bridges."""
    place = f.place(location)
    return _numbers().get(place.terrain) if place.kind in ("ground", "level") else None


def _weather(s: Battle) -> int:
    """RV-E3.1 The DRM of the environmental conditions."""
    drm: int = _table()["spread"]["ec_drm"][environment(s)]
    return drm


def change_wind(s: Battle) -> None:
    """RV-B25.6 The ATTACKER's Wind Change DR, in each Rally Phase but the first of the game."""
    table = _table()["wind_change"]
    dice = s.dice.pair(6, "wind")
    original = sum(dice)
    if original == table["force_up"]:
        s.wind = min(2, s.wind + 1)
    elif original == table["force_down"]:
        s.wind = max(0, s.wind - 1)
    if (s.wind and not s.wind_direction) or original == table["new_direction"]:
        s.wind_direction = s.dice.roll(6, "wind direction")
    s.journal.add("RV-B25.6", "wind", dice=dice, force=("none", "mild", "heavy")[s.wind])
    weather_change(s, dice)


def _wind(s: Battle, f: Field, here: str, there: str) -> int:
    """RV-B25.5 Fire spreads more easily downwind, and less in every other direction."""
    if not s.wind or here == there:
        return 0
    drm = _table()["spread"]["wind_drm"]
    name = ("none", "mild", "heavy")[s.wind]
    downwind = f.ground.direction(here, there) == s.wind_direction - 1
    value: int = drm[f"{name}_downwind" if downwind else f"{name}_other"]
    return value


def kindle(s: Battle, location: str) -> None:
    """RV-B25.1, RV-BRV5 A flamethrower's K or KIA may set burnable terrain alight; nobody kindles on purpose."""
    f = field_of(s)
    numbers = _burns(f, location)
    if numbers is None or location in s.flames:
        return
    dice = s.dice.pair(6, "kindling")
    final = sum(dice) + _weather(s)
    lit = final >= numbers[0]
    s.journal.add("RV-B25.1", "kindling", target=location, dice=dice, final=final, success=lit)
    if lit:
        s.flames[location] = FLAME


def burn(s: Battle) -> None:
    """RV-B25.4, RV-B25.5 At the end of the Rally Phase flames grow or die and blazes spread."""
    f = field_of(s)
    numbers = _table()["spread"]
    for location, state in list(s.flames.items()):
        if location not in s.flames:
            continue  # its building has come down
        dice = s.dice.pair(6, "fire")
        if state == FLAME:
            final = sum(dice) + _weather(s)
            if final >= numbers["flame_to_blaze_min"]:
                s.flames[location] = BLAZE
                s.journal.add("RV-B25.4", "blaze", target=location, dice=dice)
            elif final <= numbers["flame_out_max"]:
                del s.flames[location]
                s.journal.add("RV-B25.4", "fire_out", target=location, dice=dice)
        elif sum(dice) == 2:
            del s.flames[location]
            s.journal.add("RV-B25.4", "fire_out", target=location, dice=dice)
        elif sum(dice) == 12 and f.hex(location).building:
            burning_collapse(s, f.hex_of[location])
            f = field_of(s)
        elif location in s.flames:
            _spread(s, f, location)
    _burning_wrecks(s)


def _burning_wrecks(s: Battle) -> None:
    """RV-B25.1 A vehicle that burns inside a building, woods or brush may set it alight, by its spread number."""
    f = field_of(s)
    for hulk in [v for v in s.vehicles.values() if v.wreck == BURNING and v.at in f.steps and v.bypass < 0]:
        numbers = _burns(f, hulk.at)
        if numbers is None or hulk.at in s.flames:
            continue
        dice = s.dice.pair(6, "spread")
        if sum(dice) + _weather(s) >= numbers[1]:
            s.flames[hulk.at] = FLAME
            s.journal.add("RV-B25.1", "spread", target=hulk.at, dice=dice)


def burning_collapse(s: Battle, hex: str) -> None:
    """RV-B25.4 A burning building comes down: what is left is burning rubble."""
    collapse(s, hex)
    s.flames[hex] = BLAZE


def _spread(s: Battle, f: Field, location: str) -> None:
    here = f.hex(location)
    places = [(id, 0) for id in f.ground.of_hex[here.id] if abs(f.place(id).floor - f.place(location).floor) == 1]
    near = [n for n in f.ground.neighbours[here.id] if n in f.area]
    places += [(n, 0 if f.ground.joined(here.id, n) else -2) for n in near]
    for target, drm in places:
        numbers = _burns(f, target) if target in f.steps else None
        if numbers is None or target in s.flames:
            continue
        dice = s.dice.pair(6, "spread")
        if sum(dice) + drm + _weather(s) + _wind(s, f, here.id, f.hex_of[target]) >= numbers[1]:
            s.flames[target] = FLAME
            s.journal.add("RV-B25.5", "spread", target=target, dice=dice)


def in_blaze(s: Battle, location: str) -> bool:
    """RV-B25.2 Whether a Location is a Blaze, which no unit may enter and every unit must leave."""
    return s.flames.get(location) == BLAZE


def burn_those_who_stayed(s: Battle, side: str) -> None:
    """RV-B25.2 Units of a side that did not leave a Blaze when they could are lost; vehicles after their own MPh."""
    for unit in list(s.units.values()):
        if unit.side == side and unit.at and in_blaze(s, unit.at):
            eliminate(s, unit.id, "RV-B25.2", "burnt")
    for vehicle in [v for v in s.vehicles.values() if v.side == side == s.side and not v.wreck and v.bypass < 0]:
        if in_blaze(s, vehicle.at):
            wreck(s, vehicle.id, burns=True, clause="RV-B25.2")
