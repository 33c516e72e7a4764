"""What smoke of every kind does to a line of sight (chapters A6.7, A24.3, B25.2)."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.line_of_sight import Sight
from sandtable.games.vengeance.model.battle import BLAZE, Battle
from sandtable.games.vengeance.model.field_works import Screen
from sandtable.kernel.journal import Modifier

_SMOKE_HEIGHT, _WP_HEIGHT = 4, 8
"""In half levels."""


def screen_value(screen: Screen) -> int:
    """RV-A24.2 The hindrance of SMOKE or WP, full or dispersed."""
    name = ("WP" if screen.wp else "SMOKE") + ("_DISPERSED" if screen.dispersed else "_FULL")
    return components().terrain[name].hindrance


def smoky_hexes(s: Battle, f: Field) -> dict[str, tuple[int, int]]:
    """RV-A24.3, RV-B25.2 The hindrance of each hex with smoke, and how high it stands; above the roof of what burns."""
    smoke_at: dict[str, tuple[int, int]] = {}

    def add(hex: str, value: int, top: int) -> None:
        before = smoke_at.get(hex, (0, top))
        smoke_at[hex] = (max(value, before[0]), max(top, before[1]))

    for location, value in s.smoke.items():
        hex = f.hex_of[location]
        add(hex, value, f.ground.hexes[hex].elevation + _SMOKE_HEIGHT)
    for hex, screen in s.screens.items():
        add(hex, screen_value(screen), f.ground.hexes[hex].elevation + (_WP_HEIGHT if screen.wp else _SMOKE_HEIGHT))
    for location, state in s.flames.items():
        if state == BLAZE:
            ground = f.hex(location)
            add(ground.id, components().terrain["BLAZE"].hindrance, ground.elevation + ground.height + _SMOKE_HEIGHT)
    if s.rain:
        thinner = components().conditions.weather.rain_smoke  # RV-E3.4
        return {hex: (value + thinner, top) for hex, (value, top) in smoke_at.items()}
    return smoke_at


def smoke_hindrance(s: Battle, f: Field, at: str, target: str) -> list[Modifier]:
    """RV-A6.7, RV-A24.3, RV-B25.2 The smoke on the way and in the target's hex, and +1 for fire out of smoke."""
    low = min(f.level_of[at], f.level_of[target])
    return smoke_on(s, f, f.los(at, target), low, f.hex_of[at], f.hex_of[target])


def smoke_on(s: Battle, f: Field, sight: Sight, low: int, here: str, there: str) -> list[Modifier]:
    """RV-A6.7 The smoke on a line of which the lower end is at this level, from one hex to another."""
    smoky = smoky_hexes(s, f)
    modifiers: list[Modifier] = []
    for part in sight.between:
        value = max((smoky[hex][0] for hex in part if hex in smoky and low <= smoky[hex][1]), default=0)
        if value:
            modifiers.append((value, "RV-A6.7", f"smoke in|{part[0]}"))
    if there in smoky and low <= smoky[there][1]:
        modifiers.append((smoky[there][0], "RV-A6.7", f"smoke in|{there}"))
    if here in smoky and here != there and low <= smoky[here][1]:
        modifiers.append((1, "RV-A6.7", f"smoke in|{here}"))
    return modifiers


def in_smoke(s: Battle, f: Field, location: str) -> bool:
    """RV-B.2 Whether smoke makes it harder to enter a Location."""
    return location in s.smoke or (bool(s.screens) and f.hex_of[location] in s.screens)
